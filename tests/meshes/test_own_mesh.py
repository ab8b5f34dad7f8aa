"""A mesh of one's own: surfaces from files, tetrahedra inside them, fine skins, and scenes for any mesh."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from warnings import catch_warnings, simplefilter

import numpy as np
import pytest
from matplotlib.image import imread
from scipy.optimize import nnls
from typer.testing import CliRunner

import softrein
from meshes import TetMesh, block, read_mesh, tshape, write_mesh
from meshes.chamber import check_closed
from meshes.embedding import check_extent, embed
from meshes.formats.surfaces import Surface, read_surface, welded
from meshes.shapes.solids import closed, dihedral_angles, solid
from meshes.tetmesh import boundary_volume
from offline.animation.bound import bind
from offline.drafting.template import scene_of_mesh, scene_template
from offline.full.body.elastic_body import ElasticBody
from offline.full.body.full_body import build_full_body, build_mesh, simulate
from offline.full.body.material import LOCKING_POISSON, Material
from offline.full.body.modes import natural_modes
from offline.scenes.body.mesh import MeshPart
from offline.scenes.reading import read_scene, scene_entries
from offline.scenes.toml_text import toml_text
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from softrein.cli import app
from softrein.commands.meshing import make_mesh
from softrein.errors import BundleError, MeshError, MissingPackageError, SceneError
from softrein.pictures.motion import render_run
from softrein.pictures.panels import arrow, at_rest, bodies
from tests.made_up import made_up_bundle, made_up_run
from tests.runtime.bundle.bundle_files import array, resigned

CUBE = block((1, 1, 1), (0.2, 0.3, 0.4))


def cube() -> Surface:
    return Surface(np.array(CUBE.vertices), np.array(CUBE.surface))


def sphere(times: int, radius: float = 0.1) -> Surface:
    """An octahedron, its triangles quartered so many times, blown up."""
    points = np.concatenate([np.eye(3), -np.eye(3)])
    corners = [[0, 1, 2], [1, 3, 2], [3, 4, 2], [4, 0, 2], [1, 0, 5], [3, 1, 5], [4, 3, 5], [0, 4, 5]]
    soup = points[np.array(corners)]
    for _ in range(times):
        a, b, c = soup[:, 0], soup[:, 1], soup[:, 2]
        d, e, f = a + b, b + c, c + a
        pieces = [np.stack(piece, axis=1) for piece in ((a, d, f), (d, b, e), (f, e, c), (d, e, f))]
        soup = np.concatenate(pieces)
        soup /= np.linalg.norm(soup, axis=2, keepdims=True)
    return welded((radius * soup).round(12).reshape(-1, 3), np.arange(3 * len(soup)).reshape(-1, 3))


def write_obj(path: Path, surface: Surface) -> None:
    lines = [f"v {x} {y} {z}" for x, y, z in surface.vertices]
    path.write_text("\n".join([*lines, *(f"f {a}/1 {b}/2 {c}" for a, b, c in surface.triangles + 1)]))


def write_stl(path: Path, surface: Surface) -> None:
    records = np.zeros(len(surface.triangles), dtype=[("n", "<f4", 3), ("x", "<f4", (3, 3)), ("a", "<u2")])
    records["x"] = surface.vertices[surface.triangles]
    path.write_bytes(
        b"solid, though binary".ljust(80) + np.uint32(len(records)).tobytes() + records.tobytes()
    )


def write_text_stl(path: Path, surface: Surface) -> None:
    facets = [
        "facet normal 0 0 0\nouter loop\n"
        + "".join(f"vertex {x:.9e} {y:.9e} {z:.9e}\n" for x, y, z in corners)
        + "endloop\nendfacet\n"
        for corners in surface.vertices[surface.triangles]
    ]
    path.write_text("solid cube\n" + "".join(facets) + "endsolid\n")


def write_ply(path: Path, surface: Surface) -> None:
    head = (
        f"ply\nformat ascii 1.0\nelement vertex {len(surface.vertices)}\nproperty float x\nproperty float y\n"
    )
    head += (
        f"property float z\nelement face {len(surface.triangles)}\nproperty list uchar int vertex_indices\n"
    )
    body = [f"{x} {y} {z}" for x, y, z in surface.vertices]
    body += ["3 {} {} {}".format(*triangle) for triangle in surface.triangles]
    path.write_text(head + "end_header\n" + "\n".join(body) + "\n")


@pytest.mark.parametrize(
    ("name", "write"),
    [("a.obj", write_obj), ("a.stl", write_stl), ("b.stl", write_text_stl), ("a.ply", write_ply)],
)
def test_every_format_brings_the_same_closed_surface(tmp_path: Path, name: str, write) -> None:  # type: ignore[no-untyped-def]
    write(tmp_path / name, cube())
    read = closed(read_surface(tmp_path / name, 0.5))
    assert (len(read.vertices), len(read.triangles)) == (8, 12)
    assert boundary_volume(*read) == pytest.approx(0.2 * 0.3 * 0.4 / 8)


def test_polygons_and_indices_from_behind_become_triangles(tmp_path: Path) -> None:
    (tmp_path / "a.obj").write_text(
        "# a square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf -4//1 -3//1 \\\n-2 -1\n"
    )
    read = read_surface(tmp_path / "a.obj")
    edges = np.diff(read.vertices[read.triangles], axis=1)
    areas = np.linalg.norm(np.cross(edges[:, 0], edges[:, 1]), axis=1) / 2
    assert areas.tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n", "not there"),
        ("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n", "from 1"),
        ("a.obj", "v 0 0 0\nv 1 0 x\nv 0 1 0\nf 1 2 3\n", "malformed"),
        ("a.obj", "v 0 0 0\nv 1 0 nan\nv 0 1 0\nf 1 2 3\n", "finite"),
        ("a.obj", "v 0 0 0\n", "no triangles"),
        ("a.stl", "nothing of the kind", "solid"),
        ("a.ply", "ply\nformat ascii 1.0\nelement vertex 99999999999\nend_header\n", "announces"),
        ("a.ply", "ply\nwhat", "malformed"),
        ("a.ply", "", "empty"),
        ("a.step", "", "unknown suffix"),
    ],
)
def test_a_surface_that_is_none_is_one_clear_error(
    tmp_path: Path, name: str, content: str, words: str
) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(MeshError, match=words) as caught:
        read_surface(tmp_path / name)
    assert name in str(caught.value)


def test_open_and_branching_surfaces_say_where() -> None:
    vertices, triangles = sphere(2)
    first = vertices[triangles[0]].mean(axis=0)
    with pytest.raises(MeshError, match="a hole of 3 edges") as caught:
        closed(Surface(vertices, triangles[1:]))
    assert f"({first[0]:.4g}, " in str(caught.value)
    with pytest.raises(MeshError, match="2 holes"):
        closed(Surface(vertices, triangles[1:-1]))
    fin = np.concatenate([triangles, [[triangles[0, 0], triangles[0, 1], triangles[-1, 2]]]])
    with pytest.raises(MeshError, match="more than two triangles"):
        closed(Surface(vertices, fin))


def test_triangles_are_turned_outward() -> None:
    vertices, triangles = sphere(2)
    volume = boundary_volume(vertices, triangles)
    assert boundary_volume(*closed(Surface(vertices, triangles[:, ::-1]))) == pytest.approx(volume)
    mixed = triangles.copy()
    mixed[::3] = mixed[::3, ::-1]
    with pytest.warns(UserWarning, match="disagree"):
        assert boundary_volume(*closed(Surface(vertices, mixed))) == pytest.approx(volume)


def _both(one: Surface, other: Surface) -> Surface:
    more = len(one.vertices)
    return Surface(
        np.vstack([one.vertices, other.vertices]), np.vstack([one.triangles, other.triangles + more])
    )


def _placed(surface: Surface, scale: float, shift: float) -> Surface:
    """Scaled about its middle, and moved along x by so many of its sizes."""
    middle, size = surface.vertices.mean(axis=0), np.ptp(surface.vertices, axis=0)
    return Surface(middle + scale * (surface.vertices - middle) + [shift * size[0], 0, 0], surface.triangles)


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize(
    ("scale", "shift", "turned", "sign"),
    [
        (0.9, 3.0, False, 1), (0.9, 3.0, True, 1),  # another body beside it, perhaps mirrored
        (1.0, 3.0, True, 1),  # all volumes add up to nothing
        (0.5, 0.0, True, -1), (0.5, 0.0, False, 1),  # a cavity, and something that lies within
        (0.9, 0.7, False, 1),  # they intersect
    ],
)  # fmt: skip
def test_each_part_of_a_surface_looks_outward_but_cavities(
    scale: float, shift: float, turned: bool, sign: int, flipped: bool
) -> None:
    ball = Surface(*sphere(2))
    volume, other = boundary_volume(*ball), _placed(ball, scale, shift)
    other = Surface(other.vertices, other.triangles[:, ::-1] if turned else other.triangles)
    wrong = turned and sign > 0
    for pair in ((ball, other), (other, ball)):
        surface = _both(*pair)
        if flipped:
            surface.triangles[[0, -1]] = surface.triangles[[0, -1], ::-1]
        with catch_warnings(record=True) as told:
            simplefilter("always")
            found = closed(surface)
        assert boundary_volume(*found) == pytest.approx(volume * (1 + sign * scale**3))
        words = " ".join(str(each.message) for each in told)
        assert ("disagree" in words, "1 of the 2 parts" in words) == (flipped, wrong)
        check_closed(*found)
        if wrong and not flipped:
            with pytest.raises(MeshError, match="inside out"):
                check_closed(*surface)


def test_what_touches_or_has_no_volume_is_left_as_it_is() -> None:
    box = Surface(*cube())
    size = np.ptp(box.vertices, axis=0)
    upon = Surface(box.vertices * [0.5, 0.5, 1.0] + [0, 0, size[2]], box.triangles)
    flap = Surface(np.array([[0, 0, 0.0], [1, 0, 0], [0.3, 1, 0.2]]) + 5.0, np.array([[0, 1, 2], [2, 1, 0]]))
    for order in (box, upon), (upon, box):
        check_closed(*_both(*order))
    for turned in (flap.triangles, flap.triangles[:, ::-1]):
        check_closed(*_both(box, Surface(flap.vertices, turned)))
    lobe = _placed(box, 1.0, 1.0)  # two that share a vertex alone
    lobe = Surface(lobe.vertices + [0, size[1], size[2]], lobe.triangles[:, ::-1])
    joined = welded(*_both(box, lobe))
    assert len(joined.vertices) == 2 * len(box.vertices) - 1
    assert boundary_volume(*closed(joined)) == pytest.approx(2 * boundary_volume(*box))


def test_a_sphere_is_filled_with_sound_elements(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pytetwild")
    monkeypatch.chdir(tmp_path)
    surface = sphere(2)
    mesh = solid(surface, edge=0.06)
    assert mesh.volumes.sum() == pytest.approx(boundary_volume(*surface), rel=0.05)
    assert dihedral_angles(mesh).min() > 5
    assert not os.listdir(tmp_path)  # nor does the mesher leave anything behind
    with pytest.raises(MeshError, match="longer"):
        solid(surface, edge=1e-5)
    with pytest.raises(MeshError, match=r"edges of 40 m are longer than the surface, which is .* m"):
        solid(surface, edge=40.0)


def test_edges_whose_cube_is_no_number_are_too_short_or_too_long() -> None:
    with pytest.raises(MeshError, match="take longer ones"):
        solid(sphere(1), edge=1e-120)
    with pytest.raises(MeshError, match="longer than the surface"):
        solid(sphere(1), edge=1e103)


def test_without_the_mesher_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pytetwild", None)
    with pytest.raises(MissingPackageError, match=r"'softrein\[mesh\]'"):
        solid(sphere(1))


def test_dihedral_angles_of_a_regular_tetrahedron() -> None:
    corners = np.array([[1, 1, 1], [-1, 1, -1], [1, -1, -1], [-1, -1, 1]], dtype=float)
    mesh = TetMesh(corners, np.array([[0, 1, 2, 3]]))
    np.testing.assert_allclose(dihedral_angles(mesh), np.degrees(np.arccos(1 / 3)))


@pytest.mark.parametrize("seed", range(3))
def test_embedded_points_follow_any_affine_motion_exactly(seed: int) -> None:
    """Also those a little outside, and those on faces, edges and vertices."""
    rng = np.random.default_rng(seed)
    mesh = block((4, 3, 2), (0.4, 0.3, 0.2))
    inside = rng.uniform(0, [0.4, 0.3, 0.2], (500, 3))
    outside = rng.uniform(-0.015, [0.415, 0.315, 0.215], (500, 3))
    points = np.concatenate([inside, outside, mesh.vertices, mesh.vertices[mesh.surface].mean(axis=1)])
    corners, weights = embed(points, mesh)
    np.testing.assert_allclose(weights.sum(axis=1), 1)
    assert weights[:500].min() > -0.0011  # as VTK counts inside
    F, t = rng.normal(size=(3, 3)), rng.normal(size=3)
    moved = np.einsum("skx,sk->sx", (mesh.vertices @ F.T + t)[corners], weights)
    np.testing.assert_allclose(moved, points @ F.T + t, atol=1e-12)


def test_points_outside_take_the_nearest_tetrahedron() -> None:
    """Against the distances to all of them, by non-negative least squares."""
    mesh = tshape()
    rng = np.random.default_rng(4)
    skin = mesh.vertices[np.unique(mesh.surface)]
    points = skin[rng.integers(len(skin), size=15)] + rng.normal(scale=0.004, size=(15, 3))
    corners, weights = embed(points, mesh)
    apart = np.array([[distance(point, mesh.vertices[tet]) for tet in mesh.tets] for point in points])
    rows = {tuple(row): i for i, row in enumerate(mesh.tets.tolist())}
    chosen = [rows[tuple(row)] for row in corners.tolist()]
    np.testing.assert_allclose(apart[np.arange(len(points)), chosen], apart.min(axis=1), atol=1e-5)
    assert np.abs(weights).max() < 2


def distance(point: np.ndarray, corners: np.ndarray) -> float:
    """From a point to a tetrahedron; a heavy row keeps the sum of the weights at 1."""
    heavy = 1e3
    weights, _ = nnls(np.vstack([corners.T, np.full(4, heavy)]), np.append(point, heavy))
    return float(np.linalg.norm(corners.T @ weights / weights.sum() - point))


def test_a_skin_elsewhere_names_a_vertex() -> None:
    mesh = block((2, 2, 2), (0.1, 0.1, 0.1))
    points = np.array([[0.05, 0.05, 0.05], [0.05, 0.05, 0.1001], [0.05, 0.05, 0.15]])
    with pytest.raises(MeshError, match=r"1 of 3 points .* point 2 0.05 m"):
        embed(points, mesh)


def skinned(bundle: BodyBundle) -> tuple[BodyBundle, Surface]:
    fine = sphere(3, 0.03)
    surface = Surface(fine.vertices * [3, 1, 1] + [0.15, 0.04, 0.04], fine.triangles)
    corners, weights = embed(surface.vertices, TetMesh(bundle.vertices, bundle.tets))
    return replace(
        bundle, skin={"triangles": surface.triangles, "corners": corners, "weights": weights}
    ), surface


def test_a_skin_is_kept_in_the_bundle_and_is_what_is_drawn(small_bundle: BodyBundle, tmp_path: Path) -> None:
    bundle, surface = skinned(small_bundle)
    bundle_file.save(bundle, tmp_path / "a.softrein")
    again = softrein.load(tmp_path / "a.softrein")
    assert isinstance(again, BodyBundle)
    np.testing.assert_array_equal(again.drawn_triangles, surface.triangles)
    np.testing.assert_allclose(at_rest(again).solid[0], surface.vertices, atol=1e-12)
    state = again.track.states[40]
    mesh = again.shape.positions(state)
    corners = mesh[again.skin["corners"]]
    expected = sum(again.skin["weights"][:, [k]] * corners[:, k] for k in range(4))
    np.testing.assert_allclose(bodies(again, [state])[0], expected)
    both = again.drawn(again.shape.positions(again.track.states[:2]))
    assert both.shape == (2, len(surface.vertices), 3)
    np.testing.assert_array_equal(small_bundle.drawn(mesh), mesh)
    tip = arrow(
        again, again.track.states, again.pushes[0], 20
    )  # a push is at the mesh's vertices, not the skin's
    np.testing.assert_array_equal(
        tip[0], arrow(small_bundle, small_bundle.track.states, small_bundle.pushes[0], 20)[0]
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("corners", np.full((258, 4), 10**6)),
        ("weights", np.ones((3, 4))),
        ("triangles", np.array([[0, 1, 9999]])),
        ("triangles", np.array([[0, 1, 2, 3]])),
        ("more", np.zeros(1)),
    ],
)
def test_a_skin_that_does_not_fit_is_refused(
    small_bundle: BodyBundle, tmp_path: Path, name: str, value: np.ndarray
) -> None:
    bundle, _ = skinned(small_bundle)
    path = tmp_path / "a.softrein"
    with pytest.raises(BundleError, match="skin"):
        bundle_file.save(replace(bundle, skin=bundle.skin | {name: value}), path)
    bundle_file.save(bundle, path)
    resigned(path, array(f"skin/{name}", value))
    with pytest.raises(BundleError, match="skin"):
        softrein.load(path)


@pytest.fixture
def mesh_file(tmp_path: Path) -> Path:
    path = tmp_path / "my body.vtu"
    write_mesh(path, _bare((2, 5, 2)))
    return path


def _bare(cells: tuple[int, int, int]) -> TetMesh:
    mesh = block(cells, (0.1, 0.3, 0.12))
    return TetMesh(mesh.vertices, mesh.tets)


def test_ends_are_shares_of_the_extent(mesh_file: Path) -> None:
    regions = {"a": {"lowest": 0.2}, "b": {"highest": 0.5, "axis": "x"}, "c": {"highest": 1e-6, "axis": "z"}}
    mesh = build_mesh(MeshPart.model_validate({"file": mesh_file, "fixed": ["a"], "regions": regions}))
    np.testing.assert_allclose(np.unique(mesh.vertices[mesh.regions["a"], 1]), [0, 0.06], atol=1e-12)
    np.testing.assert_allclose(np.unique(mesh.vertices[mesh.regions["b"], 0]), [0.05, 0.1])
    np.testing.assert_allclose(np.unique(mesh.vertices[mesh.regions["c"], 2]), [0.12])


def test_a_file_with_a_region_for_each_vertex_is_refused(
    mesh_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the bundle would have more arrays than may be loaded."""
    monkeypatch.setattr("offline.full.body.full_body.MOST_REGIONS", 2)
    regions = {"a": {"lowest": 0.2}, "b": {"highest": 0.5}}
    with pytest.raises(SceneError, match=r"mesh: 3 regions, and a bundle keeps 2 at most"):
        build_mesh(MeshPart.model_validate({"file": mesh_file, "fixed": ["a"], "regions": regions}))


