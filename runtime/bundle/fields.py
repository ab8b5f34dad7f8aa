"""Declared fields: what a bundle stores, what must hold of it, and how a file holds it.

Each stored field of a bundle is declared once, where it stands, as

    array      one array
    arrays     a dictionary of arrays under any names: a group of the file, as is
    record     arrays under known names, in a NamedTuple or, if they are all there or none, in a dictionary
    setting    plain data in the file's header, of the type that the field is annotated with

A shape is of numbers and of names of sizes, such as ("steps", "controls"). A bundle's `sizes` say what is
known beforehand; any other name stands for what the first array has there, and "" for anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, is_dataclass
from types import NoneType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np

KINDS = {"f8": ("f", "numbers"), "i8": ("iu", "whole numbers"), "b1": ("b", "truth values")}


class Array(NamedTuple):
    """What must hold of an array."""

    shape: tuple[int | str, ...]
    dtype: str = "f8"
    below: str = ""  # of indices: they are whole numbers from 0 up to below this size
    may_be_empty: bool = False  # whether there may be nothing: no entries along any axis that has a name


@dataclass(frozen=True)
class Stored:
    """How a field is stored.

    Files older than version `since` may lack it. Then stands for it what `older` names, another array of the
    file or a place in its scene, such as "control.integrals" or "materials.*.density"; or else its default.
    """

    kind: str  # array, arrays, record or setting
    arrays: Mapping[str, Array] = field(default_factory=dict)  # by name in a record; else under "" alone
    since: int = 1
    older: str = ""
    shared: bool = False  # whether references of one model have it in common
    resampled: Callable[[Any, Any], Any] | None = None  # (value, clock): see `runtime.bundle.resample`


def array(
    *shape: int | str, dtype: str = "f8", below: str = "", may_be_empty: bool = False, **how: Any
) -> Any:
    """Declare an array; `how` is as in `Stored`."""
    return _field("array", {"": Array(shape, dtype, below, may_be_empty)}, MISSING, **how)


def arrays(*shape: int | str, dtype: str = "f8", below: str = "", **how: Any) -> Any:
    """Declare a dictionary of arrays under any names, none by default."""
    return _field("arrays", {"": Array(shape, dtype, below)}, dict, **how)


def record(each: Mapping[str, Array], default: Any = MISSING, **how: Any) -> Any:
    """Declare arrays under known names."""
    return _field("record", each, default, **how)


def setting(default: Any = MISSING, **how: Any) -> Any:
    """Declare plain data; `list` and `dict` as its default are empty ones."""
    return _field("setting", {}, default, **how)


def _field(kind: str, each: Mapping[str, Array], default: Any, **how: Any) -> Any:
    stored = {"stored": Stored(kind, each, **how)}
    if default in (list, dict):
        return field(default_factory=default, metadata=stored)
    return field(default=default, metadata=stored)


def declared(kind: type) -> dict[str, Stored]:
    """The stored fields of a kind of bundle, by name; first those that only this kind has."""
    found = {each.name: each.metadata["stored"] for each in fields(kind) if "stored" in each.metadata}
    own = [name for name in found if name in vars(kind)["__annotations__"]]
    return {name: found[name] for name in (*own, *found)}


def stored_arrays(bundle: Any) -> Iterator[tuple[str, str, Array, np.ndarray]]:
    """Each stored array: its field, its name there ("" of a field that is an array), its declaration, itself.

    Raises ValueError for a record that does not hold what is declared.
    """
    for name, stored in declared(type(bundle)).items():
        value = getattr(bundle, name)
        if stored.kind == "array":
            yield name, "", stored.arrays[""], value
        elif stored.kind != "setting":
            members = value._asdict() if hasattr(value, "_asdict") else value
            if stored.kind == "record" and members and set(members) != set(stored.arrays):
                raise ValueError(f"{name} holds {', '.join(members)}, expected {', '.join(stored.arrays)}")
            for member, each in members.items():
                yield name, member, stored.arrays.get(member) or stored.arrays[""], each


def header(bundle: Any) -> dict[str, Any]:
    """The settings of a bundle as plain data."""
    kept = [name for name, stored in declared(type(bundle)).items() if stored.kind == "setting"]
    return {name: _plain(getattr(bundle, name)) for name in kept}


def check_arrays(bundle: Any, sizes: Mapping[str, int]) -> None:
    """Raise ValueError where an array is not as declared."""
    known, bounded = dict(sizes), []
    for name, member, wanted, value in stored_arrays(bundle):
        whole = f"{name}/{member}" if member else name
        kinds, words = KINDS[wanted.dtype]
        if value.size and value.dtype.kind not in kinds:
            raise ValueError(f"{whole} must hold {words}")
        _check_shape(whole, value.shape, wanted, known)
        if wanted.below and value.size:
            bounded.append((whole, value, wanted.below))
    for whole, value, below in bounded:
        if not (value.min() >= 0 and value.max() < known[below]):
            raise ValueError(f"{whole} holds an index outside 0 ... {known[below] - 1}")


def _check_shape(name: str, shape: tuple[int, ...], wanted: Array, known: dict[str, int]) -> None:
    if wanted.may_be_empty and shape == tuple(0 if isinstance(each, str) else each for each in wanted.shape):
        return
    if len(shape) == len(wanted.shape):
        for each, count in zip(wanted.shape, shape, strict=True):
            if isinstance(each, str) and each:
                known.setdefault(each, count)
    expected = [known.get(each, each) if isinstance(each, str) else each for each in wanted.shape]
    if len(shape) != len(expected) or any(
        each not in ("", count) for each, count in zip(expected, shape, strict=True)
    ):
        names = ", ".join(str(each) or "any" for each in wanted.shape)
        raise ValueError(f"{name} has shape {shape}, expected ({names}) = {tuple(expected)}")


def assembled(
    kind: type,
    version: int,
    header: Mapping[str, Any],
    arrays: Mapping[str, np.ndarray],
    groups: Mapping[str, Mapping[str, np.ndarray]],
) -> Any:
    """A bundle of what a file of some version holds, not checked yet.

    Raises LookupError, TypeError, ValueError or AttributeError where something is missing or of another type.
    """
    places = {"array": arrays, "arrays": groups, "record": groups, "setting": header}
    hints, given = get_type_hints(kind), {}
    for name, stored in declared(kind).items():
        there: Mapping[str, Any] = places[stored.kind]
        if name in there or version >= stored.since:
            value = there[name]
        elif stored.kind == "array":
            group, _, member = stored.older.partition("/")
            value = groups[group][member]
        else:
            value = _found_in(header["scene"], stored.older.split("."))
            if value is MISSING:
                continue
        if stored.kind == "setting":
            value = _typed(name, value, hints[name])
        is_tuple = hasattr(hints[name], "_fields")
        given[name] = hints[name](**value) if is_tuple else value
    return kind(**given)


def _found_in(data: Any, path: list[str]) -> Any:
    """What stands at a place in a scene, MISSING if nothing does; "*" is each entry of a table or list."""
    if not path:
        return data
    if path[0] == "*" and isinstance(data, dict):
        return {name: _found_in(each, path[1:]) for name, each in data.items()}
    if path[0] == "*":
        return [_found_in(each, path[1:]) for each in data]
    return _found_in(data[path[0]], path[1:]) if path[0] in data else MISSING


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


def _typed(name: str, value: Any, wanted: Any) -> Any:
    """A value of the header, of the type that it must be of."""
    plain, inner = get_origin(wanted) or wanted, get_args(wanted)
    if NoneType in inner:
        return None if value is None else _typed(name, value, inner[0])
    if plain is Literal and value in inner:
        return value
    if plain is float and type(value) is int:
        return float(value)
    if is_dataclass(plain) and isinstance(value, dict):
        return wanted(**value)
    if plain is not Any and type(value) is not plain:
        expected = " or ".join(map(repr, inner)) if plain is Literal else plain.__name__
        raise ValueError(f"{name} is {value!r}, expected {expected}")
    if plain is list:
        return [_typed(name, each, inner[0]) for each in value]
    if plain is dict:
        return {key: _typed(name, each, inner[1]) for key, each in value.items()}
    return value
