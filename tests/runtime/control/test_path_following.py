"""Paths in scenes, in bundles and in simulators: curves, bad input, and a beam that follows them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

import softrein
from offline.gains.lqr import remade_lqr
from offline.gains.paths import followed, with_paths
from offline.pipeline.stages import Places, precompute_scene
from offline.scenes.body.paths import PathPart
from offline.scenes.reading import read_scene, scene_of, text_of
from runtime.base.fields import nothing
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.control.base.costs import Costs
from runtime.control.paths import MOST, curve_of, off_paths, places_along
from runtime.control.registry import LQR, MPC, NONE, PD, STABLE_PD
from runtime.plant.track import Track
from softrein.errors import ControllerError, SceneError
from softrein.facts.runs import run_facts
from tests.shared_bundles import shared_bundle

CIRCLE = [[0.02, 0.0], [0.0, 0.02], [-0.02, 0.0], [0.0, -0.02]]
EIGHT = [[0.0, 0.0], [0.01, 0.02], [0.0, 0.03], [-0.01, 0.02], [0.0, 0.0], [0.01, -0.02], [-0.01, -0.02]]
BOTH = pytest.mark.parametrize("controller", [LQR.name, MPC.name])


def following(
    bundle: BodyBundle, steps: int, schedule: float = 1.0, limit: float = np.inf, **part: Any
) -> BodyBundle:
    """A bundle at rest, whose free end is to follow a path across its length, by default a circle."""
    n, r = 2 * bundle.rank, bundle.rank
    part = {"region": "xmax", "axes": "yz", "points": CIRCLE, "absolute": False, "weight": 1e4, **part}
    path = PathPart.model_validate(part)
    track = Track(np.zeros((steps + 1, n)), np.zeros((steps, r)))
    costs = Costs(
        np.zeros((n, n)), np.full(steps, schedule), np.zeros(0, np.int64), np.zeros((0, n, n)),
        1e-4 * np.eye(r),
    )  # fmt: skip
    found = replace(
        bundle, track=track, uncontrolled=track.feedforward, correction=nothing(), paths=followed([path]),
        targets=[], pushes=[], costs=with_paths(costs, [path], bundle.shape, track, bundle.dt),
        rewind=path.period is not None, gains={}, offsets={}, parts={}, ensemble=None, discretisation="step",
        limits=np.tile([-limit, limit], (r, 1)),
    )  # fmt: skip
    return found.with_controllers({LQR.name: remade_lqr(found)})


def places(bundle: BodyBundle, states: np.ndarray) -> np.ndarray:
    """Where the middle of the free end is (steps, 2) m, from where it rests, of true vertices."""
    region = bundle.regions["xmax"]
    return (bundle.shape.positions(states, region).mean(axis=1) - bundle.vertices[region].mean(axis=0))[:, 1:]


def ridden(simulator: Any, steps: int) -> np.ndarray:
    """The states (steps, n) that a simulator goes through, and its controls beside them."""
    rows = []
    for _ in range(steps):
        simulator.step()
        rows.append(np.concatenate([simulator.state, simulator.control]))
    return np.array(rows)


@pytest.mark.parametrize("count", [2, 3, 4, 9])
def test_a_closed_curve_is_the_periodic_spline(count: int) -> None:
    points = np.random.default_rng(count).standard_normal((count, 3))
    knots, moments = np.linspace(0, 1.7, count + 1), np.linspace(-2, 4, 500)
    known = CubicSpline(knots, points[np.arange(count + 1) % count], bc_type="periodic")
    for given in (points, np.vstack([points, points[:1]])):  # the first once more, or not
        found = curve_of(given, 3, period=1.7)
        np.testing.assert_allclose(found.at(moments), known(moments), atol=1e-12)


@pytest.mark.parametrize("count", [2, 3, 8])
def test_an_open_curve_is_the_spline_at_rest_at_its_ends(count: int) -> None:
    random = np.random.default_rng(count)
    points, times = random.standard_normal((count, 2)), np.cumsum(random.uniform(0.1, 1, count))
    moments = np.linspace(0, times[-1] + 1, 500)
    known = CubicSpline(times, points, bc_type="clamped")
    np.testing.assert_allclose(
        curve_of(points, 2, times=times).at(moments), known(np.clip(moments, times[0], times[-1])), atol=1e-12
    )


SCENE: dict[str, Any] = {
    "name": "standing",
    "up": "z",
    "mesh": {"body": "block", "cells": [1, 1, 4], "size": [0.06, 0.06, 0.24], "fixed": ["zmin"]},
    "materials": {"body": {"young": "100 kPa", "poisson": 0.35, "density": 1000}},
    "damping": {"mass": 0.3, "stiffness": "4 ms"},
    "time": {"step": "10 ms", "steps": 100},
    "enrichment": {"runs": 2, "radius": ["3 cm", "6 cm"], "duration": "50 ms", "statics": 2},
    "basis": {"rank": 10},
    "control": {
        "control_cost": 1e-4,
        "actuators": [
            {"name": name, "region": "zmax", "direction": direction, "limit": "4 N"}
            for name, direction in (("along", [1, 0, 0]), ("across", [0, 1, 0]))
        ],
        "paths": [
            {"region": "zmax", "axes": "xy", "points": [["1 cm", 0, ], [0, "1 cm"], ["-1 cm", 0]],
             "absolute": False, "period": "1 s", "weight": 1e4},
        ],
    },
}  # fmt: skip


def scene_with(**path: Any) -> Any:
    """The scene with another path; what is None is left out."""
    own = {**SCENE["control"]["paths"][0], **path}
    own = {name: value for name, value in own.items() if value is not None}
    return scene_of({**SCENE, "control": {**SCENE["control"], "paths": [own]}})


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ({"axes": "xw"}, ["control.paths.0.axes", "letters x, y and z", "'xw'"]),
        ({"axes": "xx"}, ["control.paths.0.axes"]),
        ({"axes": ""}, ["control.paths.0.axes"]),
        ({"axes": "xyz"}, ["control.paths.0", "3 coordinates"]),
        ({"points": [[0, 0]]}, ["control.paths.0.points", "at least two values"]),
        ({"points": [[0, 0], [0.01]]}, ["control.paths.0", "2 coordinates"]),
        ({"points": [[0, 0], [0, 0]]}, ["control.paths.0", "2 that differ"]),
        ({"points": [[0, 0], ["1 kg", 0]]}, ["control.paths.0.points.1.0", "not in m"]),
        ({"points": [[0, 0]] * (MOST + 1)}, ["control.paths.0.points"]),
        ({"times": [0, 0.2, 0.4]}, ["control.paths.0", "one of the two"]),
        ({"period": None}, ["control.paths.0", "one of the two"]),
        ({"period": None, "times": [0, 0.4, 0.4]}, ["control.paths.0", "each after the one before"]),
        ({"period": None, "times": [0, 0.4]}, ["control.paths.0", "3 times"]),
        ({"period": None, "times": [0, 0.4, 1.2]}, ["control.paths.0.times", "end of the motion"]),
        ({"period": "0 s"}, ["control.paths.0.period", "greater than 0"]),
        ({"period": "10 ms"}, ["control.paths.0.period", "less than two steps", "check its unit"]),
        ({"period": "0.3 s"}, ["control.paths.0.period", "no whole number of rounds", "time.steps = 120"]),
        ({"period": "3 s"}, ["control.paths.0.period", "time.steps = 300"]),
        ({"weight": -1}, ["control.paths.0.weight", "at least 0"]),
        ({"weight": None}, ["control.paths.0.weight", "missing"]),
        ({"weight": 0}, ["control", "all weights on the state are zero"]),
        ({"region": None}, ["control.paths.0.region", "missing"]),
        ({"speed": 1}, ["control.paths.0.speed", "unknown entry"]),
    ],
)
def test_what_is_no_path_is_told(path: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(SceneError) as caught:
        scene_with(**path)
    assert all(word in str(caught.value) for word in words), caught.value
    assert "\n" not in str(caught.value)


def test_gains_of_the_exponential_know_no_path() -> None:
    with pytest.raises(SceneError, match=r"control: .*leave `discretisation` out"):
        scene_of({**SCENE, "control": {**SCENE["control"], "discretisation": "exponential"}})


def test_smoke_has_no_regions_that_follow_paths() -> None:
    data = read_scene("smoke-small").model_dump(mode="json", exclude_defaults=True)
    data["control"]["paths"] = SCENE["control"]["paths"]
    with pytest.raises(SceneError, match=r"control: paths are followed by a body's regions"):
        scene_of({**data, "kind": "fluid"})


@pytest.mark.parametrize(
    ("region", "words"), [("tail", "control.paths.0.region: the mesh has no region 'tail'"), ("zmin", "free")]
)
def test_what_cannot_follow_is_told(region: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(SceneError, match=words):
        precompute_scene(scene_with(region=region), Places(tmp_path, workers=0))


@pytest.fixture(scope="module")
def standing() -> BodyBundle:
    """The scene's bundle, made by the whole pipeline: it has no load, and stays at rest by itself."""
    found = shared_bundle(scene_with())
    assert isinstance(found, BodyBundle)
    return found


