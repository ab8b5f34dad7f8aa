"""Points over time from VTKHDF: of an unstructured grid or polygonal data, as exports write it.

All steps' points lie one behind the other in one array; the group Steps says where each begins. See
docs.vtk.org, "VTKHDF file format".

Limits: one piece a step.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from meshes.formats.other_files import only_this, refuse_links
from meshes.formats.reader_process import Arrays
from softrein.errors import MeshError, shown

if TYPE_CHECKING:
    from h5py import Group

KINDS = ("UnstructuredGrid", "PolyData")
AXES = ("x", "y", "z")
UNIT, UP = "LengthUnit", "UpAxis"  # attributes that this package's exports write


def parse_vtkhdf(path: Path) -> Arrays:
    """Read points, times, and the unit if stated, in the process that reads foreign files."""
    import h5py

    if not h5py.is_hdf5(path):
        raise MeshError(f"{path}: no HDF5 file, or a truncated one")
    refuse_links(path)
    with only_this(path), h5py.File(path, "r") as file:
        if "VTKHDF" not in file:
            raise MeshError(f"{path}: has no group /VTKHDF")
        root = file["VTKHDF"]
        kind = _text(root.attrs.get("Type", b""))
        if kind not in KINDS:
            raise MeshError(f"{path}: is of the type {shown(kind, 40)}; points are in {' or '.join(KINDS)}")
        counts = root["NumberOfPoints"][()].ravel()
        points = root["Points"]
        if points.ndim != 2 or points.shape[1] != 3 or points.dtype.kind != "f":
            raise MeshError(f"{path}: its points are no array (n, 3) of numbers")
        found: Arrays = {}
        if "Steps" in root:
            steps = root["Steps"]
            times = np.asarray(steps["Values"][()], dtype=np.float64).ravel()
            first, size = _pieces(path, steps, counts, len(times))
            found["times/points"] = times
        else:
            first, size = np.zeros(1, dtype=np.int64), int(counts.sum())
        if size < 0 or (first < 0).any() or (first + size > len(points)).any():
            raise MeshError(f"{path}: its steps ask for points that are not there; there are {len(points)}")
        whole = points[()].astype(np.float64)
        found["points/points"] = np.array([whole[start : start + size] for start in first.tolist()])
        if _text(root.attrs.get(UNIT, b"")) == "m":
            found["unit"] = np.ones(1)
        if (up := _text(root.attrs.get(UP, b""))) in AXES:
            found["up"] = np.array([AXES.index(up)])
    return found


def _pieces(path: Path, steps: Group, counts: np.ndarray, count: int) -> tuple[np.ndarray, int]:
    """Return where the points of each step begin (steps,), and how many points a step has."""
    parts = steps["NumberOfParts"][()].ravel() if "NumberOfParts" in steps else np.ones(count)
    if not (parts == 1).all():
        raise MeshError(f"{path}: its steps are in several pieces; merge them")
    which = steps["PartOffsets"][()].ravel() if "PartOffsets" in steps else np.arange(count)
    first = steps["PointOffsets"][()].ravel().astype(np.int64)
    if (
        len(which) != count
        or len(first) != count
        or not count
        or ((which < 0) | (which >= len(counts))).any()
    ):
        raise MeshError(f"{path}: its steps refer to pieces that do not exist: malformed")
    sizes = counts[which.astype(np.int64)]
    if (sizes != sizes[0]).any():
        raise MeshError(
            f"{path}: its steps have {sizes.min()} to {sizes.max()} points: the number must not change"
        )
    return first, int(sizes[0])


def _text(value: object) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)
