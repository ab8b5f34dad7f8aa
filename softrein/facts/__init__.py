"""Figures of bundles and runs, as plain data."""
