"""Key-frames of a toy mouse, met by two stable PD controllers that fade into each other [Tan 2011, 4.2].

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
the rest of the paper, T is `INTERVAL`. Gravity is off: between key-frames kp is 0.65 m_sup, and the
weight of the mouse would pull it down by 15 m.

Limits: no floor, no contacts; the orientation is in angles (yaw, pitch, roll): pitch stays below 90 degrees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from characters.articulated import Articulated, track_pd, track_stable
from characters.study import Curves, Recording, Study, Table
from softrein.errors import ControllerError, SimulationError

TIME_STEP = 1.0 / 30.0  # s
INTERVAL = 2.0  # s, between key-frames
HOLD = 0.5  # s, after the last one
STRENGTH = 130.0  # kt / m_sup: 1/s^2 on slides, m^2/s^2 on hinges
STRENGTHS = (STRENGTH, 520.0, 1300.0, 4000.0)  # the printed one, and what it takes to meet the key-frames
DAMPING = 10.0  # kd / (kp dt)
POWER, FLOOR = 24, 0.005  # of the gain profiles
LINKS = 16  # of the tail, two hinges each
TAIL = 1.2  # m
FUR, PINK, DARK, PALE = "0.45 0.52 0.62 1", "0.9 0.62 0.62 1", "0.08 0.08 0.1 1", "0.85 0.35 0.3 1"
ROOT = ("x", "y", "z", "yaw", "pitch", "roll")


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
    """Gains towards the last key-frame and the next, as parts of kt, at `a` (0..1) between them."""
    a = np.asarray(a, dtype=float)
    return (1.0 - a) ** POWER, a**POWER + FLOOR


def linear_profile(a: np.ndarray | float) -> tuple[np.ndarray, np.ndarray]:
    """The paper's other example (figure 5, left): gains that fade linearly, so the motion is stiff."""
    a = np.asarray(a, dtype=float)
    return 1.0 - a, a


Profile = Callable[[float], tuple[np.ndarray, np.ndarray]]


def blend(keys: KeyFrames, time: float, fade: Profile = profile) -> tuple[float, np.ndarray]:
    """Both controllers as one: the sum of their gains, a part of kt, and the target (n,) of all joints.

    Before the first key-frame and after the last one, that key-frame with the full gain.
    """
    if time >= keys.times[-1]:
        return 1.0, keys.poses[-1]
    i = max(int(np.searchsorted(keys.times, time, side="right")) - 1, 0)
    a = max((time - keys.times[i]) / (keys.times[i + 1] - keys.times[i]), 0.0)
    last, coming = fade(a)
    return float(last + coming), (last * keys.poses[i] + coming * keys.poses[i + 1]) / (last + coming)


def supported_mass(plant: Articulated) -> np.ndarray:
    """(n,) kg: for each controlled joint, its body and all that hangs from it."""
    bodies = [plant.model.jnt_bodyid[plant.model.joint(name).id] for name in plant.dofs]
    return np.array(plant.model.body_subtreemass[bodies])


def spline(keys: KeyFrames, times: np.ndarray) -> np.ndarray:
    """Poses (T, n) of the cubic spline through the key-frames, at rest at both ends."""
    from scipy.interpolate import CubicSpline

    return np.asarray(CubicSpline(keys.times, keys.poses, bc_type="clamped")(times))


def default_keys(joints: int, interval: float = INTERVAL) -> KeyFrames:
    """The mouse darts off, turns left, hops to the right and looks back: seven key-frames, tail straight."""
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

    def bend(self) -> np.ndarray:
        """(T,) rad: angle between the body's axis and the line from the tail's root to its tip."""
        return np.array([np.arccos(np.clip(_tail_line(pose)[0], -1, 1)) for pose in self.poses])


