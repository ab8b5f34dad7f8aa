"""The human figure: its size, mass and symmetry, and what each joint does when it is turned."""

from __future__ import annotations

import numpy as np
import pytest

from characters.plants.articulated import Articulated
from characters.plants.tracking import track_stable
from characters.scenes.anatomy import FOREARM, LIMBS
from characters.scenes.humanoid import (
    angles,
    arm_angles,
    ball_xml,
    bent_arm,
    humanoid_xml,
    joint_names,
    pose,
)
from softrein.errors import ControllerError

mujoco = pytest.importorskip("mujoco")

DT = 1 / 300


@pytest.fixture(scope="module")
def figure():
    return Articulated(humanoid_xml(), DT)


def put(figure: Articulated, **by_name: float) -> Articulated:
    figure.set_state(pose(figure.dofs, **by_name))
    return figure


def at(figure: Articulated, body: str, offset: tuple[float, float, float] = (0, 0, 0)) -> np.ndarray:
    frame = figure.data.body(body)
    return frame.xpos + frame.xmat.reshape(3, 3) @ np.asarray(offset)


def top_and_sole(figure: Articulated) -> tuple[float, float]:
    """Heights (m) of the highest and the lowest point of the figure's spheres, capsules and ellipsoids."""
    model, kinds, heights = figure.model, mujoco.mjtGeom, []
    for geom in np.flatnonzero(model.geom_bodyid > 0):
        size, up = model.geom_size[geom], figure.data.geom_xmat[geom, 6:]
        reach = {
            int(kinds.mjGEOM_SPHERE): size[0],
            int(kinds.mjGEOM_CAPSULE): size[0] + size[1] * abs(up[2]),
            int(kinds.mjGEOM_ELLIPSOID): np.linalg.norm(size * up),
        }[int(model.geom_type[geom])]
        heights += [figure.data.geom_xpos[geom, 2] + reach, figure.data.geom_xpos[geom, 2] - reach]
    return float(max(heights)), float(min(heights))


def test_it_has_the_joints_that_it_says_in_that_order(figure):
    assert figure.dofs == joint_names()
    assert 39 <= len(figure.dofs) <= 42
    held = Articulated(humanoid_xml(welded=True), DT)
    assert held.dofs == joint_names(welded=True) == figure.dofs[6:]


def test_it_weighs_and_measures_what_it_says(figure):
    put(figure)
    mass = figure.model.body_mass
    np.testing.assert_allclose(mass.sum(), 70, rtol=1e-12)
    assert (mass[1:] > 0.3).all()
    top, sole = top_and_sole(figure)
    np.testing.assert_allclose([top, sole], [1.75, 0], atol=2e-3)
    # Winter (2009): the centre of mass of a standing adult lies at 55 to 58 % of the stature.
    assert 0.54 < figure.data.subtree_com[1][2] / 1.75 < 0.59


def test_span_of_the_arms_is_about_the_stature(figure):
    arms = {**arm_angles("left", (0, 1, 0)), **arm_angles("right", (0, -1, 0))}
    figure.set_state(pose(figure.dofs, arms))
    fingers = (0, 0, -0.185)
    span = np.linalg.norm(at(figure, "left_hand", fingers) - at(figure, "right_hand", fingers))
    assert 1.68 < span < 1.88


def test_left_and_right_are_mirror_images(figure):
    rng = np.random.default_rng(3)
    swap = [
        figure.dofs.index(name.replace("left_", "R_").replace("right_", "left_").replace("R_", "right_"))
        for name in figure.dofs
    ]
    across = ("root_y", "root_yaw", "root_roll", "_lean", "_turn", "neck_tilt")
    sign = np.array([-1.0 if name.endswith(across) else 1.0 for name in figure.dofs])
    q = rng.uniform(-0.8, 0.8, len(swap))
    figure.set_state(q)
    mass, bias, hand = figure.mass_matrix(), figure.bias(), at(figure, "left_hand")
    figure.set_state(sign * q[swap])
    np.testing.assert_allclose(
        figure.mass_matrix()[np.ix_(swap, swap)] * np.outer(sign, sign), mass, atol=1e-12
    )
    np.testing.assert_allclose(figure.bias()[swap] * sign, bias, atol=1e-11)
    np.testing.assert_allclose(at(figure, "right_hand"), hand * [1, -1, 1], atol=1e-13)


