"""The stored flower and dinosaur, the shapes that they are made from, and how a shape becomes a mesh."""

from __future__ import annotations

import sys
from itertools import combinations

import numpy as np
import pytest

from meshes import TetMesh, block
from meshes.shapes import dinosaur, flower
from meshes.shapes.implicit import above_ground, blend, ellipsoid, limb, mirrored
from meshes.shapes.stored import STORED, rebuild, stored_mesh
from meshes.shapes.surfaces import Fineness, iso_surface, nearest_parts, skin_near, solid_mesh, standing
from meshes.tetmesh import boundary_volume
from offline.full.body.full_body import build_mesh
from offline.scenes.body.mesh import MeshPart
from softrein.errors import MeshError, MissingPackageError

RNG = np.random.default_rng(31)
DIRECTIONS = RNG.standard_normal((200, 3))
DIRECTIONS /= np.linalg.norm(DIRECTIONS, axis=1, keepdims=True)
CUBE = np.array([[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]])


def ball(radius=0.7, centre=(0.0, 0.0, 0.0)):
    return ellipsoid(centre, [radius] * 3)


def smallest_dihedral(mesh: TetMesh) -> float:
    """In degrees: between faces with inward normals, which are the gradients of the shape functions."""
    normals = mesh.shape_gradients / np.linalg.norm(mesh.shape_gradients, axis=2, keepdims=True)
    cosines = [-(normals[:, a] * normals[:, b]).sum(axis=1) for a, b in combinations(range(4), 2)]
    return float(np.degrees(np.arccos(np.max(cosines))))


def test_the_dihedral_angle_of_a_regular_tetrahedron():
    corners = np.array([[0, 0, 0], [1, 1, 0], [1, 0, 1], [0, 1, 1.0]])
    mesh = TetMesh(corners[[0, 1, 3, 2]], np.arange(4)[None])
    assert smallest_dihedral(mesh) == pytest.approx(np.degrees(np.arccos(1 / 3)))


# The kept meshes


@pytest.fixture(scope="module", params=STORED)
def kept(request):
    return stored_mesh(request.param)


def test_a_kept_mesh_is_in_one_piece_and_of_usable_elements(kept):
    assert kept.parts[0] == 1
    assert smallest_dihedral(kept) > 10.0
    assert boundary_volume(kept.vertices, kept.surface) == pytest.approx(kept.volumes.sum(), rel=1e-12)


