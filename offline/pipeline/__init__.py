"""The pipeline from a scene to a bundle, stage by stage."""
