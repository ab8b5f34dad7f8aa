"""Families of controllers, LQR over its control cost and comparators over their gains, and runs of members.

A family is searched from a coarse grid of all its parameters and from the member that the bundle ships, and
then about the best of them (`offline.tuning.search`).
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import NamedTuple, cast

import numpy as np
from threadpoolctl import threadpool_limits

from offline.campaign.processes import end_with_parent, unheard, without_main
from offline.campaign.threads import one_blas_thread
from offline.gains.lqr import at_control_cost, remade_lqr
from offline.tuning.fronts import Front
from offline.tuning.linear import linear_plants
from offline.tuning.search import Aim, search, steps_of
from runtime.base.progress import Progress
from runtime.bundle.record import Bundle
from runtime.control.base.choice import Choice
from runtime.control.base.law import AffineGains
from runtime.control.controller import SHARES
from runtime.control.registry import CONTROLLERS, LQR
from runtime.plant.plant import Plant
from runtime.plant.push import Push
from runtime.rollouts import Rollouts

LQR_DECADES = (-5.0, 7.0)  # range of LQR's control cost in powers of ten, relative to the scene's
FEWEST = 3  # fewest values along an axis: zero, and two others that set the spacing
MEMBERS = 125  # members of a coarse grid, about: 5 values of each of three parameters, 11 of each of two
MOST = 31  # most values of a single parameter
NEARBY = 2.0  # largest factor between parameters in a search about known members
BATCH = 512  # runs stepped together: several tiles, and small enough for the cache
COLUMNS = 2048  # the same for a linear plant, whose products are small
FEWEST_RUNS = 64  # in a batch but the last, about: a tile of the batched step
PARTS = 8  # batches of a large set, so that each of several processes has some
PARALLEL_FROM = (
    6.0  # s of runs from which several processes are used: three times as long as starting them takes
)

Pushes = Sequence[Sequence[Push]]  # those of each run
Roll = Callable[[Sequence["Member"], str, Progress], list[Rollouts]]
On = Callable[[Pushes], Roll]  # function from pushes to one that runs members on them
Found = tuple[list["Member"], np.ndarray]  # members, and their (effort, error) points (aims, members, 2)
Make = Callable[[list[tuple[float, ...]]], list["Member"]]
Measure = Callable[[list["Member"]], np.ndarray]
# function that returns the points (aims, members, 2) of members from their rollouts
View = Callable[[Sequence[Rollouts]], np.ndarray]


def control_cost(bundle: Bundle) -> float:
    """Return the scene's own control cost."""
    return float(bundle.costs.control[0, 0])


@dataclass(frozen=True)
class Member:
    """One controller of a family: its parameters, and how it is made from them.

    `controller` is a comparator of the bundle, a planning one, or the gains themselves. Gains that change
    along the reference are large: other processes get the recipe, and make the gains there.
    """

    parameters: dict[str, float]
    controller: str | AffineGains

    def choice(self, bundle: Bundle) -> Choice:
        """Return the controller."""
        if isinstance(self.controller, AffineGains):
            return self.controller
        if CONTROLLERS[self.controller].weighs:
            factor = self.parameters["control_cost"] / control_cost(bundle)
            return cast(Choice, at_control_cost(bundle, factor).choice(self.controller))
        return bundle.comparator(self.controller, self.parameters)


class Start(NamedTuple):
    """The beginning of a family's search."""

    grid: list[Member]
    known: list[Member]  # members known beforehand, such as those of the bundle


def values_an_axis(bundle: Bundle, controller: str, members: int = MEMBERS) -> int:
    """Return how many values each gain of a controller has in a grid of about `members` members.

    Shares of known defects and paths, which have little effect until the gains are about right, have few
    values.
    """
    gains = bundle.parameter_ranges(controller).keys() - SHARES.keys()
    return min(max(FEWEST, int(members ** (1 / len(gains)) + 1e-9)), MOST)


def build_family(bundle: Bundle, name: str, size: int, progress: Progress) -> list[Member]:
    """Make the grid of a family, `size` values along each axis."""
    if name != LQR.name:
        return comparator_family(bundle, name, size)
    return lqr_members(bundle, control_cost(bundle) * np.logspace(*LQR_DECADES, size), progress)


def lqr_members(bundle: Bundle, costs: Sequence[float] | np.ndarray, progress: Progress) -> list[Member]:
    """Make LQR at some control costs, which takes a moment for each."""
    members: list[Member] = []
    for cost in costs:
        progress("LQR gains", len(members), len(costs))
        members.append(lqr_member(bundle, float(cost) / control_cost(bundle)))
    progress("LQR gains", len(members), len(costs))
    return members


