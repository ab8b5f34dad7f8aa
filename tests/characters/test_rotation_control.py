"""Control of rotations, against matrices, the linear form, and free bodies that obey Euler's equations."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy.linalg import expm, logm
from scipy.spatial.transform import Rotation

from characters.laws.pd import linear_acceleration
from characters.laws.rotation_control import rotation_control, rotation_torque
from characters.laws.stability import StabilityWarning
from softrein.errors import ControllerError

KP, KD, DT = 400.0, 30.0, 0.02


def quaternion(vector):
    """(w, x, y, z) of the rotation about a vector (..., 3) by its length."""
    return Rotation.from_rotvec(vector).as_quat(scalar_first=True)


def product(p, q):
    """First q, then p."""
    P, Q = (Rotation.from_quat(x, scalar_first=True) for x in (p, q))
    return (P * Q).as_quat(scalar_first=True)


def unit(q):
    return np.asarray(q) / np.linalg.norm(q, axis=-1, keepdims=True)


def random_state(seed, batch=(50,)):
    random = np.random.default_rng(seed)
    rotation, target = random.standard_normal((2, *batch, 4))
    velocity, target_velocity = 3 * random.standard_normal((2, *batch, 3))
    return unit(rotation), velocity, unit(target), target_velocity


def cross_matrix(vector):
    x, y, z = vector
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def matrix(q):
    """As in textbooks: x of the vector part, w of the scalar."""
    K = cross_matrix(q[1:])
    return np.eye(3) + 2 * q[0] * K + 2 * K @ K


def by_matrices(rotation, velocity, target, target_velocity, stable):
    """The formula of the module's head, with exponentials and a logarithm of matrices."""
    ahead = expm(DT * cross_matrix(velocity)) @ matrix(rotation)
    target_ahead = expm(DT * cross_matrix(target_velocity)) @ matrix(target)
    left = logm(ahead @ target_ahead.T).real
    e = np.array([left[2, 1], left[0, 2], left[1, 0]])
    a = -KP * e - KD * (velocity - target_velocity)
    return a / (1 + KD * DT) if stable else a


@pytest.mark.parametrize("stable", [True, False])
def test_against_matrices(stable):
    state = random_state(1)
    expected = [by_matrices(*each, stable) for each in zip(*state, strict=True)]
    np.testing.assert_allclose(rotation_control(*state, KP, KD, DT, stable), expected, rtol=1e-7, atol=1e-7)


def test_batches_of_any_shape_broadcast():
    state = random_state(2, (2, 3))
    whole = rotation_control(*state, KP, KD, DT)
    assert whole.shape == (2, 3, 3)
    one = rotation_control(*(array[1, 2] for array in state), KP, KD, DT)
    np.testing.assert_allclose(whole[1, 2], one, rtol=1e-12)
    still = rotation_control(state[0], state[1], [1.0, 0, 0, 0], np.zeros(3), [KP, KP, 2 * KP], KD, DT)
    once = rotation_control(state[0][0, 2], state[1][0, 2], [1.0, 0, 0, 0], np.zeros(3), 2 * KP, KD, DT)
    np.testing.assert_allclose(still[0, 2], once, rtol=1e-12)


@pytest.mark.parametrize("angle", [0.0, 1e-300, 1e-12, 1e-8, 1e-4, 1.0, np.pi - 1e-9])
def test_errors_of_every_size_are_seen(angle):
    axis = np.array([0.48, 0.6, -0.64])
    a = rotation_control(
        quaternion(angle * axis), np.zeros(3), [1, 0, 0, 0], np.zeros(3), 1.0, 0.0, DT, False
    )
    np.testing.assert_allclose(-a, angle * axis, rtol=1e-12, atol=1e-15 * (angle > 1))


def test_a_quaternion_and_its_negative_are_one_rotation():
    rotation, velocity, target, target_velocity = random_state(3)
    half = np.array([0.0, 0.0, -0.6, 0.8])  # exactly half a turn, where both ways are equally long
    rotation[0], target[0], velocity[0], target_velocity[0] = half, (1, 0, 0, 0), 0, 0
    one = rotation_control(rotation, velocity, target, target_velocity, KP, KD, DT)
    for signs in ((-1, 1), (1, -1), (-1, -1)):
        other = rotation_control(
            signs[0] * rotation, velocity, signs[1] * target, target_velocity, KP, KD, DT
        )
        np.testing.assert_array_equal(one, other)


