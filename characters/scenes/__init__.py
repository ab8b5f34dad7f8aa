"""What stands on the stages: bodies, balls and cameras as MJCF, and the motions of a figure."""
