"""Signed singular values of F = 1 + G, and the tangent of an isotropic law by them.

F = U diag(s) V^T with rotations U, V, so that an inverted element has one negative s, the smallest in size.
An isotropic energy w(s_0, s_1, s_2) then has the tangent, for matrices e_ij = u_i v_j^T,

    D = sum_ij A_ij e_ii e_jj^T + sum_(i<j) flip_ij (e_ij + e_ji)(e_ij + e_ji)^T / 2
                                + sum_(i<j) twist_ij (e_ij - e_ji)(e_ij - e_ji)^T / 2
    A_ij = d2w/ds_i ds_j,   flip_ij = (w_i - w_j) / (s_i - s_j),   twist_ij = (w_i + w_j) / (s_i + s_j)

with w_i = dw/ds_i [Smith, de Goes, Kim, Analytic Eigensystems for Isotropic Distortion Energies, ACM TOG 38
(2019) 3, sections 4 and 5]. Flips and twists are eigenvalues of D, the other three are A's. The projected D
has zeros for negative eigenvalues; it is the nearest positive semidefinite matrix.

V is found by Jacobi rotations of 2 E = G + G^T + G^T G, so that at small strain s - 1 keeps its digits; where
the element is nearly flat that is not exact enough, and further rotations make the columns of F V orthogonal.
The column of U for a singular value that vanishes is the one that completes the rotation.

Layout: symmetric 3 x 3 matrices are tuples (00, 11, 22, 12, 02, 01); columns of U and V are tuples; pairs in
the order (1, 2), (0, 2), (0, 1), that is, by the index that is left out. D is (9, 9) over F's entries, row by
row. Nothing is allocated.
"""

# mypy: disable-error-code="no-untyped-def"
# Kernels carry no annotations: numba infers its own types.

from __future__ import annotations

from math import hypot, sqrt

from runtime.base.kernels import njit

SWEEPS = 12  # most Jacobi sweeps of three rotations; five sufficed for all matrices tried
ORTHOGONAL = 2e-15  # cosine of two columns that count as orthogonal, within rounding
TINY = 1e-280  # lengths below this are not divided by


@njit(cache=True)
def dot(a, b):
    """The scalar product of two vectors."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@njit(cache=True)
def cross(a, b):
    """The cross product of two vectors."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@njit(cache=True)
def _turned(a, b, c, s):
    """Two vectors of a basis, rotated in their plane: c a - s b and s a + c b."""
    first = c * a[0] - s * b[0], c * a[1] - s * b[1], c * a[2] - s * b[2]
    return first, (s * a[0] + c * b[0], s * a[1] + c * b[1], s * a[2] + c * b[2])


@njit(cache=True)
def _angle(pp, qq, pq):
    """Tangent, cosine and sine of the Jacobi rotation of a symmetric (pp, qq; pq)."""
    half = 0.5 * (qq - pp)
    t = pq / (half + hypot(half, pq)) if half >= 0.0 else pq / (half - hypot(half, pq))
    c = 1.0 / sqrt(1.0 + t * t)
    return t, c, c * t


@njit(cache=True)
def eigensystem(m):
    """Eigenvalues and eigenvectors of a symmetric matrix (six entries); the vectors form a rotation."""
    xx, yy, zz, yz, xz, xy = m
    a, b, c = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
    size = abs(xx) + abs(yy) + abs(zz) + abs(yz) + abs(xz) + abs(xy)
    for _ in range(SWEEPS):
        if abs(yz) + abs(xz) + abs(xy) <= 1e-17 * size:
            break
        if xy != 0.0:
            t, cos, sin = _angle(xx, yy, xy)
            xx, yy, xy, xz, yz = xx - t * xy, yy + t * xy, 0.0, cos * xz - sin * yz, sin * xz + cos * yz
            a, b = _turned(a, b, cos, sin)
        if xz != 0.0:
            t, cos, sin = _angle(xx, zz, xz)
            xx, zz, xz, xy, yz = xx - t * xz, zz + t * xz, 0.0, cos * xy - sin * yz, sin * xy + cos * yz
            a, c = _turned(a, c, cos, sin)
        if yz != 0.0:
            t, cos, sin = _angle(yy, zz, yz)
            yy, zz, yz, xy, xz = yy - t * yz, zz + t * yz, 0.0, cos * xy - sin * xz, sin * xy + cos * xz
            b, c = _turned(b, c, cos, sin)
    return (xx, yy, zz), (a, b, c)


