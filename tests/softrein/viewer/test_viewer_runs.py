"""Runs that the page's strip shows: the simulation keeps them, whichever page looks."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from softrein.viewer.base import messages
from softrein.viewer.base.runs import BY_HAND, COST, LATE, PATH, POINTS, PUSHED, Runs
from softrein.viewer.live import Live
from softrein.viewer.scene import scene_of
from tests.runtime.control.test_path_following import following
from tests.softrein.viewer.test_viewer_live import ask, seen, steps
from tests.softrein.viewer.viewing import gain_buffers

STEPS = 100


def run_of(runs: Runs, controller: str, first: int, last: int, marks: int) -> int:
    """A run from step to step, with marks at its first; its number."""
    runs.begin(controller, first, 0.0)
    for step in range(first + 1, last + 1):
        runs.add(step, 0.1 * step, 2.0 * step, 0.3 * step, marks * (step == first + 1))
    return runs.now.number


def test_of_each_controller_the_last_is_kept_that_tells_as_much() -> None:
    runs = Runs(STEPS)
    kept = {}
    for controller, first, last, marks, keeps in [
        ("lqr", 0, 30, 0, False), ("lqr", 0, 100, 0, True), ("lqr", 40, 90, 0, False),
        ("lqr", 40, 90, BY_HAND, True), ("pd", 3, 97, 0, True), ("lqr", 0, 100, 0, False),
        ("lqr", 2, 99, BY_HAND, True), ("lqr", 40, 90, BY_HAND, False), ("lqr", 0, 100, BY_HAND, True),
        ("lqr", 40, 90, PUSHED, True), ("lqr", 0, 100, BY_HAND | PUSHED, False),
        ("lqr", 0, 100, PUSHED | COST, True), ("lqr", 0, 100, PUSHED, True), ("lqr", 0, 100, BY_HAND, False),
        ("lqr", 0, 100, PUSHED | LATE, False),
    ]:  # fmt: skip
        number = run_of(runs, controller, first, last, marks)
        runs.end()
        assert (controller in runs.fresh and runs.fresh[controller].number == number) is keeps
        kept |= {name: each.number for name, each in runs.fresh.items()}
    assert kept == {"lqr": 13, "pd": 5}


def test_a_run_is_told_once() -> None:
    runs = Runs(STEPS)
    run_of(runs, "lqr", 0, STEPS, 0)
    assert runs.fresh.popitem()[0] == "lqr"
    runs.end()
    runs.begin("lqr", 0, 0.0)
    assert not runs.fresh


def test_runs_of_another_motion_are_forgotten() -> None:
    runs = Runs(STEPS)
    run_of(runs, "lqr", 0, STEPS, PUSHED)
    run_of(runs, "pd", 0, STEPS, PUSHED)
    runs.forget(STEPS)
    run_of(runs, "lqr", 0, STEPS, 0)  # tells less than the one that is forgotten
    assert list(runs.fresh) == ["lqr"]


def test_pages_are_told_by_few_points_that_end_where_it_ends() -> None:
    runs = Runs(10 * POINTS)
    run_of(runs, "lqr", 0, 7 * POINTS + 3, PUSHED)
    told = json.loads(messages.say_run(runs.told().fields(), True))
    assert (told["say"], told["now"], told["worth"], told["controller"]) == ("run", True, 4, "lqr")
    assert told["marks"] == PUSHED
    assert len(told["step"]) == len(told["deviation"]) == len(told["effort"]) <= POINTS + 1
    assert (told["step"][0], told["step"][-1]) == (0, 7 * POINTS + 3)
    assert told["effort"][-1] == pytest.approx(2.0 * told["step"][-1], rel=1e-3)
    assert len(json.dumps(told)) < 24_000


@pytest.mark.parametrize("controller", ["lqr", "none"])
def test_a_run_has_what_a_run_has(either_bundle: Bundle, controller: str) -> None:
    live, run = Live(scene_of(either_bundle)), either_bundle.run(controller=controller)
    ask(live, "controller", name=controller)
    ask(live, "try")
    steps(live, either_bundle.steps)
    told = live.runs.fresh[controller]
    assert (told.number, told.worth) == (seen(live).run, 5)
    np.testing.assert_allclose(told.points[0], np.arange(either_bundle.steps + 1))
    np.testing.assert_allclose(told.points[1], run.deviation, rtol=1e-4, atol=1e-9)
    np.testing.assert_allclose(told.points[2], run.cumulative_effort, rtol=1e-5, atol=1e-12)
    assert told.error == pytest.approx(run.error, rel=1e-6)
    assert seen(live).error == pytest.approx(told.error, rel=1e-6)
    assert told.marks == seen(live).marks == PUSHED  # which is the same for every controller
    assert seen(live).effort == pytest.approx(told.total, rel=1e-6)


def test_a_run_begins_with_a_round_a_controller_a_rewind_and_a_jump(either_bundle: Bundle) -> None:
    live = Live(scene_of(either_bundle))
    ask(live, "endless", on=True)
    numbers = [seen(live).run]
    for do, values in (
        ("controller", {"name": "pd"}), ("rewind", {}), ("jump", {}), ("try", {}), ("pause", {"on": False}),
    ):  # fmt: skip
        steps(live, 3)
        ask(live, do, **values)
        numbers.append(seen(live).run)
    steps(live, either_bundle.steps - 3 + 1)
    numbers.append(seen(live).run)
    first = numbers[0]
    assert numbers == [first + each for each in (0, 1, 2, 3, 4, 4, 5)]
    assert live.runs.now.told(either_bundle.steps).points[0].tolist() == [0.0, 1.0]


def blow(live: Live) -> None:
    """A hand's short push."""
    axes = live.scene.bundle.axes
    place = {"vertex": 5} if axes == 3 else {"at": (0.5, 0.5)}
    ask(live, "push", **place, force=(0.01,) * axes, duration=0.05, radius=0.2)


