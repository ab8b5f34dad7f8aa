"""Contact as it is reported to users: one place where a body touches, and all such places of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from runtime.base.kernels import Array


class Touched(NamedTuple):
    """One place where a body touches."""

    point: Array  # (3,) m, where they touch
    normal: Array  # (3,) unit normal that points out of the obstacle
    force: Array  # (3,) N, the force on the body
    obstacle: str  # name of the obstacle or the tool


class Contacts(NamedTuple):
    """All k places where a body touched in a run of T steps, in the order of the steps."""

    names: Sequence[str]  # (o,) names of all obstacles and tools
    steps: Array  # (k,) int64, time step of each contact, from 0; its force holds during that step
    obstacles: Array  # (k,) int64, index of the obstacle or tool in `names`
    points: Array  # (k, 3) m, points of contact in the middle of the step
    normals: Array  # (k, 3) unit normals that point out of the obstacle
    forces: Array  # (k, 3) N, forces on the body

    def at(self, step: int) -> Contacts:
        """The contacts of one step."""
        first, last = np.searchsorted(self.steps, [step, step + 1])
        return Contacts(self.names, *(part[first:last] for part in self[1:]))

    def pressed(self, steps: int) -> tuple[Array, Array]:
        """The force (steps, o, 3) N on the body by each obstacle, and where (steps, o, 3) m it acts.

        The place is the mean of those where it touches, weighted by the force at each; NaN where it does not
        touch.
        """
        count = len(self.names)
        force, place, total = (np.zeros((steps, count, width)) for width in (3, 3, 1))
        here, size = (self.steps, self.obstacles), np.linalg.norm(self.forces, axis=1)[:, None]
        np.add.at(force, here, self.forces)
        np.add.at(place, here, size * self.points)
        np.add.at(total, here, size)
        return force, np.divide(place, total, out=np.full_like(place, np.nan), where=total > 0)


def nothing_touched() -> Contacts:
    """The contacts of a body that has nothing to touch: none."""
    none = np.zeros((0, 3))
    return Contacts([], np.zeros(0, dtype=int), np.zeros(0, dtype=int), none, none, none)
