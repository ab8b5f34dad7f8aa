"""Cables of a full body: the law of `runtime.body.terms.cable` on its own vertices.

Their points are embedded in elements: x = X + D u with barycentric weights in D, which are zero for an anchor
in space. Force and stiffness are those of the points, transformed by D.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from meshes.tetmesh import TetMesh
from offline.full.body.terms.placing import Named, embedded
from offline.full.body.terms.term import Points, block_pairs, through
from offline.scenes.body.scene import BodyScene
from reduce.protocols import Body
from runtime.body.terms.cable import SLACK
from softrein.errors import SceneError

Array = np.ndarray
SHORTEST = 1e-9  # fraction of the body's size: shorter segments count as having no length


class FullCables:
    """Cables, whose points begin at `starts` (cables + 1,); `springs` (cables,) N/m."""

    def __init__(self, points: Points, starts: Array, springs: Array, body: Body) -> None:
        self.points, self.starts, self.springs = points, starts, springs
        D = points.matrix(body)
        first = np.setdiff1d(np.arange(max(len(points.rest) - 1, 0)), starts[1:-1] - 1)
        ones, others = (3 * each[:, None] + np.arange(3) for each in (first, first + 1))
        self._edges = sparse.csr_matrix(D[others.ravel()] - D[ones.ravel()])
        self._rest = (points.rest[first + 1] - points.rest[first]).ravel()
        self._first = starts - np.arange(len(starts))  # index of each cable's first segment
        self.lengths = self._segments(np.zeros(body.free.size))[0]
        self._couple()

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.springs)

    def acts(self, control: Array) -> bool:
        """See `FullTerm`."""
        return bool(control.any() or self.springs.any())

    def measures(self, u: Array) -> Array:
        """Return the lengths (count,) m."""
        return self._segments(u)[0]

    def gradient(self, u: Array) -> Array:
        """Return the lengths' derivatives (count, n_free)."""
        return self._slopes(self._segments(u)[2], u.size)

    def unit_forces(self) -> Array:
        """See `FullTerm`; for a cable that is driven by its length, the force for a metre."""
        unit = np.where(self.springs > 0, self.springs, 1.0)
        return -unit[:, None] * self.gradient(np.zeros(self._edges.shape[1]))

    def energy(self, u: Array, control: Array) -> float:
        """See `FullTerm`."""
        measures, k = self.measures(u), self.springs
        tension, _ = self._tensions(measures, control)
        springs = np.divide(tension**2, 2 * k, out=np.zeros_like(tension), where=k > 0)
        return float(np.where(k > 0, springs, tension * measures).sum())

    def force_and_stiffness(self, u: Array, control: Array, whole: bool) -> tuple[Array, Array]:
        """See `FullTerm`; the whole stiffness is positive semidefinite."""
        measures, length, n = self._segments(u)
        tension, by_measure = self._tensions(measures, control)
        force = -(self._slopes(n, u.size).T @ tension)
        segment = self._row // 3
        one, other = n[self._row], n[self._column]
        across = self._apart * self._of(tension)[segment] / length[segment]
        values = across * ((self._row % 3 == self._column % 3) - one * other)
        values += self._of(by_measure)[segment] * one * other
        return force, values

    def arrays(self) -> list[Array]:
        """See `FullTerm`."""
        return [*self.points, self.starts, self.springs]

    def _tensions(self, measures: Array, control: Array) -> tuple[Array, Array]:
        """Return t (count,) and dt/dm (count,)."""
        k, stretch = self.springs, measures - self.lengths + control
        tension = np.where(k > 0, k * np.maximum(stretch, 0.0), control)
        return tension, np.where(stretch >= -SLACK * self.lengths, k, 0.0)

    def _slopes(self, n: Array, size: int) -> Array:
        """Return the lengths' derivatives (count, size), from the unit vectors (3s,) of segments."""
        rows = [np.zeros((0, size))]
        for a, b in zip(3 * self._first[:-1], 3 * self._first[1:], strict=True):
            rows.append((self._edges[a:b].T @ n[a:b])[None])
        return np.concatenate(rows)

    def _of(self, values: Array) -> Array:
        """Return for each segment its cable's value."""
        return np.repeat(values, np.diff(self._first))

    def _segments(self, u: Array) -> tuple[Array, Array, Array]:
        """Return the lengths of cables, the lengths (s,) of their segments, and these' unit vectors (3s,)."""
        edges = (self._rest + self._edges @ u).reshape(-1, 3)
        length = np.linalg.norm(edges, axis=1)
        ends = np.concatenate([[0.0], np.cumsum(length)])
        return np.diff(ends[self._first]), length, (edges / length[:, None]).ravel()

    def _couple(self) -> None:
        """Set which segments' ends the stiffness couples: each segment's own, in a spring all."""
        rows, columns = [np.zeros(0, dtype=int)], [np.zeros(0, dtype=int)]
        for cable, (a, b) in enumerate(zip(self._first[:-1], self._first[1:], strict=True)):
            pairs = np.arange(a, b)
            one, other = (
                (pairs, pairs)
                if self.springs[cable] == 0
                else map(np.ravel, np.meshgrid(pairs, pairs, indexing="ij"))
            )
            row, column = block_pairs(one, other)
            rows.append(row)
            columns.append(column)
        self._row, self._column = np.concatenate(rows), np.concatenate(columns)
        self._apart = (self._row // 3 == self._column // 3).astype(float)
        self.pieces = [through(self._edges, self._row, self._column)]


def build_cables(parts: Sequence[Named], scene: BodyScene, mesh: TetMesh, body: Body) -> FullCables:
    """Build the cables of a scene. Raises SceneError naming the actuator."""
    routes = [_route(each, mesh) for each in parts]
    starts = np.cumsum([0, *(len(route.rest) for route in routes)])
    none = Points(np.zeros((0, 3)), np.zeros((0, 4), dtype=np.int64), np.zeros((0, 4)))
    joined = Points(*(np.concatenate(arrays) for arrays in zip(none, *routes, strict=True)))
    springs = np.array([each.part.stiffness or 0.0 for each in parts])
    return FullCables(joined, starts, springs, body)


def _route(named: Named, mesh: TetMesh) -> Points:
    """Return the route of a cable; its anchor is a point in space."""
    part, field = named
    points = np.array(part.points, dtype=float).reshape(-1, 3)
    anchored = part.anchor is not None
    route = np.array([part.anchor, *part.points], dtype=float) if anchored else points
    lengths = np.linalg.norm(np.diff(route, axis=0), axis=1)
    short = np.flatnonzero(lengths <= SHORTEST * np.ptp(mesh.vertices))
    if short.size:
        where = "its anchor" if anchored and short[0] == 0 else f"points.{short[0] - anchored}"
        raise SceneError(
            f"{field}: a cable of no length: the next point coincides with {where}; leave one of them out"
        )
    held = embedded(points, mesh, f"{field}.points")
    if not anchored:
        return held
    return Points(
        route,
        np.vstack([np.zeros((1, 4), dtype=np.int64), held.corners]),
        np.vstack([np.zeros((1, 4)), held.weights]),
    )
