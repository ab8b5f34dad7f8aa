"""Runs that the strip shows: kept by the simulation, whoever looks."""

from __future__ import annotations

import json

import numpy as np
import pytest

from runtime.bundle.record import Bundle
from softrein.viewer import messages
from softrein.viewer.live import Live
from softrein.viewer.runs import POINTS, Runs
from softrein.viewer.scene import scene_of
from tests.test_viewer_live import ask, seen, steps

STEPS = 100


def run_of(runs: Runs, controller: str, first: int, last: int, disturbed: bool) -> int:
    """A run from step to step; its number."""
    runs.begin(controller, first, 0.0)
    for step in range(first + 1, last + 1):
        runs.add(step, 0.1 * step, 2.0 * step, disturbed and step == first + 1)
    return runs.now.number


def test_of_each_controller_the_last_is_kept_that_tells_as_much() -> None:
    runs = Runs(STEPS)
    kept = {}
    for controller, first, last, disturbed, keeps in [
        ("lqr", 0, 30, False, False), ("lqr", 0, 100, False, True), ("lqr", 40, 90, False, False),
        ("lqr", 40, 90, True, True), ("pd", 3, 97, False, True), ("lqr", 0, 100, False, False),
        ("lqr", 2, 99, True, True), ("lqr", 40, 90, True, False), ("lqr", 0, 100, True, True),
    ]:  # fmt: skip
        number = run_of(runs, controller, first, last, disturbed)
        runs.end()
        assert (controller in runs.fresh and runs.fresh[controller].number == number) is keeps
        kept |= {name: each.number for name, each in runs.fresh.items()}
    assert kept == {"lqr": 9, "pd": 5}


def test_a_run_is_told_once() -> None:
    runs = Runs(STEPS)
    run_of(runs, "lqr", 0, STEPS, False)
    assert runs.fresh.popitem()[0] == "lqr"
    runs.end()
    runs.begin("lqr", 0, 0.0)
    assert not runs.fresh


def test_runs_of_another_motion_are_forgotten() -> None:
    runs = Runs(STEPS)
    run_of(runs, "lqr", 0, STEPS, True)
    run_of(runs, "pd", 0, STEPS, True)
    runs.forget()
    run_of(runs, "lqr", 0, STEPS, False)  # tells less than the one that is forgotten
    assert list(runs.fresh) == ["lqr"]


def test_pages_are_told_by_few_points_that_end_where_it_ends() -> None:
    runs = Runs(10 * POINTS)
    run_of(runs, "lqr", 0, 7 * POINTS + 3, True)
    told = json.loads(messages.say_run(runs.told().fields(), True))
    assert (told["say"], told["now"], told["worth"], told["controller"]) == ("run", True, 2, "lqr")
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
    assert (told.number, told.worth) == (seen(live).run, 3)
    np.testing.assert_allclose(told.points[0], np.arange(either_bundle.steps + 1))
    np.testing.assert_allclose(told.points[1], run.deviation, rtol=1e-4, atol=1e-9)
    np.testing.assert_allclose(told.points[2], run.effort, rtol=1e-5, atol=1e-12)
    assert told.off == pytest.approx(np.sqrt(np.mean(run.deviation[1:] ** 2)), rel=1e-6)
    assert seen(live).off == pytest.approx(told.off, rel=1e-6)
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
