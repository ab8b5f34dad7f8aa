"""Readers and writers, a file for each format or library."""
