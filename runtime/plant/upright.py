"""Which way is up: an axis of space by its name, "y" unless a scene says otherwise.

Upright axes are to the right, up, and towards who looks: those of space in turn, so that nothing is mirrored.
With y up they are x, y, z; with z up y, z, x; with x up z, x, y.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

AXES: Final = "xyz"
UP: Final = "y"  # unless told


def axis_of(up: str) -> int:
    """The number of the axis that points up."""
    return AXES.index(up)


def upright(up: str) -> np.ndarray:
    """The rows (3, 3) to the right, up and towards who looks; `points @ upright(up).T` has y up."""
    return np.eye(3)[(axis_of(up) + np.array([-1, 0, 1])) % 3]


@cache
def upward(up: str) -> np.ndarray:
    """The direction (3,); not to be written to."""
    direction = upright(up)[1]
    direction.flags.writeable = False
    return direction


def level(up: str) -> np.ndarray:
    """What is level of a vector (3,): this times it."""
    return 1.0 - upward(up)
