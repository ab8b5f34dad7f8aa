"""Random faults for scenes: in their text, and in the tables read from it."""

from __future__ import annotations

import copy
import datetime
import decimal
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

NASTY = (
    "", " ", ".", "..", "a/b", "/", "\x1b]0;title\x07", "\x1b[31m", "\x9b31m", "\u202eabc", "a\nb", "\r",
    "\t", "a\0b", "x" * 300, "y/" * 3000, "x" * 10**5, "é" * 101, "a b", "[red]", "[/]", "$x$", "\ufeff",
    "\U0001d518", "e\u0301", "\u200b", "²", "__proto__", "9**9**9 s", "1e999 s", "3 kg", "5 %", "0.2 MPa",
    "3 mpa", "nan", "inf m", "1e-400 m", "5 ms", "٣ m", "1/s", "1 " + "/s" * 60, "C:\\x", "~",
    "../../etc/passwd", "a\\", '"', "'", '"""', "#", "=", "body", "x", "lowest",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    *NASTY, 0, 1, -1, 2, 3, 7, 1000, 2**31 - 1, 2**31, 2**63, 10**19, 10**4000, True, False, 0.5, 1.0, -0.0,
    1e-320, 1e300, -1e308, 5e-324, float("inf"), float("-inf"), float("nan"), [], {}, [[]], [{}], [0, 0, 0],
    ["1 cm"] * 3, [1.0, 2.0], [0] * 5000, ["x"] * 5000, {"a": {"b": [1]}}, {"x" * 500: 1},
    datetime.date(2020, 1, 1), datetime.datetime(2020, 1, 1, 2), datetime.time(1, 2), {"lowest": 0.1},
    {"box": [[0, 0, 0], [1, 1, 1]]},
)  # fmt: skip
ENTRIES = (
    "name", "kind", "time", "step", "steps", "mesh", "body", "file", "regions", "fixed", "materials", "at",
    "force", "region", "impulse", "duration", "control", "effort", "control_cost", "final", "up", "seed",
    "box", "absent",
)  # fmt: skip
TOKENS = (
    "[", "]", "[[", "]]", "{", "}", "=", ".", ",", '"', "'", '"""', "'''", "#", "\n", "\r\n", "\\",
    "\\u0041", "\\ud800", "\\U0010ffff", "\\x1b", "\0", "\x1b", "\u202e", "\ufeff", "é", "0", "1e9", "-",
    "+inf", "nan", "0x", "1_0", "_", "1979-05-27T07:32:00Z", "07:32:00", "true", "a", "a.b", "[time]",
    "[mesh]", "[[loads]]", "kind = 'fluid'", " ", "\t",
)  # fmt: skip


LETTERS = [
    *"abcABC019 ._-",
    "é",
    "ü",
    "日",
    "😀",
    "\\",
    '"',
    "'",
    "#",
    "[",
    "]",
    "\t",
    "\x85",
    "\u00a0",
    "\ufeff",
]


class Odd:
    """An object without a usable representation."""

    def __repr__(self) -> str:
        raise RuntimeError("\x1b")

    __str__ = __repr__


ODD: tuple[Any, ...] = (  # that no file can hold
    Odd(), object(), None, b"x", 3 + 4j, decimal.Decimal("1.5"), decimal.Decimal("nan"), {1, 2}, (1, 2, 3),
    range(3), np.float64(0.5), np.float32("nan"), np.int64(3), np.array([1.0, 2.0, 3.0]), np.zeros((2, 0)),
    np.str_("a"), Path("x"), Path("\0"), "\udcff", "\ud800", int, print, {1: 2}, {None: 1}, {(1, 2): 3},
    10**5000, iter([1]), Exception("\x1b"), type("\x1b", (), {})(), bytearray(b"\xff"), [None], {"a": None},
    10.0**308, {Odd(): 1},
)  # fmt: skip


