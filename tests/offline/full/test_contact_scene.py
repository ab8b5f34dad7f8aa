"""Scenes of bodies that touch: what they may say, and what is refused before anything expensive."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from offline.full.body.full_body import build_full_body
from offline.pipeline.body.presses import pressed
from offline.scenes.body import BodyScene
from offline.scenes.reading import read_scene
from softrein.errors import SceneError

POLE = "obstacles=[{shape='cylinder', radius=0.02, length=0.3, position=[0.25, -0.03, 0.04]}]"
BALL = "tools=[{name='ball', shape='sphere', radius='2 cm', position=[0.2, 0.12, 0.04], times=[0, 0.2], "
MOVES = "translation=[[0, 0, 0], [0, -0.03, 0]]}]"


def scene(*settings: str) -> BodyScene:
    found = read_scene("beam", list(settings))
    assert isinstance(found, BodyScene)
    return found


def test_shapes_have_names_and_places() -> None:
    full = build_full_body(scene(POLE, BALL + MOVES, "contact.friction=0.7"))
    contact = full.contact
    assert contact is not None
    assert contact.names == ["cylinder", "ball"]
    assert contact.law.moving.tolist() == [-1, 0]
    assert contact.law.friction.tolist() == [0.7, 0.7]
    assert full.known.shape == (80, 12)
    np.testing.assert_allclose(full.known_at(5)[:3] + 0.01 * full.known_at(5)[6:9], full.known_at(6)[:3])
    np.testing.assert_allclose(full.known_at(500)[:3], [0, -0.03, 0])  # where it has come to
    assert not full.known_at(500)[6:].any()


def test_two_of_a_shape_are_told_apart() -> None:
    plane = "{shape='plane', position=[0, -0.1, 0]}"
    contact = build_full_body(scene(f"obstacles=[{plane}, {plane}]")).contact
    assert contact is not None
    assert contact.names == ["plane", "plane 2"]


def test_a_surface_from_a_file_is_an_obstacle(tmp_path: Path) -> None:
    import pyvista

    pyvista.Box(bounds=(0, 300, -60, -5, 0, 80)).triangulate().save(tmp_path / "box.stl")
    found = scene(f"obstacles=[{{shape='mesh', file='{tmp_path}/box.stl', scale=1e-3}}]")
    contact = build_full_body(found).contact
    assert contact is not None
    assert contact.gaps(np.zeros(162)).min() == pytest.approx(0.005, abs=5e-4)
    pyvista.Plane().triangulate().save(tmp_path / "open.stl")
    found = scene(f"obstacles=[{{shape='mesh', file='{tmp_path}/open.stl', scale=1e-3}}]")
    with pytest.raises(SceneError, match=r"obstacles\.0\.file: open.stl: .*not closed"):
        build_full_body(found)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (["contact.friction=0.3"], "there is nothing to touch"),
        ([POLE, "contact.friction=-1"], "friction: must be at least 0"),
        ([POLE, "time.newton_iterations=1"], "contact needs steps that converge"),
        ([POLE, "handle={}"], "handle: a body that is carried"),
        ([POLE, "control.discretisation='exponential'"], "gains of the step"),
        (["obstacles=[{shape='sphere', radius=1, name='a'}, {shape='plane', name='a'}]"], "two are called"),
        ([BALL.replace("times=[0, 0.2], ", "translation=[[0,0,0],[0,0,1]]}]")], "give one of the two"),
        ([BALL + MOVES, "reference.rewind=true"], "an endless motion begins where it ends"),
        ([BALL.replace("0.2]", "9.2]") + MOVES], "lies after the end of the motion"),
        (["obstacles=[{shape='box'}]"], "size: missing; a box has size"),
        (["obstacles=[{shape='cone', radius=1}]"], "obstacles.0.shape"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(settings: list[str], words: str) -> None:
    with pytest.raises(SceneError, match=words):
        scene(*settings)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (["obstacles=[{shape='sphere', radius=0.05, position=[0.3, 0.04, 0.04]}]"],
         r"obstacles\.0: the body begins 0.05 m inside of 'sphere'"),
        ([BALL.replace("0.12", "0.09") + MOVES], r"tools\.0: the body begins 0.01 m inside of 'ball'"),
        ([BALL.replace("0.2]", "0.01]") + MOVES], r"tools\.0: 'ball' goes .* would pass through"),
        ([POLE, "contact.region='nose'"], r"contact\.region: the mesh has no region 'nose'"),
        ([POLE, "contact.region='xmin'"], r"contact\.region: nothing of the surface of 'xmin' can move"),
    ],
)  # fmt: skip
def test_what_the_body_cannot_begin_with_is_refused(settings: list[str], words: str) -> None:
    with pytest.raises(SceneError, match=words):
        build_full_body(scene(*settings))


def test_presses_come_from_outside_and_press() -> None:
    full = build_full_body(scene("enrichment.presses=2"))
    for index in range(4):
        press = pressed(full, index)
        contact = press.full.contact
        assert contact is not None
        assert contact.gaps(np.zeros(162)).min() > 0
        ball = contact.law.poses[-1, :3] + press.full.known[28, :3]  # when it is in
        x = full.mesh.vertices[full.mesh.surface].mean(axis=1)
        assert np.linalg.norm(x - ball, axis=1).min() < 1.3 * press.part.thinnest
    assert pressed(full, 0).part == pressed(full, 0).part
    assert pressed(full, 0).part != pressed(full, 1).part
