"""Policies: whoever decides the controls of a step. Simulator, runs and rollouts take them of two kinds.

*Compiled*: a NamedTuple of arrays. Its compiled function

    decide(policy, plant, actuation, track, index, disturbance, state, work) -> int

puts the feedback (s,) into `work.control` (`runtime.loop.Scratch`) and returns UNDECIDED; or, where it has
found the end of the step on the way, puts that into `work.next_state` and returns how often the step was
halved, which holds unless a control meets its limit. Which function that is `decides` registers; loops call
it by address, and so are compiled once for all policies (`runtime.loop.decider_of`). `plant` is the plant as
loops have it (`runtime.plant.stepping.Calls`), of which a policy calls a step, and what `decides` is told
besides; `track` is the motion, `index` the step; `disturbance` is for those alone that were asked to
foresee. What a policy remembers it keeps in a field `memory`, an array or several, which are zero when a
motion begins.

*In Python*: an object with `control(step, deviation)`, and where it remembers anything `reset()`, which is
called when a motion begins.

A policy sees a plant by its protocol (`runtime.plant.plant`, `runtime.plant.stepping`), never by what it is
made of.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from runtime.base.kernels import Kernel
from runtime.plant.plant import Plant
from runtime.plant.stepping import Calls
from softrein.errors import ControllerError

OVER_BUDGET = "over budget"  # how many plans were cut short, in what a policy counts
UNDECIDED = -1  # instead of a number of halvings: the step is still to be taken, under `work.control`

_DECIDE: dict[type, Kernel] = {}
_DECIDE_BATCH: dict[type, Kernel] = {}
_WANTS: dict[type, tuple[int, ...]] = {}


class PythonPolicy(Protocol):
    """A policy written in Python, which is asked once a step; a compiled one is the quick way."""

    def control(self, step: int, deviation: np.ndarray) -> np.ndarray:
        """The feedback (s,) at a step of the reference, for the deviation (n,) of the state from it."""


def calls_for(plant: Plant, policy: object) -> Calls:
    """The plant as loops under a policy take it, with what the policy `wants` beside a step."""
    return plant.calls(*_WANTS.get(type(policy), ()))


def decides(policy: type, *wants: int) -> Callable[[Kernel], Kernel]:
    """Register a compiled function as the `decide` of a type of policies, and what it calls of a plant.

    `wants` are those of `runtime.plant.stepping` that it calls beside a step.
    """
    _WANTS[policy] = wants
    return lambda function: _DECIDE.setdefault(policy, function)


def decides_batch(policy: type) -> Callable[[Kernel], Kernel]:
    """Register its twin for many runs at once, which `runtime.rollouts` describes; others go run by run."""
    return lambda function: _DECIDE_BATCH.setdefault(policy, function)


def is_compiled(policy: Any) -> bool:
    """Whether loops can be compiled for a policy."""
    return type(policy) in _DECIDE


def kernel_of(policy: Any) -> Kernel:
    """What decides for a compiled policy."""
    return _DECIDE[type(policy)]


def batch_of(policy: type) -> Kernel | None:
    """The batched twin of a type of policies, if it has one."""
    return _DECIDE_BATCH.get(policy)


def ask(
    policy: PythonPolicy, plant: Calls, actuation: Any, track: Any, index: int, disturbance: Any, state: Any,
    work: Any,
) -> int:  # fmt: skip
    """`decide` of a policy in Python; ControllerError for a wish that is not s finite numbers."""
    np.subtract(state, track.states[index], out=work.deviation)
    wish = np.asarray(policy.control(index, work.deviation.copy()), dtype=float)
    if wish.shape != work.control.shape or not np.isfinite(wish).all():
        raise ControllerError(
            f"the controller must return {work.control.size} finite numbers, not {wish.shape}"
        )
    work.control[:] = wish
    return UNDECIDED


def memory_of(policy: Any) -> tuple[np.ndarray, ...]:
    """The arrays in which a compiled policy remembers."""
    memory = getattr(policy, "memory", ()) if is_compiled(policy) else ()
    return memory if isinstance(memory, tuple) else (memory,)


def forget(policy: Any) -> None:
    """Let a policy begin anew, with the motion."""
    for array in memory_of(policy):
        array[...] = 0
    if not is_compiled(policy) and callable(getattr(policy, "reset", None)):
        policy.reset()


def jump(policy: Any) -> None:
    """Tell a policy that the motion goes on from another step than the next; most need not know."""
    if is_compiled(policy) and hasattr(policy, "jumped"):
        policy.jumped()


def counts_of(policy: Any) -> dict[str, int]:
    """What a policy counts by itself since the motion began, in words; nothing, most of them."""
    found: dict[str, int] = policy.counts() if is_compiled(policy) and hasattr(policy, "counts") else {}
    return found


def hurried(policy: Any, budget: float) -> Any:
    """The policy, which spends at most so many s on a plan where it plans and has no budget of its own."""
    return policy.hurried(budget) if is_compiled(policy) and hasattr(policy, "hurried") else policy


def fresh(policy: Any, in_turn: bool = False) -> Any:
    """A copy of the policy with a memory of its own, in which nothing is yet.

    Of those that act `in_turn` a compiled one shares all but its memory, which is much less.
    """
    if is_compiled(policy) and not memory_of(policy):
        return policy
    memory = is_compiled(policy) and in_turn
    own = policy._replace(memory=copy.deepcopy(policy.memory)) if memory else copy.deepcopy(policy)
    forget(own)
    return own