def _tail_line(pose: np.ndarray) -> np.ndarray:
    """(3,) the unit vector from the tail's root to its tip, in the body's frame with x backwards."""
    turn, place = np.eye(3), np.zeros(3)
    for yaw, pitch in pose[len(ROOT) :].reshape(-1, 2):
        turn = turn @ _about(2, yaw) @ _about(1, pitch)
        place = place + turn[:, 0]
    line: np.ndarray = place / np.linalg.norm(place)
    return line


def _about(axis: int, angle: float) -> np.ndarray:
    """The rotation (3, 3) about a coordinate axis."""
    turn, (i, j) = np.eye(3), ((1, 2), (2, 0), (0, 1))[axis]
    turn[[i, j], [i, j]] = np.cos(angle)
    turn[i, j], turn[j, i] = -np.sin(angle), np.sin(angle)
    return turn


def simulate(
    plant: Articulated,
    keys: KeyFrames,
    strength: float = STRENGTH,
    fade: Profile = profile,
    stable: bool = True,
    damping: float | None = None,
) -> Motion:
    """The plant from rest in the first key-frame, pulled by both controllers until `HOLD` s after the last.

    `strength` is kt / m_sup, `damping` kd / kp in s, ten time steps if None. With `stable` false, plain PD of
    the present errors. The motion ends where it diverges. Raises ControllerError where poses do not fit.
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
            track(plant, kp, delay * kp, target)
        except SimulationError:
            return Motion(start + dt * np.arange(len(poses)), np.array(poses), start + step * dt)
        poses.append(plant.q)
    return Motion(start + dt * np.arange(len(poses)), np.array(poses))


@dataclass(frozen=True)
class Met:
    """How well a motion meets its key-frames, the first and the last one left out: (k - 2,) each."""

    place: np.ndarray  # m, distance of the root at the key-frame's time
    turn: np.ndarray  # rad, the largest of the three angles' errors
    nearest: np.ndarray  # m, the smallest distance from then on until half of the next interval
    late: np.ndarray  # s, how much later that was


def met(motion: Motion, keys: KeyFrames) -> Met:
    """Errors of the root at the key-frames' times; NaN after a divergence."""
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


def study(quick: bool = False, seed: int = 0) -> Study:
    """Key-frames by two stable PD controllers and by a cubic spline: who meets them, and what the tail does.

    `seed` moves the key-frames' places by some centimetres.
    """
    plant = Articulated(mouse(), TIME_STEP)
    keys = _moved(default_keys(len(plant.dofs)), seed)
    if quick:
        keys = KeyFrames(keys.times[:4], keys.poses[:4])
    runs = {f"kt = {strength:g} m_sup": simulate(plant, keys, strength) for strength in STRENGTHS}
    runs[f"kt = {STRENGTH:g} m_sup, linear profile"] = simulate(plant, keys, fade=linear_profile)
    times = runs[f"kt = {STRENGTH:g} m_sup"].times
    plain = {kt: simulate(plant, keys, kt, stable=False) for kt in (STRENGTH, 10.0, 0.005)}
    fine = _finer(keys)
    smooth = Motion(times, spline(keys, np.minimum(times, keys.times[-1])))
    return Study(
        name="tail",
        title="Key-frames of a toy mouse, with secondary motion of its tail",
        source="Tan, Liu, Turk 2011, section 4.2 and figures 5 and 6",
        text=_text(keys, smooth, runs, plain, fine),
        tables=(_key_table(keys, smooth, runs), _plain_table(keys, plain), _step_table(keys, fine)),
        curves=(_profiles(), _bends(smooth, runs), _roots(keys, smooth, runs)),
        recordings={
            f"{name}; pale: cubic spline": _pair(keys, smooth, runs[name])
            for name in (f"kt = {STRENGTH:g} m_sup", f"kt = {STRENGTHS[-1]:g} m_sup")
        },
    )


