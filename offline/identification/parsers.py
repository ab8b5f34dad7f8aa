"""Parsers of recordings, which run in the process that reads foreign files (`meshes.formats.reader_process`).

Each returns arrays by name: `times` (T,) s, `unit` (1,) m where the file says it, NaN for one that is not
known, `marker/NAME` (T, 3) with NaN where a marker was not seen, `column/NAME` (T,) of other numbers, and
`shape/NAME` the shape of an array that is none of these.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from warnings import catch_warnings, simplefilter

import numpy as np

from meshes.formats.reader_process import Arrays
from softrein.errors import MeshError, missing_extra, shown

TIMES, RATES = ("time", "times", "t"), ("rate", "fps")  # names of these, the likelier ones first
MARKERS, LABELS = "markers", "labels"
UNITS = {"m": 1.0, "cm": 1e-2, "mm": 1e-3}
MOST_NUMBERS = 2e8  # most numbers of a compressed file: 1.6 GB
UNSEEN = -1.0  # residual in a C3D file that marks a point as not seen


def name_of_times(names: Iterable[str]) -> str | None:
    """Return which of the names of columns is that of times, in capitals or not; None: none is."""
    found = [name for name in names if name.lower() in TIMES]
    return min(found, key=lambda name: (TIMES.index(name.lower()), name != name.lower()), default=None)


def parse_c3d(path: Path) -> Arrays:
    """Read the points of a C3D file, by the library c3d."""
    try:
        import c3d
    except ImportError:
        raise missing_extra("c3d", f"the C3D file {path}", "c3d") from None
    with path.open("rb") as file:
        with catch_warnings():
            simplefilter("ignore")  # for instance that there are no analogue channels
            reader = c3d.Reader(file)
        frames = np.array([points for _, points, _ in reader.read_frames()], dtype=float)
        labels = [str(label).strip() for label in reader.point_labels]
        rate, unit = float(reader.point_rate), reader.get("POINT:UNITS")
    points = np.where(frames[:, :, 3:4] > UNSEEN, frames[:, :, :3], np.nan)
    found = _named(path, labels[: points.shape[1]], points)
    said = "" if unit is None else unit.string_value.replace("\0", " ").strip().lower()
    return {
        **found,
        "times": np.arange(len(points)) / rate,
        **({"unit": np.array([UNITS.get(said, np.nan)])} if said else {}),
    }


def parse_npz(path: Path) -> Arrays:
    """Read the arrays of a numpy file; nothing is unpickled."""
    with np.load(path, allow_pickle=False) as file:
        return _sorted(path, {name: file[name] for name in file.files})


def parse_mat(path: Path) -> Arrays:
    """Read the variables of a MATLAB file, of versions before 7.3."""
    from scipy.io import loadmat, whosmat

    try:
        there = whosmat(path)
    except NotImplementedError:
        raise MeshError(f"{path}: a file of version 7.3: save it with `save FILE -v7`") from None
    if sum(np.prod(shape, dtype=float) for _, shape, _ in there) > MOST_NUMBERS:
        raise MeshError(f"{path}: its variables have more than {MOST_NUMBERS:g} numbers")
    loaded = loadmat(path, squeeze_me=True, chars_as_strings=True)
    shapes = {name: shape for name, shape, _ in there}
    variables = {name: np.asarray(loaded[name]) for name in shapes}
    if len(shapes.get(MARKERS, ())) == 3:  # a single marker is one, too
        variables[MARKERS] = variables[MARKERS].reshape(shapes[MARKERS])
    found = _sorted(path, variables)
    nested = [name for name, each in variables.items() if each.dtype.kind in "OV"]
    if nested and not any(key.startswith(("marker/", "column/")) for key in found):
        raise MeshError(
            f"{path}: {shown(nested[0], 30)} is a struct or a cell array: save its fields as plain arrays, "
            "each a variable of its own"
        )
    return found


def _named(path: Path, labels: list[str], points: np.ndarray) -> Arrays:
    """Return markers (T, m, 3) by their labels. Raises MeshError where two have the same."""
    found = {f"marker/{label.strip()}": points[:, i] for i, label in enumerate(labels)}
    if len(found) < len(labels):
        raise MeshError(f"{path}: two of its markers have the same label: a label must not stand twice")
    return found


def _sorted(path: Path, arrays: dict[str, np.ndarray]) -> Arrays:
    """Sort arrays by what they are: times, markers one by one or together, or a column."""
    numbers = {k: np.asarray(v, dtype=float) for k, v in arrays.items() if v.dtype.kind in "fiu"}
    found: Arrays = {}
    together = numbers.pop(MARKERS, None)
    if together is not None:
        if together.ndim != 3 or together.shape[2] != 3:
            frames, across = together.shape if together.ndim == 2 else (0, 1)
            cure = "" if across % 3 else f": reshape it to ({frames}, {across // 3}, 3)"
            shape = f"`{MARKERS}` has the shape {together.shape}, not (frames, markers, 3)"
            raise MeshError(f"{path}: {shape}{cure}")
        labels = np.atleast_1d(arrays.get(LABELS, np.arange(together.shape[1])))
        if len(labels) != together.shape[1]:
            raise MeshError(f"{path}: {len(labels)} {LABELS} for {together.shape[1]} markers")
        if labels.dtype.kind == "S":
            labels = np.char.decode(labels, "utf-8", "replace")
        found |= _named(path, [str(label) for label in labels], together)
    for name in RATES:
        if name in numbers:
            rate = numbers.pop(name).ravel()
            if rate.shape != (1,) or not 0 < rate[0] < np.inf:
                raise MeshError(f"{path}: `{name}` must be one number above 0")
            found["rate"] = rate
    times = name_of_times(numbers)
    for name, values in numbers.items():
        if values.ndim == 2 and values.shape[1] == 3:
            found[f"marker/{name}"] = values
        elif name == times:
            found["times"] = values.ravel()
        elif values.ndim == 1:
            found[f"column/{name}"] = values
        else:
            found[f"shape/{name}"] = np.array(values.shape)
    return found
