"""Motions from key poses: they go through their keys smoothly, and their velocities are their derivatives."""

from __future__ import annotations

import numpy as np
import pytest

from characters.scenes.motions import Motion
from softrein.errors import SceneError

DOFS = ("hip", "knee", "ankle", "toe")
KEYS = [
    (0.5, {"hip": 0.1}),
    (0.8, {"hip": -0.4, "knee": 1.2}),
    (1.0, {"knee": 0.3}),
    (1.3, {"hip": 0.9, "knee": 0.0}),
    (2.0, {"ankle": -0.2}),
]


@pytest.fixture(name="motion")
def _motion() -> Motion:
    return Motion(DOFS, KEYS, rest={"ankle": 0.3, "toe": -0.1})


def test_goes_through_every_key_and_moves_nothing_else(motion):
    for time, angles in KEYS:
        position, _ = motion.at(time)
        for name, angle in angles.items():
            assert position[DOFS.index(name)] == pytest.approx(angle, abs=1e-12)
    assert motion.at(0.5)[0] == pytest.approx([0.1, 0.0, 0.3, -0.1])
    assert all(motion.at(time)[0][3] == pytest.approx(-0.1, abs=1e-12) for time in np.linspace(0, 3, 40))


def test_velocity_is_the_derivative_of_the_position(motion):
    step = 1e-6
    for time in np.linspace(0.51, 1.99, 83):
        slope = (motion.at(time + step)[0] - motion.at(time - step)[0]) / (2 * step)
        assert motion.at(time)[1] == pytest.approx(slope, abs=1e-6)


def test_acceleration_does_not_jump_at_a_key(motion):
    step = 1e-5
    for time in motion.times:
        before = (motion.at(time)[1] - motion.at(time - step)[1]) / step
        after = (motion.at(time + step)[1] - motion.at(time)[1]) / step
        assert np.abs(after - before).max() < 0.1  # of accelerations up to 100: they are 0 at keys


def test_turns_round_at_its_extremes_and_does_not_stop_in_passing(motion):
    assert motion.at(0.8)[1][0] == pytest.approx(0.0, abs=1e-12)  # the hip turns here
    knee = np.array([motion.at(time)[0][1] for time in np.linspace(0.8, 1.3, 200)])
    assert (np.diff(knee) < 0).all()
    assert motion.at(1.0)[1][1] < -1  # and the knee passes


def test_holds_still_outside(motion):
    for time in (0.0, 0.5, 2.0, 9.0):
        assert np.array_equal(motion.at(time)[1], np.zeros(4))
    assert np.array_equal(motion.at(9.0)[0], motion.at(2.0)[0])


@pytest.mark.parametrize(
    "keys",
    [[(0.0, {})], [(1.0, {}), (0.0, {})], [(0.0, {}), (0.0, {})], [(0.0, {}), (1.0, {"tail": 0.0})]],
)
def test_refuses_keys_that_make_no_motion(keys):
    with pytest.raises(SceneError, match="key"):
        Motion(DOFS, keys)
