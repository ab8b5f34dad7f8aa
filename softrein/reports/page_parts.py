"""The pieces of HTML that a page is put together from: headings, paragraphs, tables and figures in print."""

from __future__ import annotations

import base64
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape, unescape
from pathlib import Path

from softrein import __version__
from softrein.base import theme
from softrein.base.whole_file import whole_file
from softrein.errors import SoftreinError
from softrein.reports.page_style import STYLE

PNG = b"\x89PNG\r\n\x1a\n"  # first bytes of such a file
CONTENTS = "<nav></nav>"  # placeholder for the table of contents
CONTENTS_OF = re.compile(r"<nav[^>]*>.*?</nav>", re.DOTALL)
HEADING = re.compile(r"<h(?P<level>[12])[^>]*>(?P<words>.*?)</h[12]>", re.DOTALL)
TAG = re.compile(r"<[^>]+>")


def write_page(path: str | Path, title: str, *parts: str) -> None:
    """Write a page of HTML, with a list of contents at `CONTENTS`; it appears only when complete."""
    page = (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>softrein: {title}</title><style>{STYLE}</style></head><body><main>{''.join(parts)}"
        f"<footer>softrein {text(__version__)}</footer></main></body></html>\n"
    )
    with whole_file(path) as temporary:
        temporary.write_text(with_contents(page), encoding="utf-8")


def picture(path: str | Path, name: str, caption: str = "") -> str:
    """Return a PNG embedded in the page, with an alternative text, and a caption in HTML.

    Raises SoftreinError for a file that is no PNG.
    """
    content = Path(path).read_bytes()
    if not content.startswith(PNG):
        raise SoftreinError(f"{path}: no picture in the format PNG; make the folder's results again")
    data = base64.b64encode(content).decode()
    return f"<figure><img src='data:image/png;base64,{data}' alt='{text(name)}'>{caption}</figure>"


def heading(words: str, content: str, *explanations: str) -> str:
    """A heading, paragraphs of HTML, and what follows."""
    return f"<h2>{text(words)}</h2>{''.join(map(paragraph, explanations))}{content}"


def facts(values: Mapping[str, object]) -> str:
    """A table of names and values."""
    rows = "".join(
        f"<tr><th>{text(name)}</th><td>{number(value)}</td></tr>" for name, value in values.items()
    )
    return f"<div class='wide'><table class='facts'>{rows}</table></div>"


def table(headings: Iterable[str], rows: Iterable[Sequence[str]], style: str = "") -> str:
    """A table; the cells are HTML already, the headings are not."""
    head = "".join(f"<th>{text(heading)}</th>" for heading in headings)
    return _table(f"<tr>{head}</tr>", rows, style)


def grouped_table(
    headings: Sequence[str], groups: Mapping[str, Sequence[str]], rows: Iterable[Sequence[str]]
) -> str:
    """A table with some plain columns first, then columns in groups under a heading each; cells are HTML."""
    first = "".join(f"<th rowspan='2'>{text(name)}</th>" for name in headings)
    first += "".join(f"<th colspan='{len(names)}'>{text(group)}</th>" for group, names in groups.items())
    second = "".join(f"<th>{text(name)}</th>" for names in groups.values() for name in names)
    return _table(f"<tr>{first}</tr><tr>{second}</tr>", rows, "grouped")


def _table(head: str, rows: Iterable[Sequence[str]], style: str) -> str:
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f"<div class='wide'><table class='{style}'><thead>{head}</thead><tbody>{body}</tbody></table></div>"
    )


def paragraph(html: str) -> str:
    """Return a paragraph of HTML; empty for an empty text."""
    return f"<p>{html}</p>" if html else ""


def parameters(values: Mapping[str, float]) -> str:
    """A controller's parameters, escaped."""
    return text(", ".join(f"{name} = {value:.3g}" for name, value in values.items()))


def known(value: float | None) -> str:
    """Write a figure, or nothing where there is none."""
    return "" if value is None else theme.number(value)


def length_or_lost(metres: float | None) -> str:
    """Write a distance, or that the motion was lost."""
    return "diverged" if metres is None else theme.length(metres)


def percent(share: float) -> str:
    """A share with three digits."""
    return f"{100 * share:.3g} %"


def number(value: object) -> str:
    """A figure in print (`theme.figure`), or anything else as text, escaped."""
    return escape(theme.figure(value), quote=True)


def text(value: object) -> str:
    """Write anything as escaped text, with long numbers shortened."""
    return escape(theme.tidied(str(value)), quote=True)


def with_contents(page: str) -> str:
    """Insert a table of contents at `CONTENTS`, and an anchor at each heading after it.

    It may be repeated after an addition to the page.
    """
    entries: list[tuple[str, str, str]] = []  # level, anchor and text
    taken: set[str] = set()

    def anchored(found: re.Match[str]) -> str:
        level, words = found["level"], found["words"]
        plain = re.sub(r"[^a-z0-9]+", "-", unescape(TAG.sub("", words)).lower()).strip("-") or "part"
        anchor = next(name for name in _numbered(plain) if name not in taken)
        taken.add(anchor)
        entries.append((level, anchor, TAG.sub("", words)))
        return f"<h{level} id='{anchor}'>{words}</h{level}>"

    before, mark, after = CONTENTS_OF.sub(CONTENTS, page, count=1).partition(CONTENTS)
    after = HEADING.sub(anchored, after)
    if not mark:
        return page
    lists, open_list = "", False
    for level, anchor, words in entries:
        link = f"<a href='#{anchor}'>{words}</a>"
        if level == "1":
            lists += "</ul>" * open_list + f"<h4>{link}</h4>"
            open_list = False
        else:
            lists += "<ul>" * (not open_list) + f"<li>{link}</li>"
            open_list = True
    return f"{before}<nav aria-label='Contents'>{lists}{'</ul>' * open_list}</nav>{after}"


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}-{count}" for count in itertools.count(2))
