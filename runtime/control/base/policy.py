"""Policies decide the controls of a step. Simulators, runs and rollouts accept two kinds of policies.

*Compiled*: a NamedTuple of arrays. Its compiled function

    decide(policy, system, index, disturbance, state) -> int

writes the feedback (s,) into `system.work.control` and returns UNDECIDED. If it has computed the end of the
step on the way, it may write that into `system.work.next_state` and return how often the step was halved; the
loop uses it unless a control meets its limit. `decides` registers the function; loops call it by address, and
so are compiled once for all policies (`runtime.loop.decider_of`). The `system`
(`runtime.plant.system.System`) has the plant in the form of loops, of which a policy may call a step and the
functions that were named to `decides`, the actuation and the motion; `index` is the step; `disturbance` is
only for policies that preview it, or that use an observer's force (`Manner.expecting`). A policy
keeps its memory in a field `memory`, one array or several, which are zero when a motion begins.

*In Python*: an object with `control(step, deviation)` and, if it has a memory, `reset()`, which is called
when a motion begins.

A policy uses a plant by its protocol (`runtime.plant.plant`, `runtime.plant.stepping`) alone, whatever the
plant is made of.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from inspect import signature
from typing import Any, NamedTuple, Protocol

import numpy as np

from runtime.base.arguments import numbers, said
from runtime.base.kernels import Kernel
from runtime.control.base.fading import FadingForce
from runtime.plant.actuation import Actuation
from runtime.plant.plant import Plant
from runtime.plant.system import System, system_of
from runtime.plant.track import Track
from softrein.errors import ControllerError

OVER_BUDGET = "over budget"  # key in a policy's counts: number of plans that were cut short
DECIDES = ("policy", "system", "index", "disturbance", "state")  # arguments of a compiled policy's decision
# returned instead of a number of halvings: the step is not taken yet, and is to use `work.control`
UNDECIDED = -1


class PythonPolicy(Protocol):
    """A policy written in Python, which is called once a step; compiled policies are faster."""

    def control(self, step: int, deviation: np.ndarray) -> np.ndarray:
        """The feedback (s,) at a step of the reference, for the deviation (n,) of the state from it."""


Policy = Any  # a compiled policy; its type varies


class Manner(NamedTuple):
    """The functions of a type of compiled policies: its methods of these names, or the defaults here."""

    decide: Kernel | None = None
    wants: tuple[int, ...] = ()  # which functions of `runtime.plant.stepping` it calls besides a step
    decide_batch: Kernel | None = None
    # (policy): called when the motion continues at another step than the next
    jumped: Callable[[Policy], None] = lambda policy: None
    # (policy): its own counts since the motion began, by name
    counts: Callable[[Policy], dict[str, int]] = lambda policy: {}
    # (policy, budget): the policy with at most `budget` seconds a plan, if it plans and has no budget of its
    # own
    with_budget: Callable[[Policy, float], Policy] = lambda policy, budget: policy
    # (policy): whether it has such a budget
    has_budget: Callable[[Policy], bool] = lambda policy: False
    # (policy, step): states (k, n) of the current plan from a step on; None: it does not plan
    planned: Callable[[Policy, int], np.ndarray | None] = lambda policy, index: None
    # (policy, goals): the policy for other paths, given by a function of the number of steps; None: it
    # follows none
    redirected: Callable[[Policy, Callable[[int], object]], Policy] = lambda policy, lay: None
    # (policy, plant, track): the policy that is told each step's disturbance; None: the policy cannot use it
    previewing: Callable[[Policy, Plant, Track], Policy] = lambda policy, plant, track: None
    # (policy, force): the policy that is told an observer's estimated force, which fades
    expecting: Callable[[Policy, Callable[[], FadingForce]], Policy] = lambda policy, fading: policy


_MANNERS: dict[type, Manner] = {}
_IN_PYTHON = Manner()


def manner_of(policy: object) -> Manner:
    """The `Manner` of a policy's type; all defaults for a policy in Python."""
    return _MANNERS.get(type(policy), _IN_PYTHON)


