"""Checks of arguments: the public functions check what callers give them by these functions alone.

A check takes the argument's name, the value that was given and a text that says what is wanted. It returns
the value in the wanted type, or raises: "dt: wanted a time step in seconds, above 0, not '5ms'". Quantities
are plain numbers in SI units: text with a unit belongs into scenes and commands, which turn it into such
numbers first. True and False do not count as numbers, nor numbers as True or False.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from numbers import Integral, Real
from typing import Any, TypeGuard, TypeVar

import numpy as np

from softrein.errors import ControllerError, SoftreinError, shown

M = TypeVar("M", bound=Mapping[int, object] | Mapping[str, object])
T = TypeVar("T")

SAID = 9  # arrays with more entries than this are named by their shape alone in messages
LARGEST_SAID = 10**30
LARGEST_WHOLE = 2**31 - 1  # largest count: compiled code adds counts, which must not overflow


def refused(
    name: str, given: object, wanted: str, error: type[SoftreinError] = ControllerError
) -> SoftreinError:
    """The error that says what an argument should be, and what it is."""
    advice = (
        "; in Python quantities are plain numbers in SI units"
        if isinstance(given, str) and given[:1].isdigit()
        else ""
    )
    return error(f"{name}: wanted {wanted}, not {said(given)}{advice}")


def said(given: object) -> str:
    """A given value as a message writes it, on one line: numbers as they are, large arrays by their shape.

    Of a large array it says whether it holds anything that is not finite.
    """
    if isinstance(given, np.ndarray) and given.size > SAID:
        finite = given.dtype.kind not in "fc" or bool(np.isfinite(given).all())
        return f"an array of shape {given.shape}{'' if finite else ' with NaN or infinite entries'}"
    if isinstance(given, Integral) and abs(int(given)) > LARGEST_SAID:
        return f"a whole number of {int(given).bit_length()} bits"
    return str(given) if given is None or isinstance(given, Real) else shown(given)


def number(
    name: str,
    given: object,
    wanted: str = "a finite number",
    least: float = -np.inf,
    most: float = np.inf,
    above: float | None = None,
    finite: bool = True,
    error: type[SoftreinError] = ControllerError,
) -> float:
    """Check a number from `least` to `most` and `above` a bound; never NaN, and finite if so asked."""
    value = np.nan
    if isinstance(given, np.ndarray) and given.ndim == 0:
        given = given[()]
    if isinstance(given, Real) and not is_flag(given):
        with suppress(OverflowError):
            value = float(given)
    inside = least <= value <= most and (above is None or value > above)
    if not inside or (finite and np.isinf(value)):
        raise refused(name, given, wanted, error)
    return value


def whole(
    name: str,
    given: object,
    wanted: str = "",
    least: int = 0,
    most: float = LARGEST_WHOLE,
    error: type[SoftreinError] = ControllerError,
) -> int:
    """Check a whole number from `least` to `most`."""
    if not is_whole(given) or not least <= given <= most:
        raise refused(name, given, wanted or f"a whole number from {least} to {most:g}", error)
    return int(given)


def is_whole(given: object) -> TypeGuard[int]:
    """Whether a value is a whole number, and so may be an index."""
    return isinstance(given, Integral) and not is_flag(given)


def is_flag(given: object) -> TypeGuard[bool]:
    """Whether a value is True or False."""
    return isinstance(given, bool | np.bool_)


def flag(name: str, given: object, error: type[SoftreinError] = ControllerError) -> bool:
    """Check that a value is True or False."""
    if not is_flag(given):
        raise refused(name, given, "True or False", error)
    return bool(given)


def array(
    name: str,
    given: object,
    shape: tuple[int | None, ...] | None = None,
    wanted: str = "",
    finite: bool = True,
    error: type[SoftreinError] = ControllerError,
) -> np.ndarray:
    """Check real numbers of a shape, in which None stands for any length; returns an array of floats."""
    found = numbers(given)
    fits = found is not None and (shape is None or _fits(found.shape, shape))
    if found is None or not fits or (finite and not all_finite(found)):
        of = "" if shape is None else f" of shape {str(shape).replace('None', 'any')}"
        raise refused(name, given, wanted or f"{'finite ' * finite}numbers{of}", error)
    return found


def all_finite(values: np.ndarray) -> bool:
    """Whether no number is infinite or NaN. The sum mostly decides it, which takes a fifth of the time."""
    with np.errstate(all="ignore"):
        return bool(np.isfinite(values.sum()) or np.isfinite(values).all())


def indices(name: str, given: object, count: int, error: type[SoftreinError] = ControllerError) -> np.ndarray:
    """Check whole numbers (k,) from 0 up to below `count`."""
    found = numbers(given)
    whole_ones = found is not None and (not found.size or np.asarray(given).dtype.kind in "iu")
    if found is None or not whole_ones or found.ndim != 1 or not ((found >= 0) & (found < count)).all():
        raise refused(name, given, f"{name} 0 to {count - 1}, given as whole numbers", error)
    return found.astype(np.int64)


def numbers(given: object) -> np.ndarray | None:
    """The array of floats that a value of real numbers makes; None for any other value."""
    try:
        found = np.asarray(given)
    except (TypeError, ValueError, OverflowError):
        return None
    return found.astype(np.float64, copy=False) if found.dtype.kind in "fiu" or not found.size else None


def _fits(shape: tuple[int, ...], wanted: tuple[int | None, ...]) -> bool:
    pairs = zip(shape, wanted, strict=False)
    return len(shape) == len(wanted) and all(one == other or other is None for one, other in pairs)


def one_of(name: str, given: object, known: Collection[T], error: type[SoftreinError] = ControllerError) -> T:
    """Check that a value equals one of the known values and has its type."""
    for each in known:
        if type(given) is type(each) and given == each:
            return each
    raise refused(name, given, f"one of {', '.join(map(str, known))}", error)


def instance(name: str, given: T, kind: type, wanted: str, error: type[SoftreinError] = ControllerError) -> T:
    """Check that a value is an instance of a class."""
    if not isinstance(given, kind):
        raise refused(name, given, wanted, error)
    return given


def several(name: str, given: object, wanted: str, error: type[SoftreinError] = ControllerError) -> list[Any]:
    """Check a sequence or another iterable, and return it as a list; text and mappings are refused."""
    single = isinstance(given, str | bytes | Mapping) or (isinstance(given, np.ndarray) and not given.ndim)
    if single or not isinstance(given, Iterable):
        raise refused(name, given, wanted, error)
    return list(given)


def mapping(name: str, given: M, wanted: str, error: type[SoftreinError] = ControllerError) -> M:
    """Check a mapping of names to values."""
    if not isinstance(given, Mapping):
        raise refused(name, given, wanted, error)
    return given


def function(
    name: str, given: object, wanted: str, error: type[SoftreinError] = ControllerError
) -> Callable[..., object]:
    """Check that a value can be called."""
    if not callable(given):
        raise refused(name, given, wanted, error)
    return given


def text(name: str, given: object, wanted: str, error: type[SoftreinError] = ControllerError) -> str:
    """Check text that is not empty."""
    if not isinstance(given, str) or not given:
        raise refused(name, given, f"text, {wanted}", error)
    return given


def path(name: str, given: object, error: type[SoftreinError] = ControllerError) -> str:
    """Check the path of a file, and return it as text."""
    written = str(given) if isinstance(given, str | os.PathLike) else ""
    if not written or "\0" in written:
        raise refused(name, given, "the path of a file", error)
    return written
