"""A first scene for a mesh: where it is held and pushed, and with what numbers."""
