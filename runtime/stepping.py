"""The compiled steps that loops call, whatever the plant: the plain one, and one with gains in it.

A plant's data is a NamedTuple of a class of its own, by which the step is chosen when a loop is compiled:
nothing is asked while it runs.
"""

from __future__ import annotations

from typing import Any

from runtime.body.midpoint import BodyData, step_body, step_joined
from runtime.kernels import Kernel, by_type
from runtime.smoke.scheme import SmokeData, step_smoke

Arrays = tuple[Any, ...]  # a NamedTuple of arrays

_STEPS: dict[type, Kernel] = {BodyData: step_body, SmokeData: step_smoke}
_STEPS_WITH_GAINS: dict[type, Kernel] = {BodyData: step_joined}

# (plant, state, force, following): step `state` (n,) under `force` (forces,) into `following` (n,); a
# negative status is a failure
step_plant = by_type(_STEPS.get)
# (plant, acting, first, last, state, force, following, mean): the same step with forces `acting` (forces, n),
# one a unit of state, on its end in it. They act on the deviation from the reference, whose states before and
# after the step are `first` and `last`; it goes into `mean` (n,)
step_with_gains = by_type(_STEPS_WITH_GAINS.get)
