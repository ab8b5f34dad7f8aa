"""Hyperelastic laws: one file each, one table of them, and what they share."""
