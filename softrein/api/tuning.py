"""Comparators that a bundle does not ship: they are tuned on request, and then stored in it.

Every bundle ships LQR, and PD at its effort. P, stable PD and timed PD are found by the same search, in
seconds to minutes, when a command, a page or a program first names one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from runtime.base.arguments import instance
from runtime.base.progress import Progress
from runtime.control.registry import LQR
from softrein.base.progress import asked_for, progress_bars
from softrein.errors import BundleError, warn

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle

MOST_TRIES = 5  # most tries to write a file into which others write as well


def tune(bundle: Bundle, *names: str, progress: Progress | bool | None = None) -> Bundle:
    """Return a bundle with comparators at LQR's effort: those of `names`, by default all that it lacks.

    Each is the best of its family, by the same search. Named ones are tuned anew if they exist already;
    `softrein.precompute` tunes PD. Of several motions they are tuned for the bundle's own, not for others:
    `bundle.motion(name)` is another's bundle. `progress` is that of `softrein.precompute`.

    Raises ControllerError for a name that is not in `Bundle.comparators`.
    """
    from offline.pipeline.base.gains import with_comparators
    from runtime.bundle.record import Bundle

    instance("bundle", bundle, Bundle, "a bundle, of softrein.load or softrein.precompute")
    wanted = names or missing(bundle, bundle.comparators)
    if not wanted:
        return bundle
    with asked_for(progress) as report:
        return with_comparators(bundle, wanted, report)


def missing(bundle: Bundle, names: Iterable[str]) -> list[str]:
    """Return which comparators of some controllers a bundle lacks."""
    return [name for name in bundle.comparators if name in set(names) and name not in bundle.gains]


def load_with(file: Path, names: Iterable[str] | None = None, motion: str | None = None) -> Bundle:
    """Load a file's bundle with the comparators among `names`, or all; missing ones are tuned, and stored.

    It is that of a `motion`, by its name, or of the file's first.
    """
    from runtime.bundle.file import load

    bundle = load(file)
    bundle = bundle if motion is None else bundle.motion(motion)
    names = None if names is None else list(names)
    for name in names or ():
        if name not in bundle.comparators:
            bundle.choice(name)  # raises an error that says which there are, before any is tuned
    wanted = missing(bundle, bundle.comparators if names is None else names)
    if not wanted:
        return bundle
    sys.stderr.write(
        f"softrein: {said(wanted)} tuned to LQR's effort, once; the bundle then keeps the result\n"
    )
    with progress_bars() as progress:
        return tuned_and_kept(bundle, file, wanted, progress)


def tuned_and_kept(bundle: Bundle, file: Path, names: Iterable[str], progress: Progress) -> Bundle:
    """Tune comparators of a file's bundle; they are stored in the file.

    They join what others have tuned in the file meanwhile. It is left as it is, with a warning, where the
    motion in it is another one by then.
    """
    from offline.pipeline.base.gains import tuned_too
    from runtime.bundle.file import bundle_path, load, save

    path, names = bundle_path(file).resolve(), list(names)  # for a link, its target
    tuned, own = tune(bundle, *names, progress=progress), next(iter(bundle.motions))
    try:
        for _ in range(MOST_TRIES):
            before = _version(path)
            kept = load(path)
            if own not in kept.motions or not _is_same(kept.motion(own), bundle):
                raise BundleError("it has changed meanwhile; tune the bundle that it holds now")
            joined = tuned_too(kept.motion(own), tuned, names, since=bundle)
            if _version(path) == before:
                save(kept.with_motion(joined), path)
                return joined
        raise BundleError("others go on writing it; try again")
    except (BundleError, OSError) as error:
        warn(f"{path}: the tuned controllers were not saved: {error}")
    return tuned


def _is_same(there: Bundle, bundle: Bundle) -> bool:
    """Whether two bundles are of one scene and motion, with the same LQR, beside which others are tuned."""
    if LQR.name not in there.gains or there.scene != bundle.scene:
        return False
    own, other = (getattr(each.gains[LQR.name], "gains", each.gains[LQR.name]) for each in (bundle, there))
    return np.array_equal(there.track.states, bundle.track.states) and np.array_equal(own, other)


def said(names: Iterable[str]) -> str:
    """Write controllers as the beginning of a sentence: "stable PD and timed PD are"."""
    from runtime.control.registry import CONTROLLERS

    words = [CONTROLLERS[name].words for name in names]
    return words[0] + " is" if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]} are"


def _version(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns
