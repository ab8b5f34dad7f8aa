"""Plain data as the text of a TOML file; the standard library only reads them.

Available packages write tables in one line, or arrays with one entry a line, which is hard to read:
here lists are written in a line, and tables below one another.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import TypeGuard

from softrein.errors import SceneError, shown

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(data: Mapping[str, object]) -> str:
    """Write a file with these entries: texts, numbers, truth values, lists and tables."""
    return "\n".join(_lines(data, ())).strip() + "\n"


def _lines(data: Mapping[str, object], path: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of a table, plain entries first: what follows a table's heading belongs to it."""
    for entry, value in data.items():
        if not _is_table(value) and not _are_tables(value):
            yield f"{key(entry)} = {_value(value)}"
    for entry, value in data.items():
        name = ".".join(map(key, here := (*path, entry)))
        if _is_table(value):
            plain = any(not _is_table(part) and not _are_tables(part) for part in value.values())
            yield from ["", f"[{name}]"] if plain or not value else []
            yield from _lines(value, here)
        elif _are_tables(value):
            for table in value:
                yield from ["", f"[[{name}]]", *_lines(table, here)]


def _is_table(value: object) -> TypeGuard[Mapping[str, object]]:
    return isinstance(value, Mapping)


def _are_tables(value: object) -> TypeGuard[list[Mapping[str, object]]]:
    return isinstance(value, list) and bool(value) and all(map(_is_table, value))


def key(name: str) -> str:
    """Write a name as a key, quoted where it must be."""
    return name if _BARE.fullmatch(name) else quoted(name)


def quoted(text: str) -> str:
    """Write text as a string. Raises SceneError where no file can hold it (bytes that are no text)."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise SceneError(
            f"{shown(text)}: this name is not valid text, so a scene cannot contain it; rename it"
        ) from None
    return visible(json.dumps(text, ensure_ascii=False))


def visible(text: str) -> str:
    """Return the text of a file with TOML escapes for control characters and invisible ones."""
    return "".join(each if each.isprintable() or each in "\n\t" else f"\\U{ord(each):08x}" for each in text)


def remark(text: str) -> str:
    """Return text for a comment: on one line, and printable."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _value(value: object) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key(name)} = {_value(part)}' for name, part in value.items())} }}"
    return repr(value)
