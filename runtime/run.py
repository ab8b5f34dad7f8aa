"""The record of one run: states and controls over time, error and effort."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from runtime import loop
from runtime.control.base.costs import Costs, error_of, squared_between
from runtime.control.base.policy import Policy, forget, manner_of, system_for
from runtime.control.registry import NONE
from runtime.plant.actuation import Actuation
from runtime.plant.plant import Plant
from runtime.plant.system import system_of
from runtime.plant.track import Events, Track
from runtime.steered import Steered
from softrein.errors import SimulationError, warn

# a run has exploded if its error exceeds this multiple of the error without control and of the motion's size:
# explosions of a beam, a T and smoke reached 27 to 3000 times
EXPLODED = 10.0
NOTHING = 1e-7  # smaller errors are rounding: 7e-9 for a T without pushes


class Effort(float):
    """An effort, a number. Formerly it was an array over time; reading it as such still works, and warns."""

    _over_time: np.ndarray

    @classmethod
    def of(cls, over_time: np.ndarray) -> Effort:
        """Make an effort of those (T + 1,) up to each step; it is the last one."""
        found = cls(over_time[-1])
        found._over_time = over_time
        return found

    def __getitem__(self, step: int | slice) -> float | np.ndarray:
        """An entry of `Run.cumulative_effort`, with a warning."""
        words = "a run's effort is a number now; its growth over time is cumulative_effort"
        warn(words, DeprecationWarning)
        found: float | np.ndarray = self._over_time[step]
        return found


@dataclass(frozen=True)
class Run:
    """A recorded run of T steps."""

    states: np.ndarray  # (T + 1, n)
    controls: np.ndarray  # (T, s)
    deviation: np.ndarray  # (T + 1,) distance of the positions p from the reference's, see `Bundle.units`
    cumulative_effort: np.ndarray  # (T + 1,) integral of w_fb^T w_fb up to each step
    error: float  # the error as the costs weigh it, see runtime.control.base.costs
    counts: dict[str, int]

    @property
    def effort(self) -> Effort:
        """The control effort: the integral of the squared feedback, w_fb^T w_fb, over the whole run's time.

        A number in `Bundle.units.effort`, the same quantity as `Simulator.effort` and `Rollouts.effort`. The
        cost that LQR minimises weighs it by `control.control_cost`.
        """
        return Effort.of(self.cumulative_effort)


def recorded_run(
    plant: Plant, policy: Policy, actuation: Actuation, track: Track, costs: Costs, events: Events
) -> Run:
    """Run the whole motion from its first state.

    Raises SimulationError where a step fails, naming the step, and where error or effort are not finite.
    """
    steps = len(track.feedforward)
    record = loop.Record(np.zeros((steps + 1, plant.size)), np.zeros((steps, len(actuation.limits))))
    forget(policy)
    system, decider = system_for(policy, plant, actuation, track), loop.decider_of(policy)
    sums, state = loop.tally(), track.states[0].copy()
    taken = loop.loops_of(decider).run(system, decider, events, state, sums, record)
    if taken < steps:
        raise SimulationError(
            f"step {taken} of {steps} did not give a finite state: the push or the gains are too large for a "
            f"time step of {plant.dt:g} s"
        )
    with np.errstate(over="ignore", invalid="ignore"):
        error = error_of(costs, record.states, track.states, plant.dt)
    if not (np.isfinite(error) and np.isfinite(sums.effort[0])):
        raise SimulationError(
            f"after {steps} steps error or effort overflow: the push or the gains are too large for a "
            f"time step of {plant.dt:g} s"
        )
    places = plant.positions if plant.positions.stop else slice(None)
    squares = np.concatenate([[0.0], np.cumsum((record.controls**2).sum(axis=1))])
    return Run(
        states=record.states,
        controls=record.controls,
        deviation=np.linalg.norm((record.states - track.states)[:, places], axis=1),
        cumulative_effort=plant.dt * squares,
        error=error,
        counts={"clamped": int(sums.clamped[0]), "halved": int(sums.halved[0])}
        | manner_of(policy).counts(policy),
    )


def motion_size(costs: Costs, states: np.ndarray, dt: float) -> float:
    """The size of a motion of reference states (T + 1, n): the error of a run that stays at its start."""
    return error_of(costs, np.broadcast_to(states[:1], states.shape), states, dt)


def warn_of_explosions(
    errors: np.ndarray | float,
    efforts: np.ndarray | float,
    free: Callable[[], np.ndarray | float],
    size: float = 0.0,
) -> None:
    """Warn of runs under a user's own controller that end much worse than without control.

    `errors` and `efforts` (runs,) are those of the runs, `free()` gives the errors (runs,) without control,
    which is called only if a run is suspect, and `size` is the motion's (`motion_size`). Errors are compared
    with the larger of both: without a push the free one is round-off, and a bias, noise or an estimate is no
    explosion. There is no warning where both are zero, nor for runs that left the finite numbers, which raise
    errors.
    """
    errors, efforts = np.atleast_1d(errors), np.atleast_1d(efforts)
    if not (np.isfinite(errors) & (errors > EXPLODED * max(size, NOTHING))).any():
        return
    without = np.broadcast_to(free(), errors.shape)
    least = np.maximum(without, size)
    judged = np.isfinite(errors) & np.isfinite(without) & (least > NOTHING)
    times = np.divide(errors, least, out=np.zeros(errors.shape), where=judged)
    if (exploded := int((times > EXPLODED).sum())) == 0:
        return
    worst = int(np.argmax(times))
    runs = "" if len(errors) == 1 else f" in {exploded} of {len(errors)} runs"
    of = "the error without control" if without[worst] >= size else "what staying at the start would leave"
    warn(
        f"the controller makes the motion explode{runs}: error {errors[worst]:.3g} at effort "
        f"{efforts[worst]:.3g}, {times[worst]:.3g} times {of}; take smaller gains, "
        "gains that are stable at any size (bundle.stable_pd), or a smaller time step (bundle.at_step)",
        RuntimeWarning,
    )


class Watch:
    """Detects that a controller in Python makes a simulator's motion explode.

    It records one pass of the motion, from its first step to its last without a jump, and the disturbances in
    it. At the end of a pass whose error is suspect the same pass is computed without control, for comparison.
    """

    def __init__(self, bundle: Steered, track: Track) -> None:
        """Watch a bundle's motion; `track` is the one that is followed."""
        self._bundle, self._track = bundle, track
        self.leave()

    def leave(self) -> None:
        """Drop the present pass, as it is not whole, for example because the state was set."""
        # states of the current pass so far, if it was observed from its start
        self._states: list[np.ndarray] = []
        self._pushed: list[np.ndarray] = []
        self._effort = 0.0

    def begin(self, index: int, state: np.ndarray) -> None:
        """Note that a step begins; the first step of the motion begins a pass."""
        if index == 0:
            self.leave()
            self._states.append(state.copy())

    def stepped(self, index: int, pushed: np.ndarray, control: np.ndarray, state: np.ndarray) -> None:
        """Record a step with its disturbance `pushed` (forces,); warns if a pass ends that has exploded."""
        if len(self._states) != index + 1:
            self.leave()
            return
        self._states.append(state.copy())
        self._pushed.append(pushed.copy())
        self._effort += self._bundle.dt * float(control @ control)
        if len(self._states) == len(self._track.states):
            with np.errstate(over="ignore", invalid="ignore"):
                error = self._error_of(np.array(self._states))
                size = motion_size(self._bundle.costs, self._track.states, self._bundle.dt)
                warn_of_explosions(error, self._effort, self._free, size)

    def _free(self) -> float:
        """Return the error of the same run without control, with the same pushes; inf where it fails."""
        plant, track = self._bundle.plant(), self._bundle.track_of(NONE.name)
        system, state = system_of(plant, self._bundle.actuation, track), self._states[0].copy()
        sums, states = loop.tally(), [state.copy()]
        for index, pushed in enumerate(self._pushed):
            system.work.control[:] = 0.0
            if loop.advance(system, index, pushed, state, sums) < 0:
                return np.inf
            states.append(state.copy())
        return self._error_of(np.array(states))

    def _error_of(self, states: np.ndarray) -> float:
        return error_of(self._bundle.costs, states, self._track.states, self._bundle.dt)


