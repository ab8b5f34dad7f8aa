"""Costs of contact's forces, against their slopes as derived on paper."""

from __future__ import annotations

from dataclasses import replace
from warnings import catch_warnings, simplefilter

import numpy as np
import pytest

from offline.gains.forces import MOST, with_forces
from offline.scenes.body.contact import ForcePart
from offline.scenes.reading import read_scene
from runtime.bundle.body import BodyBundle
from runtime.control.base.costs import instants_of
from softrein.errors import SceneError
from softrein.viewer.keyframes.motion_buffers import MotionBuffers, along, put
from tests.touching import on_ground

WEIGHT = 3.0


@pytest.fixture
def resting(small_bundle: BodyBundle) -> BodyBundle:
    """A reference that stays in the layer of two places for three quarters of the time, then leaves it."""
    bundle = on_ground(small_bundle, 0.0)
    states = np.zeros_like(bundle.track.states)
    lifted = bundle.contact["point_modes"][0, 1] / np.sum(bundle.contact["point_modes"][0, 1] ** 2)
    states[3 * len(states) // 4 :, : bundle.rank] = 2e-3 * lifted
    points = np.array(bundle.contact["points"])
    points[:, 1] = [0.4e-3, 0.0]  # of a layer of 1 mm
    contact = {**bundle.contact, "points": points}
    costs = bundle.costs._replace(steps=np.zeros(0, dtype=np.int64), instants=bundle.costs.instants[:0])
    return replace(bundle, contact=contact, track=bundle.track._replace(states=states), costs=costs)


def test_the_weights_are_those_of_the_laws_slope(resting: BodyBundle) -> None:
    """p' = 2 k s/delta, so that J = -a p' n n^T D of each place in the layer."""
    modes, r = resting.contact["point_modes"][:, 1], resting.rank
    slopes = -(1e-4 * 2 * 1e6 * np.array([0.6, 1.0]))[:, None] * modes  # N along the plane's normal
    found = with_forces(resting, [ForcePart(obstacle="ground", weight=WEIGHT)])
    wanted = WEIGHT * resting.dt * np.outer(slopes.sum(axis=0), slopes.sum(axis=0))
    shares = np.convolve(np.pad(resting.costs.schedule, 1), [0.5, 0.5], mode="valid")
    near = {"rtol": 1e-5, "atol": 1e-9 * wanted.max()}
    assert wanted.any()
    assert len(found.steps) < MOST
    for step, weight in zip(found.steps, found.instants, strict=True):
        np.testing.assert_allclose(weight[:r, :r], shares[step] * wanted, **near)
        assert not weight[r:].any()
    touched = 3 * len(resting.track.states) // 4
    assert found.steps.max() < touched
    total = found.instants[:, :r, :r].sum(axis=0)
    np.testing.assert_allclose(total, shares[:touched].sum() * wanted, **near)


def test_a_motion_by_hand_that_touches_goes_through_shared_memory(resting: BodyBundle) -> None:
    """Its costs have an instant for each touch, and the bundle that it began from had none."""
    found = with_forces(resting, [ForcePart(obstacle="ground", weight=WEIGHT)])
    buffers = MotionBuffers(resting)
    try:
        put(buffers.sets[0], replace(resting, costs=found), own=False)
        np.testing.assert_array_equal(along(buffers.sets[0], resting).costs.instants, found.instants)
    finally:
        buffers.close()
    assert len(found.steps) > 36  # more than key-frames and rest need


def test_many_instants_are_few_that_weigh_as_much(
    resting: BodyBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = ForcePart(obstacle="ground", weight=WEIGHT)
    each = with_forces(resting, [part])
    monkeypatch.setattr("offline.gains.forces.MOST", 5)
    few = with_forces(resting, [part])
    assert len(few.steps) == 5
    whole = each.instants.sum(axis=0)
    np.testing.assert_allclose(few.instants.sum(axis=0), whole, rtol=1e-5, atol=1e-9 * whole.max())
    assert (np.diff(few.steps) > 0).all()


def test_other_instants_stay(resting: BodyBundle) -> None:
    n = 2 * resting.rank
    own = resting.costs._replace(steps=np.array([resting.steps]), instants=np.eye(n)[None])
    found = with_forces(replace(resting, costs=own), [ForcePart(obstacle="ground", weight=WEIGHT)])
    assert found.steps[-1] == resting.steps
    np.testing.assert_array_equal(found.instants[-1], np.eye(n))


def test_where_another_instant_is_both_weigh(resting: BodyBundle) -> None:
    """Even a final cost, where the reference still touches at the end: LQR's gains know both."""
    part, n = ForcePart(obstacle="ground", weight=WEIGHT), 2 * resting.rank
    own = resting.costs._replace(steps=np.array([7]), instants=1e9 * np.eye(n)[None])
    alone = instants_of(with_forces(resting, [part]))
    both = with_forces(replace(resting, costs=own), [part])
    assert len(set(both.steps)) == len(both.steps)
    np.testing.assert_allclose(instants_of(both)[7], alone[7] + own.instants[0])
    repeated = both._replace(
        steps=np.append(both.steps, 7), instants=np.concatenate([both.instants, own.instants])
    )  # as older bundles may have it
    np.testing.assert_allclose(instants_of(repeated)[7], alone[7] + 2 * own.instants[0])


def test_a_force_on_what_the_reference_never_touches_is_told(resting: BodyBundle) -> None:
    """It would do nothing, without a word; the one that is touched says nothing."""
    part, lifted = ForcePart(obstacle="ground", weight=WEIGHT), resting.track.states[-1:]
    away = resting.track._replace(states=np.repeat(lifted, len(resting.track.states), axis=0))
    with pytest.warns(UserWarning, match=r"control\.forces\.0\.obstacle: .* never touches 'ground'"):
        found = with_forces(replace(resting, track=away), [part])
    assert not len(found.steps)
    with catch_warnings():
        simplefilter("error")
        with_forces(resting, [part])


def test_a_force_on_what_is_not_there_is_refused() -> None:
    with pytest.raises(SceneError, match=r"control\.forces\.0\.obstacle: unknown 'wall'; there are 'plate'"):
        read_scene("press", ["control.forces=[{obstacle='wall', weight=1}]"])
    with pytest.raises(SceneError, match=r"add \[\[obstacles\]\]"):
        read_scene("beam", ["control.forces=[{obstacle='wall', weight=1}]"])
