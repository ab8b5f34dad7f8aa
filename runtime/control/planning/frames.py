"""Key-frames: what of a plant is to be where at which step, as costs of a whole motion.

A key-frame at step k asks places C z of the state, a row each, for y. It costs 1/2 w |C z_k - y|^2, at that
single step. A motion is found about standing still at its start z_0 (`course_about`), with

    W = the weights at a step, and W (m_k - z_0) = sum of C^T w (y - C z_0)

its cost there is 1/2 (z_k - m_k)^T W (z_k - m_k), but for a constant: so key-frames are single instants, as
every motion has them (`runtime.control.planning.course`), about a reference that goes through them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from runtime.control.base.costs import Costs
from runtime.control.planning.course import CostToGo, Course, add_weight, one_round
from runtime.plant.track import Track

Array = np.ndarray

RANK = 1e-13  # of the weights at a step: below it a direction has none


class Frame(NamedTuple):
    """What is asked for at one step."""

    step: int
    places: Array  # (a, n) C
    goal: Array  # (a,) y
    tolerance: float  # how near |C z - y| has to come, where the weight is raised until it does
    weight: float | None = None  # w; None: it is to be met, see `runtime.control.planning.motion`
    rises: bool = True  # whether one that has none is, or is as firm as such a one begins
    share: float = 1.0  # of that which would be; of one that does not rise

    def missed(self, states: Array) -> float:
        """How far a motion (T + 1, n) is from it."""
        return float(np.linalg.norm(self.off(states)))

    def off(self, states: Array) -> Array:
        """The way (a,) from where a motion is to the goal."""
        return np.asarray(self.goal - self.places @ states[self.step])


def course_about(
    start: Array,
    costs: Costs,
    frames: Sequence[Frame],
    weights: Sequence[float],
    dt: float,
    forces: int,
    repeats: bool,
) -> Course:
    """The course of a whole motion from `start` (n,), or of a round: costs about it, and key-frames.

    `costs` are about standing still there; its instants and running weights count as they are.
    """
    steps, n = len(costs.schedule), len(start)
    period = steps if repeats else 0
    track = Track(np.tile(start, (steps + 1, 1)), np.zeros((steps, forces)))
    at = [frame.step % period if repeats else frame.step for frame in frames]
    own = [w * frame.places.T @ frame.places for frame, w in zip(frames, weights, strict=True)]
    costs = costs._replace(
        steps=np.array([*costs.steps, *at], dtype=np.int64),
        instants=np.array([*costs.instants, *own]).reshape(-1, n, n),
    )
    s = len(costs.control)
    none = CostToGo(
        np.zeros((steps + 1, n, n)), np.zeros((steps + 1, n)), np.zeros((steps, s, n)), np.zeros((steps, s))
    )
    course = one_round(track, costs, dt, none, repeats)
    if course.running.any() and not len(course.pull):
        course = course._replace(pull=np.zeros((steps + 1, n)))
    _go_through(course, start, at, frames, weights)
    add_weight(course, 0 if repeats else steps, course.share[0] if repeats else 0.0, none.value[steps])
    if repeats and len(course.pull):
        none.slope[steps] -= course.share[0] * course.pull[0]
    return course


def _go_through(
    course: Course, start: Array, at: Sequence[int], frames: Sequence[Frame], weights: Sequence[float]
) -> None:
    """Move the reference at key-frames' steps to their m_k; what runs along is still about the start."""
    drawn: dict[int, Array] = {}
    for step, frame, w in zip(at, frames, weights, strict=True):
        pull = w * frame.places.T @ (frame.goal - frame.places @ start)
        drawn[step] = drawn.get(step, np.zeros(len(start))) + pull
    for step, pull in drawn.items():
        way = np.linalg.lstsq(course.instants[course.instant[step]], pull, rcond=RANK)[0]
        for instant in {step, course.period} if course.period and step == 0 else {step}:
            course.states[instant] += way
            if len(course.pull):
                course.pull[instant] -= course.running @ way
