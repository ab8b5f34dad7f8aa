"""How well the reduced model keeps projected states of the full one, and the rank at which it would.

At a full state u the full model's force is balanced, by loads or by inertia. The reduced model has the state

    p = U_k^T M u,     and there the force     U_k^T f(U_k p)     instead of     U_k^T f(u):

the missing part of the displacement, such as thickening where a body bends, strains its elements and may
change the force by more than its size. By the difference the state moves, to first order, by dp with

    U_k^T K(U_k p) U_k dp = U_k^T (f(u) - f(U_k p))

as a share |dp| / sqrt(u^T M u) of its own displacement; where that matrix is not positive definite, with the
elements' nearest positive semidefinite ones in K. Negative eigenvalues are counted as far as they exceed
those of K(u) on all modes: in such a direction, with eigenvalue -s^2, the reduced model departs as cosh(s t)
from a state in which the full one stays. Where a motion only passes through the state, this matters if it
grows `GROWTH`-fold while the motion is near. All is computed by the full model, for any number k of modes.

Limits: the figures are of first order, and only of the states that are examined.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from reduce.protocols import Body
from softrein.errors import warn

Array = np.ndarray

# most additional modes examined to find a sufficient rank, twice the rank that simulation in real time allows
TRIED = 200
BETWEEN = 20  # ranks tried in between if none of the doubled ones suffices
# Fraction of its displacement by which a state may move when it is released on the reduced model. A reduced
# run within 5 % of the full one looks the same; a constant load is seen for longer, but the figure is of
# first order and the worst of many.
MOVES = 0.1
GROWTH = 10.0  # growth factor of a deviation beyond which the reduced model leaves the state
ROUND_OFF = 1e-10  # relative to the largest eigenvalue: eigenvalues above minus this count as not negative
TINY = np.finfo(float).tiny


class State(NamedTuple):
    """A state of the full model by name: u (n,) in m."""

    name: str
    u: Array
    seconds: float = np.inf  # s for which the body stays near it: within `MOVES` of its displacement


class Figure(NamedTuple):
    """The figures of a state: by which share of its displacement it moves, and new negative eigenvalues."""

    name: str
    moves: float
    negative: int
    flees: bool  # whether the reduced model leaves the state in that time

    @property
    def holds(self) -> bool:
        """Whether the reduced model keeps the state."""
        return self.moves <= MOVES and not self.flees


def describe(stillness: Stillness, rank: int, local: int = 0) -> str:
    """Say how well the states are kept at a rank. Warns where they are not, and says what helps.

    `local` of the first `rank` modes are local functions, which a scene asks for separately.
    """
    figures = stillness.figures(rank)
    if not figures:
        return ""
    worst = max(figures, key=lambda figure: (not figure.holds, figure.moves))
    if not worst.holds:
        enough = stillness.enough(rank)
        own = None if enough is None else enough - local
        _warn(worst, rank - local, own, stillness.modes.shape[1] - local)
    new = f", {_counted(worst.negative)}" if worst.negative else ""
    return f"; {len(figures)} full states, projected, move by {worst.moves:.2%} at most ({worst.name}{new})"


def _counted(negative: int) -> str:
    return f"{negative} negative eigenvalue{'s' if negative > 1 else ''}"


def _warn(worst: Figure, rank: int, enough: int | None, most: int) -> None:
    new = f"{_counted(worst.negative)} that the full stiffness has not" if worst.negative else ""
    what = f"moves by {worst.moves:.0%} of its displacement in the reduced model{', with ' * bool(new)}{new}"
    if worst.moves <= MOVES:  # the state flees, and does not move by a figure that says so
        what = f"is left by the reduced model, whose stiffness has there {new}"
    remedy = (
        f"set basis.rank = {enough}"
        if enough is not None
        else f"no rank up to {most} is enough: add enrichment.runs, or enrichment.statics for states at rest"
    )
    warn(
        f"basis: {rank} modes do not hold what the full model holds: the state {worst.name}, projected, "
        f"{what}; {remedy}"
    )


class Stillness:
    """Stillness of a body's states on the first of `modes` (n, m), which are mass-orthonormal."""

    def __init__(self, body: Body, modes: Array, states: Sequence[State]) -> None:
        self.body, self.modes = body, modes
        self._lower = body.lower_matrix()
        moved = [(state, float(np.sqrt(body.mass @ state.u**2))) for state in states]
        self._states = [_Seen(self, state, size) for state, size in moved if size > 0]

    def figures(self, rank: int) -> list[Figure]:
        """Return the figures of every state that is not zero."""
        return [state.figure(rank) for state in self._states]

    def holds(self, rank: int) -> bool:
        """Whether all states are kept. It stops at the first that is not, and next time begins with it."""
        for i, state in enumerate(self._states):
            if not state.figure(rank).holds:
                self._states.insert(0, self._states.pop(i))
                return False
        return True

    def enough(self, above: int) -> int | None:
        """Find a rank above an insufficient one that suffices while the next lower does not; None: none does.

        It is found by doubling and halving. As more modes may do worse, some in between are tried before
        None.
        """
        most = self.modes.shape[1]
        doubled = [min(above * 2**i, most) for i in range(1, most.bit_length() + 1)]
        between = np.linspace(above + 1, most, BETWEEN).astype(int).tolist() if above < most else []
        low = above
        for high in sorted({*doubled} - {above}):
            if self.holds(high):
                return self._least(low, high)
            low = high
        high = next((rank for rank in dict.fromkeys(between) if self.holds(rank)), None)
        return None if high is None else self._least(above, high)

    def _least(self, low: int, high: int) -> int:
        """Find it between an insufficient and a sufficient rank, by halving."""
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.holds(middle) else (middle, high)
        return high

    def force(self, u: Array) -> Array:
        """Return U^T f(u) (m,) on all modes."""
        return np.asarray(self.modes.T @ self.body.fill_system(u, self._lower, 1.0, 0.0))

    def stiffness(self, u: Array, rank: int, projected: bool = False) -> tuple[Array, Array]:
        """Return U_k^T f(u) (k,) and U_k^T K(u) U_k (k, k)."""
        modes = self.modes[:, :rank]
        force = self.body.fill_system(u, self._lower, 1.0, 0.0, projected)
        half = modes.T @ (self._lower @ modes)
        diagonal = self._lower.data[self._lower.indptr[:-1]]
        return modes.T @ force, half + half.T - modes.T @ (diagonal[:, None] * modes)


