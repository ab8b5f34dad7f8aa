"""The offline pipeline: from a scene to a bundle, stage by stage.

    full model -> nominal run -> training runs, finer run -> basis -> reduced model -> reference -> gains
               -> comparators -> bundle

A stage is a function from values to a value and what the table of stages says of it; what differs between
kinds of scene they ask of `offline.pipeline.kinds`. The table calls the full runs "centre line" and
"enrichment". Each stage is timed, and says what it made, how large that is, and how much memory it took
(`offline.campaign.memory`; of the worker processes of full runs the largest besides). Full runs lie on disk
and are taken up again by the next call with the same scene; all that follows takes seconds.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from offline.campaign.runs import Progress, silent
from offline.campaign.sole_use import sole_use
from offline.keyframes.asked import with_keyframes
from offline.keyframes.rounds import Found, rounds
from offline.pipeline.base.gains import add_comparators, add_gains
from offline.pipeline.base.needs import Outline, check_fits, check_rank, needs_of
from offline.pipeline.base.reference import Reference, build_reference, trained_size
from offline.pipeline.base.table import Made, Table, full_runs
from offline.pipeline.body.limits import warn_of_limits
from offline.pipeline.finer import beside_finer
from offline.pipeline.kinds import Full, Kind, Nominal, kind_of
from offline.pipeline.response import push_alone
from offline.pipeline.timing import measure_steps
from offline.scenes.body import BodyScene
from offline.scenes.parts import Scene
from reduce.pod import Basis
from runtime.bundle.record import Bundle
from runtime.plant.actuation import independent
from runtime.plant.plant import Plant

# How a motion that is asked for is found on the reduced model. Of smoke it is the nominal run that goes
# through what is asked, and is found before all others (`offline.keyframes.smoke`).
ROUNDS: Mapping[type[Scene], Callable[..., Found]] = {BodyScene: rounds}
Beside = AbstractContextManager[Callable[[], Made[float | None]]]
# What is warned of before the first full run.
FORESEEN: Mapping[type[Scene], Callable[[Full], None]] = {BodyScene: warn_of_limits}


@dataclass(frozen=True)
class Places:
    """Where full runs are kept, and who computes them."""

    runs: Path
    workers: int | None = None
    scheduler: str | None = None

    def processes(self, runs: int) -> tuple[int, int]:
        """How many of this machine compute so many full runs, and then the comparators."""
        from dask.system import CPU_COUNT

        workers = CPU_COUNT if self.workers is None else self.workers
        return 0 if self.scheduler is not None else min(workers, runs), os.cpu_count() or 1


def precompute_scene(
    scene: Scene, places: Places, progress: Progress = silent,
    say: Callable[[str], None] = lambda text: None, any_size: bool = False,
) -> Bundle:  # fmt: skip
    """Run every stage; nothing is written but whole full runs.

    What it will take of the machine is counted first, and handed to `say`; what does not fit is refused
    unless `any_size`. The folder of runs is in use until the bundle is made: another one waits for it.

    Raises the errors of each stage: SceneError, MeshError, MaterialError, CampaignError, BasisError,
    SimulationError, CostError.
    """
    outline, processes = kind_of(scene).outline(scene), places.processes(scene.enrichment.runs)

    def check(rank: int | None = None) -> str:
        return check_fits(needs_of(scene, outline, processes, rank), places.runs, any_size)

    say(check())
    with sole_use(places.runs):
        return _precomputed(scene, places, progress, outline, check)


def _precomputed(
    scene: Scene, places: Places, progress: Progress, outline: Outline, check: Callable[[int], str]
) -> Bundle:
    kind, table, reduced = kind_of(scene), Table(), partial(progress, "basis, model, reference")
    full = table.stage("full model", make_full_model, kind, scene, outline.made)
    check_rank(scene, outline)
    nominal = table.stage("centre line", run_nominal, kind, full, places, progress)
    is_sought = scene.reference.is_found and type(scene) in ROUNDS
    with nullcontext() if is_sought else _beside_finer(kind, nominal, places, progress) as finer:
        training = table.stage("enrichment", run_training, kind, nominal, places, progress)
        if finer is not None:
            table.stage("finer clock", finer)
    with threadpool_limits(1):  # a second thread gains little, and costs threefold on busy cores

        def model(nominal: Nominal, number: int = 1) -> tuple[Basis, Plant]:
            again = f", round {number}" if number > 1 else ""
            reduced(0, 3)
            basis = table.stage(f"basis{again}", make_basis, kind, nominal, training)
            if scene.basis.rank is None:
                check(basis.rank)
            reduced(1, 3)
            return basis, table.stage(f"reduced model{again}", make_plant, kind, nominal, training, basis)

        found = None
        if is_sought:
            found = ROUNDS[type(scene)](table, nominal, progress, model)
            nominal = found.nominal
            with _beside_finer(
                kind, nominal, places, progress
            ) as finer:  # of the motion: before there is none
                table.stage("finer clock", finer)
        basis, plant = model(nominal) if found is None else (found.basis, found.plant)
        reduced(2, 3)
        reference = table.stage("reference", make_reference, kind, nominal, training, basis, plant)
        reduced(3, 3)
        bundle = kind.bundle(nominal, training, basis, plant, reference)
        if found is not None:
            bundle = replace(bundle, costs=with_keyframes(bundle.costs, found.asked, found.motion))
        if scene.reference.is_found:
            bundle = replace(bundle, steered=told_apart(bundle))
        if getattr(scene, "sensors", ()):
            bundle = table.stage("sensors", make_sensors, kind, nominal, bundle)
        else:
            bundle = kind.sensed(nominal, bundle)
        bundle, figures = table.stage("gains", add_gains, bundle, scene.control, progress)
        if len(bundle.correction) and bundle.pushes:
            table.stage("push alone", push_alone, bundle)
        bundle = table.stage("comparators", add_comparators, bundle, progress)
        if scene.reference.source == "reduced":
            table.stage("left alone", leave_alone, kind, nominal, bundle)
        table.stage("measurement", measure_steps, bundle, kind.full_step(nominal), figures)
    return replace(bundle, stages=table.rows)


def _beside_finer(kind: Kind, nominal: Nominal, places: Places, progress: Progress) -> Beside:
    """What tells how far a nominal run is from the finer one, see `beside_finer`."""
    own = kind.nominal_run(nominal.full, progress).fingerprint(0)
    return beside_finer(nominal, own, places.runs / "finer", places.workers)


def told_apart(bundle: Bundle) -> bool:
    """Whether a motion's forces tell the controls that made it; warns where limits would want to know."""
    apart = independent(bundle.actuators)
    if not apart and np.isfinite(bundle.limits).any():
        warnings.warn(
            "control.actuators: some can do together what others do, so that their limits hold for the "
            "motion and once more for what feedback adds to it",
            stacklevel=2,
        )
    return apart


