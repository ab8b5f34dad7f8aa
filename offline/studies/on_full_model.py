"""A bundle's controller on the full body that the bundle was made from: closed loops of the full simulation.

At each step the controller is told the projection of the full state,

    z = [U^T M u, U^T M v]

and what is decided in reduced forces w acts as M U w, whose projection is w. What has a place of its own acts
there: the scene's loads, its actuators on their regions and its muscles, a push on its patch. So at full rank
a run is the reduced plant's own; below it, a run shows what the basis and the elements have left out.

Deviations, error and effort are those of the projected states, as `runtime.control.costs` has them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from offline.full.body.full_body import FullBody
from offline.pipeline.statics import actuator_force
from runtime.bundle.body import BodyBundle
from runtime.control.actuation import clamp
from runtime.control.choice import Choice
from runtime.control.costs import error_of
from runtime.control.policy import decide, forget
from runtime.control.registry import LQR
from runtime.loop import Events, Track, scratch
from runtime.plant import Plant
from runtime.push import Push, events_of, runs_in
from runtime.rollouts import Rollouts
from softrein.errors import BundleError, SimulationError

Array = np.ndarray


class _Loop(NamedTuple):
    """What all runs under one controller share."""

    full: FullBody
    bundle: BodyBundle
    policy: object
    plant: Plant
    track: Track
    onto: Array  # (n_free, r) M U: projects displacements and velocities, and makes forces of reduced ones
    beside: Array  # (T, r) the feed-forward less what the scene's own loads do
    acting: Callable[[Array, Array], Array]  # what controls do in a state: (n_free,) N
    start: Array  # (n_free,) m


def steer_full(
    full: FullBody, bundle: BodyBundle, controller: Choice = LQR.name,
    pushes: Sequence[Push | Sequence[Push]] = ((),), record: bool = False,
) -> Rollouts:  # fmt: skip
    """The full body's runs under a bundle's controller, one for each entry of `pushes`: its `rollouts`.

    With `record` the projected states are kept. A run that the full model gives up counts as diverged. Raises
    BundleError where the bundle is not of this body, on its clock.
    """
    _check(full, bundle)
    onto = full.body.mass[:, None] * bundle.vectors
    track = bundle.track_of(controller)
    own = full.loads.reduced(bundle.vectors)
    loop = _Loop(
        full, bundle, bundle.law(controller), bundle.plant(), track, onto, track.feedforward - own,
        _acting(full, bundle, onto), full.start(),
    )  # fmt: skip
    runs = runs_in(pushes)
    steps, size = len(track.feedforward), loop.plant.size
    error, effort, clamped = np.full(len(runs), np.inf), np.full(len(runs), np.inf), np.zeros(len(runs), int)
    final = np.repeat(track.states[-1:], len(runs), axis=0)
    kept = np.full((steps + 1, len(runs), size), np.nan) if record else None
    for number, run in enumerate(runs):
        try:
            states, controls, clamped[number] = _steered(loop, _events(bundle, run))
        except SimulationError:
            continue
        with np.errstate(over="ignore", invalid="ignore"):
            found = error_of(bundle.costs, states, track.states, bundle.dt), bundle.dt * np.sum(controls**2)
        if np.isfinite(found).all():
            (error[number], effort[number]), final[number] = found, states[-1]
            if kept is not None:
                kept[:, number] = states
    return Rollouts(error, effort, final, clamped, kept)


def _steered(loop: _Loop, events: Events) -> tuple[Array, Array, int]:
    """One run: projected states (T + 1, 2r), controls (T, s), and how many of these met a limit."""
    full, bundle, track = loop.full, loop.bundle, loop.track
    steps, rank, actuation = len(track.feedforward), bundle.rank, bundle.actuation
    states, controls = np.empty((steps + 1, 2 * rank)), np.empty((steps, len(actuation.limits)))
    work, clamped = scratch(loop.plant, actuation), 0
    stepper, u, v = full.stepper(), loop.start, np.zeros_like(loop.start)
    forget(loop.policy)
    for index in range(steps):
        states[index] = np.concatenate([u @ loop.onto, v @ loop.onto])
        pushed = events.force[(events.first <= index) & (index < events.last)].sum(axis=0)
        told, state = np.zeros(loop.plant.forces), states[index].copy()
        told[:rank] = pushed @ bundle.vectors
        decide(loop.policy, loop.plant.data, actuation, track, index, told, state, work)
        clamped += clamp(actuation, track.feedforward[index], work.control)
        controls[index] = work.control
        load = full.loads.at(index) + loop.onto @ loop.beside[index, :rank] + pushed
        driven = full.loads.control_at(index) + loop.beside[index, rank:]
        driven = driven + (actuation.at(state) @ work.control)[rank:]
        u, v = stepper.step(u, v, load + loop.acting(state, work.control), driven)
    states[steps] = np.concatenate([u @ loop.onto, v @ loop.onto])
    return states, controls, clamped


def _acting(full: FullBody, bundle: BodyBundle, onto: Array) -> Callable[[Array, Array], Array]:
    """What controls do to the full body in a state: actuators on their regions, others by the modes."""
    parts, actuation = full.scene.control.actuators, bundle.actuation
    if not parts:
        return lambda state, control: np.asarray(onto @ (actuation.at(state) @ control))
    still = np.zeros(full.body.mass.size)
    patterns = np.column_stack(
        [
            still if part.is_muscle else part.size * actuator_force(full, i, part)
            for i, part in enumerate(parts)
        ]
    )
    return lambda state, control: np.asarray(patterns @ control)


def _events(bundle: BodyBundle, pushes: Sequence[Push]) -> Events:
    """Pushes as forces on the free degrees of freedom, over steps."""
    patterns = []
    for push in pushes:
        vertices, weights = bundle.shape.patch_of(push)
        pattern = np.zeros((3, len(bundle.vertices), 3))
        for axis in range(3):
            pattern[axis, vertices, axis] = weights
        patterns.append(pattern.reshape(3, -1)[:, bundle.free])
    return events_of(pushes, patterns, bundle.dt, bundle.steps, len(bundle.free))


def _check(full: FullBody, bundle: BodyBundle) -> None:
    """Raise BundleError unless a bundle is of this body, and on its clock."""
    time = full.scene.time
    if bundle.vertices.shape != full.mesh.vertices.shape or not np.array_equal(bundle.free, full.body.free):
        raise BundleError(f"the bundle {bundle.name} is of another body than the full model: make it anew")
    if bundle.dt != time.step or bundle.steps != time.steps:
        raise BundleError(
            f"the bundle {bundle.name} takes {bundle.steps} steps of {bundle.dt:g} s, the full model "
            f"{time.steps} of {time.step:g} s: give the bundle at its scene's own step"
        )
