"""Re-planning: in each plan a quadratic cost over the coming steps is minimised on the plant, within limits.

A plan starts at the present state and has N steps (Tassa, Mansard, Todorov 2014: box-constrained iterative
LQR; Diehl, Bock, Schlöder 2005: real-time iterations). It has three parts:

    begin   take the better of two runs of the plant: the last plan, shifted, under its own feedback, and LQR,
            both within the limits. The first is linearised on the way: one evaluation of the model serves
            the step and its Jacobians. The second is stopped where even LQR without limits could not make
            up for its cost so far, and left out where the first costs less than twice as much as the plan
            did when it was made: that was at least as good as LQR, and no hard push has come since;
    back    the backward pass: linearise each step that is not linearised yet (Gauss-Newton: costs are
            quadratic, the step's curvature is left out), and go from the cost behind the last step to the
            first step; each gets a change d_i and a feedback K_i (`passes`, `stage`);
    forth   the forward pass: run the plant under c_i + a d_i + K_i (z_i - z_plan,i), clipped, with a = 1,
            1/2, 1/4, ... until the cost falls as much as its slope lets expect (Armijo). If it never does
            the plan stays as it was.

The cost is that of the plant's steps, not of their linearisation, and so never rises from one iteration to
the next. When the time is over, which is checked in every step, the best plan so far is used.

Functions that are called in one place are inlined (`inline`): a compiled function is optimised together with
all that it calls, once more at each level, and so compiling took twice as long.

A plan's steps may be blocks of several steps of the motion (`blocks`): then i counts blocks.
"""

from __future__ import annotations

import numpy as np

from runtime.base.kernels import copy_rows, copy_to, njit
from runtime.control.planning.box import FAST
from runtime.control.planning.clock import now
from runtime.control.planning.passes import (
    DONE,
    OVER_TIME,
    ROUND_OFF,
    SUFFICIENT,
    TRIALS,
    backward_pass,
    forward_pass,
)
from runtime.control.planning.planner import (
    COUNT,
    DUE,
    FEEDBACK,
    FIRST,
    LATE,
    LOST,
    PLANNED,
    RUN,
    Affine,
    Planner,
    Request,
    Trajectory,
    steps_since,
)
from runtime.control.planning.problem import add_product
from runtime.plant.actuation import Actuation

Array = np.ndarray

HARD = 2.0  # a run whose cost exceeds this multiple of the plan's promise shows a hard push