def make_full_model(kind: Kind, scene: Scene, made: Any = None) -> Made[Full]:
    """The full model of a scene, with what is `made` of it already; warns of what its runs are to fear."""
    full = kind.full_model(scene, made)
    if type(scene) in FORESEEN:
        FORESEEN[type(scene)](full)
    return Made(full, kind.size(full))


def run_nominal(kind: Kind, full: Full, places: Places, progress: Progress) -> Made[Nominal]:
    """The full run under the scene's own loads or winds."""
    steps, job = full.scene.time.steps, kind.nominal_run(full, progress)
    paths, about = full_runs(job, places.runs / "centre", 0, None, lambda done, total: None)
    progress("centre line", steps, steps)
    nominal = kind.read_nominal(full, paths[0])
    return Made(nominal, f"{steps} steps{nominal.words}", about)


def run_training(kind: Kind, nominal: Nominal, places: Places, progress: Progress) -> Made[Sequence[Path]]:
    """The perturbed full runs, and then the states under loads that stay, of kinds that have such."""
    job, folder = kind.training_runs(nominal), places.runs / "enrichment"
    paths, about = full_runs(job, folder, places.workers, places.scheduler, partial(progress, "full runs"))
    still = kind.static_runs(nominal, progress)
    if still.count:
        more, size = full_runs(still, places.runs / "statics", 0, None, lambda done, total: None)
        paths, about["bytes"] = [*paths, *more], about["bytes"] + size["bytes"]
    return Made(paths, f"{job.count} perturbed runs{kind.training_words(nominal.full, paths)}", about)


def make_basis(kind: Kind, nominal: Nominal, training: Sequence[Path]) -> Made[Basis]:
    """The basis of all full runs."""
    basis = kind.basis(nominal, training)
    values = basis.singular_values
    share = np.sum(values[: basis.rank] ** 2) / np.sum(values**2)
    words = f"r = {basis.rank}, {share:.4%} of the energy{kind.basis_words(nominal, training, basis)}"
    return Made(replace(basis, spare=None), words, {"bytes": basis.vectors.nbytes})


def make_plant(kind: Kind, nominal: Nominal, training: Sequence[Path], basis: Basis) -> Made[Plant]:
    """The reduced model, as a plant that steps."""
    plant, words = kind.plant(nominal, training, basis)
    return Made(plant, f"r = {basis.rank}{words}", {"bytes": _size(plant.model)})


def _size(model: Any) -> int:
    """Bytes of a model's arrays, and of those in its groups."""
    if isinstance(model, np.ndarray):
        return model.nbytes
    return sum(map(_size, model)) if isinstance(model, tuple) else 0


def make_sensors(kind: Kind, nominal: Nominal, bundle: Bundle) -> Made[Bundle]:
    """Markers, and what an observer has to reckon with."""
    sensed: Any = kind.sensed(nominal, bundle)
    count = sum(len(each.vertices) for each in sensed.sensors)
    return Made(
        sensed, f"{count} markers; the full model under LQR and pushes, for what the reduced one lacks"
    )


def leave_alone(kind: Kind, nominal: Nominal, bundle: Bundle) -> Made[None]:
    """What a reference that is the reduced model's own run costs on the full one; warns of it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = kind.left_alone(nominal, bundle)
    error, effort = float(run.error[0]), float(run.effort[0])
    words = (
        f"on the full model LQR has an error of {error:.3g} at an effort of {effort:.3g}, with nobody pushing"
    )
    if not np.isfinite(error):
        words = "LQR loses the full model, with nobody pushing"
    warnings.warn(
        f'reference.source = "reduced": {words}; about the full motion ("projected") it has none',
        stacklevel=2,
    )
    return Made(None, words)


def make_reference(
    kind: Kind, nominal: Nominal, training: Sequence[Path], basis: Basis, plant: Plant
) -> Made[Reference]:
    """The motion to be tracked."""
    scene: Scene = nominal.full.scene
    trained = trained_size(scene.enrichment, scene.time.steps, training, basis)
    reference, words = build_reference(scene.reference, plant, kind.projected(nominal, basis), trained)
    track = reference.track
    return Made(reference, words, {"bytes": track.states.nbytes + track.feedforward.nbytes})
