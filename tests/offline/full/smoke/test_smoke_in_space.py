"""Smoke on grids of three axes: a flow that is uniform along one of them equals smoke in a plane."""

from __future__ import annotations

import numpy as np
import pytest

from meshes.mac_operators import continued, face_extension, gradient
from meshes.macgrid import MacGrid
from offline.full.smoke.iteration import RESIDUAL
from offline.full.smoke.pressure import Projection
from offline.full.smoke.stepper import Smoke
from offline.full.smoke.wind import Gusts, Wind, patch
from reduce.pod import Basis
from reduce.smoke import reduce_fluid
from runtime.base.noise import gradient_noise
from runtime.plant.push import Push
from runtime.smoke.flow_field import FlowField
from runtime.smoke.model import Scheme
from runtime.smoke.plant import SmokePlant
from runtime.smoke.tracers import Density, Tracers
from runtime.smoke.velocity_modes import velocity_modes

CELLS, EXTENT, LAYERS, DEPTH = (14, 10), (1.4, 0.8), 4, 0.3
ROUND_OFF = 1e-12


def solid_cells() -> np.ndarray:
    solid = np.zeros(CELLS, bool)
    solid[5:8, 3:6] = True
    return solid


def stretched(values: np.ndarray, axis: int, layers: int = LAYERS) -> np.ndarray:
    """A field of the plane, the same in each layer along a new axis."""
    return np.repeat(np.expand_dims(values, axis), layers, axis)


def grid_in_space(plane: MacGrid, axis: int) -> MacGrid:
    cells, extent = list(plane.cells), list(plane.extent)
    cells.insert(axis, LAYERS)
    extent.insert(axis, DEPTH)
    return MacGrid(tuple(cells), tuple(extent), stretched(plane.solid, axis))


def flow_in_space(plane: MacGrid, q: np.ndarray, axis: int) -> np.ndarray:
    """A velocity state of the plane in each layer, and nothing across them."""
    space = grid_in_space(plane, axis)
    parts = [stretched(part, axis) for part in plane.split(q)]
    parts.insert(axis, np.zeros(space.face_shapes[axis]))
    return np.concatenate([part.ravel() for part in parts])


def points_in_space(points: np.ndarray, axis: int) -> np.ndarray:
    return np.insert(points, axis, 0.4 * DEPTH, axis=1)


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("with_solid", [False, True])
def test_what_is_the_same_in_all_layers_flows_as_in_a_plane(axis: int, with_solid: bool) -> None:
    plane = MacGrid(CELLS, EXTENT, solid_cells() if with_solid else None)
    space, rng = grid_in_space(plane, axis), np.random.default_rng(0)
    force, points = rng.standard_normal(plane.size), np.array([[0.2, 0.2], [1.2, 0.7]])
    forces = flow_in_space(plane, force, axis)
    density = rng.random(plane.cells)
    flat, deep = Smoke(plane, 0.02, 1e-3), Smoke(space, 0.02, 1e-3)
    q, rho, at = np.zeros(plane.size), density, points
    qs, rhos, ats = np.zeros(space.size), stretched(density, axis), points_in_space(points, axis)
    for _ in range(6):
        q, rho = flat.step(q, rho, force)
        qs, rhos = deep.step(qs, rhos, forces)
        at, ats = flat.advect(at, q), deep.advect(ats, qs)
    np.testing.assert_allclose(qs, flow_in_space(plane, q, axis), atol=ROUND_OFF * np.abs(q).max())
    np.testing.assert_allclose(rhos, stretched(rho, axis), atol=ROUND_OFF)
    np.testing.assert_allclose(ats, points_in_space(at, axis), atol=ROUND_OFF)
    assert np.abs(q).max() > 0.01


