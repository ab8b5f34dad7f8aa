"""Members of a family with predicted results, corrected by those of members that were run on the plant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from offline.tuning.families import Found, Make, Measure, Member
from offline.tuning.search import Aim, places_of, search

SAME = 1e-12  # squared distance of places at which one's error counts for the other


class Corrected:
    """Members of a family, rough points of all, as to first order, and those on the plant of the known ones.

    A prediction is corrected by its errors at the members that are known, the nearer the more: by the
    geometric mean of ratios, weighed by the inverse fourth power of the distance between the parameters'
    logarithms. Runs of members whose nearest known one has diverged are taken to diverge, and
    what diverges to first order alone is taken for as good as the nearest known member.
    """

    def __init__(self, members: Sequence[Member], points: np.ndarray) -> None:
        """Take members with their rough `points` (aims, members, 2), infinite where a run diverged."""
        self.members, self.rough = list(members), points
        self.known: dict[int, np.ndarray] = {}  # measured points (aims, 2) by member index

    def tell(self, known: Mapping[int, np.ndarray]) -> None:
        """Take measured points (aims, 2) of members by index."""
        self.known.update(known)

    def measured(self) -> Found:
        """Return the members that are known, and their points (aims, k, 2), in the order of being told."""
        return [self.members[i] for i in self.known], np.stack(list(self.known.values()), axis=1)

    def forget(self) -> None:
        """Drop all members but the known ones, near which predictions are best."""
        kept = list(self.known)
        self.members, self.rough = [self.members[i] for i in kept], self.rough[:, kept]
        self.known = dict(enumerate(self.known.values()))

    def guessed(self) -> np.ndarray:
        """Return corrected points (aims, members, 2) of all members; those of known members are exact."""
        return self._guess(self.members, self.rough)

    def off_at(self, known: Sequence[int]) -> np.ndarray:
        """Return the factors (aims, k, 2) by which rough points of known members are off; 1 if not finite."""
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            off = np.stack([self.known[i] for i in known], axis=1) / self.rough[:, list(known)]
        return np.where(_positive(off), off, 1.0)

    def go_on(
        self, aims: Sequence[Aim], make: Make, see: Measure, steps: np.ndarray, rounds: int | None = None
    ) -> None:
        """Search about the best members by corrected points, and append the new members.

        `see` returns their rough points; `steps` are the longest, as factors.
        """

        def measure(finer: list[Member]) -> np.ndarray:
            found = see(finer)
            self.members += finer
            self.rough = np.concatenate([self.rough, found], axis=1)
            return self._guess(finer, found)

        search(self.members, self.guessed(), aims, make, measure, steps, rounds)

    def _guess(self, members: Sequence[Member], points: np.ndarray) -> np.ndarray:
        places = places_of([*self.members, *members])
        own, asked = places[list(self.known)], places[len(self.members) :]
        apart = ((asked[:, None] - own) ** 2).sum(axis=2)
        near = 1 / (apart + SAME) ** 2
        measured, known = np.stack(list(self.known.values()), axis=1), list(self.known)
        told = _positive(measured) & _positive(self.rough[:, known])
        weights = np.maximum(near @ told.astype(float), np.finfo(float).tiny)
        off = near @ np.log(self.off_at(known)) / weights
        nearest = measured[:, apart.argmin(axis=1)]
        exact = (apart.min(axis=1)[:, None] < SAME) | ~np.isfinite(points)
        guessed = np.where(exact, nearest, points * np.exp(off))
        return np.where(np.isfinite(nearest), guessed, np.inf)


def _positive(points: np.ndarray) -> np.ndarray:
    return np.isfinite(points) & (points > 0)
