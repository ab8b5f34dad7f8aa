"""Key-frames in the hand: pages set them, a process finds the motion through them, and it is saved."""
