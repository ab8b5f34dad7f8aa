"""The search by a response surface, on families whose best members are known."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from offline.tuning.families import Member, comparator_members
from offline.tuning.search import Within, search, steps_of
from offline.tuning.surface import Surface, search_by_surface

Measure = Callable[[list[Member]], np.ndarray]
COUNT, MOST = 21, 500
COARSE = [10.0**power for power in range(-4, 5, 2)]


def make(values: list[tuple[float, ...]]) -> list[Member]:
    return comparator_members("pd", "abc"[: len(values[0])] if values else "", values)


def grid(*axes: list[float]) -> list[Member]:
    return make([tuple(map(float, each)) for each in np.stack(np.meshgrid(*axes), -1).reshape(-1, len(axes))])


def values_of(members: list[Member]) -> np.ndarray:
    return np.array([list(member.parameters.values()) for member in members]).T


def points_of(effort: np.ndarray, error: np.ndarray) -> np.ndarray:
    points = np.column_stack([effort, error])
    return np.where(np.isfinite(points), points, np.inf)[None]


def valley(members: list[Member]) -> np.ndarray:
    """Effort a b, error (0.01 + log^2(a / 7 b)) / a b: at each effort 0.01 is left of it where a = 7 b."""
    a, b = values_of(members)
    with np.errstate(all="ignore"):
        return points_of(a * b, (0.01 + np.log(a / (7 * b)) ** 2) / (a * b))


def unequal(members: list[Member]) -> np.ndarray:
    """Effort a^8 b^0.3 c^0.05, error least along its surface where b = 700 and c = 0.03, but for a^-2."""
    a, b, c = np.log(values_of(members))
    left = 0.1 + 0.05 * (b - np.log(700)) ** 2 + 0.05 * (c - np.log(0.03)) ** 2
    return points_of(np.exp(8 * a + 0.3 * b + 0.05 * c), left * np.exp(-2 * a))


def least_of(
    start: list[Member], measure: Measure, budget: float, count: int = COUNT
) -> tuple[list[Member], np.ndarray, int]:
    aim = Within(budget)
    steps = steps_of(start)
    members, points = search_by_surface(start, measure(start), aim, make, measure, steps, count, MOST)
    return members, points[0], aim.best(points[0])


def test_the_best_within_a_budget_lies_in_the_valley_and_spends_the_budget() -> None:
    members, points, best = least_of(grid(COARSE, COARSE), valley, 3.0)
    assert 0.95 * 3.0 < points[best, 0] <= 3.0
    assert points[best, 1] == pytest.approx(0.01 / 3.0, rel=0.1)
    assert len(members) < 350


def test_it_finds_what_the_pattern_search_finds_with_fewer_members() -> None:
    start = grid([0.1, 1.0, 10.0], [1.0, 10.0, 100.0], [1.0, 10.0, 100.0])
    members, points, best = least_of(start, unequal, 1.0)
    more, others = search(start, unequal(start), [Within(1.0)], make, unequal, steps_of(start))
    assert points[best, 0] <= 1.0
    assert points[best, 1] < 1.03 * others[0, Within(1.0).best(others[0]), 1]
    assert len(members) < 0.6 * len(more)


def test_a_parameter_leaves_zero_and_comes_to_it_where_that_is_better() -> None:
    def measure(members: list[Member]) -> np.ndarray:
        a, b = values_of(members)
        return points_of(1 + 0 * a, 0.1 + (np.log(a / 3)) ** 2 + np.abs(b - wanted))

    for wanted in (0.0, 0.02):
        members, _, best = least_of(grid([0.1, 1.0, 10.0], [0.0, 0.01, 1.0]), measure, 1.0)
        a, b = members[best].parameters.values()
        assert a == pytest.approx(3, rel=0.1)
        assert b == pytest.approx(wanted, rel=0.1)


def test_where_runs_diverge_it_goes_as_far_as_they_do_not() -> None:
    def measure(members: list[Member]) -> np.ndarray:
        (a,) = values_of(members)
        return points_of(np.where(a > 2, np.inf, a), 1 / a)

    members, _, best = least_of(make([(0.01,), (0.1,), (1.0,), (10.0,), (100.0,)]), measure, 50.0)
    assert 1.9 < members[best].parameters["a"] <= 2


@pytest.mark.parametrize("finite", [0, 1, 2])
def test_where_next_to_all_diverge_it_ends(finite: int) -> None:
    """Three that lie on a line span no surface; one alone has none."""

    def measure(members: list[Member]) -> np.ndarray:
        a, b = values_of(members)
        error = np.full(len(a), np.inf)
        error[(np.abs(a / b - 1) < 1e-9) & ((a == 1.0) | (finite == 2))] = 1.0
        return points_of(1 + 0 * a, error if finite else np.inf + error)

    start = grid([1.0, 10.0, 100.0], [1.0, 10.0, 100.0])
    members, points, best = least_of(start, measure, 1.0)
    assert np.isfinite(points[best]).all() == (finite > 0)
    assert len(members) < 200


def test_members_on_a_line_are_no_witnesses_of_what_lies_beside_it() -> None:
    line = make([(1.0, 7.0), (10**0.5, 7.0 * 10**0.5), (10.0, 70.0)])
    surface = Surface(line, np.array([[1.0, 0.5], [1.1, 0.5], [1.2, 0.4]]), np.array([3.0, 3.0]))
    np.testing.assert_array_equal(surface.of(make([(1.0, 20.0), (9.0, 70.0)])), [[1.0, 0.5], [1.2, 0.4]])


@pytest.mark.parametrize("far", [1e-9, 1e9])
def test_it_goes_as_far_down_as_up(far: float) -> None:
    def measure(members: list[Member]) -> np.ndarray:
        a, b = np.log(values_of(members))
        return points_of(1 + 0 * a, 0.1 + (a - np.log(far)) ** 2 + b**2)

    members, points, best = least_of(grid([0.1, 1.0, 10.0], [0.1, 1.0, 10.0]), measure, 1.0)
    assert points[best, 1] < 0.15
    assert len(members) < 400
    surface = Surface(members, points, np.array([3.0, 3.0]))
    beyond = surface.of(make([(far, 1.0), (far**1.05, 1.0)]))[:, 1]
    assert beyond[1] > 1.5 * beyond[0]


def test_what_has_one_value_keeps_it() -> None:
    """A gain that is zero in all has no unit by which to leave it, nor has one without a step."""
    start = make([(a, 0.0, 0.3) for a in (0.1, 1.0, 10.0)])

    def measure(members: list[Member]) -> np.ndarray:
        a = np.log(values_of(members)[0])
        return points_of(1 + 0 * a, 0.1 + (a - 1) ** 2)

    steps = np.array([3.0, 1.0, 1.0])
    members, points = search_by_surface(start, measure(start), Within(1.0), make, measure, steps, COUNT, MOST)
    _, zeros, same = values_of(members)
    assert not zeros.any()
    assert np.ptp(same[len(start) + 20 :]) == 0
    assert points[0, :, 1].min() < 0.101


def test_no_more_are_run_than_there_is_time_for() -> None:
    start = grid(COARSE, COARSE)
    found = search_by_surface(start, valley(start), Within(3.0), make, valley, steps_of(start), 9, 20)
    most = len(found[0]) - len(start)
    assert 20 <= most < 20 + 40  # what lies about the best of each basin comes first, and whole


def test_nobody_within_the_budget_the_cheapest_is_sought() -> None:
    def measure(members: list[Member]) -> np.ndarray:
        a, b = np.log(values_of(members))
        return points_of(5 + (a - 2) ** 2 + (b + 1) ** 2, np.exp(a))

    _, points, best = least_of(grid([0.1, 1.0, 10.0], [0.1, 1.0, 10.0]), measure, 1.0)
    assert points[best, 0] == pytest.approx(5, rel=0.01)


def test_it_says_the_same_twice_and_runs_no_more_than_told() -> None:
    asked = list[int]()

    def measure(members: list[Member]) -> np.ndarray:
        asked.append(len(members))
        return valley(members)

    found = [least_of([*grid(COARSE, COARSE), *make([(1.0, 1.0)])], measure, 3.0, 9)[0] for _ in range(2)]
    assert found[0] == found[1]
    assert max(asked[2 : len(asked) // 2]) <= 9  # after the start, and what lies about its best
    assert len({tuple(each.parameters.values()) for each in found[0]}) == len(found[0]) - 1  # given twice


def test_a_surface_goes_through_what_is_known_and_is_near_what_is_not() -> None:
    """Effort and error that are products of powers are met exactly, as the spline's own plane is."""

    def powers(members: list[Member]) -> np.ndarray:
        a, b = values_of(members)
        return points_of(a**0.5 * b, b**2 / a)

    start, between = grid(COARSE, COARSE), make([(0.3, 40.0), (7.0, 0.2)])
    surface = Surface([*start, start[0]], powers([*start, start[0]])[0], steps_of(start))
    np.testing.assert_allclose(surface.of(start), powers(start)[0], rtol=1e-9)
    np.testing.assert_allclose(surface.of(between), powers(between)[0], rtol=1e-9)
    curved = Surface(start, valley(start)[0], steps_of(start))
    np.testing.assert_allclose(curved.of(start), valley(start)[0], rtol=1e-6)
