"""Key-frames in time: the law against its own solution, the coupled equations of motion, and its limits."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

pytest.importorskip("mujoco")

from characters.plants.articulated import Articulated
from characters.plants.timed_control import (
    COMPENSATIONS,
    MARGIN,
    ConstantControl,
    KeyFrame,
    TimedControl,
    inboard,
    run_key_frames,
)
from softrein.errors import ControllerError, SimulationError

N = 3.8897  # time constants for nine tenths, (1 + N) exp(-N) = 0.1
LINK = '<geom type="capsule" fromto="0 0 0 {end}" size="0.03" density="1000" contype="0" conaffinity="0"/>'


def model(bodies: str, gravity: float = 0.0) -> str:
    return f'<mujoco><option gravity="0 0 {-gravity}"/><worldbody>{bodies}</worldbody></mujoco>'


def chain(axes: list[str], gravity: float = 0.0) -> str:
    """Rods of 0.3 m, each hanging from the tip of the one before."""
    bodies = "".join(
        f'<body name="b{i}" pos="0 0 {-0.3 if i else 0}"><joint name="j{i}" type="hinge" axis="{axis}"/>'
        + LINK.format(end="0 0 -0.3")
        for i, axis in enumerate(axes)
    )
    return model(bodies + "</body>" * len(axes), gravity)


def wheels(axes: list[str]) -> str:
    """Balls about one point: all centres lie on all axes, so no link carries another's along."""
    bodies = "".join(
        f'<body name="b{i}"><joint name="j{i}" type="hinge" axis="{axis}"/>'
        f'<inertial pos="0 0 0" mass="1" diaginertia="{0.2 + 0.1 * i} {0.2 + 0.1 * i} {0.2 + 0.1 * i}"/>'
        for i, axis in enumerate(axes)
    )
    return model(bodies + "</body>" * len(axes))


PLANAR, SPATIAL = ["0 1 0"] * 3, ["0 1 0", "0.6 0.8 0", "1 0 0.2"]


def test_a_free_joint_follows_the_power_law():
    plant = Articulated(wheels(["0 0 1"]), 0.001)
    control = TimedControl(plant, [KeyFrame(0.8, np.array([1.0]))], implicit=False)
    run = run_key_frames(control, 0.8)
    # e = a T^p + b T^s of e'' + 2 n/T e' + n^2/T^2 e = 0, from rest at e = -1
    p, s = N + 0.5 - np.sqrt(N + 0.25), N + 0.5 + np.sqrt(N + 0.25)
    T = np.maximum(0.8 - run.times, 0.0) / 0.8
    expected = -(s * T**p - p * T**s) / (s - p)
    assert np.abs(run.q[:, 0] - 1.0 - expected).max() < 5e-3  # semi-implicit Euler, first order in dt
    assert abs(run.q[-1, 0] - 1.0) < 1e-3
    assert abs(run.v[-1, 0]) < 0.05


def test_the_printed_law_arrives_with_the_opposite_velocity():
    # Equation (4) as printed, on one joint, against what the head of the module says of it.
    wanted = 1.5

    def law(t: float, x: np.ndarray) -> list[float]:
        rate = N / (1.0 - t)
        return [x[1], -(rate**2) * x[0] + 2 * rate * (wanted - x[1])]

    end = solve_ivp(law, (0.0, 1 - 1e-4), [-1.0, 0.0], rtol=1e-9, atol=1e-12).y[:, -1]
    assert abs(end[0]) < 1e-3
    assert end[1] == pytest.approx(-2 * wanted / (N - 2), rel=1e-2)


