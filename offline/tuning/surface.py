"""A family's response surface: effort and error of its members, interpolated between those that were run.

Where a run takes long, the next members to run are the best by the surface, which costs next to nothing: the
stochastic search by radial basis functions of Regis and Shoemaker ("A stochastic radial basis function method
for the global optimization of expensive functions", INFORMS Journal on Computing 19(4), 2007). Random
candidates about the best members are judged by a thin-plate spline through the logarithms of effort and
error; of the best by it those are run that lie apart from each other. The candidates' reach is halved when
a round finds nothing noticeably better, and the search ends after some such rounds.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from offline.tuning.families import Make, Measure, Member
from offline.tuning.search import (
    NOTICEABLE,
    SHORTEST,
    Cells,
    Within,
    gain_of,
    in_order,
    neighbours,
)

Array = np.ndarray
CANDIDATES = 1000  # judged by the surface at a time
ZOOMS = 4  # times that candidates are drawn in a round, each about the best of before with half the reach
BEST = 2  # candidates about which the next are drawn, for each margin
MARGINS = (1.0, 0.97, 1.03)  # of the budget: an effort is predicted to some per cent
APART = 0.25  # least distance between members of a round, in units of the reach
FROM_KNOWN = 0.02  # the same from members that were run
PATIENCE = 3  # rounds with nothing noticeably better until the search ends
LARGEST = 50.0  # of a predicted logarithm
FLAT = 1e-3  # singular value of members' places, in steps, below which they lie on a plane
BETWEEN = 0.75  # share of the least positive value below which a parameter is zero


class Surface:
    """Predicts the point of any member of a family from those (members, 2) of members that were run.

    Parameters count by their logarithms, in units of the search's longest steps; zero is half of the least.
    Those that have one value, or none but zero, stay as they are.
    """

    def __init__(self, members: Sequence[Member], points: Array, steps: Array) -> None:
        """Interpolate. Where the members with finite points span no volume, the nearest's is predicted."""
        from scipy.interpolate import RBFInterpolator
        from scipy.spatial import KDTree

        values, first = np.unique(_values_of(members), axis=0, return_index=True)
        self._points = points[first]
        self._least = np.where(values > 0, values, np.inf).min(axis=0)
        self._least[~np.isfinite(self._least)] = 1.0
        self._may_vanish, self._unit = (values == 0).any(axis=0), np.log(np.maximum(steps, SHORTEST))
        self._moves = (values > 0).any(axis=0) & ((steps > 1) | (np.ptp(values, axis=0) > 0))
        known = self.places(values)
        told = (np.isfinite(self._points) & (self._points > 0)).all(axis=1)
        self._tree, self._spline = KDTree(known), None
        moved = known[told][:, self._moves]
        if moved.size and np.linalg.matrix_rank(moved - moved.mean(axis=0), tol=FLAT) == moved.shape[1]:
            self._spline = RBFInterpolator(
                moved, np.log(self._points[told]), kernel="thin_plate_spline", degree=1
            )

    def places(self, values: Array) -> Array:
        """Return where values (k, parameters) are."""
        return np.asarray(np.log(np.where(values > 0, values, self._least / 2)) / self._unit)

    def values(self, places: Array) -> Array:
        """Return the parameters (k, parameters) at some places."""
        found = np.exp(places * self._unit)
        found[self._may_vanish & (found < BETWEEN * self._least)] = 0.0
        return np.asarray(found)

    def at(self, places: Array) -> Array:
        """Return the points (k, 2) predicted at places; infinite where the nearest known run diverged."""
        nearest = self._points[self._tree.query(places)[1]]
        if self._spline is None:
            return np.asarray(nearest)
        points = np.exp(np.clip(self._spline(places[:, self._moves]), -LARGEST, LARGEST))
        return np.where(np.isfinite(nearest).all(axis=1)[:, None], points, np.inf)

    def of(self, members: Sequence[Member]) -> Array:
        """Return the points (k, 2) predicted of members."""
        return self.at(self.places_of(members))

    def places_of(self, members: Sequence[Member]) -> Array:
        """Return where members are (k, parameters)."""
        return self.places(_values_of(members))

    def proposals(
        self, about: Array, reach: float, budget: float, count: int, rng: np.random.Generator
    ) -> list[tuple[float, ...]]:
        """Return the parameters of the best candidates, at most `count`, near places (k, parameters)."""
        drawn, judged = list[Array](), list[Array]()
        for zoom in range(ZOOMS):
            each = (max(1, CANDIDATES // len(about)), about.shape[1])
            away = 0.5**zoom * reach * self._moves * rng.uniform(-1, 1, (len(about), *each))
            drawn.append(self.places(self.values((about[:, None] + away).reshape(-1, about.shape[1]))))
            judged.append(self.at(drawn[-1]))
            about = drawn[-1][np.unique([in_order(judged[-1], budget * share)[:BEST] for share in MARGINS])]
        places, points = np.concatenate(drawn), np.concatenate(judged)
        free = np.isfinite(points).all(axis=1)
        free &= self._tree.query(places, p=np.inf)[0] >= FROM_KNOWN * reach
        chosen = np.empty((0, places.shape[1]))
        for index, share in enumerate(MARGINS, 1):
            for i in (i for i in in_order(points, budget * share) if free[i]):
                if len(chosen) >= -(-count * index // len(MARGINS)):
                    break
                if (np.abs(chosen - places[i]).max(axis=1) >= APART * reach).all():
                    chosen = np.append(chosen, places[i : i + 1], axis=0)
        return [tuple(float(f"{value:.9g}") for value in each) for each in self.values(chosen)]


def search_by_surface(
    members: Sequence[Member],
    points: Array,
    aim: Within,
    make: Make,
    measure: Measure,
    steps: Array,
    count: int,
    most: int,
) -> tuple[list[Member], Array]:
    """Return the members and those found about them, and the points (1, members, 2) of all.

    See `offline.tuning.search.search`; about `most` are run at the most. The first are those a longest step
    away from the best of each basin in each direction; then `count` are run at a time.
    """
    everyone, rng, reach, idle = list(members), np.random.default_rng(0), 1.0, 0
    finer = make(neighbours(everyone, aim.kept(points[0], Cells.of(everyone, steps)), steps))
    everyone += finer
    points = np.concatenate([points, measure(finer)], axis=1) if finer else points
    while idle < PATIENCE and len(everyone) - len(members) < most:
        surface = Surface(everyone, points[0], steps)
        about = surface.places_of([everyone[i] for i in aim.kept(points[0], Cells.of(everyone, steps))])
        finer = make(surface.proposals(about, reach, aim.budget, count, rng))
        before, everyone = points, everyone + finer
        points = np.concatenate([points, measure(finer)], axis=1) if finer else points
        if gain_of([aim], before, points) < NOTICEABLE:
            reach, idle = reach / 2, idle + 1
        else:
            idle = 0
    return everyone, points


def _values_of(members: Sequence[Member]) -> Array:
    return np.array([list(each.parameters.values()) for each in members])
