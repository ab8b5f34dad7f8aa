"""A first scene for a mesh: the regions where it is held and pushed, and suitable numbers."""
