"""Pydantic's errors about a scene, or about an option of a command, in the terms of scene files.

Its own messages use Python's terms: "Input should be a valid tuple" means a list of three values in a scene.
"""

from __future__ import annotations

import datetime
import difflib
import re
import reprlib
import types
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from softrein.errors import printable, shown

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

COUNTS = ("no values", "one value", "two values", "three values", "four values")
LONGEST = 60  # characters shown of a given value, and of a part of its location
PLAIN = re.compile(rf"[\w-]{{1,{LONGEST}}}")
MOST = 8  # most locations that are reported
EXAMINED = 1000  # most errors that are examined; a location has one for each type that it may have
EXPECTED = {  # what was expected, by pydantic's error type, where that suffices
    "bool": "true or false",
    "dict": "a table",
    "finite": "a finite number",
    "float": "a number",
    "int": "a whole number",
    "list": "a list in brackets",
    "model": "a table",
    "path": "the path of a file, in quotes",
    "string": "text in quotes",
    "tuple": "a list in brackets",
}
OF_TYPE: dict[object, str] = {int: EXPECTED["int"], str: EXPECTED["string"]}
A_LIST = "a list of such"  # where an entry may be one or several
BOUNDS = {  # likewise: words, and the name of the bound in pydantic's error
    "greater_than": ("must be greater than", "gt"),
    "greater_than_equal": ("must be at least", "ge"),
    "less_than": ("must be less than", "lt"),
    "less_than_equal": ("must be at most", "le"),
}
Location = tuple[int | str, ...]


def in_words(
    error: ValidationError, model: type[BaseModel], elsewhere: Mapping[str, str], data: object = None
) -> str:
    """Say what is wrong with the entries of a model, each with its place; of very many only the first.

    `elsewhere` has entries of other kinds of scene, with a message for each. `data` is the file's content: an
    entry that it contains is never suggested for a misspelt one; for entries outside of it, such as settings,
    any may be.
    """
    found: dict[Location, str] = {}  # one message per location, as each member of a union fails separately
    # locations with messages written here, which take precedence over those of unions
    own: set[Location] = set()
    for item in islice(error.errors(include_url=False), EXAMINED):
        here, words = _told(item, model, elsewhere, data)
        if item["type"] == "value_error" and here not in own:
            own.add(here)
            found[here] = words
        found.setdefault(here, words)
        if len(found) > MOST:
            break
    told = [f"{place_of(here)}: {words}" if here else words for here, words in islice(found.items(), MOST)]
    return "; ".join([*told, "and more"] if len(found) > MOST else told)


def _told(
    item: ErrorDetails, model: type[BaseModel], elsewhere: Mapping[str, str], data: object
) -> tuple[Location, str]:
    """Say the place of one of pydantic's errors in the scene, and what is wrong there."""
    kind, place = item["type"], item["loc"]
    is_value = kind == "missing" and isinstance(place[-1], int)  # a list that is too short
    here, wanted = _walk(model, place[:-1] if is_value else place)
    if kind == "extra_forbidden":
        around, table = _walk(model, place[:-1])
        return place, _unknown(place, table, elsewhere, _entry_at(data, around))
    if kind == "too_long" and item["ctx"]["field_type"] == "List":
        return here, f"has {item['ctx']['actual_length']} entries, at most {item['ctx']['max_length']}"
    ways = _ways(wanted)
    if is_value or kind in {"too_long", "tuple_type"} or (ways and kind != "value_error"):
        called = sorted(dict.fromkeys(map(_called, ways or [wanted])), key=A_LIST.__eq__)
        return here, f"expected {' or '.join(called)}, got {given(item['input'])}"
    return here, in_plain(item)


def place_of(here: Location) -> str:
    """Write the place of an entry as in a setting, with quotes around parts that are no plain names."""
    parts = (str(part)[: LONGEST + 1] for part in here)
    return ".".join(part if PLAIN.fullmatch(part) else shown(part, LONGEST) for part in parts) or "the scene"


