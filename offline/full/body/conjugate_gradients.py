"""Conjugate gradients for the systems of a body's steps, preconditioned by block symmetric Gauss-Seidel.

With S = L + D + L^T, D the 3 x 3 blocks of the vertices and G = D / RELAXATION, the preconditioner is

    C = (G + L) G^-1 (G + L^T)

Eisenstat's form [SIAM J. Sci. Stat. Comput. 2 (1981) 1-4] iterates on (G + L)^-1 S (G + L^T)^-1, whose
product with p takes no more than the two triangular solves, because S = (G + L) + (D - 2 G) + (G + L^T):

    t = (G + L^T)^-1 p,        product = t + (G + L)^-1 (p + (D - 2 G) t)

So an iteration costs little more than one with a plain product. Nothing is factorised, and nothing can break
down as an incomplete factorisation can. Iterations and processor time were measured on a swinging block of
51,840 unknowns (3e5 Pa, steps of 10 ms): this preconditioner 24 and 32 ms; 3 x 3 block Jacobi 82 and 1.6 to
1.9 times as long; the incomplete factorisation that corrects only D 45 to 77, and some of its blocks were not
positive; the Cholesky factor of a step 3 to 15 steps ago 3 to 8 and 90 to 190 ms; a new factorisation by
CHOLMOD 770 ms.

Convergence. The start is a guess x_0, the velocity before the step, whose residual is the step's impulse. In
the norm |r|^2 = r^T C^-1 r, which estimates the energy of the error, the residual falls to TOLERANCE of that
of x_0. As it is relative to the guess, an impulse is resolved as well in a flying body as in one at rest.
The residual that the iterations update is computed afresh at their end; where it is larger, they go on.

Layout. The matrix is the data of a lower triangular csc matrix as in `offline.full.body.elements.pattern`:
the three columns of a vertex follow each other, its diagonal block first. It is read where it lies.

Limits: a direction of negative curvature is found only when the iterations meet it. One in which the residual
has no component, down to the tolerance, is not noticed, and the solution has none there. It uses one thread:
the sums have the same bits everywhere, and the runs of a campaign have one thread each anyway.
"""

# mypy: disable-error-code="no-untyped-def"
# Kernels carry no annotations: numba infers its own types.

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from offline.full.body.elements.pattern import spread
from offline.full.factorisation import NotPositiveDefinite
from runtime.base.kernels import njit
from softrein.errors import SimulationError

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Indices = NDArray[np.int32]

FASTMATH = {"contract"}  # no reordering of sums, and NaN is kept

# Relative residual at which iterations end. The solution's error is then 1e-4 of the time step's own error,
# measured against 16 steps of a sixteenth the length at every step of a swing (`benchmarks/bench_scale.py`);
# with 1e-3 it is 2e-2 of that error, with 1e-2 up to 0.2. A decade costs five iterations of 24.
TOLERANCE = 1e-5
ROUNDING = 1e-13  # times |x|: a hundred times the rounding error of a residual; a smaller one is not required
DRIFT = 1.01  # largest ratio of the true residual to the recursively updated one
# over-relaxation factor of the preconditioner; 1.0 took up to 25 % more iterations on soft bodies, 1.5 as
# many as 1.0
RELAXATION = 1.25

_CONVERGED, _INDEFINITE, _UNFINISHED = 0, 1, 2


class NotSolved(ArithmeticError):
    """Raised when the iterations are used up."""


