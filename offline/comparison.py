"""LQR against P and PD: fronts of error against effort ([002], section 6).

Each controller is a family: LQR over its control cost, P and PD over all their gains (kp and kd; for smoke
with particles kz, kp and kd of [002], equation 14). Every member of each
family is run on the scene's own push and on random pushes for tuning; of P and PD then also those half a
grid step about the best, so that no comparator suffers from a coarse grid. The members that no other beats
in both error and effort (medians over the tuning pushes) form the family's front (`offline.fronts`). The
fronts are run again on fresh random pushes, and all medians that are reported come from those.

Error and effort are defined in `runtime.costs`.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from offline.control import remade_lqr
from offline.fronts import Front, pareto, read_off, thinned
from offline.scene_parts import EnsemblePart
from runtime.bundle import Bundle
from runtime.law import AffineGains, Choice
from runtime.push import Push
from runtime.rollouts import Rollouts
from softrein.errors import ControllerError, SceneError

LQR_DECADES = (-5.0, 7.0)  # control cost, as powers of ten of the scene's own
TUNING_RUNS = 12  # pushes that the shipped P and PD gains are tuned on; `compare` tunes on all
AWAY = 0.95  # of the error without control: nearer to that, control has hardly begun
HOME = 1e-3  # of the error without control: closer than that, a motion is home, and nothing is read off
BATCH = 512  # runs at a time: several tiles of the batched step, and small enough to stay in the cache
FEWEST = 3  # values along an axis: zero, and two that say how far apart they lie
MEMBERS = 400  # of PD in a search, about: the grid has as many values an axis as that allows
TUNED = 144  # the same for the gains that a bundle ships
P_VALUES = 31  # along the one axis of a body's P controller
PARALLEL_FROM = 1_500_000  # steps in all, about ten seconds: as starting processes takes two

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Member:
    """One controller of a family: its parameters, and how it is made of them.

    `controller` is a comparator of the bundle, or the gains themselves. Gains that change along the
    reference are large: other processes get the recipe, and make them there.
    """

    parameters: dict[str, float]
    controller: str | AffineGains

    def choice(self, bundle: Bundle) -> Choice:
        """The controller."""
        if isinstance(self.controller, AffineGains):
            return self.controller
        return bundle.comparator(self.controller, self.parameters)

    def gains(self, bundle: Bundle) -> np.ndarray:
        """The gains as a bundle keeps them."""
        return bundle.choice(self.choice(bundle)).gains


@dataclass(frozen=True)
class Comparison:
    """What a comparison found."""

    one_push: dict[str, Front]  # the scene's own push
    ensemble: dict[str, Front]  # medians over fresh random pushes
    uncontrolled: dict[str, float]  # error without control: "one_push", "ensemble"
    readings: dict[str, list[dict[str, float]]]  # "one_push p", "ensemble pd", ...
    grid: dict[str, Any]  # what was searched
    clouds: dict[str, Front]  # every member on the scene's own push

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "one_push": {name: front.as_data() for name, front in self.one_push.items()},
            "ensemble": {name: front.as_data() for name, front in self.ensemble.items()},
            "uncontrolled": self.uncontrolled,
            "readings": self.readings,
            "grid": self.grid,
            "searched": {name: front.as_data() for name, front in self.clouds.items()},
        }


def compare(
    bundle: Bundle,
    ensemble: EnsemblePart,
    lqr_costs: int = 31,
    grid: int | None = None,
    progress: Progress = lambda what, done, total: None,
) -> Comparison:
    """Compare LQR, P and PD on a bundle.

    `lqr_costs` is how many control costs of LQR are tried, `grid` how many values of each gain of PD. P's
    members, which are PD's with kd = 0, count as PD's as well.
    """
    sizes = {name: grid or values_an_axis(bundle, name, MEMBERS) for name in bundle.comparators}
    sizes |= {"p": min(values_an_axis(bundle, "p", TUNED), P_VALUES), "lqr": lqr_costs}
    if min(sizes.values()) < FEWEST:
        raise ControllerError(
            f"a search needs at least {FEWEST} values along each axis, not {min(sizes.values())}"
        )
    if not bundle.pushes:
        raise SceneError("the scene has no [[pushes]]: there is nothing to compare controllers on")
    tuning = random_pushes(bundle, ensemble, ensemble.tuning_runs, _seed(bundle, "tuning"))
    fresh = random_pushes(bundle, ensemble, ensemble.runs, _seed(bundle, "fresh"))
    searched, one_push, chosen, clouds = {}, {}, {}, {}
    found: dict[str, tuple[list[Member], np.ndarray]] = {}
    floor = HOME * float(np.median(bundle.rollouts(tuning, "none").error))
    for name, coarse in build_families(bundle, sizes, progress).items():
        members, points = _search(bundle, name, coarse, [bundle.pushes, *tuning], progress)
        searched[name] = (len(coarse), members)
        if name == "pd":
            members, points = [*members, *_without_kd(found["p"][0])], np.hstack([points, found["p"][1]])
        found[name] = members, points
        first, medians = points
        clouds[name] = _front(members, first, np.flatnonzero(np.isfinite(first).all(axis=1)))
        one_push[name] = _front(members, first, pareto(first))
        chosen[name] = [members[i] for i in thinned(pareto(medians), medians, floor)]
    final = {
        name: _measured(bundle, members, fresh, f"measure {name}", progress)
        for name, members in chosen.items()
    }
    rest = bundle.rollouts([bundle.pushes, *fresh], "none").error
    uncontrolled = {"one_push": float(rest[0]), "ensemble": float(np.median(rest[1:]))}
    return Comparison(
        one_push,
        final,
        uncontrolled,
        {
            f"{kind} {name}": read_off(
                fronts["lqr"], fronts[name], (HOME * uncontrolled[kind], AWAY * uncontrolled[kind])
            )
            for kind, fronts in (("one_push", one_push), ("ensemble", final))
            for name in bundle.comparators
        },
        _grid(searched, ensemble),
        clouds,
    )


def ensemble_of(bundle: Bundle, runs: int | None = None) -> EnsemblePart:
    """The bundle's scene's ensemble, with another number of fresh pushes where one is given."""
    if bundle.scene.get("ensemble") is None:
        raise SceneError("the scene has no [ensemble]: say how strong random pushes are, and when they come")
    ensemble = EnsemblePart.model_validate(bundle.scene["ensemble"])
    return ensemble if runs is None else ensemble.model_copy(update={"runs": runs})


def tuning_pushes(bundle: Bundle) -> list[list[Push]]:
    """The scene's own pushes as one run, and random ones if it has an ensemble: what is tuned on."""
    own = [bundle.pushes] if bundle.pushes else []
    if bundle.scene.get("ensemble") is None:
        return own or [[]]
    ensemble = ensemble_of(bundle)
    return own + random_pushes(bundle, ensemble, ensemble.tuning_runs, _seed(bundle, "tuning"))


