"""What may be given for a controller besides its name, and the policy that it becomes along a motion."""

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
    """What a controller is made into and stored as: a NamedTuple of arrays that knows its policy.

    Where it is a comparator's, it has a field `offset` (T, s) or None: what is added to the feedback.
    """

    @property
    def gains(self) -> np.ndarray:
        """Its main part (T or 1, s, n)."""

    def policy(self, plant: Plant, track: Track, actuation: Actuation) -> Policy:
        """The policy that they are along a motion; ControllerError where they do not fit."""


CAN = ("policy", "control")  # what gains, and policies in Python, are known by

# A controller: by its name in a bundle, by its gains, or a policy, compiled (a NamedTuple) or in Python.
Choice = str | np.ndarray | Gains | PythonPolicy | tuple[object, ...]


def checked_choice(choice: T) -> T:
    """What may be gains or a policy, as it is; ControllerError for anything else."""
    known = is_compiled(choice) or isinstance(choice, np.ndarray)
    if isinstance(choice, type) or not (known or any(callable(getattr(choice, each, None)) for each in CAN)):
        raise refused(
            "controller", choice, "a name, an array of gains, or an object with control(step, deviation)"
        )
    return choice


def policy_of(
    choice: object,
    plant: Plant,
    track: Track,
    actuation: Actuation,
    foresees: bool = False,
    once: bool = False,
) -> Policy:
    """The policy along a motion of gains, or of a policy as it is; one that `foresees` if asked for.

    Gains that know how are made into one for a run that ends with the motion, `once`.
    Raises ControllerError for anything else, and for one that cannot be told what disturbs.
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
    if not foresees:
        return policy
    told = manner_of(policy).foreseeing(policy, plant, track)
    if told is None:
        raise ControllerError("this controller is not told disturbances: leave out foresees")
    return told
