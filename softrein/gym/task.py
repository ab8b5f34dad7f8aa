"""The task of an environment of `softrein.gym`, single or vector: pushes, scales, and a step's cost.

Nothing here needs Gymnasium. Deviations are `z - z_ref,k` with z the state of a bundle's plant; the cost of a
step is that of [002], equation 5, as in `runtime.control.base.costs`. `measure` finds the scales of
deviations, actions and costs from runs on LQR's tuning pushes, or on the pushes that the environment is given
where the bundle has none.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

import numpy as np

from runtime.base.arguments import array, flag, instance, mapping, numbers, path, refused, whole
from runtime.control.base.costs import error_at, follows
from runtime.control.registry import LQR
from runtime.plant.actuation import left, symmetric
from runtime.plant.push import Push, pushes_in, warn_of_late
from softrein.errors import ControllerError, SceneError, shown

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle
    from runtime.control.base.choice import Choice
    from runtime.rollouts import Rollouts

# bound of actions as a multiple of LQR's largest control on tuning pushes; on fresh ones LQR stayed below 3
BOUND = 4.0
PENALTY = 1e3  # penalty as a multiple of the largest cost of a pass without feedback on these pushes
# bound of observations as a multiple of the largest deviation in passes without feedback and under LQR;
# random actions seldom exceed it
REACH = 10.0
SMALL = 100.0  # lower bound of a scale: a hundredth of the largest scale of its kind
SEEDS = 2**63  # range of the seeds that an environment draws for its pushes

# entries of `info`: figures of the pass so far, and numbers of passes so far
TOLD = ("error", "effort", "diverged", "lost")
T = TypeVar("T")
Disturbances = Literal["random", "own", "none"]
Array = np.ndarray


class Task:
    """The task of a single or a vector environment: spaces, pushes and a step's cost.

    The arguments are those of `softrein.gym.BundleEnv`.

    Attributes:
        steps: T, of an episode.
        limits: (s, 2) low and high of the feedback that the bundle's limits ever allow; infinite where there
            is none.
        penalty: The cost of divergence.
        begun: The squared error of the first state, which counts in the first step; zero but where a path
            does not begin at the reference.
        unit: (n,) units of observed deviations, and
        action_unit: (s,) of actions: ones, unless they are normalised.
        reach: (n,) largest magnitude of an observed deviation, and
        bounds: (s, 2) low and high of an action, both finite and in those units.
    """

    def __init__(
        self,
        bundle: Bundle | str | Path,
        pushes: Disturbances | Sequence[Push] = "random",
        phase: bool = True,
        normalise: bool = False,
        bound: float | Array | None = None,
        reach: float | Array | None = None,
        penalty: float | None = None,
    ) -> None:
        given = in_file(bundle)
        self.bundle = loaded(given)
        self.track, self.steps = self.bundle.track, self.bundle.steps
        low, high = left(self.bundle.actuation, np.arange(self.steps))
        self.limits = np.column_stack([low.min(axis=1), high.max(axis=1)])
        at_first = np.zeros((self.track.states.shape[1], 1))
        self.begun = float(error_at(self.bundle.costs, 0, at_first, self.bundle.dt)[0])
        self.phase, self._ensemble = flag("phase", phase), None
        self._pushes = pushes if isinstance(pushes, str) else pushes_in(pushes)
        if not isinstance(self._pushes, str):
            self.bundle.events(self._pushes)
        else:
            if pushes not in {"random", "own", "none"}:
                raise refused("pushes", pushes, '"random", "own", "none", or pushes themselves')
            if pushes == "random":
                from offline.tuning.pushes import ensemble_of

                if self.bundle.ensemble is None:
                    raise SceneError(
                        f"{self.bundle.name}: the scene has no [ensemble] of random pushes: give "
                        'pushes="own", "none" or pushes themselves'
                    )
                self._ensemble = ensemble_of(self.bundle)
        self.bounds, self.reach, self.penalty = self._scales(given, bound, reach, penalty)
        self.unit, self.action_unit = np.ones_like(self.reach), np.ones(len(self.bounds))
        if flag("normalise", normalise):
            largest = np.abs(self.bounds).max(axis=1)
            self.unit, self.action_unit = self.reach / REACH, np.where(largest > 0, largest, 1.0)
            self.reach, self.bounds = np.full_like(self.reach, REACH), self.bounds / self.action_unit[:, None]

    def _scales(
        self,
        given: Bundle | InFile | str | Path,
        bound: float | Array | None,
        reach: float | Array | None,
        penalty: float | None,
    ) -> tuple[Array, Array, float]:
        """Return bounds, reach and penalty, in the bundle's units, as given or measured."""
        unlimited = np.isinf(self.limits)
        if penalty is None or reach is None or (bound is None and unlimited.any()):
            measured = self._measured(given)
            penalty = measured.penalty if penalty is None else penalty
            bound = measured.bound if bound is None else bound
            if reach is None and not measured.deviation.any():
                raise ControllerError(
                    "nothing says how large deviations are: the bundle has neither a push nor a motion; give "
                    "reach="
                )
            reach = REACH * measured.deviation if reach is None else reach
        if penalty is None or (bound is None and unlimited.any()):
            raise ControllerError(
                "nothing says how large actions and costs are: the bundle has no LQR, or no pushes on which "
                "to try it; give both bound= and penalty="
            )
        bounds = self.limits
        if unlimited.any():
            most = _positive("bound", bound, self.limits.shape[:1])
            bounds = np.where(unlimited, symmetric(most), self.limits)
        reach = _positive("reach", reach, self.track.states.shape[1:]).copy()
        return bounds, reach, float(_positive("penalty", penalty, ()))

    def _measured(self, given: Bundle | InFile | str | Path) -> Measured:
        """Return measured scales: under the pushes of the environment where the bundle has none."""
        bundle = self.bundle
        if not isinstance(self._pushes, str) and not bundle.pushes and bundle.ensemble is None:
            return measure(replace(bundle, pushes=self._pushes))
        if isinstance(given, InFile | str | Path):
            return _measured_in(*_stamp(given))
        return measure(given)

    def pushes_of(self, rng: np.random.Generator | None, wanted: object) -> list[Push]:
        """Return the pushes of one pass: those wanted, or by the environment's own argument."""
        if wanted is not None:
            return self._in_time(pushes_in(wanted))
        if not isinstance(self._pushes, str):
            return self._in_time(list(self._pushes))
        if self._ensemble is None:
            return list(self.bundle.pushes) if self._pushes == "own" else []
        from offline.tuning.pushes import random_pushes

        assert rng is not None
        seed = np.random.SeedSequence(int(rng.integers(SEEDS)))
        return random_pushes(self.bundle, self._ensemble, 1, seed)[0]

    def _in_time(self, pushes: list[Push]) -> list[Push]:
        """Return the pushes, and warn of one that begins after the end."""
        warn_of_late([pushes], self.bundle.dt, self.steps)
        return pushes

    def checked(self, action: Array, shape: tuple[int, ...]) -> Array:
        """Return the action as numbers, or raise ControllerError."""
        return array("action", action, shape, f"finite numbers of shape {shape}")

    def refused_action(self, action: object, shape: tuple[int, ...]) -> Exception:
        """Make the error that says what is wrong with an action."""
        return refused("action", action, f"finite numbers of shape {shape}")

    def observed(self, index: Array, states: Array) -> Array:
        """Return observations (N, n + 1) of states (n, N) at steps (N,)."""
        seen = np.clip((states.T - self.track.states[index]) / self.unit, -self.reach, self.reach)
        return np.column_stack([seen, index / self.steps]) if self.phase else seen

    def judge(self, index: Array, deviation: Array, control: Array) -> tuple[Array, Array, Array]:
        """Return the costs of steps that end at `index` (N,) with deviations (n, N), under controls (s, N).

        They are three arrays (N,): squared error, effort, and the cost.
        """
        costs, dt = self.bundle.costs, self.bundle.dt
        squared = np.zeros(len(index))
        with np.errstate(over="ignore", invalid="ignore"):  # of a diverging pass, see `penalty`
            for step in np.unique(index[index > 0]):  # one that has just begun has taken none
                at = index == step
                squared[at] = error_at(costs, int(step), deviation[:, at], dt)
            squared[index == 1] += self.begun
            effort = dt * np.einsum("ib,ib->b", control, control)
            priced = dt * np.einsum("ib,ib->b", control, costs.control @ control)
            return squared, effort, 0.5 * (squared + priced)


