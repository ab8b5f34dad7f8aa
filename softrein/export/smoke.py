"""Runs of smoke in the formats that support it; the modules of the formats describe their content."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from shutil import disk_usage
from typing import TYPE_CHECKING

import numpy as np

from meshes.macgrid import beside
from meshes.memory import gigabytes
from runtime.base.progress import Progress
from runtime.smoke.tracers import FrameField, Tracers
from softrein.base import theme
from softrein.base.specks import specks
from softrein.errors import SoftreinError
from softrein.export.frames import Frames, told
from softrein.export.usd import Names, stage, write_cloud
from softrein.export.vtkhdf import POLYDATA_CELLS, data_set, moving, still, still_mesh, write_cells
from softrein.pictures.smoke_panels import FULL, carried

if TYPE_CHECKING:
    from h5py import Dataset, Group

    from runtime.bundle.smoke import SmokeBundle
    from runtime.run import Run

A_CELL = 16  # bytes per cell and frame: density and velocity
SMOKE_POINTS = 4000  # points that represent smoke: 140 kB a frame
PARTICLE, SPECK = 0.02, 0.006  # diameters of particles and smoke points as fractions of the box's longer side
# smoke is smooth or zero, and compresses well
COMPRESSION = {"compression": "gzip", "compression_opts": 1, "shuffle": True}


def write_vtkhdf(
    bundle: SmokeBundle, run: Run, frames: Frames, path: Path, controller: str, progress: Progress
) -> list[Path]:
    """Write the grid of smoke, and beside it, in NAME.particles.vtkhdf, its particles if there are any."""
    second, count = of_particles(path), bundle.particles + len(bundle.carried)
    _check_room(path, A_CELL * bundle.solid.size * len(frames))
    with ExitStack() as files:
        density, velocity = _image(bundle, frames, files.enter_context(data_set(path, "ImageData", frames)))
        points = off = np.empty((0, 3))
        if count:
            cloud = files.enter_context(data_set(second, "PolyData", frames))
            points, off = _cloud(bundle, frames, cloud, count)
        for frame, (values, flow, here, apart) in enumerate(frames.blended(_steps(bundle, run))):
            progress("frames", frame, len(frames))
            density[frame], velocity[frame] = values.T, flow
            rows = slice(frame * count, (frame + 1) * count)
            points[rows], off[rows] = here, apart
    return [path, second] if count else [path]


def _check_room(path: Path, size: float) -> None:
    """Raise SoftreinError where the disk has no room for `size` bytes, which compression may reduce."""
    free = disk_usage(path.absolute().parent).free
    if size > free:
        raise SoftreinError(
            f"{path}: the grid's frames take up to {gigabytes(size)} of disk, and {gigabytes(free)} are "
            "free; take fewer with --fps, or another disk"
        )


def of_particles(path: Path) -> Path:
    """Return the file of particles beside that of the grid."""
    return path.with_name(f"{path.stem}.particles{path.suffix}")


def files_of(bundle: SmokeBundle, path: Path) -> list[Path]:
    """Return the files that an export to `path` writes."""
    both = path.suffix == ".vtkhdf" and bundle.particles + len(bundle.carried) > 0
    return [path, of_particles(path)] if both else [path]


def _steps(bundle: SmokeBundle, run: Run) -> Iterator[tuple[np.ndarray, ...]]:
    """Yield for each step density (cells), velocities (cells, 3), and places and deviations (count, 3).

    Cells of velocities are in the order of VTK, (nz, ny, nx). Smoke and carried points follow the run's
    own reduced field, as in pictures.
    """
    field = FrameField(bundle.modes)
    places, wanted = (bundle.shape.positions(states) for states in (run.states, bundle.track.states))
    for step, (density, leaves) in enumerate(carried(bundle, run.states, field)):
        faces = field.at(run.states[step, bundle.flow_start :])
        sides = [beside(part, axis) for axis, part in enumerate(faces)]
        flow = np.stack([(before + beyond).T / 2 for before, beyond in sides], axis=-1)
        here, apart = np.concatenate([places[step], leaves]), np.zeros((bundle.particles + len(leaves), 3))
        apart[: bundle.particles, : bundle.axes] = places[step] - wanted[step]
        yield density, _in_space(flow), _in_space(here), apart


def _image(bundle: SmokeBundle, frames: Frames, root: Group) -> tuple[Dataset, Dataset]:
    """Make the data sets of density and velocity in the cells of a box; in a plane it is one thin layer."""
    spacing, flat = bundle.modes.spacing, 3 - bundle.axes  # number of missing axes
    least, shape = min(spacing), (1,) * flat + bundle.solid.T.shape
    root.attrs["WholeExtent"] = np.array([bound for count in reversed(shape) for bound in (0, count)])
    root.attrs["Origin"] = np.array([0.0, 0.0, -least / 2 * flat])
    root.attrs["Spacing"] = np.array([*spacing, *[least] * flat])
    root.attrs["Direction"] = np.eye(3).ravel()
    count = len(frames)
    data, offsets = root.require_group("CellData"), root.require_group("Steps/CellDataOffsets")
    data.create_dataset("solid", (1, *shape), np.uint8, data=bundle.solid.T.reshape(1, *shape), **COMPRESSION)
    offsets["solid"] = np.zeros(count, dtype=np.int64)
    offsets["density"] = offsets["velocity"] = np.arange(count)
    density, velocity = (
        data.create_dataset(name, (count, *each), np.float32, chunks=(1, *each), **COMPRESSION)
        for name, each in (("density", shape), ("velocity", (*shape, 3)))
    )
    return density, velocity


def _cloud(bundle: SmokeBundle, frames: Frames, root: Group, count: int) -> tuple[Dataset, Dataset]:
    """Make the data sets of particles' places and deviations; each is a cell, so that it is drawn."""
    root["NumberOfPoints"] = np.array([count])
    for kind in POLYDATA_CELLS:
        write_cells(root, kind, [np.arange(count if kind == "Vertices" else 0)[:, None]])
    still_mesh(root, frames, count, kinds=len(POLYDATA_CELLS))
    steered = (np.arange(count) < bundle.particles).astype(np.uint8)
    still(root, frames, "PointData", "steered", steered)
    points = root.create_dataset("Points", (len(frames) * count, 3), np.float32)
    return points, moving(root, frames, "PointData", "deviation", (count, 3))