def lqr_member(bundle: Bundle, factor: float) -> Member:
    """Make LQR at `factor` times the scene's own control cost."""
    return Member({"control_cost": factor * control_cost(bundle)}, remade_lqr(bundle, factor))


def shipped_members(bundle: Bundle, name: str) -> list[Member]:
    """Return the member of a family that the bundle ships, so that no search ends worse than it.

    Comparators' parameters are in the row of the stage that tuned them; where they are missing, or are not
    those that the family has now, there is none.
    """
    if name == LQR.name:
        return [lqr_member(bundle, 1.0)]
    tuned: Mapping[str, object] = next(
        (stage["tuned"] for stage in bundle.stages if isinstance(stage.get("tuned"), Mapping)), {}
    )
    values = [tuned.get(tuned_entry(name, each)) for each in bundle.parameter_ranges(name)]
    if not all(isinstance(each, (int, float)) and 0 <= each < np.inf for each in values):
        return []
    return comparator_members(name, list(bundle.parameter_ranges(name)), [cast("list[float]", values)])


def tuned_entry(name: str, what: str) -> str:
    """Return the name of a comparator's entry in the row of the stage that tunes comparators."""
    return f"{name}, {what}"


def with_special_cases(name: str, found: Mapping[str, Found]) -> Found:
    """Join a family's members with those of its special cases, as P controllers are PD with kd = 0.

    Special cases are searched separately: P's many good members would draw the search away from PD's others.
    """
    members, points = found[name]
    for special in CONTROLLERS.values():
        whole, fixed = special.special_case or ("", {})
        if whole == name and special.name in found:
            cases, known = found[special.name]
            members = [*members, *(Member({**each.parameters, **fixed}, name) for each in cases)]
            points = np.concatenate([points, known], axis=1)
    return members, points


def comparator_family(bundle: Bundle, controller: str, count: int) -> list[Member]:
    """Make a comparator over a grid of all its parameters, `count` values each, from weak to strong.

    All gains of PD but the last may be zero, where there are several; so may the share of defects. Gains
    without effect, as without particles, are left out.
    """
    ranges = bundle.parameter_ranges(controller)
    names, axes = list(ranges), []
    never_zero = (names[-1], *CONTROLLERS[controller].needed)
    for name in names:
        least, largest = np.log10(ranges[name])
        if name in SHARES:
            axes.append(np.array(SHARES[name]))
        elif name in never_zero:
            axes.append(np.logspace(least, largest, count))
        else:
            axes.append(np.concatenate([[0.0], np.logspace(least, largest, count - 1)]))
    return comparator_members(controller, names, itertools.product(*axes))


def comparator_members(name: str, names: Sequence[str], values: Iterable[Sequence[float]]) -> list[Member]:
    """Make members of a comparator with some values of the parameters `names`."""
    return [Member(dict(zip(names, map(float, each), strict=True)), name) for each in values]


