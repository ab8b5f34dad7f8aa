"""Control laws as formulas on plain arrays: whatever the plant is, and whoever steps it."""
