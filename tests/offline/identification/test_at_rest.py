"""Whether a body goes farther under a load that stays than a model that fits its swings."""

from __future__ import annotations

import numpy as np
import pytest

from offline.identification.at_rest import at_rest, softness

TIMES = np.linspace(0.0, 2.0, 200)
WAYS = np.array([[0.0, 0.0, -6e-3], [1e-3, 0.0, -4e-3]])  # m, of two markers


def paths(share: float = 1.0, damping: float = 4.0, noise: float = 0.0) -> np.ndarray:
    """Markers that swing about, and come to rest at, a share of their ways, let go at 0.1 s."""
    since = np.maximum(TIMES - 0.1, 0.0)
    sag = share * (1 - np.exp(-damping * since) * np.cos(20 * since))
    found = [1.0, 2.0, 3.0] + sag[:, None, None] * WAYS
    return found + noise * np.random.default_rng(0).standard_normal(found.shape)


@pytest.mark.parametrize("share", [0.9, 1.0, 1.2])
def test_the_share_of_the_way_is_found_through_gaps_and_noise(share: float) -> None:
    recorded, simulated = paths(noise=1e-4), paths(share)
    recorded[np.random.default_rng(1).random(recorded.shape[:2]) < 0.2] = np.nan
    rest = at_rest(recorded, simulated)
    assert rest is not None
    assert rest.recorded == pytest.approx(np.sqrt((WAYS**2).sum() / 2), rel=0.01)
    assert rest.simulated / rest.recorded == pytest.approx(share, rel=0.01)
    words = softness(rest, "young", 1e5)
    assert bool(words) is (share != 1.0)
    if words:
        assert ("softer" if share < 1 else "stiffer") in words[0]
        assert float(words[0].split("young = ")[1].split()[0]) == pytest.approx(share * 1e5, rel=0.01)


def test_what_swings_on_or_does_not_move_has_no_rest() -> None:
    assert at_rest(paths(damping=0.0), paths()) is None
    there_and_back = paths()
    there_and_back[100:] = [1.0, 2.0, 3.0] + 0.02 * WAYS  # of which a little creep is left
    assert at_rest(there_and_back, there_and_back) is None
    unseen = paths()
    unseen[150:, 1] = np.nan
    assert at_rest(unseen, paths()) is not None
    still = np.ones((50, 2, 3))
    assert at_rest(still, still) is None
    assert at_rest(np.full((50, 2, 3), np.nan), still) is None
    assert softness(None, "young", 1e5) == []
