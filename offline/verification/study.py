"""`softrein verify`: a bundle's controller on the full model beside the reduced one, as plain data.

    uncontrolled   the full model under the scene's own loads or winds alone
    reduced        the bundle's own model under its controller: what `softrein run` shows
    full           the full model under the same controller

Each runs under the scene's pushes, and under an ensemble of random ones that nothing was tuned on, the same
for all three. A `Mismatch` is of the full model, and of what the controller knows of it: the reduced run
stays what the bundle promises.

Errors and efforts over the ensemble are medians. A run is "lost" that the model gives up, or that control
leaves farther off than none would, on the same model under the same push. Where a run, or half of an
ensemble, was given up, there is no figure: None.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from offline.campaign.pool import Map
from offline.campaign.runs import Progress, silent
from offline.gains.placement import with_markers
from offline.keyframes.smoke.tried import misses_of_smoke
from offline.keyframes.tried import misses
from offline.pipeline.body.runs import inputs_of
from offline.pipeline.kinds import kind_of
from offline.pipeline.smoke import inputs_of as inputs_of_smoke
from offline.pipeline.stages import Places, run_nominal
from offline.scenes.body import BodyScene
from offline.scenes.parts import Scene
from offline.scenes.smoke import SmokeScene
from offline.studies.comparison import ensemble_of, random_pushes, seed_of
from offline.studies.shown import known, median, plain
from offline.verification.body import DrivenBody
from offline.verification.mismatch import AS_MADE, Mismatch
from offline.verification.smoke import DrivenSmoke
from offline.verification.steering import Driven, steer
from runtime.bundle.record import Bundle
from runtime.control.paths import misses_of_places, off_paths, places_along
from runtime.control.registry import LQR, NONE
from runtime.push import Push
from runtime.rollouts import Rollouts

Array = np.ndarray
Pushes = Sequence[Sequence[Push]]
Full = Any  # `FullBody` or `FullSmoke`

DRIVEN: Mapping[type[Scene], Any] = {BodyScene: DrivenBody, SmokeScene: DrivenSmoke}
MISSES: Mapping[type[Scene], Any] = {BodyScene: misses, SmokeScene: misses_of_smoke}
INPUTS: Mapping[type[Scene], Any] = {BodyScene: inputs_of, SmokeScene: inputs_of_smoke}  # fingerprints
RUNS = 20
NOWHERE = np.zeros((0, 2))
SHARE = 2  # runs that a process takes at a time


class Case(NamedTuple):
    """A controller, and on which full model; on the bundle's own where there is no mismatch."""

    controller: str = LQR.name
    mismatch: Mismatch | None = AS_MADE


AS_SHIPPED = Case()
FREE = Case(NONE.name, None)  # the bundle's own model, without control


class Outcome(NamedTuple):
    """What runs came to; inf where the model gave one up."""

    error: Array  # (runs,)
    effort: Array  # (runs,)
    places: Array | None = None  # (T + 1, k, axes) m in the first run, where that was asked for
    off: Array = NOWHERE  # (runs, 2) m: root mean square and largest distance from paths; none: (0, 2)

    def part(self, runs: slice) -> Outcome:
        """Some of the runs, without places."""
        return Outcome(self.error[runs], self.effort[runs], None, self.off[runs])


class Verified(NamedTuple):
    """What came out, and for pictures where the points that are watched were under the scene's own pushes."""

    figures: dict[str, Any]  # by what ran: "error", "effort", and of the "ensemble" these, "runs" and "lost";
    # where something follows a path "path rms" and "path max" in m, and besides a "track": see `_track`; of a
    # scene with key-frames or an animation "keyframes" and "animation", see `offline.keyframes.tried`
    places: dict[str, Array]  # "reference" and by what ran (T + 1, k, axes) m; NaN where it was given up


class Task(NamedTuple):
    """Some runs of a case, as one process makes them one after the other."""

    case: Case
    pushes: Pushes
    first: int  # number of the first run
    record: bool