def mutated_text(draw: random.Random, text: str, other: str) -> str:
    """The text with pieces left out, repeated, exchanged or inserted, some of them from another text."""
    for _ in range(draw.choice((1, 1, 1, 2, 5, 50))):
        at = draw.randrange(len(text) + 1)
        until = min(len(text), at + draw.choice((0, 0, 1, 3, 30, 300)))
        text = text[:at] + _piece(draw, text[at:until], other) + text[until:]
    return text


def _piece(draw: random.Random, old: str, other: str) -> str:
    """A replacement for a piece of text."""
    what = draw.randrange(7)
    if what == 0:
        return ""
    if what == 1:
        return old * 2
    if what == 2:
        return draw.choice(TOKENS) * draw.choice((1, 2, 40, 1500, 20_000))
    if what == 3:
        return draw.choice(NASTY)
    if what == 4:
        return chr(
            draw.choice((draw.randrange(256), draw.randrange(0xD800), draw.randrange(0xE000, 0x110000)))
        )
    if what == 5:
        start = draw.randrange(len(other))
        return other[start : start + draw.randrange(200)]
    return draw.choice(TOKENS)


def mutated_bytes(draw: random.Random, data: bytes) -> bytes:
    """The bytes with some exchanged; the result may be no valid text."""
    at = draw.randrange(len(data) + 1)
    return data[:at] + draw.randbytes(draw.randrange(4)) + data[at + draw.randrange(3) :]


def mutated_tree(draw: random.Random, data: dict[str, Any], values: tuple[Any, ...]) -> dict[str, Any]:
    """The entries with some exchanged, left out, moved or added, at any depth."""
    data = copy.deepcopy(data)
    for _ in range(draw.choice((1, 1, 1, 2, 4))):
        places = list(places_in(data))
        holder, key = draw.choice(places)
        what = draw.randrange(12)
        if what == 0 and len(holder) > 1:
            del holder[key]
        elif what == 1:
            holder[key] = [holder[key]] * draw.choice((1, 2, 3, 1000))
        elif what == 2 and isinstance(holder, dict):
            holder[draw.choice(NASTY + ENTRIES)] = holder.pop(key)
        elif what == 3 and isinstance(holder, dict):
            holder[draw.choice(NASTY + ENTRIES)] = draw.choice(values)
        elif what == 4:
            other, there = draw.choice(places)
            holder[key] = copy.deepcopy(other[there])
        elif what == 5:
            deep: Any = draw.choice(values)
            for _ in range(draw.choice((2, 20, 60))):
                deep = draw.choice(([deep], {"a": deep}))
            holder[key] = deep
        elif what == 6:
            holder[key] = draw.choice(values)
        else:
            holder[key] = alike(draw, holder[key])
    return data


def alike(draw: random.Random, old: Any) -> Any:
    """Another value of the same type, perhaps extreme; a container gets one such part."""
    if isinstance(old, dict | list) and old:
        new = copy.copy(old)
        key = draw.choice(list(old)) if isinstance(old, dict) else draw.randrange(len(old))
        new[key] = alike(draw, old[key])
        return new
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return draw.choice((1, -1)) * draw.randrange(10 ** draw.randrange(1, 12))
    number = draw.choice((1, 1, 1, -1)) * 10 ** draw.choice((draw.uniform(-320, 308), draw.uniform(-3, 3)))
    if isinstance(old, str):
        amount, _, unit = old.partition(" ")
        is_quantity = amount[-1:].isdigit() and unit
        return f"{number!r} {unit}" if is_quantity else "".join(draw.choices(LETTERS, k=draw.randrange(120)))
    return number if isinstance(old, float) else old


def places_in(data: Any, depth: int = 9) -> Iterator[tuple[Any, Any]]:
    """The places of all values: the container of each, and its key or index there."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield data, key
        if depth and isinstance(value, dict | list) and len(value) < 1000:
            yield from places_in(value, depth - 1)
