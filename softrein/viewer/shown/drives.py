"""Cables and chambers as pages see them: where they run, how strongly they act, how a hand takes them over.

Of each the control in SI units is told at every frame, and whether a hand holds it. What a hand holds stays
where the hand has it: the limits of its control are that value alone, which controllers that plan ahead know.
Let go, it is the controller's again. Pages have y up (`Scene.turn`).
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from runtime.bundle.body import BodyBundle
from softrein.base.muscles import UNITS, ShownMuscles
from softrein.errors import printable
from softrein.viewer.shown.coarse import coarser

LONGEST_NAME = 40  # characters
FEW = 4000  # triangles of all chambers' walls in a page


class Drives:
    """Those of a body, in the order of its inputs behind the reduced forces: cables, and then chambers."""

    def __init__(self, bundle: BodyBundle, turn: np.ndarray) -> None:
        self._bundle, self._turn, self._shown = bundle, turn, ShownMuscles(bundle)
        self.count, self.controls, self.ranges = self._shown.count, self._shown.controls, self._shown.ranges
        self.held = dict[int, float]()  # what hands hold, in SI units

    def described(self) -> list[dict[str, Any]]:
        """For scene.json: name, unit, how many of it to an SI unit, range, places of route or wall."""
        shown, none = self._shown, [(0, 0)] * self.count
        routes = [*shown.routes, *none][: self.count]
        walls = [*none, *self._walls[2]][-self.count :]
        return [
            {"name": printable(name)[:LONGEST_NAME], "unit": UNITS[kind][0], "factor": UNITS[kind][1],
             "low": low, "high": high, "route": list(route), "wall": list(wall)}
            for name, kind, (low, high), route, wall in zip(
                shown.names, shown.kinds, self.ranges.tolist(), routes, walls, strict=True
            )
        ]  # fmt: skip

    def arrays(self) -> dict[str, np.ndarray]:
        """Points of all cables at rest (k, 3), and how they move with the body, (k, r, 3); and of chambers.

        Of these the vertices of their walls likewise, and triangles (t, 3) over them.
        """
        found, muscles = dict[str, np.ndarray](), self._bundle.muscles
        if len(muscles["points"]):
            modes = np.einsum("ab,kbr->kra", self._turn, muscles["point_modes"])
            found |= {"route_rest": muscles["points"] @ self._turn.T, "route_basis": modes}
        rest, triangles, walls = self._walls
        if walls:
            modes = self._bundle.chamber_walls(np.moveaxis(self._bundle.shape.modes, 2, 0))[0]
            basis = np.einsum("ab,rkb->kra", self._turn, modes)
            found |= {"wall_rest": rest, "wall_basis": basis, "wall_triangles": triangles.astype(np.uint32)}
        return found

    @cached_property
    def _walls(self) -> tuple[np.ndarray, np.ndarray, list[tuple[int, int]]]:
        """Chambers' walls at rest: vertices (w, 3), triangles (t, 3), and which of these are whose."""
        places, walls = self._bundle.chamber_walls(self._bundle.vertices)
        rest = places @ self._turn.T
        drawn = []
        for each in walls:
            own, numbered = np.unique(each, return_inverse=True)
            drawn.append(own[coarser(rest[own], numbered.reshape(-1, 3), FEW // len(walls))])
        ends = np.cumsum([0, *(len(each) for each in drawn)]).tolist()
        none = np.zeros((0, 3), dtype=np.int64)
        return rest, np.concatenate([none, *drawn]), list(pairwise(ends))

    def told(self, feedforward: np.ndarray, control: np.ndarray) -> np.ndarray:
        """For a frame, of each (2,): its control in SI units, of a step or as a hand has it, and 1 if so."""
        found = np.zeros((self.count, 2))
        found[:, 0] = self._shown.driven(feedforward, control)
        for which, value in self.held.items():
            found[which] = value, 1.0
        return found

    def hold(self, limits: np.ndarray, which: int, value: float) -> None:
        """A hand holds one at so much, in SI units and in its range: into a simulator's own limits (s, 2)."""
        low, high = self.ranges[which]
        self.held[which] = min(max(value, low), high)
        limits[self.controls[which]] = self.held[which] / self._shown.sizes[which]

    def let_go(self, limits: np.ndarray, which: int) -> None:
        """It is the controller's again."""
        self.held.pop(which, None)
        control = self.controls[which]
        limits[control] = self._bundle.actuation.limits[control]

    def let_all_go(self, limits: np.ndarray) -> None:
        """All of them."""
        for which in tuple(self.held):
            self.let_go(limits, which)
