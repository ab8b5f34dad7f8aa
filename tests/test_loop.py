"""The loop and its batch: what every controller must keep, and the same run by plain NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from runtime import loop
from runtime.bundle import Bundle
from runtime.law import make_law, proportional_gains
from runtime.shape import Push
from softrein.errors import ControllerError, SimulationError

CONTROLLERS = ("lqr", "p", "pd", "none")


def plain_run(bundle: Bundle, controller: str) -> tuple[np.ndarray, float]:
    """States and effort of the scene's pushed run, step by step from the definition."""
    law, plant, events = bundle.law(controller), bundle.plant(), bundle.events(bundle.pushes)
    state, effort = bundle.track.states[0], 0.0
    states = [state]
    for k, feedforward in enumerate(bundle.track.feedforward):
        control = law.gains[law.schedule[k]] @ (state - bundle.track.states[k])
        control = np.clip(control, -law.limits, law.limits)
        acting = (events.first <= k) & (k < events.last)
        force = feedforward + law.actuators @ control + events.force[acting].sum(axis=0)
        state = plant.step(state, force)
        effort += bundle.dt * control @ control
        states.append(state)
    return np.array(states), effort


@pytest.mark.parametrize("controller", CONTROLLERS)
def test_the_compiled_loop_does_what_the_definition_says(small_bundle: Bundle, controller: str) -> None:
    states, effort = plain_run(small_bundle, controller)
    run = small_bundle.run(controller=controller)
    scale = np.abs(states).max()
    np.testing.assert_allclose(run.states, states, atol=1e-11 * scale)  # round-off, carried over 80 steps
    assert run.effort[-1] == pytest.approx(effort, rel=1e-9)


@pytest.mark.parametrize("controller", CONTROLLERS)
def test_an_undisturbed_run_is_the_reference_and_costs_nothing(small_bundle: Bundle, controller: str) -> None:
    run = small_bundle.run([], controller)
    np.testing.assert_allclose(run.states, small_bundle.track.states, atol=1e-9)
    assert run.effort[-1] < 1e-15
    assert run.error < 1e-9


@pytest.mark.parametrize("controller", CONTROLLERS)
def test_the_batch_is_the_single_run_many_times(small_bundle: Bundle, controller: str) -> None:
    free = np.setdiff1d(np.unique(small_bundle.surface), small_bundle.regions["xmin"])
    pushes = [[Push(int(vertex), (0.5, -1.0, 0.3), 0.1, 0.05, 0.03)] for vertex in free[::7]]
    pushes += [[], [*small_bundle.pushes, Push(int(free[0]), (0.0, 0.0, 1.0), 0.3, 0.1)]]
    batch = small_bundle.rollouts(pushes, controller, record=True)
    assert batch.states is not None
    for i, own in enumerate(pushes):
        single = small_bundle.run(own, controller)
        scale = np.abs(single.states).max()
        np.testing.assert_allclose(batch.states[:, i], single.states, atol=1e-10 * scale)
        assert batch.error[i] == pytest.approx(single.error, rel=1e-7, abs=1e-12)
        assert batch.effort[i] == pytest.approx(single.effort[-1], rel=1e-7, abs=1e-15)
        np.testing.assert_array_equal(batch.final[i], batch.states[-1, i])


def test_several_controllers_in_one_batch_are_the_same_as_one_by_one(small_bundle: Bundle) -> None:
    pushes = [small_bundle.pushes, [], [Push(40, (0.3, 0.2, -0.4), 0.15, 0.05, 0.03)]]
    together = small_bundle.rollouts_under(["lqr", "none", "pd"], pushes, record=True)
    for name, outcome in zip(("lqr", "none", "pd"), together, strict=True):
        alone = small_bundle.rollouts(pushes, name, record=True)
        np.testing.assert_allclose(outcome.states, alone.states, atol=1e-13)
        np.testing.assert_allclose(outcome.effort, alone.effort, rtol=1e-9, atol=1e-18)


