"""Cables and chambers as pages see them: where they run, how strongly they act, how a hand takes them over.

Of each the control in SI units is told at every frame, and whether a hand holds it. What a hand holds stays
where the hand has it: the limits of its control are that value alone, which controllers that plan ahead know.
Let go, it is the controller's again. Pages have y up (`Scene.turn`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.bundle.body import BodyBundle
from softrein.errors import printable

UNITS = {"cable": ("N", 1.0), "length": ("mm", 1e3), "pressure": ("kPa", 1e-3)}  # and how many to an SI unit
LONGEST_NAME = 40  # characters
ROOM = 3.0  # of the most that the reference asks for: how far a slider goes where there is no limit


class Drives:
    """Those of a body, in the order of its inputs behind the reduced forces: cables, and then chambers."""

    def __init__(self, bundle: BodyBundle, turn: np.ndarray) -> None:
        self._bundle, actuation = bundle, bundle.actuation
        self._first, self._turn = bundle.rank, turn
        own = actuation.own(np.eye(bundle.forces))[:, bundle.rank :]  # of each control, by each of them
        self.controls = [int(np.flatnonzero(column)[0]) for column in own.T]
        self._sizes = 1 / own[self.controls, np.arange(len(self.controls))]
        self.count, self.held = len(self.controls), dict[int, float]()  # what hands hold, in SI units
        most = np.abs(bundle.track.feedforward[:, self._first :]).max(axis=0, initial=0.0)
        room = ROOM * np.where(most > 0, most, self._sizes)[:, None] * [-1, 1]
        limits = actuation.limits[self.controls] * self._sizes[:, None]
        self.ranges = np.where(np.isfinite(limits), limits, room)

    def described(self) -> list[dict[str, Any]]:
        """For scene.json: name, unit, how many of it to an SI unit, range, and places of the route."""
        springs = self._bundle.muscles.get("springs", np.zeros(0))
        names, cables, found = self._names(), self._bundle.muscles.get("cables", np.zeros(1, int)), []
        for k, (low, high) in enumerate(self.ranges.tolist()):
            kind = "pressure" if k >= len(springs) else "length" if springs[k] else "cable"
            unit, factor = UNITS[kind]
            route = [int(cables[k]), int(cables[k + 1])] if k < len(springs) else [0, 0]
            found.append(
                {"name": names[k], "unit": unit, "factor": factor, "low": low, "high": high, "route": route}
            )
        return found

    def arrays(self) -> dict[str, np.ndarray]:
        """Points of all cables at rest (k, 3), and how they move with the body, (k, r, 3)."""
        if not len(self._bundle.muscles.get("points", ())):
            return {}
        muscles = self._bundle.muscles
        modes = np.einsum("ab,kbr->kra", self._turn, muscles["point_modes"])
        return {"route_rest": muscles["points"] @ self._turn.T, "route_basis": modes}

    def told(self, feedforward: np.ndarray, control: np.ndarray) -> np.ndarray:
        """For a frame, of each (2,): its control in SI units, of a step or as a hand has it, and 1 if so."""
        found = np.zeros((self.count, 2))
        found[:, 0] = feedforward[self._first :] + self._sizes * control[self.controls]
        for which, value in self.held.items():
            found[which] = value, 1.0
        return found

    def hold(self, limits: np.ndarray, which: int, value: float) -> None:
        """A hand holds one at so much, in SI units and in its range: into a simulator's own limits (s, 2)."""
        low, high = self.ranges[which]
        self.held[which] = min(max(value, low), high)
        limits[self.controls[which]] = self.held[which] / self._sizes[which]

    def let_go(self, limits: np.ndarray, which: int) -> None:
        """It is the controller's again."""
        self.held.pop(which, None)
        control = self.controls[which]
        limits[control] = self._bundle.actuation.limits[control]

    def let_all_go(self, limits: np.ndarray) -> None:
        """All of them."""
        for which in tuple(self.held):
            self.let_go(limits, which)

    def _names(self) -> list[str]:
        """As the scene calls them, or by number."""
        names = self._bundle.actuator_names
        return [
            printable(names[control])[:LONGEST_NAME] if names else f"muscle {k + 1}"
            for k, control in enumerate(self.controls)
        ]
