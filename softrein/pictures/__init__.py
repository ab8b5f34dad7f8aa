"""Pictures and films of a motion."""