def values_an_axis(bundle: Bundle, controller: str, members: int) -> int:
    """How many values each gain of a controller has in a grid of about so many members."""
    return max(FEWEST, int(members ** (1 / len(bundle.parameter_ranges(controller))) + 1e-9))


def tune_comparators(
    bundle: Bundle, progress: Progress = lambda what, done, total: None
) -> dict[str, Member]:
    """The P and the PD controller with the least error among those that spend no more than LQR.

    Both on the scene's own pushes and in the median of random ones: what counts is the larger effort of the
    two, relative to LQR's, and the product of the two errors. The gentlest member stands in where every one
    spends more. The best P controller is a candidate for PD, as one with kd = 0.
    """
    pushes = tuning_pushes(bundle)[:TUNING_RUNS]
    budget = _own_and_median(bundle.rollouts(pushes, "lqr").effort)
    found: dict[str, Member] = {}
    for name in bundle.comparators:
        members = comparator_family(bundle, name, min(values_an_axis(bundle, name, TUNED), P_VALUES))
        if name == "pd":
            members += _without_kd([found["p"]])
        outcomes = roll_members(bundle, members, pushes, f"tune {name}", progress)
        with np.errstate(invalid="ignore"):  # runs that left the finite numbers, under LQR as well
            spent = np.array([(_own_and_median(each.effort) / budget).max() for each in outcomes])
        spent[np.isnan(spent)] = np.inf
        error = np.array([_own_and_median(each.error).prod() for each in outcomes])
        affordable = np.flatnonzero(spent <= 1)
        best = affordable[np.argmin(error[affordable])] if affordable.size else np.argmin(spent)
        found[name] = members[best]
    return found


def _without_kd(members: Iterable[Member]) -> list[Member]:
    """P controllers as PD controllers."""
    return [Member({**member.parameters, "kd": 0.0}, "pd") for member in members]


