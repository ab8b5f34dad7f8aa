"""The full smoke simulation: analytic flows and orders, divergence, solids, particles, wind, bad input."""

from __future__ import annotations

import pickle
import warnings

import numpy as np
import pytest

from meshes import MacGrid
from offline import Smoke, Wind
from offline.full.smoke.stepper import advect_density, advect_velocity
from runtime.base.noise import gradient_noise
from runtime.plant.push import Push
from runtime.smoke.interpolation import velocities
from softrein.errors import ControllerError, SimulationError
from tests.offline.full.smoke.test_smoke_flows import with_a_ball

ROUNDING = 1e-13  # what some tens of bilinear means may add to numbers of size one


def taylor_green(grid: MacGrid) -> np.ndarray:
    """One vortex that fills the unit box; it stands still."""
    k = np.pi
    return grid.sample(lambda x, y: (np.sin(k * x) * np.cos(k * y), -np.cos(k * x) * np.sin(k * y)))


def order(widths: list[int], errors: list[float]) -> float:
    return float(-np.polyfit(np.log(widths), np.log(errors), 1)[0])


def unit_box(n: int, solid: np.ndarray | None = None) -> MacGrid:
    return MacGrid((n, n), (1.0, 1.0), solid)


def obstructed(n: int = 32) -> MacGrid:
    """A block two cells and more thick off the middle, and a corner closed off by a wall."""
    solid = np.zeros((n, n), bool)
    solid[n // 4 : n // 2, n // 3 : n // 2] = True
    solid[-6:-4, -6:] = solid[-6:, -6:-4] = True
    return unit_box(n, solid)


def stirred(grid: MacGrid, smoke: Smoke, steps: int) -> np.ndarray:
    """A flow without divergence from noise, smoothed by some steps."""
    q = smoke.project(np.random.default_rng(3).standard_normal(grid.size))
    for _ in range(steps):
        q, _ = smoke.step(q)
    return q


def test_a_standing_vortex_stands_still_to_first_order():
    widths, errors = [16, 32, 64], []
    for n in widths:
        grid = unit_box(n)
        smoke, start = Smoke(grid, dt=1 / n), taylor_green(grid)
        q = start
        for _ in range(n // 2):
            q, _ = smoke.step(q)
        errors.append(np.linalg.norm(q - start) / np.linalg.norm(start))
    assert errors[-1] < 0.04
    assert 0.85 < order(widths, errors) < 1.3  # bilinear sampling at a fixed Courant number is of first order


def test_a_viscous_vortex_decays_at_its_rate():
    n, viscosity, steps = 64, 0.05, 32
    grid = unit_box(n)
    smoke, start = Smoke(grid, 1 / n, viscosity), taylor_green(grid)
    q = start
    for _ in range(steps):
        q, _ = smoke.step(q)
    expected = np.exp(-2 * viscosity * np.pi**2 * steps / n)
    assert (q @ start) / (start @ start) == pytest.approx(expected, rel=0.03)  # the scheme's own, as above


@pytest.mark.parametrize(
    "grid",
    [unit_box(32), obstructed(), MacGrid((10, 8, 12), (1.0, 0.8, 1.1)), with_a_ball(12)],
    ids=["box", "solids", "box in space", "ball"],
)
@pytest.mark.parametrize("viscosity", [0.0, 0.01])
def test_every_step_has_no_divergence_and_nothing_enters_solids(grid, viscosity):
    smoke, force = Smoke(grid, 0.02, viscosity), np.random.default_rng(1).standard_normal(grid.size)
    q, density = np.zeros(grid.size), np.where(grid.fluid, 1.0, 0.0)
    for _ in range(5):
        q, density = smoke.step(q, density, 10 * force)
        assert np.abs(grid.divergence(q)).max() < 1e-11 * np.abs(q).max() / min(grid.spacing)
    assert np.abs(q).max() > 0.1
    assert not q[~grid.open].any()
    np.testing.assert_allclose(density[grid.fluid], 1.0, atol=ROUNDING)
    assert not density[grid.solid].any()


@pytest.mark.parametrize("grid", [unit_box(40), obstructed(40)], ids=["box", "solids"])
def test_density_stays_within_its_bounds(grid):
    smoke = Smoke(grid, 0.02)
    q = stirred(grid, smoke, 2)
    q *= 2 / np.abs(q).max()
    density = np.where(grid.fluid, np.random.default_rng(0).uniform(2, 3, grid.cells), 0.0)
    low, high = density[grid.fluid].min(), density.max()
    for _ in range(20):
        q, density = smoke.step(q, density)
        assert density[grid.fluid].min() >= low - ROUNDING
        assert density.max() <= high + ROUNDING


def test_density_goes_with_the_flow():
    grid = unit_box(64)
    q, dt = taylor_green(grid), 0.02
    blob = np.exp(-((grid.cell_centres - [0.5, 0.25]) ** 2).sum(axis=1) / 0.005).reshape(grid.cells)
    smoke, density, particle = Smoke(grid, dt), blob, np.array([[0.5, 0.25]])
    for _ in range(10):
        _, density = smoke.step(q, density)
        particle = smoke.advect(particle, q)
    centre = (grid.cell_centres * density.reshape(-1, 1)).sum(axis=0) / density.sum()
    assert np.linalg.norm(particle[0] - [0.5, 0.25]) > 0.1
    np.testing.assert_allclose(centre, particle[0], atol=0.01)  # the shear of the vortex moves its centroid


@pytest.mark.parametrize("axes", [2, 3])
def test_advection_of_linear_fields_is_the_midpoint_rule(axes: int):
    """Interpolation is exact, so what is left is the path: compared away from the walls."""
    grid, dt = MacGrid((12, 9, 11)[:axes], (1.2, 1.1, 1.3)[:axes]), 0.1
    slope = np.array([[0.7, -1.1, 0.3], [0.9, 0.4, -0.5], [0.2, -0.6, 0.8]])[:axes, :axes]
    start, weights = np.array([0.3, -0.2, 0.1])[:axes], np.array([2.0, 3.0, -1.0])[:axes]

    def velocity(points):
        return points @ slope.T + start

    def departure(points):
        return points - dt * velocity(points - 0.5 * dt * velocity(points))

    component = np.repeat(np.arange(axes), [part.size for part in grid.split(np.zeros(grid.size))])

    def at_faces(points):
        return velocity(points)[np.arange(grid.size), component]

    flow = Smoke(grid, dt)._flow(at_faces(grid.face_centres), -dt)
    q, density = np.empty(grid.size), np.empty(grid.cells)
    advect_velocity(flow, flow.faces, None, grid.split(grid.open), grid.split(q))
    advect_density(flow, (grid.cell_centres @ weights).reshape(grid.cells), grid.fluid, density)
    for places, found, expected in (
        (grid.face_centres, q, at_faces(departure(grid.face_centres))),
        (grid.cell_centres, density.ravel(), departure(grid.cell_centres) @ weights),
    ):
        inner = (np.abs(places - np.divide(grid.extent, 2)) < 0.25).all(axis=1)
        assert inner.sum() > 12
        np.testing.assert_allclose(found[inner], expected[inner], atol=ROUNDING)


def test_interpolation_is_exact_for_linear_fields_and_finite_where_input_is_not():
    grid = MacGrid((8, 5), (2.0, 1.0))
    u, _ = grid.split(np.arange(grid.size))
    x, y = grid.face_centres.T
    q = np.where(np.arange(grid.size) < u.size, 1 + 2 * x - 3 * y, 4 - x + 5 * y)
    points = np.random.default_rng(0).uniform([0.13, 0.11], [1.87, 0.89], (50, 2))
    found = np.empty_like(points)
    velocities(grid.split(q), grid.spacing, points, found)
    x, y = points.T
    np.testing.assert_allclose(found, np.stack([1 + 2 * x - 3 * y, 4 - x + 5 * y], axis=1), atol=ROUNDING)
    far = np.array([[np.nan, 0.5], [np.inf, -np.inf], [1e300, 1e300]])
    found = np.empty_like(far)
    velocities(grid.split(q), grid.spacing, far, found)
    assert np.isnan(found[0]).any()
    assert np.isfinite(found[1:]).all()


def test_particles_on_circles_are_of_second_order_in_time():
    """A turning box: linear, so interpolation is exact and only the time step errs."""
    grid = unit_box(16)
    u, _ = grid.split(np.arange(grid.size))
    x, y = grid.face_centres.T
    q = np.where(np.arange(grid.size) < u.size, 0.5 - y, x - 0.5)
    counts, errors = [50, 100, 200], []
    for count in counts:
        smoke, particle = Smoke(grid, 2 * np.pi / count), np.array([[0.75, 0.5]])
        for _ in range(count):
            particle = smoke.advect(particle, q)
        errors.append(float(np.linalg.norm(particle - [0.75, 0.5])))
    assert 1.9 < order(counts, errors) < 2.1


def test_particles_never_enter_solids_nor_leave_the_box():
    grid = obstructed()
    smoke = Smoke(grid, 0.03)
    q = stirred(grid, smoke, 3)
    q *= 2 / np.abs(q).max()
    _, labels = grid.parts
    particles = grid.cell_centres[grid.fluid.ravel()]
    start = labels[tuple(grid.cell_of(particles).T)]
    for _ in range(30):
        particles = smoke.advect(particles, q)  # raises where one has left
    np.testing.assert_array_equal(labels[tuple(grid.cell_of(particles).T)], start)


def test_a_particle_slips_along_a_solid_that_it_is_driven_into():
    solid = np.zeros((8, 8), bool)
    solid[4:6] = True
    grid = unit_box(8, solid)
    q = np.ones(grid.size)  # to the upper right, not a flow that a step would give
    moved = Smoke(grid, 0.1).advect([[0.49, 0.3]], q)
    np.testing.assert_allclose(moved, [[0.49, 0.4]])


def test_a_flow_past_a_solid_slips():
    """Constant flow along a wall stays constant beside it."""
    solid = np.zeros((16, 8), bool)
    solid[:, :3] = True
    grid = MacGrid((16, 8), (2.0, 1.0), solid)
    q = grid.sample(lambda x, y: (1.0 + 0 * x, 0 * y))
    smoke = Smoke(grid, 0.05)
    moved = smoke.advect([[1.0, 3.05 / 8]], q)
    np.testing.assert_allclose(moved, [[1.05, 3.05 / 8]], atol=ROUNDING)


def test_wind_blows_where_when_and_as_strongly_as_told():
    grid = obstructed()
    gust = Push((0.7, 0.2), (2.0, -1.0), 0.5, 0.25, 0.1)
    steady = Push((0.2, 0.8), (0.0, 3.0), 0.0, np.inf, 0.2)
    assert not Wind(grid, [gust]).force(0.49).any()
    assert not Wind(grid, [gust]).force(0.75).any()
    u, v = grid.split(Wind(grid, [gust]).force(0.5))
    x, y = grid.face_centres[np.argmax(u)]
    assert np.hypot(x - 0.7, y - 0.2) < 1.5 / 32
    assert u.max() == pytest.approx(2.0, rel=0.1)
    assert v.min() == pytest.approx(-1.0, rel=0.1)
    both = Wind(grid, [gust, steady])
    np.testing.assert_allclose(both.force(0.6), Wind(grid, [gust]).force(0.6) + both.force(0.0))
    assert not both.force(0.6)[~grid.open].any()


def test_an_impulse_gives_its_acceleration_times_its_time():
    grid = unit_box(32)
    smoke, wind = (
        Smoke(grid, 0.01),
        Wind(grid, [Push((0.5, 0.5), (1.0, 0.0), 0.0, 0.02, 0.05)]),
    )
    once, _ = smoke.step(np.zeros(grid.size), None, wind.force(0.0))
    np.testing.assert_allclose(once, smoke.project(0.01 * wind.force(0.0)), atol=1e-15)


@pytest.mark.parametrize("largest", [(2.0, 3.0), (2.0, 3.0, 1.5)])
def test_noise_is_coherent_bounded_and_set_by_its_seed(largest: tuple[float, ...]):
    at = (0.5,) * len(largest)
    course = Push(at, largest, noise=0.5, seed=7).strength
    times = np.linspace(0, 40, 4001)
    values = np.array([course(time) for time in times])
    assert (np.abs(values) <= largest).all()
    assert (np.abs(values).max(axis=0) > 0.4 * np.array(largest)).all()
    # Doubled noise has the slope 2 (g_0 (1 - w) + g_1 w + w' (g_1 (t - 1) - g_0 t)), w' <= 15/8: below 6.
    assert (np.abs(np.diff(values, axis=0)) < np.array(largest) * 6 * 0.01 / 0.5).all()
    assert not gradient_noise(3.0, 7, len(largest)).any()
    assert np.abs(np.corrcoef(values.T) - np.eye(len(largest))).max() < 0.5
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(course))(1.23), course(1.23))
    assert (Push(at, largest, noise=0.5, seed=8).strength(1.23) != course(1.23)).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Wind(unit_box(4), [Push((0.5, 0.5), (1.0, 0.0))]), "radius"),
        (lambda: Wind(unit_box(4), [Push((0.5, 0.5), (1.0, 0.0), 0.0, -1.0, 0.1)]), "duration"),
        (lambda: Wind(unit_box(4), [Push((0.5, 0.5), (np.nan, 0.0), radius=0.1)]), "force"),
        (lambda: Wind(unit_box(4), [Push((0.5, 0.5), (1.0, 1.0), radius=0.1, noise=1.0, seed=-1)]), "seed"),
        (lambda: Wind(unit_box(4), [Push((1.5, 0.5), (1.0, 0.0), radius=0.1)]), "wind 0"),
        (lambda: Smoke(unit_box(4), 0.0), "dt"),
        (lambda: Smoke(unit_box(4), 0.1, -1.0), "viscosity"),
    ],
)
def test_bad_wind_and_bad_settings_are_refused(call, message):
    with pytest.raises((SimulationError, ControllerError), match=message):
        call()


