"""The reduced fluid: a Runge-Kutta step, the making of its advection tensor, and particles in it.

Steps in space are timed on random modes and coefficients: neither their time nor the memory that making an
operator takes depends on the flow.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from functools import cache
from itertools import cycle
from statistics import median

import numpy as np
from numba import njit
from numpy.typing import NDArray

from benchmarks.harness import Row, compare_times
from meshes.macgrid import MacGrid
from reduce.pod import Basis
from reduce.smoke import advection_tensor, reduce_fluid
from runtime.smoke.model import SmokeModel, smoke_data
from runtime.smoke.scheme import SmokeData, step_smoke
from runtime.smoke.tracers import Tracers, Way
from runtime.smoke.velocity_modes import velocity_modes

Array = NDArray[np.float64]

RANK = 64
CELLS = 256
WAVES = 8  # half waves along each axis: as many independent stream functions as there are modes
PARTICLES = 100_000
WAYS: tuple[Way, Way] = ("modes", "field")
STEPS = 100  # of one compiled call, so that the call itself does not count
IN_SPACE = 64  # cells along each of three axes
CARRIED = 3  # particles that are steered
PLACED = 15  # comparisons of which the median counts
FINE = 128  # modes
FINE_CELLS = 24  # along each axis, where an operator of so many modes is made
SLOW = 1e-6  # s, a step of flows that nobody made: they stay as they are


def rows() -> list[Row]:
    """The bars on the reduced fluid, all on one thread."""
    return [_step_row(), _tensor_row(), _tracers_row(), _space_row(), _fine_row()]


@cache
def _grid() -> MacGrid:
    return MacGrid((CELLS, CELLS), (1.0, 1.0))


@cache
def _basis() -> Basis:
    """Modes of random smooth stream functions that vanish at the walls."""
    grid = _grid()
    nodes = np.sin(np.pi * np.outer(np.linspace(0, 1, CELLS + 1), np.arange(1, WAVES + 1)))
    nodes[[0, -1]] = 0.0  # sin(k pi) is not quite
    psi = nodes @ np.random.default_rng(0).standard_normal((RANK, WAVES, WAVES)) @ nodes.T
    flow = [np.diff(psi, axis=2), -np.diff(psi, axis=1)]
    fields = np.concatenate([part.reshape(RANK, -1) for part in flow], axis=1).T
    vectors = np.linalg.qr(fields).Q / np.sqrt(grid.cell_area)
    return Basis(np.ascontiguousarray(vectors), np.ones(RANK), np.full(grid.size, grid.cell_area))


@cache
def _model() -> SmokeModel:
    return reduce_fluid(_grid(), _basis(), 1e-4)


def _step_row() -> Row:
    """A step's four evaluations and their sums, against one product by BLAS of the same packed matrix."""
    model = _model()
    start = np.random.default_rng(1).standard_normal(RANK)
    courant = _grid().spacing[0] / np.abs(_basis().vectors @ start).max()
    modes = velocity_modes(_basis().vectors, _grid().cells, _grid().extent)
    data = smoke_data(model, modes, 0, courant)
    first, second = np.triu_indices(RANK)
    packed, monomials, product = model.advection.copy(), start[first] * start[second], np.empty(RANK)
    state, force = start.copy(), np.zeros(RANK)

    def steps() -> None:
        state[:] = start
        _repeat(data, state, force, STEPS)

    ours, theirs = compare_times(steps, lambda: np.matmul(packed, monomials, out=product), budget_s=4.0)
    ours /= STEPS
    detail = f"{1e6 * ours:.1f} us, BLAS {1e6 * theirs:.1f} us"
    what = f"Runge-Kutta step, r = {RANK}, against dgemv of {RANK} x {packed.shape[1]}"
    return Row(what, ours / theirs, 5.0, "at most", "x", detail)


@njit
def _repeat(data: SmokeData, state: Array, force: Array, count: int) -> None:
    for _ in range(count):
        step_smoke(data, state, force, state)


