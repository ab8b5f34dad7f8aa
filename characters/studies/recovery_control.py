"""Timed control that tracks a motion, detects a push, and returns to the motion in time [004, section 5.3].

At every step the key-frame is the motion's pose and velocity `ahead` from now, so gains are always those for
that short time. From the moment that a push is felt, the key-frame is the motion's at t + delta, and it stays
there until its time has come; then tracking goes on. delta, in seconds, is the only parameter of the
response. (Whether a blow that falls into a response starts another, the paper does not say; here it does
not.)

How a push is felt: with M the mass matrix, A the mass that stable PD adds, c the bias and tau the torque of
the last step, the joint torques of whatever else acted are

    r = (M + A) (v - v_before) / dt - (tau - c),

0 up to rounding while nothing touches the figure, so `FELT` can be small without false alarms. Nobody need
tell the controller of contacts, and a force that comes without one is felt as well.
"""

from __future__ import annotations

import numpy as np

from characters.plants.articulated import Articulated
from characters.plants.timed_control import KeyFrame, TimedControl
from characters.scenes.motions import Motion
from characters.study import Floats

FELT = 1.0  # N m of torque, at any joint, that the controller's own does not explain


class TrackingControl(TimedControl):
    """Tracks a motion by key-frames that are `ahead` (s) of now, and responds to a push within `delta` (s).

    delta: None for tracking without a response. receding: the key-frame stays `delta` ahead from the first
    push on, and never comes nearer. `felt_at` holds the times at which pushes were detected.
    """

    def __init__(
        self,
        plant: Articulated,
        motion: Motion,
        delta: float | None,
        ahead: float | None = None,
        receding: bool = False,
        implicit: bool = True,
    ) -> None:
        self.motion, self.delta, self.receding = motion, delta, receding
        keys = [self._sample(float(time)) for time in motion.times]
        super().__init__(plant, keys, shortest=ahead, implicit=implicit)
        self.felt_at: list[float] = []
        self.felt = 0.0  # N m, of the last step
        self._until = -np.inf  # s, the end of the response
        self._last: tuple[Floats, Floats, Floats] | None = None  # M + A, v and tau - c of the last step

    def torque(self) -> Floats:
        """Joint torques (n,) N m for the coming step."""
        plant, now = self.plant, self.plant.time
        soon = now + 0.5 * plant.dt  # the clock is a sum of steps
        self.felt = self._unexplained()
        if self.delta is not None and self.felt > FELT and soon > self._until:
            self.felt_at.append(now)
            self._until = now + self.delta
            self.aim([self._sample(self._until)])
        if self.receding and self.felt_at and self.delta is not None:
            self.aim([self._sample(now + self.delta)])
        elif soon > self._until:
            self.aim([self._sample(now + self.shortest)])
        torque = super().torque()
        heavy = self.mass + (0.0 if self.added_mass is None else np.diag(self.added_mass))
        self._last = heavy, plant.v, torque - plant.bias()
        return torque

    def _sample(self, time: float) -> KeyFrame:
        return KeyFrame(time, *self.motion.at(time))

    def _unexplained(self) -> float:
        """The largest external torque on any joint in the last step, N m."""
        if self._last is None:
            return 0.0
        heavy, before, known = self._last
        return float(np.abs(heavy @ (self.plant.v - before) / self.plant.dt - known).max())
