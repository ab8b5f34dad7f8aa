"""Figures for reports: quartiles of numbers that may be infinite, and numbers rounded to six digits."""

from __future__ import annotations

from typing import overload

import numpy as np
from numpy.typing import ArrayLike


def ratio(value: float | None, base: float | None) -> float | None:
    """Return value / base; None where either is None, or the base is not above 0 or not finite."""
    return value / base if value is not None and base is not None and 0 < base < np.inf else None


def quartiles(values: np.ndarray) -> np.ndarray:
    """Return the quartiles (3,), at 25, 50 and 75 %, of numbers (k,) of which some may be inf.

    They are interpolated; a quartile is inf where one of the two numbers it lies between is, and has a
    weight.
    """
    ordered, place = np.sort(values), np.array([0.25, 0.5, 0.75]) * (len(values) - 1)
    below, above = (ordered[whole(place).astype(int)] for whole in (np.floor, np.ceil))
    share = place % 1
    with np.errstate(invalid="ignore"):
        return np.where(share == 0, below, (1 - share) * below + share * above)


def median(values: np.ndarray) -> float | None:
    """Return the median of numbers, some of which may be inf; None where it is not finite."""
    return known(quartiles(values)[1]) if values.size else None


def known(value: float) -> float | None:
    """Return a number rounded to six digits, or None where it is not finite."""
    return plain(value) if np.isfinite(value) else None


@overload
def plain(values: float) -> float: ...


@overload
def plain(values: ArrayLike) -> object: ...


def plain(values: ArrayLike) -> object:
    """Return a number, or nested lists of numbers, rounded to six digits."""
    found = np.asarray(values)
    return [plain(each) for each in found] if found.ndim else float(f"{found[()]:.6g}")
