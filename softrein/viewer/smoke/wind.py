"""Wind by the mouse: a gust in reduced coordinates, computed in a fraction of a step.

The wind of `runtime.smoke.flow_field`, `a U^T f` with f = exp(-|x - c|^2 / (2 w^2)) on open faces, but with
the modes summed over blocks of faces first, and f taken at the blocks' middles: at most CELLS blocks along a
side, for a gust is wider than such a block, and summing over 256 x 256 faces at each move of the mouse would
take longer than a step (31 ms at 64 modes, against 0.2 ms). On a grid so coarse it is the same wind.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from runtime.bundle.smoke import SmokeBundle
from runtime.smoke.velocity_modes import split_faces

CELLS = 64


class Side(NamedTuple):
    """One component of the modes over blocks of faces."""

    middles: list[np.ndarray]  # (k,) m, centres of the blocks along each axis
    modes: np.ndarray  # (k, l, r), modes summed over each block's open faces, times a cell's area


class Wind:
    """The gusts of a box."""

    def __init__(self, bundle: SmokeBundle) -> None:
        modes = bundle.modes
        self.spacing, self.extent = modes.spacing, np.array(bundle.extent)
        block = max(1, -(-max(bundle.solid.shape) // CELLS))
        is_open = split_faces(bundle.open_faces, bundle.solid.shape)
        self._sides = [
            self._side(component, flags, axis, block)
            for axis, (component, flags) in enumerate(zip(modes.faces, is_open, strict=True))
        ]
        self.narrowest = block * max(self.spacing)

    def pattern(self, centre: np.ndarray, width: float) -> np.ndarray:
        """The reduced forces (d, r) of wind of unit strength around a point (d,) m, `width` m wide."""
        return np.array([_gust(side, centre, max(width, self.narrowest)) for side in self._sides])

    def _side(self, modes: np.ndarray, is_open: np.ndarray, across: int, block: int) -> Side:
        middles, summed = [], modes * is_open[..., None]
        for axis, (count, size) in enumerate(zip(is_open.shape, self.spacing, strict=True)):
            starts = np.arange(0, count, block)
            middles.append(_means((np.arange(count) + 0.5 * (axis != across)) * size, starts))
            summed = np.add.reduceat(summed, starts, axis=axis)
        return Side(middles, math.prod(self.spacing) * summed)


def _means(values: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """The mean of each block of values."""
    return np.add.reduceat(values, starts) / np.diff([*starts, len(values)])


def _gust(side: Side, centre: np.ndarray, width: float) -> np.ndarray:
    found = side.modes
    for places, middle in zip(side.middles, centre, strict=True):
        bell = np.exp(-0.5 * ((places - middle) / width) ** 2)
        found = (bell @ found.reshape(len(bell), -1)).reshape(found.shape[1:])
    return found
