"""Compiled kernels of a reduced fluid with immersed particles: velocities at points, one step, and many.

State x = [p, z]: the places p (2N,) = (x1, y1, x2, y2, ...) [m] and the reduced velocities z (r,), with

    dp_i/dt = Psi(p_i) z,     dz/dt = A(z) z + nu D z + w           [002, equations 11 and 12]

Psi(p) (2, r) holds the modes at a point, each component bilinear between its own faces and clamped to the
outermost, as in `runtime.smoke.interpolation`. Two steps of length h, whose fluid is that of
`runtime.smoke.operator`:

    Runge-Kutta:  the classical four stages of p and z together
    midpoint:     m = (z + z') / 2 of the energy-exact step, then p' = p + h Psi(p + h/2 Psi(p) m) m

Then a particle is put back into the box, and stops at solid cells and slips along them.

Many states go in tiles of `LANES`, a row a state. A(z) is antisymmetric and linear in z, so that its upper
triangles for all lanes are one matrix product, by NumPy, of half the size of the Jacobians'. All else is done
a lane at a time by the kernels of a single step.

Limits: one thread to an `SmokeData` or `Tile`; shapes are not checked. Only the end of a step is looked
at, so that one longer than a solid is thick jumps over it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from runtime.smoke.interpolation import corner, slide
from runtime.smoke.operator import FASTMATH, MIDPOINT, Array, FlowData, eliminate, midpoint, rate_of_change
from runtime.smoke.velocity_modes import VelocityModes

LANES = 64
# Of Runge-Kutta's stages: each one's weight in sixths of a step, and the way to the next one in steps.
WEIGHTS, REACHES = (1.0, 2.0, 2.0, 1.0), (0.5, 0.5, 1.0, 0.0)


class SmokeData(NamedTuple):
    """A reduced fluid with particles as its kernels take it: model, modes and working memory."""

    fluid: FlowData
    modes: VelocityModes
    rate: np.ndarray  # (2N + r,) work: dx/dt
    stage: np.ndarray  # (2N + r,) work: where it is evaluated
    total: np.ndarray  # (2N + r,) work: weighted sum of the rates, then the next state


class Tile(NamedTuple):
    """Working memory of many states' steps, a row a state. Rows past the last state are at rest."""

    start: np.ndarray  # (LANES, 2N + r)
    force: np.ndarray  # (LANES, r)
    stage: np.ndarray  # (LANES, 2N + r) where rates are evaluated
    rate: np.ndarray  # (LANES, 2N + r) dx/dt; nu D z before it is complete
    total: np.ndarray  # (LANES, 2N + r) weighted sum of the rates, then the next states
    turns: np.ndarray  # (LANES, r (r - 1) / 2) upper triangle of A(z), row by row


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def component(values, s, t, z):
    """Of the array `values @ z`: its value at the index coordinates (s, t), and the slopes along both.

    Slopes are those of the cell of indices where the point is, and zero in a direction that is clamped.
    """
    rows, columns, _ = values.shape
    i, j, a, b = corner(rows, columns, s, t)
    one = np.uint64(1)
    w00, w01, w10, w11 = values[i, j], values[i, j + one], values[i + one, j], values[i + one, j + one]
    f00 = f01 = f10 = f11 = 0.0
    for k in range(z.size):
        f00 += w00[k] * z[k]
        f01 += w01[k] * z[k]
        f10 += w10[k] * z[k]
        f11 += w11[k] * z[k]
    before, beyond = f00 + b * (f01 - f00), f10 + b * (f11 - f10)
    along_s = beyond - before if 0.0 <= s <= rows - 1.0 else 0.0
    along_t = f01 - f00 + a * (f11 - f10 - (f01 - f00)) if 0.0 <= t <= columns - 1.0 else 0.0
    return before + a * (beyond - before), along_s, along_t


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def drift(modes, places, z, rates):
    """The particles' velocities `rates` (2N,) [m/s] at `places` (2N,) [m] in the flow z (r,)."""
    for k in range(0, places.size, 2):
        x, y = places[k] / modes.hx, places[k + 1] / modes.hy
        rates[k] = component(modes.u, x, y - 0.5, z)[0]
        rates[k + 1] = component(modes.v, x - 0.5, y, z)[0]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def gradients(modes, points, z, out):
    """Velocity gradients `out` (count, component, direction) [1/s] at `points` (count, 2) [m]."""
    for k in range(points.shape[0]):
        x, y = points[k, 0] / modes.hx, points[k, 1] / modes.hy
        _, out[k, 0, 0], out[k, 0, 1] = component(modes.u, x, y - 0.5, z)
        _, out[k, 1, 0], out[k, 1, 1] = component(modes.v, x - 0.5, y, z)
        out[k, :, 0] /= modes.hx
        out[k, :, 1] /= modes.hy


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def modes_between(values, s, t, out):
    """Each of the modes `values` at the index coordinates (s, t), into `out` (r,)."""
    i, j, a, b = corner(values.shape[0], values.shape[1], s, t)
    one = np.uint64(1)
    w00, w01, w10, w11 = values[i, j], values[i, j + one], values[i + one, j], values[i + one, j + one]
    for k in range(out.size):
        before, beyond = w00[k] + b * (w01[k] - w00[k]), w10[k] + b * (w11[k] - w10[k])
        out[k] = before + a * (beyond - before)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def modes_at(modes, points, out):
    """Psi at each of `points` (count, 2) [m], two rows a point, into `out` (2 count, r)."""
    for k in range(points.shape[0]):
        x, y = points[k, 0] / modes.hx, points[k, 1] / modes.hy
        modes_between(modes.u, x, y - 0.5, out[2 * k])
        modes_between(modes.v, x - 0.5, y, out[2 * k + 1])


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def joint_rate(data: SmokeData, x: Array, w: Array, rate: Array) -> None:
    """dx/dt (2N + r,) at x."""
    n = x.size - w.size
    rate_of_change(data.fluid, x[n:], w)
    rate[n:] = data.fluid.rate
    drift(data.modes, x[:n], x[n:], rate[:n])


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def advance(x: Array, rate: Array, weight: float, reach: float, total: Array, stage: Array) -> None:
    """Add a stage's rate to the sum, and go to the next stage."""
    for i in range(x.size):
        total[i] += weight * rate[i]
        stage[i] = x[i] + reach * rate[i]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def finish(x: Array, sixth: float, total: Array) -> None:
    """From the weighted sum of the rates to the next state, in `total`."""
    for i in range(x.size):
        total[i] = x[i] + sixth * total[i]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def carry_particles(data: SmokeData, x: Array, middle: Array, following: Array) -> None:
    """The particles' explicit midpoint step in the flow `middle` (r,), into the places of `following`."""
    n, h = x.size - middle.size, data.fluid.dt
    rate, place = data.rate[:n], data.stage[:n]
    drift(data.modes, x[:n], middle, rate)
    for i in range(n):
        place[i] = x[i] + 0.5 * h * rate[i]
    drift(data.modes, place, middle, rate)
    for i in range(n):
        following[i] = x[i] + h * rate[i]


