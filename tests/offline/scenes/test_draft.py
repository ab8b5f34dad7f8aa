"""Drafted scenes and `softrein mesh`: a scene that can be read for any mesh, whatever its parts' names."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from meshes import TetMesh, block, read_mesh, write_mesh
from meshes.formats.surfaces import Surface
from meshes.parts import largest_part, parts_of
from meshes.tetmesh import MeshMaterial
from offline.drafting.template import scene_of_mesh, scene_template
from offline.full.body.full_body import build_full_body
from offline.pipeline.body.kind import check_places
from offline.scenes.base.names import as_names, fault
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import read_scene
from softrein.cli import app
from softrein.errors import MeshError, SceneError

BAR = block((2, 4, 2), (0.1, 0.3, 0.12))
LINEAR = ("mesh.order=1",)  # so that vertices and elements keep their numbers
RUBBER = (1000.0, 2e5, 0.4)  # density, Young's modulus, Poisson's ratio


def drafted(path: Path, scale: float = 1.0, settings: Sequence[str] = ()) -> Any:
    """The body of the drafted scene, as precompute checks it before anything expensive."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = scene_template(path, scale)
        toml = path.with_name("drafted scene.toml")
        toml.write_text(text, encoding="utf-8")
        scene = read_scene(toml, settings)
        assert isinstance(scene, BodyScene)
        full = build_full_body(scene)
    check_places(scene, full)
    return full


def moved_end(full: Any) -> np.ndarray:
    return full.mesh.regions[full.scene.loads[0].region]


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def written(mesh: TetMesh, name: str = "a.vtu", **more: Any) -> Path:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            write_mesh(tmp_path / name, TetMesh(mesh.vertices, mesh.tets, **more))
        return tmp_path / name

    return written


@pytest.mark.parametrize(("held", "pushed"), [("fixed", "tip"), ("Held", "TIP"), ("clamp", "end")])
def test_what_the_file_holds_and_pushes_is_held_and_pushed(write: Any, held: str, pushed: str) -> None:
    """Though ends of the body picked by shape would be others."""
    mine = {held: BAR.regions["xmin"], pushed: BAR.regions["zmax"]}
    full = drafted(write(BAR, regions=mine), settings=LINEAR)
    assert full.scene.mesh.fixed == [held]
    assert full.scene.loads[0].region == full.scene.pushes[0].at == pushed
    assert not full.scene.mesh.regions
    for name, vertices in mine.items():
        np.testing.assert_array_equal(full.mesh.regions[name], vertices)


@pytest.mark.parametrize("kind", ["regions", "element_regions"])
def test_names_that_the_file_has_given_are_not_given_again(write: Any, kind: str) -> None:
    """Regions called as the draft's own would be that cannot be held or pushed: they stay what they are."""
    everything = np.arange(len(BAR.vertices if kind == "regions" else BAR.tets))
    given = {"fixed": everything, "fixed_2": [], "tip": [], "held": everything, "body": everything}
    full = drafted(write(BAR, **{kind: given}), settings=LINEAR)
    added = full.scene.mesh.regions
    assert list(added) == ["fixed_3", "tip_2"]
    assert full.scene.mesh.fixed == ["fixed_3"]
    mesh = read_mesh(full.scene.mesh.file)
    for name in given:
        if name != "body":
            np.testing.assert_array_equal(getattr(full.mesh, kind)[name], getattr(mesh, kind)[name])


@pytest.mark.parametrize(
    ("cells", "side", "line"),
    [
        ((2, 2, 8), 0.05, "order = 2  #"),
        ((4, 4, 8), 0.05, None),  # enough across
        ((2, 2, 400), 0.01, "# order = 2  #"),  # too many for a first try: the hint alone
        ((2, 2, 8), 500.0, "# order = 2  #"),  # in another unit
    ],
)
def test_a_thin_body_gets_quadratic_elements(write: Any, cells: Any, side: float, line: str | None) -> None:
    path = write(block(cells, (side * cells[0], side * cells[1], side * cells[2])))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = scene_template(path)
    found = [each for each in text.splitlines() if "order = " in each]
    assert [each.startswith(line) for each in found] == ([] if line is None else [True])
    assert drafted(path).mesh.quadratic is (line is not None and line.startswith("order"))


