"""Names that scenes give and refer to: of regions, materials, targets, actuators, and of the scene itself.

They become names in files, in tables and on pages, so a scene refuses names that some of these cannot
have. Names in a mesh's file are not up to the scene: `as_names` gives each a name for scenes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable
from itertools import count
from typing import Annotated

from pydantic import AfterValidator, WithJsonSchema

from softrein.errors import shown

LONGEST = 100  # most characters of a name


def fault(name: str) -> str | None:
    """Return what is wrong with a name, or None."""
    if not name:
        return "is empty"
    if len(name) > LONGEST:
        return f"has {len(name)} characters, more than {LONGEST}"
    if name in {".", ".."}:
        return "means a folder"
    if "/" in name:
        return "has a slash"
    if not name.isprintable():
        return "has characters that cannot be printed"
    if name != name.strip():
        return "begins or ends with a blank"
    return None


def checked(name: str) -> str:
    """Return the name. Raises ValueError where it is not allowed."""
    if wrong := fault(name):
        raise ValueError(f"{shown(name, 40)} {wrong}; choose another name")
    return name


def checked_plain(name: str) -> str:
    """Return a name that may be a file's, too. Raises ValueError where it is not allowed."""
    if not re.fullmatch(r"[\w.-]+", checked(name)):
        raise ValueError(
            f"may have letters, digits, dots, hyphens and underscores only, not {shown(name, 40)}"
        )
    return name


_SCHEMA = {"type": "string", "minLength": 1, "maxLength": LONGEST}
Name = Annotated[str, AfterValidator(checked), WithJsonSchema(_SCHEMA)]
PlainName = Annotated[
    str, AfterValidator(checked_plain), WithJsonSchema({**_SCHEMA, "pattern": r"^[\w.-]+$"})
]


def as_plain_name(text: str) -> str:
    """Make a plain name from any text: characters that are not allowed become hyphens."""
    name = re.sub(r"[^\w.-]+", "-", text)[:LONGEST]
    return "body" if fault(name) else name


def as_names(names: Iterable[str]) -> dict[str, str]:
    """Return for each name itself if allowed, or else the nearest name that is allowed and unique."""
    names = list(names)
    found = {name: name for name in names if not fault(name)}
    taken, times = set(found), Counter[str]()
    for name in names:
        if name not in found:
            near = _nearest(name)
            times[near] += 1
            while (free := _numbered(near, times[near])) in taken:
                times[near] += 1
            taken.add(free)
            found[name] = free
    return found


def free_name(name: str, taken: Container[str]) -> str:
    """Return the name, or the name with a number, whichever is not taken."""
    return next(free for k in count(1) if (free := _numbered(name, k)) not in taken)


def _nearest(name: str) -> str:
    """Return the name with underscores for characters that are not allowed."""
    letters = (each if each.isprintable() and each != "/" else "_" for each in name[:LONGEST])
    near = "".join(letters).strip()
    return "_" * max(len(near), 1) if near in {"", ".", ".."} else near


def _numbered(name: str, k: int) -> str:
    ending = f"_{k}" if k > 1 else ""
    return name[: LONGEST - len(ending)] + ending
