"""Scenes in which a ball hits the humanoid: a kick, a volley and a catch, two balls each [000, section 4.1].

Values that the paper does not give are chosen here: the balls' masses, speeds and restitution, and the places
of the impacts. The restitution is that of a whole step: a ball leaves with that share of its speed after one
step, whatever its length. MuJoCo's contacts aim at the acceleration -b v - k r, with v the speed at which the
gap r opens; b = (1 + bounce) / dt turns v into -bounce v in one step, and k = 0.1 / dt^2 removes a tenth of
an overlap. A catch is two constraints that begin at the impact: each hand keeps the ball's centre where it
then was.

The figure's own weight is compensated, as if its muscles carried it; the ball's is not.

Limits: an impact is detected at the beginning of a step, so a ball of 20 m/s could be 0.66 m inside a limb,
or past it. Balls are thrown so that at a step they just touch the figure in the pose of the input motion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from characters.plants.articulated import Articulated
from characters.scenes.humanoid import ball_xml, humanoid_xml
from characters.scenes.motions import CATCH_AT, KICK_AT, VOLLEY_AT, Motion, catch, kick, volley
from characters.study import Floats

DT = 0.033  # s, the paper's step
GRAVITY = 9.81  # m/s^2
FLIGHT = 0.5  # s, from the throw to the impact
OVERLAP = 0.005  # m, by which a ball that was aimed overlaps the figure when it is first noticed
BALL = "ball"
HANDS = ("left_hand", "right_hand")
IMPEDANCE = (0.99, 0.99, 0.001, 0.5, 2.0)  # of MuJoCo's constraints: nearly hard


@dataclass(frozen=True)
class Scene:
    """A motion, a ball, and their impact.

    The ball of `mass` kg and `radius` m comes at `speed` m/s along `way` towards the mean place of the bodies
    `spot`, `meet` s into the motion; without speed it lies on the floor there. `limb`: the joints whose
    deviation is reported; `tip`: the body whose speed is; `elbows`: whether these are kept from bending
    backwards; `grips`: whether the hands hold what they touch.
    """

    motion: Callable[[Sequence[str]], Motion]
    meet: float
    mass: float
    radius: float
    speed: float
    way: tuple[float, float, float]
    spot: tuple[str, ...]
    limb: tuple[str, ...]
    tip: str
    bounce: float = 0.0  # the ball's coefficient of restitution
    elbows: bool = False
    grips: bool = False
    camera: str = "side"


ARMS = ("shoulder_raise", "shoulder_swing", "shoulder_twist", "elbow_bend")
BOTH_ARMS = tuple(f"{side}_{joint}" for side in ("left", "right") for joint in ARMS)
LEG = ("right_hip_bend", "right_hip_spread", "right_hip_twist", "right_knee_bend")
FOREARMS = ("left_forearm", "right_forearm", "left_hand", "right_hand", "left_hand", "right_hand")

SOCCER = Scene(kick, KICK_AT, 0.43, 0.11, 0.0, (-1, 0, 0), ("right_foot",), LEG, "right_foot", 0.6)
VOLLEYBALL = Scene(
    volley, VOLLEY_AT, 0.27, 0.105, 8.0, (-0.6, 0, -0.8), FOREARMS, BOTH_ARMS, "right_hand", 0.6, True
)
BASKETBALL = Scene(
    catch,
    CATCH_AT,
    0.62,
    0.12,
    5.0,
    (-1, 0, -0.2),
    ("left_hand", "right_hand"),
    BOTH_ARMS,
    "right_hand",
    0.0,
    grips=True,
    camera="corner",
)
SCENES = {
    "soccer (light)": SOCCER,
    "soccer (heavy)": replace(SOCCER, mass=5.0, bounce=0.1),
    "volleyball (slow)": VOLLEYBALL,
    "volleyball (fast)": replace(VOLLEYBALL, speed=20.0),
    "basketball (slow)": BASKETBALL,
    "basketball (fast)": replace(BASKETBALL, speed=12.0),
}


def struck(plant: Articulated) -> bool:
    """Whether the ball touches the figure now; the floor does not count."""
    bodies = plant.model.geom_bodyid[np.reshape(plant.data.contact.geom, (-1, 2))]
    ball = int(plant.model.body(BALL).id)
    return bool(np.any((bodies == ball).any(axis=1) & (bodies != 0).all(axis=1)))


def build(scene: Scene, dt: float, ball: bool, weight: bool = False) -> Articulated:
    """Make the plant; with `weight` the figure's own weight is not compensated."""
    objects = [ball_xml(BALL, scene.radius, scene.mass)] if ball else []
    xml = humanoid_xml(objects=objects, gravity=GRAVITY if weight else 0.0)
    plant = Articulated(_with_grip(xml) if ball and scene.grips else xml, dt)
    if ball:
        _let_bounce(plant, scene.bounce)
    if ball and not weight:
        plant.data.xfrc_applied[int(plant.model.body(BALL).id), 2] = -scene.mass * GRAVITY
    return plant


