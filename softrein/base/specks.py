"""Points in smoke that show its density or the flow; they are the same each time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from runtime.bundle.smoke import SmokeBundle


def specks(bundle: SmokeBundle, weights: np.ndarray, count: int) -> np.ndarray:
    """Return places (count, d) m in fluid cells with the density of weights (cells); none if all are 0.

    They are spread evenly over the cumulative weights, cell after cell, each at random in its cell.
    """
    mass = np.where(bundle.solid, 0.0, np.maximum(weights, 0.0)).ravel()
    if not mass.any():
        return np.zeros((0, bundle.axes))
    upto = np.cumsum(mass) / mass.sum()
    cells = np.searchsorted(upto, (np.arange(count) + 0.5) / count)
    corners = np.stack(np.unravel_index(cells, bundle.solid.shape), axis=1)
    within = np.random.default_rng(0).random((count, bundle.axes))
    return np.asarray((corners + within) * bundle.modes.spacing)
