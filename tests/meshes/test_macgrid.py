"""The MAC grid: geometry, divergence, operators, both pressure solvers, closed-off regions, bad input."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from scipy import ndimage

from meshes import MacGrid
from meshes.mac_operators import cell_extension, continued, face_extension, gradient, viscous_laplacian
from offline.full import factorisation
from offline.full.smoke.pressure import Projection
from offline.full.smoke.stepper import diffusion
from softrein.errors import MeshError, SimulationError

BACKENDS = [
    "transform",
    pytest.param(
        "cholmod", marks=pytest.mark.skipif(factorisation._cholmod() is None, reason="not installed")
    ),
    "splu",
]
# The rounding of phi, which is at most about |q| times the box, divided by h^2: a unit in the last place for
# each cell across, in units of |q| / h; measured are 0.6 of it and less.
ROUND_OFF = 4 * 2.2e-16


def box(nx: int = 20, ny: int = 14) -> MacGrid:
    return MacGrid((nx, ny), (2.0, 0.7))


def with_solids() -> MacGrid:
    """A block in the middle, one at a wall, and a wall that closes a corner off; there a cell quite alone."""
    solid = np.zeros((24, 16), bool)
    solid[8:12, 5:9] = True
    solid[15:18, :4] = True
    solid[20, 10:] = solid[20:, 10] = True
    solid[22, 15] = solid[23, 14] = True
    return MacGrid((24, 16), (1.2, 1.0), solid)


def noise(grid: MacGrid, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(grid.size)


def worst_divergence(grid: MacGrid, q: np.ndarray) -> float:
    """Largest divergence in units of |q| / h, per cell across the box."""
    return np.abs(grid.divergence(q)).max() * min(grid.spacing) / np.abs(q).max() / max(grid.cells)


def test_sizes_and_places():
    grid = box()
    assert grid.size == 21 * 14 + 20 * 15
    assert grid.cell_area == pytest.approx(0.1 * 0.05)
    u, v = grid.split(np.arange(grid.size))
    np.testing.assert_allclose(grid.face_centres[u[3, 5]], [0.3, 0.275])
    np.testing.assert_allclose(grid.face_centres[v[3, 5]], [0.35, 0.25])
    np.testing.assert_allclose(grid.cell_centres.reshape(20, 14, 2)[3, 5], [0.35, 0.275])
    np.testing.assert_array_equal(
        grid.cell_of([[0.35, 0.275], [2.0, 0.7], [0.0, 0.0]]), [[3, 5], [19, 13], [0, 0]]
    )


def test_divergence_of_a_linear_field_is_exact():
    grid = box()
    x, y = grid.face_centres.T
    u, _ = grid.split(np.arange(grid.size))
    q = np.where(np.arange(grid.size) < u.size, 3 * x + y, x - 5 * y)
    np.testing.assert_allclose(grid.divergence(q), np.full(grid.cells, -2.0), atol=1e-13)


@pytest.mark.parametrize("grid", [box(), with_solids()], ids=["box", "solids"])
def test_the_gradients_transpose_is_minus_the_divergence(grid):
    q = np.where(grid.open, noise(grid), 0.0)
    expected = np.where(grid.solid, 0.0, grid.divergence(q))
    np.testing.assert_allclose(-(gradient(grid).T @ q).reshape(grid.cells), expected, atol=1e-12)


def test_masks_tell_open_faces_walls_and_buried_ones_apart():
    solid = np.zeros((4, 3), bool)
    solid[1:3, 1] = True
    grid = MacGrid((4, 3), (4.0, 3.0), solid)
    open_u, open_v = grid.split(grid.open)
    buried_u, buried_v = grid.split(grid.buried)
    np.testing.assert_array_equal(open_u[:, 1], [False] * 5)
    np.testing.assert_array_equal(open_u[:, 0], [False, True, True, True, False])
    np.testing.assert_array_equal(open_v[0], [False, True, True, False])
    np.testing.assert_array_equal(open_v[1], [False] * 4)
    np.testing.assert_array_equal(np.argwhere(buried_u), [[2, 1]])
    assert not buried_v.any()


def test_parts_are_those_that_flow_can_reach():
    grid = with_solids()
    count, labels = grid.parts
    apart = [labels[0, 0], labels[21, 11], labels[23, 15]]
    assert count == 3
    assert sorted(apart) == [0, 1, 2]
    assert (labels == apart[2]).sum() == 1
    np.testing.assert_array_equal(labels == -1, grid.solid)


@pytest.mark.parametrize("backend", BACKENDS)
def test_projection_leaves_divergence_at_round_off_in_a_box(backend):
    grid = box(128, 48)  # large enough for errors that gather in one cell to show
    q = Projection(grid, backend).project(noise(grid))
    assert worst_divergence(grid, q) < ROUND_OFF
    assert not q[~grid.open].any()


@pytest.mark.parametrize("backend", BACKENDS[1:])
def test_projection_leaves_divergence_at_round_off_with_solids_and_closed_off_regions(backend):
    grid = with_solids()
    given = noise(grid)
    kept = given.copy()
    q = Projection(grid, backend).project(given)
    assert worst_divergence(grid, q) < ROUND_OFF
    assert not q[~grid.open].any()
    assert np.abs(q).max() > 0.1
    np.testing.assert_array_equal(given, kept)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("cells", [(2, 2), (2, 9), (9, 2), (33, 20)])
def test_projection_is_orthogonal_and_keeps_what_has_no_divergence(backend, cells):
    grid = MacGrid(cells, (1.0, 3.0))
    projection = Projection(grid, backend)
    given = np.where(grid.open, noise(grid), 0.0)
    q = projection.project(given)
    assert q @ (given - q) == pytest.approx(0, abs=1e-12 * (given @ given))
    np.testing.assert_allclose(projection.project(q), q, atol=1e-12)


@pytest.mark.parametrize("backend", BACKENDS[1:])
@pytest.mark.parametrize("cells", [(16, 16), (40, 13)])
def test_the_transform_agrees_with_the_factorisation(backend, cells):
    grid = MacGrid(cells, (2.0, 1.0))
    q = noise(grid)
    by_transform, by_factor = (Projection(grid, name).project(q) for name in ("transform", backend))
    np.testing.assert_allclose(by_transform, by_factor, atol=1e-12)  # 4 digits above rounding of |q| = 4


def test_the_solver_is_chosen_by_the_grid():
    assert Projection(box()).backend == "transform"
    assert Projection(with_solids()).backend == factorisation.default_backend()


def test_a_grid_of_cells_that_are_all_alone_stands_still():
    checkers = np.indices((4, 4)).sum(axis=0) % 2 == 0
    grid = MacGrid((4, 4), (1.0, 1.0), checkers)
    assert not Projection(grid).project(noise(grid)).any()
    assert not diffusion(grid, 0.1, 0.1).solve(noise(grid)).any()


def test_viscosity_is_symmetric_and_takes_energy_away():
    L = viscous_laplacian(with_solids())
    assert abs(L - L.T).max() == 0
    inside = with_solids().open
    values = np.linalg.eigvalsh(L.toarray()[np.ix_(inside, inside)])
    assert values.min() > -1e-10 * values.max()


def test_a_vortex_decays_at_its_rate_of_second_order_in_the_grid():
    """Taylor-Green, exp(-2 nu k^2 t); the time step shrinks as h^2, so that space decides."""
    k, viscosity, end, errors, widths = np.pi, 0.05, 0.4, [], [8, 16, 32]
    for n in widths:
        grid = MacGrid((n, n), (1.0, 1.0))
        start = taylor_green(grid, k)
        steps = n * n // 4
        viscous, q = diffusion(grid, viscosity, end / steps), start
        for _ in range(steps):
            q = viscous.solve(q)
        errors.append(np.abs(q - np.exp(-2 * viscosity * k**2 * end) * start).max())
    order = -np.polyfit(np.log(widths), np.log(errors), 1)[0]
    assert 1.8 < order < 2.3


def taylor_green(grid: MacGrid, k: float) -> np.ndarray:
    return grid.sample(lambda x, y: (np.sin(k * x) * np.cos(k * y), -np.cos(k * x) * np.sin(k * y)))


def test_fields_are_continued_into_solids_without_slope():
    solid = np.zeros((5, 6), bool)
    solid[:, :2] = True
    grid = MacGrid((5, 6), (5.0, 6.0), solid)
    u, _ = grid.split(np.where(grid.open, noise(grid), 0.0))
    q = np.append(u, np.zeros(5 * 7))
    targets, weights = face_extension(grid)
    q[targets] = weights @ q
    np.testing.assert_array_equal(grid.split(q)[0][:, 1], u[:, 2])
    density = np.arange(30.0)
    cells, means = cell_extension(grid)
    np.testing.assert_array_equal(cells, [1, 7, 13, 19, 25])
    assert (means @ density)[2] == pytest.approx((8 + 14 + 20) / 3)


def test_in_space_fields_go_on_behind_inner_edges():
    """In a channel with the section of an L the wind is as fast everywhere, at its inner edge too."""
    solid = np.zeros((4, 6, 6), bool)
    solid[:, 3:, :] = solid[:, :, 3:] = True
    solid[:, :2, 2:] = solid[:, 2:, :2] = False
    grid = MacGrid((4, 6, 6), (4.0, 6.0, 6.0), solid)
    along = grid.sample(lambda x, y, z: (np.ones_like(x), 0 * x, 0 * x))
    found = grid.split(continued(np.where(grid.open, along, 0.0), face_extension(grid)))[0][1:-1]
    rim = ~ndimage.binary_dilation(~solid[0], np.ones((3, 3)))  # what no corner of a fluid cell touches
    np.testing.assert_allclose(found[:, ~rim], 1.0, atol=1e-15)
    assert not found[:, rim].any()


def test_a_grid_survives_the_trip_to_another_process_and_stays_as_it_is():
    grid = pickle.loads(pickle.dumps(with_solids()))
    np.testing.assert_array_equal(grid.solid, with_solids().solid)
    with pytest.raises(ValueError, match="read-only"):
        grid.solid[0, 0] = True


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((1, 5), (1.0, 1.0)), "cells"),
        (((4.0, 5.0), (1.0, 1.0)), "cells"),
        ((4, (1.0, 1.0)), "cells"),
        (((4, 5), (1.0, 0.0)), "extent"),
        (((4, 5), (1.0, float("nan"))), "extent"),
        (((4, 5), 1.0), "extent"),
        (((4, 5), (1.0, 1.0), np.zeros((5, 4), bool)), r"expected bool of shape \(4, 5\)"),
        (((4, 5), (1.0, 1.0), np.zeros((4, 5))), "expected bool"),
        (((4, 5), (1.0, 1.0), np.ones((4, 5), bool)), "every cell"),
    ],
)
def test_bad_grids_are_refused(arguments, message):
    with pytest.raises(MeshError, match=message):
        MacGrid(*arguments)


def test_bad_fields_and_points_are_refused():
    with pytest.raises(MeshError, match="faces"):
        box().divergence(np.zeros(5))
    with pytest.raises(MeshError, match=r"point 1 .* outside"):
        box().cell_of([[1.0, 0.5], [1.0, 0.8]])
    with pytest.raises(MeshError, match="expected"):
        box().cell_of([1.0, 0.5])


def test_bad_backends_are_refused():
    with pytest.raises(SimulationError, match="without solid cells"):
        Projection(with_solids(), "transform")
    with pytest.raises(SimulationError, match="choose one"):
        Projection(box(), "magic")
