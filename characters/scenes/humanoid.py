"""A human figure of 1.75 m and 70 kg as a MuJoCo model: 41 joints, or 35 with the pelvis held.

x is forward, y to the figure's left, z up; it stands on z = 0, arms hanging, palms to the thighs. Its
segments and their sources are in `characters.scenes.anatomy`.

Joints, in their order, with the motion of a positive angle (rad; root slides in m):

    root_x, root_y, root_z       forward, left, up
    root_yaw, root_pitch, root_roll   turns left, bows forward, tips to the right, about the hips
    back_*, chest_*              *_bend bows forward, *_lean to the right, *_turn turns left
    neck_*                       neck_nod looks down, neck_tilt to the right, neck_turn looks left
    *_shoulder_raise             the arm forward and out, at 45 degrees: pi/2 is level, pi straight up
    *_shoulder_swing             across that, forward and in
    *_shoulder_twist             the upper arm about itself, inward
    *_elbow_bend, *_forearm_twist     flexes; turns the palm inward and back
    *_wrist_bend, *_wrist_side   towards the palm; towards the thumb
    *_hip_bend, *_hip_spread, *_hip_twist   the thigh forward, outward, about itself inward
    *_knee_bend                  the heel to the seat
    *_ankle_lift, *_ankle_roll   the toes up; the sole inward

where * is `left` or `right`: equal angles left and right are mirror images. The shoulder's first axis lies
between forward and inward so that three hinges are far from being parallel (swing = +-pi/2) wherever an arm
goes: forward is raise pi/2 with swing pi/4, sideways raise pi/2 with swing -pi/4. `arm_angles` finds the
angles for directions of upper arm and forearm, `bent_arm` those for a place of the wrist.

Limits: no toes, no shoulder blades. The figure touches objects, not itself nor the floor.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial.transform import Rotation

from characters.scenes.anatomy import (
    INWARD,
    LIMBS,
    MASS,
    OUTWARD,
    ROOT,
    SEGMENTS,
    TRUNK,
    UPPER_ARM,
    Segment,
    Shape,
    Vector,
)
from characters.study import Floats
from softrein.errors import ControllerError

ORANGE = (0.95, 0.48, 0.10, 1.0)

SCENE = """<mujoco model="humanoid">
  <compiler angle="radian" inertiafromgeom="false"/>
  <option gravity="0 0 {gravity}"/>
  <visual>
    <global offwidth="1280" offheight="960"/>
    <quality shadowsize="4096" offsamples="8"/>
    <headlight ambient="0.38 0.38 0.38" diffuse="0.30 0.30 0.30" specular="0.05 0.05 0.05"/>
    <map znear="0.02" shadowclip="2"/>
    <rgba haze="0.90 0.92 0.94 1"/>
  </visual>
  <asset>
    <texture name="sky" type="skybox" builtin="gradient" rgb1="0.97 0.98 0.99" rgb2="0.80 0.85 0.90"
             width="64" height="384"/>
    <texture name="tiles" type="2d" builtin="checker" rgb1="0.85 0.87 0.89" rgb2="0.80 0.82 0.85"
             width="256" height="256"/>
    <material name="floor" texture="tiles" texrepeat="1 1" texuniform="true" specular="0.1" shininess="0.1"/>
  </asset>
  <worldbody>
    <light name="key" pos="2.5 -2.5 4.5" dir="-0.45 0.45 -0.77" directional="true"
           diffuse="0.55 0.55 0.53" specular="0.12 0.12 0.12"/>
    <camera name="front" fovy="33" pos="4.1 0 1.15" xyaxes="0 1 0 -0.02 0 1"/>
    <camera name="side" fovy="33" pos="0.35 -4.3 1.12" xyaxes="1 0 0 0 0.02 1"/>
    <camera name="corner" fovy="33" pos="3.1 -2.7 1.55" xyaxes="0.657 0.754 0 -0.083 0.072 0.994"/>
    <geom name="floor" type="plane" size="20 20 0.1" material="floor" contype="2" conaffinity="2"/>
{bodies}
{objects}
  </worldbody>
