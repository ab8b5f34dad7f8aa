"""Controllers on the full models, and what may be otherwise there than a bundle has it."""
