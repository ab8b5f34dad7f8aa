"""Pages that are made from the code agree with it, and the gallery has every scene, in few words."""

from __future__ import annotations

import re

import pytest

from offline.scenes.reading import KINDS, scene_names
from tests.house.pages.gallery_page import GALLERY, MOST_LINES, SCENES, excerpt, left_out, lines_of, tables_of
from tests.house.pages.markdown import row
from tests.house.pages.python_page import CLASSES
from tests.house.pages.reference import DOCS, PAGES, page
from tests.house.pages.scene_page import type_words

MOST_WORDS = 30  # of a text in the gallery
FENCE = re.compile(r"^```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def held(name: str) -> str:
    return (DOCS / name).read_text("utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_as_the_code_has_it(name: str) -> None:
    told = f"docs/{name} is stale: python -m tests.house.pages.reference writes it anew"
    assert held(name).splitlines() == page(name).splitlines(), told


def test_the_scenes_page_has_every_entry_of_every_kind() -> None:
    shown = held("reference/scene.md").splitlines()
    for kind in KINDS.values():
        schema = kind.model_json_schema()
        for part in (schema, *schema["$defs"].values()):
            for name in part["properties"]:
                assert any(line.startswith(f"| `{name}` | ") for line in shown), name


@pytest.mark.parametrize(
    "cells",
    [
        "| `size` | 3 quantities in m (above 0) | none | ",
        "| `limit` | [low, high] or a magnitude in N, m or Pa | none | ",
        "| `scale` | quantity in N, m or Pa (above 0) | none | ",
        '| `start` | `"rest"` or `"equilibrium"` | `"rest"` | ',
        "| `sensors` | [tables](#sensors) |  | Markers or accelerometers on vertices",
    ],
)
def test_types_are_in_words(cells: str) -> None:
    assert f"\n{cells}" in held("reference/scene.md")


def test_lists_of_lists_are_in_words() -> None:
    number = {"anyOf": [{"type": "number", "minimum": 0}, {"type": "string"}], "unit": "s"}
    pair = {"type": "array", "prefixItems": [number, number]}
    assert type_words({"type": "array", "items": pair}) == "list of lists of 2 quantities in s (at least 0)"
    assert type_words({"anyOf": [{"type": "array", "items": number, "minItems": 2}, {"type": "null"}]}) == (
        "list of 2 or more quantities in s (at least 0)"
    )


def test_cells_of_tables_are_one_line_and_end_where_they_end() -> None:
    assert row(["a | b\nc", "d"]) == r"| a \| b c | d |"


def test_the_python_page_has_every_class_and_the_members_that_programs_use() -> None:
    text = held("reference/python.md")
    for kind in (each for kinds in CLASSES.values() for each in kinds):
        assert re.search(rf"^### `[\w.]*\b{kind.__name__}`$", text, re.MULTILINE), kind
    for member in ("Bundle.run", "Simulator.step", "BodySimulator.wrench", "Carrier.move", "Tracers.advance"):
        assert f"\n#### `{member}`\n" in text
    assert "\n| `cumulative_effort` | `np.ndarray` | (T + 1,) integral" in text  # a field, by its comment
    assert "\n| `effort` | `Effort` | The control effort" in text  # a property, by its docstring


def test_every_scene_is_in_the_gallery_once() -> None:
    assert sorted(name for names in GALLERY.values() for name in names) == scene_names()
    text = held("gallery.md")
    assert sorted(re.findall(r"^### (.*)$", text, re.MULTILINE)) == scene_names()


@pytest.mark.parametrize("name", scene_names())
def test_a_scene_is_shown_in_few_lines(name: str) -> None:
    text = held("gallery.md")
    section = text.partition(f"### {name}\n")[2].partition("\n### ")[0]
    [shown] = FENCE.findall(section.partition("\n## ")[0])
    assert len(shown.splitlines()) <= MOST_LINES
    assert re.search(r"^\[(mesh|box)\]$", shown, re.MULTILINE)  # what it happens to


def test_every_scene_of_the_gallery_has_a_film_or_a_picture() -> None:
    shown = set(re.findall(r"!\[the scene ([\w-]+)\]", held("gallery.md")))
    assert shown == {name for names in GALLERY.values() for name in names}


def test_texts_of_the_gallery_are_short() -> None:
    for text in FENCE.sub("", held("gallery.md")).split("\n\n"):
        assert len(text.split()) <= MOST_WORDS, text


def test_what_is_not_shown_of_a_scene_is_named() -> None:
    whole = tables_of((SCENES / "trunk.toml").read_text("utf-8"))
    shown = excerpt(whole)
    left = list(left_out(whole, shown))
    assert "`[ensemble]`" in left
    assert "7 of 8 `[[control.actuators]]`" in left
    assert "# " not in "\n".join(lines_of(whole))
