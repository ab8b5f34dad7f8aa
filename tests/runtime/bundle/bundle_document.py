"""The tables of docs/bundle.md, made from the declarations of fields.

    python -m tests.runtime.bundle.bundle_document

writes them into the document; a test holds the document against them line by line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from pathlib import Path
from types import EllipsisType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from runtime.base.fields import SIZES, Stored, declared
from runtime.bundle.body import BodyBundle
from runtime.bundle.file import KINDS
from runtime.bundle.members import STAGE
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.bundle.structure import HEADER
from runtime.control.paths import Path as Followed
from runtime.control.planning.options import Replanning
from runtime.observing.sensors import Observing, Sensor
from runtime.plant.push import Ensemble, Push
from runtime.target import Target

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "bundle.md"
BOTH = "What bundles of both kinds hold"
OWN = {"A soft body": BodyBundle, "Smoke": SmokeBundle}  # sections, by how their titles begin
WORDS = {float: "number", int: "whole number", bool: "truth value", str: "text", NoneType: "null"}

Row = list[str]


def shared_fields() -> dict[str, Stored]:
    """The fields that bundles of every kind declare."""
    return {name: each for name, each in declared(BodyBundle).items() if name in declared(Bundle)}


def own_fields(kind: type[Bundle]) -> dict[str, Stored]:
    """The fields that only one kind of bundles has."""
    return {name: each for name, each in declared(kind).items() if name not in shared_fields()}


def sizes() -> Iterator[Row]:
    """The table of sizes whose symbols occur in shapes."""
    yield ["symbol", "meaning"]
    for each in SIZES.values():
        if each.meaning:
            yield [each.symbol, each.meaning]


def data_sets(fields: Mapping[str, Stored]) -> Iterator[Row]:
    """The arrays of some fields."""
    yield ["data set", "shape", "type", "unit", "range", "meaning"]
    if "track" in fields:
        yield [f"`{HEADER}`", "(bytes)", "u1", "", "", 'all that is no array, as JSON; see "The header"']
    for name, each in fields.items():
        for whole, one in _arrays(name, each):
            meaning = f"optional; {one.meaning}" if each.optional or one.optional else one.meaning
            yield [f"`{whole}`", shape_of(one.shape), one.dtype, one.unit, one.range, meaning]


def _arrays(name: str, each: Stored) -> Iterator[tuple[str, Stored]]:
    if each.place == "array":
        yield name, each
    elif each.place == "group":
        yield from ((f"{name}/{member}", one) for member, one in (each.members or {"NAME": each}).items())


def shape_of(shape: Sequence[int | str | EllipsisType]) -> str:
    """A shape in the document's symbols."""
    shape = tuple(each for each in shape if each is not ...) or shape  # at the end: `SIZES` tell of it
    if ... in shape:
        return "(...)"
    symbols = (SIZES[each].symbol if each in SIZES else each or "count" for each in map(str, shape))
    return f"({', '.join(symbols)})"


def keys() -> Iterator[Row]:
    """The keys of the header."""
    yield ["key", "kind", "value", "unit", "range", "meaning"]
    yield ["`kind`", "both", "text", "", ", ".join(KINDS), "what the bundle is of"]
    kinds = {"both": shared_fields()} | {kind: own_fields(KINDS[kind]) for kind in KINDS}
    for kind, found in kinds.items():
        for name, each in found.items():
            if each.operator:
                yield [f"`{each.operator}`", kind, "text", "", "", each.meaning]
            if each.place == "header":
                yield [f"`{name}`", kind, *_value(each)]


def record(of: str, known: Mapping[str, Stored]) -> Iterator[Row]:
    """The keys of a record in the header."""
    yield [f"key of {of}", "value", "unit", "range", "meaning"]
    for name, each in known.items():
        yield [f"`{each.called or name}`", *_value(each)]


def _value(each: Stored) -> Row:
    meaning = f"optional; {each.meaning}" if each.optional and each in STAGE.values() else each.meaning
    choices = ", ".join(get_args(each.type)) if get_origin(each.type) is Literal else each.range
    return [value_of(each.type, each.shape), each.unit, choices, meaning]


def value_of(kind: Any, shape: Sequence[Any] = ()) -> str:
    """A type of plain data, in words."""
    plain, inner = get_origin(kind) or kind, get_args(kind)
    if plain in (Union, UnionType):
        return " or ".join(value_of(each) for each in inner)
    if plain is Literal:
        return WORDS[str]
    if plain is dict or is_dataclass(plain):
        return "object"
    if plain in (list, tuple, Sequence):
        fixed = len(inner) if plain is tuple and inner[-1] is not ... else (*shape, None)[0]
        of = value_of(inner[0])
        return f"{fixed} {of}s" if fixed else f"list of {of}{'' if of.endswith('s') else 's'}"
    return WORDS[plain]


TABLES: dict[str, Callable[[], Iterator[Row]]] = {
    "symbol": sizes,
    "key": keys,
    "key of a push": lambda: record("a push", declared(Push)),
    "key of a target": lambda: record("a target", declared(Target)),
    "key of the ensemble": lambda: record("the ensemble", declared(Ensemble)),
    "key of a path": lambda: record("a path", declared(Followed)),
    "key of re-planning": lambda: record("re-planning", declared(Replanning)),
    "key of a sensor": lambda: record("a sensor", declared(Sensor)),
    "key of the observer": lambda: record("the observer", declared(Observing)),
    "key of a stage": lambda: record("a stage", STAGE),
}


def table_of(first: str, section: str) -> Iterator[Row] | None:
    """The rows of the table whose first heading is `first`, in a section; None if it is not made here."""
    if first != "data set":
        return TABLES[first]() if first in TABLES else None
    if section == BOTH:
        return data_sets(shared_fields())
    return data_sets(own_fields(next(kind for title, kind in OWN.items() if section.startswith(title))))


def written(text: str) -> str:
    """The document with its tables made anew."""
    lines: list[str] = []
    section, inside = "", False
    for line in text.splitlines():
        if line.startswith("## "):
            section = line[3:]
        rows = None
        if line.startswith("|") and not (lines and lines[-1].startswith("|")) and not inside:
            rows = table_of(line.split("|")[1].strip(), section)
        if rows is not None:
            heading, *body = rows
            lines += [_line(heading), "|" + "---|" * len(heading), *map(_line, body)]
            inside = True
        elif not (inside and line.startswith("|")):
            inside = False
            lines.append(line)
    return "\n".join(lines) + "\n"


def _line(row: Row) -> str:
    return "".join(f"| {cell} " if cell else "| " for cell in row) + "|"


if __name__ == "__main__":
    DOCUMENT.write_text(written(DOCUMENT.read_text("utf-8")), "utf-8")
