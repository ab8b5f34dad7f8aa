"""Re-planning: in each plan a quadratic cost over the coming steps is minimised on the plant, within limits.

A plan starts at the present state and has N steps (Tassa, Mansard, Todorov 2014: box-constrained iterative
LQR; Diehl, Bock, Schlöder 2005: real-time iterations). It has three parts:

begin   take the better of two runs of the plant: the last plan, shifted, under its own feedback, and LQR,
        both within the limits. The first is linearised on the way: one evaluation of the model serves
        the step and its Jacobians. The second is stopped where even LQR without limits could not make
        up for its cost so far, and left out where the first costs less than twice as much as the plan
        did when it was made: that was at least as good as LQR, and no hard push has come since;
back    the backward pass: linearise each step that is not yet (Gauss-Newton: costs are quadratic, the
        step's curvature is left out), and go from the cost behind the last step to the first step; each
        gets a change d_i and a feedback K_i (`rides`, `stage`);
forth   the forward pass: run the plant under c_i + a d_i + K_i (z_i - z_plan,i), clipped, with a = 1, 1/2,
        1/4, ... until the cost falls enough for its slope (Armijo). If it never does the plan is kept.

The cost is that of the plant's steps, not of their linearisation, and so never rises from one iteration to
the next. When the time is over, which is checked in every step, the best plan so far is used.

Functions that are called in one place are inlined (`inline`): a compiled function is optimised together with
all that it calls, once more at each level, and so compiling took twice as long.

A plan's steps may be strides of several steps of the motion (`strides`): then i counts strides.
"""

from __future__ import annotations

import numpy as np

from runtime.base.kernels import copy_rows, copy_to, njit
from runtime.control.planning.box import FAST
from runtime.control.planning.clock import now
from runtime.control.planning.course import add_product
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
from runtime.control.planning.rides import DONE, OVER_TIME, ROUND_OFF, SUFFICIENT, TRIALS, follow, go_back
from runtime.plant.actuation import Actuation

Array = np.ndarray

HARD = 2.0  # times the plan's cost that it comes to after a hard push


