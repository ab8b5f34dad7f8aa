"""The one compiled step that loops call, whatever the plant.

A plant's data is a NamedTuple of a class of its own, by which the step is chosen when a loop is compiled:
nothing is asked while it runs.
"""

from __future__ import annotations

from typing import Any

from numba.extending import overload

from runtime.deformable_kernels import BodyData, step_body
from runtime.immersed_kernels import ImmersedData, step_immersed

_STEPS = {BodyData: step_body, ImmersedData: step_immersed}


def step_plant(plant: Any, state: Any, force: Any, following: Any) -> int:
    """Step `state` (n,) under `force` (forces,) into `following` (n,); a negative status is a failure."""
    return int(_STEPS[type(plant)](plant, state, force, following))


@overload(step_plant, strict=False)  # strict would have the lambdas annotated
def _compile_step_plant(plant: Any, state: Any, force: Any, following: Any) -> Any:
    take = _STEPS.get(getattr(plant, "instance_class", type(None)))
    if take is None:
        return None
    return lambda plant, state, force, following: take(plant, state, force, following)  # noqa: PLW0108
