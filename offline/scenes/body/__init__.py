"""Scenes of soft bodies: the body, its material, where it is held and pushed."""