def _finer(keys: KeyFrames) -> dict[tuple[float, float], Motion]:
    """The printed gains by time step and kd / kp, s: as printed, and with the damping of the longest step."""
    motions = {}
    for dt in (TIME_STEP, TIME_STEP / 2, TIME_STEP / 4):
        plant = Articulated(mouse(), dt)
        for damping in dict.fromkeys((DAMPING * dt, DAMPING * TIME_STEP)):
            motions[dt, damping] = simulate(plant, keys, damping=damping)
    return motions


def _moved(keys: KeyFrames, seed: int) -> KeyFrames:
    poses = keys.poses.copy()
    poses[:, :2] += np.random.default_rng(seed).normal(0.0, 0.03, (len(poses), 2))
    return KeyFrames(keys.times, poses)


def _rms(angles: np.ndarray) -> float:
    return float(np.rad2deg(np.sqrt((angles**2).mean())))


def _text(
    keys: KeyFrames,
    smooth: Motion,
    runs: dict[str, Motion],
    plain: dict[float, Motion],
    fine: dict[tuple[float, float], Motion],
) -> str:
    printed, strong = runs[f"kt = {STRENGTH:g} m_sup"], runs[f"kt = {STRENGTHS[-1]:g} m_sup"]
    stiff = runs[f"kt = {STRENGTH:g} m_sup, linear profile"]
    first, last, weak = met(printed, keys), met(strong, keys), met(plain[0.005], keys)
    lost = [f"{1e3 * dt:.0f} ms" for (dt, _), motion in fine.items() if motion.diverged is not None]
    kept = all(motion.diverged is None for (_, delay), motion in fine.items() if delay == DAMPING * TIME_STEP)
    return (
        f"A mouse with a tail of {LINKS} links, key-frames {keys.times[1] - keys.times[0]:g} s apart, dt = "
        f"{1e3 * TIME_STEP:.0f} ms. With the printed gains (kt = {STRENGTH:g} m_sup) the root is on "
        f"average {1e3 * first.place.mean():.0f} mm and at most {np.rad2deg(first.turn.max()):.1f} degrees "
        f"off when a key-frame is due, and comes nearest ({1e3 * first.nearest.mean():.0f} mm) "
        f"{first.late.mean():.2f} s later; kd / kp = 10 dt is a delay of {DAMPING * TIME_STEP:.2f} s, and "
        f"gains are high for less. With kt = {STRENGTHS[-1]:g} m_sup it is {1e3 * last.place.mean():.0f} "
        f"mm and {np.rad2deg(last.turn.max()):.1f} degrees, {last.late.mean():.2f} s late. The tail bends "
        f"by {_rms(printed.bend()):.0f} degrees (rms) with the printed gains, by {_rms(strong.bend()):.0f} "
        f"with the larger ones, by {_rms(stiff.bend()):.1f} with the linear profile and by "
        f"{_rms(smooth.bend()):.1f} in the cubic spline, which moves the mouse as one rigid thing. Plain "
        f"PD with kp = 10 m_sup {_outcome(plain[10.0])}; with 0.005 m_sup it is {_outcome(plain[0.005])} "
        f"and {1e3 * weak.place.mean():.0f} mm off. The damping is tied to the time step: with smaller "
        "steps there is less of it, the tail whips, and "
        f"{'at ' + ' and '.join(lost) if lost else 'nowhere'} the motion "
        f"diverged{'; with kd / kp kept it does not.' if kept else '.'}"
    )


METS = ("off at the key-frames, mean (mm)", "max (mm)", "turned, max (deg)", "nearest, mean (mm)", "late (s)")


def _cells(motion: Motion, keys: KeyFrames) -> tuple[float | None, ...]:
    if motion.diverged is not None:
        return (None,) * 7
    errors, bend = met(motion, keys), motion.bend()
    return (
        float(1e3 * errors.place.mean()),
        float(1e3 * errors.place.max()),
        float(np.rad2deg(errors.turn.max())),
        float(1e3 * errors.nearest.mean()),
        float(errors.late.mean()),
        _rms(bend),
        float(np.rad2deg(bend.max())),
    )


