"""A term of a full body's force: a force besides the material's, which depends on controls.

A term has a number of controls, each held over a step, and gives force, stiffness and energy at a
displacement u of the free degrees of freedom. Its stiffness may couple vertices that the material does not:
`pieces` say which, and the stiffness' values have their order. `sum` adds terms up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from scipy import sparse

from reduce.protocols import Body, Sparse

Array = np.ndarray


class Start(NamedTuple):
    """The beginning of a part of a step."""

    u: Array  # (n_free,) m, displacements
    since: float  # s since the step's start
    half: float  # s from its start to where its equation holds: half its length by the midpoint rule
    v: Array | None = None  # (n_free,) m/s, velocities, if known


class Part(NamedTuple):
    """A part of a step that was taken."""

    start: Start
    end: Array  # (n_free,) m, displacements
    theta: float  # fraction of it at which its equation holds: 1/2 midpoint, 1 backward Euler


class FullTerm(Protocol):
    """A term of one kind, with as many controls as the scene has such actuators."""

    @property
    def pieces(self) -> Sequence[Piece]:
        """The entries that its stiffness couples."""

    @property
    def count(self) -> int:
        """How many controls it has."""

    def acts(self, control: Array) -> bool:
        """Whether it has a force or stiffness under a control (count,)."""

    def energy(self, u: Array, control: Array) -> float:
        """Return the energy, J, whose derivative is minus the force where that was last computed."""

    def force_and_stiffness(self, u: Array, control: Array, whole: bool) -> tuple[Array, Array]:
        """Return the force (n_free,) N, and its pieces' values, all or (not `whole`) semidefinite ones."""

    def unit_forces(self) -> Array:
        """Return the force of a unit of each control at rest (count, n_free) N."""

    def arrays(self) -> list[Array]:
        """Return the arrays that define it; stored runs are compared by them."""


@runtime_checkable
class Rubbing(FullTerm, Protocol):
    """A term that depends on velocities, such as friction; a step's iterations use a line search for it."""

    @property
    def rigid(self) -> bool:
        """See `runtime.body.terms.term.Manner`."""

    @property
    def rounding(self) -> float:
        """A size of forces, N; 1e-9 of it is the rounding error of those that keep something rigid."""

    def begin(self, start: Start | None, control: Array) -> bool:
        """Begin a part of a step; None: a static evaluation. Return False where the part is too long."""

    def turned(self, change: Array) -> Array | None:
        """Return the unsymmetric part of its stiffness, times a change of u (n_free,), or None."""


class Piece(NamedTuple):
    """Entries of a matrix (n_free, n_free), each a share of a value."""

    values: int  # number of values
    value: Array  # (k,) index of each entry's value
    rows: Array  # (k,) row of each entry
    columns: Array  # (k,) column of each entry
    shares: Array  # (k,) factor of each entry


class Points(NamedTuple):
    """Points in a body at rest, or, with all weights zero, in space."""

    rest: Array  # (k, 3) m, points at rest
    corners: Array  # (k, 4) vertex indices of the element that contains each point
    weights: Array  # (k, 4) barycentric coordinates

    def matrix(self, body: Body) -> Sparse:
        """Return D (3k, n_free), csr: x = X + D u."""
        slots = np.full(3 * len(body.mesh.vertices), -1)
        slots[body.free] = np.arange(body.free.size)
        columns = slots[3 * self.corners[:, None, :] + np.arange(3)[:, None]]  # (k, 3, 4)
        values = np.broadcast_to(self.weights[:, None, :], columns.shape)
        rows = np.broadcast_to(np.arange(columns.size // 4).reshape(-1, 3, 1), columns.shape)
        kept = (columns >= 0) & (values != 0)
        shape = (3 * len(self.rest), body.free.size)
        return sparse.csr_matrix((values[kept], (rows[kept], columns[kept])), shape=shape)


def through(D: Sparse, row: Array, column: Array) -> Piece:
    """Return the piece D^T e_row e_column^T D: each value, between a row and a column, times two of D."""
    width = int(np.diff(D.indptr).max(initial=0)) or 1
    within = D.indptr[:-1, None] + np.arange(width)
    there = within < D.indptr[1:, None]
    within = np.minimum(within, max(D.indices.size - 1, 0))
    if not D.indices.size:
        none = np.zeros(0, dtype=int)
        return Piece(row.size, none, none, none, np.zeros(0))
    index, value = D.indices[within], np.where(there, D.data[within], 0.0)
    shape = (row.size, width, width)
    i = np.broadcast_to(index[row][:, :, None], shape)
    j = np.broadcast_to(index[column][:, None, :], shape)
    shares = value[row][:, :, None] * value[column][:, None, :]
    entry = np.broadcast_to(np.arange(row.size)[:, None, None], shape)
    kept = shares != 0
    return Piece(row.size, entry[kept], i[kept].astype(np.int64), j[kept].astype(np.int64), shares[kept])


def block_pairs(one: Array, other: Array) -> tuple[Array, Array]:
    """Return rows and columns of the blocks (k, 3, 3) between points `one` and `other` (k,)."""
    rows = 3 * one[:, None, None] + np.arange(3)[:, None] + np.zeros(3, dtype=int)
    columns = 3 * other[:, None, None] + np.zeros((3, 1), dtype=int) + np.arange(3)
    return rows.ravel(), columns.ravel()
