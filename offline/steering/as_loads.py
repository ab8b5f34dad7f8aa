"""The full body under the controls of a motion that was found: they become its loads.

A control of an actuator acts where the actuator does; without actuators a reduced force w acts as
M U w, whose projection it is. So for later stages a motion that was found is one under loads.
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

# largest distance of a round's end from its start, relative to its largest displacement or velocity
CLOSED = 1e-10
LAPS = 30  # most rounds


def driven(full: FullBody, vectors: Array, controls: Array, start: Array | None = None) -> FullBody:
    """Return the body with `controls` (T, s) as its loads; they were found in the basis `vectors` (n, r).

    `start` (2r,) is the initial state of a motion that repeats, in that basis.
    """
    acting, internal = full.scene.control.actuators, full.scene.internal_actuators
    driving = np.array([[part.size * (each is part) for each in internal] for part in acting])
    if acting:
        patterns = full.actuator_patterns
    else:
        patterns = np.ascontiguousarray((full.body.mass[:, None] * vectors).T)
    loads = Loads(patterns, np.ascontiguousarray(controls.T), driving.reshape(len(patterns), len(internal)))
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
    """Yield the states (u, v), m and m/s, of a `driven` body under a motion's control and its feedback.

    The feedback is on the deviation of the projected state; both together are within limits (s, 2), and are
    appended to `acted`. `stepper` is a new one of the body's; None: one is made. Raises SimulationError.
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
    """Return the body `driven` by a bundle's found motion; unchanged where the motion is one under loads."""
    if not full.scene.reference.is_found:
        return full
    forces = bundle.uncontrolled - bundle.correction if len(bundle.correction) else bundle.uncontrolled
    # other actuators may produce the same force, with the same effect
    controls = forces @ np.linalg.pinv(bundle.actuators).T
    moved = driven(full, bundle.vectors, controls, bundle.track.states[0] if bundle.rewind else None)
    if bundle.rewind and len(bundle.correction):
        return begun_at(moved, bundle.vectors, bundle.track.states[0])
    return moved


def begun_at(full: FullBody, vectors: Array, start: Array) -> FullBody:
    """Return a `driven` body with the initial state of its periodic motion; `start` (2r,) is its projection.

    The part of the state outside of the basis is that at the end of a period, after as many as it takes to
    converge. Where the body's run fails it begins at U z.
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
    """Return the last state (2, n) of a run."""
    for state in simulate(full):
        end = state
    return np.array(end)
