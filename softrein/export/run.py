"""A run as files for other programs: VTKHDF for ParaView, USD for Blender and Houdini, OBJ for all the rest.

A run is what its bundle, a controller and its pushes make of it, the same each time; so runs are not kept but
exported when they are wanted. What is written are frames: the steps themselves, or moments `1 / fps` seconds
apart, between which states are blended linearly (positions are linear in a state, so they are blended too).

    suffix          what                                                       where
    .vtkhdf         all tetrahedra, every step unless told                     `softrein.export.vtkhdf`
    .usda           what pictures show, 30 frames a second unless told         `softrein.export.usd`
    .obj-sequence   a folder of 0001.obj ... and frames.json, likewise         here

Everything is in metres and seconds; up is the bundle's axis, and of smoke z is 0. What is written appears
under its name only when it is whole. Blender plays the last two at its own rate, which is 24 frames a second
unless it is set.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from softrein.errors import SoftreinError
from softrein.pictures.offscreen import FEATURE_ANGLE

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle
    from runtime.bundle.record import Bundle
    from runtime.run import Run

FILM_RATE = 30.0  # frames a second of what is played rather than examined
FASTEST = 1e6  # frames a second
MOST_FRAMES = 100_000
SNAP = 1e-6  # of a step: a frame so near to a step is that step
SUFFIXES = (".vtkhdf", ".usda", ".obj-sequence")
MANIFEST = "frames.json"
FORMAT = "softrein obj-sequence"  # in the manifest, by which a folder is known again

Progress = Callable[[str, int, int], None]


def no_progress(what: str, done: int, total: int) -> None:
    """Tell nobody how far it is."""


@dataclass(frozen=True)
class Frames:
    """Moments of a motion of T steps: frame f lies a `share` of the way from step `before` to the next."""

    times: np.ndarray  # (frames,) s
    before: np.ndarray  # (frames,) from 0 to T - 1, rising
    share: np.ndarray  # (frames,) from 0 to 1
    rate: float  # a second

    def __len__(self) -> int:
        return len(self.times)

    def blended(self, stream: Iterable[Sequence[np.ndarray]]) -> Iterator[list[np.ndarray]]:
        """The arrays of each frame, from those of each of the T + 1 steps, one after the other."""
        frame = 0
        for step, (here, following) in enumerate(pairwise(stream)):
            while frame < len(self) and self.before[frame] == step:
                yield [_blend(a, b, self.share[frame]) for a, b in zip(here, following, strict=True)]
                frame += 1

    def states(self, states: np.ndarray) -> np.ndarray:
        """States (frames, n) from those (T + 1, n) of the steps."""
        return np.array([each[0] for each in self.blended([state] for state in states)])


@dataclass(frozen=True)
class Exported:
    """What was written: files or a folder, frames in each, and seconds that these span."""

    files: list[Path]
    frames: int
    seconds: float

    @property
    def bytes(self) -> int:
        """Their size on disk, all together."""
        return sum(size_on_disk(path) for path in self.files)

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "files": [str(path) for path in self.files],
            "frames": self.frames,
            "seconds": self.seconds,
            "bytes": self.bytes,
        }


def frames_of(steps: int, dt: float, fps: float | None) -> Frames:
    """All the steps, or moments `1 / fps` s apart from the first step on, for as long as the motion lasts.

    Raises SoftreinError for a rate that is not one, or that makes more than a hundred thousand frames.
    """
    at = np.arange(steps + 1, dtype=float)
    if fps is not None:
        if not 0 < fps <= FASTEST:
            raise SoftreinError(f"--fps {fps:g}: give frames a second, above 0 and up to a million")
        count = int(steps * dt * fps * (1 + 1e-9)) + 1
        if count > MOST_FRAMES:
            raise SoftreinError(f"--fps {fps:g} makes {count} frames of {steps * dt:g} s; ask for fewer")
        at = np.arange(count) / fps / dt
        whole = np.rint(at)
        at = np.where(np.abs(at - whole) < SNAP, whole, at)
    before = np.minimum(at.astype(int), steps - 1)
    return Frames(at * dt, before, np.minimum(at - before, 1.0), 1 / dt if fps is None else fps)


def check_export(path: Path, kind: str = "") -> None:
    """Raise SoftreinError unless `path` names a format, one for this kind of bundle, and can be written."""
    if path.suffix not in SUFFIXES:
        raise SoftreinError(
            f"{path}: an export's name ends in .vtkhdf (ParaView), .usda (Blender, Houdini) or "
            ".obj-sequence (a folder)"
        )
    folder = path.suffix == ".obj-sequence"
    if folder and kind == "fluid":
        raise SoftreinError(f"{path}: smoke has no surface; export it as .vtkhdf or .usda")
    if not path.absolute().parent.is_dir():
        raise SoftreinError(f"{path}: cannot be written; give a place in a folder that exists")
    if not os.access(path.absolute().parent, os.W_OK):
        raise SoftreinError(f"{path}: cannot be written; its folder is not yours to write in")
    if path.is_dir() and not folder:
        raise SoftreinError(f"{path}: is a folder; give a file")
    if folder and path.exists() and not _is_sequence(path):
        raise SoftreinError(f"{path}: is there and no earlier export; give another name, or take it away")


def export_run(
    bundle: Bundle,
    run: Run,
    path: str | Path,
    fps: float | None = None,
    controller: str = "",
    progress: Progress = no_progress,
) -> Exported:
    """Write a run in the format that `path`'s suffix names.

    `fps` is frames a second: by default every step for .vtkhdf, and 30 for the others. Smoke makes two files
    of a .vtkhdf: its grid, and its particles beside it. Raises SoftreinError where a suffix is not known,
    where smoke should be .obj-sequence, or where nothing can be written.
    """
    path = Path(path)
    check_export(path, bundle.kind)
    if path.suffix != ".vtkhdf":
        fps = FILM_RATE if fps is None else fps
    frames = frames_of(bundle.steps, bundle.dt, fps)
    files = [path]
    if path.suffix == ".obj-sequence":
        write_objs(cast("BodyBundle", bundle), run, frames, path, progress)
    elif path.suffix == ".usda":
        from softrein.export import usd as export_usd

        export_usd.write(bundle, run, frames, path, controller, progress)
    else:
        from softrein.export import vtkhdf as export_vtkhdf

        files = export_vtkhdf.write(bundle, run, frames, path, progress)
    progress("frames", len(frames), len(frames))
    return Exported(files, len(frames), float(frames.times[-1]))


def size_on_disk(path: Path) -> int:
    """Bytes of a file, or of all the files in a folder."""
    return sum(each.stat().st_size for each in (path.iterdir() if path.is_dir() else [path]))


class Shown:
    """What pictures show of a body, with no vertex that none of its triangles uses.

    A vertex has one normal, or several where edges meet that are sharp at rest, as in pictures.
    """

    def __init__(self, bundle: BodyBundle) -> None:
        """Its skin, or its mesh's surface."""
        self._bundle = bundle
        self.used, numbers = np.unique(bundle.drawn_triangles, return_inverse=True)
        self.triangles = numbers.reshape(-1, 3)  # (k, 3) among the vertices used
        self.shades = _smooth(
            bundle.drawn(bundle.vertices)[self.used], self.triangles
        )  # (k, 3) among normals

    def positions(self, state: np.ndarray) -> np.ndarray:
        """Positions (s, 3) m in a state (n,)."""
        return self._bundle.drawn(self._bundle.shape.positions(state))[self.used]

    def normals(self, positions: np.ndarray) -> np.ndarray:
        """Unit normals (m, 3), outwards, where the vertices are at `positions` (s, 3) m."""
        faces = np.repeat(_facing(positions[self.triangles]), 3, axis=0)
        sums = np.stack([np.bincount(self.shades.ravel(), axis) for axis in faces.T], axis=1)
        return np.asarray(sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-300))


