"""Robots that others built and published, two of the package, and controllers' results on their tasks."""