def system_for(policy: object, plant: Plant, actuation: Actuation, track: Track) -> System:
    """The system for loops under a policy, with the plant's functions that the policy `wants`."""
    return system_of(plant, actuation, track, *manner_of(policy).wants)


def decides(policy: type, *wants: int) -> Callable[[Kernel], Kernel]:
    """Register a compiled function as the `decide` of a type of policies; `wants` are a plant's functions.

    These are the functions that it calls besides a step. Raises ControllerError for a function that has
    another number of arguments than `DECIDES`.
    """
    own = {name: getattr(policy, name) for name in Manner._fields if callable(getattr(policy, name, None))}

    def register(function: Kernel) -> Kernel:
        taken = list(signature(getattr(function, "py_func", function)).parameters)
        if len(taken) != len(DECIDES):
            raise ControllerError(
                f"{policy.__name__}: its function takes {', '.join(taken)}; wanted {', '.join(DECIDES)}"
            )
        _MANNERS[policy] = Manner(**own)._replace(decide=function, wants=wants)
        return function

    return register


def decides_batch(policy: type) -> Callable[[Kernel], Kernel]:
    """Register the batched form of a policy's `decide`, which `runtime.rollouts` describes.

    Rollouts under policies without one are computed run by run.
    """

    def register(function: Kernel) -> Kernel:
        _MANNERS[policy] = _MANNERS[policy]._replace(decide_batch=function)
        return function

    return register


def is_compiled(policy: object) -> bool:
    """Whether a policy is compiled, so that compiled loops can call it."""
    return type(policy) in _MANNERS


def kernel_of(policy: object) -> Kernel:
    """The `decide` function of a compiled policy."""
    found = _MANNERS[type(policy)].decide
    assert found is not None
    return found


def batch_of(policy: type) -> Kernel | None:
    """The batched form of `decide` of a type of policies, or None."""
    return _MANNERS.get(policy, _IN_PYTHON).decide_batch


def ask(policy: PythonPolicy, system: System, index: int, disturbance: np.ndarray, state: np.ndarray) -> int:
    """Call a policy in Python, as `decide`. Raises ControllerError unless it returns s finite numbers."""
    work = system.work
    np.subtract(state, system.track.states[index], out=work.deviation)
    given = policy.control(index, work.deviation.copy())
    wanted, wish = f"the controller must return {work.control.size} finite numbers", numbers(given)
    if wish is None:
        raise ControllerError(f"{wanted}, and gave {said(given)} at step {index}")
    if wish.shape != work.control.shape:
        raise ControllerError(f"{wanted}, and gave an array of shape {wish.shape}")
    if count := int((~np.isfinite(wish)).sum()):
        raise ControllerError(f"{wanted}; {count} of those of step {index} are not")
    work.control[:] = wish
    return UNDECIDED


def memory_of(policy: object) -> tuple[np.ndarray, ...]:
    """The arrays of a compiled policy's memory."""
    memory = getattr(policy, "memory", ()) if is_compiled(policy) else ()
    return memory if isinstance(memory, tuple) else (memory,)


def forget(policy: Policy) -> None:
    """Reset a policy's memory, as at the beginning of a motion."""
    for array in memory_of(policy):
        array[...] = 0
    if not is_compiled(policy) and callable(getattr(policy, "reset", None)):
        policy.reset()


def fresh(policy: Policy, in_turn: bool = False) -> Policy:
    """A copy of the policy with an empty memory of its own.

    Compiled copies that are used `in_turn`, one after the other, share all but the memory, which saves space.
    """
    if is_compiled(policy) and not memory_of(policy):
        return policy
    memory = is_compiled(policy) and in_turn
    own = policy._replace(memory=copy.deepcopy(policy.memory)) if memory else copy.deepcopy(policy)
    forget(own)
    return own
