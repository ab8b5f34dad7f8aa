"""The full body under the controls of a motion that was found: they become its loads.

A control of an actuator acts where the actuator does; a reduced force w, where the scene names none, as
M U w, whose projection it is. So a motion that was found is one under loads, for all that comes after.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from offline.full.body.full_body import FullBody, simulate
from offline.full.body.loads import Loads
from offline.full.body.newmark import FullStepper
from reduce.pod import Basis
from runtime.bundle.body import BodyBundle
from runtime.control.planning.motion import Motion
from softrein.errors import SimulationError

Array = np.ndarray

CLOSED = 1e-10  # how far a round's end may be from its start, of its largest displacement or velocity
LAPS = 30  # rounds at most


def driven(full: FullBody, vectors: Array, controls: Array, start: Array | None = None) -> FullBody:
    """The body with `controls` (T, s) as its loads; `vectors` (n, r) is the basis that they were found in.

    `start` (2r,) is where a motion that repeats begins, in that basis.
    """
    acting, muscles = full.scene.control.actuators, full.scene.muscles
    driving = np.array([[part.size * (each is part) for each in muscles] for part in acting])
    if acting:
        patterns = full.actuator_patterns
    else:
        patterns = np.ascontiguousarray((full.body.mass[:, None] * vectors).T)
    loads = Loads(patterns, np.ascontiguousarray(controls.T), driving.reshape(len(patterns), len(muscles)))
    moving = None if start is None else start.reshape(2, -1) @ vectors.T
    return replace(full, loads=loads, moving=moving)


def follow(
    full: FullBody,
    basis: Basis,
    motion: Motion,
    limits: Array,
    acted: list[Array] | None = None,
    stepper: FullStepper | None = None,
) -> Iterator[tuple[Array, Array]]:
    """The states (u, v), m and m/s, of a `driven` body under a motion's control and its feedback.

    That is on the deviation of the projected state; both together are within limits (s, 2), and are added to
    `acted`. `stepper` is a fresh one of the body's, or one is made. Raises SimulationError.
    """
    stepper, (u, v) = stepper or full.stepper(), full.begin()
    told = zip(motion.states, motion.controls, motion.gains, strict=False)
    for step, (state, control, gains) in enumerate(told):
        yield u, v
        apart = np.concatenate([basis.project(u), basis.project(v)]) - state
        acting = np.clip(control + gains @ apart, *limits.T)
        if acted is not None:
            acted.append(acting)
        given = acting @ full.loads.patterns, acting @ full.loads.driving
        u, v = stepper.step(u, v, *given, full.known_at(step))
    yield u, v


def as_found(full: FullBody, bundle: BodyBundle) -> FullBody:
    """The body as a bundle's motion moves it that was found; as it is where loads move it."""
    if not full.scene.reference.is_found:
        return full
    forces = bundle.uncontrolled - bundle.correction if len(bundle.correction) else bundle.uncontrolled
    controls = forces @ np.linalg.pinv(bundle.actuators).T  # if others make the same force, it is as good
    moved = driven(full, bundle.vectors, controls, bundle.track.states[0] if bundle.rewind else None)
    if bundle.rewind and len(bundle.correction):
        return begun_at(moved, bundle.vectors, bundle.track.states[0])
    return moved


def begun_at(full: FullBody, vectors: Array, start: Array) -> FullBody:
    """A `driven` body that begins a round where it repeats, of which a basis shows `start` (2r,).

    What the basis does not show of it is what is left at a round's end, after as many as that takes to
    settle. A body that fails begins at U z.
    """
    shown = start.reshape(2, -1)
    body = replace(full, moving=shown @ vectors.T)
    onto = full.body.mass[:, None] * vectors
    for _ in range(LAPS):
        try:
            end = _end_of(body)
        except SimulationError:
            return replace(full, moving=shown @ vectors.T)
        before, begin = np.array(body.begin()), end + (shown - end @ onto) @ vectors.T
        body = replace(full, moving=begin)
        if (np.abs(begin - before).max(axis=1) <= CLOSED * np.abs(begin).max(axis=1)).all():
            break
    return body


def _end_of(full: FullBody) -> Array:
    """The last state (2, n) of a run."""
    for state in simulate(full):
        end = state
    return np.array(end)
