"""Mesh files: every format written and read back, files by other programs, and files that are no mesh."""

from __future__ import annotations

import warnings
from pathlib import Path

import meshio
import numpy as np
import pytest

import meshes.formats.files
from meshes import TetMesh, block, read_bou, read_mesh, tshape, write_mesh
from meshes.tetmesh import MeshMaterial
from softrein.errors import MeshError

SUFFIXES = (".veg", ".node", ".ele", ".msh", ".vtk", ".vtu", ".mesh")
NAMED = (".msh", ".vtk", ".vtu")  # formats that hold any region under its name
NUMBERED = (".node", ".ele", ".mesh")

CORNER = np.array([[0.0, 0, 0], [2, 0, 0], [0, 3, 0], [0, 0, 4]])


def there_and_back(path: Path, mesh: TetMesh) -> TetMesh:
    write_mesh(path, mesh)
    return read_mesh(path)


def regions(mesh: TetMesh) -> dict[str, list[int]]:
    return {name: indices.tolist() for name, indices in mesh.regions.items()}


def solid(mesh: TetMesh) -> dict[str, list[int]]:
    return {name: indices.tolist() for name, indices in mesh.element_regions.items()}


def odd_numbers() -> TetMesh:
    """Coordinates that need all their digits, far from round ones, and of every magnitude."""
    random_numbers = np.random.default_rng(1)
    bar = block((2, 2, 1), (np.pi, np.e, 1 / 3))
    return TetMesh((bar.vertices + random_numbers.uniform(-0.05, 0.05, bar.vertices.shape)) * 1e-7, bar.tets)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_vertices_and_elements_come_back_to_the_last_digit(tmp_path, suffix):
    mesh = odd_numbers()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        back = there_and_back(tmp_path / f"a body{suffix}", mesh)
    np.testing.assert_array_equal(back.vertices, mesh.vertices)
    np.testing.assert_array_equal(back.tets, mesh.tets)
    assert not back.regions


