"""The compiled steps that loops call, whatever the plant: the plain one, and the one that is foreseen.

A law that looks ahead ([000]) asks for the state at the end of the step. A body's implicit step is foreseen
with the gains in its matrix, and then is the step itself, unless a control meets its limit; the explicit step
of smoke is foreseen without feedback, which its gains allow for.

A plant's data is a NamedTuple of a class of its own, by which the step is chosen when a loop is compiled:
nothing is asked while it runs.
"""

from __future__ import annotations

from typing import Any

from numba import njit
from numba.extending import overload

from runtime.body.kernels import BodyData, step_body, step_joined
from runtime.smoke.scheme import SmokeData, step_smoke

FREE = -2  # instead of a number of halvings: the step is foreseen without feedback, and is still to be taken


@njit(cache=True)
def foresee_joined(plant: Any, law: Any, index: int, states: Any, state: Any, work: Any) -> int:
    """A body's step which the law's gains have joined."""
    if law.offset.shape[0]:
        for i in range(work.force.size):
            for j in range(work.control.size):
                work.force[i] += law.actuators[i, j] * law.offset[index, j]
    first, last, acting = states[index], states[index + 1], law.acting[law.schedule[index]]
    return step_joined(plant, acting, first, last, state, work.force, work.next_state, work.deviation)


@njit(cache=True)
def foresee_free(plant: Any, law: Any, index: int, states: Any, state: Any, work: Any) -> int:
    """Smoke's step without feedback."""
    if step_smoke(plant, state, work.force, work.next_state) < 0:
        return -1
    for j in range(state.size):
        work.deviation[j] = work.next_state[j] - states[index + 1, j]
    return FREE


_STEPS = {BodyData: step_body, SmokeData: step_smoke}
_FORESEEN = {BodyData: foresee_joined, SmokeData: foresee_free}


def step_plant(plant: Any, state: Any, force: Any, following: Any) -> int:
    """Step `state` (n,) under `force` (forces,) into `following` (n,); a negative status is a failure."""
    return int(_STEPS[type(plant)](plant, state, force, following))


@overload(step_plant, strict=False)  # strict would have the lambdas annotated
def _compile_step_plant(plant: Any, state: Any, force: Any, following: Any) -> Any:
    take = _STEPS.get(getattr(plant, "instance_class", type(None)))
    if take is None:
        return None
    return lambda plant, state, force, following: take(plant, state, force, following)  # noqa: PLW0108


def foresee(plant: Any, law: Any, index: int, states: Any, state: Any, work: Any) -> int:
    """The end of a step as a law that looks ahead wants it, into `work.next_state` (n,).

    `states` (T + 1, n) are the reference's. The deviation that its gains act on goes into `work.deviation`.
    Returns how often the step was halved, FREE, or -1 where it cannot be foreseen.
    """
    return int(_FORESEEN[type(plant)](plant, law, index, states, state, work))


@overload(foresee, strict=False)
def _compile_foresee(plant: Any, law: Any, index: Any, states: Any, state: Any, work: Any) -> Any:
    take = _FORESEEN.get(getattr(plant, "instance_class", type(None)))
    if take is None:
        return None
    return lambda plant, law, index, states, state, work: take(  # noqa: PLW0108
        plant, law, index, states, state, work
    )
