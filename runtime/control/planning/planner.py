"""The data and memory of re-planning, and the control by the newest plan until the next one.

`runtime.control.planning.replan` makes plans. Until the next plan each step's control is the plan's, with the
plan's own feedback about the planned state; where there is no plan it is LQR's. Steps of a plan may be
strides of several steps of the motion (`blocks`): within a stride the feedback is about the straight line
between the deviations that are planned for its ends.

Memory: three runs and two sets of feedback are used in turn; nothing is copied unless an iteration is cut
short.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from runtime.base.kernels import aligned, copy_to, njit
from runtime.control.base.fading import FadingForce
from runtime.control.base.policy import OVER_BUDGET
from runtime.control.planning.blocks import under_goals
from runtime.control.planning.box import FAST
from runtime.control.planning.problem import ControlProblem
from runtime.control.planning.redirect import Laid
from runtime.control.planning.stage import StageWork, stage_work
from runtime.plant.actuation import Actuation
from runtime.plant.plant import Plant
from runtime.plant.stepping import Calls
from runtime.plant.track import Track

Array = np.ndarray

PLANNED, FIRST, COUNT, RUN, FEEDBACK, LATE, LOST, DUE = range(8)  # indices of the entries of `Memory.status`


class Memory(NamedTuple):
    """The memory of plans, zero before the first; N is the number of strides in a plan, or in a motion."""

    # (8,) 1 if there is a plan; its first step; its blocks; indices of the current run and feedback; numbers
    # of plans that ran out of time and that failed; 1 if a plan is due
    status: Array
    cost: Array  # (1,) cost of the plan
    states: Array  # (3, N + 1, n) states of three runs, of which one is current
    controls: Array  # (3, N, s) their controls
    feedback: Array  # (2, N, s, n) feedback gains of two plans


class PlanWork(NamedTuple):
    """Working memory of an iteration of a plan."""

    stage: StageWork
    known: Array  # (N,) bool, blocks of the current run whose Jacobians are computed
    midpoint: Array  # (N,) h of blocks whose step passes through its midpoint, see `stage`
    F: Array  # (N, n, n)       Jacobian of each block by the state, including the actuation
    G: Array  # (N, n, s) Jacobian of each block by the control
    by_force: Array  # (n, forces)  Jacobian of one step by the reduced force
    following: Array  # (n,)        end state of a step
    about: Array  # (n,)            state about which a feedback acts
    change: Array  # (N, s) change of the controls
    deviation: Array  # (n,) deviation of the state
    force: Array  # (forces,)
    effects: Array  # (s, forces) force of a unit of each control
    none: Array  # (forces,) zero, for steps without disturbance
    lasting: Array  # (N,) share of a known disturbance that acts in each block, averaged over its steps
    left: Array  # (N + 1,) share of it that is left at the start of each block, and after the last
    ending: Array  # (n,) slope that it adds to the cost-to-go at the plan's end
    time: Array  # (2,) scratch of the clock


class Planner(NamedTuple):
    """The policy of re-planning; see the module."""

    problem: ControlProblem
    plant: Calls  # a copy of the bundle's plant: plans use this model, whichever plant is controlled
    horizon: int  # N, blocks
    iterations: int  # iterations of each plan
    every: int  # steps from one plan to the next
    budget: float  # s for a plan; inf: unlimited
    previews: bool  # whether plans know the next step's disturbance
    work: PlanWork
    memory: Memory

    def __deepcopy__(self, memo: dict[int, Any]) -> Planner:
        """A copy that shares the problem, which is constant and large."""
        rest: Any = copy.deepcopy(tuple(self[1:]), memo)
        return Planner(self.problem, *rest)

    def previewing(self, plant: Plant, track: Track) -> Planner:
        """The policy that is told each step's disturbance."""
        return self._replace(previews=True)

    def expecting(self, fading: Callable[[], FadingForce]) -> Planner:
        """The policy that is told a fading force, and uses it in all of a plan and in the cost behind it."""
        decay, slope, _ = fading()
        left = decay ** np.arange(self.horizon * self.problem.block + 1)
        lasting = left[:-1].reshape(self.horizon, -1).mean(axis=1)
        work = self.work._replace(lasting=lasting, left=left[:: self.problem.block].copy())
        # without a copy, both policies would share the array
        work = work._replace(ending=np.zeros_like(work.ending))
        if self.problem.period:
            slope = slope[np.arange(len(self.problem.states)) % self.problem.period]
        # P alone does not account for the slope
        problem = self.problem._replace(by_force=slope, bounds=False)
        return self._replace(problem=problem, previews=True, work=work)

    def redirected(self, lay: Callable[[int], Laid]) -> Planner:
        """The policy for other paths; `lay` gives their costs for so many steps. A plan is due at once."""
        self.memory.status[DUE] = 1
        laid = lay(len(self.problem.share))
        return self._replace(problem=under_goals(self.problem, laid.linear, laid.slope, laid.offset))

    def jumped(self) -> None:
        """Drop the plan, as the motion goes on from another step."""
        self.memory.status[PLANNED] = 0

    def counts(self) -> dict[str, int]:
        """The number of plans that were cut short by the budget, and of steps at which none could be made."""
        return {OVER_BUDGET: int(self.memory.status[LATE]), "unplanned": int(self.memory.status[LOST])}

    def planned(self, index: int) -> np.ndarray:
        """The states (k, n) of the newest plan from step `index` on; k is 0 without a plan.

        The first state is that of the step, the others are those at the ends of strides.
        """
        status, age, block = self.memory.status, steps_since.py_func(self, index), self.problem.block
        if not 0 <= age <= status[COUNT] * block:
            return np.zeros((0, self.memory.states.shape[2]))
        run = self.memory.states[status[RUN]]
        found = run[age // block : status[COUNT] + 1].copy()
        put_about.py_func(self.problem, index, run, age, block, found[0])
        return np.asarray(found)

    def has_budget(self) -> bool:
        """Whether there is a budget."""
        return bool(self.budget < np.inf)

    def with_budget(self, budget: float) -> Planner:
        """The policy with a budget of so many s a plan, unless it has one; the memory is shared."""
        return self._replace(budget=budget) if self.budget == np.inf else self


class Request(NamedTuple):
    """The request for a plan."""

    actuation: Any
    disturbance: Array  # (forces,) disturbance, which acts as `PlanWork.lasting` says, by default in one step
    first: int  # first step of the plan
    blocks: int  # number of blocks
    deadline: float  # s on the clock at which planning must end; inf: never


class Affine(NamedTuple):
    """Controls base + length change + gains (state - about); `change` is the planner's, a row a block.

    The other arrays have a row every `pace` steps: 1 for LQR, a stride for a plan. A run begins at step
    `begun` of them.
    """

    base: Array  # (rows, s) controls of the plan
    about: Array  # (rows, n) states of the plan
    gains: Array  # (rows, s, n) feedback gains about these states
    pace: int
    begun: int
    length: float


class Trajectory(NamedTuple):
    """The states and controls of a run, or memory for them."""

    states: Array  # (N + 1, n) states of the run
    controls: Array  # (N, s) its controls


def plan_memory(plant: Plant, actuation: Actuation, horizon: int, block: int = 1) -> tuple[PlanWork, Memory]:
    """Memory for plans of `horizon` blocks of `stride` steps each."""
    n, s, forces = plant.size, len(actuation.limits), plant.forces
    lasting = np.zeros(horizon)
    lasting[:1] = 1.0 / block
    work = PlanWork(
        stage_work(n, s), np.zeros(horizon, dtype=np.bool_), np.zeros(horizon), aligned(horizon, n, n),
        aligned(horizon, n, s), aligned(n, forces), aligned(n), aligned(n), np.zeros((horizon, s)),
        aligned(n), aligned(forces), aligned(s, forces), np.zeros(forces), lasting, np.zeros(horizon + 1),
        np.zeros(n), np.zeros(2, dtype=np.int64),
    )  # fmt: skip
    runs = np.zeros((3, horizon + 1, n)), np.zeros((3, horizon, s))
    return work, Memory(np.zeros(DUE + 1, dtype=np.int64), np.zeros(1), *runs, np.zeros((2, horizon, s, n)))


@njit(cache=True)
def steps_since(planner: Planner, index: int) -> int:
    """The age of the plan at step `index`, in steps; negative if there is none, or it is of later steps."""
    if planner.memory.status[PLANNED] == 0:
        return -1
    age = index - planner.memory.status[FIRST]
    return age + planner.problem.period if age < 0 else age


@njit(cache=True)
def drop_outdated(planner: Planner, index: int) -> None:
    """Drop a plan that is at its end, of later steps, or a whole round old, as it would act once more."""
    status = planner.memory.status
    if not 0 < steps_since(planner, index) < status[COUNT] * planner.problem.block:
        status[PLANNED] = 0


@njit(cache=True, **FAST)
def put_about(problem: ControlProblem, instant: int, states: Array, at: int, pace: int, about: Array) -> None:
    """Write the state about which feedback acts at an instant of the motion into `about` (n,).

    The instant is `at` steps into `states`, which are `pace` steps apart; deviations from the motion are
    interpolated linearly between them.
    """
    row, over = at // pace, at % pace
    if over == 0:
        copy_to(states[row], about)
        return
    begin = instant - over
    begin += problem.period if begin < 0 else 0
    before, here, after = problem.states[begin], problem.states[instant], problem.states[begin + pace]
    part = over / pace
    for j in range(about.size):
        first, last = states[row, j] - before[j], states[row + 1, j] - after[j]
        about[j] = here[j] + first + part * (last - first)


@njit(cache=True, **FAST)
def act(planner: Planner, index: int, state: Array, control: Array) -> None:
    """Write the control (s,) of a step: the plan's with its own feedback, or LQR's if there is no plan."""
    memory, problem, age = planner.memory, planner.problem, steps_since(planner, index)
    about, row = planner.work.about, age // problem.block
    if 0 <= row < memory.status[COUNT]:
        run, feedback = memory.status[RUN], memory.status[FEEDBACK]
        put_about(problem, index, memory.states[run], age, problem.block, about)
        copy_to(memory.controls[run, row], control)
        add_feedback(memory.feedback[feedback, row], state, about, control)
    else:
        copy_to(problem.states[index], about)
        copy_to(problem.to_go.offset[index], control)
        add_feedback(problem.to_go.gains[index], state, about, control)


@njit(cache=True, **FAST)
def add_feedback(gain: Array, state: Array, about: Array, control: Array) -> None:
    """Add a gain (s, n) times the state's deviation from `about` to `control` (s,)."""
    for i in range(control.size):
        total = 0.0
        for j in range(state.size):
            total += gain[i, j] * (state[j] - about[j])
        control[i] += total
