"""What a bundle promises, held against its full model, in one call: the figures of `softrein verify`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.base.arguments import instance, whole
from runtime.base.progress import Progress, silent
from runtime.plant.push import MOST_RUNS
from softrein.base.progress import asked_for
from softrein.errors import BundleError, ControllerError, MeshError, SceneError, shown

if TYPE_CHECKING:
    from offline.verification.study import Full
    from runtime.bundle.record import Bundle
    from softrein.facts.plans import Facts


def verify(
    bundle: Bundle,
    *controllers: str,
    runs: int = 20,
    workers: int | None = None,
    progress: Progress | bool | None = None,
    **differs: float | None,
) -> Facts:
    """Steer the full model that a bundle was made from, under the scene's own pushes and random ones.

    Args:
        bundle: What is to be verified.
        controllers: Names of `Bundle.controllers`; LQR stands beside them in any case.
        runs: Random pushes, of the scene's ensemble.
        workers: Processes for full runs; one a core by default, none with 0.
        progress: True draws bars on standard error; or a function of (what, done, total).
        differs: By what the full model, and what controllers know of it, differ from what the bundle was made
            of: factors `young` and `density`, `delay` in steps, `noise` in m, `sensors=True` for these alone.
            `substeps` and `newton` are of a finer clock, on which it is steered besides.

    Returns:
        By name `uncontrolled` (the full model, by nobody steered), `reduced` and `full` (each under the first
        controller), `fine` (the full model on the finer clock, if that was asked for), and under `beside` the
        same of each other controller. Each has `error` and `effort`
        under the scene's pushes; its `ensemble`, where the scene has one, their medians over random ones.

    Raises:
        SoftreinError: No such controller, nothing that can differ so, or a full model that cannot be made
            any more.

    """
    from offline.campaign.pool import processes
    from offline.steering.mismatch import Mismatch
    from offline.verification.study import DRIVEN, Case, Clock
    from offline.verification.study import verify as verified
    from runtime.bundle.record import Bundle
    from runtime.control.registry import LQR

    instance("bundle", bundle, Bundle, "a bundle, of softrein.load or softrein.precompute")
    whole("runs", runs, f"a whole number from 1 to {MOST_RUNS}", 1, MOST_RUNS)
    if workers is not None:
        whole("workers", workers, "a whole number of processes from 0 up")
    if unknown := sorted(set(differs) - set(Mismatch._fields)):
        raise ControllerError(f"{shown(unknown[0])}: what may differ is {', '.join(Mismatch._fields)}")
    first, *others = dict.fromkeys([*controllers, LQR.name])
    for name in [first, *others]:
        bundle.law(name)  # which says what controllers there are
    both = Mismatch(**differs)  # type: ignore[arg-type]  # it says itself what cannot be
    both.check()
    clock = Clock(both.substeps, both.newton)
    mismatch = both._replace(**Clock()._asdict())
    with asked_for(progress) as report, tempfile.TemporaryDirectory() as folder, processes(workers) as each:
        full = full_model_of(bundle, Path(bundle.name), Path(folder), report)
        both.check_within(DRIVEN[type(full.scene)].differs, bundle.name, bundle.steps)
        if mismatch.sensors:
            _ = bundle.knowledge  # which says that there are none
        return verified(full, bundle, Case(first, mismatch), runs, each, report, others, clock).figures


def full_model_of(bundle: Bundle, file: Path, runs: Path, progress: Progress = silent) -> Full:
    """The full model of the bundle in a file, whose full runs are in the folder `runs` if they are kept.

    Raises BundleError where it cannot be made any more.
    """
    from offline.pipeline.stages import Places
    from offline.scenes.reading import scene_of_bundle
    from offline.verification.study import full_model

    try:
        places = Places(runs, 0).of(bundle.motion_name)
        return full_model(scene_of_bundle(bundle, file), places, progress)
    except (SceneError, MeshError) as error:
        raise BundleError(
            f"{file}: the full model that it was made from cannot be made again: {error}; put back what it "
            "names, or precompute the scene anew"
        ) from error
