"""A bundle's figures compared with its full model, in one call, as by `softrein verify`."""

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
        bundle: The bundle to be verified.
        controllers: Names of `Bundle.controllers`; LQR is always added.
        runs: Random pushes, of the scene's ensemble.
        workers: Processes for full runs; one a core by default, none with 0.
        progress: True draws bars on standard error; or a function of (what, done, total).
        differs: Differences of the full model, and of controllers' knowledge of it, from those of the bundle:
            factors `young` and `density`, `delay` in steps, `noise` in m, `sensors=True` for measurements by
            sensors alone, and with it `markers`, so many instead of the scene's own. `substeps` and `newton`
            set a finer time integration, with which it runs as well.

    Returns:
        By name `uncontrolled` (the full model without control), `reduced` and `full` (each under the first
        controller), `fine` (the full model with finer integration, if that was asked for), and under `beside`
        the same for each other controller. Each has `error` and `effort` under the scene's
        pushes; its `ensemble`, where the scene has one, has their medians over random ones.

    Raises:
        SoftreinError: A controller is unknown, a difference is impossible for this model, or the full model
            can no longer be made.

    """
    from offline.campaign.pool import processes
    from offline.steering.mismatch import Mismatch
    from offline.verification.study import CONTROLLED, Case, Clock
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
        bundle.law(name)  # raises an error that lists the controllers
    both = Mismatch(**differs)  # type: ignore[arg-type]  # it says itself what cannot be
    both.check()
    clock = Clock(both.substeps, both.newton)
    mismatch = both._replace(**Clock()._asdict())
    with asked_for(progress) as report, tempfile.TemporaryDirectory() as folder, processes(workers) as each:
        full = full_model_of(bundle, Path(bundle.name), Path(folder), report)
        both.check_within(CONTROLLED[type(full.scene)].differs, bundle.name, bundle.steps)
        if mismatch.sensors:
            _ = bundle.knowledge  # raises an error if there are none
        return verified(full, bundle, Case(first, mismatch), runs, each, report, others, clock).figures


def full_model_of(bundle: Bundle, file: Path, runs: Path, progress: Progress = silent) -> Full:
    """Build the full model of the bundle in a file; its full runs are in the folder `runs` if they are kept.

    Raises BundleError where it can no longer be made.
    """
    from offline.pipeline.stages import Places
    from offline.scenes.reading import scene_of_bundle
    from offline.verification.study import full_model

    try:
        places = Places(runs, 0).of(bundle.motion_name)
        return full_model(scene_of_bundle(bundle, file), places, progress)
    except (SceneError, MeshError) as error:
        raise BundleError(
            f"{file}: the full model that it was made from cannot be made again: {error}; restore what it "
            "names, or precompute the scene anew"
        ) from error
