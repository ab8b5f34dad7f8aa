"""Points over time as plain numbers: numpy's .npz, and text in columns."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from meshes.formats.parsing import Line, is_number, line_error, read_lines
from meshes.formats.reader_process import Arrays
from meshes.tetmesh import Floats
from softrein.errors import MeshError

POINTS, TIMES, RATE = "points", "times", "fps"


def parse_npz(path: Path) -> Arrays:
    """Read points (frames, n, 3) and their times, or else a rate (1/s), from an .npz file.

    It runs in the process that reads files which nobody trusts.
    """
    with np.load(path, allow_pickle=False) as file:
        if POINTS not in file:
            raise MeshError(f"{path}: has no array `{POINTS}` (frames, n, 3)")
        points = _numbers(path, POINTS, file[POINTS])
        found = {"points/points": points}
        if TIMES in file:
            found["times/points"] = _numbers(path, TIMES, file[TIMES]).ravel()
        elif RATE in file:
            rate = _numbers(path, RATE, file[RATE]).ravel()
            if rate.shape != (1,) or not 0 < rate[0] < np.inf:
                raise MeshError(f"{path}: `{RATE}` must be one number above 0")
            found["times/points"] = np.arange(len(points)) / rate[0]
    return found


def _numbers(path: Path, name: str, values: np.ndarray) -> Floats:
    if values.dtype.kind not in "fiu":
        raise MeshError(f"{path}: `{name}` holds no real numbers")
    return np.atleast_1d(values.astype(np.float64))


def read_csv(path: Path) -> tuple[Floats, Floats]:
    """Read points (frames, n, 3) and times (frames,) of a table.

    A row holds a time, then x, y, z of each point. A first line of names and what follows a # are ignored.
    Raises MeshError with the line.
    """
    lines = read_lines(path)
    if lines and not is_number(lines[0].text.partition(",")[0]):
        lines = lines[1:]
    if not lines:
        raise MeshError(f"{path}: holds no rows of numbers")
    rows = [_row(path, line) for line in lines]
    width = len(rows[0])
    if width < 4 or width % 3 != 1:
        raise line_error(
            path, lines[0], f"{width} numbers; a row is the time, and then x, y and z of each point"
        )
    for line, row in zip(lines, rows, strict=True):
        if len(row) != width:
            raise line_error(path, line, f"{len(row)} numbers, and the first row has {width}")
    table = np.array(rows)
    return table[:, 1:].reshape(len(table), -1, 3), table[:, 0]


def _row(path: Path, line: Line) -> list[float]:
    try:
        return [float(word) for word in line.text.split(",")]
    except ValueError:
        raise line_error(path, line, "numbers must stand between its commas") from None
