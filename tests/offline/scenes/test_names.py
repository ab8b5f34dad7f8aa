"""Names of parts: bad ones in a scene are refused when it is read, those of a mesh are changed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import softrein
from meshes import TetMesh, block, write_mesh
from meshes.tetmesh import MeshMaterial
from offline.drafting.template import scene_template
from offline.full.body.full_body import build_mesh
from offline.scenes.base.names import LONGEST, as_names, as_plain_name, fault
from offline.scenes.base.scene import Scene
from offline.scenes.body.mesh import MeshPart
from offline.scenes.reading import read_scene, scene_of
from softrein.errors import SceneError
from tests.offline.scenes.odd_scenes import NASTY

BAD = (
    "",
    ".",
    "..",
    "a/b",
    "/",
    "a\nb",
    "\x1b[31mred",
    "\x9b31m",
    "\u202ea",
    "\x00",
    "a\t",
    " a",
    "a ",
    "x" * 101,
)
GOOD = ("a", "a b", "größe", "x" * 100, "...", "a.b", "%2F", "a\\b", "[red]", '"', "😀", "日本")
PLACES = (
    "mesh.regions.{}.lowest=0.1",
    "mesh.fixed=[{}]",
    "materials.{}.young=1",
    "loads.0.region={}",
    "targets.0.name={}",
    "targets.0.region={}",
    "pushes.0.at={}",
    "watch={}",
    "control.instants.0.region={}",
    'control.actuators=[{{"name": {}, "region": "bar", "direction": [1, 0, 0]}}]',
    'control.actuators=[{{"name": "a", "region": {}, "direction": [1, 0, 0]}}]',
)


def with_name(place: str, name: str) -> Scene:
    """The T with a name somewhere."""
    data = read_scene("tshape").model_dump(mode="json")
    path, _, value = place.partition("=")
    here: Any = data
    *before, last = [
        name if part == "{}" else int(part) if part.isdigit() else part for part in path.split(".")
    ]
    for part in before:
        here = here.setdefault(part, {}) if isinstance(here, dict) else here[part]
    here[last] = json.loads(value.format(json.dumps(name)))
    if path.startswith("materials"):
        here |= {"poisson": 0.3, "density": 1}
    return scene_of(data)


@pytest.mark.parametrize("place", PLACES)
def test_names_are_refused_when_the_scene_is_read(place: str) -> None:
    for name in GOOD:
        with_name(place, name)
    for name in BAD:
        with pytest.raises(SceneError, match="; choose another name") as caught:
            with_name(place, name)
        assert str(caught.value).isprintable()
        assert place.partition(".")[0].partition("=")[0] in str(caught.value)


@pytest.mark.parametrize("name", [*BAD, "a b", "a:b", "x*"])
def test_a_scenes_own_name_is_a_files(name: str, tmp_path: Path) -> None:
    data = read_scene("beam").model_dump(mode="json")
    scene_of(data | {"name": "größe-½.2_a"})
    with pytest.raises(SceneError, match="name: "):
        softrein.precompute(data | {"name": name}, tmp_path / "a.softrein")
    assert not list(tmp_path.iterdir())


def test_what_a_mesh_calls_its_parts_becomes_a_name() -> None:
    assert as_names(["a/b", "a_b", "a\x1bb", ".", "..", "", "ok"]) == {
        "a_b": "a_b", "ok": "ok", "a/b": "a_b_2", "a\x1bb": "a_b_3", ".": "_", "..": "__", "": "__2",
    }  # fmt: skip
    long = as_names(["x" * 300, "x" * 299, "x" * 100, " x", "x"])
    assert sorted(map(len, long.values())) == [1, 3, 100, 100, 100]
    many = as_names([f"\x01{'/' * k}" for k in range(3000)])
    assert len(set(many.values())) == 3000


def test_any_texts_become_names_of_their_own(rounds: Iterator[random.Random]) -> None:
    pieces = [*NASTY, "a", "_", "_2", "x" * 99, *map(chr, range(40)), "\ud800"]
    for draw in rounds:
        given = {"".join(draw.choices(pieces, k=draw.randrange(4))) for _ in range(draw.randrange(40))}
        names = as_names(given)
        assert names.keys() == given
        assert len(set(names.values())) == len(given)
        assert not any(map(fault, names.values()))
        assert all(names[name] == name for name in given if not fault(name))
        assert not fault(as_plain_name("".join(given)))


def test_a_mesh_with_odd_names_goes_through(tmp_path: Path) -> None:
    """Regions, sets and materials; the draft and the full model know the same names."""
    bar = block((2, 4, 2), (0.1, 0.3, 0.12))
    long = "leg" * 50
    mesh = TetMesh(
        bar.vertices,
        bar.tets,
        {"legs/left": bar.regions["ymin"], long: [1, 2], "..": [3]},
        {"legs/left": range(10), "legs_left": range(20)},
        {"soft/": MeshMaterial(1000.0, 2e5, 0.3, range(len(bar.tets)))},
    )
    write_mesh(tmp_path / "a.vtu", mesh)
    with pytest.warns(UserWarning, match=r"names that scenes may not have.*'legs/left' is 'legs_left_2'"):
        built = build_mesh(MeshPart(file=tmp_path / "a.vtu", fixed=["legs_left_2"]))
    assert (built.regions["legs_left_2"] == bar.regions["ymin"]).all()
    assert built.element_regions["legs_left_2"].tolist() == list(range(10))
    assert built.element_regions["legs_left"].tolist() == list(range(20))
    assert not any(map(fault, [*built.regions, *built.element_regions, *built.materials]))
    assert max(map(len, built.regions)) == LONGEST
    with pytest.warns(UserWarning, match="'legs_left_2'"):
        text = scene_template(tmp_path / "a.vtu")
    assert all(each.isprintable() or each == "\n" for each in text)
    (tmp_path / "a.toml").write_text(text, encoding="utf-8")
    read_scene(tmp_path / "a.toml")


@pytest.mark.parametrize("stem", ["a b", "²", "..", "x" * 200, "\x1b[31m", "ü", "a\nb"])
def test_any_meshs_file_gives_a_scene_a_name(stem: str, tmp_path: Path) -> None:
    path = tmp_path / f"{stem}.vtu"
    write_mesh(path, block((1, 2, 1), (0.1, 0.3, 0.1)))
    (tmp_path / "a.toml").write_text(scene_template(path), encoding="utf-8")
    assert not fault(read_scene(tmp_path / "a.toml").name)
    assert not fault(read_scene("tshape", mesh=path).name)
