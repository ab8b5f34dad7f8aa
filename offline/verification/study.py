"""`softrein verify`: a bundle's controller on the full model compared with the reduced one, as plain data.

    uncontrolled   the full model under the scene's own loads or winds alone
    reduced        the bundle's own model under its controller, as `softrein run` shows it
    full           the full model under the same controller

and where a finer `Clock` is asked for

    fine uncontrolled   the full model on that clock without control
    fine                the full model on that clock under the controller

Other controllers may be compared, each "reduced", "full" and "fine". All run under the scene's pushes,
and under an ensemble of random ones on which nothing was tuned, the same for all. A `Mismatch` changes the
full model, and the controller's knowledge of it; the reduced run stays as the bundle has it.

Errors and efforts over the ensemble are medians, with their quartiles. A run is "lost" where the model
fails, or where control ends with a larger error than none, on the same model under the same push. Where a
run, or half of an ensemble, failed, the figure is None.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from offline.figures import known, median, plain, quartiles
from offline.full.body.full_body import FullBody
from offline.full.smoke.full_smoke import FullSmoke
from offline.gains.placement import with_markers
from offline.keyframes.distances import misses
from offline.keyframes.smoke.distances import misses_of_smoke
from offline.pipeline.body.runs import inputs_of
from offline.pipeline.kinds import kind_of
from offline.pipeline.smoke import inputs_of as inputs_of_smoke
from offline.pipeline.stages import Places, run_nominal
from offline.scenes.base.scene import Scene
from offline.scenes.body.scene import BodyScene
from offline.scenes.smoke import SmokeScene
from offline.steering.body import ControlledBody
from offline.steering.closed_loop import ControlledModel, steer
from offline.steering.mismatch import AS_MADE, Mismatch
from offline.steering.smoke import ControlledSmoke
from offline.tuning.pushes import ensemble_of, random_pushes, seed_of
from runtime.base.progress import Progress, silent
from runtime.bundle.record import Bundle
from runtime.control.paths import misses_of_places, off_paths, places_along
from runtime.control.registry import LQR, NONE
from runtime.plant.push import Push
from runtime.rollouts import Rollouts
from runtime.run import motion_size
from softrein.errors import SimulationError

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle

Array = np.ndarray
Pushes = Sequence[Sequence[Push]]
Full = FullBody | FullSmoke

CONTROLLED: Mapping[type[Scene], Any] = {BodyScene: ControlledBody, SmokeScene: ControlledSmoke}
MISSES: Mapping[type[Scene], Callable[..., dict[str, object]]] = {
    BodyScene: misses,
    SmokeScene: misses_of_smoke,
}
INPUTS: Mapping[type[Scene], Callable[..., str]] = {
    BodyScene: inputs_of,
    SmokeScene: inputs_of_smoke,
}  # fingerprints of the inputs
RUNS = 20
NOWHERE = np.zeros((0, 2))
SHOWN = ("uncontrolled", "reduced", "full")  # runs whose positions are stored
SHARE = 2  # runs per task of a worker process
STEPS = 3  # steps of a short run that compiles all kernels


class Case(NamedTuple):
    """A controller and its full model; without a mismatch it runs on the bundle's own model."""

    controller: str = LQR.name
    mismatch: Mismatch | None = AS_MADE


class Clock(NamedTuple):
    """The fineness of the full model's steps: `substeps` and `newton` of a `Mismatch`."""

    substeps: int = 1
    newton: int = 0  # most Newton iterations; 0: the scene's own


AS_SHIPPED = Case()
OWN_CLOCK = Clock()
FREE = Case(NONE.name, None)  # the bundle's own model without control


class Outcome(NamedTuple):
    """The outcome of runs; inf where the model failed."""

    error: Array  # (runs,)
    effort: Array  # (runs,)
    # (T + 1, k, axes) m, positions in the first run, if requested, and N, contact forces
    places: Array | None = None
    # (runs, 2) m: root mean square and largest distance from paths; without paths (0, 2)
    off: Array = NOWHERE

    @property
    def figures(self) -> tuple[Array, Array, Array]:
        """Return all but the places."""
        return self.error, self.effort, self.off

    def part(self, runs: slice) -> Outcome:
        """Return some of the runs, without places."""
        return Outcome(self.error[runs], self.effort[runs], None, self.off[runs])


