"""docs/reference/scene.md: every entry of a scene, by the schema that `softrein scenes --schema` prints."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from offline.scenes.base.parts import Part
from offline.scenes.base.scene import Scene
from offline.scenes.reading import KINDS
from tests.house.pages.markdown import MADE, bounds, table

Json = Mapping[str, Any]

TITLES = {"deformable": "A soft body", "fluid": "Smoke"}
OF_SMOKE = " of smoke"  # what the headings of its tables have, so that none is there twice
FIRST = ("name", "description", "kind")
WORDS = {"integer": "whole number", "number": "number", "boolean": "truth value", "string": "text"}


class Table(NamedTuple):
    """A table that a scene may have: its heading, as files have it and on the page, and its schema."""

    heading: str
    title: str
    schema: Json

    @property
    def link(self) -> str:
        """A link to its section."""
        anchor = re.sub(r"[^\w\- ]", "", self.title.lower()).replace(" ", "-")
        return f"[{'tables' if self.heading.startswith('[[') else 'table'}](#{anchor})"


def scene_page() -> Iterator[str]:
    """Every entry of every kind of scene."""
    yield from ["# What a scene may say", "", MADE, ""]
    yield "A scene is a TOML file. A quantity is a number in the unit that is given here, or text with any"
    yield 'unit of its kind, such as `"20 cm"`. `NAME` in a heading stands for a name of your own.'
    yield "[002] is Barbič & Popović 2008, after whom this project is made; other numbers in brackets are"
    yield "sources of [theory](../theory.md)."
    yield ""
    for kind, title in TITLES.items():
        schema, suffix = KINDS[kind].model_json_schema(), OF_SMOKE if kind == "fluid" else ""
        yield from [f"## {title}", "", "What stands at the file's top, before all tables:", ""]
        yield from entries(Table("", suffix, schema), schema)
        for each in tables(Table("", suffix, schema), schema):
            yield from [f"### {each.title}", "", *introduction(each.schema["title"])]
            if each.heading == "[[motions]]":
                own = ", ".join(f"`{name}`" for name in sorted(KINDS[kind].of_motions))
                yield from [f"Of its own it may have {own}.", ""]
            yield from entries(each, schema)


def introduction(title: str) -> Iterator[str]:
    """The docstring of a table's class, followed by those of its bases."""
    classes = {kind.__name__: kind for kind in heirs_of(Part)}
    for kind in classes[title].__mro__:
        if kind.__name__ in classes:
            yield from [inspect.cleandoc(kind.__doc__ or ""), ""]


def heirs_of(kind: type) -> Iterator[type]:
    """All classes that inherit from a base, directly or not."""
    heirs: list[type] = kind.__subclasses__()
    for each in heirs:
        yield from [each, *heirs_of(each)]


def entries(within: Table, whole: Json) -> Iterator[str]:
    """The entries of a table: plain ones, and then the tables in it."""
    plain: list[list[str]] = []
    further: list[list[str]] = []
    for name, entry in in_order(within):
        needed, meaning = name in within.schema.get("required", ()), entry.get("description", "")
        if found := table_of(name, entry, within, whole):
            told = meaning or found.schema["description"].partition("\n\n")[0]
            further.append([f"`{name}`", found.link, "required" if needed else "", told])
        else:
            default = "required" if needed else default_words(entry["default"])
            plain.append([f"`{name}`", type_words(entry), default, meaning])
    yield from table(["entry", "type", "default", "meaning"], plain + further)


def tables(within: Table, whole: Json) -> Iterator[Table]:
    """The tables in a table, each followed by those in it."""
    for name, entry in in_order(within):
        if found := table_of(name, entry, within, whole):
            yield found
            yield from tables(found, whole)


def in_order(within: Table) -> list[tuple[str, Json]]:
    """The entries of a table; in a whole scene, those that only its kind has come first."""
    found = [*within.schema["properties"].items()]
    if within.heading:
        return found
    return sorted(found, key=lambda each: each[0] not in FIRST and each[0] in Scene.model_fields)


def table_of(name: str, entry: Json, within: Table, whole: Json) -> Table | None:
    """The table of an entry: a single one, one of a list, or one with a free name; None for a plain entry."""
    path = f"{within.heading.strip('[]')}.{name}".lstrip(".")
    for each in entry.get("anyOf", [entry]):
        parts = {"[{}]": each, "[[{}]]": each.get("items"), "[{}.NAME]": each.get("additionalProperties")}
        for form, part in parts.items():
            if isinstance(part, dict) and (to := part.get("allOf", [part])[0].get("$ref")):
                heading = form.format(path)
                suffix = OF_SMOKE if within.title.endswith(OF_SMOKE) else ""
                return Table(heading, f"`{heading}`{suffix}", whole["$defs"][to.rpartition("/")[2]])
    return None


def default_words(value: Any) -> str:
    """A default as it is written in a scene."""
    return "none" if value is None or value in ([], {}, "") else f"`{json.dumps(value)}`"


def type_words(schema: Json, many: bool = False) -> str:
    """The type of an entry, in the plural where there are `many`."""
    if choices := schema.get("enum", [schema["const"]] if "const" in schema else []):
        return " or ".join(f"`{json.dumps(each)}`" for each in choices)
    kinds = [each for each in schema.get("anyOf", []) if each.get("type") != "null"]
    if "unit" in schema:
        return quantity_words(schema["unit"], kinds, many)
    if kinds:
        return " or ".join(type_words(each, many) for each in kinds)
    if schema["type"] == "array":
        return list_words(schema, many)
    noun = WORDS[schema["type"]]
    if noun == "text":
        noun = "path" if schema.get("format") == "path" else "name" if "maxLength" in schema else "text"
    return f"{noun}{'s' if many else ''}{bounds(schema)}"


def quantity_words(unit: str, kinds: list[Json], many: bool) -> str:
    """The type of a quantity: a number or text; or limits around zero, as one such value or as two."""
    of_unit = "" if unit == "1" else f" in {unit}"
    if any(each["type"] == "array" for each in kinds):
        return f"[low, high] or a magnitude{of_unit}"
    one, several = ("quantity", "quantities") if of_unit else ("number", "numbers")
    return f"{several if many else one}{of_unit}{bounds(kinds[0])}"


def list_words(schema: Json, many: bool) -> str:
    """The type of a list: of so many alike, of several kinds, or of any number."""
    first, *others = schema.get("prefixItems", [{}])
    if any(each != first for each in others):
        return f"[{', '.join(type_words(each) for each in (first, *others))}]"
    if first:
        of = f"{1 + len(others)} {type_words(first, True)}"
        return f"lists of {of}" if many else of
    most = str(schema["maxItems"]) if schema.get("maxItems") == 3 else "more"  # `Coordinates`
    least = f"{schema['minItems']} or {most} " if "minItems" in schema else ""
    return f"{'lists' if many else 'list'} of {least}{type_words(schema['items'], True)}"