# Joint, the point that is watched (body, offset in it), and where it goes: forward, left, up (None: any).
MOVES = [
    ("root_x", "pelvis", (0, 0, 0), (1, 0, 0)),
    ("root_y", "pelvis", (0, 0, 0), (0, 1, 0)),
    ("root_z", "pelvis", (0, 0, 0), (0, 0, 1)),
    ("root_yaw", "pelvis", (0.1, 0, 0), (None, 1, 0)),
    ("root_pitch", "head", (0, 0, 0), (1, 0, None)),
    ("root_roll", "head", (0, 0, 0), (0, -1, None)),
    ("back_bend", "head", (0, 0, 0), (1, 0, None)),
    ("back_lean", "head", (0, 0, 0), (0, -1, None)),
    ("back_turn", "head", (0.1, 0, 0), (None, 1, 0)),
    ("chest_bend", "head", (0, 0, 0), (1, 0, None)),
    ("chest_lean", "head", (0, 0, 0), (0, -1, None)),
    ("chest_turn", "head", (0.1, 0, 0), (None, 1, 0)),
    ("neck_nod", "head", (0.1, 0, 0), (None, 0, -1)),
    ("neck_tilt", "head", (0, 0, 0.1), (0, -1, None)),
    ("neck_turn", "head", (0.1, 0, 0), (None, 1, 0)),
    ("left_shoulder_raise", "left_hand", (0, 0, 0), (1, 1, None)),
    ("left_shoulder_swing", "left_hand", (0, 0, 0), (1, -1, None)),
    ("left_shoulder_twist", "left_hand", (0.1, 0, 0), (None, -1, 0)),
    ("left_elbow_bend", "left_hand", (0, 0, 0), (1, 0, 1)),
    ("left_forearm_twist", "left_hand", (0.1, 0, 0), (None, -1, 0)),
    ("left_wrist_bend", "left_hand", (0, 0, -0.1), (0, -1, None)),
    ("left_wrist_side", "left_hand", (0, 0, -0.1), (1, 0, None)),
    ("left_hip_bend", "left_foot", (0, 0, 0), (1, 0, 1)),
    ("left_hip_spread", "left_foot", (0, 0, 0), (0, 1, 1)),
    ("left_hip_twist", "left_foot", (0.1, 0, 0), (None, -1, 0)),
    ("left_knee_bend", "left_foot", (0, 0, 0), (-1, 0, 1)),
    ("left_ankle_lift", "left_foot", (0.1, 0, 0), (None, 0, 1)),
    ("left_ankle_roll", "left_foot", (0, 0, -0.1), (0, -1, None)),
]


def test_every_joint_is_watched():
    assert {joint for joint, *_ in MOVES} == {name for name in joint_names() if not name.startswith("right_")}


@pytest.mark.parametrize(("joint", "body", "offset", "way"), MOVES)
def test_a_positive_angle_moves_as_documented(figure, joint, body, offset, way):
    before = at(put(figure), body, offset)
    moved = at(put(figure, **{joint: 0.3}), body, offset) - before
    for axis, wanted in enumerate(way):
        if wanted == 0:
            assert abs(moved[axis]) < 1e-12
        elif wanted is not None:
            assert wanted * moved[axis] > 1e-3


def test_arm_angles_point_both_halves_of_the_arm(figure):
    rng = np.random.default_rng(5)
    for side in ("left", "right"):
        for _ in range(20):
            upper, fore = rng.normal(size=(2, 3))
            figure.set_state(pose(figure.dofs, arm_angles(side, upper, fore)))
            elbow, wrist = at(figure, f"{side}_forearm"), at(figure, f"{side}_hand")
            for got, way in ((elbow - at(figure, f"{side}_upper_arm"), upper), (wrist - elbow, fore)):
                np.testing.assert_allclose(got / np.linalg.norm(got), way / np.linalg.norm(way), atol=1e-9)