class _Seen:
    """A state, with values that are the same at every rank."""

    def __init__(self, all_of: Stillness, state: State, size: float) -> None:
        self._of, self._state, self._size = all_of, state, size
        self._p = all_of.modes.T @ (all_of.body.mass * state.u)
        self._force = all_of.force(state.u)
        self._own: int | None = None  # number of negative eigenvalues
        self._known: dict[int, Figure] = {}

    def figure(self, rank: int) -> Figure:
        if rank not in self._known:
            self._known[rank] = self._found(rank)
        return self._known[rank]

    def _found(self, rank: int) -> Figure:
        there = self._of.modes[:, :rank] @ self._p[:rank]
        force, stiffness = self._of.stiffness(there, rank)
        values, axes = np.linalg.eigh(stiffness)
        negative, lowest = _negative(values), min(values[0], 0.0)
        if negative:
            negative = max(0, negative - self._negative_here())
            values, axes = np.linalg.eigh(self._of.stiffness(there, rank, True)[1])
        values = np.maximum(values, max(ROUND_OFF * values[-1], TINY))
        change = (axes.T @ (self._force[:rank] - force)) / values
        flees = bool(negative) and np.sqrt(-lowest) * self._state.seconds > np.arccosh(GROWTH)
        return Figure(self._state.name, float(np.linalg.norm(change)) / self._size, negative, flees)

    def _negative_here(self) -> int:
        if self._own is None:
            stiffness = self._of.stiffness(self._state.u, self._of.modes.shape[1])[1]
            self._own = _negative(np.linalg.eigvalsh(stiffness))
        return self._own


def _negative(values: Array) -> int:
    return int((values < -ROUND_OFF * np.abs(values).max()).sum())
