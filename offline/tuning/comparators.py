"""The comparators that a bundle ships: the best of each family at LQR's effort.

A coarse grid of a family, and its best at other shares of known defects and paths, is run on the plant to
first order about LQR's run, relative to LQR there. The best of it are run on the plant itself; the search
continues to first order, with figures corrected by its errors, and so on until it promises little more than
the best that was run: the shipped member and its figures are those of the plant. Where the first order is
far off, as for a flow that a weak controller does not hold, the family is searched on the plant itself under
a few of the pushes by a response surface, fewer members where a run takes many steps, and goes on in the same
way: with figures of the surface corrected by those under all pushes. Where LQR's effort is of no use to a
family, or all members have a larger effort, its text says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from offline.campaign.threads import one_blas_thread
from offline.tuning.corrected import Corrected
from offline.tuning.families import (
    FEWEST_RUNS,
    Member,
    comparator_family,
    comparator_members,
    making,
    measuring,
    rolling,
    rolling_roughly,
    values_an_axis,
)
from offline.tuning.fronts import AWAY, EQUAL, HOME
from offline.tuning.pushes import TUNING_RUNS, tuning_pushes
from offline.tuning.search import SHORTEST, Cells, Within, gain_of, in_order, places_of, steps_of
from offline.tuning.surface import Surface, search_by_surface
from runtime.base.progress import Progress, silent
from runtime.bundle.record import Bundle
from runtime.control.base.choice import Choice
from runtime.control.controller import SHARES
from runtime.control.registry import LQR, NONE
from runtime.plant.push import Push
from runtime.rollouts import Rollouts

AIM = Within(1.0)
ROUNDS = 6  # most rounds of runs on the nonlinear plant; the package's scenes take two to six
LITTLE = 0.005  # relative improvement that is not worth a round
SURE = 0.01  # relative change of a prediction's error below which it is not searched again
FAR = 1.2  # ratio of predicted to true error beyond which linearisation is no guide
LOST = 2.0  # the same ratio beyond which nothing more is tried by it
# most steps of a search on the nonlinear plant, where many are taken together at a rank below `CUBIC`
MOST_STEPS = 6_000_000
CUBIC = 20.0  # rank beyond which a step's time grows with its cube
ALONE = 40  # so many of these take as long as one that is taken alone, by measurement
FEWEST_MEMBERS = 80  # that are tried on the plant, however long they take
FEW = 3  # pushes of a search on the plant itself, the scene's own among them
PROMISING = 20  # members of the first grid that are tried at all shares
MIDDLE = {name: values[len(values) // 2] for name, values in SHARES.items()}  # with which a search begins
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

    The families are `names`, all by default; what is found of one does not depend on the others. Measured on
    the scene's own pushes and in the median of random ones, the larger effort of the two, relative to LQR's,
    and the geometric mean of the two errors count. Where every member has a larger effort, it is the one with
    the least. At most `processes` help, one a core by default, where steps are taken together; others are
    taken in threads.
    """
    pushes, wanted = tuning_pushes(bundle)[:TUNING_RUNS], set(bundle.comparators if names is None else names)
    roll_roughly = rolling_roughly(bundle, pushes)
    with one_blas_thread():  # with more threads many short calls would wait for each other
        found = roll_roughly([Member({}, bundle.choice(LQR.name))], LQR.name, silent)[0]
        rough = _LQR(found, bool(bundle.pushes))
        trials = dict[str, _Trial]()

        def see(members: Sequence[Member], what: str) -> np.ndarray:
            return rough.beside(roll_roughly(members, what, progress))

        for name in (each for each in bundle.comparators if each in wanted):
            trials[name] = _begun(bundle, name, see)
        lqr, free = _run_trials(bundle, list(trials.values()), pushes, see, progress, LOST)
    if lost := {name: trial for name, trial in trials.items() if trial.is_lost(free, FAR)}:
        _search_on_plant(bundle, lost, pushes, progress, processes)
    unit = lqr.error if np.isfinite(lqr.error) else np.nan
    return {name: trial.outcome(unit, free) for name, trial in trials.items()}


def _begun(bundle: Bundle, name: str, see: See) -> _Trial:
    """Begin with a grid at middle shares of known defects and paths, and its best at the other shares."""
    grid = comparator_family(bundle, name, values_an_axis(bundle, name))
    first = _with_shares_near(MIDDLE, grid)
    points = see(first, f"search {name}")
    best = [_gains_of(first[i]) for i in in_order(points[0], AIM.budget)[:PROMISING]]
    if others := [each for each in grid if each not in first and _gains_of(each) in best]:
        first, points = [*first, *others], np.concatenate([points, see(others, f"vary {name}")], axis=1)
    return _Trial(name, first, points, steps_of(grid))


