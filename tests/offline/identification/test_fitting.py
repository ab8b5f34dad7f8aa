"""Intervals hold the truth as often as they say, with noise of many outliers."""

from __future__ import annotations

import numpy as np
import pytest

from offline.identification.fitting import Problem
from offline.identification.markers import Frame
from offline.identification.motion import Paths

STEP, STEPS, TRIALS = 0.01, 80, 120
FREEDOM = 3.0  # of Student's t, whose far values are outliers
PLACES = np.array([[0.3, 0.0, 0.0], [0.3, 0.1, 0.0], [0.3, 0.0, 0.1], [0.0, 0.1, 0.1]])


def swinging(x):
    """Three markers that swing with x = (log of frequency, log of decay), and one that rests."""
    frequency, decay = np.exp(x)
    times = STEP * np.arange(STEPS + 1)[:, None, None]
    way = 0.01 * np.array([[0, 0, 1.0], [0, 0.5, 1.0], [0.2, 0, 1.0], [0, 0, 0]])
    swing, turn = np.exp(-decay * times), frequency * times
    speed = swing * (frequency * np.cos(turn) - decay * np.sin(turn))
    return Paths(PLACES + way * swing * np.sin(turn), way * speed)


def test_intervals_hold_the_truth_in_95_per_cent():
    rng, true = np.random.default_rng(1), np.log([12.0, 2.0])
    paths, still = swinging(true), Frame(np.eye(3), np.zeros(3), 0.0)
    apart = []
    for _ in range(TRIALS):
        points = paths.positions + 5e-4 * rng.standard_t(FREEDOM, paths.positions.shape)
        problem = Problem(STEP * np.arange(STEPS + 1), points, STEP, STEPS, 1e-3, False)
        fit = problem.solve(swinging, true, true, still)
        apart.append((fit.x - true) / np.sqrt(np.diag(fit.covariance)))
    held = np.mean(np.abs(apart) < 1.96)
    assert 0.92 <= held <= 0.98
    assert np.std(apart) == pytest.approx(1.0, abs=0.1)
