"""Colours and words that pictures, charts and the page share.

Those of controllers are in `runtime.control.registry`. None of the colours carries a meaning that a word or a
line style does not carry too.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from numbers import Integral, Real
from typing import TypedDict

from runtime.control.controller import Controller
from runtime.control.registry import CONTROLLERS, LQR, NONE

INK = "#22262b"
FAINT_INK = "#6b7280"
HAIRLINE = "#d5d9de"
PAPER = "#ffffff"

REFERENCE = "#a3adb9"
PUSH = "#009e73"
WANTED = "#8e5bd0"  # a path that is to be followed
MOUNT = "#4b5563"
BALL = "#f0b429"
OBSTACLE, TOOL = "#c9ced6", "#8c7fb8"  # objects that the body touches: fixed and moving ones
TOUCH = "#c2187b"  # contact forces
HIT = "#0072b2"
MISS = "#c24e00"
# cables and chambers: without control, and at their limits
SLACK, PRESSED, SUCKED = "#8a94a1", "#ffd23c", "#21c7dd"

OTHER = Controller("", "", FAINT_INK, REFERENCE, "#8a94a1", (6.0, 1.0, 1.0, 1.0, 1.0, 1.0))
# controllers compared with LQR
RIVALS = tuple(name for name in CONTROLLERS if name not in {LQR.name, NONE.name})
EFFORT_UNIT = "N² s/kg"  # reduced forces in mass-orthonormal coordinates have the unit N/√kg
SERIES = (  # colours and line styles for further lines
    ("#0072b2", "-"), ("#c24e00", "--"), ("#009e73", "-."), ("#b3478c", (0, (1, 1.2))), ("#d98e04", "-"),
    ("#3b9ad9", (0, (6, 1.5, 1, 1.5, 1, 1.5))), ("#22262b", (0, (3, 1.5))), ("#7a8490", "-"),
)  # fmt: skip

Dash = str | tuple[float, tuple[float, ...]]  # a dash pattern in matplotlib's form


class Style(TypedDict, total=False):
    """The style of a line, as matplotlib takes it; sizes in points."""

    color: str
    ls: Dash
    lw: float
    alpha: float
    marker: str
    ms: float


class _Approach(TypedDict):
    hit: bool
    gap: float  # m, least distance of the body from the target about the time of the hit; negative: inside


class Hit(_Approach, total=False):
    """The result for a target: whether it is hit, the gap to it, and whether it should land."""

    landing: bool


RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LONG = re.compile(r"\d*\.\d{7,}(?:e[-+]?\d+)?")  # numbers with seven decimals or more


def controller(name: str) -> Controller:
    """Return a controller's name and style: its own name in grey, where the registry does not know it."""
    return CONTROLLERS.get(name) or replace(OTHER, name=name, words=name)


def shown(name: str) -> dict[str, object]:
    """Return a controller's name and style, as plain data."""
    known = controller(name)
    return {each: getattr(known, each) for each in ("name", "words", "colour", "pale", "dark", "dash")}


def colour_of(name: str) -> str:
    """Return the colour of a controller's lines."""
    return controller(name).colour


def body_of(name: str) -> str:
    """Return the colour of a body under a controller."""
    return controller(name).pale


def of_share(share: float) -> str:
    """Return the colour of a cable or chamber that acts with a share of its range, from -1 to 1."""
    ends = [bytes.fromhex(colour[1:]) for colour in (SLACK, SUCKED if share < 0 else PRESSED)]
    return "#" + "".join(f"{round(a + abs(share) * (b - a)):02x}" for a, b in zip(*ends, strict=True))


def paler(colour: str, share: float) -> str:
    """Return a colour mixed with a share of white."""
    return "#" + "".join(f"{round(part + share * (255 - part)):02x}" for part in bytes.fromhex(colour[1:]))


def name_of(name: str) -> str:
    """Return a controller's name in print."""
    return controller(name).words


def line_of(name: str) -> Dash:
    """Return a controller's line style in charts."""
    dash = controller(name).dash
    return (0, dash) if dash else "-"


def style_of(name: str) -> Style:
    """Return colour and line style of a controller, as matplotlib takes them."""
    return {"color": colour_of(name), "ls": line_of(name)}


def series(index: int) -> tuple[str, Dash]:
    """Return colour and line style of one among lines that have none of their own."""
    return SERIES[index % len(SERIES)]


def verdict_of(found: Hit) -> str:
    """Say whether a target was hit, from an entry of `softrein.facts.runs.hits`."""
    if found["hit"]:
        return "lands" if found.get("landing") else "hit"
    return f"missed by {length(found['gap'])}" if found["gap"] > 0 else "struck too soon"


def number(value: float, digits: int = 3) -> str:
    """Write a number with `digits` significant digits, in plain notation where that stays short."""
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    if not 1e-4 <= abs(value) < 1e6:
        mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
        return f"{mantissa} × 10{str(int(exponent)).translate(RAISED)}"
    return f"{value:,.{max(digits - 1 - math.floor(math.log10(abs(value))), 0)}f}"


def figure(value: object, digits: int = 3) -> str:
    """Write any value for tables and pages: whole numbers in full, others with `digits` digits."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Integral):
        return f"{int(value):,}"
    if isinstance(value, Real):
        return number(float(value), digits)
    if isinstance(value, (list, tuple)):
        return ", ".join(figure(each, digits) for each in value)
    return tidied(str(value))


def tidied(words: str) -> str:
    """Return a text in which every long decimal number is cut to four digits."""
    return LONG.sub(lambda found: f"{float(found[0]):.4g}", words)


def ratio(value: float) -> str:
    """Write a ratio with two digits: 2.1×, 1,228×."""
    return f"{number(value, 2 if value < 100 else 3)}×"


def length(metres: float) -> str:
    """Write a length with two digits, in a suitable unit."""
    for unit, size in (("m", 1.0), ("cm", 1e-2)):
        if metres >= size:
            return f"{number(metres / size, 2)} {unit}"
    return f"{number(metres * 1e3, 2)} mm"


def byte_words(count: float | None) -> str:
    """Write a number of bytes in a suitable unit; empty for None."""
    if count is None:
        return ""
    for unit in ("B", "kB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.2f} GB"