def write_objs(bundle: BodyBundle, run: Run, frames: Frames, path: Path, progress: Progress) -> None:
    """A folder of OBJ files, one a frame, and a manifest that says when each of them is."""
    shown = Shown(bundle)
    corners = np.stack([shown.triangles, shown.shades], axis=2) + 1
    faces = "f %d//%d %d//%d %d//%d\n" * len(corners) % tuple(corners.ravel())
    digits = max(4, len(str(len(frames))))
    names = [f"{number:0{digits}d}.obj" for number in range(1, len(frames) + 1)]
    with _whole_folder(path) as folder:
        for number, state in enumerate(frames.states(run.states)):
            progress("frames", number, len(frames))
            places = shown.positions(state)
            normals = shown.normals(places)
            text = [
                f"# metres, {bundle.up} up\no {bundle.name}\n",
                "v %.9g %.9g %.9g\n" * len(places) % tuple(places.ravel()),
                "vn %.4f %.4f %.4f\n" * len(normals) % tuple(normals.ravel()),
                "s 1\n",
                faces,
            ]
            (folder / names[number]).write_text("".join(text), encoding="utf-8")
        manifest = {
            "format": FORMAT, "name": bundle.name, "unit": "m", "up": bundle.up,
            "frames a second": frames.rate,
            "frames": [{"file": name, "time": time} for name, time in
                       zip(names, frames.times.tolist(), strict=True)],
        }  # fmt: skip
        (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def _facing(corners: np.ndarray) -> np.ndarray:
    """Normals (k, 3) of triangles with corners (k, 3, 3), twice as long as their areas."""
    return np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])