def test_control_brings_the_push_home_gently(small_bundle: Bundle) -> None:
    """LQR leaves a fraction of the error, and less than PD, tuned to spend no more."""
    error = {name: small_bundle.run(controller=name).error for name in CONTROLLERS}
    assert error["lqr"] < 0.3 * error["none"]
    assert error["lqr"] < error["pd"] < error["none"]


def test_controls_are_clamped_and_counted(small_bundle: Bundle) -> None:
    gains = small_bundle.gains["lqr"]
    free = small_bundle.run(controller="lqr")
    largest = np.abs(free.controls).max()
    limits = np.full(gains.shape[1], 0.5 * largest)
    law = make_law(gains, small_bundle.steps, small_bundle.actuators, limits)
    plant, track = small_bundle.plant(), small_bundle.track
    record = loop.Record(np.zeros_like(track.states), np.zeros((small_bundle.steps, gains.shape[1])))
    sums, events = loop.tally(), small_bundle.events(small_bundle.pushes)
    loop.run(
        plant.data, plant.dt, law, track, events, track.states[0].copy(),
        loop.scratch(law, plant.size), sums, record,
    )  # fmt: skip
    assert np.abs(record.controls).max() == pytest.approx(0.5 * largest)
    assert sums.clamped[0] == (np.abs(record.controls) == 0.5 * largest).sum() > 0


def test_pd_pulls_back_along_position_and_velocity() -> None:
    gains = proportional_gains(3.0, 0.5, np.eye(2))
    np.testing.assert_array_equal(gains[0] @ [1, 0, 0, 2], [-3, -1])


def test_pd_over_actuators_is_the_least_squares_fit() -> None:
    actuators = np.array([[1.0], [2.0], [0.0]])
    gains = proportional_gains(2.0, 0.0, actuators)
    wanted = -2 * np.array([1.0, 0, 0])
    expected = np.linalg.lstsq(actuators, wanted, rcond=None)[0]
    np.testing.assert_allclose(gains[0] @ [1, 0, 0, 0, 0, 0], expected)


@pytest.mark.parametrize("gain", [-1.0, np.nan, np.inf])
def test_bad_pd_gains_are_refused(gain: float) -> None:
    with pytest.raises(ControllerError):
        proportional_gains(gain, 0.0, np.eye(2))


def test_gains_that_do_not_fit_are_refused(small_bundle: Bundle) -> None:
    for gains in (
        np.zeros((3, 8, 16)),
        np.zeros((1, 8, 15)),
        np.zeros((1, 7, 16)),
        np.full((1, 8, 16), np.nan),
    ):
        with pytest.raises(ControllerError):
            small_bundle.law(gains)
    with pytest.raises(ControllerError, match="lqr, p, pd, none"):
        small_bundle.law("spd")


def test_a_run_that_blows_up_names_its_step(small_bundle: Bundle) -> None:
    gains = proportional_gains(1e200, 1e200, small_bundle.actuators)
    with pytest.raises(SimulationError, match=r"step \d+ of 80"):
        small_bundle.run(controller=gains)
    outcome = small_bundle.rollouts([small_bundle.pushes, []], gains)
    assert np.isinf(outcome.error[0])
    assert np.isinf(outcome.effort[0])


def test_the_loop_allocates_nothing(small_bundle: Bundle) -> None:
    """A call wraps its arguments; a run of eighty steps then allocates as often as one of ten."""
    from numba.core.runtime import _nrt_python, rtsys

    plant, track, law = small_bundle.plant(), small_bundle.track, small_bundle.law("lqr")
    record = loop.Record(np.zeros_like(track.states), np.zeros((small_bundle.steps, law.actuators.shape[1])))
    work, events = loop.scratch(law, plant.size), small_bundle.events(small_bundle.pushes)

    def allocations(steps: int) -> int:
        short, state = law._replace(schedule=law.schedule[:steps]), track.states[0].copy()
        before = rtsys.get_allocation_stats().alloc
        assert (
            loop.run(plant.data, plant.dt, short, track, events, state, work, loop.tally(), record) == steps
        )
        return int(rtsys.get_allocation_stats().alloc - before)

    _nrt_python.memsys_enable_stats()
    allocations(10)
    assert allocations(small_bundle.steps) == allocations(10)
