"""Plans with move blocking: a stride is several steps of the motion, taken as one longer step of the plant.

A stride has one control. It may begin at any instant, so the course has an entry for each instant, of the
stride that begins there; the costs of single instants are evaluated at the end of the stride that contains
them.
"""

from __future__ import annotations

import numpy as np

from runtime.control.planning.course import Course
from runtime.plant.actuation import Actuation
from runtime.plant.plant import Plant
from runtime.plant.track import linearise_along
from softrein.errors import ControllerError, SimulationError

Array = np.ndarray

TOGETHER = 256  # strides: so many are linearised at a time, for their Jacobians take room


def in_strides(course: Course, step: Plant, stride: Plant, actuation: Actuation, defects: bool) -> Course:
    """Make the course for plans in strides, each of which the plant `stride` takes as one step.

    The feed-forward of a stride is the mean of its steps'. The difference between the end of the long step
    and the end of the short steps of the plant `step` is stored as `shortfall`. Without `defects` the short
    steps are known to follow the motion, and are not computed. Raises ControllerError where either fails, or
    the motion is shorter than a stride.
    """
    steps, many = len(course.share), round(stride.dt / step.dt)
    if many > steps:
        raise ControllerError(f"a plan cannot take {many} steps at once: the motion has {steps}")
    share, forces, own, offset = (
        _means(each, many) for each in (many * course.share, course.feedforward, course.own, course.offset)
    )
    shortfall, gains = np.zeros_like(course.states[:-1]), course.gains.copy()
    left_out = course.shortfall if len(course.shortfall) else shortfall.copy()
    after, to_go = course.states[many:], course.to_go.value[many:]
    for first in range(0, steps - many + 1, TOGETHER):
        some = slice(first, min(first + TOGETHER, steps - many + 1))
        begins = course.states[some]
        try:
            ends, F, G = linearise_along(stride, actuation, begins, forces[some])
            reached = after[some]
            if defects:
                reached = _ends(step, begins, course.feedforward[first:], left_out[first:], many)
        except SimulationError as error:
            raise ControllerError(
                f"a plan cannot take {many} steps at once along this motion: {error}; give a shorter stride"
            ) from error
        shortfall[some] = reached - ends
        by_control = G.swapaxes(1, 2) @ (to_go[some] + share[some, None, None] * course.running)
        gains[some] = -np.linalg.solve(many * course.control + by_control @ G, by_control @ F)
    (instant, within), instants = _gathered(course, many)
    return course._replace(
        share=share,
        feedforward=forces,
        own=own,
        shortfall=shortfall,
        gains=gains,
        offset=offset,
        instant=instant,
        within=within,
        instants=instants,
        control=many * course.control,
        stride=many,
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
            plant.step(before[:, failed], own[failed])  # which says why
        before = after + left_out[k : k + len(states)].T
    return before.T


def under_goals(course: Course, pull: Array, slope: Array, offset: Array) -> Course:
    """The course for other goals of places, with their l, p and k."""
    to_go = course.to_go._replace(slope=slope, offset=offset)
    return course._replace(pull=pull, to_go=to_go, offset=_means(offset, course.stride), bounds=False)


def _means(values: Array, count: int) -> Array:
    """Sliding means over `count` consecutive entries; the last `count - 1` entries are kept."""
    found = np.array(values, order="C")
    windows = np.lib.stride_tricks.sliding_window_view(values, count, axis=0)
    found[: len(windows)] = windows.mean(axis=-1)
    return found


def _gathered(course: Course, stride: int) -> tuple[tuple[Array, Array], Array]:
    """Sum the single costs that lie in one stride, for plans that take `stride` steps at a time.

    Returns (with the end, without it), sums. The first two (L + 1,) are the indices among the sums
    (count, n, n) for a stride that ends at instant k, with and without the cost at k itself; -1 if there is
    none. They become `Course.instant` and `within`.
    """
    together: dict[tuple[int, ...], int] = {}
    found = np.full((2, len(course.instant)), -1)
    for k in range(stride, len(course.instant)):
        for which, end in zip(found, (k + 1, k), strict=True):
            own = course.instant[k - stride + 1 : end]
            if (own >= 0).any():
                which[k] = together.setdefault(tuple(own[own >= 0].tolist()), len(together))
    weights = [course.instants[list(each)].sum(axis=0) for each in together]
    return (found[0], found[1]), np.array(weights, dtype=float).reshape(-1, *course.running.shape)
