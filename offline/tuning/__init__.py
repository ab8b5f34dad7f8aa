"""Families of controllers, one search for all of them, and the comparators that it finds for bundles."""
