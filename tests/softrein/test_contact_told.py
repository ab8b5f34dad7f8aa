"""Reports of contact by runs, exports, pictures, reports and pages: all of them say the same."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from meshes.animations.animation import Manner, read_animation
from offline.pipeline.body import sensors
from offline.scenes.body.measuring import SensorPart
from runtime.bundle.body import BodyBundle
from runtime.bundle.body_simulator import BodySimulator
from runtime.run import Run
from softrein.errors import SceneError
from softrein.export.frames import frames_of
from softrein.export.run import export_run
from softrein.export.touches import poses_of
from softrein.facts.bundles import bundle_facts
from softrein.facts.runs import run_facts
from softrein.pictures.touches import LEAST, LONGEST, Touches
from softrein.reports.body import touch_section
from softrein.viewer.base import messages
from softrein.viewer.base.messages import Command
from softrein.viewer.live import Live
from softrein.viewer.scene import scene_of
from tests.softrein.test_export import read_vtkhdf
from tests.softrein.viewer.viewing import read_frame
from tests.touching import bat_bundle, boxes_bundle, touching_bundle


@pytest.fixture(scope="module")
def touching() -> BodyBundle:
    return touching_bundle()


@pytest.fixture(scope="module")
def run(touching: BodyBundle) -> Run:
    return touching.run(())


def test_stages_and_inspect_say_what_the_layer_is_like(touching: BodyBundle) -> None:
    """Its thickness and stiffness, which the scene leaves to the body."""
    law, facts = touching.touching, bundle_facts(touching)
    assert law is not None
    delta, k = law.law[0], f"{law.stiffness[0]:.3g}"
    (reduced,) = (stage["result"] for stage in touching.stages if stage["stage"] == "reduced model")
    assert reduced.endswith(f"contact: {len(law.points)} samples, layer {1e3 * delta:.3g} mm thick, {k} Pa/m")
    assert (facts["obstacles"], facts["tools"], facts["free things"]) == ("pole", "ball", "none")
    assert (facts["contact samples"], facts["contact distance [m]"]) == (len(law.points), delta)
    assert (facts["contact stiffness [Pa/m]"], facts["force goals"]) == (k, "none")
    rough = {**touching.contact, "friction": np.array([0.1, 0.4])}
    goal = {"control": {"forces": [{"obstacle": "ball", "weight": 2.0}]}}
    facts = bundle_facts(replace(touching, contact=rough, scene={**touching.scene, **goal}))
    assert facts["friction"] == "pole 0.1, ball 0.4"
    assert facts["force goals"] == "ball (weight 2.0)"


def test_free_things_are_told_of_apart() -> None:
    """Their middles, and how they have turned, are no places at which the body feels."""
    facts = bundle_facts(bat_bundle())
    assert (facts["obstacles"], facts["free things"], facts["contact samples"]) == ("ground", "ball", 80)


def test_a_run_tells_what_its_simulator_told(touching: BodyBundle, run: Run) -> None:
    simulator, told = touching.simulator(), touching.contacts(run.states)
    assert isinstance(simulator, BodySimulator)
    force, place = told.pressed(touching.steps)
    for step in range(touching.steps):
        simulator.step()
        own, here = simulator.contacts, told.at(step)
        assert [each.obstacle for each in own] == [told.names[which] for which in here.obstacles]
        for each, point, pull in zip(own, here.points, here.forces, strict=True):
            np.testing.assert_allclose(each.point, point, atol=1e-12)
            np.testing.assert_allclose(each.force, pull, atol=1e-9)
        for number, name in enumerate(told.names):
            np.testing.assert_allclose(force[step, number], -simulator.wrench(name).force, atol=1e-9)
    assert (np.linalg.norm(force, axis=2).max(axis=0) > 0).all()  # both pole and ball
    there = np.isfinite(place[..., 0])
    np.testing.assert_array_equal(there, np.linalg.norm(force, axis=2) > 0)
    low, high = touching.vertices.min(axis=0) - 0.1, touching.vertices.max(axis=0) + 0.1
    assert ((low < place[there]) & (place[there] < high)).all()


def test_the_figures_of_a_run_say_how_long_and_how_hard(touching: BodyBundle, run: Run) -> None:
    found = run_facts(touching, run, "lqr")["touches"]
    force = touching.contacts(run.states).pressed(touching.steps)[0]
    for number, name in enumerate(touching.obstacles):
        size = np.linalg.norm(force[:, number], axis=1)
        impulse = touching.dt * size.sum()
        assert found[name]["largest"] == size.max()
        assert found[name]["mean"] * found[name]["seconds"] == pytest.approx(impulse)
        assert 0 < found[name]["mean"] <= found[name]["largest"]
    page = touch_section({"lqr": {"touches": found}, "none": {}})
    assert "<td>pole</td>" in page
    assert "<td>ball</td>" in page
    assert touch_section({"none": {"touches": {}}}) == ""


def test_exports_hold_obstacles_and_contacts(touching: BodyBundle, run: Run, tmp_path: Path) -> None:
    told, steps = touching.contacts(run.states), touching.steps
    _, surfaces, contacts = export_run(touching, run, tmp_path / "a.vtkhdf").files
    _, frames = read_vtkhdf(contacts)
    assert len(frames) == steps + 1
    for frame, found in enumerate(frames):
        here = told.at(min(frame, steps - 1))
        np.testing.assert_allclose(np.asarray(found.points).reshape(-1, 3), here.points, atol=1e-6)
        assert found.n_points == len(here.steps)
        if found.n_points:
            np.testing.assert_allclose(found["force"], here.forces)
            assert found["obstacle"].tolist() == here.obstacles.tolist()
    _, shapes = read_vtkhdf(surfaces)
    ball = touching.obstacles.index("ball")
    for frame in (0, 50, steps):
        own = shapes[frame].extract_cells(shapes[frame]["obstacle"] == ball)
        middle = touching.obstacle_poses(frame)[ball, :3]
        np.testing.assert_allclose(np.linalg.norm(own.points - middle, axis=1), 0.02, atol=1e-6)
    assert np.ptp([np.asarray(shape.points)[-1] for shape in shapes], axis=0).max() > 0.02  # it moves


def test_poses_between_steps_are_rigid() -> None:
    """Of boxes that turn 0.06 rad a step as of all else."""
    boxes = boxes_bundle()
    run = boxes.run(())
    frames = frames_of(boxes.steps, boxes.dt, 300.0)
    assert ((frames.share > 0.1) & (frames.share < 0.9)).any()
    turns = poses_of(boxes, run, frames)[..., 3:].reshape(len(frames), -1, 3, 3)
    np.testing.assert_allclose(
        turns @ turns.swapaxes(-1, -2), np.broadcast_to(np.eye(3), turns.shape), atol=1e-12
    )
    own = boxes.obstacle_poses(int(frames.before[0]), run.states[0])[:, 3:].reshape(-1, 3, 3)
    np.testing.assert_allclose(turns[0], own, atol=1e-12)


def test_usd_and_obj_hold_them(touching: BodyBundle, run: Run, tmp_path: Path) -> None:
    pxr = pytest.importorskip("pxr.Usd")
    export_run(touching, run, tmp_path / "a.usda", fps=1 / touching.dt)
    stage = pxr.Stage.Open(str(tmp_path / "a.usda"))
    top, told = stage.GetDefaultPrim().GetPath(), touching.contacts(run.states)
    step = int(told.steps[0])
    points = stage.GetPrimAtPath(f"{top}/contacts").GetAttribute("points")
    force = stage.GetPrimAtPath(f"{top}/contacts").GetAttribute("primvars:force")
    np.testing.assert_allclose(np.array(points.Get(step)), told.at(step).points, atol=1e-6)
    np.testing.assert_allclose(np.array(force.Get(step)), told.at(step).forces, rtol=1e-6)
    (prim,) = (each for each in stage.Traverse() if each.GetTypeName() == "Mesh" and "ball" in each.GetName())
    ball = prim.GetAttribute("points")  # beside a target of that name
    moved = np.array(ball.Get(50)) - np.array(ball.Get(0))
    poses = [touching.obstacle_poses(frame)[touching.obstacles.index("ball"), :3] for frame in (0, 50)]
    np.testing.assert_allclose(moved, np.tile(poses[1] - poses[0], (len(moved), 1)), atol=1e-6)
    export_run(touching, run, tmp_path / "a.obj-sequence", fps=1 / touching.dt)
    frames = json.loads((tmp_path / "a.obj-sequence" / "frames.json").read_text())["frames"]
    own = frames[step]["contacts"][0]
    assert own["obstacle"] in touching.obstacles
    np.testing.assert_allclose(own["force"], told.at(step).forces[0])
    np.testing.assert_allclose(frames[50]["tools"]["ball"]["position"], poses[1])


def test_pictures_have_arrows_as_long_as_forces(touching: BodyBundle, run: Run) -> None:
    size, told = 0.3, touching.contacts(run.states)
    force, place = told.pressed(touching.steps)
    most = float(np.linalg.norm(force, axis=2).max())
    touches, longest = Touches(touching, run.states, size), 0.0
    for step in range(touching.steps):
        found, drawn = touches.at(step + 1), np.linalg.norm(force[step], axis=1)
        np.testing.assert_array_equal(found.points, told.at(step).points)
        assert len(found.arrows) <= np.count_nonzero(drawn)
        for tail, tip in found.arrows:
            number = int(np.argmin(np.linalg.norm(np.nan_to_num(place[step], nan=np.inf) - tail, axis=1)))
            np.testing.assert_allclose(tip - tail, LONGEST * size / most * force[step, number], atol=1e-12)
            longest = max(longest, float(np.linalg.norm(tip - tail)))
        if (drawn > 2 * LEAST * most).all():
            assert len(found.arrows) == len(drawn)
    assert longest == pytest.approx(LONGEST * size)


def test_a_page_is_told_the_wrench_of_each(touching: BodyBundle, run: Run) -> None:
    scene = scene_of(touching)
    live, told = Live(scene), touching.contacts(run.states)
    force, place = told.pressed(touching.steps)
    live.obey(1, Command("pause", 0, {"on": False}))
    for step in range(60):
        live.step()
        bytes_of = messages.without_room(bytes(live.frame(step, 0.0, 0.0, 0.0)), scene.plan.numbers)
        pressed = read_frame(bytes_of, *scene.counts).pressed
        np.testing.assert_allclose(pressed[:, :3] @ scene.turn, force[step], rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(pressed[:, 3:] @ scene.turn, np.nan_to_num(place[step]), atol=1e-5)


def test_an_export_of_a_body_is_of_its_own_vertices(tmp_path: Path) -> None:
    """Those by which things are carried are no places; things are beside it, among what it touches."""
    bundle, path = bat_bundle(), tmp_path / "bat.vtkhdf"
    export_run(bundle, bundle.run([], "none"), path, fps=10.0)
    points = read_animation(path, Manner()).points
    assert points.shape[1:] == bundle.own_vertices.shape
    np.testing.assert_allclose(
        points[0], bundle.shape.positions(bundle.track.states[0])[: points.shape[1]], atol=1e-6
    )


def test_markers_are_on_the_body(tmp_path: Path) -> None:
    """However far away a thing is, and however many vertices carry it."""
    shape = bat_bundle().shape
    far = tuple(shape.vertices[: shape.own].max(axis=0) + 2 * np.ptp(shape.vertices[: shape.own], axis=0))
    for place in ({"at": [far]}, {"vertices": [shape.own]}):
        with pytest.raises(SceneError, match=r"sensors\.0"):
            sensors._placed(SensorPart.model_validate({"noise": 1e-3, **place}), 0, shape)