@pytest.mark.parametrize("suffix", NAMED)
def test_regions_keep_their_names(tmp_path, suffix, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert regions(there_and_back(tmp_path / f"t{suffix}", tshape())) == regions(tshape())
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("suffix", NAMED)
@pytest.mark.parametrize(
    "name", ["left end", "50% of it", "größe", "a:b,c#d", "%20", "<tag> & more", "it's", "&amp;"]
)
def test_odd_names_survive(tmp_path, suffix, name):
    mesh = TetMesh(CORNER, [[0, 1, 2, 3]], {name: [1, 2]})
    assert regions(there_and_back(tmp_path / f"a{suffix}", mesh)) == {name: [1, 2]}


def test_names_that_gmsh_cannot_quote_are_left_out_and_said(tmp_path):
    mesh = TetMesh(CORNER, [[0, 1, 2, 3]], {'a "b"': [1], "empty": [], "kept": [2]})
    with pytest.warns(UserWarning, match=r'left out .* a "b", empty'):
        write_mesh(tmp_path / "a.msh", mesh)
    assert regions(read_mesh(tmp_path / "a.msh")) == {"kept": [2]}


@pytest.mark.parametrize("suffix", NUMBERED)
def test_regions_become_numbers_where_there_are_no_names(tmp_path, suffix):
    mesh = tshape()
    with pytest.warns(
        UserWarning, match=r"foot is point_1, left is point_2, right is point_3; left out .* bar, stem"
    ):
        back = there_and_back(tmp_path / f"t{suffix}", mesh)
    kept = {"point_1": "foot", "point_2": "left", "point_3": "right"}
    assert regions(back) == {tag: regions(mesh)[name] for tag, name in kept.items()}


@pytest.mark.parametrize("suffix", NUMBERED)
def test_numbered_regions_keep_their_numbers(tmp_path, suffix):
    mesh = TetMesh(CORNER, [[0, 1, 2, 3]], {"point_7": [0, 1], "point_2": [3]})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert regions(there_and_back(tmp_path / f"a{suffix}", mesh)) == {"point_2": [3], "point_7": [0, 1]}


def test_a_number_in_use_is_not_given_away(tmp_path):
    mesh = TetMesh(CORNER, [[0, 1, 2, 3]], {"foot": [0], "point_1": [1]})
    with pytest.warns(UserWarning, match="foot is point_2"):
        assert regions(there_and_back(tmp_path / "a.mesh", mesh)) == {"point_1": [1], "point_2": [0]}


def test_veg_keeps_sets_of_whole_elements_and_the_fixed_vertices(tmp_path):
    mesh = tshape()
    bar_and_one = np.append(
        mesh.regions["bar"], mesh.regions["foot"][0]
    )  # holds elements, but not them alone
    more = {**mesh.regions, "more": bar_and_one, "fixed": mesh.regions["foot"]}
    named = TetMesh(mesh.vertices, mesh.tets, more)
    with pytest.warns(UserWarning, match=r"left out the regions foot, left, right, more:"):
        back = there_and_back(tmp_path / "t.veg", named)
    assert regions(back) == {"fixed": regions(named)["fixed"]}
    for name in ("bar", "stem"):
        assert back.vertices_of(back.element_regions[name]).tolist() == regions(named)[name]
    assert read_bou(tmp_path / "t.bou").tolist() == regions(mesh)["foot"]


HALVES = {"left part": [0, 1, 2, 5], "right": [3, 4]}
OVERLAPPING = {"a": [0, 1, 2], "b": [2, 3], "c": [1, 2, 4]}


def parted(element_regions: dict[str, list[int]], **more) -> TetMesh:
    bar = block((2, 1, 1))
    return TetMesh(bar.vertices, bar.tets, element_regions=element_regions, **more)


@pytest.mark.parametrize("suffix", NAMED)
@pytest.mark.parametrize("given", [HALVES, OVERLAPPING])
def test_regions_of_elements_keep_their_names_and_elements(tmp_path, suffix, given, capsys):
    mesh = parted(given, regions={"a point": [3]})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        back = there_and_back(tmp_path / f"a{suffix}", mesh)
    assert solid(back) == given
    assert regions(back) == {"a point": [3]}
    np.testing.assert_array_equal(back.tets, mesh.tets)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("suffix", NUMBERED)
def test_regions_of_elements_become_numbers_where_there_are_no_names(tmp_path, suffix):
    with pytest.warns(UserWarning, match="left part is volume_1, right is volume_2"):
        back = there_and_back(tmp_path / f"a{suffix}", parted(HALVES))
    assert solid(back) == {"volume_1": HALVES["left part"], "volume_2": HALVES["right"]}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert solid(there_and_back(tmp_path / f"a{suffix}", back)) == solid(back)
    with pytest.warns(UserWarning, match="left out for overlapping an earlier one: b, c"):
        assert solid(there_and_back(tmp_path / f"a{suffix}", parted(OVERLAPPING))) == {"volume_1": [0, 1, 2]}


@pytest.mark.parametrize("given", [{"a": [0, 1, 2], "b": [3, 4], "none": []}, OVERLAPPING])
def test_veg_keeps_sets_and_materials(tmp_path, given):
    materials = {
        "soft": MeshMaterial(1000.0, 1e5 / 3, 0.3, given["a"]),
        "hard": MeshMaterial(7800.0, 2e11, 0.25, [4]),
    }
    mesh = parted(given, materials=materials)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        back = there_and_back(tmp_path / "a.veg", mesh)
    assert {name: solid(back)[name] for name in given} == given
    assert list(back.materials) == ["soft", "hard"]
    for name, material in materials.items():
        assert back.materials[name][:3] == material[:3]
        assert back.materials[name].elements.tolist() == list(material.elements)


def test_a_material_of_everything_and_names_that_veg_cannot_say(tmp_path):
    mesh = parted(
        {"left arm": [0], "left_arm": [1], "allElements": [2]},
        materials={"a, b": MeshMaterial(1.0, 1.0, 0.0, range(10))},
    )
    with (
        pytest.warns(
            UserWarning, match=r"'left_arm' replaces the region name 'left arm', which \.veg cannot hold"
        ),
        pytest.warns(UserWarning, match="'left_arm_2' replaces the region name 'left_arm'"),
        pytest.warns(UserWarning, match="'allElements_2' replaces the region name 'allElements'"),
    ):
        back = there_and_back(tmp_path / "a.veg", mesh)
    assert solid(back) == {"left_arm": [0], "left_arm_2": [1], "allElements_2": [2]}
    assert back.materials["a_b"].elements.tolist() == list(range(10))
    assert "allElements, a_b" in (tmp_path / "a.veg").read_text()


def test_materials_that_a_format_cannot_hold_are_said(tmp_path):
    mesh = parted({}, materials={"rubber": MeshMaterial(1.0, 1.0, 0.0, [0])})
    with pytest.warns(UserWarning, match=r"a\.vtu: left out the materials rubber, which only \.veg holds"):
        write_mesh(tmp_path / "a.vtu", mesh)


def test_a_list_from_an_earlier_mesh_is_pointed_out(tmp_path):
    write_mesh(tmp_path / "a.veg", TetMesh(CORNER, [[0, 1, 2, 3]], {"fixed": [0]}))
    with pytest.warns(UserWarning, match=r"a\.bou is from an earlier mesh"):
        write_mesh(tmp_path / "a.veg", TetMesh(CORNER, [[0, 1, 2, 3]]))


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_unit_scale(tmp_path, suffix):
    write_mesh(tmp_path / f"a{suffix}", TetMesh(CORNER, [[0, 1, 2, 3]]))
    np.testing.assert_allclose(read_mesh(tmp_path / f"a{suffix}", scale=0.001).vertices, CORNER * 0.001)


@pytest.mark.parametrize("scale", [0, -1, np.nan, np.inf, "mm", None])
def test_impossible_scales_are_refused(tmp_path, scale):
    write_mesh(tmp_path / "a.veg", TetMesh(CORNER, [[0, 1, 2, 3]]))
    with pytest.raises(MeshError, match="scale must be"):
        read_mesh(tmp_path / "a.veg", scale)


# Writing is all or nothing.


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_failed_write_leaves_what_was_there_and_nothing_else(tmp_path, suffix, monkeypatch):
    path = tmp_path / f"a{suffix}"
    write_mesh(path, TetMesh(CORNER, [[0, 1, 2, 3]]))
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}

    def fail(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(meshes.formats.files.os, "replace", fail)
    with pytest.raises(MeshError, match=r"a\.\w+: cannot be written: No space left"):
        write_mesh(path, TetMesh(CORNER * 2, [[0, 1, 2, 3]]))
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == before


def test_a_failure_inside_meshio_leaves_nothing(tmp_path, monkeypatch):
    def fail(name, *arguments, **options):
        Path(name).write_bytes(b"half")
        raise RuntimeError("inside")

    monkeypatch.setattr(meshio.vtu, "write", fail)
    with pytest.raises(MeshError, match="inside"):
        write_mesh(tmp_path / "a.vtu", TetMesh(CORNER, [[0, 1, 2, 3]]))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_missing_folder_is_an_error(tmp_path, suffix):
    with pytest.raises(MeshError, match="No such file"):
        write_mesh(tmp_path / "nowhere" / f"a{suffix}", TetMesh(CORNER, [[0, 1, 2, 3]]))


@pytest.mark.parametrize("suffix", [".veg", *NAMED, ".mesh"])  # TetGen's pair goes by lower-case suffixes
def test_suffixes_in_capitals_and_paths_as_text(tmp_path, suffix):
    path = str(tmp_path / f"A{suffix.upper()}")
    assert len(there_and_back(path, TetMesh(CORNER, [[0, 1, 2, 3]])).tets) == 1


def test_written_files_are_as_readable_as_any_other(tmp_path):
    (tmp_path / "other").write_text("")
    write_mesh(tmp_path / "a.vtu", TetMesh(CORNER, [[0, 1, 2, 3]]))
    assert (tmp_path / "a.vtu").stat().st_mode == (tmp_path / "other").stat().st_mode