def begun_with(seed: object, options: Mapping[str, object] | None) -> object:
    """Return the pushes in the `options` of a reset. Raises ControllerError for a bad seed or options."""
    if seed is not None:
        whole("seed", seed, "a whole number from 0 up", most=np.inf)
    given = mapping("options", {} if options is None else options, 'a dictionary, as {"pushes": [...]}')
    if others := [shown(name) for name in given if name != "pushes"]:
        raise ControllerError(f"options: {', '.join(others)}: unknown; a reset takes 'pushes' alone")
    return given.get("pushes")


def info_of(*values: T) -> dict[str, T]:
    """Return an environment's `info`, a dictionary, from the values of `TOLD` in that order.

    They are a pass's error and effort so far, whether it has diverged, and how many passes have.
    """
    return dict(zip(TOLD, values, strict=True))


class Measured(NamedTuple):
    """The scales of a bundle."""

    bound: Array | None  # (s,) bound of actions; None if LQR does not determine it
    penalty: float | None  # cost of a lost pass; None if runs without feedback do not determine it
    # (n,) largest deviation without control and under LQR; zero for entries that never move
    deviation: Array


def measure(bundle: Bundle) -> Measured:
    """Measure the default scales, from runs under LQR and without feedback on its tuning pushes.

    A bundle with paths but without pushes is run without them, as LQR leaves the reference for a path by
    design. There is no bound and no penalty without LQR, or with neither pushes nor paths. Deviations are
    then those of the reference from its first state. An entry that hardly moves gets a hundredth of the
    largest scale, among places and among velocities; so does a control that LQR hardly uses.
    """
    from offline.tuning.pushes import TUNING_RUNS, tuning_pushes

    bundle = loaded(bundle)
    track, plant = bundle.track, bundle.plant()
    moved = np.abs(track.states - track.states[0]).max(axis=0)
    bound, penalty = None, None
    if bundle.pushes or bundle.ensemble is not None or follows(bundle.costs):
        at_rest = np.zeros((1, len(bundle.limits), plant.size))
        controllers: list[Choice] = [LQR.name, at_rest] if LQR.name in bundle.gains else [at_rest]
        *steered, free = bundle.rollouts_under(controllers, tuning_pushes(bundle)[:TUNING_RUNS], record=True)
        worst = max((0.5 * error**2 for error in free.error if np.isfinite(error)), default=0.0)
        if 0 < worst < np.inf:
            moved = np.max([_farthest(bundle, each) for each in (free, *steered)], axis=0)
            largest = _feedback(bundle, steered[0]) if steered else np.zeros(1)
            if largest.max() > 0:
                bound, penalty = BOUND * _no_dwarfs(largest), float(PENALTY * worst)
    places = np.zeros(plant.size, dtype=bool)
    places[plant.positions] = True
    deviation = np.full(plant.size, moved.max() / SMALL)  # used for kinds of entries that do not move at all
    for kind in (places, ~places):
        if kind.any() and moved[kind].any():
            deviation[kind] = _no_dwarfs(moved[kind])
    return Measured(bound, penalty, deviation)


