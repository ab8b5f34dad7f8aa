"""Verification of a bundle on the full model that it was made from; results are stored."""
