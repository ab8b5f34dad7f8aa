"""What the viewer does with bodies."""
