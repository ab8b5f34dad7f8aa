"""The muscles of a full body: the laws of `runtime.body.muscles` on its own vertices.

Their points are embedded in elements: x = X + D u with barycentric weights in D, or none of an anchor in
space. Force and stiffness are what the points' are through D; of the chambers' volumes the exact cubic.

Layout: arrays over the body's free degrees of freedom; of matrices the lower triangle, as the body has it
(`offline.full.body.elements.pattern`), with blocks besides for vertices that a muscle couples.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from meshes import chamber
from offline.full.body.elements.pattern import spread
from reduce.protocols import Body
from runtime.body.muscle_kernels import SLACK

Array = np.ndarray
ROUND_OFF = 1e-9  # of a cable's tension: less at a free vertex is none


class Points(NamedTuple):
    """Places in a body at rest, or in space, where all weights are zero."""

    rest: Array  # (k, 3) m
    corners: Array  # (k, 4) vertices of an element
    weights: Array  # (k, 4)

    def matrix(self, body: Body) -> Any:
        """D (3k, n_free), csr."""
        slots = np.full(3 * len(body.mesh.vertices), -1)
        slots[body.free] = np.arange(body.free.size)
        columns = slots[3 * self.corners[:, None, :] + np.arange(3)[:, None]]  # (k, 3, 4)
        values = np.broadcast_to(self.weights[:, None, :], columns.shape)
        rows = np.broadcast_to(np.arange(columns.size // 4).reshape(-1, 3, 1), columns.shape)
        kept = (columns >= 0) & (values != 0)
        shape = (3 * len(self.rest), body.free.size)
        return sparse.csr_matrix((values[kept], (rows[kept], columns[kept])), shape=shape)


class Chamber(NamedTuple):
    """A closed surface, counter-clockwise seen from outside."""

    points: Points
    triangles: Array  # (t, 3) of the points


class FullMuscles:
    """Cables, whose points begin at `starts` (cables + 1,), and chambers; `springs` (cables,) N/m.

    Attributes:
        cables, starts, springs, chambers: What they are made of.
        pulls: (count,) whether each moves anything.
        places: Where in the wider matrices those of the body are.

    """

    def __init__(
        self, cables: Points, starts: Array, springs: Array, chambers: Sequence[Chamber], body: Body
    ) -> None:
        self.cables, self.starts, self.springs, self.chambers = cables, starts, springs, list(chambers)
        D = cables.matrix(body)
        first = np.setdiff1d(np.arange(max(len(cables.rest) - 1, 0)), starts[1:-1] - 1)
        ones, others = (3 * each[:, None] + np.arange(3) for each in (first, first + 1))
        self._edges = sparse.csr_matrix(D[others.ravel()] - D[ones.ravel()])
        self._rest = (cables.rest[first + 1] - cables.rest[first]).ravel()
        self._first = starts - np.arange(len(starts))  # segment at which each cable begins
        self._maps = [each.points.matrix(body) for each in self.chambers]
        self.lengths = self._segments(np.zeros(body.free.size))[0]
        self._spread(body)
        moved = self.gradient(np.zeros(body.free.size))
        least = np.repeat([ROUND_OFF, 0.0], [len(springs), len(self.chambers)])
        self.pulls = np.abs(moved).max(axis=1, initial=0.0) > least

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.springs) + len(self.chambers)

    def lower_matrix(self) -> Any:
        """A new lower triangular csc matrix of zeros, with all that the body and its muscles couple."""
        size = self._pointers.size - 1
        data = np.zeros(self._rows.size)
        found = sparse.csc_matrix((data, self._rows.copy(), self._pointers.copy()), shape=(size, size))
        found.has_canonical_format = True
        return found

    def measures(self, u: Array) -> Array:
        """Lengths (m) of cables, and minus the volumes (m^3) of chambers."""
        return self._with_volumes(self._segments(u)[0], u)

    def gradient(self, u: Array) -> Array:
        """Their derivatives (count, n_free)."""
        return self._slopes(self._segments(u)[2], u)

    def _with_volumes(self, lengths: Array, u: Array) -> Array:
        """Measures, from the cables' lengths."""
        return np.concatenate([lengths, [-self._volume(k, u) for k in range(len(self.chambers))]])

    def _slopes(self, n: Array, u: Array) -> Array:
        """The measures' derivatives, from the unit vectors (3s,) of segments."""
        rows = [np.zeros((0, u.size))]
        for a, b in zip(3 * self._first[:-1], 3 * self._first[1:], strict=True):
            rows.append((self._edges[a:b].T @ n[a:b])[None])
        for k, each in enumerate(self.chambers):
            slope = chamber.volume_gradient(self._vertices(k, u), each.triangles)
            rows.append(-(self._maps[k].T @ slope.ravel())[None])
        return np.concatenate(rows)

    def tensions(self, measures: Array, control: Array) -> tuple[Array, Array]:
        """t (count,) and dt/dm (count,)."""
        tension, by_measure, k = np.array(control, dtype=float), np.zeros(self.count), self.springs
        stretch = measures[: k.size] - self.lengths + control[: k.size]
        tension[: k.size] = np.where(k > 0, k * np.maximum(stretch, 0.0), control[: k.size])
        by_measure[: k.size] = np.where(stretch >= -SLACK * self.lengths, k, 0.0)
        return tension, by_measure

    def energy(self, u: Array, control: Array) -> float:
        """Whose derivative is minus the force, J."""
        measures, k = self.measures(u), np.append(self.springs, np.zeros(len(self.chambers)))
        tension, _ = self.tensions(measures, control)
        springs = np.divide(tension**2, 2 * k, out=np.zeros_like(tension), where=k > 0)
        return float(np.where(k > 0, springs, tension * measures).sum())

    def force_and_stiffness(self, u: Array, control: Array, whole: bool = True) -> tuple[Array, Array]:
        """The force (n_free,) N, and the data of its stiffness in `lower_matrix`'s pattern.

        That of cables alone unless `whole`.
        """
        lengths, length, n = self._segments(u)
        tension, by_measure = self.tensions(self._with_volumes(lengths, u), control)
        force = -(self._slopes(n, u).T @ tension)
        values = [
            self._apart * self._of(tension)[self._row // 3] / length[self._row // 3]
            * ((self._row % 3 == self._column % 3) - n[self._row] * n[self._column])
            + self._of(by_measure)[self._row // 3] * n[self._row] * n[self._column]
        ]  # fmt: skip
        for k, each in enumerate(self.chambers if whole else []):
            blocks = chamber.volume_hessian(self._vertices(k, u), each.triangles)[2]
            values.append(-tension[self.springs.size + k] * blocks.ravel())
        found = np.concatenate(values)
        return force, self._entries @ np.pad(found, (0, self._entries.shape[1] - found.size))

    def _of(self, values: Array) -> Array:
        """Of each segment its cable's value."""
        return np.repeat(values[: self.springs.size], np.diff(self._first))

    def _segments(self, u: Array) -> tuple[Array, Array, Array]:
        """Lengths of cables, lengths (s,) of their segments, and the unit vectors (3s,) of these."""
        edges = (self._rest + self._edges @ u).reshape(-1, 3)
        length = np.linalg.norm(edges, axis=1)
        ends = np.concatenate([[0.0], np.cumsum(length)])
        return np.diff(ends[self._first]), length, (edges / length[:, None]).ravel()

    def _vertices(self, k: int, u: Array) -> Array:
        return self.chambers[k].points.rest + (self._maps[k] @ u).reshape(-1, 3)

    def _volume(self, k: int, u: Array) -> float:
        return chamber.volume(self._vertices(k, u), self.chambers[k].triangles)

    def _spread(self, body: Body) -> None:
        """The wider pattern, and where in it each entry of the points' stiffness goes."""
        rows, columns = [], []
        for cable, (a, b) in enumerate(zip(self._first[:-1], self._first[1:], strict=True)):
            pairs = np.arange(a, b)
            one, other = (pairs, pairs) if self.springs[cable] == 0 else map(
                np.ravel, np.meshgrid(pairs, pairs, indexing="ij")
            )  # fmt: skip
            rows.append((3 * one[:, None, None] + np.arange(3)[:, None] + np.zeros(3, dtype=int)).ravel())
            columns.append((3 * other[:, None, None] + np.zeros((3, 1), dtype=int) + np.arange(3)).ravel())
        none = [np.zeros(0, dtype=int)]
        self._row, self._column = np.concatenate(none + rows), np.concatenate(none + columns)
        self._apart = (self._row // 3 == self._column // 3).astype(float)
        pieces = [_outer(self._edges, self._row, self._column)]
        for k, each in enumerate(self.chambers):
            corner, next_one, _ = chamber.volume_hessian(each.points.rest, each.triangles)
            row = 3 * corner[:, None, None] + np.arange(3)[:, None] + np.zeros(3, dtype=int)
            column = 3 * next_one[:, None, None] + np.zeros((3, 1), dtype=int) + np.arange(3)
            pieces.append(_outer(self._maps[k], row.ravel(), column.ravel()))
        entry, i, j, value = _joined(pieces)
        below = i >= j
        entry, i, j, value = entry[below], i[below], j[below], value[below]
        own, n = body.lower_matrix(), body.free.size
        own_columns = np.repeat(np.arange(n), np.diff(own.indptr))
        vertices = n // 3
        blocks = np.unique(
            np.concatenate([own_columns // 3 * vertices + own.indices // 3, j // 3 * vertices + i // 3])
        )
        starts = np.searchsorted(blocks, np.arange(vertices + 1) * vertices)
        self._pointers, self._rows = spread(starts, np.asarray(blocks % vertices, dtype=np.int64))
        keys = np.repeat(np.arange(n), np.diff(self._pointers)) * n + self._rows
        self.places = np.searchsorted(keys, own_columns * n + own.indices)
        at, count = np.searchsorted(keys, j * n + i), pieces_count(pieces)
        self._entries = sparse.csr_matrix((value, (at, entry)), shape=(keys.size, count))


def pieces_count(pieces: Sequence[tuple[int, Array, Array, Array, Array]]) -> int:
    """How many entries all pieces have."""
    return sum(piece[0] for piece in pieces)


def _joined(pieces: Sequence[tuple[int, Array, Array, Array, Array]]) -> tuple[Array, ...]:
    """Entries of all pieces, one after the other."""
    firsts = np.cumsum([0, *(piece[0] for piece in pieces)])
    entry = np.concatenate([first + piece[1] for first, piece in zip(firsts, pieces, strict=False)])
    i, j, value = (np.concatenate([piece[k] for piece in pieces]) for k in (2, 3, 4))
    return entry, i, j, value


def _outer(D: Any, row: Array, column: Array) -> tuple[int, Array, Array, Array, Array]:
    """D^T e_row e_column^T D: the entries' count, and entry, row, column and value of what is in them."""
    width = int(np.diff(D.indptr).max(initial=0)) or 1
    within = D.indptr[:-1, None] + np.arange(width)
    there = within < D.indptr[1:, None]
    within = np.minimum(within, max(D.indices.size - 1, 0))
    if not D.indices.size:
        none = np.zeros(0, dtype=int)
        return row.size, none, none, none, np.zeros(0)
    index, value = D.indices[within], np.where(there, D.data[within], 0.0)
    shape = (row.size, width, width)
    i = np.broadcast_to(index[row][:, :, None], shape)
    j = np.broadcast_to(index[column][:, None, :], shape)
    values = value[row][:, :, None] * value[column][:, None, :]
    entry = np.broadcast_to(np.arange(row.size)[:, None, None], shape)
    kept = values != 0
    return row.size, entry[kept], i[kept].astype(np.int64), j[kept].astype(np.int64), values[kept]
