"""Scenes: TOML files with units, read, checked, drafted; and those that come along."""
