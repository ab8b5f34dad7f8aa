"""Kinds of sensors: each measures a weighted sum of a vertex's place, its velocity, and that a step before.

The same weights are used for the reduced and the full model, each with its own places and velocities. A new
kind is one entry here: scenes, files, the observer and displays of sensors use this table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

Array = np.ndarray


class SensorKind(NamedTuple):
    """The quantity that a sensor measures, along three axes of space."""

    unit: str
    # (h): for steps of h seconds, the weights in the measured value of position, velocity, and previous
    # velocity
    weights: Callable[[float], tuple[float, float, float]]
    # entry of a bundle's `unmodelled`: standard deviation of the model's error in the measured quantity
    lacking: str

    def of(self, dt: float, place: Array, velocity: Array, before: Array) -> Array:
        """The measurement for points with these places, velocities, and velocities a step of `dt` s ago."""
        first, second, third = self.weights(dt)
        return first * place + second * velocity + third * before


MARKER, ACCELEROMETER = "marker", "accelerometer"
SENSOR_KINDS = {
    MARKER: SensorKind("m", lambda h: (1.0, 0.0, 0.0), "places"),
    # mean acceleration over the last step, from the scheme's velocities
    ACCELEROMETER: SensorKind("m/s^2", lambda h: (0.0, 1.0 / h, -1.0 / h), "accelerations"),
}
