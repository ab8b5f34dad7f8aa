"""A recording: markers over time, from C3D, CSV, .npz or .mat.

A CSV file has one line of names, and commas between its cells. Three columns `NAME_x`, `NAME_y`, `NAME_z` are
a marker; `time` is in seconds; others may be inputs that drove the body (`offline.identification.inputs`). An
empty cell or `nan` means that a marker was not seen.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from meshes.formats.parsing import LONGEST_TOKEN, Line, check_file, is_number, line_error, read_lines
from meshes.formats.reader_process import Arrays, read_apart
from offline.identification.parsers import UNITS, name_of_times
from softrein.errors import MeshError, shown, warn

Array = np.ndarray

READERS = {
    ".c3d": "offline.identification.parsers:parse_c3d",
    ".npz": "offline.identification.parsers:parse_npz",
    ".mat": "offline.identification.parsers:parse_mat",
}
AXIS = re.compile(r"(.+?)[ _.:]?([xyz])", re.IGNORECASE)
MOST_MARKERS = 200
SAME_RATE = 0.01  # relative difference of two rates that counts as none
MOST_NAMED = 8  # most columns named in a message
HEAD = 8  # header lines in which exports of motion capture may state what follows
FARTHEST = 1e4  # m, farthest plausible marker
LEAP = 3.0  # times its fastest way between frames: what a marker cannot go from one to the next


class Recording(NamedTuple):
    """Recorded markers over time."""

    name: str  # file name
    times: Array  # (T,) s, increasing times of the frames
    labels: list[str]  # names of the markers
    points: Array  # (T, m, 3) m, positions of the markers; NaN where one was not seen


class TimeSeries(NamedTuple):
    """Numbers over time."""

    name: str  # file name
    times: Array  # (T,) s, increasing
    values: dict[str, Array]  # values (T,) by column name


def read_columns(path: Path, rate: float | None = None) -> TimeSeries:
    """Read all columns of a file but its times, including those of a table's markers.

    `rate` in 1/s replaces missing times.

    Raises MeshError, naming the file, where it cannot be read.
    """
    found = _found(path)
    values = {k.removeprefix("column/"): v for k, v in found.items() if k.startswith("column/")}
    lengths = {len(each) for each in values.values()}
    if len(lengths) != 1 or (count := lengths.pop()) < 2:
        raise MeshError(f"{path}: there must be columns beside the time, all of the same length, 2 or more")
    return TimeSeries(path.name, _times(path, found, rate, count), values)


def read_recording(path: Path, unit: float | None = None, rate: float | None = None) -> Recording:
    """Read the recording in a file; `unit` in metres and `rate` in 1/s replace what the file does not state.

    Raises MeshError, naming the file, where it cannot be read, and MissingPackageError.
    """
    found = _found(path)
    markers = {k.removeprefix("marker/"): v for k, v in found.items() if k.startswith("marker/")}
    if not markers:
        raise MeshError(f"{path}: {_no_marker(found)}")
    for label, axis in _incomplete(_columns(found)).items():
        lacks = f"{shown(label, 30)} has no column {shown(f'{label}_{axis}', 30)}"
        warn(f"{path.name}: {lacks}, so it is no marker")
    if len(markers) > MOST_MARKERS:
        raise MeshError(f"{path}: {len(markers)} markers, and {MOST_MARKERS} at most are used; keep fewer")
    lengths = {len(each) for each in markers.values()}
    if len(lengths) != 1 or (count := lengths.pop()) < 2:
        raise MeshError(f"{path}: there must be markers, all with the same number of frames, 2 or more")
    times = _times(path, found, rate, count)
    own = float(found["unit"][0]) if "unit" in found else np.nan
    metres = own if np.isfinite(own) else unit or (np.nan if "unit" in found else 1.0)
    if unit is not None and metres != unit:
        warn(f"{path}: it says itself that its unit is {metres:g} m: --unit is not used")
    if not np.isfinite(metres):
        raise MeshError(f"{path}: POINT:UNITS is none of {', '.join(UNITS)}: say the unit, such as --unit mm")
    points = np.stack(list(markers.values()), axis=1)
    points = np.where(np.isfinite(points).all(axis=2, keepdims=True), points, np.nan) * metres
    _leave_out_gaps(points)
    if np.nanmax(np.abs(points), initial=0.0) > FARTHEST:
        raise MeshError(f"{path}: markers farther than {FARTHEST:g} m: say the unit, such as --unit mm")
    return Recording(path.name, times, list(markers), points)


def _leave_out_gaps(points: Array) -> None:
    """Take zeros for gaps, as some programs write them, where a marker would have to leap to the origin."""
    for places in points.swapaxes(0, 1):
        zero = np.flatnonzero((places == 0).all(axis=1))
        seen = np.flatnonzero(np.isfinite(places).all(axis=1) & (places != 0).any(axis=1))
        ways = np.linalg.norm(np.diff(places[seen], axis=0), axis=1) / np.diff(seen)
        fastest = float(ways.max(initial=0.0))
        for run in np.split(zero, np.flatnonzero(np.diff(zero) > 1) + 1) if zero.size else ():
            k = int(np.searchsorted(seen, run[0]))
            beside = [(seen[k - 1], run[0])] if k > 0 else []
            beside += [(seen[k], run[-1])] if k < len(seen) else []
            ways_there = [float(np.linalg.norm(places[i])) / abs(int(i) - int(j)) for i, j in beside]
            if min(ways_there, default=np.inf) > LEAP * fastest:
                places[run] = np.nan


def _found(path: Path) -> Arrays:
    """Read the arrays of a file by name."""
    suffix = path.suffix.lower()
    check_file(path)
    if suffix != ".csv" and suffix not in READERS:
        known = ", ".join(sorted([*READERS, ".csv"]))
        raise MeshError(f"{path}: unknown suffix {shown(path.suffix, 20)}; recordings are {known}")
    return _read_csv(path) if suffix == ".csv" else read_apart(path, READERS[suffix])


def _times(path: Path, found: Arrays, rate: float | None, count: int) -> Array:
    """Return the times (T,) s of all frames. Raises MeshError where there are none, or they do not rise."""
    own = float(found["rate"][0]) if "rate" in found else rate
    if "times" not in found and own is not None:
        _tell_rate(path, own, rate)
        return np.arange(count) / own
    if "times" not in found:
        raise MeshError(f"{path}: its frames have no times; say how many there are a second (--rate)")
    times = np.asarray(found["times"], dtype=float)
    if len(times) != count or not np.isfinite(times).all() or (np.diff(times) <= 0).any():
        raise MeshError(f"{path}: there must be one time a frame, in seconds and rising")
    if count > 1:
        _tell_rate(path, (count - 1) / float(np.ptp(times)), rate)
    return times


def _tell_rate(path: Path, own: float, rate: float | None) -> None:
    """Warn where a file's own rate differs from that which is given."""
    if rate is not None and abs(own / rate - 1) > SAME_RATE:
        warn(f"{path}: it says itself that it has {own:.4g} frames a second: --rate {rate:g} is not used")


def _columns(found: Arrays) -> list[str]:
    return [key.removeprefix("column/") for key in found if key.startswith("column/")]


def _no_marker(found: Arrays) -> str:
    """Say in words what a file holds instead of markers."""
    columns = _columns(found)
    if missing := _incomplete(columns):
        label, axis = next(iter(missing.items()))
        return f"the marker {shown(label, 30)} has no column {shown(f'{label}_{axis}', 30)}"
    others = {key.removeprefix("shape/"): tuple(v.tolist()) for key, v in found.items() if "shape/" in key}
    there = [shown(name, 20) for name in columns]
    there += [f"{shown(name, 20)} of shape {shape}" for name, shape in others.items()]
    more = f" and {len(there) - MOST_NAMED} more" if len(there) > MOST_NAMED else ""
    return (
        f"there must be markers: columns NAME_x, NAME_y and NAME_z of a table, or arrays (frames, 3); beside "
        f"times there is {', '.join(there[:MOST_NAMED]) or 'nothing'}{more}"
    )


def _places(names: list[str]) -> dict[str, dict[str, int]]:
    """Return for each label the numbers of its columns x, y and z."""
    found: dict[str, dict[str, int]] = {}
    for i, name in enumerate(names):
        if match := AXIS.fullmatch(name):
            found.setdefault(match[1], {})[match[2].lower()] = i
    return found


