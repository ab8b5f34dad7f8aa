"""The scene of the study of blocking: a character that turns one arm, thrown balls, and dropped weights.

The arm turns about the shoulder in the plane y = 0; angles are 0 with the arm level and positive upwards.
Balls come along -y in free fall. Lengths are in m, times in s.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

DT = 0.005  # s [section 4]
GRAVITY = 9.8  # m/s^2 [section 4]
SHOULDER = np.array([0.0, 0.0, 1.42])  # m
REACH = 0.68  # m, from the shoulder to the middle of the hand
BALL_RADIUS, BALL_MASS = 0.095, 0.43  # m, kg: a handball
WEIGHT_RADIUS, WEIGHT_MASS = 0.09, 10.0  # m, kg [section 4]
DROP = 1.5  # m above the shoulder [section 4]
WEIGHTS = 5
PITCH, SPEED = 6.0, 10.0  # m and m/s along -y: where balls come from and how fast
SIDEWAYS = 0.5  # m across on the way, so that they do not come straight


class Ball(NamedTuple):
    """A ball that is thrown: the time s, the place m and the velocity m/s of the throw."""

    launch: float
    position: np.ndarray
    velocity: np.ndarray


class Weight(NamedTuple):
    """A weight that is dropped: the time s and the place m at which it starts."""

    release: float
    position: np.ndarray


class Key(NamedTuple):
    """A goal of the arm: time s, angle rad, and the ball's distance from the shoulder, m."""

    time: float
    angle: float
    distance: float


def thrown(time: float, angle: float, distance: float) -> Ball:
    """A ball that crosses the arm's plane at a time, at an angle and distance from the shoulder."""
    flight = PITCH / SPEED
    launch = DT * round((time - flight) / DT)
    place = SHOULDER + distance * _direction(angle)
    start = place + [SIDEWAYS, PITCH, 0.0]
    rise = 0.5 * GRAVITY * (flight + DT)
    return Ball(launch, start, np.array([-SIDEWAYS / flight, -SPEED, rise]))


def crossing(ball: Ball) -> Key:
    """The time and place at which a thrown ball, if nothing stops it, crosses the plane y = 0.

    It falls freely in semi-implicit Euler steps: after t = n dt it has fallen by g t (t + dt) / 2.
    """
    flight = -ball.position[1] / ball.velocity[1]
    place = ball.position + flight * ball.velocity
    place[2] -= 0.5 * GRAVITY * flight * (flight + DT)
    across, up = place[0] - SHOULDER[0], place[2] - SHOULDER[2]
    return Key(ball.launch + flight, float(np.arctan2(up, across)), float(np.hypot(across, up)))


def random_weights(seed: int, last: float) -> list[Weight]:
    """Weights that are dropped at random times during the keys, over random places of the arm."""
    rng = np.random.default_rng(seed)
    fall = np.sqrt(2 * DROP / GRAVITY)
    # One in each of as many equal spans, so that no seed has them all at once.
    arrivals = (np.arange(WEIGHTS) + rng.uniform(size=WEIGHTS)) * (last - fall) / WEIGHTS + fall
    across, depth = rng.uniform(0.2, 0.6, WEIGHTS), rng.uniform(-0.03, 0.03, WEIGHTS)
    return [
        Weight(DT * round((arrival - fall) / DT), SHOULDER + [x, y, DROP])
        for arrival, x, y in zip(arrivals, across, depth, strict=True)
    ]