class Verified(NamedTuple):
    """The result, and for pictures the places of recorded points under the scene's own pushes."""

    # By case: "error", "effort", and for the "ensemble" these, "runs" and "lost", with [lower, upper] as
    # "error quartiles" and "effort quartiles"; "beside": the same of other cases by name. If something
    # follows a path, "path rms" and "path max" in m, and a "track", see `_track`; for a scene with key-frames
    # or an animation "keyframes" and "animation", see `offline.keyframes.distances`; with obstacles or tools
    # "touches", the "mean" and "largest" force in N by their names. "size": the error of a run that stays at
    # its start.
    figures: dict[str, Any]
    places: dict[str, Array]  # "reference" and by case: (T + 1, k, axes) m; NaN from where a run was given up


class Task(NamedTuple):
    """Some runs of a case, which one process makes one after the other."""

    case: Case
    pushes: Pushes
    first: int  # index of the first run
    record: bool


TaskMap = Callable[[Callable[[Task], Outcome], Iterable[Task]], Iterable[Outcome]]  # a `Map` for tasks


def full_model(scene: Scene, places: Places, progress: Progress = silent) -> Full:
    """Build the full model of a scene, without the warnings that were given when its bundle was made.

    Where a scene has goals for smoke, its wind is a result of its nominal run. That run is read from
    the folders `places`, or computed now if it is missing.
    """
    kind = kind_of(scene)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        full = kind.full_model(scene)
        if not getattr(scene, "asks", False):
            return full
        return run_nominal(kind, full, places, progress).value.full


def warm(full: Full, bundle: Bundle, cases: Iterable[Case]) -> None:
    """Take a few steps under each controller of the cases, with its measurements, to compile its kernels.

    This happens once, before anything is timed, and not in each process. Of cases with the same controller
    the one with the longest delay stands for all: only an observer with a delay predicts its estimate.
    """
    told: dict[tuple[str, bool | None], Case] = {}
    for case in sorted(map(_effective, cases), key=lambda each: (each.mismatch or AS_MADE).delay):
        told[case.controller, case.mismatch and case.mismatch.sensors] = case
    runs = _Runs(full, bundle)
    for case in told.values():
        runs.warm(case)


def verify(
    full: Full,
    bundle: Bundle,
    case: Case = AS_SHIPPED,
    runs: int = RUNS,
    each: TaskMap = map,
    progress: Progress = silent,
    beside: Sequence[str] = (),
    clock: Clock = OWN_CLOCK,
) -> Verified:
    """Verify a case under the scene's own pushes and `runs` random ones, where it has an ensemble.

    The controllers `beside` it are added, and each with a finer `clock` unless that is its own.
    """
    every = [bundle.pushes, *pushes_for(bundle, runs)]
    asked = sorted({*cases_of_all(case, beside, clock), FREE}, key=_body_of)
    made = run_cases(full, bundle, asked, every, each, "full runs", progress, 0)
    found = dict(zip(asked, made, strict=True))
    free = {each.mismatch: one.error[1:] for each, one in found.items() if each.controller == NONE.name}

    def rows(cases: Mapping[str, Case]) -> dict[str, object]:
        return {name: _row(found[one], free[one.mismatch], bundle) for name, one in cases.items()}

    figures = rows(own := cases_beside(case, clock))
    figures["size"] = known(motion_size(bundle.costs, bundle.track.states, bundle.dt))
    if beside:
        figures["beside"] = {name: rows(_rows_of(case._replace(controller=name), clock)) for name in beside}
    if full.scene.reference.is_found:
        figures |= MISSES[type(full.scene)](full, bundle, case.mismatch or AS_MADE)
    shown = {name: found[own[name]].places for name in SHOWN}
    follow = slice(None, -len(names) if (names := touched_by(bundle)) else None)
    places = {name: there[:, follow] for name, there in shown.items() if there is not None}
    if bundle.paths:
        wanted = _wanted(bundle)
        figures["track"] = _track(bundle, wanted, places)
        return Verified(figures, {"reference": wanted, **places})
    drive = CONTROLLED[type(full.scene)](full, bundle, AS_MADE)
    return Verified(figures, {"reference": drive.places_in(bundle.track.states)[:, follow], **places})


def touched_by(bundle: Bundle) -> list[str]:
    """Return the names of what a body may touch; none for smoke."""
    return list(getattr(bundle, "obstacles", []))


def _touches(names: Sequence[str], places: Array) -> dict[str, dict[str, float | None]]:
    """Return the force of each thing that is touched: its mean over the motion, and its maximum."""
    size = np.linalg.norm(places[1:, -len(names) :], axis=2).T
    return {
        name: {"mean": known(float(one.mean())), "largest": known(float(one.max()))}
        for name, one in zip(names, size, strict=True)
    }


