"""A small quadratic programme with box constraints, solved by projected Newton steps.

    minimise  1/2 d^T H d + g^T d     where     low <= d <= high

with H positive definite and low <= 0 <= high. Entries that lie at a bound, and would leave the box, are held;
for the others a Newton step is taken, clipped, and shortened until the cost falls (Bertsekas 1982; Tassa,
Mansard, Todorov, "Control-limited differential dynamic programming", 2014, section III-B). The feedback is
computed from the factor of H for the entries that are not held at the end; held entries have no feedback.

Memory: H = R^T R with R in `factor`, upper triangle, where rows and columns of held entries are those of the
identity. All inner loops go along whole rows: 3 instead of 20 us at 24 controls.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from runtime.base.kernels import FASTMATH, copy_to, njit, plain

FAST: Final = {"error_model": "numpy", "fastmath": FASTMATH}
# most iterations; usually a few, and one for each entry whose bound becomes active or inactive
MOST_ROUNDS = 100
SUFFICIENT = 0.1  # Armijo constant: share of the predicted decrease
SHORTEST = (
    1e-12  # smallest fraction of a Newton step that a line search tries; below it only round-off is left
)

Array = np.ndarray


class BoxWork(NamedTuple):
    """Working memory, and the held entries and the factor of the solution."""

    factor: Array  # (s, s) triangular factor of the free part of H
    held: Array  # (s,) bool, entries at a bound
    slope: Array  # (s,) gradient H d + g
    newton: Array  # (s,) Newton step
    trial: Array  # (s,) trial point of the line search


def box_work(size: int) -> BoxWork:
    """Working memory for programmes with `size` entries."""
    slope, newton, trial = np.zeros((3, size))
    return BoxWork(np.zeros((size, size)), np.zeros(size, dtype=np.bool_), slope, newton, trial)


@njit(cache=True, **FAST)
def solve_box(H: Array, g: Array, low: Array, high: Array, work: BoxWork, d: Array) -> bool:
    """Write the solution into `d` (s,); False if H is not positive definite for entries that are free."""
    d[:] = 0.0
    exact = False
    for round in range(MOST_ROUNDS):
        changed = _hold(H, g, low, high, d, work) or round == 0
        if exact and not changed:
            return True
        if changed and not factor_free(H, work.held, work.factor):
            return False
        for i in range(d.size):
            work.newton[i] = 0.0 if work.held[i] else -work.slope[i]
        _solve_factored(work.factor, work.newton)
        exact = _move(low, high, d, 1.0, work)
        if not exact and not _shorten(H, low, high, d, work):
            return True
        copy_to(work.trial, d)
        if exact and not work.held.any():
            return True
    return True


@njit(cache=True, **FAST)
def _hold(H: Array, g: Array, low: Array, high: Array, d: Array, work: BoxWork) -> bool:
    """Compute the slope at d, mark entries that stay at a bound by it, and return whether these changed."""
    changed = False
    for i in range(d.size):
        slope = g[i]
        for j in range(d.size):
            slope += H[i, j] * d[j]
        work.slope[i] = slope
        held = low[i] == high[i] or (d[i] <= low[i] and slope > 0.0) or (d[i] >= high[i] and slope < 0.0)
        changed = changed or held != work.held[i]
        work.held[i] = held
    return changed


@njit(cache=True, **FAST)
def _move(low: Array, high: Array, d: Array, length: float, work: BoxWork) -> bool:
    """Write d plus `length` times Newton's step, clipped, into `trial`; True if nothing was clipped."""
    free = True
    for i in range(d.size):
        wanted = d[i] + length * work.newton[i]
        work.trial[i] = min(max(wanted, low[i]), high[i])
        free = free and work.trial[i] == wanted
    return free


@njit(cache=True, **FAST)
def _shorten(H: Array, low: Array, high: Array, d: Array, work: BoxWork) -> bool:
    """Shorten a clipped step until the cost falls; returns False if it never does."""
    length = 1.0
    while length > SHORTEST:
        slope, curvature = 0.0, 0.0
        for i in range(d.size):
            way = work.trial[i] - d[i]
            slope += work.slope[i] * way
            for j in range(d.size):
                curvature += way * H[i, j] * (work.trial[j] - d[j])
        if slope < 0.0 and slope + 0.5 * curvature <= SUFFICIENT * slope:
            return True
        length *= 0.5
        _move(low, high, d, length, work)
    return False


@njit(cache=True, **FAST)
def factor_free(H: Array, held: Array, factor: Array) -> bool:
    """Cholesky's factor of H for the entries that are not held; False where H is not positive definite."""
    size = held.size
    for i in range(size):
        row = factor[i]
        for j in range(size):
            row[j] = 0.0 if j < i or held[i] or held[j] else H[i, j]
        if held[i]:
            row[i] = 1.0
            continue
        _take_off(factor, factor[:, i], plain(0), i, i, row[i:])
        if not row[i] > 0.0:  # NaN fails this test as well
            return False
        share = 1.0 / np.sqrt(row[i])
        for j in range(i, size):
            row[j] *= share
    return True


@njit(cache=True, **FAST)
def _solve_factored(factor: Array, x: Array) -> None:
    """Solve R^T R x = b in place."""
    size = x.size
    for i in range(size):
        row, known = factor[i], x[i] / factor[i, i]
        x[i] = known
        for j in range(i + 1, size):
            x[j] -= row[j] * known
    for i in range(size - 1, -1, -1):
        row, total = factor[i], x[i]
        for j in range(i + 1, size):
            total -= row[j] * x[j]
        x[i] = total / row[i]


@njit(cache=True, **FAST)
def feedback_of(work: BoxWork, cross: Array, root: Array, gains: Array) -> None:
    """Write R^-T times the cross term (s, n) into `root`, and -H^-1 times it into gains, 0 where held."""
    factor, size = work.factor, root.shape[0]
    for i in range(size):
        row, share = root[i], (0.0 if work.held[i] else 1.0) / factor[i, i]
        copy_to(cross[i], row)
        _take_off(root, factor[:, i], plain(0), i, plain(0), row)
        for j in range(row.size):
            row[j] *= share
    for i in range(size - 1, -1, -1):
        row, share = gains[i], 1.0 / factor[i, i]
        for j in range(row.size):
            row[j] = -root[i, j]
        _take_off(gains, factor[i], i + 1, size, plain(0), row)
        for j in range(row.size):
            row[j] *= share


@njit(cache=True, **FAST)
def _take_off(rows: Array, shares: Array, first: int, last: int, column: int, row: Array) -> None:
    """Subtract the rows from `first` to `last`, each times its share, from `row`, four at a time.

    Only entries from `column` on are used.
    """
    fours = first + ((last - first) & -4)
    for k in range(first, fours, 4):
        m0, m1, m2, m3 = shares[k], shares[k + 1], shares[k + 2], shares[k + 3]
        r0, r1, r2, r3 = rows[k, column:], rows[k + 1, column:], rows[k + 2, column:], rows[k + 3, column:]
        for j in range(row.size):
            row[j] -= m0 * r0[j] + m1 * r1[j] + m2 * r2[j] + m3 * r3[j]
    for k in range(fours, last):
        m0, r0 = shares[k], rows[k, column:]
        for j in range(row.size):
            row[j] -= m0 * r0[j]