def coordinates(names: Iterable[str]) -> set[str]:
    """Return those names of columns that are together the three coordinates of a marker."""
    names = list(names)
    whole = [at for at in _places(names).values() if len(at) == 3]
    return {names[i] for at in whole for i in at.values()}


def _incomplete(names: list[str]) -> dict[str, str]:
    """Return labels with only two columns, and the axis of the missing one."""
    two = {label: there for label, there in _places(names).items() if len(there) == 2}
    return {label: next(axis for axis in "xyz" if axis not in there) for label, there in two.items()}


def _read_csv(path: Path) -> Arrays:
    lines = read_lines(path)
    names = _cells(path, lines[0]) if lines else []
    table = _table(path, lines, names) if lines else np.empty((0, 0))
    found: Arrays = {}
    of = [(match[1], match[2].lower()) for name in names if (match := AXIS.fullmatch(name))]
    if twice := next((each for each in of if of.count(each) > 1), None):
        label, axis = shown(twice[0], 30), twice[1]
        raise MeshError(f"{path}: two columns are the {axis} of the marker {label}: rename one of them")
    for label, at in _places(names).items():
        if len(at) == 3:
            found[f"marker/{label}"] = table[:, [at[axis] for axis in "xyz"]]
    times = name_of_times(names)
    for i, name in enumerate(names):
        if name == times:
            found["times"] = table[:, i]
        else:  # also for marker coordinates: three actuators may be called pull_x, pull_y and pull_z
            found[f"column/{name}"] = table[:, i]
    return found


def _table(path: Path, lines: list[Line], names: list[str]) -> Array:
    """Return the numbers (rows, columns) under the line of names, NaN in empty cells. Raises MeshError."""
    if len(names) == 1 and (other := next((each for each in ";\t" if each in names[0]), "")):
        raise line_error(path, lines[0], f"commas must stand between cells, and here it is {other!r}")
    heads = [_cells(path, line) for line in lines[1:HEAD]]
    wordy = any("".join(row) and not any(map(is_number, row)) for row in heads)
    if wordy or all(map(is_number, names)):
        raise MeshError(
            f"{path}: one line of names must stand above the numbers, such as time,tip_x,tip_y,tip_z: in "
            "an export of Motive, Vicon and the like delete the other lines, and columns that are no "
            "numbers"
        )
    if len(set(names)) < len(names):
        raise line_error(path, lines[0], "a name of a column must not stand twice")
    table = np.full((len(lines) - 1, len(names)), np.nan)
    for row, line in zip(table, lines[1:], strict=True):
        words = _cells(path, line)
        if len(words) != len(names):
            raise line_error(path, line, f"{len(words)} cells, and the line of names has {len(names)}")
        for i, word in enumerate(words):
            try:
                row[i] = float(word or "nan")
            except ValueError:
                cell = f"{shown(word.strip(), LONGEST_TOKEN)} under {shown(names[i], 30)}"
                raise line_error(path, line, f"{cell} is no number") from None
    return table


def _cells(path: Path, line: Line) -> list[str]:
    try:
        return [cell.strip() for cell in next(csv.reader([line.text]))]
    except csv.Error as error:
        raise line_error(path, line, str(error)) from None
