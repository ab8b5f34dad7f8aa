"""A bundle in a window of its own."""
