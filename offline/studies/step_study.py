"""The effect of a longer time step on controllers: the same ones are run at a step several times as long.

The members of each front on the scene's own pushes are run again with the same parameters. LQR is
run twice: with the gains of the short step, resampled (`runtime.bundle.resample`), and with gains made anew
for the long one; planning controllers plan in long steps. The plant changes as well: a
body's step, linearly implicit at its own length, iterates to convergence here, and where the motion is the
plant's own under its forces, it is computed anew, so that no controller has to compensate the difference
between two discretisations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from offline.gains.lqr import remade_lqr
from offline.tuning.families import Member, control_cost
from offline.tuning.fronts import MEASURED, Front, pareto, read_off, worth_comparing
from runtime.base.progress import Progress
from runtime.bundle.record import Bundle
from runtime.control.base.choice import Choice
from runtime.control.base.costs import along_other_states
from runtime.control.registry import LQR, NONE
from softrein.errors import SoftreinError, warn

FACTOR = 4  # largest factor on the time step
ITERATIONS = 20  # most Newton iterations, as longer steps change the state more
OWN = 1e-6  # fraction of the largest state: a motion this close to an uncontrolled run is uncontrolled
LOST = 10.0  # ratio to the error without control above which the motion is lost
REMADE = "lqr made anew"


def study(bundle: Bundle, fronts: Mapping[str, Front], progress: Progress) -> dict[str, object]:
    """Run the fronts' members at the longer step; return plain data, without "families" where it is useless.

    For each family it has the number of members, how many of them keep the motion, the median and largest
    factor by which the error of these grows, and ratios of its front to LQR's, both at the long step.
    """
    dt = FACTOR * bundle.dt
    try:
        longer = _at_longer_step(bundle, dt)
        rest = float(longer.rollouts([longer.pushes], NONE.name).error[0])
    except SoftreinError as error:
        return {"factor": FACTOR, "step": dt, "reason": str(error)}
    if not np.isfinite(rest):
        return {"factor": FACTOR, "step": dt, "reason": "the plant itself fails at this step"}
    found: dict[str, Front] = {}
    families: dict[str, object] = {}
    names = [*fronts, REMADE]
    for done, name in enumerate(names):
        progress("longer step", done, len(names))
        front = _some_of(fronts[LQR.name if name == REMADE else name])
        after = _measured(bundle, longer, name, front.parameters)
        kept = np.isfinite(after).all(axis=1) & (after[:, 1] < LOST * rest)
        found[name] = _front(front, after, kept)
        growth = after[kept, 1] / np.maximum(front.error[kept], np.finfo(float).tiny)
        families[name] = {
            "members": len(kept),
            "kept": int(kept.sum()),
            "growth": float(np.median(growth)) if growth.size else None,
            "worst": float(growth.max()) if growth.size else None,
        }
    progress("longer step", len(names), len(names))
    between = worth_comparing(rest)
    readings = {
        name: read_off(found[REMADE], front, between) for name, front in found.items() if name != REMADE
    }
    return {
        "factor": FACTOR,
        "step": dt,
        "uncontrolled": rest,
        "families": families,
        "readings": readings,
        "fronts": {name: front.as_data() for name, front in found.items()},
    }


def _at_longer_step(bundle: Bundle, dt: float) -> Bundle:
    """Return the bundle with a converged step of `dt`; a motion that is the plant's own is computed anew."""
    longer = bundle.at_step(dt).iterated(ITERATIONS)
    still = np.zeros((1, bundle.actuators.shape[1], bundle.track.states.shape[1]))
    own = bundle.run([], still).deviation.max() < OWN * np.abs(bundle.track.states).max()
    states = longer.run([], still).states if own else longer.track.states
    costs = along_other_states(longer.costs, longer.track.states, states)
    return replace(longer, track=longer.track._replace(states=states), costs=costs)


def _measured(
    bundle: Bundle, longer: Bundle, name: str, members: Sequence[Mapping[str, float]]
) -> np.ndarray:
    """Return effort and error (members, 2) at the longer step; infinite for one that cannot be made there.

    Warns of those.
    """
    found, made, why = np.full((len(members), 2), np.inf), dict[int, Choice](), ""
    for number, parameters in enumerate(members):
        try:
            made[number] = _again(bundle, longer, name, parameters)
        except SoftreinError as error:
            why = str(error)
    if why:
        count = len(members) - len(made)
        warn(f"longer step: {count} of {len(members)} members of {name} cannot be made at it: {why}")
    outcomes = longer.rollouts_under(list(made.values()), [longer.pushes]) if made else []
    for number, each in zip(made, outcomes, strict=True):
        found[number] = each.effort[0], each.error[0]
    return found


def _again(bundle: Bundle, longer: Bundle, name: str, parameters: Mapping[str, float]) -> Choice:
    """Return a member of a front at the longer step."""
    if name not in {LQR.name, REMADE}:
        return Member(dict(parameters), name).choice(longer)
    factor = parameters["control_cost"] / control_cost(bundle)
    if name == REMADE:
        return remade_lqr(longer, factor)
    return bundle.with_controllers({LQR.name: remade_lqr(bundle, factor)}).at_step(longer.dt).choice(LQR.name)


def _some_of(front: Front) -> Front:
    """Return at most `MEASURED` members, evenly along the front."""
    kept = np.unique(np.linspace(0, max(len(front.error) - 1, 0), MEASURED).astype(int))[: len(front.error)]
    return Front([front.parameters[i] for i in kept], front.effort[kept], front.error[kept])


def _front(before: Front, after: np.ndarray, kept: np.ndarray) -> Front:
    """Return the front of the members that keep the motion."""
    there = np.flatnonzero(kept)
    best = there[pareto(after[there])] if there.size else there
    return Front([before.parameters[i] for i in best], after[best, 0], after[best, 1])
