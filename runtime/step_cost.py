"""One step of the loop with its cost and a scaled observation, in one compiled call.

    w_fb = action * unit,     observed = clip((z' - z_ref,k+1) / unit, -reach, reach),     and k + 1 of T last

It is for callers that choose the control from outside, step by step, and need its cost, which is that of
`runtime.control.base.costs` for a single state. Nothing is allocated.

Each array argument adds 0.2 us to a call from Python, where the step of a small model takes five: so the
record of a pass is also its working memory, and there are no arguments that are not needed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from runtime.base.kernels import copy_to, njit, quadratic
from runtime.control.base.costs import Costs
from runtime.loop import Tally, advance, squares
from runtime.plant.system import System

REFUSED = -3  # status of a step whose action is not finite; the step is not taken


class Outside(NamedTuple):
    """The units of actions and observed deviations, and the costs."""

    action: np.ndarray  # (s,) size of a unit action for each control
    unit: np.ndarray  # (n,) size of a unit observation for each deviation
    reach: np.ndarray  # (n,) largest observed magnitude of a deviation, in units
    costs: Costs


class Pass(NamedTuple):
    """One pass of the motion, from its beginning to the present step."""

    states: np.ndarray  # (T + 1, n)
    controls: np.ndarray  # (T, s)
    disturbances: np.ndarray  # (T, forces) disturbance in each step


@njit(cache=True, error_model="numpy")
def squared_error(costs: Any, index: int, deviation: Any, dt: float) -> float:
    """The squared error that one state adds; `runtime.control.base.costs.error_at` does it for many."""
    share = 0.0  # weight of an instant by the trapezoidal rule
    for step in range(max(index - 1, 0), min(index + 1, costs.schedule.size)):
        share += dt / 2 * costs.schedule[step]
    total = share * quadratic(costs.running, deviation) if share != 0.0 else 0.0
    for j in range(costs.weights.size):
        distance = -costs.goals[index, j]
        for i in range(deviation.size):
            distance += costs.places[j, i] * deviation[i]
        total += share * costs.weights[j] * distance * distance
    for i in range(costs.steps.size):
        if costs.steps[i] == index:
            total += quadratic(costs.instants[i], deviation)
    return total


@njit(cache=True, error_model="numpy")
def step_with_cost(
    system: System, outside: Outside, index: int, action: Any, now: Pass, sums: Tally, observed: Any
) -> tuple[int, float, float, float]:
    """Take step `index` of a pass under `action` (s,); what is observed goes into `observed` (n or n + 1,).

    Returns the plant's status, negative where the step failed and the state is unchanged, or REFUSED; and the
    squared error, the effort and the cost that the step adds.
    """
    costs, work, dt = outside.costs, system.work, system.dt
    for i in range(action.size):
        if not np.isfinite(action[i]):
            return REFUSED, 0.0, 0.0, 0.0
        work.control[i] = action[i] * outside.action[i]
    state = now.states[index + 1]
    copy_to(now.states[index], state)
    status = advance(system, index, now.disturbances[index], state, sums)
    copy_to(work.control, now.controls[index])
    for i in range(state.size):
        work.deviation[i] = state[i] - system.track.states[index + 1, i]
        observed[i] = min(max(work.deviation[i] / outside.unit[i], -outside.reach[i]), outside.reach[i])
    if observed.size > state.size:
        observed[state.size] = (index + 1) / len(now.controls)
    squared = squared_error(costs, index + 1, work.deviation, dt)
    cost = 0.5 * (squared + dt * quadratic(costs.control, work.control))
    return status, squared, dt * squares(work.control), cost
