"""Runs: what deviation and effort were from step to step, under one controller and without a leap.

They are kept by the simulation, at each of its steps, for the strip beneath the picture: of each controller
the last that tells something. A page that is opened later, or again, is told them and shows the same. A run
has the error that the cost means, which controllers minimise, and what became of the targets. Its marks say
what disturbed it, and whether LQR was another one, since only whole runs that the scene's own push alone
disturbed, under what the bundle ships, may be compared: another hand acts differently.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

BORDER = 0.05  # of the motion: a run that begins and ends so close to its ends is whole
POINTS = 600  # of a run that pages are told, at most
PUSHED, BY_HAND, LATE, COST, PATH = 1, 2, 4, 8, 16  # marks of a run, see `Run`


class Told(NamedTuple):
    """A run as it goes from process to process."""

    number: int
    controller: str
    worth: int
    marks: int  # see `Run`
    error: float  # as the cost weighs it (`runtime.control.base.costs`)
    total: float  # effort
    met: tuple[int, ...]  # what became of each target: 0 open, 1 hit, 2 missed
    points: np.ndarray  # (3, k) f4: step, deviation, effort

    def fields(self) -> dict[str, object]:
        """As JSON has it."""
        step, deviation, effort = self.points
        return {
            "number": self.number,
            "controller": self.controller,
            "worth": self.worth,
            "marks": self.marks,
            "error": _short(self.error),
            "total": _short(self.total),
            "met": [int(each) for each in self.met],
            "step": [int(each) for each in step],
            "deviation": [_short(each) for each in deviation],
            "effort": [_short(each) for each in effort],
        }


class Run:
    """One run, as far as it has come.

    Its marks are bits: one of the scene's own pushes acted on it (PUSHED); a hand did, or what a hand had
    done was there when it began (BY_HAND); what a push had done before it was there (LATE); LQR had another
    cost (COST); a path was drawn in place of the scene's own (PATH).
    """

    def __init__(self, number: int, controller: str, step: int, deviation: float, marks: int = 0) -> None:
        self.number, self.controller, self.marks, self.error = number, controller, marks, 0.0
        self.met: tuple[int, ...] = ()
        self._steps, self._deviations, self._efforts = [step], [deviation], [0.0]

    @property
    def left(self) -> int:
        """The marks of a run that begins in the state in which this one ends."""
        return self.marks & BY_HAND | LATE * bool(self.marks & (PUSHED | LATE))

    def add(self, step: int, deviation: float, effort: float, error: float, marks: int) -> None:
        """A step later, with the marks of that step; effort and error are those so far."""
        self._steps.append(step)
        self._deviations.append(deviation)
        self._efforts.append(effort)
        self.error = error
        self.marks |= marks

    def worth(self, steps: int) -> int:
        """How much it tells, of a motion of so many steps: 4 with the scene's push alone, 2 with a hand.

        1 more if it is whole, from the beginning to the end, and no push came before it.
        """
        whole = self._steps[0] <= BORDER * steps and self._steps[-1] >= (1 - BORDER) * steps
        told = 2 if self.marks & BY_HAND else 4 if self.marks & PUSHED else 0
        return told + (whole and not self.marks & LATE)

    def told(self, steps: int) -> Told:
        """A summary of the run for pages, with at most about POINTS of its points, the last among them.

        `steps` is the length of the motion, which tells whether the run is whole.
        """
        points = np.array([self._steps, self._deviations, self._efforts], "f4")
        every = -(-points.shape[1] // POINTS)
        last = points.shape[1] - 1
        points = points[:, [*range(0, last, every), last]]
        worth, total = self.worth(steps), self._efforts[-1]
        return Told(self.number, self.controller, worth, self.marks, self.error, total, self.met, points)


class Runs:
    """The run of now, and of each controller the one that is kept."""

    def __init__(self, steps: int) -> None:
        """Of a motion of so many steps; `begin` comes first."""
        self._steps = steps
        self.now = Run(0, "", 0, 0.0)
        self._over = 0  # number of the last that has ended
        self._worth: dict[str, int] = {}  # of those that are kept
        self.fresh: dict[str, Told] = {}  # kept, and not told yet; for who tells them to empty

    def begin(self, controller: str, step: int, deviation: float, marks: int = 0) -> None:
        """Another run, from a step on; the one of now is over."""
        self.end()
        self.now = Run(self.now.number + 1, controller, step, deviation, marks)

    def add(self, step: int, deviation: float, effort: float, error: float, marks: int) -> None:
        """A step of the run of now; at the motion's end it is over."""
        self.now.add(step, deviation, effort, error, marks)
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

    def forget(self, steps: int) -> None:
        """All of them, and that of now: what follows is of another motion, of so many steps."""
        self._steps = steps
        self._worth.clear()
        self.fresh.clear()
        self._over = self.now.number

    def told(self) -> Told:
        """A summary for pages of the run that goes on now."""
        return self.now.told(self._steps)


def _short(value: float) -> float:
    """With as many digits as a chart shows."""
    return float(f"{value:.4g}")
