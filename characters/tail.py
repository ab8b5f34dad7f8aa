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
the rest of the paper. T is `INTERVAL`, with which the printed gains meet the key-frames: they are high for a
twentieth of it, and kd / kp = 10 dt makes the mouse 0.33 s late. Gravity is off: between key-frames kp is
0.65 m_sup, and the weight of the mouse would pull it down by 15 m.

Limits: no floor, no contacts; the orientation is in angles (yaw, pitch, roll): pitch stays below 90 degrees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from characters.articulated import Articulated, track_pd, track_stable
from characters.study import Curves, Recording, Study, Table
from softrein.errors import ControllerError, SimulationError

TIME_STEP = 1.0 / 30.0  # s
INTERVAL = 12.0  # s, between key-frames
INTERVALS = (2.0, 6.0, INTERVAL)  # s, compared
HOLD = 0.5  # s, after the last one
STRENGTH = 130.0  # kt / m_sup: 1/s^2 on slides, m^2/s^2 on hinges
LARGE = 4000.0  # kt / m_sup; with so much of it key-frames are met at every interval
PLAIN = (STRENGTH, 10.0, 0.005)  # kp / m_sup of plain PD; the paper's examples are the last two
SPLINE = "cubic spline"
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

    @cached_property
    def bend(self) -> np.ndarray:
        """(T,) rad: angle between the body's axis and the line from the tail's root to its tip."""
        links = self.poses[:, len(ROOT) :].reshape(len(self.poses), -1, 2)
        turn, line = np.eye(3), np.zeros(3)  # both in the body's frame, with x backwards
        for yaw, pitch in np.moveaxis(links, 0, -1):
            turn = turn @ _about(2, yaw) @ _about(1, pitch)
            line = line + turn[..., 0]
        return np.asarray(np.arccos(np.clip(line[..., 0] / np.linalg.norm(line, axis=-1), -1, 1)))


def _about(axis: int, angle: np.ndarray) -> np.ndarray:
    """The rotations (T, 3, 3) about a coordinate axis by angles (T,)."""
    turn, (i, j) = np.tile(np.eye(3), (len(angle), 1, 1)), ((1, 2), (2, 0), (0, 1))[axis]
    turn[:, i, i] = turn[:, j, j] = np.cos(angle)
    turn[:, i, j], turn[:, j, i] = -np.sin(angle), np.sin(angle)
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
            track(plant, kp, delay * kp, target, check=stable)  # plain PD diverges on purpose
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


def gains_named(strength: float, more: str = "") -> str:
    """Gains in words."""
    return f"{strength:,g} x supported mass{more}"


PRINTED, LINEAR = gains_named(STRENGTH), gains_named(STRENGTH, ", fading linearly")


def study(quick: bool = False, seed: int = 0) -> Study:
    """Key-frames by two stable PD controllers and by a cubic spline: who meets them, and what the tail does.

    `seed` moves the key-frames' places by some centimetres. `quick` has three key-frames of the seven.
    """
    plant = Articulated(mouse(), TIME_STEP)
    keys = _moved(default_keys(len(plant.dofs)), seed)
    if quick:
        keys = KeyFrames(keys.times[:3], keys.poses[:3])
    runs = {PRINTED: simulate(plant, keys), LINEAR: simulate(plant, keys, fade=linear_profile)}
    if not quick:
        runs[gains_named(LARGE)] = simulate(plant, keys, LARGE)
    paces = {pace: replace(keys, times=keys.times * pace / INTERVAL) for pace in INTERVALS}
    paced = {
        pace: (runs[PRINTED] if pace == INTERVAL else simulate(plant, each), each)
        for pace, each in paces.items()
    }
    plain = {kp: simulate(plant, keys, kp, stable=False) for kp in PLAIN}
    times = runs[PRINTED].times
    smooth = Motion(times, spline(keys, np.minimum(times, keys.times[-1])))
    fine = {} if quick else _finer(keys, runs[PRINTED])
    shown = {SPLINE: smooth, PRINTED: runs[PRINTED], LINEAR: runs[LINEAR]}
    return Study(
        name="tail",
        title="Key-frames of a toy mouse, with secondary motion of its tail",
        source="Tan, Liu, Turk 2011, section 4.2 and figures 5 and 6",
        text=_text(keys, runs, paced, plain, fine),
        tables=(
            _pace_table(paced),
            _key_table(keys, smooth, runs),
            _plain_table(keys, plain),
            *([_step_table(keys, fine)] if fine else []),
        ),
        curves=(_profiles(), _bends(shown), _roots(keys, shown)),
        recordings={
            f"{name}; pale: cubic spline": _pair(keys, smooth, runs[name]) for name in (PRINTED, LINEAR)
        },
    )


