"""The bar and the T: counts, places, regions, and the symmetry that keeps left and right alike."""

from __future__ import annotations

import numpy as np
import pytest

from meshes import TetMesh, block, chamber, finger, trunk, tshape
from meshes.shapes.solids import dihedral_angles
from meshes.tetmesh import boundary_volume
from softrein.errors import MeshError


def image_of(mesh: TetMesh, points: np.ndarray) -> np.ndarray:
    """For each point the index of the vertex at that place."""
    distance = np.linalg.norm(mesh.vertices[None] - points[:, None], axis=2)
    nearest = distance.argmin(axis=1)
    assert distance[np.arange(len(points)), nearest].max() < 1e-12  # far below an edge, far above rounding
    return nearest


def elements(tets: np.ndarray) -> set[frozenset[int]]:
    return {frozenset(tet) for tet in tets.tolist()}


def is_symmetric(mesh: TetMesh, signs: list[int]) -> bool:
    centre = (mesh.vertices.min(axis=0) + mesh.vertices.max(axis=0)) / 2
    image = image_of(mesh, centre + (mesh.vertices - centre) * signs)
    return elements(image[mesh.tets]) == elements(mesh.tets)


def test_the_t_has_its_344_vertices():
    mesh = tshape()
    assert mesh.vertices.shape == (344, 3)
    assert mesh.tets.shape == (885, 4)
    assert mesh.parts[0] == 1


def test_the_t_is_as_large_as_its_cells():
    mesh = tshape()
    np.testing.assert_allclose(mesh.vertices.min(axis=0), [-0.195, 0, -0.045], atol=1e-15)
    np.testing.assert_allclose(mesh.vertices.max(axis=0), [0.195, 0.39, 0.045])
    cells = 13 * 2 * 3 + 3 * 11 * 3
    assert mesh.volumes.sum() == pytest.approx(cells * 0.03**3)
    assert boundary_volume(mesh.vertices, mesh.surface) == pytest.approx(mesh.volumes.sum())


def test_half_a_turn_maps_the_t_onto_itself_and_left_onto_right():
    mesh = tshape()
    image = image_of(mesh, mesh.vertices * [-1, 1, -1])
    assert elements(image[mesh.tets]) == elements(mesh.tets)
    assert set(image[mesh.regions["left"]]) == set(mesh.regions["right"])
    for name in ("foot", "bar", "stem"):
        assert set(image[mesh.regions[name]]) == set(mesh.regions[name])


def test_regions_of_the_t():
    mesh = tshape()
    sizes = {name: len(indices) for name, indices in mesh.regions.items()}
    assert sizes == {"foot": 16, "left": 12, "right": 12, "bar": 14 * 3 * 4, "stem": 4 * 12 * 4}
    x, y = mesh.vertices[:, 0], mesh.vertices[:, 1]
    assert (y[mesh.regions["foot"]] == 0).all()
    np.testing.assert_allclose(x[mesh.regions["left"]], -0.195)
    np.testing.assert_allclose(x[mesh.regions["right"]], 0.195)
    np.testing.assert_allclose(y[mesh.regions["bar"]].min(), 0.33)
    np.testing.assert_allclose(np.abs(x[mesh.regions["stem"]]).max(), 0.045)


def test_every_element_of_the_t_lies_in_bar_or_stem():
    mesh = tshape()
    inside = [np.isin(mesh.tets, mesh.regions[name]).all(axis=1) for name in ("bar", "stem")]
    assert inside[0].sum() == 5 * 13 * 2 * 3
    assert inside[1].sum() == 5 * 3 * 11 * 3
    assert (inside[0] ^ inside[1]).all()


def test_the_t_in_another_size():
    np.testing.assert_allclose(tshape(0.78).vertices, 2 * tshape().vertices)


def test_a_bar_fills_its_box():
    mesh = block((5, 3, 2), (1.0, 0.5, 0.2))
    assert mesh.vertices.shape == (6 * 4 * 3, 3)
    assert mesh.tets.shape == (5 * 5 * 3 * 2, 4)
    np.testing.assert_array_equal(mesh.vertices.min(axis=0), 0)
    np.testing.assert_allclose(mesh.vertices.max(axis=0), [1.0, 0.5, 0.2])
    assert mesh.volumes.sum() == pytest.approx(0.1)
    assert boundary_volume(mesh.vertices, mesh.surface) == pytest.approx(0.1)


