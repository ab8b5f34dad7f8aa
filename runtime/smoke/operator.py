"""Compiled kernels of what moves smoke: the rate of change of a reduced flow and of particles in it.

State x = [p, z]: the places p (2N,) = (x1, y1, x2, y2, ...) [m] and the reduced velocities z (r,), the
coordinates of area-orthonormal modes, with

    dp_i/dt = Psi(p_i) z,     dz/dt = A(z) z + nu D z + w           [002, equations 11 and 12]

(docs/theory.md, section "The reduced flow"). A(z) z is quadratic: r rows of coefficients of the products
z_j z_k (j <= k, in the order of `numpy.triu_indices(r)`), an entry off the diagonal standing for both orders.
Its Jacobian J(z) gives back the matrix: since A(z) is antisymmetric, the cyclic sum of the symmetrised
coefficients vanishes, and

    A(z) = (J(z) - J(z)^T) / 3,        A(z) z = 1/2 J(z) z

Psi(p) (2, r) holds the modes at a point, each component bilinear between its own faces and clamped to the
outermost, as in `runtime.smoke.interpolation`.

Memory: `rows` holds the coefficients of the products and then nu D, with zeros up to a multiple of eight rows
and columns; it multiplies [z_j z_k, z]. Eight rows at a time, an accumulator each, vectorise.

Limits: nothing here checks shapes. The fast-math flags leave NaN and infinity alone: both are seen.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.base.kernels import njit
from runtime.smoke.interpolation import FASTMATH, corner
from runtime.smoke.velocity_modes import VelocityModes

Array = np.ndarray


class SmokeOperator(NamedTuple):
    """What moves smoke, as kernels take it."""

    rows: np.ndarray  # see above
    modes: VelocityModes


class SmokeWork(NamedTuple):
    """Working memory of one state's step: one thread to each."""

    monomials: np.ndarray  # (padded N + r,)
    product: np.ndarray  # (padded r,)
    rate: np.ndarray  # (2N + r,) dx/dt
    stage: np.ndarray  # (2N + r,) where it is evaluated
    total: np.ndarray  # (2N + r,) weighted sum of the rates, then the next state
    predicted: np.ndarray  # (r,) y of the midpoint step
    middle: np.ndarray  # (r,) m of the midpoint step
    jacobian: np.ndarray  # (r, r) J(y)
    system: np.ndarray  # (r, r) the midpoint's matrix, then its factors
    flow: np.ndarray  # (6, r, r) of `runtime.smoke.linearisation`: what becomes of z
    carried: np.ndarray  # (6, 2N, r) likewise, of p with z
    turning: np.ndarray  # (3, N, 2, 2) likewise, of p by itself


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
def flow_rate(rows: Array, monomials: Array, product: Array, z: Array, w: Array, rate: Array) -> None:
    """dz/dt (r,) at z."""
    products(z, monomials)
    multiply(rows, monomials, product)
    for i in range(z.size):
        rate[i] = product[i] + w[i]


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
def velocity(modes, x, y, z):
    """(vx, vy) [m/s] at the point (x, y), counted in cells, in the flow z (r,)."""
    return component(modes.u, x, y - 0.5, z)[0], component(modes.v, x - 0.5, y, z)[0]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def drift(modes, places, z, rates):
    """The particles' velocities `rates` (2N,) [m/s] at `places` (2N,) [m] in the flow z (r,)."""
    for k in range(0, places.size, 2):
        x, y = places[k] / modes.hx, places[k + 1] / modes.hy
        rates[k] = component(modes.u, x, y - 0.5, z)[0]  # by `velocity`, a batch took a tenth longer
        rates[k + 1] = component(modes.v, x - 0.5, y, z)[0]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def gradients(modes, points, z, out):
    """Velocity gradients `out` (count, component, direction) [1/s] at `points` (count, 2) [m]."""
    for k in range(points.shape[0]):
        x, y = points[k, 0] / modes.hx, points[k, 1] / modes.hy
        _, along_x, along_y = component(modes.u, x, y - 0.5, z)
        out[k, 0, 0], out[k, 0, 1] = along_x / modes.hx, along_y / modes.hy
        _, along_x, along_y = component(modes.v, x - 0.5, y, z)
        out[k, 1, 0], out[k, 1, 1] = along_x / modes.hx, along_y / modes.hy


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
def joint_rate(operator: SmokeOperator, work: SmokeWork, x: Array, w: Array, rate: Array) -> None:
    """dx/dt (2N + r,) at x."""
    n = x.size - w.size
    flow_rate(operator.rows, work.monomials, work.product, x[n:], w, rate[n:])
    drift(operator.modes, x[:n], x[n:], rate[:n])
