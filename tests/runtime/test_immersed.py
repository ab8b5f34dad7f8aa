"""The reduced fluid with particles: steps, linearisations, many runs at once, walls, and refusals."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core.runtime import _nrt_python, rtsys
from scipy.integrate import solve_ivp

from meshes import MacGrid
from reduce import reduce_fluid
from reduce.smoke import pack_pairs
from runtime.smoke.batch import LANES
from runtime.smoke.interpolation import velocities
from runtime.smoke.model import Scheme, SmokeModel
from runtime.smoke.plant import SmokePlant, advection_pairs
from runtime.smoke.scheme import step_smoke
from runtime.smoke.velocity_modes import VelocityModes, check_particles, velocity_modes
from softrein.errors import SimulationError

Array = np.ndarray

ROUND_OFF = 1e-12  # relative; two implementations of the same step differ by 1e-14
DIFFERENCES = 1e-7  # relative; measured 1e-9, a missing term makes 1e-2
SCHEMES: tuple[Scheme, ...] = ("runge-kutta", "midpoint")
KINDS = ("box", "block")
STEP = 0.01  # s; a particle crosses some tenth of a cell


@cache
def grid_of(kind: str) -> MacGrid:
    solid = np.zeros((20, 13), bool)
    if kind == "block":
        solid[7:11, 5:8] = True
        solid[3, 3] = True
    return MacGrid((20, 13), (2.0, 1.1), solid)


def stream_fields(grid: MacGrid, stream: Array) -> Array:
    """The discrete curls (faces, count) of stream functions (count, nx + 1, ny + 1): free of divergence."""
    (nx, ny), (hx, hy) = grid.cells, grid.spacing
    touched = np.ones((nx + 1, ny + 1), bool)
    solid = grid.solid
    touched[1:-1, 1:-1] = solid[1:, 1:] | solid[:-1, 1:] | solid[1:, :-1] | solid[:-1, :-1]
    stream = np.where(touched, 0.0, stream)
    parts = np.diff(stream, axis=2) / hy, -np.diff(stream, axis=1) / hx
    return np.concatenate([part.reshape(len(stream), -1) for part in parts], axis=1).T


@cache
def fluid_of(kind: str, rank: int, viscosity: float = 0.02) -> tuple[SmokeModel, VelocityModes]:
    """Modes from sin(k pi x) sin(l pi y), the slowest first."""
    grid = grid_of(kind)
    waves = sorted(
        ((k, m) for k in range(1, 6) for m in range(1, 6)), key=lambda pair: pair[0] ** 2 + pair[1] ** 2
    )
    x, y = (np.linspace(0, np.pi, n + 1) for n in grid.cells)
    stream = np.array([np.outer(np.sin(k * x), np.sin(m * y)) for k, m in waves[:rank]])
    vectors = np.linalg.qr(stream_fields(grid, stream)).Q / np.sqrt(grid.cell_area)
    model = reduce_fluid(grid, SimpleNamespace(vectors=vectors), viscosity)
    return model, velocity_modes(vectors, grid.cells, grid.extent, grid.solid)


def plant_of(kind: str, rank: int, particles: int, scheme: Scheme, dt: float = STEP) -> SmokePlant:
    return SmokePlant(*fluid_of(kind, rank), dt, particles, scheme)


def fluid_points(grid: MacGrid, count: int, seed: int) -> Array:
    """Points (count, 2) in fluid cells, a fifth of a cell or more from where the gradient jumps."""
    rng = np.random.default_rng(seed)
    cells = rng.permutation(np.argwhere(~grid.solid))[:count]
    return (cells + rng.choice([0.2, 0.3, 0.7, 0.8], (count, 2))) * grid.spacing


def random_state(plant: SmokePlant, kind: str, seed: int = 0) -> tuple[Array, Array]:
    z, w = np.random.default_rng(seed).standard_normal((2, plant.forces)) / np.sqrt(plant.forces)
    return np.append(fluid_points(grid_of(kind), plant.particles, seed), z), w


def distance(a: Array, b: Array) -> float:
    return float(np.abs(a - b).max() / np.abs(b).max())


def velocity(modes: VelocityModes, points: Array, z: Array) -> Array:
    """Velocities (count, 2) by the interpolation of fields."""
    out = np.empty((len(points), 2))
    velocities(modes.field(z), modes.spacing, np.ascontiguousarray(points), out)
    return out


def rate(plant: SmokePlant, x: Array, w: Array) -> Array:
    """dx/dt, not by the plant's kernels."""
    z = x[2 * plant.particles :]
    points = x[plant.positions].reshape(-1, 2)
    return np.append(velocity(plant.modes, points, z), plant.model.acceleration(z) + w)


