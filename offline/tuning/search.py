"""One search for every family of controllers, ours as well as the rivals', for a front or for a bundle.

Where a run takes long and nothing cheaper tells where to go, `offline.tuning.surface` searches instead. This
search begins with members that lie far apart and continues about the best of them, a step up and down: in
each parameter alone, in all of them, and in one against another; and some steps down along the surface of
equal effort, which a fit to the members nearby predicts. While that finds noticeably better members, the
steps keep their length; otherwise they are halved, until they are short or halving them has changed nothing.
This is a pattern search (Hooke and Jeeves 1961); with one parameter at a time it would not follow the surface
of equal effort, along which the best members within a budget lie, nor with few fixed directions where
parameters matter very unequally.

It continues in several basins at once, so that the result does not depend on where the coarse members happen
to lie. The parameters' logarithms are cut into cells as wide as two of the longest steps. A cell whose best
member is better than those of all cells that touch it is the bottom of a basin, and the search continues
about the best members of the deepest ones. When the steps are short, the search within a single budget begins
again with long ones, until that finds nothing noticeably better: a curved valley is followed to its end.

An aim decides which points (members, 2) are best: they hold each member's effort, and the error that it
leaves. Less is better in both; inf where a run diverged.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeVar

import numpy as np

from offline.tuning.fronts import pareto, thinned

NOTICEABLE = 0.02  # least relative improvement of a round; a smaller one counts as none
SHORTEST = 1.025  # smallest factor between parameters that is tried
REFINEMENTS = 40  # most rounds; the package's scenes take five to fifteen
BASINS = 4  # number of local minima that are refined for a single budget
NEAR = 2.0  # steps within which members count in a fit about one of them
ALONG = (0.0, 0.5, 1.0, 2.0)  # steps that are taken along the surface of equal effort
WITHIN = 1 - 1e-6  # share of a budget that is predicted to be spent, so that round-off does not exceed it
TINY = 1e-12  # least slope of logarithms that gives a direction
TWO = 2  # the same for each budget along a front, as neighbouring budgets share minima

Array = np.ndarray


class Member(Protocol):
    """One controller of a family."""

    @property
    def parameters(self) -> Mapping[str, float]:
        """Its parameters; all members of a family have the same."""


M = TypeVar("M", bound=Member)


class Cells:
    """Members by their cell of parameters, and the neighbours of each cell."""

    def __init__(self, places: Array) -> None:
        """Take the members' places (members, parameters), in cells."""
        cells, of_member = np.unique(np.round(places).astype(int), axis=0, return_inverse=True)
        self._of_member, self._count = of_member.reshape(-1), len(cells)
        self._touch = np.abs(cells[:, None] - cells).max(axis=2, initial=0) <= 1

    @classmethod
    def of(cls, members: Sequence[Member], steps: Array) -> Cells:
        """Make the cells of members, by the longest steps of a search, as factors."""
        return cls(places_of(members) / (2 * np.log(np.maximum(steps, SHORTEST))))

    def basins(self, points: Array, budget: float, most: int) -> Array:
        """Return indices of the best members (k,) of the deepest basins, the deepest first."""
        order = in_order(points, budget)
        rank = np.empty(len(order), dtype=int)
        rank[order] = np.arange(len(order))
        best = np.full(self._count, len(order))
        np.minimum.at(best, self._of_member, rank)
        bottoms = best[best == np.where(self._touch, best, len(order)).min(axis=1)]
        found = order[np.sort(bottoms)[:most]]
        return found[np.isfinite(points[found]).all(axis=1)]


@dataclass(frozen=True)
class Along:
    """The aim of a whole front, from the error `ceiling`, nearly that without control, down to `floor`."""

    # whether to restart with long steps; not needed for a front, where some of many places usually improve
    again: ClassVar[bool] = False
    floor: float = 0.0
    ceiling: float = np.inf

    def patience(self, parameters: int) -> int:
        """Return after how many consecutive halvings without change the search of so many parameters ends.

        Many places rarely stay unchanged together by chance; along one parameter none is missed.
        """
        return min(2, parameters)

    def kept(self, points: Array, cells: Cells) -> Array:
        """Return indices of the members (k,) to continue about: evenly along the front, in several basins."""
        front = self._front(points)
        return np.unique(
            np.concatenate([front, *(cells.basins(points, each, TWO) for each in points[front, 0])])
        )

    def budget_at(self, point: Array) -> float:
        """Return the effort at which a member with this point (2,) is to be bettered: its own."""
        return float(point[0])

    def budgets(self, points: Array) -> Array:
        """Return the efforts at which a better member is wanted."""
        return np.asarray(points[self._front(points), 0])

    def _front(self, points: Array) -> Array:
        front = pareto(points)
        useful = front[points[front, 1] <= self.ceiling]
        return thinned(useful if useful.size else front, points, self.floor)