@pytest.mark.parametrize(
    ("region", "words"),
    [
        ("{lowest=0.1, highest=0.1}", "give one of"),
        ("{lowest=0}", "lowest"),
        ("{axis='x', vertices=[1]}", "axis"),
    ],
)
def test_ends_that_make_no_sense_are_refused(region: str, words: str) -> None:
    with pytest.raises(SceneError, match=words):
        read_scene("beam", [f"mesh.regions.a={region}"])


@pytest.mark.parametrize("scale", [1.0, 0.02])
def test_the_drafted_scene_swings_the_tip_as_far_as_it_says(mesh_file: Path, scale: float) -> None:
    """At any size: a motion of some 15 % of the length, about four periods long."""
    scene = scene_of_mesh(mesh_file, ["enrichment.runs=1"], scale)
    full = build_full_body(scene)
    tip = full.mesh.regions["tip"]
    moved = []
    for u, _ in simulate(full):
        positions = np.zeros(full.mesh.vertices.size)
        positions[full.body.free] = u
        moved.append(positions.reshape(-1, 3)[tip].mean(axis=0))
    far = np.linalg.norm(moved, axis=1).max() / (0.3 * scale)
    assert 0.08 < far < 0.2  # the impulse lasts a tenth of a period, and there is some damping
    along = np.array(moved)[:, np.argmax(np.ptp(moved, axis=0))]
    assert np.count_nonzero(np.diff(np.sign(along[1:]))) in (7, 8)


