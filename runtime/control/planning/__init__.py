"""Re-planning: a quadratic cost over the steps to come, within limits, for any plant."""
