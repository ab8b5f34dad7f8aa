"""The offline pipeline: from a scene to a bundle, stage by stage.

    full model -> centre-line run -> enrichment runs -> basis -> reduced model -> reference -> gains
               -> comparators -> bundle

The stages are the same for every kind of scene; what differs is its `Way`. Each stage is timed, and says what
it made, how large that is, and how much memory it took (`offline.campaign.memory`; of the worker processes of
full runs the largest besides). Full runs lie on disk and are taken up again by the next call with the same
scene; all that follows takes seconds.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from offline.campaign.campaign import run_campaign
from offline.campaign.memory import largest_child_peak, peak, reset_peak
from offline.gains.lqr import lqr_gains
from offline.pipeline.body import BodyWay
from offline.pipeline.measure import step_figures
from offline.pipeline.reference import distance_between, reduced_states
from offline.pipeline.smoke import SmokeWay
from offline.pipeline.way import Progress, Way
from offline.scenes.body import BodyScene
from offline.scenes.parts import Scene
from offline.scenes.smoke import SmokeScene
from offline.studies.comparison import tuning_pushes
from offline.studies.tuning import tune_comparators
from reduce.pod import Basis
from runtime.bundle.record import Bundle
from runtime.loop import Track
from softrein.errors import SimulationError

DISCRETISATIONS = ("step", "exponential")
APART = 0.05  # of a motion's size: farther off the full run, the reduced one is another motion to the eye


@dataclass(frozen=True)
class Places:
    """Where full runs are kept, and who computes them."""

    runs: Path
    workers: int | None = None
    scheduler: str | None = None


@dataclass
class Stages:
    """The table of stages, as it grows."""

    rows: list[dict[str, Any]] = field(default_factory=list)

    @contextmanager
    def stage(self, name: str) -> Iterator[dict[str, Any]]:
        """Time a stage; what is put into the yielded row ("result", "bytes") goes into the table.

        "memory" is the peak of this process in the meantime and "memory before" what it held at the start,
        bytes; both are left out where nobody knows them.
        """
        row: dict[str, Any] = {"stage": name, "seconds": 0.0, "result": ""}
        before = peak() if reset_peak() else None
        start = time.perf_counter()
        yield row
        row["seconds"] = time.perf_counter() - start
        if before is not None:
            row |= {"memory before": before, "memory": max(peak() or 0, before)}  # Linux rounds its marks
        self.rows.append(row)


class FullRuns:
    """What a campaign tells about itself as it goes on: its `Progress`."""

    def __init__(
        self, report: Callable[[int, int], None] = lambda done, total: None, own: bool = True
    ) -> None:
        """Hand everything on to `report` as well; `own`: the workers are processes of this one."""
        self._report, self._own = report, own
        self._there: int | None = None
        self._memory: int | None = None

    def __call__(self, done: int, total: int) -> None:
        """Take note; the workers live until the last run is reported."""
        if self._there is None:
            self._there = done
        if self._own and done > self._there:
            self._memory = max(self._memory or 0, largest_child_peak() or 0) or None
        self._report(done, total)

    def figures(self) -> dict[str, int]:
        """How many runs an earlier call left, and the largest worker's memory, as far as there are any."""
        found = {"taken up": self._there, "memory of a worker": self._memory}
        return {name: value for name, value in found.items() if value}


def way_of(scene: Scene) -> Way:
    """How a scene of its kind is made into a bundle."""
    if isinstance(scene, SmokeScene):
        return SmokeWay(scene)
    assert isinstance(scene, BodyScene)
    return BodyWay(scene)


def precompute_scene(
    scene: Scene, places: Places, progress: Progress = lambda what, done, total: None
) -> Bundle:
    """Run every stage; nothing is written but whole full runs.

    Raises the errors of each stage: SceneError, MeshError, MaterialError, CampaignError, BasisError,
    SimulationError, CostError.
    """
    stages, way = Stages(), way_of(scene)
    with stages.stage("full model") as row:
        row["result"] = way.describe()
    with stages.stage("centre line") as row:
        runs = FullRuns(own=False)
        centre = run_campaign(way.centre_line(progress), places.runs / "centre", workers=0, progress=runs)[0]
        progress("centre line", scene.time.steps, scene.time.steps)
        row["result"] = f"{scene.time.steps} steps{way.take_centre_line(centre)}"
        row["bytes"] = centre.stat().st_size
        row.update(runs.figures())
    with stages.stage("enrichment") as row:
        own = places.workers != 0 and places.scheduler is None
        runs = FullRuns(lambda done, total: progress("full runs", done, total), own)
        paths = run_campaign(
            way.enrichment(), places.runs / "enrichment",
            workers=places.workers, scheduler=places.scheduler, progress=runs,
        )  # fmt: skip
        row["result"] = f"{len(paths)} perturbed runs{way.describe_runs(paths)}"
        row["bytes"] = sum(path.stat().st_size for path in paths)
        row.update(runs.figures())
    with threadpool_limits(1):  # a second thread gains little, and costs threefold on busy cores
        bundle = _reduce(scene, way, paths, stages, progress)
        bundle = _steer(scene, bundle, stages, progress)
        _measure(bundle, way, stages)
    bundle.stages.extend(stages.rows)
    return bundle


