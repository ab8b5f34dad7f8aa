"""Medians and quartiles of runs of which some were lost."""

from __future__ import annotations

import numpy as np
import pytest

from offline.figures import known, median, quartiles


@pytest.mark.parametrize("count", [1, 2, 3, 20, 21, 41, 200, 201])
def test_quartiles_are_those_of_numpy_where_all_is_finite(count: int) -> None:
    values = np.random.default_rng(count).lognormal(size=count)
    np.testing.assert_allclose(quartiles(values), np.percentile(values, [25, 50, 75]), rtol=1e-14)


@pytest.mark.parametrize("count", [1, 2, 5, 20, 21, 41, 200, 201])
def test_a_quartile_is_lost_where_what_it_is_made_of_is(count: int) -> None:
    """Above rank k all is inf: a quartile is finite as long as it lies at or below the place of rank k."""
    for k in range(count):
        values = np.random.default_rng(k).permutation(
            np.where(np.arange(count) <= k, np.arange(count), np.inf)
        )
        place = np.array([0.25, 0.5, 0.75]) * (count - 1)
        np.testing.assert_allclose(quartiles(values), np.where(place <= k, place, np.inf), rtol=1e-14)


def test_what_is_not_finite_is_no_figure() -> None:
    assert median(np.array([1.0, 2.0, np.inf])) == 2.0
    assert median(np.array([1.0, np.inf])) is None
    assert median(np.zeros(0)) is None
    assert known(np.inf) is known(np.nan) is None
    assert known(1 / 3) == 0.333333
