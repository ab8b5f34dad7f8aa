"""A bundle from a scene, in one call, as by `softrein precompute`, for programs and notebooks."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.base.arguments import flag, text, whole
from runtime.base.arguments import path as file_path
from runtime.base.progress import Progress
from softrein.base.progress import asked_for
from softrein.base.whole_file import check_writable
from softrein.errors import BundleError, CampaignError, SceneError

if TYPE_CHECKING:
    from offline.scenes.base.scene import Scene
    from runtime.bundle.record import Bundle


def precompute(
    scene: str | Path | Mapping[str, object] | Scene,
    output: str | Path | None = None,
    workers: int | None = None,
    progress: Progress | bool | None = None,
    *,
    runs: str | Path | None = None,
    scheduler: str | None = None,
    memory: float | str | None = None,
    any_size: bool = False,
    rivals: bool = False,
) -> Bundle:
    """Run the offline pipeline on a scene.

    Args:
        scene: The name of a scene of the package, the path of a .toml file, its entries as a dictionary
            (numbers in SI units, or text such as "0.2 MPa"), or what `offline.read_scene` returns.
        output: The bundle's file. Without it no file is kept.
        workers: Processes for full runs; one a core by default, none with 0.
        progress: Called with (what, done, total) during the work, such as `print`; True draws bars on
            standard error, and reports there how much memory and disk it will take, and what is compiled
            meanwhile; None and False are silent.
        runs: Folder in which full runs are kept, so that the next call goes on from them; beside the
            output by default, as OUTPUT.runs, and without one a temporary folder. While another call uses
            the folder, in this process or another, this one says so on standard error and waits.
        scheduler: Address of a running Dask scheduler to use instead of own workers.
        memory: The memory that may be taken, bytes or text such as "6 GB", as far as it can be estimated
            beforehand; None: what is free. Within it fewer processes do full runs and tune comparators (not
            `rivals`), and a basis keeps fewer columns of states while others are read, with a warning where
            that matters. Full runs do not depend on it; a basis is made anew.
        any_size: Whether to try scenes for which this machine's memory or disk is too small.
        rivals: Whether to tune all comparators, as `softrein.tune` does; else PD alone.

    Raises the errors of each stage, all of them SoftreinError: SceneError and MeshError for errors in a
    scene, BundleError where the output cannot be written, CampaignError for full runs that fail.
    """
    from offline.campaign.machine import size_of
    from offline.pipeline.stages import Places, precompute_scene
    from runtime.bundle.file import save
    from softrein.api.tuning import tune

    for name, place in (("output", output), ("runs", runs)):
        if place is not None:
            file_path(name, place, BundleError)
    if workers is not None:
        whole("workers", workers, "a whole number of processes from 0 up", error=CampaignError)
    if scheduler is not None:
        text("scheduler", scheduler, "the address of a Dask scheduler", CampaignError)
    bound = None if memory is None else size_of("memory", memory)
    flag("rivals", rivals)
    wanted = _scene_of(scene)
    path = None if output is None else Path(output)
    if path is not None:
        check_writable(path)
        _check_no_source(path)
        runs = path.with_name(path.name + ".runs") if runs is None else runs
    with asked_for(progress) as report, _folder(runs) as folder, _aloud(progress is True):
        say = _say if progress is True else lambda text: None
        places = Places(folder, workers, scheduler, bound)
        bundle = precompute_scene(wanted, places, report, say, any_size)
        if rivals:
            bundle = bundle.each_motion(lambda each: tune(each, progress=report))
    if path is None:
        return bundle
    try:
        save(bundle, path)
    except BundleError as error:
        raise BundleError(
            f"{error}; the full runs are kept in {runs}, a new start continues from them"
        ) from error
    return bundle


def _check_no_source(path: Path) -> None:
    """Raise BundleError where the bundle would replace a file of another kind, such as its scene or mesh."""
    from runtime.bundle.file import SUFFIX, is_bundle

    if path.is_file() and path.suffix != SUFFIX and path.stat().st_size and not is_bundle(path):
        raise BundleError(f"{path}: is no bundle, and would be replaced by one; give another name")


def _aloud(wanted: bool) -> AbstractContextManager[None]:
    """Report on standard error what is compiled within the block, if wanted."""
    from offline.campaign.compiling import telling

    return telling() if wanted else nullcontext()


def _say(text: str) -> None:
    """Write one line on standard error."""
    sys.stderr.write(f"softrein: {text}\n")


def _scene_of(scene: object) -> Scene:
    from offline.scenes.base.scene import Scene
    from offline.scenes.reading import read_scene, scene_of

    if isinstance(scene, Scene):
        return scene
    if isinstance(scene, Mapping):
        return scene_of(scene)
    if isinstance(scene, str | Path):
        return read_scene(file_path("scene", scene, SceneError))
    raise SceneError(
        "a scene is the name of one of the package, the path of a .toml file, a dictionary with its entries, "
        f"or what offline.read_scene returns, not {type(scene).__name__}"
    )


@contextmanager
def _folder(runs: str | Path | None) -> Iterator[Path]:
    """Yield the folder of full runs, or a temporary one."""
    if runs is not None:
        yield Path(runs)
        return
    with tempfile.TemporaryDirectory(prefix="softrein-") as folder:
        yield Path(folder)