@njit(cache=True)
def _column(G, v):
    """The product F v."""
    return (
        v[0] + G[0, 0] * v[0] + G[0, 1] * v[1] + G[0, 2] * v[2],
        v[1] + G[1, 0] * v[0] + G[1, 1] * v[1] + G[1, 2] * v[2],
        v[2] + G[2, 0] * v[0] + G[2, 1] * v[1] + G[2, 2] * v[2],
    )


@njit(cache=True)
def _orthogonal(a, b, v, w):
    """Rotate the columns a, b of F V, and v, w of V, so that a and b are orthogonal.

    Returns the four columns, and whether a and b were orthogonal before.
    """
    pp, qq, pq = dot(a, a), dot(b, b), dot(a, b)
    if pq * pq <= ORTHOGONAL * ORTHOGONAL * pp * qq or abs(pq) < TINY:
        return a, b, v, w, True
    _, cos, sin = _angle(pp, qq, pq)
    a, b = _turned(a, b, cos, sin)
    v, w = _turned(v, w, cos, sin)
    return a, b, v, w, False


@njit(cache=True)
def doubled_strain(G):
    """The doubled strain 2 E = G + G^T + G^T G, six entries."""
    return (
        2.0 * G[0, 0] + G[0, 0] * G[0, 0] + G[1, 0] * G[1, 0] + G[2, 0] * G[2, 0],
        2.0 * G[1, 1] + G[0, 1] * G[0, 1] + G[1, 1] * G[1, 1] + G[2, 1] * G[2, 1],
        2.0 * G[2, 2] + G[0, 2] * G[0, 2] + G[1, 2] * G[1, 2] + G[2, 2] * G[2, 2],
        G[1, 2] + G[2, 1] + G[0, 1] * G[0, 2] + G[1, 1] * G[1, 2] + G[2, 1] * G[2, 2],
        G[0, 2] + G[2, 0] + G[0, 0] * G[0, 2] + G[1, 0] * G[1, 2] + G[2, 0] * G[2, 2],
        G[0, 1] + G[1, 0] + G[0, 0] * G[0, 1] + G[1, 0] * G[1, 1] + G[2, 0] * G[2, 1],
    )


@njit(cache=True)
def _unit(a, other):
    """`a` scaled to length 1; where its length is zero, a unit vector orthogonal to `other`."""
    length = sqrt(dot(a, a))
    if length > TINY:
        return a[0] / length, a[1] / length, a[2] / length
    x, y, z = abs(other[0]), abs(other[1]), abs(other[2])
    axis = (1.0, 0.0, 0.0) if x <= y and x <= z else ((0.0, 1.0, 0.0) if y <= z else (0.0, 0.0, 1.0))
    return _unit_of(cross(other, axis))


@njit(cache=True)
def _unit_of(a):
    length = sqrt(dot(a, a))
    return a[0] / length, a[1] / length, a[2] / length


@njit(cache=True)
def singular(G):
    """U by columns, s, s - 1 to full precision at small strain, and V by columns."""
    m = doubled_strain(G)
    _, v = eigensystem(m)
    v0, v1, v2 = v
    a0, a1, a2 = _column(G, v0), _column(G, v1), _column(G, v2)
    for _ in range(SWEEPS):
        a0, a1, v0, v1, first = _orthogonal(a0, a1, v0, v1)
        a0, a2, v0, v2, second = _orthogonal(a0, a2, v0, v2)
        a1, a2, v1, v2, third = _orthogonal(a1, a2, v1, v2)
        if first and second and third:
            break
    l0, l1, l2 = dot(a0, a0), dot(a1, a1), dot(a2, a2)
    if l2 <= l0 and l2 <= l1:
        u0, u1, u2 = _frame(a0, a1, l0, l1)
    elif l0 <= l1:
        u1, u2, u0 = _frame(a1, a2, l1, l2)
    else:
        u2, u0, u1 = _frame(a2, a0, l2, l0)
    s = dot(u0, a0), dot(u1, a1), dot(u2, a2)
    strains = _excess(m, v0, s[0]), _excess(m, v1, s[1]), _excess(m, v2, s[2])
    return (u0, u1, u2), s, strains, (v0, v1, v2)


