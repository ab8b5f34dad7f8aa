"""Studies: comparisons of controllers by fronts, with other time steps and with sampled elements."""
