"""The pieces of HTML that a page is put together from: headings, paragraphs, tables and figures in print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any


def heading(words: str, content: str, *explanations: str) -> str:
    """A heading, paragraphs of HTML, and what follows."""
    return f"<h2>{text(words)}</h2>{''.join(map(paragraph, explanations))}{content}"


def facts(values: Mapping[str, Any]) -> str:
    """A table of names and values."""
    rows = "".join(
        f"<tr><th>{text(name)}</th><td>{number(value)}</td></tr>" for name, value in values.items()
    )
    return f"<div class='wide'><table class='facts'>{rows}</table></div>"


def table(headings: Iterable[str], rows: Iterable[Sequence[str]], style: str = "") -> str:
    """A table; the cells are HTML already, the headings are not."""
    head = "".join(f"<th>{text(heading)}</th>" for heading in headings)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f"<div class='wide'><table class='{style}'><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def grouped_table(
    headings: Sequence[str], groups: Mapping[str, Sequence[str]], rows: Iterable[Sequence[str]]
) -> str:
    """A table with some plain columns first, then columns in groups under a heading each; cells are HTML."""
    first = "".join(f"<th rowspan='2'>{text(name)}</th>" for name in headings)
    first += "".join(f"<th colspan='{len(names)}'>{text(group)}</th>" for group, names in groups.items())
    second = "".join(f"<th>{text(name)}</th>" for names in groups.values() for name in names)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f"<div class='wide'><table class='grouped'><thead><tr>{first}</tr><tr>{second}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def paragraph(html: str) -> str:
    """A paragraph of what is HTML already; nothing of nothing."""
    return f"<p>{html}</p>" if html else ""


def number(value: Any) -> str:
    """A number with three digits; anything else as text, escaped."""
    if isinstance(value, float):
        return f"{value:.3g}"
    return "" if value is None else text(value)


def text(value: Any) -> str:
    """Anything as text, escaped."""
    return escape(str(value), quote=True)