def test_it_turns_the_short_way():
    at = quaternion([0, 0, np.radians(170.0)])
    target = quaternion([0, 0, np.radians(-170.0)])
    a = rotation_control(at, np.zeros(3), target, np.zeros(3), KP, KD, DT, stable=False)
    np.testing.assert_allclose(a, [0, 0, KP * np.radians(20.0)], atol=1e-9)


def test_right_handed_about_axes_of_the_world():
    """A quarter turn about z takes x to y; a body that lies on its side still turns about the world's z."""
    side = quaternion([np.pi / 2, 0, 0])
    quarter = quaternion([0, 0, np.pi / 2])
    np.testing.assert_allclose(matrix(quarter) @ [1.0, 0, 0], [0, 1, 0], atol=1e-15)
    target = product(quarter, side)
    a = rotation_control(side, np.zeros(3), target, np.zeros(3), KP, KD, DT, stable=False)
    np.testing.assert_allclose(a, [0, 0, KP * np.pi / 2], atol=1e-9)
    forward = rotation_control(side, [0, 0, 1.0], target, np.zeros(3), KP, 0.0, DT, stable=False)
    np.testing.assert_allclose(forward, [0, 0, KP * (np.pi / 2 - DT)], atol=1e-9)  # closer, a step later


def test_left_handed_data_must_be_mirrored_as_documented():
    state = random_state(4)
    turn, vector = np.array([1, -1, -1, 1]), np.array([-1, -1, 1])  # of quaternions, of angular velocities
    a = rotation_control(*state, KP, KD, DT)
    mirrored = rotation_control(
        state[0] * turn, state[1] * vector, state[2] * turn, state[3] * vector, KP, KD, DT
    )
    np.testing.assert_allclose(mirrored, a * vector, rtol=1e-9, atol=1e-9)
    trap = rotation_control(
        state[0] * turn, -state[1] * vector, state[2] * turn, -state[3] * vector, KP, KD, DT
    )
    assert np.abs(trap - a * vector).max() > 10  # velocities mirrored like positions


@pytest.mark.parametrize("stable", [True, False])
def test_about_one_axis_it_is_the_linear_form(stable):
    """Exactly, whatever the angle below half a turn: small angles are nothing special."""
    axis = np.array([0.48, 0.6, -0.64])
    p, v, target, w = np.random.default_rng(5).uniform(-1, 1, (4, 20, 1))
    turned = [quaternion(x * axis) for x in (p, target)]
    a = rotation_control(turned[0], v * axis, turned[1], w * axis, KP, KD, DT, stable)
    linear = linear_acceleration(p, v, target, w, KP, KD, DT, stable=stable)
    np.testing.assert_allclose(a, linear * axis, rtol=1e-9, atol=1e-9)


def test_small_angles_about_different_axes_add_up():
    """What is left over a linear law in each component is of second order."""
    random = np.random.default_rng(6)
    p, v, target, w = random.standard_normal((4, 30, 3))
    off = []
    for size in (1e-2, 1e-3):
        turned = [quaternion(size * x) for x in (p, target)]
        a = rotation_control(turned[0], size * v, turned[1], size * w, KP, KD, DT)
        linear = linear_acceleration(size * p, size * v, size * target, size * w, KP, KD, DT)
        off.append(np.abs(a - linear).max())
    assert np.log10(off[0] / off[1]) == pytest.approx(2, abs=0.1)


@pytest.mark.parametrize("gyroscopic", [True, False])
def test_torque_is_the_inertia_tensor_times_the_acceleration(gyroscopic):
    state = random_state(7)
    inertia, frame = np.array([0.2, 1.0, 3.0]), unit([0.3, -0.5, 0.7, 0.1])
    P = np.array([matrix(q) @ matrix(frame) for q in state[0]])
    tensor = P @ np.diag(inertia) @ np.swapaxes(P, -1, -2)
    expected = np.einsum("...ij,...j", tensor, rotation_control(*state, KP, KD, DT))
    if gyroscopic:
        expected += np.cross(state[1], np.einsum("...ij,...j", tensor, state[1]))
    torque = rotation_torque(*state, KP, KD, DT, inertia, 2 * frame, gyroscopic=gyroscopic)
    np.testing.assert_allclose(torque, expected, rtol=1e-9, atol=1e-9)


