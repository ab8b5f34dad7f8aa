"""Intervals hold the truth as often as they say, with noise of many outliers."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from offline.identification.doubts import left_out
from offline.identification.fitting import Problem, correlated
from offline.identification.identify import steps_of
from offline.identification.markers import Frame
from offline.identification.motion import Paths
from offline.identification.parameters import parameters_of
from offline.identification.recording import Recording
from tests.offline.identification.test_identify import tiny

STEP, STEPS, TRIALS = 0.01, 80, 120
GRID = STEP * np.arange(STEPS + 1)
FREEDOM = 3.0  # of Student's t, whose far values are outliers
PLACES = np.array([[0.3, 0.0, 0.0], [0.3, 0.1, 0.0], [0.3, 0.0, 0.1], [0.0, 0.1, 0.1]])


def swinging(x, times=GRID):
    """Three markers that swing from 0 s with x = (log of frequency, log of decay), and one that rests."""
    frequency, decay = np.exp(x)
    times = np.maximum(times, 0.0)[:, None, None]
    way = 0.01 * np.array([[0, 0, 1.0], [0, 0.5, 1.0], [0.2, 0, 1.0], [0, 0, 0]])
    swing, turn = np.exp(-decay * times), frequency * times
    speed = swing * (frequency * np.cos(turn) - decay * np.sin(turn))
    return Paths(PLACES + way * swing * np.sin(turn), way * speed)


@pytest.mark.parametrize("exchanged", [False, True])
def test_intervals_hold_the_truth_in_95_per_cent(exchanged):
    """Also with frames in which a marker is far away, as one that was exchanged and not put back."""
    rng, true = np.random.default_rng(1), np.log([12.0, 2.0])
    paths, still = swinging(true), Frame(np.eye(3), np.zeros(3), 0.0)
    apart = []
    for _ in range(TRIALS):
        points = paths.positions + 5e-4 * rng.standard_t(FREEDOM, paths.positions.shape)
        if exchanged:
            points[30:32, 1] += 0.1 * rng.standard_normal((2, 3))
        problem = Problem(STEP * np.arange(STEPS + 1), points, STEP, STEPS, 1e-3, False)
        fit = problem.solve(swinging, true, true, still)
        apart.append((fit.x - true) / np.sqrt(np.diag(fit.covariance)))
    held = np.mean(np.abs(apart) < 1.96)
    assert 0.92 <= held <= 0.98
    assert np.std(apart) == pytest.approx(1.0, abs=0.1)


def test_markers_that_are_seldom_seen_give_no_warnings():
    """One that is never seen, and frames none of whose neighbours are."""
    apart = np.random.default_rng(0).standard_normal((80, 3, 3))
    apart[:, 1], apart[1::2] = np.nan, np.nan
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert correlated(apart) == 1.0


@pytest.mark.parametrize("x", [-1e4, 0.0, 1e4])
def test_coordinates_far_off_have_values(x):
    for parameter in parameters_of(["young", "poisson", "density"], tiny()):
        assert 0 <= parameter.outside(x) < np.inf


def test_models_that_are_linear_are_not_trusted_far_off():
    """Where damping hardly acts its slope is so small that a whole step would make the decay e^39 1/s."""
    true, begin, still = np.log([12.0, 2.0]), np.log([12.0, 0.05]), Frame(np.eye(3), np.zeros(3), 0.0)
    points = swinging(true).positions + 1e-5 * np.random.default_rng(0).standard_normal((STEPS + 1, 4, 3))
    problem = Problem(GRID, points, STEP, STEPS, 1e-3, False)
    x = begin
    for _ in range(6):
        here = swinging(x)
        slopes = [swinging(x + step).plus(here, -1.0) for step in 1e-4 * np.eye(2)]

        def linear(y, x=x, here=here, slopes=slopes):
            for slope, each in zip(slopes, (y - x) / 1e-4, strict=True):
                here = here.plus(slope, float(each))
            return here

        x = problem.solve(linear, x, begin, still).x
    np.testing.assert_allclose(x, true, atol=1e-2)


def test_a_time_shift_that_is_known_stays():
    """Its column is zero, and least squares moved it by half a minute."""
    true, still = np.log([12.0, 2.0]), Frame(np.eye(3), np.zeros(3), 0.0)
    points = swinging(true).positions + 5e-4 * np.random.default_rng(0).standard_normal((STEPS + 1, 4, 3))
    problem = Problem(GRID, points, STEP, STEPS, 1e-3, False)
    assert problem.solve(swinging, true + [0.2, 0], true, still).frame.shift == 0.0


def seen(times, x, begin):
    """What a camera sees of the swing that begins at `begin` s: turned, with noise."""
    points = swinging(x, times - begin).positions @ Rotation.from_rotvec([0.4, -0.9, 2.0]).as_matrix().T
    noise = 1e-4 * np.random.default_rng(0).standard_normal(points.shape)
    return Problem(times, points + [1, 2, 3] + noise, STEP, STEPS, 1e-3)


@pytest.mark.parametrize(("frequency", "within"), [(12.0, 5e-3), (16.8, 0.2)])
def test_frames_after_the_scene_s_end_do_not_decide_the_time_shift(frequency, within):
    """Of 10 s a scene of 0.8 s, also by a model that is 1.4 times as fast; the next swing is 0.5 s off."""
    problem = seen(0.02 * np.arange(500), np.log([12.0, 0.3]), 2.0)
    frame, left = problem.aligned(swinging(np.log([frequency, 0.3])))
    assert frame.shift == pytest.approx(2.0, abs=within)
    assert 0 < left < 0.6


def test_fast_swings_of_a_long_recording_are_found():
    problem = seen(0.02 * np.arange(500), np.log([30.0, 0.5]), 3.3)
    frame, _ = problem.aligned(swinging(np.log([30.0, 0.5])))
    assert frame.shift == pytest.approx(3.3, abs=5e-3)


def test_a_recording_may_begin_after_more_than_half_of_the_scene():
    problem = seen(0.01 * np.arange(60), np.log([12.0, 1.0]), -0.45)
    frame, _ = problem.aligned(swinging(np.log([12.0, 1.0])))
    assert frame.shift == pytest.approx(-0.45, abs=5e-3)


def test_a_scene_is_cut_to_a_recording_only_where_its_time_is_known():
    times = STEP * np.arange(31)
    recording = Recording("made", times, ["a"], np.zeros((31, 1, 3)))
    assert steps_of(tiny(), recording, True) == 80
    assert 30 <= steps_of(tiny(), recording, False) <= 32


def test_frames_that_are_left_out_are_told_where_they_are_many():
    problem = seen(0.02 * np.arange(500), np.log([12.0, 0.3]), 2.0)
    [note] = left_out(problem, 2.0)
    assert note.startswith("72% of the recorded frames")
    assert "time.steps" in note
    assert left_out(problem, 8.0) == []
