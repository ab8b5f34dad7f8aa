"""The Jacobians of the two time steps of smoke by the state and by the force, for compiled loops.

With x = [p, z], Y and Psi the particles' velocities by places and by z, and J the flow's own Jacobian:

    Runge-Kutta   the rate of each stage, at x + reach k_before, is differentiated after the one before it:
                  dk = A (1 + reach dk_before) + [0; dw],     A = [[Y, Psi], [0, J]]

    midpoint      S(y) m = z + h/2 w, where y = z + h/2 dz/dt moves S by -h/2 dA, and dA m = E dy with
                  E = (2 J(m) + J(m)^T) / 3 of the quadratic part alone:
                  dm = X (1 + h/2 E (1 + h/2 J(z))) dz + h/2 X (1 + h/2 E) dw,     X = S^-1,   dz' = 2 dm - dz
                  dp' = dp + h (Y(q) dq + Psi(q) dm),    dq = dp + h/2 (Y(p) dp + Psi(p) dm)

Particles move neither the flow nor each other: derivatives by p are block diagonal, d x d for each particle.

Limits: the Jacobians do not include that a step keeps a particle in the box and out of solids; gradients are
those of the cells where particles are (`runtime.smoke.operator`). A `SmokeData` is for one thread; shapes are
not checked.
"""

from __future__ import annotations

import numpy as np

