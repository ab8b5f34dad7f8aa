"""From a scene to a bundle, stage by stage."""
