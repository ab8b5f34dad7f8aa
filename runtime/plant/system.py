"""A plant under controls, along a motion, as compiled loops and policies take it.

It is what stays the same from step to step; what a step has of its own (its number, what disturbs, the state)
goes beside it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from runtime.plant.actuation import Actuation
from runtime.plant.plant import Plant
from runtime.plant.stepping import Calls
from runtime.plant.track import Track


class Scratch(NamedTuple):
    """What a step writes and its caller may read."""

    deviation: np.ndarray  # (n,)
    control: np.ndarray  # (s,)      feedback, clamped
    force: np.ndarray  # (forces,)   all that acted on the plant
    next_state: np.ndarray  # (n,)


class System(NamedTuple):
    """A plant, its actuation, the motion that it follows, and working memory, which is for one thread.

    Who changes its arrays changes them for all that hold it.
    """

    plant: Calls
    dt: float  # s
    actuation: Any
    track: Track
    work: Scratch


def system_of(plant: Plant, actuation: Actuation, track: Track, *wants: int) -> System:
    """A plant with working memory of its own; `wants` beside a step: see `runtime.plant.stepping`."""
    size = plant.size
    work = Scratch(np.zeros(size), np.zeros(len(actuation.limits)), np.zeros(plant.forces), np.zeros(size))
    return System(plant.calls(*wants), plant.dt, actuation, track, work)
