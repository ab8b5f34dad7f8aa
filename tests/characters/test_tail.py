"""Key-frames by two stable PD controllers: the gains, the mouse, and the study's results."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("mujoco")

from characters.plants.articulated import Articulated
from characters.scenes.tail import LINKS, ROOT, mouse, scene
from characters.studies.tail import study
from characters.studies.tail_motion import (
    DAMPING,
    TIME_STEP,
    KeyFrames,
    Motion,
    blend,
    default_keys,
    linear_profile,
    met,
    passed,
    profile,
    simulate,
    spline,
    supported_mass,
)
from softrein.errors import ControllerError

SLIDER = """<mujoco><option gravity="0 0 0"/><worldbody><body><joint name="x" type="slide" axis="1 0 0"/>
<geom type="sphere" size="0.1" mass="2.5"/></body></worldbody></mujoco>"""


@pytest.fixture(scope="module")
def plant():
    return Articulated(mouse(), TIME_STEP)


@pytest.fixture(scope="module")
def keys(plant):
    whole = default_keys(len(plant.dofs), interval=2.0)
    return KeyFrames(whole.times[:4], whole.poses[:4])


@pytest.fixture(scope="module")
def strong(plant, keys):
    return simulate(plant, keys, 4000.0)


@pytest.mark.parametrize(
    ("a", "last", "coming"), [(0.0, 1.0, 0.005), (1.0, 0.0, 1.005), (0.5, 2**-24, 0.005)]
)
def test_the_profile_is_the_printed_one(a, last, coming):
    assert profile(a) == pytest.approx((last, coming), rel=1e-4, abs=1e-12)


def test_how_far_a_motion_passes_a_key_frame_before_it_is_due():
    """There and 30 % farther, then back in time; between poses that differ by a turn alone nothing counts."""
    keys = KeyFrames(np.array([0.0, 2.0, 4.0, 6.0]), np.zeros((4, 6)))
    keys.poses[1:, 0], keys.poses[3, 3] = 2.0, 1.0
    keys.poses[3, 1] = -4.0
    times = np.linspace(0.0, 6.0, 61)
    poses = np.zeros((61, 6))
    poses[:, 0] = np.interp(times, [0.0, 1.0, 2.0], [0.0, 2.6, 2.0])
    poses[:, 1] = np.interp(times, [4.0, 6.0], [0.0, -3.0])  # not even there: it passes nothing
    keys.poses[2, 4] = 0.5
    assert passed(Motion(times, poses), keys) == pytest.approx([0.3, 0.0])
    assert np.isnan(passed(Motion(times[:50], poses[:50], 4.9), keys)).tolist() == [False, True]


@pytest.mark.parametrize("fade", [profile, linear_profile])
def test_one_controller_pulls_as_both_do(fade):
    rng = np.random.default_rng(3)
    keys = KeyFrames(np.array([0.0, 1.0, 4.0]), rng.normal(size=(3, 5)))
    place = rng.normal(size=5)
    for time, i in ((0.2, 0), (0.97, 0), (1.0, 1), (3.1, 1)):
        last, coming = fade((time - keys.times[i]) / (keys.times[i + 1] - keys.times[i]))
        both = -last * (place - keys.poses[i]) - coming * (place - keys.poses[i + 1])
        gain, target = blend(keys, time, fade)
        np.testing.assert_allclose(-gain * (place - target), both, atol=1e-13)


def test_after_the_last_key_frame_it_holds_with_the_full_gain():
    keys = KeyFrames(np.array([0.0, 1.0]), np.array([[0.0], [2.0]]))
    gain, target = blend(keys, 1.5)
    assert (gain, target) == (1.0, 2.0)


def test_each_joint_supports_what_hangs_from_it(plant):
    mass = supported_mass(plant)
    own = np.array([plant.model.body(f"tail{k}").mass[0] for k in range(LINKS)])
    np.testing.assert_allclose(mass[: len(ROOT)], plant.model.body_mass.sum())
    np.testing.assert_allclose(mass[len(ROOT) :: 2], own[::-1].cumsum()[::-1])
    np.testing.assert_allclose(mass[len(ROOT) + 1 :: 2], own[::-1].cumsum()[::-1])


def test_a_slider_follows_the_formula_step_by_step():
    dt, mass, strength = 0.05, 2.5, 200.0
    keys = KeyFrames(np.array([0.0, 1.0, 2.0]), np.array([[0.0], [1.0], [0.5]]))
    motion = simulate(Articulated(SLIDER, dt), keys, strength)
    q, v = 0.0, 0.0
    for step in range(len(motion.times) - 1):
        part, target = blend(keys, (step + 1) * dt)
        kp = part * strength * mass
        kd = DAMPING * dt * kp
        v += dt * (-kp * (q + dt * v - target[0]) - kd * v) / (mass + kd * dt)  # equation (8)
        q += dt * v
        assert motion.poses[step + 1, 0] == pytest.approx(q, abs=1e-10)


def test_the_tail_bends_by_the_angle_between_body_and_tip(plant):
    rng = np.random.default_rng(5)
    poses = rng.uniform(-0.3, 0.3, (6, len(plant.dofs)))
    for pose, bend in zip(poses, Motion(np.arange(6.0), poses).bend, strict=True):
        plant.set_state(pose)
        last = plant.data.body(f"tail{LINKS - 1}")
        tip = last.xpos + last.xmat.reshape(3, 3) @ [-1.2 / LINKS, 0, 0]
        line = tip - plant.data.body("tail0").xpos
        back = -plant.data.body("mouse").xmat.reshape(3, 3)[:, 0]
        assert np.cos(bend) == pytest.approx(line @ back / np.linalg.norm(line), abs=1e-12)


def test_the_spline_goes_through_the_key_frames_with_a_rigid_tail(keys):
    times = np.linspace(keys.times[0], keys.times[-1], 61)
    motion = Motion(times, spline(keys, times))
    np.testing.assert_allclose(motion.poses[::20], keys.poses, atol=1e-12)
    np.testing.assert_allclose(motion.bend, 0.0, atol=1e-7)
    assert met(motion, keys).place.max() < 1e-9


def test_large_gains_meet_the_key_frames_and_the_tail_swings(strong, keys):
    errors = met(strong, keys)
    assert errors.place.max() < 0.02
    assert np.rad2deg(errors.turn.max()) < 2.0
    assert 5.0 < np.rad2deg(strong.bend.max()) < 60.0


def test_the_printed_gains_meet_key_frames_that_leave_them_time(plant):
    whole = default_keys(len(plant.dofs))
    assert whole.times[1] == 12.0
    motion = simulate(plant, KeyFrames(whole.times[:3], whole.poses[:3]))
    errors = met(motion, KeyFrames(whole.times[:3], whole.poses[:3]))
    assert errors.place.max() < 4e-3
    assert np.rad2deg(motion.bend.max()) > 60.0


def test_the_printed_gains_are_late_when_hurried(plant, keys, strong):
    printed = met(simulate(plant, keys), keys)
    assert printed.place.mean() > 5 * met(strong, keys).place.mean()
    assert printed.nearest.mean() < 0.3 * printed.place.mean()
    assert (printed.late > 0.2).all()


def test_a_linear_profile_is_stiff(plant, keys, strong):
    stiff = simulate(plant, keys, fade=linear_profile)
    assert stiff.bend.max() < 0.2 * strong.bend.max()


def test_plain_pd_explodes_or_misses(plant, keys):
    assert simulate(plant, keys, 10.0, stable=False).diverged is not None
    weak = simulate(plant, keys, 0.005, stable=False)
    assert weak.diverged is None
    assert met(weak, keys).place.min() > 0.5


@pytest.mark.parametrize(
    ("times", "poses"),
    [([0.0], [[1.0]]), ([0.0, 0.0], [[1.0], [2.0]]), ([0.0, 1.0], [[1.0]]), ([0.0, 1.0], [[1.0], [np.nan]])],
)
def test_key_frames_that_make_no_sense_are_refused(times, poses):
    with pytest.raises(ControllerError, match="key-frames"):
        KeyFrames(np.array(times), np.array(poses))


def test_key_frames_of_another_plant_are_refused(plant):
    with pytest.raises(ControllerError, match="joints"):
        simulate(plant, KeyFrames(np.array([0.0, 1.0]), np.zeros((2, 3))))


def test_the_study_says_what_it_measured():
    result = study(quick=True)
    paces, kinds, plain = ({row[0]: row for row in table.rows} for table in result.tables)
    assert list(paces) == [2.0, 6.0, 12.0]
    assert paces[12.0][2] < 5.0  # mm
    assert 20.0 < paces[6.0][2] < paces[2.0][2]
    assert kinds["cubic spline"][7] == pytest.approx(0.0, abs=1e-6)
    assert kinds["130 x supported mass"][6] > 40.0  # %
    assert f"to {kinds['130 x supported mass'][6]:.0f} % of the way to it, and back" in result.text
    assert f"{kinds['130 x supported mass'][1]:.1f} mm" in result.text
    assert f"by {paces[2.0][2]:.0f} mm at 2 s" in result.text
    assert plain["10 x supported mass"][2].startswith("diverged")
    assert plain["0.005 x supported mass"][2] == "bounded"
    assert (
        "smaller gains are more stable, but do not meet the key-frames at the specified time" in result.text
    )
    words = [result.text, *result.recordings, *(cell for row in kinds for cell in [row])]
    words += [name for curves in result.curves for name in (curves.title, *curves.lines)]
    assert not any("m_sup" in each for each in [*words, *(table.title for table in result.tables)])
    for recording in result.recordings.values():
        assert recording.coordinates.shape[1] == 2 * (len(ROOT) + 2 * LINKS)
        assert recording.xml == scene(ghost=True)
        assert np.isfinite(recording.coordinates).all()