@dataclass(frozen=True)
class Within:
    """The aim of the least error within one budget of effort."""

    again: ClassVar[bool] = True
    budget: float

    def patience(self, parameters: int) -> int:
        """Return the patience: a single place may stay unchanged, and move again with a shorter step."""
        return 4

    def kept(self, points: Array, cells: Cells) -> Array:
        """Return the best of the deepest basins, and the cheapest of the better ones beyond the budget."""
        best = self.best(points)
        spent, left = points.T
        beyond = np.flatnonzero((spent > self.budget) & np.isfinite(left) & (left < left[best]))
        least = beyond[np.argsort(spent[beyond], kind="stable")][:1]
        return np.unique([best, *cells.basins(points, self.budget, BASINS), *least])

    def budget_at(self, point: Array) -> float:
        """Return the effort at which any member is to be bettered."""
        return self.budget

    def budgets(self, points: Array) -> Array:
        """Return the one budget."""
        return np.array([self.budget])

    def best(self, points: Array) -> int:
        """Return the member with the least error within the budget, or the cheapest where none is within."""
        return int(in_order(points, self.budget)[0])


Aim = Along | Within


def search(
    members: Sequence[M],
    points: Array,
    aims: Sequence[Aim],
    make: Callable[[list[tuple[float, ...]]], list[M]],
    measure: Callable[[list[M]], Array],
    steps: Array,
    rounds: int | None = None,
) -> tuple[list[M], Array]:
    """Return the members and those found about them, and the points (aims, members, 2) of all.

    `points` are those of the first members, one set for each aim; `make` makes members from parameters
    in the order of theirs, `measure` returns their points (aims, k, 2), and `steps` are the longest, as
    factors. It ends after `rounds` at the latest, `REFINEMENTS` by default.
    """
    everyone, names = list(members), list(members[0].parameters)
    tried = {_rounded(member, names) for member in everyone}
    least = _least_of(tried)
    longest = steps = np.array(steps, dtype=float)
    idle, halved, begun, again = 0, False, points, any(aim.again for aim in aims)
    patience = max(aim.patience(len(names)) for aim in aims)
    for _ in range(REFINEMENTS if rounds is None else rounds):
        if steps.max() < SHORTEST or idle >= patience:
            if not again or begun.shape == points.shape or gain_of(aims, begun, points) < NOTICEABLE:
                break
            steps, idle, halved, begun = longest, 0, False, points
        cells = Cells.of(everyone, longest)
        values, about = np.array([_rounded(member, names) for member in everyone]), set[tuple[float, ...]]()
        for aim, each in zip(aims, points, strict=True):
            for i in aim.kept(each, cells).astype(int):
                about.update(_about(values[i], steps, least))
                about.update(_along(i, values, each, steps, aim.budget_at(each[i])))
        finer = make(sorted(about - tried))
        before, tried = points, tried | about
        if finer:
            everyone += finer
            points = np.concatenate([points, measure(finer)], axis=1)
        if gain_of(aims, before, points) < NOTICEABLE:
            steps, idle, halved = np.sqrt(steps), idle + halved, True
        else:
            idle, halved = 0, False
    return everyone, points


def neighbours(members: Sequence[Member], which: Array, steps: Array) -> list[tuple[float, ...]]:
    """Return the parameters of new members a step, `steps` as factors, from some in every direction."""
    values = [_rounded(member, list(members[0].parameters)) for member in members]
    about = {each for i in which for each in _about(np.array(values[i]), steps, _least_of(values))}
    return sorted(about - set(values))


def steps_of(grid: Sequence[Member]) -> Array:
    """Return half the distance between neighbours in a logarithmic grid, a factor for each parameter."""
    axes = [np.unique([member.parameters[name] for member in grid]) for name in grid[0].parameters]
    return np.array([np.sqrt(axis[-1] / axis[-2]) if len(axis) > 1 else 1.0 for axis in axes])