def reference_step(plant: SmokePlant, x: Array, w: Array) -> Array:
    """The steps of `runtime.smoke.scheme`, without walls."""
    h, n = plant.dt, 2 * plant.particles
    if plant.scheme == "midpoint":
        following = x.copy()
        following[n:] = SmokePlant(plant.model, plant.modes, h, 0, "midpoint").step(x[n:], w)
        points, m = x[:n].reshape(-1, 2), (x[n:] + following[n:]) / 2
        half_way = points + h / 2 * velocity(plant.modes, points, m)
        following[:n] += h * velocity(plant.modes, half_way, m).ravel()
        return following
    k1 = rate(plant, x, w)
    k2 = rate(plant, x + h / 2 * k1, w)
    k3 = rate(plant, x + h / 2 * k2, w)
    k4 = rate(plant, x + h * k3, w)
    return x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def run(plant: SmokePlant, x: Array, w: Array, steps: int) -> Array:
    for _ in range(steps):
        x = plant.step(x, w)
    return x


@pytest.mark.parametrize("rank", [1, 3, 8, 13])
@pytest.mark.parametrize("particles", [0, 1, 3])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_step_is_that_of_the_plain_implementation(scheme: Scheme, particles: int, rank: int) -> None:
    plant = plant_of("block", rank, particles, scheme)
    x, w = random_state(plant, "block", seed=rank)
    following = plant.step(x, w)
    assert plant.size == len(x) == 2 * particles + rank
    assert distance(following, reference_step(plant, x, w)) < ROUND_OFF
    assert particles == 0 or np.abs(following - x)[plant.positions].max() > 1e-4  # they have moved


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_fluid_does_not_feel_the_particles(scheme: Scheme) -> None:
    plant, rank = plant_of("block", 9, 4, scheme), 9
    alone = SmokePlant(plant.model, plant.modes, STEP, 0, scheme)
    x, w = random_state(plant, "block")
    z = x[8:].copy()
    for _ in range(20):
        x = plant.step(x, w)
        z = alone.step(z, w)
        # Equal but for what compilers may round differently.
        assert np.abs(x[-rank:] - z).max() <= 4 * np.finfo(float).eps * np.abs(z).max()


def test_the_midpoint_step_keeps_the_energy_among_particles() -> None:
    plant = SmokePlant(*fluid_of("block", 7, 0.0), 0.5, 3, "midpoint")  # steps of several cells
    start, _ = random_state(plant, "block")
    end = run(plant, start, np.zeros(7), 1000)
    assert end[6:] @ end[6:] == pytest.approx(start[6:] @ start[6:], rel=1e-12)
    assert distance(end[6:], start[6:]) > 0.1


LINEAR = np.array([[[0.0, -1.0], [1.0, 0.0]], [[1.0, 0.0], [0.0, -1.0]], [[0.0, 1.0], [1.0, 0.0]]])  # 1/s
CENTRE = np.array([1.0, 0.55])  # m


@cache
def linear_fluid() -> tuple[SmokeModel, VelocityModes]:
    """Three modes linear in space, which bilinear interpolation gives exactly, and made-up dynamics."""
    grid = grid_of("box")
    x, y = (grid.face_centres - CENTRE).T
    along_x = np.arange(grid.size) < (grid.cells[0] + 1) * grid.cells[1]
    vectors = np.stack(
        [np.where(along_x, M[0, 0] * x + M[0, 1] * y, M[1, 0] * x + M[1, 1] * y) for M in LINEAR], 1
    )
    tensor = np.random.default_rng(0).standard_normal((3, 3, 3))
    packed = pack_pairs(tensor - tensor.transpose(2, 1, 0))
    model = SmokeModel(packed, -np.diag([1.0, 2.0, 3.0]), np.array([0.1]))
    return model, velocity_modes(vectors, grid.cells, grid.extent)


def exact_linear_run(x: Array, w: Array, time: float) -> Array:
    model = linear_fluid()[0]

    def motion(_: float, x: Array) -> Array:
        drift = (x[:-3].reshape(-1, 2) - CENTRE) @ np.einsum("k,kcd->dc", x[-3:], LINEAR)
        return np.append(drift, model.acceleration(x[-3:]) + w)

    return solve_ivp(motion, (0, time), x, "DOP853", rtol=1e-13, atol=1e-14).y[:, -1]


