"""Forces and blocks of linear St. Venant-Kirchhoff tetrahedra, written out: faster than through tangents.

An element of rest volume V has constant shape gradients g_a and the displacement gradient
G = sum_a u_a g_a^T. With Lamé's constants lambda, mu and h_a = F g_a:

    F = I + G,    E = 1/2 (G + G^T + G^T G),    S = lambda tr(E) I + 2 mu E
    force on vertex a      f_a  = V F S g_a
    block of vertices a, b K_ab = V [(g_a . S g_b) I + lambda h_a h_b^T + mu h_b h_a^T + mu (g_a . g_b) F F^T]

f_a is the derivative of V (lambda/2 tr(E)^2 + mu E:E) by u_a, K_ab that of f_a by u_b.
The strain is taken from G, since F^T F - I loses half the digits at small motion.
`offline.full.body.elements.law`, which has other laws, projected stiffness and patches, gives the same here.
"""

# mypy: disable-error-code="no-untyped-def"
# Kernels carry no annotations: numba infers its own types.

from __future__ import annotations

from offline.full.body.elements.parts import keep
from runtime.base.kernels import njit, plain

BLOCKS = 10  # pairs of an element's four vertices, diagonal ones included


@njit(cache=True)
def _dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@njit(cache=True)
def _scaled(factor, a):
    return factor * a[0], factor * a[1], factor * a[2]


@njit(cache=True)
def _apply(rows, a):
    return _dot(rows[0], a), _dot(rows[1], a), _dot(rows[2], a)


@njit(cache=True)
def _gradient_row(data, element, axis):
    """Return a row of G: the sum over the four vertices of displacement times shape gradient."""
    x = y = z = 0.0
    for a in range(4):
        u = data.displacement[3 * data.slots[element, a] + axis]
        x += u * data.gradients[element, a, 0]
        y += u * data.gradients[element, a, 1]
        z += u * data.gradients[element, a, 2]
    return x, y, z


@njit(cache=True)
def _strain(data, element):
    """Return the rows of F and the six entries of the Green strain: xx, yy, zz, yz, xz, xy."""
    g0 = _gradient_row(data, element, plain(0))
    g1 = _gradient_row(data, element, plain(1))
    g2 = _gradient_row(data, element, plain(2))
    xx = g0[0] + 0.5 * (g0[0] * g0[0] + g1[0] * g1[0] + g2[0] * g2[0])
    yy = g1[1] + 0.5 * (g0[1] * g0[1] + g1[1] * g1[1] + g2[1] * g2[1])
    zz = g2[2] + 0.5 * (g0[2] * g0[2] + g1[2] * g1[2] + g2[2] * g2[2])
    yz = 0.5 * (g1[2] + g2[1] + g0[1] * g0[2] + g1[1] * g1[2] + g2[1] * g2[2])
    xz = 0.5 * (g0[2] + g2[0] + g0[0] * g0[2] + g1[0] * g1[2] + g2[0] * g2[2])
    xy = 0.5 * (g0[1] + g1[0] + g0[0] * g0[1] + g1[0] * g1[1] + g2[0] * g2[1])
    rows = (1.0 + g0[0], g0[1], g0[2]), (g1[0], 1.0 + g1[1], g1[2]), (g2[0], g2[1], 1.0 + g2[2])
    return rows, (xx, yy, zz, yz, xz, xy)


@njit(cache=True)
def _weighted_stress(data, element, strain):
    """Return the rows of V S."""
    first = data.volumes[element] * data.lame[element, 0] * (strain[0] + strain[1] + strain[2])
    second = 2.0 * data.volumes[element] * data.lame[element, 1]
    xx, yy, zz = first + second * strain[0], first + second * strain[1], first + second * strain[2]
    yz, xz, xy = second * strain[3], second * strain[4], second * strain[5]
    return (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)