def test_a_bent_arm_puts_the_palm_where_it_is_wanted(figure):
    rng, shoulder, below = np.random.default_rng(9), np.array(LIMBS[0].position), 0.08  # m, of the wrist
    for side, out in (("left", 1), ("right", -1)):
        for _ in range(20):
            palm = rng.uniform((0.15, 0, -0.1), (0.4, 0.35, 0.4)) * [1, out, 1]
            line = palm - shoulder * [1, out, 1]
            bent = bent_arm(side, line, FOREARM + below, (0.0, 0.3 * out, -1.0))
            figure.set_state(pose(figure.dofs, bent))
            chest = figure.data.body("chest").xpos
            np.testing.assert_allclose(at(figure, f"{side}_hand", (0, 0, -below)) - chest, palm, atol=1e-9)
            line = (at(figure, f"{side}_upper_arm") + chest + palm) / 2
            assert at(figure, f"{side}_forearm")[2] < line[2]  # the elbow hangs
    with pytest.raises(ControllerError, match="the left arm reaches"):
        bent_arm("left", (1, 0, 0), FOREARM, (0, 0, -1))


def test_shoulders_stay_well_conditioned_wherever_arms_go(figure):
    for way in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, -1), (1, 0.3, 0.5), (0.6, -0.2, -0.7)):
        figure.set_state(pose(figure.dofs, arm_angles("left", way)))
        of = [figure.dofs.index(f"left_shoulder_{name}") for name in ("raise", "swing", "twist")]
        mass = figure.mass_matrix()[np.ix_(of, of)]
        scale = np.sqrt(mass.diagonal())
        assert np.linalg.eigvalsh(mass / np.outer(scale, scale)).min() > 0.02


def test_pose_takes_joints_by_name_and_both_sides_at_once():
    dofs = joint_names(welded=True)
    q = pose(dofs, elbow_bend=1.0, left_elbow_bend=0.5)
    assert q[dofs.index("right_elbow_bend")] == 1.0
    assert q[dofs.index("left_elbow_bend")] == 0.5
    assert np.count_nonzero(q) == 2
    assert angles(knee_bend=0.3) == {"left_knee_bend": 0.3, "right_knee_bend": 0.3}
    with pytest.raises(ControllerError, match="no joint 'tail'"):
        pose(dofs, tail=1.0)
    with pytest.raises(ControllerError, match="'root_z' is not among those of the plant"):
        pose(dofs, root_z=1.0)
    with pytest.raises(ControllerError, match="'left' or 'right', not 'both'"):
        arm_angles("both", (1, 0, 0))
    with pytest.raises(ControllerError, match="some length"):
        arm_angles("left", (1, 0, 0), (0, 0, 0))


def test_it_touches_balls_and_nothing_else():
    ball = ball_xml("ball", 0.1, 0.6, position=(0.15, 0, 1.3))
    figure = Articulated(humanoid_xml(objects=[ball]), DT)
    assert figure.contacts("ball")
    figure.place("ball", (2, 0, 0.099))  # in the floor, slightly
    assert figure.contacts("ball")
    figure.place("ball", (2, 0, 1))
    figure.set_state(pose(figure.dofs, root_z=-0.3, knee_bend=2.4, elbow_bend=2.5, shoulder_twist=1.5))
    assert figure.data.ncon == 0
    assert figure.model.body("ball").mass[0] == pytest.approx(0.6)
    with pytest.raises(ControllerError, match="positive radius"):
        ball_xml("ball", 0, 1)


def test_a_ball_rebounds_as_far_as_its_damping_lets_it():
    def height(damping: float) -> float:
        figure = Articulated(humanoid_xml(True, [ball_xml("ball", 0.1, 0.6, damping=damping)]), 1 / 1000)
        figure.place("ball", (2, 0, 0.11), (0, 0, -2))
        top, still = 0.0, pose(figure.dofs)
        for _ in range(300):
            track_stable(figure, 1e3, 1e2, still)
            top = max(top, float(figure.data.body("ball").xpos[2]))
        return top

    assert height(1.0) < 0.13
    assert height(0.2) > 0.15  # half the speed, 1.05 m/s, lifts it by 5.6 cm


def test_stable_pd_holds_the_figure_up_with_one_gain_for_all(figure):
    target = pose(figure.dofs, elbow_bend=0.5)
    figure.set_state(target)
    gains = np.array([3e5 if name.startswith("root") else 300.0 for name in figure.dofs])
    for _ in range(300):
        track_stable(figure, gains, gains / 10, target)
    assert np.abs(figure.q - target).max() < 0.1


def test_cameras_are_there():
    model = Articulated(humanoid_xml(), DT).model
    assert tuple(model.camera(i).name for i in range(model.ncam)) == ("front", "side", "corner")
    assert (model.vis.global_.offwidth, model.vis.global_.offheight) == (1280, 960)
