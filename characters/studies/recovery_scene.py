"""The figure, its motion and the ball of the study of recovery.

The pelvis is held. The motion is a greeting, made here by code in place of the paper's captured one: the left
arm is held out and moves up and down, the right one waves. A ball is thrown so that it meets the left forearm
where the undisturbed motion has it at `HIT`. Lengths in m, times in s, angles in rad.
"""

from __future__ import annotations

import numpy as np

from characters.plants.articulated import Articulated
from characters.scenes.humanoid import ball_xml, humanoid_xml
from characters.scenes.motions import Motion
from characters.studies.beat import DT, MOVES, STANDING, arms, hands_of
from characters.study import Floats

STRUCK = "left_forearm"
HIT = 1.2  # s, when the ball is to be where the forearm is
FLIGHT = 0.35  # s
END = 2.8  # s
BALL = (0.11, 2.0)  # radius m, mass kg
ABOVE = 0.02  # m over the middle of the forearm, where the ball is aimed
GRAVITY = 9.81  # m/s^2, the default of `humanoid_xml`

LOW = {**arms((0.75, 0.30, -0.45), (0.90, 0.05, 0.25)), "chest_turn": -0.1}
HIGH = {**arms((0.80, 0.40, 0.20), (0.70, 0.15, 0.65)), "chest_turn": 0.1, "neck_nod": -0.1}
SIDE = {**arms((0.60, 0.60, -0.10), (0.75, 0.30, 0.50)), "chest_turn": 0.0, "neck_nod": 0.05}
KEYS = ((0.0, STANDING), (0.6, LOW), (1.1, HIGH), (1.6, SIDE), (2.1, HIGH), (2.6, LOW))


class Stage:
    """The figure, the motion and the ball, and where hands and forearm are in the motion."""

    def __init__(self) -> None:
        radius, mass = BALL
        self.xml = humanoid_xml(
            welded=True, objects=[ball_xml("ball", radius, mass, position=(0, 6, radius))]
        )
        plant = Articulated(self.xml, DT)
        self.motion = Motion(plant.dofs, [(time, angles) for time, angles in KEYS])
        poses = np.array([self.motion.at(time)[0] for time in self.motion.times])
        self.moved = np.ptp(poses, axis=0) >= MOVES
        self._plant = plant
        self.positions, self.hands = [], []  # of the motion at every step: (n,) rad, (2, 3) m
        for k in range(round(END / DT) + 1):
            self.positions.append(self.motion.at(k * DT)[0])
            plant.set_state(self.positions[-1])
            self.hands.append(hands_of(plant))

    def plant(self) -> Articulated:
        """The figure at the beginning of the motion."""
        plant = Articulated(self.xml, DT)
        plant.set_state(self.motion.at(0.0)[0])
        return plant

    def aim(self, speed: float) -> tuple[Floats, Floats]:
        """Position and velocity (3,) of the ball, `FLIGHT` before it meets the undisturbed forearm."""
        self._plant.set_state(self.motion.at(HIT)[0])
        meet = self._plant.data.xipos[self._plant.model.body(STRUCK).id] + np.array([0.0, 0.0, ABOVE])
        fall = GRAVITY * FLIGHT
        velocity = np.array([-speed, 0.0, 0.5 * fall])
        return meet - velocity * FLIGHT + np.array([0, 0, 0.5 * fall * FLIGHT]), velocity
