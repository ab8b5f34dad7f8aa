"""Materials of elements: from a file's sets, groups and arrays to the stiffness of a body."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.spatial import Delaunay

from meshes import TetMesh, block, read_mesh, write_mesh
from meshes.tetmesh import MeshMaterial
from offline.full.body.full_body import build_full_body, build_mesh
from offline.full.body.modes import natural_modes
from offline.scenes.body.mesh import MeshPart
from offline.scenes.reading import read_scene
from softrein.errors import MaterialError, SceneError

SOFT, HARD = (1000.0, 2e5, 0.4), (1200.0, 4e6, 0.3)  # density, Young's modulus, Poisson's ratio
HELD = "mesh.regions={xmin={lowest=0.1}, xmax={highest=0.1}}"


def potato() -> TetMesh:
    """Random points' tetrahedra: where it is cut in halves, many elements have all four vertices in both."""
    chance = np.random.default_rng(3)
    points = chance.normal(size=(150, 3))
    points *= chance.uniform(0, 1, (150, 1)) ** (1 / 3) / np.linalg.norm(points, axis=1, keepdims=True)
    points *= [0.15, 0.1, 0.1]
    tets = Delaunay(points).simplices
    edges = points[tets[:, 1:]] - points[tets[:, :1]]
    volumes = np.linalg.det(edges)
    tets[volumes < 0] = tets[volumes < 0][:, [0, 2, 1, 3]]
    tets = tets[np.abs(volumes) > 0.01 * np.linalg.norm(edges, axis=2).max(axis=1) ** 3]
    used, numbers = np.unique(tets, return_inverse=True)
    return TetMesh(points[used], numbers.reshape(tets.shape))


def halves() -> tuple[TetMesh, np.ndarray]:
    """The mesh with its regions "left" and "right" of elements, and which are left."""
    mesh = potato()
    x = mesh.vertices[mesh.tets].mean(axis=1)[:, 0]
    left = x < np.median(x)
    regions = {"left": np.flatnonzero(left), "right": np.flatnonzero(~left)}
    shared = np.intersect1d(mesh.vertices_of(regions["left"]), mesh.vertices_of(regions["right"]))
    assert np.isin(mesh.tets, shared).all(axis=1).sum() > 10  # the case that vertices cannot tell
    return TetMesh(mesh.vertices, mesh.tets, element_regions=regions), left


def body(path: Path, *settings: str, materials: dict[str, tuple] | None = None) -> Any:
    """The full body of a scene that holds the file's mesh from below, made of what the file says or this."""
    words = [HELD, *settings]
    if materials is not None:
        tables = (f"{n!r}={{density={d}, young={y}, poisson={p}}}" for n, (d, y, p) in materials.items())
        words.append(f"materials={{{', '.join(tables)}}}")
    scene = read_scene("beam", words, path)
    if materials is None:
        scene = scene.model_copy(update={"materials": {}})
    return build_full_body(scene).body


def test_a_body_in_halves_by_sets_is_exact_whatever_the_order_of_its_regions(tmp_path: Path) -> None:
    mesh, left = halves()
    made_of = {
        "soft": MeshMaterial(*SOFT, np.flatnonzero(left)),
        "hard": MeshMaterial(*HARD, np.flatnonzero(~left)),
    }
    write_mesh(tmp_path / "a.veg", TetMesh(mesh.vertices, mesh.tets, {}, mesh.element_regions, made_of))
    text = (tmp_path / "a.veg").read_text()
    one, other = "*REGION\nleft, soft\n", "*REGION\nright, hard\n"
    assert one in text
    assert other in text
    swapped = text.replace(one, "@").replace(other, one).replace("@", other)
    assert swapped != text
    (tmp_path / "b.veg").write_text(swapped)
    bodies = [body(tmp_path / name) for name in ("a.veg", "b.veg")]
    for each in bodies:
        np.testing.assert_array_equal(each.density, np.where(left, SOFT[0], HARD[0]))
    frequencies = [natural_modes(each, 1).frequencies[0] for each in bodies]
    assert frequencies[0] == frequencies[1]


@pytest.mark.parametrize("suffix", [".vtu", ".msh", ".veg"])
def test_a_scene_names_materials_by_regions_of_elements_in_any_order(tmp_path: Path, suffix: str) -> None:
    mesh, left = halves()
    write_mesh(tmp_path / f"a{suffix}", mesh)
    for materials in (
        {"left": SOFT, "right": HARD},
        {"right": HARD, "left": SOFT},
        {"left": SOFT, "body": HARD},
    ):
        made = body(tmp_path / f"a{suffix}", materials=materials)
        np.testing.assert_array_equal(made.density, np.where(left, SOFT[0], HARD[0]))


def test_vertices_that_cannot_tell_are_an_error_that_says_so(tmp_path: Path) -> None:
    mesh, _ = halves()
    regions = {name: mesh.vertices_of(elements) for name, elements in mesh.element_regions.items()}
    write_mesh(tmp_path / "a.vtu", TetMesh(mesh.vertices, mesh.tets, regions))
    for materials in ({"left": SOFT, "right": HARD}, {"right": HARD, "left": SOFT, "body": SOFT}):
        with pytest.raises(MaterialError, match=r"\d+ elements, .* each one of vertices: give"):
            body(tmp_path / "a.vtu", materials=materials)


