"""Checks of a bundle's fields against their declarations, and the assembly of a bundle from a file's parts.

Errors are ValueErrors that name the field; callers that read a file add its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING
from typing import Any, Protocol

import numpy as np

from runtime.base.fields import LONGEST, SIZES, Size, Stored, declared, header_of, stored_arrays
from runtime.bundle.plain import is_name, read
from softrein.errors import SoftreinError, shown

HOLDS = {"f8": ("f", "floating-point numbers"), "i8": ("iu", "whole numbers"), "b1": ("b", "truth values")}
ONE_OR_STEPS = "matrices"  # name of a size that is either 1 or equal to "steps"


class Sized(Protocol):
    """A bundle that gives its sizes."""

    @property
    def sizes(self) -> Mapping[str, int]:
        """The sizes of its arrays, by the names in `SIZES`."""


@contextmanager
def about(field: str) -> Iterator[None]:
    """Turn errors within the block into ValueErrors that name a field."""
    try:
        yield
    except (SoftreinError, ValueError, ArithmeticError) as error:
        raise ValueError(f"{field}: {error}") from error


def check_fields(bundle: Sized) -> None:
    """Raise ValueError where a field is not as declared; `bundle.sizes` are read after the first checks."""
    header, kind = header_of(bundle), declared(type(bundle))
    for name, each in kind.items():
        if each.place == "header":
            read(name, header[name], each.type, each)
    arrays = list(stored_arrays(bundle))
    for name, wanted, array in arrays:
        _check_kind(name, wanted, array)
    known = dict(bundle.sizes)
    for name, count in known.items():
        if count < SIZES[name].least:
            raise ValueError(
                f"there are no {SIZES[name].meaning or name}: expected {SIZES[name].least} or more"
            )
    for name, wanted, array in arrays:
        _check_shape(name, wanted, array.shape, known)
    for name, wanted, array in arrays:
        _check_values(name, wanted, array, known)


def _check_kind(name: str, wanted: Stored, array: object) -> None:
    """Check an array's name, its type, and its number of axes."""
    if not is_name(name):
        raise ValueError(f"{shown(name)}: a name has at most {LONGEST} characters, all of them printable")
    if not isinstance(array, np.ndarray):
        raise ValueError(f"{name} must be an array, not {type(array).__name__}")
    kinds, words = HOLDS[wanted.dtype]
    if array.size and array.dtype.kind not in kinds:
        raise ValueError(f"{name} must hold {words}")
    further = ... in wanted.shape
    named = len(wanted.shape) - further
    if array.ndim < max(named, 1) or (array.ndim > named and not further):
        raise ValueError(_misfit(name, wanted, array.shape, {}))


def _check_shape(name: str, wanted: Stored, shape: tuple[int, ...], known: dict[str, int]) -> None:
    """Check an array's shape; sizes that are not known yet are taken from it, and added to `known`."""
    if wanted.shape == (...,):
        return
    if wanted.may_be_empty and _is_empty(wanted, shape, known):
        return
    for each, count in zip(wanted.shape, shape, strict=... not in wanted.shape):
        least = SIZES.get(str(each), Size("", least=0)).least
        fits = count in (1, known["steps"]) if each == ONE_OR_STEPS else count >= least
        if isinstance(each, str) and each not in ("", ONE_OR_STEPS):
            fits = fits and known.setdefault(each, count) == count
        if not fits or (isinstance(each, int) and count != each):
            raise ValueError(_misfit(name, wanted, shape, known))


def _is_empty(wanted: Stored, shape: tuple[int, ...], known: Mapping[str, int]) -> bool:
    """Whether an array is empty along all axes that have a name, except the axes of space."""
    pairs = zip(wanted.shape, shape, strict=True)
    return all(
        count == (known.get("axes", 0) if each == "axes" else 0 if isinstance(each, str) else each)
        for each, count in pairs
    )


def _misfit(name: str, wanted: Stored, shape: tuple[int, ...], known: Mapping[str, int]) -> str:
    counts = {size: str(count) for size, count in known.items()}
    if known:
        counts[ONE_OR_STEPS] = f"1 or {known['steps']}"
    expected = (
        f"{each} = {counts[each]}" if each in counts else str(each) for each in map(str, wanted.shape)
    )
    return f"{name} has shape {shape}, expected ({', '.join(expected)})"


def _check_values(name: str, wanted: Stored, array: np.ndarray, known: Mapping[str, int]) -> None:
    """Check the least and the largest value of an array, which are NaN if any value is."""
    if not array.size or array.dtype.kind == "b":
        return
    ends = array.min(), array.max()
    if wanted.below:
        if not (ends[0] >= 0 and ends[1] < known[wanted.below]):
            raise ValueError(
                f"{name} holds an index outside 0 ... {known[wanted.below] - 1}: it goes from {ends[0]} to "
                f"{ends[1]}"
            )
        return
    for value in ends:
        if not wanted.holds(float(value)):
            raise ValueError(f"{name} holds {wanted.refusal(float(value))}")


def assembled(kind: type, version: int, parts: Mapping[str, Mapping[str, Any]]) -> Any:
    """Make a bundle of the values that a file has in each `Stored.place`; arrays are not checked yet.

    Raises LookupError, TypeError, ValueError or AttributeError where a value is missing or of another type.
    """
    given = {}
    for name, each in declared(kind).items():
        if name in parts[each.place] or version >= each.since:
            if name not in parts[each.place]:
                raise ValueError(f"{name} is missing")
            value = parts[each.place][name]
        elif each.place == "array" and each.older:
            group, _, member = each.older.partition("/")
            value = parts["group"][group][member]
        elif (
            not each.older or (value := _found_in(parts["header"]["scene"], each.older.split("."))) is MISSING
        ):
            continue
        if each.place == "header":
            given[name] = read(name, value, each.type, each)
        elif each.place == "group":
            given[name] = _grouped(name, each, value, parts["header"], version)
        else:
            given[name] = value
    return kind(**given)


def _grouped(
    name: str, each: Stored, arrays: Mapping[str, np.ndarray], header: Mapping[str, object], version: int
) -> object:
    """The value of a group, made of its arrays by name."""
    if each.operator:
        operator = read(each.operator, header.get(each.operator), str | None, Stored())
        try:
            return each.type.from_arrays(arrays, operator)
        except (KeyError, TypeError) as error:
            raise ValueError(f"{name} holds {', '.join(arrays)}: {error}") from error
    members = (each.members or {}).items()
    wanted = [
        member for member, of in members if member in arrays or (version >= of.since and not of.optional)
    ]
    if wanted and arrays and set(arrays) != set(wanted):
        raise ValueError(f"{name} holds {', '.join(arrays)}, expected {', '.join(wanted)}")
    if not hasattr(each.type, "_fields"):
        return arrays
    if not arrays:
        raise ValueError(f"{name} is missing")
    return each.type(**arrays)


def _found_in(data: Any, path: list[str]) -> object:
    """The value at a place in a scene, or MISSING; "*" in the path means each entry of a table or list."""
    if not path:
        return data
    if path[0] != "*":
        return _found_in(data[path[0]], path[1:]) if path[0] in data else MISSING
    if isinstance(data, dict):
        return {name: _found_in(each, path[1:]) for name, each in data.items()}
    return [_found_in(each, path[1:]) for each in data]
