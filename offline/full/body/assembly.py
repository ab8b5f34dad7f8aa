"""Assembly of forces and stiffness of St. Venant-Kirchhoff tetrahedra, in compiled code.

An element of rest volume V has constant shape gradients g_a and the displacement gradient
G = sum_a u_a g_a^T. With Lamé's constants lambda, mu and h_a = F g_a:

    F = I + G,    E = 1/2 (G + G^T + G^T G),    S = lambda tr(E) I + 2 mu E
    force on vertex a      f_a  = V F S g_a
    block of vertices a, b K_ab = V [(g_a . S g_b) I + lambda h_a h_b^T + mu h_b h_a^T + mu (g_a . g_b) F F^T]

f_a is the derivative of V (lambda/2 tr(E)^2 + mu E:E) by u_a, K_ab that of f_a by u_b.
The strain is taken from G, since F^T F - I loses half the digits at small motion.

Layout. Only free vertices have unknowns, three each, in the order of their numbers. The sum goes straight
into the data of a lower triangular csc matrix with sorted rows, which is what CHOLMOD reads. Within an
element the vertices are sorted by unknown (fixed ones last), so that its ten blocks with a >= b all lie in
that triangle.

On one thread or two, each element adds its blocks to their sums. On more, work goes in two stages, and no
number is written by two threads: first each element stores its forces and blocks, then each vertex, and each
column of blocks, sums what belongs to it. Both sum in the order of the elements, so the result has the same
bits whatever the number of threads. The first way does without numba's threading layer, and without the
traffic of storing all blocks: 14 ms of processor time against 23 for 78,200 elements, so that two threads
gain nothing by the second. An `ElementData` has workspaces: use it from one Python thread at a time.
"""

# mypy: disable-error-code="no-untyped-def"
# Kernels carry no annotations: numba infers its own types.

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from offline.full.body.pattern import BLOCKS, Pattern

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Indices = NDArray[np.int32]

CHUNK = 128  # elements, or vertices, that a thread takes at a time
SMALLEST_PARALLEL = 10_000  # elements, 2 ms on one thread; below, waking the threads costs what they save
FEWEST_THREADS = 3  # that are used; see above


class ElementData(NamedTuple):
    """All that the kernels read, and their workspaces."""

    slots: Indices  # (m, 4) number among the free vertices, ascending; fixed ones: the count of free ones
    gradients: Floats  # (m, 4, 3) [1/m], in the order of `slots`
    volumes: Floats  # (m,) [m^3]
    lame: Floats  # (m, 2) [Pa]
    mass: Floats  # (n_free,) [kg]
    displacement: Floats  # (n_free + 3,) [m], workspace; the last three, for all fixed vertices, stay zero
    forces: Floats  # (4 m, 3) [N], workspace: by element and local vertex
    blocks: Floats  # (10 m, 9) [N/m], workspace: by element and pair, the 3 x 3 block column by column
    sums: Floats  # (blocks + 1, 9) [N/m], workspace: of the blocks; the last, for fixed vertices, is not read
    block_targets: Indices  # (10 m,) row of `sums` that a block is added to
    vertex_starts: Integers  # this and the rest as in `pattern.Sources`
    vertex_sources: Indices
    column_starts: Integers
    block_starts: Integers
    block_sources: Indices


@numba.njit(cache=True)
def _dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@numba.njit(cache=True)
def _scaled(factor, a):
    return factor * a[0], factor * a[1], factor * a[2]


@numba.njit(cache=True)
def _apply(rows, a):
    return _dot(rows[0], a), _dot(rows[1], a), _dot(rows[2], a)


@numba.njit(cache=True)
def _gradient_row(data, element, axis):
    """Row of G: the sum over the vertices of their displacement along the axis times the shape gradient."""
    x = y = z = 0.0
    for a in range(4):
        u = data.displacement[3 * data.slots[element, a] + axis]
        x += u * data.gradients[element, a, 0]
        y += u * data.gradients[element, a, 1]
        z += u * data.gradients[element, a, 2]
    return x, y, z


