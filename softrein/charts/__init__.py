"""Charts: fronts, error and effort over time."""