@pytest.mark.parametrize("implicit", [False, True])
@pytest.mark.parametrize("compensation", COMPENSATIONS)
def test_key_frames_are_reached_in_time_with_their_velocities(compensation, implicit):
    plant = Articulated(chain(SPATIAL[:2], gravity=9.81), 0.002)
    keys = [
        KeyFrame(0.5, np.array([0.8, -0.3]), np.array([1.5, -1.0])),
        KeyFrame(0.9, np.array([0.2, 0.9])),
    ]
    control = TimedControl(plant, keys, compensation=compensation, implicit=implicit)
    run = run_key_frames(control, 1.1)
    for key in keys:
        k = run.at(key.time)
        assert np.abs(run.q[k] - key.q).max() < np.radians(1.0)
        assert np.abs(run.v[k] - key.velocity).max() < 0.25
    assert np.abs(run.q[-1] - keys[-1].q).max() < np.radians(0.5)  # and stays


def accelerations(plant: Articulated, control: TimedControl) -> np.ndarray:
    """What the coupled equations of motion make of the controller's torque."""
    return np.linalg.solve(plant.mass_matrix(), control.torque() - plant.bias())


@pytest.mark.parametrize("axes", [PLANAR, SPATIAL])
@pytest.mark.parametrize("compensation", ["coupled", "whole"])
def test_an_inboard_joint_alone_leaves_the_others_still(axes, compensation):
    plant = Articulated(chain(axes, gravity=9.81), 0.001)
    rng = np.random.default_rng(3)
    start = rng.uniform(-0.8, 0.8, 3)
    plant.set_state(start)
    goal = start + [0.5, 0.0, 0.0]
    control = TimedControl(plant, [KeyFrame(1.0, goal)], compensation=compensation, implicit=False)
    np.testing.assert_allclose(accelerations(plant, control), [0.5 * N**2, 0, 0], rtol=1e-4, atol=1e-8)
    without = TimedControl(plant, [KeyFrame(1.0, goal)], compensation="none", implicit=False)
    assert np.abs(accelerations(plant, without)[1:]).max() > 1.0


@pytest.mark.parametrize("compensation", ["angular", "coupled"])
def test_the_parents_share_is_counted_once_with_a_plus(compensation):
    # No link carries another's centre along, so turning is all there is, and (8), (9) are exact:
    # the torque on link i must be its moment times the whole acceleration along its axis.
    plant = Articulated(wheels(SPATIAL), 0.001)
    plant.set_state([0.4, -0.7, 0.3])
    goal = plant.q + [0.5, -0.2, 0.4]
    control = TimedControl(plant, [KeyFrame(1.0, goal)], compensation=compensation, implicit=False)
    torque, wanted, mass = control.torque(), control.wanted, plant.mass_matrix()
    np.testing.assert_allclose(torque, np.tril(mass) @ wanted, rtol=1e-6)


def test_the_whole_mass_matrix_gives_what_was_wanted():
    plant = Articulated(chain(SPATIAL, gravity=9.81), 0.001)
    plant.set_state([0.3, 0.5, -0.4], [1.0, -2.0, 0.5])
    control = TimedControl(
        plant, [KeyFrame(0.7, np.array([0.1, 0.2, 0.9]))], compensation="whole", implicit=False
    )
    got = accelerations(plant, control)
    np.testing.assert_allclose(got, control.wanted, rtol=1e-6)


@pytest.mark.parametrize("implicit", [True, False])
def test_torques_that_acted_are_those_that_made_the_motion(implicit: bool):
    """Also under stable PD, whose step solves for a part of them."""
    plant = Articulated(chain(SPATIAL, gravity=9.81), 0.005)
    plant.set_state([0.3, 0.5, -0.4], [1.0, -2.0, 0.5])
    control = TimedControl(plant, [KeyFrame(0.3, np.array([0.1, 0.2, 0.9]))], implicit=implicit)
    run = run_key_frames(control, 0.2)
    for k in range(len(run.times) - 1):
        plant.set_state(run.q[k], run.v[k])
        moved = plant.mass_matrix() @ (run.v[k + 1] - run.v[k]) / plant.dt + plant.bias()
        np.testing.assert_allclose(run.acted[k], moved, atol=1e-6 * np.abs(moved).max())
    assert (np.abs(run.acted - run.torque).max() > 0.01) == implicit


