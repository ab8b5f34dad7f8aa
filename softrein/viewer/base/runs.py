"""Runs: deviation and effort from step to step, under one controller and without a jump.

The simulation records them, at each of its steps, for the chart beneath the picture: for each controller
the last informative one. A page that is opened later, or again, gets them and shows the same. A run
has the error of the cost, which controllers minimise, and the results for the targets. Its marks say
what disturbed it, and whether LQR was changed, since only whole runs that the scene's own push alone
disturbed, under the shipped controllers, may be compared: a user's hand acts differently each time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

# fraction of the motion: a run that starts and ends this close to the motion's ends is complete
BORDER = 0.05
POINTS = 600  # most points of a run that are sent to pages
PUSHED, BY_HAND, LATE, COST, PATH = 1, 2, 4, 8, 16  # bits of `Run.marks`


class Told(NamedTuple):
    """A run as it goes from process to process."""

    number: int
    controller: str
    worth: int
    marks: int  # bits, see `Run`
    error: float  # error in the costs' norm (`runtime.control.base.costs`)
    total: float  # effort
    met: tuple[int, ...]  # state of each target: 0 open, 1 hit, 2 missed
    points: np.ndarray  # (3, k) float32: step, deviation, effort

    def fields(self) -> dict[str, object]:
        """Return the fields for JSON."""
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

    Its marks are bits: one of the scene's own pushes acted on it (PUSHED); a hand acted, or its effect was
    still present when the run began (BY_HAND); the effect of an earlier push was present (LATE); LQR had
    another cost (COST); a drawn path replaced the scene's own (PATH).
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
        """Return how informative it is: 4 with the scene's push alone, 2 with a hand.

        In a motion of `steps` steps it is 1 more for a whole run, from beginning to end, with no push before
        it.
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
        """Take the number of steps of the motion; `begin` must follow."""
        self._steps = steps
        self.now = Run(0, "", 0, 0.0)
        self._over = 0  # number of the last run that has ended
        self._worth: dict[str, int] = {}  # worth of the runs that are kept, by controller
        self.fresh: dict[str, Told] = {}  # runs that are kept but not sent yet; the sender empties it

    def begin(self, controller: str, step: int, deviation: float, marks: int = 0) -> None:
        """Begin another run, from a step on; the present one ends."""
        self.end()
        self.now = Run(self.now.number + 1, controller, step, deviation, marks)

    def add(self, step: int, deviation: float, effort: float, error: float, marks: int) -> None:
        """Add a step to the present run; at the motion's end it ends."""
        self.now.add(step, deviation, effort, error, marks)
        if step == self._steps:
            self.end()

    def end(self) -> None:
        """End the present run, and keep it if it is at least as informative as the one kept before."""
        now = self.now
        if now.number == self._over:
            return
        self._over, worth = now.number, now.worth(self._steps)
        if worth and worth >= self._worth.get(now.controller, 0):
            self._worth[now.controller] = worth
            self.fresh[now.controller] = now.told(self._steps)

    def forget(self, steps: int) -> None:
        """Drop all runs, as another motion follows, of `steps` steps."""
        self._steps = steps
        self._worth.clear()
        self.fresh.clear()
        self._over = self.now.number

    def told(self) -> Told:
        """Return a summary for pages of the present run."""
        return self.now.told(self._steps)


def _short(value: float) -> float:
    """Round to as many digits as a chart shows."""
    return float(f"{value:.4g}")
