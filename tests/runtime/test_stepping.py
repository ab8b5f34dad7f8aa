"""A plant's steps behind addresses: one type for all plants, arrays that live on, and copies of their own."""

from __future__ import annotations

import gc
import pickle
from copy import deepcopy

import numpy as np
import pytest
from numba import typeof

from runtime.base.addresses import laid
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.stepping import LINEARISE, WITH_GAINS, linearise_plant, step_plant, step_with_gains


def pushed(bundle: Bundle) -> tuple[np.ndarray, np.ndarray]:
    """A state of the motion, and inputs that are not its own."""
    force = bundle.track.feedforward[3] + np.random.default_rng(0).standard_normal(bundle.plant().forces)
    return bundle.track.states[3].copy(), force


def test_loops_know_one_type_of_plants(small_bundle: BodyBundle, small_smoke: SmokeBundle) -> None:
    assert typeof(small_bundle.plant().calls()) == typeof(small_smoke.plant().calls())
    for bundle in (small_bundle, small_smoke):
        bundle.plant().step(*pushed(bundle))
    assert len(step_plant.signatures) == 1


def test_a_step_by_address_is_the_plants_own(either_bundle: Bundle) -> None:
    plant, (state, force) = either_bundle.plant(), pushed(either_bundle)
    calls, following = plant.calls(LINEARISE), np.empty(plant.size)
    assert step_plant(calls, state, force, following) >= 0
    F, G = np.empty((plant.size, plant.size)), np.empty((plant.size, plant.forces))
    end = np.empty(plant.size)
    assert linearise_plant(calls, state, force, end, F, G, True) >= 0
    np.testing.assert_array_equal(end, following)
    change = 1e-6 * np.random.default_rng(1).standard_normal(plant.forces)
    there, back = plant.step(state, force + change), plant.step(state, force - change)
    np.testing.assert_allclose(2 * G @ change, there - back, rtol=0, atol=1e-6 * np.abs(there - back).max())


def test_what_lies_there_outlives_its_plant(either_bundle: Bundle) -> None:
    state, force = pushed(either_bundle)
    expected, calls = either_bundle.plant().step(state, force), either_bundle.plant().calls()
    gc.collect()
    rubbish = [np.full(1000, np.nan) for _ in range(1000)]  # in memory that was given back, if any was
    following = np.empty(state.size)
    assert step_plant(calls, state, force, following) >= 0
    np.testing.assert_array_equal(following, expected)
    assert len(rubbish) == 1000


def test_a_copy_works_on_arrays_of_its_own(either_bundle: Bundle) -> None:
    state, force = pushed(either_bundle)
    calls = either_bundle.plant().calls()
    copy, data, following = deepcopy(calls), laid(calls.data), np.empty(state.size)
    arrays = [each for part in data for each in part if isinstance(each, np.ndarray)]
    before = [each.copy() for each in arrays]
    assert step_plant(copy, state, force, following) >= 0
    for each, kept in zip(arrays, before, strict=True):
        np.testing.assert_array_equal(each, kept)
    np.testing.assert_array_equal(following, either_bundle.plant().step(state, force))


def test_what_nobody_asked_for_is_an_error(small_bundle: BodyBundle, small_smoke: SmokeBundle) -> None:
    for bundle, calls in (
        (small_bundle, small_bundle.plant().calls()),
        (small_smoke, small_smoke.plant().calls(WITH_GAINS)),  # which smoke has not
    ):
        state, force = pushed(bundle)
        acting = np.zeros((force.size, state.size))
        with pytest.raises(RuntimeError, match="no such step"):
            step_with_gains(calls, acting, state, state, state, force, state.copy(), state.copy())
    with pytest.raises(TypeError, match="process"):
        pickle.dumps(small_bundle.plant().calls())