def test_the_surface_of_a_kept_mesh_has_two_triangles_at_every_edge(kept):
    edges = np.sort(kept.surface[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    _, counts = np.unique(edges, axis=0, return_counts=True)
    assert (counts == 2).all()
    # Euler's number of a sphere: no handle, no cavity
    assert len(np.unique(kept.surface)) - len(counts) + len(kept.surface) == 2


def test_a_kept_mesh_stands_on_level_ground(kept):
    sole = kept.regions["root" if "root" in kept.regions else "feet"]
    assert kept.vertices[:, 1].min() == 0
    np.testing.assert_array_equal(sole, np.flatnonzero(kept.vertices[:, 1] == 0))
    assert len(sole) > 10


def test_coordinates_of_a_kept_mesh_are_of_single_precision(kept):
    np.testing.assert_array_equal(kept.vertices, kept.vertices.astype(np.float32))


@pytest.mark.parametrize(("name", "count"), [("flower", 4235), ("dinosaur", 17726)])
def test_kept_meshes_are_as_large_as_those_of_the_paper(name, count):
    assert len(stored_mesh(name).vertices) == pytest.approx(count, rel=0.04)


def test_size_and_regions_of_the_flower():
    mesh = stored_mesh("flower")
    assert set(mesh.regions) == {
        "root", "stem", "leaf_left", "leaf_right", "leaves", "petals", "head", "landing"
    }  # fmt: skip
    x, y, z = mesh.vertices.T
    assert y.max() == pytest.approx(0.53, abs=0.02)
    assert x[mesh.regions["leaf_left"]].max() < 0.02 < 0.03 + x[mesh.regions["leaf_right"]].min()
    assert y[mesh.regions["petals"]].min() > y[mesh.regions["leaves"]].max()
    assert z[mesh.regions["landing"]].mean() > z[mesh.regions["head"]].mean()
    np.testing.assert_array_equal(
        mesh.regions["leaves"], np.union1d(mesh.regions["leaf_left"], mesh.regions["leaf_right"])
    )


def test_size_and_regions_of_the_dinosaur():
    mesh = stored_mesh("dinosaur")
    assert set(mesh.regions) == {
        "feet", "torso", "tail", "neck", "head", "hind_legs", "fore_legs", "tail_tip", "head_top"
    }  # fmt: skip
    x, y, z = mesh.vertices.T
    np.testing.assert_allclose(np.ptp(mesh.vertices, axis=0), [1.29, 0.89, 0.32], atol=0.01)
    assert x.argmin() in mesh.regions["tail_tip"]
    assert y.argmax() in mesh.regions["head_top"]
    feet = mesh.regions["feet"]
    for side in (z[feet] > 0, z[feet] < 0):  # a fore foot and a hind foot
        assert np.sort(np.sign(x[feet][side]))[[0, -1]].tolist() == [-1, 1]


def test_the_parts_share_out_all_vertices(kept):
    names = ["stem", "leaves", "petals", "head"]
    if "torso" in kept.regions:
        names = ["torso", "tail", "neck", "head", "hind_legs", "fore_legs"]
    shares = np.concatenate([kept.regions[name] for name in names])
    np.testing.assert_array_equal(np.sort(shares), np.arange(len(kept.vertices)))


def test_left_and_right_of_the_dinosaur_weigh_the_same():
    mesh = stored_mesh("dinosaur")
    centres = mesh.vertices[mesh.tets].mean(axis=1)
    moments = mesh.volumes @ centres / mesh.volumes.sum()
    assert abs(moments[2]) < 1e-4  # m, a hundredth of an element
    body = blend(list(dinosaur.parts().values()), dinosaur.CREASE)
    np.testing.assert_allclose(body(centres[::50]), body(centres[::50] * [1, 1, -1]), atol=1e-12)


@pytest.mark.parametrize("module", [flower, dinosaur])
def test_the_skin_of_a_kept_mesh_is_where_the_shape_vanishes(module):
    """So the file belongs to the numbers in its module."""
    mesh = stored_mesh(module.__name__.rpartition(".")[2])
    shape = above_ground(blend(list(module.parts().values()), module.CREASE))
    values = shape(mesh.vertices[np.unique(mesh.surface)])
    within = np.abs(values) < module.FINENESS.envelope + 1e-3
    assert within.mean() > 0.99  # all but some on the bevelled rim of the sole


@pytest.mark.parametrize("name", STORED)
def test_a_scene_may_name_a_kept_body(name):
    sole = "root" if name == "flower" else "feet"
    mesh = build_mesh(MeshPart(body=name, fixed=[sole]))
    again = stored_mesh(name)
    np.testing.assert_array_equal(mesh.vertices, again.vertices)
    np.testing.assert_array_equal(mesh.tets, again.tets)
    np.testing.assert_array_equal(mesh.regions[sole], again.regions[sole])
    assert len(mesh.regions["body"]) == len(mesh.vertices)


def test_other_bodies_are_refused():
    with pytest.raises(MeshError, match=r"mammoth\.vtu"):
        stored_mesh("mammoth")


# Shapes


def test_a_sphere_measures_distances():
    for distance in (0.1, 0.7, 3.0):
        np.testing.assert_allclose(ball(0.7)(distance * DIRECTIONS), distance - 0.7, atol=1e-14)


def test_an_ellipsoid_vanishes_on_itself_and_measures_near_by():
    axes = np.array([[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]])
    half = np.array([0.5, 0.3, 0.2])
    shape = ellipsoid([0.1, 0.2, 0.3], half, axes)
    on = DIRECTIONS * half
    normals = on / half**2
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    for distance, tolerance in [(0.0, 1e-14), (1e-4, 1e-6)]:
        places = (on + distance * normals) @ axes + [0.1, 0.2, 0.3]
        np.testing.assert_allclose(shape(places), distance, atol=tolerance)


def test_an_ellipsoid_is_negative_at_its_very_middle():
    assert ellipsoid([1, 2, 3], [0.5, 0.3, 0.2])(np.array([[1.0, 2.0, 3.0]])) == pytest.approx(-0.2)


def test_a_straight_round_limb_is_a_capsule():
    ends = np.array([[0.1, 0.0, 0.2], [0.5, 0.3, 0.0]])
    points = RNG.uniform(-0.5, 1.0, (300, 3))
    span = ends[1] - ends[0]
    along = np.clip((points - ends[0]) @ span / (span @ span), 0, 1)
    distance = np.linalg.norm(points - ends[0] - along[:, None] * span, axis=1) - 0.1
    # The limb looks at points of its curve 1.3 mm apart: to the side that misses s^2 / 8 d, d the distance.
    outside = distance > 0
    np.testing.assert_allclose(limb(ends, [0.1, 0.1])(points)[outside], distance[outside], atol=3e-6)


def test_a_tapering_limb_is_as_thick_as_asked_for():
    shape = limb([[0, 0, 0], [0.5, 0, 0], [1, 0, 0]], [0.1, 0.08, 0.02])
    heights = np.array([[0.0, 0.1, 0], [0.5, 0.0, 0.08], [1.0, -0.02, 0]])
    np.testing.assert_allclose(shape(heights), 0, atol=1e-4)


def test_a_flat_limb_is_wide_along_its_side_only():
    shape = limb([[0, 0, 0], [1, 0, 0]], [0.02, 0.02], [0.1, 0.1], side=(0, 0, 2.0))
    # Half a step along the curve, 1.3 mm, against a thickness of 2 cm: 0.2 % of the width.
    np.testing.assert_allclose(shape(np.array([[0.5, 0.02, 0], [0.5, 0, 0.1]])), 0, atol=2.5e-4)


def test_a_blend_fills_the_crease_and_leaves_the_rest_alone():
    left, right = ball(0.5, (-0.4, 0, 0)), ball(0.5, (0.4, 0, 0))
    both = blend([left, right], 0.1)
    crease, far = np.array([[0.0, 0.3, 0.0]]), np.array([[-0.9, 0.0, 0.0]])
    assert both(crease) == pytest.approx(left(crease) - 0.1 / 4)
    assert both(far) == pytest.approx(left(far))


def test_a_mirrored_shape_is_on_both_sides():
    shape = mirrored(ball(0.2, (0, 0, 0.5)))
    np.testing.assert_allclose(shape(np.array([[0, 0, 0.7], [0, 0, -0.7]])), 0, atol=1e-15)


# From a shape to a mesh


def test_the_surface_of_a_ball_is_closed_and_turned_outward():
    vertices, triangles = iso_surface(ball(), CUBE, 0.05)
    np.testing.assert_allclose(np.linalg.norm(vertices, axis=1), 0.7, atol=0.05**2 / 0.7 / 4)
    assert boundary_volume(vertices, triangles) == pytest.approx(4 / 3 * np.pi * 0.7**3, rel=0.01)


@pytest.mark.parametrize("shape", [ball(1.2), ball(0.7, (5, 0, 0))])
def test_a_surface_that_the_box_cuts_is_refused(shape):
    with pytest.raises(MeshError, match="not closed"):
        iso_surface(shape, CUBE, 0.1)


def test_vertices_go_to_the_part_that_they_are_deepest_in():
    parts = {"left": ball(0.5, (-0.4, 0, 0)), "right": ball(0.5, (0.4, 0, 0))}
    regions = nearest_parts(parts, np.array([[-0.3, 0, 0], [0.1, 0, 0], [-0.1, 0, 0]]))
    assert {name: found.tolist() for name, found in regions.items()} == {"left": [0, 2], "right": [1]}


def test_without_pytetwild_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pytetwild", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'softrein\[mesh\]'"):
        solid_mesh(ball(), CUBE, Fineness(grid=0.2, skin=0.4, envelope=0.02))


def test_a_ball_is_filled_with_tetrahedra():
    pytest.importorskip("pytetwild")
    mesh = solid_mesh(ball(), CUBE, Fineness(grid=0.1, skin=0.3, envelope=0.02))
    assert mesh.volumes.sum() == pytest.approx(4 / 3 * np.pi * 0.7**3, rel=0.08)
    assert 0.1 < np.median(np.linalg.norm(np.diff(mesh.vertices[mesh.edges], axis=1), axis=2)) < 0.45
    # Neighbours have close numbers: far closer than in a random order, where a third of n is usual.
    assert np.mean(np.diff(mesh.edges, axis=1)) < len(mesh.vertices) / 6
    np.testing.assert_array_equal(mesh.vertices, mesh.vertices.astype(np.float32))


def test_a_sole_is_made_level_and_nothing_else():
    bar = block((4, 2, 2))
    uneven = bar.vertices + RNG.uniform(-4e-4, 4e-4, bar.vertices.shape)
    level, sole = standing(TetMesh(uneven, bar.tets), 5e-4)
    np.testing.assert_array_equal(sole, bar.regions["ymin"])
    assert (level.vertices[sole, 1] == 0).all()
    moved = np.flatnonzero((level.vertices != uneven).any(axis=1))
    assert set(moved) <= set(sole)


def test_skin_near_a_place_leaves_the_inside_out():
    bar = block((4, 4, 4), (1.0, 1.0, 1.0))
    near = skin_near(bar, np.array([0.5, 1.0, 0.5]), 0.3)  # the inner vertex below is 0.25 away
    np.testing.assert_allclose(bar.vertices[near, 1], 1.0)
    assert len(near) == 5


def test_a_rebuilt_mesh_is_kept(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("meshes.shapes.stored.FOLDER", tmp_path)
    mesh = TetMesh(np.vstack([np.zeros(3), np.eye(3)]), [[0, 1, 2, 3]], {"root": [0]})
    rebuild("thing", lambda: mesh)
    found = stored_mesh("thing")
    np.testing.assert_array_equal(found.vertices, mesh.vertices)
    assert found.regions["root"].tolist() == [0]
    assert "4 vertices" in capsys.readouterr().out
