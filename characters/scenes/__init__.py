"""The scenes of studies: bodies, balls and cameras as MJCF, and the motions of a figure."""
