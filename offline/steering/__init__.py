"""Controllers on the full models, and differences of these models from a bundle's."""
