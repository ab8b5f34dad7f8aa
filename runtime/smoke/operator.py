"""Compiled kernels for the rate of change of a reduced flow and of particles in it.

State x = [p, z]: the places p (dN,) [m], d numbers a particle, (x1, y1, x2, y2, ...) in a plane, and the
reduced velocities z (r,), the coordinates of modes that are orthonormal under a cell's area, in space under
its volume, with

    dp_i/dt = Psi(p_i) z,     dz/dt = A(z) z + nu D z + w           [002, equations 11 and 12]

(docs/theory.md, section "The reduced flow"). A(z) z is quadratic: r rows of coefficients of the products
z_j z_k (j <= k, in the order of `numpy.triu_indices(r)`), where an entry off the diagonal is for both orders.
The matrix follows from the Jacobian J(z): since A(z) is antisymmetric, the cyclic sum of the symmetrised
coefficients vanishes, and

    A(z) = (J(z) - J(z)^T) / 3,        A(z) z = 1/2 J(z) z

Psi(p) (d, r) holds the modes at a point, each component linear between its own faces and clamped to the
outermost, as in `runtime.smoke.interpolation`; places are tuples as there.

Memory: `rows` holds the coefficients of the products and then nu D, with zeros up to a multiple of eight rows
and columns; it multiplies [z_j z_k, z]. Eight rows at a time, an accumulator each, vectorise.

Limits: nothing here checks shapes. The fast-math flags leave NaN and infinity alone: both are seen.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.base.kernels import Internal, njit
from runtime.smoke.interpolation import (
    FASTMATH,
    Axis,
    Numbers,
    about,
    compiled,
    counted,
    interpolated,
    shifted,
)
from runtime.smoke.velocity_modes import VelocityModes

Array = np.ndarray


class SmokeOperator(NamedTuple):
    """The coefficients and modes of smoke, for kernels."""

    rows: np.ndarray  # see above
    modes: VelocityModes


class SmokeWork(NamedTuple):
    """Working memory of one state's step, for one thread."""

    monomials: np.ndarray  # (padded N + r,) products z_j z_k, then z; N is their number
    product: np.ndarray  # (padded r,) operator times monomials
    rate: np.ndarray  # (dN + r,) rate of change dx/dt: of particle positions, then flow coordinates
    stage: np.ndarray  # (dN + r,) state at which rates are evaluated
    total: np.ndarray  # (dN + r,) weighted sum of the rates, then the next state
    flows: np.ndarray  # (4, r) z at the four Runge-Kutta stages
    predicted: np.ndarray  # (r,) y, predictor of the midpoint step
    middle: np.ndarray  # (r,) m, middle of the midpoint step
    jacobian: np.ndarray  # (r, r) J(y), derivative of dz/dt by z at the predictor
    system: np.ndarray  # (r, r) matrix of the midpoint step, then its LU factors
    flow: np.ndarray  # (6, r, r) scratch of `runtime.smoke.linearisation`: derivatives of z
    carried: np.ndarray  # (6, dN, r) the same: derivatives of positions p by z
    turning: np.ndarray  # (4, N, d, d) the same: derivatives of each position by itself


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
    """Compute y = rows x, eight rows at a time."""
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
    """Write dz/dt (r,) at z."""
    products(z, monomials)
    multiply(rows, monomials, product)
    for i in range(z.size):
        rate[i] = product[i] + w[i]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def advection_jacobian(coefficients: Array, z: Array, out: Array) -> None:
    """Write J(z) (r, r) of the quadratic part, from rows that begin with its coefficients."""
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


@njit(cache=True, fastmath=FASTMATH, error_model="numpy", forceinline=True)
def component(values: Array, place: Numbers, z: Array) -> Internal:
    """The interpolated value of the array `values @ z` at the index coordinates `place`, and its slopes.

    The slopes along the axes are those of the cell of indices that contains the point, and zero in a
    direction that is clamped.
    """
    places = about(values.shape, place)
    corners = corners_of(places, ())
    sums = zeros_of(corners)
    for k in range(z.size):
        sums = added(sums, values, corners, k, z[k])
    return blended(sums, places, place, values.shape)


@compiled
def corners_of(places: Internal, at: Internal) -> Internal:
    """The indices of the 2^d corners about a point, from the result of `about`, the last axis first."""
    if not len(places):
        return lambda places, at: (at,)

    def both(places: Internal, at: Internal) -> Internal:
        i, _ = places[0]
        return corners_of(places[1:], (*at, i)) + corners_of(places[1:], (*at, i + np.uint64(1)))

    return both


@compiled
def zeros_of(corners: Internal) -> Internal:
    """A zero for each corner."""
    if not len(corners):
        return lambda corners: ()
    return lambda corners: (0.0, *zeros_of(corners[1:]))


@compiled
def added(sums: Internal, values: Array, corners: Internal, k: Internal, factor: Internal) -> Internal:
    """The tuple of sums[i] + factor * values[(*corners[i], k)], one for each of `sums`.

    A corner is a tuple of all indices but the last, which is k; the factor is a weight. The recursion is
    unrolled as it is compiled.
    """
    if not len(sums):
        return lambda sums, values, corners, k, factor: ()
    return lambda sums, values, corners, k, factor: (
        sums[0] + values[corners[0] + (k,)] * factor,
        *added(sums[1:], values, corners[1:], k, factor),
    )


