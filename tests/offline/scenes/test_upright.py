"""The axis that is up: a scene's choice reaches meshes, balls, pictures, bundles and exports alike."""

from __future__ import annotations

import json
import warnings
from dataclasses import asdict, replace
from pathlib import Path

import h5py
import numpy as np
import pytest
from matplotlib.image import imread

from meshes import TetMesh, block, write_mesh
from offline.drafting.template import scene_of_mesh, scene_template
from offline.full.body.full_body import build_mesh
from offline.pipeline.body.kind import warn_of_up
from offline.pipeline.body.targets import build_target
from offline.scenes.body.mesh import MeshPart
from offline.scenes.body.parts import TargetPart
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import read_scene
from offline.targets import swing
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.plant.up_axis import AXES, level, upright_axes, upward
from runtime.target import Target
from softrein.errors import BundleError, SceneError
from softrein.export.run import export_run
from softrein.pictures.motion import render_motion
from softrein.pictures.panels import swinging
from tests.made_up import made_up_bundle, made_up_runs
from tests.offline.scenes.turned import turned
from tests.runtime.bundle.bundle_files import arrays_of, checksum

SAME = 2e-3  # of full brightness, in the mean: round-off may move an edge by a part of a pixel


@pytest.mark.parametrize("up", AXES)
def test_upright_axes_turn_and_do_not_mirror(up: str) -> None:
    axes = upright_axes(up)
    assert np.linalg.det(axes) == pytest.approx(1.0)
    np.testing.assert_array_equal(upward(up), np.eye(3)[AXES.index(up)])
    np.testing.assert_array_equal(level(up), [axis != up for axis in AXES])
    np.testing.assert_array_equal(upright_axes("y"), np.eye(3))


@pytest.mark.slow("precomputes a scene several times")
@pytest.mark.parametrize("up", ["z", "x"])
def test_a_turned_body_gives_the_same_picture(up: str, tmp_path: Path) -> None:
    bundle = made_up_bundle()
    bee = Target("bee", "left", (0.1, 0.42, 0.1), 0.01, 0.0, 30, 12, ((0.2, 0.6, 0.3), (0.15, 0.5, 0.2)))
    bundle = replace(bundle, targets=[*bundle.targets, bee])
    pictures = []
    for number, each in enumerate((bundle, turned(bundle, up))):
        render_motion(each, made_up_runs(each), tmp_path / f"{number}.png", width=480)
        pictures.append(imread(tmp_path / f"{number}.png")[..., :3])
    assert pictures[0].shape == pictures[1].shape
    assert np.abs(pictures[0] - pictures[1]).mean() < SAME
    lying = replace(turned(bundle, up), up="y", targets=[])  # and it is `up` that turns it
    render_motion(lying, made_up_runs(lying), tmp_path / "lying.png", width=480)
    picture = imread(tmp_path / "lying.png")[..., :3]
    assert picture.shape != pictures[0].shape or np.abs(picture - pictures[0]).mean() > 10 * SAME


@pytest.mark.parametrize("up", ["z", "x"])
def test_balls_hang_and_swing_by_what_is_up(up: str) -> None:
    bundle = made_up_bundle()
    other = turned(bundle, up)
    for target, same in zip(bundle.targets, other.targets, strict=True):
        path = swinging(bundle, target, bundle.track.states)
        assert np.ptp(path, axis=0).max() > target.radius  # it is struck
        np.testing.assert_allclose(
            swinging(other, same, other.track.states), path @ upright_axes(up), atol=1e-12
        )
        np.testing.assert_allclose(same.anchor, target.anchor @ upright_axes(up))
    still = np.full((400, 1, 3, 3), 9.0) + np.eye(3)
    hanging = Target("a", "a", (0.0, 0.0, 0.0), 0.1, 0.5, 3, 1, up=up)
    np.testing.assert_allclose(swing(hanging, still, 0.01)[-1], 0, atol=1e-12)


@pytest.mark.parametrize("up", ["z", "x"])
def test_a_ball_is_hung_ahead_and_not_above(small_bundle: BodyBundle, up: str) -> None:
    part = TargetPart(name="ball", region="xmax", time=0.5, radius=0.02, string=0.1, bite=0.002)
    other = turned(small_bundle, up)
    found = [build_target(part, each.shape, each.track, each.dt, each.up) for each in (small_bundle, other)]
    np.testing.assert_allclose(found[1].centre, np.array(found[0].centre) @ upright_axes(up), atol=1e-9)
    assert found[1].up == up


