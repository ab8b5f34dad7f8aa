"""The segments of a man of 1.75 m and 70 kg: masses, centres, radii of gyration, joints and shapes.

Masses, lengths, centres of mass and radii of gyration are those of men in de Leva (1996), "Adjustments to
Zatsiorsky-Seluyanov's segment inertia parameters", J. Biomechanics 29(9), table 4; the places of ankles and
shoulders are from Winter (2009), "Biomechanics and Motor Control of Human Movement", figure 4.1. De Leva's
trunk and head, which follow the bent spine, are shortened to the stature. Shapes are for pictures and for
contact; they have no mass. Each segment's frame has its origin in its proximal joint and is parallel to the
world's when the figure stands: x forward, y to its left, z up. A radius is about the axis of that name
through the centre of mass, over the segment's length. `characters.scenes.humanoid` describes the positive
directions of joints.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

Vector = tuple[float, float, float]

HEIGHT = 1.75  # m
MASS = 70.0  # kg

SKIN = (0.66, 0.71, 0.77)
SHIRT = (0.36, 0.48, 0.63)
SHORTS = (0.24, 0.30, 0.40)
SHOES = (0.17, 0.19, 0.23)

# De Leva's lengths for men of 1.741 m, in m, scaled: limbs by the stature, trunk and head so that they fit.
LIMB = HEIGHT / 1.741
UPPER_ARM, FOREARM, HAND = 0.2817 * LIMB, 0.2689 * LIMB, 0.0862 * LIMB  # the hand to its knuckles
THIGH, SHANK, FOOT = 0.4222 * LIMB, 0.4403 * LIMB, 0.2581 * LIMB
ANKLE_HEIGHT = 0.039 * HEIGHT  # Winter
HIP_HEIGHT = ANKLE_HEIGHT + SHANK + THIGH
SPINE = (HEIGHT - HIP_HEIGHT) / (0.1457 + 0.2155 + 0.2421 + 0.2429)
PELVIS, WAIST, CHEST, HEAD = 0.1457 * SPINE, 0.2155 * SPINE, 0.2421 * SPINE, 0.2429 * SPINE
SHOULDER_HEIGHT = 0.818 * HEIGHT  # Winter
SHOULDER = 0.185  # m, from the midline
HIP = 0.095
SOLE = 0.030 - ANKLE_HEIGHT  # m, of the middle of its capsules below the ankle

HALF = float(np.sqrt(0.5))
OUTWARD = (HALF, HALF, 0.0)  # of the left arm: where shoulder_raise takes it
INWARD = (HALF, -HALF, 0.0)  # and shoulder_swing


class Shape(NamedTuple):
    """A geometric shape: MuJoCo's type, half sizes in m, its place, its colour."""

    kind: str
    size: tuple[float, ...]
    at: tuple[float, ...]  # centre (3), or both ends (6) of a capsule
    colour: Vector = SKIN


class Segment(NamedTuple):
    """A body segment: its place, mass, joints and shapes; of a pair it is the left one."""

    name: str
    parent: str
    position: Vector  # m, of the proximal joint, in the parent's frame
    share: float  # of the body's mass
    length: float  # m, the one that the radii refer to
    centre: Vector  # m
    radii: Vector  # of gyration about x, y, z through the centre, over the length
    joints: tuple[tuple[str, Vector], ...]  # names and axes
    shapes: tuple[Shape, ...]


def _bends(name: str) -> tuple[tuple[str, Vector], ...]:
    return ((f"{name}_bend", (0, 1, 0)), (f"{name}_lean", (1, 0, 0)), (f"{name}_turn", (0, 0, 1)))


def _capsule(radius: float, ends: tuple[float, ...], colour: Vector = SKIN) -> Shape:
    return Shape("capsule", (radius,), ends, colour)


ROOT = ("root_x", "root_y", "root_z", "root_yaw", "root_pitch", "root_roll")

