"""Markdown for the pages that are made from the code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

MADE = "Made from the code by `python -m tests.house.pages.reference`; a test holds it against that."
# What JSON schemas call the bounds of a number.
BOUNDS = {
    "minimum": "at least", "exclusiveMinimum": "above", "maximum": "at most", "exclusiveMaximum": "below",
}  # fmt: skip
FAR = 2**31 - 1  # bounds of numbers that nobody writes


def row(cells: Iterable[str]) -> str:
    """A line of a table, whatever the cells hold."""
    return "| " + " | ".join(" ".join(cell.split()).replace("|", r"\|") for cell in cells) + " |"


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table, with a blank line behind it; nothing where it has no rows."""
    if lines := [row(each) for each in rows]:
        yield from [row(heading), "|" + "---|" * len(heading), *lines, ""]


def block(*lines: str) -> Iterator[str]:
    """Lines that stay as they are, with a blank line behind them."""
    yield from ["```text", *lines, "```", ""]


def bounds(schema: Mapping[str, float]) -> str:
    """The range of a number by its schema, in brackets; empty where the bounds are very large."""
    found = {words: schema[key] for key, words in BOUNDS.items() if abs(schema.get(key, FAR)) < FAR}
    if found.keys() == {"at least", "at most"}:
        return f" ({found['at least']:.9g} to {found['at most']:.9g})"
    return f" ({', '.join(f'{words} {bound:.9g}' for words, bound in found.items())})" if found else ""