def test_regions_of_elements_get_materials_of_their_own(write: Any) -> None:
    half = len(BAR.tets) // 2
    parts = {"left arm": range(half), "right.arm": range(half, len(BAR.tets)), "across": range(5, 50)}
    full = drafted(write(BAR, element_regions=parts))
    assert set(full.scene.materials) == {"left arm", "right.arm"}
    part = drafted(write(BAR, element_regions={"core": range(5)}))
    assert set(part.scene.materials) == {"body", "core"}


def test_the_materials_of_a_file_hold(write: Any) -> None:
    stiff = MeshMaterial(7800.0, 3e9, 0.3, range(len(BAR.tets)))
    full = drafted(write(BAR, "a.veg", materials={"steel": stiff}, regions={"fixed": BAR.regions["zmin"]}))
    assert not full.scene.materials
    assert (full.body.density == 7800).all()
    assert full.scene.mesh.fixed == ["fixed"]
    few = {"steel": stiff._replace(elements=range(10))}  # VegaFEM would take it for the rest, too
    full = drafted(write(BAR, "b.veg", materials=few), settings=LINEAR)
    assert full.scene.materials["steel"].young == 3e9
    assert np.flatnonzero(full.body.density == 7800).tolist() == list(range(10))


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize(("thin", "held"), [("low", "highest"), ("high", "lowest"), ("none", "lowest")])
@pytest.mark.parametrize("cells", [(1, 8, 1), (2, 3, 2)])
def test_the_thick_end_is_held(write: Any, axis: int, thin: str, held: str, cells: Any) -> None:
    """Of what tapers to half its width; the lower end where both are alike."""
    bar = block(cells, (0.1, 0.6, 0.1))
    along = (bar.vertices[:, 1:2] - bar.vertices[:, 1].min()) / 0.6
    width = {"low": 0.5 + 0.5 * along, "high": 1 - 0.5 * along, "none": np.ones_like(along)}[thin]
    middle = bar.vertices.mean(axis=0) * (1, 0, 1)
    tapered = (bar.vertices - middle) * np.hstack([width, np.ones_like(width), width])
    full = drafted(write(TetMesh(np.roll(tapered, axis - 1, axis=1), bar.tets)))
    region = full.scene.mesh.regions["fixed"].model_dump(exclude_none=True)
    assert (region["axis"], held in region) == ("xyz"[axis], True)
    fixed = full.mesh.vertices[full.body.fixed][:, axis].mean()
    assert (fixed > full.mesh.vertices[:, axis].mean()) == (held == "highest")
    assert (full.mesh.vertices[moved_end(full)][:, axis].mean() > fixed) == (held == "lowest")


def test_an_empty_list_of_fixed_vertices_is_no_place_to_hold(write: Any) -> None:
    path = write(BAR, "a.veg")
    path.with_suffix(".bou").write_text("")
    assert drafted(path).scene.mesh.fixed == ["fixed_2"]


# Meshes that no end of which holds: few vertices, all in pairs, in a line, thin, tiny, huge.
PAIRS = TetMesh(np.array([[0.0, 0, 0], [1, 1, 0], [1, 0, 1], [0, 1, 1]]), [[0, 2, 1, 3]])
SKEW = TetMesh(np.array([[0.0, 0, 0], [1, 0.2, 0.1], [0.1, 0.5, 0.3], [0.2, 0.9, 1]]), [[0, 1, 2, 3]])
SHEET = block((6, 1, 6), (1.0, 1e-4, 1.0))


@pytest.mark.parametrize("mesh", [PAIRS, SKEW, SHEET, block((1, 1, 1)), block((1, 30, 1), (1e-3, 1.0, 1e-3))])
@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e6])
def test_odd_meshes_have_a_scene_at_any_size(write: Any, mesh: TetMesh, scale: float) -> None:
    full = drafted(write(mesh), scale)
    held = full.mesh.vertices[full.body.fixed]
    spread = np.linalg.svd(held - held.mean(axis=0), compute_uv=False)
    assert spread[1] > 1e-6 * spread[0]  # or it could turn about them
    assert np.setdiff1d(moved_end(full), full.body.fixed).size