def _own_and_median(values: np.ndarray) -> np.ndarray:
    """Of runs (runs,) on tuning pushes the first, which met the scene's own, and the median of the rest."""
    rest = values[1:] if len(values) > 1 else values
    return np.maximum([values[0], np.median(rest)], np.finfo(float).tiny)


def _search(
    bundle: Bundle, name: str, members: list[Member], pushes: Sequence[Sequence[Push]], progress: Progress
) -> tuple[list[Member], np.ndarray]:
    """A family with, for P and PD, finer members about its two fronts; and (effort, error) of each.

    The points (2, members, 2) are those of the first run, and the medians of the others.
    """
    points = _outcomes(bundle, members, pushes, f"search {name}", progress)
    if name != "lqr":
        finer = _about(name, members, np.unique(np.concatenate([pareto(each) for each in points])))
        points = np.hstack([points, _outcomes(bundle, finer, pushes, f"refine {name}", progress)])
        members = [*members, *finer]
    return members, points


def _outcomes(
    bundle: Bundle, members: Sequence[Member], pushes: Sequence[Sequence[Push]], what: str, progress: Progress
) -> np.ndarray:
    rolled = roll_members(bundle, members, pushes, what, progress)
    first = [(outcome.effort[0], outcome.error[0]) for outcome in rolled]
    medians = [(np.median(outcome.effort[1:]), np.median(outcome.error[1:])) for outcome in rolled]
    return np.array([first, medians])


def _about(controller: str, members: Sequence[Member], kept: np.ndarray) -> list[Member]:
    """Members half a grid step from those kept, in every direction: the search made twice as fine there."""
    names = list(members[0].parameters)
    axes = [np.unique([member.parameters[name] for member in members]) for name in names]
    steps = [np.sqrt(axis[-1] / axis[-2]) for axis in axes]
    finer = set()
    for member in (members[i] for i in kept):
        for shift in itertools.product((-1, 0, 1), repeat=len(names)):
            if any(shift):
                finer.add(
                    tuple(
                        float(f"{member.parameters[name] * step**power:.9g}")
                        for name, step, power in zip(names, steps, shift, strict=True)
                    )
                )
    return comparator_members(controller, names, sorted(finer))


def random_pushes(
    bundle: Bundle, ensemble: EnsemblePart, count: int, seed: np.random.SeedSequence
) -> list[list[Push]]:
    """`count` runs of one random push each, in random directions, where `Bundle.places` says."""
    rng = np.random.default_rng(seed)
    directions = rng.normal(size=(count, bundle.axes))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    forces = directions * rng.uniform(*ensemble.force, size=(count, 1))
    times = rng.uniform(*ensemble.time, size=count)
    return [
        [Push(at, tuple(force), float(time), ensemble.duration, ensemble.radius)]
        for at, force, time in zip(bundle.places(rng, times), forces.tolist(), times, strict=True)
    ]


def build_families(bundle: Bundle, sizes: Mapping[str, int], progress: Progress) -> dict[str, list[Member]]:
    """Every member of every family; `sizes` says how many values each has along an axis."""
    lqr_count, lqr = sizes["lqr"], []
    for done, factor in enumerate(np.logspace(*LQR_DECADES, lqr_count)):
        progress("LQR gains", done, lqr_count)
        lqr.append(lqr_member(bundle, factor))
    progress("LQR gains", lqr_count, lqr_count)
    return {"lqr": lqr} | {name: comparator_family(bundle, name, sizes[name]) for name in bundle.comparators}


def lqr_member(bundle: Bundle, factor: float) -> Member:
    """LQR at a control cost of so many times the scene's own."""
    return Member({"control_cost": float(factor * bundle.costs.control[0, 0])}, remade_lqr(bundle, factor))


def comparator_family(bundle: Bundle, controller: str, count: int) -> list[Member]:
    """A comparator over a grid of all its parameters, `count` values each, from weak to strong.

    All gains of PD but the last may be zero, where there are several. Some are missing where they move
    nothing, as without particles.
    """
    ranges = bundle.parameter_ranges(controller)
    names, axes = list(ranges), []
    for name in names:
        least, largest = np.log10(ranges[name])
        if name in (names[-1], "constants"):  # without time constants there is no control at all
            axes.append(np.logspace(least, largest, count))
        else:
            axes.append(np.concatenate([[0.0], np.logspace(least, largest, count - 1)]))
    return comparator_members(controller, names, itertools.product(*axes))