Fine = dict[tuple[float, float], Motion]  # by time step and kd / kp, s
Paced = dict[float, tuple[Motion, KeyFrames]]  # by the interval, s


def _finer(keys: KeyFrames, printed: Motion) -> Fine:
    """The printed gains at half the step: with kd / kp as printed, and with that of the whole step."""
    plant, half = Articulated(mouse(), TIME_STEP / 2), TIME_STEP / 2
    motions = {(TIME_STEP, DAMPING * TIME_STEP): printed}
    for delay in (DAMPING * half, DAMPING * TIME_STEP):
        motions[half, delay] = simulate(plant, keys, damping=delay)
    return motions


def _moved(keys: KeyFrames, seed: int) -> KeyFrames:
    poses = keys.poses.copy()
    poses[:, :2] += np.random.default_rng(seed).normal(0.0, 0.03, (len(poses), 2))
    return KeyFrames(keys.times, poses)


def _rms(angles: np.ndarray) -> float:
    return float(np.rad2deg(np.sqrt((angles**2).mean())))


def _text(
    keys: KeyFrames, runs: dict[str, Motion], paced: Paced, plain: dict[float, Motion], fine: Fine
) -> str:
    printed, stiff = runs[PRINTED], runs[LINEAR]
    errors, stiff_errors = met(printed, keys), met(stiff, keys)
    sooner = ", ".join(
        f"{_off(motion, each)} at {pace:g} s" for pace, (motion, each) in paced.items() if pace != INTERVAL
    )
    return (
        f"A toy mouse with a tail of {LINKS} links goes through {len(keys.times)} key-frames, {INTERVAL:g} s "
        f"apart, in steps of {1e3 * TIME_STEP:.0f} ms. With the printed gains, at most {STRENGTH:g} times "
        f"the mass that a joint has to move, the body is {1e3 * errors.place.mean():.1f} mm (mean; at most "
        f"{1e3 * errors.place.max():.1f} mm and {np.rad2deg(errors.turn.max()):.2f} degrees) from a "
        f"key-frame when it is due. In between gains are low and the tail swings by itself: it is bent by "
        f"{_rms(printed.bend):.0f} degrees (rms) and by up to {np.rad2deg(printed.bend.max()):.0f}. Gains "
        f"that fade linearly leave it almost straight (up to {np.rad2deg(stiff.bend.max()):.1f} degrees), "
        f"and the body {1e3 * stiff_errors.place.mean():.0f} mm off; in a cubic spline through the same "
        f"key-frames the mouse is one rigid thing. The printed gains need that time. With key-frames closer "
        f"to each other they miss them: by {sooner} (mean), because they are high only just before a "
        f"key-frame, and damped so much (kd / kp = {DAMPING * TIME_STEP:.2f} s) that the body comes late. "
        f"Plain PD with {gains_named(10.0).replace(' x ', ' times the ')} {_outcome(plain[10.0])}; with "
        f"{gains_named(0.005).replace(' x ', ' times the ')} it {_missed(plain[0.005], keys)}."
        f"{_halved(keys, fine) if fine else ''}"
    )


