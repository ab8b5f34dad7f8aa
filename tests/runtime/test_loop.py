"""The loop and its batch: invariants of every controller, and the same run by plain NumPy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from offline.gains.tvlqr import tvlqr_step
from runtime import loop
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.control.base.law import make_law
from runtime.control.proportional import proportional_gains
from runtime.plant.actuation import make_actuation
from runtime.plant.plant import Plant
from runtime.plant.push import Push
from runtime.plant.system import system_of
from runtime.plant.track import Track
from softrein.errors import ControllerError, SimulationError

CONTROLLERS = ("lqr", "p", "pd", "spd", "timed", "none")


def assorted_pushes(bundle: Bundle) -> list[list[Push]]:
    """Runs of one push each where the bundle proposes, of none, of several, and of one that varies."""
    rng, (scene,) = np.random.default_rng(4), bundle.pushes
    times = rng.uniform(0, 0.8 * bundle.dt * bundle.steps, 7)
    forces = np.linalg.norm(scene.force) * rng.uniform(-0.5, 0.5, (7, bundle.axes))
    runs = [
        [Push(at, tuple(force), float(time), scene.duration, scene.radius)]
        for at, force, time in zip(bundle.places(rng, times), forces.tolist(), times, strict=True)
    ]
    varying = replace(scene, duration=np.inf, noise=4.3 * bundle.dt, seed=3)
    return [*runs, [], [*bundle.pushes, *runs[0]], [varying, *runs[1]]]


def plain_run(bundle: Bundle, controller: str, preview: bool) -> tuple[np.ndarray, float]:
    """States and effort of the scene's pushed run, step by step from the definition.

    What a controller is told of a step's force is the feed-forward, and only if it previews the push as well.
    """
    law, plant, events = bundle.law(controller), bundle.plant(), bundle.events(bundle.pushes)
    state, effort = bundle.track.states[0], 0.0
    states = [state]
    without = controller == "none"
    for k, feedforward in enumerate(bundle.uncontrolled if without else bundle.track.feedforward):
        acting = (events.first <= k) & (k < events.last)
        disturbance = events.force[acting].sum(axis=0)
        force, known = feedforward + disturbance, disturbance if preview else np.zeros_like(disturbance)
        if controller == "spd":
            control = implicit_control(bundle, state, feedforward + known, k)
        else:
            F, G = plant.linearise(bundle.track.states[k], bundle.track.feedforward[k])
            deviation = state - bundle.track.states[k] + np.linalg.inv(F) @ G @ known
            control = law.gains[law.schedule[k]] @ deviation
            control = control + bundle.offsets[controller][k] if controller in bundle.offsets else control
        control = np.clip(control, *bundle.actuation.limits.T)
        state = plant.step(state, force + bundle.actuators @ control)
        effort += bundle.dt * control @ control
        states.append(state)
    return np.array(states), effort


def implicit_control(bundle: Bundle, state: np.ndarray, force: np.ndarray, k: int) -> np.ndarray:
    """The w with w = K (z' - z_ref') where z' is where the step ends under that w: by Newton's method."""
    gains, plant, actuators = bundle.gains["spd"], bundle.plant(), bundle.actuators
    gain, control = gains[k % len(gains)], np.zeros(len(bundle.limits))
    offset = bundle.offsets["spd"][k] if "spd" in bundle.offsets else 0.0
    for _ in range(1 if bundle.kind == "fluid" else 10):
        response = plant.linearise(state, force + actuators @ control)[1] @ actuators
        if bundle.kind == "fluid":  # takes the mobility of the reference, to second order in the step
            psi = plant.particle_modes(bundle.shape.positions(bundle.track.states[k]))
            moves = np.vstack([bundle.dt / 2 * psi, np.eye(bundle.rank)])
            response = bundle.dt * moves @ actuators[: bundle.rank]
        ahead = plant.step(state, force + actuators @ control) - bundle.track.states[k + 1]
        missing = gain @ ahead + offset - control
        control = control + np.linalg.solve(np.eye(len(gain)) - gain @ response, missing)
    return control


@pytest.mark.parametrize("preview", [False, True])
@pytest.mark.parametrize("controller", CONTROLLERS)
def test_the_compiled_loop_does_what_the_definition_says(
    either_bundle: Bundle, controller: str, preview: bool
) -> None:
    states, effort = plain_run(either_bundle, controller, preview)
    run = either_bundle.run(controller=controller, preview=preview)
    scale = np.abs(states).max()
    solved = controller == "spd" and either_bundle.kind == "deformable"  # by iterations, to 1e-8 or so
    np.testing.assert_allclose(run.states, states, rtol=0, atol=(1e-7 if solved else 1e-11) * scale)
    assert run.effort == pytest.approx(effort, rel=1e-5 if solved else 1e-9)


@pytest.mark.parametrize("controller", CONTROLLERS)
def test_an_undisturbed_run_is_the_reference_and_costs_nothing(
    small_bundle: BodyBundle, controller: str
) -> None:
    run = small_bundle.run([], controller)
    np.testing.assert_allclose(run.states, small_bundle.track.states, atol=1e-9)
    assert run.effort < 1e-15
    assert run.error < 1e-9


@pytest.mark.parametrize("preview", [False, True])
@pytest.mark.parametrize("controller", CONTROLLERS)
def test_the_batch_is_the_single_run_many_times(
    either_bundle: Bundle, controller: str, preview: bool
) -> None:
    pushes = assorted_pushes(either_bundle)
    batch = either_bundle.rollouts(pushes, controller, record=True, preview=preview)
    assert batch.states is not None
    for i, own in enumerate(pushes):
        single = either_bundle.run(own, controller, preview)
        scale = np.abs(single.states).max()
        # Both stop where their steps have converged, to a residual of 1e-9 to 1e-8.
        np.testing.assert_allclose(batch.states[:, i], single.states, rtol=0, atol=1e-7 * scale)
        assert batch.error[i] == pytest.approx(single.error, rel=1e-5, abs=1e-9)
        assert batch.effort[i] == pytest.approx(single.effort, rel=1e-5, abs=1e-12)
        np.testing.assert_array_equal(batch.final[i], batch.states[-1, i])


@pytest.mark.parametrize("controller", CONTROLLERS)
def test_no_controller_knows_a_push_before_it_has_acted(either_bundle: Bundle, controller: str) -> None:
    """The control of a push's first step is that of the run without the push, to the last bit."""
    (push,) = either_bundle.pushes
    first = int(either_bundle.events([push]).first[0])
    controls = {
        (pushed, preview): either_bundle.run([push] if pushed else [], controller, preview).controls[first]
        for pushed in (False, True)
        for preview in (False, True)
    }
    np.testing.assert_array_equal(controls[True, False], controls[False, False])
    if controller != "none":
        assert (controls[True, True] != controls[False, True]).any()


