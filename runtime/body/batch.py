"""The time step of many states of a reduced body at once, a tile of lanes at a time.

It solves the equations of `runtime.body.midpoint` with the lanes as the vectorised inner loop. The elastic
operator evaluates a tile (`runtime.body.tile`) before each iteration; terms, which are few, are added lane by
lane, for operators with which that pays (`Operator.tiles`). The first of several iterations puts the Hessian
term of the damping into S, where the operator gives it for a tile, and the later ones reuse that term: they
converge linearly to the same solution. Columns that have converged leave their lanes to others.

Limits: no line search, and no term that makes S unsymmetric. A column whose tangent is not positive definite,
that does not converge within a few iterations, or whose state is not finite, is only marked: the caller does
it again by the single-state kernel, which halves the step and has the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from runtime.base.addresses import Several
from runtime.base.kernels import FASTMATH, Array, njit, plain
from runtime.body.midpoint import TOLERANCE, Scheme
from runtime.body.terms.term import add_forces, add_stiffnesses, begin_terms
from runtime.body.tile import LANES, Lane, Tile, entry

Evaluate = Callable[[Tile, int], None]  # (tile, lanes in use)
MOST = 8  # most Newton iterations of a batched step; states that need more are stepped one by one
# columns processed together: the arrays kept between iterations then take a few megabytes
AT_ONCE = 8 * LANES


class Tiled(NamedTuple):
    """A tile, and what evaluates the elastic operator and the terms on it."""

    tile: Tile
    evaluate: Evaluate  # fills the tile's `system` with the stiffness and force [K | f] of each lane
    curve: Evaluate | None  # fills the tile's `start` with d(K v_mid)/dp; None: the operator cannot
    terms: Several  # the other force terms (contact, cables, ...), evaluated one lane at a time
    lane: Lane  # working memory for one lane of `terms`


def step_columns(
    scheme: Scheme, states: Array, forces: Array, tiled: Tiled, out: Array, status: Array, added: Array
) -> None:
    """Step the columns of `states` into those of `out`; status 0, or -1 where that failed.

    `added` (laws, r, r) are matrices that are added to S, each for an equal share of the columns; it may be
    empty.
    """
    count, r = states.shape[1], len(tiled.tile.position)
    # (count,) index in `added` of the gains that act on each column
    laws = np.arange(count) // max(1, count // max(1, len(added)))
    for first in range(0, count, AT_ONCE):
        part = slice(first, first + AT_ONCE)
        z, w = states[:, part], forces[:, part]
        iterate = _iterate if scheme.iterations > 1 else _once
        middle, done = iterate(scheme, z, w, tiled, added, laws[part])
        out[:r, part] = z[:r] + scheme.dt * middle
        out[r:, part] = (middle - (1.0 - scheme.theta) * z[r:]) / scheme.theta
        finite = np.isfinite(np.einsum("ib,ib->b", out[:, part], out[:, part]))
        status[part] = np.where(done & finite, 0, -1)


def _once(scheme: Scheme, z: Array, w: Array, tiled: Tiled, added: Array, laws: Array) -> tuple[Array, Array]:
    """v_mid (r, count) after one iteration from zero, and which columns had a positive definite matrix."""
    tile = tiled.tile
    middle, done = np.zeros((len(tile.position), z.shape[1])), np.zeros(z.shape[1], dtype=np.bool_)
    for columns in _tiles(np.arange(z.shape[1])):
        load_lanes(scheme, z, w, middle, columns, tile)
        tiled.evaluate(tile, len(columns))
        form_system(scheme, tile)
        if tiled.terms.data.size:
            add_terms(tiled.terms, scheme, w, columns, tile, tiled.lane, -1.0)
        solve_lanes(tile, added, laws[columns])
        take_lanes(tile, columns, middle, done)
    return middle, done


def _iterate(
    scheme: Scheme, z: Array, w: Array, tiled: Tiled, added: Array, laws: Array
) -> tuple[Array, Array]:
    """v_mid (r, count) after iterations until convergence, and which columns have converged."""
    tile, evaluate, curve, terms, lane = tiled
    r, count = len(tile.position), z.shape[1]
    middle = np.zeros((r, count)) if scheme.minimises else z[r:].copy()
    begun = np.zeros((len(tile.start), count))  # K at the step's start, or d(K v_mid)/dp, one column a state
    residuals, done, sound = np.full(count, np.inf), np.zeros(count, np.bool_), np.ones(count, np.bool_)
    for iteration in range(min(scheme.iterations, MOST)):
        for columns in _tiles(np.flatnonzero(sound & ~done)):
            used = len(columns)
            load_lanes(scheme, z, w, middle, columns, tile)
            evaluate(tile, used)
            if iteration > 0:
                np.take(begun, columns, axis=1, out=tile.start[:, :used], mode="clip")
            else:
                if scheme.minimises:  # iterations that minimise Phi measure distances from p
                    tile.start[:] = tile.system
                elif curve is not None and scheme.beta > 0.0:
                    curve(tile, used)
                else:
                    tile.start[:] = 0.0
                begun[:, columns] = tile.start[:, :used]
            form_iteration(scheme, tile, added, laws[columns])
            if terms.data.size:
                add_terms(terms, scheme, w, columns, tile, lane, 1.0)
                judge_lanes(scheme, tile)
            solve_lanes(tile, added, laws[columns])
            iterate_lanes(tile, columns, middle, residuals, done, sound)
    return middle, done


def _tiles(columns: Array) -> Iterator[Array]:
    """The given columns in groups, each of at most as many as a tile has lanes."""
    for first in range(0, len(columns), LANES):
        yield columns[first : first + LANES]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def load_lanes(scheme: Scheme, z: Array, w: Array, middle: Array, columns: Array, tile: Tile) -> None:
    """Load columns into a tile's lanes: v, the load, v_mid and p_mid; unused lanes are at rest."""
    half = scheme.theta * scheme.dt
    for i in range(tile.position.shape[0]):
        place, v, load, mid = tile.position[i], tile.velocity[i], tile.load[i], tile.middle[i]
        place[:], v[:], load[:], mid[:] = 0.0, 0.0, 0.0, 0.0
        for lane in range(columns.size):
            column = columns[lane]
            v[lane], load[lane] = z[tile.position.shape[0] + i, column], w[i, column] + scheme.standing[i]
            mid[lane] = middle[i, column]
            place[lane] = z[i, column] + half * mid[lane]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def form_system(scheme: Scheme, tile: Tile) -> None:
    """Turn [K | f] into S = (1 + h/2 alpha) 1 + (h/2 beta + h^2/4) K and b = v + h/2 (load - f)."""
    r = tile.position.shape[0]
    half = scheme.theta * scheme.dt
    scale, inertia = half * scheme.beta + half * half, 1.0 + half * scheme.alpha
    for i in range(r):
        row = tile.system[entry(r, i, i) : entry(r, i, r)].reshape(-1)
        for at in range(row.size):
            row[at] *= scale
        for lane in range(LANES):
            row[lane] += inertia
        b, load, v = tile.system[entry(r, i, r)], tile.load[i], tile.velocity[i]
        for lane in range(LANES):
            b[lane] = v[lane] + half * (load[lane] - b[lane])


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def form_iteration(scheme: Scheme, tile: Tile, added: Array, laws: Array) -> None:
    """Turn [K | f] at p_mid into S and the residual of v_mid, which takes the place of b, and judge it."""
    r, half = tile.position.shape[0], scheme.theta * scheme.dt
    damped, inertia = half * scheme.beta, 1.0 + half * scheme.alpha
    by_start = damped if scheme.minimises else half * damped  # K at the start, or d(K v_mid)/dp
    by_stiffness = half * half + (0.0 if scheme.minimises else damped)
    sums, product = tile.sums, tile.product
    product[:] = 0.0
    damping = tile.start if scheme.minimises else tile.system
    for i in range(r if scheme.beta > 0.0 else 0):
        mi, pi = tile.middle[i], product[i]
        for j in range(i, r):
            k, mj, pj = damping[entry(r, i, j)], tile.middle[j], product[j]
            if j == i:
                for lane in range(LANES):
                    pi[lane] += k[lane] * mi[lane]
            else:
                for lane in range(LANES):
                    pi[lane] += k[lane] * mj[lane]
                    pj[lane] += k[lane] * mi[lane]
    sums[:] = 0.0
    for i in range(r):
        b, load, v = tile.system[entry(r, i, r)], tile.load[i], tile.velocity[i]
        middle, drag = tile.middle[i], product[i]
        for lane in range(LANES):
            sums[0, lane] += v[lane] * v[lane]
            sums[1, lane] += b[lane] * b[lane]
            sums[2, lane] += load[lane] * load[lane]
            b[lane] = inertia * middle[lane] - v[lane] + half * (b[lane] - load[lane]) + damped * drag[lane]
    for i in range(r):
        for j in range(i, r):
            row, begun = tile.system[entry(r, i, j)], tile.start[entry(r, i, j)]
            for lane in range(LANES):
                row[lane] = by_start * begun[lane] + by_stiffness * row[lane]
        row = tile.system[entry(r, i, i)]
        for lane in range(LANES):
            row[lane] += inertia
    for lane in range(laws.size if added.shape[0] else 0):
        matrix, most = added[laws[lane]], 0.0
        for i in range(r):
            total = 0.0
            for j in range(r):
                total += (matrix[i, j] if j >= i else matrix[j, i]) * tile.middle[j, lane]
            tile.system[entry(r, i, r), lane] += total
            most = max(most, abs(matrix[i, i] * tile.middle[i, lane]))
        sums[3, lane] = most
    judge_lanes(scheme, tile)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def add_terms(
    terms: Several, scheme: Scheme, w: Array, columns: Array, tile: Tile, own: Lane, sign: float
) -> None:
    """Add the terms to S, and to b with a sign: +1 where b is a residual, -1 where it is a right side."""
    r, half = tile.position.shape[0], scheme.theta * scheme.dt
    for lane in range(columns.size):
        for i in range(own.inputs.size):
            own.inputs[i] = w[i, columns[lane]]
        for i in range(r):
            own.place[i], own.speed[i], own.residual[i] = tile.position[i, lane], tile.middle[i, lane], 0.0
            own.state[i], own.state[r + i] = own.place[i] - half * own.speed[i], tile.velocity[i, lane]
        own.matrix[:] = 0.0
        begin_terms(terms, own.state, own.inputs, 0.0, half)
        tile.sums[4, lane] = add_forces(terms, own.place, own.speed, half, own.residual)
        add_stiffnesses(terms, half * half, plain(True), own.matrix)
        for i in range(r):
            for j in range(i, r):
                tile.system[entry(r, i, j), lane] += own.matrix[i, j]
            tile.system[entry(r, i, r), lane] += sign * own.residual[i]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def judge_lanes(scheme: Scheme, tile: Tile) -> None:
    """Write the norms of the lanes' residuals into `residuals`, and their tolerances into `scales`."""
    r, half, norm, sums = tile.position.shape[0], scheme.theta * scheme.dt, tile.lane_work, tile.sums
    norm[:] = 0.0
    for i in range(r):
        b = tile.system[entry(r, i, r)]
        for lane in range(LANES):
            norm[lane] += b[lane] * b[lane]
    for lane in range(LANES):
        forces = np.sqrt(sums[1, lane]) + np.sqrt(sums[2, lane]) + sums[4, lane]
        tile.scales[lane] = TOLERANCE * (np.sqrt(sums[0, lane]) + half * forces + sums[3, lane])
        tile.residuals[lane] = np.sqrt(norm[lane])


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def iterate_lanes(
    tile: Tile, columns: Array, middle: Array, residuals: Array, done: Array, sound: Array
) -> None:
    """Subtract Newton's change from the v_mid of columns that have not converged, and note which now have.

    A column whose matrix was not positive definite is marked as not `sound`, and no longer iterated.
    """
    r = tile.position.shape[0]
    for lane in range(columns.size):
        column, now, least = columns[lane], tile.residuals[lane], tile.scales[lane]
        if now <= least < np.inf:
            done[column] = True
        elif not tile.sound[lane]:
            sound[column] = False
        else:
            for i in range(r):
                middle[i, column] -= tile.system[entry(r, i, r), lane]
            before = residuals[column]
            ratio = now / before if before < np.inf else 1.0
            done[column] = now * ratio <= least < np.inf
            residuals[column] = now


