"""Runs as VTKHDF files of version 2.0, which ParaView 5.12, VTK 9.3 and later versions read.

A file is HDF5 with a group /VTKHDF that holds one data set whose arrays are those of all frames, one after
the other; the group Steps has the offset of each frame in them. Arrays that do not change over time are
stored once, with the offset 0 in every frame. See docs.vtk.org, "VTKHDF file format".

    body        UnstructuredGrid: positions; displacement from rest, deviation from the reference,
                both vectors in m; regions as 0 or 1
    obstacles, contacts   PolyData, see `softrein.export.touches`
    smoke       ImageData with values in cells: density, velocity in m/s, solid as 0 or 1
    particles   PolyData: positions; steered as 0 or 1; deviation from the reference in m, 0 if not steered

Numbers are single precision: 36 bytes for each vertex and frame of a body; 16 for each cell and frame of
smoke, before they are compressed. The reference of a frame is blended between steps just as the run is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from runtime.plant.up_axis import UP
from softrein.base.whole_file import whole_file

if TYPE_CHECKING:
    from h5py import Dataset, Group

    from softrein.export.frames import Frames

VERSION = (2, 0)
# in the order of the columns of Steps/CellOffsets
POLYDATA_CELLS = ("Vertices", "Lines", "Polygons", "Strips")


@contextmanager
def data_set(path: Path, kind: str, frames: Frames, up: str = UP) -> Iterator[Group]:
    """Yield the group /VTKHDF of a file of one kind of data set, with the frames' times.

    Its unit, and its axis that points `up`, are ignored by VTK and read by `meshes.animations.vtkhdf`.
    """
    import h5py

    with whole_file(path) as temporary, h5py.File(temporary, "w") as file:
        root = file.create_group("VTKHDF")
        root.attrs["Version"] = np.array(VERSION)
        root.attrs.create("Type", np.bytes_(kind), dtype=h5py.string_dtype("ascii", len(kind)))
        root.attrs["LengthUnit"] = "m"
        root.attrs["UpAxis"] = up
        steps = root.create_group("Steps")
        steps.attrs["NSteps"] = len(frames)
        steps["Values"] = frames.times
        yield root


def still_mesh(root: Group, frames: Frames, points: int, kinds: int) -> None:
    """Write steps of cells that stay the same while points move, for `kinds` kinds of cells."""
    steps, count = root["Steps"], len(frames)
    steps["PartOffsets"] = np.zeros(count, dtype=np.int64)
    steps["NumberOfParts"] = np.ones(count, dtype=np.int64)
    steps["PointOffsets"] = points * np.arange(count)
    steps["CellOffsets"] = np.zeros((count, kinds), dtype=np.int64)
    steps["ConnectivityIdOffsets"] = np.zeros((count, kinds), dtype=np.int64)


def still(root: Group, frames: Frames, where: str, name: str, values: np.ndarray) -> None:
    """Write an array that is the same in all frames once."""
    root.require_group(where)[name] = values
    root.require_group(f"Steps/{where}Offsets")[name] = np.zeros(len(frames), dtype=np.int64)


def moving(root: Group, frames: Frames, where: str, name: str, shape: tuple[int, int]) -> Dataset:
    """Make a data set for `shape` single-precision numbers a frame, one frame after the other."""
    count = len(frames)
    root.require_group(f"Steps/{where}Offsets")[name] = shape[0] * np.arange(count)
    return root.require_group(where).create_dataset(name, (count * shape[0], shape[1]), np.float32)


def write_cells(root: Group, kind: str, parts: list[np.ndarray]) -> None:
    """Write cells of a kind of PolyData, (k, corners) each, in several parts."""
    group = root.create_group(kind)
    group["NumberOfCells"] = np.array([len(each) for each in parts])
    group["NumberOfConnectivityIds"] = np.array([each.size for each in parts])
    group["Connectivity"] = np.concatenate([each.ravel() for each in parts]).astype(np.int64)
    corners = parts[0].shape[1]
    group["Offsets"] = np.concatenate([corners * np.arange(len(each) + 1) for each in parts])
