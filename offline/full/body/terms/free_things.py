"""The coupling by contact of a full body with free things: a sample with a thing's middle and rotation.

A contact is between a sample x and a place on the thing. With E dq the motion of x relative to the thing's
middle, and N dq its motion relative to that place, forces are N^T f, and their stiffness is

    N^T ((B_0 + B_1 + B_3) E + 2/h B_2 N)   and   a term of the force that rotates with the arm

with the blocks B of `runtime.body.contact.data.Work`. The symmetric matrix gets N^T (B_0 + B_1 +
2/h B_2) N; `turned` is the rest.

This holds for balls. Things with axes, and what keeps these rigid, have the rows of
`runtime.body.contact.rigid`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from offline.full.body.terms.placing import turn_of
from offline.full.body.terms.term import Piece, Points, block_pairs, through
from offline.scenes.body.contact import ToolPart
from reduce.protocols import Sparse
from runtime.base.addresses import InMemory
from runtime.body.contact.data import CARRIERS, Data, Work, touching_places
from runtime.body.contact.rigid import ROUNDING, put_binding_rows, put_framed_rows, put_rolling_rows
from runtime.body.contact.shapes import BOX, KINDS, SPHERE

Array = np.ndarray
# most stiffness rows of a contact with a thing that has axes, and most samples that it acts on
ROWS, PLACES = 9, 5


def vertices_of(part: ToolPart) -> int:
    """Return how many vertices a free thing has at the end of the mesh."""
    return CARRIERS[KINDS.index(part.shape)]


def axes_of(part: ToolPart) -> Array | None:
    """Return the axes of its frame at rest (3, 3), a row each; None for a ball."""
    return None if part.shape == KINDS[SPHERE] else turn_of(part).T


def second_moments(kind: int, size: Array, mass: float) -> Array:
    """Return second moments of mass of a box or capsule along each of its axes (3,) kg m^2.

    They are about the middle; `size` (3,) is in m.

    A capsule is a cylinder and two half balls, whose middles are 3/8 of the radius beyond its ends.
    """
    if kind == BOX:
        return np.asarray(mass * size**2 / 3)
    r, h = float(size[0]), float(size[1])
    tube, ball = 2 * h, 4 / 3 * r  # volumes of a capsule's cylinder and of its two caps, over pi r^2
    across = tube * r**2 / 4 + ball * r**2 / 5
    along = tube * h**2 / 3 + ball * (h**2 + 0.75 * h * r + r**2 / 5)
    return mass / (tube + ball) * np.array([across, across, along])


def gyration(part: ToolPart) -> Array:
    """Return its radii of gyration about its middle, along each of its axes (3,) m."""
    return np.sqrt(second_moments(KINDS.index(part.shape), np.array(part.halves), 1.0))


def points_of(part: ToolPart, first: int) -> Points:
    """Return a free thing's samples, its carriers first; its vertices are those from `first` on."""
    axes, own = axes_of(part), touching_places(KINDS.index(part.shape), np.array(part.halves))
    carriers = first + np.arange(vertices_of(part))
    corners = np.repeat(carriers[:, None], 4, axis=1)
    weights = np.tile([1.0, 0.0, 0.0, 0.0], (len(carriers), 1))
    if axes is None:
        return Points(np.array([part.position, (0.0, 0.0, 0.0)]), corners, weights)
    radii = gyration(part)
    weights[1:, 0] = 1 / radii
    return Points(
        np.vstack([part.position, axes, part.position + own @ axes]),
        np.vstack([corners, np.tile(carriers, (len(own), 1))]),
        np.vstack([weights, np.insert(own / radii, 0, 1.0, axis=1)]),
    )


class Met(NamedTuple):
    """A contact in which a free thing takes part."""

    points: Array  # (p,) indices of the samples it acts on: the touching one, and those of the free things
    moves: Array  # (p, 3, 3) N, displacement of the point of contact by each of them
    apart: Array  # (p, 3, 3) E, displacement of the sample relative to the shape's centre by each of them
    # (6, 3, 3) the contact's stiffness matrices, as `blocks` in `runtime.body.contact.data.Work`
    blocks: Array
    turns: Array  # (p, 3, 3) change of the force's lever arm about each of them, per displacement E dq
    force: Array  # (3,) N


def skew(x: Array) -> Array:
    """Return the matrix (3, 3) of the cross product with x."""
    return np.array([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0.0]])


def met(work: Work) -> Iterator[Met]:
    """Yield the contacts with balls that were computed last."""
    one, none = np.eye(3), np.zeros((3, 3))
    points = work.points[: int(work.active[0])]
    for k in np.flatnonzero((points[:, 1::2] >= 0).any(axis=1) & (points[:, 4] < 0)):
        there = work.points[k, :4] >= 0
        moves = np.array([one, -one, skew(work.arms[k, :3]), -skew(work.arms[k, 3:])])
        apart = np.array([one, -one, none, none])
        bent = work.turns[k].reshape(3, 3)
        turns = np.array([none, none, one - bent, bent])
        blocks = work.blocks[k].reshape(6, 3, 3)
        yield Met(work.points[k, :4][there], moves[there], apart[there], blocks, turns[there], work.pulls[k])


