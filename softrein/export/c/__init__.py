"""Bundles as plain C."""
