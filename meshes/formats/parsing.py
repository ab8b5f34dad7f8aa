"""Helpers that the readers share: the mesh as a file gives it, and text whose errors name file and line.

Nothing here trusts a count that a file states: a table is as long as the lines that are there, and the
stated count is compared with it afterwards.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from meshes.memory import check_fits
from meshes.tetmesh import Floats, Indices, MeshMaterial
from softrein.errors import MeshError, shown

LONGEST_TOKEN = 16  # most characters of a file's content in an error

CORNERS_ONLY = (
    "quadratic elements, of which the four corners are taken: `order = 2` in a scene's [mesh] makes "
    "quadratic ones with straight edges of them"
)
_HEAD = 2**16  # bytes that are examined first
_COPIES = 4  # copies of a file in memory at once: bytes, text, lines
_PER_WORD = 160  # bytes of memory per number or line; a string alone takes 50
_APART = (
    bytes(range(33)) + b"," + bytes(range(128, 256))
)  # bytes that may separate words, including non-ASCII blanks
# most digits of an integer: more than any valid one, and short enough for an error message
_LONGEST_WHOLE = 24
_ROWS_AT_ONCE = 4096

_LARGEST_INDEX = 2.0**53  # above this, doubles do not represent all integers


class RawMesh(NamedTuple):
    """A mesh as read, before anything is checked or repaired; indices count from 0."""

    vertices: Floats  # (n, 3) positions in the file's unit
    tets: Indices  # (m, 4) vertex indices
    regions: dict[str, Indices]  # name -> vertex indices
    element_regions: dict[str, Indices] = {}  # noqa: RUF012 (nobody changes it)
    materials: dict[str, MeshMaterial] = {}  # noqa: RUF012


class Line(NamedTuple):
    """A line without its comment."""

    number: int  # line number in the file, from 1
    text: str
    included: Path | None = None  # the included file that contains the line; None: the main file


def line_error(path: Path, line: Line, what: str) -> MeshError:
    """Make the error for one line of a file, without quoting it: the file may be no mesh, but a secret."""
    return MeshError(f"{line.included or path}, line {line.number}: {what}")


def check_file(path: Path) -> int:
    """Return the file's size in bytes. Raises `MeshError` for a missing file, a directory, an empty file."""
    try:
        if not path.exists():
            raise MeshError(f"{path}: no such file")
        if not path.is_file():
            raise MeshError(f"{path}: not a file")
        size = path.stat().st_size
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    if not size:
        raise MeshError(f"{path}: the file is empty")
    return size


def read_bytes(path: Path, head: Callable[[bytes, int], str | None] = lambda first, size: None) -> bytes:
    """Read the whole file; `head` first checks its first bytes and size, and returns what is wrong, or None.

    Raises `MeshError` as `check_file` does, for an unreadable file, and for one that memory does not hold.
    """
    size = check_file(path)
    try:
        with path.open("rb") as file:
            first = file.read(_HEAD)
            if wrong := head(first, size):
                raise MeshError(f"{path}: {wrong}")
            check_fits(path, _COPIES * size)
            content = first + file.read(max(0, size - len(first)))
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    if not content.strip():
        raise MeshError(f"{path}: the file is empty")
    return content