class System(NamedTuple):
    """The matrix, and the workspaces of the iterations."""

    starts: Integers  # (vertices + 1,) index in `rows` of each block column's first block, the diagonal one
    rows: Indices  # (blocks,) block row of each block
    values: Floats  # (entries,) values of the lower triangle
    diagonal: Floats  # (vertices, 6) G by its entries xx, xy, xz, yy, yz, zz
    inverse: Floats  # (vertices, 6) G^-1, likewise
    residual: Floats  # (n,) (G + L)^-1 r, preconditioned residual
    direction: Floats  # (n,) p, search direction
    step: Floats  # (n,) t, scratch
    product: Floats  # (n,) matrix times direction


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _columns(starts, vertex):
    """Return where a vertex's three columns begin, as if each had the rows above the diagonal as well."""
    begin, count = starts[vertex], starts[vertex + 1] - starts[vertex]
    first = 9 * begin - 3 * vertex
    return first, first + 3 * count - 1, first + 6 * count - 3


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _multiply(six, vertex, x, y, z):
    """Return the product of a symmetric block with a vector."""
    return (
        six[vertex, 0] * x + six[vertex, 1] * y + six[vertex, 2] * z,
        six[vertex, 1] * x + six[vertex, 3] * y + six[vertex, 4] * z,
        six[vertex, 2] * x + six[vertex, 4] * y + six[vertex, 5] * z,
    )


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _prepare(system):
    """Set `diagonal` and `inverse`; return whether every diagonal block is positive definite."""
    positive = True
    for vertex in range(system.starts.size - 1):
        c0, c1, c2 = _columns(system.starts, vertex)
        xx, xy, xz = system.values[c0], system.values[c0 + 1], system.values[c0 + 2]
        yy, yz, zz = system.values[c1 + 1], system.values[c1 + 2], system.values[c2 + 2]
        i0, i1, i2 = yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy
        minor, determinant = xx * yy - xy * xy, xx * i0 + xy * i1 + xz * i2
        positive &= xx > 0.0 and minor > 0.0 and determinant > 0.0
        six = (xx, xy, xz, yy, yz, zz)
        adjugate = (i0, i1, i2, xx * zz - xz * xz, xy * xz - xx * yz, minor)
        for entry in range(6):
            system.diagonal[vertex, entry] = six[entry] / RELAXATION
            system.inverse[vertex, entry] = adjugate[entry] * (RELAXATION / determinant)
    return positive


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _begin(system, right, x):
    """Set `residual` to (G + L)^-1 (right - S x); return its square."""
    values, out = system.values, system.product
    out[:] = right
    for vertex in range(system.starts.size - 1):
        c0, c1, c2 = _columns(system.starts, vertex)
        x0, x1, x2 = x[3 * vertex], x[3 * vertex + 1], x[3 * vertex + 2]
        y0 = values[c0] * x0 + values[c0 + 1] * x1 + values[c0 + 2] * x2
        y1 = values[c0 + 1] * x0 + values[c1 + 1] * x1 + values[c1 + 2] * x2
        y2 = values[c0 + 2] * x0 + values[c1 + 2] * x1 + values[c2 + 2] * x2
        for block in range(system.starts[vertex] + 1, system.starts[vertex + 1]):
            c0, c1, c2, row = c0 + 3, c1 + 3, c2 + 3, 3 * system.rows[block]
            z0, z1, z2 = x[row], x[row + 1], x[row + 2]
            y0 += values[c0] * z0 + values[c0 + 1] * z1 + values[c0 + 2] * z2
            y1 += values[c1] * z0 + values[c1 + 1] * z1 + values[c1 + 2] * z2
            y2 += values[c2] * z0 + values[c2 + 1] * z1 + values[c2 + 2] * z2
            out[row] -= values[c0] * x0 + values[c1] * x1 + values[c2] * x2
            out[row + 1] -= values[c0 + 1] * x0 + values[c1 + 1] * x1 + values[c2 + 1] * x2
            out[row + 2] -= values[c0 + 2] * x0 + values[c1 + 2] * x1 + values[c2 + 2] * x2
        out[3 * vertex] -= y0
        out[3 * vertex + 1] -= y1
        out[3 * vertex + 2] -= y2
    system.step[:] = 0.0
    _solve_forward(system)
    system.residual[:] = out
    return _square(system, system.residual)


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _square(system, x):
    """Return x^T G x."""
    total = 0.0
    for vertex in range(system.starts.size - 1):
        x0, x1, x2 = x[3 * vertex], x[3 * vertex + 1], x[3 * vertex + 2]
        y0, y1, y2 = _multiply(system.diagonal, vertex, x0, x1, x2)
        total += x0 * y0 + x1 * y1 + x2 * y2
    return total


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _solve_backward(system, share):
    """Set p = G residual + share p,  t = (G + L^T)^-1 p,  product = p + (D - 2 G) t."""
    values, direction, step, product = system.values, system.direction, system.step, system.product
    residual = system.residual
    for vertex in range(system.starts.size - 2, -1, -1):
        c0, c1, c2 = _columns(system.starts, vertex)
        i = 3 * vertex
        p0, p1, p2 = _multiply(system.diagonal, vertex, residual[i], residual[i + 1], residual[i + 2])
        p0, p1, p2 = p0 + share * direction[i], p1 + share * direction[i + 1], p2 + share * direction[i + 2]
        direction[i], direction[i + 1], direction[i + 2] = p0, p1, p2
        y0, y1, y2 = p0, p1, p2
        for block in range(system.starts[vertex] + 1, system.starts[vertex + 1]):
            c0, c1, c2, row = c0 + 3, c1 + 3, c2 + 3, 3 * system.rows[block]
            z0, z1, z2 = step[row], step[row + 1], step[row + 2]
            y0 -= values[c0] * z0 + values[c0 + 1] * z1 + values[c0 + 2] * z2
            y1 -= values[c1] * z0 + values[c1 + 1] * z1 + values[c1 + 2] * z2
            y2 -= values[c2] * z0 + values[c2 + 1] * z1 + values[c2 + 2] * z2
        t0, t1, t2 = _multiply(system.inverse, vertex, y0, y1, y2)
        step[i], step[i + 1], step[i + 2] = t0, t1, t2
        y0, y1, y2 = _multiply(system.diagonal, vertex, t0, t1, t2)
        excess = RELAXATION - 2.0  # D - 2 G = (RELAXATION - 2) G
        product[i], product[i + 1], product[i + 2] = p0 + excess * y0, p1 + excess * y1, p2 + excess * y2


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _solve_forward(system):
    """Set product <- t + (G + L)^-1 product; return p^T product."""
    values, direction, step, product = system.values, system.direction, system.step, system.product
    curvature = 0.0
    for vertex in range(system.starts.size - 1):
        c0, c1, c2 = _columns(system.starts, vertex)
        i = 3 * vertex
        z0, z1, z2 = _multiply(system.inverse, vertex, product[i], product[i + 1], product[i + 2])
        for block in range(system.starts[vertex] + 1, system.starts[vertex + 1]):
            c0, c1, c2, row = c0 + 3, c1 + 3, c2 + 3, 3 * system.rows[block]
            product[row] -= values[c0] * z0 + values[c1] * z1 + values[c2] * z2
            product[row + 1] -= values[c0 + 1] * z0 + values[c1 + 1] * z1 + values[c2 + 1] * z2
            product[row + 2] -= values[c0 + 2] * z0 + values[c1 + 2] * z1 + values[c2 + 2] * z2
        z0, z1, z2 = z0 + step[i], z1 + step[i + 1], z2 + step[i + 2]
        product[i], product[i + 1], product[i + 2] = z0, z1, z2
        curvature += direction[i] * z0 + direction[i + 1] * z1 + direction[i + 2] * z2
    return curvature


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _advance(system, x, length):
    """Advance x and the residual by `length` along the direction; return the new residual's square."""
    total, residual, step, product = 0.0, system.residual, system.step, system.product
    for vertex in range(system.starts.size - 1):
        i = 3 * vertex
        for j in range(i, i + 3):
            x[j] += length * step[j]
        r0 = residual[i] - length * product[i]
        r1 = residual[i + 1] - length * product[i + 1]
        r2 = residual[i + 2] - length * product[i + 2]
        residual[i], residual[i + 1], residual[i + 2] = r0, r1, r2
        y0, y1, y2 = _multiply(system.diagonal, vertex, r0, r1, r2)
        total += r0 * y0 + r1 * y1 + r2 * y2
    return total


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _iterate(system, x, square, target, most):
    """Iterate until the residual's square, now `square`, is at most `target`; return outcome and count."""
    system.direction[:] = 0.0
    share = 0.0
    for count in range(most):
        _solve_backward(system, share)
        curvature = _solve_forward(system)
        if not curvature > 0.0:  # also true for NaN
            return _INDEFINITE, count
        before, square = square, _advance(system, x, square / curvature)
        if square <= target:
            return _CONVERGED, count + 1
        share = square / before
    return _UNFINISHED, most


