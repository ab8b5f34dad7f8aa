"""Predictions of members that are corrected by those that were run."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from offline.studies import comparison
from offline.tuning.comparators import _Trial
from offline.tuning.corrected import Corrected
from offline.tuning.families import Member, Start, comparator_members
from offline.tuning.fronts import interpolate, pareto
from offline.tuning.search import Along
from runtime.base.progress import Progress, silent

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


def test_where_all_that_were_run_have_diverged_others_are_run() -> None:
    """The best by first order that were not; nobody knows how far that is off."""
    trial = _Trial("p", members(GAINS), points(1 / GAINS), np.array([2.0]))
    never = np.full((1, 1, 2), np.inf)
    trial.tell({0: never[0], 1: never[0]})
    asked = trial.candidates(lambda finer, what: np.repeat(never, len(finer), axis=1))
    assert asked
    assert not set(asked) & {0, 1}
    assert trial.is_lost(1.0, 2.0)
    assert trial.is_lost(np.inf, 2.0)


@pytest.mark.parametrize(
    ("effort", "error", "gain"),
    [
        (2.0, 0.2, 0.0),
        (2.0, 0.1, 0.5),
        (8.0, 0.01, 0.8),
        (8.0, 0.0001, 0.9),
        (0.5, 0.95, 0.0),
        (0.5, 0.85, 0.5),
    ],
)
def test_a_front_gains_where_it_is_read_and_at_its_ends(effort: float, error: float, gain: float) -> None:
    """Below the floor nothing is gained, and above the ceiling nothing."""
    before, aims = points(np.array([0.5, 0.2, 0.1, 0.05])), [Along(0.005, 0.9)]
    after = np.concatenate([before, [[[effort, error]]]], axis=1)
    assert comparison._gain(aims, before, after) == pytest.approx(gain, abs=0.02)
    assert comparison._gain(aims, np.full((1, 2, 2), np.inf), after) == 1.0


def test_what_diverges_to_first_order_alone_is_not_given_up() -> None:
    rough, truth = points(1 / GAINS), points(3 / GAINS)
    rough[0, 3:] = np.inf
    found = Corrected(members(GAINS), rough)
    found.tell({i: truth[:, i] for i in (0, 4)})
    assert np.isfinite(found.guessed()).all()


@pytest.mark.parametrize("ships", [True, False])
def test_a_search_that_is_misled_finds_the_front_of_the_plant(ships: bool) -> None:
    """To first order kp does most, on the plant kd does: the best members of one are poor on the other."""
    ran = 0

    def rolling_with(kp_does: float, kd_does: float) -> Any:
        def roll(asked: Sequence[Member], what: str, progress: Progress) -> list[Any]:
            nonlocal ran
            ran += len(asked) * (kd_does > kp_does)
            gains = [(each.parameters["kp"], each.parameters["kd"]) for each in asked]
            return [
                SimpleNamespace(
                    effort=np.full(3, kp**2 + kd**2), error=np.full(3, 1 / (1 + kp_does * kp + kd_does * kd))
                )
                for kp, kd in gains
            ]

        return roll

    values = itertools.product([0.0, 0.01, 0.1, 1.0, 10.0], repeat=2)
    grid = comparator_members("pd", ["kp", "kd"], list(values)[1:])
    shipped = comparator_members("pd", ["kp", "kd"], [(1.0, 0.2)] * ships)
    rolls = rolling_with(8.0, 0.5), rolling_with(0.5, 8.0)
    members, found, tried = comparison._search_roughly(
        without_bundle(), "pd", Start(grid, shipped), [Along(1e-3, 0.95)] * 2, rolls, silent, 6
    )
    assert len(members) == found.shape[1] == ran < tried
    front = found[0, pareto(found[0])]
    for effort in (0.01, 0.1, 1.0):
        best = 1 / (1 + np.sqrt((8.0**2 + 0.5**2) * effort))
        assert interpolate(*front.T, effort) < 1.05 * best


def without_bundle() -> Any:
    """A search of comparators asks for no bundle."""
    return None
