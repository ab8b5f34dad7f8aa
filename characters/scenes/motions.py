"""Motions from key poses: joint angles by name, at times.

A key is a time and the angles of the joints that it fixes; each joint moves smoothly through the keys that
name it, independently of the others. Between two keys a joint follows the polynomial of fifth degree,
the minimum-jerk curve for the values, slopes and (zero) second derivatives at both ends; the slopes are those
of Fritsch and Carlson's monotone interpolation (PCHIP), so a joint that turns round at a key stands still
there, and one that passes through it does not stop. Second derivatives are continuous. A motion is a formula:
its velocity is the derivative of its position, not a difference of frames.

Angles in rad (m for slides), times in s; before its beginning and after its end a motion holds still.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from scipy.interpolate import BPoly, pchip_interpolate

from characters.scenes.anatomy import FOREARM, SHANK, SHOULDER, THIGH
from characters.scenes.humanoid import angles, arm_angles, bent_arm
from softrein.errors import SceneError

KICK_AT = 0.957  # s, when the foot, the forearms and the hands are where a ball would be
VOLLEY_AT = 0.92
CATCH_AT = 0.9

Key = tuple[float, Mapping[str, float]]


class Motion:
    """Positions and velocities (n,) of the joints `dofs` over time, through the keys.

    A joint that the first key does not name has its angle in `rest` then (by name; 0 by default), and keeps
    it if no other key names it. Raises SceneError for a name not among `dofs` and for keys out of order.
    """

    def __init__(
        self, dofs: Sequence[str], keys: Sequence[Key], rest: Mapping[str, float] | None = None
    ) -> None:
        keys = list(keys)
        if len(keys) < 2 or any(not b[0] > a[0] for a, b in pairwise(keys)):
            raise SceneError("a motion needs two keys or more, in order of time")
        for time, named in [*keys, (0.0, rest or {})]:
            if unknown := sorted(set(named) - set(dofs)):
                raise SceneError(f"key at {time:g} s: no joint {unknown[0]!r}; there are {', '.join(dofs)}")
        self.dofs = tuple(dofs)
        self.times = np.array([time for time, _ in keys])  # (k,) s
        start = {name: (rest or {}).get(name, 0.0) for name in dofs}
        keys[0] = (keys[0][0], {**start, **keys[0][1]})
        jets = np.stack([self._jets(name, keys) for name in dofs], axis=-1)  # (3, k, n)
        self._curve = BPoly.from_derivatives(self.times, jets.swapaxes(0, 1))
        self._slope = self._curve.derivative()

    def at(self, time: float) -> tuple[np.ndarray, np.ndarray]:
        """Positions and velocities, each (n,), at a time (s)."""
        inside = self.times[0] <= time <= self.times[-1]
        position = self._curve(min(max(time, self.times[0]), self.times[-1]))
        return position, self._slope(time) if inside else np.zeros(len(self.dofs))

    def _jets(self, name: str, keys: Sequence[Key]) -> np.ndarray:
        """Values, slopes and second derivatives (3, k) of one joint at every key, through its own."""
        own = [(time, named[name]) for time, named in keys if name in named]
        jets = np.zeros((3, len(self.times)))
        if len(own) == 1:
            jets[0] = own[0][1]
            return jets
        times, values = np.array(own).T
        slopes = pchip_interpolate(times, values, times, der=1)
        slopes[[0, -1]] = 0.0
        curve = BPoly.from_derivatives(times, np.stack([values, slopes, np.zeros_like(values)], axis=1))
        inside = self.times <= times[-1]
        jets[:, inside] = [curve(self.times[inside], nu) for nu in range(3)]
        jets[0, ~inside] = values[-1]
        return jets


def zeros(pose: Mapping[str, float]) -> dict[str, float]:
    """The joints of a pose, each at zero, for a later key that ends what an earlier one began."""
    return dict.fromkeys(pose, 0.0)


def squat(bend: float) -> dict[str, float]:
    """A squat: both knees are bent by twice `bend` (rad), the feet stay flat, the pelvis is lower."""
    drop = (THIGH + SHANK) * (1 - float(np.cos(bend)))
    return {"root_z": -drop, **angles(hip_bend=bend, knee_bend=2 * bend, ankle_lift=bend)}


def kick(dofs: Sequence[str]) -> Motion:
    """A kick with the right foot: back, through the ball at KICK_AT, and down beside the other foot."""
    stand = {
        **squat(0.12),
        **angles(right_hip_bend=-0.22, right_knee_bend=0.25, right_ankle_lift=0.3),
        **angles(elbow_bend=0.35, shoulder_raise=0.12, neck_nod=0.2),
    }
    back = {
        **squat(0.16),
        **angles(right_hip_bend=-0.45, right_knee_bend=1.5, right_hip_spread=0.1, right_ankle_lift=-0.5),
        **angles(root_yaw=-0.12, chest_turn=-0.2, back_bend=0.10, chest_bend=0.08, neck_nod=0.35),
        **angles(left_shoulder_raise=0.95, left_shoulder_swing=-0.75, left_elbow_bend=0.4),
        **angles(right_shoulder_raise=0.4, right_shoulder_swing=0.1, right_elbow_bend=0.7),
    }
    strike = {
        **squat(0.20),
        **angles(right_hip_spread=0.06, right_ankle_lift=-0.45),
        **angles(root_yaw=0.08, chest_turn=0.05, back_bend=0.16, chest_bend=0.15, neck_nod=0.4),
        **angles(left_shoulder_raise=0.8, left_shoulder_swing=-0.2, left_elbow_bend=0.4),
        **angles(right_shoulder_raise=0.3, right_shoulder_swing=-0.5, right_elbow_bend=0.5),
    }
    through = {
        **squat(0.14),
        **angles(right_hip_bend=1.25, right_hip_spread=0.0, right_ankle_lift=-0.3),
        **angles(root_yaw=0.22, chest_turn=-0.1, back_bend=0.2, chest_bend=0.2, neck_nod=0.2),
        **angles(left_shoulder_raise=0.95, left_shoulder_swing=0.45, left_elbow_bend=0.4),
        **angles(right_shoulder_raise=0.35, right_shoulder_swing=-0.95, right_elbow_bend=0.5),
    }
    straight = {"right_knee_bend": 0.15}  # before the thigh is all the way up
    end = {**zeros(through), **stand, **squat(0.12)}
    keys = [(0.0, stand), (0.66, back), (0.92, strike), (0.94, straight), (1.02, through), (1.9, end)]
    return Motion(dofs, keys)


def volley(dofs: Sequence[str]) -> Motion:
    """A forearm pass: crouch with the arms out as one platform, lift it into the ball at VOLLEY_AT, stand."""
    ready = {**squat(0.15), **angles(elbow_bend=0.5, shoulder_raise=0.25, back_bend=0.1)}
    low = {**squat(0.48), **_platform(-0.95), **angles(back_bend=0.25, chest_bend=0.15, neck_nod=-0.15)}
    lift = {**squat(0.38), **_platform(-0.5), **angles(back_bend=0.2, chest_bend=0.12, neck_nod=-0.1)}
    after = {**squat(0.25), **_platform(-0.25), **angles(back_bend=0.12, chest_bend=0.08, neck_nod=-0.25)}
    return Motion(
        dofs, [(0.0, ready), (0.6, low), (VOLLEY_AT, lift), (1.15, after), (2.0, {**zeros(low), **ready})]
    )


def _platform(rise: float) -> dict[str, float]:
    """Both arms straight out, the hands together, palms up; the arms at an angle (rad) above the horizon."""
    arms: dict[str, float] = {}
    for side, y in (("left", -0.08), ("right", 0.22)):
        along = np.array([np.cos(rise), y, np.sin(rise)])
        up = np.array([-np.sin(rise), 0.0, np.cos(rise)])
        arms |= arm_angles(side, along, along + 0.02 * up)
    return arms | angles(forearm_twist=-0.5, wrist_bend=0.1)


def catch(dofs: Sequence[str]) -> Motion:
    """The hands go up and out for a ball at chest height at CATCH_AT, and then come in a little, empty."""
    ready = {**squat(0.12), **angles(elbow_bend=0.4, shoulder_raise=0.15)}
    out = {**squat(0.28), **_hands(0.48, 0.09), **angles(back_bend=0.12, chest_bend=0.05)}
    close = {**squat(0.26), **_hands(0.42, 0.07), **angles(back_bend=0.12, chest_bend=0.05)}
    return Motion(dofs, [(0.0, ready), (0.65, out), (CATCH_AT, out), (1.5, close), (2.2, close)])


def _hands(ahead: float, apart: float) -> dict[str, float]:
    """A pose with both wrists so far (m) in front of the shoulders and to the sides, palms forward."""
    arms = bent_arm("left", (ahead, apart - SHOULDER, -0.08), FOREARM, (0.0, 0.6, -1.0))
    arms |= bent_arm("right", (ahead, SHOULDER - apart, -0.08), FOREARM, (0.0, -0.6, -1.0))
    return arms | angles(forearm_twist=1.3, wrist_bend=-0.9)
