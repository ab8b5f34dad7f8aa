"""TetMesh: the input that it refuses, and its geometry against closed forms."""

from __future__ import annotations

import pickle
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meshes import TetMesh, block
from meshes.tetmesh import boundary_volume
from softrein.errors import MeshError

CORNER = np.array([[0.0, 0, 0], [2, 0, 0], [0, 3, 0], [0, 0, 4]])
ONE = [[0, 1, 2, 3]]

# Rounding of a handful of products and sums of numbers of size 1.
ROUNDING = 1e-12


def shaken(seed: int = 0) -> TetMesh:
    """A bar whose inner and outer vertices are all displaced at random: no two elements alike."""
    bar = block((4, 3, 2), (4.0, 3.0, 2.0))
    noise = np.random.default_rng(seed).uniform(-0.15, 0.15, bar.vertices.shape)
    return TetMesh(bar.vertices + noise, bar.tets)


def two_apart() -> TetMesh:
    return TetMesh(np.concatenate([CORNER, CORNER + 10]), [[0, 1, 2, 3], [4, 5, 6, 7]])


def test_one_element_in_closed_form():
    mesh = TetMesh(CORNER, ONE)
    np.testing.assert_allclose(mesh.volumes, [4.0], rtol=ROUNDING)
    expected = [[-1 / 2, -1 / 3, -1 / 4], [1 / 2, 0, 0], [0, 1 / 3, 0], [0, 0, 1 / 4]]
    np.testing.assert_allclose(mesh.shape_gradients[0], expected, atol=ROUNDING)
    assert {frozenset(face) for face in mesh.surface.tolist()} == {
        frozenset(corners) for corners in ([1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2])
    }


def test_gradients_reproduce_linear_functions():
    mesh = shaken()
    slope = np.array([0.3, -1.7, 2.2])
    values = (mesh.vertices @ slope + 5.0)[mesh.tets]
    found = np.einsum("mk,mki->mi", values, mesh.shape_gradients)
    # values of 15 times gradients of a few per unit: 1e-13, and slivers of the shaken bar add a digit
    np.testing.assert_allclose(found, np.tile(slope, (len(mesh.tets), 1)), atol=1e-11)


def test_gradients_are_one_over_the_height_over_the_opposite_face():
    mesh = shaken(1)
    a, b, c = (mesh.vertices[mesh.tets[:, k]] for k in (1, 2, 3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
    np.testing.assert_allclose(np.linalg.norm(mesh.shape_gradients[:, 0], axis=1), area / (3 * mesh.volumes))


@pytest.mark.parametrize("seed", range(3))
def test_the_surface_is_closed_and_turned_outward(seed):
    mesh = shaken(seed)
    # divergence theorem: only a closed surface turned outward everywhere encloses the sum of the volumes
    assert boundary_volume(mesh.vertices, mesh.surface) == pytest.approx(mesh.volumes.sum(), rel=ROUNDING)
    directed = mesh.surface[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
    assert {tuple(edge) for edge in directed} == {tuple(edge[::-1]) for edge in directed}


def test_the_surface_of_a_bar_has_its_faces():
    assert len(block((4, 3, 2)).surface) == 2 * 2 * (4 * 3 + 3 * 2 + 2 * 4)


def test_edges_satisfy_eulers_formula():
    mesh = shaken()
    faces = (4 * len(mesh.tets) + len(mesh.surface)) // 2
    assert len(mesh.vertices) - len(mesh.edges) + faces - len(mesh.tets) == 1
    assert (mesh.edges[:, 0] < mesh.edges[:, 1]).all()


def test_parts():
    assert shaken().parts[0] == 1
    count, labels = two_apart().parts
    assert count == 2
    assert len(set(labels[:4])) == len(set(labels[4:])) == 1
    assert labels[0] != labels[4]


def test_regions_are_sorted_and_without_repeats():
    mesh = TetMesh(CORNER, ONE, {"tip": [3, 1, 3], "none": []})
    assert mesh.regions["tip"].tolist() == [1, 3]
    assert mesh.regions["none"].dtype == np.int64
    assert len(mesh.regions["none"]) == 0


@pytest.mark.parametrize("name", ["vertices", "tets", "volumes", "surface", "shape_gradients", "edges"])
def test_arrays_are_read_only(name):
    with pytest.raises(ValueError, match="read-only"):
        getattr(shaken(), name)[0] = 0


def test_regions_are_read_only():
    mesh = TetMesh(CORNER, ONE, {"tip": [3]})
    with pytest.raises(TypeError):
        mesh.regions["foot"] = np.array([0])
    with pytest.raises(ValueError, match="read-only"):
        mesh.regions["tip"][0] = 0
    with pytest.raises(AttributeError):
        mesh.vertices = CORNER


def test_the_callers_arrays_stay_his():
    vertices, tets = CORNER.copy(), np.array(ONE)
    mesh = TetMesh(vertices, tets)
    vertices[0], tets[0] = 9, 0
    assert mesh.vertices[0, 0] == 0
    assert mesh.tets[0].tolist() == [0, 1, 2, 3]


def test_a_mesh_survives_pickling_checked_and_read_only():
    mesh = pickle.loads(pickle.dumps(block((2, 1, 1))))
    assert mesh.regions["left"].tolist() == block((2, 1, 1)).regions["left"].tolist()
    with pytest.raises(ValueError, match="read-only"):
        mesh.vertices[0] = 0


@pytest.mark.parametrize("kind", [np.int32, np.uint8, np.uint64])
def test_any_integers_will_do(kind):
    assert TetMesh(CORNER.astype(np.float32), np.array(ONE, dtype=kind)).tets.dtype == np.int64


def flat() -> np.ndarray:
    return np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0.3, 0.3, 0]])


