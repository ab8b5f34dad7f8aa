"""Plans with move blocking: a block is several steps of the motion, taken as one longer step of the plant.

A block has one control. It may begin at any instant, so the problem has an entry for each instant, of the
block that begins there; the costs of single instants are evaluated at the end of the block that contains
them.
"""

from __future__ import annotations

import numpy as np

from runtime.control.planning.problem import ControlProblem
from runtime.plant.actuation import Actuation
from runtime.plant.plant import Plant
from runtime.plant.track import linearise_along
from softrein.errors import ControllerError, SimulationError

Array = np.ndarray

TOGETHER = 256  # blocks linearised together, which bounds the memory of their Jacobians


def in_blocks(
    problem: ControlProblem, step: Plant, block: Plant, actuation: Actuation, has_defects: bool
) -> ControlProblem:
    """Make the problem for plans in blocks, each of which the plant `block` takes as one step.

    The feed-forward of a block is the mean of its steps', with tools where its first step has them. The
    difference between the end of the long step and the end of the short steps of the plant `step` is stored
    as `residuals`. Unless the motion `has_defects` the short steps are known to follow it, and are not
    computed. Raises ControllerError where either fails, or the motion is shorter than a block.
    """
    steps, many = len(problem.share), round(block.dt / step.dt)
    if many > steps:
        raise ControllerError(f"a plan cannot take {many} steps at once: the motion has {steps}")
    share, forces, own, offset = (
        _means(each, many)
        for each in (many * problem.share, problem.feedforward, problem.own, problem.offset)
    )
    forces[:, step.poses] = problem.feedforward[:, step.poses]
    residuals, gains = np.zeros_like(problem.states[:-1]), problem.gains.copy()
    left_out = problem.residuals if len(problem.residuals) else residuals.copy()
    after, to_go = problem.states[many:], problem.to_go.value[many:]
    for first in range(0, steps - many + 1, TOGETHER):
        some = slice(first, min(first + TOGETHER, steps - many + 1))
        begins = problem.states[some]
        try:
            ends, F, G = linearise_along(block, actuation, begins, forces[some])
            reached = after[some]
            if has_defects:
                reached = _ends(step, begins, problem.feedforward[first:], left_out[first:], many)
        except SimulationError as error:
            raise ControllerError(
                f"a plan cannot take {many} steps at once along this motion: {error}; give a shorter block"
            ) from error
        residuals[some] = reached - ends
        weighted = G.swapaxes(1, 2) @ (to_go[some] + share[some, None, None] * problem.running)
        gains[some] = -np.linalg.solve(many * problem.control + weighted @ G, weighted @ F)
    (instant, within), instants = _gathered(problem, many)
    return problem._replace(
        share=share,
        feedforward=forces,
        own=own,
        residuals=residuals,
        gains=gains,
        offset=offset,
        instant=instant,
        within=within,
        instants=instants,
        control=many * problem.control,
        block=many,
    )


def _ends(plant: Plant, states: Array, forces: Array, left_out: Array, many: int) -> Array:
    """The states (count, n) after `many` steps from each of `states` (count, n).

    The first step from each is under its own row of `forces`, later ones under the following rows; the known
    defects `left_out` are added to the end of each step. Raises SimulationError where a step fails.
    """
    before = np.ascontiguousarray(states.T)
    for k in range(many):
        own, after = forces[k : k + len(states)], np.empty_like(before)
        for failed in np.flatnonzero(plant.step_batch(before, own.T, after) < 0):
            plant.step(before[:, failed], own[failed])  # raises an error that says why
        before = after + left_out[k : k + len(states)].T
    return before.T


def under_goals(problem: ControlProblem, linear: Array, slope: Array, offset: Array) -> ControlProblem:
    """The problem for other goals of places, with their l, p and k."""
    to_go = problem.to_go._replace(slope=slope, offset=offset)
    return problem._replace(linear=linear, to_go=to_go, offset=_means(offset, problem.block), bounds=False)


def _means(values: Array, count: int) -> Array:
    """Sliding means over `count` consecutive entries; the last `count - 1` entries are kept."""
    found = np.array(values, order="C")
    windows = np.lib.stride_tricks.sliding_window_view(values, count, axis=0)
    found[: len(windows)] = windows.mean(axis=-1)
    return found


def _gathered(problem: ControlProblem, block: int) -> tuple[tuple[Array, Array], Array]:
    """Sum the single costs that lie in one block, for plans that take `block` steps at a time.

    Returns (with its end, without it), sums. The first two (L + 1,) say which of the sums (count, n, n) a
    block that ends at instant k has, with and without what k itself costs; -1: none. They become
    `ControlProblem.instant` and `within`.
    """
    together: dict[tuple[int, ...], int] = {}
    found = np.full((2, len(problem.instant)), -1)
    for k in range(block, len(problem.instant)):
        for which, end in zip(found, (k + 1, k), strict=True):
            own = problem.instant[k - block + 1 : end]
            if (own >= 0).any():
                which[k] = together.setdefault(tuple(own[own >= 0].tolist()), len(together))
    weights = [problem.instants[list(each)].sum(axis=0) for each in together]
    return (found[0], found[1]), np.array(weights, dtype=float).reshape(-1, *problem.running.shape)
