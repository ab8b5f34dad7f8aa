"""Sensors on a body, and the Kalman filter that estimates its state from their measurements."""
