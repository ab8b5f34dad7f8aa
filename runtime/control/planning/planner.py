"""One plan after the other: a quadratic cost over the steps to come, on the plant's own step, within limits.

At each step, from the state as it is and for N steps ahead (Tassa, Mansard, Todorov 2014: box-constrained
iterative LQR; Diehl, Bock, Schlöder 2005: real-time iterations),

    begin   with the better of two runs of the plant: the last plan, shifted, under its own feedback, and LQR,
            both within the limits. The first is linearised as it goes: one evaluation of the model serves
            the step and its Jacobians. The second is given up where even LQR without limits could not make
            up for what it has cost;
    back    linearise each step that is not yet (Gauss-Newton: costs are quadratic, the step's curvature is
            left out), and go from the cost behind the last step to the first one's change d_i and feedback
            K_i (`stage`);
    forth   run the plant under c_i + a d_i + K_i (z_i - z_plan,i), clipped, with a = 1, 1/2, 1/4, ... until
            the cost falls as its slope lets expect (Armijo). If it never does the plan stays as it was.

The cost is that of the plant's steps, not of their linearisation, and so never rises from one iteration to
the next. What is best so far acts when the time is over, which is looked at in every step.

What is called from one place is inlined (`inline`): a compiled function is optimised together with all that
it calls, once more at each level, and so compiling took twice as long.

Its steps may be strides of several of the motion's (`strides`): then i counts strides, and what
acts within one follows the line between the deviations that are planned for its ends.

Memory: three runs and two sets of feedback take turns; nothing is copied but where an iteration is cut short.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from runtime.control.actuation import Actuation, add_force, clamp, own_part, put_by_control
from runtime.control.planning.box import FAST
from runtime.control.planning.clock import now
from runtime.control.planning.course import (
    Course,
    add_product,
    add_pull,
    add_slope,
    add_weight,
    cost_at,
    running_cost,
    single_cost,
)
from runtime.control.planning.redirect import Laid
from runtime.control.planning.stage import StageWork, stage_work, step_back
from runtime.control.planning.strides import under_goals
from runtime.control.policy import OVER_BUDGET
from runtime.kernels import add_matrix, aligned, copy_rows, copy_to, quadratic
from runtime.loop import Track
from runtime.plant import Plant
from runtime.stepping import Arrays, curve_plant, linearise_plant, midpoint_of, step_plant

Array = np.ndarray

TRIALS = 6  # lengths that a search along a line tries, each half of the one before
SUFFICIENT = 1e-4  # of the decrease that the slope lets expect
ROUND_OFF = 1e-9  # of the cost: where no more is to be gained, the whole step is tried and no other
PLANNED, FIRST, COUNT, RUN, FEEDBACK, LATE, LOST, DUE = range(8)  # of `Memory.marks`
DONE, OVER_TIME, FAILED = range(3)  # how an iteration ended


class Memory(NamedTuple):
    """Plans; all zero where there is none yet. N is how many strides they look ahead, or the motion has."""

    marks: Array  # (8,) a plan? its first step, strides, run, feedback; plans out of time, none; is one due?
    cost: Array  # (1,) of the plan
    states: Array  # (3, N + 1, n)
    controls: Array  # (3, N, s)
    feedback: Array  # (2, N, s, n)


class PlanWork(NamedTuple):
    """Working memory of an iteration."""

    stage: StageWork
    known: Array  # (N,) bool: which steps of the run at hand are linearised
    midpoint: Array  # (N,) h of those that lead through their middle; see `stage`
    by_state: Array  # (N, n, n)    F of each, with that of the actuation
    by_control: Array  # (N, n, s)  G
    by_force: Array  # (n, forces)  the same of one step by a reduced force
    following: Array  # (n,)        where it ends
    about: Array  # (n,)            what a feedback is about
    change: Array  # (N, s) of the controls
    deviation: Array  # (n,)
    force: Array  # (forces,)
    none: Array  # (forces,) zero
    time: Array  # (2,)


class Planner(NamedTuple):
    """What plans; see above."""

    course: Course
    plant: Arrays  # a plant of its own: plans are made on the same model whatever is steered
    horizon: int  # N
    iterations: int  # of each plan
    every: int  # steps from one plan to the next
    budget: float  # s a plan; inf: none
    foresees: bool  # whether it is told the disturbance of the step that comes
    work: PlanWork
    memory: Memory

    def __deepcopy__(self, memo: dict[int, Any]) -> Planner:
        """A copy of all but the course, which nobody changes, and which is large."""
        rest: Any = copy.deepcopy(tuple(self[1:]), memo)
        return Planner(self.course, *rest)

    def foreseeing(self, plant: Plant, track: Track) -> Planner:
        """The policy that is told each step's disturbance."""
        return self._replace(foresees=True)

    def redirected(self, lay: Callable[[int], Laid]) -> Planner:
        """The same plans along other paths, as `lay` lays them for so many steps; the next is due at once."""
        self.memory.marks[DUE] = 1
        laid = lay(len(self.course.share))
        return self._replace(course=under_goals(self.course, laid.pull, laid.slope, laid.offset))

    def counts(self) -> dict[str, int]:
        """Plans that were cut short by the budget, and steps for which there was none."""
        return {OVER_BUDGET: int(self.memory.marks[LATE]), "unplanned": int(self.memory.marks[LOST])}

    def planned(self, index: int) -> np.ndarray:
        """The states (k, n) that the newest plan goes through from step `index` on; k is 0: there is none.

        The first is that of the step, the others are where its strides end.
        """
        marks, age, stride = self.memory.marks, steps_since.py_func(self, index), self.course.stride
        if not 0 <= age <= marks[COUNT] * stride:
            return np.zeros((0, self.memory.states.shape[2]))
        run = self.memory.states[marks[RUN]]
        found = run[age // stride : marks[COUNT] + 1].copy()
        put_about.py_func(self.course, index, run, age, stride, found[0])
        return np.asarray(found)

    def hurried(self, budget: float) -> Planner:
        """The policy, with so many s a plan if it has no budget of its own; its memory is this one's."""
        return self._replace(budget=budget) if self.budget == np.inf else self


def plan_memory(plant: Plant, actuation: Actuation, horizon: int) -> tuple[PlanWork, Memory]:
    """Memory for plans of so many steps."""
    n, s, forces = plant.size, len(actuation.limits), plant.forces
    work = PlanWork(
        stage_work(n, s), np.zeros(horizon, dtype=np.bool_), np.zeros(horizon), aligned(horizon, n, n),
        aligned(horizon, n, s), aligned(n, forces), aligned(n), aligned(n), np.zeros((horizon, s)),
        aligned(n), aligned(forces), np.zeros(forces), np.zeros(2, dtype=np.int64),
    )  # fmt: skip
    runs = np.zeros((3, horizon + 1, n)), np.zeros((3, horizon, s))
    return work, Memory(np.zeros(DUE + 1, dtype=np.int64), np.zeros(1), *runs, np.zeros((2, horizon, s, n)))


@njit(cache=True)
def steps_since(planner: Any, index: int) -> int:
    """How many steps a plan is old at step `index`; negative where there is none, or it is of later ones."""
    if planner.memory.marks[PLANNED] == 0:
        return -1
    age = index - planner.memory.marks[FIRST]
    return age + planner.course.period if age < 0 else age


@njit(cache=True, **FAST)
def put_about(course: Any, instant: int, states: Array, at: int, pace: int, about: Array) -> None:
    """What a feedback is about at an instant of the motion, `at` steps into `states`, into `about` (n,).

    They are `pace` steps apart; between two of them deviations from the motion go along a line.
    """
    row, over = at // pace, at % pace
    if over == 0:
        copy_to(states[row], about)
        return
    begin = instant - over
    begin += course.period if begin < 0 else 0
    before, here, after = course.states[begin], course.states[instant], course.states[begin + pace]
    part = over / pace
    for j in range(about.size):
        first, last = states[row, j] - before[j], states[row + 1, j] - after[j]
        about[j] = here[j] + first + part * (last - first)


@njit(cache=True, **FAST)
def act(planner: Any, index: int, state: Array, control: Array) -> None:
    """The control (s,) of a step: the plan's with its own feedback, or LQR's where there is none."""
    memory, course, age = planner.memory, planner.course, steps_since(planner, index)
    about, change, row = planner.work.about, planner.work.change, age // course.stride
    if 0 <= row < memory.marks[COUNT]:
        run, feedback = memory.marks[RUN], memory.marks[FEEDBACK]
        put_about(course, index, memory.states[run], age, course.stride, about)
        steer(memory.controls[run], about, memory.feedback[feedback], row, change, row, 0.0, state, control)
    else:
        copy_to(course.states[index], about)
        steer(course.to_go.offset, about, course.to_go.gains, index, change, 0, 0.0, state, control)


@njit(cache=True, **FAST)
def steer(
    base: Array, about: Array, gains: Array, row: int, change: Array, at: int, length: float, state: Array,
    control: Array,
) -> None:  # fmt: skip
    """`control` = base + length change + gains (state - about): of a row of each, `change` at its own.

    `about` is a state (n,).
    """
    for i in range(control.size):
        control[i] = base[row, i]
        if length > 0.0:
            control[i] += length * change[at, i]
        total = 0.0
        for j in range(state.size):
            total += gains[row, i, j] * (state[j] - about[j])
        control[i] += total


@njit(cache=True, **FAST)
def follow(
    planner: Any, actuation: Any, disturbance: Array, first: int, start: int, stop: int, count: int,
    base: Array, about: Array, gains: Array, begun: int, pace: int, length: float, states: Array,
    controls: Array, linearises: bool, most: float, deadline: float,
) -> float:  # fmt: skip
    """Run the plant over strides `start` to `stop` of a plan of `count` from step `first` on; what they cost.

    Under `steer`, whose arrays have a row every `pace` steps, of which `begun` have gone at `start`, within
    the limits; into `states` and `controls`, and if it `linearises` with Jacobians. Infinite where a step
    fails or the time is over, or where it would cost more than `most` even if LQR went on without
    limits, as its cost-to-go says.
    """
    course, work, total, stride = planner.course, planner.work, 0.0, planner.course.stride
    for i in range(start, stop):
        if deadline < np.inf and now(work.time) > deadline:
            return np.inf
        control, k, last = controls[i], first + i * stride, i + 1 == count
        end, at = k + stride, begun + (i - start) * stride
        put_about(course, k, about, at, pace, work.about)
        steer(base, work.about, gains, at // pace, work.change, i, length, states[i], control)
        clamp(actuation, course.feedforward[k], control)
        put_force(planner, actuation, disturbance, i, k, states[i], control)
        stepped = False
        if linearises:
            stepped = linearise(planner, actuation, i, states[i], control, states[i + 1])
            work.known[i] = stepped
        if not stepped and step_plant(planner.plant, states[i], work.force, states[i + 1]) < 0:
            return np.inf
        if course.shortfall.shape[0]:
            for j in range(work.deviation.size):
                states[i + 1, j] += course.shortfall[k, j]
        for j in range(work.deviation.size):
            work.deviation[j] = states[i + 1, j] - course.states[end, j]
        total += 0.5 * quadratic(course.control, control)
        if last or most < np.inf:
            ahead = running_cost(course, end, course.share[k], work.deviation)
            ahead += 0.5 * quadratic(course.to_go.value[end], work.deviation)
            for j in range(work.deviation.size):
                ahead += course.to_go.slope[end, j] * work.deviation[j]
            if last:
                total += ahead + single_cost(course, course.within[end], work.deviation)
            elif total + ahead > most:
                return np.inf
        if not last:
            total += cost_at(course, end, course.share[k] + course.share[end], work.deviation)
    return total if total < np.inf else np.inf


@njit(cache=True, **FAST)
def put_force(
    planner: Any, actuation: Any, disturbance: Array, i: int, k: int, state: Array, control: Array
) -> None:
    """All that is known to act in stride `i` of a plan, from step `k` of the motion on, into `force`."""
    force, course = planner.work.force, planner.course
    for j in range(force.size):
        force[j] = course.feedforward[k, j]
    if i == 0:
        for j in range(force.size):
            force[j] += disturbance[j] / course.stride  # of its first step
    add_force(actuation, state, control, force)


@njit(cache=True, **FAST)
def linearise(planner: Any, actuation: Any, i: int, state: Array, control: Array, following: Array) -> bool:
    """The Jacobians of step `i` of a plan under what stands in `force`, and its end; False: it failed."""
    work = planner.work
    F, G = work.by_state[i], work.by_control[i]
    halvings = linearise_plant(planner.plant, state, work.force, following, F, work.by_force)
    if halvings < 0:
        return False
    work.midpoint[i] = midpoint_of(planner.plant) if halvings == 0 else 0.0
    put_by_control(actuation, state, control, work.by_force, F, G)
    return True


@njit(cache=True, **FAST)
def go_back(
    planner: Any, actuation: Any, disturbance: Array, first: int, count: int, states: Array, controls: Array,
    gains: Array, deadline: float,
) -> int:  # fmt: skip
    """The change of each control of a plan and its feedback, from the last step to the first."""
    put_end(planner, first, count, states)
    return ride_back(planner, actuation, disturbance, first, count, states, controls, gains, deadline)


@njit(cache=True, **FAST)
def put_end(planner: Any, first: int, count: int, states: Array) -> None:
    """What costs behind the last step of a plan, into V and v of its stage."""
    course, stage, deviation = planner.course, planner.work.stage, planner.work.deviation
    end = first + count * course.stride
    share, within = course.share[end - course.stride], course.within[end]
    for j in range(deviation.size):
        deviation[j] = states[count, j] - course.states[end, j]
    copy_rows(course.to_go.value[end], stage.value)
    copy_to(course.to_go.slope[end], stage.slope)
    add_product(1.0, course.to_go.value[end], deviation, stage.slope)
    if share > 0.0:
        add_product(share, course.running, deviation, stage.slope)
        add_pull(course, end, share, stage.slope)
        add_matrix(share, course.running, stage.value)
    if within >= 0:
        add_product(1.0, course.instants[within], deviation, stage.slope)
        add_matrix(1.0, course.instants[within], stage.value)


@njit(cache=True, **FAST)
def ride_back(
    planner: Any, actuation: Any, disturbance: Array, first: int, count: int, states: Array, controls: Array,
    gains: Array, deadline: float,
) -> int:  # fmt: skip
    """From V and v behind the last step to those before the first; `go_back` but for its end.

    With as much of the steps' second derivatives as the stage wants, where the plant knows them.
    """
    course, work, stage = planner.course, planner.work, planner.work.stage
    deviation = planner.work.deviation
    stage.expected[:] = 0.0
    for i in range(count - 1, -1, -1):
        if deadline < np.inf and now(work.time) > deadline:
            return OVER_TIME
        state, control, k = states[i], controls[i], first + i * course.stride
        if not work.known[i]:
            put_force(planner, actuation, disturbance, i, k, state, control)
            if not linearise(planner, actuation, i, state, control, work.following):
                return FAILED
        work.known[i] = False  # the next run is another
        for j in range(control.size):  # what the limits leave of each control
            total = control[j] + own_part(actuation, course.feedforward[k], j)
            stage.low[j] = actuation.limits[j, 0] - total
            stage.high[j] = actuation.limits[j, 1] - total
        if stage.curved[0] > 0.0:
            F, G = work.by_state[i], work.by_control[i]
            np.dot(F.T, stage.slope, stage.state_slope)
            known = curve_plant(
                planner.plant, state, states[i + 1], stage.slope, stage.state_slope, F, G, stage.curvature,
                stage.cross_curvature,
            )  # fmt: skip
            stage.curved[1] = stage.curved[0] if known else 0.0
        stage.midpoint[0] = work.midpoint[i]
        if not step_back(
            stage, work.by_state[i], work.by_control[i], course.control, control, work.change[i], gains[i]
        ):  # fmt: skip
            return FAILED
        if i:
            for j in range(deviation.size):
                deviation[j] = state[j] - course.states[k, j]
            share = course.share[k - course.stride] + course.share[k]
            add_weight(course, k, share, stage.value)
            add_slope(course, k, share, deviation, stage.slope)
    return DONE


@njit(cache=True, inline="always", **FAST)
def begin(
    planner: Any, actuation: Any, disturbance: Array, index: int, count: int, state: Array, deadline: float
) -> tuple[int, float, bool]:
    """The better of two runs from `state`, the last plan's or LQR's: which, its cost, is it the plan's.

    The plan's is linearised as it goes: it is the better one but after a hard push.
    `zero`, `one_step` and `no` are no literals, for which numba would compile `follow` once more.
    """
    memory, course, age = planner.memory, planner.course, steps_since(planner, index)
    kept, shifted, stride = memory.marks[RUN], np.inf, course.stride
    one, other, zero, no = (kept + 1) % 3, (kept + 2) % 3, 0 * index, index < 0
    one_step = zero + 1
    most = np.inf
    planner.work.known[:] = False
    copy_to(state, memory.states[one, 0])
    copy_to(state, memory.states[other, 0])
    if 0 <= age < memory.marks[COUNT] * stride:
        known = min(memory.marks[COUNT] - age // stride, count)
        shifted = follow(
            planner, actuation, disturbance, index, zero, known, count, memory.controls[kept],
            memory.states[kept], memory.feedback[memory.marks[FEEDBACK]], age, stride, 0.0,
            memory.states[one], memory.controls[one], not no, np.inf, deadline,
        )  # fmt: skip
        if shifted < np.inf:
            shifted += follow(
                planner, actuation, disturbance, index, known, count, count, course.offset, course.states,
                course.gains, index + known * stride, one_step, 0.0, memory.states[one], memory.controls[one],
                not no, np.inf, deadline,
            )  # fmt: skip
    if course.bounds:
        most = shifted
    linear = follow(
        planner, actuation, disturbance, index, zero, count, count, course.offset, course.states,
        course.gains, index, one_step, 0.0, memory.states[other], memory.controls[other], no, most, deadline,
    )  # fmt: skip
    if shifted <= linear:
        return one, shifted, True
    planner.work.known[:] = False
    return other, linear, False


@njit(cache=True)
def inherit(planner: Any, index: int, count: int, from_plan: bool, into: Array) -> None:
    """The feedback that belongs to the run that a plan began with, where no iteration came to its end."""
    memory, course, stride = planner.memory, planner.course, planner.course.stride
    old, row = memory.feedback[memory.marks[FEEDBACK]], steps_since(planner, index) // stride
    for i in range(count):
        if from_plan and row + i < memory.marks[COUNT]:
            copy_rows(old[row + i], into[i])
        else:
            copy_rows(course.gains[index + i * stride], into[i])


@njit(cache=True, inline="always", **FAST)
def replan(planner: Any, actuation: Any, index: int, disturbance: Array, state: Array) -> None:
    """Make the plan of step `index` from `state` (n,); where nothing can be planned what there was stays."""
    memory, course, marks = planner.memory, planner.course, planner.memory.marks
    count = min(planner.memory.controls.shape[1], (course.share.size - index) // course.stride)
    if count == 0:  # less than a stride is left, which is LQR's
        return
    deadline = now(planner.work.time) + planner.budget if planner.budget < np.inf else np.inf
    run, cost, from_plan = begin(planner, actuation, disturbance, index, count, state, deadline)
    if not cost < np.inf:
        if deadline < np.inf and now(planner.work.time) > deadline:
            marks[LATE] += 1
        else:
            marks[LOST] += 1
        return
    spare, feedback, outcome = (run + 1) % 3, 1 - marks[FEEDBACK], DONE
    for iteration in range(planner.iterations):
        target = feedback if iteration == 0 else 1 - feedback
        outcome = go_back(
            planner, actuation, disturbance, index, count, memory.states[run], memory.controls[run],
            memory.feedback[target], deadline,
        )  # fmt: skip
        if outcome != DONE:
            if iteration == 0:
                inherit(planner, index, count, from_plan, memory.feedback[feedback])
            break
        feedback = target
        found = search(
            planner, actuation, disturbance, index, count, run, spare, feedback, cost, state, deadline
        )
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
    planner: Any, actuation: Any, disturbance: Array, index: int, count: int, run: int, spare: int,
    feedback: int, cost: float, state: Array, deadline: float,
) -> float:  # fmt: skip
    """Along the line of an iteration into the run `spare`: its cost where that falls, infinite where not."""
    memory, expected = planner.memory, planner.work.stage.expected
    if not expected[0] < 0.0:
        return np.inf
    most = 1 if -expected[0] <= ROUND_OFF * abs(cost) else TRIALS
    length, zero, no = 1.0, 0 * index, index < 0
    copy_to(state, memory.states[spare, 0])
    for _ in range(most):
        found = follow(
            planner, actuation, disturbance, index, zero, count, count, memory.controls[run],
            memory.states[run], memory.feedback[feedback], zero, planner.course.stride, length,
            memory.states[spare], memory.controls[spare], no, np.inf, deadline,
        )  # fmt: skip
        decrease = length * expected[0] + 0.5 * length * length * expected[1]
        if found <= cost + SUFFICIENT * decrease:
            return found
        length *= 0.5
    return np.inf
