"""Doubts about a fit: motion that is left over, parameters with like effects or without any."""

from __future__ import annotations

import json

import numpy as np
import pytest

from offline.identification.doubts import correlated_most, far_off, indistinct, outliers, unfollowed
from offline.identification.fitting import Fit
from offline.identification.identify import Options, identify
from offline.identification.markers import Frame
from offline.identification.parameters import parameters_of
from softrein.commands.identifying import fitted_text, sentences
from softrein.errors import SceneError
from tests.offline.identification.test_identify import recorded, stiffer, tiny

SWING = 5e-3 * np.sin(0.2 * np.arange(200))[:, None, None] * [[0.0, 0.6, 0.8], [0.0, 0.0, 0.0]]  # m, of two


def noise(size: float) -> np.ndarray:
    return size * np.random.default_rng(0).standard_normal((200, 2, 3))


@pytest.mark.parametrize("size", [1e-4, 5e-3])
def test_noise_and_outliers_are_no_motion_that_is_left_over(size: float) -> None:
    left = noise(size)
    left[::40, 0] += 0.5
    left[50:60] = np.nan
    assert unfollowed(left, SWING + left, 1.5 * size) == []


@pytest.mark.parametrize(("share", "told"), [(0.2, 0), (0.5, 1)])
def test_motion_that_is_left_over_is_told(share: float, told: int) -> None:
    found = unfollowed(share * SWING + noise(1e-4), SWING, 2e-4)
    assert len(found) == told
    assert all(f"{share:.0%} of the recorded motion is left over" in each for each in found)


@pytest.mark.parametrize("share", [0.98, 9.0])
def test_a_model_that_leaves_all_of_the_motion_is_refused(share: float) -> None:
    words = r"mm \(rms\) from the recorded ones, which move by 2.51 mm: .*check labels, units"
    for turned in ([1, 1, 1], [1, -1, 1]):
        with pytest.raises(SceneError, match=words):
            unfollowed(share * SWING * turned + noise(1e-4), SWING, 2e-4)
    with pytest.raises(SceneError, match="which move by 0 mm"):
        unfollowed(0 * SWING, 0 * SWING, 1e-9)


def test_places_that_are_far_off_are_counted_and_noise_is_not() -> None:
    left = noise(2e-4)
    left[:20] = np.nan
    assert outliers(left, 2e-4) == []
    assert outliers(2 * left, 2e-4) == []
    assert outliers(1e-2 * left, 1e-9) == [], "differences of rounding are no outliers"
    left[30, 0] += 0.3
    left[[40, 50], 1] = [0.0, 0.04, 0.03]
    [words] = outliers(left, 2e-4)
    assert words.startswith("3 of 360 recorded places are far off, by up to 520 mm: they count little")
    assert [tuple(each) for each in np.argwhere(far_off(left, 2e-4))] == [(30, 0), (40, 1), (50, 1)]


def test_the_largest_correlation_is_told_where_it_is_large() -> None:
    covariance = np.array([[4.0, -1.9, 0.1], [-1.9, 1.0, 0.0], [0.1, 0.0, 1.0]])
    [words] = correlated_most(["a", "b", "c"], covariance)
    assert "of a and b are correlated by -0.95" in words
    assert correlated_most(["a", "b"], np.diag([4.0, 1.0])) == []
    assert correlated_most(["a"], np.eye(1)) == []


def fitted(names: str, values: list[float], curvature: np.ndarray):
    """What is indistinct in a fit that ended at these values, with noise that is not correlated."""
    parameters = parameters_of(names.split(","), tiny())
    x = np.array([each.inside(value) for each, value in zip(parameters, values, strict=True)])
    covariance = np.linalg.inv(curvature + np.eye(len(x)) / 9)
    frame = Frame(np.eye(3), np.zeros(3), 0.0)
    return indistinct(parameters, Fit(x, frame, np.zeros((2, 3)), covariance, 1e-4, noise(1e-4), curvature))