def test_a_scene_needs_no_motion_but_its_path(standing: BodyBundle) -> None:
    assert not standing.track.states.any()
    assert not standing.track.feedforward.any()
    assert standing.rewind
    assert standing.paths[0].period == 1.0
    np.testing.assert_array_equal(standing.watched(), standing.regions["zmax"])
    facts = {name: run_facts(standing, standing.run(controller=name), name) for name in standing.controllers}
    still = np.sqrt(np.mean(np.sum(standing.costs.goals[50:] ** 2, axis=1)))
    assert facts[NONE.name]["path rms"] == pytest.approx(still, rel=1e-9)  # it stays where it is
    assert facts[NONE.name]["effort"] == 0
    assert facts[LQR.name]["path rms"] < 3e-4  # 2e-4
    assert facts[MPC.name]["path rms"] < 3e-4
    assert facts[LQR.name]["error"] < 0.5 * facts[NONE.name]["error"]
    for each in facts.values():
        assert each["path rms"] <= each["path max"]


def test_scene_and_bundle_with_paths_are_read_back(standing: BodyBundle, tmp_path: Path) -> None:
    scene = scene_with()
    (tmp_path / "again.toml").write_text(text_of(scene))
    assert read_scene(tmp_path / "again.toml") == scene
    bundle_file.save(standing, tmp_path / "a.softrein")
    again = softrein.load(tmp_path / "a.softrein")
    assert read_scene(tmp_path / "a.softrein") == scene
    assert again.paths == standing.paths
    for one, other in zip(again.costs, standing.costs, strict=True):
        np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(again.run().states, standing.run().states)


