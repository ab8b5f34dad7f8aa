"""Compiled kernels that step many states of smoke at once, in tiles of `LANES` states, one a row.

A(z) is antisymmetric and linear in z, so that its upper triangles for all lanes are one matrix product, by
NumPy, of half the size of the Jacobians'. All else is done a lane at a time by the kernels of a single step,
`runtime.smoke.scheme`.

Limits: those of that module; a `Tile` is for one thread.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.base.kernels import njit
from runtime.smoke.interpolation import FASTMATH
from runtime.smoke.operator import Array, drift
from runtime.smoke.scheme import SmokeData, advance, carry, eliminate, finish, finish_midpoint, settle

LANES = 64


class Tile(NamedTuple):
    """Working memory of many states' steps, a row a state. Rows past the last state are at rest."""

    start: np.ndarray  # (LANES, dN + r) states at the step's start: particle positions, then flow coordinates
    force: np.ndarray  # (LANES, r) reduced force
    stage: np.ndarray  # (LANES, dN + r) states at which rates are evaluated
    rate: np.ndarray  # (LANES, dN + r) dx/dt; holds nu D z while it is computed
    total: np.ndarray  # (LANES, dN + r) weighted sum of the rates, then the next states
    turns: np.ndarray  # (LANES, r (r - 1) / 2) upper triangle of A(z), row by row


@njit(cache=True)
def load_tile(states: Array, forces: Array, first: int, tile: Tile) -> None:
    """Copy runs into a tile, the workspace in which several are stepped at once.

    The columns of `states` (n, runs) and `forces` from `first` on become its rows; rows that are left over
    are zero, and so is the sum of the stages' rates.
    """
    filled = min(tile.start.shape[0], states.shape[1] - first)
    tile.start[filled:] = 0.0
    tile.force[filled:] = 0.0
    tile.start[:filled] = states[:, first : first + filled].T
    tile.force[:filled] = forces[: tile.force.shape[1], first : first + filled].T
    tile.stage[:] = tile.start
    tile.total[:] = 0.0


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def complete_rate(turns: Array, z: Array, w: Array, rate: Array) -> None:
    """Add A z + w to `rate`, from the upper triangle of the antisymmetric A."""
    at = 0
    for i in range(z.size):
        count = z.size - 1 - i
        row, rest, below, zi = turns[at : at + count], z[i + 1 :], rate[i + 1 :], z[i]
        along = 0.0
        for k in range(count):
            along += row[k] * rest[k]
            below[k] -= row[k] * zi
        rate[i] += along + w[i]
        at += count


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def advance_tile(data: SmokeData, tile: Tile, weight: float, reach: float) -> None:
    """Do a stage of the step of each lane, from its triangle of A, and nu D z, which is in its `rate`."""
    n = tile.start.shape[1] - tile.force.shape[1]
    for lane in range(tile.start.shape[0]):
        stage, rate = tile.stage[lane], tile.rate[lane]
        complete_rate(tile.turns[lane], stage[n:], tile.force[lane], rate[n:])
        drift(data.operator.modes, stage[:n], stage[n:], rate[:n])
        advance(tile.start[lane], rate, weight, reach, tile.total[lane], stage)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def predict_tile(data: SmokeData, tile: Tile) -> None:
    """Write the z at which the midpoint step evaluates A, half a step along the rate, into the stage."""
    n = tile.start.shape[1] - tile.force.shape[1]
    for lane in range(tile.start.shape[0]):
        z, rate, stage = tile.start[lane, n:], tile.rate[lane, n:], tile.stage[lane, n:]
        complete_rate(tile.turns[lane], z, tile.force[lane], rate)
        for i in range(z.size):
            stage[i] = z[i] + 0.5 * data.scheme.dt * rate[i]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def solve_tile(data: SmokeData, tile: Tile) -> None:
    """Do the midpoint step of each lane, from its triangle of A."""
    half, n = 0.5 * data.scheme.dt, tile.start.shape[1] - tile.force.shape[1]
    for lane in range(tile.start.shape[0]):
        start, middle = tile.start[lane], tile.stage[lane, n:]
        midpoint_matrix(data, tile.turns[lane])
        for i in range(middle.size):
            middle[i] = start[n + i] + half * tile.force[lane, i]
        eliminate(data.work.system, middle)
        finish_midpoint(data, start, middle, tile.total[lane])


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def midpoint_matrix(data: SmokeData, turns: Array) -> None:
    """Write 1 - h/2 (A + nu D) into work.system, from the upper triangle of A."""
    rows, system, half = data.operator.rows, data.work.system, 0.5 * data.scheme.dt
    r = system.shape[0]
    linear, at = r * (r + 1) // 2, 0
    for i in range(r):
        for j in range(r):
            system[i, j] = -half * rows[i, linear + j]
        system[i, i] += 1.0
    for i in range(r):
        for j in range(i + 1, r):
            turn = half * turns[at]
            system[i, j] -= turn
            system[j, i] += turn
            at += 1


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def finish_tile(data: SmokeData, tile: Tile) -> None:
    """Compute the end of the Runge-Kutta step from the sum of the rates."""
    for lane in range(tile.start.shape[0]):
        finish(tile.start[lane], data.scheme.dt / 6.0, tile.total[lane])


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def store_tile(data: SmokeData, forces: Array, tile: Tile, first: int, out: Array, status: Array) -> None:
    """Write the next states into columns of `out` from `first` on; NaN and status -1 if not finite."""
    particles = (tile.start.shape[1] - tile.force.shape[1]) // len(data.operator.modes.spacing)
    for lane in range(min(tile.start.shape[0], out.shape[1] - first)):
        following = tile.total[lane]
        carry(data.scheme.dt, forces[tile.force.shape[1] :, first + lane], following)
        status[first + lane] = settle(data.operator.modes, tile.start[lane], particles, following)
        if status[first + lane] < 0:
            following[:] = np.nan
        for i in range(following.size):
            out[i, first + lane] = following[i]