def test_elements_across_a_border_of_vertices_are_the_bodys(tmp_path: Path) -> None:
    bar = block((4, 1, 1), (0.4, 0.1, 0.1))
    lower = np.flatnonzero(bar.vertices[:, 0] < 0.15)
    upper = np.setdiff1d(np.arange(len(bar.vertices)), lower)
    write_mesh(tmp_path / "a.vtu", TetMesh(bar.vertices, bar.tets, {"lower": lower, "upper": upper}))
    sides = ["mesh.regions.xmin={lowest=0.1, axis='x'}"]
    with pytest.raises(MaterialError, match=r"have no material; name one 'body'"):
        body(tmp_path / "a.vtu", *sides, materials={"lower": SOFT, "upper": HARD})
    made = body(
        tmp_path / "a.vtu", *sides, materials={"upper": HARD, "lower": SOFT, "body": (500.0, 1e5, 0.2)}
    )
    inside = np.isin(bar.tets, lower).sum(axis=1)
    np.testing.assert_array_equal(
        made.density, np.select([inside == 4, inside == 0], [SOFT[0], HARD[0]], 500)
    )


@pytest.mark.parametrize(
    "region",
    [
        "{box=[[-1,-1,-1],[1,0.012,1]]}",
        "{at=[0,0,0], radius=0.09}",
        "{lowest=0.6}",
        "{highest=0.4, axis='z'}",
    ],
)
def test_a_place_in_space_means_the_elements_whose_centre_is_in_it(tmp_path: Path, region: str) -> None:
    mesh = potato()
    write_mesh(tmp_path / "a.vtu", mesh)
    x, y, z = mesh.vertices[mesh.tets].mean(axis=1).T
    (_, low, least), (_, high, most) = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    inside = {
        "{b": y <= 0.012,
        "{a": x**2 + y**2 + z**2 <= 0.09**2,
        "{l": y <= low + 0.6 * (high - low),
        "{h": z >= most - 0.4 * (most - least),
    }[region[:2]]
    made = body(tmp_path / "a.vtu", f"mesh.regions.core={region}", materials={"core": HARD, "body": SOFT})
    np.testing.assert_array_equal(made.density, np.where(inside, HARD[0], SOFT[0]))
    assert 0 < inside.sum() < len(inside)


def test_a_scenes_region_takes_the_place_of_the_files(tmp_path: Path) -> None:
    mesh, _ = halves()
    write_mesh(tmp_path / "a.vtu", mesh)
    part = MeshPart.model_validate(
        {"file": tmp_path / "a.vtu", "fixed": ["left"], "regions": {"left": {"vertices": [0, 1]}}}
    )
    built = build_mesh(part)
    assert built.regions["left"].tolist() == [0, 1]
    assert "left" not in built.element_regions
    np.testing.assert_array_equal(built.regions["right"], mesh.vertices_of(mesh.element_regions["right"]))
    with pytest.raises(SceneError, match=r"mesh\.regions\.body: that is always all of the body"):
        build_mesh(
            MeshPart.model_validate({"body": "tshape", "fixed": ["a"], "regions": {"body": {"lowest": 1}}})
        )


@pytest.mark.parametrize("kind", ["regions", "element_regions"])
def test_body_is_all_of_the_body_whatever_the_file_calls_so(tmp_path: Path, kind: str) -> None:
    mesh = potato()
    everything = np.arange(len(mesh.vertices if kind == "regions" else mesh.tets))
    write_mesh(tmp_path / "a.vtu", TetMesh(mesh.vertices, mesh.tets, **{kind: {"body": [2, 5]}}))
    with pytest.warns(UserWarning, match="its region 'body' has 2 of .* the file's region is 'body_in_file'"):
        built = build_mesh(MeshPart(file=tmp_path / "a.vtu", fixed=["body"]))
    assert len(built.regions["body"]) == len(mesh.vertices)
    assert getattr(built, kind)["body_in_file"].tolist() == [2, 5]
    write_mesh(tmp_path / "a.vtu", TetMesh(mesh.vertices, mesh.tets, **{kind: {"body": everything}}))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        built = build_mesh(MeshPart(file=tmp_path / "a.vtu", fixed=["body"]))
    assert list(built.regions) == ["body"]


def test_a_file_without_materials_that_can_be_used_says_what_to_add(tmp_path: Path) -> None:
    write_mesh(tmp_path / "a.veg", potato())
    with pytest.raises(SceneError, match=r"a\.veg brings none that can be used; add \[materials\.body\]"):
        body(tmp_path / "a.veg")
    part = TetMesh(potato().vertices, potato().tets, materials={"x": MeshMaterial(*SOFT, [0, 1])})
    write_mesh(tmp_path / "a.veg", part)
    with pytest.raises(MaterialError, match=r"have no material; name one 'body'"):
        body(tmp_path / "a.veg")
    assert body(tmp_path / "a.veg", materials={"body": HARD}).density.min() == HARD[0]
    assert read_mesh(tmp_path / "a.veg").materials["x"].elements.tolist() == [0, 1]
