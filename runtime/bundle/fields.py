"""Declared fields: what a bundle stores, what must hold of it, and how a file holds it.

Each field that a bundle stores is declared once, where it stands, by `stored`; its annotation says whether it
is an array, a group of arrays (a NamedTuple, or a dictionary), or plain data for the file's header.

A shape is of numbers and of names of sizes, such as ("steps", "controls"). A bundle's `sizes` say what is
known beforehand; any other name stands for what the first array has there, "" for anything, and ... alone
for any shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, is_dataclass, replace
from types import EllipsisType, NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np

HOLDS = {"f8": ("f", "numbers"), "i8": ("iu", "whole numbers"), "b1": ("b", "truth values")}


@dataclass(frozen=True)
class Stored:
    """What holds of a stored field: of an array, or of each array of a group.

    Files older than version `since` may lack it. Then stands for it what `older` names, another array of the
    file or a place in its scene, such as "control.integrals" or "materials.*.density"; or else its default.
    """

    shape: tuple[int | str | EllipsisType, ...] = ()
    dtype: str = "f8"
    below: str = ""  # of indices: they are whole numbers from 0 up to below this size
    may_be_empty: bool = False  # whether there may be nothing: no entries along any axis that has a name
    members: Mapping[str, Stored] | None = None  # of a group with known names: all are there, or none
    operator: str = ""  # the header's entry for the `operator` of a group that knows its own arrays
    since: int = 1
    older: str = ""
    shared: bool = False  # whether references of one model have it in common
    resampled: Callable[[Any, Any], Any] | None = None  # (value, clock): see `runtime.bundle.resample`
    type: Any = None  # the field's annotation

    @property
    def place(self) -> str:
        """Where a file has it: as an "array", in a "group" of its own, or in the "header"."""
        if self.type is np.ndarray:
            return "array"
        is_group = self.type == dict[str, np.ndarray] or hasattr(self.type, "_fields")
        return "group" if is_group else "header"


def stored(*shape: int | str | EllipsisType, default: Any = MISSING, **how: Any) -> Any:
    """Declare a field; `how` is as in `Stored`. `list` and `dict` as its default are empty ones."""
    metadata = {"stored": Stored(shape, **how)}
    if default in (list, dict):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


def declared(kind: type) -> dict[str, Stored]:
    """The stored fields of a kind of bundle, by name; first those that only this kind has."""
    types, own = get_type_hints(kind), vars(kind)["__annotations__"]
    found = [each for each in fields(kind) if "stored" in each.metadata]
    found.sort(key=lambda each: each.name not in own)
    return {each.name: replace(each.metadata["stored"], type=types[each.name]) for each in found}


def stored_arrays(bundle: Any) -> Iterator[tuple[str, str, Stored, np.ndarray]]:
    """Each stored array: its field, its name in the field's group or "", what holds of it, and itself."""
    for name, each in declared(type(bundle)).items():
        value = getattr(bundle, name)
        if each.place == "array":
            yield name, "", each, value
        elif each.place == "group":
            for member, array in _group(value).items():
                dtype = "i8" if array.dtype.kind in "iu" else "f8"
                own = Stored((...,), dtype) if each.operator else each
                wanted = (each.members or {}).get(member, own)
                yield name, member, wanted, array


def header_of(bundle: Any) -> dict[str, Any]:
    """What a bundle stores besides arrays, as plain data."""
    found = declared(type(bundle)).items()
    operators = {each.operator: getattr(bundle, name).operator for name, each in found if each.operator}
    return operators | {name: _plain(getattr(bundle, name)) for name, each in found if each.place == "header"}


def _group(value: Any) -> Mapping[str, np.ndarray]:
    """The arrays of a group by name."""
    if isinstance(value, Mapping):
        return value
    return value.arrays() if hasattr(value, "arrays") else value._asdict()


def check_arrays(bundle: Any, sizes: Mapping[str, int]) -> None:
    """Raise ValueError where an array is not as declared."""
    known, bounded = dict(sizes), []
    for name, member, wanted, array in stored_arrays(bundle):
        whole, (kinds, words) = f"{name}/{member}".rstrip("/"), HOLDS[wanted.dtype]
        if array.size and array.dtype.kind not in kinds:
            raise ValueError(f"{whole} must hold {words}")
        if not _fits(array.shape, wanted, known):
            expected = (f"{each} = {known[each]}" if each in known else str(each) for each in wanted.shape)
            raise ValueError(f"{whole} has shape {array.shape}, expected ({', '.join(expected)})")
        if wanted.below and array.size:
            bounded.append((whole, array, wanted.below))
    for whole, array, below in bounded:
        if not (array.min() >= 0 and array.max() < known[below]):
            raise ValueError(f"{whole} holds an index outside 0 ... {known[below] - 1}")


def _fits(shape: tuple[int, ...], wanted: Stored, known: dict[str, int]) -> bool:
    """Whether an array has the shape; what is not known yet is from now on."""
    if wanted.shape == (...,):
        return True
    if wanted.may_be_empty and shape == tuple(0 if isinstance(each, str) else each for each in wanted.shape):
        return True
    return len(shape) == len(wanted.shape) and all(
        each in ("", count) or (isinstance(each, str) and known.setdefault(each, count) == count)
        for each, count in zip(wanted.shape, shape, strict=True)
    )


def assembled(kind: type, version: int, parts: Mapping[str, Mapping[str, Any]]) -> Any:
    """A bundle of what a file of some version has in each `Stored.place`, not checked yet.

    Raises LookupError, TypeError, ValueError or AttributeError where something is missing or of another type.
    """
    given = {}
    for name, each in declared(kind).items():
        if name in parts[each.place] or version >= each.since:
            value = parts[each.place][name]
        elif each.place == "array":
            group, _, member = each.older.partition("/")
            value = parts["group"][group][member]
        elif (value := _found_in(parts["header"]["scene"], each.older.split("."))) is MISSING:
            continue
        if each.members and value and set(value) != set(each.members):
            raise ValueError(f"{name} holds {', '.join(value)}, expected {', '.join(each.members)}")
        if each.place == "header":
            value = _typed(name, value, each.type)
        if each.operator:
            given[name] = each.type.from_arrays(value, parts["header"].get(each.operator))
        else:
            given[name] = each.type(**value) if hasattr(each.type, "_fields") else value
    return kind(**given)


def _found_in(data: Any, path: list[str]) -> Any:
    """What stands at a place in a scene, MISSING if nothing does; "*" is each entry of a table or list."""
    if not path:
        return data
    if path[0] != "*":
        return _found_in(data[path[0]], path[1:]) if path[0] in data else MISSING
    if isinstance(data, dict):
        return {name: _found_in(each, path[1:]) for name, each in data.items()}
    return [_found_in(each, path[1:]) for each in data]


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


def _typed(name: str, value: Any, wanted: Any) -> Any:
    """A value of the header, of the type that it must be of."""
    plain, inner = get_origin(wanted) or wanted, get_args(wanted)
    if NoneType in inner:
        return None if value is None else _typed(name, value, inner[0])
    if plain is Any or (plain is Literal and value in inner):
        return value
    if plain is float and type(value) is int:
        return float(value)
    if is_dataclass(plain) and isinstance(value, dict):
        return wanted(**value)
    if type(value) is not plain:
        expected = " or ".join(map(repr, inner)) if plain is Literal else plain.__name__
        raise ValueError(f"{name} is {value!r}, expected {expected}")
    if plain is list:
        return [_typed(name, each, inner[0]) for each in value]
    return {key: _typed(name, each, inner[1]) for key, each in value.items()} if plain is dict else value