WORDS = st.sampled_from(
    ["body", "fixed", "fixed_2", "held", "tip", "tip_2", "end", "Fixed", "a b", 'say "no"', "it's", "größe",
     "😀",
     "a.b", "legs/left", ".", "..", "%2F", "[x]", "= #", "\\", "body_in_file", "allElements", "{n}", "0"]
)  # fmt: skip


@st.composite
def named_meshes(draw: Any) -> TetMesh:
    """Blocks and shaken ones with any groups, materials and lists, of which some fit and most do not."""
    cells = draw(st.tuples(*[st.integers(1, 3)] * 3))
    mesh = block(cells, draw(st.sampled_from([(0.1, 0.3, 0.1), (1.0, 1e-2, 1.0), (1.0, 1.0, 1.0)])))
    shake = np.random.default_rng(draw(st.integers(0, 9))).uniform(-0.05, 0.05, mesh.vertices.shape)
    vertices = mesh.vertices + draw(st.booleans()) * shake * np.ptp(mesh.vertices, axis=0) / np.array(cells)

    def groups(count: int) -> dict[str, Any]:
        some = st.lists(st.integers(0, count - 1), max_size=count)
        whole = st.just(list(range(count)))
        ends = st.integers(0, count).map(lambda k: list(range(k)))
        return draw(st.dictionaries(WORDS, st.one_of(some, whole, ends), max_size=4))

    materials: dict[str, MeshMaterial] = {}
    cut = draw(st.integers(0, len(mesh.tets)))
    if draw(st.booleans()):
        materials = {
            "one": MeshMaterial(*RUBBER, range(cut)),
            draw(WORDS): MeshMaterial(1.0, 1e9, 0.0, range(cut, len(mesh.tets))),
        }
    return TetMesh(vertices, mesh.tets, groups(len(vertices)), groups(len(mesh.tets)), materials)


@pytest.mark.slow("drafts scenes for many meshes")
@settings(max_examples=60, deadline=None)
@given(mesh=named_meshes(), suffix=st.sampled_from([".vtu", ".vtk", ".msh", ".veg", ".mesh", ".node"]))
def test_every_draft_reads_back_as_a_valid_scene(
    tmp_path_factory: pytest.TempPathFactory, mesh: TetMesh, suffix: str
) -> None:
    path = tmp_path_factory.mktemp("any") / f"a [b] 'c' ü{suffix}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        write_mesh(path, mesh)
        own = read_mesh(path)
    full = drafted(path, settings=LINEAR)
    built = full.mesh
    names = as_names([*own.regions, *own.element_regions, *own.materials])
    for name, vertices in own.regions.items():
        if name != "body":
            np.testing.assert_array_equal(built.regions[names[name]], vertices)
    for name, elements in own.element_regions.items():
        if name != "body":
            np.testing.assert_array_equal(built.element_regions[names[name]], elements)
    assert not any(map(fault, [*built.regions, *built.element_regions, *built.materials]))
    assert 3 <= len(full.body.fixed) < len(built.vertices)
    assert np.setdiff1d(moved_end(full), full.body.fixed).size


def test_a_file_whose_name_is_no_text_is_refused(write: Any, tmp_path: Path) -> None:
    path = write(BAR)
    odd = tmp_path / "a\udcff.vtu"
    path.rename(odd)
    with pytest.raises(SceneError, match="not valid text"):
        scene_template(odd)
    lines = tmp_path / 'two\nlines "#".vtu'
    odd.rename(lines)
    assert drafted(lines).scene.mesh.file == lines


# softrein mesh


def two() -> TetMesh:
    """A bar, and a small block above it; each with regions of its own."""
    small, count = block((1, 1, 1), (0.05, 0.05, 0.05)), len(BAR.vertices)
    vertices = np.vstack([small.vertices + [0, 0.4, 0], BAR.vertices])
    tets = np.vstack([small.tets, BAR.tets + len(small.vertices)])
    first = len(small.tets)
    return TetMesh(
        vertices,
        tets,
        {"foot": BAR.regions["ymin"] + len(small.vertices), "above": [0, 1], "both": [0, count]},
        {"one": [0, first, first + 3], "gone": [1]},
        {"r": MeshMaterial(*RUBBER, range(first)), "s": MeshMaterial(*RUBBER, range(first, len(tets)))},
    )


