"""Reading an animation: points that move, from one file or one file a frame.

    given           what is read                                    times
    .npz            numpy's arrays `points` (frames, n, 3) and      `times` (frames,) s, or `fps`
    .csv            a row a frame: time, then x, y, z of each point the first column, s
    .usd, .usda,    the points of one mesh or cloud of points, with  its time codes
    .usdc           all transforms above it
    .vtkhdf         the points of a grid or of polygonal data       its steps
    FOLDER/*.obj    a file a frame, in the order of their numbers;  none; those of a manifest where `softrein
                    or of any other format of meshes or surfaces    export` wrote the folder
    .obj-sequence   such a folder of an export

The number and the order of the points stay the same. Times count from the first frame. The unit of length and
the axis that points up are the file's where it states them (USD does, and so do exports).

Files come from outside: other libraries read them in a process with bounds on memory and time
(`meshes.formats.reader_process`), nothing is unpickled, no file makes another one be read, and a pattern may
have wildcards in the file's name only.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

import numpy as np

from meshes.animations.points import shape_points
from meshes.animations.tables import read_csv
from meshes.formats.parsing import check_file, read_bytes
from meshes.formats.reader_process import Arrays, read_apart
from meshes.memory import check_fits
from meshes.tetmesh import LONGEST, Floats
from softrein.errors import MeshError, shown

# an exported folder's suffix, and the name of its manifest
SEQUENCE, MANIFEST = ".obj-sequence", "frames.json"
MOST_FRAMES = 100_000
NEAREST, LONGEST_TIME = 1e-9, 1e9  # s: least time between two frames, and longest duration
WILD = re.compile(r"[*?\[]")
NUMBER = 8  # bytes of a number
NAMED = 6  # most names listed in a message
UP = "xyz"
_READERS = {
    ".npz": "meshes.animations.tables:parse_npz",
    ".usd": "meshes.animations.usd:parse_usd",
    ".usda": "meshes.animations.usd:parse_usd",
    ".usdc": "meshes.animations.usd:parse_usd",
    ".vtkhdf": "meshes.animations.vtkhdf:parse_vtkhdf",
}
# Rotations from coordinates with another up axis to those with y up.
_TO_Y = {
    "x": np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]]),
    "y": np.eye(3),
    "z": np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]]),
}


class Animation(NamedTuple):
    """Points that move."""

    points: Floats  # (frames, n, 3) m, positions of the points
    times: Floats  # (frames,) s, increasing from 0


class Manner(NamedTuple):
    """How a file is to be read; for None the file's own value counts, or else the caller's default."""

    unit: float = 1.0  # metres per unit, for files that do not state theirs
    up: str = "y"  # axis that points up in the result
    scale: float | None = None  # metres per unit of the file; overrides the file's own statement
    file_up: str | None = None  # axis that points up in the file; overrides the file's own statement
    rate: float | None = None  # frames a second; overrides the file's own times
    of: str | None = None  # name of one of several objects in the file


class Raw(NamedTuple):
    """The content of a file."""

    points: Floats  # (frames, n, 3), in the file's unit
    times: Floats | None = None  # (frames,) s, if the file states them
    unit: float | None = None  # m, length of the file's unit, if stated
    up: str | None = None


def read_animation(path: Path, manner: Manner) -> Animation:
    """Read the animation in a file, in a folder of an export, or in files by a pattern such as frames/*.obj.

    Raises MeshError, naming the file, where it is missing, malformed, of an unknown suffix, too large,
    has one frame only, numbers that are not finite, or times that are missing or do not rise.
    """
    raw = _raw(path, manner.of)
    points = placed(path, raw, manner)
    if len(points) < 2:
        raise MeshError(
            f"{path}: {len(points)} frame, and an animation has 2 or more; a single shape is the pose of a "
            "key-frame"
        )
    return Animation(points, _times(path, raw.times, len(points), manner.rate))


def read_shape(path: Path, manner: Manner) -> Floats:
    """Read the points (n, 3) m of one shape from a file of a surface or a mesh. Raises MeshError."""
    return np.asarray(placed(path, Raw(shape_points(path)[None]), manner)[0])


def placed(path: Path, raw: Raw, manner: Manner) -> Floats:
    """Return the points in metres, (frames, n, 3), with the right axis up. Raises MeshError."""
    points = np.asarray(raw.points, dtype=np.float64)
    if points.ndim != 3 or points.shape[2] != 3:
        raise MeshError(f"{path}: points have the shape {points.shape}, and not (frames, points, 3)")
    if not points.shape[1]:
        raise MeshError(f"{path}: holds no points")
    with np.errstate(over="ignore", invalid="ignore"):
        points = points * (manner.scale or raw.unit or manner.unit)
    wrong = ~(np.abs(points) < LONGEST).all(axis=(1, 2))
    if wrong.any():
        raise MeshError(
            f"{path}: frame {int(np.argmax(wrong))}, from 0, has coordinates that are not finite, or beyond "
            f"{LONGEST:g} m"
        )
    turn = _TO_Y[manner.up].T @ _TO_Y[manner.file_up or raw.up or manner.up]
    return np.asarray(points @ turn.T)


def _times(path: Path, own: Floats | None, count: int, rate: float | None) -> Floats:
    if rate is not None:
        with np.errstate(over="ignore"):
            return _apart(path, np.arange(count) / rate)
    if own is None:
        raise MeshError(f"{path}: its frames have no times; say how many there are a second")
    times = np.asarray(own, dtype=np.float64).ravel()
    if len(times) != count:
        raise MeshError(f"{path}: {len(times)} times for {count} frames; there must be one for each")
    if not np.isfinite(times).all():
        raise MeshError(f"{path}: its times are not finite numbers")
    late = np.flatnonzero(np.diff(times) <= 0)
    if late.size:
        k = int(late[0])
        raise MeshError(
            f"{path}: times must rise from frame to frame, and frame {k + 1}, from 0, is at "
            f"{times[k + 1]:g} s after one at {times[k]:g} s"
        )
    with np.errstate(over="ignore"):
        return _apart(path, np.asarray(times - times[0]))


def _apart(path: Path, times: Floats) -> Floats:
    """Return the times (from 0 on). Raises MeshError where they span too long, or two are too close."""
    if not times[-1] <= LONGEST_TIME:
        raise MeshError(f"{path}: its times span {times[-1]:.3g} s, and may span {LONGEST_TIME:g} s at most")
    near = int(np.argmin(np.diff(times)))
    if times[near + 1] - times[near] < NEAREST:
        raise MeshError(f"{path}: frames {near} and {near + 1}, from 0, are less than {NEAREST:g} s apart")
    return times


def _raw(path: Path, of: str | None) -> Raw:
    many = (WILD.search(path.name) and not path.is_file()) or path.suffix.lower() == SEQUENCE
    if of is not None and (many or path.suffix.lower() == ".csv"):
        raise MeshError(f"{path}: holds one thing only, and none called {shown(of, 60)}; leave that name out")
    if many:
        return _sequence(path)
    if path.suffix.lower() == ".csv":
        return Raw(*read_csv(path))
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        known = ", ".join(sorted([*_READERS, ".csv", SEQUENCE]))
        raise MeshError(
            f"{path}: unknown suffix {shown(path.suffix, 20)}; animations are {known}, and files by a "
            "pattern such as frames/*.obj"
        )
    check_file(path)
    return _chosen(path, read_apart(path, reader), of)


def _chosen(path: Path, found: Arrays, of: str | None) -> Raw:
    """Choose the points named `of`, or the only ones, among those a reader found, with their times if any."""
    names = [name.removeprefix("points/") for name in found if name.startswith("points/")]
    if of is not None:
        names = [name for name in names if of in (name, name.rpartition("/")[2])]
    if len(names) != 1:
        every = [name.removeprefix("points/") for name in found if name.startswith("points/")]
        listed = ", ".join(shown(name, 60) for name in every[:NAMED]) + ", ..." * (len(every) > NAMED)
        which = f"{shown(of, 60)} is " + ("none of them" if not names else "several of them") if of else ""
        raise MeshError(
            f"{path}: holds {len(every)} things with points"
            + (f", {listed}" if every else "")
            + (f"; {which}" if which else "; say which one is meant" if every else "")
        )
    unit, up = found.get("unit"), found.get("up")
    return Raw(
        found[f"points/{names[0]}"],
        found.get(f"times/{names[0]}"),
        None if unit is None else _unit(path, float(unit[0])),
        None if up is None else UP[int(up[0])],
    )


def _unit(path: Path, metres: float) -> float:
    if not 0 < metres < np.inf:
        raise MeshError(f"{path}: says that its unit is {metres:g} m long")
    return metres


def _sequence(pattern: Path) -> Raw:
    """Read one file a frame, in the order of their names."""
    if pattern.suffix.lower() == SEQUENCE and (pattern.is_dir() or not WILD.search(pattern.name)):
        pattern /= "*.obj"
    folder = pattern.parent
    if WILD.search(str(folder)) and not folder.is_dir():
        raise MeshError(
            f"{pattern}: wildcards may stand in the name of the files alone, not in their folder's"
        )
    if not folder.is_dir():
        raise MeshError(f"{folder}: no such folder")
    try:
        paths = sorted((each for each in folder.glob(pattern.name) if each.is_file()), key=_in_order)
    except ValueError as error:
        raise MeshError(f"{pattern}: no pattern of files ({error})") from error
    if not 0 < len(paths) <= MOST_FRAMES:
        raise MeshError(f"{pattern}: {len(paths) or 'no'} files; there may be 2 to {MOST_FRAMES}")
    first = shape_points(paths[0])
    check_fits(pattern, 2 * NUMBER * first.size * len(paths))
    frames = np.empty((len(paths), *first.shape))
    for frame, path in zip(frames, paths, strict=True):
        found = first if path is paths[0] else shape_points(path)
        if found.shape != first.shape:
            raise MeshError(
                f"{path}: {len(found)} points, and {paths[0].name} has {len(first)}: all have the same"
            )
        frame[:] = found
    manifest = folder / MANIFEST
    return _with_manifest(manifest, frames, paths) if manifest.is_file() else Raw(frames)


def _in_order(path: Path) -> list[tuple[int, int, str]]:
    """Sort key of a file name by its text and the value of numbers in it: frame 9 precedes frame 10."""
    parts = re.split(r"(\d+)", path.name)
    return [(1, int(part), part) if part.isdecimal() else (0, 0, part) for part in parts]


def _with_manifest(manifest: Path, frames: Floats, paths: list[Path]) -> Raw:
    """Return the frames with the times of an export's manifest, where it names all of them."""
    try:
        said = json.loads(read_bytes(manifest))
        times = {each["file"]: float(each["time"]) for each in said["frames"]}
        if not (said["unit"] == "m" and said["up"] in (*UP,)):
            return Raw(frames)
        return Raw(frames, np.array([times[path.name] for path in paths]), 1.0, said["up"])
    except (ValueError, LookupError, TypeError, RecursionError, OverflowError):
        return Raw(frames)