def in_plain(item: ErrorDetails) -> str:
    """Write one of pydantic's errors, as `ValidationError.errors` has them, in plain words."""
    kind, about, got = str(item["type"]), item.get("ctx", {}), given(item.get("input"))
    expected = EXPECTED.get(kind.partition("_")[0])
    if kind == "missing":
        return "missing"
    if kind in BOUNDS:
        words, bound = BOUNDS[kind]
        return f"{words} {about[bound]:.12g}, got {got}"
    if kind == "literal_error":
        return f"{got} is none of {str(about['expected']).replace(' or ', ', ')}"
    if kind == "too_short":
        return f"needs at least {COUNTS[about['min_length']]}, got {got}"
    if expected is not None:
        return f"expected {expected}, got {got}"
    return str(item["msg"]).removeprefix("Value error, ")


def _entry_at(data: object, here: Location) -> object:
    """Return a file's value at a place; None where there is none."""
    for part in here:
        if isinstance(data, Mapping):
            data = data.get(part)
        elif isinstance(data, list) and isinstance(part, int) and part < len(data):
            data = data[part]
        else:
            return None
    return data


def _unknown(here: Location, table: object, elsewhere: Mapping[str, str], there: object) -> str:
    """Write the message for an entry that its table does not know; `there` are the entries beside it."""
    name = str(here[-1])[:LONGEST]
    if len(here) == 1 and name in elsewhere:
        return elsewhere[name]
    known = list(table.model_fields) if isinstance(table, type) and issubclass(table, BaseModel) else []
    beside = there if isinstance(there, Mapping) and here[-1] in there else {}
    close = difflib.get_close_matches(name, [entry for entry in known if entry not in beside], 1)
    meant = f"is {close[0]!r} meant?" if close else "check its spelling"
    return f"unknown entry; {meant} (`softrein scenes --schema` lists all)"


def _walk(model: object, places: Sequence[int | str]) -> tuple[Location, object]:
    """Return the part of an error's place that exists in a file, and the type wanted there, if known.

    For an entry of several possible types pydantic appends the name of one of them, which no file has.
    """
    here: list[int | str] = []
    wanted = _bare(model)
    for place in places:
        if isinstance(wanted, type) and issubclass(wanted, BaseModel) and place in wanted.model_fields:
            following = wanted.model_fields[str(place)].annotation
        elif get_origin(wanted) in {list, dict}:
            following = get_args(wanted)[-1]
        elif get_origin(wanted) is tuple and isinstance(place, int):
            args = get_args(wanted)
            following = args[0] if args[-1] is ... else args[place]
        else:
            break
        here, wanted = [*here, place], _bare(following)
    return tuple(here), wanted


def _bare(wanted: object) -> object:
    """Return a type without its annotations, and without None."""
    if get_origin(wanted) is Annotated:
        return _bare(get_args(wanted)[0])
    ways = _ways(wanted)
    return _bare(ways[0]) if len(ways) == 1 else wanted


def _ways(wanted: object) -> list[object]:
    """Return the types of a union, except for None."""
    if get_origin(wanted) not in {Union, types.UnionType}:
        return []
    return [way for way in get_args(wanted) if way is not type(None)]


def _called(way: object) -> str:
    """Name a type in the terms of a file; a tuple is a list of fixed length."""
    bare = _bare(way)
    if get_origin(bare) is list:
        return A_LIST
    if get_origin(bare) is not tuple:
        return OF_TYPE.get(bare, EXPECTED["float"])
    parts = get_args(bare)
    if parts[-1] is ...:  # a tuple of any length, see `Coordinates`
        return "two or three values"
    if get_origin(_bare(parts[0])) is tuple:
        return f"{COUNTS[len(parts)].replace('value', 'list')} of {_called(parts[0])}"
    return COUNTS[len(parts)]


class _Given(reprlib.Repr):
    """A `repr` of values as files write them, where Python's differs; it is shortened."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = self.maxlong = LONGEST

    def repr1(self, x: object, level: int) -> str:
        """Write one value."""
        if isinstance(x, bool) or x is None:
            return {True: "true", False: "false", None: "nothing"}[x]
        if isinstance(x, datetime.date | datetime.time):
            return x.isoformat()
        try:
            return super().repr1(x, level)
        except Exception:  # an object of another library, or an integer of more digits than Python prints
            return f"what cannot be shown ({type(x).__name__})"


def given(value: object) -> str:
    """Write a given value, printable and shortened."""
    text = printable(_Given().repr(value))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