def test_a_projection_leaves_no_divergence_and_moves_as_little_as_can_be() -> None:
    """Beside what a dense least-squares solver makes of the gradient."""
    solid = np.zeros((5, 4, 6), bool)
    solid[2, 1:3, 2:4] = True
    box = MacGrid((5, 4, 6), (1.0, 0.9, 1.1))
    around = MacGrid((5, 4, 6), (1.0, 0.9, 1.1), solid)
    for grid, backend, left in ((box, None, 1e-13), (around, "splu", 1e-13), (around, None, 1.1 * RESIDUAL)):
        q = np.where(grid.open, np.random.default_rng(1).standard_normal(grid.size), 0.0)
        G = gradient(grid).toarray()
        found = Projection(grid, backend).project(q)
        assert np.abs(grid.divergence(found)).max() < left * np.abs(grid.divergence(q)).max()
        np.testing.assert_allclose(found, q - G @ np.linalg.lstsq(G, q)[0], atol=10 * left)


def test_wind_is_a_bell_along_every_axis() -> None:
    grid = MacGrid((9, 7, 8), (0.9, 0.7, 0.8))
    centre, width, acceleration = (0.4, 0.3, 0.5), 0.15, np.array([1.0, -2.0, 0.5])
    apart = grid.face_centres - centre
    bell = np.where(grid.open, np.exp(-0.5 * np.sum(apart**2, axis=1) / width**2), 0.0)
    component = np.repeat([0, 1, 2], [part.size for part in grid.split(bell)])
    wanted = acceleration[component] * bell
    np.testing.assert_allclose(patch(grid, centre, width), bell, atol=1e-14)
    push = Push(centre, tuple(acceleration), 0.0, 1.0, width)
    np.testing.assert_allclose(Wind(grid, [push]).force(0.5), wanted, atol=1e-14)
    noisy = Push(centre, tuple(acceleration), 0.1, 1.0, width, noise=0.3, seed=5)
    course = gradient_noise((0.5 - 0.1) / 0.3, 5, 3)
    assert len({*np.abs(course).tolist(), 0.0}) == 4  # each component has its own
    np.testing.assert_allclose(Wind(grid, [noisy]).force(0.5), course[component] * wanted, atol=1e-14)
    size = float(np.linalg.norm(acceleration))
    gusts = Gusts(np.array([centre]), np.array([width]), np.array([acceleration / size]))
    np.testing.assert_allclose(gusts.on(grid).force(np.array([size])), wanted, atol=1e-14)


def reduced_in_space(scheme: Scheme, particles: int) -> tuple[MacGrid, np.ndarray, SmokePlant]:
    """Five random flows without divergence, about a solid."""
    solid = np.zeros((7, 6, 5), bool)
    solid[3, 2:4, 1:3] = True
    grid, rng = MacGrid((7, 6, 5), (0.7, 0.6, 0.5), solid), np.random.default_rng(2)
    projection = Projection(grid)
    fields = np.column_stack([projection.project(rng.standard_normal(grid.size)) for _ in range(5)])
    modes, _ = np.linalg.qr(fields)
    modes[~grid.open] = 0.0
    vectors = modes / np.sqrt(grid.cell_area)
    model = reduce_fluid(grid, Basis(vectors, np.ones(5), np.full(grid.size, grid.cell_area)), 1e-3)
    whole = continued(vectors, face_extension(grid))
    there = velocity_modes(whole, grid.cells, grid.extent, grid.solid)
    return grid, vectors, SmokePlant(model, there, 1e-3, particles, scheme, carried=True)