class ConjugateGradients:
    """Solver for matrices of one pattern; see the module's docstring.

    `pattern` is an (n, n) lower triangular csc matrix of 3 x 3 blocks (`offline.full.body.elements.pattern`);
    its numbers are not read. SimulationError is raised for another kind. `iterations` are those of the last
    solve, `most_iterations` the most that a solve may take.
    """

    def __init__(self, pattern: Any, most_iterations: int) -> None:
        if not has_blocks(pattern):
            raise SimulationError(
                "conjugate gradients need a matrix of 3 x 3 blocks, three unknowns a vertex"
            )
        (starts, rows), n = _first_rows(pattern), pattern.shape[0]
        self._system = System(starts, rows, pattern.data, *np.empty((2, n // 3, 6)), *np.zeros((4, n)))
        self._most = most_iterations
        self.iterations = 0

    def refactor(self, matrix: Any) -> None:
        """Take a matrix of the pattern, which must not change until the systems with it are solved.

        Raises NotPositiveDefinite where a vertex's own block is not; another matrix may follow.
        """
        self._system = self._system._replace(values=matrix.data)
        if not _prepare(self._system):
            raise NotPositiveDefinite

    def solve(self, right: Floats, guess: Floats | None = None) -> Floats:
        """Solve for one right hand side (n,), starting from a guess (n,), or from zero.

        Raises NotPositiveDefinite for a direction of negative curvature, NotSolved when the iterations are
        used up. If the residual of the guess is not finite, the solution is not either.
        """
        x, right = np.zeros_like(right) if guess is None else guess.copy(), np.ascontiguousarray(right)
        square, self.iterations = _begin(self._system, right, x), 0
        if not math.isfinite(square):
            return np.full_like(x, np.nan)
        goal = TOLERANCE**2 * square
        while square > DRIFT**2 * (target := max(goal, ROUNDING**2 * _square(self._system, x))):
            most = self._most - self.iterations
            end, count = _iterate(self._system, x, square, target, most)
            self.iterations += count
            if end == _INDEFINITE:
                raise NotPositiveDefinite
            if end == _UNFINISHED:
                raise NotSolved(f"conjugate gradients have not converged in {self._most} iterations")
            square = _begin(self._system, right, x)
        return x


def has_blocks(pattern: Any) -> bool:
    """Whether a lower triangular csc matrix consists of whole 3 x 3 blocks."""
    lengths = np.diff(pattern.indptr)
    if lengths.size % 3 or (lengths[::3] % 3).any():
        return False
    starts, rows = _first_rows(pattern)
    pointers, all_rows = spread(starts, rows.astype(np.int64))
    return np.array_equal(pointers, pattern.indptr) and np.array_equal(all_rows, pattern.indices)


def _first_rows(pattern: Any) -> tuple[Integers, Indices]:
    """Return where the columns of blocks begin, and the row of each block.

    They are read from the first of each three columns, in which every third entry begins a block.
    """
    counts = np.diff(pattern.indptr)[::3].astype(np.int64) // 3
    starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    within = np.arange(starts[-1]) - np.repeat(starts[:-1], counts)
    places = np.repeat(pattern.indptr[:-1:3].astype(np.int64), counts) + 3 * within
    return starts, (pattern.indices[places] // 3).astype(np.int32)
