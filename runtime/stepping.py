"""The compiled steps that loops call, whatever the plant: the plain one, and one with gains in it.

A plant's data is a NamedTuple of a class of its own, by which the step is chosen when a loop is compiled:
nothing is asked while it runs. `inline="always"`: each call between compiled functions counts references
to all arrays of a plant, 0.2 us of the seven that a step takes.
"""

from __future__ import annotations

from typing import Any

from numba.extending import overload

from runtime.body.midpoint import BodyData, step_body, step_joined
from runtime.smoke.scheme import SmokeData, step_smoke

Arrays = tuple[Any, ...]  # a NamedTuple of arrays

_STEPS: dict[type, Any] = {BodyData: step_body, SmokeData: step_smoke}
_STEPS_WITH_GAINS: dict[type, Any] = {BodyData: step_joined}


def step_plant(plant: Arrays, state: Any, force: Any, following: Any) -> int:
    """Step `state` (n,) under `force` (forces,) into `following` (n,); a negative status is a failure."""
    return int(_STEPS[type(plant)](plant, state, force, following))


@overload(step_plant, strict=False, inline="always")  # strict would have the lambdas annotated
def _compile_step_plant(plant: Arrays, state: Any, force: Any, following: Any) -> Any:
    take = _STEPS.get(getattr(plant, "instance_class", type(None)))
    if take is None:
        return None
    return lambda plant, state, force, following: take(plant, state, force, following)  # noqa: PLW0108


def step_with_gains(
    plant: Arrays, acting: Any, first: Any, last: Any, state: Any, force: Any, following: Any, mean: Any
) -> int:
    """The same step with forces `acting` (forces, n), one a unit of state, on its end in it.

    They act on the deviation from the reference, whose states before and after the step are `first` and
    `last`; it goes into `mean` (n,).
    """
    step = _STEPS_WITH_GAINS[type(plant)]
    return int(step(plant, acting, first, last, state, force, following, mean))


@overload(step_with_gains, strict=False, inline="always")
def _compile_step_with_gains(
    plant: Arrays, acting: Any, first: Any, last: Any, state: Any, force: Any, following: Any, mean: Any
) -> Any:
    take = _STEPS_WITH_GAINS.get(getattr(plant, "instance_class", type(None)))
    if take is None:
        return None
    return lambda plant, acting, first, last, state, force, following, mean: take(  # noqa: PLW0108
        plant, acting, first, last, state, force, following, mean
    )
