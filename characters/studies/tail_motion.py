"""Key-frames of a toy mouse, tracked by two stable PD controllers that fade into each other [Tan 2011, 4.2].

Between key-frames i and i + 1, with `a` from 0 to 1 in time, one controller pulls every joint towards each:

    k_i = (1 - a)^24 kt,    k_{i+1} = (a^24 + 0.005) kt,    kt = 130 m_sup,    kd = 10 kp dt

where m_sup is the mass that the joint has to move (its body and all that hangs from it). Their forces add,
and since both are linear, two controllers are one:

    -k_i (p - q_i) - k_{i+1} (p - q_{i+1}) = -(k_i + k_{i+1}) (p - target),
    target = (k_i q_i + k_{i+1} q_{i+1}) / (k_i + k_{i+1}),

with p = q + v dt the predicted position, and the dampings likewise; so a step is one of stable PD with the
sum of the gains and the weighted mean of the key-frames. Key-frames give position and orientation of the root
alone; in all of them the tail is straight. A cubic spline through the same key-frames moves the mouse as one
rigid thing; here the tail is a chain of light links that swings by itself where the gains are low.

The paper gives no sizes, key-frames or time step. The printed gains are free of neither length nor time:
130 m_sup is N/m on a slide and N m/rad on a hinge, alike for a mouse of the size of one metre, which ours
has; and what counts is kt T^2 and dt / T, with T from key-frame to key-frame. `TIME_STEP` is the 33 ms of
the rest of the paper. T is `INTERVAL`, with which the printed gains meet the key-frames: they are high for a
twentieth of it, and kd / kp = 10 dt makes the mouse 0.33 s late. Until then the low gains swing it past the
coming key-frame by nearly half of the way, and back (`passed`). Gravity is off: between key-frames kp is
0.65 m_sup, and the weight of the mouse would pull it down by 15 m.

This module has the controllers, the motion and its errors at the key-frames; the mouse is in
`characters.scenes.tail`, the comparison in `characters.studies.tail`.

Limits: no floor, no contacts; the orientation is in angles (yaw, pitch, roll): pitch stays below 90 degrees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.spatial.transform import Rotation

from characters.plants.articulated import Articulated
from characters.plants.tracking import track_pd, track_stable
from characters.scenes.tail import ROOT
from softrein.errors import ControllerError, SimulationError

TIME_STEP = 1.0 / 30.0  # s
INTERVAL = 12.0  # s, between key-frames
HOLD = 0.5  # s, after the last one
STRENGTH = 130.0  # kt / m_sup: 1/s^2 on slides, m^2/s^2 on hinges
DAMPING = 10.0  # kd / (kp dt)
APART = 0.1  # m: key-frames closer to each other differ by how the mouse is turned
POWER, FLOOR = 24, 0.005  # of the gain profiles


@dataclass(frozen=True)
class KeyFrames:
    """Times (k,) s that increase, and poses (k, n) of all joints, m and rad; checked when made."""

    times: np.ndarray
    poses: np.ndarray

    def __post_init__(self) -> None:
        if self.times.ndim != 1 or len(self.times) < 2 or not (np.diff(self.times) > 0).all():
            raise ControllerError("key-frames need two times or more, and they must increase")
        if self.poses.ndim != 2 or len(self.poses) != len(self.times) or not np.isfinite(self.poses).all():
            raise ControllerError(f"{len(self.times)} key-frames need as many finite poses")


def profile(a: np.ndarray | float) -> tuple[np.ndarray, np.ndarray]:
    """The two controllers' gains, towards the key-frame before and the one after, as shares of the gain kt.

    `a` (0..1) is the fraction of the time between the two key-frames that has passed. The second gain is at
    least `FLOOR`, also at the beginning.
    """
    a = np.asarray(a, dtype=float)
    return (1.0 - a) ** POWER, a**POWER + FLOOR


def linear_profile(a: np.ndarray | float) -> tuple[np.ndarray, np.ndarray]:
    """The paper's other example (figure 5, left): gains that fade linearly, so the motion is stiff."""
    a = np.asarray(a, dtype=float)
    return 1.0 - a, a


Profile = Callable[[float], tuple[np.ndarray, np.ndarray]]


def blend(keys: KeyFrames, time: float, fade: Profile = profile) -> tuple[float, np.ndarray]:
    """Both controllers as one: the sum of their gains, a share of kt, and the target (n,) of all joints.

    Before the first key-frame and after the last one it is that key-frame with the full gain.
    """
    if time >= keys.times[-1]:
        return 1.0, keys.poses[-1]
    i = max(int(np.searchsorted(keys.times, time, side="right")) - 1, 0)
    a = max((time - keys.times[i]) / (keys.times[i + 1] - keys.times[i]), 0.0)
    last, coming = fade(a)
    return float(last + coming), (last * keys.poses[i] + coming * keys.poses[i + 1]) / (last + coming)


def supported_mass(plant: Articulated) -> np.ndarray:
    """The mass (n,) kg of each controlled joint's body with all that hangs from it."""
    return np.array(plant.model.body_subtreemass[plant.model.jnt_bodyid[plant.joints]])


def spline(keys: KeyFrames, times: np.ndarray) -> np.ndarray:
    """The poses (T, n) of the cubic spline through the key-frames, at rest at both ends."""
    from scipy.interpolate import CubicSpline

    return np.asarray(CubicSpline(keys.times, keys.poses, bc_type="clamped")(times))