def _random_steps(cells: tuple[int, ...], rank: int, particles: int) -> Callable[[], None]:
    """A function that takes STEPS steps of a flow of random modes in a unit box, with particles in it."""
    rng, grid = np.random.default_rng(4), MacGrid(cells, (1.0,) * len(cells))
    modes = velocity_modes(rng.standard_normal((grid.size, rank)), grid.cells, grid.extent)
    advection = rng.standard_normal((rank, rank * (rank + 1) // 2))
    model = SmokeModel(advection, -np.eye(rank), np.array([1e-4]))
    data = smoke_data(model, modes, particles, SLOW)
    places = 0.2 + 0.6 * rng.random(particles * grid.axes)
    start, force = np.append(places, 0.1 * rng.standard_normal(rank)), np.zeros(rank)
    state = start.copy()

    def steps() -> None:
        state[:] = start
        _repeat(data, state, force, STEPS)

    return steps


def _space_row() -> Row:
    """Time a step in space: each particle looks up three times as many numbers, the rest is as in a plane."""
    with_them, without = (_space_ratio(particles) for particles in (CARRIED, 0))
    what = f"step of r = {RANK} with {CARRIED} particles in space, {IN_SPACE}^3, against {CELLS} x {CELLS}"
    detail = f"without particles {without:.3f} x; medians of {PLACED}, each elsewhere in memory"
    return Row(what, with_them, 1.05, "at most", "x", detail)


def _space_ratio(particles: int) -> float:
    """The time of a step in space over that in a plane, by the median of PLACED.

    The arrays are made anew for each, as their place in memory changes the time by some per cent.
    """
    ratios = []
    for _ in range(PLACED):
        space, plane = (_random_steps(cells, RANK, particles) for cells in ((IN_SPACE,) * 3, (CELLS,) * 2))
        ours, theirs = compare_times(space, plane, budget_s=1.0)
        ratios.append(ours / theirs)
    return median(ratios)


def _fine_row() -> Row:
    """Time a step with twice as many modes, which takes eight times as many products."""
    cells = (FINE_CELLS,) * 3
    fine, coarse = compare_times(
        _random_steps(cells, FINE, CARRIED), _random_steps(cells, RANK, CARRIED), budget_s=8.0
    )
    grid = MacGrid(cells, (1.0,) * 3)
    vectors = np.random.default_rng(5).standard_normal((grid.size, FINE))
    tracemalloc.start()
    advection_tensor(grid, vectors)
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    detail = (
        f"{1e6 * fine / STEPS:.0f} us, {1e6 * coarse / STEPS:.1f} us; its tensor at {FINE_CELLS}^3 takes "
        f"{1e-6 * held:.0f} MB to make, faces by pairs of modes {1e-6 * vectors.nbytes * FINE:,.0f} MB"
    )
    what = f"step of r = {FINE} with {CARRIED} particles in space, against r = {RANK}"
    return Row(what, fine / coarse, 8.0, "at most", "x", detail)


def _tensor_row() -> Row:
    """Time the making of the whole tensor against its matrix products alone."""
    grid, vectors = _grid(), _basis().vectors
    carried, product = np.random.default_rng(2).standard_normal(vectors.shape), np.empty((RANK, RANK))

    def project() -> None:
        for _ in range(RANK):
            np.matmul(vectors.T, carried, out=product)

    ours, theirs = compare_times(lambda: advection_tensor(grid, vectors), project, repeats=5, budget_s=20.0)
    detail = f"{ours:.2f} s, {RANK} products {theirs:.2f} s"
    what = f"advection tensor, r = {RANK} at {CELLS} x {CELLS}, against its projection alone"
    return Row(what, ours / theirs, 4.0, "at most", "x", detail)


def _tracers_row() -> Row:
    """Time particles' velocities by a field made anew for each frame, against the modes at each particle."""
    grid, rng = _grid(), np.random.default_rng(3)
    modes = velocity_modes(_basis().vectors, grid.cells, grid.extent)
    points, z = rng.random((PARTICLES, 2)), rng.standard_normal(RANK)
    frames = cycle(rng.standard_normal((2, RANK)))  # another one each time: the field of the last is kept
    by_modes, by_field = (Tracers(modes, points, 1.0, way=way) for way in WAYS)
    naive, ours = compare_times(
        lambda: by_modes.velocities(z), lambda: by_field.velocities(next(frames)), budget_s=4.0
    )
    by_modes.points = points[np.lexsort(np.floor(points * CELLS).T[::-1])]
    in_order, _ = compare_times(lambda: by_modes.velocities(z), lambda: None, budget_s=1.0)
    detail = f"{1e3 * ours:.2f} ms; modes {1e3 * naive:.1f} ms, {1e3 * in_order:.1f} ms if sorted by cell"
    what = f"velocities of {PARTICLES:,} particles, r = {RANK}, by a field a frame, against the modes at each"
    return Row(what, naive / ours, 20.0, "at least", "x", detail)
