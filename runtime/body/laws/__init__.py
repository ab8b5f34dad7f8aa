"""Hyperelastic laws: one file for each, named after the law, and their shared code; `law` lists them all."""
