"""St. Venant-Kirchhoff law: stress is linear in the Green strain E = 1/2 (F^T F - 1).

    W = mu E:E + lambda/2 theta^2,   theta = tr E,   P = F (2 mu E + lambda theta 1)

with Lamé's own constants. By singular values, with E_i = (s_i^2 - 1) / 2 and p = dW/dtheta,

    A_ii = 2 mu E_i + p + 2 mu s_i^2 + lambda s_i^2,     A_ij = lambda s_i s_j
    flip_ij = p + mu (s_i^2 + s_i s_j + s_j^2 - 1),      twist_ij = p + mu (s_i^2 - s_i s_j + s_j^2 - 1)

Limits: a bar that is compressed to a stretch below 1 / sqrt(3) = 0.58 softens; nothing keeps an element from
turning inside out. `runtime.body.laws.law` describes each kernel.
"""

# mypy: disable-error-code="no-untyped-def"
# Kernels carry no annotations: numba infers its own types.

from __future__ import annotations

from runtime.base.kernels import njit, plain
from runtime.body.laws.spectral import doubled_strain, singular, spectral_tangent


@njit(cache=True)
def volume(G):
    """theta = tr E."""
    m = doubled_strain(G)
    return 0.5 * (m[0] + m[1] + m[2])


@njit(cache=True)
def volume_gradient(G, scale, out):
    """Write `scale` times dtheta/dF = F into `out`."""
    for i in range(3):
        for j in range(3):
            out[i, j] = scale * G[i, j]
        out[i, i] += scale


@njit(cache=True)
def volumetric(theta, lam, mu):
    """psi = lambda/2 theta^2 and its two derivatives."""
    return 0.5 * lam * theta * theta, lam * theta, lam


@njit(cache=True)
def energy(G, lam, mu):
    """W_shape = mu E:E."""
    m = doubled_strain(G)
    square = m[0] * m[0] + m[1] * m[1] + m[2] * m[2]
    return 0.25 * mu * (square + 2.0 * (m[3] * m[3] + m[4] * m[4] + m[5] * m[5]))


@njit(cache=True)
def _second_stress(G, mu, pressure):
    """The second Piola-Kirchhoff stress S = 2 mu E + p 1, six entries."""
    m = doubled_strain(G)
    xx, yy, zz = mu * m[0] + pressure, mu * m[1] + pressure, mu * m[2] + pressure
    return xx, yy, zz, mu * m[3], mu * m[4], mu * m[5]


@njit(cache=True)
def stress(G, lam, mu, pressure, P):
    """Write P = F (2 mu E + p 1)."""
    xx, yy, zz, yz, xz, xy = _second_stress(G, mu, pressure)
    for i in range(3):
        x, y, z = G[i, 0] + (i == 0), G[i, 1] + (i == 1), G[i, 2] + (i == 2)
        P[i, 0], P[i, 1], P[i, 2] = (
            x * xx + y * xy + z * xz,
            x * xy + y * yy + z * yz,
            x * xz + y * yz + z * zz,
        )


@njit(cache=True)
def tangent(G, lam, mu, pressure, modulus, projected, D):
    """Write D_ij,kl = d_ik S_jl + mu (F F^T)_ik d_jl + mu F_il F_kj + modulus F_ij F_kl."""
    if projected:
        _projected(G, mu, pressure, modulus, D)
        return
    xx, yy, zz, yz, xz, xy = _second_stress(G, mu, pressure)
    s = (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)
    f = (
        (1.0 + G[0, 0], G[0, 1], G[0, 2]),
        (G[1, 0], 1.0 + G[1, 1], G[1, 2]),
        (G[2, 0], G[2, 1], 1.0 + G[2, 2]),
    )
    for i in range(3):
        for k in range(i + 1):
            square = mu * (f[i][0] * f[k][0] + f[i][1] * f[k][1] + f[i][2] * f[k][2])
            for j in range(3):
                for l in range(3):  # noqa: E741 - the formula's own letter
                    entry = mu * f[i][l] * f[k][j] + modulus * f[i][j] * f[k][l]
                    if i == k:
                        entry += s[j][l]
                    if j == l:
                        entry += square
                    D[3 * i + j, 3 * k + l] = D[3 * k + l, 3 * i + j] = entry


@njit(cache=True)
def _projected(G, mu, pressure, modulus, D):
    u, (x, y, z), _, v = singular(G)
    base = pressure - mu
    own = base + 3.0 * mu * x * x, base + 3.0 * mu * y * y, base + 3.0 * mu * z * z
    scaling = (
        own[0] + modulus * x * x, own[1] + modulus * y * y, own[2] + modulus * z * z,
        modulus * y * z, modulus * x * z, modulus * x * y,
    )  # fmt: skip
    squares = base + mu * (y * y + z * z), base + mu * (x * x + z * z), base + mu * (x * x + y * y)
    flip = squares[0] + mu * y * z, squares[1] + mu * x * z, squares[2] + mu * x * y
    twist = squares[0] - mu * y * z, squares[1] - mu * x * z, squares[2] - mu * x * y
    spectral_tangent(u, v, scaling, flip, twist, plain(True), D)
