"""Reduced smoke: the flow, particles in it, tracers."""
