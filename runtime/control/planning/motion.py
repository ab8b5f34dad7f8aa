"""The motion through key-frames that costs least of all that a plant can make within its limits.

The cost is that of the controls, of the caller's own terms (rest at the end, paths), and of key-frames
(`frames`); the solver is `whole`. A key-frame that has no weight of its own is to be met: it is a constraint,
C z = y, and has a multiplier l besides a weight w (augmented Lagrangian, Hestenes 1969, Powell 1969),

    l^T (y - C z) + w/2 |C z - y|^2     =     w/2 |C z - (y + l/w)|^2, but for a constant,

that is, the search aims beyond the goal. When the motion is found, l becomes l + w (y - C z), and w ten times
as large, until all key-frames are met. Weights begin at a tenth of those under which the plant, linear about
its start and without limits, would miss the goal by a third of the tolerance,

    w = |y - C z_0| / (tolerance / 3) / s,     s = mean eigenvalue of C S_k C^T,
    S_k+1 = F S_k F^T + G R^-1 G^T,

where a goal nearer than a hundred tolerances counts as that far away. They end at ten times these at most.
Large weights alone would suffice, but make valleys so narrow that a search makes small steps in them. If a
key-frame comes no nearer, limits or actuators do not allow it: its weight is raised no more, and the motion
gives its distance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from runtime.control.base.costs import Costs
from runtime.control.planning.frames import Frame, problem_about
from runtime.control.planning.problem import ControlProblem
from runtime.control.planning.whole import Passes, Rounds
from runtime.plant.actuation import Actuation
from runtime.plant.plant import Plant
from runtime.plant.track import Track, linearised

Array = np.ndarray

ACCURACY = 1e-4  # relative gradient at which a search ends, see `whole`
ROUGH = 1e-2  # the same while key-frames are still missed
MOST_RAISES = 12
NEARER = 1 / 3  # raised weights aim at this fraction of the tolerance
# the firm weight, with which a goal is asked for more closely, is that for a distance of at least this many
# tolerances
FIRM = 100.0
LOOSE = 0.1  # fraction of that weight with which the search begins
RAISE = 10.0  # largest factor by which a weight is raised in one round
LARGEST = 10.0  # largest weight, as a multiple of the firm one
BARELY = 0.8  # ratio of distances after and before a rise above which a weight is not raised further


class Motion(NamedTuple):
    """A motion of T steps, and the results of its search. A motion that repeats ends where it begins."""

    states: Array  # (T + 1, n) states of the motion
    controls: Array  # (T, s)
    gains: Array  # (T, s, n) feedback gains about the motion
    weights: Array  # (frames,) final weights of the key-frames
    multipliers: list[Array]  # l, Lagrange multipliers (a,) of each key-frame
    steps: Array  # (frames,) steps of the key-frames
    distances: Array  # (frames,) remaining distances |C z - y|
    slope: float  # size of the cost's gradient by the controls, relative to that without control
    iterations: int
    cost: float  # total cost up to a constant


def find_motion(
    plant: Plant,
    actuation: Actuation,
    start: Array,
    costs: Costs,
    frames: Sequence[Frame],
    repeats: bool = False,
    begin: Motion | None = None,
    accuracy: float = ACCURACY,
    residuals: Array | None = None,
    known: Array | None = None,
) -> Motion:
    """Find the motion from `start` (n,) through key-frames; the reference of `costs` is rest at the start.

    For a motion that repeats, the search is about `start`, which need not be on it. `begin` is an initial
    motion, such as the one before an edit, with any key-frames; by default all controls are zero at first.
    `residuals` (T, n) is added to the ends of steps, as a known error of the steps; the inputs `known` (T,
    forces) always act, such as the motions of tools. Raises ControllerError where the plant does not follow
    the initial motion, and SimulationError where it cannot be linearised at the start.
    """
    search = _Search(plant, actuation, start, costs, frames, repeats, residuals, known)
    if begin is None:
        steps, s = len(costs.schedule), len(costs.control)
        search.begin(np.tile(start, (steps + 1, 1)), np.zeros((steps, s)), None)
    else:
        search.keep(begin)
        search.begin(begin.states, begin.controls, begin.gains)
    return search.found(accuracy)


class _Search:
    """The state of a search for a motion."""

    def __init__(
        self,
        plant: Plant,
        actuation: Actuation,
        start: Array,
        costs: Costs,
        frames: Sequence[Frame],
        repeats: bool,
        residuals: Array | None,
        known: Array | None,
    ) -> None:
        self.plant, self.actuation, self.start, self.costs = plant, actuation, start, costs
        self.frames, self.repeats, self.residuals, self.known = frames, repeats, residuals, known
        self.multipliers = [np.zeros(len(frame.goal)) for frame in frames]
        self.raised = np.array([frame.weight is None and frame.rises for frame in frames], dtype=bool)
        still = Track(np.tile(start, (2, 1)), np.zeros((1, plant.forces)))
        self.F, self.G = (each[0] for each in linearised(plant, actuation, still)[:2])
        self.firm = self._firm_weights()
        self.weights = np.where(self.raised, LOOSE, 1.0) * self.firm
        self.passes = (Rounds if repeats else Passes)(plant, actuation, self._problem())
        self.scale = self._scale(self._problem())
        self.iterations = 0

    def _problem(self) -> ControlProblem:
        aimed = [
            frame._replace(goal=frame.goal + multiplier / w) if multiplier.any() else frame
            for frame, multiplier, w in zip(self.frames, self.multipliers, self.weights, strict=True)
        ]
        weights, dt, forces = self.weights.tolist(), self.plant.dt, self.plant.forces
        problem = problem_about(self.start, self.costs, aimed, weights, dt, forces, self.repeats)
        if self.known is not None:
            problem = problem._replace(feedforward=np.ascontiguousarray(self.known))
        return problem if self.residuals is None else problem._replace(residuals=self.residuals)

    def keep(self, motion: Motion) -> None:
        """Take over the multipliers of a motion's key-frames at the same steps, in their order."""
        had: dict[int, list[Array]] = {}
        for step, multiplier in zip(motion.steps.tolist(), motion.multipliers, strict=True):
            had.setdefault(step, []).append(multiplier)
        for i, frame in enumerate(self.frames):
            if had.get(frame.step):
                multiplier = had[frame.step].pop(0)
                if self.raised[i] and len(multiplier) == len(frame.goal):
                    self.multipliers[i] = multiplier.copy()

    def _firm_weights(self) -> Array:
        """The key-frames' own weights, or those that a linear plant without limits needs; see the module."""
        n, steps = self.plant.size, {frame.step for frame in self.frames}
        F, G = self.F, self.G
        driven = G @ np.linalg.solve(self.plant.dt * self.costs.control, G.T)
        spread, reached = np.zeros((n, n)), {0: np.zeros((n, n))}
        for k in range(1, max(steps, default=0) + 1):
            spread = F @ spread @ F.T + driven
            if k in steps:
                reached[k] = spread
        weights = []
        for frame in self.frames:
            way = float(np.linalg.norm(frame.goal - frame.places @ self.start))
            size = np.trace(frame.places @ reached[frame.step] @ frame.places.T) / len(frame.goal)
            firm = frame.share * max(way / frame.tolerance, FIRM) / NEARER
            firm = firm / size if size > 0 else 1.0
            weights.append(firm if frame.weight is None else frame.weight)
        return np.array(weights)

    def begin(self, states: Array, controls: Array, gains: Array | None) -> None:
        """Start the search from a motion."""
        self.passes.along(self._problem(), self.scale)
        self.passes.begin(states, controls, gains)

    def _scale(self, problem: ControlProblem) -> float:
        """The norm of the cost's gradient without control, for a plant that is linear about the start."""
        y, squares, steps = np.zeros(self.plant.size), 0.0, len(self.costs.schedule)
        for k in range(steps, 0, -1):
            own, share = problem.instant[k % steps if self.repeats else k], problem.share[k - 1 : k + 1].sum()
            still = self.start - problem.states[k]
            y = self.F.T @ y + (problem.instants[own] @ still if own >= 0 else 0.0)
            if len(problem.linear):
                y += share * (problem.running @ still - problem.linear[k])
            squares += np.sum((self.G.T @ y) ** 2)
        return float(np.sqrt(squares)) or 1.0

    def found(self, accuracy: float) -> Motion:
        """Search until the key-frames are met, or come no nearer, and return the motion."""
        before = np.full(len(self.frames), np.inf)
        for _ in range(MOST_RAISES):
            self._descend(ROUGH, 1)
            if not self._late().any():
                self._descend(accuracy)
            distances = self._distances()
            rising = self._late() & (distances < BARELY * before)
            if not rising.any():
                break
            self._raise(self.raised & (rising | ~self._late()))
            before[self._late()] = np.minimum(distances, before)[self._late()]
            passes = self.passes
            self.begin(passes.states.copy(), passes.controls.copy(), passes.gains.copy())
        slope, passes = self._descend(accuracy), self.passes
        passes.settle()
        steps = np.array([frame.step for frame in self.frames], dtype=np.int64)
        states, controls, gains = passes.states.copy(), passes.controls.copy(), passes.gains.copy()
        weights, far, multipliers = np.maximum(self.weights, self.firm), self._distances(), self.multipliers
        ending = slope, self.iterations, passes.cost
        return Motion(states, controls, gains, weights, multipliers, steps, far, *ending)

    def _raise(self, chosen: Array) -> None:
        """Update the multipliers of the chosen key-frames, and raise the weights of those too far off."""
        distances = self._distances()
        for i in np.flatnonzero(chosen).tolist():
            frame = self.frames[i]
            self.multipliers[i] = self.multipliers[i] + self.weights[i] * frame.off(self.passes.states)
            if distances[i] > NEARER * frame.tolerance:
                self.weights[i] = min(RAISE * self.weights[i], LARGEST * self.firm[i])

    def _descend(self, accuracy: float, least: int = 0) -> float:
        slope, iterations = self.passes.descend(accuracy, least)
        self.iterations += iterations
        return slope

    def _distances(self) -> Array:
        return np.array([frame.distance(self.passes.states) for frame in self.frames])

    def _late(self) -> Array:
        """Whether each key-frame whose weight may be raised is not met."""
        return self.raised & (self._distances() > [frame.tolerance for frame in self.frames])
