"""Articulated plants: each step against its formula, and motions by joints against sums over links."""

from __future__ import annotations

import sys
import warnings

import numpy as np
import pytest

from characters.laws.stability import StabilityWarning
from characters.plants.articulated import Articulated
from characters.plants.tracking import track_pd, track_stable
from softrein.errors import ControllerError, MissingPackageError, SimulationError

mujoco = pytest.importorskip("mujoco")

DT = 0.01

# Frames turned against each other, joints off their origins, two joints in one body, a slide, two branches.
TREE = """<mujoco><compiler angle="radian"/><worldbody>
<body name="trunk" pos="0 0 1" euler="0.3 -0.2 0.5">
  <joint name="sway" type="hinge" axis="0 1 0" pos="0 0.1 0.05"/>
  <joint name="tilt" type="hinge" axis="1 0.5 0"/><geom type="box" size="0.2 0.1 0.05" pos="0.1 0 0.02"/>
  <body name="arm" pos="0.3 0.1 0" euler="1 0 0.4"><joint name="bend" type="hinge" axis="0 0.6 0.8"/>
    <geom type="capsule" fromto="0 0 0 0.4 0.1 0" size="0.04"/>
    <body name="rod" pos="0.4 0.1 0" euler="0 0.7 0"><joint name="reach" type="slide" axis="1 0 1"/>
      <geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.03"/></body></body>
  <body name="leg" pos="-0.2 0 0"><joint name="kick" type="hinge" axis="0 1 0" {kick}/>
    <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.05"/></body></body>
</worldbody></mujoco>"""

# A level arm of two links with a heavy ball falling onto its end; nothing else touches.
CATCH = """<mujoco><worldbody>
<body name="upper"><joint name="shoulder" axis="0 1 0" {armature}/>
  <geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.05" contype="0" conaffinity="0"/>
  <body name="fore" pos="0.5 0 0"><joint name="elbow" axis="0 1 0" {armature}/>
    <geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.05"/></body></body>
<body name="ball" pos="0.8 0 0.14"><freejoint/>
  <geom type="sphere" size="0.1" density="3000"/></body>
</worldbody></mujoco>"""

POINT = """<mujoco><option gravity="0 0 -9.81"/><worldbody>
<body name="{name}"><joint name="swing" axis="0 1 0"/>
  <inertial pos="{first} 0 0" mass="2" diaginertia="0.1 0.2 0.3"/>
  <body pos="1 0 0"><joint name="bend" axis="0 1 0"/>
    <inertial pos="0.5 0 0" mass="3" diaginertia="0.4 0.5 0.6"/></body></body>
</worldbody></mujoco>"""


def tree(kick: str = "") -> Articulated:
    return Articulated(TREE.format(kick=kick), DT)


def catch(armature: str = "") -> Articulated:
    return Articulated(CATCH.format(armature=armature), DT)


@pytest.fixture
def rng():
    return np.random.default_rng(11)


def test_controlled_joints_are_those_that_belong_to_no_object():
    assert tree().dofs == ("sway", "tilt", "bend", "reach", "kick")
    assert catch().dofs == ("shoulder", "elbow")
    flail = CATCH.replace(
        'size="0.1" density="3000"/>', 'size="0.1"/><body><joint/><geom size="0.1"/></body>'
    )
    assert Articulated(flail.format(armature=""), DT).dofs == ("shoulder", "elbow")


