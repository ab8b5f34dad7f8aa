"""Helpers of all user interfaces: colours and words, progress, files that are written whole or not at all."""