@njit(cache=True, error_model="numpy")
def settle(modes: VelocityModes, x: Array, particles: int, following: Array) -> int:
    """Keep the places of `following`, the step's end from x, in the box and out of solids.

    A place is compared with the solids just as it is stored, so that no rounding puts it into one. Returns
    0, or -1 where the end of the step is not finite.
    """
    size = 0.0
    for i in range(following.size):
        size += following[i] * following[i]
    if not np.isfinite(size):
        return -1
    (nx, ny), hx, hy = modes.fluid.shape, modes.hx, modes.hy
    for k in range(0, 2 * particles, 2):
        to_x = min(max(following[k], 0.0), nx * hx)
        to_y = min(max(following[k + 1], 0.0), ny * hy)
        at_x, at_y = to_x / hx, to_y / hy
        end_x, end_y = slide(modes.fluid, x[k] / hx, x[k + 1] / hy, at_x, at_y)
        following[k] = to_x if end_x == at_x else x[k]
        following[k + 1] = to_y if end_y == at_y else x[k + 1]
    return 0


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def runge_kutta_together(data: SmokeData, x: Array, w: Array) -> None:
    """The state one step after x, into data.total."""
    h = data.fluid.dt
    data.stage[:] = x
    data.total[:] = 0.0
    for stage in range(4):
        joint_rate(data, data.stage, w, data.rate)
        advance(x, data.rate, WEIGHTS[stage], h * REACHES[stage], data.total, data.stage)
    finish(x, h / 6.0, data.total)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def step_smoke(data: SmokeData, x: Array, w: Array, out: Array) -> int:
    """One step from the state `x` (2N + r,) under the reduced force `w` (r,), into `out` (may be x).

    Returns 0, or -1 where the new state is not finite.
    """
    n = x.size - w.size
    if data.fluid.scheme == MIDPOINT:
        midpoint(data.fluid, x[n:], w, data.total[n:])
        carry_particles(data, x, data.fluid.total, data.total)
    else:
        runge_kutta_together(data, x, w)
    status = settle(data.modes, x, n // 2, data.total)
    out[:] = data.total
    return status


@njit(cache=True)
def load_tile(states: Array, forces: Array, first: int, tile: Tile) -> None:
    """The columns from `first` on of `states` and `forces`, and a sum of rates at zero."""
    filled = min(tile.start.shape[0], states.shape[1] - first)
    tile.start[filled:] = 0.0
    tile.force[filled:] = 0.0
    tile.start[:filled] = states[:, first : first + filled].T
    tile.force[:filled] = forces[:, first : first + filled].T
    tile.stage[:] = tile.start
    tile.total[:] = 0.0


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def complete_rate(turns: Array, z: Array, w: Array, rate: Array) -> None:
    """rate += A z + w, from the upper triangle of the antisymmetric A."""
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
    """A stage of each lane, from its triangle of A and nu D z in the place of its rate."""
    n = tile.start.shape[1] - tile.force.shape[1]
    for lane in range(tile.start.shape[0]):
        stage, rate = tile.stage[lane], tile.rate[lane]
        complete_rate(tile.turns[lane], stage[n:], tile.force[lane], rate[n:])
        drift(data.modes, stage[:n], stage[n:], rate[:n])
        advance(tile.start[lane], rate, weight, reach, tile.total[lane], stage)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def predict_tile(data: SmokeData, tile: Tile) -> None:
    """Where the midpoint step takes A: half a step along the rate, into the places of the stage."""
    n = tile.start.shape[1] - tile.force.shape[1]
    for lane in range(tile.start.shape[0]):
        z, rate, stage = tile.start[lane, n:], tile.rate[lane, n:], tile.stage[lane, n:]
        complete_rate(tile.turns[lane], z, tile.force[lane], rate)
        for i in range(z.size):
            stage[i] = z[i] + 0.5 * data.fluid.dt * rate[i]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def solve_tile(data: SmokeData, tile: Tile) -> None:
    """The midpoint step of each lane, from its triangle of A."""
    half, n = 0.5 * data.fluid.dt, tile.start.shape[1] - tile.force.shape[1]
    for lane in range(tile.start.shape[0]):
        z, middle, following = tile.start[lane, n:], tile.stage[lane, n:], tile.total[lane]
        midpoint_matrix(data.fluid, tile.turns[lane])
        for i in range(z.size):
            middle[i] = z[i] + half * tile.force[lane, i]
        eliminate(data.fluid.system, middle)
        for i in range(z.size):
            following[n + i] = 2.0 * middle[i] - z[i]
        carry_particles(data, tile.start[lane], middle, following)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def midpoint_matrix(fluid: FlowData, turns: Array) -> None:
    """1 - h/2 (A + nu D) into fluid.system, from the upper triangle of A."""
    half, r = 0.5 * fluid.dt, fluid.system.shape[0]
    linear, at = r * (r + 1) // 2, 0
    for i in range(r):
        for j in range(r):
            fluid.system[i, j] = -half * fluid.rows[i, linear + j]
        fluid.system[i, i] += 1.0
    for i in range(r):
        for j in range(i + 1, r):
            turn = half * turns[at]
            fluid.system[i, j] -= turn
            fluid.system[j, i] += turn
            at += 1


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def finish_tile(data: SmokeData, tile: Tile) -> None:
    """The end of the Runge-Kutta step, from the sum of the rates."""
    for lane in range(tile.start.shape[0]):
        finish(tile.start[lane], data.fluid.dt / 6.0, tile.total[lane])


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def store_tile(data: SmokeData, tile: Tile, first: int, out: Array, status: Array) -> None:
    """The next states into the columns of `out` from `first` on; where not finite, NaN and status -1."""
    particles = (tile.start.shape[1] - tile.force.shape[1]) // 2
    for lane in range(min(tile.start.shape[0], out.shape[1] - first)):
        following = tile.total[lane]
        status[first + lane] = settle(data.modes, tile.start[lane], particles, following)
        if status[first + lane] < 0:
            following[:] = np.nan
        for i in range(following.size):
            out[i, first + lane] = following[i]