@njit(cache=True)
def _vertex(data, element, a, rows, stress):
    """Return g_a, h_a = F g_a and V S g_a."""
    g_a = data.gradients[element, a, 0], data.gradients[element, a, 1], data.gradients[element, a, 2]
    return g_a, _apply(rows, g_a), _apply(stress, g_a)


@njit(cache=True)
def _store_force(data, source, rows, vertex):
    force = _apply(rows, vertex[2])
    for axis in range(3):
        data.forces[source, axis] = force[axis]


@njit(cache=True)
def _keep_block(data, source, vertex_a, vertex_b, weights, cross, adding):
    """Add block K_ab, by columns, to its sum, or store it; weights: V lambda, V mu; cross: F F^T."""
    g_a, h_a, _ = vertex_a
    g_b, h_b, stress_b = vertex_b
    along, product = _dot(g_a, stress_b), weights[1] * _dot(g_a, g_b)
    first, second = _scaled(weights[0], h_b), _scaled(weights[1], h_b)
    b0 = along + (first[0] + second[0]) * h_a[0] + product * cross[0]
    b1 = first[0] * h_a[1] + second[1] * h_a[0] + product * cross[5]
    b2 = first[0] * h_a[2] + second[2] * h_a[0] + product * cross[4]
    b3 = first[1] * h_a[0] + second[0] * h_a[1] + product * cross[5]
    b4 = along + (first[1] + second[1]) * h_a[1] + product * cross[1]
    b5 = first[1] * h_a[2] + second[2] * h_a[1] + product * cross[3]
    b6 = first[2] * h_a[0] + second[0] * h_a[2] + product * cross[4]
    b7 = first[2] * h_a[1] + second[1] * h_a[2] + product * cross[3]
    b8 = along + (first[2] + second[2]) * h_a[2] + product * cross[2]
    keep(data, source, (b0, b1, b2, b3, b4, b5, b6, b7, b8), adding)


@njit(cache=True)
def _cross(rows):
    """Return the entries of F F^T: xx, yy, zz, yz, xz, xy."""
    r0, r1, r2 = rows
    return _dot(r0, r0), _dot(r1, r1), _dot(r2, r2), _dot(r1, r2), _dot(r0, r2), _dot(r0, r1)


@njit(cache=True)
def stvk_element(data, element, with_blocks, adding):
    """Compute forces and blocks of one element, written out: six times faster than loops."""
    rows, strain = _strain(data, element)
    stress = _weighted_stress(data, element, strain)
    one, two, three = plain(1), plain(2), plain(3)  # literals would be compiled as separate argument types
    v0, v1 = _vertex(data, element, plain(0), rows, stress), _vertex(data, element, one, rows, stress)
    v2, v3 = _vertex(data, element, two, rows, stress), _vertex(data, element, three, rows, stress)
    _store_force(data, 4 * element, rows, v0)
    _store_force(data, 4 * element + 1, rows, v1)
    _store_force(data, 4 * element + 2, rows, v2)
    _store_force(data, 4 * element + 3, rows, v3)
    if not with_blocks:
        return
    weights = data.volumes[element] * data.lame[element, 0], data.volumes[element] * data.lame[element, 1]
    cross = _cross(rows)
    first = BLOCKS * element
    _keep_block(data, first, v0, v0, weights, cross, adding)
    _keep_block(data, first + 1, v1, v0, weights, cross, adding)
    _keep_block(data, first + 2, v1, v1, weights, cross, adding)
    _keep_block(data, first + 3, v2, v0, weights, cross, adding)
    _keep_block(data, first + 4, v2, v1, weights, cross, adding)
    _keep_block(data, first + 5, v2, v2, weights, cross, adding)
    _keep_block(data, first + 6, v3, v0, weights, cross, adding)
    _keep_block(data, first + 7, v3, v1, weights, cross, adding)
    _keep_block(data, first + 8, v3, v2, weights, cross, adding)
    _keep_block(data, first + 9, v3, v3, weights, cross, adding)
