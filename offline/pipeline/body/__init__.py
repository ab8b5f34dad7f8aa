"""A soft body on its way to a bundle; `kind` has what the pipeline asks of it."""
