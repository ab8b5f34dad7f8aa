"""What plans ahead beside LQR: at LQR's own control costs, on the same pushes.

Nothing of such a controller is searched: a member is a control cost, and the costs are those of members of
LQR's front, evenly along it, so that each stands beside LQR at the same cost. Its horizon and the rest are
the scene's. A run takes hundreds of times as long as one under gains, so there are fewer members, and fewer
pushes, the first of the fresh ones. What is read off its front is read off LQR's at the same costs and on
the same pushes: between few points both are interpolated, and neither is flattered.

Runs go one by one, in threads, one a core: a run is a single compiled call that lets others work meanwhile.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from offline.campaign.runs import Progress
from offline.studies.families import Member
from offline.studies.shown import median
from runtime.bundle.record import Bundle
from runtime.control.choice import Choice
from runtime.control.registry import LQR
from runtime.push import Push
from runtime.rollouts import Rollouts, joined
from softrein.errors import SoftreinError

CHUNK = 4  # runs from one report of progress to the next: a few seconds of a large body


class Planned(NamedTuple):
    """How much is measured of what plans: members along LQR's front, and fresh pushes."""

    costs: int = 7
    runs: int = 60


@dataclass(frozen=True)
class PlannedRuns:
    """What plans and LQR at the same control costs; of their runs the first meets the scene's own pushes."""

    members: list[Member]
    outcomes: list[Rollouts]
    lqr: list[Member]
    lqr_outcomes: list[Rollouts]
    unmade: list[str]  # why members could not be made

    @property
    def about(self) -> dict[str, Any]:
        """How much was measured, as plain data."""
        costs = [member.parameters["control_cost"] for member in self.members]
        found: dict[str, Any] = {"members": len(self.members), "refined": 0}
        if self.members:
            found["fresh_pushes"] = len(self.outcomes[0].error) - 1
            found["control_cost"] = {"values": len(costs), "least": min(costs), "largest": max(costs)}
        return found | ({"unmade": self.unmade} if self.unmade else {})


def run_planned(
    bundle: Bundle, name: str, beside: Sequence[Member], pushes: Sequence[Sequence[Push]], wanted: Planned,
    progress: Progress,
) -> PlannedRuns:  # fmt: skip
    """Run a controller that plans at the control costs of members of LQR's, on the first `wanted` pushes."""
    spread = np.linspace(0, len(beside) - 1, wanted.costs if beside else 0)
    kept = np.unique(spread.round().astype(int))
    met = [bundle.pushes, *pushes[: wanted.runs]]
    found = PlannedRuns([], [], [], [], [])
    with _workers() as pool:
        for place, number in enumerate(kept):
            member = Member(beside[number].parameters, name)

            def report(done: int, before: int = place * len(met)) -> None:
                progress(f"measure {name}", before + done, len(kept) * len(met))

            try:
                choice = member.choice(bundle)
                bundle.law(choice)  # works out what all runs share
            except SoftreinError as error:
                found.unmade.append(f"control_cost = {member.parameters['control_cost']:.3g}: {error}")
                continue
            found.members.append(member)
            found.outcomes.append(_rolled(bundle, choice, met, pool, report))
            found.lqr.append(beside[number])
            found.lqr_outcomes.append(bundle.rollouts(met, beside[number].choice(bundle)))
    return found


def _rolled(
    bundle: Bundle, choice: Choice, pushes: Sequence[Sequence[Push]], pool: Executor,
    report: Callable[[int], None],
) -> Rollouts:  # fmt: skip
    """`Bundle.rollouts`, a few runs at a time, each time in the next thread that is free."""
    chunks = [pushes[start : start + CHUNK] for start in range(0, len(pushes), CHUNK)]
    parts: list[Rollouts] = []
    report(0)
    for part in pool.map(bundle.rollouts, chunks, repeat(choice)):
        parts.append(part)
        report(sum(len(each.error) for each in parts))
    return joined(parts)


@contextmanager
def _workers() -> Iterator[ThreadPoolExecutor]:
    """Threads, one a core; what has not begun is dropped where something goes wrong."""
    pool = ThreadPoolExecutor(os.cpu_count())
    try:
        with threadpool_limits(1):
            yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def on_fresh(outcomes: Sequence[Rollouts]) -> list[Rollouts]:
    """The runs but the first of each."""
    return [each.part(slice(1, None)) for each in outcomes]


def at_equal_cost(found: PlannedRuns) -> list[dict[str, Any]]:
    """Medians over the same fresh pushes of LQR and of what plans, at each of the latter's control costs.

    Both minimise `total`, 1/2 (error^2 + control cost times effort); its ratio is the median of the ratios
    push by push, 1 where neither is finite: none is better. None for what half of the runs, or more, left the
    finite numbers in, of either for the ratio.
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
