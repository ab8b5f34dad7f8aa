"""Compiled kernels of the reduced fluid: its rate of change and two time steps.

In r area-orthonormal velocity coordinates z [002, equation 11] (docs/theory.md, section "The reduced flow")

    dz/dt = A(z) z + nu D z + w

A(z) z is quadratic: r rows of coefficients of the products z_j z_k (j <= k, in the order of
`numpy.triu_indices(r)`), an entry off the diagonal standing for both orders. Its Jacobian J(z) gives back the
matrix: since A(z) is antisymmetric, the cyclic sum of the symmetrised coefficients vanishes, and

    A(z) = (J(z) - J(z)^T) / 3,        A(z) z = 1/2 J(z) z

Two steps, each with w held over it:

    Runge-Kutta:  the classical four stages
    midpoint:     z' = 2 m - z,   (1 - h/2 (A(y) + nu D)) m = z + h/2 w,   y = z + h/2 dz/dt

The midpoint step is of second order and linearly implicit. A(y) is antisymmetric whatever y is, so that
`|z'|^2 - |z|^2 = 2 h m^T (nu D m + w)` exactly: without viscosity and force it changes by round-off alone,
and no step is too long to be stable.

Memory: `rows` holds the coefficients of the products and then nu D, with zeros up to a multiple of eight rows
and columns; it multiplies [z_j z_k, z]. Eight rows at a time, an accumulator each, vectorise.

Limits: one thread to a `FlowData`; nothing here checks shapes. The fast-math flags leave NaN and infinity
alone: both are seen.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

Array = np.ndarray

FASTMATH = {"contract", "reassoc", "nsz", "arcp"}
RUNGE_KUTTA, MIDPOINT = 0, 1  # the scheme of a step


class FlowData(NamedTuple):
    """A reduced fluid as its kernels take it: model, scheme and working memory."""

    rows: np.ndarray  # see above
    dt: float  # s
    scheme: int  # RUNGE_KUTTA or MIDPOINT
    monomials: np.ndarray  # (padded N + r,) work
    product: np.ndarray  # (padded r,) work
    rate: np.ndarray  # (r,) work: dz/dt
    stage: np.ndarray  # (r,) work: where it is evaluated
    total: np.ndarray  # (r,) work: weighted sum of the rates, or m
    jacobian: np.ndarray  # (r, r) work: J(y)
    system: np.ndarray  # (r, r) work: the midpoint's matrix, then its factors


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def products(z: Array, x: Array) -> None:
    """Fill `x` with [z_j z_k (j <= k), z]."""
    r = z.size
    at = 0
    for j in range(r):
        row, rest, first = x[at : at + r - j], z[j:], z[j]
        for k in range(r - j):
            row[k] = first * rest[k]
        at += r - j
    for j in range(r):
        x[at + j] = z[j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def multiply(rows: Array, x: Array, y: Array) -> None:
    """y = rows x, eight rows at a time."""
    for b in range(0, y.size, 8):
        s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = 0.0
        a0, a1, a2, a3 = rows[b], rows[b + 1], rows[b + 2], rows[b + 3]
        a4, a5, a6, a7 = rows[b + 4], rows[b + 5], rows[b + 6], rows[b + 7]
        for j in range(x.size):
            xj = x[j]
            s0 += a0[j] * xj
            s1 += a1[j] * xj
            s2 += a2[j] * xj
            s3 += a3[j] * xj
            s4 += a4[j] * xj
            s5 += a5[j] * xj
            s6 += a6[j] * xj
            s7 += a7[j] * xj
        y[b], y[b + 1], y[b + 2], y[b + 3] = s0, s1, s2, s3
        y[b + 4], y[b + 5], y[b + 6], y[b + 7] = s4, s5, s6, s7


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def rate_of_change(data: FlowData, z: Array, w: Array) -> None:
    """dz/dt at z, into data.rate."""
    products(z, data.monomials)
    multiply(data.rows, data.monomials, data.product)
    for i in range(z.size):
        data.rate[i] = data.product[i] + w[i]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def advection_jacobian(coefficients: Array, z: Array, out: Array) -> None:
    """J(z) (r, r) of the quadratic part, from rows that begin with its coefficients."""
    r = z.size
    out[:] = 0.0
    for i in range(r):
        at = 0
        for j in range(r):
            row, rest, target, zj = coefficients[i, at : at + r - j], z[j:], out[i, j:], z[j]
            along = 0.0
            for k in range(r - j):
                along += row[k] * rest[k]
                target[k] += row[k] * zj
            target[0] += along
            at += r - j


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def eliminate(a: Array, b: Array) -> None:
    """Solve A x = b in place. The symmetric part of A is positive definite: no pivots need be sought."""
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
def runge_kutta(data: FlowData, z: Array, w: Array, out: Array) -> None:
    """The state one step after z, into `out` (may be z)."""
    h, r = data.dt, z.size
    rate_of_change(data, z, w)
    for i in range(r):
        data.total[i] = data.rate[i]
        data.stage[i] = z[i] + 0.5 * h * data.rate[i]
    for stage in range(2):
        rate_of_change(data, data.stage, w)
        reach = 0.5 * h if stage == 0 else h
        for i in range(r):
            data.total[i] += 2.0 * data.rate[i]
            data.stage[i] = z[i] + reach * data.rate[i]
    rate_of_change(data, data.stage, w)
    for i in range(r):
        out[i] = z[i] + h / 6.0 * (data.total[i] + data.rate[i])


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def midpoint(data: FlowData, z: Array, w: Array, out: Array) -> None:
    """The state one step after z, into `out` (may be z)."""
    half, r = 0.5 * data.dt, z.size
    rate_of_change(data, z, w)
    for i in range(r):
        data.stage[i] = z[i] + half * data.rate[i]
        data.total[i] = z[i] + half * w[i]
    advection_jacobian(data.rows, data.stage, data.jacobian)
    linear = r * (r + 1) // 2
    for i in range(r):
        for j in range(r):
            turn = (data.jacobian[i, j] - data.jacobian[j, i]) / 3.0
            data.system[i, j] = -half * (turn + data.rows[i, linear + j])
        data.system[i, i] += 1.0
    eliminate(data.system, data.total)
    for i in range(r):
        out[i] = 2.0 * data.total[i] - z[i]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def step_flow(data: FlowData, z: Array, w: Array, out: Array) -> int:
    """One step from the state `z` (r,) under the reduced force `w` (r,), into `out` (may be z).

    Returns 0, or -1 where the new state is not finite.
    """
    if data.scheme == MIDPOINT:
        midpoint(data, z, w, out)
    else:
        runge_kutta(data, z, w, out)
    size = 0.0
    for i in range(out.size):
        size += out[i] * out[i]
    return 0 if np.isfinite(size) else -1