@pytest.mark.parametrize(
    ("vertices", "tets", "message"),
    [
        (CORNER, [[0, 1, 2, 4]], r"elements 0: vertex index out of range, there are 4"),
        (CORNER, [[0, 1, 2, 3], [-1, 1, 2, 3]], r"elements 1: vertex index out of range"),
        (CORNER, [[0, 1, 3, 2]], r"elements 0: inverted"),
        (flat(), ONE, r"elements 0: degenerate"),
        (flat() + 1e6, ONE, r"elements 0: degenerate"),
        (CORNER, [[0, 1, 2, 3], [0, 1, 2, 2]], r"elements 1: degenerate"),
        (CORNER * 1e200, ONE, r"elements 0: degenerate"),
        (CORNER, [[0, 1, 2, 3], [1, 2, 0, 3]], r"elements 1: same four vertices"),
        (np.vstack([CORNER, [[9, 9, 9]]]), ONE, r"vertices 4: not used"),
        (np.where(CORNER == 3, np.nan, CORNER), ONE, r"vertices 2: coordinates must be finite"),
        (np.where(CORNER == 4, np.inf, CORNER), ONE, r"vertices 3: coordinates must be finite"),
        (CORNER * 1e60, ONE, r"elements 0: degenerate"),  # whose volume is a number, its square is none
        (CORNER * 1e-60, ONE, r"elements 0: degenerate"),
        (CORNER[:, :2], ONE, r"vertices must have the shape \(count, 3\)"),
        (CORNER, [[0, 1, 2]], r"tets must have the shape \(count, 4\)"),
        (CORNER, [0, 1, 2, 3], r"tets must have the shape \(count, 4\)"),
        (CORNER, np.empty((0, 4), dtype=int), r"tets must have the shape"),
        (CORNER, [[0.0, 1.0, 2.0, 3.0]], r"indices must be integers"),
        (CORNER, [[True, True, False, False]], r"indices must be integers"),
        (CORNER, np.array([[0, 1, 2, 2**63]], dtype=np.uint64), r"does not fit"),
        ("nonsense", ONE, r"vertices cannot be read"),
        ([[0, 0, 0], [1, 1]], ONE, r"vertices cannot be read"),
    ],
)
def test_what_is_no_mesh_is_refused(vertices, tets, message):
    with pytest.raises(MeshError, match=message):
        TetMesh(vertices, tets)


@pytest.mark.parametrize(
    ("regions", "message"),
    [
        ({"tip": [4]}, r"region 'tip': vertices 4 out of range, there are 4"),
        ({"tip": [-1]}, r"region 'tip': vertices -1 out of range"),
        ({"tip": [0.5]}, r"region 'tip' must be a list of vertex indices"),
        ({"tip": [True, False, False, False]}, r"region 'tip' must be a list of vertex indices"),
        ({"": [0]}, r"name must be printable"),
        ({"a\nb": [0]}, r"name must be printable"),
        ({3: [0]}, r"name must be printable"),
        ([0, 1], r"regions must map names"),
    ],
)
def test_bad_regions_are_refused(regions, message):
    with pytest.raises(MeshError, match=message):
        TetMesh(CORNER, ONE, regions)


def test_the_first_offenders_are_named_and_the_rest_counted():
    bar = block((4, 3, 2))
    with pytest.raises(MeshError, match=r"elements 0, 1, 2, 3, 4 and 115 more: inverted"):
        TetMesh(bar.vertices, bar.tets[:, [1, 0, 2, 3]])


@given(st.floats(-8, 8), st.integers(0, 3))
def test_size_alone_never_makes_an_element_degenerate(exponent, corner):
    mesh = TetMesh((CORNER - CORNER[corner]) * 10.0**exponent, ONE)
    assert mesh.volumes[0] == pytest.approx(4.0 * 10.0 ** (3 * exponent))


def test_eighty_thousand_elements_are_checked_quickly():
    bar = block((40, 20, 20))
    times = []
    for _ in range(3):
        start = time.perf_counter()
        TetMesh(bar.vertices, bar.tets, bar.regions)
        times.append(time.perf_counter() - start)
    assert len(bar.tets) == 80_000
    assert min(times) < 0.5  # 0.03 s on an idle core; a loop over the elements in Python takes seconds
