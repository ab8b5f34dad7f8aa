"""A plant's steps behind addresses: one type for all plants, arrays that live on, and copies of their own."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import njit, typeof
from numba.core.errors import TypingError

from runtime.base.addresses import Behind, InMemory, laid
from runtime.body.plant import BodyPlant
from runtime.body.terms.base_motion import INPUTS, Handle
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.plant.stepping import LINEARISE, WITH_GAINS, linearise_plant, step_plant, step_with_gains


def pushed(bundle: Bundle) -> tuple[np.ndarray, np.ndarray]:
    """A state of the motion, and inputs that are not its own."""
    force = bundle.track.feedforward[3] + np.random.default_rng(0).standard_normal(bundle.plant().forces)
    return bundle.track.states[3].copy(), force


def test_loops_know_one_type_of_plants(small_bundle: BodyBundle, small_smoke: SmokeBundle) -> None:
    assert typeof(small_bundle.plant().calls()) == typeof(small_smoke.plant().calls())
    small_bundle.plant().step(*pushed(small_bundle))
    compiled = list(step_plant.signatures)
    small_smoke.plant().step(*pushed(small_smoke))
    assert step_plant.signatures == compiled


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


def arrays_in(data: Any) -> Iterator[np.ndarray]:
    """All arrays of a plant's data, those behind addresses too."""
    if isinstance(data, np.ndarray):
        yield data
    elif isinstance(data, Behind):
        yield from arrays_in(laid(data.data)) if data.data.size else ()
    elif isinstance(data, tuple):
        for each in data:
            yield from arrays_in(each)


def test_a_copy_works_on_arrays_of_its_own(either_bundle: Bundle) -> None:
    state, force = pushed(either_bundle)
    calls = either_bundle.plant().calls()
    copy, following = deepcopy(calls), np.empty(state.size)
    arrays = list(arrays_in(laid(calls.data)))
    before = [each.copy() for each in arrays]
    assert step_plant(copy, state, force, following) >= 0
    for each, kept in zip(arrays, before, strict=True):
        np.testing.assert_array_equal(each, kept)
    np.testing.assert_array_equal(following, either_bundle.plant().step(state, force))


class Within(NamedTuple):
    rows: np.ndarray
    turned: bool


class Around(NamedTuple):
    count: int
    within: Within
    share: float


@njit
def summed(around: Any) -> float:
    """A number that all fields are in."""
    total = around.share * around.count
    for i in range(around.within.rows.shape[0]):
        for j in range(around.within.rows.shape[1]):
            total += around.within.rows[i, j] * (i - j if around.within.turned else 1)
    return total


def test_a_kernel_reads_in_memory_what_it_would_be_handed() -> None:
    rows = np.random.default_rng(0).standard_normal((3, 2))
    around = Around(3, Within(rows, True), 0.5)
    there = InMemory(around)
    gc.collect()
    assert (
        summed(there) == summed(around) == pytest.approx(1.5 + rows[1:, 0].sum() + rows[2].sum() - rows[0, 1])
    )
    rows[2, 0] += 1.0  # its array is the very same
    assert summed(there) == summed(around)


def test_one_type_for_all_bodies(small_bundle: BodyBundle) -> None:
    """Whether or not anything drives it or carries it, and whatever it is of."""
    model = small_bundle.plant().model
    r = model.rank
    handle = Handle(np.zeros(3), np.zeros(3), np.zeros((3, r)), np.zeros((9, r)), np.zeros((9, r, r)))
    carried = BodyPlant(model, 0.01, terms=[handle])
    assert typeof(carried.data) == typeof(small_bundle.plant().data)
    z, w = np.zeros(2 * r), np.append(np.ones(r), np.zeros(INPUTS))
    np.testing.assert_array_equal(carried.step(z, w), BodyPlant(model, 0.01).step(z, w[:r]))


def test_whole_numbers_are_not_read_as_others(small_bundle: BodyBundle) -> None:
    state, force = pushed(small_bundle)
    with pytest.raises(TypingError):
        step_plant(small_bundle.plant().calls(), state.astype(np.int64), force, state.copy())


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


class _One:
    """Two classes whose names and types of fields are the same, as those of terms in two files may be."""

    class Data(NamedTuple):
        x: np.ndarray
        y: np.ndarray


class _Other:
    class Data(NamedTuple):
        y: np.ndarray
        x: np.ndarray


_One.Data.__qualname__ = _Other.Data.__qualname__ = "Data"


@njit
def _take_x(data: Any) -> float:
    return data.x[0]


def test_data_of_two_classes_with_one_name_are_told_apart() -> None:
    one, other = np.ones(1), 2 * np.ones(1)
    for cls in (_One.Data, _Other.Data):
        assert _take_x(InMemory(cls(x=one, y=other))) == 1.0