def default_keys(joints: int, interval: float = INTERVAL) -> KeyFrames:
    """Seven key-frames: the mouse darts off, turns left, hops to the right and looks back, tail straight."""
    root = np.array(
        [  # x, y, z (m), yaw, pitch, roll (degrees); the nose points along x
            (-2.0, -0.8, 0.0, 0, 0, 0),
            (-0.4, -0.8, 0.0, 0, 0, 0),
            (0.6, 0.2, 0.0, 80, 0, -15),
            (0.5, 1.2, 0.5, 60, -25, 0),
            (1.4, 1.6, 0.0, -20, 0, 10),
            (2.2, 0.8, 0.0, -100, 0, 15),
            (2.2, 0.8, 0.0, -10, 0, 0),
        ]
    )
    root[:, 3:] = np.deg2rad(root[:, 3:])
    poses = np.concatenate([root, np.zeros((len(root), joints - len(ROOT)))], axis=1)
    return KeyFrames(interval * np.arange(len(root)), poses)


@dataclass(frozen=True)
class Motion:
    """A motion of the mouse, simulated or not."""

    times: np.ndarray  # (T,) s
    poses: np.ndarray  # (T, n)
    diverged: float | None = None  # s, when

    @cached_property
    def bend(self) -> np.ndarray:
        """(T,) rad: angle between the body's axis and the line from the tail's root to its tip."""
        links = self.poses[:, len(ROOT) :].reshape(len(self.poses), -1, 2)
        turn, line = Rotation.identity(), np.zeros(3)  # both in the body's frame, with x backwards
        for link in range(links.shape[1]):
            turn = turn * Rotation.from_euler("ZY", links[:, link])
            line = line + turn.apply([1.0, 0.0, 0.0])
        return np.asarray(np.arctan2(np.hypot(line[:, 1], line[:, 2]), line[:, 0]))


def simulate(
    plant: Articulated,
    keys: KeyFrames,
    strength: float = STRENGTH,
    fade: Profile = profile,
    stable: bool = True,
    damping: float | None = None,
) -> Motion:
    """Run the plant from rest in the first key-frame, under both controllers, until `HOLD` s after the last.

    `strength` is kt / m_sup, `damping` kd / kp in s, ten time steps if None. With `stable` false it is plain
    PD of the present errors. The motion ends where it diverges. Raises ControllerError where poses do not
    fit.
    """
    if keys.poses.shape[1] != len(plant.dofs):
        raise ControllerError(f"key-frames of {keys.poses.shape[1]} joints; the plant has {len(plant.dofs)}")
    mass, dt = supported_mass(plant), plant.dt
    delay = DAMPING * dt if damping is None else damping
    plant.set_state(keys.poses[0])
    track = track_stable if stable else track_pd
    poses, start = [plant.q], keys.times[0]
    steps = round((keys.times[-1] + HOLD - start) / dt)
    for step in range(steps):
        part, target = blend(keys, start + (step + (1 if stable else 0)) * dt, fade)
        kp = part * strength * mass
        try:
            track(plant, kp, delay * kp, target, check=stable)  # plain PD diverges on purpose
        except SimulationError:
            return Motion(start + dt * np.arange(len(poses)), np.array(poses), start + step * dt)
        poses.append(plant.q)
    return Motion(start + dt * np.arange(len(poses)), np.array(poses))


@dataclass(frozen=True)
class Met:
    """The errors of a motion at its key-frames, without the first and the last one: (k - 2,) each."""

    place: np.ndarray  # m, distance of the root at the key-frame's time
    turn: np.ndarray  # rad, the largest of the three angles' errors
    nearest: np.ndarray  # m, the smallest distance from then on until half of the next interval
    late: np.ndarray  # s, how much later that was


def met(motion: Motion, keys: KeyFrames) -> Met:
    """The root's error at each key-frame but the first and the last, as four numbers.

    They are the errors of its position and of its angles at the key-frame's time, its smallest distance
    afterwards, and how much later that is, see `Met`; all are NaN where the motion diverged before.
    """
    rows = []
    for time, pose, until in zip(keys.times[1:-1], keys.poses[1:-1], keys.times[2:], strict=True):
        at, end = np.searchsorted(motion.times, (time - 1e-9, 0.5 * (time + until)))
        error = motion.poses[at:end, : len(ROOT)] - pose[: len(ROOT)]
        if not len(error):
            rows.append((np.nan,) * 4)
            continue
        away = np.linalg.norm(error[:, :3], axis=1)
        best = int(away.argmin())
        rows.append((away[0], np.abs(error[0, 3:]).max(), away[best], motion.times[at + best] - time))
    return Met(*np.array(rows).T)


def passed(motion: Motion, keys: KeyFrames) -> np.ndarray:
    """The overshoot of the root beyond each coming key-frame before it is due, as a share of the way to it.

    It is measured along the line between key-frames that are `APART`; NaN after a divergence.
    """
    found = []
    for start, due, last, coming in zip(
        keys.times[:-1], keys.times[1:], keys.poses[:-1, :3], keys.poses[1:, :3], strict=True
    ):
        way = coming - last
        if np.linalg.norm(way) < APART:
            continue
        during = (motion.times >= start - 1e-9) & (motion.times <= due + 1e-9)
        beyond = (motion.poses[during, :3] - coming) @ way / (way @ way)
        whole = len(beyond) and motion.times[-1] >= due - 1e-9
        found.append(max(float(beyond.max()), 0.0) if whole else np.nan)
    return np.array(found)
