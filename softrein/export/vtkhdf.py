"""Runs as VTKHDF files of version 2.0, which ParaView 5.12 and VTK 9.3, and whatever came later, read.

A file is HDF5 with a group /VTKHDF that holds one data set whose arrays are those of all frames, one behind
the other; the group Steps says for each frame where in them to begin. What does not change over time is
stored once, and begins at 0 in every frame. See docs.vtk.org, "VTKHDF file format".

    body        UnstructuredGrid: positions; displacement from rest, deviation from the reference,
                both vectors in m; regions as 0 or 1
    smoke       ImageData with values in cells: density, velocity in m/s, solid as 0 or 1
    particles   PolyData: positions; steered as 0 or 1; deviation from the reference in m, 0 if not steered

Numbers are single precision: 36 bytes for each vertex and frame of a body; 16 for each cell and frame of
smoke, before they are compressed. The reference of a frame is blended between steps just as the run is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from runtime.bundle.file import stored_name
from runtime.smoke.tracers import Density, FrameField, Tracers
from softrein.whole_file import whole_file

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle
    from runtime.bundle.record import Bundle
    from runtime.bundle.smoke import SmokeBundle
    from runtime.run import Run
    from softrein.export.run import Frames, Progress

VERSION = (2, 0)
TETRAHEDRON = 10  # VTK's number of the kind of cell
POLYDATA_CELLS = ("Vertices", "Lines", "Polygons", "Strips")  # in the order of Steps/CellOffsets
COMPRESSION = {"compression": "gzip", "compression_opts": 1, "shuffle": True}  # smoke is smooth or nought


def write(bundle: Bundle, run: Run, frames: Frames, path: Path, progress: Progress) -> list[Path]:
    """A run of any kind of bundle; returns the files."""
    if bundle.kind == "fluid":
        return write_smoke(cast("SmokeBundle", bundle), run, frames, path, progress)
    write_body(cast("BodyBundle", bundle), run, frames, path, progress)
    return [path]


def write_body(bundle: BodyBundle, run: Run, frames: Frames, path: Path, progress: Progress) -> None:
    """The tetrahedra of a body, moving."""
    tets, count, shape = bundle.tets, len(bundle.vertices), bundle.shape
    with _vtkhdf(path, "UnstructuredGrid", frames) as root:
        for name, number in (("Points", count), ("Cells", len(tets)), ("ConnectivityIds", tets.size)):
            root[f"NumberOf{name}"] = np.array([number])
        root["Connectivity"] = tets.ravel().astype(np.int64)
        root["Offsets"] = 4 * np.arange(len(tets) + 1)
        root["Types"] = np.full(len(tets), TETRAHEDRON, dtype=np.uint8)
        _still_mesh(root, frames, count, kinds=1)
        for name, region in bundle.regions.items():
            inside = np.zeros(count, dtype=np.uint8)
            inside[region] = 1
            _still(root, frames, "PointData", f"region {stored_name(name)}", inside)
        points = root.create_dataset("Points", (len(frames) * count, 3), np.float32)
        moved = _moving(root, frames, "PointData", "displacement", (count, 3))
        off = _moving(root, frames, "PointData", "deviation", (count, 3))
        stream = zip(run.states, bundle.track.states, strict=True)
        for frame, (state, reference) in enumerate(frames.blended(stream)):
            progress("frames", frame, len(frames))
            here, rows = shape.positions(state), slice(frame * count, (frame + 1) * count)
            points[rows] = here
            moved[rows] = here - bundle.vertices
            off[rows] = here - shape.positions(reference)


def write_smoke(bundle: SmokeBundle, run: Run, frames: Frames, path: Path, progress: Progress) -> list[Path]:
    """The grid of smoke, and beside it, in NAME.particles.vtkhdf, its particles if there are any."""
    beside = path.with_name(f"{path.stem}.particles{path.suffix}")
    steered = bundle.particles
    count = steered + len(bundle.carried)
    with _vtkhdf(path, "ImageData", frames) as grid:
        density, velocity = _image(bundle, frames, grid)
        if not count:
            for frame, (values, flow, _, _) in enumerate(frames.blended(_steps(bundle, run))):
                progress("frames", frame, len(frames))
                density[frame, 0], velocity[frame, 0] = values.T, flow
        else:
            with _vtkhdf(beside, "PolyData", frames) as cloud:
                points, off = _cloud(bundle, frames, cloud, count)
                for frame, (values, flow, here, apart) in enumerate(frames.blended(_steps(bundle, run))):
                    progress("frames", frame, len(frames))
                    density[frame, 0], velocity[frame, 0] = values.T, flow
                    rows = slice(frame * count, (frame + 1) * count)
                    points[rows], off[rows] = here, apart
    return [path, beside] if count else [path]


def _steps(bundle: SmokeBundle, run: Run) -> Iterator[tuple[np.ndarray, ...]]:
    """For each step, density (nx, ny), velocities (ny, nx, 3), and places and deviations (count, 3).

    The smoke and what is only carried follow the run's own reduced field, as in pictures.
    """
    field = FrameField(bundle.modes)
    smoke = Density(bundle.modes, bundle.density, bundle.dt, field)
    leaves = Tracers(bundle.modes, bundle.carried, bundle.dt, field)
    places, wanted = (bundle.shape.positions(states) for states in (run.states, bundle.track.states))
    for step, state in enumerate(run.states):
        z = state[2 * bundle.particles :]
        u, v = field.at(z)
        flow = np.stack([(u[1:] + u[:-1]).T / 2, (v[:, 1:] + v[:, :-1]).T / 2], axis=2)
        here = _in_space(np.concatenate([places[step], leaves.points]))
        apart = np.zeros_like(here)
        apart[: bundle.particles, :2] = places[step] - wanted[step]
        yield smoke.values, _in_space(flow), here, apart
        if step < bundle.steps:
            smoke.advance(z)
            leaves.advance(z)


def _image(bundle: SmokeBundle, frames: Frames, root: Any) -> tuple[Any, Any]:
    """The data sets of density and velocity in the cells of a box one thin layer deep."""
    nx, ny = bundle.solid.shape
    hx, hy = bundle.modes.hx, bundle.modes.hy
    root.attrs["WholeExtent"] = np.array([0, nx, 0, ny, 0, 1])
    root.attrs["Origin"] = np.array([0.0, 0.0, -min(hx, hy) / 2])
    root.attrs["Spacing"] = np.array([hx, hy, min(hx, hy)])
    root.attrs["Direction"] = np.eye(3).ravel()
    count = len(frames)
    data, offsets = root.require_group("CellData"), root.require_group("Steps/CellDataOffsets")
    data.create_dataset("solid", (1, 1, ny, nx), np.uint8, data=bundle.solid.T[None, None], **COMPRESSION)
    offsets["solid"] = np.zeros(count, dtype=np.int64)
    offsets["density"] = offsets["velocity"] = np.arange(count)
    density = data.create_dataset(
        "density", (count, 1, ny, nx), np.float32, chunks=(1, 1, ny, nx), **COMPRESSION
    )
    velocity = data.create_dataset(
        "velocity", (count, 1, ny, nx, 3), np.float32, chunks=(1, 1, ny, nx, 3), **COMPRESSION
    )
    return density, velocity


def _cloud(bundle: SmokeBundle, frames: Frames, root: Any, count: int) -> tuple[Any, Any]:
    """The data sets of particles' places and deviations; each particle is a cell, so that it is drawn."""
    root["NumberOfPoints"] = np.array([count])
    for kind in POLYDATA_CELLS:
        cells = count if kind == "Vertices" else 0
        group = root.create_group(kind)
        group["NumberOfCells"] = group["NumberOfConnectivityIds"] = np.array([cells])
        group["Connectivity"] = np.arange(cells)
        group["Offsets"] = np.arange(cells + 1)
    _still_mesh(root, frames, count, kinds=len(POLYDATA_CELLS))
    steered = (np.arange(count) < bundle.particles).astype(np.uint8)
    _still(root, frames, "PointData", "steered", steered)
    points = root.create_dataset("Points", (len(frames) * count, 3), np.float32)
    return points, _moving(root, frames, "PointData", "deviation", (count, 3))


