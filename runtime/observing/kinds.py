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
    # by a step's length h in s: of the place (m), of the velocity (m/s) now, and of that a step before
    weights: Callable[[float], tuple[float, float, float]]
    lacking: str  # the entry of a bundle's `unmodelled` that says how far the model is from showing it

    def of(self, dt: float, place: Array, velocity: Array, before: Array) -> Array:
        """The measurement for points with these places, velocities, and velocities a step of `dt` s ago."""
        first, second, third = self.weights(dt)
        return first * place + second * velocity + third * before


MARKER, ACCELEROMETER = "marker", "accelerometer"
SENSOR_KINDS = {
    MARKER: SensorKind("m", lambda h: (1.0, 0.0, 0.0), "places"),
    # the acceleration in the mean over the last step, by the scheme's own velocities
    ACCELEROMETER: SensorKind("m/s^2", lambda h: (0.0, 1.0 / h, -1.0 / h), "accelerations"),
}
