"""Checked weights of a quadratic cost, and square factors of positive semi-definite matrices."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import lapack

from runtime.base.arguments import is_whole, mapping, numbers, said
from softrein.errors import CostError

Array = NDArray[np.float64]

# Relative indefiniteness and asymmetry of a weight that count as round-off. Eigenvalues are judged with the
# diagonal scaled to ones, so that a small negative weight in one unit does not hide behind a large weight in
# another.
ROUNDING = 1e-10


def checked_weight(name: str, value: ArrayLike, size: int, steps: int | None = None) -> Array:
    """Check a positive semi-definite weight: (size, size), or (steps, size, size) where `steps` is given.

    A number stands for that multiple of the identity. Raises `CostError` that names the weight, the step and
    the smallest eigenvalue.
    """
    weight = _square(name, value, size, steps)
    if not _reaches(weight, -ROUNDING):
        raise CostError(f"{_worst(name, weight)}: it has to be positive semi-definite")
    return weight


def checked_control_weight(value: ArrayLike, size: int, steps: int) -> Array:
    """Check the weight R: it must be positive definite, as without a cost the control has no bound."""
    weight = _square("R", value, size, steps)
    if not _reaches(weight, 10 * size * np.finfo(float).eps):  # then `half` reproduces all of it
        raise CostError(f"{_worst('R', weight)}: it has to be positive definite")
    return weight


def checked_instants(instants: Mapping[int, ArrayLike] | None, size: int, steps: int) -> dict[int, Array]:
    """Check weights at single steps 0 ... steps."""
    checked = {}
    given = {} if instants is None else instants
    for key, value in mapping("instants", given, "weights by the numbers of steps", CostError).items():
        step = _index(key)
        if not 0 <= step <= steps:
            raise CostError(f"instant {step} lies outside the motion, whose steps are 0 to {steps}")
        checked[step] = checked_weight(f"the weight of instant {step}", value, size)
    return checked


def half(weight: Array) -> Array:
    """Return L (rank, n), with as few rows as possible, for which L' L is a positive semi-definite weight.

    It is a Cholesky factorisation with complete pivoting of the weight scaled to a diagonal of ones: units do
    not matter, and only rounding is dropped.
    """
    unit = np.sqrt(weight.diagonal())
    unit[unit == 0] = 1.0
    triangle, pivots, rank, _ = lapack.dpstrf(weight / (unit[:, None] * unit), lower=0)
    if not triangle[0, 0] > 0:
        return np.zeros((0, len(weight)))
    factor = np.empty((rank, len(weight)))
    factor[:, pivots - 1] = triangle[:rank] * _upper(len(weight))[:rank]
    factor *= unit
    return factor


@lru_cache(maxsize=8)
def _upper(size: int) -> Array:
    """Return ones on and above the diagonal; LAPACK leaves the rest of a factor unchanged."""
    return np.triu(np.ones((size, size)))


def _square(name: str, value: ArrayLike, size: int, steps: int | None) -> Array:
    weight = number_array(name, value)
    if weight.ndim == 0:
        weight = weight * np.eye(size)
    allowed = [(size, size)] if steps is None else [(size, size), (steps, size, size)]
    if weight.shape not in allowed:
        raise CostError(f"{name} has shape {weight.shape}, expected {' or '.join(map(str, allowed))}")
    turned = weight.swapaxes(-1, -2)
    if (np.abs(weight - turned) > ROUNDING * np.abs(weight).max(axis=(-1, -2), keepdims=True)).any():
        raise CostError(f"{name} is not symmetric")
    return (weight + turned) / 2


def number_array(name: str, value: ArrayLike) -> Array:
    """Convert to an array of finite numbers, or raise `CostError`."""
    found = numbers(value)
    if found is None:
        raise CostError(f"{name} is not an array of numbers: {said(value)}")
    array = np.array(found, order="C")
    if not np.isfinite(array).all():
        raise CostError(f"{name} holds {_first_not_finite(array)}; every entry has to be a finite number")
    return array


def _first_not_finite(array: Array) -> str:
    where = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
    return f"{array[where]} at index {where}" if where else str(array)


def _index(key: object) -> int:
    if not is_whole(key):
        raise CostError(f"instant {said(key)} is not a whole step")
    return int(key)


def _reaches(weight: Array, least: float) -> bool:
    """Whether no eigenvalue of any matrix, scaled to a diagonal of ones, is below `least`."""
    diagonal = np.abs(np.diagonal(weight, axis1=-2, axis2=-1))
    largest = np.abs(weight).max(axis=(-2, -1))[..., None]
    unit = np.sqrt(np.where(diagonal > 0, diagonal, np.where(largest > 0, largest, 1.0)))
    scaled = weight / (unit[..., :, None] * unit[..., None, :])
    try:  # Cholesky first: it takes a tenth of the time of eigenvalues
        np.linalg.cholesky(scaled - least * np.eye(weight.shape[-1]))
    except np.linalg.LinAlgError:
        return bool(np.linalg.eigvalsh(scaled).min() >= least)
    return True


def _worst(name: str, weight: Array) -> str:
    smallest = np.atleast_1d(np.linalg.eigvalsh(weight)[..., 0])
    step = f" at step {smallest.argmin()}" if weight.ndim == 3 else ""
    return f"the smallest eigenvalue of {name}{step} is {smallest.min():.3g}"
