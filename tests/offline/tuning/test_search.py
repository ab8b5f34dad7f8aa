"""The search over a family of controllers, on families whose best members are known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from offline.studies.comparison import FULL, QUICK
from offline.tuning import search as module
from offline.tuning.fronts import pareto
from offline.tuning.search import SHORTEST, Aim, Along, Within, search, steps_of


@dataclass(frozen=True)
class Made:
    """A member without a controller."""

    parameters: dict[str, float]


def make(values: list[tuple[float, ...]]) -> list[Made]:
    return [Made(dict(zip("abc", each, strict=False))) for each in values]


def grid(*axes: list[float]) -> list[Made]:
    return make([tuple(map(float, each)) for each in np.stack(np.meshgrid(*axes), -1).reshape(-1, len(axes))])


def narrow(members: list[Made]) -> np.ndarray:
    """Effort a b, error (0.01 + log^2(a / 7 b)) / a b: at each effort the best has a = 7 b, and 0.01 is left.

    Without a factor seven the valley would lie on the grid.
    """
    a, b = (np.array([member.parameters[name] for member in members]) for name in "ab")
    with np.errstate(all="ignore"):
        points = np.column_stack([a * b, (0.01 + np.log(a / (7 * b)) ** 2) / (a * b)])
    return np.where(np.isfinite(points), points, np.inf)[None]


def found(aim: Aim, start: list[Made]) -> tuple[list[Made], np.ndarray]:
    members, points = search(start, narrow(start), [aim], make, narrow, steps_of(start))
    return members, points[0]


COARSE = [10.0**power for power in range(-4, 5, 2)]


def test_the_best_within_a_budget_lies_in_the_valley_and_spends_the_budget() -> None:
    aim = Within(3.0)
    members, points = found(aim, grid(COARSE, COARSE))
    best = aim.best(points)
    assert 3.0 / SHORTEST**2 < points[best, 0] <= 3.0
    assert points[best, 1] == pytest.approx(0.01 / 3.0, rel=0.1)  # two shortest steps from the valley: 5 %
    assert len(members) < 350


def test_a_whole_front_is_found() -> None:
    """Error 0.01 / effort; what a grid of the finest steps would find, with hundreds of times the members."""
    _, points = found(Along(1e-5, 10.0), grid(COARSE, COARSE))
    front = points[pareto(points)]
    useful = front[(front[:, 1] > 1e-5) & (front[:, 1] < 10.0)]
    efforts = np.logspace(-2, 2, 9)
    errors = np.exp(np.interp(np.log(efforts), *np.log(useful.T)))
    np.testing.assert_allclose(np.median(errors * efforts / 0.01), 1.0, atol=0.2)


def test_where_nothing_is_affordable_it_goes_on_to_what_is() -> None:
    """The coarse grid ends at an effort of 1e-8, the budget is a thousandth of that."""
    aim = Within(1e-11)
    members, points = found(aim, grid(COARSE, COARSE))
    best = members[aim.best(points)].parameters
    assert best["a"] * best["b"] <= 1e-11


def test_a_parameter_leaves_zero_where_that_is_better() -> None:
    """The best of the start has a = 0; the only other value of a stands where b is wrong."""
    start = [Made({"a": 0.0, "b": 1.0}), Made({"a": 0.0, "b": 100.0}), Made({"a": 0.01, "b": 100.0})]

    def measure(members: list[Made]) -> np.ndarray:
        a, b = (np.array([member.parameters[name] for member in members]) for name in "ab")
        return np.column_stack([a + b, (b - 4) ** 2 + (a - 3) ** 2])[None]

    members, points = search(start, measure(start), [Within(50.0)], make, measure, np.array([10.0, 10.0]))
    best = members[Within(50.0).best(points[0])].parameters
    assert best["a"] == pytest.approx(3.0, rel=0.1)
    assert best["b"] == pytest.approx(4.0, rel=0.1)


def test_what_cannot_be_bettered_ends_soon() -> None:
    """One parameter along one front: every place on it is the best there is."""
    rounds: list[int] = []

    def measure(members: list[Made]) -> np.ndarray:
        rounds.append(len(members))
        a = np.array([member.parameters["a"] for member in members])
        return np.column_stack([a, 1 / a])[None]

    start = make([(value,) for value in np.logspace(-3, 3, 7)])
    search(start, measure(start), [Along()], make, measure, steps_of(start))
    assert len(rounds) == 3  # the start, the first steps, and those halved


def test_it_says_the_same_twice_and_tries_nothing_twice() -> None:
    start = grid(COARSE, COARSE)
    first, second = (found(Within(3.0), start)[0] for _ in range(2))
    assert first == second
    places = [tuple(member.parameters.values()) for member in first]
    assert len(set(places)) == len(places)


def test_three_parameters_are_moved_one_by_one_together_and_against_each_other() -> None:
    assert len(module._directions(1)) == 2
    assert len(module._directions(2)) == 8  # the whole neighbourhood
    assert set(module._directions(3)) >= {(1, 1, 1), (0, -1, 1), (0, 0, -1)}


def test_runs_that_leave_the_finite_numbers_lead_nowhere() -> None:
    def measure(members: list[Made]) -> np.ndarray:
        a = np.array([member.parameters["a"] for member in members])
        return np.where(a > 2, np.inf, np.array([a, 1 / a])).T[None]

    start = make([(1.0,), (100.0,)])
    members, points = search(
        start,
        measure(start),
        [
            Within(50.0),
        ],
        make,
        measure,
        np.array([1.3]),
    )
    best = members[Within(50.0).best(points[0])].parameters["a"]
    assert 2 / SHORTEST < best <= 2


def test_a_deeper_basin_is_found_beside_the_one_in_which_the_start_is_best() -> None:
    """A wide basin about (1, 1), on the grid, and a narrow one, four times as deep, beside it."""

    def measure(members: list[Made]) -> np.ndarray:
        a, b = (np.log10([member.parameters[name] for member in members]) for name in "ab")
        wide = 0.4 + 0.1 * (a**2 + b**2)
        narrow = 0.1 + 5 * ((a - 3.8) ** 2 + (b + 2.2) ** 2)  # 0.5 at its nearest member of the grid
        return np.column_stack([np.full(len(a), 0.5), np.minimum(wide, narrow)])[None]

    start = grid(COARSE, COARSE)
    for aim in (Within(1.0), Along()):
        members, points = search(start, measure(start), [aim], make, measure, steps_of(start))
        assert points[0, :, 1].min() == pytest.approx(0.1, rel=0.05)
        assert len(members) < 400


def test_members_that_are_known_are_candidates_like_the_rest() -> None:
    """A member that ships is off the grid, in a basin too narrow for it: the search goes on from it."""

    def measure(members: list[Made]) -> np.ndarray:
        a = np.log10([member.parameters["a"] for member in members])
        return np.column_stack([np.full(len(a), 0.5), np.minimum(1.0 + a**2, 100 * np.abs(a - 2.02))])[None]

    start = make([(value,) for value in (0.01, 1.0, 100.0)])
    steps = steps_of(start)
    shipped = make([(10**2.021,)])
    members, points = search(
        [*start, *shipped], measure([*start, *shipped]), [Within(1.0)], make, measure, steps
    )
    best = members[Within(1.0).best(points[0])].parameters["a"]
    assert points[0, :, 1].min() <= 0.1 + 1e-9
    assert best == pytest.approx(10**2.02, rel=0.02)


def test_a_narrow_valley_is_followed_on_when_the_steps_are_short() -> None:
    """Across all directions of the steps, which become too short on the way: it begins again with long ones.

    Its end has 0.1 left; a search that does not begin again stands still at 1.0.
    """

    def measure(members: list[Made]) -> np.ndarray:
        a, b = (np.log10([member.parameters[name] for member in members]) for name in "ab")
        left = 0.1 + 0.03 * (a - 3) ** 2 + 8 * (b - 0.25 * (a - 3) - 1.234) ** 2
        return np.column_stack([np.full(len(a), 0.5), left])[None]

    start = grid([1e-3, 1e-2], [1e-3, 1e-2])
    members, points = search(start, measure(start), [Within(1.0)], make, measure, np.array([31.6, 31.6]))
    assert points[0, :, 1].min() < 0.4
    assert len(members) < 300


def test_quick_and_full_searches_agree() -> None:
    """From the same grid, in whose gaps the deeper of two basins lies; other pushes are all that differs."""

    def measure(members: list[Made]) -> np.ndarray:
        a, b = (np.log10([member.parameters[name] for member in members]) for name in "ab")
        wide, narrow = 0.4 + 0.1 * (a**2 + b**2), 0.1 + 2 * ((a - 2.6) ** 2 + (b + 1.8) ** 2)
        return np.column_stack([np.full(len(a), 0.5), np.minimum(wide, narrow)])[None]

    least = []
    for how in (QUICK, FULL):
        start = grid(*2 * [np.logspace(-4, 4, how.grid or 11).tolist()])
        _, points = search(start, measure(start), [Along()], make, measure, steps_of(start), how.rounds)
        least.append(points[0, :, 1].min())
    assert least[0] == pytest.approx(least[1], rel=0.05)
    assert least[1] == pytest.approx(0.1, rel=0.01)
    assert (QUICK.lqr_costs, QUICK.grid) == (FULL.lqr_costs, FULL.grid)


def test_the_surface_of_equal_effort_is_followed_where_parameters_matter_unequally() -> None:
    """Effort a^8 b^0.3 c^0.05: along its surface no two parameters are changed by powers of one factor.

    On it the error has its minimum where b = 700 and c = 0.03, far from the start; there 0.1 is left.
    """

    def measure(members: list[Made]) -> np.ndarray:
        a, b, c = (np.log([member.parameters[name] for member in members]) for name in "abc")
        left = 0.1 + 0.05 * (b - np.log(700)) ** 2 + 0.05 * (c - np.log(0.03)) ** 2
        return np.column_stack([np.exp(8 * a + 0.3 * b + 0.05 * c), left * np.exp(-2 * a)])[None]

    start = grid([0.1, 1.0, 10.0], [1.0, 10.0, 100.0], [1.0, 10.0, 100.0])
    members, points = search(start, measure(start), [Within(1.0)], make, measure, steps_of(start))
    best = members[Within(1.0).best(points[0])].parameters
    b, c = (np.log(best[name]) for name in "bc")
    a = -(0.3 * b + 0.05 * c) / 8  # of the true minimum along the surface, by calculus on a fine grid
    assert points[0, :, 1].min() < 1.05 * _least_on_surface()
    assert best["a"] == pytest.approx(np.exp(a), rel=0.02)
    assert len(members) < 600


def _least_on_surface() -> float:
    b, c = np.meshgrid(np.linspace(-5, 15, 2001), np.linspace(-15, 15, 2001))
    left = 0.1 + 0.05 * (b - np.log(700)) ** 2 + 0.05 * (c - np.log(0.03)) ** 2
    return float((left * np.exp(2 * (0.3 * b + 0.05 * c) / 8)).min())