def test_the_full_model_shows_the_shapes_along_the_path(standing: BodyBundle) -> None:
    """The basis has them: its static responses bring the region there."""
    words = next(stage["result"] for stage in standing.stages if stage["stage"] == "enrichment")
    assert "14 static responses" in words  # 8 along the path, two actuators both ways, two places


@BOTH
def test_true_positions_follow_the_path(small_bundle: BodyBundle, controller: str) -> None:
    bundle = following(small_bundle, 100, period=1.0)
    states = bundle.run(controller=controller).states
    wanted = CubicSpline(np.linspace(0, 1, 5), [*CIRCLE, CIRCLE[0]], bc_type="periodic")
    apart = np.linalg.norm(places(bundle, states) - wanted(bundle.dt * np.arange(101)), axis=1)
    np.testing.assert_allclose(bundle.path_misses(states)[:, 0], apart, atol=1e-12)
    assert apart[0] == pytest.approx(0.02)
    assert np.sqrt(np.mean(apart[50:] ** 2)) < 2e-4


def test_points_are_places_unless_told(small_bundle: BodyBundle) -> None:
    rest = small_bundle.vertices[small_bundle.regions["xmax"]].mean(axis=0)[1:]
    ways = following(small_bundle, 50, period=0.5)
    spots = following(small_bundle, 50, period=0.5, points=(np.array(CIRCLE) + rest).tolist(), absolute=True)
    np.testing.assert_allclose(spots.costs.goals, ways.costs.goals, atol=1e-15)


@BOTH
def test_it_goes_along_once_and_stays(small_bundle: BodyBundle, controller: str) -> None:
    bundle = following(small_bundle, 120, points=[[0, 0], [0.02, 0.01]], times=[0.2, 0.6])
    assert not bundle.rewind
    found = places(bundle, bundle.run(controller=controller).states)
    assert np.abs(found[:15]).max() < 1e-3
    assert np.abs(found[80:110] - [0.02, 0.01]).max() < 3e-4


