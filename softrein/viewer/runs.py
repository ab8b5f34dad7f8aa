"""Runs: what deviation and effort were from step to step, under one controller and without a leap.

They are kept by the simulation, at each of its steps, for the strip beneath the picture: of each controller
the last that tells something. A page that is opened later, or again, is told them and shows the same.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

BORDER = 0.05  # of the motion: a run that begins and ends so close to its ends is whole
POINTS = 600  # of a run that pages are told, at most


class Told(NamedTuple):
    """A run as it goes from process to process."""

    number: int
    controller: str
    worth: int
    off: float
    total: float
    points: np.ndarray  # (3, k) f4: step, deviation, effort

    def fields(self) -> dict[str, Any]:
        """As JSON has it."""
        step, deviation, effort = self.points
        return {
            "number": self.number, "controller": self.controller, "worth": self.worth,
            "off": _short(self.off), "total": _short(self.total), "step": [int(each) for each in step],
            "deviation": [_short(each) for each in deviation], "effort": [_short(each) for each in effort],
        }  # fmt: skip


class Run:
    """One run, as far as it has come."""

    def __init__(self, number: int, controller: str, step: int, deviation: float) -> None:
        self.number, self.controller = number, controller
        self.disturbed, self._squares = False, 0.0
        self._steps, self._deviations, self._efforts = [step], [deviation], [0.0]

    def add(self, step: int, deviation: float, effort: float, disturbed: bool) -> None:
        """A step later."""
        self._steps.append(step)
        self._deviations.append(deviation)
        self._efforts.append(effort)
        self._squares += deviation * deviation
        self.disturbed = self.disturbed or disturbed

    @property
    def off(self) -> float:
        """The root mean square of the deviation over its time."""
        steps = len(self._steps) - 1
        return math.sqrt(self._squares / steps) if steps else self._deviations[0]

    def worth(self, steps: int) -> int:
        """How much it tells, of a motion of so many steps: 2 more with a hand or a push, 1 more if whole."""
        whole = self._steps[0] <= BORDER * steps and self._steps[-1] >= (1 - BORDER) * steps
        return 2 * self.disturbed + whole

    def told(self, steps: int) -> Told:
        """For pages, by some of its points."""
        points = np.array([self._steps, self._deviations, self._efforts], "f4")
        every = -(-points.shape[1] // POINTS)
        last = points.shape[1] - 1
        points = points[:, [*range(0, last, every), last]]
        return Told(self.number, self.controller, self.worth(steps), self.off, self._efforts[-1], points)


class Runs:
    """The run of now, and of each controller the one that is kept."""

    def __init__(self, steps: int) -> None:
        """Of a motion of so many steps; `begin` comes first."""
        self._steps = steps
        self.now = Run(0, "", 0, 0.0)
        self._over = 0  # number of the last that has ended
        self._worth: dict[str, int] = {}  # of those that are kept
        self.fresh: dict[str, Told] = {}  # kept, and not told yet; for who tells them to empty

    def begin(self, controller: str, step: int, deviation: float) -> None:
        """Another run, from a step on; the one of now is over."""
        self.end()
        self.now = Run(self.now.number + 1, controller, step, deviation)

    def add(self, step: int, deviation: float, effort: float, disturbed: bool) -> None:
        """A step of the run of now; at the motion's end it is over."""
        self.now.add(step, deviation, effort, disturbed)
        if step == self._steps:
            self.end()

    def end(self) -> None:
        """Keep the run of now, if it tells as much as the one before."""
        now = self.now
        if now.number == self._over:
            return
        self._over, worth = now.number, now.worth(self._steps)
        if worth and worth >= self._worth.get(now.controller, 0):
            self._worth[now.controller] = worth
            self.fresh[now.controller] = now.told(self._steps)

    def forget(self) -> None:
        """All of them, and that of now: they are of another motion."""
        self._worth.clear()
        self.fresh.clear()
        self._over = self.now.number

    def told(self) -> Told:
        """The run of now for pages."""
        return self.now.told(self._steps)


def _short(value: float) -> float:
    """With as many digits as a chart shows."""
    return float(f"{value:.4g}")
