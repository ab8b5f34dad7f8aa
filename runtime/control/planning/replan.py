"""One plan after the other: a quadratic cost over the steps to come, on the plant's own step, within limits.

At each step, from the state as it is and for N steps ahead (Tassa, Mansard, Todorov 2014: box-constrained
iterative LQR; Diehl, Bock, Schlöder 2005: real-time iterations),

    begin   with the better of two runs of the plant: the last plan, shifted, under its own feedback, and LQR,
            both within the limits. The first is linearised as it goes: one evaluation of the model serves
            the step and its Jacobians. The second is given up where even LQR without limits could not make
            up for what it has cost, and left out where the first costs less than twice as much as the plan
            did when it was made: that was at least as good as LQR, and no hard push has come since;
    back    linearise each step that is not yet (Gauss-Newton: costs are quadratic, the step's curvature is
            left out), and go from the cost behind the last step to the first one's change d_i and feedback
            K_i (`rides`, `stage`);
    forth   run the plant under c_i + a d_i + K_i (z_i - z_plan,i), clipped, with a = 1, 1/2, 1/4, ... until
            the cost falls as its slope lets expect (Armijo). If it never does the plan stays as it was.

The cost is that of the plant's steps, not of their linearisation, and so never rises from one iteration to
the next. What is best so far acts when the time is over, which is looked at in every step.

What is called from one place is inlined (`inline`): a compiled function is optimised together with all that
it calls, once more at each level, and so compiling took twice as long.

Its steps may be strides of several of the motion's (`strides`): then i counts strides.
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
    """The better of two runs from `state`, the last plan's or LQR's: which, its cost, is it the plan's.

    The plan's is linearised as it goes: it is the better one but after a hard push. LQR's is run where there
    is no plan, where the plan's cost tells of such a push, or where costs leave out what no control changes.
    `zero`, `one_step` and `no` are no literals, for which numba would compile `follow` once more.
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
    """The feedback that belongs to the run that a plan began with, where no iteration came to its end."""
    memory, course, stride = planner.memory, planner.course, planner.course.stride
    old, row = memory.feedback[memory.marks[FEEDBACK]], steps_since(planner, index) // stride
    for i in range(count):
        if from_plan and row + i < memory.marks[COUNT]:
            copy_rows(old[row + i], into[i])
        else:
            copy_rows(course.gains[index + i * stride], into[i])


@njit(cache=True, inline="always", **FAST)
def replan(planner: Planner, actuation: Actuation, index: int, disturbance: Array, state: Array) -> None:
    """Make the plan of step `index` from `state` (n,); where nothing can be planned what there was stays."""
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
    """Along the line of an iteration into the run `spare`: its cost where that falls, infinite where not."""
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
