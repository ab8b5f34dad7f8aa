"""Rigid motion of a body's handle and of tools: their poses, and the simulator's means to move them."""
