"""Numbers as they are told: quartiles of some that may be infinite, and six digits of each."""

from __future__ import annotations

from typing import overload

import numpy as np
from numpy.typing import ArrayLike


def ratio(value: float | None, base: float | None) -> float | None:
    """One over the other; None where there is neither, or nothing to divide by."""
    return value / base if value is not None and base is not None and base > 0 else None


def quartiles(values: np.ndarray) -> np.ndarray:
    """At 25, 50 and 75 % of numbers (k,) of which some may be inf, interpolated: (3,).

    inf where one of the two that a quartile lies between is, and has a weight.
    """
    ordered, place = np.sort(values), np.array([0.25, 0.5, 0.75]) * (len(values) - 1)
    below, above = (ordered[whole(place).astype(int)] for whole in (np.floor, np.ceil))
    share = place % 1
    with np.errstate(invalid="ignore"):
        return np.where(share == 0, below, (1 - share) * below + share * above)


def median(values: np.ndarray) -> float | None:
    """The median of numbers of which some may be inf; None where it is not finite, or there are none."""
    return known(quartiles(values)[1]) if values.size else None


def known(value: float) -> float | None:
    """A number with six digits, or None for what is not finite."""
    return plain(value) if np.isfinite(value) else None


@overload
def plain(values: float) -> float: ...


@overload
def plain(values: ArrayLike) -> object: ...


def plain(values: ArrayLike) -> object:
    """A number, or nested lists of numbers, with six digits."""
    found = np.asarray(values)
    return [plain(each) for each in found] if found.ndim else float(f"{found[()]:.6g}")
