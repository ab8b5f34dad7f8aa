"""A controller of one's own: it gets markers in place of states, and a warning when states explode."""

from __future__ import annotations

import re
import warnings
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import softrein
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.control.planning.options import Replanning
from runtime.observing.sensors import Observing, Sensor
from runtime.run import motion_size, warn_of_explosions
from runtime.sensed import NOISE
from runtime.simulator import Simulator
from softrein.errors import ControllerError, SimulationError
from tests.tiny_bundles import tiny_body

Array = np.ndarray


def sensed(bundle: BodyBundle, extended: bool = False) -> BodyBundle:
    """The bundle with two sensors on its free end, one of them slower."""
    free = np.intersect1d(np.unique(bundle.surface), bundle.free // 3)
    sensors = [Sensor([int(free[-1]), int(free[len(free) // 2])], 1e-3), Sensor([int(free[-2])], 2e-3, 3)]
    unmodelled = {
        "forces": 1e-3 * np.triu(np.ones((bundle.rank,) * 2)), "places": np.full_like(bundle.vertices, 3e-4),
    }  # fmt: skip
    observing = Observing(0.3, 2.0, extended=extended)
    return replace(bundle, sensors=sensors, observing=observing, unmodelled=unmodelled)


class Told:
    """A controller in Python that does what it was told."""

    def __init__(self, size: int) -> None:
        self.wish = np.zeros(size)

    def control(self, step: int, deviation: Array) -> Array:
        return self.wish


# Feedback from markers ----------------------------------------------------------------------------


def test_a_plan_along_a_motion_that_is_entered_is_as_if_it_were_the_first(small_bundle: BodyBundle) -> None:
    """It reckons with the observer's force along that motion, whose costs are others."""
    bundle = replace(sensed(small_bundle), replanning=Replanning(3))
    costs = bundle.costs._replace(instants=9 * bundle.costs.instants)
    other, found = replace(bundle, costs=costs), []
    for first in (bundle, other):
        simulator = first.simulator("mpc", sensors=True)
        if first is bundle:
            simulator.enter(simulator.add_reference(other, "mpc"), 0)
        simulator.push("xmax", (0.0, 0.0, 1.0))
        for _ in range(20):
            simulator.step()
        found.append(simulator.state)
    np.testing.assert_allclose(*found, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize(
    ("extended", "limit", "controller"),
    [
        (False, np.inf, "lqr"),
        (True, np.inf, "lqr"),
        (False, 1.0, "lqr"),
        (True, 1.0, "lqr"),
        (True, 1.0, "mpc"),
    ],
)
def test_it_does_what_a_simulator_with_sensors_does(
    small_bundle: BodyBundle, extended: bool, limit: float, controller: str
) -> None:
    """Though the truth is stepped by another: it is told places of markers, with the same noise."""
    limits = np.tile([-limit, limit], (len(small_bundle.limits), 1))
    bundle = replace(sensed(small_bundle, extended), limits=limits)
    wanted = bundle.simulator(controller, rewind=False, sensors=True)
    truth = bundle.simulator(told := Told(len(limits)), rewind=False)
    feedback = softrein.MarkerFeedback(bundle, controller, rewind=False)
    noise = np.random.default_rng(np.random.SeedSequence(bundle.seed, spawn_key=(NOISE,)))
    own = np.repeat([[1e-3], [1e-3], [2e-3]], 3, axis=1)
    met = 0
    while not feedback.finished:
        for each in (wanted, truth):
            each.play(bundle.pushes, each.index)
        told.wish = feedback.control
        met += int((np.abs(feedback.control) == limit).any())
        wanted.step()
        truth.step()
        drawn = own * noise.standard_normal(9).reshape(3, 3)
        feedback.measured(truth.positions(feedback.vertices) + drawn)
        np.testing.assert_allclose(feedback.estimate, wanted.estimate, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(truth.state, wanted.state, rtol=1e-9, atol=1e-12)
    assert wanted.finished
    assert wanted.effort > 1e-6
    assert (met > 0) == np.isfinite(limit)
    np.testing.assert_allclose(feedback.expected, truth.positions(feedback.vertices), atol=5e-3)


@pytest.mark.parametrize("extended", [False, True])
@pytest.mark.parametrize("delay", [1, 3])
def test_late_measurements_correct_the_past_which_is_then_stepped_ahead(
    small_bundle: BodyBundle, extended: bool, delay: int
) -> None:
    """The estimate is that of an observer in time, some steps ago, stepped ahead under what was decided."""
    bundle = sensed(small_bundle, extended)
    truth = bundle.simulator(told := Told(bundle.rank), rewind=False)
    feedback = softrein.MarkerFeedback(bundle, "lqr", rewind=False, delay=delay)
    past, decay = bundle.observer("lqr"), bundle.knowledge.unknown.decay
    seen: list[Array] = []
    given: list[Array] = []
    while not feedback.finished:
        truth.play(bundle.pushes, truth.index)
        told.wish = feedback.control
        truth.step()
        seen.append(truth.positions(feedback.vertices))
        given.append(told.wish)
        step = len(seen) - 1 - delay  # which ended when what is told now was seen
        feedback.measured(seen[step] if step >= 0 else np.full_like(seen[0], 1e3))
        if step >= 0:
            past.update(step, given[step], seen[step].reshape(-1))
            np.testing.assert_allclose(feedback.expected.reshape(-1), past.expected, rtol=0, atol=1e-11)
        ahead, unknown = past.state.copy(), past.disturbance.copy()
        for later in range(max(step + 1, 0), len(given)):
            ahead = bundle.plant().step(ahead, bundle.track.feedforward[later] + unknown + given[later])
            unknown *= decay
        np.testing.assert_allclose(feedback.estimate, ahead, rtol=1e-7, atol=1e-11)
    assert np.abs(given).max() > 1e-3
    assert feedback.index == len(seen) == bundle.steps


def test_what_is_measured_may_lie_in_any_order_in_memory(small_bundle: BodyBundle) -> None:
    """Also after what was contiguous, for which compiled code was chosen."""
    plain, strided = (softrein.MarkerFeedback(sensed(small_bundle, True), "lqr") for _ in range(2))
    observers = [sensed(small_bundle, True).observer("lqr") for _ in range(2)]
    for step in range(6):
        places = plain.expected + 1e-3 * (step + np.arange(plain.expected.size).reshape(-1, 3))
        wide = np.repeat(places, 2, axis=1)
        wide[:, 1::2] = 1e3
        plain.measured(places)
        strided.measured(wide[:, ::2] if step else places)
        np.testing.assert_array_equal(strided.estimate, plain.estimate)
        control = np.full(len(small_bundle.limits), 1e-3)
        columns = np.repeat(places.reshape(-1, 1), 2, axis=1)
        observers[0].update(step, control, places.reshape(-1))
        observers[1].update(step, control, columns[:, 0] if step else places.reshape(-1))
        np.testing.assert_array_equal(observers[1].state, observers[0].state)


def test_an_observer_follows_a_motion_that_lies_in_memory_in_any_way(small_bundle: BodyBundle) -> None:
    bundle = sensed(small_bundle)
    plain, strided = bundle.observer("lqr"), bundle.observer("lqr")
    control, places = np.zeros(len(bundle.limits)), np.asarray(bundle.knowledge.measurement.rest)
    for each in (plain, strided):
        each.update(0, control, places)
    states = np.repeat(bundle.track.states, 2, axis=1)[:, ::2]
    strided.follow(
        bundle.track._replace(states=states, feedforward=np.asfortranarray(bundle.track.feedforward)),
        bundle.filter,
    )
    plain.follow(bundle.track, bundle.filter)
    for each in (plain, strided):
        each.update(1, control, places)
    np.testing.assert_array_equal(strided.state, plain.state)


def test_a_command_is_the_whole_of_a_control(small_bundle: BodyBundle) -> None:
    """Of a motion that its actuators made themselves: feedback and its own part, within the limits."""
    bundle = replace(sensed(small_bundle), steered=True)
    feedback = softrein.MarkerFeedback(bundle, rewind=False)
    own = np.linalg.lstsq(bundle.actuators, bundle.driving[0], rcond=None)[0]
    np.testing.assert_allclose(feedback.command - feedback.control, own, atol=1e-12 * np.abs(own).max())
    assert np.abs(own).max() > 0
    np.testing.assert_array_equal(softrein.MarkerFeedback(sensed(small_bundle)).command, 0.0)


def test_it_goes_round_and_begins_anew(small_bundle: BodyBundle) -> None:
    bundle = sensed(small_bundle)
    feedback = softrein.MarkerFeedback(bundle, rewind=True)
    for _ in range(bundle.steps):
        feedback.measured(feedback.expected)
    assert (feedback.index, feedback.finished) == (0, False)
    once = softrein.MarkerFeedback(bundle, rewind=False)
    first = once.expected
    for _ in range(bundle.steps):
        once.measured(once.expected + 0.01)
    with pytest.raises(SimulationError, match=r"call reset\(\) to begin it again"):
        once.measured(first)
    once.reset()
    np.testing.assert_array_equal(once.expected, first)
    assert once.index == 0


def test_what_is_no_measurement_is_refused(small_bundle: BodyBundle) -> None:
    with pytest.raises(ControllerError, match="sensors"):
        softrein.MarkerFeedback(replace(small_bundle, sensors=[]))
    feedback = softrein.MarkerFeedback(sensed(small_bundle))
    for wrong in (None, np.zeros((2, 3)), np.zeros(9), np.full((3, 3), np.nan), "here"):
        with pytest.raises(ControllerError, match="places"):
            feedback.measured(wrong)  # type: ignore[arg-type]
    many = np.zeros((3, 5))
    with pytest.raises(ControllerError, match=r"not an array of shape \(3, 5\)$"):
        feedback.measured(many)
    many[1, 2] = np.nan
    with pytest.raises(ControllerError, match=r"not an array of shape \(3, 5\) with NaN or infinite"):
        feedback.measured(many)
    assert feedback.index == 0


def test_a_lost_marker_is_where_it_is_expected(small_bundle: BodyBundle) -> None:
    """One of three is lost: its last place would mislead the estimate far more, seven times in squares."""
    bundle = sensed(small_bundle)

    def off(lost: str) -> float:
        truth = bundle.simulator(told := Told(len(bundle.limits)), rewind=False)
        feedback, total = softrein.MarkerFeedback(bundle, rewind=False), 0.0
        places = truth.positions(feedback.vertices)
        while not feedback.finished:
            truth.play(bundle.pushes, truth.index)
            told.wish = feedback.control
            truth.step()
            before, places = places, truth.positions(feedback.vertices)
            if lost and truth.index > bundle.steps // 4:
                places[0] = feedback.expected[0] if lost == "expected" else before[0]
            feedback.measured(places)
            total += float(((feedback.expected - truth.positions(feedback.vertices)) ** 2).sum())
        return total

    whole, expected, last = map(off, ("", "expected", "last"))
    assert whole < expected < 0.25 * last


# Effort -------------------------------------------------------------------------------------------


def test_an_effort_is_a_number_of_a_run_of_a_simulator_and_of_each_rollout(either_bundle: Bundle) -> None:
    run, pushes = either_bundle.run(), either_bundle.pushes
    simulator = either_bundle.simulator(rewind=False)
    while not simulator.finished:
        simulator.play(pushes, simulator.index)
        simulator.step()
    rolled = either_bundle.rollouts([pushes, []]).effort
    assert isinstance(run.effort, float)
    assert [run.effort, float(rolled[0])] == pytest.approx([simulator.effort] * 2, rel=1e-6)
    assert run.cumulative_effort.shape == (either_bundle.steps + 1,)
    assert (np.diff(run.cumulative_effort) >= 0).all()
    assert run.cumulative_effort[-1] == run.effort > 0
    with pytest.warns(DeprecationWarning, match="cumulative_effort"):
        assert run.effort[-1] == run.effort


# Explosions ---------------------------------------------------------------------------------------


class Proportional:
    """Feedback by velocities alone, which explodes from a gain of 2 / dt on."""

    def __init__(self, bundle: BodyBundle, gain: float) -> None:
        self._gain, self._rank = gain, bundle.rank

    def control(self, step: int, deviation: Array) -> Array:
        return -self._gain * deviation[self._rank :]


@pytest.mark.parametrize(("gain", "explodes"), [(0.5, False), (4.0, True)])
def test_whose_controller_explodes_is_warned(small_bundle: BodyBundle, gain: float, explodes: bool) -> None:
    policy: Any = Proportional(small_bundle, gain / small_bundle.dt)
    pushes = small_bundle.pushes
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        run = small_bundle.run(controller=policy)
        rolled = small_bundle.rollouts([pushes, pushes], policy)
    free = small_bundle.run(controller="none").error
    assert (run.error > 10 * free) == explodes
    assert np.isfinite(rolled.error).all()
    told = [str(each.message) for each in heard if "explode" in str(each.message)]
    assert len(told) == 2 * explodes
    for words, runs in zip(told, ("explode: error", "explode in 2 of 2 runs"), strict=False):
        assert runs in words
        assert f"error {run.error:.3g} at effort {run.effort:.3g}" in words


def constant(bundle: Bundle, value: float) -> Told:
    """A controller with a bias, and nothing else."""
    biased = Told(len(bundle.limits))
    biased.wish[:] = value
    return biased


def pass_under(simulator: Simulator, pushes: Any = ()) -> None:
    """One pass of the motion, to its end."""
    for index in range(simulator.bundle.steps):
        simulator.play(pushes, index)
        simulator.step()


def explosions_in(heard: list[warnings.WarningMessage]) -> list[warnings.WarningMessage]:
    return [each for each in heard if "explode" in str(each.message)]


def test_nobody_is_warned_where_nothing_was_pushed(small_bundle: BodyBundle) -> None:
    """Rounding is no explosion, whatever it is of the error without control."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        small_bundle.run([], Proportional(small_bundle, 1.0))
        tiny_body().run([], "lqr")


@pytest.mark.parametrize("bias", [1e-3, 0.1])
def test_a_bias_is_no_explosion(either_bundle: Bundle, bias: float) -> None:
    """Though its error is ten million times that without control, which is round-off."""
    biased: Any = constant(either_bundle, bias)
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        assert either_bundle.run([], biased).error > 1e-6
        assert (either_bundle.rollouts([[], []], biased).error > 1e-6).all()
        pass_under(either_bundle.simulator(biased))


@pytest.mark.parametrize(
    ("errors", "free", "size", "words"),
    [
        ([9.0], [0.0], 1.0, ""),
        ([11.0], [0.0], 1.0, "error 11 at effort 2, 11 times what staying at the start would leave"),
        ([11.0], [2.0], 1.0, ""),
        ([3.0, 42.0], [2.0, 2.0], 1.0, "explode in 1 of 2 runs: error 42 .*21 times the error without"),
        ([1e-3], [1e-12], 0.0, ""),  # of a body at rest that nobody pushed nothing can be said
        ([1e-3], [1e-5], 0.0, "100 times the error without control"),
        ([np.inf, np.nan], [1.0, 1.0], 1.0, ""),  # told of as diverged
        ([42.0], [np.inf], 1.0, ""),
    ],
)
def test_an_error_is_measured_by_the_motion_and_by_that_without_control(
    errors: list[float], free: list[float], size: float, words: str
) -> None:
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        warn_of_explosions(np.array(errors), np.full(len(errors), 2.0), lambda: np.array(free), size)
    assert len(heard) == bool(words)
    assert all(re.search(words, str(each.message)) for each in heard)


def test_a_motion_is_as_large_as_what_staying_at_its_start_leaves(small_bundle: BodyBundle) -> None:
    costs, states = small_bundle.costs, small_bundle.track.states
    assert not costs.running.any()
    missed = states[0] - states[costs.steps]
    wanted = np.sqrt(np.einsum("ki,kij,kj", missed, costs.instants, missed))
    assert motion_size(costs, states, small_bundle.dt) == pytest.approx(wanted, rel=1e-12)
    assert wanted > 0


def test_the_warning_is_about_the_line_that_asked(small_bundle: BodyBundle) -> None:
    policy: Any = Proportional(small_bundle, 4.0 / small_bundle.dt)
    met = small_bundle.pushes
    asking = (
        lambda: small_bundle.run(controller=policy),
        lambda: small_bundle.rollouts([met], policy),
        lambda: small_bundle.rollouts_under([policy], [met]),
        lambda: pass_under(small_bundle.simulator(policy), met),
    )
    for ask in asking:
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always")
            ask()
        assert [each.filename for each in explosions_in(heard)] == [__file__]


def test_a_simulator_tells_at_the_end_of_the_motion(small_bundle: BodyBundle) -> None:
    """Once a pass, with the figures of a run, pushed or not; and not of passes that were no whole ones."""
    policy: Any = Proportional(small_bundle, 4.0 / small_bundle.dt)
    with pytest.warns(RuntimeWarning, match="explode"):
        run = small_bundle.run(controller=policy)
    simulator = small_bundle.simulator(policy, rewind=True)
    simulator.warm_up()
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        pass_under(simulator, small_bundle.pushes)
        words = str(explosions_in(heard)[0].message)
        assert f"error {run.error:.3g} at effort {run.effort:.3g}" in words
        simulator.reset()
        pass_under(simulator)
        assert len(explosions_in(heard)) == 2
        for disturb in (
            lambda: setattr(simulator, "state", simulator.state),
            lambda: setattr(simulator, "index", 3),
        ):
            simulator.reset()
            simulator.step()
            disturb()
            while simulator.index < small_bundle.steps:
                simulator.step()
        assert len(explosions_in(heard)) == 2


def test_a_simulator_blames_no_controller_for_a_push(small_bundle: BodyBundle) -> None:
    """What would be as far off without control is not of the controller."""
    hard = [replace(each, force=np.multiply(each.force, 40)) for each in small_bundle.pushes]
    simulator = small_bundle.simulator(idle := constant(small_bundle, 0.0))
    free = small_bundle.run(hard, "none").error
    assert free > 10 * motion_size(small_bundle.costs, small_bundle.track.states, small_bundle.dt)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        pass_under(simulator, hard)
    assert idle.wish.max() == 0


@pytest.mark.parametrize("ask", ["run", "rollouts"])
def test_an_explosion_is_told_of_though_nothing_was_pushed(small_bundle: BodyBundle, ask: str) -> None:
    """It grows out of round-off to many times the motion; that without control says nothing then."""
    policy: Any = Proportional(small_bundle, 4.0 / small_bundle.dt)
    with pytest.warns(RuntimeWarning, match="what staying at the start would leave") as heard:
        _ = small_bundle.run([], policy) if ask == "run" else small_bundle.rollouts([[]], policy)
    assert [each.filename for each in explosions_in(list(heard))] == [__file__]


def test_gains_are_told_of_nowhere(small_bundle: BodyBundle) -> None:
    """Searches try them by the thousand, and what they come to is their result."""
    r = small_bundle.rank
    gains = np.zeros((small_bundle.steps, r, 2 * r))
    gains[:, np.arange(r), r + np.arange(r)] = -4.0 / small_bundle.dt
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = small_bundle.run(controller=gains)
        rolled = small_bundle.rollouts([small_bundle.pushes], gains)
    free = small_bundle.run(controller="none").error
    assert min(run.error, *rolled.error) > 10 * free
