"""Comparisons of controllers, fronts, other time steps."""
