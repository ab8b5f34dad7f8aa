"""The optimisation of a whole motion: backward and forward passes over all its steps until they converge.

A problem's cost (`runtime.control.planning.frames`) is minimised over the controls of all T steps within
their limits and, for a motion that repeats, over its beginning z_0 = z_T as well. An iteration is a backward
pass and forward passes of the plant in a line search, as in `runtime.control.planning.passes`. Where the
plant gives its steps' second derivatives, iterations are Newton's: all, a half or a quarter of these are
used, as much as leaves every step's Q_cc positive definite, or none (Gauss-Newton) where even a quarter is
too much. The search ends where the cost's gradient by the controls, on the plant's own steps,

    g_k = R c_k + G_k^T y_k+1,     y_k = F_k^T y_k+1 + slope of the costs at k,

is as small as was asked for. Entries of controls that a limit holds against their gradient do not count.

A motion that repeats has the cost of further rounds behind its last step. V there is that of a few rounds. v
is the one that a backward pass over the round leaves unchanged: a pass multiplies v by Phi^T, Phi being the
product of all F_k + G_k K_k, so that if v changes by e in a pass, (1 - Phi^T)^-1 e is added to it. In the
forward pass z_0 moves by (1 - Phi)^-1 times the gap z_T - z_0 until only round-off is left of the gap. All
its iterations are Gauss-Newton's: with second derivatives, V of further rounds need not stay positive.
"""

from __future__ import annotations

import numpy as np

from runtime.base.addresses import InMemory
from runtime.base.kernels import copy_to, njit
from runtime.control.planning.box import FAST
from runtime.control.planning.mixing import Mixing
from runtime.control.planning.passes import (
    DONE,
    ROUND_OFF,
    SUFFICIENT,
    TRIALS,
    backward_steps,
    forward_pass,
    put_end,
)
from runtime.control.planning.planner import Affine, Planner, Request, Trajectory, plan_memory
from runtime.control.planning.problem import ControlProblem, add_slope
from runtime.plant.actuation import Actuation
from runtime.plant.plant import Plant
from runtime.plant.stepping import CURVE, LINEARISE
from softrein.errors import ControllerError

Array = np.ndarray

SHARES = (1.0, 0.5, 0.25, 0.0)  # shares of the second derivatives of steps, tried one after the other
MOST_ITERATIONS = 100
PATIENCE = 20  # iterations without a new smallest gradient after which the search ends
NEWS = 0.99  # a gradient below this fraction of the smallest counts as new
HARDER = 8.0  # factor by which the damping grows when a line search fails
MOST_DAMPING = 1e7  # largest damping, relative to the control's own weight
MOST_PASSES = 8  # most backward passes over a round
# of these, passes for V after the round: a rough V is enough there, and exact ones may not converge
AHEAD = 2
LAPS = 20  # most forward passes over a round
EVEN = 1e-7  # relative change of v at which backward passes end
SEAM = 1e-13  # fraction of the largest state: a gap between a round's end and start that counts as none
SHRINKS = 0.5  # least shrinkage of the gap in a forward pass; otherwise passes end
CLOSED = 1e-9  # tolerated gap where forward passes close it no further
NEVER = np.inf  # no deadline


