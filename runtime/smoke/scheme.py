"""Compiled kernels of the two time steps of smoke, with the force w held over a step of length h.

    Runge-Kutta:  the classical four stages of p and z together
    midpoint:     z' = 2 m - z,   (1 - h/2 (A(y) + nu D)) m = z + h/2 w,   y = z + h/2 dz/dt
                  p' = p + h Psi(p + h/2 Psi(p) m) m

The midpoint step is of second order and linearly implicit. A(y) is antisymmetric for any y, so that
`|z'|^2 - |z|^2 = 2 h m^T (nu D m + w)` exactly: without viscosity and force the energy changes by round-off
alone, and the step is stable for any h. After either step a particle that left the box is put back into it;
particles stop at solid cells and slip along them. `runtime.smoke.operator` has the rate of change.

Limits: a `SmokeData` is for one thread; shapes are not checked. Only the end of a step is tested, so that a
step longer than a solid is thick jumps over it.

An input may have velocities of the particles behind the force, d each; h times these are added to their
places at the end of the step.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.base.kernels import copy_to, njit
from runtime.smoke.interpolation import FASTMATH, counted, slide
from runtime.smoke.operator import (
    Array,
    SmokeOperator,
    SmokeWork,
    advection_jacobian,
    drift,
    flow_rate,
)
from runtime.smoke.velocity_modes import VelocityModes

RUNGE_KUTTA, MIDPOINT = 0, 1
# Of the four Runge-Kutta stages: weight in sixths of a step, and distance to the next stage in steps.
WEIGHTS, REACHES = (1.0, 2.0, 2.0, 1.0), (0.5, 0.5, 1.0, 0.0)


class SmokeScheme(NamedTuple):
    """The time step and the rule of integration."""

    dt: float  # s
    rule: int  # RUNGE_KUTTA or MIDPOINT


class SmokeData(NamedTuple):
    """The data of smoke for its kernels."""

    operator: SmokeOperator
    scheme: SmokeScheme
    work: SmokeWork


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def advance(x: Array, rate: Array, weight: float, reach: float, total: Array, stage: Array) -> None:
    """Add a stage's rate to the sum, and go to the next stage."""
    for i in range(x.size):
        total[i] += weight * rate[i]
        stage[i] = x[i] + reach * rate[i]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def finish(x: Array, sixth: float, total: Array) -> None:
    """Turn the weighted sum of the rates in `total` into the next state."""
    for i in range(x.size):
        total[i] = x[i] + sixth * total[i]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def eliminate(a: Array, b: Array) -> None:
    """Solve A x = b in place. As the symmetric part of A is positive definite, no pivoting is needed."""
    r = b.size
    for i in range(r):
        row = a[i]
        for k in range(i):
            above = a[k]
            factor = row[k] / above[k]
            for j in range(k + 1, r):
                row[j] -= factor * above[j]
            b[i] -= factor * b[k]
    for i in range(r - 1, -1, -1):
        row, known = a[i], 0.0
        for j in range(i + 1, r):
            known += row[j] * b[j]
        b[i] = (b[i] - known) / row[i]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def runge_kutta(data: SmokeData, x: Array, w: Array) -> None:
    """Write the state one step after x into work.total.

    All stages of the flow come first, as particles do not move it. Then the particles are stepped one after
    the other, so that the modes about each are read from memory once and not at each stage.
    """
    operator, work, h = data.operator, data.work, data.scheme.dt
    n, axes = x.size - w.size, len(operator.modes.spacing)
    rate, total, stage = work.rate, work.total, work.stage
    copy_to(x, stage)
    total[:] = 0.0
    for s in range(4):
        copy_to(stage[n:], work.flows[s])
        flow_rate(operator.rows, work.monomials, work.product, stage[n:], w, rate[n:])
        advance(x[n:], rate[n:], WEIGHTS[s], h * REACHES[s], total[n:], stage[n:])
    for k in range(0, n, axes):
        own = slice(k, k + axes)
        for s in range(4):
            drift(operator.modes, stage[own], work.flows[s], rate[own])
            advance(x[own], rate[own], WEIGHTS[s], h * REACHES[s], total[own], stage[own])
    finish(x, h / 6.0, total)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def midpoint(data: SmokeData, x: Array, w: Array) -> None:
    """Write the state one midpoint step after x into work.total."""
    rows, work, half = data.operator.rows, data.work, 0.5 * data.scheme.dt
    r, n = w.size, x.size - w.size
    z, y, middle, jacobian, system = x[n:], work.predicted, work.middle, work.jacobian, work.system
    flow_rate(rows, work.monomials, work.product, z, w, y)
    for i in range(r):
        y[i] = z[i] + half * y[i]
        middle[i] = z[i] + half * w[i]
    advection_jacobian(rows, y, jacobian)
    linear = r * (r + 1) // 2
    for i in range(r):
        for j in range(r):
            turn = (jacobian[i, j] - jacobian[j, i]) / 3.0
            system[i, j] = -half * (turn + rows[i, linear + j])
        system[i, i] += 1.0
    eliminate(system, middle)
    finish_midpoint(data, x, middle, work.total)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def finish_midpoint(data: SmokeData, x: Array, middle: Array, following: Array) -> None:
    """Write the end of a step from x with the mean flow `middle` (r,) into `following`."""
    n, h = x.size - middle.size, data.scheme.dt
    rate, place, modes = data.work.rate[:n], data.work.stage[:n], data.operator.modes
    for i in range(middle.size):
        following[n + i] = 2.0 * middle[i] - x[n + i]
    drift(modes, x[:n], middle, rate)
    for i in range(n):
        place[i] = x[i] + 0.5 * h * rate[i]
    drift(modes, place, middle, rate)
    for i in range(n):
        following[i] = x[i] + h * rate[i]


@njit(cache=True, error_model="numpy")
def settle(modes: VelocityModes, x: Array, particles: int, following: Array) -> int:
    """Keep the places of `following`, the step's end from x, in the box and out of solids.

    A place is tested against the solids exactly as it is stored, so that rounding cannot put it into one.
    Returns 0, or -1 where the end of the step is not finite.
    """
    size = 0.0
    for i in range(following.size):
        size += following[i] * following[i]
    if not np.isfinite(size):
        return -1
    cells, spacing, axes = modes.fluid.shape, modes.spacing, len(modes.spacing)
    for k in range(0, axes * particles, axes):
        for axis in range(axes):
            following[k + axis] = min(max(following[k + axis], 0.0), cells[axis] * spacing[axis])
        wanted = counted(following, k, spacing)
        end = slide(modes.fluid, counted(x, k, spacing), wanted)
        for axis in range(axes):
            if end[axis] != wanted[axis]:
                following[k + axis] = x[k + axis]
    return 0


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def carry(h: float, velocities: Array, following: Array) -> None:
    """Add h times `velocities` to as many first entries of `following`."""
    for i in range(velocities.size):
        following[i] += h * velocities[i]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def step_smoke(data: SmokeData, x: Array, w: Array, out: Array) -> int:
    """Take one step from the state `x` (dN + r,) under the input `w` (r or r + dN,), into `out` (may be x).

    Returns 0, or -1 where the new state is not finite.
    """
    r = data.work.middle.size
    if data.scheme.rule == MIDPOINT:
        midpoint(data, x, w[:r])
    else:
        runge_kutta(data, x, w[:r])
    carry(data.scheme.dt, w[r:], data.work.total)
    status = settle(data.operator.modes, x, (x.size - r) // len(data.operator.modes.spacing), data.work.total)
    copy_to(data.work.total, out)
    return status
