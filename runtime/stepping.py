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

from runtime.body.midpoint import BodyData, step_body, step_joined
from runtime.kernels import by_type
from runtime.smoke.scheme import SmokeData, step_smoke

FREE = -2  # instead of a number of halvings: the step is foreseen without feedback, and is still to be taken


@njit(cache=True)
def foresee_joined(data: BodyData, law: Any, index: int, states: Any, state: Any, work: Any) -> int:
    """A body's step which the law's gains have joined."""
    if law.offset.shape[0]:
        for i in range(work.force.size):
            for j in range(work.control.size):
                work.force[i] += law.actuators[i, j] * law.offset[index, j]
    first, last, acting = states[index], states[index + 1], law.acting[law.schedule[index]]
    return step_joined(data, acting, first, last, state, work.force, work.next_state, work.deviation)


@njit(cache=True)
def foresee_free(data: SmokeData, law: Any, index: int, states: Any, state: Any, work: Any) -> int:
    """Smoke's step without feedback."""
    if step_smoke(data, state, work.force, work.next_state) < 0:
        return -1
    for j in range(state.size):
        work.deviation[j] = work.next_state[j] - states[index + 1, j]
    return FREE


_STEPS = {BodyData: step_body, SmokeData: step_smoke}
_FORESEEN = {BodyData: foresee_joined, SmokeData: foresee_free}

# (data, state, force, following): `state` (n,) a step later under `force` (forces,), into `following` (n,).
# Returns a status, negative where the step fails.
step_plant = by_type(_STEPS.get)
# (data, law, index, states, state, work): the end of a step as a law that looks ahead wants it, into
# `work.next_state` (n,); `states` (T + 1, n) are the reference's. The deviation that its gains act on goes
# into `work.deviation`. Returns how often the step was halved, FREE, or -1 where it cannot be foreseen.
foresee = by_type(_FORESEEN.get)