def _deviations(bundle: Bundle, runs: Rollouts) -> Array:
    """Return deviations of recorded runs without the last state, (T, runs, n); NaN in runs that diverged."""
    assert runs.states is not None
    return np.asarray(runs.states[:-1] - bundle.track.states[:-1, None])


def _farthest(bundle: Bundle, runs: Rollouts) -> Array:
    """Return the largest magnitude of each deviation (n,) in recorded runs."""
    finite = np.nan_to_num(_deviations(bundle, runs), posinf=0.0, neginf=0.0)
    return np.asarray(np.abs(finite).max(axis=(0, 1)))


def _feedback(bundle: Bundle, runs: Rollouts) -> Array:
    """Return the largest magnitude of each control (s,) in runs under LQR."""
    from runtime.control.base.law import feedback_batch

    law, largest = bundle.law(LQR.name), np.zeros(len(bundle.limits))
    for step, deviation in enumerate(_deviations(bundle, runs)):
        feedback = np.nan_to_num(feedback_batch([law], step, deviation.T), posinf=0.0, neginf=0.0)
        largest = np.maximum(largest, np.abs(feedback).max(axis=1))
    return largest


def _no_dwarfs(sizes: Array) -> Array:
    return np.asarray(np.maximum(sizes, sizes.max() / SMALL))


def _positive(name: str, value: object, shape: tuple[int, ...]) -> Array:
    """Return positive and finite numbers, spread over `shape`, or raise ControllerError."""
    found = numbers(value)
    if found is None or found.shape not in {(), shape} or not ((found > 0) & np.isfinite(found)).all():
        many = f", one for all or of shape {shape}" if shape else ""
        raise refused(name, value, f"positive and finite numbers{many}")
    return np.broadcast_to(found, shape)


class InFile(NamedTuple):
    """One of the motions of a bundle in a file."""

    file: str
    motion: str


def in_file(given: T) -> T | InFile:
    """Return the argument of an environment; a motion in a file that JSON has made a list is restored."""
    return InFile(*given) if isinstance(given, list) and len(given) == len(InFile._fields) else given


def loaded(bundle: object) -> Bundle:
    """Return a bundle; one in a file is read once, however many environments share it."""
    from runtime.bundle.record import Bundle

    if isinstance(bundle, InFile):
        return _read(*_stamp(bundle))
    if isinstance(bundle, str | Path):
        return _read(*_stamp(path("bundle", bundle)))
    instance("bundle", bundle, Bundle, "a bundle, or the path of its file")
    assert isinstance(bundle, Bundle)  # otherwise an error was raised
    return bundle


def _stamp(given: InFile | str | Path) -> tuple[str, int, str]:
    """Return the path, the file's time of change, and the motion, as the key of the cache."""
    file, motion = given if isinstance(given, InFile) else (str(given), "")
    for name in (file, f"{file}.softrein"):
        if os.path.isfile(name):
            return file, os.stat(name).st_mtime_ns, motion
    return file, 0, motion


@lru_cache(maxsize=4)
def _read(file: str, written: int, motion: str) -> Bundle:
    import softrein

    found = softrein.load(file)
    return found.motion(motion) if motion else found


@lru_cache(maxsize=16)
def _measured_in(file: str, written: int, motion: str) -> Measured:
    return measure(_read(file, written, motion))
