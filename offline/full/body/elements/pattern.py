"""Sparsity pattern of a body's stiffness, and the sources of each of its numbers.

Free vertices have three unknowns each, so the matrix consists of 3 x 3 blocks, one for each two free vertices
that share an element. Of these the lower triangle is kept, as csc with sorted rows; blocks on the diagonal
lose their three upper entries there. Column j of blocks therefore begins at data entry 9 * (blocks in earlier
columns) - 3 j, and its three columns follow each other, with one row less each time.

An element (a point of `meshes.quadratic.Quadrature`) has k vertices, four where it is linear, and so
k (k + 1) / 2 blocks, its pairs of local vertices a >= b in the order (0,0) (1,0) (1,1) (2,0) ...; with its
vertices sorted all of them lie in the lower triangle. Patches of elements have such pairs as well, of all
their vertices, and their blocks follow those of the elements. A "source" is a row of the table of all these
blocks, or of the table of vertex forces. Sources are summed in that order, but all of a patch together, after
elements that are in none.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Indices = NDArray[np.int32]


class Sources(NamedTuple):
    """The sources that are summed into each vertex, and into each block."""

    vertex_starts: Integers  # (free vertices + 1,) index in `vertex_sources` of each vertex's first entry
    vertex_sources: Indices  # positions k * element + local vertex of the forces that act on each vertex
    # (free vertices + 1,) index in `block_starts` of each block column, the diagonal block first
    column_starts: Integers
    block_starts: Integers  # (blocks + 1,) index in `block_sources` of each block's first entry
    # positions pairs * element + pair of the blocks that are summed; those of patches come after all of these
    block_sources: Indices


class Corners(NamedTuple):
    """Vertex indices of elements and patches, ascending, counted among the free vertices.

    A fixed vertex has the number of free vertices as its index.
    """

    elements: Indices  # (m, k) vertex indices
    patch_starts: Integers  # (patches + 1,) index in `patches` of each patch's first vertex
    # (count,) vertex indices of each patch, without repetition; all fixed vertices count as one
    patches: Indices
    owner: Integers  # (m,) patch of each element, -1: none
    members: Indices  # (members, k) index of each element's vertices among its patch's vertices


class Pattern(NamedTuple):
    """The pattern of the lower triangle, and its sources."""

    sources: Sources
    pointers: Indices  # (n_free + 1,) index of each column's first entry
    rows: Indices  # (entries,) row of each entry

    def matrix(self, values: Floats) -> sparse.csc_matrix:
        """Return a csc matrix (n_free, n_free) of the pattern that holds `values` without a copy."""
        return _canonical(values, self.rows, self.pointers)


class Mirror:
    """A map from the numbers of a lower triangle to the whole symmetric matrix."""

    def __init__(self, pattern: Pattern) -> None:
        # counted from 1, since sparse sums drop zeros
        places = np.arange(1, pattern.rows.size + 1).astype(np.float64)
        lower = pattern.matrix(places)
        whole = (lower + sparse.tril(lower, -1).T).tocsc()
        whole.sort_indices()
        self._rows, self._pointers = whole.indices.astype(np.int32), whole.indptr.astype(np.int32)
        self._places = whole.data.astype(np.int64) - 1

    def matrix(self, values: Floats) -> sparse.csc_matrix:
        """Return a new whole csc matrix (n_free, n_free) whose lower triangle has the data `values`."""
        return _canonical(values.take(self._places), self._rows, self._pointers)


def _canonical(values: Floats, rows: Indices, pointers: Indices) -> sparse.csc_matrix:
    shape = (pointers.size - 1, pointers.size - 1)
    matrix = sparse.csc_matrix((values, rows.copy(), pointers.copy()), shape=shape)
    matrix.has_canonical_format = True
    return matrix


def corners_of(slots: Indices, starts: Integers, members: Integers) -> Corners:
    """Return the sorted corners of elements (m, k), and of patches whose `members` begin at `starts`."""
    nodes = slots.shape[1]
    patch = np.repeat(np.arange(starts.size - 1), nodes * np.diff(starts))
    inside = slots[members].ravel().astype(np.int64)
    width = int(slots.max(initial=0)) + 1
    keys, which = np.unique(patch * width + inside, return_inverse=True)
    begins = np.searchsorted(keys, np.arange(starts.size) * width).astype(np.int64)
    local = (which - begins[patch]).reshape(-1, nodes).astype(np.int32)
    owner = np.full(len(slots), -1, dtype=np.int64)
    owner[members] = patch[::nodes]
    return Corners(slots, begins, (keys % width).astype(np.int32), owner, local)


def pairs_of(counts: Integers) -> Integers:
    """Return how many pairs a >= b a number of vertices has."""
    return np.asarray(counts * (counts + 1) // 2)


def lower_pattern(corners: Corners, free: int) -> Pattern:
    """Return the pattern of the lower triangle, for a number of free vertices."""
    column_starts, block_starts, block_sources, block_rows = _group_blocks(corners, free)
    sources = Sources(*_group_vertices(corners.elements, free), column_starts, block_starts, block_sources)
    return Pattern(sources, *spread(column_starts, block_rows))


def _group(keys: Integers, count: int) -> tuple[Integers, Indices]:
    """Return the positions of each key 0 ... count - 1, ascending, as starts (count + 1,) and positions."""
    starts = np.concatenate([[0], np.cumsum(np.bincount(keys, minlength=count))]).astype(np.int64)
    return starts, np.argsort(keys, kind="stable").astype(np.int32)


def _group_vertices(slots: Indices, free: int) -> tuple[Integers, Indices]:
    """Return starts and sources of the free vertices."""
    starts, sources = _group(slots.ravel().astype(np.int64), free + 1)
    return starts[:-1], sources[: starts[-2]]


def _pairs(corners: Corners) -> tuple[Integers, Integers, Integers]:
    """Return row and column of the block, and patch (-1: none), of all sources."""
    a, b = np.tril_indices(corners.elements.shape[1])
    own = a.size
    found = [(corners.elements[:, a].ravel(), corners.elements[:, b].ravel())]
    for begin, end in itertools.pairwise(corners.patch_starts.tolist()):
        a, b = np.tril_indices(end - begin)
        found.append((corners.patches[begin:end][a], corners.patches[begin:end][b]))
    rows, columns = zip(*found, strict=True)
    patches = np.repeat(np.arange(corners.patch_starts.size - 1), [len(each) for each in rows[1:]])
    owner = np.concatenate([np.repeat(corners.owner, own), patches])
    return np.concatenate(rows).astype(np.int64), np.concatenate(columns).astype(np.int64), owner


def _group_blocks(corners: Corners, free: int) -> tuple[Integers, Integers, Indices, Integers]:
    """Return column starts, block starts and block sources, and for each block its row of blocks."""
    rows, columns, owner = _pairs(corners)
    inside = np.flatnonzero(rows < free)  # the column's index is not larger, so that vertex is free as well
    # the order in which one thread adds: patches last
    inside = inside[np.argsort(owner[inside], kind="stable")]
    own = columns[inside] * free + rows[inside]
    # diagonal blocks exist even without elements, for the mass
    keys = np.union1d(own, np.arange(free, dtype=np.int64) * (free + 1))
    block = np.searchsorted(keys, own)
    block_starts, places = _group(block, keys.size)
    column_starts = np.searchsorted(keys, np.arange(free + 1, dtype=np.int64) * free)
    return column_starts, block_starts, inside[places].astype(np.int32), keys % free


def spread(column_starts: Integers, block_rows: Integers) -> tuple[Indices, Indices]:
    """Return pointers and row numbers of the lower triangle, from those of its blocks."""
    lengths = np.repeat(3 * np.diff(column_starts), 3) - np.tile([0, 1, 2], column_starts.size - 1)
    pointers = np.concatenate([[0], np.cumsum(lengths)])
    columns = np.repeat(np.arange(lengths.size), lengths)
    # position as if the entries above the diagonal were stored
    within = np.arange(pointers[-1]) - pointers[columns] + columns % 3
    rows = 3 * block_rows[column_starts[columns // 3] + within // 3] + within % 3
    return pointers.astype(np.int32), rows.astype(np.int32)