def _row(outcome: Outcome, free: Array, bundle: Bundle) -> dict[str, object]:
    """Return the row of the run under the scene's pushes, the first, and of those under random ones."""
    one, many = outcome.part(slice(0, 1)), outcome.part(slice(1, None))
    row: dict[str, object] = {"error": known(one.error[0]), "effort": known(one.effort[0]), **_off(one)}
    if (names := touched_by(bundle)) and outcome.places is not None:
        row["touches"] = _touches(names, outcome.places)
    if many.error.size:
        row["ensemble"] = {
            "error": median(many.error),
            "effort": median(many.effort),
            "runs": len(many.error),
            "lost": lost(many.error, free),
            "error quartiles": _spread(many.error),
            "effort quartiles": _spread(many.effort),
            **_off(many),
        }
    return row


def _spread(values: Array) -> list[float | None]:
    """Return the lower and the upper quartile; None where it is not finite."""
    low, _, high = quartiles(values)
    return [known(low), known(high)]


def cases_beside(case: Case, clock: Clock = OWN_CLOCK) -> dict[str, Case]:
    """Return, by name, a case ("full") and those beside it; with a finer clock also the full ones on it."""
    free = {
        "uncontrolled" if name == "full" else f"{name} uncontrolled": each._replace(controller=NONE.name)
        for name, each in _rows_of(case, clock).items()
        if name != "reduced"
    }
    return {"uncontrolled": free.pop("uncontrolled"), **_rows_of(case, clock), **free}


def _rows_of(case: Case, clock: Clock) -> dict[str, Case]:
    """Return a controller's cases: on the bundle's own model, on the full one, and with a finer clock."""
    rows = {"reduced": case._replace(mismatch=None), "full": case}
    if clock != OWN_CLOCK and case.mismatch is not None:
        rows["fine"] = case._replace(mismatch=case.mismatch._replace(**clock._asdict()))
    return rows


def _body_of(case: Case) -> tuple[object, ...]:
    """Sort key that groups cases of the same full model, as this is slow to build."""
    mismatch = case.mismatch or AS_MADE
    return case.mismatch is None, mismatch.substeps, mismatch.newton, case.controller


def cases_of_all(case: Case, beside: Sequence[str], clock: Clock = OWN_CLOCK) -> list[Case]:
    """Return all cases of `verify`."""
    others = [_rows_of(case._replace(controller=name), clock) for name in beside]
    return [each for cases in (cases_beside(case, clock), *others) for each in cases.values()]


def full_steps(cases: Iterable[Case], pushes: int, steps: int) -> int:
    """Return how many steps of the full model, or substeps, cases take in `pushes` runs of `steps` steps."""
    each = {_effective(case) for case in cases}
    return pushes * steps * sum(case.mismatch.substeps for case in each if case.mismatch is not None)


def full_runs(cases: Iterable[Case], pushes: int) -> int:
    """Return how many runs of the full model cases take, with `pushes` runs for each that differs."""
    return pushes * len({_effective(case) for case in cases if case.mismatch is not None})


def _wanted(bundle: Bundle) -> Array:
    """Return the goals of regions that follow paths, (T + 1, paths, 3) m."""
    return np.stack(places_along(bundle.shape, bundle.track, bundle.costs, bundle.paths), axis=1)


def _track(bundle: Bundle, wanted: Array, places: Mapping[str, Array]) -> dict[str, object]:
    """Return instants (T + 1,) s, and places (T + 1, 3) m; of several paths (T + 1, paths, 3).

    They are under the scene's own pushes; None for a run that failed.
    """
    found: dict[str, object] = {"time": [plain(k * bundle.dt) for k in range(bundle.steps + 1)]}
    for name, each in (("wanted", wanted), *((who, places[who]) for who in ("reduced", "full"))):
        shown = each[:, 0] if len(bundle.paths) == 1 else each
        found[name] = np.round(shown, 9).tolist() if np.isfinite(shown).all() else None
    return found


def _off(outcome: Outcome) -> dict[str, float | None]:
    """Return the places' distances from their paths: the median of runs."""
    names = ("path rms", "path max")
    return {name: median(each) for name, each in zip(names, outcome.off.T, strict=True) if each.size}


def pushes_for(bundle: Bundle, runs: int) -> list[list[Push]]:
    """Draw `runs` random pushes on which nothing was tuned; none where the scene has no ensemble."""
    if bundle.ensemble is None:
        return []
    return random_pushes(bundle, ensemble_of(bundle), runs, seed_of(bundle, "verify"))


