"""What an observer thinks is true."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.observing.kalman import Sight
from runtime.plant.plant import Plant

Array = np.ndarray


class Estimate(NamedTuple):
    """What is thought to be true, and working memory; f inputs of the plant, m places that are measured."""

    state: Array  # (n,)
    disturbance: Array  # (f,) d, a reduced force (r,) on the coordinates; zero behind it, of muscles
    force: Array  # (f,)
    ahead: Array  # (n,)
    missed: Array  # (m,) y - C z of the last correction
    white: Array  # (m,) and that with unit variance
    surprise: Array  # (1,) and the sum of its squares


def new_estimate(plant: Plant, sight: Sight) -> Estimate:
    """Zeros of a plant's sizes."""
    n, f, m = plant.size, plant.forces, len(sight.noise)
    return Estimate(*(np.zeros(size) for size in (n, f, f, n, m, m, 1)))
