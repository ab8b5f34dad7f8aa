"""Winds that are found for what is asked of smoke's particles: key-frames, and a curve to go along."""
