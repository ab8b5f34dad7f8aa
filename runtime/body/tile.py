"""A tile: `LANES` states of a body side by side, in arrays whose last axis is the lane.

The batched step (`runtime.body.batch`) and the batched part of each elastic operator work on it. An operator
fills `system` with [K | f] at the tile's positions, upper triangle, row by row: row i holds K_ii ... K_i,r-1
and, as column r, f_i. `entry(r, i, j)` is the place of column j. Newton's matrix, its factor and the solution
then take the same places.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.base.kernels import aligned, njit

LANES = 64  # states stepped together; with 32 the loops' overhead costs 5 %
ROWS = 36  # rows per matrix product: fewer cost up to 1.5 times as much; OpenBLAS need not repack small ones


class Tile(NamedTuple):
    """Working memory of one tile."""

    # (r (r + 3) / 2 rounded up to whole ROWS, LANES) stiffness and force [K | f], then Newton's system [S |
    # b] and its factor
    system: np.ndarray
    position: np.ndarray  # (r, LANES) p_mid
    velocity: np.ndarray  # (r, LANES) v
    load: np.ndarray  # (r, LANES) reduced force, with the static load
    pivots: np.ndarray  # (r, LANES) reciprocal pivots of the factor
    lane_work: np.ndarray  # (LANES,) scratch
    sound: np.ndarray  # (LANES,) bool, whether all pivots were positive
    # The following fields are used only with several Newton iterations.
    middle: np.ndarray  # (r, LANES) v_mid
    product: np.ndarray  # (r, LANES) K v_mid
    start: np.ndarray  # (as `system`, LANES) K at the step's start, or d(K v_mid)/dp
    # (5, LANES) squared sizes of the terms that make up the residual, the largest of implicit feedback, force
    # terms
    sums: np.ndarray
    scales: np.ndarray  # (LANES,) tolerated residuals
    residuals: np.ndarray  # (LANES,) norms of the residuals


class Lane(NamedTuple):
    """Working memory for the terms' part of one lane's equation."""

    state: np.ndarray  # (2r,) state at the step's start
    place: np.ndarray  # (r,) p_mid
    speed: np.ndarray  # (r,) v_mid
    residual: np.ndarray  # (r,) contribution of the force terms to the residual
    matrix: np.ndarray  # (r, r) their contribution to the matrix S
    inputs: np.ndarray  # (forces,) the plant's inputs


def make_lane(rank: int, forces: int) -> Lane:
    """Working memory for `rank` coordinates of a plant with `forces` inputs."""
    return Lane(
        aligned(2 * rank), aligned(rank), aligned(rank), aligned(rank), aligned(rank, rank), aligned(forces)
    )


def make_tile(rank: int) -> Tile:
    """Working memory for `rank` coordinates."""
    rows = -(-(rank * (rank + 3) // 2) // ROWS) * ROWS
    return Tile(
        system=aligned(rows, LANES),
        position=aligned(rank, LANES),
        velocity=aligned(rank, LANES),
        load=aligned(rank, LANES),
        pivots=aligned(rank, LANES),
        lane_work=aligned(LANES),
        sound=np.ones(LANES, dtype=np.bool_),
        middle=aligned(rank, LANES),
        product=aligned(rank, LANES),
        start=aligned(rows, LANES),
        sums=aligned(5, LANES),
        scales=aligned(LANES),
        residuals=aligned(LANES),
    )


@njit(cache=True, inline="always")
def entry(r: int, i: int, j: int) -> int:
    """The place of column j of row i."""
    return i * (r + 1) - i * (i + 1) // 2 + j