@pytest.mark.parametrize(("scheme", "order"), [("runge-kutta", 4), ("midpoint", 2)])
def test_the_order_of_a_step(scheme: Scheme, order: int) -> None:
    x, w = np.array([0.9, 0.6, 1.1, 0.5, 0.6, -0.5, 0.4]), np.array([0.2, 0.1, -0.3])
    exact = exact_linear_run(x, w, 1.0)
    counts = np.array([10, 20, 40, 80])
    plants = [SmokePlant(*linear_fluid(), 1 / n, 2, scheme) for n in counts]
    errors = [np.abs(run(plant, x, w, n) - exact)[:4].max() for plant, n in zip(plants, counts, strict=True)]
    assert -np.polyfit(np.log(counts), np.log(errors), 1)[0] == pytest.approx(order, abs=0.2)
    assert errors[-1] < (1e-8 if order == 4 else 1e-3)


def test_a_particle_turns_with_a_rigid_rotation() -> None:
    plant = SmokePlant(*linear_fluid(), 0.01, 1)
    still = plant.model._replace(advection=np.zeros((3, 6)), viscosity=np.zeros(1))
    plant = SmokePlant(still, plant.modes, 0.01, 1)
    end = run(plant, np.array([1.3, 0.55, np.pi / 2, 0, 0]), np.zeros(3), 100)  # a quarter turn
    assert np.allclose(end, [1.0, 0.85, np.pi / 2, 0, 0], rtol=0, atol=1e-8)


def test_a_particle_goes_round_a_vortex() -> None:
    # psi = sin(pi x) sin(pi y) / pi stands still; bilinear interpolation and the grid's mode are off by h^2.
    ends, errors = np.array([0.3, 0.5]), []
    exact = solve_ivp(
        lambda _, p: (
            np.sin(np.pi * p[0]) * np.cos(np.pi * p[1]),
            -np.cos(np.pi * p[0]) * np.sin(np.pi * p[1]),
        ),
        (0, 2),
        ends,
        rtol=1e-10,
        atol=1e-12,
    ).y[:, -1]
    for n in (16, 32, 64):
        grid, nodes = MacGrid((n, n), (1.0, 1.0)), np.sin(np.pi * np.linspace(0, 1, n + 1))
        field = stream_fields(grid, np.outer(nodes, nodes)[None] / np.pi)
        size = np.sqrt(grid.cell_area * (field**2).sum())
        model = reduce_fluid(grid, SimpleNamespace(vectors=field / size), 0.0)
        plant = SmokePlant(model, velocity_modes(field / size, (n, n), (1.0, 1.0)), 0.02, 1)
        end = run(plant, np.append(ends, size), np.zeros(1), 100)
        errors.append(np.linalg.norm(end[:2] - exact))
        assert end[2] == pytest.approx(size, rel=1e-12)
    assert np.log2(np.array(errors[:-1]) / errors[1:]) == pytest.approx(2, abs=0.3)


def differences(function: Callable[[Array], Array], x: Array, step: float) -> Array:
    """Jacobian of `function` at x by differences of fourth order."""
    columns = []
    for direction in step * np.eye(len(x)):
        near = function(x + direction) - function(x - direction)
        far = function(x + 2 * direction) - function(x - 2 * direction)
        columns.append((8 * near - far) / (12 * step))
    return np.stack(columns, axis=-1)


@pytest.mark.parametrize("particles", [0, 1, 3])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_linearise_is_the_jacobian_of_the_step(scheme: Scheme, particles: int) -> None:
    plant = plant_of("block", 6, particles, scheme)
    x, w = random_state(plant, "block", seed=1)
    F, G = plant.linearise(x, w)
    assert distance(F, differences(lambda x: plant.step(x, w), x, 1e-4)) < DIFFERENCES
    assert distance(G, differences(lambda w: plant.step(x, w), w, 1e-2)) < DIFFERENCES
    if particles:  # each term is there to be missed, and large enough
        n = 2 * particles
        for block in (F[:n, :n] - np.eye(n), F[:n, n:] / STEP, G[:n] / STEP**2):
            assert np.abs(block).max() > 1e-2


