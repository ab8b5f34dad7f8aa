"""The comparators that a bundle ships: the best of each family at LQR's effort, by the search of `compare`.

A family is searched on the plant to first order about LQR's run, relative to LQR there. The best members
found are run on the plant itself, the search continues with figures corrected by the errors of the first
order, and so on until the best is one that was run: the shipped member and its figures are those of the
plant. Where the first order is far off even there, as for a flow that a weak controller does not hold, the
family and its special cases are searched on the plant itself under a few of the pushes, in fewer rounds where
that takes many steps, and goes on in the same way: with figures corrected by those under all pushes. Where
LQR's effort is of no use to a family, or all members have a larger effort, its text says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from threadpoolctl import threadpool_limits

from offline.tuning.corrected import Corrected
from offline.tuning.families import (
    Found,
    Member,
    Start,
    comparator_family,
    comparator_members,
    rolling,
    rolling_roughly,
    search_family,
    values_an_axis,
    with_special_cases,
)
from offline.tuning.fronts import AWAY, EQUAL, HOME
from offline.tuning.pushes import TUNING_RUNS, tuning_pushes
from offline.tuning.search import REFINEMENTS, SHORTEST, Cells, Within, places_of, steps_of
from runtime.base.progress import Progress, silent
from runtime.bundle.record import Bundle
from runtime.control.base.choice import Choice
from runtime.control.registry import CONTROLLERS, LQR, NONE
from runtime.plant.push import Push
from runtime.rollouts import Rollouts

AIM = Within(1.0)
ROUNDS = 6  # most rounds of runs on the nonlinear plant; the package's scenes take two to six
SURE = 0.01  # relative error of a prediction at which the search may end
FAR = 1.2  # ratio of predicted to true error beyond which linearisation is no guide
MOST_STEPS = 3_000_000  # most steps of a search on the nonlinear plant, where many are taken together
ALONE = 40  # so many of these take as long as one that is taken alone, by measurement
FEWEST_ROUNDS = 2
A_ROUND = 100  # members tried in a round, about
FEW = 3  # pushes of a search on the plant itself, the scene's own among them
CLOSE = 1.3  # largest factor between parameters in a continued search

See = Callable[[Sequence[Member], str], np.ndarray]  # function that predicts members' points (1, k, 2)


@dataclass(frozen=True)
class Tuned:
    """A comparator as a bundle ships it, compared with LQR on the pushes on which it was tuned."""

    member: Member
    # effort over LQR's, on the scene's own pushes or the median over random ones, whichever is larger
    effort: float
    error: float  # error over LQR's, the geometric mean of both; NaN if LQR diverged
    free: float  # the same error ratio without control

    def words(self) -> str:
        """Its parameters, and its comparison; an effort below LQR's means that more is of no use."""
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


def tune_comparators(
    bundle: Bundle,
    names: Iterable[str] | None = None,
    progress: Progress = silent,
    processes: int | None = None,
) -> dict[str, Tuned]:
    """Return the member of each family with the least error among those with at most LQR's effort.

    The families are `names`, all by default, and their special cases are candidates too: the best P
    controller for PD, with kd = 0. Measured on the scene's own pushes and in the median of random ones,
    the larger effort of the two, relative to LQR's, and the geometric mean of the two errors count. Where
    every member has a larger effort, it is the one with the least. At most `processes` help, one a core by
    default, where steps are taken together; others are taken in threads.
    """
    pushes = tuning_pushes(bundle)[:TUNING_RUNS]
    roll_roughly = rolling_roughly(bundle, pushes)
    with threadpool_limits(1):  # with more threads many short calls would wait for each other
        rough = _LQR(roll_roughly([Member({}, bundle.choice(LQR.name))], LQR.name, silent)[0])
        found, trials = dict[str, Found](), dict[str, _Trial]()
        for name in _with_cases(bundle, names):
            start = Start(comparator_family(bundle, name, values_an_axis(bundle, name)), [])
            found[name] = search_family(bundle, name, start, [AIM], rough.beside, roll_roughly, progress)
            members, points = with_special_cases(name, found)
            trials[name] = _Trial(name, members, points, steps_of(start.grid))

        def see(members: Sequence[Member], what: str) -> np.ndarray:
            return rough.beside(roll_roughly(members, what, progress))

        lqr, free = _run_trials(bundle, list(trials.values()), pushes, see, progress)
    far = {name for name, trial in trials.items() if trial.is_lost(free)}
    lost = {name: trial for name, trial in trials.items() if {name, _whole(name)} & far}
    if lost:
        _search_on_plant(bundle, lost, pushes, progress, processes)
    unit = lqr.error if np.isfinite(lqr.error) else np.nan
    return {name: trial.outcome(unit, free) for name, trial in trials.items()}


