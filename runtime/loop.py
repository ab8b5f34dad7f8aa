"""The real-time loop: one compiled call a step, or a whole run in one call.

A step of the loop is [002], equation 4:

    w = w_ff,k + B w_fb + d,     z <- plant step(z, w)

with the feed-forward force, the feedback w_fb of a policy (`runtime.control.base.policy`), clipped to its
limits, and the disturbances d of the step. Plant and policy are called by address (`runtime.plant.stepping`,
`decider_of`): a loop is compiled once for all of them. `run` does the same for many steps without returning
to Python; both allocate nothing. For a policy written in Python the same functions are used without
compilation: `loops_of` chooses.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final, NamedTuple

import numpy as np
from numba import typeof
from numba.extending import register_jitable

from runtime.base.addresses import call, entered, laid, laid_out
from runtime.base.kernels import FAST, Array, by_type, copy_to, njit
from runtime.control.base.policy import PythonPolicy, ask, is_compiled, kernel_of
from runtime.plant.actuation import add_force, clamp, make_actuation, own_at, within
from runtime.plant.stepping import Calls, step_plant
from runtime.plant.system import Scratch, System
from runtime.plant.track import Events, Track


class Tally(NamedTuple):
    """The sums over a run, one number each, in arrays so that compiled code can add to them."""

    effort: np.ndarray  # (1,) integral of w_fb^T w_fb over time
    clamped: np.ndarray  # (1,) number of control entries that were clamped to a limit
    halved: np.ndarray  # (1,) number of halvings of steps and of their parts


class Record(NamedTuple):
    """The states and controls of a run, a row for each step."""

    states: np.ndarray  # (T + 1, n)
    controls: np.ndarray  # (T, s)


class Decider(NamedTuple):
    """A compiled policy for loops, of one type for all policies. It keeps the policy's arrays alive."""

    address: int  # address of the policy's C function `decide`
    data: np.ndarray  # (k,) int64, the policy's data, laid out for compiled code

    def __deepcopy__(self, memo: dict[int, object]) -> Decider:
        """The same function, with a copy of the policy's arrays."""
        return Decider(self.address, laid_out(deepcopy(laid(self.data), memo)))


_WORDS, _VECTOR, _MATRIX = np.zeros(1, np.int64), np.zeros(1), np.zeros((1, 1))
_CALLS, _TRACK, _SCRATCH = Calls(_WORDS, _WORDS, 0.0), Track(_MATRIX, _MATRIX), Scratch(*4 * (_VECTOR,))
_SYSTEM = System(_CALLS, 0.0, make_actuation(_MATRIX), _TRACK, _SCRATCH)
_GIVEN: Final = _SYSTEM, 0, _VECTOR, _VECTOR  # argument types of a policy's kernel


def decider_of(policy: Any) -> Decider | PythonPolicy:
    """The form of a policy for `decide` and loops; a policy in Python is returned unchanged.

    Arrays are shared with the policy, so that changes in them take effect. After a number of the policy was
    replaced a new decider is needed.
    """
    if not is_compiled(policy):
        own: PythonPolicy = policy
        return own
    return Decider(entered(kernel_of(policy), policy, *map(typeof, _GIVEN)), laid_out(policy))


@njit(cache=True)
def _decide(decider: Decider, system: System, index: int, disturbance: Array, state: Array) -> int:
    return call(decider.address, decider.data, (system, index, disturbance, state))


# (decider, system, index, disturbance, state): the policy's decision for a step
decide = by_type(lambda kind: _decide if kind is Decider else None, ask)


def tally() -> Tally:
    """A tally at zero."""
    return Tally(np.zeros(1), np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64))


@njit(cache=True, **FAST)
def squares(control: Array) -> float:
    """The sum of the squares of the entries of `control`."""
    total = 0.0
    for i in range(control.size):
        total += control[i] * control[i]
    return total


@njit(cache=True, **FAST)
def advance(system: System, index: int, disturbance: Array, state: Array, sums: Tally) -> int:
    """Take a step under the control in `system.work.control`, which is clipped to its limits.

    A step that fails changes neither the state nor the sums.
    """
    actuation, work = system.actuation, system.work
    clamped = clamp(actuation.limits, own_at(actuation, index), work.control)
    for i in range(work.force.size):
        work.force[i] = system.track.feedforward[index, i] + disturbance[i]
    add_force(actuation, state, work.control, work.force)
    status = step_plant(system.plant, state, work.force, work.next_state)
    if status >= 0:
        sums.clamped[0] += clamped
        sums.effort[0] += system.dt * squares(work.control)
        sums.halved[0] += status
        copy_to(work.next_state, state)
    return status


@register_jitable(**FAST)
def take_step(system: System, decider: Any, index: int, disturbance: Array, state: Array, sums: Tally) -> int:
    """Take a controlled step from `state`, in place; returns the plant's status, negative if it failed."""
    actuation, work = system.actuation, system.work
    outcome = decide(decider, system, index, disturbance, state)
    if outcome >= 0 and within(actuation.limits, own_at(actuation, index), work.control):
        sums.effort[0] += system.dt * squares(work.control)
        sums.halved[0] += outcome
        copy_to(work.next_state, state)
        return outcome
    return advance(system, index, disturbance, state, sums)


def take_run(system: System, decider: Any, events: Events, state: Array, sums: Tally, record: Record) -> int:
    """Take all steps of a `record`, from `state`; returns their number, fewer where a step failed."""
    disturbance = np.zeros(system.work.force.size)
    copy_to(state, record.states[0])
    for index in range(len(record.controls)):
        disturbance[:] = 0.0
        for event in range(events.first.size):
            if events.first[event] <= index < events.last[event]:
                for i in range(disturbance.size):
                    disturbance[i] += events.force[event, i]
        if take_step(system, decider, index, disturbance, state, sums) < 0:
            return index
        copy_to(state, record.states[index + 1])
        copy_to(system.work.control, record.controls[index])
    return len(record.controls)


step = njit(cache=True, **FAST)(take_step)
run = njit(cache=True, nogil=True)(take_run)


class Loops(NamedTuple):
    """The functions `step` and `run` for a kind of policies."""

    step: Callable[..., int]
    run: Callable[..., int]


_COMPILED, _IN_PYTHON = Loops(step, run), Loops(take_step, take_run)


def loops_of(decider: Decider | PythonPolicy) -> Loops:
    """The loops to call with a policy."""
    return _COMPILED if isinstance(decider, Decider) else _IN_PYTHON
