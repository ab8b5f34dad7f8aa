"""Planning controllers compared with LQR: at LQR's own control costs, on the same pushes.

Such a controller is not searched: a member is a control cost, and the costs are those of members of
LQR's front, evenly along it, so that each is compared with LQR at the same cost. Its horizon and other
settings are the scene's. A run takes hundreds of times as long as one under gains, so there are fewer
members, and fewer pushes, the first of the fresh ones. Values from its front are compared with LQR's at the
same costs and on the same pushes: both are interpolated between few points, which favours neither. With the
others' fronts it is compared only at its own members, where it is not interpolated (`beside_fronts`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from offline.campaign.threads import one_blas_thread
from offline.figures import median
from offline.tuning.families import Member
from offline.tuning.fronts import Front, interpolate, pareto
from runtime.base.progress import Progress
from runtime.bundle.record import Bundle
from runtime.control.registry import LQR
from runtime.plant.push import Push
from runtime.rollouts import Rollouts
from softrein.errors import SoftreinError

Array = np.ndarray

RESAMPLES = 400  # bootstrap samples of the pushes for the confidence band of the ratio of medians
BAND = 0.05, 0.95  # quantiles at the ends of that band
AS_LOW = 1.02  # a point up to this factor above another front counts as on it


class Planned(NamedTuple):
    """The numbers of planning members along LQR's front, and of fresh pushes."""

    costs: int = 7
    runs: int = 60


@dataclass(frozen=True)
class PlannedRuns:
    """Runs of a planning controller and LQR at equal control costs; the first has the scene's own pushes."""

    members: list[Member]
    outcomes: list[Rollouts]
    lqr: list[Member]
    lqr_outcomes: list[Rollouts]
    unmade: list[str]  # reasons why members could not be computed

    @property
    def about(self) -> dict[str, object]:
        """Return how much was measured, as plain data."""
        costs = [member.parameters["control_cost"] for member in self.members]
        found: dict[str, object] = {"members": len(self.members), "refined": 0}
        if self.members:
            found["fresh_pushes"] = len(self.outcomes[0].error) - 1
            found["control_cost"] = {"values": len(costs), "least": min(costs), "largest": max(costs)}
        return found | ({"unmade": self.unmade} if self.unmade else {})


def run_planned(
    bundle: Bundle,
    name: str,
    beside: Sequence[Member],
    pushes: Sequence[Sequence[Push]],
    wanted: Planned,
    progress: Progress,
) -> PlannedRuns:
    """Run a controller that plans at the control costs of members of LQR's, on the first `wanted` pushes."""
    spread = np.linspace(0, len(beside) - 1, wanted.costs if beside else 0)
    kept = np.unique(spread.round().astype(int))
    met = [bundle.pushes, *pushes[: wanted.runs]]
    found = PlannedRuns([], [], [], [], [])
    for place, number in enumerate(kept):
        member = Member(beside[number].parameters, name)

        def report(_: str, done: int, __: int, before: int = place * len(met)) -> None:
            progress(f"measure {name}", before + done, len(kept) * len(met))

        report("", 0, 0)
        try:
            choice = member.choice(bundle)
            bundle.law(choice)  # raises an error here, if at all
        except SoftreinError as error:
            found.unmade.append(f"control_cost = {member.parameters['control_cost']:.3g}: {error}")
            continue
        found.members.append(member)
        with one_blas_thread():
            found.outcomes.append(bundle.rollouts(met, choice, progress=report))
        found.lqr.append(beside[number])
        found.lqr_outcomes.append(bundle.rollouts(met, beside[number].choice(bundle)))
    return found


def on_fresh(outcomes: Sequence[Rollouts]) -> list[Rollouts]:
    """Return each member's runs without the first."""
    return [each.part(slice(1, None)) for each in outcomes]


