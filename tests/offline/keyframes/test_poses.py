"""Key-frames that are whole shapes: from files of the body's own vertices or others, and from bundles."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from meshes import TetMesh, write_mesh
from offline.full.body.full_body import FullBody, simulate
from offline.keyframes.distances import misses
from offline.pipeline.body.statics import static_loads
from offline.pipeline.kinds import kind_of
from offline.pipeline.stages import Places, precompute_scene
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import read_scene, scene_of
from offline.steering.mismatch import AS_MADE
from runtime.bundle.body import BodyBundle
from runtime.bundle.file import save
from softrein.errors import SceneError
from tests.offline.keyframes.test_keyframes import data_with, found

STEP = 40


@pytest.fixture(scope="module")
def beam() -> FullBody:
    return kind_of(read_scene("beam")).full_model(read_scene("beam"))


@pytest.fixture(scope="module")
def shape(beam: FullBody) -> np.ndarray:
    """The beam's vertices (v, 3) m at a moment of its motion at which it is far from rest."""
    states = [beam.body.positions(u) for u, _ in simulate(beam)]
    return max(states, key=lambda each: np.abs(each - beam.mesh.vertices).max())


def obj(path: Path, points: np.ndarray) -> str:
    path.write_text("".join(f"v {x!r} {y!r} {z!r}\n" for x, y, z in points.tolist()))
    return str(path)


def poses(beam: FullBody, shape: np.ndarray, folder: Path) -> dict[str, dict[str, Any]]:
    """The same pose in several ways."""
    rest, skin = np.array(beam.mesh.vertices), np.unique(beam.mesh.surface)
    write_mesh(folder / "mesh.vtk", TetMesh(shape, beam.mesh.tets))
    return {
        "mesh": {"pose": str(folder / "mesh.vtk")},
        "points": {"pose": obj(folder / "points.obj", shape)},
        "skin": {
            "pose": obj(folder / "skin.obj", shape[skin]),
            "rest": obj(folder / "rest.obj", rest[skin]),
        },
    }


@pytest.mark.parametrize("way", ["mesh", "points", "skin"])
def test_a_pose_is_met_by_both_bodies(way: str, beam: FullBody, shape: np.ndarray, tmp_path: Path) -> None:
    pose = poses(beam, shape, tmp_path)[way]
    best, table, _ = found(tmp_path / "runs", frames=[{"time": "0.4 s", **pose}])
    body, basis = beam.body, best.basis
    reduced = body.positions(basis.vectors @ best.motion.states[STEP, : basis.rank])
    full = body.positions(best.nominal.u[:, STEP])
    for here, most in ((reduced, 1e-3), (full, 3e-3)):
        assert np.sqrt(np.mean(np.sum((here - shape) ** 2, axis=1))) < most
    assert best.far[0] == pytest.approx(
        np.sqrt(np.mean(np.sum((full - shape)[_points(way, beam)] ** 2, axis=1))), rel=1e-6
    )
    assert "1 key-frame within" in next(row for row in table.rows if "motion" in row["stage"])["result"]


def _points(way: str, beam: FullBody) -> Any:
    return np.unique(beam.mesh.surface) if way == "skin" else slice(None)


@pytest.mark.slow("finds motions of the full body")
def test_a_pose_of_another_bundle_and_what_verify_says(tmp_path: Path) -> None:
    """Of another basis; beside a key-frame of a region."""
    other = precompute_scene(
        read_scene("beam", ["basis.rank=5", "enrichment.runs=2"]), Places(tmp_path / "a", 0)
    )
    save(other, tmp_path / "other.softrein")
    frames = [
        {"pose": "other.softrein", "at": "0.2 s", "time": "0.3 s"},
        {"region": "xmax", "time": "0.6 s", "position": [0, 0, "-1 cm"]},
    ]
    scene = scene_of(data_with(frames=frames), folder=tmp_path)
    assert isinstance(scene, BodyScene)
    made = precompute_scene(scene, Places(tmp_path / "b", 0))
    assert isinstance(made, BodyBundle)
    assert isinstance(other, BodyBundle)
    full = kind_of(scene).full_model(scene)
    figures = misses(full, made, AS_MADE)["keyframes"]
    wanted = other.shape.positions(other.track.states[20])
    here = made.shape.positions(made.track.states[30])
    rms = np.sqrt(np.mean(np.sum((here - wanted) ** 2, axis=1)))
    assert figures["reduced"][0] == pytest.approx(rms, rel=1e-3)
    assert max(figures["reduced"]) < 1.5e-3
    assert max(figures["full"]) < 3e-3
    assert any(load.name == "pull 1 to the poses" for load in static_loads(full, 1.0))
    assert scene_of(made.scene) == scene


def test_a_pose_that_no_basis_shows_is_told_by_the_full_body(
    beam: FullBody, shape: np.ndarray, tmp_path: Path
) -> None:
    far = shape + 0.01 * np.sin(300 * np.array(beam.mesh.vertices))
    with pytest.warns(UserWarning, match=r"the full body misses the pose far.obj at 0.4 s by"):
        found(tmp_path / "runs", frames=[{"time": 0.4, "pose": obj(tmp_path / "far.obj", far)}])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"pose": "none.obj"}, ["keyframes.0.pose", "no such file"]),
        ({"pose": "some.obj"}, ["keyframes.0.pose", "not the body's 63 vertices", "`rest`"]),
        ({"pose": "some.obj", "rest": "points.obj"}, ["keyframes.0.pose", "both must have as many"]),
        ({"pose": "some.obj", "rest": "away.obj"}, ["keyframes.0.pose", "too far"]),
        ({"pose": "mixed.obj"}, ["keyframes.0.pose", "in their order"]),
        ({"pose": "none.softrein", "at": 0.1}, ["keyframes.0.pose", "none.softrein"]),
        ({"pose": "made.softrein", "at": 9}, ["keyframes.0.pose", "ends at 0.8 s"]),
    ],
)
def test_what_is_no_pose_is_told(
    change: dict[str, Any], words: list[str], beam: FullBody, shape: np.ndarray, tmp_path: Path,
    small_bundle: BodyBundle,
) -> None:  # fmt: skip
    obj(tmp_path / "points.obj", shape)
    obj(tmp_path / "some.obj", shape[:9])
    obj(tmp_path / "away.obj", shape[:9] + 1)
    obj(tmp_path / "mixed.obj", shape[::-1])
    if "made.softrein" in change.values():
        save(replace(small_bundle), tmp_path / "made.softrein")
    scene = scene_of(data_with(frames=[{"time": 0.4, **change}]), folder=tmp_path)
    with pytest.raises(SceneError) as caught:
        kind_of(scene).full_model(scene)
    assert all(word in str(caught.value) for word in words), caught.value
