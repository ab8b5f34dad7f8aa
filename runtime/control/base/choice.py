"""The values by which a user may give a controller, and the policies that are made of them."""

from __future__ import annotations

from typing import Protocol, TypeVar

import numpy as np

from runtime.base.arguments import refused
from runtime.control.base.law import AffineGains
from runtime.control.base.policy import Policy, PythonPolicy, fresh, is_compiled, manner_of
from runtime.plant.actuation import Actuation
from runtime.plant.plant import Plant
from runtime.plant.track import Track
from softrein.errors import ControllerError

T = TypeVar("T")


class Gains(Protocol):
    """The gains of a controller, as a bundle stores them: a NamedTuple of arrays that makes its policy.

    Gains of a comparator have a field `offset`, an array (T, s) that is added to the feedback, or None.
    """

    @property
    def gains(self) -> np.ndarray:
        """The gain matrices (T or 1, s, n)."""

    def policy(self, plant: Plant, track: Track, actuation: Actuation) -> Policy:
        """Make the policy along a motion. Raises ControllerError where the gains do not fit it."""


# attributes by which gains ("control") and Python policies ("policy") are recognised
CAN = ("policy", "control")

# What callers may give as a controller: its name in a bundle, its gains, or a policy, compiled (a NamedTuple)
# or written in Python.
Choice = str | np.ndarray | Gains | PythonPolicy | tuple[object, ...]


def checked_choice(choice: T) -> T:
    """Return a value that may be gains or a policy. Raises ControllerError for anything else."""
    known = is_compiled(choice) or isinstance(choice, np.ndarray)
    if isinstance(choice, type) or not (known or any(callable(getattr(choice, each, None)) for each in CAN)):
        raise refused(
            "controller", choice, "a name, an array of gains, or an object with control(step, deviation)"
        )
    return choice


def unshared(choice: T) -> T:
    """Return gains that a caller gave with arrays of their own; anything else, such as a policy, as it is.

    What is made of gains lasts, and changes in the caller's arrays would change it.
    """
    if isinstance(choice, np.ndarray):
        return choice.copy()
    if not isinstance(choice, tuple) or not callable(getattr(choice, "policy", None)):
        return choice
    fields: dict[str, object] = choice._asdict()  # type: ignore[attr-defined]
    own = {name: each.copy() for name, each in fields.items() if isinstance(each, np.ndarray)}
    return choice._replace(**own)  # type: ignore[attr-defined]


def policy_of(
    choice: object,
    plant: Plant,
    track: Track,
    actuation: Actuation,
    preview: bool = False,
    once: bool = False,
) -> Policy:
    """The policy along a motion, made of gains or given; with `preview` it is told disturbances.

    With `once`, gains that distinguish this are made into a policy for a run that ends with the motion.
    Raises ControllerError for anything else, and for a policy that cannot be told disturbances.
    """
    gains: object = AffineGains(choice) if isinstance(choice, np.ndarray) else checked_choice(choice)
    if once and callable(shorter := getattr(gains, "for_one_run", None)):
        gains = shorter()
    if callable(make := getattr(gains, "policy", None)):
        policy = make(plant, track, actuation)
    elif is_compiled(gains):
        policy = fresh(gains)
    else:
        policy = gains
    if not preview:
        return policy
    told = manner_of(policy).previewing(policy, plant, track)
    if told is None:
        raise ControllerError("this controller cannot preview disturbances: leave `preview` out")
    return told
