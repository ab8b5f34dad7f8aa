"""Cables and chambers for pages: their places, how strongly they act, and hands that hold them.

Each frame has the control of each in SI units, and whether a hand holds it. One that a hand holds keeps
the hand's value: both limits of its control are that value, which planning controllers know.
When it is released, the controller drives it again. Pages have y up (`Scene.turn`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise

import numpy as np

from runtime.bundle.body import BodyBundle
from softrein.base.shown_actuators import ShownActuators
from softrein.errors import printable
from softrein.viewer.shown.coarse import coarser

LONGEST_NAME = 40  # most characters
FEW = 4000  # most triangles of all surfaces together in a page


class Drives:
    """The drives of a body, in the order of its inputs after the reduced forces: cables, then chambers."""

    def __init__(self, bundle: BodyBundle, turn: np.ndarray) -> None:
        self._bundle, self._turn, self._shown = bundle, turn, ShownActuators(bundle)
        self.count, self.controls, self.ranges = self._shown.count, self._shown.controls, self._shown.ranges
        self.held = dict[int, float]()  # drive -> control value held by a page, in SI units

    def described(self) -> list[dict[str, object]]:
        """Each drive's entry in scene.json: name, unit, units to an SI unit, range, points and triangles."""
        shown = self._shown
        lines = _spans(len(each.rest) * each.is_line for each in shown.drawings)
        surfaces = _spans(len(each) for each in self._triangles)
        return [
            {
                "name": printable(name)[:LONGEST_NAME],
                "unit": drawn.unit,
                "factor": drawn.factor,
                "low": low,
                "high": high,
                "route": route,
                "wall": wall,
            }
            for name, drawn, (low, high), route, wall in zip(
                shown.names, shown.drawings, self.ranges.tolist(), lines, surfaces, strict=True
            )
        ]

    def arrays(self) -> dict[str, np.ndarray]:
        """The arrays by which a page draws all drives, by name; y is up. Without cables or chambers none.

        Cables are lines, "route_rest" (k, 3) m and "route_basis" (k, r, 3) kg^-1/2: the points at rest, and
        their displacement per reduced coordinate. Chambers are surfaces, "wall_rest" and "wall_basis"
        likewise, and "wall_triangles" (t, 3), the indices of their vertices.
        """
        found = dict[str, np.ndarray]()
        for name, are_lines in (("route", True), ("wall", False)):
            drawn = [each for each in self._shown.drawings if len(each.rest) and each.is_line == are_lines]
            if drawn:
                rest, modes = (
                    np.concatenate([getattr(each, of) for each in drawn]) for of in ("rest", "modes")
                )
                found[f"{name}_rest"] = rest @ self._turn.T
                found[f"{name}_basis"] = np.einsum("ab,kbr->kra", self._turn, modes)
        pairs = zip(self._shown.drawings, self._triangles, strict=True)
        surfaces = [(len(each.rest), own) for each, own in pairs if len(each.rest) and not each.is_line]
        if surfaces:
            firsts = np.cumsum([0, *(points for points, _ in surfaces)])
            moved = [first + own for first, (_, own) in zip(firsts, surfaces, strict=False)]
            found["wall_triangles"] = np.concatenate(moved).astype(np.uint32)
        return found

    @cached_property
    def _triangles(self) -> list[np.ndarray]:
        """Return the triangles (t, 3) of each surface over its own points, few enough for a page."""
        surfaces = sum(len(each.triangles) > 0 for each in self._shown.drawings)
        return [
            coarser(each.rest @ self._turn.T, each.triangles, FEW // surfaces)
            if len(each.triangles)
            else each.triangles
            for each in self._shown.drawings
        ]

    def told(self, feedforward: np.ndarray, control: np.ndarray) -> np.ndarray:
        """Return a frame's two numbers of each: its control in SI units, and whether a hand holds it, 1 or 0.

        The control is that of a step, or where a hand holds it the hand's value.
        """
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

    def sized(self) -> list[tuple[int, float]]:
        """Return the number of each one's control, and the size of a control of one in SI units."""
        return list(zip(self.controls, map(float, self._shown.sizes), strict=True))

    def let_go(self, limits: np.ndarray, which: int) -> None:
        """Release it: the controller drives it again."""
        self.held.pop(which, None)
        control = self.controls[which]
        limits[control] = self._bundle.actuation.limits[control]

    def let_all_go(self, limits: np.ndarray) -> None:
        """All of them."""
        for which in tuple(self.held):
            self.let_go(limits, which)


def _spans(counts: Iterable[int]) -> list[list[int]]:
    """Return the consecutive range of each; 0 to 0 for one without any."""
    ends = np.cumsum([0, *counts]).tolist()
    return [[first, end] if end > first else [0, 0] for first, end in pairwise(ends)]
