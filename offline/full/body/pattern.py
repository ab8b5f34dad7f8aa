"""Sparsity pattern of a body's stiffness, and where each of its numbers comes from.

Free vertices have three unknowns each, so the matrix consists of 3 x 3 blocks, one for each two free vertices
that share an element. Of these the lower triangle is kept, as csc with sorted rows; blocks on the diagonal
lose their three upper entries there. Column j of blocks therefore begins at data entry 9 * (blocks in earlier
columns) - 3 j, and its three columns follow each other, with one row less each time.

An element has ten blocks, its pairs of local vertices a >= b in the order (0,0) (1,0) (1,1) (2,0) ... (3,3);
with its vertices sorted all ten lie in the lower triangle. A "source" is a row of the table of all these
blocks, or of the table of vertex forces. Sources are listed in the order of the elements.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Indices = NDArray[np.int32]

BLOCKS = 10  # of an element, see above


class Sources(NamedTuple):
    """What is summed into which vertex, and into which block."""

    vertex_starts: Integers  # (free vertices + 1,) where in `vertex_sources` a vertex begins
    vertex_sources: Indices  # 4 * element + local vertex
    column_starts: Integers  # (free vertices + 1,) its column in `block_starts`, diagonal first
    block_starts: Integers  # (blocks + 1,) where in `block_sources` a block begins
    block_sources: Indices  # 10 * element + pair


class Pattern(NamedTuple):
    """Lower triangle and its sources."""

    sources: Sources
    pointers: Indices  # (n_free + 1,)
    rows: Indices  # (entries,)

    def matrix(self, values: Floats) -> Any:
        """A csc matrix (n_free, n_free) of the pattern that holds `values` themselves."""
        return _canonical(values, self.rows, self.pointers)


class Mirror:
    """Makes the whole symmetric matrix out of the numbers of its lower triangle."""

    def __init__(self, pattern: Pattern) -> None:
        places = np.arange(1, pattern.rows.size + 1).astype(np.float64)  # from 1: sums would drop a zero
        lower = pattern.matrix(places)
        whole = (lower + sparse.tril(lower, -1).T).tocsc()
        whole.sort_indices()
        self._rows, self._pointers = whole.indices.astype(np.int32), whole.indptr.astype(np.int32)
        self._places = whole.data.astype(np.int64) - 1

    def matrix(self, values: Floats) -> Any:
        """The whole csc matrix (n_free, n_free), new, whose lower triangle has the data `values`."""
        return _canonical(values.take(self._places), self._rows, self._pointers)


def _canonical(values: Floats, rows: Indices, pointers: Indices) -> Any:
    shape = (pointers.size - 1, pointers.size - 1)
    matrix = sparse.csc_matrix((values, rows.copy(), pointers.copy()), shape=shape)
    matrix.has_canonical_format = True
    return matrix


def lower_pattern(slots: Indices, free: int) -> Pattern:
    """Pattern of the lower triangle.

    Args:
        slots: (m, 4) number of each element's vertices among the free ones, ascending; fixed ones: `free`.
        free: Number of free vertices.
    """
    column_starts, block_starts, block_sources, block_rows = _group_blocks(slots, free)
    sources = Sources(*_group_vertices(slots, free), column_starts, block_starts, block_sources)
    return Pattern(sources, *spread(column_starts, block_rows))


def _group(keys: Integers, count: int) -> tuple[Integers, Indices]:
    """Positions of each key 0 ... count - 1, ascending; as starts (count + 1,) and positions."""
    starts = np.concatenate([[0], np.cumsum(np.bincount(keys, minlength=count))]).astype(np.int64)
    return starts, np.argsort(keys, kind="stable").astype(np.int32)


def _group_vertices(slots: Indices, free: int) -> tuple[Integers, Indices]:
    """Starts and sources of the free vertices."""
    starts, sources = _group(slots.ravel().astype(np.int64), free + 1)
    return starts[:-1], sources[: starts[-2]]


def _group_blocks(slots: Indices, free: int) -> tuple[Integers, Integers, Indices, Integers]:
    """Column starts, block starts and block sources, and for each block its row of blocks."""
    a, b = np.tril_indices(4)
    rows, columns = slots[:, a].ravel().astype(np.int64), slots[:, b].ravel().astype(np.int64)
    inside = np.flatnonzero(rows < free)  # the column's number is no larger, so that vertex is free as well
    keys, block = np.unique(columns[inside] * free + rows[inside], return_inverse=True)
    block_starts, places = _group(block, keys.size)
    column_starts = np.searchsorted(keys, np.arange(free + 1, dtype=np.int64) * free)
    return column_starts, block_starts, inside[places].astype(np.int32), keys % free


def spread(column_starts: Integers, block_rows: Integers) -> tuple[Indices, Indices]:
    """Pointers and row numbers of the lower triangle, from those of its blocks."""
    lengths = np.repeat(3 * np.diff(column_starts), 3) - np.tile([0, 1, 2], column_starts.size - 1)
    pointers = np.concatenate([[0], np.cumsum(lengths)])
    columns = np.repeat(np.arange(lengths.size), lengths)
    within = np.arange(pointers[-1]) - pointers[columns] + columns % 3  # as if the upper entries were there
    rows = 3 * block_rows[column_starts[columns // 3] + within // 3] + within % 3
    return pointers.astype(np.int32), rows.astype(np.int32)
