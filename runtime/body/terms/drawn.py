"""Drawings of terms: for each input a line or a surface that moves with the body."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.base.kernels import Array


class Drawn(NamedTuple):
    """A line through points, or a surface of triangles over them, that shows how strongly an input acts.

    Without points nothing is drawn.
    """

    words: str  # name in a picture's legend
    unit: str  # unit in which people read the input
    factor: float  # how many of that unit make one SI unit
    rest: Array  # (k, 3) m, points at rest
    modes: Array  # (k, 3, r) kg^-1/2, displacement of each point per coordinate
    triangles: Array = np.zeros((0, 3), dtype=np.int64)  # (t, 3) indices of points; empty for a line

    @property
    def is_line(self) -> bool:
        """Whether it is a line and no surface."""
        return bool(len(self.rest)) and not len(self.triangles)

    def places(self, p: Array) -> Array:
        """The positions (k, 3) m of its points at p (r,), in the frame of the body's base."""
        return np.asarray(self.rest + self.modes @ p)


class Surface(NamedTuple):
    """A surface that moves with the body, which a bundle stores for a term."""

    rest: Array  # (k, 3) m, points at rest
    modes: Array  # (k, 3, r) kg^-1/2, displacement of each point per coordinate
    triangles: Array  # (t, 3) indices of points