class Passes:
    """The optimisation of a motion of as many steps as its problem has, with its plant and memory."""

    bends = True  # whether second derivatives are used

    def __init__(self, plant: Plant, actuation: Actuation, problem: ControlProblem) -> None:
        count = len(problem.share)
        work, memory = plan_memory(plant, actuation, count)
        self.actuation = actuation
        calls = plant.calls(LINEARISE, CURVE)
        self.planner = Planner(problem, calls, count, 1, 1, NEVER, False, work, memory)
        self._laid = InMemory(self.planner)
        self._request = Request(actuation, work.none, 0, count, NEVER)
        self.count, self.run, self.cost, self.scale = count, 0, np.inf, 1.0
        self._gradient = np.zeros_like(memory.controls[0])
        # second derivatives would be evaluated at the plant's own end of a step, not at the corrected one
        if len(problem.residuals) or plant.uncurved:
            self.bends = False

    @property
    def states(self) -> Array:
        """The states of the motion (T + 1, n)."""
        return self.planner.memory.states[self.run]

    @property
    def controls(self) -> Array:
        """The controls of the motion (T, s)."""
        return self.planner.memory.controls[self.run]

    @property
    def gains(self) -> Array:
        """The gains (T, s, n) of feedback about the motion."""
        return self.planner.memory.feedback[0]

    def along(self, problem: ControlProblem, scale: float) -> None:
        """Set the course whose cost is minimised from now on, and the scale of its gradient."""
        self.planner, self.scale = self.planner._replace(problem=problem), scale
        self._laid = InMemory(self.planner)

    def begin(self, states: Array, controls: Array, gains: Array | None = None) -> None:
        """Start from the run under `controls`, about `states` with `gains`; ControllerError if it fails."""
        self.states[:], self.controls[:] = states, controls
        self.gains[:] = 0.0 if gains is None else gains
        self.cost = self._forth(self.run, 0.0)
        if not self.cost < np.inf:
            raise ControllerError("the plant does not follow the initial motion of the search")
        self.run = self._candidate

    def descend(self, accuracy: float, least: int = 0) -> tuple[float, int]:
        """Iterate until the gradient is below `accuracy`, `least` times at least.

        Returns the norm of the gradient over the scale, and the number of iterations. Raises ControllerError
        where a step cannot be linearised, or the cost-to-go is not finite.
        """
        mixing, lowest, since, damping = Mixing(), np.inf, 0, self.planner.work.stage.damping
        first, bends = float(np.trace(self.planner.problem.control)) / self.controls.shape[1], self.bends
        damping[0] = 0.0
        for iteration in range(MOST_ITERATIONS):
            bent = self._back(bends)
            slope = self._slope()
            since = 0 if slope < NEWS * lowest else since + 1
            lowest = min(lowest, slope)
            if (slope <= accuracy and iteration >= least) or since > PATIENCE:
                return slope, iteration
            if self._search(None if bent else mixing):
                damping[0] *= damping[0] > first
                damping[0] /= HARDER
                bends = self.bends
            elif bent:
                bends = False
            elif damping[0] >= MOST_DAMPING * first:
                return slope, iteration
            else:
                mixing = Mixing()
                damping[0] = max(HARDER * damping[0], first)
        return slope, MOST_ITERATIONS

    @property
    def _candidate(self) -> int:
        return (self.run + 1) % 3

    def settle(self) -> None:
        """Compute the feedback in `gains` by Gauss-Newton's backward pass, that is, for linearised steps.

        The damping of a search that ended with some would count as a cost of control.
        """
        self.planner.work.stage.damping[0] = 0.0
        self._back(False)

    def _search(self, mixing: Mixing | None) -> bool:
        """Do the line search of an iteration until the cost falls enough; returns False if it never does."""
        expected, length, began = self.planner.work.stage.expected.copy(), 1.0, self.controls
        small = -expected[0] <= ROUND_OFF * abs(self.cost)
        for _ in range(1 if small else TRIALS):
            found = self._forth(self.run, length)
            decrease = length * expected[0] + 0.5 * length * length * expected[1]
            most = ROUND_OFF * abs(self.cost) if small else SUFFICIENT * min(decrease, 0.0)
            if found <= self.cost + most:
                self.run, self.cost = self._candidate, found
                if mixing and not self.planner.work.stage.damping[0]:
                    mixing.add(self.controls - began, self.controls, self.states)
                    self._mix(mixing)
                return True
            length *= 0.5
        return False

    def _mix(self, mixing: Mixing) -> None:
        """Replace the motion by the mixture of the last iterates if that costs less."""
        mixed = mixing.mixed()
        if mixed is None:
            return
        memory, other = self.planner.memory, (self.run + 2) % 3
        memory.controls[other], memory.states[other] = mixed
        found = self._forth(other, 0.0)
        if found < self.cost:
            self.run, self.cost = self._candidate, found

    def _forth(self, about: int, length: float) -> float:
        """Do a forward pass about a run, with `length` times each change, into the candidate; its cost."""
        return self._forward_pass(about, self.planner.memory.states[about, 0], length)

    def _forward_pass(self, about: int, start: Array, length: float) -> float:
        into, run = self._trajectory(self._candidate), self._trajectory(about)
        into.states[0] = start
        policy = Affine(run.controls, run.states, self.gains, pace=1, begun=0, length=length)
        return float(forward_pass(self._laid, self._request, policy, 0, self.count, into, False, np.inf))

    def _trajectory(self, run: int) -> Trajectory:
        memory = self.planner.memory
        return Trajectory(memory.states[run], memory.controls[run])

    def _back(self, bends: bool) -> bool:
        """Do a backward pass, with second derivatives if it `bends`; returns whether they were included."""
        curved = self.planner.work.stage.curved
        for share in SHARES if bends else SHARES[-1:]:
            curved[0] = share
            done = self._backward_pass()
            bent, curved[:] = curved[1] > 0, 0.0
            if done:
                return bool(bent)
        raise ControllerError("the motion's cost-to-go is not finite; is the control cost too small?")

    def _backward_pass(self) -> bool:
        """Do a backward pass with the present share of second derivatives; returns whether it succeeds."""
        put_end(self._laid, 0, self.count, self.states)
        return self._backward_steps(self.run)

    def _backward_steps(self, run: int) -> bool:
        return bool(backward_steps(self._laid, self._request, self._trajectory(run), self.gains) == DONE)

    def _slope(self) -> float:
        """The norm of the gradient by the controls, over the scale, on steps that are linearised."""
        put_end(self._laid, 0, self.count, self.states)
        return self._pass_slopes()

    def _pass_slopes(self) -> float:
        size = put_slopes(self._laid, self.actuation, self.count, self.states, self.controls, self._gradient)
        return float(np.sqrt(size)) / self.scale


