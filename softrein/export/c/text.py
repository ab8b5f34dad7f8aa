"""Text of C: templates, and constants as arrays with names and comments.

A template is C for a model that is called `model`, in double precision. Lines that end in `//? flag` (or `//?
!flag`) are kept where the flag is set (or is not), and so are lines between `//{ flag` and `//}`. `$word` is
replaced. In single precision `double` becomes `float`, numbers and functions of libm get an f; `wide_double`
stays double there, for sums of numbers that all but cancel. So does what `kept_double` has marked, but for
`narrow_double`, which is float in single precision everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from math import isinf
from string import Template
from typing import NamedTuple

import numpy as np

from softrein.errors import BundleError

Array = np.ndarray

FUNCTIONS = "sqrt|fabs|fmax|fmin|hypot|log1p|exp|sin|cos|floor"
_MARK = re.compile(r" ?//\? (!?\w+)$")
_NUMBER = re.compile(r"(?<![\w.])(\d+\.\d*(?:e[-+]?\d+)?|\d+e[-+]?\d+)(?![\w.])")
_DECLARED = re.compile(
    r"((?:^/\*(?:[^*]|\*(?!/))*\*/\n)(?:void|int) (?:model_\w+)\((?:[^{;])*\)) \{", re.MULTILINE
)
# what is called after the model; a word comes first, so that megabytes of numbers are passed over quickly
_LOWER, _UPPER = re.compile(r"model_(?<!\wmodel_)"), re.compile(r"MODEL(?<!\wMODEL)(?=_|\b)")
_OPEN, _CLOSE = "\x02", "\x03"
_KEPT = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")
_LEAST = float(np.finfo(np.float32).tiny)
WIDTH = 104  # most characters of a line of numbers


class Constant(NamedTuple):
    """An array of a C file."""

    name: str
    values: Array
    meaning: str
    public: bool = False  # whether other files may read it; its name is then prefixed with the model's name
    wide: bool = False  # whether it stays double in single precision
    aligned: bool = False  # whether it begins on a cache line, for loads of several numbers


def template(name: str, flags: set[str], words: Mapping[str, object]) -> str:
    """Return a template's text with its flags and words."""
    lines = files("softrein.export.c").joinpath("templates", name).read_text("utf-8").splitlines()
    return Template("\n".join(_kept(lines, flags)) + "\n").substitute(words)


def _kept(lines: list[str], flags: set[str]) -> Iterator[str]:
    keeps = True
    for line in lines:
        if line.startswith("//{"):
            keeps = _holds(line[3:].strip(), flags)
        elif line == "//}":
            keeps = True
        elif keeps:
            mark = _MARK.search(line)
            if mark is None or _holds(mark[1], flags):
                yield line if mark is None else line[: mark.start()].rstrip()


def _holds(condition: str, flags: set[str]) -> bool:
    return (condition.lstrip("!") in flags) != condition.startswith("!")


def declarations(code: str) -> str:
    """Return the public functions with their comments, for a header."""
    return "\n".join(f"{found};" for found in _DECLARED.findall(code))


def constant(found: Constant) -> str:
    """Write an array with a comment, one row of its last axis after the other."""
    whole = found.values.dtype.kind in "iub"
    sizes = "".join(f"[{size}]" for size in found.values.shape)
    kept = "" if found.public else "static "
    kind = {"b": "unsigned char", "f": "double"}.get(found.values.dtype.kind, "int")
    comment = f"/* {found.meaning} */\n" if found.meaning else ""
    head = f"{comment}{kept}const {kind} {found.name}{sizes}{' ALIGNED' * found.aligned} = "
    text = f"{head}{_braced(found.values, whole)};\n"
    return kept_double(text) if found.wide else text


def _braced(values: Array, whole: bool) -> str:
    if values.ndim > 1:
        return "{\n" + ",\n".join(_braced(each, whole) for each in values) + "\n}"
    words = [str(int(x)) if whole else _number(x) for x in values.tolist()]
    lines: list[list[str]] = [[]]
    length = 0
    for word in words:
        if length + len(word) > WIDTH:
            lines.append([])
            length = 0
        lines[-1].append(word)
        length += len(word) + 2
    return "{" + ",\n ".join(", ".join(line) for line in lines) + "}"


def _number(value: float) -> str:
    if isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    text = repr(value)
    return text if "." in text or "e" in text else f"{text}.0"


def finished(code: str, name: str, single: bool) -> str:
    """Return the text of a template or a constant with the model's own name, and its precision.

    Raises BundleError where that is single and a number is too large for it.
    """
    code = _LOWER.sub(f"{name}_", _UPPER.sub(name.upper(), code))
    if not single:
        return code
    parts = _KEPT.split(code)
    parts[::2] = map(_in_single, parts[::2])
    return re.sub(r"\bwide_double\b", "double", re.sub(r"\bnarrow_double\b", "float", "".join(parts)))


def kept_double(code: str) -> str:
    """Mark text that `finished` leaves in double precision, except for `narrow_double`."""
    return f"{_OPEN}{code}{_CLOSE}"


def _in_single(code: str) -> str:
    code = re.sub(rf"\b({FUNCTIONS})\(", r"\1f(", re.sub(r"\bdouble\b", "float", code))
    with np.errstate(over="ignore"):
        return _NUMBER.sub(lambda found: _single(found[1]), code)


def _single(number: str) -> str:
    """Return the nearest number of single precision; it is zero where the number is too small.

    Raises BundleError where it is too large.
    """
    value = np.float32(number)
    if value == np.inf:
        raise BundleError(f"{number} is too large for single precision: leave --float out")
    return f"{value!s}f" if value >= _LEAST else "0.0f"


def plain(text: str) -> str:
    """Return text that cannot end a comment of C, or continue a line."""
    return re.sub(rf"[*/\\\n?{_OPEN}{_CLOSE}]", " ", text)


def identifier(text: str) -> str:
    """Make a C name from any text: letters, digits and underscores, in lower case."""
    found = re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_").lower()
    return found if found and not found[0].isdigit() else f"n{found}"


def identifiers(names: list[str]) -> list[str]:
    """Make C names for several texts, all of them different."""
    found: list[str] = []
    for name in map(identifier, names):
        number, unique = 2, name
        while unique in found:
            unique, number = f"{name}_{number}", number + 1
        found.append(unique)
    return found