</mujoco>
"""


def _numbers(values: Iterable[float]) -> str:
    return " ".join(f"{float(value):.9g}" for value in values)


def _joint(name: str, kind: str, axis: Vector) -> str:
    return f'<joint name="{name}" type="{kind}" axis="{_numbers(axis)}"/>'


def _root_joints() -> list[str]:
    axes: tuple[Vector, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 1), (0, 1, 0), (1, 0, 0))
    kinds = ("slide", "slide", "slide", "hinge", "hinge", "hinge")
    return [_joint(*joint) for joint in zip(ROOT, kinds, axes, strict=True)]


def _geom(shape: Shape) -> str:
    where = "fromto" if len(shape.at) == 6 else "pos"
    return (
        f'<geom type="{shape.kind}" size="{_numbers(shape.size)}" {where}="{_numbers(shape.at)}" '
        f'rgba="{_numbers(shape.colour)} 1" contype="1" conaffinity="0"/>'
    )


def _body(segment: Segment, welded: bool) -> str:
    mass = segment.share * MASS
    inertia = [mass * (radius * segment.length) ** 2 for radius in segment.radii]
    joints = [_joint(name, "hinge", axis) for name, axis in segment.joints]
    if segment.name == "pelvis" and not welded:
        joints = _root_joints()
    inner = [
        f'<inertial pos="{_numbers(segment.centre)}" mass="{_numbers([mass])}" '
        f'diaginertia="{_numbers(inertia)}"/>',
        *joints,
        *(_geom(shape) for shape in segment.shapes),
        *(_body(child, welded) for child in SEGMENTS if child.parent == segment.name),
    ]
    return (
        f'<body name="{segment.name}" pos="{_numbers(segment.position)}">\n' + "\n".join(inner) + "\n</body>"
    )


def humanoid_xml(welded: bool = False, objects: Sequence[str] = (), gravity: float = 9.81) -> str:
    """The figure with floor, lights and cameras, as text in MJCF.

    welded: the pelvis is part of the world; otherwise six joints lead to it, `root_x` to `root_roll`, for
        servos of large gains to hold [Tan 2011, section 4.1].
    objects: other bodies of the world, as `ball_xml` makes them.
    gravity: m/s^2, downwards.
    """
    return SCENE.format(
        gravity=_numbers([-gravity]), bodies=_body(TRUNK[0], welded), objects="\n".join(objects)
    )


def ball_xml(
    name: str, radius: float, mass: float, position: Sequence[float] = (1.5, 1.5, 0.5), damping: float = 1.0
) -> str:
    """A ball of `radius` m and `mass` kg that moves freely, for the `objects` of a model.

    `damping` is the damping ratio z of its contacts: from 1 on it does not rebound; below, it keeps about
    exp(-pi z / sqrt(1 - z^2)) of its speed, half at 0.2, if steps have a few milliseconds at most.
    """
    if not (radius > 0 and mass > 0 and damping > 0):
        raise ControllerError(f"ball {name!r} needs a positive radius, mass and damping ratio")
    inertia = 0.4 * mass * radius**2
    return (
        f'<body name={quoteattr(name)} pos="{_numbers(position)}"><freejoint/>'
        f'<inertial pos="0 0 0" mass="{_numbers([mass])}" diaginertia="{_numbers([inertia] * 3)}"/>'
        f'<geom type="sphere" size="{_numbers([radius])}" rgba="{_numbers(ORANGE)}" priority="1" '
        f'solref="0.02 {_numbers([damping])}" contype="2" conaffinity="3"/></body>'
    )


def joint_names(welded: bool = False) -> tuple[str, ...]:
    """The names of the joints of `humanoid_xml` in the order of `Articulated.dofs`."""

    def below(segment: Segment) -> list[str]:
        own = [name for name, _ in segment.joints]
        children = (child for child in SEGMENTS if child.parent == segment.name)
        return own + [name for child in children for name in below(child)]

    return (() if welded else ROOT) + tuple(below(TRUNK[0]))


def angles(**angles: float) -> dict[str, float]:
    """Angles by joint; a name without a side, `elbow_bend=1.2`, sets both sides unless they are given.

    Raises `ControllerError` for a joint that the figure does not have.
    """
    known = joint_names()
    found: dict[str, float] = {}
    for name, value in angles.items():
        both = [f"{side}_{name}" for side in ("left", "right")]
        names = [name] if name in known else [joint for joint in both if joint in known]
        if not names:
            raise ControllerError(f"the figure has no joint {name!r}; it has {', '.join(known)}")
        for joint in names:
            if joint == name or joint not in angles:
                found[joint] = float(value)
    return found


def pose(dofs: Sequence[str], by_name: Mapping[str, float] | None = None, /, **more: float) -> Floats:
    """Positions (n,) of the joints `dofs`: angles by names as in `angles`, zero elsewhere.

    Raises `ControllerError` for a joint that the figure, or `dofs`, does not have.
    """
    found = angles(**{**(by_name or {}), **more})
    place = {name: i for i, name in enumerate(dofs)}
    if missing := [name for name in found if name not in place]:
        raise ControllerError(f"joint {missing[0]!r} is not among those of the plant; is its pelvis welded?")
    q = np.zeros(len(place))
    q[[place[name] for name in found]] = list(found.values())
    return q


def arm_angles(side: str, upper: ArrayLike, fore: ArrayLike | None = None) -> dict[str, float]:
    """The angles (rad) that point an arm: `upper` and `fore`, directions (3,) of upper arm and forearm.

    Directions are in the chest's frame (x forward, y left, z up), of any length; without `fore` the arm is
    straight. Returns raise, swing and twist of the shoulder and the elbow's bend, for `pose` or key-frames.
    Raises `ControllerError` for a side that is not "left" or "right" and for a direction of no length.
    """
    if side not in ("left", "right"):
        raise ControllerError(f"a side is 'left' or 'right', not {side!r}")
    flip = np.array([1.0, -1.0 if side == "right" else 1.0, 1.0])
    u, f = (flip * np.asarray(upper if way is None else way, dtype=float) for way in (upper, fore))
    if not (np.linalg.norm(u) > 0 and np.linalg.norm(f) > 0):
        raise ControllerError(f"the {side} arm needs directions of some length")
    u, f = u / np.linalg.norm(u), f / np.linalg.norm(f)
    lift = float(np.arctan2(u @ OUTWARD, -u[2]))
    swing = float(np.arcsin(np.clip(u @ INWARD, -1, 1)))
    shoulder = dict(LIMBS[0].joints)
    turns = lift * np.array(shoulder["shoulder_raise"]), swing * np.array(shoulder["shoulder_swing"])
    frame = Rotation.from_rotvec(turns[0]) * Rotation.from_rotvec(turns[1])
    x, y, z = frame.inv().apply(f)  # in the arm's own frame, hanging
    bend = float(np.arctan2(np.hypot(x, y), -z))
    twist = float(np.arctan2(-y, x)) if bend > 1e-6 else 0.0  # a straight arm need not turn
    names = ("shoulder_raise", "shoulder_swing", "shoulder_twist", "elbow_bend")
    return {f"{side}_{name}": value for name, value in zip(names, (lift, swing, twist, bend), strict=True)}


def bent_arm(side: str, line: ArrayLike, fore: float, elbow: ArrayLike) -> dict[str, float]:
    """The angles (rad) with which a forearm of `fore` m ends at `line` (3,) m from the shoulder.

    `elbow` is the direction (3,) in which the elbow is off that line; both are in the chest's frame. Raises
    `ControllerError` for a place out of reach and for an elbow along the line, and as `arm_angles` does.
    """
    line, aside = np.asarray(line, dtype=float), np.asarray(elbow, dtype=float)
    distance = float(np.linalg.norm(line))
    if not abs(UPPER_ARM - fore) < distance < UPPER_ARM + fore:
        raise ControllerError(
            f"a point {distance:.2f} m from the shoulder; the {side} arm reaches {UPPER_ARM + fore:.2f} m, "
            f"and no nearer than {abs(UPPER_ARM - fore):.2f} m"
        )
    along = line / distance
    aside = aside - (aside @ along) * along
    if not np.linalg.norm(aside) > 1e-9:
        raise ControllerError(f"the {side} elbow is to go along the arm; take a direction across it")
    foot = (UPPER_ARM**2 - fore**2 + distance**2) / (2 * distance)  # m along the line, beside the elbow
    height = np.sqrt(UPPER_ARM**2 - foot**2)
    upper = foot * along + height * aside / np.linalg.norm(aside)
    return arm_angles(side, upper, distance * along - upper)
