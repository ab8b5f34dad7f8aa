"""Sparse non-negative least squares: few columns of a matrix, with weights >= 0, for a target.

    minimise |A w - b| over w >= 0, column by column, until |A w - b| <= tolerance |b| or no more may come

The active-set method of [Lawson, Hanson, Solving Least Squares Problems, 1974, chapter 23], which ends at the
minimiser if nothing stops it before: the column that points most along what is missing joins those in use,
and leaves again when its weight would be negative. Columns compete by their direction, not their length, as
cubature has it [An, Kim, James 2008]. The columns in use are kept as Q R, which grows by a column
(Gram-Schmidt, twice) and shrinks by one (`scipy.linalg.qr_delete`).

Limits: A is dense and in memory; each step multiplies its transpose by a vector.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.linalg import qr_delete, solve_triangular

Array = np.ndarray

# a column whose part orthogonal to those in use is below this fraction of its length counts as dependent
DEPENDENT = 1e-10
OPTIMAL = 1e-12  # optimality: largest cosine between an unused column and the residual


class NonNegative:
    """A search for columns and weights, which can be continued with a stricter tolerance.

    Attributes:
        chosen: The columns in use, in the order in which they came.
        weights: Their weights, above zero.
    """

    def __init__(self, columns: Array, target: Array, costs: Array | None = None) -> None:
        """Start with no column of the matrix `columns` (q, m), for the target (q,).

        `costs` (m,): a column must point along the residual the more, by the root of its cost; None: all cost
        the same.
        """
        self._columns, self._target = columns, target
        self._worth = 1.0 if costs is None else 1.0 / np.sqrt(costs)
        self._lengths = np.sqrt(np.einsum("qm,qm->m", columns, columns))
        self._usable = self._lengths > 0
        self._Q, self._R = np.empty((len(target), 0)), np.empty((0, 0))
        self.chosen: list[int] = []
        self.weights = np.empty(0)

    @property
    def missing(self) -> Array:
        """The residual b - A w (q,), orthogonal to all columns in use, as their weights are optimal."""
        rest = self._target - self._Q @ (self._Q.T @ self._target)
        return np.asarray(rest - self._Q @ (self._Q.T @ rest))

    @property
    def error(self) -> float:
        """The relative residual |A w - b| / |b|, 0 where the target is zero."""
        size = float(np.linalg.norm(self._target))
        return float(np.linalg.norm(self.missing)) / size if size else 0.0

    def grow(self, tolerance: float, open_to: Callable[[list[int]], Array] | None = None) -> bool:
        """Add columns until the tolerance is met; return False where no further column helps before.

        `open_to` takes the columns in use and returns which others (m,) may enter; None: all may.
        """
        barred = self._barred(open_to)
        while self.error > tolerance:
            entering = self._best(barred)
            if entering < 0:
                return False
            if self._enter(entering):
                barred = self._barred(open_to)
            else:
                barred[entering] = True
        return True

    def shrink(self, tolerance: float, few: Callable[[list[int]], bool]) -> None:
        """Remove columns, each time the one whose loss raises the residual least, while the tolerance holds.

        It ends when `few` accepts the columns and one less would miss the tolerance. Growing further and
        shrinking back finds better columns than growing alone: the first to enter are often not needed beside
        the last. Without a column |A w - b|^2 rises by its squared weight over its diagonal entry of (A^T
        A)^-1.
        """
        while self.chosen:
            before, fits = (self._Q, self._R, self.chosen, self.weights), few(self.chosen)
            inverse = solve_triangular(self._R, np.eye(len(self.chosen)))
            self._leave(int(np.argmin(self.weights**2 / np.einsum("ij,ij->i", inverse, inverse))))
            self._settle()
            if fits and not self.error <= tolerance:
                self._Q, self._R, self.chosen, self.weights = before
                return

    def _settle(self) -> None:
        """Remove columns, one by one, until the unconstrained weights of all are positive."""
        wanted = self._solution()
        while wanted.min(initial=np.inf) <= 0:
            self._leave(int(np.argmin(wanted)))
            wanted = self._solution()
        self.weights = wanted

    def _barred(self, open_to: Callable[[list[int]], Array] | None) -> Array:
        return ~(self._usable if open_to is None else self._usable & open_to(self.chosen))

    def _best(self, barred: Array) -> int:
        """The column that points most along the residual, per root of its cost; -1: none does."""
        missing = self.missing
        size = float(np.linalg.norm(missing))
        if not size:
            return -1
        along = np.full(len(self._lengths), -1.0)
        np.divide(missing @ self._columns, self._lengths * size, out=along, where=~barred)
        along *= self._worth
        along[self.chosen] = -1.0
        best = int(np.argmax(along))
        return best if along[best] > OPTIMAL else -1

    def _enter(self, column: int) -> bool:
        """Solve with one more column; others may leave. Return False where its own weight is not positive."""
        if not self._append(column):
            return False
        before, self.weights = self.weights, np.append(self.weights, 0.0)
        wanted = self._solution()
        if wanted[-1] <= 0:
            self._Q, self._R = self._Q[:, :-1], self._R[:-1, :-1]
            self.chosen = self.chosen[:-1]
            self.weights = before
            return False
        while (wanted <= 0).any():
            falling = np.flatnonzero(wanted <= 0)
            shares = self.weights[falling] / (self.weights[falling] - wanted[falling])
            self.weights = self.weights + shares.min() * (wanted - self.weights)
            self.weights[falling[shares <= shares.min()]] = 0.0
            for place in np.flatnonzero(self.weights <= 0)[::-1]:
                self._leave(int(place))
            wanted = self._solution()
        self.weights = wanted
        return True

    def _append(self, column: int) -> bool:
        vector = self._columns[:, column].astype(float)
        along = self._Q.T @ vector
        rest = vector - self._Q @ along
        again = self._Q.T @ rest
        rest -= self._Q @ again
        size = float(np.linalg.norm(rest))
        if size <= DEPENDENT * self._lengths[column]:
            return False
        count = len(self.chosen)
        R = np.zeros((count + 1, count + 1))
        R[:count, :count], R[:count, count], R[count, count] = self._R, along + again, size
        self._Q, self._R = np.column_stack([self._Q, rest / size]), R
        self.chosen = [*self.chosen, column]
        return True

    def _leave(self, place: int) -> None:
        self._Q, self._R = qr_delete(self._Q, self._R, place, which="col")
        self.chosen = self.chosen[:place] + self.chosen[place + 1 :]
        self.weights = np.delete(self.weights, place)

    def _solution(self) -> Array:
        """The unconstrained weights of the columns in use."""
        return np.asarray(solve_triangular(self._R, self._Q.T @ self._target))