@contextmanager
def rolling(bundle: Bundle, processes: int | None = None) -> Iterator[On]:
    """Yield a function from pushes to one that runs every member on all of them, several members a batch.

    The first batch of each set is run here. Once all sets so far take `PARALLEL_FROM` by its time, processes
    are started, `processes` or one a core, over which all that follows is distributed (threads would wait for
    each other between a batch's many short calls). The batches are the same either way, and so the results.
    Steps that a plant takes one by one need no processes: `rollouts` takes them in threads.
    """
    most = ((os.cpu_count() or 1) if processes is None else processes) if bundle.plant().tiles else 1
    pool, spent = None, 0.0

    def roll_all(pushes: Pushes, members: Sequence[Member], what: str, progress: Progress) -> list[Rollouts]:
        nonlocal pool, spent
        largest, least = (max(1, most_runs // len(pushes)) for most_runs in (BATCH, FEWEST_RUNS))
        size = min(largest, max(least, -(-len(members) // PARTS)))
        batches = [members[start : start + size] for start in range(0, len(members), size)]
        first = list[list[Rollouts]]()
        if pool is None and most > 1 and len(batches) > 1:
            begin = perf_counter()
            with one_blas_thread():
                first = [_roll(bundle, batches.pop(0), pushes)]
            spent += (perf_counter() - begin) * len(members) / size
            if spent >= PARALLEL_FROM:
                spawn = multiprocessing.get_context("spawn")
                pool = ProcessPoolExecutor(processes, spawn, _take_bundle, (bundle,))
                stack.callback(pool.shutdown, cancel_futures=True)
                stack.enter_context(without_main())  # ends first, and on Ctrl-C its workers with it
        here = (_roll(bundle, batch, pushes) for batch in batches)
        rolled = here if pool is None or len(batches) == 1 else _roll_in(pool, batches, pushes, most)
        return _collected(itertools.chain(first, rolled), what, len(members), progress)

    with ExitStack() as stack:
        yield lambda pushes: partial(roll_all, pushes)


def rolling_roughly(bundle: Bundle, pushes: Pushes) -> Roll:
    """Return a function that runs members on the plant to first order about LQR's run, which is much faster.

    Raises SimulationError where a step of the motion fails.
    """
    plants, size = linear_plants(bundle), max(1, COLUMNS // len(pushes))

    def roll_all(members: Sequence[Member], what: str, progress: Progress) -> list[Rollouts]:
        batches = (members[start : start + size] for start in range(0, len(members), size))
        rolled = (_roll(bundle, batch, pushes, plants) for batch in batches)
        return _collected(rolled, what, len(members), progress)

    return roll_all


def _collected(rolled: Iterable[list[Rollouts]], what: str, count: int, progress: Progress) -> list[Rollouts]:
    """Collect the outcomes of batches of `count` members in all."""
    outcomes: list[Rollouts] = []
    with one_blas_thread():  # with more threads many short calls would wait for each other
        for outcome in rolled:
            progress(what, len(outcomes), count)
            outcomes += outcome
    progress(what, count, count)
    return outcomes


_taken: list[Bundle] = []  # in a worker process: the bundle that it was started with


def _roll_in(
    pool: Executor, batches: Iterable[Sequence[Member]], pushes: Pushes, processes: int
) -> Iterator[list[Rollouts]]:
    """Yield the rollouts of batches in their order; few are sent at a time, as gains may be large."""
    pending: deque[Future[list[Rollouts]]] = deque()
    for batch in batches:
        with unheard():
            pending.append(pool.submit(_roll_taken, batch, pushes))
        if len(pending) > 2 * processes:
            yield pending.popleft().result()
    while pending:
        yield pending.popleft().result()


def _take_bundle(bundle: Bundle) -> None:
    end_with_parent()
    threadpool_limits(1)
    _taken[:] = [bundle]


def _roll_taken(batch: Sequence[Member], pushes: Pushes) -> list[Rollouts]:
    return _roll(_taken[0], batch, pushes)


def _roll(
    bundle: Bundle,
    batch: Sequence[Member],
    pushes: Pushes,
    plant: Callable[[], Plant] | None = None,
) -> list[Rollouts]:
    return bundle.rollouts_under([member.choice(bundle) for member in batch], pushes, plant=plant)


def search_family(
    bundle: Bundle,
    name: str,
    start: Start,
    aims: Sequence[Aim],
    view: View,
    roll_all: Roll,
    progress: Progress,
    rounds: int | None = None,
) -> Found:
    """Search a family; return its first members and those found, and their points (aims, members, 2)."""
    known = [*start.grid, *start.known]
    points = view(roll_all(known, f"search {name}", progress))
    make = making(bundle, name, list(known[0].parameters), progress)
    measure = measuring(view, roll_all, f"refine {name}", progress)
    return search(known, points, aims, make, measure, steps_of(start.grid), rounds)


def making(bundle: Bundle, name: str, names: Sequence[str], progress: Progress) -> Make:
    """Return a function from values of a family's parameters, of these names, to its members."""

    def make(values: list[tuple[float, ...]]) -> list[Member]:
        if name == LQR.name:
            return lqr_members(bundle, [cost for (cost,) in values], progress)
        return comparator_members(name, names, values)

    return make


def measuring(view: View, roll_all: Roll, what: str, progress: Progress) -> Measure:
    """Return a function from members to their points, which reports how many were tried in all."""
    tried = 0

    def measure(finer: list[Member]) -> np.ndarray:
        nonlocal tried
        before, tried = tried, tried + len(finer)
        return view(roll_all(finer, what, lambda what, done, total: progress(what, before + done, tried)))

    return measure


def find_within(
    bundle: Bundle, controller: str, known: Front, aims: Sequence[Aim], what: str, progress: Progress
) -> Front:
    """Return members of a comparator `known` from the scene's own pushes, and those found about the best.

    The first aim is the least error within an effort, the second, if there is one, the least effort within an
    error.
    """

    def view(rolled: Sequence[Rollouts]) -> np.ndarray:
        return both_ways(np.array([(each.effort[0], each.error[0]) for each in rolled]))

    def both_ways(points: np.ndarray) -> np.ndarray:
        return np.stack([points, points[:, ::-1]])[: len(aims)]

    members = [Member(parameters, controller) for parameters in known.parameters]
    points = both_ways(np.column_stack([known.effort, known.error]))
    steps = np.full(len(known.parameters[0]), NEARBY)
    with rolling(bundle) as on:
        make = making(bundle, controller, list(known.parameters[0]), progress)
        measure = measuring(view, on([bundle.pushes]), what, progress)
        members, points = search(members, points, aims, make, measure, steps)
    return Front([member.parameters for member in members], *points[0].T)
