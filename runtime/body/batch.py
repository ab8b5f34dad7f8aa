"""The linearly implicit step of many reduced bodies at once, a tile of lanes at a time.

The same arithmetic as `runtime.body.midpoint` with the lanes as the vectorised inner loop. The elastic
operator evaluates a tile (`runtime.body.tile`) between `load_tile` and `finish_steps`.

Limits: only the linearly implicit step (one Newton iteration) is batched. A lane whose tangent is not
positive definite, or whose state is not finite, is only marked: the caller does it again by the single-state
kernel, which halves the step and has the last word.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from runtime.body.midpoint import Scheme
from runtime.body.tile import LANES, Tile, entry
from runtime.kernels import FASTMATH, Array


def load_tile(states: Array, first: int, tile: Tile) -> None:
    """The positions of states[:, first : first + LANES]; lanes past the end are at rest."""
    loaded = states[: len(tile.position), first : first + LANES]
    tile.position[:, : loaded.shape[1]] = loaded
    tile.position[:, loaded.shape[1] :] = 0.0


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def form_system(scheme: Scheme, z: Array, w: Array, first: int, tile: Tile) -> None:
    """From [K | f] to S = (1 + h/2 alpha) 1 + (h/2 beta + h^2/4) K and b = v + h/2 (load - f)."""
    r = tile.position.shape[0]
    half = 0.5 * scheme.dt
    scale, inertia = half * scheme.beta + half * half, 1.0 + half * scheme.alpha
    for i in range(r):
        row = tile.system[entry(r, i, i) : entry(r, i, r)].reshape(-1)
        for at in range(row.size):
            row[at] *= scale
        for lane in range(LANES):
            row[lane] += inertia
        b, load, v = tile.system[entry(r, i, r)], w[i, first:], z[r + i, first:]
        for lane in range(min(LANES, v.size)):
            b[lane] = v[lane] + half * (load[lane] + scheme.standing[i] - b[lane])


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
def advance(dt: float, z: Array, first: int, tile: Tile, out: Array) -> None:
    """The next states from v_mid; the sum of their squares stays in `lane_work`."""
    r = tile.position.shape[0]
    total = tile.lane_work
    total[:] = 0.0
    for i in range(r):
        middle, p, v = tile.system[entry(r, i, r)], z[i, first:], z[r + i, first:]
        next_p, next_v = out[i, first:], out[r + i, first:]
        for lane in range(min(LANES, v.size)):
            next_p[lane] = p[lane] + dt * middle[lane]
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
    scheme: Scheme, z: Array, w: Array, first: int, tile: Tile, out: Array, status: Array, added: Array
) -> None:
    """The rest of the step, from the tile's [K | f] to the next states; status 0, or -1 where it failed.

    `added` (laws, r, r) joins the matrix S, each for its share of the columns; there may be none.
    """
    form_system(scheme, z, w, first, tile)
    if added.shape[0]:
        add_matrices(added, z.shape[1] // added.shape[0], first, tile)
    factor_lanes(tile)
    substitute_lanes(tile)
    advance(scheme.dt, z, first, tile, out)
    for lane in range(min(LANES, z.shape[1] - first)):
        status[first + lane] = 0 if tile.sound[lane] and np.isfinite(tile.lane_work[lane]) else -1