def test_lqr_that_foresees_answers_as_the_recursion_does(either_bundle: Bundle) -> None:
    """To a drift that is known to come in one step alone, the recursion's offset is that step's answer."""
    plant, track, costs = either_bundle.plant(), either_bundle.track, either_bundle.costs
    some = np.random.default_rng(2).normal(size=plant.forces)
    pairs = [plant.linearise(*pair) for pair in zip(track.states[:-1], track.feedforward, strict=True)]
    F, G = (np.array(part) for part in zip(*pairs, strict=True))
    step = either_bundle.steps // 3
    drift = np.zeros((len(F), plant.size))
    drift[step] = G[step] @ some
    found = tvlqr_step(
        F, G @ either_bundle.actuators, costs.schedule[:, None, None] * costs.running, costs.control,
        np.zeros((plant.size, plant.size)), plant.dt,
        dict(zip(costs.steps.tolist(), costs.instants, strict=True)), defects=drift,
    )  # fmt: skip
    law = either_bundle.law(found.K, preview=True)
    np.testing.assert_allclose(
        law.answer[step] @ some, found.k[step], rtol=0, atol=1e-9 * np.abs(found.k).max()
    )


def test_several_controllers_in_one_batch_are_the_same_as_one_by_one(either_bundle: Bundle) -> None:
    pushes = assorted_pushes(either_bundle)[-4:]
    together = either_bundle.rollouts_under(["lqr", "none", "pd"], pushes, record=True)
    for name, outcome in zip(("lqr", "none", "pd"), together, strict=True):
        alone = either_bundle.rollouts(pushes, name, record=True)
        np.testing.assert_allclose(outcome.states, alone.states, atol=1e-13)
        np.testing.assert_allclose(outcome.effort, alone.effort, rtol=1e-9, atol=1e-18)


