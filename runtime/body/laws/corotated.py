"""Corotated linear elasticity: Hooke's law in a frame that turns with the element.

With the polar decomposition F = R Y, R a rotation, Y = 1 + Z symmetric (as in other simulators),

    W = mu |F - R|^2 + lambda/2 theta^2,     theta = tr Z,     P = R (2 mu Z + lambda theta 1)

[Sifakis, Barbič, FEM Simulation of 3D Deformable Solids, SIGGRAPH 2012 courses, section 3.4], with Lamé's own
constants. With p = dW/dtheta the exact tangent, which includes the rotation of R, is

    D = 2 mu 1 + modulus vec(R) vec(R)^T + (p - 2 mu) T X T^T,     X = (tr(Y) 1 - Y)^-1

where T (9, 3) has the changes of R as it turns about each axis, dR = T w: its row for entry (i, j) is the
cross product of R's row i and axis j. In terms of singular values X has the eigenvalues 1 / (s_i + s_j), so
that the tangent has

    A_ij = lambda + (i = j ? 2 mu : 0)
    flip_ij = 2 mu,     twist_ij = 2 (mu (s_i + s_j - 2) + p) / (s_i + s_j)

R is found by Newton's iteration R <- (R + R^-T) / 2 from F, which needs four or five rounds [Higham,
Computing the Polar Decomposition - with Applications, SIAM J. Sci. Stat. Comput. 7 (1986) 4]. Z then follows
from (1 + Z)^2 = 1 + 2 E, so that it keeps its digits at small strain. Singular values are used for elements
that are inverted or nearly flat, and for those whose tangent is indefinite and has to be projected.

Limits: the law resists inversion with a finite force, and the force is linear in the stretch, however large.
Where two singular values are opposite (in an element that is turned inside out) the frame jumps; twists are
computed there as if their sum were SMALLEST. `runtime.body.laws.law` describes each kernel.
"""

# mypy: disable-error-code="no-untyped-def"
# Kernels carry no annotations: numba infers its own types.

from __future__ import annotations

from runtime.base.kernels import njit
from runtime.body.laws.spectral import compose, doubled_strain, singular, spectral_tangent

SMALLEST = 1e-6  # smallest sum of two singular values that is used as a divisor
FLAT = 1e-3  # below this det F, R is computed from singular values
ROUNDS = 20  # most Newton iterations; six suffice unless a stretch is above 4
SETTLED = 1e-16  # squared change of R in an iteration; the next one would be within rounding


@njit(cache=True, error_model="numpy")
def _frame(G):
    """R (nine entries, row by row), Z (six entries, as in `spectral`), and whether F is far from flat."""
    a, b, c = 1.0 + G[0, 0], G[0, 1], G[0, 2]
    d, e, f = G[1, 0], 1.0 + G[1, 1], G[1, 2]
    g, h, i = G[2, 0], G[2, 1], 1.0 + G[2, 2]
    settled = False
    for turn in range(ROUNDS):
        A, B, C = e * i - f * h, f * g - d * i, d * h - e * g
        D, E, F = c * h - b * i, a * i - c * g, b * g - a * h
        H, J, K = b * f - c * e, c * d - a * f, a * e - b * d
        volume = a * A + b * B + c * C
        if turn == 0 and not volume > FLAT:
            break
        share = 0.5 / volume
        A, B, C = share * A - 0.5 * a, share * B - 0.5 * b, share * C - 0.5 * c
        D, E, F = share * D - 0.5 * d, share * E - 0.5 * e, share * F - 0.5 * f
        H, J, K = share * H - 0.5 * g, share * J - 0.5 * h, share * K - 0.5 * i
        a, b, c, d, e, f, g, h, i = a + A, b + B, c + C, d + D, e + E, f + F, g + H, h + J, i + K
        if A * A + B * B + C * C + D * D + E * E + F * F + H * H + J * J + K * K <= SETTLED:
            settled = True
            break
    R, m = (a, b, c, d, e, f, g, h, i), doubled_strain(G)
    x = a * (1.0 + G[0, 0]) + d * G[1, 0] + g * G[2, 0] - 1.0  # R^T F - 1
    y = b * G[0, 1] + e * (1.0 + G[1, 1]) + h * G[2, 1] - 1.0
    z = c * G[0, 2] + f * G[1, 2] + i * (1.0 + G[2, 2]) - 1.0
    yz = b * G[0, 2] + e * G[1, 2] + h * (1.0 + G[2, 2])
    xz = a * G[0, 2] + d * G[1, 2] + g * (1.0 + G[2, 2])
    xy = a * G[0, 1] + d * (1.0 + G[1, 1]) + g * G[2, 1]
    Z = (  # Z = E - Z^2 / 2, with Z = R^T F - 1 on the right
        0.5 * (m[0] - x * x - xy * xy - xz * xz),
        0.5 * (m[1] - xy * xy - y * y - yz * yz),
        0.5 * (m[2] - xz * xz - yz * yz - z * z),
        0.5 * (m[3] - xy * xz - y * yz - yz * z),
        0.5 * (m[4] - x * xz - xy * yz - xz * z),
        0.5 * (m[5] - x * xy - xy * y - xz * yz),
    )
    return R, Z, settled


@njit(cache=True)
def volume(G):
    """theta = tr(R^T F) - 3 = tr Z, the sum of s_i - 1."""
    _, Z, far = _frame(G)
    if far:
        return Z[0] + Z[1] + Z[2]
    _, _, (x, y, z), _ = singular(G)
    return x + y + z


