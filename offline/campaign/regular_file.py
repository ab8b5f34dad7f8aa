"""Files under a known name, which anybody may have put there: only regular ones are opened and read as JSON.

A link, or a second name, leads to somebody else's file; a pipe may never end. So a file is opened
without following links and without waiting, and is used only if it is regular and has a single name. JSON
must be one object. NaN, and numbers that are too large for any figure, are refused.
"""

from __future__ import annotations

import errno
import json
import math
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

from softrein.errors import BundleError, shown

F = TypeVar("F")

MOST_BYTES = 2**26  # largest file of figures; the largest comparison has 3 MB
LONGEST_WHOLE = 18  # most digits of an integer
# Errors that reading such a file and looking up its entries may raise.
UNREADABLE = (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
NOT_NEGATIVE = frozenset(  # entries that cannot be negative: counts, lengths, integrals of squares
    ("error", "effort", "path rms", "path max", "lost", "runs", "error quartiles", "effort quartiles")
)


def open_regular(path: Path, flags: int = os.O_RDONLY) -> int:
    """Open a regular file with a single name, as `os.open` does. Raises OSError, saying what else it is."""
    own = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if path.is_symlink():
        raise OSError(errno.ELOOP, "it is a link")
    file = os.open(path, flags | own, 0o666)
    if not is_regular(os.fstat(file)):
        os.close(file)
        raise OSError(errno.EINVAL, "it is no regular file with a single name, but a device or linked")
    return file


def is_regular(about: os.stat_result) -> bool:
    """Whether a status is that of a regular file with one name, or none (it was removed)."""
    return stat.S_ISREG(about.st_mode) and about.st_nlink <= 1


def read_object(path: Path, infinite: bool = False) -> dict[str, Any]:
    """Read the JSON object in a file; `infinite`: numbers may be infinite. Raises one of `UNREADABLE`."""
    with os.fdopen(open_regular(path), "rb") as file:
        if os.fstat(file.fileno()).st_size > MOST_BYTES:
            raise ValueError(f"it is larger than {MOST_BYTES >> 20} MiB")
        text = file.read(MOST_BYTES).decode("utf-8")
    constant = _infinite if infinite else _refused
    found = json.loads(text, parse_int=_whole, parse_float=_number, parse_constant=constant)
    if not isinstance(found, dict):
        raise TypeError("it is no object")
    return found


def read_figures(path: Path, check: Callable[[F], object], what: str, infinite: bool = False) -> F:
    """Read the object in a file, which `check` accepts; entries of `NOT_NEGATIVE` are not below 0.

    Raises BundleError as `refusing` does; `check` may raise any of `UNREADABLE`.
    """
    with refusing(path, what):
        found = read_object(path, infinite)
        check_signs(found)
        figures = cast(F, found)  # `check` validates it
        check(figures)
    return figures


@contextmanager
def refusing(path: Path, what: str) -> Iterator[None]:
    """Raise BundleError for any of `UNREADABLE` in the block, with the text `what`; "{}" is the reason."""
    try:
        yield
    except UNREADABLE as error:
        why = shown(getattr(error, "strerror", None) or str(error))
        raise BundleError(f"{path}: {what.format(why)}") from error


def check_signs(found: object, name: str = "") -> None:
    """Raise ValueError where an entry of `NOT_NEGATIVE`, at any depth, is below 0 or NaN."""
    if isinstance(found, dict):
        for key, value in found.items():
            check_signs(value, key if key in NOT_NEGATIVE else "")
    elif isinstance(found, list):
        for value in found:
            check_signs(value, name)
    elif name and isinstance(found, int | float) and not found >= 0:
        raise ValueError(f"{name} is {found}")


def _whole(text: str) -> int:
    if len(text) > LONGEST_WHOLE:
        raise ValueError("a whole number is too long")
    return int(text)


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{shown(text)} is out of range")
    return value


def _infinite(text: str) -> float:
    if text == "NaN":
        raise ValueError("it holds what is no number")
    return float(text)


def _refused(text: str) -> float:
    raise ValueError(f"it holds {text}")