def _gains_of(member: Member) -> dict[str, float]:
    """Return a member's parameters but for its shares."""
    return {name: value for name, value in member.parameters.items() if name not in SHARES}


def _run_trials(
    bundle: Bundle,
    trials: Sequence[_Trial],
    pushes: Sequence[Sequence[Push]],
    see: See,
    progress: Progress,
    lost: float = np.inf,
) -> tuple[_LQR, float]:
    """Run candidates on the plant itself until each trial knows its best, all of a round in one batch.

    A trial ends before where errors are off by a factor `lost`. Returns LQR's results on the plant, and the
    error without control.
    """
    beside: list[Choice] = [LQR.name, NONE.name]
    first = bundle.rollouts_under(beside, pushes)
    lqr = _LQR(first[0], bool(bundle.pushes))
    free = lqr.error_of(first[1])
    for index in range(ROUNDS):
        progress("judge comparators", index, index + 1)
        asked = [[] if trial.is_lost(free, lost) else trial.candidates(see) for trial in trials]
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
    a_step = max(1.0, (bundle.rank / CUBIC) ** 3) if bundle.plant().tiles else ALONE
    a_member = len(few) * bundle.steps * a_step
    nearer, surfaces = dict[str, _Trial](), dict[str, Surface]()
    with rolling(bundle, processes) as on, one_blas_thread():
        lqr = _LQR(bundle.rollouts_under([LQR.name], few)[0], bool(bundle.pushes))
        for name, trial in trials.items():
            grid, steps = comparator_family(bundle, name, values_an_axis(bundle, name)), trial.steps
            coarse = _with_shares_near(trial.best.parameters, grid)
            coarse = coarse if len(coarse) * a_member <= MOST_STEPS / 2 else []
            first = coarse + [trial.members[i] for i in trial.known]
            measure = measuring(lqr.beside, on(few), f"search {name} on the plant", progress)
            make = making(bundle, name, list(first[0].parameters), progress)
            size = max(1, FEWEST_RUNS // len(few))
            most = max(int(MOST_STEPS / a_member), FEWEST_MEMBERS)
            found = search_by_surface(first, measure(first), AIM, make, measure, steps, size, most)
            nearer[name] = _Trial(name, *found, steps)
            surfaces[name] = Surface(found[0], found[1][0], steps)

    def see(members: Sequence[Member], what: str) -> np.ndarray:
        return surfaces[str(members[0].controller)].of(members)[None]

    with one_blas_thread():
        _run_trials(bundle, list(nearer.values()), pushes, see, progress)
    for name, trial in trials.items():
        trial.add(*nearer[name].measured())


def _with_shares_near(shares: Mapping[str, float], grid: Sequence[Member]) -> list[Member]:
    """Return those of a grid whose shares of known defects and paths are nearest to some."""
    apart = [
        sum(abs(each.parameters[name] - shares[name]) for name in SHARES if name in each.parameters)
        for each in grid
    ]
    return [each for each, far in zip(grid, apart, strict=True) if far == min(apart)]


class _LQR:
    """LQR's results, to which all others are relative."""

    def __init__(self, rolled: Rollouts, has_own: bool) -> None:
        """Take LQR's runs; whether the first of them is under the scene's own pushes, `has_own` says."""
        self._has_own = has_own
        self.budget, self.error = own_and_median(rolled.effort, has_own), self.error_of(rolled)

    def beside(self, rolled: Sequence[Rollouts]) -> np.ndarray:
        """Return effort and error of each member (1, members, 2), on one plant.

        The effort is divided by LQR's under the scene's own pushes, and its median under random ones by LQR's
        median; the larger counts. It is infinite where runs diverged.
        """
        with np.errstate(invalid="ignore"):  # diverged runs, under LQR as well
            spent = np.array(
                [(own_and_median(each.effort, self._has_own) / self.budget).max() for each in rolled]
            )
        spent[np.isnan(spent)] = np.inf
        return np.column_stack([spent, [self.error_of(each) for each in rolled]])[None]

    def error_of(self, rolled: Rollouts) -> float:
        """Return the geometric mean of the own run's error and of the median of the others."""
        return float(np.sqrt(own_and_median(rolled.error, self._has_own)).prod())


class _Trial(Corrected):
    """The members of a family, with candidates for the best within LQR's effort."""

    def __init__(
        self,
        name: str,
        members: Sequence[Member],
        points: np.ndarray,
        steps: np.ndarray,
    ) -> None:
        """Take members with their rough `points` (1, members, 2), and the longest steps."""
        super().__init__(members, points)
        self.name, self.steps = name, steps
        # ratio of measured to predicted values of the best member when the search was last continued
        self._off = np.full(2, np.inf)

    def candidates(self, see: See) -> list[int]:
        """Return the members to run next: at first the best of each basin, then the best if unknown."""
        if not self.known:
            return [int(i) for i in AIM.kept(self.rough[0], Cells.of(self.members, self.steps))]
        best = self._best_guess()
        if not self._promises(best):
            off = self.off_at([self._best])[0, 0]
            if np.abs(off / self._off - 1).max() > SURE:
                self._off = off
                self._go_on(see)
                best = self._best_guess()
        if not self._promises(best):
            return []
        return [best, *self._beside(best)]

    def _best_guess(self) -> int:
        """Return the best member by corrected points, or by rough ones where all known have diverged."""
        points = self.guessed()[0]
        if not np.isfinite(points).all(axis=1).any():
            points = self.rough[0].copy()
            points[list(self.known)] = np.inf
        return AIM.best(points)

    def _promises(self, index: int) -> bool:
        """Whether a member is expected to be better than all that are known, by more than a little."""
        known, expected = self.known[self._best], self.guessed()[:, index]
        if not np.isfinite(known).all():  # all that were run diverged
            return index not in self.known and bool(np.isfinite(self.rough[0, index]).all())
        return gain_of([AIM], known[None], expected[None]) > LITTLE

    def _go_on(self, see: See) -> None:
        names = list(self.members[0].parameters)
        self.go_on(
            [AIM],
            lambda values: comparator_members(self.name, names, values),
            lambda finer: see(finer, f"refine {self.name}"),
            self._shorter,
        )

    @property
    def _shorter(self) -> np.ndarray:
        return np.minimum(self.steps, CLOSE)

    def _beside(self, best: int) -> list[int]:
        """Return members beside one, a step away in each parameter, where predictions are off otherwise."""
        places = places_of(self.members)
        apart = np.abs(places - places[best]) / np.log(np.maximum(self._shorter, SHORTEST))
        near = (apart.max(axis=1) > 0.2) & (apart.max(axis=1) <= 1.5)
        ahead = np.where(near[:, None], 2 * apart - apart.sum(axis=1, keepdims=True), -np.inf)
        found = {int(i) for i in ahead.argmax(axis=0) if near[i]}
        return sorted(found - self.known.keys())

    def is_lost(self, free: float, far: float) -> bool:
        """Whether the best known error is off that to first order by a factor `far`, or one of both diverges.

        One with almost no error is not lost; `free` is the error without control.
        """
        if not self.known or far == np.inf:
            return False
        best = self._best
        (_, left), (_, rough) = self.known[best][0], self.rough[0, best]
        there = not np.isfinite(left) or left > HOME * free
        return is_off(np.array([left]), np.array([rough]), far) and bool(there)

    def add(self, members: Sequence[Member], points: np.ndarray) -> None:
        """Add members, and their results on the plant itself (1, members, 2)."""
        self.known |= dict(enumerate(points.swapaxes(0, 1), len(self.members)))
        self.members += members
        self.rough = np.concatenate([self.rough, points], axis=1)

    @property
    def best(self) -> Member:
        """The best known member."""
        return self.members[self._best]

    @property
    def _best(self) -> int:
        known = list(self.known)
        return known[AIM.best(np.array([self.known[i][0] for i in known]))]

    def outcome(self, unit: float, free: float) -> Tuned:
        """Return the best known member, with its error relative to LQR's, `unit`, and to `free`."""
        best = self._best
        spent, left = self.known[best][0]
        return Tuned(self.members[best], float(spent), float(left / unit), free / unit)


def is_off(known: np.ndarray, rough: np.ndarray, far: float = FAR) -> bool:
    """Whether any error is off that to first order by a factor `far`, or one of both alone diverges.

    Errors that are zero are ignored.
    """
    told = np.isfinite(known) & np.isfinite(rough) & (known > 0) & (rough > 0)
    off = np.abs(np.log(known[told] / rough[told]))
    return bool(off.max(initial=0.0) > np.log(far) or (np.isfinite(known) != np.isfinite(rough)).any())


def own_and_median(values: np.ndarray, has_own: bool) -> np.ndarray:
    """Return the first of runs (runs,) on tuning pushes, with the scene's own, and the others' median.

    Where the scene has none of its own, both are the median.
    """
    rest = values[1:] if has_own and len(values) > 1 else values
    return np.maximum([values[0] if has_own else np.median(rest), np.median(rest)], np.finfo(float).tiny)
