"""What contact of a full body couples where free things take part: a sample with a middle and a spin.

A contact is between a sample x and a place on the thing. With E dq how far x moves beside the thing's middle,
and N dq how far it moves beside that place, forces are N^T f, and their stiffness is

    N^T ((B_0 + B_1 + B_3) E + 2/h B_2 N)   and   the force that turns with the arm

with the blocks B of `runtime.body.contact.data.Work`. What goes into a symmetric matrix is N^T (B_0 + B_1 +
2/h B_2) N; `turned` is the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from offline.full.body.terms.term import Piece, block_pairs, through
from reduce.protocols import Sparse
from runtime.body.contact.data import Work

Array = np.ndarray
VERTICES = 2  # of a free thing, at the end of the mesh: its middle, and how far it has turned
PAIRS = 4  # blocks of a sample with a free thing: with its middle, with its spin, and the other way round


class Met(NamedTuple):
    """A contact in which a free thing takes part."""

    points: Array  # (p,) samples: the one that touches, and those of things
    moves: Array  # (p, 3, 3) how the place moves by each of them: N
    apart: Array  # (p, 3, 3) E
    blocks: Array  # (6, 3, 3)
    turns: Array  # (p, 3, 3) how the arm of the force about each of them moves, times E dq
    force: Array  # (3,) N


def skew(x: Array) -> Array:
    """[x]x (3, 3)."""
    return np.array([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0.0]])


def met(work: Work) -> Iterator[Met]:
    """Those that were found last."""
    one, none = np.eye(3), np.zeros((3, 3))
    for k in np.flatnonzero((work.points[: int(work.active[0]), 1::2] >= 0).any(axis=1)):
        there = work.points[k] >= 0
        moves = np.array([one, -one, skew(work.arms[k, :3]), -skew(work.arms[k, 3:])])
        apart = np.array([one, -one, none, none])
        bent = work.turns[k].reshape(3, 3)
        turns = np.array([none, none, one - bent, bent])
        blocks = work.blocks[k].reshape(6, 3, 3)
        yield Met(work.points[k][there], moves[there], apart[there], blocks, turns[there], work.pulls[k])


class Coupled:
    """Places of blocks (3, 3) of m samples with each other where f things are free.

    Attributes:
        count: How many blocks.

    """

    def __init__(self, samples: int, middles: Array) -> None:
        """`middles` (f,) are the samples of the things' middles; their spins come after these."""
        self._samples, self._middles = samples, [int(each) for each in middles]
        self.count = samples * (1 + PAIRS * len(self._middles))

    def piece(self, D: Sparse) -> Piece:
        """What these blocks couple, of samples that move by D."""
        every = np.arange(self._samples)
        pairs = [(every, every)]
        for middle in self._middles:
            for point in (np.full(every.size, middle), np.full(every.size, middle + 1)):
                pairs += [(every, point), (point, every)]
        rows, columns = zip(*(block_pairs(*pair) for pair in pairs), strict=True)
        return through(D, np.concatenate(rows), np.concatenate(columns))

    def place(self, one: int, other: int) -> int:
        """The number of the block between two samples."""
        for k, middle in enumerate(self._middles):
            for spins in range(2):
                first = self._samples * (1 + PAIRS * k + 2 * spins)
                if other == middle + spins:
                    return first + one
                if one == middle + spins:
                    return first + self._samples + other
        assert one == other, "bodies' samples touch no other samples"
        return one

    def add(self, contact: Met, block: Array, values: Array) -> None:
        """N^T block N, onto values (count, 9)."""
        for p, one in zip(contact.points, contact.moves, strict=True):
            for q, other in zip(contact.points, contact.moves, strict=True):
                values[self.place(int(p), int(q))] += (one.T @ block @ other).ravel()


def turned(contact: Met, along: Array) -> Array:
    """What of a contact's stiffness is not in the symmetric matrix, times changes of its points (p, 3)."""
    apart = np.einsum("pab,pb->a", contact.apart, along)
    moved = np.einsum("pab,pb->a", contact.moves, along)
    blocks = contact.blocks
    change = (blocks[0] + blocks[1]) @ (apart - moved) + blocks[3] @ apart
    found = np.einsum("pba,b->pa", contact.moves, change)
    return np.asarray(found - np.cross(contact.force, contact.turns @ apart))
