"""Charts: fronts, and error and effort over time."""