class Rounds(Passes):
    """The same for one round of a motion that repeats."""

    bends = False

    def __init__(self, plant: Plant, actuation: Actuation, problem: ControlProblem) -> None:
        super().__init__(plant, actuation, problem)
        self._behind, self._whole = np.zeros(plant.size), np.zeros((plant.size, plant.size))  # v and Phi

    def begin(self, states: Array, controls: Array, gains: Array | None = None) -> None:
        """See `Passes`; the initial motion is closed, or settles into a closed one."""
        memory, feedback = self.planner.memory, np.zeros_like(self.gains) if gains is None else gains
        self.states[:], self.controls[:] = states, controls
        start, gap = self.states[0].copy(), np.inf
        for _ in range(LAPS):
            self.gains[:] = feedback
            self.cost = self._forward_pass(self.run, start, 0.0)
            found = memory.states[self._candidate]
            before, gap = gap, float(np.abs(found[-1] - start).max())
            if not self.cost < np.inf or gap <= SEAM * np.abs(found).max():
                break
            put_end(self._laid, 0, self.count, found)
            if not self._backward_steps(self._candidate):  # it also linearises
                raise ControllerError("the initial motion of the search cannot be linearised")
            self._whole = self._product(feedback)
            way = found[-1] - start
            start = found[-1].copy() if gap > before else start + self._beyond(self._whole, way)
        if not self.cost < np.inf or gap > CLOSED * np.abs(found).max():
            raise ControllerError("the plant does not settle into an initial motion that repeats")
        self.run = self._candidate

    @staticmethod
    def _beyond(whole: Array, way: Array) -> Array:
        """The vector (1 - whole)^-1 way."""
        return np.asarray(np.linalg.solve(np.eye(len(way)) - whole, way))

    def _product(self, gains: Array | None = None) -> Array:
        """The product of all F_k + G_k K_k, or of all F_k without gains."""
        whole, work = np.eye(len(self._behind)), self.planner.work
        for k in range(self.count):
            step = work.F[k] if gains is None else work.F[k] + work.G[k] @ gains[k]
            whole = step @ whole
        return whole

    def _forth(self, about: int, length: float) -> float:
        memory, whole = self.planner.memory, self._whole
        start, gap = memory.states[about, 0].copy(), np.inf
        for _ in range(LAPS):
            cost = self._forward_pass(about, start, length)
            if not cost < np.inf:
                return cost
            found = memory.states[self._candidate]
            before, size = gap, np.abs(found).max()
            gap = np.abs(found[-1] - start).max()
            if gap <= SEAM * size or (gap <= CLOSED * size and gap > SHRINKS * before):
                return cost
            if gap > SHRINKS * before:  # other controls are at their limits than was assumed
                held = (memory.controls[self._candidate, ..., None] == self.actuation.limits).any(axis=-1)
                whole = self._product(np.where(held[..., None], 0.0, self.gains))
            start = start + self._beyond(whole, found[-1] - start)
        return np.inf

    def _backward_pass(self) -> bool:
        stage, known, behind = self.planner.work.stage, self.planner.work.known, self._behind.copy()
        value = np.zeros_like(stage.value)
        for number in range(MOST_PASSES):
            put_end(self._laid, 0, self.count, self.states)
            stage.value[:] += value
            stage.slope[:] += self._behind
            known[:] = number > 0
            if not self._backward_steps(self.run):
                self._behind[:] = behind
                return False
            self._whole = self._product(self.gains)
            off = stage.slope - self._behind
            if number < AHEAD:
                value = stage.value.copy()
            elif np.abs(off).max() <= EVEN * np.abs(stage.slope).max():
                return True
            self._behind += self._beyond(self._whole.T, off)
        return True

    def _slope(self) -> float:
        stage, whole = self.planner.work.stage, self._product()
        behind, relative = self._behind.copy(), np.inf
        for _ in range(2):  # the map is linear: one pass gives its matrix, the next the solution
            put_end(self._laid, 0, self.count, self.states)
            stage.slope[:] += behind
            relative = self._pass_slopes()
            behind += self._beyond(whole.T, stage.slope - behind)
        return relative


