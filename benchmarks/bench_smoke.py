"""Full smoke: a step in a plane against a spectral solve, CHOLMOD against SuperLU, steps in space.

A step in space is measured by the processor's time that it takes, in a box and with a ball in it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.fft import dctn, idctn
from scipy.sparse.linalg import splu

from benchmarks.harness import Row, compare_times
from meshes import MacGrid
from meshes.mac_operators import gradient
from offline.full.factorisation import default_backend
from offline.full.smoke.pressure import Projection
from offline.full.smoke.stepper import Smoke

Floats = NDArray[np.float64]

CELLS = 256  # along each axis of a plane
IN_SPACE = {64: 60.0, 128: 600.0}  # cells along each axis, and the milliseconds that a step may take
BALL = 0.15  # m, its radius, in a box of 1 m
STEPS = 7  # that are timed
COURANT = 1.0  # cells that the fastest smoke crosses in a step
# SuperLU's orderings for a matrix like this, each with the settings that suit it. The natural order is left
# out: its factor fills the whole band, 30 million numbers against 4.
ORDERINGS: dict[str, dict[str, Any]] = {
    "MMD_AT_PLUS_A": {"diag_pivot_thresh": 0.0, "options": {"SymmetricMode": True}},
    "MMD_ATA": {},
    "COLAMD": {},
}
BUDGET = 6.0  # s for a comparison


def rows() -> list[Row]:
    """The bars on the full simulation, on one thread."""
    grid = MacGrid((CELLS, CELLS), (1.0, 1.0))
    in_space = (_row_in_space(*each, around) for each in IN_SPACE.items() for around in (False, True))
    return [_step_row(grid), _factor_row(grid), *in_space]


def _step_row(grid: MacGrid) -> Row:
    smoke, density = Smoke(grid, COURANT / CELLS), np.random.default_rng(0).random(grid.cells)
    q = smoke.project(_vortices(grid))
    solve = _spectral_solve(grid)
    _require_equal(Projection(grid).solve(density - density.mean()), solve(density - density.mean()))
    ours, theirs = compare_times(
        lambda: smoke.step(q, density, q), lambda: solve(density), repeats=1000, budget_s=BUDGET
    )
    what = f"full smoke step with density, {CELLS} x {CELLS}, against a pressure solve by dctn and idctn"
    detail = f"{1e3 * ours:.2f} ms, spectral solve {1e3 * theirs:.2f} ms"
    return Row(what, ours / theirs, 5.0, "at most", "x", detail)


def _row_in_space(cells: int, bar: float, around: bool) -> Row:
    grid = MacGrid((cells,) * 3, (1.0,) * 3)
    what, detail = f"full smoke step with density and a force, {cells}^3", ""
    if around:
        ball = np.linalg.norm(grid.cell_centres - 0.5, axis=-1).reshape(grid.cells) < BALL
        grid = MacGrid(grid.cells, grid.extent, ball)
        what, detail = f"{what}, around a ball", f"{int(ball.sum()):,} cells of it"
    return Row(what, _time_in_space(grid), bar, "at most", "ms", detail)


def _time_in_space(grid: MacGrid) -> float:
    """Milliseconds of a step."""
    smoke, density = Smoke(grid, COURANT / grid.cells[0]), np.random.default_rng(0).random(grid.cells)
    q, times = smoke.project(_vortices_in_space(grid)), list[float]()
    smoke.step(q, density, q)  # compiles
    for _ in range(STEPS):
        start = process_time()
        smoke.step(q, density, q)
        times.append(1e3 * (process_time() - start))
    return median(times)


def _factor_row(grid: MacGrid) -> Row:
    what = f"pressure by CHOLMOD, {CELLS} x {CELLS}, against SuperLU with its best ordering"
    if default_backend() != "cholmod":
        return Row(what, math.nan, 1.0, "at least", "x", "CHOLMOD is not installed")
    projection, source = Projection(grid, "cholmod"), np.random.default_rng(0).random(grid.cells)
    source -= source.mean()
    name, solve = _best_superlu(grid)
    _require_equal(projection.solve(source), solve(source))
    ours, theirs = compare_times(lambda: projection.solve(source), lambda: solve(source), budget_s=BUDGET)
    detail = f"{1e3 * ours:.2f} ms, SuperLU with {name} {1e3 * theirs:.2f} ms"
    return Row(what, theirs / ours, 1.0, "at least", "x", detail)


def _vortices(grid: MacGrid) -> Floats:
    """Four by four vortices, at most 1 m/s."""
    k = 4 * np.pi
    return grid.sample(lambda x, y: (np.sin(k * x) * np.cos(k * y), -np.cos(k * x) * np.sin(k * y)))


def _vortices_in_space(grid: MacGrid) -> Floats:
    """The vortices of Taylor and Green, at most 1 m/s."""
    k = 4 * np.pi
    return grid.sample(
        lambda x, y, z: (
            np.sin(k * x) * np.cos(k * y) * np.cos(k * z),
            -np.cos(k * x) * np.sin(k * y) * np.cos(k * z),
            0.0 * z,
        )
    )


def _spectral_solve(grid: MacGrid) -> Callable[[Floats], Floats]:
    """The textbook solver of a box, by the cosine transform along both axes."""
    x, y = (
        (2 - 2 * np.cos(np.pi * np.arange(n) / n)) / h**2
        for n, h in zip(grid.cells, grid.spacing, strict=True)
    )
    eigenvalues = x[:, None] + y
    eigenvalues[0, 0] = np.inf
    reciprocal = 1 / eigenvalues

    def solve(source: Floats) -> Floats:
        hat = dctn(source)
        hat *= reciprocal
        return np.asarray(idctn(hat, overwrite_x=True))

    return solve


def _best_superlu(grid: MacGrid) -> tuple[str, Callable[[Floats], Floats]]:
    """SuperLU's ordering with the fastest solve, and that solve, for the same pinned matrix as CHOLMOD's."""
    G = gradient(grid)[:, 1:]
    matrix = sparse.csc_matrix(G.T @ G)
    factors = {name: splu(matrix, name, **settings) for name, settings in ORDERINGS.items()}
    best = min(factors, key=lambda name: factors[name].nnz)  # a solve reads each number of the factor once

    def solve(source: Floats) -> Floats:
        return np.append(0.0, factors[best].solve(source.ravel()[1:])).reshape(grid.cells)

    return best, solve


def _require_equal(one: Floats, other: Floats) -> None:
    """Check that both solve the same equations up to a constant, or the comparison means nothing."""
    one, other = one - one.mean(), other - other.mean()
    if np.abs(one - other).max() > 1e-9 * np.abs(one).max():
        raise AssertionError("the two solvers disagree")
