"""The compiled steps that loops call, whatever the plant: plain, with gains in it, and with its Jacobians.

A plant's data is a NamedTuple of a class of its own, by which the step is chosen when a loop is compiled:
nothing is asked while it runs.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from runtime.base.kernels import Kernel, by_type, never, no_number
from runtime.body.curvature import curve_body
from runtime.body.linearisation import linearise_body
from runtime.body.midpoint import BodyData, step_body, step_joined
from runtime.smoke.linearisation import linearise_smoke
from runtime.smoke.scheme import SmokeData, step_smoke

Arrays = tuple[Any, ...]  # a NamedTuple of arrays

_STEPS: dict[type, Kernel] = {BodyData: step_body, SmokeData: step_smoke}
_STEPS_WITH_GAINS: dict[type, Kernel] = {BodyData: step_joined}
_LINEARISED: dict[type, Kernel] = {BodyData: linearise_body, SmokeData: linearise_smoke}
_CURVED: dict[type, Kernel] = {BodyData: curve_body}


@njit(cache=True)
def body_midpoint(plant: Arrays) -> float:
    """dt."""
    return float(plant.scheme.dt)  # type: ignore[attr-defined]


# (plant, state, force, following): step `state` (n,) under `force` (forces,) into `following` (n,); a
# negative status is a failure
step_plant = by_type(_STEPS.get)
# (plant, acting, first, last, state, force, following, mean): the same step with forces `acting` (forces, n),
# one a unit of state, on its end in it. They act on the deviation from the reference, whose states before and
# after the step are `first` and `last`; it goes into `mean` (n,)
step_with_gains = by_type(_STEPS_WITH_GAINS.get)
# (plant, state, force, following, F, G, whole): the same step as `step_plant`, and its Jacobians by the state
# into F (n, n) and by the force into G (n, forces); `following` may not be `state`. It allocates nothing.
# Of a step through its middle (`midpoint_of`) that is not halved, unless `whole`, their lower halves alone
linearise_plant = by_type(_LINEARISED.get)
# (plant, state, end, y, F^T y, F, G, states, cross): the second derivatives of y^T z', z' the step's end, by
# the state into `states` (n, n), and by control and state into `cross` (s, n); G (n, s) is by the control.
# False where nobody knows them
curve_plant = by_type(lambda kind: _CURVED.get(kind, never))
# (plant): h of a whole step, from p, v through m to p + h m, 2 m - v; 0 of one that does not go such a way
midpoint_of = by_type(lambda kind: body_midpoint if kind is BodyData else no_number)


@njit(cache=True, nogil=True)
def linearise_steps(
    plant: Arrays, states: np.ndarray, forces: np.ndarray, ends: np.ndarray, F: np.ndarray, G: np.ndarray
) -> int:
    """The steps from `states` (T or more, n) under `forces` (T, forces) into `ends` (T, n), with Jacobians.

    Those go into F (T, n, n) and G (T, n, forces). Returns how many steps were taken, fewer where one failed.
    """
    for k in range(len(forces)):
        if linearise_plant(plant, states[k], forces[k], ends[k], F[k], G[k], True) < 0:
            return k
    return len(forces)