@numba.njit(cache=True)
def _strain(data, element):
    """Rows of F and the six entries of the Green strain: xx, yy, zz, yz, xz, xy."""
    g0 = _gradient_row(data, element, 0)
    g1 = _gradient_row(data, element, 1)
    g2 = _gradient_row(data, element, 2)
    xx = g0[0] + 0.5 * (g0[0] * g0[0] + g1[0] * g1[0] + g2[0] * g2[0])
    yy = g1[1] + 0.5 * (g0[1] * g0[1] + g1[1] * g1[1] + g2[1] * g2[1])
    zz = g2[2] + 0.5 * (g0[2] * g0[2] + g1[2] * g1[2] + g2[2] * g2[2])
    yz = 0.5 * (g1[2] + g2[1] + g0[1] * g0[2] + g1[1] * g1[2] + g2[1] * g2[2])
    xz = 0.5 * (g0[2] + g2[0] + g0[0] * g0[2] + g1[0] * g1[2] + g2[0] * g2[2])
    xy = 0.5 * (g0[1] + g1[0] + g0[0] * g0[1] + g1[0] * g1[1] + g2[0] * g2[1])
    rows = (1.0 + g0[0], g0[1], g0[2]), (g1[0], 1.0 + g1[1], g1[2]), (g2[0], g2[1], 1.0 + g2[2])
    return rows, (xx, yy, zz, yz, xz, xy)


@numba.njit(cache=True)
def _weighted_stress(data, element, strain):
    """Rows of V S."""
    first = data.volumes[element] * data.lame[element, 0] * (strain[0] + strain[1] + strain[2])
    second = 2.0 * data.volumes[element] * data.lame[element, 1]
    xx, yy, zz = first + second * strain[0], first + second * strain[1], first + second * strain[2]
    yz, xz, xy = second * strain[3], second * strain[4], second * strain[5]
    return (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)


@numba.njit(cache=True)
def _vertex(data, element, a, rows, stress):
    """g_a, h_a = F g_a and V S g_a."""
    g_a = data.gradients[element, a, 0], data.gradients[element, a, 1], data.gradients[element, a, 2]
    return g_a, _apply(rows, g_a), _apply(stress, g_a)


@numba.njit(cache=True)
def _store_force(data, element, a, rows, vertex):
    force = _apply(rows, vertex[2])
    for axis in range(3):
        data.forces[4 * element + a, axis] = force[axis]


@numba.njit(cache=True)
def _keep_block(data, element, pair, vertex_a, vertex_b, weights, cross, adding):
    """Block K_ab by columns, added to its sum or stored; weights are V lambda and V mu, cross is F F^T."""
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
    source = BLOCKS * element + pair
    if adding:
        _add(data.sums[data.block_targets[source]], (b0, b1, b2, b3, b4, b5, b6, b7, b8))
    else:
        _set(data.blocks[source], (b0, b1, b2, b3, b4, b5, b6, b7, b8))


@numba.njit(cache=True)
def _add(out, values):
    for i in range(len(values)):
        out[i] += values[i]


@numba.njit(cache=True)
def _set(out, values):
    for i in range(len(values)):
        out[i] = values[i]


@numba.njit(cache=True)
def _cross(rows):
    """Entries of F F^T: xx, yy, zz, yz, xz, xy."""
    r0, r1, r2 = rows
    return _dot(r0, r0), _dot(r1, r1), _dot(r2, r2), _dot(r1, r2), _dot(r0, r2), _dot(r0, r1)