def at_equal_cost(found: PlannedRuns) -> list[dict[str, float | None]]:
    """Return medians over the same fresh pushes of LQR and of the planning controller, at each control cost.

    Both minimise `total`, 1/2 (error^2 + control cost times effort); its ratio is the median of the ratios
    push by push, 1 where neither is finite, as none is better. A figure is None where half of the runs, or
    more, diverged; the ratio where those of either did.
    """
    rows = []
    theirs, ours = on_fresh(found.outcomes), on_fresh(found.lqr_outcomes)
    for member, other, lqr in zip(found.members, theirs, ours, strict=True):
        cost, both = member.parameters["control_cost"], {LQR.name: lqr, "other": other}
        with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
            total = {who: 0.5 * (each.error**2 + cost * each.effort) for who, each in both.items()}
            ratios = total["other"] / total[LQR.name]
        ratios[np.isnan(ratios)] = 1.0
        half = any(median(each) is None for each in total.values())
        row = {"control_cost": cost, "total_ratio": None if half else median(ratios)}
        for who, each in both.items():
            row |= {f"error_{who}": median(each.error), f"effort_{who}": median(each.effort)}
            row[f"total_{who}"] = median(total[who])
        rows.append(row)
    return rows


def beside_fronts(
    found: PlannedRuns,
    rivals: Mapping[str, Sequence[Rollouts]],
    own: Mapping[str, Front],
    between: Mapping[str, tuple[float, float]],
) -> list[dict[str, object]]:
    """Return the ratio of its error to that of each other front at the same effort, at each of its members.

    On the scene's `own` pushes a front is made of all members that were searched, on fresh ones of those run
    there. `rivals` are the others' members on the fresh pushes, of which only those count that it had itself;
    their medians make their front, which is interpolated in the logarithms. A `band` contains the ratio when
    pushes are drawn again from these (bootstrap, the same draws for both; None where half of them or more
    give no ratio). On the scene's own pushes there is one of each, and no band. A member is `on_or_below` a
    front where the ratio is at most `AS_LOW`, or the band reaches down to 1. Where the effort is outside of a
    front's, or the error not `between` those that count for such pushes, there is no value.
    """
    count = len(found.outcomes[0].error) - 1
    draws = np.vstack([np.arange(count), np.random.default_rng(0).integers(count, size=(RESAMPLES, count))])
    ours = {
        "one_push": np.array([(each.effort[:1], each.error[:1]) for each in found.outcomes]),
        "ensemble": _medians(on_fresh(found.outcomes), draws),
    }
    rows = []
    for name, front in own.items():
        drawn = [_front(points) for points in _medians(rivals[name], draws).transpose(2, 0, 1)]
        known = _front(np.column_stack([front.effort, front.error]))
        for kind, fronts in (("one_push", [known]), ("ensemble", drawn)):
            for member, points in zip(found.members, ours[kind], strict=True):
                row = _reading(points, fronts, *between[kind])
                if row is not None:
                    rows.append({"kind": kind, "rival": name, **member.parameters, **row})
    return rows


def _medians(outcomes: Sequence[Rollouts], draws: Array) -> Array:
    """Return median effort and error (members, 2, draws) over drawn pushes (draws, pushes)."""
    runs = draws.shape[1]
    both = np.reshape(
        [(each.effort[:runs], each.error[:runs]) for each in outcomes], (len(outcomes), 2, runs)
    )
    return np.stack([np.median(both[:, :, drawn], axis=-1) for drawn in draws], axis=-1)


def _front(points: Array) -> Front:
    """Return those of points (members, 2) that no other beats, without those that have no logarithm."""
    points = points[(points > 0).all(axis=1)]
    kept = pareto(points)
    return Front([], points[kept, 0], points[kept, 1])


def _reading(drawn: Array, fronts: Sequence[Front], home: float, away: float) -> dict[str, object] | None:
    """Compare a member's effort and error (2, draws) with the fronts of the same draws; the first: of all."""
    ratios = np.full(len(fronts), np.nan)
    for number, (front, (effort, error)) in enumerate(zip(fronts, drawn.T, strict=True)):
        if len(front.effort) and front.effort.min() <= effort <= front.effort.max():
            ratios[number] = error / interpolate(front.effort, front.error, effort)
    effort, error = drawn[:, 0]
    if not (home <= error <= away and np.isfinite(ratios[0])):
        return None
    known = ratios[np.isfinite(ratios)]
    band = None if len(ratios) == 1 or 2 * len(known) <= len(ratios) else np.quantile(known, BAND).tolist()
    return {
        "effort": float(effort),
        "error": float(error),
        "ratio": float(ratios[0]),
        "band": band,
        "on_or_below": bool(ratios[0] <= AS_LOW or (band is not None and band[0] <= 1)),
    }