def test_a_lying_body_is_held_at_an_end_of_its_length(tmp_path: Path) -> None:
    write_mesh(tmp_path / "a.vtu", TetMesh(BAR.vertices, BAR.tets))
    assert 'fixed = { lowest = 0.1, axis = "x" }' in scene_template(tmp_path / "a.vtu")
    with pytest.warns(UserWarning, match="--scale 0.001"):
        scene_template(tmp_path / "a.vtu", 1000)


BAR = block((10, 1, 1), (1.0, 0.1, 0.1))


@pytest.mark.parametrize("suffix", [".inp", ".bdf", ".su2", ".vol", ".med", ".f3grid"])
def test_what_meshio_reads_is_a_mesh(tmp_path: Path, suffix: str) -> None:
    import meshio

    path = tmp_path / f"a{suffix}"
    sets = {"end": BAR.regions["xmin"]} if suffix == ".inp" else {}
    meshio.Mesh(BAR.vertices, [("tetra", BAR.tets)], point_sets=sets).write(path)
    mesh = read_mesh(path)
    assert mesh.volumes.sum() == pytest.approx(0.01)
    if sets:
        np.testing.assert_array_equal(mesh.regions["end"], BAR.regions["xmin"])
    with pytest.raises(MeshError, match="unknown suffix"):
        write_mesh(path, mesh)
    path.write_bytes(b"nothing of the kind")
    with pytest.raises(MeshError, match=path.name):
        read_mesh(path)


