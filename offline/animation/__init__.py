"""Animations that a body is to follow: points over time, bound to it, and how far it is from them."""
