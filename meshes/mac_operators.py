"""Sparse operators on a MAC grid: gradient, viscous Laplacian and the extension into solids.

    (G p) at an open face = (p beyond - p before) / h        G^T q = -divergence, where closed faces are zero
    (L q) at an open face = sum over its neighbours, two an axis, of (q - q_neighbour) / h^2

A neighbour in L counts as zero where it is a wall (no flow through), and is left out where it lies beyond
one: free slip means that the velocity along a wall has no slope across it. Both are second-order differences
on Harlow and Welch's grid; L is minus the Laplacian, so that G^T G and L are symmetric positive
semi-definite.

Close to a solid, interpolation needs values within it. `face_extension` continues velocities along a
wall into it without slope, `cell_extension` a field at cells, each by the mean of the neighbours in the
fluid.

Memory layout: csr matrices in the order of q, or of cells in C order; rows of closed faces are empty.

Limits: in a solid one cell thick the values are the mean of both sides, and each side sees it within half a
cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import numpy.typing as npt
from scipy import sparse

from meshes.macgrid import MacGrid, beside

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]
Entries = tuple[Indices, Indices, Floats]  # rows, columns and values of a matrix
Pair = tuple[Indices, Indices]  # indices of entries, and of one neighbour of each
NOBODY = np.zeros(0, dtype=np.int64)
# indices of the entries that are extrapolated, and the matrix of means that gives them
Extension = tuple[Indices, sparse.csr_array]


def gradient(grid: MacGrid) -> sparse.csr_array:
    """Return the gradient G (size, number of cells) csr [1/m], zero at closed faces."""
    cells, parts = _numbers(grid), []
    for axis, (faces, h) in enumerate(zip(grid.split(np.arange(grid.size)), grid.spacing, strict=True)):
        inner = beside(beside(faces, axis)[0], axis)[1].ravel()
        before, beyond = (side.ravel() for side in beside(cells, axis))
        kept = grid.open[inner]
        columns = np.append(before[kept], beyond[kept])
        parts.append((np.tile(inner[kept], 2), columns, np.repeat([-1.0 / h, 1.0 / h], kept.sum())))
    return _matrix(parts, (grid.size, cells.size))


def viscous_laplacian(grid: MacGrid) -> sparse.csr_array:
    """Return L (size, size) csr [1/m^2], symmetric positive semi-definite, zero at closed faces."""
    parts = []
    for faces in grid.split(np.arange(grid.size)):
        for axis, h in enumerate(grid.spacing):
            a, b = (part.ravel() for part in beside(faces, axis))
            for one, other in ((a, b), (b, a)):
                parts += _differences(grid, one, other, h)
    return _matrix(parts, (grid.size, grid.size))


def _differences(grid: MacGrid, face: Indices, other: Indices, h: float) -> list[Entries]:
    """Return the entries of L in the rows of `face` that the pairs (face, other) make."""
    counts = grid.open[face] & ~grid.buried[other]
    both = grid.open[face] & grid.open[other]
    diagonal = (face[counts], face[counts], np.full(counts.sum(), 1 / h**2))
    return [diagonal, (face[both], other[both], np.full(both.sum(), -1 / h**2))]


def face_extension(grid: MacGrid) -> Extension:
    """Return targets (g,) and weights (g, size) csr: q[targets] = weights @ q continues q into solids.

    A buried face whose direct neighbours are all buried takes the mean of its neighbours across edges.
    """
    pairs, aslant = list[Pair](), list[Pair]()
    for across, faces in enumerate(grid.split(np.arange(grid.size))):
        for shift in _half_the_shifts(grid.axes):
            if shift[across] == 0:
                into = pairs if sum(map(abs, shift)) == 1 else aslant
                into += _pairs(faces, shift)
    return _means(pairs, grid.buried, aslant)


def cell_extension(grid: MacGrid) -> Extension:
    """Return the same for a field at cells, flattened, weights (g, cells); corners are neighbours."""
    cells = _numbers(grid)
    pairs = [pair for shift in _half_the_shifts(grid.axes) for pair in _pairs(cells, shift)]
    return _means(pairs, grid.solid.ravel())


def continued(values: Floats, extension: Extension) -> Floats:
    """Continue fields into solids by one of these extensions; without solids they are returned themselves.

    `values` is one field of any shape, or several (size, count) as columns.
    """
    targets, weights = extension
    if not targets.size:
        return values
    found = values.reshape(weights.shape[1], -1).copy()
    found[targets] = weights @ found
    return found.reshape(values.shape)


def _numbers(grid: MacGrid) -> Indices:
    """The number of each cell."""
    return np.arange(grid.solid.size).reshape(grid.cells)


def _half_the_shifts(axes: int) -> list[tuple[int, ...]]:
    """Return the shifts to neighbours across faces, edges and corners, one of each two opposite ones."""
    return [shift for shift in product((-1, 0, 1), repeat=axes) if shift > (0,) * axes]


def _pairs(numbers: Indices, shift: tuple[int, ...]) -> list[Pair]:
    """Return all pairs of entries of an array that are `shift` apart, in both orders."""
    a, b = (
        numbers[tuple(slice(max(way * by, 0), min(way * by, 0) or None) for by in shift)].ravel()
        for way in (1, -1)
    )
    return [(a, b), (b, a)]


def _in_sight(pairs: Sequence[Pair], hidden: npt.NDArray[np.bool_]) -> Pair:
    """Return those of all pairs whose first entry is hidden and whose second is not."""
    target, source = (np.concatenate([NOBODY, *(pair[side] for pair in pairs)]) for side in (0, 1))
    kept = hidden[target] & ~hidden[source]
    return target[kept], source[kept]


def _means(pairs: Sequence[Pair], hidden: npt.NDArray[np.bool_], others: Sequence[Pair] = ()) -> Extension:
    """Return the hidden entries with visible neighbours, and the matrix of these neighbours' means.

    `others` are used for the entries that have no such neighbour among `pairs`.
    """
    target, source = _in_sight(pairs, hidden)
    behind, beyond = _in_sight(others, hidden)
    alone = ~np.isin(behind, target)
    target, source = np.append(target, behind[alone]), np.append(source, beyond[alone])
    targets, row, count = np.unique(target, return_inverse=True, return_counts=True)
    part = (row, source, 1.0 / count[row])
    return targets, _matrix([part], (targets.size, hidden.size))


def _matrix(parts: list[Entries], shape: tuple[int, int]) -> sparse.csr_array:
    """Assemble a csr matrix from (rows, columns, values); values of the same place are added."""
    rows, columns, values = (np.concatenate(part) for part in zip(*parts, strict=True))
    return sparse.coo_array((values, (rows, columns)), shape=shape).tocsr()
