"""Names that scenes give and refer to: of regions, materials, targets, actuators, and of the scene itself.

They become names in files, in tables and on pages, so a scene refuses at once what some of these cannot
have. What a mesh's file calls its parts is not up to the scene: `as_names` says what each goes by there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable
from itertools import count
from typing import Annotated

from pydantic import AfterValidator, WithJsonSchema

from softrein.errors import shown

LONGEST = 100  # characters


def fault(name: str) -> str | None:
    """What is wrong with a name, if anything."""
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
    """The name. Raises ValueError where it is none."""
    if wrong := fault(name):
        raise ValueError(f"{shown(name, 40)} {wrong}, which no name may; choose another")
    return name


def checked_plain(name: str) -> str:
    """A name that is a file's, too. Raises ValueError where it is none."""
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
    """A plain name from any text: what it may not hold becomes a hyphen."""
    name = re.sub(r"[^\w.-]+", "-", text)[:LONGEST]
    return "body" if fault(name) else name


def as_names(names: Iterable[str]) -> dict[str, str]:
    """What each name goes by: itself, or else the nearest that is one and that nothing else is called."""
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
    """The name, or one with a number, that is not taken."""
    return next(free for k in count(1) if (free := _numbered(name, k)) not in taken)


def _nearest(name: str) -> str:
    """The name with underscores for what no name may hold."""
    letters = (each if each.isprintable() and each != "/" else "_" for each in name[:LONGEST])
    near = "".join(letters).strip()
    return "_" * max(len(near), 1) if near in {"", ".", ".."} else near


def _numbered(name: str, k: int) -> str:
    ending = f"_{k}" if k > 1 else ""
    return name[: LONGEST - len(ending)] + ending
