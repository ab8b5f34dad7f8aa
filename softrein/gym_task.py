"""What one environment of `softrein.gym` and many have in common: pushes, bounds, and what a step costs.

Nothing here needs Gymnasium. Deviations are `z - z_ref,k` with z the state of a bundle's plant; the cost of a
step is that of [002], equation 5, as in `runtime.costs`. Where a bundle has no limit on actions, `measure`
says how large they are, and what it costs to leave the finite numbers: from runs on LQR's tuning pushes.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from runtime.costs import error_at
from softrein.errors import ControllerError

if TYPE_CHECKING:
    from runtime.bundle import Bundle
    from runtime.push import Push

BOUND = 4.0  # of what LQR asks for on tuning pushes; on fresh ones of three scenes it was never above 3
PENALTY = 1e3  # of the largest cost that a whole pass without feedback has on those pushes
SEEDS = 2**63  # numbers that an environment's generator draws the seed of its pushes from

Disturbances = Literal["random", "own", "none"]
Array = np.ndarray


class Task:
    """What one environment and many have in common: spaces, pushes and what a step costs.

    The arguments are those of `softrein.gym.BundleEnv`.

    Attributes:
        steps: T, of an episode.
        limits: (s,) the bundle's own; inf where there is none.
        bounds: (s,) finite, of actions; the limits where there are any.
        penalty: Of leaving the finite numbers.
        low, high: (n,) or (n + 1,) of observations; inf but for the phase.
    """

    def __init__(
        self,
        bundle: Bundle | str | Path,
        pushes: Disturbances | Sequence[Push],
        phase: bool,
        bound: float | Array | None,
        penalty: float | None,
    ) -> None:
        self.bundle = loaded(bundle)
        self.track, self.steps, self.limits = self.bundle.track, self.bundle.steps, self.bundle.limits
        self._phase, self._pushes, self._ensemble = phase, pushes, None
        if isinstance(pushes, str):
            if pushes not in {"random", "own", "none"}:
                raise ControllerError(f'pushes are "random", "own", "none" or pushes, not {pushes!r}')
            if pushes == "random":
                from offline.comparison import ensemble_of

                self._ensemble = ensemble_of(self.bundle)
        self.bounds = self.limits
        if penalty is None or (bound is None and np.isinf(self.limits).any()):
            measured = _measured_in(bundle) if isinstance(bundle, str | Path) else measure(bundle)
            bound = measured.bound if bound is None else bound
            penalty = measured.penalty if penalty is None else penalty
        if np.isinf(self.limits).any():
            wanted = _positive("bound", bound, self.limits.shape)
            self.bounds = np.where(np.isinf(self.limits), wanted, self.limits)
        self.penalty = float(_positive("penalty", penalty, ()))
        size = self.track.states.shape[1]
        self.low, self.high = np.full(size + phase, -np.inf), np.full(size + phase, np.inf)
        if phase:
            self.low[-1], self.high[-1] = 0.0, 1.0

    def pushes_of(self, rng: np.random.Generator | None, wanted: Push | Sequence[Push] | None) -> list[Push]:
        """The pushes of one pass: those wanted, or what the environment was made with."""
        from runtime.push import Push

        if wanted is not None:
            return [wanted] if isinstance(wanted, Push) else list(wanted)
        if not isinstance(self._pushes, str):
            return list(self._pushes)
        if self._ensemble is None:
            return list(self.bundle.pushes) if self._pushes == "own" else []
        from offline.comparison import random_pushes

        assert rng is not None
        seed = np.random.SeedSequence(int(rng.integers(SEEDS)))
        return random_pushes(self.bundle, self._ensemble, 1, seed)[0]

    def checked(self, action: Array, shape: tuple[int, ...]) -> Array:
        """The action as numbers, or ControllerError."""
        values = np.asarray(action, dtype=np.float64)
        if values.shape != shape or not np.isfinite(values).all():
            raise ControllerError(f"an action of shape {shape} and finite numbers is wanted, not {values}")
        return values

    def observed(self, index: Array, states: Array) -> Array:
        """Observations (N, n + 1) of states (n, N) at steps (N,)."""
        deviation = states.T - self.track.states[index]
        return np.column_stack([deviation, index / self.steps]) if self._phase else deviation

    def judge(self, index: Array, deviation: Array, control: Array) -> tuple[Array, Array, Array]:
        """What steps add that end at `index` (N,) with deviations (n, N), under controls (s, N).

        Three arrays (N,): squared error, effort, and the cost.
        """
        costs, dt = self.bundle.costs, self.bundle.dt
        squared = np.zeros(len(index))
        with np.errstate(over="ignore", invalid="ignore"):  # of a pass on its way out; see `penalty`
            for step in np.unique(index):
                at = index == step
                squared[at] = error_at(costs, int(step), deviation[:, at], dt)
            effort = dt * np.einsum("ib,ib->b", control, control)
            priced = dt * np.einsum("ib,ib->b", control, costs.control @ control)
            return squared, effort, 0.5 * (squared + priced)


class Measured(NamedTuple):
    """How large things are in a bundle."""

    bound: Array  # (s,) on actions
    penalty: float


def measure(bundle: Bundle) -> Measured:
    """The default bound and penalty, from runs under LQR and without feedback on its tuning pushes.

    A control that LQR hardly uses is bounded as one that it uses a hundredth as much as the most used. Raises
    ControllerError where no run tells: without LQR, or without pushes.
    """
    from offline.comparison import TUNING_RUNS, tuning_pushes
    from runtime.law import feedback_batch

    at_rest = np.zeros((1, len(bundle.limits), bundle.track.states.shape[1]))
    largest, worst = np.zeros(len(bundle.limits)), 0.0
    if "lqr" in bundle.gains and (bundle.pushes or bundle.scene.get("ensemble") is not None):
        pushes, law = tuning_pushes(bundle)[:TUNING_RUNS], bundle.law("lqr")
        steered, free = bundle.rollouts_under(["lqr", at_rest], pushes, record=True)
        assert steered.states is not None
        for step in range(bundle.steps):
            deviation = steered.states[step] - bundle.track.states[step]
            feedback = np.nan_to_num(feedback_batch([law], step, deviation.T), posinf=0.0, neginf=0.0).T
            largest = np.maximum(largest, np.abs(feedback).max(axis=0))
        worst = max((0.5 * error**2 for error in free.error if np.isfinite(error)), default=0.0)
    if not (largest.max() > 0 and 0 < worst < np.inf):
        raise ControllerError(
            "nothing says how large actions and costs are: the bundle has no LQR, or no pushes on which "
            "to try it; give both bound= and penalty="
        )
    return Measured(BOUND * np.maximum(largest, largest.max() / 100), float(PENALTY * worst))


def _positive(name: str, value: Any, shape: tuple[int, ...]) -> Array:
    """A positive and finite number, or an array of them, spread over `shape`; or ControllerError."""
    try:
        numbers = np.broadcast_to(np.asarray(value, dtype=np.float64), shape)
    except (TypeError, ValueError):
        numbers = np.full(shape, np.nan)
    if not (np.isfinite(numbers).all() and (numbers > 0).all()):
        raise ControllerError(f"{name} must be positive and finite, not {value!r}")
    return numbers


def loaded(bundle: Bundle | str | Path) -> Bundle:
    """A bundle; one in a file is read once, however many environments share it."""
    return _read(*_stamp(bundle)) if isinstance(bundle, str | Path) else bundle


def _measured_in(path: str | Path) -> Measured:
    return _measured_file(*_stamp(path))


def _stamp(path: str | Path) -> tuple[str, int]:
    """The path, and when what lies there was written: what is remembered is forgotten with it."""
    for name in (str(path), f"{path}.softrein"):
        if os.path.isfile(name):
            return str(path), os.stat(name).st_mtime_ns
    return str(path), 0


@lru_cache(maxsize=4)
def _read(path: str, written: int) -> Bundle:
    import softrein

    return softrein.load(path)


@lru_cache(maxsize=16)
def _measured_file(path: str, written: int) -> Measured:
    return measure(_read(path, written))
