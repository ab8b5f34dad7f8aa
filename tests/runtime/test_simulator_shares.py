"""What a simulator keeps for itself: of callers' arrays, of its copies, of what it did before."""

from __future__ import annotations

import contextlib
import copy
from dataclasses import replace

import numpy as np
import pytest

from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.control.base.law import AffineGains
from runtime.control.paths import curve_of
from runtime.plant.push import Push
from softrein.errors import SimulationError
from tests.runtime.bundle.carried import carried
from tests.runtime.observing.test_feedback import sensed
from tests.runtime.test_simulator import a_push
from tests.touching import touching_bundle


def test_a_copy_of_a_simulator_plans_for_itself(either_bundle: Bundle) -> None:
    """Neither follows the other's plans, whatever happens to one of them."""
    whole = either_bundle.simulator("mpc", horizon=12, every=4)
    alone = either_bundle.simulator("mpc", horizon=12, every=4)
    for _ in range(6):
        whole.step()
        alone.step()
    other = copy.deepcopy(whole)
    push = a_push(either_bundle)
    other.push(push.at, push.force, radius=push.radius)
    for _ in range(6):
        other.step()
        whole.step()
        alone.step()
    np.testing.assert_array_equal(whole.state, alone.state)
    assert not np.array_equal(other.state, whole.state)
    again = copy.deepcopy(whole)
    del whole
    again.step()
    alone.step()
    np.testing.assert_array_equal(again.state, alone.state)


@pytest.mark.parametrize("extended", [False, True])
def test_a_copy_of_a_simulator_with_sensors_observes_for_itself(
    small_bundle: BodyBundle, extended: bool
) -> None:
    whole = sensed(small_bundle, extended).simulator("lqr", sensors=True)
    whole.push("xmax", (0.0, 0.0, 1.0))
    for _ in range(8):
        whole.step()
    other = copy.deepcopy(whole)
    for _ in range(12):
        whole.step()
        other.step()
    np.testing.assert_array_equal(other.estimate, whole.estimate)
    np.testing.assert_array_equal(other.state, whole.state)


def test_a_hand_does_not_move_with_the_array_that_it_was_given(small_bundle: BodyBundle) -> None:
    simulator = carried(small_bundle).simulator("none")
    place = np.array([0.01, 0.0, 0.0])
    simulator.handle.move(place, over=0.05)
    for _ in range(4):
        simulator.step()
    before = simulator.handle.pose.translation
    place += 1.0
    np.testing.assert_array_equal(simulator.handle.pose.translation, before)


def test_gains_do_not_change_with_the_array_that_they_were_given_in(either_bundle: Bundle) -> None:
    """Neither in a simulator nor in a bundle."""
    own = either_bundle.simulator("lqr")
    given = either_bundle.gains["lqr"].copy(), np.zeros((either_bundle.steps, len(either_bundle.limits)))
    simulators = [either_bundle.simulator(AffineGains(*given)), either_bundle.simulator(given[0])]
    other = either_bundle.with_controllers({"mine": AffineGains(*given)})
    for each in (own, *simulators):
        push = a_push(either_bundle)
        each.push(push.at, push.force, radius=push.radius)
    given[0][:], given[1][:] = 0.0, 1.0
    for _ in range(5):
        for each in (own, *simulators):
            each.step()
    for each in simulators:
        np.testing.assert_allclose(each.state, own.state, rtol=1e-12, atol=1e-15)
    np.testing.assert_array_equal(other.gains["mine"], either_bundle.gains["lqr"])
    assert not other.offsets["mine"].any()


def test_neither_do_a_push_nor_a_path(small_bundle: BodyBundle) -> None:
    force, simulators = np.array([0.0, 1.0, 0.0]), [small_bundle.simulator("none") for _ in range(2)]
    for each in simulators:
        each.push("xmax", force.copy() if each is simulators[0] else force, noise=0.05, seed=3)
    force *= 100.0
    for each in simulators:
        each.step()
    np.testing.assert_array_equal(simulators[0].state, simulators[1].state)
    points, times = np.eye(3), np.arange(3.0)
    curve = curve_of(points, 3, times=times)
    points += 1.0
    times += 1.0
    np.testing.assert_allclose(curve.at(np.array([1.0]))[0], np.eye(3)[1], atol=1e-12)


def test_planned_pushes_find_the_vertex_that_they_find_in_a_run(small_bundle: BodyBundle) -> None:
    """The one that is nearest at rest, though the body is elsewhere by then."""
    at = tuple(small_bundle.vertices[small_bundle.regions["xmax"][0]] + np.array([0, 0, 1e-3]))
    push = Push(at, (0, 0.4, 0), 10 * small_bundle.dt, 5 * small_bundle.dt)
    simulator = small_bundle.simulator("lqr", rewind=False)
    for index in range(small_bundle.steps):
        simulator.play([push], index)
        simulator.step()
    np.testing.assert_array_equal(simulator.state, small_bundle.run([push], "lqr").states[-1])