TRUNK = (
    Segment(
        "pelvis", "", (0, 0, HIP_HEIGHT), 0.1117, PELVIS, (0, 0, 0.3885 * PELVIS), (0.615, 0.551, 0.587), (),
        (
            _capsule(0.098, (-0.004, -0.080, 0.015, -0.004, 0.080, 0.015), SHORTS),
            _capsule(0.097, (-0.002, -0.074, 0.055, -0.002, 0.074, 0.055), SHORTS),
            _capsule(0.095, (0, -0.066, 0.095, 0, 0.066, 0.095), SHORTS),
        ),
    ),
    Segment(
        "waist", "pelvis", (0, 0, PELVIS), 0.1633, WAIST, (0, 0, 0.5498 * WAIST), (0.482, 0.383, 0.468),
        _bends("back"),
        (
            _capsule(0.094, (0, -0.060, 0.005, 0, 0.060, 0.005), SHIRT),
            _capsule(0.094, (0, -0.058, 0.050, 0, 0.058, 0.050), SHIRT),
            _capsule(0.096, (0, -0.061, 0.095, 0, 0.061, 0.095), SHIRT),
            _capsule(0.098, (0.002, -0.065, 0.140, 0.002, 0.065, 0.140), SHIRT),
            _capsule(0.100, (0.003, -0.069, 0.185, 0.003, 0.069, 0.185), SHIRT),
        ),
    ),
    Segment(
        "chest", "waist", (0, 0, WAIST), 0.1596, CHEST, (0, 0, 0.4934 * CHEST), (0.505, 0.320, 0.465),
        _bends("chest"),
        (
            _capsule(0.103, (0.005, -0.073, 0.025, 0.005, 0.073, 0.025), SHIRT),
            _capsule(0.101, (0.005, -0.079, 0.065, 0.005, 0.079, 0.065), SHIRT),
            _capsule(0.093, (0.004, -0.087, 0.105, 0.004, 0.087, 0.105), SHIRT),
            _capsule(0.050, (0, -0.15, 0.152, 0, 0.15, 0.152), SHIRT),
            _capsule(0.045, (0, -0.07, 0.185, 0, 0.07, 0.185), SHIRT),
        ),
    ),
    Segment(
        "head", "chest", (0, 0, CHEST), 0.0694, HEAD, (0.01, 0, 0.4998 * HEAD), (0.303, 0.315, 0.261),
        (("neck_nod", (0, 1, 0)), ("neck_tilt", (1, 0, 0)), ("neck_turn", (0, 0, 1))),
        (
            _capsule(0.048, (-0.005, 0, -0.03, 0.005, 0, 0.06)),
            Shape("ellipsoid", (0.098, 0.077, 0.114), (0.018, 0, HEAD - 0.114)),
            Shape("ellipsoid", (0.016, 0.012, 0.018), (0.112, 0, HEAD - 0.125)),
            Shape("sphere", (0.013,), (0.098, 0.031, HEAD - 0.095), SHOES),
            Shape("sphere", (0.013,), (0.098, -0.031, HEAD - 0.095), SHOES),
        ),
    ),
)  # fmt: skip

