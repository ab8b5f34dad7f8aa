"""Where a state enters a motion: never worse than the nearest state, and much better where that is far."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.entering import Entrance
from tests.runtime.test_references import far

ROUNDS = 4


@pytest.fixture
def endless(motions_bundle: BodyBundle) -> BodyBundle:
    """A motion that repeats, and ends where it begins."""
    return motions_bundle.motion("raised")


def spent(bundle: Bundle, state: np.ndarray, step: int) -> float:
    """What LQR spends in some rounds, from a simulator that is put there: by the costs' definition."""
    simulator = bundle.simulator("lqr", rewind=True)
    simulator.index, simulator.state = step, state
    costs, h, track, total = bundle.costs, bundle.dt, bundle.track, 0.0
    instants = dict(zip(costs.steps.tolist(), costs.instants, strict=True))
    for _ in range(ROUNDS * bundle.steps):
        k = simulator.index % bundle.steps
        z = simulator.state - track.states[k]
        if k == 0 and bundle.steps in instants:  # the end is the next round's beginning
            total += 0.5 * z @ instants[bundle.steps] @ z
        simulator.step()
        after, c = simulator.state - track.states[k + 1], simulator.control
        total += h / 4 * costs.schedule[k] * (z @ costs.running @ z + after @ costs.running @ after)
        total += h / 2 * c @ costs.control @ c + (0.5 * z @ instants[k] @ z if k in instants else 0.0)
    return float(total)


def nearest(bundle: Bundle, state: np.ndarray) -> int:
    """The step whose state is nearest, with velocities times the motion's own time."""
    states, places = bundle.track.states, bundle.plant().positions.stop
    variance = states.var(axis=0)
    weight = np.ones(states.shape[1])
    weight[places:] = variance[:places].sum() / variance[places:].sum()
    return int(np.argmin(((states[:-1] - state) ** 2 * weight).sum(axis=1)))


def test_of_a_motion_that_ends_it_is_what_a_deviation_costs_on_average(either_bundle: Bundle) -> None:
    rng, states = np.random.default_rng(5), either_bundle.track.states
    state = states[30] + 0.02 * np.abs(states).max() * rng.standard_normal(states.shape[1])
    found = Entrance(either_bundle).costs_from(state)
    for step in (0, 30, 59):
        assert found[step] == pytest.approx(far(either_bundle, state, step), rel=1e-6)


def test_a_try_is_what_a_run_spends(endless: BodyBundle) -> None:
    entrance, states = Entrance(endless), endless.track.states
    for step in (10, 40, 75):
        state = states[step] + 0.5 * (states[20] - states[step])
        assert entrance.trial_cost(state, step) == pytest.approx(spent(endless, state, step), rel=0.02)


def test_a_state_enters_no_worse_than_at_the_nearest_one(
    motions_bundle: BodyBundle, endless: BodyBundle
) -> None:
    """States of another motion of the same plant, and between the two."""
    entrance, shares, rng = Entrance(endless), [], np.random.default_rng(11)
    for _ in range(25):
        one, two = (each.track.states[rng.integers(endless.steps)] for each in (endless, motions_bundle))
        state = one + rng.uniform(0.3, 1.0) * (two - one)
        step, _ = entrance.best(state)
        there = nearest(endless, state)
        shares.append(spent(endless, state, step) / spent(endless, state, there))
    assert max(shares) < 1.01
    assert np.median(shares) < 0.95


def test_a_state_of_the_motion_enters_at_itself(either_bundle: Bundle) -> None:
    entrance = Entrance(either_bundle)
    for step in (0, 17, 53):
        assert entrance.best(either_bundle.track.states[step]) == (step, pytest.approx(0.0, abs=1e-20))
