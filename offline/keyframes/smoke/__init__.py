"""Winds that are found for goals of smoke's particles: key-frames, and a curve to follow."""
