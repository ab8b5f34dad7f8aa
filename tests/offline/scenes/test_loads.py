"""Loads in time: impulses are the same at any time step, shapes and tables follow their formulas."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from meshes import block
from offline.full.body.loads import Loads, build_loads, region_of
from offline.scenes.base.parts import TimePart
from offline.scenes.body.actuators import LoadPart
from softrein.errors import SceneError

MESH = block((3, 1, 1), (0.3, 0.1, 0.1))
REGION = sorted(MESH.regions)[0]
FREE = np.arange(3 * len(MESH.vertices))


def loads_of(part: dict[str, Any], step: float = 0.01, steps: int = 100) -> Loads:
    return build_loads(
        [LoadPart.model_validate({"region": REGION, **part})], MESH, FREE, TimePart(step=step, steps=steps)
    )


@pytest.mark.parametrize("step", [0.01, 0.003, 0.04])
def test_an_impulse_keeps_its_size_on_every_time_grid(step: float) -> None:
    loads = loads_of({"impulse": [0, 3.0, 0], "start": 0.013, "duration": 0.05}, step, steps=50)
    total = sum(loads.at(k).reshape(-1, 3).sum(axis=0) for k in range(50)) * step
    np.testing.assert_allclose(total, [0, 3, 0], atol=1e-12)


def test_a_force_is_spread_over_its_region_only() -> None:
    force = loads_of({"force": [1.0, 2.0, 3.0], "duration": 1.0}).at(5).reshape(-1, 3)
    np.testing.assert_allclose(force.sum(axis=0), [1, 2, 3])
    assert np.flatnonzero(np.abs(force).sum(axis=1)).tolist() == sorted(MESH.regions[REGION])


def test_a_sine_and_a_table_follow_their_formulas() -> None:
    sine = loads_of({"force": [1, 0, 0], "duration": 1.0, "shape": "sine", "frequency": 2.0})
    middle = 0.01 * (np.arange(100) + 0.5)
    np.testing.assert_allclose(sine.factors[0], np.sin(4 * np.pi * middle), atol=1e-12)
    table = loads_of({"force": [1, 0, 0], "duration": 1.0, "factors": [[0, 0], [0.5, 2], [1, 0]]})
    np.testing.assert_allclose(table.factors[0], np.interp(middle, [0, 0.5, 1], [0, 2, 0]), atol=1e-12)


@pytest.mark.parametrize("step", [0.01, 0.003, 0.04])
def test_a_step_holds_the_mean_of_a_table_that_bends_and_leaps_within_it(step: float) -> None:
    """Before and after the table its ends hold; where it leaps a time stands twice."""
    times, values = [0.004, 0.012, 0.0151, 0.0151, 0.0371], [2.0, -1.0, 3.0, 0.5, 1.5]
    pairs = list(zip(times, values, strict=True))
    factors = loads_of(
        {"force": [1, 0, 0], "start": 0.0011, "duration": 0.0501, "factors": pairs}, step, steps=40
    ).factors[0]
    fine = 1e-6 * (np.arange(40 * round(step / 1e-6)) + 0.5)  # every place where it bends is a multiple
    exact = np.interp(fine, times, values) * ((fine > 0.0011) & (fine < 0.0512))
    np.testing.assert_allclose(factors, exact.reshape(40, -1).mean(axis=1), rtol=0, atol=1e-9)


def test_a_table_that_leaps_acts_smoothly_later_as_it_is_delayed() -> None:
    """The impulse of all steps stays, and its middle goes along, by delays far shorter than a step."""
    middle, moved = 0.01 * (np.arange(100) + 0.5), 1e-4 * np.arange(100)
    for delay in moved:
        pairs = [[0, 0], [0.2 + delay, 0], [0.2001 + delay, 1], [0.5 + delay, 1], [0.5001 + delay, 0]]
        factor = loads_of({"force": [1, 0, 0], "duration": 1.0, "factors": pairs}).factors[0]
        assert 0.01 * factor.sum() == pytest.approx(0.3, abs=1e-12)
        mean = factor @ middle / factor.sum()
        # a constant load over the part of a step ends at most an eighth of the step from where it does
        assert mean == pytest.approx(0.35005 + delay, abs=0.01 * 0.01 / 8 / 0.3)


def test_the_reduced_control_is_the_projected_force() -> None:
    loads = loads_of({"force": [1.0, -2.0, 0.5], "duration": 0.3})
    vectors = np.random.default_rng(0).normal(size=(len(FREE), 4))
    np.testing.assert_allclose(loads.reduced(vectors)[7], vectors.T @ loads.at(7), rtol=1e-12)


def test_an_unknown_region_lists_the_known() -> None:
    with pytest.raises(SceneError, match=REGION):
        region_of(MESH, "nowhere", "loads.0.region")


def test_noise_is_coherent_and_bounded_and_needs_a_period() -> None:
    part = LoadPart(region="xmax", force=(0, 2, 0), duration=1, shape="noise", period=0.1, seed=4)
    mesh = block((2, 1, 1), (2.0, 1.0, 1.0))
    factor = build_loads(
        [part], mesh, np.arange(mesh.vertices.size), TimePart(step=0.005, steps=200)
    ).factors[0]
    assert 0.3 < np.abs(factor).max() <= 1
    assert np.abs(np.diff(factor)).max() < 0.3  # 6 a knot at most
    assert len({np.sign(value) for value in factor if value}) == 2
    with pytest.raises(ValueError, match="period"):
        LoadPart(region="xmax", force=(0, 2, 0), duration=1, shape="noise")
