"""Hyperelastic laws: one file each, named after the law, and what they share; `law` has them all."""
