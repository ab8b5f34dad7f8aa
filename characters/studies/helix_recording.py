"""The first descent on a curve as the motion of a MuJoCo model, to be drawn: curve, particles and rod.

The motion is that of `characters.studies.helix_motion`; MuJoCo solves nothing here. Coordinates of a frame,
(10,): the green particle's place (m), the quaternion (w, x, y, z) that turns the rod from hanging, the purple
one's place (m).
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from scipy.spatial.transform import Rotation

from characters.studies.helix_motion import ROD, Run
from characters.study import Recording

PER_SECOND = 30  # frames of a recording


def recording(run: Run) -> Recording:
    """The first descent, to be drawn: curve, both particles and the rod."""
    end = run.path.starts[1] if run.descents else len(run.path.times)
    frames = np.arange(0, end, max(1, round(1 / (PER_SECOND * run.law.dt))))
    places = run.path.places[frames]
    rods = places[:, 1] - places[:, 0]
    turns = np.array([_turn_down_to(rod) for rod in rods])
    coordinates = np.concatenate([places[:, 0], turns, places[:, 1]], axis=1)
    return Recording(model(run.toy.curve), run.path.times[frames], coordinates, camera="side")


def _turn_down_to(direction: np.ndarray) -> np.ndarray:
    """The quaternion (w, x, y, z) of the shortest rotation that takes -z to a direction (3,)."""
    turn, _ = Rotation.align_vectors(direction, [0.0, 0.0, -1.0])
    return np.asarray(turn.as_quat(scalar_first=True))


def model(curve: np.ndarray) -> str:
    """The scene in MJCF, for pictures alone: slides of green, the rod's ball joint, slides of purple."""
    thin = curve[:: max(1, (len(curve) - 1) // 240)]  # enough for the eye
    parts = "".join(
        f'<geom type="capsule" size="0.018" fromto="{_words(a)} {_words(b)}" material="wire"/>'
        for a, b in pairwise(thin)
    )
    slides = "".join(
        f'<joint name="{{name}} {axis}" type="slide" axis="{_words(np.eye(3)[k])}"/>'
        for k, axis in enumerate("xyz")
    )
    low, high = curve.min(axis=0), curve.max(axis=0)
    middle = np.array([0.0, 0.0, 0.5 * (low[2] + high[2]) - 0.15])
    return f"""<mujoco model="helix">
  <visual><headlight ambient="0.45 0.45 0.45" diffuse="0.45 0.45 0.45" specular="0.1 0.1 0.1"/>
    <global offwidth="1600" offheight="1200"/></visual>
  <asset>
    <texture name="sky" type="skybox" builtin="gradient" rgb1="1 1 1" rgb2="0.86 0.9 0.95" width="64"
      height="64"/>
    <texture name="tiles" type="2d" builtin="checker" rgb1="0.93 0.93 0.92" rgb2="0.87 0.88 0.89" width="256"
      height="256"/>
    <material name="ground" texture="tiles" texrepeat="8 8"/>
    <material name="wire" rgba="0.3 0.36 0.45 1" specular="0.4"/>
  </asset>
  <worldbody>
    <light pos="1 -2 5" dir="-0.2 0.4 -1" diffuse="0.5 0.5 0.5" castshadow="false"/>
    <geom type="plane" size="4 4 0.1" material="ground"/>
    <body name="middle" pos="{_words(middle)}"/>
    <camera name="side" mode="targetbody" target="middle" pos="1.5 -4 3.6" fovy="36"/>
    <camera name="plan" mode="targetbody" target="middle" pos="0 -0.01 6" fovy="36"/>
    {parts}
    <body name="green">{slides.format(name="green")}
      <geom type="sphere" size="0.07" rgba="0.15 0.62 0.25 1"/>
      <body name="rod"><joint name="rod" type="ball"/>
        <geom type="capsule" size="0.012" fromto="0 0 0 0 0 {-ROD}" rgba="0.2 0.2 0.2 1" mass="0.01"/>
      </body></body>
    <body name="purple">{slides.format(name="purple")}
      <geom type="sphere" size="0.085" rgba="0.5 0.2 0.65 1"/></body>
  </worldbody>
</mujoco>
"""


def _words(numbers: np.ndarray) -> str:
    return " ".join(f"{number:.5g}" for number in numbers)