def test_regions_of_a_bar_are_its_faces():
    mesh = block((5, 3, 2), (1.0, 0.5, 0.2))
    for axis, name in enumerate("xyz"):
        along = mesh.vertices[:, axis]
        assert mesh.regions[f"{name}min"].tolist() == np.flatnonzero(along == 0).tolist()
        assert mesh.regions[f"{name}max"].tolist() == np.flatnonzero(along == along.max()).tolist()
    assert mesh.regions["left"].tolist() == mesh.regions["xmin"].tolist()
    assert mesh.regions["right"].tolist() == mesh.regions["xmax"].tolist()


@pytest.mark.parametrize("cells", [(2, 1, 1), (4, 2, 2), (1, 4, 3), (3, 3, 2)])
def test_a_bar_is_mirror_symmetric_along_even_axes_only(cells):
    mesh = block(cells, (1.0, 1.1, 1.2))
    for axis, count in enumerate(cells):
        signs = [1, 1, 1]
        signs[axis] = -1
        assert is_symmetric(mesh, signs) == (count % 2 == 0)


def test_a_bar_of_odd_counts_keeps_half_turns():
    assert is_symmetric(block((5, 4, 3), (1.0, 1.1, 1.2)), [-1, 1, -1])
    assert not is_symmetric(block((5, 4, 3), (1.0, 1.1, 1.2)), [-1, 1, 1])


@pytest.mark.parametrize(
    "cells", [(0, 1, 1), (2, 2), (1.5, 1, 1), (-1, 1, 1), "abc", (10**4, 10**4, 10**4), 3]
)
def test_impossible_cells_are_refused(cells):
    with pytest.raises(MeshError, match="cells"):
        block(cells)


@pytest.mark.parametrize(
    "size", [(1, 1), (0, 1, 1), (1, -1, 1), (1, 1, np.nan), (1, 1, np.inf), "abc", None, 2.0]
)
def test_impossible_sizes_are_refused(size):
    with pytest.raises(MeshError, match="3 positive finite"):
        block((1, 1, 1), size)


@pytest.mark.parametrize("height", [0, -1, np.nan, "tall", None])
def test_impossible_heights_are_refused(height):
    with pytest.raises(MeshError, match="positive finite"):
        tshape(height)


def test_the_trunk_is_a_tapering_round_bar_that_hangs():
    mesh = trunk()
    assert (mesh.vertices[mesh.regions["base"], 2] == 0).all()
    np.testing.assert_allclose(mesh.vertices[mesh.regions["tip"], 2], -0.195)
    np.testing.assert_allclose(mesh.vertices[mesh.regions["middle"], 2], -0.0975)
    cone = np.pi * 0.195 / 3 * (0.021**2 + 0.021 * 0.010 + 0.010**2)
    assert 0.94 < mesh.volumes.sum() / cone < 1.0
    assert mesh.volumes.min() > 0
    assert dihedral_angles(mesh).min() > 15
    np.testing.assert_allclose(mesh.volumes @ mesh.vertices[mesh.tets].mean(axis=1)[:, :2], 0, atol=1e-12)
    assert len(trunk(0.1, (0.01, 0.01), (2, 2, 5)).tets) == 100
    with pytest.raises(MeshError, match="positive finite"):
        trunk(-1.0)


def test_the_finger_hangs_and_has_two_closed_chambers_behind_a_folded_back():
    mesh = finger()
    assert (mesh.vertices[mesh.regions["base"], 2] == 0).all()
    np.testing.assert_allclose(mesh.vertices[mesh.regions["tip"], 2], -0.1)
    assert mesh.volumes.min() > 0
    assert dihedral_angles(mesh).min() > 10
    enclosed = {}
    for name in ("left", "right"):
        inside = mesh.surface[np.isin(mesh.surface, mesh.regions[name]).all(axis=1)][:, ::-1]
        chamber.check_closed(mesh.vertices, inside)
        enclosed[name] = chamber.volume(mesh.vertices, inside)
        side = mesh.vertices[mesh.regions[name], 1]
        assert (side < 0).all() if name == "left" else (side > 0).all()
    assert enclosed["left"] == pytest.approx(enclosed["right"])
    assert 3e-6 < enclosed["left"] < 6e-6
    sole = mesh.vertices[mesh.vertices[:, 0] == 0]
    np.testing.assert_allclose(np.abs(sole[:, 1]).max(), 0.94 * 0.012)
    back = [mesh.vertices[mesh.vertices[:, 2] == z, 0].max() for z in np.unique(mesh.vertices[:, 2])]
    turns = np.diff(np.sign(np.diff(back)[np.diff(back) != 0]))
    assert (turns > 0).sum() == 7  # valleys
    assert len(finger(0.05, 0.006, 3).tets) < len(mesh.tets)
    for wrong in ((-1.0,), (0.1, 0.0), (0.1, 0.012, 0)):
        with pytest.raises(MeshError):
            finger(*wrong)
