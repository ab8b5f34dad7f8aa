"""Animations that a body is to follow: points over time, bound to the body, and its distance from them."""