def _reduce(scene: Scene, way: Way, paths: list[Path], stages: Stages, progress: Progress) -> Bundle:
    """Basis, model and reference: all of the bundle but its gains."""
    what = "basis, model, reference"
    progress(what, 0, 3)
    with stages.stage("basis") as row:
        basis = way.basis(paths)
        row["result"] = _basis_result(basis)
        row["bytes"] = basis.vectors.nbytes
    progress(what, 1, 3)
    with stages.stage("reduced model") as row:
        plant = way.plant(basis)
        row["result"] = f"r = {basis.rank}"
        row["bytes"] = sum(part.nbytes for part in plant.model if isinstance(part, np.ndarray))
    progress(what, 2, 3)
    with stages.stage("reference") as row:
        control = way.feedforward(basis)
        track, row["result"] = build_reference(scene, way, basis, plant, control)
        row["bytes"] = track.states.nbytes + track.feedforward.nbytes
    progress(what, 3, 3)
    return way.bundle(basis, plant, track, control)


def _steer(scene: Scene, bundle: Bundle, stages: Stages, progress: Progress) -> Bundle:
    """The bundle with the gains of LQR, and of P and PD tuned to LQR's effort."""
    with stages.stage("gains") as row:
        bundle, row["result"], row["figures"] = add_gains(bundle, scene, progress)
        row["bytes"] = bundle.gains["lqr"].nbytes
    with stages.stage("comparators") as row:
        found = tune_comparators(bundle, progress)
        bundle = bundle.with_controllers({name: tuned.member.choice(bundle) for name, tuned in found.items()})
        row["result"] = "within LQR's effort: " + "; ".join(tuned.words() for tuned in found.values())
        row["tuned"] = {
            f"{name}, {what} over LQR's": value
            for name, tuned in found.items()
            for what, value in (("effort", tuned.effort), ("error", tuned.error))
        }
    return bundle


def _measure(bundle: Bundle, way: Way, stages: Stages) -> None:
    """How long a step takes, full and reduced; and the figures of the paper's tables in one place."""
    with stages.stage("measurement") as row:
        gains = next(stage for stage in stages.rows if stage["stage"] == "gains")
        row["figures"] = gains.pop("figures") | step_figures(bundle, way.full_step())
        row["result"] = "one step: " + ", ".join(
            f"{row['figures'][key]:.3g} {unit}"
            for key, unit in (
                ("full step [ms]", "ms full"), ("reduced step without control [ms]", "ms reduced"),
                ("control [ms]", "ms control"),
            )
        )  # fmt: skip


def build_reference(
    scene: Scene, way: Way, basis: Basis, plant: Any, control: np.ndarray
) -> tuple[Track, str]:
    """The reference as the scene wants it, and in words how far the reduced run is from the projected one.

    `control` (T, r) is the projected control of the full run. Warns where that is far, and says what helps.
    """
    part, projected = scene.reference, way.projected_states(basis)
    try:
        reduced = reduced_states(plant, projected[0], control)
        apart = distance_between(reduced[:, plant.coordinates], projected[:, plant.coordinates])
        words = f"{part.source}; the reduced run is {apart:.1%} from the full one"
        if apart > APART:
            _warn_of_distance(apart, part.source, way.closer)
    except SimulationError:
        if part.source == "reduced":
            raise
        words = f"{part.source}; the reduced run by itself leaves the finite numbers"
    states = reduced if part.source == "reduced" else projected
    if part.feedforward == "zero":
        return Track(states, np.zeros_like(control)), f"{words}; no feed-forward"
    return Track(states, control), words


def _warn_of_distance(apart: float, source: str, closer: str) -> None:
    """Say how far the reduced run is from the full one, what follows from it, and what helps."""
    what = {
        "reduced": 'and is the reference; to follow the full run set reference.source = "projected"',
        "projected": "so that control has to keep the model to the reference, which is the full one",
    }[source]
    warnings.warn(f"the reduced run is {apart:.0%} from the full one, {what}; {closer}", stacklevel=4)


def add_gains(bundle: Bundle, scene: Scene, progress: Progress) -> tuple[Bundle, str, dict[str, Any]]:
    """The bundle with LQR gains by the better discretisation, what each achieves, and the paper's figures.

    What counts is the mean cost `1/2 (error^2 + rho effort)` over the scene's push and the tuning pushes.
    """
    part = scene.control
    wanted = DISCRETISATIONS if part.discretisation == "best" else (part.discretisation,)
    pushes = tuning_pushes(bundle)
    gains, cost, seconds = {}, {}, {}
    for done, name in enumerate(wanted):
        progress("gains", done, len(wanted))
        start = time.perf_counter()
        gains[name] = lqr_gains(
            bundle.plant(), bundle.track, bundle.costs, bundle.actuation, name, part.integrals, bundle.rewind
        )
        seconds[name] = time.perf_counter() - start
        outcome = bundle.rollouts(pushes, gains[name])
        cost[name] = float(np.mean(0.5 * (outcome.error**2 + part.effort * outcome.effort)))
    progress("gains", len(wanted), len(wanted))
    best = min(wanted, key=lambda name: cost[name])
    if not np.isfinite(cost[best]):
        warnings.warn(
            "LQR leaves the finite numbers on the scene's pushes: weaken them, or take a smaller time step,"
            " more Newton iterations or more enrichment",
            RuntimeWarning,
            stacklevel=2,
        )
    result = f"{best}; mean cost achieved: " + ", ".join(f"{name} {cost[name]:.4g}" for name in wanted)
    chosen = replace(bundle.with_controllers({"lqr": gains[best]}), discretisation=best)
    figures = {
        "reduced coordinates r": bundle.rank,
        "steps T": bundle.steps,
        "degrees of freedom n": len(bundle.vectors),
        "gains, computation [s]": seconds[best],
        "gains, size [MB]": gains[best].gains.nbytes / 2**20,
    }
    return chosen, result, figures


def _basis_result(basis: Basis) -> str:
    values = basis.singular_values
    share = np.sum(values[: basis.rank] ** 2) / np.sum(values**2)
    return f"r = {basis.rank}, {share:.4%} of the energy"