@numba.njit(cache=True)
def _compute_element(data, element, with_blocks, adding):
    """Forces and blocks of one element. Vertices and pairs are written out: six times faster than loops."""
    rows, strain = _strain(data, element)
    stress = _weighted_stress(data, element, strain)
    v0, v1 = _vertex(data, element, 0, rows, stress), _vertex(data, element, 1, rows, stress)
    v2, v3 = _vertex(data, element, 2, rows, stress), _vertex(data, element, 3, rows, stress)
    _store_force(data, element, 0, rows, v0)
    _store_force(data, element, 1, rows, v1)
    _store_force(data, element, 2, rows, v2)
    _store_force(data, element, 3, rows, v3)
    if not with_blocks:
        return
    weights = data.volumes[element] * data.lame[element, 0], data.volumes[element] * data.lame[element, 1]
    cross = _cross(rows)
    _keep_block(data, element, 0, v0, v0, weights, cross, adding)
    _keep_block(data, element, 1, v1, v0, weights, cross, adding)
    _keep_block(data, element, 2, v1, v1, weights, cross, adding)
    _keep_block(data, element, 3, v2, v0, weights, cross, adding)
    _keep_block(data, element, 4, v2, v1, weights, cross, adding)
    _keep_block(data, element, 5, v2, v2, weights, cross, adding)
    _keep_block(data, element, 6, v3, v0, weights, cross, adding)
    _keep_block(data, element, 7, v3, v1, weights, cross, adding)
    _keep_block(data, element, 8, v3, v2, weights, cross, adding)
    _keep_block(data, element, 9, v3, v3, weights, cross, adding)


@numba.njit(cache=True)
def _element_energies(data, out):
    for element in range(data.volumes.size):
        _, strain = _strain(data, element)
        trace = strain[0] + strain[1] + strain[2]
        shear = strain[3] * strain[3] + strain[4] * strain[4] + strain[5] * strain[5]
        square = strain[0] * strain[0] + strain[1] * strain[1] + strain[2] * strain[2] + 2.0 * shear
        density = 0.5 * data.lame[element, 0] * trace * trace + data.lame[element, 1] * square
        out[element] = data.volumes[element] * density


@numba.njit(cache=True)
def _compute_elements(data, begin, end, with_blocks, adding):
    for element in range(begin, end):
        _compute_element(data, element, with_blocks, adding)


@numba.njit(cache=True)
def _gather_force(data, vertex, force):
    x = y = z = 0.0
    for place in range(data.vertex_starts[vertex], data.vertex_starts[vertex + 1]):
        source = data.forces[data.vertex_sources[place]]
        x += source[0]
        y += source[1]
        z += source[2]
    force[3 * vertex], force[3 * vertex + 1], force[3 * vertex + 2] = x, y, z


@numba.njit(cache=True)
def _gather_block(data, block, added):
    if added:
        s = data.sums[block]
        return s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8]
    s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = s8 = 0.0
    for place in range(data.block_starts[block], data.block_starts[block + 1]):
        source = data.blocks[data.block_sources[place]]
        s0 += source[0]
        s1 += source[1]
        s2 += source[2]
        s3 += source[3]
        s4 += source[4]
        s5 += source[5]
        s6 += source[6]
        s7 += source[7]
        s8 += source[8]
    return s0, s1, s2, s3, s4, s5, s6, s7, s8


@numba.njit(cache=True)
def _gather_column(data, vertex, values, stiffness_factor, mass_factor, added):
    """Write the three matrix columns of one vertex; their lengths differ by the diagonal block's triangle."""
    begin, end = data.column_starts[vertex], data.column_starts[vertex + 1]
    first = 9 * begin - 3 * vertex  # each earlier column of blocks lacks the three entries above its diagonal
    second = first + 3 * (end - begin)
    third = second + 3 * (end - begin) - 1
    s = _gather_block(data, begin, added)
    values[first] = stiffness_factor * s[0] + mass_factor * data.mass[3 * vertex]
    values[first + 1] = stiffness_factor * s[1]
    values[first + 2] = stiffness_factor * s[2]
    values[second] = stiffness_factor * s[4] + mass_factor * data.mass[3 * vertex + 1]
    values[second + 1] = stiffness_factor * s[5]
    values[third] = stiffness_factor * s[8] + mass_factor * data.mass[3 * vertex + 2]
    for block in range(begin + 1, end):
        s = _gather_block(data, block, added)
        offset = 3 * (block - begin)
        for row in range(3):
            values[first + offset + row] = stiffness_factor * s[row]
            values[second + offset - 1 + row] = stiffness_factor * s[3 + row]
            values[third + offset - 2 + row] = stiffness_factor * s[6 + row]