@BOTH
def test_a_new_path_is_followed_from_now_on(small_bundle: BodyBundle, controller: str) -> None:
    bundle = following(small_bundle, 100, period=1.0)
    simulator = bundle.simulator(controller)
    ridden(simulator, 130)
    simulator.path(EIGHT, period=0.8, absolute=False)
    found = places(bundle, ridden(simulator, 200)[:, : 2 * bundle.rank])
    wanted = curve_of(EIGHT, 2, period=0.8).at(bundle.dt * np.arange(1, 201))
    apart = np.linalg.norm(found - wanted, axis=1)
    assert np.sqrt(np.mean(apart[50:] ** 2)) < 4e-4
    other = bundle.simulator(controller)
    ridden(other, 130)
    assert (
        np.linalg.norm(places(bundle, ridden(other, 200)[:, : 2 * bundle.rank]) - wanted, axis=1).max() > 0.02
    )


@BOTH
@pytest.mark.parametrize("schedule", [1.0, 0.3])
def test_a_new_path_acts_as_one_that_was_there_from_the_start(
    small_bundle: BodyBundle, controller: str, schedule: float
) -> None:
    """Of another period than the motion's: what a motion of three of its rounds does, made as a whole."""
    steps, period = 50, 0.75
    whole = following(small_bundle, 150, schedule, points=EIGHT, period=period)
    known = ridden(whole.simulator(controller), 300)
    simulator = following(small_bundle, steps, schedule, period=0.5).simulator(controller)
    simulator.path(EIGHT, period=period, absolute=False)
    found = ridden(simulator, 300)
    np.testing.assert_allclose(found, known, atol=1e-7 * np.abs(known).max())


@BOTH
def test_the_same_path_changes_nothing(small_bundle: BodyBundle, controller: str) -> None:
    bundle = following(small_bundle, 60, period=0.6)
    known = ridden(bundle.simulator(controller), 90)
    simulator = bundle.simulator(controller)
    simulator.path(CIRCLE, period=0.6, absolute=False)
    simulator.warm_up()
    found = ridden(simulator, 90)
    np.testing.assert_allclose(found, known, atol=1e-8 * np.abs(known).max())
    simulator.reset()
    np.testing.assert_allclose(ridden(simulator, 90), found, atol=1e-12)


@BOTH
def test_a_path_at_times_begins_now_and_does_so_in_a_motion_that_ends(
    small_bundle: BodyBundle, controller: str
) -> None:
    bundle = following(small_bundle, 150, points=[[0, 0], [0.01, 0.01]], times=[0.1, 0.3])
    simulator = bundle.simulator(controller)
    ridden(simulator, 50)
    simulator.path([[0.01, 0.01], [-0.01, 0.0]], times=[0.1, 0.4], absolute=False)
    found = places(bundle, ridden(simulator, 100)[:, : 2 * bundle.rank])
    assert np.abs(found[60:90] - [-0.01, 0.0]).max() < 3e-4
    assert simulator.finished


def test_within_limits_plans_follow_what_they_can(small_bundle: BodyBundle) -> None:
    free = following(small_bundle, 100, period=1.0)
    needed = np.abs(free.run(controller=MPC.name).controls[50:]).max()
    first = np.abs(free.run(controller=MPC.name).controls).max()
    assert first > 1.5 * needed  # to get onto the path
    bundle = following(small_bundle, 100, limit=1.1 * needed, period=1.0)
    run = bundle.run(controller=MPC.name)
    assert np.abs(run.controls).max() == pytest.approx(1.1 * needed)
    assert np.sqrt(np.mean(bundle.path_misses(run.states)[50:] ** 2)) < 3e-4
    assert run.error <= bundle.run(controller=LQR.name).error * (1 + 1e-6)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"points": [[0, 0]]}, "points"),
        ({"points": [[0, 0, 0], [1, 1, 1]]}, "points"),
        ({"points": CIRCLE, "period": None}, "one of the two"),
        ({"points": CIRCLE, "times": [0, 1, 2, 3]}, "one of the two"),
        ({"points": CIRCLE, "period": "1 s"}, "period"),
        ({"points": CIRCLE, "period": np.nan}, "period"),
        ({"points": CIRCLE, "period": None, "times": [0, 1, 1, 2]}, "times"),
        ({"points": CIRCLE, "which": 1}, "which"),
        ({"points": CIRCLE, "which": True}, "which"),
        ({"points": CIRCLE, "absolute": "no"}, "absolute"),
        ({"points": [[0, np.inf], [1, 1]]}, "points"),
        ({"points": "circle"}, "points"),
    ],
)
def test_what_is_no_path_leaves_the_old_one(
    small_bundle: BodyBundle, given: dict[str, Any], words: str
) -> None:
    bundle = following(small_bundle, 30, period=0.3)
    simulator, other = bundle.simulator(), bundle.simulator()
    with pytest.raises(ControllerError, match=words):
        simulator.path(**{"period": 0.3, **given})
    np.testing.assert_array_equal(ridden(simulator, 40), ridden(other, 40))