def full_model(scene: Scene, places: Places, progress: Progress = silent) -> Full:
    """The full model of a scene, whose warnings were told when its bundle was made.

    The wind that was found for what smoke is asked for is that of the nominal run in `places`, or of one made
    now.
    """
    kind = kind_of(scene)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        full = kind.full_model(scene)
        if not getattr(scene, "asks", False):
            return full
        return run_nominal(kind, full, places, progress).value.full


def verify(
    full: Full, bundle: Bundle, case: Case = AS_SHIPPED, runs: int = RUNS, each: Map = map,
    progress: Progress = silent,
) -> Verified:  # fmt: skip
    """The three, under the scene's own pushes and so many random ones, where it has an ensemble."""
    cases = cases_beside(case)
    pushes, asked = pushes_for(bundle, runs), [*cases.values(), FREE]
    every = [bundle.pushes, *pushes]
    *found, promised = run_cases(full, bundle, asked, every, each, "full runs", progress, 0)
    free = {case.mismatch: found[0].error[1:], None: promised.error[1:]}
    figures: dict[str, dict[str, Any]] = {}
    for (name, which), outcome in zip(cases.items(), found, strict=True):
        one, many = outcome.part(slice(0, 1)), outcome.part(slice(1, None))
        figures[name] = {"error": known(one.error[0]), "effort": known(one.effort[0]), **_off(one)}
        if pushes:
            figures[name]["ensemble"] = {
                "error": median(many.error), "effort": median(many.effort), "runs": len(pushes),
                "lost": lost(many.error, free[which.mismatch]), **_off(many),
            }  # fmt: skip
    if full.scene.reference.is_found:
        figures |= MISSES[type(full.scene)](full, bundle, case.mismatch or AS_MADE)
    places = {name: one.places for name, one in zip(cases, found, strict=True) if one.places is not None}
    if bundle.paths:
        wanted = _wanted(bundle)
        figures["track"] = _track(bundle, wanted, places)
        return Verified(figures, {"reference": wanted, **places})
    drive = DRIVEN[type(full.scene)](full, bundle, AS_MADE)
    return Verified(figures, {"reference": drive.places_in(bundle.track.states), **places})


def cases_beside(case: Case) -> dict[str, Case]:
    """What runs beside a case on a full model, and the case itself."""
    free, promised = Case(NONE.name, case.mismatch), case._replace(mismatch=None)
    return {"uncontrolled": free, "reduced": promised, "full": case}


def full_runs(cases: Iterable[Case], pushes: int) -> int:
    """How many runs of the full model cases take under so many pushes."""
    return pushes * len({_effective(case) for case in cases if case.mismatch is not None})


def _wanted(bundle: Bundle) -> Array:
    """Where what follows paths should be, (T + 1, paths, 3) m."""
    return np.stack(places_along(bundle.shape, bundle.track, bundle.costs, bundle.paths), axis=1)


def _track(bundle: Bundle, wanted: Array, places: Mapping[str, Array]) -> dict[str, Any]:
    """Instants (T + 1,) s, and where each is then (T + 1, 3) m; of several paths (T + 1, paths, 3).

    Under the scene's own pushes; None for what was given up.
    """
    found: dict[str, Any] = {"time": [plain(k * bundle.dt) for k in range(bundle.steps + 1)]}
    for name, each in (("wanted", wanted), *((who, places[who]) for who in ("reduced", "full"))):
        shown = each[:, 0] if len(bundle.paths) == 1 else each
        found[name] = np.round(shown, 9).tolist() if np.isfinite(shown).all() else None
    return found


def _off(outcome: Outcome) -> dict[str, float | None]:
    """How far off their paths places are: the median of runs."""
    names = ("path rms", "path max")
    return {name: median(each) for name, each in zip(names, outcome.off.T, strict=True) if each.size}


def pushes_for(bundle: Bundle, runs: int) -> list[list[Push]]:
    """So many random pushes that nothing was tuned on; none where the scene has no ensemble."""
    if bundle.ensemble is None:
        return []
    return random_pushes(bundle, ensemble_of(bundle), runs, seed_of(bundle, "verify"))


