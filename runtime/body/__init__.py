"""Reduced soft bodies: elasticity, the midpoint step, batches, geometry."""
