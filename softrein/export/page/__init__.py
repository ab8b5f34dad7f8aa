"""A page that runs a bundle by itself."""
