"""Full models."""
