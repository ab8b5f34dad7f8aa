"""A run as files for other programs: VTKHDF for ParaView, USD for Blender and Houdini, OBJ for all others.

A run is determined by its bundle, a controller and its pushes, the same each time; so runs are not stored but
exported when they are wanted. Frames are written: the steps themselves, or moments `1 / fps` seconds
apart, for which states are interpolated linearly (positions are linear in a state, so they are as well; where
a handle turns, they are so for small turns a step).

    suffix          what                                                       how it is written
    .vtkhdf         all tetrahedra, every step by default                      `softrein.export.vtkhdf`
    .usda           the surface of pictures, 30 frames a second by default     `softrein.export.usd`
    .obj-sequence   a folder of 0001.obj ... and frames.json, likewise         `softrein.export.obj`

`softrein.export.body` and `softrein.export.smoke` write the content for each kind of bundle.

Everything is in metres and seconds; up is the bundle's axis, and y for smoke; in a plane its z is 0. Files
appear under their names only when they are complete. Blender plays the last two at its own rate, which is 24
frames a second unless it is set.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.base.arguments import array, function, instance
from runtime.base.arguments import path as file_path
from runtime.base.progress import Progress, silent
from softrein.base.kinds import of_kind
from softrein.base.whole_file import check_writable
from softrein.errors import BundleError, SoftreinError
from softrein.export.frames import frames_of
from softrein.export.obj import SUFFIX as FOLDER
from softrein.export.obj import is_sequence

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle
    from runtime.run import Run

FILM_RATE = 30.0  # frames a second for formats that are played rather than examined
SUFFIXES = (".vtkhdf", ".usda", FOLDER)


@dataclass(frozen=True)
class Exported:
    """The files or the folder written, the frames in each, and the seconds that these span."""

    files: list[Path]
    frames: int
    seconds: float

    @property
    def bytes(self) -> int:
        """Their size on disk, all together."""
        return sum(size_on_disk(path) for path in self.files)

    def data(self) -> dict[str, object]:
        """Return what was written, as plain data."""
        files = [str(path) for path in self.files]
        return {"files": files, "frames": self.frames, "seconds": self.seconds, "bytes": self.bytes}


def check_export(path: Path, bundle: Bundle | None = None) -> None:
    """Raise SoftreinError unless `path` names a format for this kind of bundle, and can be written."""
    if path.suffix not in SUFFIXES:
        raise SoftreinError(
            f"{path}: an export's name ends in .vtkhdf (ParaView), .usda (Blender, Houdini), "
            ".obj-sequence (a folder) or .html (a page)"
        )
    folder = path.suffix == FOLDER
    if bundle is not None and path.suffix not in of_kind(bundle, "export").WRITERS:
        raise SoftreinError(f"{path}: smoke has no surface; export it as .vtkhdf or .usda")
    if not (folder and path.exists()):
        for each in [path] if bundle is None else of_kind(bundle, "export").files_of(bundle, path):
            check_writable(each)
    elif not is_sequence(path):
        raise SoftreinError(f"{path}: exists and is no earlier export; give another name, or remove it")


def check_run(bundle: Bundle, run: Run) -> None:
    """Raise BundleError for anything but a bundle, ControllerError for anything but a run of it."""
    from runtime.bundle.record import Bundle
    from runtime.run import Run

    instance("bundle", bundle, Bundle, "a bundle, as softrein.load returns it", BundleError)
    states = instance("run", run, Run, "a run of the bundle, as its run() returns it").states
    array("run.states", states, bundle.track.states.shape)


def export_run(
    bundle: Bundle,
    run: Run,
    path: str | Path,
    fps: float | None = None,
    controller: str = "",
    progress: Progress = silent,
) -> Exported:
    """Write a run in the format that `path`'s suffix names.

    `fps` is frames a second: by default every step for .vtkhdf, and 30 for the others. For smoke a .vtkhdf is
    two files: its grid, and its particles beside it. Raises SoftreinError for an unknown suffix, for smoke as
    .obj-sequence, where the file cannot be written, and for a run of another bundle.
    """
    path = Path(file_path("path", path, BundleError))
    check_run(bundle, run)
    instance("controller", controller, str, "a controller's name")
    function("progress", progress, "a function of (what, done, total)")
    check_export(path, bundle)
    if path.suffix != ".vtkhdf":
        fps = FILM_RATE if fps is None else fps
    frames = frames_of(bundle.steps, bundle.dt, fps)
    write = of_kind(bundle, "export").WRITERS[path.suffix]
    run = replace(run, states=bundle.in_space(run.states))
    files = write(bundle, run, frames, path, controller, progress)
    progress("frames", len(frames), len(frames))
    return Exported(files, len(frames), float(frames.times[-1]))


def size_on_disk(path: Path) -> int:
    """Return the bytes of a file, or of all the files in a folder."""
    return sum(each.stat().st_size for each in (path.iterdir() if path.is_dir() else [path]))