@contextmanager
def _vtkhdf(path: Path, kind: str, frames: Frames) -> Iterator[Any]:
    """The group /VTKHDF of a file of one kind of data set, with the frames' times."""
    import h5py

    with whole_file(path) as temporary, h5py.File(temporary, "w") as file:
        root = file.create_group("VTKHDF")
        root.attrs["Version"] = np.array(VERSION)
        root.attrs.create("Type", np.bytes_(kind), dtype=h5py.string_dtype("ascii", len(kind)))
        steps = root.create_group("Steps")
        steps.attrs["NSteps"] = len(frames)
        steps["Values"] = frames.times
        yield root


def _still_mesh(root: Any, frames: Frames, points: int, kinds: int) -> None:
    """Steps of cells that stay the same while points move; `kinds` of cells there may be."""
    steps, count = root["Steps"], len(frames)
    steps["PartOffsets"] = np.zeros(count, dtype=np.int64)
    steps["NumberOfParts"] = np.ones(count, dtype=np.int64)
    steps["PointOffsets"] = points * np.arange(count)
    steps["CellOffsets"] = np.zeros((count, kinds), dtype=np.int64)
    steps["ConnectivityIdOffsets"] = np.zeros((count, kinds), dtype=np.int64)


def _still(root: Any, frames: Frames, where: str, name: str, values: np.ndarray) -> None:
    """An array that is the same in all frames, stored once."""
    root.require_group(where)[name] = values
    root.require_group(f"Steps/{where}Offsets")[name] = np.zeros(len(frames), dtype=np.int64)


def _moving(root: Any, frames: Frames, where: str, name: str, shape: tuple[int, int]) -> Any:
    """A data set for `shape` single-precision numbers a frame, one frame behind the other."""
    count = len(frames)
    root.require_group(f"Steps/{where}Offsets")[name] = shape[0] * np.arange(count)
    return root.require_group(where).create_dataset(name, (count * shape[0], shape[1]), np.float32)


def _in_space(flat: np.ndarray) -> np.ndarray:
    """Vectors (..., 2) as (..., 3), with z = 0."""
    return np.concatenate([flat, np.zeros_like(flat[..., :1])], axis=-1)