def test_torques_stay_within_limits_of_both_signs_and_say_so():
    plant = Articulated(chain(PLANAR), 0.001)
    goal = np.array([1.0, -1.5, 0.0])
    control = TimedControl(plant, [KeyFrame(0.2, goal)], limits=np.array([3.0, 1.0, 50.0]), shortest=0.15)
    run = run_key_frames(control, 0.2)
    assert run.torque[:, 0].max() == 3.0
    assert run.torque[:, 1].min() == -1.0
    assert np.all(np.abs(run.torque) <= [3.0, 1.0, 50.0])
    assert set(control.limited()) == {"j0", "j1"}
    assert 0 < control.limited()["j0"] <= 0.201
    assert np.abs(run.q[-1] - goal).max() > 0.1  # not strong enough to be in time


def test_a_clipped_parent_hands_on_what_is_left_of_it():
    plant = Articulated(chain(PLANAR), 0.001)
    plant.set_state([0.2, 0.3, 0.4])
    goal = plant.q + [0.8, 0.0, 0.0]
    control = TimedControl(
        plant, [KeyFrame(0.3, goal)], limits=np.array([2.0, np.inf, np.inf]), implicit=False
    )
    got = accelerations(plant, control)
    np.testing.assert_allclose(got[0], 2.0 / plant.joint_moments()[0], rtol=1e-6)
    np.testing.assert_allclose(got[1:], 0.0, atol=1e-8)


def test_gravity_hangs_by_what_the_gains_allow():
    goal = np.array([0.9])
    hanging = {}
    for gravity in (True, False):
        plant = Articulated(chain(["0 1 0"], gravity=9.81), 0.002)
        plant.set_state(goal)
        control = TimedControl(plant, [KeyFrame(0.2, goal)], shortest=0.2, gravity=gravity)
        run = run_key_frames(control, 1.5)
        hanging[gravity] = goal[0] - run.q[-1, 0]
        expected = plant.bias()[0] / control.ks[0]
    assert abs(hanging[True]) < 1e-9
    assert hanging[False] == pytest.approx(expected, rel=1e-6)
    assert hanging[False] > np.radians(3)


def test_the_shortest_time_of_one_joint_is_known():
    plant = Articulated(wheels(["0 0 1"]), 0.004)
    control = TimedControl(plant, [KeyFrame(1.0, np.array([0.3]))], implicit=False)
    # z^2 - (2 - 2 r - r^2) z + 1 - 2 r has a root at -1 where r^2 + 4 r = 4, r = dt / l
    assert control.shortest / MARGIN == pytest.approx(N * 0.004 / (np.sqrt(8) - 2), rel=0.03)


@pytest.mark.parametrize("compensation", COMPENSATIONS)
def test_the_shortest_time_divides_stable_from_unstable(compensation):
    goal = np.array([0.1, -0.3, 0.2])
    bound = TimedControl(
        Articulated(chain(PLANAR), 0.004), [KeyFrame(0.1, goal)], compensation=compensation, implicit=False
    )
    moved = {}
    for share in (0.9, 1.1):
        plant = Articulated(chain(PLANAR), 0.004)
        plant.set_state(goal + 1e-6)
        time = share * bound.shortest / MARGIN
        control = TimedControl(
            plant, [KeyFrame(0.1, goal)], shortest=time, compensation=compensation, implicit=False
        )
        try:
            moved[share] = np.abs(run_key_frames(control, 0.8).q[-1] - goal).max()
        except SimulationError:
            moved[share] = np.inf
    assert moved[1.1] < 1e-6
    assert moved[0.9] > 1e-5


def test_implicit_steps_take_shorter_times():
    plant = Articulated(chain(PLANAR), 0.005)
    explicit, implicit = (
        TimedControl(plant, [KeyFrame(1.0, np.zeros(3))], implicit=i) for i in (False, True)
    )
    assert implicit.shortest < 0.2 * explicit.shortest


