"""Re-planning as a controller of bundles: chosen, stored, run and counted like the others."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from offline.scenes.reading import read_scene
from runtime import loop
from runtime.bundle.endless import seam_deviations
from runtime.bundle.file import load, save
from runtime.bundle.record import Bundle
from runtime.control.base.policy import system_for
from runtime.control.mpc import decide_planned
from runtime.control.planning.options import Replanning
from runtime.control.planning.planner import RUN
from runtime.plant.system import system_of
from runtime.run import Run
from softrein.errors import ControllerError, SceneError


def limited(bundle: Bundle, share: float = 0.3) -> Bundle:
    """The bundle with limits that LQR meets."""
    most = np.abs(bundle.run(controller="lqr").controls).max(axis=0)
    return replace(bundle, limits=share * most.max() * np.ones_like(most))


def total(bundle: Bundle, run: Run) -> float:
    return 0.5 * (run.error**2 + float(bundle.costs.control[0, 0]) * run.effort)


def test_within_limits_it_does_better_than_lqr(either_bundle: Bundle) -> None:
    bundle = limited(either_bundle)
    clipped, planned = bundle.run(controller="lqr"), bundle.run(controller="mpc")
    assert clipped.counts["clamped"] > 0
    assert total(bundle, planned) < 0.98 * total(bundle, clipped)
    assert np.abs(planned.controls).max() <= bundle.limits.max()
    assert planned.counts["unplanned"] == planned.counts["over budget"] == 0


def test_without_limits_it_is_no_worse(either_bundle: Bundle) -> None:
    lqr = total(either_bundle, either_bundle.run(controller="lqr"))
    assert total(either_bundle, either_bundle.run(controller="mpc")) < 1.01 * lqr


def test_simulator_run_and_rollouts_are_one(either_bundle: Bundle) -> None:
    bundle = limited(either_bundle)
    options = {"horizon": 6, "iterations": 2, "every": 2}
    run = bundle.run(controller="mpc", **options)
    np.testing.assert_array_equal(run.states, bundle.run(controller="mpc", **options).states)
    rolled = bundle.rollouts([bundle.pushes, [], bundle.pushes], "mpc", record=True, **options)
    assert rolled.states is not None
    for number in (0, 2):  # what was planned before is forgotten
        np.testing.assert_array_equal(rolled.states[:, number], run.states)
    simulator = bundle.simulator("mpc", rewind=False, **options)
    simulator.warm_up()
    assert simulator.counts["unplanned"] == 0
    (push,) = bundle.pushes
    while not simulator.finished:
        simulator.play(push, simulator.index)
        simulator.step()
    np.testing.assert_allclose(simulator.state, run.states[-1], rtol=1e-6, atol=1e-9)
    told = replace(bundle, replanning=Replanning(**options))  # which a scene's [control.mpc] says
    np.testing.assert_array_equal(told.run(controller="mpc").states, run.states)


def test_rounds_are_planned_as_asked(either_bundle: Bundle) -> None:
    strong = [replace(push, force=tuple(5 * f for f in push.force)) for push in either_bundle.pushes]
    ends = []
    for horizon in (1, 12):
        (end,) = seam_deviations(either_bundle, 1, "mpc", strong, horizon=horizon)
        run = either_bundle.run(strong, "mpc", horizon=horizon)
        assert end == pytest.approx(run.deviation[-1], rel=1e-6)
        ends.append(end)
    assert ends[0] != pytest.approx(ends[1], rel=1e-6)
    (told,) = seam_deviations(either_bundle, 1, "mpc", strong, preview=True, horizon=12)
    assert told == pytest.approx(either_bundle.run(strong, "mpc", True, horizon=12).deviation[-1], rel=1e-6)


@pytest.mark.parametrize("block", [1, 3])
def test_the_seam_of_a_motion_that_repeats_is_foreseen_where_it_comes(
    either_bundle: Bundle, block: int
) -> None:
    """The reference leaps there. Where a run ends with the motion nobody prepares for it; LQR never does."""
    bundle = replace(either_bundle, rewind=True)
    leap = np.linalg.norm(bundle.track.states[-1] - bundle.track.states[0])
    options = {"horizon": 12, "block": block}
    least = 1.15 * bundle.run([]).effort + 1e-12 * leap**2  # what keeps to a motion that has defects
    assert bundle.run([], "mpc", False, **options).effort <= least
    assert bundle.rollouts([[]], "mpc", **options).effort[0] <= least
    ends = []
    for rewind in (False, True):
        simulator = bundle.simulator("mpc", rewind, **options)
        for _ in range(bundle.steps):
            simulator.step()
        ends.append(simulator.effort)
    assert ends[0] <= least
    assert ends[1] > 1.2 * least
    for act in (bundle.run, bundle.simulator):  # it is no option of theirs
        with pytest.raises(ControllerError, match="no option 'once'"):
            act(controller="mpc", once=True)


def test_a_further_motion_is_planned_along_as_the_first_is(small_bundle: Bundle) -> None:
    bundle = replace(small_bundle, rewind=True)
    for rewind, count in ((False, bundle.steps + 20), (True, 0)):
        simulator = bundle.simulator("mpc", rewind)
        simulator.add_reference(bundle, "mpc")
        assert [len(each.policy.problem.residuals) for each in simulator._references] == [count] * 2


@pytest.mark.parametrize("block", [2, 5])
def test_what_a_block_across_the_seam_leaves_out(either_bundle: Bundle, block: int) -> None:
    """Step by step, with the leap where it is, the model ends so far from one long step."""
    bundle = replace(either_bundle, rewind=True)
    plant, track, steps = bundle.plant(), bundle.track, bundle.steps
    long = plant.at_step(block * plant.dt)
    problem = bundle.law("mpc", once=True, horizon=20, block=block).problem
    for k in range(steps - block, steps + 1):
        state = track.states[k % steps]
        forces = [track.feedforward[(k + i) % steps] for i in range(block)]
        end = long.step(state, np.mean(forces, axis=0))
        for i, force in enumerate(forces):
            state = plant.step(state, force)
            if k + i == steps - 1:
                state = state + track.states[0] - track.states[steps]
        if bundle.setting.jacobians.defects.any():
            np.testing.assert_allclose(problem.residuals[k], state - end, atol=1e-12 * np.abs(state).max())
        else:  # from the motion to the motion
            np.testing.assert_allclose(problem.residuals[k], state - end, atol=1e-6 * np.abs(state).max())


def test_a_plan_is_forgotten_with_the_motion_and_not_by_warming_up(either_bundle: Bundle) -> None:
    simulators = [either_bundle.simulator("mpc", horizon=5, every=3) for _ in range(2)]
    for _ in range(4):
        for each in simulators:
            each.step()
    assert len(simulators[0].planned) == 5  # from now on, of a plan that is a step old
    simulators[1].warm_up()
    np.testing.assert_array_equal(simulators[1].planned, simulators[0].planned)
    ahead = simulators[0].planned[1:]
    for each in simulators:
        each.step()
    np.testing.assert_array_equal(simulators[0].planned, ahead)
    np.testing.assert_array_equal(simulators[1].state, simulators[0].state)
    simulators[0].reset()
    assert len(simulators[0].planned) == 0
    assert len(either_bundle.simulator("lqr").planned) == 0


def test_planning_allocates_nothing(either_bundle: Bundle) -> None:
    """A call wraps its arguments; a whole run then allocates as often as one of five steps."""
    from numba.core.runtime import _nrt_python, rtsys

    bundle = limited(either_bundle)
    plant, track, policy = bundle.plant(), bundle.track, bundle.law("mpc", horizon=5, iterations=2)
    actuation, events = bundle.actuation, bundle.events(bundle.pushes)
    states, controls = np.zeros_like(track.states), np.zeros((bundle.steps, len(bundle.limits)))
    system, decider = system_of(plant, actuation, track), loop.decider_of(policy)

    def allocations(steps: int) -> int:
        record, state = loop.Record(states[: steps + 1], controls[:steps]), track.states[0].copy()
        before = rtsys.get_allocation_stats().alloc
        loop.run(system, decider, events, state, loop.tally(), record)
        return int(rtsys.get_allocation_stats().alloc - before)

    _nrt_python.memsys_enable_stats()
    allocations(5)
    assert allocations(bundle.steps) == allocations(5)


def test_a_budget_that_is_over_is_counted(either_bundle: Bundle) -> None:
    run = either_bundle.run(controller="mpc", budget=1e-9)
    assert run.counts["over budget"] == either_bundle.steps
    assert either_bundle.run(controller="mpc", budget=1e3).counts["over budget"] == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"horizon": 0}, "horizon: wanted a whole number from 1"),
        ({"horizon": 2.5}, "horizon: wanted"),
        ({"iterations": True}, "iterations: wanted"),
        ({"every": 21}, "every: wanted a whole number from 1 to the horizon of 20 steps"),
        ({"block": 21}, "block: wanted a whole number from 1 to the horizon of 20 steps"),
        ({"budget": 0.0}, "budget: wanted a number of seconds, above 0"),
        ({"budget": "2ms"}, "plain numbers in SI units"),
        ({"budgets": 1.0}, "no option 'budgets'; there are horizon, iterations, every, block, budget"),
    ],
)
def test_options_that_cannot_be_are_refused(either_bundle: Bundle, options: Any, told: str) -> None:
    with pytest.raises(ControllerError, match=told):
        either_bundle.simulator("mpc", **options)


def test_a_plan_may_take_several_steps_at_once(either_bundle: Bundle) -> None:
    """As far ahead, and not much worse; `planned` has now, and the ends of blocks."""
    options = {"horizon": 12, "every": 3}
    steps, blocks = (either_bundle.run(controller="mpc", block=each, **options) for each in (1, 3))
    free = either_bundle.run(controller="none")
    assert blocks.counts["unplanned"] == 0
    assert total(either_bundle, blocks) < 2 * total(either_bundle, steps) < total(either_bundle, free) / 4
    simulator = either_bundle.simulator("mpc", block=3, **options)
    for expected in (5, 5, 4, 5):
        simulator.step()
        assert len(simulator.planned) == expected


@pytest.mark.parametrize("block", [1, 2])
def test_plans_reckon_with_a_force_as_long_as_it_is_expected_to_stay(
    either_bundle: Bundle, block: int
) -> None:
    """Each planned state is the plant's own step from the one before, under what is left of the force."""
    plant, track, decay, first = either_bundle.plant(), either_bundle.track, 0.8, 3
    fading = partial(either_bundle.setting.fading, decay)
    told = either_bundle.law("mpc", horizon=6, block=block).expecting(fading)
    force = either_bundle.events(either_bundle.pushes).force[0]
    system = system_for(told, plant, either_bundle.actuation, track)
    decide_planned(told, system, first, force, track.states[first])
    states, status = told.planned(first), told.memory.status
    controls = told.memory.controls[status[RUN]]
    assert len(states) == 1 + 6 // block
    taken = plant if block == 1 else plant.at_step(block * plant.dt)
    for i, (state, following) in enumerate(pairwise(states)):
        k = first + i * block
        left = np.mean([decay ** (i * block + j) for j in range(block)])
        w = told.problem.feedforward[k] + either_bundle.actuation.at(state) @ controls[i] + left * force
        expected = taken.step(state, w)
        if len(told.problem.residuals):
            expected = expected + told.problem.residuals[k]
        np.testing.assert_allclose(following, expected, rtol=1e-7, atol=1e-10 * np.abs(states).max())
    alone = either_bundle.law("mpc", horizon=6, block=block, preview=True)
    decide_planned(alone, system, first, force, track.states[first])
    assert np.abs(alone.planned(first)[1:] - states[1:]).max() > 1e-6 * np.abs(states).max()


