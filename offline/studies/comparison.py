"""LQR against P and PD: fronts of error against effort ([002], section 6).

Each controller is a family: LQR over its control cost, P and PD over all their gains (kp and kd; for smoke
with particles kz, kp and kd of [002], equation 14). Members are run on the scene's own push and on random
pushes for tuning: first a coarse grid and the member that the bundle ships, then about the best in several
basins, more finely for as long as that finds better ones (`offline.tuning.search`; LQR likewise). Members
that no other beats in both error and effort (medians over the tuning pushes) form the family's front
(`offline.tuning.fronts`). The fronts are run again on fresh random pushes, and all reported medians are from
those; controllers that plan are added there without a search (`offline.studies.planned`). For the scene's own
push there are no fresh ones, so its fronts were searched on the same push.

Error and effort are defined in `runtime.control.base.costs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from offline.figures import quartiles
from offline.studies.planned import Planned, at_equal_cost, beside_fronts, on_fresh, run_planned
from offline.tuning.comparators import is_off
from offline.tuning.corrected import Corrected
from offline.tuning.families import (
    FEWEST,
    Found,
    Member,
    Roll,
    Start,
    build_family,
    making,
    measuring,
    rolling,
    rolling_roughly,
    search_family,
    shipped_members,
    values_an_axis,
    with_special_cases,
)
from offline.tuning.fronts import Front, Reading, pareto, read_off, thinned, worth_comparing
from offline.tuning.pushes import random_pushes, seed_of
from offline.tuning.search import NOTICEABLE, REFINEMENTS, Along, steps_of
from runtime.base.progress import Progress, silent
from runtime.bundle.record import Bundle
from runtime.control.registry import LQR, NONE, planners
from runtime.plant.push import Ensemble
from runtime.rollouts import Rollouts
from softrein.errors import ControllerError, SceneError


class Fineness(NamedTuple):
    """Settings for the fineness of the search; None: the scene's, or the family's."""

    lqr_costs: int = 16  # LQR control costs in the coarse grid
    grid: int | None = None
    rounds: int | None = None
    runs: int | None = None  # most fresh pushes
    tuning_runs: int | None = None  # most tuning pushes
    planned: Planned = Planned()
    rough: bool = False  # whether the search uses the plant linearised about LQR's run


FULL, QUICK = Fineness(), Fineness(rounds=6, runs=20, tuning_runs=6, planned=Planned(3, 4), rough=True)
# fronts, one behind the other, that are run on the nonlinear plant after a search on the linearised one
LAYERS = 2
AHEAD = 2  # rounds of search by corrected predictions before the best are run on the plant
PATIENCE = 2  # runs of the best one after the other that bring nothing, after which the search ends


@dataclass(frozen=True)
class Comparison:
    """The result of a comparison."""

    one_push: dict[str, Front]  # on the scene's own push
    ensemble: dict[str, Front]  # medians over fresh random pushes
    uncontrolled: dict[str, float]  # errors without control, by "one_push" and "ensemble"
    readings: dict[str, list[Reading]]  # by "one_push p", "ensemble pd" and so on
    grid: dict[str, object]  # description of the searched grid
    clouds: dict[str, Front]  # all members, on the scene's own push
    diverged: dict[str, dict[str, int]]  # number of diverged runs on fresh pushes
    equal_cost: dict[str, list[dict[str, float | None]]]  # controllers that plan, beside LQR at equal costs
    beside_fronts: dict[str, list[dict[str, object]]]  # controllers that plan, beside the other fronts

    def as_data(self) -> dict[str, object]:
        """Return plain data for JSON."""
        return {
            "one_push": {name: front.as_data() for name, front in self.one_push.items()},
            "ensemble": {name: front.as_data() for name, front in self.ensemble.items()},
            "uncontrolled": self.uncontrolled,
            "readings": self.readings,
            "grid": self.grid,
            "diverged": self.diverged,
            "equal_cost": self.equal_cost,
            "beside_fronts": self.beside_fronts,
            "searched": {name: front.as_data() for name, front in self.clouds.items()},
        }


def compare(
    bundle: Bundle,
    ensemble: Ensemble,
    lqr_costs: int = FULL.lqr_costs,
    grid: int | None = None,
    progress: Progress = silent,
    rounds: int | None = None,
    planned: Planned = FULL.planned,
    rough: bool = False,
) -> Comparison:
    """Compare LQR, P, PD and planning controllers on a bundle.

    `Bundle.preview` says what they know of pushes. `lqr_costs` is the number of LQR's control costs in the
    coarse grid, `grid` that of values of each parameter of the others, and `rounds` the most rounds of search
    about the best. P's members, which are PD's with kd = 0, count as PD's as well. `planned` says how much is
    measured of planning controllers (`offline.studies.planned`). If it is `rough`, the comparators are those
    of the bundle, and the search is on the plant to first order about LQR's run; members on its fronts, or
    next to them, are run on the plant itself, and only these are shown. Where a family's shipped member is
    far off to first order, so are the coarse members run, and the search goes on by corrected predictions.
    """
    compared = [name for name in bundle.comparators if not rough or name in bundle.gains]
    sizes = {name: grid or values_an_axis(bundle, name) for name in compared}
    sizes[LQR.name] = lqr_costs
    if min(sizes.values()) < FEWEST:
        raise ControllerError(
            f"a search needs at least {FEWEST} values along each axis, not {min(sizes.values())}"
        )
    if not bundle.pushes:
        raise SceneError("the scene has no [[pushes]]: there is nothing to compare controllers on")
    tuning = random_pushes(bundle, ensemble, ensemble.tuning_runs, seed_of(bundle, "tuning"))
    fresh = random_pushes(bundle, ensemble, ensemble.runs, seed_of(bundle, "fresh"))
    rest = bundle.rollouts([bundle.pushes, *tuning], NONE.name).error
    free = [float(rest[0]), float(np.median(rest[1:]))]
    searched, one_push, chosen, clouds = {}, {}, {}, {}
    found: dict[str, Found] = {}
    roll_roughly = rolling_roughly(bundle, [bundle.pushes, *tuning]) if rough else None
    with rolling(bundle) as on:
        roll_all = on([bundle.pushes, *tuning])
        for name, size in sizes.items():
            coarse = build_family(bundle, name, size, progress)
            start = Start(coarse, shipped_members(bundle, name))
            aims = [Along(*worth_comparing(each)) for each in free]
            if roll_roughly is None:
                members, points = search_family(bundle, name, start, aims, _both, roll_all, progress, rounds)
                searched[name] = coarse, len(members)
            else:
                rolls = roll_roughly, roll_all
                members, points, tried = _search_roughly(bundle, name, start, aims, rolls, progress, rounds)
                searched[name] = coarse, tried
            found[name] = members, points
            members, points = with_special_cases(name, found)
            first, medians = points
            clouds[name] = _front(members, first, np.flatnonzero(np.isfinite(first).all(axis=1)))
            one_push[name] = _front(members, first, pareto(first))
            kept = thinned(pareto(medians), medians, worth_comparing(free[1])[0])
            chosen[name] = [members[i] for i in kept]
        outcomes = {name: on(fresh)(members, f"measure {name}", progress) for name, members in chosen.items()}
    final = {name: _measured(chosen[name], runs) for name, runs in outcomes.items()}
    diverged = {name: _lost(runs) for name, runs in outcomes.items()}
    free_runs = bundle.rollouts([bundle.pushes, *fresh], NONE.name)
    uncontrolled = {"one_push": float(free_runs.error[0]), "ensemble": float(np.median(free_runs.error[1:]))}
    between = {kind: worth_comparing(error) for kind, error in uncontrolled.items()}
    grid_of = _grid(searched, ensemble) | {"foresees": bundle.preview}
    lqr = {name: {"one_push": one_push[LQR.name], "ensemble": final[LQR.name]} for name in compared}
    equal_cost, searched_fronts = {}, dict(one_push)
    beside: dict[str, list[dict[str, object]]] = {}
    bounds = dict.fromkeys(compared, between)
    for name in (each.name for each in planners()):
        planned_runs = run_planned(bundle, name, chosen[LQR.name], fresh, planned, progress)
        grid_of[name] = planned_runs.about
        if planned_runs.members:
            members, runs = planned_runs.members, planned_runs.outcomes
            one_push[name], final[name] = _on_own(members, runs), _measured(members, on_fresh(runs))
            diverged[name] = _lost(on_fresh(runs))
            members, runs = planned_runs.lqr, planned_runs.lqr_outcomes
            lqr[name] = {"one_push": _on_own(members, runs), "ensemble": _measured(members, on_fresh(runs))}
            equal_cost[name] = at_equal_cost(planned_runs)
            # median error of these pushes without control
            met = float(np.median(free_runs.error[1 : 1 + planned.runs]))
            bounds[name] = between | {"ensemble": worth_comparing(met)}
            beside[name] = beside_fronts(planned_runs, outcomes, searched_fronts, bounds[name])
    diverged[NONE.name] = _lost(on_fresh([free_runs]))
    return Comparison(
        one_push,
        final,
        uncontrolled,
        {
            f"{kind} {name}": read_off(own[kind], fronts[name], bounds[name][kind])
            for kind, fronts in (("one_push", one_push), ("ensemble", final))
            for name, own in lqr.items()
        },
        grid_of,
        clouds,
        diverged,
        equal_cost,
        beside,
    )


def _search_roughly(
    bundle: Bundle,
    name: str,
    start: Start,
    aims: Sequence[Along],
    rolls: tuple[Roll, Roll],
    progress: Progress,
    rounds: int | None,
) -> tuple[list[Member], np.ndarray, int]:
    """Search a family to first order, and run the members near the fronts on the plant itself.

    Where the first order is far off at the shipped member (at any, if none is shipped), the coarse members
    are run, too, and the search goes on about the best by corrected predictions, by turns with runs of the
    best, `rounds` times at most. Returns the members that were run, their points (aims, members, 2), and how
    many were tried. `rolls` are those to first order and on the plant.
    """
    roll_roughly, roll_all = rolls
    found = Corrected(*search_family(bundle, name, start, aims, _both, roll_roughly, progress, rounds))
    make = making(bundle, name, list(start.grid[0].parameters), progress)
    see = measuring(_both, roll_roughly, f"refine {name}", progress)

    def run(asked: set[int]) -> None:
        new = sorted(asked - found.known.keys())
        points = _both(roll_all([found.members[i] for i in new], f"run {name}", progress))
        found.tell(dict(zip(new, points.swapaxes(0, 1), strict=True)))

    coarse = set(range(len(start.grid)))
    shipped = set(range(len(coarse), len(coarse) + len(start.known)))
    tried = {_place(member) for member in found.members}
    run(_near_fronts(aims, found.rough, LAYERS) | shipped or coarse)
    if _misleads(aims, found, sorted(shipped or found.known)):
        run(coarse)
        steps, idle = steps_of(start.grid), 0
        for _ in range(REFINEMENTS if rounds is None else rounds):
            found.forget()
            found.go_on(aims, make, see, steps, AHEAD)
            tried |= {_place(member) for member in found.members}
            before = found.measured()[1]
            run(_near_fronts(aims, found.guessed(), 1))
            if _gain(aims, before, found.measured()[1]) >= NOTICEABLE:
                idle = 0
            elif (idle := idle + 1) < PATIENCE:
                steps = np.sqrt(steps)
            else:
                break
    return *found.measured(), len(tried)


def _place(member: Member) -> tuple[float, ...]:
    return tuple(member.parameters.values())


def _misleads(aims: Sequence[Along], found: Corrected, judged: Sequence[int]) -> bool:
    """Whether the first order is far off at any of some known members, where errors count."""
    floors = np.array([aim.floor for aim in aims])
    known = np.maximum([found.known[i][:, 1] for i in judged], floors)
    return is_off(known, np.maximum(found.rough[:, judged, 1].T, floors))


def _gain(aims: Sequence[Along], before: np.ndarray, after: np.ndarray) -> float:
    """Return the largest relative decrease of effort or error along the aims' fronts, and at their ends."""
    gains = [0.0]
    for aim, *both in zip(aims, before, after, strict=True):
        old, new = (Front([], *points[pareto(points)].T) for points in both)
        gains += [
            1 - now / then for then, now in zip(_ends(aim, old), _ends(aim, new), strict=True) if now < then
        ]
        for reading in read_off(old, new, (aim.floor, aim.ceiling)):
            ratios = reading["effort_ratio"], reading["error_ratio"]
            gains += [1 - each for each in ratios if each is not None]
    return max(gains)