@pytest.mark.parametrize("particles", [0, 1, 3])
def test_tangent_is_the_jacobian_of_the_equation_of_motion(particles: int) -> None:
    plant = plant_of("block", 6, particles, "runge-kutta")
    x, w = random_state(plant, "block", seed=2)
    A, B = plant.tangent(x)
    # The rate is of second degree in a cell: differences are exact.
    assert distance(A, differences(lambda x: rate(plant, x, w), x, 3e-3)) < 1e-10
    assert distance(B, differences(lambda w: rate(plant, x, w), w, 1.0)) < 1e-10


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_two_linearisations_agree_for_small_steps(scheme: Scheme) -> None:
    h = 1e-6
    plant = plant_of("block", 4, 2, scheme, dt=h)
    x, w = random_state(plant, "block")
    F, G = plant.linearise(x, w)
    A, B = plant.tangent(x)
    assert distance((F - np.eye(8)) / h, A) < 1e-4
    assert distance(G / h, B) < 1e-4


def some_points(grid: MacGrid) -> Array:
    """In the box and beyond it, at corners and faces, and where indices change."""
    rng, extent = np.random.default_rng(0), np.array(grid.extent)
    anywhere = (rng.random((300, 2)) * 1.4 - 0.2) * extent
    at_nodes = rng.integers(-2, 44, (200, 2)) / 2 * np.array(grid.spacing)
    return np.concatenate([anywhere, at_nodes])


def test_particle_modes_are_the_interpolated_field() -> None:
    plant, points = plant_of("block", 5, 0, "midpoint"), some_points(grid_of("block"))
    Psi, z = plant.particle_modes(points), np.random.default_rng(1).standard_normal(5)
    assert Psi.shape == (2 * len(points), 5)
    assert distance(Psi @ z, velocity(plant.modes, points, z).ravel()) < ROUND_OFF


def test_the_particle_gradient_is_that_of_the_field() -> None:
    plant, z = plant_of("block", 5, 0, "midpoint"), np.random.default_rng(1).standard_normal(5)
    points = fluid_points(grid_of("block"), 60, seed=3)
    expected = np.stack(
        [
            (velocity(plant.modes, points + 1e-3 * d, z) - velocity(plant.modes, points - 1e-3 * d, z)) / 2e-3
            for d in np.eye(2)
        ],
        axis=2,
    )
    assert distance(plant.particle_gradient(points, z), expected) < 1e-10  # linear along an axis in a cell


def test_the_gradient_vanishes_along_a_direction_that_is_clamped() -> None:
    plant, z = plant_of("box", 5, 0, "midpoint"), np.ones(5)
    lx, ly = grid_of("box").extent
    left, above, corner, thin = plant.particle_gradient(
        np.array([[-0.1, 0.53], [0.87, ly + 0.1], [lx + 1, -1], [0.02, 0.53]]), z
    )
    assert np.all(left[:, 0] == 0)
    assert left[1, 1] != 0
    assert np.all(above[:, 1] == 0)
    assert above[0, 0] != 0
    assert np.all(corner == 0)
    assert thin[1, 0] == 0  # free slip: v is constant within half a cell of the wall
    assert thin[0, 0] != 0


@pytest.mark.parametrize("rank", [1, 2, 9])
def test_the_pairs_give_the_advection_matrix(rank: int) -> None:
    model, z = fluid_of("block", rank)[0], np.random.default_rng(0).standard_normal(rank)
    upper = model.advection_matrix(z)[np.triu_indices(rank, 1)]
    assert np.allclose(
        z @ advection_pairs(model), upper, rtol=0, atol=1e-13 * max(1, np.abs(model.advection).max())
    )


def random_batch(plant: SmokePlant, kind: str, count: int) -> tuple[Array, Array]:
    states, forces = np.empty((plant.size, count)), np.empty((plant.forces, count))
    for column in range(count):
        states[:, column], forces[:, column] = random_state(plant, kind, seed=column)
    return states, forces


def batch(plant: SmokePlant, states: Array, forces: Array) -> tuple[Array, Array]:
    out = np.full_like(states, 7.0)
    return out, plant.step_batch(states, forces, out)