def test_implicit_torques_are_those_of_stable_pd():
    plant = Articulated(chain(PLANAR), 0.01)
    plant.set_state([0.1, 0.2, -0.3], [1.0, -2.0, 0.5])
    goal, arriving = np.array([0.5, -0.4, 0.2]), np.array([0.3, 0.7, -0.2])
    keys = [KeyFrame(0.6, goal, arriving)]
    control = TimedControl(plant, keys, compensation="none", gravity=False, implicit=True)
    torque = control.torque()
    target_next = goal - 0.59 * arriving
    expected = control.ks * (target_next - plant.q - 0.01 * plant.v) + control.kd * (arriving - plant.v)
    np.testing.assert_allclose(torque, expected, rtol=1e-10)
    np.testing.assert_allclose(control.added_mass, 0.01 * control.kd)
    np.testing.assert_allclose(control.kd**2, 4 * plant.joint_moments() * control.ks, rtol=1e-6)  # critical


def test_single_links_are_too_light():
    plant = Articulated(chain(PLANAR), 0.001)
    control = TimedControl(plant, [KeyFrame(0.5, np.ones(3))], moments="single", compensation="none")
    whole = TimedControl(plant, [KeyFrame(0.5, np.ones(3))], compensation="none")
    control.torque(), whole.torque()
    assert np.all(control.ks[:2] < 0.5 * whole.ks[:2])
    assert control.ks[2] == pytest.approx(whole.ks[2])


def test_who_is_inboard_of_whom():
    leaf = '<body name="{0}"><joint name="{0}"/>' + LINK.format(end="0 0 1")
    xml = model(
        leaf.format("root") + leaf.format("left") + "</body>" + leaf.format("right") + "</body></body>"
    )
    found = inboard(Articulated(xml, 0.01))
    assert found.tolist() == [[False] * 3, [True, False, False], [True, False, False]]


def test_constant_gains_are_plain_pd_towards_the_next_pose():
    plant = Articulated(wheels(["0 0 1"]), 0.001)
    keys = [KeyFrame(0.5, np.array([1.0])), KeyFrame(1.0, np.array([-1.0]))]
    control = ConstantControl(plant, keys, np.array([4.0]), np.array([2.0]), implicit=False)
    run = run_key_frames(control, 0.6)
    np.testing.assert_allclose(run.torque[run.at(0.4)], 4 * (1 - run.q[400]) - 2 * run.v[400])
    np.testing.assert_allclose(run.torque[run.at(0.55)], 4 * (-1 - run.q[550]) - 2 * run.v[550])


def test_wrong_input_is_refused():
    plant = Articulated(chain(PLANAR), 0.01)
    key = KeyFrame(1.0, np.zeros(3))
    with pytest.raises(ControllerError, match="in order"):
        TimedControl(plant, [key, key])
    with pytest.raises(ControllerError, match="3 entries"):
        TimedControl(plant, [KeyFrame(1.0, np.zeros(2))])
    with pytest.raises(ControllerError, match="moments"):
        TimedControl(plant, [key], moments="no")
    with pytest.raises(ControllerError, match="limits"):
        TimedControl(plant, [key], limits=np.array([1.0, 0.0, 1.0]))
    with pytest.raises(ControllerError, match=r"shape \(2,\); the plant has 3"):
        TimedControl(plant, [key], limits=np.ones(2))
    with pytest.raises(ControllerError, match="j1 is not"):
        TimedControl(plant, [key], limits=np.array([1.0, np.nan, 1.0]))
    with pytest.raises(ControllerError, match="finite"):
        TimedControl(plant, [KeyFrame(1.0, np.array([0.0, np.nan, 0.0]))])
    with pytest.raises(ControllerError, match="shortest"):
        TimedControl(plant, [key], shortest=0.0)
