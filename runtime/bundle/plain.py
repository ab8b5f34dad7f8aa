"""Reads plain data, as JSON holds it, as the types that fields declare, and refuses all other data.

Errors name the place: the field's name and, within it, numbers of entries and keys: "targets.0.radius".
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin

from runtime.base.fields import ENTRIES, LONGEST, PROSE, Stored, declared
from softrein.errors import shown

T = TypeVar("T")

DEPTH: Final = 32  # deepest nesting of data without a declared structure
ANY: Final = Stored(prose=True)
KEY: Final = Stored()


def read(place: str, value: object, wanted: object, how: Stored) -> object:
    """Read `value` as the type `wanted` with its declaration; a ValueError names the place and the type."""
    kind: Any = get_origin(wanted) or wanted
    inner = get_args(wanted)
    if kind in (Union, UnionType):
        return read(place, value, _alternative(value, inner), how)
    if kind is Any:
        return _anything(place, value, DEPTH)
    if kind is Literal:
        return _text(place, value, Stored(choices=inner))
    if isinstance(kind, type) and is_dataclass(kind):
        return _record(place, value, kind)
    if kind in (list, tuple, Sequence):
        return _entries(place, value, kind, inner, how)
    if kind is dict:
        row = _row if how.members else _table
        return row(place, value, inner[1], how)
    if kind is str:
        return _text(place, value, how)
    if kind in (bool, NoneType):
        return _of(place, value, kind)
    return _number(place, value, kind, how)


def is_name(text: str) -> bool:
    """Whether a text can be a name: short and printable, so that a terminal shows it and does not obey it."""
    spaces = all(each.isprintable() or unicodedata.category(each) == "Zs" for each in text)
    return spaces and len(text) <= LONGEST


def _alternative(value: object, kinds: tuple[object, ...]) -> object:
    """The one of several types by which a value is to be read."""
    if value is None and NoneType in kinds:
        return NoneType
    kinds = tuple(kind for kind in kinds if kind is not NoneType)
    if type(value) in kinds:
        return type(value)
    looks = isinstance(value, list | tuple)
    return next((kind for kind in kinds if (get_origin(kind) is not None) == looks), kinds[0])


def _of(place: str, value: object, *kinds: type[T]) -> T:
    """Check that a value is of one of some types; messages name the first type."""
    for kind in kinds:
        if type(value) is kind:
            return value
    raise ValueError(f"{place} is {_seen(value)}, expected {kinds[0].__name__}")


def _seen(value: object) -> str:
    return shown(value) if isinstance(value, str) else shown(value)[1:-1]


def _number(place: str, value: object, kind: type, how: Stored) -> object:
    number: float = _of(place, value, *((float, int) if kind is float else (kind,)))
    if not how.holds(number):
        raise ValueError(f"{place} is {how.refusal(number)}")
    return kind(number)


def _text(place: str, value: object, how: Stored) -> str:
    text: str = _of(place, value, str)
    if how.choices and text not in how.choices:
        known = " or ".join(repr(each) for each in how.choices)
        raise ValueError(f"{place} is {shown(text)}, expected {known}")
    if not how.prose and not is_name(text):
        raise ValueError(
            f"{place} is {shown(text)}: a name has at most {LONGEST} characters, all of them printable"
        )
    if len(text) > PROSE:
        raise ValueError(f"{place} has {len(text)} characters, expected {PROSE} at most")
    return text


def _entries(
    place: str, given: object, kind: type, inner: tuple[object, ...], how: Stored
) -> Sequence[object]:
    value: Sequence[object] = _of(place, given, list, tuple)
    fixed = len(inner) if kind is tuple and inner[-1] is not ... else (how.shape or (len(value),))[0]
    if len(value) != fixed:
        raise ValueError(f"{place} has {len(value)} entries, expected {fixed}")
    if len(value) > ENTRIES:
        raise ValueError(f"{place} has {len(value)} entries, expected {ENTRIES} at most")
    found = [read(f"{place}.{k}", each, inner[0], how) for k, each in enumerate(value)]
    return tuple(found) if kind is tuple else found


def _table(place: str, given: object, kind: object, how: Stored) -> dict[str, object]:
    value: dict[object, object] = _of(place, given, dict)
    if len(value) > ENTRIES:
        raise ValueError(f"{place} has {len(value)} entries, expected {ENTRIES} at most")
    return {
        _text(f"a key of {place}", name, KEY): read(f"{place}.{name}", each, kind, how)
        for name, each in value.items()
    }


def _row(place: str, value: object, kind: object, how: Stored) -> dict[str, object]:
    """Read a table whose keys are declared; the result stays plain data."""
    return _known(place, value, how.members or {})


def _record(place: str, value: object, kind: type) -> object:
    known = {each.called: (name, each) for name, each in declared(kind).items()}
    found = _known(place, value, {called: each for called, (_, each) in known.items()})
    return kind(**{known[called][0]: each for called, each in found.items()})


def _known(place: str, given: object, known: Mapping[str, Stored]) -> dict[str, object]:
    """Read a table that must have all known keys that are not optional, and no others."""
    value: dict[str, object] = _of(place, given, dict)
    for name in value:
        if name not in known:
            raise ValueError(f"{place} holds {shown(name)}, which is unknown; there are {', '.join(known)}")
    for name, each in known.items():
        if name not in value and not each.optional:
            raise ValueError(f"{place}.{name} is missing")
    return {
        name: read(f"{place}.{name}", each, known[name].type, known[name]) for name, each in value.items()
    }


def _anything(place: str, value: object, depth: int) -> object:
    """Read plain data of any kind: finite numbers, texts, lists and tables."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return _number(place, value, type(value), ANY)
    if isinstance(value, str):
        return _text(place, value, ANY)
    if depth == 0:
        raise ValueError(f"{place} is nested more than {DEPTH} deep")
    if isinstance(value, list | tuple):
        return [_anything(f"{place}.{k}", each, depth - 1) for k, each in enumerate(value)]
    table: dict[object, object] = _of(place, value, dict)
    return {
        _text(f"a key of {place}", name, KEY): _anything(f"{place}.{name}", each, depth - 1)
        for name, each in table.items()
    }