def run_cases(
    full: Full,
    bundle: Bundle,
    cases: Sequence[Case],
    pushes: Pushes,
    each: TaskMap = map,
    what: str = "runs",
    progress: Progress = silent,
    first: int = 1,
) -> list[Outcome]:
    """Run each case under the same pushes, and return the outcomes; run number 0 keeps its places.

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
    """Return how many runs failed, or ended worse than those without control, whose errors are `free`."""
    return int(np.count_nonzero(~np.isfinite(error) | (error > free)))


def _effective(case: Case) -> Case:
    """Return the case without what has no effect, so that equal runs are made once.

    That is delay, noise and sensors where there is no control, and noise of zero where there are no sensors.
    """
    if case.mismatch is None:
        return case
    if case.controller == NONE.name:
        return case._replace(mismatch=case.mismatch._replace(delay=0, noise=None, sensors=False, markers=0))
    silent = not (case.mismatch.noise or case.mismatch.sensors)
    return case._replace(mismatch=case.mismatch._replace(noise=None)) if silent else case


def _joined(parts: Sequence[Outcome]) -> Outcome:
    """Join all runs of a case."""
    if not parts:
        return Outcome(np.zeros(0), np.zeros(0))
    return Outcome(
        np.concatenate([part.error for part in parts]),
        np.concatenate([part.effort for part in parts]),
        parts[0].places,
        np.concatenate([part.off for part in parts]),
    )


class _Briefly:
    """A full model that fails on purpose after some steps."""

    def __init__(self, drive: ControlledModel, steps: int) -> None:
        self._drive, self._left = drive, steps

    def __getattr__(self, name: str) -> object:
        return getattr(self._drive, name)

    def advance(self, state: object, force: Array) -> object:
        """Return the state one step later. Raises SimulationError after the last."""
        if self._left == 0:
            raise SimulationError("that is enough")
        self._left -= 1
        return self._drive.advance(state, force)


class _Runs:
    """A process's work: runs of a full model under a bundle's controllers."""

    def __init__(self, full: Full, bundle: Bundle) -> None:
        self._full, self._bundle = full, bundle
        # the most recently used; the cases of a body come one after the other
        self._controlled: dict[Mismatch, ControlledModel] = {}

    def __call__(self, task: Task) -> Outcome:
        """Make some runs. Warnings of the full model are dropped, as they show in the figures."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            rolled, places = self._rolled(task)
        off, bundle = NOWHERE, self._bundle
        if places is not None and bundle.paths:
            missed = misses_of_places(bundle.paths, self._wanted[:, None], places[:, :, : len(bundle.paths)])
            off = np.array([list(off_paths(each, bundle.dt).values()) for each in missed.swapaxes(0, 1)])
            off[~np.isfinite(rolled.error)] = np.inf
        return Outcome(rolled.error, rolled.effort, None if places is None else places[:, 0], off)

    def warm(self, case: Case) -> None:
        """Run the bundle's own model through the motion, or the full one for a few steps."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if case.mismatch is None:
                self._bundle.rollouts([self._bundle.pushes], case.controller)
                return
            drive = cast(ControlledModel, _Briefly(self._drive(case.mismatch), case.mismatch.delay + STEPS))
            marked, pushes = self._marked(case.mismatch), [self._bundle.pushes]
            steer(drive, marked, case.controller, pushes, False, case.mismatch)

    @cached_property
    def _wanted(self) -> Array:
        return _wanted(self._bundle)

    def _rolled(self, task: Task) -> tuple[Rollouts, Array | None]:
        """Return the runs, and if asked for the recorded places (T + 1, runs, k, axes) m."""
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

    def _drive(self, mismatch: Mismatch) -> ControlledModel:
        """Return the full model of a mismatch; delay and noise do not change it."""
        kept = ("young", "density", "markers", "substeps", "newton")
        body = AS_MADE._replace(**{name: getattr(mismatch, name) for name in kept})
        if body not in self._controlled:
            drive = CONTROLLED[type(self._full.scene)](self._full, self._marked(body), body)
            self._controlled = {body: drive}
        return self._controlled[body]

    def _marked(self, mismatch: Mismatch) -> Bundle:
        """Return the bundle, with the markers of a case."""
        if not mismatch.markers:
            return self._bundle
        return with_markers(cast("BodyBundle", self._bundle), mismatch.markers)  # smoke has no sensors