def test_bad_fields_and_particles_are_refused():
    grid = obstructed()
    smoke, q = Smoke(grid, 0.01), np.zeros(grid.size)
    smoke.step(q)
    with pytest.raises(SimulationError, match=r"step 1 .*force has shape \(3,\)"):
        smoke.step(q, None, np.zeros(3))
    with pytest.raises(SimulationError, match="density has shape"):
        smoke.step(q, np.zeros((4, 4)))
    q[7] = np.nan
    with pytest.raises(SimulationError, match="q is not finite"):
        smoke.step(q)
    q[7] = 0.0
    with pytest.raises(SimulationError, match=r"point 1 .* outside"):
        smoke.advect([[0.1, 0.1], [0.5, 1.2]], q)
    with pytest.raises(SimulationError, match=r"particle 1 .* solid"):
        smoke.advect([[0.1, 0.1], [0.4, 0.4]], q)


def test_a_step_across_many_cells_is_warned_of_once():
    grid = unit_box(32)
    smoke, q = Smoke(grid, 0.5), taylor_green(grid)
    with pytest.warns(RuntimeWarning, match=r"crosses 16\.\d cells"):
        smoke.step(q)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        smoke.step(q)


@pytest.mark.parametrize("at", [0, "left", (0.1,), (0.1, 0.1, 0.1), (-9.0, 0.1)])
def test_a_wind_that_is_nowhere_in_the_box_is_refused(at: object) -> None:
    grid = MacGrid((4, 4), (1.0, 1.0))
    with pytest.raises(SimulationError, match="wind 0: needs a radius above 0"):
        Wind(grid, [Push(at, (1.0, 0.0), radius=0.1)])  # type: ignore[arg-type]


def test_none_is_no_buoyancy() -> None:
    assert Smoke(MacGrid((4, 4), (1.0, 1.0)), 0.1, buoyancy=None).buoyancy == ()