def head_of(path: Path) -> bytes:
    """Read the first bytes of a file, all of a small one. Raises `MeshError` where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(_HEAD)
    except OSError as error:
        raise _unreadable(path, error) from None


def no_text(content: bytes, size: int = 0) -> str | None:
    """Return what is wrong with content that should be text, or None."""
    return "not a text file" if b"\0" in content else None


def read_text(path: Path) -> bytes:
    """Read a text file whose words and lines fit into memory one by one. Raises as `read_bytes` does."""
    content = read_bytes(path, head=no_text)
    if wrong := no_text(content):
        raise MeshError(f"{path}: {wrong}")
    most_words = len(content) - len(content.translate(None, _APART)) + 1
    check_fits(path, _COPIES * len(content) + _PER_WORD * most_words)
    return content


def read_lines(path: Path) -> list[Line]:
    """Read the lines that are not empty, without their comments (# to the end); any kind of line ends."""
    content = read_text(path)
    text = content.decode("utf-8-sig", errors="replace").replace("\r\n", "\n").replace("\r", "\n")
    stripped = (Line(k, line.partition("#")[0].strip()) for k, line in enumerate(text.split("\n"), start=1))
    return [line for line in stripped if line.text]


def _unreadable(path: Path, error: Exception) -> MeshError:
    return MeshError(f"{path}: cannot be read: {os.strerror(getattr(error, 'errno', 0) or errno.EINVAL)}")


def counted_table(path: Path, lines: Sequence[Line], what: str, widths: Sequence[int]) -> tuple[int, Floats]:
    """Read a line `count width [attributes [markers]]`, and `count` lines `number values attributes markers`.

    Returns the number of the first row (0 or 1; rows must be numbered without gaps) and the table without
    the numbers, (count, width + attributes + markers).
    """
    count, width, extra = _count_line(path, lines[0], what)
    rows = lines[1:]
    if width not in widths:
        allowed = " or ".join(str(w) for w in widths)
        raise line_error(path, lines[0], f"{what} must have {allowed} numbers each, not {width}")
    if len(rows) != count:
        raise line_error(path, lines[0], f"{count} {what} announced, {len(rows)} there: truncated or wrong")
    values = _numbers(path, rows, what, 1 + width + extra)
    return _first_number(path, rows, what, values[:, 0]), values[:, 1:]


def integers(path: Path, rows: Sequence[Line], what: str, values: Floats) -> Indices:
    """Return the values, one row a line, as integers. Raises `MeshError` where they are not whole."""
    wrong = (values != np.floor(values)) | (np.abs(values) > _LARGEST_INDEX)
    if wrong.any():
        raise line_error(path, rows[int(np.argmax(wrong.any(axis=1)))], f"{what} must be whole numbers")
    return values.astype(np.int64)


def check_range(
    path: Path, rows: Sequence[Line], what: str, indices: Indices, first: int, last: int
) -> Indices:
    """Return the same indices, one row a line. Raises `MeshError` unless all lie from `first` to `last`."""
    wrong = ((indices < first) | (indices > last)).any(axis=1)
    if wrong.any():
        numbered = f"they are numbered {first} to {last}"
        raise line_error(path, rows[int(np.argmax(wrong))], f"no such {what}: {numbered}")
    return indices


def words(line: Line) -> list[str]:
    """Return the words of a line that commas and blanks separate."""
    return line.text.replace(",", " ").split()


def whole_number(path: Path, line: Line, token: str) -> int:
    """Read `token`, a word of a line, as an integer. Raises `MeshError` for anything else."""
    try:
        if len(token) <= _LONGEST_WHOLE:
            return int(token)
    except ValueError:
        pass
    raise line_error(path, line, f"{shown(token, LONGEST_TOKEN)} is not a whole number")


def _count_line(path: Path, line: Line, what: str) -> tuple[int, int, int]:
    numbers = [whole_number(path, line, token) for token in words(line)]
    if not 2 <= len(numbers) <= 4 or min(numbers) < 0:
        raise line_error(path, line, f"expected the number of {what}, and how many numbers each has")
    if numbers[0] == 0:
        raise line_error(path, line, f"the file has no {what}")
    return numbers[0], numbers[1], sum(numbers[2:])


def _numbers(path: Path, rows: Sequence[Line], what: str, width: int) -> Floats:
    starts = range(0, len(rows), _ROWS_AT_ONCE)
    tables = [_numbers_of(path, rows[start : start + _ROWS_AT_ONCE], what, width) for start in starts]
    return np.concatenate(tables)


def _numbers_of(path: Path, rows: Sequence[Line], what: str, width: int) -> Floats:
    tokens = [words(row) for row in rows]
    for row, found in zip(rows, tokens, strict=True):
        if len(found) != width:
            raise line_error(path, row, f"{what} must have {width} numbers in a line, not {len(found)}")
    try:
        values = np.array(tokens, dtype=np.float64)
    except ValueError:
        raise _first_that_is_no_number(path, rows, tokens) from None
    wrong = ~np.isfinite(values).all(axis=1)
    if wrong.any():
        raise line_error(path, rows[int(np.argmax(wrong))], "numbers must be finite")
    return values


def _first_that_is_no_number(path: Path, rows: Sequence[Line], tokens: list[list[str]]) -> MeshError:
    for row, found in zip(rows, tokens, strict=True):
        for word in found:
            try:
                float(word)
            except ValueError:
                return line_error(path, row, f"{shown(word, LONGEST_TOKEN)} is not a number")
    return MeshError(f"{path}: the numbers cannot be read")


def _first_number(path: Path, rows: Sequence[Line], what: str, numbers: Floats) -> int:
    """Return the first number, 0 or 1, after checking that the rows are numbered from it without gaps."""
    first = int(numbers[0])
    if first not in (0, 1):
        raise line_error(path, rows[0], f"{what} must be numbered from 0 or from 1")
    wrong = numbers != np.arange(first, first + len(numbers))
    if wrong.any():
        k = int(np.argmax(wrong))
        raise line_error(path, rows[k], f"{what} must be numbered without gaps, {first + k} expected here")
    return first


def is_number(word: str) -> bool:
    """Whether a word can be read as a floating-point number; `nan` is one."""
    try:
        float(word)
    except ValueError:
        return False
    return True