def _with_grip(xml: str) -> str:
    """Add constraints, not active yet, by which each hand can hold the ball at a point."""
    for body in (*HANDS, BALL):
        xml = re.sub(f'(<body name="{body}"[^>]*>)', rf'\1<site name="{body}_grip" size="0.001"/>', xml)
    holds = "".join(f'<connect site1="{hand}_grip" site2="{BALL}_grip" active="false"/>' for hand in HANDS)
    return xml.replace("</mujoco>", f"<equality>{holds}</equality></mujoco>")


def grip(plant: Articulated) -> None:
    """Activate the constraints: each hand holds the ball's centre where it is in the hand's frame."""
    model, data = plant.model, plant.data
    for number, hand in enumerate(HANDS):
        frame = data.body(hand)
        offset = data.body(BALL).xpos - frame.xpos
        site = model.site(f"{hand}_grip").id
        model.site_pos[site] = frame.xmat.reshape(3, 3).T @ offset
        model.site_sameframe[site] = 0  # it was compiled at the body's origin
        model.eq_solref[number] = -0.1 / plant.dt**2, -1 / plant.dt
        model.eq_solimp[number] = IMPEDANCE
        data.eq_active[number] = 1
    plant.refresh()


def _let_bounce(plant: Articulated, bounce: float) -> None:
    """Set the coefficient of restitution of the ball's contacts over one step."""
    geom = int(plant.model.body(BALL).geomadr[0])
    plant.model.geom_solref[geom] = -0.1 / plant.dt**2, -(1 + bounce) / plant.dt
    plant.model.geom_solimp[geom] = IMPEDANCE


def aim(plant: Articulated, scene: Scene, motion: Motion, time: float) -> Floats:
    """The ball's centre (3,) m when it just touches the figure in the motion's pose at a time (s)."""
    plant.set_state(motion.at(time)[0])
    spot = np.mean([plant.data.body(name).xpos for name in scene.spot], axis=0)
    if not scene.speed:
        spot[2] = scene.radius
    way = np.array(scene.way) / np.linalg.norm(scene.way)
    near, far = -0.1, 1.0  # m back along its way: inside the figure, and clear of it
    while far - near > 1e-4:
        middle = (near + far) / 2
        plant.place(BALL, spot - middle * way)
        near, far = (middle, far) if struck(plant) else (near, middle)
    return spot - (near - OVERLAP) * way


class Throw(NamedTuple):
    """A throw of a ball: its place (3,) m and velocity (3,) m/s when it is released, and the step."""

    place: Floats
    velocity: Floats
    step: int

    @classmethod
    def at(cls, plant: Articulated, scene: Scene, motion: Motion) -> Throw:
        """The throw that brings the ball to the figure, in semi-implicit Euler steps."""
        meet = round(scene.meet / DT) * DT
        hit, dt = aim(plant, scene, motion, meet), plant.dt
        if not scene.speed:
            return cls(hit, np.zeros(3), 0)
        steps = round(FLIGHT / dt)
        pull = np.array([0.0, 0.0, -GRAVITY])
        velocity = scene.speed * np.array(scene.way) / np.linalg.norm(scene.way) - pull * dt * steps
        place = hit - dt * steps * velocity - pull * dt**2 * steps * (steps + 1) / 2
        return cls(place, velocity, round(meet / dt) - steps)

    def hold(self, plant: Articulated, step: int) -> None:
        """Keep the ball at the place of the throw until its step, and then release it."""
        if step <= self.step:
            plant.place(BALL, self.place, self.velocity if step == self.step else (0, 0, 0))
