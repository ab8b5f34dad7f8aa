"""Interactive key-frames: pages set them, a process finds the motion through them, and saves it."""
