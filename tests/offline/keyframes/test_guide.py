"""The wind that brings a particle along a curve: an independent run follows it; bad requests."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from offline.full.smoke.full_smoke import FullSmoke, build_full_smoke, simulate
from offline.full.smoke.wind import Found
from offline.keyframes.smoke import rounds
from offline.keyframes.smoke.curve import distance_from_curve, guide_curve
from offline.keyframes.smoke.rounds import find_winds
from offline.scenes.smoke import SmokeScene
from softrein.errors import SceneError, SimulationError

FOLLOWED = 2e-3  # m, of a box of one metre: the largest distance
ARCH = [(0.3, 0.35), (0.45, 0.6), (0.7, 0.55)]
HOOK = [(0.65, 0.3), (0.6, 0.55), (0.4, 0.6), (0.35, 0.45)]
STAIR = [(0.35, 0.4, 0.3), (0.45, 0.6, 0.45), (0.65, 0.5, 0.6)]
CELLS = {2: 48, 3: 14}  # along each axis, by how many there are


def made(path: list[tuple[float, ...]], **guide: Any) -> FullSmoke:
    """A box of 48 x 48 cells, or 14 x 14 x 14, 50 steps, with a wind of its own beside the guide's."""
    box, axes = guide.pop("box", {}), len(path[0])
    wind = {"at": (0.2, 0.7, 0.5)[:axes], "acceleration": (2.0, 0.0, 0.0)[:axes]}
    return build_full_smoke(
        SmokeScene.model_validate({
            "name": "guide", "kind": "fluid",
            "box": {"cells": (CELLS[axes],) * axes, "size": ("1 m",) * axes, **box},
            "particles": [(0.5, 0.8, 0.5)[:axes], path[0]],
            "winds": [wind | {"radius": 0.08, "duration": 0.2}],
            "guide": {"particle": 1, "path": path, "radius": "8 cm", **guide},
            "time": {"step": "40 ms", "steps": 50},
            "enrichment": {"runs": 0, "radius": (0.05, 0.1), "duration": 0.1},
            "basis": {"rank": 4},
            "control": {"running": 1.0, "control_cost": 1.0},
        })
    )  # fmt: skip


def paths(full: FullSmoke, found: Found | None) -> np.ndarray:
    """(T + 1, N, d) m of a run of its own under a wind that was found."""
    run = replace(full, found=found)
    return np.array([frame.particles for frame in simulate(run, run.simulation())])


@pytest.mark.parametrize("path", [ARCH, HOOK, STAIR], ids=["arch", "hook", "in space"])
def test_the_particle_follows_the_curve(path: list[tuple[float, ...]]) -> None:
    full = made(path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # no step may cross too many cells
        outcome = find_winds(full)
        found = paths(full, outcome.found)
    distance = distance_from_curve(full, found)
    assert distance.root_mean_square <= distance.largest < FOLLOWED
    assert distance.largest == pytest.approx(outcome.told[:, 1].min(), abs=1e-9)
    for point in path:  # and the points that were asked for lie on its way
        assert np.linalg.norm(found[:, 1] - point, axis=1).min() < 0.02
    # It really is the wind: without it the particle stays behind.
    assert distance_from_curve(full, paths(full, None)).root_mean_square > 0.1
    assert not outcome.limited


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


def test_the_particle_waits_for_the_curves_time_and_is_left_alone_after_it():
    full = made(HOOK, start=0.4, end=1.6)
    found = find_winds(full).found
    assert not found.strengths[40:].any()
    assert found.strengths[:40].any(axis=1).all()
    assert distance_from_curve(full, paths(full, found)).largest < FOLLOWED


def test_a_guide_that_ends_before_a_key_frame_is_told_to_hold_its_particle():
    full = made(ARCH, end=1.2)
    scene = full.scene.model_dump(mode="json", exclude_defaults=True)
    scene["keyframes"] = [{"particle": 0, "time": 1.6, "position": (0, -0.1)}]
    full = build_full_smoke(SmokeScene.model_validate(scene))
    with pytest.warns(UserWarning, match=r"the guide ends at 1.2 s, before the last key-frame at 1.6 s"):
        find_winds(full)


def test_the_search_repeats_itself_and_reports_progress():
    full, told = made(ARCH), []
    first = find_winds(full, lambda done, total: told.append((done, total)))
    again = find_winds(replace(full, found=first.found))  # a wind that it has already is not counted
    np.testing.assert_array_equal(first.found.strengths, again.found.strengths)
    np.testing.assert_array_equal(first.found.gusts.centres, again.found.gusts.centres)
    assert told[0] == (0, rounds.MOST_ROUNDS)
    assert told[-1] == (rounds.MOST_ROUNDS, rounds.MOST_ROUNDS)


def test_what_cannot_be_reached_is_an_error():
    # There and back six times in two seconds, by winds wider than the box.
    path = [(x, 0.5) for x in [0.2, 0.8] * 6]
    with pytest.raises(SimulationError, match="no wind was found"):
        find_winds(made(path, radius=2.0))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"start": 1.0, "end": 0.5}, "less than a step"),
        ({"particle": 0}, "but the particle at"),
        ({"box": {"solids": [{"at": (0.44, 0.585), "radius": 0.02}]}}, "solid"),
    ],
)
def test_guides_that_make_no_sense(change: dict[str, Any], message: str) -> None:
    with pytest.raises(SceneError, match=message):
        find_winds(made(ARCH, **change))


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ([(0.3, 0.3), (0.5, 0.6), (0.5, 0.6)], "repeats"),
        ([(0.2, 0.3), (0.4, 0.98), (0.8, 0.98), (0.9, 0.3)], "leaves the box"),
    ],
)
def test_paths_that_make_no_sense(path: list[tuple[float, float]], message: str) -> None:
    with pytest.raises(SceneError, match=message):
        find_winds(made(path))