def _off(motion: Motion, keys: KeyFrames) -> str:
    """How far from its key-frames a motion is, mean."""
    return f"{1e3 * met(motion, keys).place.mean():.0f} mm"


def _missed(motion: Motion, keys: KeyFrames) -> str:
    if motion.diverged is not None:
        return _outcome(motion)
    return f"stays bounded, {_off(motion, keys)} from its key-frames"


def _halved(keys: KeyFrames, fine: Fine) -> str:
    """What steps of half the length change, in words."""
    less, same = (motion for (dt, _), motion in fine.items() if dt < TIME_STEP)
    said = [
        _outcome(motion)
        if motion.diverged is not None
        else f"{_off(motion, keys)} off and bent by up to {np.rad2deg(motion.bend.max()):.0f} degrees"
        for motion in (less, same)
    ]
    return (
        f" The printed damping is tied to the time step: at half the step there is half of it, and the "
        f"motion is {said[0]}; with the damping kept as it was it is {said[1]}."
    )


METS = ("off at the key-frames, mean (mm)", "max (mm)", "turned, max (deg)", "nearest, mean (mm)", "late (s)")
BENDS = ("tail bent, rms (deg)", "max (deg)")


def _cells(motion: Motion, keys: KeyFrames) -> tuple[float | None, ...]:
    if motion.diverged is not None:
        return (None,) * (len(METS) + len(BENDS))
    errors = met(motion, keys)
    return (
        float(1e3 * errors.place.mean()),
        float(1e3 * errors.place.max()),
        float(np.rad2deg(errors.turn.max())),
        float(1e3 * errors.nearest.mean()),
        float(errors.late.mean()),
        _rms(motion.bend),
        float(np.rad2deg(motion.bend.max())),
    )


def _pace_table(paced: Paced) -> Table:
    return Table(
        f"The time from key-frame to key-frame, with the printed gains ({PRINTED})",
        ("interval (s)", "outcome", *METS, *BENDS),
        [(pace, _outcome(motion), *_cells(motion, keys)) for pace, (motion, keys) in paced.items()],
        "Late: how long after it was due the body comes nearest to a key-frame.",
    )


def _key_table(keys: KeyFrames, smooth: Motion, runs: dict[str, Motion]) -> Table:
    return Table(
        f"Key-frames {INTERVAL:g} s apart",
        ("interpolation", *METS, *BENDS),
        [(name, *_cells(motion, keys)) for name, motion in {SPLINE: smooth, **runs}.items()],
        "All between the first and the last key-frame. Gains: stable PD, the largest that the profile of "
        "figure 5 reaches, as a multiple of the mass that a joint supports.",
    )


def _outcome(motion: Motion) -> str:
    return "bounded" if motion.diverged is None else f"diverged at {motion.diverged:.2f} s"


def _plain_table(keys: KeyFrames, plain: dict[float, Motion]) -> Table:
    return Table(
        f"Plain PD with the same profile, key-frames {INTERVAL:g} s apart, dt = {1e3 * TIME_STEP:.0f} ms",
        ("largest gain", "outcome", *METS, *BENDS),
        [(gains_named(kp), _outcome(motion), *_cells(motion, keys)) for kp, motion in plain.items()],
    )


def _step_table(keys: KeyFrames, fine: Fine) -> Table:
    return Table(
        f"Smaller steps, with the printed gains and key-frames {INTERVAL:g} s apart",
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


def _bends(shown: dict[str, Motion]) -> Curves:
    lines = {name: (motion.times, np.rad2deg(motion.bend)) for name, motion in shown.items()}
    return Curves("The tail against the body's axis", "time (s)", "bend (degrees)", lines)


def _roots(keys: KeyFrames, shown: dict[str, Motion]) -> Curves:
    lines = {name: (motion.poses[:, 0], motion.poses[:, 1]) for name, motion in shown.items()}
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