def test_pushes_of_the_first_step_are_played_in_each_round(small_bundle: BodyBundle) -> None:
    push = Push("xmax", (0, 1, 0), 0.0, 5 * small_bundle.dt)
    simulator = small_bundle.simulator("lqr", rewind=True)
    found = []
    for _ in range(2 * small_bundle.steps + 1):
        found.append(len(simulator.play(push, simulator.index)))
        simulator.step()
    assert np.flatnonzero(found).tolist() == [0, small_bundle.steps, 2 * small_bundle.steps]


def test_warming_up_is_without_what_acts(either_bundle: Bundle) -> None:
    """And where it fails all is as it was."""
    simulator, push = either_bundle.simulator("none"), a_push(either_bundle)
    held = simulator.push(push.at, np.multiply(1e6, push.force), radius=push.radius)
    with contextlib.suppress(SimulationError):
        for _ in range(20):
            simulator.step()
    assert not simulator.finished
    state, index, left = simulator.state, simulator.index, held.steps_left
    simulator.warm_up()
    np.testing.assert_array_equal(simulator.state, state)
    assert (simulator.index, held.steps_left) == (index, left)

    def fails() -> None:
        raise SimulationError("no")

    simulator.step = fails  # type: ignore[method-assign]
    with pytest.raises(SimulationError, match="no"):
        simulator.warm_up()
    np.testing.assert_array_equal(simulator.state, state)
    assert (simulator.index, simulator.rewind) == (index, either_bundle.simulator().rewind)


def test_what_a_controller_counted_is_kept_on_another_motion(motions_bundle: BodyBundle) -> None:
    simulator = motions_bundle.simulator("mpc", budget=1e-9, horizon=8)
    for _ in range(5):
        simulator.step()
    counted = simulator.counts
    assert counted["over budget"] > 0
    simulator.enter("still")
    assert simulator.counts == counted
    simulator.enter("tapped")
    assert simulator.counts == counted
    simulator.reset()
    assert simulator.counts["over budget"] == 0


def test_contacts_are_of_the_last_step_whatever_is_followed_next() -> None:
    simulator = touching_bundle().simulator("none")
    while not simulator.contacts:
        simulator.step()
    before = simulator.contacts
    simulator.enter(0, 3)
    assert len(simulator.contacts) == len(before)
    np.testing.assert_array_equal(simulator.contacts[0].force, before[0].force)
    simulator.reset()
    assert simulator.contacts == []


def test_an_estimate_that_is_set_without_sensors_is_the_state(small_bundle: BodyBundle) -> None:
    """The error so far begins there, as it does for a state that is set."""
    one, other = small_bundle.simulator("lqr"), small_bundle.simulator("lqr")
    for each in (one, other):
        for _ in range(5):
            each.step()
    one.estimate = other.state = 1.5 * one.state
    for each in (one, other):
        each.step()
    assert one.error == other.error


def test_bodies_that_touch_run_in_threads_and_say_how_far_they_are() -> None:
    """Their steps are not taken together."""
    bundle, told = touching_bundle(), list[int]()
    assert not bundle.plant().tiles
    push = Push("xmax", (0, 0, 1.0), 0.0, 0.02)
    bundle.rollouts([[push], []], "lqr", progress=lambda what, done, count: told.append(done))
    assert told[-1] == 2


def test_plans_in_blocks_have_tools_where_they_are() -> None:
    """A tool's place is that at a block's beginning; its velocity is that over the block."""
    bundle = touching_bundle()
    problem = bundle.law("mpc", horizon=20, block=10).problem
    own = bundle.inputs["tools"]
    along = bundle.track.feedforward[:, own]
    np.testing.assert_array_equal(problem.feedforward[:, own][:, :6], along[:, :6])
    after = along[10:, :3] - along[:-10, :3]
    there = problem.feedforward[: len(after), own]
    np.testing.assert_allclose(10 * bundle.dt * there[:, 6:9], after, rtol=0, atol=1e-12)


def test_a_body_that_may_turn_has_ranges_for_its_gains(small_bundle: BodyBundle) -> None:
    """Its softest mode has no stiffness, or by round-off a little less."""
    for least in (0.0, -1e-9):
        values = np.diag([least, *np.ones(small_bundle.rank - 1)])
        bundle = replace(small_bundle)
        object.__setattr__(bundle, "model", _Stiff(values))
        ranges = bundle.proportional_ranges()
        assert all(0 < low < high for low, high in ranges.values())


class _Stiff:
    def __init__(self, values: np.ndarray) -> None:
        self._values = values

    def stiffness(self, _: np.ndarray) -> np.ndarray:
        return self._values