def test_a_part_that_nothing_holds_is_refused(tmp_path: Path) -> None:
    mesh = _bare((1, 1, 1))
    two = np.vstack([mesh.vertices, mesh.vertices + [0, 1, 0]])
    write_mesh(tmp_path / "a.vtu", TetMesh(two, np.vstack([mesh.tets, mesh.tets + len(mesh.vertices)])))
    with (
        pytest.warns(UserWarning, match="2 unconnected"),
        pytest.raises(MeshError, match=r"\(0.05, 1.15, 0.06\)"),
    ):
        scene_template(tmp_path / "a.vtu")
    held = ["mesh.regions={xmin={lowest=0.1}, xmax={highest=0.1}}"]
    with pytest.warns(UserWarning, match="2 unconnected"), pytest.raises(MeshError, match="held nowhere"):
        build_full_body(read_scene("beam", held, tmp_path / "a.vtu"))


def test_a_scene_takes_another_mesh_and_keeps_the_rest(mesh_file: Path) -> None:
    regions = ["mesh.regions={xmin={lowest=0.1}, xmax={highest=0.1}}"]
    scene, beam = read_scene("beam", regions, mesh_file, 0.5), read_scene("beam", regions)
    assert scene.mesh.file == mesh_file
    assert scene.name == "beam-my-body"
    same = {"name", "mesh"}
    assert scene.model_dump(exclude=same) == beam.model_dump(exclude=same)
    assert np.ptp(build_full_body(scene).mesh.vertices[:, 1]) == pytest.approx(0.15)
    with pytest.raises(SceneError, match=r"no region 'xmin'.*xmin = \{ lowest = 0.1 \}"):
        build_full_body(read_scene("beam", [], mesh_file))
    with pytest.raises(SceneError, match="only a soft body's scene has a mesh"):
        read_scene("fluid", [], mesh_file)


