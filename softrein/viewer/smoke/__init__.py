"""What the viewer does with smoke."""