LIMBS = (
    Segment(
        "upper_arm", "chest", (0, SHOULDER, SHOULDER_HEIGHT - HIP_HEIGHT - PELVIS - WAIST),
        0.0271, UPPER_ARM, (0, 0, -0.5772 * UPPER_ARM), (0.285, 0.269, 0.158),
        (
            ("shoulder_raise", (HALF, -HALF, 0)),
            ("shoulder_swing", (-HALF, -HALF, 0)),
            ("shoulder_twist", (0, 0, -1)),
        ),
        (
            Shape("sphere", (0.054,), (0, 0, -0.006), SHIRT),
            _capsule(0.050, (0, 0, -0.02, 0, 0, -0.13), SHIRT),
            _capsule(0.042, (0, 0, -0.12, 0, 0, -UPPER_ARM)),
        ),
    ),
    Segment(
        "forearm", "upper_arm", (0, 0, -UPPER_ARM), 0.0162, FOREARM, (0, 0, -0.4574 * FOREARM),
        (0.265, 0.276, 0.121),  # the palm looks inward: de Leva's x is y here
        (("elbow_bend", (0, -1, 0)), ("forearm_twist", (0, 0, -1))),
        (
            _capsule(0.040, (0, 0, -0.02, 0, 0, -0.11)),
            _capsule(0.032, (0, 0, -0.1, 0, 0, -FOREARM + 0.01)),
        ),
    ),
    Segment(
        "hand", "forearm", (0, 0, -FOREARM), 0.0061, HAND, (0, 0, -0.79 * HAND), (0.513, 0.628, 0.401),
        (("wrist_bend", (-1, 0, 0)), ("wrist_side", (0, -1, 0))),
        (
            Shape("ellipsoid", (0.045, 0.022, 0.062), (0.002, 0, -0.055)),
            Shape("ellipsoid", (0.036, 0.015, 0.060), (0, -0.006, -0.128)),
            _capsule(0.013, (0.025, -0.008, -0.03, 0.055, -0.018, -0.085)),
        ),
    ),
    Segment(
        "thigh", "pelvis", (0, HIP, 0), 0.1416, THIGH, (0, 0, -0.4095 * THIGH), (0.329, 0.329, 0.149),
        (("hip_bend", (0, -1, 0)), ("hip_spread", (1, 0, 0)), ("hip_twist", (0, 0, -1))),
        (
            _capsule(0.084, (0, 0, -0.02, 0, 0, -0.19), SHORTS),
            _capsule(0.066, (0, 0, -0.2, 0, 0, -0.32)),
            _capsule(0.057, (0, 0, -0.3, 0, 0, -THIGH)),
        ),
    ),
    Segment(
        "shank", "thigh", (0, 0, -THIGH), 0.0433, SHANK, (0, 0, -0.4395 * SHANK), (0.251, 0.246, 0.102),
        (("knee_bend", (0, 1, 0)),),
        (
            _capsule(0.046, (0, 0, -0.02, 0, 0, -SHANK + 0.03)),
            Shape("ellipsoid", (0.056, 0.055, 0.130), (-0.012, 0, -0.14)),
        ),
    ),
    Segment(
        "foot", "shank", (0, 0, -SHANK), 0.0137, FOOT, (0.4415 * FOOT - 0.055, 0, -0.035),
        (0.124, 0.245, 0.257),
        (("ankle_lift", (0, -1, 0)), ("ankle_roll", (-1, 0, 0))),
        (
            _capsule(0.042, (-0.012, 0, 0.0, 0.03, 0, -0.02), SHOES),
            _capsule(0.030, (-0.025, -0.012, SOLE, 0.17, -0.016, SOLE), SHOES),
            _capsule(0.030, (-0.025, 0.012, SOLE, 0.155, 0.022, SOLE), SHOES),
        ),
    ),
)  # fmt: skip


def _mirrored(segment: Segment, side: str) -> Segment:
    """The segment of one side, with its own names; the right one is mirrored in the plane y = 0."""
    flip = -1 if side == "right" else 1
    trunk = segment.parent in {part.name for part in TRUNK}

    def image(at: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(value * (flip if i % 3 == 1 else 1) for i, value in enumerate(at))

    def axis(a: Vector) -> Vector:  # a turn's mirror image is the turn the other way about the axis's image
        return (flip * a[0], a[1], flip * a[2])

    x, y, z = segment.position
    return segment._replace(
        name=f"{side}_{segment.name}",
        parent=segment.parent if trunk else f"{side}_{segment.parent}",
        position=(x, flip * y, z),
        joints=tuple((f"{side}_{name}", axis(a)) for name, a in segment.joints),
        shapes=tuple(shape._replace(at=image(shape.at)) for shape in segment.shapes),
    )


SEGMENTS = (*TRUNK, *(_mirrored(segment, side) for side in ("left", "right") for segment in LIMBS))