@njit(cache=True)
def _frame(a, b, aa, bb):
    """A right-handed orthonormal frame whose first two vectors are along orthogonal a and b.

    One of the two may be zero; aa and bb are their squared lengths.
    """
    if aa >= bb:
        first = _unit(a, (1.0, 0.0, 0.0)) if aa > 0.0 else (1.0, 0.0, 0.0)
        second = _unit(b, first)
    else:
        second = _unit(b, (1.0, 0.0, 0.0))
        first = _unit(a, second)
    return first, second, cross(first, second)


@njit(cache=True)
def _excess(m, v, s):
    """s - 1, computed from v^T (2 E) v = s^2 - 1 unless s is negative or zero."""
    if s <= 0.0:
        return s - 1.0
    along = m[0] * v[0] * v[0] + m[1] * v[1] * v[1] + m[2] * v[2] * v[2]
    along += 2.0 * (m[3] * v[1] * v[2] + m[4] * v[0] * v[2] + m[5] * v[0] * v[1])
    return along / (1.0 + s)


@njit(cache=True)
def compose(u, v, diagonal, P):
    """Write P = U diag V^T."""
    for a in range(3):
        for b in range(3):
            P[a, b] = (
                diagonal[0] * u[0][a] * v[0][b]
                + diagonal[1] * u[1][a] * v[1][b]
                + diagonal[2] * u[2][a] * v[2][b]
            )


@njit(cache=True)
def _positive(m):
    """The nearest positive semidefinite matrix to a symmetric one (six entries)."""
    e, (a, b, c) = eigensystem(m)
    x, y, z = max(e[0], 0.0), max(e[1], 0.0), max(e[2], 0.0)
    return (
        x * a[0] * a[0] + y * b[0] * b[0] + z * c[0] * c[0],
        x * a[1] * a[1] + y * b[1] * b[1] + z * c[1] * c[1],
        x * a[2] * a[2] + y * b[2] * b[2] + z * c[2] * c[2],
        x * a[1] * a[2] + y * b[1] * b[2] + z * c[1] * c[2],
        x * a[0] * a[2] + y * b[0] * b[2] + z * c[0] * c[2],
        x * a[0] * a[1] + y * b[0] * b[1] + z * c[0] * c[1],
    )


@njit(cache=True)
def spectral_tangent(u, v, scaling, flip, twist, projected, D):
    """Write D (9, 9), see the module; `scaling` is A (six entries), `flip` and `twist` are by pair."""
    if projected:
        scaling = _positive(scaling)
        flip = max(flip[0], 0.0), max(flip[1], 0.0), max(flip[2], 0.0)
        twist = max(twist[0], 0.0), max(twist[1], 0.0), max(twist[2], 0.0)
    for row in range(9):
        a, b = row // 3, row % 3
        e = u[0][a] * v[0][b], u[1][a] * v[1][b], u[2][a] * v[2][b]
        up = u[1][a] * v[2][b], u[0][a] * v[2][b], u[0][a] * v[1][b]
        down = u[2][a] * v[1][b], u[2][a] * v[0][b], u[1][a] * v[0][b]
        x = scaling[0] * e[0] + scaling[5] * e[1] + scaling[4] * e[2]
        y = scaling[5] * e[0] + scaling[1] * e[1] + scaling[3] * e[2]
        z = scaling[4] * e[0] + scaling[3] * e[1] + scaling[2] * e[2]
        f0, f1, f2 = flip[0] * (up[0] + down[0]), flip[1] * (up[1] + down[1]), flip[2] * (up[2] + down[2])
        t0, t1, t2 = twist[0] * (up[0] - down[0]), twist[1] * (up[1] - down[1]), twist[2] * (up[2] - down[2])
        p0, p1, p2 = 0.5 * (f0 + t0), 0.5 * (f1 + t1), 0.5 * (f2 + t2)
        q0, q1, q2 = 0.5 * (f0 - t0), 0.5 * (f1 - t1), 0.5 * (f2 - t2)
        for column in range(row + 1):
            c, d = column // 3, column % 3
            total = x * u[0][c] * v[0][d] + y * u[1][c] * v[1][d] + z * u[2][c] * v[2][d]
            total += p0 * u[1][c] * v[2][d] + p1 * u[0][c] * v[2][d] + p2 * u[0][c] * v[1][d]
            total += q0 * u[2][c] * v[1][d] + q1 * u[2][c] * v[0][d] + q2 * u[1][c] * v[0][d]
            D[row, column] = D[column, row] = total
