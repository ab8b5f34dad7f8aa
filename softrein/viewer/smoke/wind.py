"""Wind under a mouse: what a gust means in reduced coordinates, in a fraction of a step.

The wind of `runtime.smoke.flow_field`, `a U^T f` with f = exp(-|x - c|^2 / (2 w^2)) on open faces, but with
the modes summed over blocks of faces first, and f taken at the blocks' middles: at most CELLS blocks along a
side, for a gust is wider than such a block, and summing over 256 x 256 faces at each move of the mouse would
take longer than a step (31 ms at 64 modes, against 0.2 ms). On a grid so coarse it is the same wind.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.bundle.smoke import SmokeBundle

CELLS = 64


class Side(NamedTuple):
    """One component of the modes over blocks of faces."""

    x: np.ndarray  # (k,) m, middles of the blocks
    y: np.ndarray  # (l,) m
    modes: np.ndarray  # (k, l, r), summed over each block's open faces, times a cell's area


class Wind:
    """The gusts of a box."""

    def __init__(self, bundle: SmokeBundle) -> None:
        modes = bundle.modes
        self.spacing, self.extent = (modes.hx, modes.hy), np.array(bundle.extent)
        block = max(1, -(-max(bundle.solid.shape) // CELLS))
        faces = np.split(bundle.open_faces, [modes.u.shape[0] * modes.u.shape[1]])
        self._sides = [
            self._side(component, is_open.reshape(component.shape[:2]), shift, block)
            for component, is_open, shift in zip(
                (modes.u, modes.v), faces, ((0.0, 0.5), (0.5, 0.0)), strict=True
            )
        ]
        self.narrowest = block * max(self.spacing)

    def pattern(self, centre: np.ndarray, width: float) -> np.ndarray:
        """The reduced forces (2, r) of wind of unit strength around a point (2,) m, `width` m wide."""
        return np.array([_gust(side, centre, max(width, self.narrowest)) for side in self._sides])

    def _side(self, modes: np.ndarray, is_open: np.ndarray, shift: tuple[float, float], block: int) -> Side:
        starts = [np.arange(0, count, block) for count in modes.shape[:2]]
        middles = [
            _means((np.arange(count) + offset) * size, start)
            for count, offset, size, start in zip(modes.shape, shift, self.spacing, starts, strict=False)
        ]
        summed = np.add.reduceat(modes * is_open[:, :, None], starts[0], axis=0)
        summed = np.add.reduceat(summed, starts[1], axis=1)
        return Side(middles[0], middles[1], self.spacing[0] * self.spacing[1] * summed)


def _means(values: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """The mean of each block of values."""
    return np.add.reduceat(values, starts) / np.diff([*starts, len(values)])


def _gust(side: Side, centre: np.ndarray, width: float) -> np.ndarray:
    across, along = (
        np.exp(-0.5 * ((places - middle) / width) ** 2)
        for places, middle in zip((side.x, side.y), centre, strict=True)
    )
    rows = across @ side.modes.reshape(len(across), -1)
    return np.asarray(along @ rows.reshape(len(along), -1))