def test_a_step_solves_the_equation_that_is_documented(rng):
    plant = tree()
    for added in (None, np.zeros(5), rng.uniform(0, 20, 5)):
        q, v, torque = rng.normal(size=5), rng.normal(size=5), 10 * rng.normal(size=5)
        plant.set_state(q, v)
        mass = plant.mass_matrix() + np.diag(np.zeros(5) if added is None else added)
        acceleration = np.linalg.solve(mass, torque - plant.bias())
        plant.step(torque, added)
        np.testing.assert_allclose((plant.v - v) / DT, acceleration, rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(plant.q, q + DT * plant.v, rtol=0, atol=1e-14)


def test_damping_of_the_model_is_implicit():
    plant, damping = tree('damping="50"'), np.array([0, 0, 0, 0, 50.0])
    v = np.array([0, 0, 0, 0, 3.0])
    plant.set_state(np.zeros(5), v)
    mass, bias = plant.mass_matrix() + DT * np.diag(damping), plant.bias()
    plant.step(np.zeros(5))
    np.testing.assert_allclose((plant.v - v) / DT, np.linalg.solve(mass, -bias), rtol=1e-9)


def test_mass_matrix_and_bias_are_those_of_the_present_state(rng):
    # After a step, not before it; against a second plant put into that state.
    plant, other = tree(), tree()
    plant.set_state(rng.normal(size=5), rng.normal(size=5))
    plant.step(rng.normal(size=5), np.full(5, 3.0))
    other.set_state(plant.q, plant.v)
    np.testing.assert_array_equal(plant.mass_matrix(), other.mass_matrix())
    np.testing.assert_array_equal(plant.bias(), other.bias())
    np.testing.assert_array_equal(plant.joint_moments(), other.joint_moments())


def test_contacts_see_the_added_mass_as_if_it_were_the_models_own():
    added, heavy = catch(), catch('armature="2"')
    start = ([0.0, 0.0], [1.0, -2.0])
    added.step([0, 0], [9.0, 9.0])  # nothing of another added mass may be left
    for plant, mass in ((added, [2.0, 2.0]), (heavy, None)):
        plant.place("ball", (0.8, 0, 0.14), (0, 0, -1))
        plant.set_state(*start)
        assert plant.contacts("ball")
        assert plant.contacts("fore")
        assert not plant.contacts("upper")
        for _ in range(5):
            plant.step([0.3, 0.4], mass)
    np.testing.assert_allclose(added.data.qvel, heavy.data.qvel, rtol=1e-9, atol=1e-9)
    assert added.data.qvel[4] > -1.3  # 1.49 if nothing were in its way
    light = catch()
    light.place("ball", (0.8, 0, 0.14), (0, 0, -1))
    light.set_state(*start)
    for _ in range(5):
        light.step([0.3, 0.4])
    assert np.abs(light.v - added.v).max() > 0.3


def test_added_mass_may_change_from_step_to_step(rng):
    plant, v = tree(), np.zeros(5)
    for added in (np.full(5, 1.0), np.full(5, 8.0), np.full(5, 1.0)):
        plant.set_state(np.zeros(5))
        mass, bias = plant.mass_matrix() + np.diag(added), plant.bias()
        plant.step(v, added)
        np.testing.assert_allclose(plant.v / DT, np.linalg.solve(mass, -bias), rtol=1e-9)


def test_joint_moments_are_the_diagonal_of_the_mass_matrix(rng):
    plant = tree('armature="0.7"')
    for _ in range(5):
        plant.set_state(rng.uniform(-2, 2, 5))
        armature = np.array([0, 0, 0, 0, 0.7])
        moments = plant.joint_moments()
        np.testing.assert_allclose(moments, plant.mass_matrix().diagonal() - armature, rtol=1e-12)
        assert np.all(plant.single_link_moments() <= moments + 1e-12)


def test_joint_moments_of_a_chain_by_hand():
    # Links of 1 m in a line along x, centres of mass amid them, axes along y.
    plant = Articulated(POINT.format(name="upper", first=0.5), DT)
    outer, inner = 0.5 + 3 * 0.5**2, 0.2 + 2 * 0.5**2
    np.testing.assert_allclose(plant.joint_moments(), [inner + 0.5 + 3 * 1.5**2, outer], rtol=1e-14)
    np.testing.assert_allclose(plant.single_link_moments(), [inner, outer], rtol=1e-14)
    plant.set_state([0.4, np.pi / 2])  # the outer link at right angles to the inner one
    np.testing.assert_allclose(plant.joint_moments()[0], inner + 0.5 + 3 * (1 + 0.5**2), rtol=1e-14)


def test_a_joint_moves_its_link_and_all_that_hangs_from_it(rng):
    """Equations (5) and (7) as a sum over links in the world's frame, each about its own centre of mass."""
    plant = tree()
    plant.set_state(rng.normal(size=5))
    model, data = plant.model, plant.data
    for joint, moment in zip(plant.joints, plant.joint_moments(), strict=True):
        hanging = [int(model.jnt_bodyid[joint])]
        for body in range(hanging[0] + 1, model.nbody):
            if model.body_parentid[body] in hanging:
                hanging.append(body)
        total, axis = 0.0, data.xaxis[joint]
        for body in hanging:
            R = data.ximat[body].reshape(3, 3)
            about_centre = axis @ R @ np.diag(model.body_inertia[body]) @ R.T @ axis
            aside = np.cross(data.xipos[body] - data.xanchor[joint], axis)
            hinge = model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_HINGE
            total += (
                about_centre + model.body_mass[body] * (aside @ aside) if hinge else model.body_mass[body]
            )
        assert moment == pytest.approx(total, rel=1e-12)


def test_stable_pd_is_the_papers_formula(rng):
    plant, kp, kd = tree(), rng.uniform(50, 500, 5), rng.uniform(5, 50, 5)
    q, v, target, speed = rng.normal(size=(4, 5))
    plant.set_state(q, v)
    mass, bias = plant.mass_matrix(), plant.bias()
    torque = track_stable(plant, kp, kd, target, speed)
    acceleration = (plant.v - v) / DT
    expected = -kp * (q + DT * v - target) - kd * (v + DT * acceleration - speed)
    np.testing.assert_allclose(torque, expected, rtol=1e-9)
    np.testing.assert_allclose(mass @ acceleration + bias, torque, rtol=1e-9, atol=1e-9)


def test_stable_pd_holds_where_plain_pd_diverges():
    # Kd dt is hundreds of times the least moment of inertia.
    plant, target = tree(), np.full(5, 0.2)
    for _ in range(400):
        track_stable(plant, 3e4, 3e3, target)
    np.testing.assert_allclose(plant.q, target, atol=5e-3)
    plant = tree()

    def plain() -> None:
        for _ in range(400):
            track_pd(plant, 3e4, 3e3, target, check=False)

    with pytest.raises(SimulationError, match=r"diverged at t = 0\.\d+ s, in a step of 0.01 s"):
        plain()
    assert plant.time > 0  # MuJoCo itself would have begun anew at 0


def test_plain_pd_applies_the_forces_of_the_present_state():
    plant = tree()
    plant.set_state(np.full(5, 0.3), np.full(5, -0.1))
    torque = track_pd(plant, 20.0, 2.0, np.zeros(5), np.full(5, 0.4))
    np.testing.assert_allclose(torque, -20 * 0.3 - 2 * (-0.5))
    np.testing.assert_array_equal(plant.data.qfrc_applied[:5], torque)


def mentioned(plant, track, *gains, times=3, **how):
    """Warnings of some steps."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(times):
            track(plant, *gains, np.zeros(len(plant.dofs)), **how)
    return [(str(each.message), each.category, each.filename) for each in caught]


def test_gains_that_the_integrator_cannot_bear_are_warned_of_once():
    plant = tree()
    kp = np.array([1e5, 1e5, 1e5, 1e5, 1e5])
    kd = np.array([2.0, 2.0, 2.0, 2.0, 0.1]) * kp * DT  # the last one has too little
    ((said, kind, where),) = mentioned(plant, track_stable, kp, kd)
    assert kind is StabilityWarning
    assert where == __file__
    assert said.startswith("joint 'kick'")
    assert "stable PD under semi-implicit Euler needs 4 mass + 2 kd dt - 3 kp dt² > 0" in said
    assert not mentioned(plant, track_stable, kp, kd)  # the same gains again
    assert not mentioned(tree(), track_stable, kp, kd, check=False)
    assert not mentioned(tree(), track_stable, kp, 1.5 * kp * DT)
    assert not mentioned(tree(), track_stable, kp * 1e-6, kd * 0.0)  # little enough for these masses
    assert not mentioned(tree('damping="2000"'), track_stable, kp, kd)  # the model's own damping counts


def test_plain_pd_is_warned_of_where_its_steps_grow():
    assert not mentioned(tree(), track_pd, 20.0, 2.0)
    ((said, *_),) = mentioned(tree(), track_pd, 3e3, 3e2, times=1)
    assert "plain PD under semi-implicit Euler needs 4 mass - 2 kd dt - kp dt² > 0" in said
    assert not mentioned(tree(), track_pd, 3e3, 3e2, times=1, check=False)


def test_gains_of_every_step_another_do_not_warn_for_ever():
    plant, said = tree(), []
    for k in range(20):
        plant.set_state(np.zeros(5))
        said += mentioned(plant, track_stable, 1e5 + k, 1.0, times=1)
    assert 1 <= len(said) <= 4


@pytest.mark.parametrize("track", [track_stable, track_pd])
@pytest.mark.parametrize(
    ("kp", "kd", "what"), [(-1.0, 1.0, "kp"), (1.0, [1, 1, -1, 1, 1], "kd"), (np.nan, 1, "kp")]
)
def test_negative_gains_are_refused(track, kp, kd, what):
    with pytest.raises(ControllerError, match=f"{what} must be finite and not negative"):
        track(tree(), kp, kd, np.zeros(5), check=False)


def test_where_stable_pd_diverges_it_is_not_recommended_and_its_condition_is():
    plant = tree()

    def low_damping() -> None:
        for _ in range(3000):
            track_stable(plant, 1e6, 1e3, np.full(5, 0.2), check=False)

    with pytest.raises(SimulationError, match=r"kd >= 1.5 kp dt") as caught:
        low_damping()
    assert "or stable PD" not in str(caught.value)


def test_state_goes_in_and_out_as_copies():
    plant = catch()
    plant.place("ball", (5, 6, 7), (1, 2, 3))
    ball = plant.data.qpos[2:].copy()
    plant.set_state([0.1, 0.2], [0.3, 0.4])
    plant.q[:], plant.v[:] = 9, 9
    np.testing.assert_array_equal([plant.q, plant.v], [[0.1, 0.2], [0.3, 0.4]])
    np.testing.assert_array_equal(plant.data.qpos[2:], ball)
    np.testing.assert_array_equal(plant.data.qvel[2:5], [1, 2, 3])
    np.testing.assert_allclose(plant.data.body("ball").xpos, [5, 6, 7])
    plant.set_state([0.1, 0.2])
    np.testing.assert_array_equal(plant.v, [0, 0])
    assert not plant.contacts("ball")


def test_recording_holds_every_coordinate_and_the_models_text():
    plant = catch()
    with pytest.raises(ControllerError, match="nothing was recorded"):
        plant.recording()
    for _ in range(3):
        plant.record()
        plant.step([0, 0])
    kept = plant.recording(shown=(0.01,))
    np.testing.assert_allclose(kept.times, [0, DT, 2 * DT])
    assert kept.coordinates.shape == (3, 9)
    assert mujoco.MjModel.from_xml_string(kept.xml).nq == 9
    with pytest.raises(ControllerError, match="no camera 'front'"):
        plant.recording(camera="front")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<mujoco", "not well-formed"),
        ("<mujoco/>" + " " * 1_000_000, "1000009 characters"),
        ('<mujoco><include file="/etc/passwd"/></mujoco>', "<include>"),
        ('<mujoco><compiler meshdir="/"/></mujoco>', "meshdir"),
        ('<mujoco><asset><mesh file="a.stl"/></asset></mujoco>', 'file="..." in <mesh>'),
        ('<mujoco><asset><texture fileup="a.png"/></asset></mujoco>', 'fileup="..."'),
        ('<mujoco><extension><plugin plugin="x"/></extension></mujoco>', "<extension>"),
        ('<!DOCTYPE m [<!ENTITY a "b">]><mujoco/>', "document type"),
        ("<mujoco><worldbody><body/></mujoco>", "not well-formed"),
        ("<mujoco><bodies/></mujoco>", "MuJoCo does not accept the model"),
        ("<mujoco/>", "no hinge or slide"),
        (CATCH.format(armature="").replace('name="elbow"', ""), "joint of body 'fore' has no name"),
        (
            CATCH.format(armature="").replace('name="elbow" axis="0 1 0"', 'type="ball"'),
            "body 'fore' has a ball joint",
        ),
        (
            CATCH.format(armature="").replace(
                "</worldbody>", '</worldbody><actuator><motor joint="elbow"/></actuator>'
            ),
            "actuators",
        ),
    ],
)
def test_models_that_will_not_do_are_refused(text, message):
    with pytest.raises(ControllerError, match=message):
        Articulated(text, DT)


@pytest.mark.parametrize("dt", [0, -1, np.nan, np.inf])
def test_steps_that_will_not_do_are_refused(dt):
    with pytest.raises(ControllerError, match="time step"):
        Articulated(CATCH.format(armature=""), dt)


def test_arguments_that_do_not_fit_are_refused():
    plant = catch()
    for call, message in (
        (lambda: plant.step([1, 2, 3]), r"torque has shape \(3,\); the plant has 2 joints"),
        (lambda: plant.step([1, np.inf]), "torque is not finite at joint 'elbow'"),
        (lambda: plant.step([1, 2], [1, -2]), "added mass is negative at joint 'elbow'"),
        (lambda: plant.set_state([1, 2], [np.nan, 0]), "v is not finite at joint 'shoulder'"),
        (lambda: plant.place("fore", (0, 0, 0)), "'fore' has no free joint"),
        (lambda: plant.place("bat", (0, 0, 0)), "no body 'bat'"),
        (lambda: plant.place("ball", (0, 0)), "three finite numbers"),
        (lambda: track_stable(plant, 1, [1, 2, 3], 0), r"kd has shape \(3,\)"),
        (lambda: track_pd(plant, 1, 1, [[0, 0]]), r"target has shape \(1, 2\)"),
        (lambda: plant.contacts("bat"), "no body 'bat'"),
    ):
        with pytest.raises(ControllerError, match=message):
            call()


def test_without_mujoco_the_message_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    with pytest.raises(MissingPackageError, match=r"'softrein\[characters\]'"):
        tree()