def test_the_skin_of_another_body_is_left_out(mesh_file: Path) -> None:
    write_obj(mesh_file.with_name("fine.obj"), sphere(1))
    skin = [f"mesh.skin='{mesh_file.with_name('fine.obj')}'", "mesh.skin_scale=0.5"]
    text = toml_text(scene_entries("beam")).replace("[mesh]", f"[mesh]\n{skin[0][5:]}\n{skin[1][5:]}")
    (mesh_file.parent / "skinned.toml").write_text(text)
    with pytest.warns(UserWarning, match="mesh.skin: left out"):
        scene = read_scene(mesh_file.parent / "skinned.toml", [], mesh_file)
    assert (scene.mesh.skin, scene.mesh.skin_scale) == (None, None)


@pytest.mark.parametrize("what", ["skin", "animation"])
def test_what_is_a_thousand_times_too_small_is_refused(mesh_file: Path, what: str) -> None:
    """As where a file is in metres beside a mesh in millimetres, with the origin within the body."""
    speck = sphere(1)
    path = mesh_file.with_name("speck.obj")
    write_obj(path, Surface(1e-4 * speck.vertices + [0.05, 0.15, 0.06], speck.triangles))
    mesh = build_mesh(MeshPart(file=mesh_file, fixed=["body"]))
    points = read_surface(path, 1.0).vertices

    def check() -> None:
        bind(points, mesh, np.arange(mesh.vertices.size)) if what == "animation" else check_extent(
            points, mesh
        )

    with pytest.raises(MeshError, match=r"lie within 2e-05 m, in a body of 0.3 m: they are of another unit"):
        check()


