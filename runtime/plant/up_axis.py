"""The upward direction: an axis of space, given by its name, "y" unless a scene says otherwise.

Upright axes point to the right, up, and towards the viewer: they are those of space in cyclic order, so that
nothing is mirrored. With y up they are x, y, z; with z up y, z, x; with x up z, x, y.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

AXES: Final = "xyz"
UP: Final = "y"  # default


def axis_of(up: str) -> int:
    """The number of the axis that points up."""
    return AXES.index(up)


def upright_axes(up: str) -> np.ndarray:
    """The upright axes as rows (3, 3): right, up, to the viewer; `points @ upright_axes(up).T` has y up."""
    return np.eye(3)[(axis_of(up) + np.array([-1, 0, 1])) % 3]


@cache
def upward(up: str) -> np.ndarray:
    """The upward direction (3,); a read-only array."""
    direction = upright_axes(up)[1]
    direction.flags.writeable = False
    return direction


def level(up: str) -> np.ndarray:
    """The factors (3,) that take the horizontal part of a vector (3,), entry by entry."""
    return 1.0 - upward(up)