def write_usd(
    bundle: SmokeBundle, run: Run, frames: Frames, path: Path, controller: str, progress: Progress
) -> list[Path]:
    """Write steered and carried particles, and points that represent smoke."""
    field, names, side = FrameField(bundle.modes), Names(), max(bundle.extent)
    colour = theme.body_of(controller)
    with stage(path, bundle.name, frames, names) as out:
        clouds = (
            ("steered", bundle.shape.positions(run.states), PARTICLE, theme.colour_of(controller)),
            ("carried", _carried(bundle, run, bundle.carried, field), PARTICLE, theme.BALL),
            (
                "smoke",
                _carried(bundle, run, specks(bundle, bundle.density, SMOKE_POINTS), field),
                SPECK,
                FULL if colour == theme.REFERENCE else colour,
            ),
        )
        for name, places, size, shade in clouds:
            if places.shape[1]:
                blended = (_in_space(here) for (here,) in frames.blended([each] for each in places))
                shown = told(blended, len(frames), progress)
                write_cloud(out, name, shown, size * side, shade, names)
    return [path]


def _carried(bundle: SmokeBundle, run: Run, start: np.ndarray, field: FrameField) -> np.ndarray:
    """Return paths (T + 1, count, d) m on which a run's field carries points from their start."""
    tracers, paths = Tracers(bundle.modes, start, bundle.dt, field), [start]
    for state in run.states[:-1]:
        tracers.advance(state[bundle.flow_start :])
        paths.append(tracers.points.copy())
    return np.array(paths)


def _in_space(vectors: np.ndarray) -> np.ndarray:
    """Return vectors (..., d) as (..., 3), with z = 0 in a plane."""
    flat = np.zeros((*vectors.shape[:-1], 3 - vectors.shape[-1]))
    return np.concatenate([vectors, flat], axis=-1)


WRITERS = {".vtkhdf": write_vtkhdf, ".usda": write_usd}
