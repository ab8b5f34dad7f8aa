"""Passive particles and smoke in a reduced fluid: against NumPy, analytic motions and the full simulation."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from meshes import MacGrid
from meshes.mac_operators import cell_extension, face_extension
from offline import Smoke
from runtime.smoke.tracers import FACES_PER_POINT, Density, FrameField, Tracers, _extension
from runtime.smoke.velocity_modes import VelocityModes, velocity_modes
from softrein.errors import SimulationError

ROUNDING = 1e-13  # what some tens of bilinear means may add to numbers of size one
SINGLE = 3e-7  # the copy of the modes is in single precision: a few roundings of 6e-8
RANK = 5
WAYS = ["modes", "field"]


def obstructed() -> MacGrid:
    """A block off the middle, one in a corner, and cells that are not square."""
    solid = np.zeros((24, 18), bool)
    solid[6:12, 5:9] = True
    solid[-5:, -4:] = True
    solid[15, 3] = True
    return MacGrid((24, 18), (1.5, 1.0), solid)


BOX = MacGrid((12, 9), (1.5, 0.9))
GRIDS = pytest.mark.parametrize("grid", [BOX, obstructed()], ids=["box", "solids"])


def some_modes(grid: MacGrid, seed: int = 0) -> VelocityModes:
    """Modes without divergence, at most 1, continued into solids."""
    smoke, rng = Smoke(grid, 1.0), np.random.default_rng(seed)
    fields = [smoke.project(rng.standard_normal(grid.size)) for _ in range(RANK)]
    vectors = np.stack([field / np.abs(field).max() for field in fields], axis=1)
    targets, weights = face_extension(grid)
    vectors[targets] = weights @ vectors
    return velocity_modes(vectors, grid.cells, grid.extent, grid.solid)


def linear_modes(grid: MacGrid) -> VelocityModes:
    """Five modes that are linear in x and y, so that interpolation is exact: 1, x, y in u and x, y in v."""
    u, _ = grid.split(np.arange(grid.size))
    x, y = grid.face_centres.T
    is_u = np.arange(grid.size) < u.size
    vectors = np.stack([is_u, is_u * x, is_u * y, ~is_u * x, ~is_u * y], axis=1).astype(float)
    return velocity_modes(vectors, grid.cells, grid.extent)


def fluid_points(grid: MacGrid, count: int, seed: int = 1) -> np.ndarray:
    points = np.random.default_rng(seed).uniform(0, grid.extent, (4 * count, 2))
    return points[grid.fluid[tuple(grid.cell_of(points).T)]][:count]


def amplitudes(seed: int = 2) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(RANK)


@GRIDS
@pytest.mark.parametrize(("way", "tolerance"), [("modes", ROUNDING), ("field", SINGLE)])
def test_particles_move_as_in_the_full_simulation(grid, way, tolerance):
    """The same path as `Smoke.advect` takes in the field that the modes add up to."""
    modes, z, points = some_modes(grid), amplitudes(), fluid_points(grid, 300)
    q = np.concatenate([part.ravel() for part in modes.field(z)])
    dt = 2 * grid.spacing[0] / np.abs(q).max()
    tracers = Tracers(modes, points, dt, way=way)
    for _ in range(3):
        tracers.advance(z)
        points = Smoke(grid, dt).advect(points, q)
    close = np.abs(tracers.points - points).max(axis=1) < tolerance * 30
    assert close.mean() > 0.99  # of those that land beside a solid's edge, one may slip to the other side
    assert np.abs(tracers.points - fluid_points(grid, 300)).max() > 0.1


@pytest.mark.parametrize(("way", "tolerance"), [("modes", ROUNDING), ("field", SINGLE)])
def test_velocities_are_the_modes_at_the_points(way, tolerance):
    points = np.random.default_rng(0).uniform([0.2, 0.2], [1.3, 0.7], (50, 2))
    z = amplitudes()
    x, y = points.T
    expected = np.stack([z[0] + z[1] * x + z[2] * y, z[3] * x + z[4] * y], axis=1)
    found = Tracers(linear_modes(BOX), points, 1.0, way=way).velocities(z)
    np.testing.assert_allclose(found, expected, rtol=0, atol=10 * tolerance)


@pytest.mark.parametrize("way", WAYS)
def test_a_particle_on_a_circle_is_of_second_order(way):
    grid, counts, errors = MacGrid((16, 16), (1.0, 1.0)), [50, 100, 200], []
    modes = linear_modes(grid)
    z = np.array([0.5, 0.0, -1.0, 1.0, 0.0])  # (1/2 - y, x), which turns about (0, 1/2)
    for count in counts:
        tracers = Tracers(
            modes, [[0.3, 0.2]], 0.5 * np.pi / count, way=way
        )  # a quarter of it: 45 degrees down, to up
        for _ in range(count):
            tracers.advance(z)
        errors.append(np.linalg.norm(tracers.points[0] - [0.3, 0.8]))
    order = -np.polyfit(np.log(counts), np.log(errors), 1)[0]
    assert 1.9 < order < 2.1


@pytest.mark.parametrize("way", WAYS)
def test_particles_stay_in_the_fluid_and_may_be_set_again(way):
    grid = obstructed()
    modes, rng = some_modes(grid), np.random.default_rng(5)
    tracers = Tracers(modes, fluid_points(grid, 200), 0.03, way=way)
    for _ in range(50):
        tracers.advance(rng.standard_normal(RANK))
        tracers.points = tracers.points  # raises where one has left


def test_a_view_of_the_points_is_to_read_and_the_array_given_is_left_alone():
    points = fluid_points(BOX, 3)
    before = points.copy()
    tracers = Tracers(some_modes(BOX), points, 0.1)
    tracers.advance(amplitudes())
    np.testing.assert_array_equal(points, before)
    assert np.abs(tracers.points - before).max() > 1e-3
    with pytest.raises(ValueError, match="read-only"):
        tracers.points[0, 0] = 9.0


def test_the_way_goes_by_the_number_of_particles():
    enough = BOX.size // FACES_PER_POINT + 1
    tracers = Tracers(some_modes(BOX), fluid_points(BOX, enough), 0.1)
    assert tracers.way == "field"
    tracers.points = fluid_points(BOX, enough - 1)
    assert tracers.way == "modes"
    tracers.points = np.empty((0, 2))
    tracers.advance(amplitudes())
    assert tracers.velocities(amplitudes()).shape == (0, 2)


def test_a_shared_field_follows_z():
    modes, points = some_modes(BOX), fluid_points(BOX, 40)
    field = FrameField(modes)
    tracers = Tracers(modes, points, 0.1, field, way="field")
    for seed in (0, 1, 1, 0):
        z = amplitudes(seed)
        found = tracers.velocities(z)
        np.testing.assert_allclose(found, Tracers(modes, points, 0.1).velocities(z), rtol=0, atol=10 * SINGLE)
        for part, expected in zip(field.at(z), modes.field(z), strict=True):
            np.testing.assert_allclose(part, expected, rtol=0, atol=10 * SINGLE)
    z[:] = 0.0  # the caller's own array is no memory of what was asked
    assert not tracers.velocities(z).any()


@GRIDS
def test_density_moves_as_in_the_full_simulation(grid):
    modes, z = some_modes(grid), amplitudes()
    density = np.random.default_rng(4).random(grid.cells)
    q = np.concatenate([part.ravel() for part in modes.field(z)])
    dt = 3.5 * grid.spacing[0] / np.abs(q).max()  # far enough for paths to end in solids
    carried, smoke = Density(modes, density, dt), Smoke(grid, dt)
    expected = np.where(grid.fluid, density, 0.0)
    np.testing.assert_array_equal(carried.values, expected)
    for _ in range(3):
        carried.advance(z)
        _, expected = smoke.step(q, expected)
    far = np.abs(carried.values - expected) > 1e-5
    assert far.sum() <= 2  # a path that ends on a solid's edge may slip to the other side
    assert not carried.values[grid.solid].any()
    assert np.abs(carried.values - np.where(grid.fluid, density, 0.0)).max() > 0.1


def test_density_stays_within_its_bounds_and_uniform_density_as_it_is():
    grid = obstructed()
    modes, rng = some_modes(grid), np.random.default_rng(6)
    uniform, rough = Density(modes, np.ones(grid.cells), 0.03), rng.uniform(2, 3, grid.cells)
    carried = Density(modes, rough, 0.03)
    for _ in range(20):
        z = rng.standard_normal(RANK)
        uniform.advance(z)
        carried.advance(z)
    np.testing.assert_allclose(uniform.values, grid.fluid, atol=ROUNDING)
    inside = carried.values[grid.fluid]
    assert inside.min() >= rough[grid.fluid].min() - ROUNDING
    assert inside.max() <= rough[grid.fluid].max() + ROUNDING


SPACE = MacGrid((7, 6, 5), (0.7, 0.6, 0.5), np.random.default_rng(8).random((7, 6, 5)) < 0.9)


@pytest.mark.parametrize("grid", [BOX, obstructed(), SPACE], ids=["box", "solids", "space"])
def test_cells_are_continued_into_solids_as_offline(grid):
    values = np.random.default_rng(7).random(grid.solid.size)
    cells, neighbours, weights = _extension(grid.fluid)
    targets, matrix = cell_extension(grid)
    np.testing.assert_array_equal(cells, targets)
    np.testing.assert_allclose((weights * values[neighbours]).sum(axis=1), matrix @ values, atol=1e-15)


def test_cells_deep_in_solids_take_no_memory():
    fluid = np.arange(32)[:, None, None] + np.zeros((32, 32, 32)) >= 16
    tracemalloc.start()
    cells, _, _ = _extension(fluid)
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    np.testing.assert_array_equal(cells, np.arange(15 * 32 * 32, 16 * 32 * 32))
    assert held < 5e6  # bytes; the neighbours of all solid cells would be twice as many


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([[0.1, 0.1], [0.5, 1.2]], r"particle 1 .* outside the box"),
        ([[0.1, 0.1], [0.1, 0.1], [np.nan, 0.5]], r"particle 2 .* not finite"),
        ([[-1e-9, 0.1]], "particle 0 .* outside the box"),
        ([[0.1, 0.1], [0.5, 0.4], [0.5, 0.4]], r"particle 1 .* solid cell"),
        ([0.1, 0.1], r"shape \(2,\)"),
        (np.zeros((2, 3)), r"shape \(2, 3\)"),
        ("leaves", "points: wanted points of 2 coordinates"),
        ([[0.1, 0.1], [0.1]], "points: wanted points of 2 coordinates"),
    ],
)
def test_bad_particles_are_refused(points, message):
    modes = some_modes(obstructed())
    with pytest.raises(SimulationError, match=message):
        Tracers(modes, points, 0.1)
    tracers = Tracers(modes, [[0.1, 0.1]], 0.1)
    with pytest.raises(SimulationError, match=message):
        tracers.points = points


def test_corners_of_the_box_belong_to_it():
    grid = MacGrid((49, 3), (1.0, 1.0))
    (lx, ly), (hx, _) = grid.extent, grid.spacing
    assert 49 * hx < lx  # by rounding
    Tracers(some_modes(grid), [[0.0, 0.0], [lx, 0.0], [0.0, ly], [lx, ly]], 0.1)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("z", "message"),
    [
        (np.zeros(4), r"shape \(4,\)"),
        ([0, 0, np.inf, 0, 0], "z is not finite"),
        ("fast", r"z: wanted numbers of shape \(5,\)"),
    ],
)
def test_bad_amplitudes_are_refused(way, z, message):
    modes = some_modes(BOX)
    tracers, density = Tracers(modes, [[0.1, 0.1]], 0.1, way=way), Density(modes, np.zeros(BOX.cells), 0.1)
    for call in (tracers.advance, tracers.velocities, density.advance):
        with pytest.raises(SimulationError, match=message):
            call(z)


def test_bad_densities_and_time_steps_are_refused():
    modes = some_modes(BOX)
    with pytest.raises(SimulationError, match=r"density has the shape \(9, 12\)"):
        Density(modes, np.zeros((9, 12)), 0.1)
    with pytest.raises(SimulationError, match="density is not finite"):
        Density(modes, np.full(BOX.cells, np.nan), 0.1)
    with pytest.raises(SimulationError, match=r"density: wanted numbers of shape \(12, 9\)"):
        Density(modes, "thick", 0.1)
    for dt in (0.0, -1.0, np.inf, np.nan):
        with pytest.raises(SimulationError, match="time step"):
            Tracers(modes, [[0.1, 0.1]], dt)
        with pytest.raises(SimulationError, match="time step"):
            Density(modes, np.zeros(BOX.cells), dt)


def test_what_is_no_modes_no_field_and_no_way_is_refused():
    modes, still = some_modes(BOX), np.zeros(BOX.cells)
    for make in (lambda each: Tracers(each, [[0.1, 0.1]], 0.1), lambda each: Density(each, still, 0.1)):
        with pytest.raises(SimulationError, match=r"modes: wanted velocity modes, such as bundle.modes"):
            make("modes")
    with pytest.raises(SimulationError, match="field: wanted a FrameField"):
        Tracers(modes, [[0.1, 0.1]], 0.1, field=modes)
    with pytest.raises(SimulationError, match="field: wanted a FrameField"):
        Density(modes, still, 0.1, field=modes)
    finer = some_modes(MacGrid(tuple(2 * count for count in BOX.cells), BOX.extent))
    for other in (finer, some_modes(BOX)._replace(spacing=tuple(2 * each for each in modes.spacing))):
        with pytest.raises(SimulationError, match="field: it is of other modes"):
            Density(modes, still, 0.1, field=FrameField(other))
    with pytest.raises(SimulationError, match=r"1 x 8 cells: interpolation needs 2 along each axis"):
        velocity_modes(np.zeros((25, 1)), (1, 8), (1.0, 1.0))
    with pytest.raises(SimulationError, match="way: wanted one of modes, field"):
        Tracers(modes, [[0.1, 0.1]], 0.1, way="quick")