def _rounded(member: Member, names: Sequence[str]) -> tuple[float, ...]:
    return tuple(_short(member.parameters[name]) for name in names)


def _least_of(values: Collection[tuple[float, ...]]) -> list[float]:
    """Return the least positive value of each parameter, zero where there is none."""
    return [min((each for each in column if each > 0), default=0.0) for column in zip(*values, strict=True)]


def _short(value: float) -> float:
    """Round to nine digits, so that a place that is reached in two ways is one."""
    return float(f"{value:.9g}")


def _about(place: Array, steps: Array, least: Sequence[float]) -> list[tuple[float, ...]]:
    """Return the places a step away in every direction; the least value of all is next to zero."""
    return [
        tuple(
            _short(value * step**power) if value > 0 else (low if power > 0 else 0.0)
            for value, step, low, power in zip(place, steps, least, direction, strict=True)
        )
        for direction in _directions(len(place))
    ]


def _along(i: int, values: Array, points: Array, steps: Array, budget: float) -> list[tuple[float, ...]]:
    """Return places a way down from a member along the surface of equal effort, at a budget.

    Effort and error are fitted by products of powers of its positive parameters, to the members (k,
    parameters) at most `NEAR` steps from it; `points` (k, 2) are theirs. There are no places where too few
    members are near.
    """
    own = values[i] > 0
    lengths = np.log(np.maximum(steps[own], SHORTEST))
    with np.errstate(divide="ignore"):
        apart = np.log(values[:, own] / values[i, own]) / lengths
    near = (np.isfinite(points) & (points > 0)).all(axis=1) & (values[:, ~own] == 0).all(axis=1)
    near &= (np.abs(apart) <= NEAR).all(axis=1)
    if not near[i] or own.sum() < 2 or near.sum() <= 2 * own.sum():
        return []
    powers = np.linalg.lstsq(apart[near], np.log(points[near] / points[i]), rcond=None)[0]
    spending, leaving = powers.T
    if not spending.any():
        return []
    across = spending / (spending @ spending)
    down, back = across * (leaving @ spending) - leaving, across * np.log(WITHIN * budget / points[i, 0])
    if not np.abs(back).max() <= NEAR:
        return []
    moves = [back + far * down / max(np.abs(down).max(), TINY) for far in ALONG]
    places = np.tile(values[i], (len(moves), 1))
    places[:, own] *= np.exp(np.array(moves) * lengths)
    return [tuple(map(_short, place)) for place in places]


def _directions(parameters: int) -> list[tuple[int, ...]]:
    """Return the directions of the pattern search, as exponents -1, 0 or 1 of each parameter's factor.

    They change one parameter, all of them, or one up and another down.
    """
    one = np.eye(parameters, dtype=int)
    against = [one[i] - one[j] for i, j in itertools.permutations(range(parameters), 2)]
    together = np.ones((1, parameters), dtype=int)
    return sorted({tuple(each.tolist()) for each in (*one, *-one, *together, *-together, *against)})


def places_of(members: Sequence[Member]) -> Array:
    """Return the logarithms of the members' parameters (members, parameters); zero is half of the least."""
    values = np.array([_rounded(member, list(members[0].parameters)) for member in members])
    low = np.where(values > 0, values, np.inf).min(axis=0)
    return np.asarray(np.log(np.where(values > 0, values, np.where(np.isfinite(low), low, 1.0) / 2)))


def in_order(points: Array, budget: float) -> Array:
    """Return indices of points (k, 2), best first: by the error within the budget, then by effort."""
    spent, left = points.T
    return np.lexsort((left, np.maximum(spent, budget)))


def gain_of(aims: Sequence[Aim], before: Array, after: Array) -> float:
    """Return the relative decrease of the error within the budgets, in the mean of the aim that gained most.

    Where no member is within a budget, it is that of the least effort.
    """
    gains = []
    for aim, old, new in zip(aims, before, after, strict=True):
        each = []
        for budget in aim.budgets(old):
            (spent, left), (spent_now, left_now) = (
                old[in_order(old, budget)[0]],
                new[in_order(new, budget)[0]],
            )
            if spent_now > budget:
                left, left_now = spent, spent_now
            elif spent > budget:
                left_now = 0.0
            each.append(1 - left_now / left if 0 < left < np.inf else float(left_now < left))
        gains.append(float(np.mean(each)) if each else 0.0)
    return max(gains)
