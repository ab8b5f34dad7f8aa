"""A plant with its actuation and its motion, in the form of compiled loops and policies.

It has the data that are the same in all steps; the data of a single step (its number, the disturbance, the
state) are separate arguments.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from runtime.plant.actuation import Actuation
from runtime.plant.plant import Plant
from runtime.plant.stepping import Calls
from runtime.plant.track import Track


class Scratch(NamedTuple):
    """The arrays that a step writes and its caller may read."""

    deviation: np.ndarray  # (n,) state minus reference
    control: np.ndarray  # (s,)      feedback control, clamped to its limits
    force: np.ndarray  # (forces,)   all inputs of the plant
    next_state: np.ndarray  # (n,)


class System(NamedTuple):
    """A plant, its actuation, the motion that it follows, and working memory, which is for one thread.

    Arrays are shared by all copies.
    """

    plant: Calls
    dt: float  # s
    actuation: Any
    track: Track
    work: Scratch


def system_of(plant: Plant, actuation: Actuation, track: Track, *wants: int) -> System:
    """Make a system; `wants` are a plant's functions besides a step, see `runtime.plant.stepping`."""
    size = plant.size
    work = Scratch(np.zeros(size), np.zeros(len(actuation.limits)), np.zeros(plant.forces), np.zeros(size))
    return System(plant.calls(*wants), plant.dt, actuation, track, work)
