"""Gains as C stores them: every step's, those at key instants, or one matrix; and the loss by this.

Between key instants gains are interpolated linearly. Keys are set where the interpolated gains have the
largest error, until they are everywhere within CLOSE of a scale, or there are MOST of them. The scale is the
geometric mean of a step's own gains and the largest: away from the moments that have a weight those of the T
are a thousandth of these, but act for most of the time. With the largest alone as the scale pushes of the T,
at a rank of 12, cost 88 % more, and with the mean 8 %.

The one matrix is the bundle's, where it has such, or LQR's for the motion's middle as if that lasted for
ever, with the running costs, those on paths, and those of all instants spread over the motion. LQR that also
has offsets towards a path has none: the offsets are made for the gains of every step.

The loss is in closed-loop cost, error^2 + effort in the control's weight, of random pushes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.linalg import solve_discrete_are

from offline.tuning.pushes import ensemble_of, random_pushes, seed_of
from runtime.bundle.record import Bundle
from runtime.control.base.law import AffineGains
from runtime.control.mpc import Replanner
from runtime.control.registry import LQR
from softrein.errors import ControllerError, shown
from softrein.export.c.planning import Plan, plan_of

Array = np.ndarray
KINDS = ("stationary", "keyed")
CLOSE, MOST = 0.02, 48
SMALL = 1e-6  # fraction of the largest gain: smaller gains count as this large
RUNS = 200  # random pushes on which the loss is measured


class Gains(NamedTuple):
    """The gains that C stores."""

    values: Array  # (keys, T or 1, s, n) stored gain matrices
    keys: Array | None  # (keys,) steps to which they belong
    offset: Array | None  # (T, s) control added to the feedback
    whole: Array  # (T or 1, s, n) gains that act at each step, interpolated
    plan: Plan | None = None  # data of a controller that re-plans; the gains are then LQR's


def gains_for(bundle: Bundle, controller: str, kind: str | None) -> Gains:
    """Return a controller's gains in the form to be stored; `kind` is one of KINDS, or None for all gains.

    Raises ControllerError for a controller that neither is gains on the deviation nor re-plans.
    """
    choice = bundle.choice(controller)
    if isinstance(choice, Replanner):
        if kind is not None:
            raise ControllerError(f"--gains {kind}: {shown(controller)} plans by the gains of every step")
        plan = plan_of(bundle, choice)
        to_go = plan.problem.to_go
        return Gains(to_go.gains, None, to_go.offset, to_go.gains, plan)
    if not isinstance(choice, AffineGains):
        raise ControllerError(
            f"{shown(controller)} is more than gains on the deviation; export lqr, p, pd or mpc to C"
        )
    gains = np.asarray(choice.gains)
    if kind is None or len(gains) == 1:
        return Gains(gains, None, choice.offset, gains)
    if kind == "stationary" and controller != LQR.name:
        raise ControllerError(f"--gains stationary: {shown(controller)} has none; give --gains keyed")
    if kind == "stationary" and choice.offset is not None and np.any(choice.offset):
        raise ControllerError(
            "--gains stationary: lqr also follows a path, for which it needs the gains of every step; "
            "give --gains keyed"
        )
    if kind == "stationary":
        one = _stationary(bundle)[None]
        return Gains(one, None, choice.offset, one)
    keys = key_steps(gains)
    return Gains(gains[keys], keys, choice.offset, interpolated(gains[keys], keys, len(gains)))


def key_steps(gains: Array) -> Array:
    """Return the steps (keys,) between which gains (T, s, n) are almost linear."""
    sizes = np.linalg.norm(gains, axis=(1, 2))
    largest = max(float(sizes.max()), np.finfo(float).tiny)
    keys, scale = [0, len(gains) - 1], np.sqrt(largest * np.maximum(sizes, SMALL * largest))
    while len(keys) < min(MOST, len(gains)):
        off = interpolated(gains[keys], np.array(keys), len(gains)) - gains
        far = np.linalg.norm(off, axis=(1, 2)) / scale
        if far.max() <= CLOSE:
            break
        keys = sorted({*keys, int(far.argmax())})
    return np.array(keys)


def interpolated(values: Array, keys: Array, steps: int) -> Array:
    """Interpolate the gains (steps, s, n) of all steps from those at keys."""
    at = np.clip(np.searchsorted(keys, np.arange(steps), "right") - 1, 0, len(keys) - 2)
    share = (np.arange(steps) - keys[at]) / (keys[at + 1] - keys[at])
    return np.asarray(values[at] + share[:, None, None] * (values[at + 1] - values[at]))


def _stationary(bundle: Bundle) -> Array:
    """Return LQR's gains (s, n) for the middle of the motion, as if that lasted for ever."""
    costs, middle, h = bundle.costs, bundle.steps // 2, bundle.dt
    F, G = (each[middle] for each in bundle.setting.jacobians[:2])
    running = costs.running + costs.places.T @ (costs.weights[:, None] * costs.places)
    weight = running * np.mean(costs.schedule) + costs.instants.sum(axis=0) / (h * bundle.steps)
    try:
        P = solve_discrete_are(F, G, h * weight, h * costs.control)
    except (np.linalg.LinAlgError, ValueError) as error:
        raise ControllerError(
            f"the motion's middle has no stationary gains: {error}; give --gains keyed"
        ) from error
    return np.asarray(-np.linalg.solve(h * costs.control + G.T @ P @ G, G.T @ P @ F))


class Loss(NamedTuple):
    """The relative increase of the mean cost of pushes over that under all gains."""

    # relative loss of closed-loop cost; infinite if a run diverges with the stored gains; None: unknown
    part: float | None
    why: str  # on which pushes it was measured, or why it is unknown


def loss_of(bundle: Bundle, controller: str, gains: Gains) -> Loss:
    """Measure the loss on random pushes of the bundle's ensemble, or else on its own pushes in one run.

    It is unknown where there are neither, where they cost nothing, or where a run is lost under all gains.
    """
    if not bundle.pushes and bundle.ensemble is None:
        return Loss(None, "the scene has no pushes")
    pushes = [list(bundle.pushes)]
    measured = f"the scene's own {'push' if len(bundle.pushes) == 1 else 'pushes'} alone"
    if bundle.ensemble is not None:
        pushes = random_pushes(bundle, ensemble_of(bundle), RUNS, seed_of(bundle, "verify"))
        measured = f"{RUNS} of the scene's ensemble"
    weight, found = float(bundle.costs.control[0, 0]), []
    for each in (controller, AffineGains(gains.whole, gains.offset)):
        runs = bundle.rollouts(pushes, each)
        found.append(float(np.mean(runs.error**2 + weight * runs.effort)))
    if found[0] == 0.0:
        return Loss(None, "pushes cost nothing under the gains of every step")
    if not np.isfinite(found[0]):
        return Loss(None, "a run is lost under the gains of every step, too")
    return Loss(found[1] / found[0] - 1.0, measured)


def in_json(loss: Loss | None) -> float | None:
    """Return a loss for JSON, which has no infinity."""
    return loss.part if loss is not None and loss.part is not None and np.isfinite(loss.part) else None