def test_a_plant_whose_batches_do_not_pay_is_run_alone_in_several_threads(
    either_bundle: Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the same results, in the same order, and each plant in one thread."""
    pushes, laws = assorted_pushes(either_bundle), ["lqr", "none", "pd", "spd"]
    together = either_bundle.rollouts_under(laws, pushes, record=True)
    monkeypatch.setattr("runtime.rollouts._batch", None)
    plants, told = [], []

    def alone() -> Plant:
        plant = either_bundle.plant()
        plant.tiles = False
        plants.append(plant)
        return plant

    found = either_bundle.rollouts_under(
        laws, pushes, record=True, plant=alone, progress=lambda *now: told.append(now)
    )
    for one, other in zip(together, found, strict=True):
        np.testing.assert_allclose(one.states, other.states, rtol=0, atol=1e-7 * np.abs(one.states).max())
        np.testing.assert_allclose(one.error, other.error, rtol=1e-5, atol=1e-9)
        np.testing.assert_allclose(one.effort, other.effort, rtol=1e-5, atol=1e-12)
    assert len({id(each.data) for each in plants}) == len(plants) > len(laws)
    assert told[-1] == ("runs", len(pushes), len(pushes))


def test_control_brings_the_push_home_gently(small_bundle: BodyBundle) -> None:
    """LQR leaves a fraction of the error, and less than PD, tuned to spend no more."""
    error = {name: small_bundle.run(controller=name).error for name in CONTROLLERS}
    assert error["lqr"] < 0.3 * error["none"]
    assert error["lqr"] < error["pd"] < error["none"]


def test_controls_are_clamped_and_counted(either_bundle: Bundle) -> None:
    gains = either_bundle.gains["lqr"]
    free = either_bundle.run(controller="lqr")
    largest = np.abs(free.controls).max()
    limits = np.full(gains.shape[1], 0.5 * largest)
    law, actuation = make_law(gains, gains.shape), make_actuation(either_bundle.actuators, limits)
    plant, track = either_bundle.plant(), either_bundle.track
    record = loop.Record(np.zeros_like(track.states), np.zeros((either_bundle.steps, gains.shape[1])))
    sums, events = loop.tally(), either_bundle.events(either_bundle.pushes)
    system, state = system_of(plant, actuation, track), track.states[0].copy()
    loop.run(system, loop.decider_of(law), events, state, sums, record)
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


def test_gains_that_do_not_fit_are_refused(either_bundle: Bundle) -> None:
    steps, controls, size = either_bundle.gains["lqr"].shape
    for gains in (
        np.zeros((3, controls, size)),
        np.zeros((steps - 1, controls, size)),
        np.zeros((1, controls, size - 1)),
        np.zeros((1, controls - 1, size)),
        np.full((1, controls, size), np.nan),
    ):
        with pytest.raises(ControllerError):
            either_bundle.law(gains)
    with pytest.raises(ControllerError, match="lqr, p, pd, spd, timed, mpc, none"):
        either_bundle.law("lq")


def test_a_run_that_blows_up_names_its_step(either_bundle: Bundle) -> None:
    gains = 1e200 * either_bundle.gains["pd"]
    with pytest.raises(SimulationError, match=rf"step \d+ of {either_bundle.steps} "):
        either_bundle.run(controller=gains)
    outcome = either_bundle.rollouts([either_bundle.pushes, []], gains)
    assert np.isinf(outcome.error[0])
    assert np.isinf(outcome.effort[0])


def test_the_loop_allocates_nothing(either_bundle: Bundle) -> None:
    """A call wraps its arguments; a whole run then allocates as often as one of ten steps."""
    from numba.core.runtime import _nrt_python, rtsys

    plant, track, law = either_bundle.plant(), either_bundle.track, either_bundle.law("lqr")
    actuation, events = either_bundle.actuation, either_bundle.events(either_bundle.pushes)
    states, controls = np.zeros_like(track.states), np.zeros((either_bundle.steps, len(actuation.limits)))
    system, decider = system_of(plant, actuation, track), loop.decider_of(law)

    def allocations(steps: int) -> int:
        record, state = loop.Record(states[: steps + 1], controls[:steps]), track.states[0].copy()
        before = rtsys.get_allocation_stats().alloc
        taken = loop.run(system, decider, events, state, loop.tally(), record)
        assert taken == steps
        return int(rtsys.get_allocation_stats().alloc - before)

    _nrt_python.memsys_enable_stats()
    allocations(10)
    assert allocations(either_bundle.steps) == allocations(10)


def test_a_loop_is_compiled_once_for_all_policies(small_bundle: BodyBundle, small_smoke: SmokeBundle) -> None:
    for bundle in (small_bundle, small_smoke):
        for controller in ("lqr", "spd", "mpc"):
            bundle.run(controller=controller)
            bundle.simulator(controller).step()
    assert len(loop.run.signatures) == len(loop.step.signatures) == 1


def test_a_motion_may_lie_in_memory_in_any_order(either_bundle: Bundle) -> None:
    track = Track(*map(np.asfortranarray, either_bundle.track))
    turned = replace(either_bundle, track=track, uncontrolled=np.asfortranarray(either_bundle.uncontrolled))
    for controller in ("lqr", "none"):
        found, known = (each.run(each.pushes, controller) for each in (turned, either_bundle))
        np.testing.assert_array_equal(found.states, known.states)
