"""Where the points of a plant are, and where pushes act on it: what a body's shape and a flow share."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from runtime.plant.push import Push

Array = np.ndarray


class Geometry(Protocol):
    """Points that a plant's states move: vertices of a body, particles in smoke."""

    @property
    def count(self) -> int:
        """How many points there are."""

    def positions(self, state: Array, chosen: Array | None = None, /) -> Array:
        """Positions (..., k, axes) m in states (..., n), of all points or of chosen ones (k,)."""

    def patterns(self, push: Push, state: Array | None = None) -> Array:
        """The inputs (axes, forces) of a push with unit strength along each axis."""

    def random_places(self, rng: np.random.Generator, states: Array) -> list[int | tuple[float, ...]]:
        """Where a random push acts, a place for each of `states` (count, n)."""
