"""The basis of published figures: the noise of an observer's markers, and the cost of key-frames."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from offline.steering.mismatch import Measured, Mismatch, Observed
from runtime.control.base.costs import Costs
from runtime.control.planning.frames import Frame, problem_about

Array = np.ndarray
OWN = np.repeat([1e-3, 4e-3], 600)  # m, of two sensors of so many coordinates


class Listening:
    """An observer that keeps what it is told."""

    def __init__(self) -> None:
        self.measurement = SimpleNamespace(own=OWN, of_places=np.ones(OWN.size, dtype=bool))
        self.state, self.disturbance = np.zeros(2), np.zeros(1)
        self.heard: list[Array] = []

    def update(self, index: int, control: Array, measured: Array) -> None:
        self.heard.append(measured)


def heard(mismatch: Mismatch, places: Array) -> Array:
    """What an observer hears of markers at `places` (T, m), a row a measurement."""
    observer: Any = Listening()
    knowing = Observed(mismatch, observer, np.random.default_rng(0))
    for index, each in enumerate(places):
        knowing.told(np.zeros(2), each, np.zeros(1))
        knowing.acted(index, np.zeros(1))
    return np.array(observer.heard)


@pytest.mark.parametrize(
    ("given", "expected"), [(None, OWN), (0.01, np.full(OWN.size, 0.01)), (0.0, 0 * OWN)]
)
def test_markers_have_the_noise_of_their_sensors_unless_told(given: float | None, expected: Array) -> None:
    noise = heard(Mismatch(sensors=True, noise=given), np.zeros((41, OWN.size)))
    for half in (
        slice(0, 600),
        slice(600, 1200),
    ):  # of 24,000 numbers the deviation is known to half a percent
        assert np.std(noise[:, half]) == pytest.approx(expected[half][0], rel=0.03)
        assert abs(np.mean(noise[:, half])) <= 0.05 * expected[half][0]
    if expected.any():
        assert abs(np.corrcoef(noise[0], noise[1])[0, 1]) < 0.15  # and new at each step


def test_they_are_told_late_and_in_their_order() -> None:
    places = np.repeat(np.arange(6.0)[:, None], OWN.size, axis=1)
    found = heard(Mismatch(sensors=True, noise=0.0, delay=2), places)
    np.testing.assert_array_equal(found[:, 0], [0, 0, 1, 2, 3])


def test_a_state_has_the_noise_that_is_told() -> None:
    scale = np.repeat([2.0, 0.0], [2000, 2000])
    told, _ = Measured(Mismatch(noise=0.01), scale, np.random.default_rng(1)).told(
        np.ones(4000), np.zeros(0), np.zeros(1)
    )
    assert np.std(told[:2000]) == pytest.approx(0.02, rel=0.06)
    np.testing.assert_array_equal(told[2000:], 1.0)


@pytest.mark.parametrize("repeats", [False, True])
def test_a_key_frame_costs_what_it_says_wherever_the_motion_starts(repeats: bool) -> None:
    """1/2 w |C z - y|^2 but for a constant, about a start that is not zero."""
    rng, n, steps, controls = np.random.default_rng(2), 6, 9, 2
    start = rng.normal(size=n)
    costs = Costs(
        running=np.zeros((n, n)), schedule=np.ones(steps), steps=np.zeros(0, dtype=np.int64),
        instants=np.zeros((0, n, n)), control=np.eye(controls), places=np.zeros((0, n)),
        goals=np.zeros((steps + 1, 0)), weights=np.zeros(0),
    )  # fmt: skip
    frames = [Frame(4, rng.normal(size=(3, n)), rng.normal(size=3), 1e-3) for _ in range(2)]
    weights = [2.0, 30.0]
    problem = problem_about(start, costs, frames, weights, 0.01, 3, repeats)

    def told(z: Array) -> float:
        return sum(
            0.5 * w * float(np.sum((f.places @ z - f.goal) ** 2))
            for f, w in zip(frames, weights, strict=True)
        )

    def found(z: Array) -> float:
        away = z - problem.states[4]
        return float(0.5 * away @ problem.instants[problem.instant[4]] @ away)

    here, there, beyond = (rng.normal(size=n) for _ in range(3))
    assert found(here) - found(there) == pytest.approx(told(here) - told(there), rel=1e-9)
    assert found(here) - found(beyond) == pytest.approx(told(here) - told(beyond), rel=1e-9)
    np.testing.assert_allclose(problem.states[2], start)