@pytest.mark.parametrize(("rank", "particles"), [(1, 1), (5, 0), (8, 3), (13, 2)])
@pytest.mark.parametrize("count", [0, 1, LANES - 1, LANES, 2 * LANES + 3])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_batch_is_many_single_steps(scheme: Scheme, count: int, rank: int, particles: int) -> None:
    plant = plant_of("block", rank, particles, scheme, dt=20 * STEP)  # some meet walls
    states, forces = random_batch(plant, "block", count)
    before = states.copy(), forces.copy()
    out, status = batch(plant, states, forces)
    assert np.array_equal(status, np.zeros(count))
    for column in range(count):
        assert distance(out[:, column], plant.step(states[:, column], forces[:, column])) < ROUND_OFF
    assert np.array_equal(states, before[0])
    assert np.array_equal(forces, before[1])


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_batch_marks_what_fails_and_steps_the_rest(scheme: Scheme) -> None:
    plant = plant_of("block", 5, 2, scheme)
    states, forces = random_batch(plant, "block", LANES + 6)
    states[1, 2], states[5, 3], forces[0, 4], states[6, LANES] = np.nan, np.inf, np.nan, 1e200
    out, status = batch(plant, states, forces)
    bad = [2, 3, 4, LANES]
    assert np.flatnonzero(status).tolist() == bad
    assert (status[bad] == -1).all()
    assert np.isnan(out[:, bad]).all()
    good = np.setdiff1d(np.arange(LANES + 6), bad)
    expected = np.stack([plant.step(states[:, k], forces[:, k]) for k in good], axis=1)
    assert distance(out[:, good], expected) < ROUND_OFF


def test_a_batch_that_does_not_fit_is_refused() -> None:
    plant = plant_of("box", 3, 1, "midpoint")
    states, forces = random_batch(plant, "box", 4)
    with pytest.raises(SimulationError, match=r"\(5, count\) and \(3, count\)"):
        plant.step_batch(states, forces[:, :3], np.empty_like(states))
    with pytest.raises(SimulationError, match="out must be"):
        plant.step_batch(states, forces, np.empty((5, 3)))
    with pytest.raises(SimulationError, match="overlap"):
        plant.step_batch(states, forces, states)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_particles_stay_in_the_fluid_however_wild_the_step(scheme: Scheme, kind: str) -> None:
    model, modes = fluid_of(kind, 8, 0.0)
    still = model._replace(advection=np.zeros_like(model.advection))
    plant = SmokePlant(still, modes, 10.0, 40, scheme)  # s; some ten times through the box
    x, w = random_state(plant, kind)
    rng, stopped = np.random.default_rng(0), 0
    for _ in range(50):
        x[80:] = rng.standard_normal(8)
        free = reference_step(plant, x, 0 * w)[:80]
        out, status = batch(plant, x[:, None].copy(), 0 * w[:, None])
        x = plant.step(x, 0 * w)
        check_particles(modes, x[:80].reshape(-1, 2))
        assert status[0] == 0
        assert np.abs(out[:, 0] - x).max() < 1e-11  # round-off of the long way
        stopped += int(np.count_nonzero(np.abs(x[:80] - free) > 1e-9))
    assert stopped > 50


def uniform_fluid(solid: Array | None) -> tuple[SmokeModel, VelocityModes]:
    """Two modes, one metre a second along x and along y, through everything; ten cells of 1 m each way."""
    vectors = np.zeros((220, 2))
    vectors[:110, 0] = vectors[110:, 1] = 1.0
    model = SmokeModel(np.zeros((2, 3)), np.zeros((2, 2)), np.zeros(1))
    return model, velocity_modes(vectors, (10, 10), (10.0, 10.0), solid)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_particle_stops_at_walls_and_slips_along_them(scheme: Scheme) -> None:
    solid = np.zeros((10, 10), bool)
    solid[5, 4:] = True
    plant = SmokePlant(*uniform_fluid(solid), 1.0, 6, scheme)
    starts = [[4.5, 4.7], [4.7, 3.8], [4.6, 3.3], [9.8, 5.0], [9.9, 9.9], [2.0, 2.0]]
    ends = [[4.5, 5.2], [5.3, 3.8], [5.2, 3.8], [10.0, 5.5], [10.0, 10.0], [2.6, 2.5]]
    end = plant.step(np.append(starts, [0.6, 0.5]), np.zeros(2))
    assert np.allclose(end[:-2].reshape(-1, 2), ends, rtol=0, atol=1e-14)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_particle_at_rest_stays_to_the_last_bit(scheme: Scheme) -> None:
    plant = plant_of("block", 3, 50, scheme)
    x, _ = random_state(plant, "block")
    x[100:] = 0.0
    assert np.array_equal(plant.step(x, np.zeros(3)), x)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_step_may_be_taken_in_place_and_leaves_nothing_behind(scheme: Scheme) -> None:
    used, fresh = (plant_of("block", 5, 2, scheme) for _ in range(2))
    x, w = random_state(used, "block")
    with pytest.raises(SimulationError):
        used.step(np.full(9, np.nan), w)
    used.linearise(*random_state(used, "block", seed=4))
    batch(used, *random_batch(used, "block", 3))
    following = used.step(x, w)
    assert np.array_equal(following, fresh.step(x, w))
    assert step_smoke(used.data, x, w, x) == 0
    assert np.array_equal(x, following)