@pytest.mark.parametrize("controller", ["lqr", "none"])
def test_others_have_no_options(either_bundle: Bundle, controller: str) -> None:
    with pytest.raises(ControllerError, match="horizon"):
        either_bundle.simulator(controller, horizon=5)


def test_its_options_are_stored_and_nothing_else(either_bundle: Bundle, tmp_path: Path) -> None:
    told = replace(either_bundle, replanning=Replanning(7, 2, 3, 1, 0.5))
    save(told, tmp_path / "told")
    found = load(tmp_path / "told")
    assert found.replanning == told.replanning
    assert "mpc" in found.controllers
    assert "mpc" not in found.gains
    assert found.at_step(found.dt / 2).replanning == Replanning(14, 2, 6, 2, 0.5)
    with pytest.raises(ControllerError, match="gains of controllers"):
        found.with_controllers({"own": found.choice("mpc")})


def test_the_command_line_takes_its_options(
    either_bundle: Bundle, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from softrein.commands.running import run

    save(either_bundle, tmp_path / "own.softrein")
    run(tmp_path / "own.softrein", controller="mpc", horizon=5, budget="1 ns", as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["controller"] == "mpc"
    assert told["over budget"] == either_bundle.steps
    with pytest.raises(ControllerError, match="horizon"):
        run(tmp_path / "own.softrein", controller="lqr", horizon=5)


def test_a_scene_says_how_to_plan(small_bundle: Bundle) -> None:
    told = ["control.mpc.horizon=5", "control.mpc.every=3", 'control.mpc.budget="2 ms"']
    assert read_scene("beam", told).control.mpc.budget == 0.002
    assert small_bundle.replanning == Replanning(**dict(read_scene("beam").control.mpc))
    with pytest.raises(SceneError, match=r"control\.mpc.*7 steps are more than the horizon of 5"):
        read_scene("beam", [*told, "control.mpc.every=7"])