def comparator_members(
    controller: str, names: Sequence[str], values: Iterable[Sequence[float]]
) -> list[Member]:
    """A comparator with the parameters `names` of some values."""
    parameters = [dict(zip(names, map(float, each), strict=True)) for each in values]
    return [Member(each, controller) for each in parameters]


def roll_members(
    bundle: Bundle,
    members: Sequence[Member],
    pushes: Sequence[Sequence[Push]],
    what: str,
    progress: Progress,
) -> list[Rollouts]:
    """Run every member on every push, several members a batch.

    Large sets are shared out over processes, one core each (threads would wait for each other between a
    batch's many short calls); a script that asks for one does so under `if __name__ == "__main__":`.
    """
    size = max(1, BATCH // len(pushes))
    batches = (members[start : start + size] for start in range(0, len(members), size))
    outcomes: list[Rollouts] = []
    with _rolling(bundle, pushes, len(members)) as roll_all:
        for outcome in roll_all(batches):
            progress(what, len(outcomes), len(members))
            outcomes += outcome
    progress(what, len(members), len(members))
    return outcomes


@contextmanager
def _rolling(bundle: Bundle, pushes: Sequence[Sequence[Push]], count: int) -> Iterator[Any]:
    """A function that maps batches of members to their rollouts, in this process or over several."""
    if count * len(pushes) * bundle.steps < PARALLEL_FROM or os.cpu_count() == 1:
        with threadpool_limits(1):
            yield lambda batches: (_roll(bundle, batch, pushes) for batch in batches)
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(None, spawn, _take_ensemble, (bundle, pushes)) as pool:
        yield partial(_roll_in, pool)


_taken: dict[str, Any] = {}  # of a worker process: the bundle and the pushes that it was started with


def _roll_in(pool: Executor, batches: Iterable[Sequence[Member]]) -> Iterator[list[Rollouts]]:
    """The rollouts of batches in their order; few are on their way at a time, as gains may be large."""
    pending: deque[Future[list[Rollouts]]] = deque()
    for batch in batches:
        pending.append(pool.submit(_roll_taken, batch))
        if len(pending) > 2 * (os.cpu_count() or 1):
            yield pending.popleft().result()
    while pending:
        yield pending.popleft().result()


def _take_ensemble(bundle: Bundle, pushes: Sequence[Sequence[Push]]) -> None:
    threadpool_limits(1)
    _taken.update(bundle=bundle, pushes=pushes)


def _roll_taken(batch: Sequence[Member]) -> list[Rollouts]:
    return _roll(_taken["bundle"], batch, _taken["pushes"])


def _roll(bundle: Bundle, batch: Sequence[Member], pushes: Sequence[Sequence[Push]]) -> list[Rollouts]:
    return bundle.rollouts_under([member.choice(bundle) for member in batch], pushes)


def _seed(bundle: Bundle, purpose: str) -> np.random.SeedSequence:
    """Independent streams for tuning and for measuring, from the scene's own seed."""
    return np.random.SeedSequence(bundle.scene["seed"], spawn_key=(("tuning", "fresh").index(purpose),))


def _front(members: Sequence[Member], points: np.ndarray, kept: np.ndarray) -> Front:
    return Front([members[i].parameters for i in kept], points[kept, 0], points[kept, 1])


def _measured(
    bundle: Bundle, members: Sequence[Member], pushes: Sequence[Sequence[Push]], what: str, progress: Progress
) -> Front:
    outcomes = roll_members(bundle, members, pushes, what, progress)
    effort = np.array([np.percentile(outcome.effort, [25, 50, 75]) for outcome in outcomes])
    error = np.array([np.percentile(outcome.error, [25, 50, 75]) for outcome in outcomes])
    kept = pareto(np.column_stack([effort[:, 1], error[:, 1]]))
    return Front(
        [members[i].parameters for i in kept],
        effort[kept, 1], error[kept, 1], effort[kept][:, [0, 2]], error[kept][:, [0, 2]],
    )  # fmt: skip


def _grid(searched: dict[str, tuple[int, list[Member]]], ensemble: EnsemblePart) -> dict[str, Any]:
    grid: dict[str, Any] = {"tuning_pushes": ensemble.tuning_runs, "fresh_pushes": ensemble.runs}
    for name, (count, members) in searched.items():
        axes: dict[str, Any] = {"members": count, "refined": len(members) - count}
        for parameter in members[0].parameters:
            values = np.unique([member.parameters[parameter] for member in members[:count]])
            axes[parameter] = {"values": len(values), "least": float(values[0]), "largest": float(values[-1])}
        grid[name] = axes
    return grid
