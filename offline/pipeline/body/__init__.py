"""The pipeline's stages for a soft body; `kind` has the functions that the pipeline calls."""