def test_ends_are_along_what_is_up_unless_told() -> None:
    part = {"body": "block", "cells": (2, 2, 2), "size": (0.1, 0.2, 0.3), "fixed": ["low"]}
    regions = {"low": {"lowest": 0.1}, "side": {"lowest": 0.1, "axis": "x"}}
    for axis, up in enumerate(AXES):
        mesh = build_mesh(MeshPart.model_validate(part | {"regions": regions}), up)
        assert np.ptp(mesh.vertices[mesh.regions["low"], axis]) == 0
        assert np.ptp(mesh.vertices[mesh.regions["side"], 0]) == 0
    scene = read_scene("beam", ["up='z'"])
    assert scene.up == "z"  # type: ignore[attr-defined]


def test_a_draft_takes_what_it_is_told_and_says_where_it_guessed(tmp_path: Path) -> None:
    mesh = block((2, 2, 5), (0.2, 0.2, 0.1))
    path = tmp_path / "flat.vtu"
    write_mesh(path, TetMesh(mesh.vertices, mesh.tets))
    guessed, told = scene_template(path), scene_template(path, up="z")
    assert "a guess" in guessed.split("up = ")[1].splitlines()[0]
    assert "a guess" not in told
    assert 'fixed = { lowest = 0.1, axis = "y" }' in guessed
    assert 'fixed = { lowest = 0.1, axis = "z" }' in told  # a third of its width high: it stands
    assert "gravity = [0, 0, -9.81]" in told
    assert scene_of_mesh(path, ["enrichment.runs=1"], up="z").up == "z"  # type: ignore[attr-defined]
    assert read_scene("beam", [], path, up="x").up == "x"  # type: ignore[attr-defined]


def test_smoke_has_no_up() -> None:
    with pytest.raises(SceneError, match="up: smoke is drawn along the axes of its box"):
        read_scene("fluid", ["up='y'"])


def test_gravity_that_does_not_pull_down_is_told() -> None:
    def told(gravity: str, up: str = "y") -> str:
        scene = read_scene("beam", [f"gravity={gravity}", f"up='{up}'"])
        assert isinstance(scene, BodyScene)
        with warnings.catch_warnings(record=True) as caught:
            warn_of_up(scene)
        return "; ".join(str(each.message) for each in caught)

    assert 'set up = "z"' in told("[0, 0, -9.81]")
    assert "turn the body" in told("[0, 9.81, 0]")
    for gravity, up in (("[0, -9.81, 0]", "y"), ("[0, 0, 0]", "x"), ("[2, 0, -9]", "z")):
        assert not told(gravity, up)


def test_a_bundle_keeps_up_and_older_ones_have_y(small_bundle: BodyBundle, tmp_path: Path) -> None:
    path = tmp_path / "a.softrein"
    bundle_file.save(turned(small_bundle, "z"), path)
    again = bundle_file.load(path)
    assert isinstance(again, BodyBundle)
    assert again.up == "z"
    assert [target.up for target in again.targets] == ["z"]
    bundle_file.save(small_bundle, path)
    with h5py.File(path, "r+") as file:  # what a file of before held
        header = json.loads(file["header"][()].tobytes())
        for target in header["targets"]:
            assert target.pop("up") == "y"
        file.attrs["version"] = 5
        assert header.pop("up") == "y"
        assert header.pop("elastic") == "polynomial"
        del file["header"]
        file["header"] = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
        file.attrs["checksum"] = checksum(arrays_of(file))
    older = bundle_file.load(path)
    assert isinstance(older, BodyBundle)
    assert older.up == "y"
    assert json.dumps([asdict(target) for target in older.targets]) == json.dumps(
        [asdict(target) for target in small_bundle.targets]
    )
    with pytest.raises(BundleError, match="up is 'w'"):
        bundle_file.save(replace(small_bundle, up="w", targets=[]), path)


@pytest.mark.parametrize("up", AXES)
def test_exports_say_which_axis_is_up(small_bundle: BodyBundle, up: str, tmp_path: Path) -> None:
    bundle = turned(small_bundle, up)
    run = bundle.run([])
    export_run(bundle, run, tmp_path / "a.obj-sequence", fps=2)
    assert json.loads((tmp_path / "a.obj-sequence" / "frames.json").read_text())["up"] == up
    usd, geometry = pytest.importorskip("pxr.Usd"), pytest.importorskip("pxr.UsdGeom")
    export_run(bundle, run, tmp_path / "a.usda", fps=2)
    stage = usd.Stage.Open(str(tmp_path / "a.usda"))
    axis = geometry.GetStageUpAxis(stage)
    assert axis == ("Z" if up == "z" else "Y")
    matrix = geometry.Xformable(stage.GetDefaultPrim()).GetLocalTransformation()
    np.testing.assert_allclose(matrix.Transform(tuple(upward(up))), upward(axis.lower()), atol=1e-12)