@numba.njit(cache=True)
def _gather(data, begin, end, force, values, stiffness_factor, mass_factor, added):
    for vertex in range(begin, end):
        _gather_force(data, vertex, force)
        if values.size > 0:
            _gather_column(data, vertex, values, stiffness_factor, mass_factor, added)


@numba.njit(cache=True)
def _assemble(data, force, values, stiffness_factor, mass_factor):
    if values.size > 0:
        data.sums[:] = 0.0
    _compute_elements(data, 0, data.volumes.size, values.size > 0, True)
    _gather(data, 0, data.vertex_starts.size - 1, force, values, stiffness_factor, mass_factor, True)


@numba.njit(cache=True, parallel=True)
def _assemble_parallel(data, force, values, stiffness_factor, mass_factor):
    elements, vertices = data.volumes.size, data.vertex_starts.size - 1
    for chunk in numba.prange((elements + CHUNK - 1) // CHUNK):
        _compute_elements(data, chunk * CHUNK, min(elements, (chunk + 1) * CHUNK), values.size > 0, False)
    for chunk in numba.prange((vertices + CHUNK - 1) // CHUNK):
        end = min(vertices, (chunk + 1) * CHUNK)
        _gather(data, chunk * CHUNK, end, force, values, stiffness_factor, mass_factor, False)


def element_data(
    slots: Indices, pattern: Pattern, gradients: Floats, volumes: Floats, lame: Floats, mass: Floats
) -> ElementData:
    """What kernels read, for a body whose `slots` (m, 4), its vertices in ascending order, have a pattern.

    Shape gradients (m, 4, 3) [1/m] in the order of `slots`, rest volumes (m,) [m^3], Lamé's constants (m, 2)
    [Pa], lumped mass (n_free,) [kg].
    """
    count, sources = BLOCKS * volumes.size, pattern.sources
    blocks = sources.block_starts.size - 1
    targets = np.full(count, blocks, dtype=np.int32)  # of no block
    targets[sources.block_sources] = np.repeat(np.arange(blocks), np.diff(sources.block_starts))
    return ElementData(
        slots, np.ascontiguousarray(gradients), np.array(volumes), np.array(lame), np.array(mass),
        np.zeros(mass.size + 3), np.empty((4 * volumes.size, 3)), np.empty((count, 9)),
        np.empty((blocks + 1, 9)), targets, *sources,
    )  # fmt: skip


def fill_lower(
    data: ElementData, u: Floats, values: Floats, stiffness_factor: float = 1.0, mass_factor: float = 0.0
) -> Floats:
    """Return the internal force (n_free,) [N] at u (n_free,) [m]; fill `values`, unless they are empty.

    They are the data of a lower triangle and receive stiffness_factor * K(u) + mass_factor * M. Numba is
    asked for its threads only where enough are allowed, because asking starts them.
    """
    data.displacement[:-3] = u
    force = np.empty(u.size)
    parallel = (
        data.volumes.size >= SMALLEST_PARALLEL
        and numba.config.NUMBA_NUM_THREADS >= FEWEST_THREADS
        and numba.get_num_threads() >= FEWEST_THREADS
    )
    kernel = _assemble_parallel if parallel else _assemble
    kernel(data, force, values, stiffness_factor, mass_factor)
    return force


def element_energies(data: ElementData, u: Floats) -> Floats:
    """Strain energy of each element (m,) [J] at u (n_free,) [m]."""
    data.displacement[:-3] = u
    out = np.empty(data.volumes.size)
    _element_energies(data, out)
    return out
