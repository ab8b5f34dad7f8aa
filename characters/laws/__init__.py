"""Control laws as formulas on plain arrays, independent of the plant and of its time stepping."""
