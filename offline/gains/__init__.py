"""Gains: Riccati recursion, integrals, LQR around a reference."""