def effects(*amounts: float, alike: float) -> np.ndarray:
    """The curvature of parameters with these effects, the last two of which are correlated."""
    shares = np.eye(len(amounts))
    shares[-1, -2] = shares[-2, -1] = alike
    return shares * np.outer(amounts, amounts)


@pytest.mark.parametrize("mass", [1.0, 0.19, 0.02])
def test_dampings_that_cannot_be_told_apart_are_both_named_however_small_one_is(mass: float) -> None:
    """The effect of a damping's logarithm falls with it, and its axis is then all but its own."""
    lost, told = fitted("young,damping", [2e5, mass, 7e-3], effects(500, 60 * mass, 170, alike=0.9996))
    assert lost == {}
    [words] = told
    assert words.startswith("damping.mass and damping.stiffness cannot be told apart: one growing")


def test_a_damping_without_any_effect_cannot_be_found_and_others_can() -> None:
    for stiffness in (2e-3, 2e-4, 2e-2):
        lost, told = fitted(
            "young,damping", [2e5, 0.5, stiffness], effects(500, 60, 900 * min(stiffness, 2e-3), alike=0.99)
        )
        assert list(lost) == ["damping.stiffness"]
        assert "cannot be found: it hardly changes" in lost["damping.stiffness"]
        assert told == []
    assert fitted("young,damping", [2e5, 0.5, 2e-3], effects(500, 60, 170, alike=0.5)) == ({}, [])
    assert fitted("young,damping", [2e5, 0.5, 2e-3], effects(500, 60, 170, alike=0.999))[0] == {}


@pytest.mark.parametrize(("sigma", "lost"), [(0.15, False), (0.22, True)])
def test_a_delay_is_found_where_it_is_known_to_a_part_of_the_motion(sigma: float, lost: bool) -> None:
    """Of 0.8 s: it is no logarithm, and its size depends on the unit of time."""
    found, _ = fitted("young,delay", [2e5, 0.0], np.diag([1e6, sigma**-2]))
    assert ("delay" in found) == lost


@pytest.mark.slow("fits a body by full runs")
def test_a_recording_of_another_motion_is_refused() -> None:
    sideways = [{"region": "xmax", "impulse": [0, 0.2, -0.05], "duration": 0.05}]
    with pytest.raises(SceneError, match="the model does not follow the recording"):
        identify(tiny(loads=sideways), recorded(tiny()), ["young"], Options())


@pytest.mark.slow("fits a body by full runs, twice")
def test_what_cannot_be_found_stays_as_it_is_and_the_rest_is_found_without_it() -> None:
    """A damping by stiffness that is next to none, of a body that mass damps, under noise."""
    scene = tiny(damping={"mass": 0.5, "stiffness": 1e-7})
    recording = recorded(stiffer(scene, stiffness=1e-7), 1e-3)
    found = identify(scene, recording, ["young", "damping"], Options())
    assert found["damping.stiffness"] == found.scene.damping.stiffness == 1e-7
    assert found["young"] == pytest.approx(1.4e5, rel=0.01)
    assert found.names == ["young", "damping.mass", "damping.stiffness"]
    assert found.covariance.shape == (3, 3)
    alone = identify(scene, recording, ["young", "damping.mass"], Options())
    assert found.estimates[:2] == alone.estimates
    assert found.full_runs > alone.full_runs
    comments = fitted_text(found, "made").partition("\n\n")[0]
    assert "# damping.stiffness cannot be found: " in comments
    json.dumps(found.facts)


@pytest.mark.slow("fits a body by full runs")
def test_covariance_and_correlation_are_given() -> None:
    scene = tiny()
    found = identify(scene, recorded(stiffer(scene)), ["young", "damping"], Options())
    halves = np.log([each.high / each.value for each in found.estimates])
    np.testing.assert_allclose(np.sqrt(np.diag(found.covariance)), halves / 1.96, rtol=1e-6)
    assert found.facts["names"] == ["young", "damping.mass", "damping.stiffness"]
    assert found.facts["covariance"] == found.covariance.tolist()
    assert any("of damping.mass and damping.stiffness are correlated by -0.9" in s for s in sentences(found))