@compiled
def blended(corners: Internal, places: Internal, place: Numbers, shape: Numbers) -> Internal:
    """The value and the slopes at a place, from the values at the corners about it."""
    if not len(place):
        return lambda corners, places, place, shape: (corners[0], ())
    half = len(corners) // 2

    def blend(corners: Internal, places: Internal, place: Internal, shape: Internal) -> Internal:
        _, share = places[0]
        low, slopes = blended(corners[:half], places[1:], place[1:], shape[1:])
        high, others = blended(corners[half:], places[1:], place[1:], shape[1:])
        along = high - low if 0.0 <= place[0] <= shape[0] - 1.0 else 0.0
        return low + share * (high - low), (along, *mixed(slopes, others, share))

    return blend


@compiled
def mixed(slopes: Numbers, others: Numbers, share: Internal) -> Internal:
    """The linear interpolation between two tuples."""
    if not len(slopes):
        return lambda slopes, others, share: ()
    return lambda slopes, others, share: (
        slopes[0] + share * (others[0] - slopes[0]),
        *mixed(slopes[1:], others[1:], share),
    )


@njit(cache=True, fastmath=FASTMATH, error_model="numpy", forceinline=True)
def value_at(values: Array, place: Numbers, z: Array) -> Internal:
    """As `component`, without slopes: weights of corners come first, so that one sum over z is enough."""
    places = about(values.shape, place)
    corners, weights, total = corners_of(places, ()), weights_of(places, 1.0), 0.0
    for k in range(z.size):
        total += z[k] * weighed(weights, values, corners, k)
    return total


@compiled
def weights_of(places: Internal, share: Internal) -> Internal:
    """The weight of each of `corners_of` in a linear interpolation, times a share."""
    if not len(places):
        return lambda places, share: (share,)

    def both(places: Internal, share: Internal) -> Internal:
        high = share * places[0][1]
        return weights_of(places[1:], share - high) + weights_of(places[1:], high)

    return both


@compiled
def weighed(weights: Internal, values: Array, corners: Internal, k: Internal) -> Internal:
    """The sum of weights[i] * values[(*corners[i], k)] over the corners."""
    if not len(weights):
        return lambda weights, values, corners, k: 0.0
    return lambda weights, values, corners, k: (
        weights[0] * values[corners[0] + (k,)] + weighed(weights[1:], values, corners[1:], k)
    )


@compiled
def velocity(faces: Internal, place: Numbers, z: Array, axis: Axis) -> Internal:
    """The components of the velocity [m/s] at a point of the flow z, from one axis on, as a tuple.

    `place` is the point in units of cells, `faces` the modes of the remaining components, and `axis` a tuple
    of as many zeros as components came before. As numba unrolls tuples only by recursion, the function
    returns, by the length of `faces`, the code for one component and the recursion to the next.
    """
    if not len(faces):
        return lambda faces, place, z, axis: ()
    return lambda faces, place, z, axis: (
        value_at(faces[0], shifted(place, axis, -0.5), z),
        *velocity(faces[1:], place, z, (*axis, 0)),
    )


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def drift(modes, places, z, rates):
    """Write the particles' velocities (dN,) [m/s] at `places` (dN,) [m] in the flow z (r,) into `rates`."""
    axes = len(modes.spacing)
    for k in range(0, places.size, axes):
        found = velocity(modes.faces, counted(places, k, modes.spacing), z, ())
        for axis in range(axes):
            rates[k + axis] = found[axis]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def gradients(modes, points, z, out):
    """Write velocity gradients (count, component, direction) [1/s] at `points` (count, d) [m] into `out`."""
    for k in range(points.shape[0]):
        put_gradient(modes.faces, modes.spacing, counted(points[k], 0, modes.spacing), z, out[k], ())


@compiled
def put_gradient(
    faces: Internal, spacing: Numbers, place: Numbers, z: Array, out: Array, axis: Axis
) -> Internal:
    """Write the gradients of the components from an axis on, at a place, into rows of `out` (d, d)."""
    if not len(faces):
        return lambda faces, spacing, place, z, out, axis: None
    number = len(axis)

    def put(
        faces: Internal, spacing: Internal, place: Internal, z: Internal, out: Internal, axis: Internal
    ) -> Internal:
        _, slopes = component(faces[0], shifted(place, axis, -0.5), z)
        for direction in range(len(spacing)):
            out[number, direction] = slopes[direction] / spacing[direction]
        put_gradient(faces[1:], spacing, place, z, out, (*axis, 0))

    return put


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def modes_at(modes, points, out):
    """Write Psi at each of `points` (count, d) [m], d rows a point, into `out` (d count, r)."""
    axes = len(modes.spacing)
    for k in range(points.shape[0]):
        put_modes(modes.faces, counted(points[k], 0, modes.spacing), out[axes * k : axes * (k + 1)], ())


@compiled
def put_modes(faces: Internal, place: Numbers, out: Array, axis: Axis) -> Internal:
    """Write each mode's velocity components from axis len(axis) on, at a place, into rows of `out` (d, r).

    A numba overload (see `compiled`), whose recursion over the axes is unrolled as it is compiled.
    """
    if not len(faces):
        return lambda faces, place, out, axis: None
    number = len(axis)

    def put(faces: Internal, place: Internal, out: Internal, axis: Internal) -> Internal:
        row, places = out[number], about(faces[0].shape, shifted(place, axis, -0.5))
        for k in range(row.size):
            row[k] = interpolated(faces[0], places, (), (k,))
        put_modes(faces[1:], place, out, (*axis, 0))

    return put


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def joint_rate(operator: SmokeOperator, work: SmokeWork, x: Array, w: Array, rate: Array) -> None:
    """Write dx/dt (dN + r,) at x."""
    n = x.size - w.size
    flow_rate(operator.rows, work.monomials, work.product, x[n:], w, rate[n:])
    drift(operator.modes, x[:n], x[n:], rate[:n])
