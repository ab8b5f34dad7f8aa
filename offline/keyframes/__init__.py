"""Motions that are asked for by key-frames: where a region is to be, and when."""
