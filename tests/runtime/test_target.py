"""Hanging balls: geometry of the contact against plain formulas, and the swing against a pendulum's."""

from __future__ import annotations

import numpy as np
import pytest

from offline.targets import GRAVITY, closest_points, fly, gaps, hit, landing_gap, swing
from runtime.target import Target

BALL = Target("ball", "end", (0.0, 0.0, 0.0), radius=0.05, string=0.4, step=10, window=2)
DT = 1e-3


def plate(z: np.ndarray, half_width: float = 0.2) -> np.ndarray:
    """Two triangles that make a square at each height z (steps,), facing +z."""
    corners = half_width * np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], dtype=float)
    flat = corners[[[0, 1, 2], [0, 2, 3]]]
    return flat[None] + np.array([0, 0, 1.0]) * np.reshape(z, (-1, 1, 1, 1))


def test_closest_points_match_a_fine_sampling_of_the_triangle() -> None:
    rng = np.random.default_rng(1)
    barycentric = rng.dirichlet(np.ones(3), 200_000)
    for _ in range(20):
        triangle, point = rng.normal(size=(3, 3)), 2 * rng.normal(size=3)
        closest = np.linalg.norm(closest_points(point, triangle[None])[0] - point)
        sampled = np.linalg.norm(barycentric @ triangle - point, axis=1).min()
        assert closest <= sampled + 1e-12
        assert sampled - closest < 0.05  # the sampling is that coarse near a corner


def test_a_triangle_contains_its_closest_points() -> None:
    triangle = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], dtype=float)
    for point, expected in (
        ([0.2, 0.2, 3], [0.2, 0.2, 0]),
        ([-1, -1, 1], [0, 0, 0]),
        ([1, 1, 0], [0.5, 0.5, 0]),
        ([0.5, -2, 1], [0.5, 0, 0]),
    ):
        np.testing.assert_allclose(
            closest_points(np.array(point, dtype=float), triangle[None])[0], expected, atol=1e-15
        )


def test_gap_is_the_distance_to_the_ball() -> None:
    np.testing.assert_allclose(
        gaps(BALL, plate(np.array([-0.3, -0.1, -0.05, -0.01]))), [0.25, 0.05, 0, -0.04], atol=1e-14
    )


@pytest.mark.parametrize(
    ("first_touch", "expected"), [(7, False), (8, True), (10, True), (12, True), (13, False), (30, False)]
)
def test_a_hit_is_a_touch_at_about_the_right_step(first_touch: int, expected: bool) -> None:
    z = np.where(np.arange(25) < first_touch, -0.2, -0.04)
    assert hit(BALL, plate(z)) is expected


def test_a_ball_that_is_not_touched_stays() -> None:
    path = swing(BALL, plate(np.full(2000, -0.2)), DT)
    np.testing.assert_allclose(path, 0, atol=1e-12)


def test_a_struck_ball_swings_as_a_pendulum_does() -> None:
    """A tap lets it swing at the small-amplitude period 2 pi sqrt(string / g), on its string's sphere."""
    z = np.full(3000, -0.3)
    z[:60] = np.linspace(-0.06, -0.045, 60)  # a tap of 0.25 m/s, then the plate is gone
    path = swing(BALL, plate(z), DT)
    assert path[:, 2].max() > 0.02
    np.testing.assert_allclose(np.linalg.norm(path - BALL.anchor, axis=1), BALL.string, rtol=1e-12)
    flight = path[60:, 2]
    crossings = np.flatnonzero((flight[:-1] > 0) & (flight[1:] <= 0))
    period = np.diff(crossings).mean() * DT
    assert period == pytest.approx(2 * np.pi * np.sqrt(BALL.string / GRAVITY), rel=0.02)


BEE = Target(
    "bee", "head", (0.0, 1.0, 0.0), 0.1, 0.0, 30, 20, ((2.0, 2.0, 0.0), (1.0, 2.0, 1.0), (0.2, 1.5, 0.1))
)


def test_who_comes_flying_passes_its_points_evenly_in_time_and_waits_at_both_ends() -> None:
    path = fly(BEE, np.full((50, 3), 9.0))
    for point, step in zip((*BEE.flight, BEE.centre), np.linspace(10, 30, 4), strict=True):
        low = path[int(step)] + (step - int(step)) * (path[int(np.ceil(step))] - path[int(step)])
        np.testing.assert_allclose(low, point, atol=0.02)
    np.testing.assert_allclose(path[:11], np.tile(BEE.flight[0], (11, 1)), atol=1e-14)
    np.testing.assert_allclose(path[30:], np.tile(BEE.centre, (20, 1)), atol=1e-14)  # it hovers
    assert np.linalg.norm(np.diff(path, axis=0), axis=1).max() < 0.3


@pytest.mark.parametrize(("off", "lands"), [(0.05, True), (0.15, False)])
def test_it_lands_where_the_spot_is_near_and_rides_on_it(off: float, lands: bool) -> None:
    spots = np.tile([off, 1.0, 0.0], (50, 1))
    spots[31:, 1] += 0.01 * np.arange(19)
    assert (landing_gap(BEE, spots[30]) <= 0) == lands
    assert landing_gap(BEE, spots[30]) == pytest.approx(off - 0.1)
    np.testing.assert_allclose(fly(BEE, spots)[40], spots[40] if lands else BEE.centre, atol=1e-14)