def _smooth(vertices: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Numbers (k, 3) for the corners of triangles; two have the same if no sharp edge is between them."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    facing = _facing(vertices[triangles])
    facing /= np.maximum(np.linalg.norm(facing, axis=1, keepdims=True), 1e-300)
    numbers = np.arange(triangles.size).reshape(-1, 3)  # of corners
    ends, corners = (np.stack([each, np.roll(each, -1, axis=1)], axis=2) for each in (triangles, numbers))
    ends, corners = ends.reshape(-1, 2), corners.reshape(-1, 2)  # of an edge, as each of its triangles has it
    order = np.argsort(ends, axis=1)
    ends, corners = (np.take_along_axis(each, order, axis=1) for each in (ends, corners))
    order = np.lexsort(ends.T)
    ends, corners = ends[order], corners[order]
    one, other = corners[:-1], corners[1:]
    bend = np.einsum("ij,ij->i", facing[one[:, 0] // 3], facing[other[:, 0] // 3])
    joined = (ends[:-1] == ends[1:]).all(axis=1) & (bend >= np.cos(np.radians(FEATURE_ANGLE)))
    links = one[joined].ravel(), other[joined].ravel()
    graph = coo_array((np.ones(len(links[0])), links), shape=(triangles.size,) * 2)
    return np.asarray(connected_components(graph, directed=False)[1].reshape(-1, 3))


def _blend(here: np.ndarray, following: np.ndarray, share: float) -> np.ndarray:
    """Between two steps; at a step, what it has to the bit."""
    if share == 0:
        return here
    return following if share == 1 else (1 - share) * here + share * following


@contextmanager
def _whole_folder(path: Path) -> Iterator[Path]:
    """A temporary folder beside `path` that takes its place when the block ends well."""
    temporary = path.with_name(f".{path.stem}.{os.getpid()}.part")
    old = path.with_name(f".{path.stem}.{os.getpid()}.old")
    try:
        temporary.mkdir()
        yield temporary
        if path.exists():
            os.replace(path, old)
        os.replace(temporary, path)
    except OSError as error:
        if old.exists() and not path.exists():
            os.replace(old, path)
        raise SoftreinError(f"{path}: cannot be written: {error}") from error
    finally:
        for folder in (temporary, old):
            shutil.rmtree(folder, ignore_errors=True)


def _is_sequence(path: Path) -> bool:
    """Whether a folder is an earlier export with nothing else in it, or empty: then it may be replaced."""
    if not path.is_dir():
        return False
    names = {each.name for each in path.iterdir()}
    if not names:
        return True
    try:
        manifest = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
        ours = {MANIFEST, *(each["file"] for each in manifest["frames"])}
        return bool(manifest["format"] == FORMAT) and names <= ours
    except (OSError, ValueError, KeyError, TypeError):
        return False
