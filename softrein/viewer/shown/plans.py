"""A controller's plan for pages: the way ahead of the watched region, in a few points.

While a controller plans, a frame ends with how many of its plans were cut short since the motion began, and
for each line that is drawn with places on it: first where it is now, then where the plan has it, spread over
its blocks up to its end. Of a body there is one line, from the middle of what is watched; of smoke one for
each steered particle.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from runtime.control.base.policy import OVER_BUDGET
from runtime.simulator import Simulator

POINTS = 50  # most points of a line
MOST_LINES = 16  # most lines; with more particles no plan is drawn


class Layout(NamedTuple):
    """The sizes of a plan in a frame."""

    lines: int
    points: int  # points of each line
    axes: int

    @property
    def numbers(self) -> int:
        """The numbers of the plan in a frame: plans over budget, and coordinates of all points."""
        return 1 + self.lines * self.points * self.axes


class Drawn(Protocol):
    """An object that draws lines of states; a `softrein.viewer.scene.Scene`."""

    plan: Layout

    def ways(self, states: np.ndarray) -> np.ndarray:
        """Return the places of each line in states (k, n): (lines, k, axes) m."""


def layout_for(ahead: int, lines: int, axes: int) -> Layout:
    """The layout for plans of `ahead` blocks, drawn as so many lines; no line where there are too many."""
    return Layout(lines if lines <= MOST_LINES else 0, min(ahead + 1, POINTS), axes)


def ways_ahead(scene: Drawn, simulator: Simulator) -> np.ndarray | None:
    """The lines (lines, points, axes) m of what is planned now; None under a controller without a plan."""
    states = simulator.planned
    if not len(states):
        return None
    states[0] = simulator.state  # the present state replaces the planned one
    chosen = np.linspace(0, len(states) - 1, scene.plan.points).round().astype(int)
    return scene.ways(states[chosen])


def put_plan(scene: Drawn, simulator: Simulator, out: np.ndarray) -> bool:
    """Write what a frame tells of the plan into `out` (numbers,); whether there is one."""
    ways = ways_ahead(scene, simulator)
    if ways is None:
        return False
    out[0] = simulator.counts.get(OVER_BUDGET, 0)
    out[1:] = ways.ravel()
    return True