def _with_cases(bundle: Bundle, names: Iterable[str] | None) -> list[str]:
    """Return the families to be searched: those that are named, or all, and the special cases of these."""
    wanted = set(bundle.comparators if names is None else names)
    cases = {name for name in CONTROLLERS if _whole(name) in wanted}
    return [name for name in bundle.comparators if name in wanted | cases]


def _whole(name: str) -> str:
    """Return the family of which a family is a special case, or nothing."""
    return (CONTROLLERS[name].special_case or ("",))[0]


def _run_trials(
    bundle: Bundle, trials: Sequence[_Trial], pushes: Sequence[Sequence[Push]], see: See, progress: Progress
) -> tuple[_LQR, float]:
    """Run candidates on the plant itself until each trial knows its best, all of a round in one batch.

    Returns LQR's results there, and the error without control.
    """
    beside: list[Choice] = [LQR.name, NONE.name]
    first = bundle.rollouts_under(beside, pushes)
    lqr, free = _LQR(first[0]), _error_of(first[1])
    for index in range(ROUNDS):
        progress("judge comparators", index, index + 1)
        asked = [trial.candidates(see) for trial in trials]
        if not any(asked):
            break
        choices = [
            trial.members[i].choice(bundle) for trial, some in zip(trials, asked, strict=True) for i in some
        ]
        points = iter(lqr.beside(bundle.rollouts_under(choices, pushes)).swapaxes(0, 1))
        for trial, some in zip(trials, asked, strict=True):
            trial.tell({i: next(points) for i in some})
    progress("judge comparators", index + 1, index + 1)
    return lqr, free