def test_the_largest_part_keeps_what_is_in_it() -> None:
    mesh, bar = two(), len(BAR.vertices)
    parts = parts_of(mesh)
    np.testing.assert_allclose(parts.volumes, [0.1 * 0.3 * 0.12, 0.05**3])
    assert parts.vertices.tolist() == [bar, 8]
    with pytest.warns(UserWarning, match="in the largest part") as told:
        kept = largest_part(mesh)
    assert [str(each.message) for each in told] == [
        "nothing of the regions of vertices above is in the largest part",
        "nothing of the regions of elements gone is in the largest part",
        "nothing of the materials r is in the largest part",
    ]
    np.testing.assert_array_equal(kept.vertices, BAR.vertices)
    np.testing.assert_array_equal(kept.tets, BAR.tets)
    np.testing.assert_array_equal(kept.regions["foot"], BAR.regions["ymin"])
    assert kept.regions["both"].tolist() == [bar - 8]
    assert kept.element_regions["one"].tolist() == [0, 3]
    assert kept.materials["s"].elements.tolist() == list(range(len(BAR.tets)))


def run(*words: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return CliRunner().invoke(app, ["mesh", *map(str, words)])


def test_a_next_step_is_offered_only_where_it_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        write_mesh("two.vtu", two())
    said = run("two.vtu", "-o", "all parts.msh").stdout
    assert "next:" not in said
    assert "not yet for `softrein precompute --mesh`: all parts.msh: mesh.fixed: of the mesh's 2" in said
    assert "--largest" in said
    assert "0.0036, 0.000125" in said
    said = run("two.vtu", "-o", "largest part.msh", "--largest").stdout
    assert "next: softrein precompute --mesh 'largest part.msh'" in said
    assert len(read_mesh("largest part.msh").vertices) == len(BAR.vertices)
    scene_of_mesh(Path("largest part.msh"))


def test_a_surface_in_two_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Filled by the mesher, for which a mesh stands in here."""
    import meshes.formats.surfaces
    import meshes.shapes.solids
    import softrein.commands.meshing

    mesh = two()
    surface = Surface(mesh.vertices, mesh.surface)
    monkeypatch.setattr(meshes.formats.surfaces, "read_surface", lambda path, scale: surface)
    monkeypatch.setattr(meshes.shapes.solids, "solid", lambda *given: TetMesh(mesh.vertices, mesh.tets))
    with pytest.warns(UserWarning, match="2 unconnected parts; --largest"):
        facts = softrein.commands.meshing.make_mesh(tmp_path / "a.stl", tmp_path / "a.vtu")
    assert facts["unconnected parts"] == 2
    assert facts["volumes of the parts [m^3]"] == pytest.approx([0.0036, 0.000125])
    facts = softrein.commands.meshing.make_mesh(tmp_path / "a.stl", tmp_path / "a.vtu", largest=True)
    assert facts["vertices"] == len(BAR.vertices)
    assert facts["volume / volume in the surface"] == pytest.approx(1)


def test_a_mesh_is_written_anew_with_its_sets_and_materials(tmp_path: Path) -> None:
    mesh = TetMesh(BAR.vertices, BAR.tets, {}, {"core": range(9)}, {"s": MeshMaterial(*RUBBER, range(9))})
    write_mesh(tmp_path / "a.veg", mesh)
    assert run(tmp_path / "a.veg", "-o", tmp_path / "b.veg", "--scale", "0.001").exit_code == 0
    again = read_mesh(tmp_path / "b.veg")
    np.testing.assert_allclose(again.vertices, BAR.vertices * 0.001)
    assert again.materials["s"][:3] == RUBBER
    assert again.materials["s"].elements.tolist() == again.element_regions["core"].tolist() == list(range(9))
    for words, expected in (
        (["-o", tmp_path / "a.veg"], "would be replaced"),
        (["-o", tmp_path / "c.vtu", "--edge", "0.1"], "is no surface"),
    ):
        result = run(tmp_path / "a.veg", *words)
        assert isinstance(result.exception, MeshError)
        assert expected in str(result.exception)
