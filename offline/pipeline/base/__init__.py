"""Parts of the pipeline that are the same for every kind of scene."""