from runtime.base.kernels import all_finite, copy_to, invert, njit
from runtime.smoke.interpolation import FASTMATH
from runtime.smoke.operator import Array, advection_jacobian, gradients, joint_rate, modes_at
from runtime.smoke.scheme import (
    MIDPOINT,
    REACHES,
    WEIGHTS,
    SmokeData,
    advance,
    carry,
    finish,
    midpoint,
    settle,
)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def linearise_smoke(data: SmokeData, x: Array, w: Array, out: Array, F: Array, G: Array, whole: bool) -> int:
    """Take one step as `step_smoke` does, into `out` (n,), and write its Jacobians F and G.

    F is dx'/dx (n, n), and G is dx'/dw (n, inputs). None of the three may overlap x or w; F and G are always
    written as a whole, whatever `whole` is. Returns 0, or -1 where the new state or a Jacobian is not finite.
    """
    rule, r = data.scheme.rule, data.work.middle.size
    particles = (x.size - r) // len(data.operator.modes.spacing)
    if rule == MIDPOINT:
        midpoint(data, x, w[:r])
    else:
        vary_runge_kutta(data, x, w[:r])
    carry(data.scheme.dt, w[r:], data.work.total)
    status = settle(data.operator.modes, x, particles, data.work.total)
    copy_to(data.work.total, out)
    if status < 0:
        return status
    F[:] = 0.0
    G[:, r:] = 0.0
    for i in range(w.size - r):
        G[i, r + i] = data.scheme.dt
    if rule == MIDPOINT:
        vary_flow(data, x, F, G)
        if particles > 0:
            vary_places(data, x, F, G)
    else:
        sum_stages(data, F, G)
    return 0 if all_finite(F) and all_finite(G) else -1


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def flow_jacobian(rows: Array, z: Array, out: Array) -> None:
    """Write to `out` (r, r) the Jacobian of a flow's rate dz/dt by its coordinates z (r,).

    Row i of `rows` has the coefficients of dz_i/dt: r (r + 1) / 2 quadratic ones of advection, then r linear
    ones of viscosity.
    """
    r = z.size
    advection_jacobian(rows, z, out)
    linear = r * (r + 1) // 2
    for i in range(r):
        row, viscous = out[i], rows[i, linear : linear + r]
        for j in range(r):
            row[j] += viscous[j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def vary_flow(data: SmokeData, x: Array, F: Array, G: Array) -> None:
    """Write the derivatives of z' of the midpoint step just taken; dm/dz and dm/dw go into `flow`."""
    work, rows, half = data.work, data.operator.rows, 0.5 * data.scheme.dt
    J, r = work.jacobian, work.middle.size
    n = x.size - r
    X, E, turned, by_z, by_w = work.flow[0], work.flow[1], work.flow[2], work.flow[3], work.flow[4]
    invert(work.system, work.system, X)
    advection_jacobian(rows, work.middle, J)
    for i in range(r):
        for j in range(r):
            E[i, j] = (2.0 * J[i, j] + J[j, i]) / 3.0
    np.dot(X, E, turned)
    flow_jacobian(rows, x[n:], J)
    np.dot(turned, J, by_z)
    for i in range(r):
        row, below, direct, once, twice, force = F[n + i], G[n + i], X[i], turned[i], by_z[i], by_w[i]
        for j in range(r):
            twice[j] = direct[j] + half * (once[j] + half * twice[j])
            force[j] = half * (direct[j] + half * once[j])
            row[n + j], below[j] = 2.0 * twice[j], 2.0 * force[j]
        row[n + i] -= 1.0


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def vary_places(data: SmokeData, x: Array, F: Array, G: Array) -> None:
    """Write the derivatives of that step's particles, with C = h (Psi(q) + h/2 Y(q) Psi(p)) before dm."""
    work, modes, h = data.work, data.operator.modes, data.scheme.dt
    middle = work.middle
    n, axes = x.size - middle.size, len(modes.spacing)
    start, half_way = x[:n].reshape(-1, axes), work.stage[:n].reshape(-1, axes)
    before, after = work.turning[0], work.turning[1]
    Psi, C, by_z, by_w = work.carried[0], work.carried[1], work.carried[2], work.carried[3]
    gradients(modes, start, middle, before)
    gradients(modes, half_way, middle, after)
    modes_at(modes, start, Psi)
    modes_at(modes, half_way, C)
    for i in range(n):
        k, row, by = i // axes, C[i], after[i // axes, i % axes]
        for axis in range(axes):
            along, share = Psi[axes * k + axis], 0.5 * h * by[axis]
            for j in range(row.size):
                row[j] += share * along[j]
        for j in range(row.size):
            row[j] *= h
        for j in range(axes):
            again = 0.0
            for axis in range(axes):
                again += by[axis] * before[k, axis, j]
            F[i, axes * k + j] = h * (by[j] + 0.5 * h * again)
        F[i, i] += 1.0
    np.dot(C, work.flow[3], by_z)
    np.dot(C, work.flow[4], by_w)
    for i in range(n):
        for j in range(middle.size):
            F[i, n + j], G[i, j] = by_z[i, j], by_w[i, j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def vary_runge_kutta(data: SmokeData, x: Array, w: Array) -> None:
    """Write the state one step after x into work.total, and the sums of its stages' derivatives."""
    work, h = data.work, data.scheme.dt
    work.flow[:] = 0.0
    work.carried[:] = 0.0
    work.turning[:] = 0.0
    copy_to(x, work.stage)
    work.total[:] = 0.0
    reach = 0.0
    for stage in range(4):
        vary_flow_rate(data, reach, WEIGHTS[stage])
        if x.size > w.size:
            vary_drift(data, reach, WEIGHTS[stage])
        joint_rate(data.operator, work, work.stage, w, work.rate)
        reach = h * REACHES[stage]
        advance(x, work.rate, WEIGHTS[stage], reach, work.total, work.stage)
    finish(x, h / 6.0, work.total)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def vary_flow_rate(data: SmokeData, reach: float, weight: float) -> None:
    """Write derivatives by z and by w into `flow`: in 0, 1 of a stage's z, in 2, 3 of its dz/dt.

    Entries 4, 5 are those of the weighted sum of all rates so far.
    """
    work = data.work
    r = work.middle.size
    flow_jacobian(data.operator.rows, work.stage[work.stage.size - r :], work.jacobian)
    for which in range(2):
        here, slope, total = work.flow[which], work.flow[2 + which], work.flow[4 + which]
        for i in range(r):
            row, own = here[i], slope[i]
            for j in range(r):
                row[j] = reach * own[j]
            if which == 0:
                row[i] += 1.0
        np.dot(work.jacobian, here, slope)
        for i in range(r):
            row, own = total[i], slope[i]
            if which == 1:
                own[i] += 1.0
            for j in range(r):
                row[j] += weight * own[j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def vary_drift(data: SmokeData, reach: float, weight: float) -> None:
    """Differentiate the particles' velocities dp/dt at one stage of a Runge-Kutta step.

    Writes the derivatives by the flow z and the force w at the step's start into `work.carried`, those by the
    positions p into `work.turning`. `reach` is the time [s] from the step's start to this stage, `weight` the
    stage's weight in the sums over all stages. `vary_flow_rate` must have been called for this stage.
    """
    work, modes = data.work, data.operator.modes
    n, axes = work.stage.size - work.middle.size, len(modes.spacing)
    places, Psi, changed = work.stage[:n].reshape(-1, axes), work.carried[0], work.carried[1]
    Y, own, sums, turned = work.turning[0], work.turning[1], work.turning[2], work.turning[3]
    gradients(modes, places, work.stage[n:], Y)
    modes_at(modes, places, Psi)
    for which in range(2):
        slope, total = work.carried[2 + which], work.carried[4 + which]
        np.dot(Psi, work.flow[which], changed)
        for i in range(n):
            row, first = changed[i], i - i % axes
            for axis in range(axes):
                along, share = slope[first + axis], reach * Y[i // axes, i % axes, axis]
                for j in range(row.size):
                    row[j] += share * along[j]
        for i in range(n):
            row, here, summed = changed[i], slope[i], total[i]
            for j in range(row.size):
                here[j] = row[j]
                summed[j] += weight * row[j]
    for k in range(n // axes):
        for c in range(axes):
            for j in range(axes):
                turned[k, c, j] = Y[k, c, j]
                for axis in range(axes):
                    turned[k, c, j] += Y[k, c, axis] * reach * own[k, axis, j]
                sums[k, c, j] += weight * turned[k, c, j]
    own[:] = turned


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def sum_stages(data: SmokeData, F: Array, G: Array) -> None:
    """Write F and G of a Runge-Kutta step from the sums over its stages."""
    work, sixth = data.work, data.scheme.dt / 6.0
    r = work.middle.size
    n, axes = work.stage.size - r, work.turning.shape[3]
    for i in range(n):
        k = i // axes
        for j in range(axes):
            F[i, axes * k + j] = sixth * work.turning[2, k, i % axes, j]
        for j in range(r):
            F[i, n + j], G[i, j] = sixth * work.carried[4, i, j], sixth * work.carried[5, i, j]
    for i in range(r):
        for j in range(r):
            F[n + i, n + j], G[n + i, j] = sixth * work.flow[4, i, j], sixth * work.flow[5, i, j]
    for i in range(n + r):
        F[i, i] += 1.0
