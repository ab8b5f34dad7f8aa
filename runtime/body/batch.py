"""Compiled kernels that step many reduced bodies at once, a tile of lanes at a time.

A tile is `LANES` states side by side, in arrays whose last axis is the lane. The symmetric product of
`runtime.body.kernels` becomes one matrix product a tile, done by NumPy between `fill_monomials` and
`finish_steps`; the rest is the same arithmetic with the lanes as the vectorised inner loop.

Memory: the matrix's rows are put in such an order that the product is [K | f], upper triangle, row by row:
row i holds K_ii ... K_i,r-1 and, as column r, the part of the force that K does not give. `entry(r, i, j)` is
the place of column j. Newton's matrix, its factor and the solution then take the same places.

Limits: only the linearly implicit step (one Newton iteration) is batched. A lane whose tangent is not
positive definite, or whose state is not finite, is only marked: the caller does it again by the single-state
kernel, which halves the step and has the last word.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from runtime.body.kernels import FASTMATH, Array, BodyData, aligned

LANES = 64  # with 32 the loops' overhead costs 5 %
ROWS = 12  # of one matrix product: OpenBLAS multiplies small blocks without repacking them, 1.3 times faster


class Tile(NamedTuple):
    """Working memory of one tile; L = padded number of monomials."""

    monomials: np.ndarray  # (L, LANES)
    system: np.ndarray  # (blocks * ROWS, LANES) the product, then [S | b] and its factor
    position: np.ndarray  # (r, LANES) p
    pivots: np.ndarray  # (r, LANES) reciprocal pivots
    lane_work: np.ndarray  # (LANES,)
    sound: np.ndarray  # (LANES,) bool: every pivot was positive


def make_tile(rank: int, length: int, blocks: int) -> Tile:
    """Working memory for `rank` coordinates, `length` monomials and a matrix of `blocks` blocks of rows."""
    sound = np.ones(LANES, dtype=np.bool_)
    system, position, pivots = (aligned(count, LANES) for count in (blocks * ROWS, rank, rank))
    return Tile(aligned(length, LANES), system, position, pivots, aligned(LANES), sound)


def system_rows(matrix: Array, rank: int) -> Array:
    """The rows that give [K | f]: the symmetric `matrix` (L, L) reordered, as blocks (blocks, ROWS, L).

    Weights and factors go into the rows, so that the kernels find K itself, and f without K p / 3.
    """
    rows = np.zeros((rank * (rank + 3) // 2, len(matrix)))
    upper = np.triu_indices(rank)
    weights = np.where(upper[0] == upper[1], 1.0, 0.5)
    pairs = matrix[1 + rank : 1 + rank + weights.size]
    rows[entry.py_func(rank, *upper)] = weights[:, None] * pairs
    rows[entry.py_func(rank, np.arange(rank), rank)] = matrix[1 : 1 + rank] / 6
    blocks = aligned(-(-len(rows) // ROWS), ROWS, len(matrix))
    blocks.reshape(-1, len(matrix))[: len(rows)] = rows
    return blocks


@njit(cache=True, inline="always")
def entry(r: int, i: int, j: int) -> int:
    """Where column j of row i is kept."""
    return i * (r + 1) - i * (i + 1) // 2 + j


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def fill_monomials(z: Array, first: int, tile: Tile) -> None:
    """The monomials of the states z[:, first : first + LANES]; lanes past the end are at rest."""
    r = tile.position.shape[0]
    filled = min(LANES, z.shape[1] - first)
    tile.monomials[0] = 1.0
    for i in range(r):
        tile.position[i, :filled] = z[i, first : first + filled]
        tile.position[i, filled:] = 0.0
        tile.monomials[1 + i] = tile.position[i]
    at = 1 + r
    for i in range(r):
        for j in range(i, r):
            p, q, row = tile.position[i], tile.position[j], tile.monomials[at]
            for lane in range(LANES):
                row[lane] = p[lane] * q[lane]
            at += 1


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def add_stiffness_force(tile: Tile) -> None:
    """Complete the force: f += K p / 3."""
    r = tile.position.shape[0]
    for i in range(r):
        p, f = tile.position[i], tile.system[entry(r, i, r)]
        for j in range(i, r):
            stiffness, q, g = tile.system[entry(r, i, j)], tile.position[j], tile.system[entry(r, j, r)]
            for lane in range(LANES):
                f[lane] += (1.0 / 3.0) * stiffness[lane] * q[lane]
            if j > i:
                for lane in range(LANES):
                    g[lane] += (1.0 / 3.0) * stiffness[lane] * p[lane]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def form_system(data: BodyData, z: Array, w: Array, first: int, tile: Tile) -> None:
    """From [K | f] to S = (1 + h/2 alpha) 1 + (h/2 beta + h^2/4) K and b = v + h/2 (load - f)."""
    r = tile.position.shape[0]
    half = 0.5 * data.dt
    scale, inertia = half * data.beta + half * half, 1.0 + half * data.alpha
    for i in range(r):
        row = tile.system[entry(r, i, i) : entry(r, i, r)].reshape(-1)
        for at in range(row.size):
            row[at] *= scale
        for lane in range(LANES):
            row[lane] += inertia
        b, load, v = tile.system[entry(r, i, r)], w[i, first:], z[r + i, first:]
        for lane in range(min(LANES, v.size)):
            b[lane] = v[lane] + half * (load[lane] + data.standing[i] - b[lane])


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def factor_lanes(tile: Tile) -> None:
    """S = U^T D^-1 U in place, and b forward-substituted with it."""
    r = tile.position.shape[0]
    multiplier = tile.lane_work
    tile.sound[:] = True
    for i in range(r):
        for k in range(i):
            upper, pivot = tile.system[entry(r, k, i)], tile.pivots[k]
            for lane in range(LANES):
                multiplier[lane] = upper[lane] * pivot[lane]
            for j in range(i, r + 1):  # more than one row k at a time would keep this from vectorising
                target, source = tile.system[entry(r, i, j)], tile.system[entry(r, k, j)]
                for lane in range(LANES):
                    target[lane] -= multiplier[lane] * source[lane]
        diagonal, pivot = tile.system[entry(r, i, i)], tile.pivots[i]
        for lane in range(LANES):
            tile.sound[lane] &= diagonal[lane] > 0.0
            pivot[lane] = 1.0 / diagonal[lane]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def substitute_lanes(tile: Tile) -> None:
    """Back-substitution: b becomes v_mid."""
    r = tile.position.shape[0]
    for i in range(r - 1, -1, -1):
        b, pivot = tile.system[entry(r, i, r)], tile.pivots[i]
        for j in range(i + 1, r):
            upper, x = tile.system[entry(r, i, j)], tile.system[entry(r, j, r)]
            for lane in range(LANES):
                b[lane] -= upper[lane] * x[lane]
        for lane in range(LANES):
            b[lane] *= pivot[lane]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def advance(data: BodyData, z: Array, first: int, tile: Tile, out: Array) -> None:
    """The next states from v_mid; the sum of their squares stays in `lane_work`."""
    r = tile.position.shape[0]
    total = tile.lane_work
    total[:] = 0.0
    for i in range(r):
        middle, p, v = tile.system[entry(r, i, r)], z[i, first:], z[r + i, first:]
        next_p, next_v = out[i, first:], out[r + i, first:]
        for lane in range(min(LANES, v.size)):
            next_p[lane] = p[lane] + data.dt * middle[lane]
            next_v[lane] = 2.0 * middle[lane] - v[lane]
        for lane in range(min(LANES, v.size)):
            total[lane] += next_p[lane] * next_p[lane] + next_v[lane] * next_v[lane]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def add_matrices(added: Array, share: int, first: int, tile: Tile) -> None:
    """S += the matrix (r, r) of `added` that belongs to a lane's column: each has `share` columns in turn."""
    r = tile.position.shape[0]
    for lane in range(LANES):
        matrix = added[min((first + lane) // share, added.shape[0] - 1)]
        for i in range(r):
            for j in range(i, r):
                tile.system[entry(r, i, j), lane] += matrix[i, j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def finish_steps(
    data: BodyData, z: Array, w: Array, first: int, tile: Tile, out: Array, status: Array, added: Array
) -> None:
    """The rest of the step, from the tile's product to the next states; status 0, or -1 where it failed.

    `added` (laws, r, r) joins the matrix S, each for its share of the columns; there may be none.
    """
    add_stiffness_force(tile)
    form_system(data, z, w, first, tile)
    if added.shape[0]:
        add_matrices(added, z.shape[1] // added.shape[0], first, tile)
    factor_lanes(tile)
    substitute_lanes(tile)
    advance(data, z, first, tile, out)
    for lane in range(min(LANES, z.shape[1] - first)):
        status[first + lane] = 0 if tile.sound[lane] and np.isfinite(tile.lane_work[lane]) else -1
