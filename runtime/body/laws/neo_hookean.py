"""Stable neo-Hookean law: finite and smooth, however far an element is squeezed or turned inside out.

[Smith, de Goes, Kim, Stable Neo-Hookean Flesh Simulation, ACM TOG 37 (2018) 12, eq. 14], with I = F:F,
J = det F and k, m for the paper's lambda, mu,

    W = m/2 (I - 3) - m/2 log(I + 1) + k/2 (J - alpha)^2,      alpha = 1 + 3 m / (4 k)

which has no stress at rest, and there has Lamé's mu and lambda if m = 4/3 mu and k = lambda + 5/6 mu (section
3.4). The square is expanded here, less a constant, so that energy is zero at rest and keeps its digits. The
part with lambda is separate, so that the part that a patch does not average resists dilatation as mu E:E
does:

    W = m/2 (I - 3 - log((I + 1) / 4)) - 3/4 m theta + 5/16 m theta^2 + lambda/2 theta^2,     theta = J - 1
    P = m (I - 3) / (4 (I + 1)) F + 3/4 m (F - C) + (5/8 m theta + p) C,     C = dJ/dF,  p = lambda theta

F - C is computed from G, so that at small strain no large numbers cancel. By singular values, with
t = m (1 - 1 / (I + 1)), q = p + 5/8 m theta - 3/4 m and c_i = s_j s_k (section 4 and the appendix there),

    A_ij = (i = j ? t : q s_k) + 2 m / (I + 1)^2 s_i s_j + k c_i c_j
    twist_ij = t + q s_k,     flip_ij = t - q s_k

`runtime.body.laws.law` describes each kernel.
"""

# mypy: disable-error-code="no-untyped-def"
# Kernels carry no annotations: numba infers its own types.

from __future__ import annotations

from math import log1p

from runtime.base.kernels import njit, plain
from runtime.body.laws.spectral import singular, spectral_tangent

FACTOR = 4.0 / 3.0  # m / mu
# coefficients, over m, of theta^2 / 2 and of -theta in the part of the energy that is not averaged
LEAST, LINEAR = 5.0 / 8.0, 3.0 / 4.0


@njit(cache=True)
def _invariant(G):
    """The invariant I - 3."""
    trace = G[0, 0] + G[1, 1] + G[2, 2]
    square = 0.0
    for i in range(3):
        for j in range(3):
            square += G[i, j] * G[i, j]
    return 2.0 * trace + square


@njit(cache=True)
def _minor(G, i, j):
    """The entry (i, j) of the cofactor matrix of G."""
    a, b = (i + 1) % 3, (i + 2) % 3
    c, d = (j + 1) % 3, (j + 2) % 3
    return G[a, c] * G[b, d] - G[a, d] * G[b, c]


@njit(cache=True)
def volume(G):
    """theta = J - 1 = tr G + tr cof G + det G."""
    x, y, z = _minor(G, 0, 0), _minor(G, 0, 1), _minor(G, 0, 2)
    cofactors = x + _minor(G, 1, 1) + _minor(G, 2, 2)
    return G[0, 0] + G[1, 1] + G[2, 2] + cofactors + G[0, 0] * x + G[0, 1] * y + G[0, 2] * z


@njit(cache=True)
def volume_gradient(G, scale, out):
    """Write `scale` times dtheta/dF = C = 1 + (tr G 1 - G^T) + cof G into `out`."""
    trace = G[0, 0] + G[1, 1] + G[2, 2]
    for i in range(3):
        for j in range(3):
            out[i, j] = scale * (_minor(G, i, j) - G[j, i])
        out[i, i] += scale * (1.0 + trace)


@njit(cache=True)
def volumetric(theta, lam, mu):
    """psi = lambda/2 theta^2 and its two derivatives."""
    return 0.5 * lam * theta * theta, lam * theta, lam