def final_state(kp, kd, stable, steps, gyroscopic=True, target_velocity=(0.0, 0.0, 0.0)):
    """Errors of angle and velocity of free bodies, by Euler's equations in semi-implicit Euler steps."""
    inertia, frame = np.array([0.2, 1.0, 1.1]), unit([0.3, -0.5, 0.7, 0.1])
    q, v, target, _ = random_state(8, (20,))
    w_target = np.broadcast_to(np.array(target_velocity), v.shape)
    for _ in range(steps):
        torque = rotation_torque(
            q, v, target, w_target, kp, kd, DT, inertia, frame, stable, gyroscopic=gyroscopic
        )
        axes = Rotation.from_quat(product(q, frame), scalar_first=True)
        free = torque - np.cross(v, axes.apply(inertia * axes.inv().apply(v)))
        v = v + DT * axes.apply(axes.inv().apply(free) / inertia)
        q = product(quaternion(DT * v), q)
        target = product(quaternion(DT * w_target), target)
        if not np.abs(v).max() < 1e9:
            return np.inf, np.inf
    left = Rotation.from_quat(product(q, target * [1, -1, -1, -1]), scalar_first=True).as_rotvec()
    return np.abs(left).max(), np.abs(v - w_target).max()


@pytest.mark.parametrize("kp", [1e3, 1e6, 1e12])
def test_a_free_body_comes_to_rest_at_huge_gains(kp):
    angle, velocity = final_state(kp, 2 * kp * DT, True, 500)
    assert angle < 1e-6
    assert velocity < 1e-4


def test_a_free_body_follows_a_turning_target():
    angle, velocity = final_state(1e6, 2e6 * DT, True, 500, target_velocity=(0.5, -1.0, 2.0))
    assert angle < 1e-6
    assert velocity < 1e-4


def test_the_write_ups_form_never_comes_to_rest_at_gains_that_the_stable_form_bears():
    kp = 10 / DT**2  # kp dt² = 10
    assert final_state(kp, 2 * kp * DT, True, 500)[0] < 1e-6
    assert final_state(kp, 2 * kp * DT, False, 500)[1] > 100


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"rotation": np.zeros(4)}, "quaternion"),
        ({"target": np.zeros(3)}, "quaternion"),
        ({"velocity": np.zeros(2)}, "velocity"),
        ({"kp": -1.0}, "kp"),
        ({"dt": 0.0}, "dt"),
        ({"inertia": [1.0, 0.0, 1.0]}, "inertia"),
        ({"rotation": np.ones((5, 4)), "velocity": np.zeros((3, 3))}, "shapes of the arguments do not fit"),
        ({"rotation": np.ones((5, 4)), "kp": np.ones(4)}, "shapes of the arguments do not fit"),
        ({"rotation": np.ones((5, 4)), "frame": np.ones((4, 4))}, "rotation_torque: the shapes"),
        ({"rotation": np.ones((5, 4)), "inertia": np.ones((2, 3))}, "rotation_torque: the shapes"),
        ({"velocity": [0.0, np.nan, 0.0]}, "velocity must be finite"),
    ],
)
def test_what_makes_no_sense_is_refused(changed, said):
    still = {"rotation": [1.0, 0, 0, 0], "velocity": np.zeros(3), "target": [1.0, 0, 0, 0]}
    rest = {"target_velocity": np.zeros(3), "kp": 1.0, "kd": 1.0, "dt": 0.1, "inertia": np.ones(3)}
    with pytest.raises(ControllerError, match=said):
        rotation_torque(**{**still, **rest, **changed})


@pytest.mark.parametrize("stable", [True, False])
def test_gains_are_checked_for_the_integrator_that_is_named(stable):
    still = ([1.0, 0, 0, 0], np.zeros(3), [1.0, 0, 0, 0], np.zeros(3))
    kp, kd, dt = 1e4, 100.0, 1 / 60  # neither 4 + 2 kd dt - 3 kp dt² nor 4 - 2 kd dt - 3 kp dt² is positive
    with pytest.warns(StabilityWarning, match="semi-implicit Euler") as caught:
        rotation_control(*still, kp, kd, dt, stable, integrator="semi-implicit")
    assert caught[0].filename == __file__
    with pytest.warns(StabilityWarning) as caught:
        rotation_torque(*still, kp, kd, dt, np.ones(3), stable=stable, integrator="semi-implicit")
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rotation_control(*still, kp, kd, dt, stable)
        rotation_control(*still, 100.0, 10.0, dt, stable, integrator="semi-implicit")
