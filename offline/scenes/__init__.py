"""Scenes: TOML files with units, read and checked; and the scenes of the package."""