def _ends(aim: Along, front: Front) -> tuple[float, float]:
    """Return the least effort below the aim's ceiling, and the least error, down to its floor; inf: none."""
    below = front.effort[front.error <= aim.ceiling]
    return float(below.min(initial=np.inf)), max(float(front.error.min(initial=np.inf)), aim.floor)


def _near_fronts(aims: Sequence[Along], points: np.ndarray, layers: int) -> set[int]:
    """Return members evenly along each aim's front, and others behind it, by points (aims, members, 2).

    These are fronts without the members before. A front ends with its first member whose error is below the
    aim's floor.
    """
    near: set[int] = set()
    for aim, each in zip(aims, points, strict=True):
        rest = each.copy()
        for _ in range(layers):
            front = thinned(pareto(rest), rest, aim.floor)
            rest[front] = np.inf
            near.update(front.tolist())
    return near


def _both(rolled: Sequence[Rollouts]) -> np.ndarray:
    """Return (effort, error) of the first run, and the medians of the others: (2, members, 2)."""
    first = [(outcome.effort[0], outcome.error[0]) for outcome in rolled]
    medians = [(np.median(outcome.effort[1:]), np.median(outcome.error[1:])) for outcome in rolled]
    return np.array([first, medians])


def _front(members: Sequence[Member], points: np.ndarray, kept: np.ndarray) -> Front:
    return Front([members[i].parameters for i in kept], points[kept, 0], points[kept, 1])


