"""Coherent gradient noise (Perlin 1985) in one dimension, time; each component has its own noise.

Between the knots n and n + 1 of a lattice in time, with gradients g drawn uniformly from [-1, 1] and t
counted in knots,

    noise(n + t) = (1 - w) g_n t + w g_(n + 1) (t - 1),     w = t^3 (6 t^2 - 15 t + 10)

It vanishes at the knots, is twice differentiable, and stays within +-1/2; it is doubled to fill +-1.

Limits: the noise repeats after 4096 knots.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

# length of the table of random gradients: at ten knots a second, noise repeats after seven minutes
KNOTS = 4096


def gradient_noise(knots: float, seed: int, components: int) -> np.ndarray:
    """The coherent noise (components,) in [-1, 1] at a time counted in knots."""
    first = math.floor(knots)
    t, gradients = knots - first, _gradients(seed, components)
    w = t**3 * (6 * t**2 - 15 * t + 10)
    before, after = gradients[first % KNOTS], gradients[(first + 1) % KNOTS]
    return np.asarray(2 * ((1 - w) * before * t + w * after * (t - 1)))


@lru_cache(maxsize=64)
def _gradients(seed: int, components: int) -> np.ndarray:
    """The slopes (KNOTS, components) at the knots."""
    return np.random.default_rng(seed).uniform(-1, 1, (KNOTS, components))
