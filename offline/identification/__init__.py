"""Parameters of a real body from a recording of markers on it."""
