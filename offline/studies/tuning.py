"""The comparators that a bundle ships: the best of each family at LQR's effort, by the search of `compare`.

Where no member of a family spends LQR's effort with any use, or all of them spend more, its words say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from offline.campaign.runs import Progress, silent
from offline.studies.comparison import AWAY, TUNING_RUNS, tuning_pushes
from offline.studies.families import (
    Found,
    Member,
    Start,
    comparator_family,
    rolling,
    search_family,
    values_an_axis,
    with_special_cases,
)
from offline.studies.fronts import EQUAL
from offline.studies.search import Within
from runtime.bundle.record import Bundle
from runtime.control.registry import LQR, NONE
from runtime.rollouts import Rollouts


@dataclass(frozen=True)
class Tuned:
    """A comparator as a bundle ships it, beside LQR on the pushes that it was tuned on."""

    member: Member
    effort: float  # over LQR's, on the scene's own pushes or in the median of random ones: the larger
    error: float  # over LQR's: the geometric mean of the same two; nan where LQR left the finite numbers
    free: float  # the same of no control at all

    def words(self) -> str:
        """Its parameters, and how it compares; what spends less than LQR does so because more is no use."""
        how = (
            f"{self.error:.3g} times LQR's error" if np.isfinite(self.error) else "LQR's error is not finite"
        )
        how += f" at {self.effort:.3g} times its effort"
        if self.effort > 1:
            how += ", the least that any spends"
        elif self.effort < EQUAL:
            how += ", as spending more takes it farther off"
        if self.error > AWAY * self.free:
            how += f"; no control has {self.free:.3g} times"
        values = ", ".join(f"{name} = {value:.3g}" for name, value in self.member.parameters.items())
        return f"{self.member.controller} {values} ({how})"


def tune_comparators(bundle: Bundle, progress: Progress = silent) -> dict[str, Tuned]:
    """The member of each family with the least error among those that spend no more than LQR.

    Both on the scene's own pushes and in the median of random ones: what counts is the larger effort of the
    two, relative to LQR's, and the geometric mean of the two errors. The gentlest member stands in where
    every one spends more. Special cases are candidates too: the best P controller for PD, with kd = 0.
    """
    pushes = tuning_pushes(bundle)[:TUNING_RUNS]
    lqr, free = bundle.rollouts(pushes, LQR.name), _error_of(bundle.rollouts(pushes, NONE.name))
    budget, error = own_and_median(lqr.effort), _error_of(lqr)
    unit = error if np.isfinite(error) else np.nan

    def beside_lqr(rolled: Sequence[Rollouts]) -> np.ndarray:
        with np.errstate(invalid="ignore"):  # runs that left the finite numbers, under LQR as well
            spent = np.array([(own_and_median(each.effort) / budget).max() for each in rolled])
        spent[np.isnan(spent)] = np.inf
        return np.column_stack([spent, [_error_of(each) for each in rolled]])[None]

    aim, tuned = Within(1.0), {}
    found: dict[str, Found] = {}
    with rolling(bundle, pushes) as roll_all:
        for name in bundle.comparators:
            start = Start(comparator_family(bundle, name, values_an_axis(bundle, name)), [])
            found[name] = search_family(bundle, name, start, [aim], beside_lqr, roll_all, progress)
            members, points = with_special_cases(name, found)
            best = aim.best(points[0])
            spent, left = points[0, best]
            tuned[name] = Tuned(members[best], float(spent), left / unit, free / unit)
    return tuned


def own_and_median(values: np.ndarray) -> np.ndarray:
    """Of runs (runs,) on tuning pushes the first, which met the scene's own, and the median of the rest."""
    rest = values[1:] if len(values) > 1 else values
    return np.maximum([values[0], np.median(rest)], np.finfo(float).tiny)


def _error_of(rolled: Rollouts) -> float:
    """The geometric mean of the first run's error and of the median of the others."""
    return float(np.sqrt(own_and_median(rolled.error)).prod())
