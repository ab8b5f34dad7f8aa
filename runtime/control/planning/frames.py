"""Key-frames: goals for places of a plant at single steps, as costs of a whole motion.

A key-frame at step k asks that places C z of the state, a row each, are at y. Its cost is
1/2 w |C z_k - y|^2, at that single step.
The search for a motion has rest at its start z_0 as reference (`problem_about`).
With

    W = the weights at a step, and W (m_k - z_0) = sum of C^T w (y - C z_0)

the cost there is 1/2 (z_k - m_k)^T W (z_k - m_k), but for a constant: so key-frames are weights at single
instants (`runtime.control.planning.problem`) about a reference that goes through m_k.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from runtime.control.base.costs import Costs
from runtime.control.planning.problem import ControlProblem, CostToGo, add_weight, one_round
from runtime.plant.track import Track

Array = np.ndarray

RANK = 1e-13  # relative eigenvalue of the weights at a step below which a direction counts as unweighted


class Frame(NamedTuple):
    """A key-frame: the goal of some places at one step."""

    step: int
    places: Array  # (a, n) C, maps the state to the a weighted quantities
    goal: Array  # (a,) y, their goal
    tolerance: float  # largest |C z - y| at which the key-frame counts as met; a weight is raised until it is
    # w; None: raised until the goal is met, see `runtime.control.planning.motion`
    weight: float | None = None
    # without `weight`: whether it is raised; otherwise it stays at the value with which rising ones begin
    rises: bool = True
    share: float = 1.0  # factor of that starting weight, if it is not raised

    def distance(self, states: Array) -> float:
        """The distance of a motion's states (T + 1, n) from the goal."""
        return float(np.linalg.norm(self.off(states)))

    def off(self, states: Array) -> Array:
        """The vector (a,) from the places in a motion to the goal."""
        return np.asarray(self.goal - self.places @ states[self.step])


def problem_about(
    start: Array,
    costs: Costs,
    frames: Sequence[Frame],
    weights: Sequence[float],
    dt: float,
    forces: int,
    repeats: bool,
) -> ControlProblem:
    """Make the problem of a whole motion, or of a round, from `start` (n,), with `costs` and key-frames.

    The reference of `costs` is rest at the start; its weights at instants and its running weights are kept.
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
    problem = one_round(track, costs, dt, none, repeats)
    if problem.running.any() and not len(problem.linear):
        problem = problem._replace(linear=np.zeros((steps + 1, n)))
    _go_through(problem, start, at, frames, weights)
    add_weight(problem, 0 if repeats else steps, problem.share[0] if repeats else 0.0, none.value[steps])
    if repeats and len(problem.linear):
        none.slope[steps] -= problem.share[0] * problem.linear[0]
    return problem


def _go_through(
    problem: ControlProblem, start: Array, at: list[int], frames: Sequence[Frame], weights: Sequence[float]
) -> None:
    """Move the reference at key-frames' steps to their m_k; running costs stay about the start."""
    drawn: dict[int, Array] = {}
    for step, frame, w in zip(at, frames, weights, strict=True):
        gradient = w * frame.places.T @ (frame.goal - frame.places @ start)
        drawn[step] = drawn.get(step, np.zeros(len(start))) + gradient
    for step, gradient in drawn.items():
        way = np.linalg.lstsq(problem.instants[problem.instant[step]], gradient, rcond=RANK)[0]
        for instant in {step, problem.period} if problem.period and step == 0 else {step}:
            problem.states[instant] += way
            if len(problem.linear):
                problem.linear[instant] -= problem.running @ way
