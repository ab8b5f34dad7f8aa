"""The reduced fluid: projection against the full operator, energy, Jacobians, order, and refusals."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core.runtime import _nrt_python, rtsys

from meshes.mac_advection import flux_links
from meshes.macgrid import MacGrid
from reduce.smoke import advection_tensor, diffusion_matrix, reduce_fluid
from runtime.smoke.model import Scheme, SmokeModel, smoke_data
from runtime.smoke.plant import SmokePlant
from runtime.smoke.scheme import step_smoke
from runtime.smoke.velocity_modes import VelocityModes
from softrein.errors import BasisError, MaterialError, SimulationError

ROUND_OFF = 1e-12  # relative; measured 1e-15 to 1e-14
SCHEMES: tuple[Scheme, ...] = ("runge-kutta", "midpoint")
KINDS = ("box", "wide", "block", "scattered", "divided")
RANKS = (1, 3, 8, 13)  # on either side of the kernel's blocks of eight

Array = np.ndarray


@cache
def grid_of(kind: str) -> MacGrid:
    """Grids of all sorts; cells are square in none but the box."""
    solid = np.zeros((21, 14), bool)
    if kind == "box":
        return MacGrid((24, 24), (1.0, 1.0))
    if kind == "block":
        solid[8:12, 5:9] = True
    elif kind == "scattered":  # thin ones, corner to corner, and at a wall
        solid[[5, 6, 12, 0, 15], [5, 6, 3, 9, 8]] = True
    elif kind == "divided":  # two parts that know nothing of each other
        solid[10] = True
    return MacGrid((21, 14), (3.0, 1.3), solid)


def stream_modes(grid: MacGrid, rank: int, seed: int, waves: int = 0) -> Array:
    """Orthonormal modes of random stream functions, constant along walls and solids.

    Rough ones, or with `waves` those of so many half waves along each axis.
    """
    rng = np.random.default_rng(seed)
    (nx, ny), (hx, hy) = grid.cells, grid.spacing
    touched = np.ones((nx + 1, ny + 1), bool)
    solid = grid.solid
    touched[1:-1, 1:-1] = solid[1:, 1:] | solid[:-1, 1:] | solid[1:, :-1] | solid[:-1, :-1]
    fields = []
    for _ in range(rank):
        psi = rng.standard_normal((nx + 1, ny + 1))
        if waves:
            along_x, along_y = (np.sin(np.pi * np.outer(np.linspace(0, 1, n + 1), np.arange(1, waves + 1)))
                                for n in (nx, ny))  # fmt: skip
            psi = along_x @ rng.standard_normal((waves, waves)) @ along_y.T
        psi[touched] = 0.0
        fields.append(np.append(np.diff(psi, axis=1).ravel() / hy, -np.diff(psi, axis=0).ravel() / hx))
    return np.linalg.qr(np.array(fields).T)[0] / np.sqrt(grid.cell_area)


def reduced(grid: MacGrid, vectors: Array, viscosity: float = 0.0) -> SmokeModel:
    return reduce_fluid(grid, SimpleNamespace(vectors=vectors), viscosity)


@cache
def small_model(rank: int = 8, viscosity: float = 0.0, kind: str = "block") -> SmokeModel:
    grid = grid_of(kind)
    return reduced(grid, stream_modes(grid, rank, seed=rank), viscosity)


def full_advection(grid: MacGrid, carrier: Array, carried: Array) -> Array:
    """Rate of change (size,) of `carried`: central fluxes of momentum, summed over each control volume."""
    (cu, cv), (u, v) = grid.split(carrier), grid.split(carried)
    hx, hy = grid.spacing
    du, dv = np.zeros_like(u), np.zeros_like(v)
    in_cells_x = mean(cu, 0) * mean(u, 0) * hy
    in_cells_y = mean(cv, 1) * mean(v, 1) * hx
    at_nodes_u, at_nodes_v = np.zeros((2, u.shape[0], v.shape[1]))  # nothing crosses the walls
    at_nodes_u[1:-1, 1:-1] = mean(cv, 0)[:, 1:-1] * mean(u, 1)[1:-1] * hx
    at_nodes_v[1:-1, 1:-1] = mean(cu, 1)[1:-1] * mean(v, 0)[:, 1:-1] * hy
    du[1:-1] = -np.diff(in_cells_x, axis=0) - np.diff(at_nodes_u, axis=1)[1:-1]
    dv[:, 1:-1] = -np.diff(in_cells_y, axis=1) - np.diff(at_nodes_v, axis=0)[:, 1:-1]
    return np.where(grid.open, np.append(du.ravel(), dv.ravel()) / (hx * hy), 0.0)


def mean(values: Array, axis: int) -> Array:
    """Of neighbours along an axis."""
    last = values.shape[axis] - 1
    return (values.take(range(last), axis) + values.take(range(1, last + 1), axis)) / 2


def full_diffusion(grid: MacGrid, q: Array) -> Array:
    """Laplacian (size,) face by face: no slope across a wall along the face, zero at a wall across it."""
    rates = []
    for values, is_open, is_buried in zip(*map(grid.split, (q, grid.open, grid.buried)), strict=True):
        rate = np.zeros_like(values)
        for i, j in np.argwhere(is_open):
            for di, dj, h in ((1, 0, 0), (-1, 0, 0), (0, 1, 1), (0, -1, 1)):
                a, b = i + di, j + dj
                if 0 <= a < values.shape[0] and 0 <= b < values.shape[1] and not is_buried[a, b]:
                    rate[i, j] += (values[a, b] - values[i, j]) / grid.spacing[h] ** 2
        rates.append(rate.ravel())
    return np.concatenate(rates)


def distance(a: Array, b: Array) -> float:
    return float(np.abs(a - b).max() / np.abs(b).max())


def symmetrised(model: SmokeModel) -> Array:
    """The packed tensor as s_ijk (r, r, r), symmetric in j and k."""
    rank = model.rank
    first, second = np.triu_indices(rank)
    halved = model.advection * np.where(first == second, 1.0, 0.5)
    full = np.zeros((rank, rank, rank))
    full[:, first, second] = full[:, second, first] = halved
    return full


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_acceleration_is_the_projected_one(kind: str, rank: int) -> None:
    grid, viscosity = grid_of(kind), 0.02
    vectors = stream_modes(grid, rank, seed=rank)
    model = reduced(grid, vectors, viscosity)
    z = np.random.default_rng(rank).standard_normal(rank)
    full = full_advection(grid, vectors @ z, vectors @ z) + viscosity * full_diffusion(grid, vectors @ z)
    assert distance(model.acceleration(z), grid.cell_area * vectors.T @ full) < ROUND_OFF


@pytest.mark.parametrize("kind", KINDS)
def test_each_entry_of_the_tensor_is_one_mode_carrying_another(kind: str) -> None:
    grid = grid_of(kind)
    vectors = stream_modes(grid, 5, seed=1)
    tensor = advection_tensor(grid, vectors)
    carried = np.array([[full_advection(grid, c, q) for q in vectors.T] for c in vectors.T])  # (j, k, n)
    full = grid.cell_area * np.einsum("ni,jkn->ijk", vectors, carried)
    assert distance(full, -full.transpose(2, 1, 0)) < ROUND_OFF  # the flux form itself keeps energy
    assert distance(tensor, full) < ROUND_OFF
    assert np.array_equal(tensor, -tensor.transpose(2, 1, 0))


def test_the_tensor_takes_no_array_of_faces_by_pairs_of_modes() -> None:
    """In space: beside what was given it holds r^3 numbers, links, and what the faces of a block carry."""
    rank, held = 32, []
    for cells in (4, 12):  # the first loads the kernel
        grid = MacGrid((cells,) * 3, (1.0,) * 3)
        vectors = np.random.default_rng(0).standard_normal((grid.size, rank))
        tracemalloc.start()
        advection_tensor(grid, vectors)
        held.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert held[-1] < 0.1 * vectors.nbytes * rank  # measured 0.05


@pytest.mark.parametrize("kind", KINDS)
def test_the_advection_is_antisymmetric(kind: str) -> None:
    model = small_model(rank=13, kind=kind)
    s = symmetrised(model)
    cyclic = s + s.transpose(1, 2, 0) + s.transpose(2, 0, 1)
    assert np.abs(cyclic).max() < 1e-13 * np.abs(s).max()  # measured 3e-16
    z = np.random.default_rng(0).standard_normal(13)
    A = model.advection_matrix(z)
    assert np.array_equal(A, -A.T)
    assert distance(A @ z, model.acceleration(z)) < ROUND_OFF


def test_a_field_with_divergence_would_not_keep_energy() -> None:
    # So the tests above hold because of the basis, not for any fields.
    grid = grid_of("box")
    carrier, q = np.where(grid.open, np.random.default_rng(0).standard_normal((2, grid.size)), 0.0)
    rate = full_advection(grid, carrier, q)
    assert abs(q @ rate) > 1e-3 * np.linalg.norm(q) * np.linalg.norm(rate)


def test_links_join_open_neighbours_once() -> None:
    grid = grid_of("scattered")
    links = flux_links(grid)
    assert grid.open[links.tail].all()
    assert grid.open[links.head].all()
    assert (np.diff(links.tail) >= 0).all()
    assert len({*zip(links.tail.tolist(), links.head.tolist(), strict=True)}) == len(links.tail)
    step = grid.face_centres[links.head] - grid.face_centres[links.tail]
    side = grid.face_centres[links.carriers].mean(axis=0) - grid.face_centres[links.tail]
    assert np.allclose(side, step / 2)  # the flux is taken half way
    assert np.allclose(np.sort(step, axis=1)[:, 0], 0)
    assert np.allclose(links.half_width * step.sum(axis=1), grid.cell_area / 2)


@pytest.mark.parametrize("kind", KINDS)
def test_diffusion_takes_energy_away(kind: str) -> None:
    grid = grid_of(kind)
    D = diffusion_matrix(grid, stream_modes(grid, 13, seed=2))
    assert np.array_equal(D, D.T)
    assert np.linalg.eigvalsh(D).max() < 0


def test_a_vortex_that_fills_the_box_stands_still_and_decays_at_its_own_rate() -> None:
    # Its stream function sin(pi x) sin(pi y) is an eigenvector of the discrete Laplacian with free slip.
    grid, viscosity = MacGrid((24, 24), (1.0, 1.0)), 0.01
    vortex, others = stream_modes(grid, 1, 0, waves=1), stream_modes(grid, 6, 1, waves=4)
    vectors = np.linalg.qr(np.hstack([vortex, others]))[0] / np.sqrt(grid.cell_area)
    z = np.eye(7)[0]
    rate = -viscosity * 2 * (2 * 24 * np.sin(np.pi / 48)) ** 2
    assert np.allclose(reduced(grid, vectors, viscosity).acceleration(z), rate * z, rtol=0, atol=1e-12)


@pytest.mark.slow("ten thousand steps")
@pytest.mark.parametrize(("cells", "rank", "waves"), [(96, 8, 3), (128, 64, 8)])
def test_energy_over_ten_thousand_steps_at_courant_number_one(cells: int, rank: int, waves: int) -> None:
    grid = MacGrid((cells, cells), (1.0, 1.0))
    vectors = stream_modes(grid, rank, seed=0, waves=waves)
    model = reduced(grid, vectors)
    start = np.random.default_rng(1).standard_normal(rank)
    dt = grid.spacing[0] / np.abs(vectors @ start).max()
    # Round-off adds up to some 1e-14, and Runge-Kutta damps a turn by the angle x a step by x^6 / 72.
    for scheme, most in (("midpoint", 1e-12), ("runge-kutta", 1e-5)):
        end = run(model, scheme, start, dt, 10_000)
        assert abs(end @ end / (start @ start) - 1) < most
        assert np.linalg.norm(end - start) > 0.1 * np.linalg.norm(start)  # it has moved


def no_modes(rank: int) -> VelocityModes:
    """For a flow alone, without particles."""
    u, v = np.zeros((3, 2, rank)), np.zeros((2, 3, rank))
    return VelocityModes((u, v), np.ones((2, 2), dtype=bool), (1.0, 1.0))


def flow_data(model: SmokeModel, dt: float, scheme: Scheme = "runge-kutta") -> Any:
    return smoke_data(model, no_modes(model.rank), 0, dt, scheme)


def run(model: SmokeModel, scheme: Scheme, z: Array, dt: float, steps: int, w: Any = 0.0) -> Array:
    """The state after so many steps under one force."""
    data, state = flow_data(model, dt, scheme), z.copy()
    force = np.broadcast_to(w, z.shape).astype(float)
    for _ in range(steps):
        assert step_smoke(data, state, force, state) == 0
    return state


@pytest.mark.parametrize("scheme", SCHEMES)
def test_stepping_allocates_nothing(scheme: Scheme) -> None:
    """A call wraps its arguments; two hundred steps in it then allocate as often as one."""
    data, z, w = flow_data(small_model(8), 1e-3, scheme), np.ones(8), np.zeros(8)

    @njit
    def repeat(data: Any, z: Array, w: Array, count: int) -> None:
        for _ in range(count):
            step_smoke(data, z, w, z)

    _nrt_python.memsys_enable_stats()
    allocated = []
    for count in (1, 1, 200):  # the first call compiles
        before = rtsys.get_allocation_stats().alloc
        repeat(data, z, w, count)
        allocated.append(rtsys.get_allocation_stats().alloc - before)
    _nrt_python.memsys_disable_stats()
    assert allocated[2] == allocated[1]


def test_the_midpoint_step_does_not_blow_up_where_runge_kutta_does() -> None:
    model = small_model(rank=8)
    z = np.random.default_rng(0).standard_normal(8)
    dt = 10 / np.linalg.norm(model.jacobian(z), 2)
    assert np.linalg.norm(run(model, "midpoint", z, dt, 1000)) == pytest.approx(np.linalg.norm(z), rel=1e-12)
    data, state = flow_data(model, dt), z.copy()
    assert min(step_smoke(data, state, np.zeros(8), state) for _ in range(200)) == -1


@pytest.mark.parametrize(("scheme", "order"), [("runge-kutta", 4), ("midpoint", 2)])
def test_the_order_of_a_step(scheme: Scheme, order: int) -> None:
    model = small_model(rank=9, viscosity=0.02)
    z, w = np.random.default_rng(3).standard_normal((2, 9))
    time = 2 / np.linalg.norm(model.jacobian(z), 2)
    w *= np.linalg.norm(model.acceleration(z)) / np.linalg.norm(w)
    exact = run(model, "runge-kutta", z, time / 1024, 1024, w)
    counts = np.array([8, 16, 32, 64])
    errors = [np.linalg.norm(run(model, scheme, z, time / n, n, w) - exact) for n in counts]
    assert -np.polyfit(np.log(counts), np.log(errors), 1)[0] == pytest.approx(order, abs=0.15)


@pytest.mark.parametrize("rank", RANKS)
def test_a_runge_kutta_step_is_the_textbook_one(rank: int) -> None:
    model, h = small_model(rank, viscosity=0.02), 0.003
    z, w = np.random.default_rng(5).standard_normal((2, rank))
    k1 = model.acceleration(z) + w
    k2 = model.acceleration(z + h / 2 * k1) + w
    k3 = model.acceleration(z + h / 2 * k2) + w
    k4 = model.acceleration(z + h * k3) + w
    expected = z + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    assert distance(run(model, "runge-kutta", z, h, 1, w), expected) < ROUND_OFF


def test_a_midpoint_step_solves_its_equation() -> None:
    model, h = small_model(13, viscosity=0.02), 0.01
    z, w = np.random.default_rng(5).standard_normal((2, 13))
    end = run(model, "midpoint", z, h, 1, w)
    y, m = z + h / 2 * (model.acceleration(z) + w), (z + end) / 2
    rate = model.advection_matrix(y) @ m + model.viscosity[0] * model.diffusion @ m + w
    assert distance((end - z) / h, rate) < 1e-11  # a difference of states over h = 0.01
    gained = (end @ end - z @ z) / 2
    assert gained == pytest.approx(h * m @ (model.viscosity[0] * model.diffusion @ m + w), rel=1e-11)


def difference(function: Callable[[Array], Array], z: Array, step: float) -> Array:
    """Fourth-order central differences along each coordinate, in the last axis."""
    columns = []
    for direction in step * np.eye(len(z)):
        near = function(z + direction) - function(z - direction)
        far = function(z + 2 * direction) - function(z - 2 * direction)
        columns.append((8 * near - far) / (12 * step))
    return np.stack(columns, axis=-1)


@pytest.mark.parametrize("rank", RANKS)
def test_the_jacobian_is_the_derivative(rank: int) -> None:
    model = small_model(rank, viscosity=0.02, kind="scattered")
    z = np.random.default_rng(rank).standard_normal(rank)
    # Quadratic: a wide step loses nothing.
    assert distance(difference(model.acceleration, z, 0.5), model.jacobian(z)) < ROUND_OFF


@pytest.mark.parametrize("rank", [3, 9])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_step_is_linearised_as_it_is(scheme: Scheme, rank: int) -> None:
    model = small_model(rank, viscosity=0.02)
    z, w = np.random.default_rng(rank).standard_normal((2, rank))
    h = 0.5 / np.linalg.norm(model.jacobian(z), 2)
    F, G = SmokePlant(model, no_modes(rank), h, 0, scheme).linearise(z, w)
    # Round-off over a difference of 1e-3, divided by the step for G: measured 2e-11 at most.
    assert distance(difference(lambda q: run(model, scheme, q, h, 1, w), z, 1e-3), F) < 1e-9
    assert distance(difference(lambda q: run(model, scheme, z, h, 1, q), w, 1e-3), G) < 1e-9


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_step_may_write_where_it_reads(scheme: Scheme) -> None:
    model = small_model(8)
    z, w = np.random.default_rng(0).standard_normal((2, 8))
    data, out = flow_data(model, 0.01, scheme), np.full(8, np.nan)
    before = z.copy()
    step_smoke(data, z, w, out)
    assert np.array_equal(z, before)
    step_smoke(data, z, w, z)
    assert np.array_equal(z, out)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e300])
def test_what_is_not_finite_is_seen(scheme: Scheme, bad: float) -> None:
    z = np.array([1.0, bad, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0])
    assert step_smoke(flow_data(small_model(8), 0.01, scheme), z, np.zeros(8), z) == -1


def bad_vectors(kind: str) -> tuple[Array, str]:
    grid = grid_of("block")
    vectors = stream_modes(grid, 3, seed=0)
    leaking = vectors.copy()
    if kind == "divergent":
        leaking[np.flatnonzero(grid.open)[40], 1] += 1e-6
    elif kind == "through a wall":
        leaking[0, 2] = 1e-6
    elif kind == "through a solid":
        leaking[np.flatnonzero(grid.buried)[0], 1] = 1e-6
    elif kind == "nan":
        leaking[7, 0] = np.nan
    return {
        "divergent": (leaking, "mode 1 is not free of divergence"),
        "through a wall": (leaking, "mode 2 flows through walls"),
        "through a solid": (leaking, "mode 1 flows through walls or solid"),
        "nan": (leaking, "not finite"),
        "long": (2 * vectors, "not orthonormal under the cell's area"),
        "plain": (vectors * np.sqrt(grid.cell_area), "mass=np.full"),
        "short": (vectors[:-1], r"faces it is \(\d+, r\)"),
        "flat": (vectors[:, 0], "faces it is"),
        "empty": (vectors[:, :0], "faces it is"),
    }[kind]


@pytest.mark.parametrize(
    "kind",
    ["divergent", "through a wall", "through a solid", "nan", "long", "plain", "short", "flat", "empty"],
)
def test_a_basis_that_does_not_do_is_refused(kind: str) -> None:
    vectors, message = bad_vectors(kind)
    with pytest.raises(BasisError, match=message):
        reduced(grid_of("block"), vectors)


@pytest.mark.parametrize("viscosity", [-1e-3, np.nan, np.inf])
def test_an_impossible_viscosity_is_refused(viscosity: float) -> None:
    with pytest.raises(MaterialError, match="viscosity"):
        reduced(grid_of("box"), stream_modes(grid_of("box"), 2, seed=0), viscosity)


def test_what_does_not_fit_the_model_is_refused() -> None:
    model: Any = small_model(8)
    for wrong in (0.0, -1.0, np.nan, np.inf):
        with pytest.raises(SimulationError, match="time step"):
            flow_data(model, wrong)
    with pytest.raises(SimulationError, match="unknown scheme 'euler'; there are runge-kutta, midpoint"):
        flow_data(model, 0.1, "euler")  # type: ignore[arg-type]
    with pytest.raises(SimulationError, match=r"advection \(8, 35\)"):
        flow_data(model._replace(advection=model.advection[:, :-1]), 0.1)
    for method in (model.acceleration, model.jacobian, model.advection_matrix):
        with pytest.raises(SimulationError, match=r"z has the shape \(7,\)"):
            method(np.zeros(7))
