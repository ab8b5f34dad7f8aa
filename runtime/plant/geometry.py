"""The interface of a plant's geometry, a body's shape or a flow: places of points, and pushes on it."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from runtime.plant.push import Push

Array = np.ndarray


class Geometry(Protocol):
    """Points that a plant's states move: vertices of a body, particles in smoke."""

    @property
    def count(self) -> int:
        """The number of points."""

    def positions(self, state: Array, chosen: Array | None = None, /) -> Array:
        """Positions (..., k, axes) m in states (..., n), of all points or of chosen ones (k,)."""

    def patterns(self, push: Push, state: Array | None = None) -> Array:
        """The inputs (axes, forces) of a push with unit strength along each axis."""

    def random_places(self, rng: np.random.Generator, states: Array) -> list[int | tuple[float, ...]]:
        """The places of random pushes, one for each of `states` (count, n)."""
