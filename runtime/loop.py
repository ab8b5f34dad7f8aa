"""The real-time loop: one compiled call a step, or a whole run in one call.

A step of the loop is [002], equation 4:

    w = w_ff,k + B w_fb + d,     z <- plant step(z, w)

with the feed-forward force, the feedback w_fb that a policy decides (`runtime.control.policy`), held within
its limits, and the disturbances that act now. Plant and policy are called by address (`runtime.stepping`,
`decider_of`): a loop is compiled once for all of them. `run` does the same for many steps without returning
to Python; both allocate nothing. Under a policy written in Python they are the same functions, not compiled:
`loops_of` says which to call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit, typeof
from numba.extending import register_jitable

from runtime.base.addresses import call, entered, laid_out
from runtime.base.kernels import by_type, copy_to
from runtime.control.actuation import (
    Actuation,
    add_force,
    clamp,
    controlled,
    make_actuation,
    own_at,
    within,
)
from runtime.control.policy import PythonPolicy, ask, is_compiled, kernel_of
from runtime.plant import Plant
from runtime.stepping import LINEARISE, Calls, linearise_steps, step_plant

OWN: Final = 1e-9  # of the largest state: a step that ends so close to the reference is the reference's own
FAST: Final = {"error_model": "numpy", "fastmath": {"reassoc", "contract", "nsz"}}


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


def scratch(plant: Plant, actuation: Actuation) -> Scratch:
    """Working memory for a plant under controls."""
    size = plant.size
    return Scratch(np.zeros(size), np.zeros(len(actuation.limits)), np.zeros(plant.forces), np.zeros(size))


class Decider(NamedTuple):
    """A compiled policy as loops take it, of one type whatever it is. It holds the policy's arrays."""

    address: int  # of the C function that is its `decide`
    data: np.ndarray  # (k,) int64 the policy, laid out


_WORDS, _VECTOR, _MATRIX = np.zeros(1, np.int64), np.zeros(1), np.zeros((1, 1))
_CALLS, _TRACK, _SCRATCH = Calls(_WORDS, _WORDS, 0.0), Track(_MATRIX, _MATRIX), Scratch(*4 * (_VECTOR,))
# of the types that a policy's kernel is called with
_GIVEN: Final = _CALLS, make_actuation(_MATRIX), _TRACK, 0, _VECTOR, _VECTOR, _SCRATCH


def decider_of(policy: Any) -> Decider | PythonPolicy:
    """A policy as `decide` and loops take it; one in Python as it is.

    Who changes an array of the policy changes it there, too. A number that is replaced needs a new one.
    """
    if not is_compiled(policy):
        own: PythonPolicy = policy
        return own
    return Decider(entered(kernel_of(policy), policy, *map(typeof, _GIVEN)), laid_out(policy))


@njit(cache=True)
def _decide(
    decider: Decider, plant: Calls, actuation: Any, track: Track, index: int, disturbance: Any, state: Any,
    work: Any,
) -> int:  # fmt: skip
    given = plant, actuation, track, index, disturbance, state, work
    return call(decider.address, decider.data, given)


# (decider, plant, actuation, track, index, disturbance, state, work): what a policy does about the step
decide = by_type(lambda kind: _decide if kind is Decider else None, ask)


def tally() -> Tally:
    """A tally at zero."""
    return Tally(np.zeros(1), np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64))


def no_events(forces: int) -> Events:
    """No disturbance at all."""
    return Events(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros((0, forces)))


def defects(plant: Plant, track: Track) -> np.ndarray:
    """How far (T, n) each step ends beside the next reference state: step(z_ref,k, w_ff,k) - z_ref,k+1.

    Zero where the reference is a run of this very plant: what is less than `OWN` is round-off, which kernels
    just compiled and the same from a cache need not share. Raises SimulationError where a step fails.
    """
    pairs = zip(track.states[:-1], track.feedforward, strict=True)
    return _missed(track, np.array([plant.step(state, force) for state, force in pairs]))


class Jacobians(NamedTuple):
    """Of each step of a reference of T steps."""

    by_state: np.ndarray  # (T, n, n) F
    by_control: np.ndarray  # (T, n, s) G
    missed: np.ndarray  # (T, n) where it ends, from the next reference state: its defects


def linearised(plant: Plant, actuation: Actuation, track: Track) -> Jacobians:
    """The Jacobians of each step of a reference, and its defects. Raises SimulationError where one fails."""
    ends, F, G = linearise_along(plant, actuation, track.states, track.feedforward)
    return Jacobians(F, G, _missed(track, ends))


