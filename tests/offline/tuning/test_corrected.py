"""Predictions of members that are corrected by those that were run."""

from __future__ import annotations

import numpy as np
import pytest

from offline.studies import comparison
from offline.tuning.corrected import Corrected
from offline.tuning.families import Member, comparator_members
from offline.tuning.search import Along

GAINS = 2.0 ** np.arange(8)


def members(gains: np.ndarray) -> list[Member]:
    return comparator_members("p", ["kp"], [(gain,) for gain in gains.tolist()])


def points(error: np.ndarray) -> np.ndarray:
    """Of one aim, with an effort that is its gain."""
    return np.stack([GAINS[: error.size], error], axis=1)[None]


def test_a_prediction_is_corrected_as_its_neighbours_are_off() -> None:
    """By the factor that they share; what is known is exact, and forgotten members change nothing."""
    rough, truth = points(1 / GAINS), points(3 / GAINS)
    found = Corrected(members(GAINS), rough)
    found.tell({i: truth[:, i] for i in (1, 4, 6)})
    np.testing.assert_allclose(found.guessed(), truth, rtol=1e-12)
    found.forget()
    assert [member.parameters["kp"] for member in found.members] == [2.0, 16.0, 64.0]
    np.testing.assert_allclose(found.guessed(), truth[:, [1, 4, 6]], rtol=0)
    np.testing.assert_allclose(found.measured()[1], truth[:, [1, 4, 6]], rtol=0)


def test_what_diverges_is_no_witness_that_the_first_order_is_right() -> None:
    """Beside it runs are taken to diverge; farther from it corrections are those of the others."""
    truth = 3 / GAINS
    truth[5:] = np.inf
    found = Corrected(members(GAINS), points(1 / GAINS))
    found.tell({i: points(truth)[:, i] for i in (0, 1, 2, 5, 6)})
    error = found.guessed()[0, :, 1]
    np.testing.assert_allclose(error[:4], truth[:4], rtol=1e-12)
    assert np.isinf(error[5:]).all()


@pytest.mark.parametrize(
    ("error", "gain"),
    [
        ([0.5, 0.2, 0.1, 0.05], 0.0),
        ([0.5, 0.1, 0.1, 0.05], 0.5),
        ([0.5, 0.2, 0.1, 0.01], 0.8),
        ([0.5, 0.2, 0.1, 0.0001], 0.9),
        ([0.99, 0.2, 0.1, 0.05], 0.0),
    ],
)
def test_a_front_gains_where_it_is_read_and_at_its_ends(error: list[float], gain: float) -> None:
    """Below the floor nothing is gained, and above the ceiling nothing."""
    before, aims = points(np.array([0.5, 0.2, 0.1, 0.05])), [Along(0.005, 0.9)]
    after = np.concatenate([before, points(np.array(error))], axis=1)
    assert comparison._gain(aims, before, after) == pytest.approx(gain, abs=0.02)
    assert comparison._gain(aims, np.full((1, 2, 2), np.inf), after) == 1.0