BENDS = ("tail bent, rms (deg)", "max (deg)")


def _key_table(keys: KeyFrames, smooth: Motion, runs: dict[str, Motion]) -> Table:
    return Table(
        "Key-frames and tail",
        ("interpolation", *METS, *BENDS),
        [(name, *_cells(motion, keys)) for name, motion in {"cubic spline": smooth, **runs}.items()],
        "All between the first and the last key-frame; stable PD with the profiles of figure 5.",
    )


def _outcome(motion: Motion) -> str:
    return "bounded" if motion.diverged is None else f"diverged at {motion.diverged:.2f} s"


def _plain_table(keys: KeyFrames, plain: dict[float, Motion]) -> Table:
    return Table(
        f"Plain PD with the same profile, dt = {1e3 * TIME_STEP:.0f} ms",
        ("kp / m_sup", "outcome", *METS, *BENDS),
        [(kt, _outcome(motion), *_cells(motion, keys)) for kt, motion in plain.items()],
    )


def _step_table(keys: KeyFrames, fine: dict[tuple[float, float], Motion]) -> Table:
    return Table(
        "Stable PD with the printed gains at smaller steps",
        ("dt (ms)", "kd / kp (s)", "outcome", *METS, *BENDS),
        [(1e3 * dt, delay, _outcome(run), *_cells(run, keys)) for (dt, delay), run in fine.items()],
        "Printed is kd / kp = 10 dt; the forces of the tail's own velocities are explicit in every scheme.",
    )


def _profiles() -> Curves:
    a = np.linspace(0.0, 1.0, 201)
    lines = {}
    for name, fade in (("linear", linear_profile), ("printed", profile)):
        last, coming = fade(a)
        lines[f"{name}: towards key-frame i"], lines[f"{name}: towards i + 1"] = (a, last), (a, coming)
    return Curves("Gains between two key-frames", "part of the way in time", "gain / kt", lines)


def _bends(smooth: Motion, runs: dict[str, Motion]) -> Curves:
    chosen = {"cubic spline": smooth, **{name: runs[name] for name in list(runs)[:: len(STRENGTHS) - 1][:2]}}
    lines = {name: (motion.times, np.rad2deg(motion.bend())) for name, motion in chosen.items()}
    return Curves("The tail against the body's axis", "time (s)", "bend (degrees)", lines)


def _roots(keys: KeyFrames, smooth: Motion, runs: dict[str, Motion]) -> Curves:
    chosen = {"cubic spline": smooth, **{name: runs[name] for name in list(runs)[:: len(STRENGTHS) - 1][:2]}}
    lines = {name: (motion.poses[:, 0], motion.poses[:, 1]) for name, motion in chosen.items()}
    marks = {"key-frames": (keys.poses[:, 0], keys.poses[:, 1])}
    return Curves("The way of the mouse from above", "x (m)", "y (m)", lines, marks=marks)


def _pair(keys: KeyFrames, smooth: Motion, motion: Motion) -> Recording:
    """A motion with the spline's as a ghost, around the second turn."""
    n = min(len(smooth.times), len(motion.times))
    middle = min(len(keys.times) - 2, 2)
    start, end = keys.times[middle] - 0.3, keys.times[middle + 1] + 0.3
    both = np.concatenate([motion.poses[:n], smooth.poses[:n]], axis=1)
    shown = tuple(float(time) for time in np.linspace(start, end, 6))
    return Recording(scene(ghost=True), motion.times[:n], both, shown, "side")


def mouse() -> str:
    """The mouse in MJCF: 6 joints of its root and a tail of `LINKS` links with two hinges each."""
    return scene(ghost=False)


def scene(ghost: bool) -> str:
    """The mouse, with a pale one beside it for pictures where `ghost`."""
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
    """Axes of the root's joints: x, y, z; then yaw about z, pitch about y, roll about x."""
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
