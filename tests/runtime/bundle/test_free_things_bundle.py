"""A bundle of a body and a free ball: its file, the ball's place, outputs that show it, and its control."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import softrein
from offline.full.body.full_body import build_full_body
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import read_scene
from offline.steering.body import steer_full
from runtime.bundle.body import BodyBundle
from runtime.bundle.endless import seam_deviations
from runtime.bundle.file import save
from softrein.commands.running import PaceOptions, paced
from softrein.errors import ControllerError
from softrein.export.run import export_run
from softrein.viewer.base.messages import Command
from softrein.viewer.body.scene import Scene
from softrein.viewer.live import Live
from tests.touching import BAT, bat_bundle, boxes_bundle

Array = np.ndarray
MASS = 0.04  # kg, of the ball


@pytest.fixture(scope="module")
def bat() -> BodyBundle:
    return bat_bundle()


def middle(bundle: BodyBundle, states: Array) -> Array:
    return np.asarray(bundle.shape.positions(states, bundle.regions["ball"])[..., 0, :])


def test_the_file_holds_it(bat: BodyBundle, tmp_path: Path) -> None:
    save(bat, tmp_path / "a.softrein")
    again = softrein.load(tmp_path / "a.softrein")
    assert isinstance(again, BodyBundle)
    assert (again.things, again.tools, again.obstacles) == (["ball"], [], ["ground", "ball"])
    assert (again.rank, again.free_coordinates) == (14, 6)
    np.testing.assert_array_equal(again.run().states, bat.run().states)


def test_where_the_ball_is(bat: BodyBundle) -> None:
    """Its region, its pose and what is drawn agree, in the run's own states and not the reference's."""
    run = bat.run(controller="none")
    ways = middle(bat, run.states)
    assert np.abs(ways[-1] - middle(bat, bat.track.states)[-1]).max() > 0.01  # pushed, it is elsewhere
    for step in (0, 300, bat.steps):
        poses = bat.obstacle_poses(step, run.states[step])
        np.testing.assert_allclose(poses[1, :3], ways[step], atol=1e-12)
        turn = poses[1, 3:].reshape(3, 3)
        np.testing.assert_allclose(turn @ turn.T, np.eye(3), atol=1e-12)
    assert np.abs(turn - np.eye(3)).max() > 0.1  # it was spun
    # before it is hit it goes by its velocity
    np.testing.assert_allclose(ways[100] - ways[0], [-0.8 * 0.1, 0, 0], atol=1e-9)
    moved = np.ptp(bat.shape.positions(run.states), axis=0)
    assert not moved[-1].any(), "how far it has turned is no place"


def test_the_reference_is_the_full_model_s(bat: BodyBundle) -> None:
    scene = read_scene("bat", list(BAT))
    assert isinstance(scene, BodyScene)
    found = steer_full(build_full_body(scene), bat, record=True)
    np.testing.assert_allclose(found.states[:, 0], bat.track.states, atol=1e-6)


@pytest.mark.parametrize("make", [bat_bundle, boxes_bundle])
def test_things_that_the_body_does_not_reach_go_on_as_they_were(make: Callable[[], BodyBundle]) -> None:
    """What the model lacks where the reference touches them does not push them in runs that do not."""
    bundle = make()
    plant, r, own = bundle.plant(), bundle.rank, bundle.rank - bundle.free_coordinates
    assert np.abs(bundle.correction[:, own:r]).max() > 1.0
    middles = np.array([bundle.shape.modes[bundle.regions[name][0]] for name in bundle.things])  # (k, 3, r)
    aside, places = np.zeros(plant.size), [[-1.0, 0.0, 1.0 + k] for k in range(len(middles))]
    aside[:r] = np.linalg.pinv(middles.reshape(-1, r)) @ np.ravel(places)
    state = bundle.track.states[0] + aside
    before = middles @ state[r:]
    for force in bundle.uncontrolled:
        state = plant.step(state, force)
        np.testing.assert_allclose(middles @ state[r:], before, rtol=0, atol=1e-9)
    _, G = plant.linearise(state, bundle.uncontrolled[-1] + 1.0)
    assert np.abs(G[:, own:r]).max() < 1e-14
    assert np.abs(G[:own]).max() > 1e-10


@pytest.mark.parametrize("ratio", [0.5, 2.0])
def test_at_another_step_contact_throws_the_ball_and_not_the_correction(
    bat: BodyBundle, ratio: float
) -> None:
    own, other = bat.rank - 6, bat.at_step(ratio * bat.dt)
    gained = np.ptp(other.track.states[:, bat.rank + own : bat.rank + own + 3], axis=0)
    given = other.dt * other.correction[:, own : own + 3].sum(axis=0)
    assert np.linalg.norm(given) < 0.2 * np.linalg.norm(gained)
    assert np.linalg.norm(gained) > 0.1
    every = slice(None, None, max(1, round(1 / ratio)))
    there = bat.track.states[:: max(1, round(ratio))]
    np.testing.assert_allclose(
        other.track.states[every, :own], there[:, :own], atol=1e-2 * np.abs(there[:, :own]).max()
    )
    plant = other.plant()
    for step, inputs in enumerate(other.uncontrolled):
        np.testing.assert_allclose(
            plant.step(other.track.states[step], inputs), other.track.states[step + 1], rtol=0, atol=1e-9
        )


def test_a_file_in_which_the_ball_is_driven_is_refused(bat: BodyBundle) -> None:
    driven = np.array(bat.actuators)
    driven[bat.rank - 1, 0] = 1.0
    with pytest.raises(ValueError, match="nothing drives what moves freely"):
        replace(bat, actuators=driven)._check_kind()


def test_no_control_acts_on_the_ball_and_only_its_region_weighs_it(bat: BodyBundle) -> None:
    own = bat.rank - 6
    assert not bat.actuators[own : bat.rank].any()
    assert bat.actuators.shape[1] == len(bat.limits) == own, "the ball has no control"
    running, instants = bat.costs.running, bat.costs.instants
    assert not running[own : bat.rank].any()
    assert not running[bat.rank + own :].any()
    modes = bat.shape.modes[bat.regions["ball"][0]]
    wanted = np.zeros_like(instants[0])
    wanted[: bat.rank, : bat.rank] = 1e-4 * modes.T @ modes
    np.testing.assert_allclose(instants[0], wanted, atol=1e-15)


def test_control_brings_the_ball_home(bat: BodyBundle) -> None:
    goal = middle(bat, bat.track.states)[-1]
    missed = {
        name: float(np.linalg.norm(middle(bat, bat.run(controller=name).states)[-1] - goal))
        for name in ("none", "lqr")
    }
    assert missed["lqr"] < 0.3 * missed["none"]


def test_a_simulator_tells_what_the_ball_presses_with(bat: BodyBundle) -> None:
    simulator = bat.simulator("none")
    felt = np.zeros(3)
    before = middle(bat, simulator.state)
    while not simulator.finished:
        simulator.step()
        assert all(each.obstacle == "ball" for each in simulator.contacts)
        felt += bat.dt * simulator.wrench("ball").force
    last, own = middle(bat, bat.run((), "none").states[-2:]), bat.rank - 6
    rates = (last[1] - last[0]) / bat.dt
    corrected = bat.dt * np.sqrt(MASS) * bat.correction[:, own : own + 3].sum(axis=0)  # what the model lacks
    assert before == pytest.approx([0.32, 0.21, 0.015])
    assert np.linalg.norm(corrected) < 0.3 * np.linalg.norm(felt)
    np.testing.assert_allclose(
        MASS * (rates - [-0.8, 0, 0]), felt + corrected, atol=1e-6 * np.linalg.norm(felt)
    )


ENDLESS: list[Callable[[BodyBundle], object]] = [
    lambda bat: bat.simulator("lqr", rewind=True),
    lambda bat: setattr(bat.simulator("lqr"), "rewind", True),
    lambda bat: replace(bat, rewind=True).simulator("lqr"),
    lambda bat: seam_deviations(bat, 2),
    lambda bat: paced(bat, "lqr", [], PaceOptions(True, None, 2 * bat.dt * bat.steps), False, {}),
]


@pytest.mark.parametrize("how", ENDLESS)
def test_no_motion_is_endless_where_a_ball_flies_on(
    bat: BodyBundle, how: Callable[[BodyBundle], object]
) -> None:
    with pytest.raises(ControllerError, match=r"'bat' has no endless motion: 'ball' moves freely.*`rewind`"):
        how(bat)


def test_a_page_repeats_it_from_its_first_state(bat: BodyBundle) -> None:
    """Also where it happens to end where it began, as a ball that lies does."""
    lying = replace(bat, track=bat.track._replace(states=bat.track.states.copy()))
    lying.track.states[-1] = lying.track.states[0]
    assert Scene(lying).starts_over
    live = Live(Scene(bat))
    live.obey(1, Command("endless", 0, {"on": True}))
    live.simulator.index = bat.steps
    live.step()
    assert (live.errors, live.simulator.index) == ([], 1)
    assert middle(bat, live.simulator.state) == pytest.approx(middle(bat, bat.track.states[1]), abs=1e-6)


def test_exports_and_the_page_show_it_where_it_is(bat: BodyBundle, tmp_path: Path) -> None:
    run = bat.run()
    export_run(bat, run, tmp_path / "a.obj-sequence", fps=1 / bat.dt)
    told = json.loads((tmp_path / "a.obj-sequence" / "frames.json").read_text())
    last = told["frames"][-1]["tools"]["ball"]["position"]
    np.testing.assert_allclose(last, middle(bat, run.states)[-1], atol=1e-6)
    scene, simulator = Scene(bat), bat.simulator("none")
    for _ in range(40):
        simulator.step()
    scene.see(simulator)
    assert scene.placements == 1
    assert len(np.concatenate(scene.pose())) == 12
    np.testing.assert_allclose(scene.turn.T @ scene.pose()[0], middle(bat, simulator.state), atol=1e-12)
    assert [each["free"] for each in scene.obstacles()] == [False, True]
