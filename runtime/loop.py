"""The real-time loop: one compiled call a step, or a whole run in one call.

A step of the loop is [002], equation 4:

    w = w_ff,k + B w_fb + d,     w_fb = K_k (z - z_ref,k),     z <- plant step(z, w)

(or, for a law that looks ahead, `w_fb = K_k (z' - z_ref,k+1)` with the state z' at the end of the step; and d
does not enter w_fb, unless the law foresees: see `runtime.control.law`), with the feed-forward force, the
feedback of the one control law and the disturbances that act now. The plant is told by the type of its data
when a loop is compiled (`runtime.stepping`).
`run` does the same for many steps without returning to Python; both allocate nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from runtime.control.law import Law, add_answer, clamp, feedback, within
from runtime.stepping import foresee, step_plant


class Track(NamedTuple):
    """The motion that is followed."""

    states: np.ndarray  # (T + 1, n) reference states
    feedforward: np.ndarray  # (T, forces) reduced forces that make the reference motion


class Events(NamedTuple):
    """Disturbances: reduced forces, each acting from its first step up to, not including, its last."""

    first: np.ndarray  # (count,) int
    last: np.ndarray  # (count,) int
    force: np.ndarray  # (count, forces)


class Scratch(NamedTuple):
    """What a step writes and its caller may read."""

    deviation: np.ndarray  # (n,)
    control: np.ndarray  # (s,)      feedback, clamped
    force: np.ndarray  # (forces,)   all that acted on the plant
    next_state: np.ndarray  # (n,)


class Tally(NamedTuple):
    """What a run adds up; one number each, as arrays so that compiled code can add to them."""

    effort: np.ndarray  # (1,) integral of w_fb^T w_fb over time
    clamped: np.ndarray  # (1,) entries of the control that met a limit
    halved: np.ndarray  # (1,) steps that had to be halved


class Record(NamedTuple):
    """Everything that happened in a run, a row a step."""

    states: np.ndarray  # (T + 1, n)
    controls: np.ndarray  # (T, s)


def scratch(law: Law, size: int) -> Scratch:
    """Working memory for plants with a state of `size` under `law`."""
    forces, controls = law.actuators.shape
    return Scratch(np.zeros(size), np.zeros(controls), np.zeros(forces), np.zeros(size))


def tally() -> Tally:
    """A tally at zero."""
    return Tally(np.zeros(1), np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64))


def no_events(forces: int) -> Events:
    """No disturbance at all."""
    return Events(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros((0, forces)))


def defects(plant: Any, track: Track) -> np.ndarray:
    """How far (T, n) each step ends beside the next reference state: step(z_ref,k, w_ff,k) - z_ref,k+1.

    Zero where the reference is a run of this very plant. Raises SimulationError where a step fails.
    """
    pairs = zip(track.states[:-1], track.feedforward, strict=True)
    return np.array([plant.step(state, force) for state, force in pairs]) - track.states[1:]


@njit(cache=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz"})
def squares(control: Any) -> float:
    """The sum of the squares of the entries of `control`."""
    total = 0.0
    for i in range(control.size):
        total += control[i] * control[i]
    return total


@njit(cache=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz"})
def step(
    plant: Any,
    dt: float,
    law: Law,
    track: Track,
    index: int,
    disturbance: Any,
    state: Any,
    work: Any,
    sums: Any,
) -> int:
    """One controlled step from `state`, in place; returns the plant's status (negative: it failed)."""
    if law.ahead:
        outcome = look_ahead(plant, law, track, index, disturbance, state, work)
        is_the_end = law.foresees or not disturbance.any()
        if is_the_end and outcome >= 0 and within(law.limits, work.control):
            sums.effort[0] += dt * squares(work.control)
            sums.halved[0] += outcome
            state[:] = work.next_state
            return outcome
    else:
        for j in range(state.size):
            work.deviation[j] = state[j] - track.states[index, j]
        feedback(law, index, work.deviation, work.control)
        if law.foresees:
            add_answer(law, index, disturbance, work.control)
    return advance(plant, dt, law, track, index, disturbance, state, work, sums)


@njit(cache=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz"})
def look_ahead(
    plant: Any, law: Law, track: Track, index: int, disturbance: Any, state: Any, work: Any
) -> int:
    """The feedback on the deviation at the end of the step, into `work.control`.

    Not negative where `work.next_state` is that end with the feedback in it, as far as the law knows the
    disturbance. Where it cannot be foreseen, -1, the feedback is zero; the plain step has the last word.
    """
    for i in range(work.force.size):
        work.force[i] = track.feedforward[index, i] + (disturbance[i] if law.foresees else 0.0)
    outcome = foresee(plant, law, index, track.states, state, work)
    if outcome == -1:
        work.control[:] = 0.0
    else:
        feedback(law, index, work.deviation, work.control)
    return outcome


@njit(cache=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz"})
def advance(
    plant: Any,
    dt: float,
    law: Law,
    track: Track,
    index: int,
    disturbance: Any,
    state: Any,
    work: Any,
    sums: Any,
) -> int:
    """The step under the control in `work.control`, whoever wrote it; it is clamped and counted."""
    sums.clamped[0] += clamp(law.limits, work.control)
    sums.effort[0] += dt * squares(work.control)
    for i in range(work.force.size):
        total = track.feedforward[index, i] + disturbance[i]
        for j in range(work.control.size):
            total += law.actuators[i, j] * work.control[j]
        work.force[i] = total
    status = step_plant(plant, state, work.force, work.next_state)
    if status >= 0:
        sums.halved[0] += status
        state[:] = work.next_state
    return status


@njit(cache=True, nogil=True)
def run(
    plant: Any,
    dt: float,
    law: Law,
    track: Track,
    events: Events,
    state: Any,
    work: Any,
    sums: Any,
    record: Record,
) -> int:
    """A whole run from `state`, recorded; returns the number of steps taken, short of T where one failed."""
    disturbance = np.zeros(work.force.size)
    record.states[0] = state
    for index in range(law.schedule.size):
        disturbance[:] = 0.0
        for event in range(events.first.size):
            if events.first[event] <= index < events.last[event]:
                disturbance += events.force[event]
        if step(plant, dt, law, track, index, disturbance, state, work, sums) < 0:
            return index
        record.states[index + 1] = state
        record.controls[index] = work.control
    return law.schedule.size
