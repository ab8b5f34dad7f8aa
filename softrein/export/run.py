"""A run as files for other programs: VTKHDF for ParaView, USD for Blender and Houdini, OBJ for all the rest.

A run is what its bundle, a controller and its pushes make of it, the same each time; so runs are not kept but
exported when they are wanted. What is written are frames: the steps themselves, or moments `1 / fps` seconds
apart, between which states are blended linearly (positions are linear in a state, so they are blended too).

    suffix          what                                                       how it is written
    .vtkhdf         all tetrahedra, every step unless told                     `softrein.export.vtkhdf`
    .usda           what pictures show, 30 frames a second unless told         `softrein.export.usd`
    .obj-sequence   a folder of 0001.obj ... and frames.json, likewise         `softrein.export.obj`

What each kind of bundle puts into them is in `softrein.export.body` and `softrein.export.smoke`.

Everything is in metres and seconds; up is the bundle's axis, and of smoke y; in a plane its z is 0. What is
written appears under its name only when it is whole. Blender plays the last two at its own rate, which is 24
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

FILM_RATE = 30.0  # frames a second of what is played rather than examined
SUFFIXES = (".vtkhdf", ".usda", FOLDER)


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

    def data(self) -> dict[str, object]:
        """What was written, as plain data."""
        files = [str(path) for path in self.files]
        return {"files": files, "frames": self.frames, "seconds": self.seconds, "bytes": self.bytes}


def check_export(path: Path, bundle: Bundle | None = None) -> None:
    """Raise SoftreinError unless `path` names a format, one for such a bundle, and can be written."""
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
        raise SoftreinError(f"{path}: is there and no earlier export; give another name, or take it away")


def check_run(bundle: Bundle, run: Run) -> None:
    """Raise BundleError for what is no bundle, ControllerError for what is no run of it."""
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

    `fps` is frames a second: by default every step for .vtkhdf, and 30 for the others. Smoke makes two files
    of a .vtkhdf: its grid, and its particles beside it. Raises SoftreinError where a suffix is not known,
    where smoke should be .obj-sequence, where nothing can be written, and for a run of another bundle.
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
    """Bytes of a file, or of all the files in a folder."""
    return sum(each.stat().st_size for each in (path.iterdir() if path.is_dir() else [path]))