@njit(cache=True, **FAST)
def put_slopes(
    planner: Planner, actuation: Actuation, count: int, states: Array, controls: Array, gradient: Array
) -> float:
    """Write the cost's gradient by each control into `gradient` (T, s); returns the sum of its squares.

    `stage.slope` holds y behind the last step, and in the end y before the first one. The steps must be
    linearised.
    """
    problem, work, stage = planner.problem, planner.work, planner.work.stage
    size = 0.0
    for i in range(count - 1, -1, -1):
        np.dot(work.G[i].T, stage.slope, stage.control_slope)
        for j in range(gradient.shape[1]):
            slope = stage.control_slope[j]
            for k in range(gradient.shape[1]):
                slope += problem.control[j, k] * controls[i, k]
            total = controls[i, j] + problem.own[i, j]
            low, high = actuation.limits[j, 0], actuation.limits[j, 1]
            if (total <= low and slope > 0.0) or (total >= high and slope < 0.0):
                slope = 0.0
            gradient[i, j] = slope
            size += slope * slope
        np.dot(work.F[i].T, stage.slope, stage.state_slope)
        copy_to(stage.state_slope, stage.slope)
        if i:
            for j in range(work.deviation.size):
                work.deviation[j] = states[i, j] - problem.states[i, j]
            add_slope(problem, i, problem.share[i - 1] + problem.share[i], work.deviation, stage.slope)
    return size