def _search_on_plant(
    bundle: Bundle,
    trials: dict[str, _Trial],
    pushes: Sequence[Sequence[Push]],
    progress: Progress,
    processes: int | None,
) -> None:
    """Search families on the plant itself, from coarse members and from those that trials have run.

    All are run under a few pushes, the best under all: those are added to the trials.
    """
    few = pushes[:FEW]
    a_member = len(few) * bundle.steps * (1 if bundle.plant().tiles else ALONE)
    rounds = min(max(MOST_STEPS // (A_ROUND * a_member), FEWEST_ROUNDS), REFINEMENTS)
    found, nearer = dict[str, Found](), dict[str, _Trial]()
    with rolling(bundle, processes) as on, threadpool_limits(1):
        lqr = _LQR(bundle.rollouts_under([LQR.name], few)[0])
        for name, trial in trials.items():
            grid = comparator_family(bundle, name, values_an_axis(bundle, name))
            known = [trial.members[i] for i in trial.known]
            coarse = grid if len(grid) * a_member <= MOST_STEPS / 2 else []
            steps = steps_of(grid)
            start = Start(coarse, known, steps)
            found[name] = search_family(bundle, name, start, [AIM], lqr.beside, on(few), progress, rounds)
            members, points = with_special_cases(name, found)
            nearer[name] = _Trial(name, members, points, steps, rounds)

        def see(members: Sequence[Member], what: str) -> np.ndarray:
            return lqr.beside(on(few)(members, what, progress))

        _run_trials(bundle, list(nearer.values()), pushes, see, progress)
    for name, trial in trials.items():
        trial.add(*nearer[name].measured())


class _LQR:
    """LQR's results, to which all others are relative."""

    def __init__(self, rolled: Rollouts) -> None:
        self.budget, self.error = own_and_median(rolled.effort), _error_of(rolled)

    def beside(self, rolled: Sequence[Rollouts]) -> np.ndarray:
        """Return effort and error of each member (1, members, 2), on one plant.

        The effort is divided by LQR's under the scene's own pushes, and its median under random ones by LQR's
        median; the larger counts. It is infinite where runs diverged.
        """
        with np.errstate(invalid="ignore"):  # diverged runs, under LQR as well
            spent = np.array([(own_and_median(each.effort) / self.budget).max() for each in rolled])
        spent[np.isnan(spent)] = np.inf
        return np.column_stack([spent, [_error_of(each) for each in rolled]])[None]


class _Trial(Corrected):
    """The members of a family, with candidates for the best within LQR's effort."""

    def __init__(
        self,
        name: str,
        members: Sequence[Member],
        points: np.ndarray,
        steps: np.ndarray,
        rounds: int | None = None,
    ) -> None:
        """Take members with their rough `points` (1, members, 2), the longest steps and most rounds."""
        super().__init__(members, points)
        self.name, self._steps, self._rounds = name, steps, rounds
        # ratio of measured to predicted values of the best member when the search was last continued
        self._off = np.ones(2)

    def candidates(self, see: See) -> list[int]:
        """Return the members to run next: at first the best of each basin, then the best if unknown."""
        if not self.known:
            return [int(i) for i in AIM.kept(self.rough[0], Cells.of(self.members, self._steps))]
        best = self._best_guess()
        if best in self.known:
            off = self.off_at([best])[0, 0]
            if np.abs(off / self._off - 1).max() > SURE:
                self._off = off
                self._go_on(see)
                best = self._best_guess()
        if best in self.known:
            return []
        return [best, *self._beside(best)]

    def _best_guess(self) -> int:
        """Return the best member by corrected points, or by rough ones where all known have diverged."""
        points = self.guessed()[0]
        if not np.isfinite(points).all(axis=1).any():
            points = self.rough[0].copy()
            points[list(self.known)] = np.inf
        return AIM.best(points)

    def _go_on(self, see: See) -> None:
        names = list(self.members[0].parameters)
        self.go_on(
            [AIM],
            lambda values: comparator_members(self.name, names, values),
            lambda finer: see(finer, f"refine {self.name}"),
            self._shorter,
            self._rounds,
        )

    @property
    def _shorter(self) -> np.ndarray:
        return np.minimum(self._steps, CLOSE)

    def _beside(self, best: int) -> list[int]:
        """Return members beside one, a step away in each parameter, where predictions are off otherwise."""
        places = places_of(self.members)
        apart = np.abs(places - places[best]) / np.log(np.maximum(self._shorter, SHORTEST))
        near = (apart.max(axis=1) > 0.2) & (apart.max(axis=1) <= 1.5)
        ahead = np.where(near[:, None], 2 * apart - apart.sum(axis=1, keepdims=True), -np.inf)
        found = {int(i) for i in ahead.argmax(axis=0) if near[i]}
        return sorted(found - self.known.keys())

    def is_lost(self, free: float) -> bool:
        """Whether the best known error differs much from that to first order; `free` is that without control.

        One with almost no error is not lost.
        """
        best = self._best
        (_, left), (_, rough) = self.known[best][0], self.rough[0, best]
        return is_off(np.array([left]), np.array([rough])) and bool(left > HOME * free)

    def add(self, members: Sequence[Member], points: np.ndarray) -> None:
        """Add members, and their results on the plant itself (1, members, 2)."""
        self.known |= dict(enumerate(points.swapaxes(0, 1), len(self.members)))
        self.members += members
        self.rough = np.concatenate([self.rough, points], axis=1)

    @property
    def _best(self) -> int:
        known = list(self.known)
        return known[AIM.best(np.array([self.known[i][0] for i in known]))]

    def outcome(self, unit: float, free: float) -> Tuned:
        """Return the best known member, with its error relative to LQR's, `unit`, and to `free`."""
        best = self._best
        spent, left = self.known[best][0]
        return Tuned(self.members[best], float(spent), float(left / unit), free / unit)


def is_off(known: np.ndarray, rough: np.ndarray) -> bool:
    """Whether any error is so far from that to first order that this is useless, or diverges by one alone.

    Errors that are zero are ignored.
    """
    told = np.isfinite(known) & np.isfinite(rough) & (known > 0) & (rough > 0)
    off = np.abs(np.log(known[told] / rough[told]))
    return bool(off.max(initial=0.0) > np.log(FAR) or (np.isfinite(known) != np.isfinite(rough)).any())


def own_and_median(values: np.ndarray) -> np.ndarray:
    """Return the first of runs (runs,) on tuning pushes, with the scene's own, and the others' median."""
    rest = values[1:] if len(values) > 1 else values
    return np.maximum([values[0], np.median(rest)], np.finfo(float).tiny)


def _error_of(rolled: Rollouts) -> float:
    """Return the geometric mean of the first run's error and of the median of the others."""
    return float(np.sqrt(own_and_median(rolled.error)).prod())
