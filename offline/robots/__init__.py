"""Robots that others built and published, two of the package, and what controllers make of their tasks."""
