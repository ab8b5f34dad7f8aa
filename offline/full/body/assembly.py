"""Assembly of forces and stiffness of tetrahedra, in compiled code.

An element is a point of `meshes.quadratic.Quadrature`, with k vertices: a linear tetrahedron, or one of four
points of a quadratic one. `offline.full.body.elements.stvk` computes the exact stiffness of linear elements
of St. Venant-Kirchhoff's law, `offline.full.body.elements.law` everything for any law, and patches of
elements.

Layout. Only free vertices have unknowns, three each, in the order of their numbers. The sum goes straight
into the data of a lower triangular csc matrix with sorted rows, which is what CHOLMOD reads. Within an
element, and in a patch, the vertices are sorted by unknown (fixed ones last), so that all blocks with a >= b
lie in that triangle.

On one thread or two, each element adds its blocks to their sums. On more, work goes in two stages, and no
number is written by two threads: first each element stores its forces and blocks, then each vertex, and each
column of blocks, sums what belongs to it. Both sum in the order of the elements, so the result has the same
bits whatever the number of threads. The first way needs neither numba's threading layer nor the
memory traffic of storing all blocks: 14 ms of processor time against 23 for 78,200 elements, so that two
threads gain nothing from the second. An `ElementData` has workspaces: use it from one Python thread at a
time.
"""

# mypy: disable-error-code="no-untyped-def"
# Kernels carry no annotations: numba infers its own types.

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from offline.full.body.elements.law import law_element, law_energies, law_patch, scratch
from offline.full.body.elements.patches import Patches
from offline.full.body.elements.pattern import Corners, Pattern, pairs_of
from offline.full.body.elements.stvk import stvk_element
from runtime.base.kernels import njit
from runtime.body.laws.law import law_number

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Indices = NDArray[np.int32]

LINEAR = 4  # vertices of a linear element
STVK = law_number("stvk")  # a constant of the compiled code
CHUNK = 128  # elements or vertices that a thread takes at a time
# elements; fewer take less than 2 ms on one thread, and waking other threads costs more than it saves
SMALLEST_PARALLEL = 10_000
FEWEST_THREADS = 3  # fewest threads that are worth using, see above


class ElementData(NamedTuple):
    """The data that the kernels read, and their workspaces."""

    # (m, k) index of each element's vertices among the free vertices, ascending; fixed ones: the number of
    # free ones
    slots: Indices
    gradients: Floats  # (m, k, 3) [1/m], gradients of the shape functions, in the order of `slots`
    volumes: Floats  # (m,) [m^3], rest volumes
    lame: Floats  # (m, 2) [Pa], Lamé's constants
    laws: Integers  # (m,) number of each element's law
    written_out: NDArray[np.bool_]  # (m,) bool, whether the specialised kernel `stvk_element` applies
    singles: Integers  # (count,) elements that belong to no patch, ascending
    patch_starts: Integers  # (patches + 1,) index of each patch's first entry in the next two arrays
    patch_elements: Integers  # (members,) element indices, patch by patch
    patch_corners: Indices  # (members, k) index of each element vertex among its patch's vertices
    corner_starts: Integers  # (patches + 1,) index of each patch's first vertex in `mean_gradients`
    # (patches + 1,) index in `blocks` of the first block that couples a patch's vertices
    patch_blocks: Integers
    mean_gradients: Floats  # (vertices of patches, 3) [1/m], workspace: gradient of a patch's mean volume
    mass: Floats  # (n_free,) [kg], lumped mass
    displacement: Floats  # (n_free + 3,) [m], workspace; the last three, for all fixed vertices, stay zero
    forces: Floats  # (k m, 3) [N], workspace: forces by element and local vertex
    # (pairs, 9) [N/m], workspace: 3 x 3 blocks by element and vertex pair, then by patch and pair; column by
    # column
    blocks: Floats
    # (blocks + 1, 9) [N/m], workspace: assembled blocks; the last, of fixed vertices, is not read
    sums: Floats
    block_targets: Indices  # (pairs,) row of `sums` to which each block is added
    vertex_starts: Integers  # this and the following fields as in `pattern.Sources`
    vertex_sources: Indices
    column_starts: Integers
    block_starts: Integers
    block_sources: Indices


@njit(cache=True)
def _compute_singles(data, begin, end, projected, with_blocks, adding):
    """Compute forces and blocks of elements that are in no patch."""
    room = scratch()
    for place in range(begin, end):
        element = data.singles[place]
        if data.written_out[element] and not projected:
            stvk_element(data, element, with_blocks, adding)
        else:
            law_element(data, element, projected, with_blocks, adding, room)


@njit(cache=True)
def _compute_patches(data, begin, end, projected, with_blocks, adding):
    room = scratch()
    for patch in range(begin, end):
        law_patch(data, patch, projected, with_blocks, adding, room)