def test_the_reduced_convective_term_does_no_work_and_is_the_full_flux_form() -> None:
    """Along each axis a dq_f = -1/2 sum F_fg q_g, summed here face by face from values that are looked up."""
    grid, vectors, plant = reduced_in_space("midpoint", 0)
    z = np.random.default_rng(3).standard_normal(5)
    A = plant.model.advection_matrix(z)
    np.testing.assert_array_equal(A, -A.T)
    parts, spacing = grid.split(vectors @ z), np.array(grid.spacing)
    rates = [np.zeros(part.shape) for part in parts]
    is_open = grid.split(grid.open)
    for across, part in enumerate(parts):
        for index in zip(*np.nonzero(is_open[across]), strict=True):
            for axis in range(3):
                for way in (-1, 1):
                    beside = list(index)
                    beside[axis] += way
                    if not 0 <= beside[axis] < part.shape[axis] or not is_open[across][tuple(beside)]:
                        continue
                    if axis == across:
                        carrier = 0.5 * (part[index] + part[tuple(beside)])
                    else:
                        one = list(index)
                        one[axis] += max(way, 0)
                        other = list(one)
                        other[across] -= 1
                        carrier = 0.5 * (parts[axis][tuple(one)] + parts[axis][tuple(other)])
                    rates[across][index] -= 0.5 * way * carrier * part[tuple(beside)] / spacing[axis]
    whole = np.concatenate([rate.ravel() for rate in rates])
    wanted = grid.cell_area * vectors.T @ whole
    np.testing.assert_allclose(A @ z, wanted, atol=1e-12 * np.abs(wanted).max())


@pytest.mark.parametrize("scheme", ["runge-kutta", "midpoint"])
def test_a_step_in_space_has_the_jacobian_that_differences_show(scheme: Scheme) -> None:
    _, _, plant = reduced_in_space(scheme, 2)
    rng = np.random.default_rng(4)
    x = np.append([0.12, 0.33, 0.21, 0.62, 0.27, 0.37], 0.1 * rng.standard_normal(5))
    w = rng.standard_normal(plant.forces)
    F, G = plant.linearise(x, w)
    for found, count, step in (
        (F, plant.size, lambda d: plant.step(x + d, w)),
        (G, plant.forces, lambda d: plant.step(x, w + d)),
    ):
        columns = [(step(d) - step(-d)) / 2e-6 for d in 1e-6 * np.eye(count)]
        np.testing.assert_allclose(found, np.array(columns).T, atol=1e-8)
    states, ends = np.tile(x[:, None], (1, 3)), np.empty((plant.size, 3))
    plant.step_batch(states, np.tile(w[:, None], (1, 3)), ends)
    np.testing.assert_allclose(ends, np.tile(plant.step(x, w)[:, None], (1, 3)), atol=1e-14)


def test_both_ways_carry_tracers_alike_and_winds_act_by_the_modes() -> None:
    grid, vectors, plant = reduced_in_space("midpoint", 0)
    rng, z = np.random.default_rng(5), np.full(5, 0.05)
    points = rng.random((200, 3)) * grid.extent
    points = points[~grid.solid[tuple(grid.cell_of(points).T)]]
    ways = [Tracers(plant.modes, points, 0.02, way=way) for way in ("modes", "field")]
    for _ in range(10):
        for each in ways:
            each.advance(z)
    np.testing.assert_allclose(ways[0].points, ways[1].points, atol=1e-6)
    assert np.abs(ways[0].points - points).max() > 1e-3
    smoke = Density(plant.modes, grid.fluid.astype(float), 0.02)
    smoke.advance(z)
    np.testing.assert_allclose(smoke.values, grid.fluid, atol=1e-14)  # what is even stays so
    field = FlowField(plant.modes, grid.open, 0)
    shape = patch(grid, (0.3, 0.3, 0.2), 0.1)
    component = np.repeat([0, 1, 2], [part.size for part in grid.split(shape)])
    wanted = [grid.cell_area * vectors.T @ (shape * (component == axis)) for axis in range(3)]
    np.testing.assert_allclose(field.wind((0.3, 0.3, 0.2), 0.1), wanted, atol=1e-9)


def test_without_viscosity_the_reduced_flow_keeps_its_energy() -> None:
    _, _, damped = reduced_in_space("midpoint", 0)
    plant = SmokePlant(damped.model._replace(viscosity=np.zeros(1)), damped.modes, 0.02, 0, "midpoint")
    start = z = np.random.default_rng(6).standard_normal(5)
    for _ in range(200):
        z = plant.step(z, np.zeros(5))
    assert abs(z @ z / (start @ start) - 1) < 1e-12
    assert np.linalg.norm(z - start) > 0.1 * np.linalg.norm(start)  # it has moved