def test_a_mesh_in_place_of_a_scene_says_where_it_belongs(mesh_file: Path) -> None:
    with pytest.raises(SceneError, match=r"my body.vtu: a mesh, which --mesh takes, and no scene"):
        read_scene(mesh_file)


def test_a_mesh_alone_becomes_a_bundle_with_its_skin(
    mesh_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(mesh_file.parent)
    fine = sphere(2)
    write_obj(Path("fine.obj"), Surface(fine.vertices * [400, 1400, 500] + [50, 150, 60], fine.triangles))
    settings = [
        "enrichment.runs=2",
        "time.steps=64",
        "basis.rank=4",
        "mesh.skin='fine.obj'",
        "mesh.skin_scale=0.001",
    ]
    words = [word for setting in settings for word in ("--set", setting)]
    result = CliRunner().invoke(
        app, ["precompute", "--mesh", mesh_file.name, "--workers", "0", "--json", *words]
    )
    assert result.exit_code == 0, result.output
    bundle = softrein.load("my-body.softrein")
    assert isinstance(bundle, BodyBundle)
    assert len(bundle.drawn_triangles) == len(fine.triangles)
    assert "0.1 x 0.3 x 0.12 m; skin of 66 vertices" in bundle.stages[0]["result"]
    assert bundle.run(controller="lqr").error < bundle.run(controller="none").error


def test_a_template_is_a_scene(mesh_file: Path) -> None:
    text = CliRunner().invoke(app, ["scenes", "--template", str(mesh_file)]).stdout
    (mesh_file.parent / "mine.toml").write_text(text)
    assert read_scene(mesh_file.parent / "mine.toml").name == "my-body"


def test_a_surface_on_the_command_line(tmp_path: Path) -> None:
    pytest.importorskip("pytetwild")
    write_stl(tmp_path / "ball.stl", sphere(2, 100))
    words = ["mesh", tmp_path / "ball.stl", "-o", tmp_path / "ball.vtu", "--scale", "0.001", "--edge", "0.06"]
    result = CliRunner().invoke(app, [*map(str, words), "--json"])
    assert result.exit_code == 0, result.output
    mesh = build_mesh(MeshPart(file=tmp_path / "ball.vtu", fixed=["body"]))
    assert np.ptp(mesh.vertices, axis=0) == pytest.approx(0.2, rel=0.05)


def test_a_poor_mesh_is_told(tmp_path: Path) -> None:
    pytest.importorskip("pytetwild")
    sheet = block((1, 1, 1), (0.2, 0.01, 0.2))
    write_obj(tmp_path / "sheet.obj", Surface(np.array(sheet.vertices), np.array(sheet.surface)))
    with pytest.warns(UserWarning, match="one element thick"):
        facts = make_mesh(tmp_path / "sheet.obj", tmp_path / "a.vtu", 0.05, None, 1.0)
    assert facts["volume / volume in the surface"] == pytest.approx(1, abs=0.01)
    ball, other = sphere(2), sphere(2)
    two = Surface(
        np.vstack([ball.vertices, other.vertices + 1]), np.vstack([ball.triangles, other.triangles + 66])
    )
    write_obj(tmp_path / "two.obj", two)
    with pytest.warns(UserWarning, match="2 unconnected parts"):
        make_mesh(tmp_path / "two.obj", tmp_path / "a.vtu", 0.06, None, 1.0)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["mesh", "none.stl"], "no such file"),
        (["mesh", "a.obj", "-o", "a.foo"], ".vtu"),
        (["mesh", "a.obj", "--edge", "0"], "--edge"),
        (["mesh", "a.obj", "--edge", "1", "--vertices", "100"], "--edge"),
        (["precompute"], "--mesh"),
        (["precompute", "beam", "--scale", "2"], "--mesh"),
        (["precompute", "--mesh", "a.obj"], "softrein mesh"),
        (["scenes", "--scale", "2"], "--template"),
    ],
)
def test_a_mistake_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], expected: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write_obj(Path("a.obj"), cube())
    result = CliRunner().invoke(app, words)
    assert isinstance(result.exception, softrein.errors.SoftreinError)
    assert expected in str(result.exception)