@njit(cache=True)
def _gather_force(data, vertex, force):
    x = y = z = 0.0
    for place in range(data.vertex_starts[vertex], data.vertex_starts[vertex + 1]):
        source = data.forces[data.vertex_sources[place]]
        x += source[0]
        y += source[1]
        z += source[2]
    force[3 * vertex], force[3 * vertex + 1], force[3 * vertex + 2] = x, y, z


@njit(cache=True)
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


@njit(cache=True)
def _gather_column(data, vertex, values, stiffness_factor, mass_factor, added):
    """Write the three matrix columns of one vertex; their lengths differ by the diagonal block's triangle."""
    begin, end = data.column_starts[vertex], data.column_starts[vertex + 1]
    # the diagonal block of each column omits its three entries above the diagonal
    first = 9 * begin - 3 * vertex
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


@njit(cache=True)
def _gather(data, begin, end, force, values, stiffness_factor, mass_factor, added):
    for vertex in range(begin, end):
        _gather_force(data, vertex, force)
        if values.size > 0:
            _gather_column(data, vertex, values, stiffness_factor, mass_factor, added)


@njit(cache=True)
def _assemble(data, force, values, stiffness_factor, mass_factor, projected):
    if values.size > 0:
        data.sums[:] = 0.0
    _compute_singles(data, 0, data.singles.size, projected, values.size > 0, True)
    _compute_patches(data, 0, data.patch_starts.size - 1, projected, values.size > 0, True)
    _gather(data, 0, data.vertex_starts.size - 1, force, values, stiffness_factor, mass_factor, True)


@njit(cache=True, parallel=True)
def _assemble_parallel(data, force, values, stiffness_factor, mass_factor, projected):
    singles, patches, vertices = data.singles.size, data.patch_starts.size - 1, data.vertex_starts.size - 1
    for chunk in numba.prange((singles + CHUNK - 1) // CHUNK):
        end = min(singles, (chunk + 1) * CHUNK)
        _compute_singles(data, chunk * CHUNK, end, projected, values.size > 0, False)
    for chunk in numba.prange((patches + CHUNK - 1) // CHUNK):
        end = min(patches, (chunk + 1) * CHUNK)
        _compute_patches(data, chunk * CHUNK, end, projected, values.size > 0, False)
    for chunk in numba.prange((vertices + CHUNK - 1) // CHUNK):
        end = min(vertices, (chunk + 1) * CHUNK)
        _gather(data, chunk * CHUNK, end, force, values, stiffness_factor, mass_factor, False)


def element_data(
    corners: Corners, patches: Patches, pattern: Pattern, gradients: Floats, volumes: Floats,
    lame: Floats, laws: Integers, mass: Floats,
) -> ElementData:  # fmt: skip
    """Make the kernels' data for a body with a pattern, and elements and patches as `Corners` has them.

    Shape gradients (m, k, 3) [1/m] in the order of `corners.elements`, rest volumes (m,) [m^3], Lamé's
    constants (m, 2) [Pa], numbers of laws (m,), lumped mass (n_free,) [kg].
    """
    starts, nodes = corners.patch_starts, corners.elements.shape[1]
    coupled = np.cumsum(pairs_of(np.diff(starts)))
    own = nodes * (nodes + 1) // 2 * volumes.size + np.concatenate([[0], coupled])
    count, sources = int(own[-1]), pattern.sources
    blocks = sources.block_starts.size - 1
    targets = np.full(count, blocks, dtype=np.int32)  # row of blocks that are not assembled
    targets[sources.block_sources] = np.repeat(np.arange(blocks), np.diff(sources.block_starts))
    singles = np.setdiff1d(np.arange(volumes.size), patches.elements)
    return ElementData(
        corners.elements, np.ascontiguousarray(gradients), np.array(volumes), np.array(lame), np.array(laws),
        (np.asarray(laws) == STVK) & (nodes == LINEAR), singles, patches.starts, patches.elements,
        corners.members, starts, own, np.empty((int(starts[-1]), 3)), np.array(mass), np.zeros(mass.size + 3),
        np.empty((nodes * volumes.size, 3)), np.empty((count, 9)), np.empty((blocks + 1, 9)), targets,
        *sources,
    )  # fmt: skip


def fill_lower(
    data: ElementData, u: Floats, values: Floats, stiffness_factor: float = 1.0, mass_factor: float = 0.0,
    projected: bool = False,
) -> Floats:  # fmt: skip
    """Return the internal force (n_free,) [N] at u (n_free,) [m]; fill `values`, unless they are empty.

    They are the data of a lower triangle and receive stiffness_factor * K(u) + mass_factor * M, with K exact,
    or the sum of the elements' nearest positive semidefinite ones (`projected`). Numba is
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
    kernel(data, force, values, stiffness_factor, mass_factor, projected)
    return force


def element_energies(data: ElementData, u: Floats) -> Floats:
    """Return the strain energy of each element (m,) [J] at u (n_free,) [m]."""
    data.displacement[:-3] = u
    out = np.empty(data.volumes.size)
    law_energies(data, out)
    return out