@njit(cache=True, inline="always", **FAST)
def begin(planner: Planner, request: Request, state: Array) -> tuple[int, float, bool]:
    """Take the better of two runs from `state`, the last plan's or LQR's.

    Returns the run's number, its cost, and whether it is the plan's. The plan's run is linearised on the way:
    it is the better one unless a hard push came. LQR's is run where there is no plan, where the plan's cost
    shows such a push, or where costs leave constants out. `zero`, `one_step` and `no` are no literals, for
    which numba would compile `forward_pass` once more.
    """
    index, count, memory, problem = request.first, request.blocks, planner.memory, planner.problem
    age, last, shifted, block = steps_since(planner, index), memory.status[RUN], np.inf, problem.block
    one, other, zero, no = (last + 1) % 3, (last + 2) % 3, 0 * index, index < 0
    one_step = zero + 1
    most, linear = np.inf, np.inf
    lqr = Affine(problem.offset, problem.states, problem.gains, one_step, index, 0.0)
    into = Trajectory(memory.states[one], memory.controls[one])
    planner.work.known[:] = False
    copy_to(state, memory.states[one, 0])
    copy_to(state, memory.states[other, 0])
    if 0 <= age < memory.status[COUNT] * block:
        known = min(memory.status[COUNT] - age // block, count)
        feedback = memory.feedback[memory.status[FEEDBACK]]
        plan = Affine(memory.controls[last], memory.states[last], feedback, block, age, 0.0)
        shifted = forward_pass(planner, request, plan, zero, known, into, not no, np.inf)
        if shifted < np.inf:
            later = Affine(lqr.base, lqr.about, lqr.gains, one_step, index + known * block, 0.0)
            shifted += forward_pass(planner, request, later, known, count, into, not no, np.inf)
    if problem.bounds:
        most = shifted
    if not (problem.bounds and shifted <= HARD * memory.cost[0]):
        into = Trajectory(memory.states[other], memory.controls[other])
        linear = forward_pass(planner, request, lqr, zero, count, into, no, most)
    if shifted <= linear and shifted < np.inf:
        return one, shifted, True
    planner.work.known[:] = False
    return other, linear, False


@njit(cache=True)
def inherit(planner: Planner, index: int, count: int, from_plan: bool, into: Array) -> None:
    """Write the feedback of the run with which a plan began, if its first iteration was cut short."""
    memory, problem, block = planner.memory, planner.problem, planner.problem.block
    old, row = memory.feedback[memory.status[FEEDBACK]], steps_since(planner, index) // block
    for i in range(count):
        if from_plan and row + i < memory.status[COUNT]:
            copy_rows(old[row + i], into[i])
        else:
            copy_rows(problem.gains[index + i * block], into[i])


@njit(cache=True, inline="always", **FAST)
def replan(planner: Planner, actuation: Actuation, index: int, disturbance: Array, state: Array) -> None:
    """Make the plan of step `index` from `state` (n,); if none can be made, the last plan is kept."""
    memory, problem, status = planner.memory, planner.problem, planner.memory.status
    count = min(planner.memory.controls.shape[1], (problem.share.size - index) // problem.block)
    if count == 0:  # less than a block is left: LQR takes it
        return
    deadline = now(planner.work.time) + planner.budget if planner.budget < np.inf else np.inf
    if problem.by_force.shape[0]:
        ending = planner.work.ending
        ending[:] = 0.0
        add_product(
            planner.work.left[count], problem.by_force[index + count * problem.block], disturbance, ending
        )
    request = Request(actuation, disturbance, index, count, deadline)
    run, cost, from_plan = begin(planner, request, state)
    if not cost < np.inf:
        if deadline < np.inf and now(planner.work.time) > deadline:
            status[LATE] += 1
        else:
            status[LOST] += 1
        return
    candidate, feedback, outcome = (run + 1) % 3, 1 - status[FEEDBACK], DONE
    for iteration in range(planner.iterations):
        target = feedback if iteration == 0 else 1 - feedback
        found_so_far = Trajectory(memory.states[run], memory.controls[run])
        outcome = backward_pass(planner, request, found_so_far, memory.feedback[target])
        if outcome != DONE:
            if iteration == 0:
                inherit(planner, index, count, from_plan, memory.feedback[feedback])
            break
        feedback = target
        found = search(planner, request, run, candidate, memory.feedback[feedback], cost, state)
        if not found < np.inf:
            if deadline < np.inf and now(planner.work.time) > deadline:
                outcome = OVER_TIME
            break
        run, candidate, cost = candidate, run, found
    status[PLANNED], status[FIRST], status[COUNT] = 1, index, count
    status[DUE] = 0
    status[RUN], status[FEEDBACK], memory.cost[0] = run, feedback, cost
    status[LATE] += outcome == OVER_TIME


@njit(cache=True, inline="always", **FAST)
def search(
    planner: Planner, request: Request, run: int, candidate: int, gains: Array, cost: float, state: Array
) -> float:
    """Do an iteration's line search for the run `candidate`; returns its cost, inf if it never falls."""
    memory, expected = planner.memory, planner.work.stage.expected
    if not expected[0] < 0.0:
        return np.inf
    most = 1 if -expected[0] <= ROUND_OFF * abs(cost) else TRIALS
    length, zero, no, block = 1.0, 0 * request.first, request.first < 0, planner.problem.block
    copy_to(state, memory.states[candidate, 0])
    into = Trajectory(memory.states[candidate], memory.controls[candidate])
    for _ in range(most):
        line = Affine(memory.controls[run], memory.states[run], gains, block, zero, length)
        found = forward_pass(planner, request, line, zero, request.blocks, into, no, np.inf)
        decrease = length * expected[0] + 0.5 * length * length * expected[1]
        if found <= cost + SUFFICIENT * decrease:
            return found
        length *= 0.5
    return np.inf
