"""The toy mouse of the study of key-frames, as text in MJCF.

A body of ellipsoids on six joints, `ROOT`: slides along x, y, z (m), then yaw, pitch and roll (rad). Behind
it hangs a tail of `LINKS` links, each lighter and thinner than the one before, on two hinges each, yaw and
pitch. For pictures a pale mouse with the same joints, the ghost, can be added; its joints come second.

There are no collisions and no gravity, and masses (kg) are chosen here, as the paper gives none.
"""

from __future__ import annotations

import numpy as np

LINKS = 16  # of the tail, two hinges each
TAIL = 1.2  # m
FUR, PINK, DARK, PALE = "0.45 0.52 0.62 1", "0.9 0.62 0.62 1", "0.08 0.08 0.1 1", "0.85 0.35 0.3 1"
ROOT = ("x", "y", "z", "yaw", "pitch", "roll")


def mouse() -> str:
    """The mouse in MJCF: 6 joints of its root and a tail of `LINKS` links with two hinges each."""
    return scene(ghost=False)


def scene(ghost: bool) -> str:
    """The mouse in MJCF; with `ghost`, a pale mouse for pictures is added."""
    return f"""<mujoco model="mouse">
  <compiler angle="radian"/>
  <option gravity="0 0 0"/>
  <default><geom contype="0" conaffinity="0"/></default>
  <visual><headlight ambient="0.45 0.45 0.45" diffuse="0.4 0.4 0.4" specular="0 0 0"/>
    <global offwidth="1600" offheight="1200"/><quality shadowsize="4096"/></visual>
  <asset>
    <texture name="sky" type="skybox" builtin="gradient" rgb1="1 1 1" rgb2="0.86 0.9 0.95" width="64"
      height="64"/>
    <texture name="tiles" type="2d" builtin="checker" rgb1="0.93 0.93 0.92" rgb2="0.87 0.88 0.89" width="256"
      height="256"/>
    <material name="ground" texture="tiles" texrepeat="10 10"/>
  </asset>
  <worldbody>
    <light pos="0 0 9" dir="0.05 0.1 -1" cutoff="70" diffuse="0.3 0.3 0.3" specular="0 0 0"/>
    <geom type="plane" size="6 6 0.1" pos="0 0 -0.2" material="ground"/>
    <camera name="side" mode="targetbody" target="mouse" pos="3.4 -2.2 2.8" fovy="38"/>
    {_body("", FUR, PINK, DARK)}
    {_body("ghost ", *(f"{c[:-1]}0.3" for c in (PALE, PALE, PALE))) if ghost else ""}
  </worldbody>
</mujoco>
"""


def _body(name: str, fur: str, pink: str, dark: str) -> str:
    root = "".join(
        f'<joint name="{name}{joint}" type="{"slide" if k < 3 else "hinge"}" axis="{_axis(k)}"/>'
        for k, joint in enumerate(ROOT)
    )
    ears = "".join(
        f'<geom type="ellipsoid" size="0.03 0.085 0.095" pos="0.3 {side * 0.13} 0.17" mass="0.03" '
        f'euler="{-side * 0.3} 0 {side * 0.3}" rgba="{pink}"/>'
        for side in (-1, 1)
    )
    eyes = "".join(
        f'<geom type="sphere" size="0.022" pos="0.45 {y} 0.085" mass="0.01" rgba="{dark}"/>'
        for y in (-0.075, 0.075)
    )
    feet = "".join(
        f'<geom type="ellipsoid" size="0.07 0.035 0.03" pos="{x} {y} -0.17" mass="0.02" rgba="{pink}"/>'
        for x in (-0.17, 0.2)
        for y in (-0.12, 0.12)
    )
    return f"""<body name="{name}mouse">{root}
      <geom type="ellipsoid" size="0.36 0.19 0.18" mass="3" rgba="{fur}"/>
      <geom type="ellipsoid" size="0.17 0.12 0.115" pos="0.36 0 0.03" mass="0.8" rgba="{fur}"/>
      <geom type="sphere" size="0.03" pos="0.53 0 0.02" mass="0.01" rgba="{pink}"/>
      {ears}{eyes}{feet}{_tail(name, pink)}
    </body>"""


def _axis(k: int) -> str:
    """The axis of joint k of the root: x, y, z; then yaw about z, pitch about y, roll about x."""
    return " ".join(str(int(x)) for x in np.eye(3)[k if k < 3 else 5 - k])


def _tail(name: str, colour: str) -> str:
    """Nested links, each lighter and thinner than the one before."""
    length, text = TAIL / LINKS, ""
    for k in reversed(range(LINKS)):
        thick = 0.034 * (1 - 0.7 * k / LINKS)
        place = "-0.33 0 0" if k == 0 else f"{-length:.5g} 0 0"
        text = (
            f'<body name="{name}tail{k}" pos="{place}"><joint name="{name}tail{k} yaw" axis="0 0 1"/>'
            f'<joint name="{name}tail{k} pitch" axis="0 1 0"/><geom type="capsule" size="{thick:.4f}" '
            f'fromto="0 0 0 {-length:.5g} 0 0" mass="{0.02 * (thick / 0.034) ** 2:.5f}" rgba="{colour}"/>'
            f"{text}</body>"
        )
    return text
