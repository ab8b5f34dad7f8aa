"""Checks of array arguments: that they are valid numbers and that their shapes fit together."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import ArrayLike

from softrein.errors import ControllerError

NOT_NEGATIVE = ("kp", "kd")
POSITIVE = ("dt", "mass", "time", "moment")


def checked(
    where: str,
    values: Mapping[str, ArrayLike],
    positive: Collection[str] = POSITIVE,
    finite: bool = False,
    trailing: int = 0,
) -> list[np.ndarray]:
    """Check values, given by name, and return them as arrays that broadcast, except the last `trailing` axes.

    Gains must be finite and not negative, and values with names in `positive` finite and positive; with
    `finite` all numbers must be finite. Raises ControllerError, which names `where` and what is wrong.
    """
    arrays = {name: as_numbers(where, name, value) for name, value in values.items()}
    for name, array in arrays.items():
        if name in NOT_NEGATIVE and not (np.all(array >= 0) and np.isfinite(array).all()):
            raise ControllerError(f"{where}: {name} must be finite and not negative")
        if name in positive and not (np.all(array > 0) and np.isfinite(array).all()):
            raise ControllerError(f"{where}: {name} must be finite and positive")
        if finite and not np.isfinite(array).all():
            raise ControllerError(f"{where}: {name} is not finite")
    try:
        np.broadcast_shapes(*(array.shape[: array.ndim - trailing] for array in arrays.values()))
    except ValueError:
        listed = ", ".join(f"{name} {array.shape}" for name, array in arrays.items() if array.ndim)
        raise ControllerError(f"{where}: the shapes of the arguments do not fit together: {listed}") from None
    return list(arrays.values())


def as_numbers(where: str, name: str, value: ArrayLike) -> np.ndarray:
    """Convert a value to an array of floating-point numbers. Raises ControllerError if it is none."""
    try:
        return np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise ControllerError(f"{where}: {name} is not an array of numbers") from None