@njit(cache=True)
def take_lanes(tile: Tile, columns: Array, middle: Array, done: Array) -> None:
    """Write the lanes' solutions into their columns' v_mid, and into `done` whose matrix was definite."""
    r = tile.position.shape[0]
    for lane in range(columns.size):
        done[columns[lane]] = tile.sound[lane]
        for i in range(r):
            middle[i, columns[lane]] = tile.system[entry(r, i, r), lane]


def solve_lanes(tile: Tile, added: Array, laws: Array) -> None:
    """Solve S x = b in place, after one of the matrices `added` was added to each lane's S."""
    if len(added):
        add_matrices(tile, added, laws)
    factor_lanes(tile)
    substitute_lanes(tile)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def add_matrices(tile: Tile, added: Array, laws: Array) -> None:
    """Add to each lane's S its matrix (r, r) among `added`; `laws` (lanes,) are their indices."""
    r = tile.position.shape[0]
    for lane in range(laws.size):
        matrix = added[laws[lane]]
        for i in range(r):
            for j in range(i, r):
                tile.system[entry(r, i, j), lane] += matrix[i, j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def factor_lanes(tile: Tile) -> None:
    """Factor S = U^T D^-1 U in place, and do the forward substitution of b."""
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
    """Do the back-substitution, by which b becomes v_mid."""
    r = tile.position.shape[0]
    for i in range(r - 1, -1, -1):
        b, pivot = tile.system[entry(r, i, r)], tile.pivots[i]
        for j in range(i + 1, r):
            upper, x = tile.system[entry(r, i, j)], tile.system[entry(r, j, r)]
            for lane in range(LANES):
                b[lane] -= upper[lane] * x[lane]
        for lane in range(LANES):
            b[lane] *= pivot[lane]
