"""The offline pipeline: from a scene to a bundle, stage by stage.

    full model -> nominal run -> training runs, finer run -> basis -> reduced model -> reference -> gains
               -> comparators -> bundle

A stage is a function from values to a value and its row in the table of stages; `offline.pipeline.kinds` has
the parts that differ between kinds of scene. The table calls the full runs "nominal motion" and
"enrichment". For each stage it has the time, the result, the result's size, and the memory that it took
(`offline.campaign.memory`; for full runs also that of the largest worker process). Full runs are stored on
disk and are used again by the next call with the same scene; all that follows takes seconds.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, ParamSpec, TypeVar, cast

import numpy as np

from offline.campaign.enrichment import NOTHING, Scale
from offline.campaign.sole_use import sole_use
from offline.campaign.threads import one_blas_thread
from offline.keyframes.request import with_keyframes
from offline.keyframes.rounds import Found, remarks_on, rounds
from offline.pipeline.base.gains import add_comparators, add_gains
from offline.pipeline.base.needs import (
    SLACK,
    Outline,
    allowed,
    check_fits,
    check_rank,
    columns_within,
    needs_of,
    processes_within,
    together,
)
from offline.pipeline.base.reference import Reference, build_reference, trained_size
from offline.pipeline.base.table import Made, Table, full_runs, of_motion, warnings_of
from offline.pipeline.body.limits import warn_of_limits
from offline.pipeline.finer import beside_finer
from offline.pipeline.kinds import Full, Kind, Nominal, Reduced, kind_of
from offline.pipeline.response import push_alone, things_alone
from offline.pipeline.timing import measure_steps
from offline.scenes.base.scene import Scene
from offline.scenes.body.scene import BodyScene
from offline.scenes.motions import motion_scenes
from reduce.pod import Basis
from runtime.base.progress import Progress, silent
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.plant.actuation import independent
from runtime.plant.plant import Plant
from softrein.errors import SoftreinError, shown, warn

T = TypeVar("T")
P = ParamSpec("P")
# How a motion for key-frames or an animation is found on the reduced model. For smoke it is the nominal run
# itself, which is found before all others (`offline.keyframes.smoke`).
ROUNDS: Mapping[type[Scene], Callable[..., Found]] = {BodyScene: rounds}
MOTIONS = "motions"  # folder of the full runs of a model with several motions
LAST = 4  # index of the round on the basis of all motions, after those of `ROUNDS`
Beside = AbstractContextManager[Callable[[], Made[float | None]]]
# Checks with warnings before the first full run.
WARNED_OF: Mapping[type[Scene], Callable[[Full], None]] = {BodyScene: warn_of_limits}


@dataclass(frozen=True)
class Places:
    """The folder of full runs, and the processes that compute them."""

    runs: Path
    workers: int | None = None
    scheduler: str | None = None
    memory: float | None = None  # bytes that the whole pipeline may use; None: the free memory
    helpers: int | None = None  # processes for tuning comparators; None: one per core

    def of(self, motion: str) -> Places:
        """Return the places for one of several motions: its full runs have a folder if it has a name."""
        return replace(self, runs=self.runs / MOTIONS / motion) if motion else self

    def processes(self, runs: int) -> tuple[int, int]:
        """Return how many processes of this machine compute `runs` full runs, and then the comparators."""
        from dask.system import CPU_COUNT

        workers = CPU_COUNT if self.workers is None else self.workers
        return 0 if self.scheduler is not None else min(workers, runs), os.cpu_count() or 1


class Checks(NamedTuple):
    """Checks that are made once more is known."""

    modes: Callable[[], None]  # raises an error unless as many modes as requested are possible
    # (rank): error message if that basis leaves too little memory for later stages
    fits: Callable[[int], str]


def precompute_scene(
    scene: Scene,
    places: Places,
    progress: Progress = silent,
    say: Callable[[str], None] = lambda text: None,
    any_size: bool = False,
) -> Bundle:
    """Run every stage; only complete full runs are written.

    The needs of memory and disk are estimated first, and passed to `say`; a scene that does not fit is
    refused unless `any_size`. Where memory is short fewer processes do full runs, and, only if `places`
    bounds memory, a basis is made of fewer columns at once. The folder of runs is locked until the bundle is
    made: another process waits for it.

    Raises the errors of each stage: SceneError, MeshError, MaterialError, CampaignError, BasisError,
    SimulationError, CostError.
    """
    scenes, processes = list(motion_scenes(scene).values()), places.processes(scene.enrichment.all_runs)
    outline = together([kind_of(scene).outline(each) for each in scenes])
    longest = scene.time.model_copy(update={"steps": max(each.time.steps for each in scenes)})
    counted = scene.model_copy(update={"time": longest})

    most, words, columns = allowed(places.memory), "", None
    if most is not None and (places.memory is not None or not any_size):
        fits = processes_within(counted, outline, processes, SLACK * most)
        words = fewer_words(processes, fits)
        workers = fits[0] if fits[0] < processes[0] else places.workers
        places, processes = replace(places, workers=workers, helpers=fits[1]), fits
    if most is not None and places.memory is not None:
        columns = columns_within(counted, outline, processes, most)

    def check(rank: int | None = None) -> str:
        needs = needs_of(counted, outline, processes, rank, columns)
        return check_fits(needs, places.runs, any_size, places.memory)

    say(check() + words)
    with sole_use(places.runs):
        checks = Checks(lambda: check_rank(counted, outline), check)
        return _precomputed(scene, places, progress, outline, checks, columns)


def _precomputed(
    scene: Scene,
    places: Places,
    progress: Progress,
    outline: Outline,
    checks: Checks,
    columns: int | None,
) -> Bundle:
    """Return the bundle of a scene's motions: the first one's, which contains the others."""
    table, scenes = Table(), motion_scenes(scene)
    makings = [
        _Making(each, places, progress, table, name if scene.motions else "") for name, each in scenes.items()
    ]
    for making in makings:
        with making.named():
            making.make_full(outline.made)
    checks.modes()
    for making in makings:
        with making.named():
            making.run_nominal()
    scales = [making.kind.scale(making.nominal) for making in makings]
    most = Scale(*(max(values) for values in zip(*scales, strict=True)))
    for making in makings:
        with making.named():
            making.run_training(most if scene.motions else NOTHING)
    with one_blas_thread():  # a second thread gains little, and triples the time on busy cores

        def model(making: _Making, number: int = 1, shared: bool = False) -> tuple[Basis, Reduced]:
            stage = table.stage if shared else making.stage  # a stage for all motions has no motion's name
            again = f", round {number}" if number > 1 else ""
            others = tuple(each.trained for each in makings if each is not making)
            nominal, training = making.trained[0]._replace(others=others), making.training
            progress("basis, model, reference", 0, 3)
            basis = stage(f"basis{again}", make_basis, making.kind, nominal, training, columns)
            if scene.basis.rank is None:
                checks.fits(basis.rank)
            progress("basis, model, reference", 1, 3)
            plant = stage(f"reduced model{again}", make_plant, making.kind, nominal, training, basis)
            return basis, plant

        for making in makings:
            if making.is_sought:
                with making.named():
                    making.seek(model, settles=len(makings) > 1)
        first = makings[0]
        if first.found is not None and len(makings) == 1:
            basis, plant = first.found.basis, first.found.plant
        else:
            basis, plant = model(first, shared=len(makings) > 1)
        bundles: list[Bundle] = []
        for making in makings:
            with making.named():
                if making.found is not None and len(makings) > 1:
                    making.settle(basis, plant)
                bundles.append(making.bundle(basis, plant, bundles[0] if bundles else None))
        full_step = first.kind.full_step(first.nominal)
        table.stage("measurement", measure_steps, bundles[0], full_step, first.figures)
    found = replace(bundles[0], stages=table.rows)
    if not scene.motions:
        return found
    data = scene.model_dump(mode="json")
    rest = [
        replace(bundle, scene=data, stages=table.of(bundle.motion_name, making.figures))
        for bundle, making in zip(bundles[1:], makings[1:], strict=True)
    ]
    return replace(found, scene=data).with_motions(rest)


def fewer_words(wanted: tuple[int, int], fits: tuple[int, int]) -> str:
    """Say that memory does not suffice for all processes, for full runs and for comparators."""
    told = [
        f"{found or 'none'} of {count} processes for {what}{'' if found else ', which this one does itself'}"
        for what, count, found in zip(("full runs", "comparators"), wanted, fits, strict=True)
        if found < count
    ]
    return f"; memory is enough for {', and '.join(told)}" if told else ""


class _Making:
    """The stages of one motion, from its full model to its bundle.

    Attributes:
        kind: The functions of its kind.
        nominal: Its full run; for a motion that is searched, that under the control found, once it is.
        training: The files of its perturbed runs.
        trained: The runs and files that a basis must represent.
        found: The result of the search, for a motion that is searched.

    """

    def __init__(self, scene: Scene, places: Places, progress: Progress, table: Table, name: str) -> None:
        """Begin; `name` is the motion's among others, and empty where it is the only one."""
        self.kind, self._scene, self._name, self._table = kind_of(scene), scene, name, table
        self._places = places.of(name)
        self._progress = progress
        self.is_sought = scene.reference.is_found and type(scene) in ROUNDS
        self.found: Found | None = None

    def stage(self, name: str, make: Callable[P, Made[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a stage whose row and warnings name the motion."""
        if not self._name:
            return self._table.stage(name, make, *args, **kwargs)
        with warnings_of(f"motion {shown(self._name)}"):
            return self._table.stage(f"{name}{of_motion(self._name)}", make, *args, **kwargs)

    @contextmanager
    def named(self) -> Iterator[None]:
        """Let errors within the block name the motion."""
        try:
            yield
        except SoftreinError as error:
            if not self._name:
                raise
            raise type(error)(f"motion {shown(self._name)}: {error}") from error

    def make_full(self, made: object) -> None:
        """Build the full model, with the parts `made` already."""
        self._full = self.stage("full model", make_full_model, self.kind, self._scene, made)

    def run_nominal(self) -> None:
        """Make the full run."""
        where = self._places, self._progress
        self.nominal = self.stage("nominal motion", run_nominal, self.kind, self._full, *where)

    def run_training(self, others: Scale) -> None:
        """Make the perturbed runs; for a motion that rests they are as strong as those of `others`."""
        kind, places, progress = self.kind, self._places, self._progress
        nominal = self.nominal = self.nominal._replace(full=replace(self.nominal.full, others=others))
        with nullcontext() if self.is_sought else _beside_finer(kind, nominal, places, progress) as finer:
            self.training = self.stage("enrichment", run_training, kind, nominal, places, progress)
            if finer is not None:
                self.stage("finer clock", finer)
        self.trained, self._alone = (nominal, self.training), nominal

    def seek(self, model: Callable[[_Making, int], tuple[Basis, Reduced]], settles: bool) -> None:
        """Search the motion in rounds, each of which makes the model anew; `settles`: `settle` follows."""

        def again(nominal: Nominal, number: int) -> tuple[Basis, Reduced]:
            self.trained = nominal, self.training
            return model(self, number)

        self.found = ROUNDS[type(self._scene)](self, self._alone, self._progress, again)
        self.nominal = self.found.nominal
        runs = self.trained[0]
        self.trained = runs._replace(found=[*runs.found, self.nominal.u]), self.training
        if not settles:
            self._remark()

    def settle(self, basis: Basis, plant: Reduced) -> None:
        """Search it once more, on the final basis and plant of all motions."""
        find = ROUNDS[type(self._scene)]
        self.found = find(self, self._alone, self._progress, lambda nominal, number: (basis, plant), (LAST,))
        self.nominal = self.found.nominal
        self._remark()

    def _remark(self) -> None:
        """Warn of what the motion that was found misses."""
        assert self.found is not None
        with warnings_of(f"motion {shown(self._name)}" if self._name else ""):
            for words in remarks_on(self.found, self.nominal.full):
                warn(words)

    def bundle(self, basis: Basis, plant: Reduced, first: Bundle | None) -> Bundle:
        """Return its bundle, on the basis and plant of all motions, without the table of stages.

        Sensors have the places of those of the `first` motion, unless this is it.
        """
        kind, scene, nominal, training = self.kind, self._scene, self.nominal, self.training
        if self.found is not None:  # the first round has no motion before it
            with _beside_finer(kind, nominal, self._places, self._progress) as finer:
                self.stage("finer clock", finer)
        self._progress("basis, model, reference", 2, 3)
        reference = self.stage("reference", make_reference, kind, nominal, training, basis, plant)
        self._progress("basis, model, reference", 3, 3)
        bundle = replace(kind.bundle(nominal, training, basis, plant, reference), motion_name=self._name)
        if self.found is not None:
            costs = with_keyframes(bundle.costs, self.found.request, self.found.motion)
            bundle = replace(bundle, costs=costs)
        if scene.reference.is_found:
            bundle = replace(bundle, steered=told_apart(bundle))
        if getattr(scene, "sensors", ()):
            bundle = self.stage("sensors", make_sensors, kind, nominal, bundle)
            if first is not None:
                bundle = replace(bundle, sensors=first.sensors)  # type: ignore[attr-defined, call-arg]
        else:
            bundle = kind.sensed(nominal, bundle)
        bundle, self.figures = self.stage("gains", add_gains, bundle, scene.control, self._progress)
        if len(bundle.correction) and bundle.pushes:
            self.stage("push alone", push_alone, bundle)
        if len(bundle.correction) and getattr(bundle, "things", []):
            self.stage("free things", things_alone, cast(BodyBundle, bundle))
        helpers = self._places.helpers
        bundle = self.stage("comparators", add_comparators, bundle, self._progress, processes=helpers)
        if scene.reference.source == "reduced":
            self.stage("left alone", leave_alone, kind, nominal, bundle)
        return bundle


def _beside_finer(kind: Kind, nominal: Nominal, places: Places, progress: Progress) -> Beside:
    """Return `beside_finer` for a nominal run."""
    own = kind.nominal_run(nominal.full, progress).fingerprint(0)
    return beside_finer(nominal, own, places.runs / "finer", places.workers)


def told_apart(bundle: Bundle) -> bool:
    """Whether a motion's forces determine its controls; warns where limits depend on them."""
    apart = independent(bundle.actuators)
    if not apart and np.isfinite(bundle.limits).any():
        warn(
            "control.actuators: they are linearly dependent, so that their limits apply to the motion and "
            "separately to the feedback"
        )
    return apart


def make_full_model(kind: Kind, scene: Scene, made: object = None) -> Made[Full]:
    """Build the full model of a scene, with the parts `made` already; warn of dangers to its runs."""
    full = kind.full_model(scene, made)
    if type(scene) in WARNED_OF:
        WARNED_OF[type(scene)](full)
    return Made(full, kind.size(full))


def run_nominal(kind: Kind, full: Full, places: Places, progress: Progress) -> Made[Nominal]:
    """Make the full run under the scene's own loads or winds."""
    steps, job = full.scene.time.steps, kind.nominal_run(full, progress)
    paths, about = full_runs(job, places.runs / "centre", 0, None, lambda done, total: None)
    progress("nominal motion", steps, steps)
    nominal = kind.read_nominal(full, paths[0])
    return Made(nominal, f"{steps} steps{nominal.words}", about)


def run_training(kind: Kind, nominal: Nominal, places: Places, progress: Progress) -> Made[Sequence[Path]]:
    """Make the perturbed full runs, and then the states under constant loads, for kinds that have such."""
    job, folder = kind.training_runs(nominal), places.runs / "enrichment"
    paths, about = full_runs(job, folder, places.workers, places.scheduler, partial(progress, "full runs"))
    still = kind.static_runs(nominal, progress)
    if still.count:
        more, size = full_runs(still, places.runs / "statics", 0, None, lambda done, total: None)
        paths, about["bytes"] = [*paths, *more], about["bytes"] + size["bytes"]
    return Made(paths, f"{job.count} perturbed runs{kind.training_words(nominal.full, paths)}", about)


def make_basis(
    kind: Kind, nominal: Nominal, training: Sequence[Path], columns: int | None = None
) -> Made[Basis]:
    """Make the basis of all full runs; at most `columns` columns are kept while others are read."""
    basis = kind.basis(nominal, training, columns)
    values = basis.singular_values
    share = np.sum(values[: basis.modes] ** 2) / basis.energy
    local = f", {basis.local} of them local functions" if basis.local else ""
    words = f"r = {basis.rank}{local}, {share:.4%} of the energy{kind.basis_words(nominal, training, basis)}"
    return Made(replace(basis, spare=None), words, {"bytes": basis.vectors.nbytes})


def make_plant(kind: Kind, nominal: Nominal, training: Sequence[Path], basis: Basis) -> Made[Plant]:
    """Make the reduced plant."""
    plant, words = kind.plant(nominal, training, basis)
    return Made(plant, f"r = {basis.rank}{words}", {"bytes": _size(plant.model)})


def _size(model: object) -> int:
    """Return the bytes of a model's arrays, and of those in its groups."""
    if isinstance(model, np.ndarray):
        return model.nbytes
    return sum(map(_size, model)) if isinstance(model, tuple) else 0


def make_sensors(kind: Kind, nominal: Nominal, bundle: Bundle) -> Made[Bundle]:
    """Add sensors and the observer's model of errors."""
    sensed = cast(BodyBundle, kind.sensed(nominal, bundle))  # only bodies have sensors
    kinds = dict.fromkeys(each.kind for each in sensed.sensors)
    counts = {kind: sum(len(each.vertices) for each in sensed.sensors if each.kind == kind) for kind in kinds}
    words = ", ".join(f"{count} {kind}{'s' * (count != 1)}" for kind, count in counts.items())
    return Made(sensed, f"{words}; the full model under LQR and pushes measures the error of the reduced one")


def leave_alone(kind: Kind, nominal: Nominal, bundle: Bundle) -> Made[None]:
    """Say what a reference that is the reduced model's own run costs on the full one, with a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = kind.left_alone(nominal, bundle)
    error, effort = float(run.error[0]), float(run.effort[0])
    words = f"on the full model LQR has an error of {error:.3g} at an effort of {effort:.3g}, without pushes"
    if not np.isfinite(error):
        words = "LQR loses the full model, without pushes"
    warn(f'reference.source = "reduced": {words}; about the full motion ("projected") it has none')
    return Made(None, words)


def make_reference(
    kind: Kind, nominal: Nominal, training: Sequence[Path], basis: Basis, plant: Plant
) -> Made[Reference]:
    """Make the motion to be tracked."""
    scene: Scene = nominal.full.scene
    trained = trained_size(scene.enrichment, scene.time.steps, training, basis)
    reference, words = build_reference(scene.reference, plant, kind.projected(nominal, basis), trained)
    track = reference.track
    return Made(reference, words, {"bytes": track.states.nbytes + track.feedforward.nbytes})