class Coupled:
    """The numbering of blocks (3, 3) between m samples, of which some carry f free things.

    Attributes:
        count: How many blocks.

    """

    def __init__(self, samples: int, carriers: Array) -> None:
        """Number the blocks; `carriers` (c,) are the samples that carry things."""
        self._samples = samples
        self._firsts = {int(each): samples * (1 + 2 * k) for k, each in enumerate(carriers)}
        self.count = samples * (1 + 2 * len(carriers))

    def piece(self, D: Sparse) -> Piece:
        """Return the entries that these blocks couple, of samples that move by D."""
        every = np.arange(self._samples)
        pairs = [(every, every)]
        for carrier in self._firsts:
            point = np.full(every.size, carrier)
            pairs += [(every, point), (point, every)]
        rows, columns = zip(*(block_pairs(*pair) for pair in pairs), strict=True)
        return through(D, np.concatenate(rows), np.concatenate(columns))

    def place(self, one: int, other: int) -> int:
        """Return the number of the block between two samples."""
        if other in self._firsts:
            return self._firsts[other] + one
        if one in self._firsts:
            return self._firsts[one] + self._samples + other
        assert one == other, "bodies' samples touch no other samples"
        return one

    def add(self, contact: Met, block: Array, values: Array) -> None:
        """Add N^T block N to `values` (count, 9)."""
        N = np.concatenate(contact.moves, axis=1)
        self.add_matrix(contact.points, N.T @ block @ N, values)

    def add_matrix(self, points: Array, matrix: Array, values: Array) -> None:
        """Add a matrix (3p, 3p) that couples `points` (p,) to `values` (count, 9)."""
        for p, rows in zip(points, np.split(matrix, len(points)), strict=True):
            for q, block in zip(points, np.split(rows, len(points), axis=1), strict=True):
                values[self.place(int(p), int(q))] += block.ravel()


def turned(contact: Met, along: Array) -> Array:
    """Return the unsymmetric part of a contact's stiffness, times changes of its points (p, 3)."""
    apart = np.einsum("pab,pb->a", contact.apart, along)
    moved = np.einsum("pab,pb->a", contact.moves, along)
    blocks = contact.blocks
    change = (blocks[0] + blocks[1]) @ (apart - moved) + blocks[3] @ apart
    found = np.einsum("pba,b->pa", contact.moves, change)
    return np.asarray(found - np.cross(contact.force, contact.turns @ apart))


class ByAxes:
    """The stiffness of boxes and capsules, which have axes: of their contacts, and of what keeps them rigid.

    Attributes:
        things: Which shapes have axes.

    """

    def __init__(self, data: Data, there: InMemory) -> None:
        """Take the contact's data, and `there`, the same as kernels take it."""
        self._data, self._there = data, there
        self._one, self.things = np.eye(3 * PLACES), np.flatnonzero(data.rigidity)
        self._rows = np.zeros((2, ROWS, 3 * PLACES))
        # asymmetric part of the stiffness of the last force evaluation
        self._rest: list[tuple[Array, Array]] | None = None

    def matrices(self, factors: Sequence[float]) -> Iterator[tuple[Array, Array]]:
        """Yield the points (p,) of each and their matrix (3p, 3p), with `factors` (6,) of contact blocks."""
        data, work, (left, right) = self._data, self._data.work, self._rows
        given, local = np.array(factors), np.arange(PLACES)
        for o in self.things:
            put_binding_rows(self._there, o, 0, self._one, given, left, right)
            yield -1 - data.moving[o] + np.arange(3), (left.T @ right)[:9, :9]
        points = work.points[: int(work.active[0])]
        for k in np.flatnonzero(points[:, 4] >= 0):
            framed = data.rigidity[work.at[k, 0]] > 0
            put = put_framed_rows if framed else put_rolling_rows
            rows = put(self._there, k, local, self._one, given, left, right)
            found = left[:rows].T @ right[:rows]
            here = np.flatnonzero(points[k] >= 0)
            at = (3 * here[:, None] + np.arange(3)).ravel()
            yield points[k][here], found[np.ix_(at, at)]

    def rounding(self, D: Sparse) -> float:
        """Return the `rounding` of `Rubbing` for forces through D, which moves samples."""
        found = 0.0
        for o in self.things:
            first = 3 * int(-1 - self._data.moving[o])
            found += ROUNDING * float(self._data.rigidity[o] * np.linalg.norm(D[first : first + 9].data))
        return found

    def add_force(self, pulls: Array) -> None:
        """Add the forces that keep things rigid to `pulls` (m, 3), where contacts were last computed."""
        self._rest = None
        for o in self.things:
            pulls[-1 - self._data.moving[o] + np.arange(3)] += self._data.work.bound[o]

    def turned(self, along: Array, found: Array) -> None:
        """Add the unsymmetric part of the stiffness, times changes of samples (m, 3), to `found` (m, 3)."""
        if self._rest is None:
            whole = self.matrices((1.0, 1.0, self._by_u, 1.0, 0.0, 0.0))
            pairs = zip(whole, list(self.symmetric(True)), strict=True)
            self._rest = [(points, one - other) for (points, one), (_, other) in pairs]
        for points, matrix in self._rest:
            np.add.at(found, points, (matrix @ along[points].ravel()).reshape(-1, 3))

    def symmetric(self, whole: bool) -> Iterator[tuple[Array, Array]]:
        """Yield the symmetric part of the stiffness; unless `whole`, its positive semidefinite part."""
        return self.matrices((1.0, 1.0 if whole else 0.0, self._by_u, 0.0, 0.0, 0.0))

    @property
    def _by_u(self) -> float:
        return 1.0 / float(self._data.work.half[0])
