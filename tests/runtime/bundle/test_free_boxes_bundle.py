"""A bundle of a body and a free box: its file, the place of the box, and outputs that show it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import softrein
from offline.scenes.reading import read_scene
from runtime.bundle.body import BodyBundle
from runtime.bundle.file import save
from softrein.errors import ControllerError
from softrein.export.run import export_run
from softrein.viewer.body.scene import Scene
from tests.offline.full.test_free_things import SMALL
from tests.offline.full.things.test_free_boxes import BOX, WALL
from tests.shared_bundles import bare_bundle

Array = np.ndarray


@pytest.fixture(scope="module")
def boxed() -> BodyBundle:
    """A bat of few elements that hits a box, which flies against a wall; without comparators."""
    found = bare_bundle(read_scene("bat", [*SMALL, BOX, WALL, "basis.rank=6", "enrichment.runs=2"]))
    assert isinstance(found, BodyBundle)
    return found


def test_the_file_holds_it(boxed: BodyBundle, tmp_path: Path) -> None:
    save(boxed, tmp_path / "a.softrein")
    again = softrein.load(tmp_path / "a.softrein")
    assert isinstance(again, BodyBundle)
    assert (again.things, again.free_coordinates) == (["ball"], 12)
    assert len(again.vertices) - len(again.own_vertices) == 4
    np.testing.assert_array_equal(again.run().states, boxed.run().states)
    own = boxed.rank - 12
    assert not boxed.actuators[own : boxed.rank].any()


def test_no_hand_leads_it(boxed: BodyBundle) -> None:
    with pytest.raises(ControllerError, match="'ball' moves freely, by what touches it: no hand leads it"):
        boxed.simulator().tool("ball")


def test_its_inputs_have_names(boxed: BodyBundle) -> None:
    inputs = boxed.inputs
    assert list(inputs) == ["force", "cable", "pressure", "tools", "handle"]
    assert (inputs["force"], inputs["handle"]) == (slice(0, boxed.rank), slice(boxed.forces, boxed.forces))
    assert inputs.count == boxed.forces == boxed.track.feedforward.shape[1]
    ends = [each for at in inputs.values() for each in (at.start, at.stop)]
    assert ends == sorted(ends)


def test_where_the_box_is_and_how_it_is_turned(boxed: BodyBundle) -> None:
    """By its region, by its pose and by the material points of it that are in contact's samples."""
    run = boxed.run(controller="none")
    ways = boxed.shape.positions(run.states, boxed.regions["ball"])[:, 0]
    which, contact = boxed.obstacles.index("ball"), boxed.contact
    middle = -2 - int(contact["moving"][which])
    for step in (0, boxed.steps // 2, boxed.steps):
        pose = boxed.obstacle_poses(step, run.states[step])[which]
        np.testing.assert_allclose(pose[:3], ways[step], atol=1e-12)
        turn = pose[3:].reshape(3, 3)
        np.testing.assert_allclose(turn @ turn.T, np.eye(3), atol=1e-12)
        own = slice(middle + 4, middle + 30)
        corners = contact["points"][own] + contact["point_modes"][own] @ run.states[step, : boxed.rank]
        away = np.abs((corners - pose[:3]) @ turn)
        np.testing.assert_allclose(away.max(axis=0), [0.025, 0.02, 0.03], rtol=1e-3)
    assert np.abs(turn - boxed.obstacle_poses(0)[which, 3:].reshape(3, 3)).max() > 0.2  # it has turned
    assert not np.ptp(boxed.shape.positions(run.states), axis=0)[-3:].any(), "axes are no places"


def test_the_model_goes_through_the_full_motion(boxed: BodyBundle) -> None:
    plant, states = boxed.plant(), boxed.track.states
    for step, inputs in enumerate(boxed.uncontrolled):
        np.testing.assert_allclose(plant.step(states[step], inputs), states[step + 1], rtol=0, atol=1e-12)


def test_the_correction_turns_boxes_and_strains_them_not(boxed: BodyBundle) -> None:
    r = boxed.rank
    modes = boxed.shape.modes[-3:, :, r - 9 : r]  # of the three axes
    for state, force in zip(boxed.track.states, boxed.correction[:, r - 9 : r], strict=False):
        axes, pulled = boxed.vertices[-3:] + modes @ state[r - 9 : r], modes @ force
        strained = axes @ pulled.T + pulled @ axes.T
        np.testing.assert_allclose(strained, 0.0, atol=1e-9 * (1e-9 + np.abs(pulled).max()))
    assert boxed.correction[:, r - 9 : r].any()


def test_exports_and_the_page_show_it_turned(boxed: BodyBundle, tmp_path: Path) -> None:
    run = boxed.run()
    export_run(boxed, run, tmp_path / "a.obj-sequence", fps=1 / boxed.dt)
    told = json.loads((tmp_path / "a.obj-sequence" / "frames.json").read_text())
    last = told["frames"][-1]["tools"]["ball"]
    pose = boxed.obstacle_poses(boxed.steps, run.states[-1])[boxed.obstacles.index("ball")]
    np.testing.assert_allclose(last["position"], pose[:3], atol=1e-6)
    np.testing.assert_allclose(np.ravel(last["rotation"]), pose[3:], atol=1e-6)
    scene, simulator = Scene(boxed), boxed.simulator("none")
    while not simulator.finished:
        simulator.step()
    assert simulator.wrench("ball").force.shape == (3,)
    scene.see(simulator)
    assert scene.placements == 1
    pose = boxed.obstacle_poses(0, simulator.state)[boxed.obstacles.index("ball")]
    np.testing.assert_allclose(scene.turn.T @ scene.pose()[0], pose[:3], atol=1e-12)
    assert [each["free"] for each in scene.obstacles()] == [False, True]
