"""Scenes: TOML files with units, read and checked; and those that come along."""
