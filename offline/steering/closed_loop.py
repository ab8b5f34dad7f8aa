"""A bundle's controller on a full model: closed loops of the full simulation.

At each step the controller gets the full state projected onto the bundle's basis, or an observer's
estimate from sensors on the full model, with the delay and noise of a `Mismatch` (`told` of
`Measured` and of `Observed` turns the true state into the known one). Actuators act on their regions or
places, pushes on theirs, the scene's own loads or winds as in the nominal run; reduced forces w are spread
over the full model such that their projection is w. So at full rank a run is the reduced plant's own; below
it, a run shows the effect of what the basis leaves out, and for smoke of the full model's own dissipation.

Deviations, error and effort are those of the true projected states, as `runtime.control.base.costs` has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

from offline.steering.mismatch import AS_MADE, Measured, Mismatch, Observed
from offline.tuning.pushes import seed_of
from runtime.bundle.record import Bundle
from runtime.control.base.choice import Choice
from runtime.control.base.costs import error_of
from runtime.control.base.policy import Policy, forget, manner_of, system_for
from runtime.loop import decide, decider_of
from runtime.observing.observer import Observer
from runtime.plant.actuation import clamp, own_at
from runtime.plant.plant import Plant
from runtime.plant.push import Push, runs_in
from runtime.plant.track import Events, Track
from runtime.rollouts import Rollouts
from softrein.errors import BundleError, SimulationError

Array = np.ndarray
S = TypeVar("S")  # the state type of a full model


class ControlledModel(Protocol[S]):
    """The interface of a full model to controllers; the type of its states is its own."""

    spread: Array  # (d, k) full force of a unit of each of the first k inputs, whose projection is that input
    scale: Array  # (n,) standard deviations of a state's entries under measurement noise of one metre

    def start(self) -> S:
        """Return a state at time zero, for a new run."""

    def project(self, state: S) -> Array:
        """Return the reduced state (n,) of a full one."""

    def places(self, state: S) -> Array:
        """Return the true places of the recorded points (k, axes) m."""

    def places_in(self, states: Array) -> Array:
        """Return their places in states (..., n) of the bundle's own model: (..., k, axes) m."""

    def events(self, pushes: Sequence[Push]) -> Events:
        """Return pushes as full forces (d,)."""

    def seen(self, state: S) -> Array:
        """Return what the sensors measure (m,), without noise; empty where the bundle has none."""

    def reduced(self, force: Array) -> Array:
        """Return a full force (d,) as a reduced one (r,)."""

    def acting(self, state: Array, control: Array) -> Array:
        """Return the full force (d,) of controls (s,) in a reduced state."""

    def own(self, index: int) -> Array:
        """Return the scene's own loads or winds (d,) over a step."""

    def advance(self, state: S, force: Array) -> S:
        """Return the state one step later, under a full force (d,). Raises SimulationError."""


@dataclass(frozen=True)
class FullRollouts(Rollouts):
    """Rollouts of a full model; `final` and `states` are projected, places are true."""

    # (T + 1, runs, k, axes) m, positions of followed places, if states were requested
    places: Array | None = None


class _Loop(NamedTuple):
    """The data that all runs under one controller share."""

    drive: ControlledModel
    bundle: Bundle
    policy: Policy
    plant: Plant
    track: Track
    beside: Array  # (T, k) feed-forward minus what acts without control, such as the scene's own loads
    mismatch: Mismatch
    observer: Observer | None  # if only sensors are known


class _Run(NamedTuple):
    states: Array  # (T + 1, n) projected states
    controls: Array  # (T, s)
    clamped: int
    places: Array  # (T + 1, k, axes) m, positions of followed places