def model(keys: Sequence[Key], weights: int = 0) -> str:
    """The character, its arm, the balls and the weights as text in MJCF; red discs mark the keys."""
    discs = "".join(_disc(SHOULDER + key.distance * _direction(key.angle)) for key in keys)
    balls = "".join(_object(f"ball{i}", BALL_RADIUS, BALL_MASS, "ball") for i in range(len(keys)))
    drops = "".join(_object(f"weight{i}", WEIGHT_RADIUS, WEIGHT_MASS, "weight") for i in range(weights))
    return f"""
<mujoco model="blocking">
  <option timestep="{DT}" gravity="0 0 {-GRAVITY}"/>
  <visual>
    <global offwidth="1600" offheight="1200"/>
    <headlight ambient=".45 .45 .45" diffuse=".5 .5 .5" specular="0 0 0"/>
    <quality shadowsize="4096"/>
  </visual>
  <asset>
    <texture name="sky" type="skybox" builtin="flat" rgb1=".93 .95 .97" width="8" height="8"/>
    <texture name="tiles" type="2d" builtin="checker" rgb1=".82 .83 .84" rgb2=".76 .77 .79"
             width="64" height="64"/>
    <material name="floor" texture="tiles" texrepeat="12 12" reflectance="0"/>
  </asset>
  <default>
    <geom contype="0" conaffinity="0" rgba=".36 .45 .58 1"/>
    <default class="arm"><geom contype="1" conaffinity="6" rgba=".93 .62 .25 1"/></default>
    <default class="ball">
      <geom contype="2" conaffinity="9" rgba=".12 .47 .85 1" solref="0.01 0.4" friction=".6 .005 .0001"/>
    </default>
    <default class="weight"><geom contype="4" conaffinity="9" rgba=".25 .25 .27 1"/></default>
  </default>
  <worldbody>
    <light pos="1.5 3 5" dir="-.25 -.5 -1" directional="true" diffuse=".45 .45 .45" castshadow="true"/>
    {_camera([-1.4, 3.4, 1.9], [0.1, 0.0, 1.55 if weights else 1.2], 50 if weights else 36)}
    <geom name="floor" type="plane" size="6 6 .1" material="floor" rgba="1 1 1 1"
          contype="8" conaffinity="6"/>
    <geom type="ellipsoid" size=".17 .11 .3" pos="-.2 0 1.2"/>
    <geom type="ellipsoid" size=".15 .11 .13" pos="-.2 0 .92"/>
    <geom type="sphere" size=".06" pos="{SHOULDER[0]} 0 {SHOULDER[2]}"/>
    <geom type="capsule" size=".05" fromto="-.2 0 1.45 -.2 0 1.58"/>
    <geom type="ellipsoid" size=".095 .11 .13" pos="-.2 .01 1.7" rgba=".88 .72 .6 1"/>
    <geom type="capsule" size=".07" fromto="-.12 0 .88 -.08 0 .1"/>
    <geom type="capsule" size=".07" fromto="-.28 0 .88 -.32 0 .1"/>
    <geom type="capsule" size=".05" fromto="-.08 .0 .06 -.07 .14 .05"/>
    <geom type="capsule" size=".05" fromto="-.32 .0 .06 -.33 .14 .05"/>
    <geom type="sphere" size=".06" pos="-.4 0 1.42"/>
    <geom type="capsule" size=".045" fromto="-.41 0 1.42 -.48 .02 1.12"/>
    <geom type="capsule" size=".038" fromto="-.48 .02 1.12 -.5 .1 .87"/>
    {discs}
    <body name="arm" pos="{SHOULDER[0]} {SHOULDER[1]} {SHOULDER[2]}">
      <joint name="shoulder" type="hinge" axis="0 -1 0"/>
      <geom class="arm" type="capsule" size=".048" fromto="0 0 0 .3 0 0" mass="2.2"/>
      <geom class="arm" type="capsule" size=".04" fromto=".3 0 0 .58 0 0" mass="1.4"/>
      <geom class="arm" name="hand" type="ellipsoid" size=".1 .035 .07" pos="{REACH} 0 0" mass=".5"
            rgba=".88 .72 .6 1"/>
    </body>
    {balls}
    {drops}
  </worldbody>
</mujoco>
"""


def _direction(angle: float) -> np.ndarray:
    return np.array([np.cos(angle), 0.0, np.sin(angle)])


def _camera(at: Sequence[float], towards: Sequence[float], height: float) -> str:
    """A level camera with a vertical field of view of `height` degrees."""
    ahead = np.subtract(towards, at)
    right = np.cross(ahead, [0, 0, 1])
    up = np.cross(right, ahead)
    numbers = [" ".join(f"{x:.4f}" for x in vector) for vector in (at, right, up)]
    return f'<camera name="front" pos="{numbers[0]}" xyaxes="{numbers[1]} {numbers[2]}" fovy="{height}"/>'


def _disc(place: np.ndarray) -> str:
    at = f'pos="{place[0]:.4f} -.06 {place[2]:.4f}" zaxis="0 1 0"'
    return f'<site type="cylinder" size="{BALL_RADIUS} .004" rgba=".85 .1 .1 .45" {at}/>'


def _object(name: str, radius: float, mass: float, kind: str) -> str:
    shape = f'<geom class="{kind}" type="sphere" size="{radius}" mass="{mass}"/>'
    return f'<body name="{name}" gravcomp="1"><freejoint/>{shape}</body>'
