"""What pydantic finds wrong with a scene, or with an option of a command, in words of the files themselves.

Its own words are those of Python: "Input should be a valid tuple" is a list of three values in a scene.
"""

from __future__ import annotations

import difflib
import types
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

COUNTS = ("no values", "one value", "two values", "three values", "four values")
LONGEST = 60  # characters of what was given
EXPECTED = {  # by pydantic's type of error, as far as it is known without more
    "bool": "true or false",
    "dict": "a table",
    "float": "a number",
    "int": "a whole number",
    "list": "a list in brackets",
    "model": "a table",
    "path": "the path of a file, in quotes",
    "string": "text in quotes",
    "tuple": "a list in brackets",
}
BOUNDS = {  # likewise -> words, and the name of the bound
    "greater_than": ("must be greater than", "gt"),
    "greater_than_equal": ("must be at least", "ge"),
    "less_than": ("must be less than", "lt"),
    "less_than_equal": ("must be at most", "le"),
}
Location = tuple[int | str, ...]


def in_words(error: ValidationError, model: type[BaseModel], elsewhere: Mapping[str, str]) -> str:
    """All that is wrong with the entries of a model, each with its place.

    `elsewhere` are entries of other kinds of scene, and what is to be said of them.
    """
    found: dict[Location, str] = {}  # one a place: the ways of a union fail one by one
    for item in error.errors(include_url=False):
        kind, place = item["type"], item["loc"]
        is_value = kind == "missing" and isinstance(place[-1], int)  # of a list that is too short
        here, wanted = _walk(model, place[:-1] if is_value else place)
        if kind == "extra_forbidden":
            here = place
            words = _unknown(here, _walk(model, here[:-1])[1], elsewhere)
        elif is_value or kind in {"too_long", "tuple_type"}:
            words = f"expected {_called(wanted)}, got {_shown(item['input'])}"
        elif ways := _ways(wanted):
            words = f"expected {' or '.join(map(_called, ways))}, got {_shown(item['input'])}"
        else:
            words = in_plain(item)
        found.setdefault(here, words)
    return "; ".join(f"{'.'.join(map(str, here)) or 'the scene'}: {words}" for here, words in found.items())


def in_plain(item: Mapping[str, Any]) -> str:
    """One of pydantic's errors, as `ValidationError.errors` has them."""
    kind, about, given = str(item["type"]), item.get("ctx", {}), _shown(item.get("input"))
    expected = EXPECTED.get(kind.partition("_")[0])
    if kind == "missing":
        return "missing"
    if kind in BOUNDS:
        words, bound = BOUNDS[kind]
        return f"{words} {about[bound]:g}, got {given}"
    if kind == "literal_error":
        return f"{given} is none of {str(about['expected']).replace(' or ', ', ')}"
    if kind == "string_pattern_mismatch":
        return f"may have letters, digits, dots, hyphens and underscores only, not {given}"
    if kind == "too_short":
        return f"needs at least {COUNTS[about['min_length']]}, got {given}"
    if expected is not None:
        return f"expected {expected}, got {given}"
    return str(item["msg"]).removeprefix("Value error, ")


def _unknown(here: Location, table: Any, elsewhere: Mapping[str, str]) -> str:
    """What to say of an entry that its table does not have."""
    name = str(here[-1])
    if len(here) == 1 and name in elsewhere:
        return elsewhere[name]
    known = list(table.model_fields) if isinstance(table, type) and issubclass(table, BaseModel) else []
    close = difflib.get_close_matches(name, known, 1)
    meant = f"is {close[0]!r} meant?" if close else "check its spelling"
    return f"unknown entry; {meant} (`softrein scenes --schema` lists all)"


def _walk(model: Any, places: Sequence[int | str]) -> tuple[Location, Any]:
    """Of the place of an error what a file has of it, and the type that is wanted there, if known.

    Behind an entry that may be of several types comes the name of one of them, which no file has.
    """
    here: list[int | str] = []
    wanted = _bare(model)
    for place in places:
        if isinstance(wanted, type) and issubclass(wanted, BaseModel) and place in wanted.model_fields:
            following = wanted.model_fields[str(place)].annotation
        elif get_origin(wanted) in {list, dict}:
            following = get_args(wanted)[-1]
        elif get_origin(wanted) is tuple and isinstance(place, int):
            following = get_args(wanted)[place]
        else:
            break
        here, wanted = [*here, place], _bare(following)
    return tuple(here), wanted


def _bare(wanted: Any) -> Any:
    """A type without what is said about it, and without None."""
    if get_origin(wanted) is Annotated:
        return _bare(get_args(wanted)[0])
    given = _ways(wanted)
    return _bare(given[0]) if len(given) == 1 else wanted


def _ways(wanted: Any) -> list[Any]:
    """The types of a union, but for None."""
    if get_origin(wanted) not in {Union, types.UnionType}:
        return []
    return [way for way in get_args(wanted) if way is not type(None)]


def _called(way: Any) -> str:
    """What a file may have for a type; a list of fixed length has a tuple's."""
    bare = _bare(way)
    if get_origin(bare) is not tuple:
        return {int: EXPECTED["int"], str: EXPECTED["string"]}.get(bare, EXPECTED["float"])
    parts = get_args(bare)
    if get_origin(_bare(parts[0])) is tuple:
        return f"{COUNTS[len(parts)].replace('value', 'list')} of {_called(parts[0])}"
    return COUNTS[len(parts)]


def _shown(given: Any) -> str:
    """What was given, cut short."""
    text = repr(given)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