def test_who_follows_no_path_says_so(small_bundle: BodyBundle) -> None:
    with pytest.raises(ControllerError, match=r"no \[\[control.paths\]\]"):
        small_bundle.simulator().path(CIRCLE, period=1.0)
    bundle = following(small_bundle, 30, period=0.3)
    for controller in (
        bundle.comparator(PD.name, {"kp": 1.0, "kd": 0.1}), bundle.comparator(STABLE_PD.name, {"kp": 1.0}),
        NONE.name,
    ):  # fmt: skip
        with pytest.raises(ControllerError, match="path"):
            bundle.simulator(controller).path(CIRCLE, period=0.3)


@BOTH
def test_at_another_step_the_path_is_the_same(small_bundle: BodyBundle, controller: str) -> None:
    other = following(small_bundle, 100, period=1.0).at_step(0.005)
    wanted = curve_of(CIRCLE, 2, period=1.0).at(0.005 * np.arange(201))
    np.testing.assert_allclose(other.costs.goals, wanted, atol=1e-5)
    missed = off_paths(other.path_misses(other.run(controller=controller).states), other.dt)
    assert missed["path rms"] < (3e-4 if controller == MPC.name else 4e-4)  # of LQR's gains means are taken


def by_its_own_forces(bundle: BodyBundle) -> BodyBundle:
    """The bundle about the motion that its plant makes by itself, without a correction."""
    plant, forces, states = bundle.plant(), bundle.driving, bundle.track.states.copy()
    for step, force in enumerate(forces):
        states[step + 1] = plant.step(states[step], force)
    uncontrolled = bundle.uncontrolled - bundle.correction
    return replace(bundle, track=Track(states, forces), uncontrolled=uncontrolled, correction=nothing())


@pytest.mark.parametrize("projected", [True, False])
def test_at_another_step_the_path_of_a_body_that_moves_is_the_same(
    small_bundle: BodyBundle, projected: bool
) -> None:
    bundle = small_bundle if projected else by_its_own_forces(small_bundle)
    part = {"region": "xmax", "axes": "yz", "points": CIRCLE, "absolute": False, "weight": 1e4, "period": 0.7}
    path, track = PathPart.model_validate(part), bundle.track
    costs = with_paths(bundle.costs, [path], bundle.shape, track, bundle.dt)
    bundle = replace(bundle, costs=costs, paths=followed([path]))
    other = bundle.at_step(bundle.dt / 2)
    moved = np.abs(other.track.states[::2] - track.states).max() / np.abs(track.states).max()
    # A correction is made anew for the motion as it is; the plant's own run is another, with another step.
    assert moved < 1e-9 if projected else moved > 1e-3
    wanted, found = (
        places_along(each.shape, each.track, each.costs, each.paths)[0] for each in (bundle, other)
    )
    np.testing.assert_allclose(found[::2, 1:], wanted[:, 1:], rtol=0, atol=1e-12)


def test_what_was_counted_stays_after_a_new_path(small_bundle: BodyBundle) -> None:
    simulator = following(small_bundle, 60, period=0.6).simulator(MPC.name, budget=1e-9)
    simulator.path(CIRCLE, period=0.5, absolute=False)
    ridden(simulator, 3)
    counted = simulator.counts
    assert counted["over budget"] == 3
    simulator.jump_to_closest()
    assert simulator.counts == counted


def test_plans_that_are_not_due_are_made_anew_for_a_new_path(small_bundle: BodyBundle) -> None:
    simulator = following(small_bundle, 60, period=0.6).simulator(MPC.name, horizon=30, every=30)
    ridden(simulator, 5)
    before = simulator.planned[-1]
    simulator.path(EIGHT, period=0.6, absolute=False)
    simulator.step()
    assert len(simulator.planned) == 30
    assert np.abs(simulator.planned[-1] - before).max() > 0.1 * np.abs(before).max()