class ErrorSoFar:
    """The error of all steps of a simulator so far, summed over stretches without a jump.

    A step only stores a row of an array; the sum is computed when the error is read.
    """

    at = -1  # index of the motion's state at the end of the current stretch; -1: there is none

    def __init__(self) -> None:
        """Start without any step."""
        # the bundle of the current stretch; the next two belong to it as well
        self._bundle: Steered | None = None
        # (T + 1, n) reference, and simulated states up to `at`
        self._reference = self._states = np.zeros((0, 0))
        self._first = 0
        self._squared = 0.0  # sum over earlier stretches

    def begin(self, bundle: Steered, track: Track, index: int, state: np.ndarray) -> None:
        """Begin a stretch in `state`, at state `index` of a motion."""
        self.leave()
        if self._states.shape != track.states.shape:
            self._states = np.empty_like(track.states)
        self._bundle, self._reference, self._first, self.at = bundle, track.states, index, index
        self._states[index] = state

    def stepped(self, state: np.ndarray) -> None:
        """Record a step that has ended in `state`."""
        self.at += 1
        self._states[self.at] = state

    def leave(self) -> None:
        """End the stretch, for example because the state was set, or another motion is followed."""
        self._add_up()
        self.at = -1

    @property
    def error(self) -> float:
        """The root of the squared error so far, defined as for a `Run`."""
        self._add_up()
        return float(np.sqrt(self._squared))

    def _add_up(self) -> None:
        if self._bundle is not None and self.at > self._first:
            gone = slice(self._first, self.at + 1)
            deviations = self._states[gone] - self._reference[gone]
            self._squared += squared_between(self._bundle.costs, self._first, deviations, self._bundle.dt)
            self._first = self.at
