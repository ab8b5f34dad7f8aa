"""Where a state enters a motion: no worse than at the nearest state, and where that is far much better."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.bundle.record import Bundle
from runtime.entering import Entrance
from tests.runtime.test_references import another_motion, costs_from


def spent(bundle: Bundle, state: np.ndarray, step: int) -> float:
    """What LQR spends to the motion's end, from a simulator that is put there: by the costs' definition."""
    simulator = bundle.simulator("lqr", rewind=False)
    simulator.index, simulator.state = step, state
    costs, h, track, total = bundle.costs, bundle.dt, bundle.track, 0.0
    instants = dict(zip(costs.steps.tolist(), costs.instants, strict=True))
    for k in range(step, bundle.steps):
        z = simulator.state - track.states[k]
        simulator.step()
        after, c = simulator.state - track.states[k + 1], simulator.control
        total += h / 4 * costs.schedule[k] * (z @ costs.running @ z + after @ costs.running @ after)
        total += h / 2 * c @ costs.control @ c + (0.5 * z @ instants[k] @ z if k in instants else 0.0)
    last = simulator.state - track.states[-1]
    return float(total + (0.5 * last @ instants[bundle.steps] @ last if bundle.steps in instants else 0.0))


def nearest(bundle: Bundle, state: np.ndarray) -> int:
    """The step whose state is nearest, with velocities times the motion's own time."""
    states, places = bundle.track.states, bundle.plant().positions.stop
    variance = states.var(axis=0)
    weight = np.ones(states.shape[1])
    weight[places:] = variance[:places].sum() / variance[places:].sum()
    return int(np.argmin(((states[:-1] - state) ** 2 * weight).sum(axis=1)))


def test_the_cost_to_go_is_what_linear_runs_cost(either_bundle: Bundle) -> None:
    rng = np.random.default_rng(5)
    states = either_bundle.track.states
    state = states[30] + 0.02 * np.abs(states).max() * rng.standard_normal(states.shape[1])
    wanted = costs_from(either_bundle, state)
    np.testing.assert_allclose(Entrance(either_bundle).costs_from(state), wanted, rtol=1e-6)


def test_what_a_try_says_is_what_a_run_spends(small_bundle: Bundle) -> None:
    """Near the end, where nothing is left behind its steps."""
    states = small_bundle.track.states
    for step in (50, 70, 79):
        state = states[step] + 0.1 * (states[20] - states[step])
        found = Entrance(small_bundle).tried(state, step)
        assert found == pytest.approx(spent(small_bundle, state, step), rel=1e-9)


def test_a_state_enters_no_worse_than_at_the_nearest_one(either_bundle: Bundle) -> None:
    """States of another motion of the same plant, and between the two."""
    other, rng = another_motion(either_bundle), np.random.default_rng(11)
    entrance, shares = Entrance(either_bundle), []
    for _ in range(25):
        one, two = (each.track.states[rng.integers(either_bundle.steps)] for each in (either_bundle, other))
        state = one + rng.uniform(0.3, 1.0) * (two - one)
        step, _ = entrance.best(state)
        shares.append(
            spent(either_bundle, state, step) / spent(either_bundle, state, nearest(either_bundle, state))
        )
    assert max(shares) < 1.01
    assert np.median(shares) < 0.9


def test_a_state_of_the_motion_enters_at_itself(either_bundle: Bundle) -> None:
    entrance = Entrance(either_bundle)
    for step in (0, 17, 53):
        assert entrance.best(either_bundle.track.states[step]) == (step, pytest.approx(0.0, abs=1e-20))