def test_a_run_that_a_hand_acted_on_says_so(either_bundle: Bundle) -> None:
    live = Live(scene_of(either_bundle))
    ask(live, "endless", on=True)
    steps(live, 3)
    assert not seen(live).marks
    blow(live)
    steps(live, 2)
    assert seen(live).marks == BY_HAND
    steps(live, either_bundle.steps - 5)
    assert live.runs.fresh[live.controller].marks == BY_HAND
    ask(live, "try")
    steps(live, either_bundle.steps)
    assert live.runs.fresh[live.controller].marks == PUSHED


def test_the_run_that_may_be_compared_outlives_one_by_hand(either_bundle: Bundle) -> None:
    live = Live(scene_of(either_bundle))
    ask(live, "try")
    steps(live, either_bundle.steps)
    told = live.runs.fresh.pop("lqr")
    ask(live, "rewind")
    blow(live)
    steps(live, either_bundle.steps)
    assert told.marks == PUSHED
    assert not live.runs.fresh


def test_what_a_hand_did_before_a_run_is_told_of_it(either_bundle: Bundle) -> None:
    """Where the state is carried over: to another controller, past a jump, round; not past a rewind."""
    live = Live(scene_of(either_bundle, "none"))
    ask(live, "endless", on=True)
    blow(live)
    steps(live, 1)
    ask(live, "controller", name="pd")
    assert live.runs.now.marks == BY_HAND
    steps(live, either_bundle.steps - 1)
    assert live.runs.fresh["pd"].marks == BY_HAND
    live._starts_over = False
    steps(live, 1)
    assert live.runs.now.marks == BY_HAND
    ask(live, "jump")
    assert live.runs.now.marks == BY_HAND
    for do, values in (("rewind", {}), ("seek", {"step": 3})):
        ask(live, do, **values)
        assert not live.runs.now.marks
    live._starts_over = True  # as an open motion does: from its own first state
    blow(live)
    steps(live, either_bundle.steps - 3 + 1)
    assert seen(live).step == 1
    assert not live.runs.now.marks & BY_HAND


def test_what_the_push_left_to_another_controller_is_not_its_own_run(either_bundle: Bundle) -> None:
    live, first = Live(scene_of(either_bundle)), either_bundle.pushes[0].time
    ask(live, "try")
    steps(live, round(first / either_bundle.dt) + 1)
    assert live.runs.now.marks == PUSHED
    ask(live, "controller", name="pd")
    assert live.runs.now.marks == LATE
    steps(live, either_bundle.steps - live.simulator.index)
    assert not live.runs.told().worth % 2  # not whole, however soon the push came
    ask(live, "controller", name="none")
    assert live.runs.now.marks & LATE


def test_a_handle_that_is_away_marks_every_round(small_bundle: BodyBundle) -> None:
    held = replace(small_bundle.in_moving_frame(), targets=[])
    live = Live(scene_of(held))
    ask(live, "endless", on=True)
    ask(live, "carry", to=(0.02, 0.05, -0.03), turn=(0.0, 0.0, 0.4))
    for _ in range(2):
        ask(live, "seek", step=held.steps - 1)  # onto the reference's state: only the handle is off
        steps(live, 2)
        assert (seen(live).step, seen(live).marks) == (1, BY_HAND)
    ask(live, "leave")
    steps(live, held.steps)
    assert not live.simulator.frame.moving
    ask(live, "seek", step=1)
    steps(live, 1)
    assert not seen(live).marks
    ask(live, "carry", to=(0.02, 0.05, -0.03), turn=(0.0, 0.0, 0.4))
    ask(live, "rewind")
    steps(live, 1)
    assert not seen(live).marks


def test_another_cost_of_lqr_is_told_of_its_runs_alone(either_bundle: Bundle) -> None:
    live = Live(scene_of(either_bundle), gain_buffers(either_bundle, 0.0))
    ask(live, "swap", slot=0, decades=1.0)
    ask(live, "try")
    steps(live, either_bundle.steps)
    assert live.runs.fresh["lqr"].marks == seen(live).marks == PUSHED | COST
    ask(live, "controller", name="pd")
    ask(live, "try")
    steps(live, either_bundle.steps)
    assert live.runs.fresh["pd"].marks == PUSHED
    ask(live, "swap", slot=0, decades=0.0)
    ask(live, "controller", name="lqr")
    ask(live, "try")
    steps(live, either_bundle.steps)
    assert live.runs.fresh["lqr"].marks == PUSHED


def test_a_drawn_path_is_told(small_bundle: BodyBundle) -> None:
    bundle = following(small_bundle, 120, period=0.6)
    live = Live(scene_of(bundle))
    own = np.array(live.scene.description()["paths"][0]["places"])[::10]
    ask(live, "path", which=0, points=[tuple(each) for each in own])
    steps(live, 1)
    assert seen(live).marks & PATH
    ask(live, "path", which=0, points=[])
    ask(live, "rewind")
    steps(live, 1)
    assert not seen(live).marks
