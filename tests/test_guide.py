"""The search for a wind that brings a particle along a curve: an independent run follows it; bad requests."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from offline.full.smoke.full_smoke import FullSmoke, build_full_smoke, simulate
from offline.full.smoke.path_following import distance_from_curve, guide_curve, search_winds
from offline.full.smoke.wind import Guided
from offline.scenes.smoke import SmokeScene
from softrein.errors import SceneError, SimulationError

FOLLOWED = 0.02  # m, of a box of one metre: root mean square
ARCH = [(0.3, 0.35), (0.45, 0.6), (0.7, 0.55)]
HOOK = [(0.65, 0.3), (0.6, 0.55), (0.4, 0.6), (0.35, 0.45)]


def made(path: list[tuple[float, float]], **guide: Any) -> FullSmoke:
    """A box of 48 x 48 cells, 50 steps, with a wind of its own beside the guide's."""
    box = guide.pop("box", {})
    return build_full_smoke(
        SmokeScene.model_validate({
            "name": "guide", "kind": "fluid",
            "box": {"cells": (48, 48), "size": ("1 m", "1 m"), **box},
            "particles": [(0.5, 0.8), path[0]],
            "winds": [{"at": (0.2, 0.7), "radius": 0.08, "acceleration": (2.0, 0.0), "duration": 0.2}],
            "guide": {"particle": 1, "path": path, "radius": "8 cm", "knots": 11, **guide},
            "time": {"step": "40 ms", "steps": 50},
            "enrichment": {"runs": 0, "radius": (0.05, 0.1), "duration": 0.1},
            "basis": {"rank": 4},
            "control": {"running": 1.0, "control_cost": 1.0},
        })
    )  # fmt: skip


def paths(full: FullSmoke, guided: Guided) -> np.ndarray:
    """(T + 1, N, 2) m of a run of its own under a guide's wind."""
    run = replace(full, guided=guided)
    return np.array([frame.particles for frame in simulate(run, run.simulation())])


@pytest.mark.parametrize("path", [ARCH, HOOK])
def test_the_particle_follows_the_curve(path: list[tuple[float, float]]) -> None:
    full = made(path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # no step may cross too many cells
        found = paths(full, search_winds(full))
    distance = distance_from_curve(full, found)
    assert distance.root_mean_square < FOLLOWED
    assert distance.root_mean_square <= distance.largest < 2 * FOLLOWED
    for point in path:  # and the points that were asked for lie on its way
        assert np.linalg.norm(found[:, 1] - point, axis=1).min() < 2 * FOLLOWED
    # It really is the wind: without it the particle stays behind.
    still = Guided(np.tile(path[0], (50, 1)), np.zeros((50, 2)), 0.08)
    assert distance_from_curve(full, paths(full, still)).root_mean_square > 10 * distance.root_mean_square


def test_the_distance_is_that_of_the_places_at_the_steps():
    full = made(ARCH)
    times = np.arange(51) * 0.04
    exact = guide_curve(full).at(times)
    away = np.stack([np.zeros((51, 2)), exact + [0.03, 0.04]], axis=1)
    np.testing.assert_allclose(distance_from_curve(full, away), 0.05)


def test_the_curve_goes_through_the_points_at_an_even_speed():
    curve = guide_curve(made(ARCH, start=0.4, end=1.6))
    places = curve.at(np.linspace(0.4, 1.6, 1201))
    for point in ARCH:
        assert np.linalg.norm(places - point, axis=1).min() < 1e-3
    np.testing.assert_allclose(places[[0, -1]], [ARCH[0], ARCH[-1]], atol=1e-12)
    speeds = np.linalg.norm(np.diff(places, axis=0), axis=1)
    assert speeds[0] < 1e-3 * speeds[-1]
    np.testing.assert_allclose(speeds[240:], speeds[-1], rtol=1e-3)
    assert speeds.max() < speeds[-1] * 1.001
    assert speeds.sum() == pytest.approx(curve.length, rel=1e-5)


def test_the_wind_keeps_to_its_time():
    full = made(HOOK, start=0.4, end=1.6, knots=7)
    guided = search_winds(full)
    middles = 0.04 * (np.arange(50) + 0.5)
    outside = (middles < 0.4) | (middles > 1.6)
    assert not guided.accelerations[outside].any()
    assert guided.accelerations[~outside].any(axis=1).all()
    assert not guided.force(full.grid, 0).any()
    # Between knots it is linear.
    knots = np.linspace(0.4, 1.6, 7)
    inner = np.abs(middles[1:-1, None] - knots).min(axis=1) > 0.04
    assert np.abs(np.diff(guided.accelerations, 2, axis=0)[inner]).max() < 1e-9
    times = np.arange(51) * 0.04
    during = (times <= 1.6)[:, None, None]
    followed = np.where(during, paths(full, guided), guide_curve(full).at(times)[:, None])
    assert distance_from_curve(full, followed).root_mean_square < FOLLOWED


def test_the_search_repeats_itself_and_reports_progress():
    full, told = made(ARCH), []
    first = search_winds(full, lambda done, total: told.append((done, total)))
    again = search_winds(replace(full, guided=first))  # a wind that it has already is not counted
    np.testing.assert_array_equal(first.accelerations, again.accelerations)
    np.testing.assert_array_equal(first.centres, again.centres)
    assert told == [(done, 10) for done in range(11)]


def test_what_cannot_be_reached_is_an_error():
    # There and back six times in two seconds: faster than a wind with a knot each 0.4 s can turn.
    path = [(x, 0.5) for x in [0.2, 0.8] * 6]
    with pytest.raises(SimulationError, match="no wind was found"):
        search_winds(made(path, knots=6))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"knots": 60}, "less than a step"),
        ({"start": 1.0, "end": 0.5}, "less than a step"),
        ({"particle": 0}, "but the particle at"),
        ({"box": {"solids": [{"at": (0.44, 0.585), "radius": 0.02}]}}, "solid"),
    ],
)
def test_guides_that_make_no_sense(change: dict[str, Any], message: str) -> None:
    with pytest.raises(SceneError, match=message):
        search_winds(made(ARCH, **change))


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ([(0.3, 0.3), (0.5, 0.6), (0.5, 0.6)], "repeats"),
        ([(0.2, 0.3), (0.4, 0.98), (0.8, 0.98), (0.9, 0.3)], "leaves the box"),
    ],
)
def test_paths_that_make_no_sense(path: list[tuple[float, float]], message: str) -> None:
    with pytest.raises(SceneError, match=message):
        search_winds(made(path))
