"""Motions given by key-frames: the place of a region at a time."""