def steer(
    drive: ControlledModel,
    bundle: Bundle,
    controller: Choice,
    pushes: Sequence[Push | Sequence[Push]],
    record: bool = False,
    mismatch: Mismatch = AS_MADE,
    first: int = 0,
) -> FullRollouts:
    """Run the full model under a bundle's controller, once for each entry of `pushes`, as `rollouts` does.

    With `record` states and places are kept. A run in which the full model fails counts as diverged. Runs are
    numbered from `first`: the noise of one depends only on its number and the bundle's seed.
    """
    mismatch.check()
    track, runs = bundle.track_of(controller), runs_in(pushes)
    policy = bundle.law(controller, once=True)
    if mismatch.sensors:
        decay = bundle.knowledge.unknown.decay
        policy = manner_of(policy).expecting(policy, partial(bundle.setting.fading, decay))
    loop = _Loop(
        drive,
        bundle,
        policy,
        bundle.plant(),
        track,
        (track.feedforward - bundle.uncontrolled)[:, : drive.spread.shape[1]],
        mismatch,
        bundle.observer(controller, mismatch.delay) if mismatch.sensors else None,
    )
    error, effort, clamped = np.full(len(runs), np.inf), np.full(len(runs), np.inf), np.zeros(len(runs), int)
    final = np.repeat(track.states[-1:], len(runs), axis=0)
    kept: list[_Run | None] = [None] * len(runs)
    for number, run in enumerate(runs):
        try:
            done = _steered(loop, drive.events(run), first + number)
        except SimulationError:
            continue
        with np.errstate(over="ignore", invalid="ignore"):
            found = (
                error_of(bundle.costs, done.states, track.states, bundle.dt),
                bundle.dt * np.sum(done.controls**2),
            )
        if np.isfinite(found).all():
            (error[number], effort[number]), clamped[number] = found, done.clamped
            final[number], kept[number] = done.states[-1], done if record else None
    recorded = _together(kept, track, drive) if record else (None, None)
    return FullRollouts(error, effort, final, clamped, *recorded)


def _steered(loop: _Loop, events: Events, number: int) -> _Run:
    """Make one run."""
    drive, bundle, track, actuation = loop.drive, loop.bundle, loop.track, loop.bundle.actuation
    steps = len(track.feedforward)
    states, controls = np.empty((steps + 1, loop.plant.size)), np.empty((steps, len(actuation.limits)))
    knowing = _knowing(loop, np.random.default_rng(seed_of(bundle, "noise", number)))
    clamped, places, state = 0, [], drive.start()
    forget(loop.policy)
    system, decider = system_for(loop.policy, loop.plant, actuation, track), decider_of(loop.policy)
    control = system.work.control
    for index in range(steps):
        states[index] = drive.project(state)
        places.append(drive.places(state))
        pushed = events.force[(events.first <= index) & (index < events.last)].sum(axis=0)
        told, force = knowing.told(states[index], drive.seen(state), drive.reduced(pushed))
        decide(decider, system, index, force, told)
        clamped += clamp(actuation.limits, own_at(actuation, index), control)
        knowing.acted(index, control)
        controls[index] = control
        force = drive.own(index) + drive.spread @ loop.beside[index] + pushed
        state = drive.advance(state, force + drive.acting(states[index], control))
    states[steps] = drive.project(state)
    return _Run(states, controls, clamped, np.array([*places, drive.places(state)]))


def _knowing(loop: _Loop, random: np.random.Generator) -> Measured | Observed:
    """Return the object that gives the controller of one run its knowledge of the state."""
    if loop.observer is None:
        return Measured(loop.mismatch, loop.drive.scale, random)
    loop.observer.start(loop.track.states[0])
    return Observed(loop.mismatch, loop.observer, random)


def _together(kept: Sequence[_Run | None], track: Track, drive: ControlledModel) -> tuple[Array, Array]:
    """Stack the states and places of runs; NaN where a run has ended early."""
    count, size = track.states.shape
    states = np.full((count, len(kept), size), np.nan)
    places = np.full((count, len(kept), *drive.places_in(track.states[0]).shape), np.nan)
    for number, run in enumerate(kept):
        if run is not None:
            states[:, number], places[:, number] = run.states, run.places
    return states, places


def check_clock(bundle: Bundle, step: float, steps: int) -> None:
    """Raise BundleError unless a bundle has `steps` steps of `step` s, as the full model."""
    if bundle.dt != step or bundle.steps != steps:
        raise BundleError(
            f"the bundle {bundle.name} takes {bundle.steps} steps of {bundle.dt:g} s, the full model "
            f"{steps} of {step:g} s: give the bundle at its scene's own step"
        )