@njit(cache=True)
def energy(G, lam, mu):
    """W_shape = m/2 (I - 3 - log((I + 1) / 4)) - 3/4 m theta + 5/16 m theta^2."""
    excess, theta = _invariant(G), volume(G)
    shape = 0.5 * (excess - log1p(0.25 * excess)) - LINEAR * theta
    return FACTOR * mu * (shape + 0.5 * LEAST * theta * theta)


@njit(cache=True)
def stress(G, lam, mu, pressure, P):
    """Write P = m (I - 3) / (4 (I + 1)) F + 3/4 m (F - C) + (5/8 m theta + p) C."""
    m, excess = FACTOR * mu, _invariant(G)
    stretch, balance = 0.25 * m * excess / (excess + 4.0), LINEAR * m
    volume_gradient(G, pressure + LEAST * m * volume(G), P)
    trace = G[0, 0] + G[1, 1] + G[2, 2]
    for i in range(3):
        for j in range(3):
            P[i, j] += stretch * G[i, j] + balance * (G[i, j] + G[j, i] - _minor(G, i, j))
        P[i, i] += stretch - balance * trace


@njit(cache=True)
def _parts(G, mu, pressure, modulus):
    """The factors t, 2 m / (I + 1)^2, q and k of the module's docstring."""
    m, above = FACTOR * mu, _invariant(G) + 4.0
    q = pressure + m * (LEAST * volume(G) - LINEAR)
    return m - m / above, 2.0 * m / (above * above), q, modulus + LEAST * m


@njit(cache=True)
def tangent(G, lam, mu, pressure, modulus, projected, D):
    """t 1 + 2 m / (I + 1)^2 F F^T + q dC/dF + k C C^T, over vectors of nine entries."""
    if projected:
        _projected(G, mu, pressure, modulus, D)
        return
    t, rank_one, q, modulus = _parts(G, mu, pressure, modulus)
    f = (1.0 + G[0, 0], G[0, 1], G[0, 2], G[1, 0], 1.0 + G[1, 1], G[1, 2], G[2, 0], G[2, 1], 1.0 + G[2, 2])
    c = (
        f[4] * f[8] - f[5] * f[7], f[5] * f[6] - f[3] * f[8], f[3] * f[7] - f[4] * f[6],
        f[7] * f[2] - f[8] * f[1], f[8] * f[0] - f[6] * f[2], f[6] * f[1] - f[7] * f[0],
        f[1] * f[5] - f[2] * f[4], f[2] * f[3] - f[0] * f[5], f[0] * f[4] - f[1] * f[3],
    )  # fmt: skip
    for row in range(9):
        x, y = rank_one * f[row], modulus * c[row]
        for column in range(row + 1):
            D[row, column] = D[column, row] = x * f[column] + y * c[column]
        D[row, row] += t
    for i in range(3):  # dC_ij/dF_kl: the signed entry of F outside both rows and columns
        k, o = (i + 1) % 3, (i + 2) % 3
        for j in range(3):
            l, n = (j + 1) % 3, (j + 2) % 3  # noqa: E741 - the formula's own letter
            D[3 * i + j, 3 * k + l] += q * f[3 * o + n]
            D[3 * k + l, 3 * i + j] += q * f[3 * o + n]
            D[3 * i + j, 3 * k + n] -= q * f[3 * o + l]
            D[3 * k + n, 3 * i + j] -= q * f[3 * o + l]


@njit(cache=True)
def _projected(G, mu, pressure, modulus, D):
    t, rank_one, q, modulus = _parts(G, mu, pressure, modulus)
    u, (x, y, z), _, v = singular(G)
    a, b, c = y * z, x * z, x * y
    scaling = (
        t + rank_one * x * x + modulus * a * a, t + rank_one * y * y + modulus * b * b,
        t + rank_one * z * z + modulus * c * c, rank_one * y * z + q * x + modulus * b * c,
        rank_one * x * z + q * y + modulus * a * c, rank_one * x * y + q * z + modulus * a * b,
    )  # fmt: skip
    flip, twist = (t - q * x, t - q * y, t - q * z), (t + q * x, t + q * y, t + q * z)
    spectral_tangent(u, v, scaling, flip, twist, plain(True), D)