def linearise_along(
    plant: Plant, actuation: Actuation, states: np.ndarray, forces: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where steps from `states` (T or more, n) under `forces` (T, forces) end, and their F and G; T of each.

    All are linearised in one call. Raises SimulationError where one fails.
    """
    ends, F, G = jacobians_along(plant, states, forces)
    none = np.zeros(len(actuation.limits))
    by_control = np.empty((*F.shape[:2], none.size))
    for k in range(len(F)):
        F[k], by_control[k] = controlled(actuation, states[k], none, F[k], G[k])
    return ends, F, by_control


def jacobians_along(
    plant: Plant, states: np.ndarray, forces: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Likewise, with G (T, n, forces) by the plant's own inputs."""
    states, forces = (np.require(each, np.float64, ["C", "W"]) for each in (states, forces))
    steps, n = len(forces), plant.size
    ends, F, G = np.empty((steps, n)), np.empty((steps, n, n)), np.empty((steps, n, plant.forces))
    taken = linearise_steps(plant.calls(LINEARISE), states, forces, ends, F, G)
    if taken < steps:
        plant.linearise(states[taken], forces[taken])  # which says why
    return ends, F, G


def _missed(track: Track, ends: np.ndarray) -> np.ndarray:
    """The defects, from where the steps end."""
    missed = ends - track.states[1:]
    return missed if np.abs(missed).max() > OWN * np.abs(track.states).max() else np.zeros_like(missed)


@njit(cache=True, **FAST)
def squares(control: Any) -> float:
    """The sum of the squares of the entries of `control`."""
    total = 0.0
    for i in range(control.size):
        total += control[i] * control[i]
    return total


@njit(cache=True, **FAST)
def advance(
    plant: Calls,
    dt: float,
    actuation: Any,
    track: Track,
    index: int,
    disturbance: Any,
    state: Any,
    work: Any,
    sums: Any,
) -> int:
    """The step under the control in `work.control`, whoever wrote it; it is clamped.

    A step that fails changes neither the state nor what is counted.
    """
    clamped = clamp(actuation.limits, own_at(actuation, index), work.control)
    for i in range(work.force.size):
        work.force[i] = track.feedforward[index, i] + disturbance[i]
    add_force(actuation, state, work.control, work.force)
    status = step_plant(plant, state, work.force, work.next_state)
    if status >= 0:
        sums.clamped[0] += clamped
        sums.effort[0] += dt * squares(work.control)
        sums.halved[0] += status
        copy_to(work.next_state, state)
    return status


@register_jitable(**FAST)
def take_step(
    plant: Calls,
    dt: float,
    decider: Any,
    actuation: Any,
    track: Track,
    index: int,
    disturbance: Any,
    state: Any,
    work: Any,
    sums: Any,
) -> int:
    """One controlled step from `state`, in place; returns the plant's status (negative: it failed)."""
    outcome = decide(decider, plant, actuation, track, index, disturbance, state, work)
    if outcome >= 0 and within(actuation.limits, own_at(actuation, index), work.control):
        sums.effort[0] += dt * squares(work.control)
        sums.halved[0] += outcome
        copy_to(work.next_state, state)
        return outcome
    return advance(plant, dt, actuation, track, index, disturbance, state, work, sums)


def take_run(
    plant: Calls,
    dt: float,
    decider: Any,
    actuation: Any,
    track: Track,
    events: Events,
    state: Any,
    work: Any,
    sums: Any,
    record: Record,
) -> int:
    """All steps of a `record`, from `state`; returns how many were taken, fewer where one failed."""
    disturbance = np.zeros(work.force.size)
    copy_to(state, record.states[0])
    for index in range(len(record.controls)):
        disturbance[:] = 0.0
        for event in range(events.first.size):
            if events.first[event] <= index < events.last[event]:
                for i in range(disturbance.size):
                    disturbance[i] += events.force[event, i]
        if take_step(plant, dt, decider, actuation, track, index, disturbance, state, work, sums) < 0:
            return index
        copy_to(state, record.states[index + 1])
        copy_to(work.control, record.controls[index])
    return len(record.controls)


step = njit(cache=True, **FAST)(take_step)
run = njit(cache=True, nogil=True)(take_run)


class Loops(NamedTuple):
    """`step` and `run` for a kind of policies."""

    step: Callable[..., int]
    run: Callable[..., int]


_COMPILED, _IN_PYTHON = Loops(step, run), Loops(take_step, take_run)


def loops_of(decider: Decider | PythonPolicy) -> Loops:
    """The loops to call with a policy."""
    return _COMPILED if isinstance(decider, Decider) else _IN_PYTHON