def test_linear_tetrahedra_would_lock_above_the_stated_ratio() -> None:
    """A clamped beam's lowest frequency over beam theory's, 1.8751^2 / L^2 sqrt(E I / (rho A))."""
    young, density, length, side = 1e6, 1000.0, 1.0, 0.1
    theory = 1.87510407**2 / length**2 * np.sqrt(young * side**2 / 12 / density)
    mesh = block((40, 4, 4), (length, side, side))

    def excess(poisson: float, shared: bool | None = None) -> float:
        material = Material(young, poisson, density, mean_volume=shared)
        return natural_modes(ElasticBody(mesh, material, mesh.regions["xmin"]), 1).frequencies[0] / theory - 1

    assert excess(0.0) < excess(LOCKING_POISSON) < 0.08
    assert excess(0.499, False) > excess(LOCKING_POISSON) + 0.04
    assert excess(0.499) < excess(LOCKING_POISSON) + 0.01


@pytest.mark.slow("draws pictures")
def test_pictures_show_the_skin_instead_of_the_mesh(tmp_path: Path) -> None:
    """A skin of the mesh's own surface looks the same; a ball around the T's middle does not."""
    bundle = replace(made_up_bundle(), targets=[])
    corners, weights = embed(bundle.vertices, tshape())
    own = {"triangles": bundle.surface, "corners": corners, "weights": weights}
    fine = sphere(3, 0.02)
    corners, weights = embed(fine.vertices + [0, 0.36, 0], tshape())
    ball = {"triangles": fine.triangles, "corners": corners, "weights": weights}
    shown = []
    for skin in ({}, own, ball):
        each = replace(bundle, skin=skin)
        render_run(each, made_up_run(each, 0.5), tmp_path / "a.png", pushed=False)
        shown.append(imread(tmp_path / "a.png")[..., :3].mean(axis=2))
    assert np.abs(shown[0] - shown[1]).mean() < 1e-3
    assert shown[2].shape != shown[0].shape or np.abs(shown[2] - shown[0]).mean() > 0.02