@njit(cache=True, inline="always", **FAST)
def begin(planner: Planner, request: Request, state: Array) -> tuple[int, float, bool]:
    """Take the better of two runs from `state`, the last plan's or LQR's.

    Returns the run's number, its cost, and whether it is the plan's. The plan's run is linearised on the way:
    it is the better one unless a hard push came. LQR's is run where there is no plan, where the plan's cost
    shows such a push, or where costs leave constants out. `zero`, `one_step` and `no` are no literals, for
    which numba would compile `follow` once more.
    """
    index, count, memory, course = request.first, request.strides, planner.memory, planner.course
    age, kept, shifted, stride = steps_since(planner, index), memory.marks[RUN], np.inf, course.stride
    one, other, zero, no = (kept + 1) % 3, (kept + 2) % 3, 0 * index, index < 0
    one_step = zero + 1
    most, linear = np.inf, np.inf
    lqr = Affine(course.offset, course.states, course.gains, one_step, index, 0.0)
    into = Trajectory(memory.states[one], memory.controls[one])
    planner.work.known[:] = False
    copy_to(state, memory.states[one, 0])
    copy_to(state, memory.states[other, 0])
    if 0 <= age < memory.marks[COUNT] * stride:
        known = min(memory.marks[COUNT] - age // stride, count)
        feedback = memory.feedback[memory.marks[FEEDBACK]]
        plan = Affine(memory.controls[kept], memory.states[kept], feedback, stride, age, 0.0)
        shifted = follow(planner, request, plan, zero, known, into, not no, np.inf)
        if shifted < np.inf:
            later = Affine(lqr.base, lqr.about, lqr.gains, one_step, index + known * stride, 0.0)
            shifted += follow(planner, request, later, known, count, into, not no, np.inf)
    if course.bounds:
        most = shifted
    if not (course.bounds and shifted <= HARD * memory.cost[0]):
        into = Trajectory(memory.states[other], memory.controls[other])
        linear = follow(planner, request, lqr, zero, count, into, no, most)
    if shifted <= linear and shifted < np.inf:
        return one, shifted, True
    planner.work.known[:] = False
    return other, linear, False


@njit(cache=True)
def inherit(planner: Planner, index: int, count: int, from_plan: bool, into: Array) -> None:
    """Write the feedback of the run with which a plan began, if its first iteration was cut short."""
    memory, course, stride = planner.memory, planner.course, planner.course.stride
    old, row = memory.feedback[memory.marks[FEEDBACK]], steps_since(planner, index) // stride
    for i in range(count):
        if from_plan and row + i < memory.marks[COUNT]:
            copy_rows(old[row + i], into[i])
        else:
            copy_rows(course.gains[index + i * stride], into[i])


@njit(cache=True, inline="always", **FAST)
def replan(planner: Planner, actuation: Actuation, index: int, disturbance: Array, state: Array) -> None:
    """Make the plan of step `index` from `state` (n,); if none can be made, the last plan is kept."""
    memory, course, marks = planner.memory, planner.course, planner.memory.marks
    count = min(planner.memory.controls.shape[1], (course.share.size - index) // course.stride)
    if count == 0:  # less than a stride is left, which is LQR's
        return
    deadline = now(planner.work.time) + planner.budget if planner.budget < np.inf else np.inf
    if course.by_force.shape[0]:
        ending = planner.work.ending
        ending[:] = 0.0
        add_product(
            planner.work.left[count], course.by_force[index + count * course.stride], disturbance, ending
        )
    request = Request(actuation, disturbance, index, count, deadline)
    run, cost, from_plan = begin(planner, request, state)
    if not cost < np.inf:
        if deadline < np.inf and now(planner.work.time) > deadline:
            marks[LATE] += 1
        else:
            marks[LOST] += 1
        return
    spare, feedback, outcome = (run + 1) % 3, 1 - marks[FEEDBACK], DONE
    for iteration in range(planner.iterations):
        target = feedback if iteration == 0 else 1 - feedback
        found_so_far = Trajectory(memory.states[run], memory.controls[run])
        outcome = go_back(planner, request, found_so_far, memory.feedback[target])
        if outcome != DONE:
            if iteration == 0:
                inherit(planner, index, count, from_plan, memory.feedback[feedback])
            break
        feedback = target
        found = search(planner, request, run, spare, memory.feedback[feedback], cost, state)
        if not found < np.inf:
            if deadline < np.inf and now(planner.work.time) > deadline:
                outcome = OVER_TIME
            break
        run, spare, cost = spare, run, found
    marks[PLANNED], marks[FIRST], marks[COUNT] = 1, index, count
    marks[DUE] = 0
    marks[RUN], marks[FEEDBACK], memory.cost[0] = run, feedback, cost
    marks[LATE] += outcome == OVER_TIME


@njit(cache=True, inline="always", **FAST)
def search(
    planner: Planner, request: Request, run: int, spare: int, gains: Array, cost: float, state: Array
) -> float:
    """Do the line search of an iteration into the run `spare`; returns its cost, infinite if none falls."""
    memory, expected = planner.memory, planner.work.stage.expected
    if not expected[0] < 0.0:
        return np.inf
    most = 1 if -expected[0] <= ROUND_OFF * abs(cost) else TRIALS
    length, zero, no, stride = 1.0, 0 * request.first, request.first < 0, planner.course.stride
    copy_to(state, memory.states[spare, 0])
    into = Trajectory(memory.states[spare], memory.controls[spare])
    for _ in range(most):
        line = Affine(memory.controls[run], memory.states[run], gains, stride, zero, length)
        found = follow(planner, request, line, zero, request.strides, into, no, np.inf)
        decrease = length * expected[0] + 0.5 * length * length * expected[1]
        if found <= cost + SUFFICIENT * decrease:
            return found
        length *= 0.5
    return np.inf