def _on_own(members: Sequence[Member], outcomes: Sequence[Rollouts]) -> Front:
    """Return the front of members on the first push of their runs, which is the scene's own."""
    points = np.array([(each.effort[0], each.error[0]) for each in outcomes])
    return _front(members, points, pareto(points))


def _lost(outcomes: Sequence[Rollouts]) -> dict[str, int]:
    """Return how many runs there were, and how many of them diverged."""
    diverged = [each.diverged for each in outcomes]
    return {"runs": sum(map(len, diverged)), "diverged": int(sum(each.sum() for each in diverged))}


def _measured(members: Sequence[Member], outcomes: Sequence[Rollouts]) -> Front:
    effort, error = (
        np.reshape([quartiles(each) for each in of], (len(of), 3))  # of no members, too
        for of in ([each.effort for each in outcomes], [each.error for each in outcomes])
    )
    kept = pareto(np.column_stack([effort[:, 1], error[:, 1]]))
    return Front(
        [members[i].parameters for i in kept],
        effort[kept, 1],
        error[kept, 1],
        effort[kept][:, [0, 2]],
        error[kept][:, [0, 2]],
    )


def _grid(searched: dict[str, tuple[list[Member], int]], ensemble: Ensemble) -> dict[str, object]:
    """Describe the search: each family's grid, and how many further members were tried about the best."""
    grid: dict[str, object] = {"tuning_pushes": ensemble.tuning_runs, "fresh_pushes": ensemble.runs}
    for name, (coarse, tried) in searched.items():
        axes: dict[str, object] = {"members": len(coarse), "refined": tried - len(coarse)}
        for parameter in coarse[0].parameters:
            values = np.unique([member.parameters[parameter] for member in coarse])
            axes[parameter] = {"values": len(values), "least": float(values[0]), "largest": float(values[-1])}
        grid[name] = axes
    return grid