def run_cases(
    full: Full, bundle: Bundle, cases: Sequence[Case], pushes: Pushes, each: Map = map, what: str = "runs",
    progress: Progress = silent, first: int = 1,
) -> list[Outcome]:  # fmt: skip
    """What each case comes to under the same pushes; the run numbered 0 keeps its places.

    Progress is that of the full model's runs.
    """
    asked = [_effective(case) for case in cases]
    shares = [(k, pushes[k : k + SHARE]) for k in range(0, len(pushes), SHARE)]
    tasks = [
        Task(case, share, first + k, first + k == 0 or bool(bundle.paths))
        for case in dict.fromkeys(asked)
        for k, share in shares
    ]
    parts: dict[Case, list[Outcome]] = {case: [] for case in asked}
    done, total = 0, full_runs(cases, len(pushes))
    progress(what, done, total)
    for task, part in zip(tasks, each(_Runs(full, bundle), tasks), strict=True):
        parts[task.case].append(part)
        if task.case.mismatch is not None:
            done += len(task.pushes)
            progress(what, done, total)
    return [_joined(parts[case]) for case in asked]


def lost(error: Array, free: Array) -> int:
    """How many runs were given up, or ended worse than those without control, whose errors are `free`."""
    return int(np.count_nonzero(~np.isfinite(error) | (error > free)))


def _effective(case: Case) -> Case:
    """Without control nobody is told anything, so late or wrong it does not matter; nor does noise of 0."""
    if case.mismatch is None:
        return case
    if case.controller == NONE.name:
        return case._replace(mismatch=case.mismatch._replace(delay=0, noise=None, sensors=False, markers=0))
    silent = not (case.mismatch.noise or case.mismatch.sensors)
    return case._replace(mismatch=case.mismatch._replace(noise=None)) if silent else case


def _joined(parts: Sequence[Outcome]) -> Outcome:
    """All runs of a case."""
    if not parts:
        return Outcome(np.zeros(0), np.zeros(0))
    return Outcome(
        np.concatenate([part.error for part in parts]),
        np.concatenate([part.effort for part in parts]),
        parts[0].places,
        np.concatenate([part.off for part in parts]),
    )


class _Runs:
    """Runs of a full model under a bundle's controllers: what a process does."""

    def __init__(self, full: Full, bundle: Bundle) -> None:
        self._full, self._bundle = full, bundle
        self._driven: dict[Mismatch, Driven] = {}  # the last one: cases of one body follow each other

    def __call__(self, task: Task) -> Outcome:
        """Some runs. What a full model warns of on its way shows in the figures."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            rolled, places = self._rolled(task)
        off, bundle = NOWHERE, self._bundle
        if places is not None and bundle.paths:
            missed = misses_of_places(bundle.paths, self._wanted[:, None], places)
            off = np.array([list(off_paths(each, bundle.dt).values()) for each in missed.swapaxes(0, 1)])
            off[~np.isfinite(rolled.error)] = np.inf
        return Outcome(rolled.error, rolled.effort, None if places is None else places[:, 0], off)

    @cached_property
    def _wanted(self) -> Array:
        return _wanted(self._bundle)

    def _rolled(self, task: Task) -> tuple[Rollouts, Array | None]:
        """The runs, and where asked for the places (T + 1, runs, k, axes) m of what is followed."""
        controller, mismatch = task.case
        if mismatch is None:
            rolled = self._bundle.rollouts(task.pushes, controller, record=task.record)
            states = rolled.states
            return rolled, None if states is None else self._drive(AS_MADE).places_in(states)
        found = steer(
            self._drive(mismatch),
            self._marked(mismatch),
            controller,
            task.pushes,
            task.record,
            mismatch,
            task.first,
        )
        return found, found.places

    def _drive(self, mismatch: Mismatch) -> Driven:
        """The full model that it is of: as late and as wrong as it is seen, it is the same."""
        body = AS_MADE._replace(young=mismatch.young, density=mismatch.density, markers=mismatch.markers)
        if body not in self._driven:
            drive = DRIVEN[type(self._full.scene)](self._full, self._marked(body), body)
            self._driven = {body: drive}
        return self._driven[body]

    def _marked(self, mismatch: Mismatch) -> Any:
        """The bundle, with the markers of a case."""
        bundle: Any = self._bundle
        return with_markers(bundle, mismatch.markers) if mismatch.markers else bundle
