"""The compiled steps that loops call, whatever the plant: the plain one, and the one that is foreseen.

A law that looks ahead ([000]) asks for the state at the end of the step. A body's implicit step is foreseen
with the gains in its matrix; the explicit step of smoke without feedback, which its gains allow for.

A plant's data is a NamedTuple of a class of its own, by which the step is chosen when a loop is compiled:
nothing is asked while it runs.
"""

from __future__ import annotations

from typing import Any

from numba import njit
from numba.extending import overload

from runtime.deformable_kernels import BodyData, foresee_body, step_body
from runtime.immersed_kernels import ImmersedData, step_immersed
from runtime.law import feedback


@njit(cache=True)
def foresee_joined(plant: Any, law: Any, index: int, target: Any, state: Any, work: Any) -> int:
    """The end of a body's step which the law's gains have joined, into `work.next_state`.

    `work.force` holds what else acts, and gets the gains' part; `work.deviation` and `work.control` are used.
    """
    r = work.force.size
    for j in range(r):
        work.deviation[j] = state[j] - target[j]
        work.deviation[r + j] = -state[r + j] - target[r + j]
    feedback(law, index, work.deviation, work.control)
    for i in range(r):
        for j in range(work.control.size):
            work.force[i] += law.actuators[i, j] * work.control[j]
    added = law.added[law.schedule[index]]
    return foresee_body(plant, added, state, work.force, work.next_state)


@njit(cache=True)
def foresee_free(plant: Any, law: Any, index: int, target: Any, state: Any, work: Any) -> int:
    """The end of smoke's step without feedback, into `work.next_state`."""
    return step_immersed(plant, state, work.force, work.next_state)


_STEPS = {BodyData: step_body, ImmersedData: step_immersed}
_FORESEEN = {BodyData: foresee_joined, ImmersedData: foresee_free}


def step_plant(plant: Any, state: Any, force: Any, following: Any) -> int:
    """Step `state` (n,) under `force` (forces,) into `following` (n,); a negative status is a failure."""
    return int(_STEPS[type(plant)](plant, state, force, following))


@overload(step_plant, strict=False)  # strict would have the lambdas annotated
def _compile_step_plant(plant: Any, state: Any, force: Any, following: Any) -> Any:
    take = _STEPS.get(getattr(plant, "instance_class", type(None)))
    if take is None:
        return None
    return lambda plant, state, force, following: take(plant, state, force, following)  # noqa: PLW0108


def foresee(plant: Any, law: Any, index: int, target: Any, state: Any, work: Any) -> int:
    """The state at the end of a step as a law that looks ahead wants it, into `work.next_state` (n,)."""
    return int(_FORESEEN[type(plant)](plant, law, index, target, state, work))


@overload(foresee, strict=False)
def _compile_foresee(plant: Any, law: Any, index: Any, target: Any, state: Any, work: Any) -> Any:
    take = _FORESEEN.get(getattr(plant, "instance_class", type(None)))
    if take is None:
        return None
    return lambda plant, law, index, target, state, work: take(  # noqa: PLW0108
        plant, law, index, target, state, work
    )
