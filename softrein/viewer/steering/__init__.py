"""Who steers, and where to: the controllers that pages choose between, and the ways that are planned."""