@njit(cache=True)
def _turned(R, Z, scale, pressure, out):
    """Write R (scale Z + pressure 1) into `out`."""
    x, y, z = scale * Z[0] + pressure, scale * Z[1] + pressure, scale * Z[2] + pressure
    yz, xz, xy = scale * Z[3], scale * Z[4], scale * Z[5]
    for row, (a, b, c) in enumerate((R[:3], R[3:6], R[6:])):
        out[row, 0] = a * x + b * xy + c * xz
        out[row, 1] = a * xy + b * y + c * yz
        out[row, 2] = a * xz + b * yz + c * z


@njit(cache=True)
def volume_gradient(G, scale, out):
    """Write `scale` times dtheta/dF = R into `out`."""
    stress(G, 0.0, 0.0, scale, out)


@njit(cache=True)
def volumetric(theta, lam, mu):
    """psi = lambda/2 theta^2 and its two derivatives."""
    return 0.5 * lam * theta * theta, lam * theta, lam


@njit(cache=True)
def energy(G, lam, mu):
    """W_shape = mu |F - R|^2 = mu |Z|^2."""
    _, Z, far = _frame(G)
    if far:
        square = Z[3] * Z[3] + Z[4] * Z[4] + Z[5] * Z[5]
        return mu * (Z[0] * Z[0] + Z[1] * Z[1] + Z[2] * Z[2] + 2.0 * square)
    _, _, (x, y, z), _ = singular(G)
    return mu * (x * x + y * y + z * z)


@njit(cache=True)
def stress(G, lam, mu, pressure, P):
    """Write P = 2 mu (F - R) + p R."""
    R, Z, far = _frame(G)
    if far:
        _turned(R, Z, 2.0 * mu, pressure, P)
        return
    u, _, (x, y, z), v = singular(G)
    compose(u, v, (2.0 * mu * x + pressure, 2.0 * mu * y + pressure, 2.0 * mu * z + pressure), P)


@njit(cache=True)
def tangent(G, lam, mu, pressure, modulus, projected, D):
    """Write D = 2 mu 1 + modulus vec(R) vec(R)^T + (p - 2 mu) T X T^T; see the module's docstring."""
    R, Z, far = _frame(G)
    if not far or (projected and not _definite(Z, mu, pressure)):
        _spectral(G, mu, pressure, modulus, projected, D)
        return
    x, y, z = 2.0 + Z[1] + Z[2], 2.0 + Z[0] + Z[2], 2.0 + Z[0] + Z[1]  # entries of tr(Y) 1 - Y
    yz, xz, xy = -Z[3], -Z[4], -Z[5]
    a, b, c = y * z - yz * yz, xz * yz - xy * z, xy * yz - xz * y
    share = (pressure - 2.0 * mu) / (x * a + xy * b + xz * c)
    X = (  # (p - 2 mu) (tr(Y) 1 - Y)^-1
        share * a, share * (x * z - xz * xz), share * (x * y - xy * xy),
        share * (xy * xz - x * yz), share * c, share * b,
    )  # fmt: skip
    r0, r1, r2 = R[:3], R[3:6], R[6:]
    T = (
        (0.0, r0[2], -r0[1]), (-r0[2], 0.0, r0[0]), (r0[1], -r0[0], 0.0),
        (0.0, r1[2], -r1[1]), (-r1[2], 0.0, r1[0]), (r1[1], -r1[0], 0.0),
        (0.0, r2[2], -r2[1]), (-r2[2], 0.0, r2[0]), (r2[1], -r2[0], 0.0),
    )  # fmt: skip
    for row in range(9):
        t, rest = T[row], modulus * R[row]
        u = X[0] * t[0] + X[5] * t[1] + X[4] * t[2]
        v = X[5] * t[0] + X[1] * t[1] + X[3] * t[2]
        w = X[4] * t[0] + X[3] * t[1] + X[2] * t[2]
        for column in range(row + 1):
            o = T[column]
            D[row, column] = D[column, row] = rest * R[column] + u * o[0] + v * o[1] + w * o[2]
        D[row, row] += 2.0 * mu


@njit(cache=True)
def _definite(Z, mu, pressure):
    """Whether all twists are positive: s_i + s_j > 2 - p / mu, by minors of tr(Y) 1 - Y less that."""
    least = -pressure / mu
    x, y, z = Z[1] + Z[2] - least, Z[0] + Z[2] - least, Z[0] + Z[1] - least
    minor = x * y - Z[5] * Z[5]
    whole = z * minor - x * Z[3] * Z[3] - y * Z[4] * Z[4] - 2.0 * Z[3] * Z[4] * Z[5]
    return x > 0.0 and minor > 0.0 and whole > 0.0


@njit(cache=True)
def _twist(mu, pressure, s, t, x, y):
    return 2.0 * (mu * (x + y) + pressure) / max(s + t, SMALLEST)


@njit(cache=True)
def _spectral(G, mu, pressure, modulus, projected, D):
    """Write the tangent by singular values."""
    u, s, (x, y, z), v = singular(G)
    own, flip = 2.0 * mu + modulus, 2.0 * mu
    scaling = own, own, own, modulus, modulus, modulus
    twist = (
        _twist(mu, pressure, s[1], s[2], y, z),
        _twist(mu, pressure, s[0], s[2], x, z),
        _twist(mu, pressure, s[0], s[1], x, y),
    )
    spectral_tangent(u, v, scaling, (flip, flip, flip), twist, projected, D)