@njit
def many_steps(data, x, w, count):
    for _ in range(count):
        step_smoke(data, x, w, x)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_stepping_allocates_nothing(scheme: Scheme) -> None:
    plant = plant_of("block", 8, 3, scheme)
    x, w = random_state(plant, "block")
    _nrt_python.memsys_enable_stats()
    allocated = []
    for count in (1, 1, 200):  # the first call compiles
        before = rtsys.get_allocation_stats().alloc
        many_steps(plant.data, x, w, count)
        allocated.append(rtsys.get_allocation_stats().alloc - before)
    _nrt_python.memsys_disable_stats()
    assert allocated[2] == allocated[1]


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e200])
@pytest.mark.parametrize("place", ["p", "z", "w"])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_is_not_finite_never_passes_in_silence(scheme: Scheme, place: str, bad: float) -> None:
    plant = plant_of("block", 3, 1, scheme)
    x, w = random_state(plant, "block")
    {"p": x[:2], "z": x[2:], "w": w}[place][1] = bad
    for attempt in (plant.step, plant.linearise):
        with pytest.raises(SimulationError, match=r"not finite|overflows"):
            attempt(x, w)


def test_what_a_plant_says_of_itself() -> None:
    plant = plant_of("box", 4, 3, "midpoint")
    assert (plant.size, plant.forces, plant.particles, plant.scheme) == (10, 4, 3, "midpoint")
    assert plant.positions == slice(0, 6)
    assert plant.dt == STEP


def test_modes_that_do_not_fit_are_refused() -> None:
    model, modes = fluid_of("box", 3)
    for wrong, message in [
        (fluid_of("box", 4)[1], "rank 4 do not fit a reduced fluid of rank 3"),
        (modes._replace(faces=(modes.faces[0][1:], modes.faces[1])), r"modes \(20, 13, 3\), "),
        (modes._replace(spacing=(0.0, 0.1)), "positive"),
    ]:
        with pytest.raises(SimulationError, match=message):
            SmokePlant(model, wrong, STEP, 1)


def test_other_bad_settings_are_refused() -> None:
    model, modes = fluid_of("box", 3)
    wrong: Any
    for wrong in (-1, 1.5):
        with pytest.raises(SimulationError, match="number of particles"):
            SmokePlant(model, modes, STEP, wrong)
    for wrong in (0.0, np.nan):
        with pytest.raises(SimulationError, match="time step"):
            SmokePlant(model, modes, wrong, 1)
    wrong = "euler"
    with pytest.raises(SimulationError, match="unknown scheme"):
        SmokePlant(model, modes, STEP, 1, wrong)


def test_states_of_the_wrong_shape_are_refused() -> None:
    plant = plant_of("box", 3, 1, "runge-kutta")
    for x, w in ((np.zeros(3), np.zeros(3)), (np.zeros(5), np.zeros(5)), (np.zeros((5, 1)), np.zeros(3))):
        for attempt in (plant.step, plant.linearise):
            with pytest.raises(SimulationError, match="has the shape"):
                attempt(x, w)
    with pytest.raises(SimulationError, match=r"expected \(count, 2\)"):
        plant.particle_modes(np.zeros(2))
    with pytest.raises(SimulationError, match=r"particle 1 .* not finite"):
        plant.particle_gradient(np.array([[0, 0], [np.nan, 0]]), np.zeros(3))
    with pytest.raises(SimulationError, match=r"z has the shape \(2,\)"):
        plant.particle_gradient(np.zeros((1, 2)), np.zeros(2))


def test_particles_outside_the_fluid_are_named() -> None:
    modes = fluid_of("block", 1)[1]
    good = [[0.0, 0.0], [2.0, 1.1], [0.5, 0.5]]
    check_particles(modes, np.array(good))
    check_particles(modes, np.zeros((0, 2)))
    for bad, message in [
        ([2.1, 0.5], "particle 3 at .* outside the box of 2 x 1.1 m"),
        ([0.5, -0.01], "particle 3 at .* outside"),
        ([0.8, 0.5], "particle 3 at .* in a solid cell"),
        ([np.nan, 0.5], "particle 3 .* not finite"),
    ]:
        with pytest.raises(SimulationError, match=message):
            check_particles(modes, np.array([*good, bad, bad]))
