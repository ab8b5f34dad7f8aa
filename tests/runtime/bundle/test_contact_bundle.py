"""A bundle of a body in contact: made, stored, run, controlled on the full body, and moved by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import softrein
from offline.full.body.full_body import build_full_body
from offline.keyframes.edited import edited
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import read_scene
from offline.steering.body import steer_full
from runtime.bundle.body import BodyBundle
from runtime.bundle.body_simulator import BodySimulator
from runtime.bundle.file import save
from softrein.errors import BundleError, ControllerError, SimulationError
from tests.touching import SETTINGS, touching_bundle


@pytest.fixture(scope="module")
def touching() -> BodyBundle:
    return touching_bundle()


def test_the_file_holds_it(touching: BodyBundle, tmp_path: Path) -> None:
    save(touching, tmp_path / "a.softrein")
    again = softrein.load(tmp_path / "a.softrein")
    assert isinstance(again, BodyBundle)
    assert again.obstacles == ["pole", "ball"]
    assert again.tools == ["ball"]
    for name, array in touching.contact.items():
        np.testing.assert_array_equal(again.contact[name], array)
    np.testing.assert_array_equal(again.run().states, touching.run().states)
    with pytest.raises(BundleError, match="obstacles"):
        save(replace(touching, obstacles=["pole"]), tmp_path / "b.softrein")
    wrong = replace(touching, contact={**touching.contact, "law": np.zeros(4)})
    with pytest.raises(BundleError, match="contact/law"):
        save(wrong, tmp_path / "b.softrein")


def test_the_reference_goes_through_the_contact_and_lqr_has_nothing_to_do(touching: BodyBundle) -> None:
    run = touching.run(())
    np.testing.assert_allclose(run.states, touching.track.states, atol=1e-8)
    assert run.effort < 1e-12
    steered = steer_full(full_of(touching), touching)
    assert steered.error[0] < 1e-6


def full_of(bundle: BodyBundle):  # type: ignore[no-untyped-def]
    scene = read_scene("beam", list(SETTINGS))
    assert isinstance(scene, BodyScene)
    return build_full_body(scene)


def test_a_simulator_tells_of_contacts_and_what_its_tools_feel(touching: BodyBundle) -> None:
    simulator = touching.simulator()
    assert isinstance(simulator, BodySimulator)
    assert simulator.contacts == []
    most = 0.0
    while not simulator.finished:
        simulator.step()
        force = -sum((each.force for each in simulator.contacts if each.obstacle == "ball"), np.zeros(3))
        felt = simulator.wrench("ball")
        np.testing.assert_allclose(felt.force, force)
        most = max(most, float(felt.force[1]))
        for each in simulator.contacts:
            assert np.linalg.norm(each.normal) == pytest.approx(1)
            assert each.force @ each.normal > 0
    assert most > 0.05  # up, where the ball presses down
    with pytest.raises(ControllerError, match=r"no obstacle is called 'x'; there are 'pole', 'ball'"):
        simulator.wrench("x")
    with pytest.raises(ControllerError, match="no tool is called 'pole'"):
        simulator.tool("pole")


def test_contacts_are_those_of_the_last_step_that_was_taken(touching: BodyBundle) -> None:
    """Neither a step that fails nor warming up changes them."""
    simulator = touching.simulator("none")
    assert isinstance(simulator, BodySimulator)
    while np.linalg.norm(simulator.wrench("ball").force) < 0.05:
        simulator.step()
    felt = simulator.wrench("ball").force
    simulator.warm_up()
    np.testing.assert_array_equal(simulator.wrench("ball").force, felt)
    simulator.push("xmax", (0.0, 1e150, 0.0), touching.dt)
    with pytest.raises(SimulationError):
        simulator.step()
    np.testing.assert_array_equal(simulator.wrench("ball").force, felt)


def test_a_tool_is_moved_by_hand_and_goes_back(touching: BodyBundle) -> None:
    simulator = touching.simulator()
    assert isinstance(simulator, BodySimulator)
    ball, size = simulator.tool("ball"), 0.3
    for _ in range(10):
        simulator.step()
    ball.move(translation=(0.05, -0.03, 0.0), over=0.1)
    places = []
    for _ in range(40):
        simulator.step()
        places.append(ball.pose.translation)
    np.testing.assert_allclose(places[-1], [0.05, -0.03, 0], atol=1e-12)
    assert np.abs(np.diff(places, axis=0)).max() < 0.1 * size  # smoothly
    assert simulator.wrench("ball").force[1] > 0
    assert simulator.frame.moving
    ball.release(over=0.05)
    for _ in range(20):
        simulator.step()
    assert not simulator.frame.moving
    np.testing.assert_allclose(ball.pose.translation, touching.track.feedforward[70, -12:-9], atol=1e-9)
    simulator.reset()
    np.testing.assert_allclose(ball.pose.translation, 0, atol=1e-12)
    with pytest.raises(ControllerError, match="translation"):
        ball.move(translation=(np.nan, 0, 0))


def test_on_another_clock_tools_are_where_they_were(touching: BodyBundle) -> None:
    for dt in (0.0025, 0.004, 0.01):
        other = touching.at_step(dt)
        for step in range(0, other.steps, 7):
            now = other.obstacle_poses(step)[1]
            before = step * other.dt / touching.dt * touching.steps * touching.dt / (other.steps * other.dt)
            low = touching.obstacle_poses(int(before))[1]
            high = touching.obstacle_poses(min(int(before) + 1, touching.steps))[1]
            np.testing.assert_allclose(now, low + (before % 1) * (high - low), atol=1e-9)


def test_a_body_that_touches_is_not_carried(touching: BodyBundle) -> None:
    with pytest.raises(ControllerError, match="as the body has contact"):
        touching.simulator(handle=True)


def test_rollouts_and_single_runs_agree(touching: BodyBundle) -> None:
    many = touching.rollouts([touching.pushes], "pd")
    one = touching.run(controller="pd")
    assert many.error[0] == pytest.approx(one.error, rel=1e-9)


def test_key_frames_are_found_with_tools_where_they_then_are(touching: BodyBundle) -> None:
    """Replayed on the plant; without what is known of the ball the body would go elsewhere."""
    frame = "keyframes=[{region='xmax', time=0.35, position=[0, 0.01, 0.005]}]"
    scene = read_scene("beam", [*SETTINGS, "loads=[]", "targets=[]", "reference={source='keyframes'}", frame])
    assert isinstance(scene, BodyScene)
    mass = float(touching.masses.sum())
    found = edited(touching, scene, mass).bundle
    own = touching.inputs["tools"]
    np.testing.assert_array_equal(found.track.feedforward[:, own], touching.track.feedforward[:, own])
    ends = []
    for tools_move in (True, False):
        plant, z, force = found.plant(), found.track.states[0], np.array(found.track.feedforward)
        if not tools_move:
            force[:, own] = 0.0
        states = [z, *(z := plant.step(z, each) for each in force)]
        ends.append(np.array(states))
    np.testing.assert_allclose(ends[0], found.track.states, atol=1e-9)
    tips = [found.shape.positions(states[70], found.regions["xmax"]).mean(axis=0) for states in ends]
    rest = found.vertices[found.regions["xmax"]].mean(axis=0)
    assert np.linalg.norm(tips[0] - rest - [0, 0.01, 0.005]) < 1e-3
    assert np.abs(ends[1] - ends[0]).max() > 1e-3 * np.abs(ends[0]).max()
