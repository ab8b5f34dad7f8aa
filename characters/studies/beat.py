"""A figure's key-frames under several controllers, compared at the key times.

The figure is `humanoid.humanoid_xml(welded=True)`: the root is fixed, as [Allen 2007, section 7] assumes. At
each key time, over the joints that the script moves by `MOVES` or more, these are measured: the root mean
square error and the worst joint's, in degrees, and the distance of the hands' centres from their places in
the key pose, in cm. The arrival at a pose is measured, too: the first time at which nine tenths of the way
are done, as a share of the available time. A controller that arrives long before the key is precise, but not
in time with the music.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from characters.plants.articulated import Articulated
from characters.plants.timed_control import ConstantControl, KeyFrame, KeyFrameControl, Trace, run_key_frames
from characters.scenes.humanoid import angles, arm_angles, humanoid_xml, pose
from characters.study import Cell, Curves, Floats, Recording, Table
from softrein.errors import SimulationError

C = TypeVar("C", bound=KeyFrameControl)
C_co = TypeVar("C_co", bound=KeyFrameControl, covariant=True)
Maker = Callable[[Articulated, Sequence[KeyFrame]], C]

DT = 0.005  # s, control and simulation alike; [Allen 2007] names none
SIDES = ("left", "right")
MOVES = np.radians(5.0)  # rad; joints that the poses move less are not counted among the moved
AFTER = 0.3  # s that are run after the last key time
FRAMES = 1 / 60  # s between recorded states
OVER_JOINTS = "Root mean square over the joints that move."
TIME_DIGITS = 9  # of key times, in s: a sum of durations is 0.8999999999999999, not 0.9


def arms(upper: ArrayLike, fore: ArrayLike, **more: float) -> dict[str, float]:
    """A symmetric pose of the arms: the left one's directions (x ahead, y left, z up), and more angles."""
    mirror = np.array([1.0, -1.0, 1.0])
    right = arm_angles("right", mirror * upper, mirror * fore)
    return {**angles(**more), **arm_angles("left", upper, fore), **right}


STANDING = arms((0.05, 0.12, -1), (0.15, 0.1, -1))  # the arms down


@dataclass(frozen=True)
class Beat:
    """One key-frame of a script: its name, the seconds since the last one, and angles by joint (rad)."""

    name: str
    duration: float
    angles: Mapping[str, float]


@dataclass(frozen=True)
class Score:
    """A script with its model: the initial pose, the key-frames, and the places of the hands in them."""

    xml: str
    names: tuple[str, ...]
    start: Floats  # (n,) rad
    keys: tuple[KeyFrame, ...]
    hands: Floats  # (k, 2, 3) m, at the key poses
    moved: NDArray[np.bool_]  # (n,)
    dofs: tuple[str, ...]

    def plant(self, dt: float = DT) -> Articulated:
        """The figure in the pose that the script starts from."""
        plant = Articulated(self.xml, dt)
        plant.set_state(self.start)
        return plant

    def largest_moments(self) -> Floats:
        """The largest composite moment of each joint at the first pose and the key poses (n,) kg m^2."""
        plant = self.plant()
        found = [plant.joint_moments()]
        for key in self.keys:
            plant.set_state(key.q)
            found.append(plant.joint_moments())
        return np.max(found, axis=0)

    @property
    def end(self) -> float:
        """The last key time, s."""
        return self.keys[-1].time

    def way(self, k: int) -> float:
        """The root mean square change from the pose before to key-frame k, over the moved joints, rad."""
        before = self.keys[k - 1].q if k else self.start
        return rms((self.keys[k].q - before)[self.moved])


def rms(values: Floats) -> float:
    """The root mean square."""
    return float(np.sqrt(np.mean(np.square(values))))


def score(start: Mapping[str, float], beats: Sequence[Beat]) -> Score:
    """The beats as key-frames of the figure with its pelvis held."""
    xml = humanoid_xml(welded=True)
    plant = Articulated(xml, DT)
    times = np.round(np.cumsum([beat.duration for beat in beats]), TIME_DIGITS)
    first = pose(plant.dofs, start)
    keys = tuple(KeyFrame(float(t), pose(plant.dofs, b.angles)) for t, b in zip(times, beats, strict=True))
    hands = []
    for key in keys:
        plant.set_state(key.q)
        hands.append(hands_of(plant))
    ways = np.diff([first, *(key.q for key in keys)], axis=0)
    moved = np.max(np.abs(ways), axis=0) >= MOVES
    return Score(xml, tuple(beat.name for beat in beats), first, keys, np.array(hands), moved, plant.dofs)


def hands_of(plant: Articulated) -> Floats:
    """The hands' centres of mass, (2, 3) m: left, right."""
    return np.array([plant.data.xipos[plant.model.body(f"{side}_hand").id] for side in SIDES])


@dataclass(frozen=True)
class Outcome(Generic[C_co]):
    """The run of a score under one controller; where it diverged, the reason and no trace."""

    name: str
    score: Score
    control: C_co
    trace: Trace | None
    recording: Recording | None
    failure: str = ""

    def errors(self, k: int) -> Floats:
        """Errors (moved,) rad at key-frame k."""
        trace = self._there()
        return np.asarray(
            (trace.q[trace.at(self.score.keys[k].time)] - self.score.keys[k].q)[self.score.moved]
        )

    def rms_degrees(self, k: int) -> float:
        """Root mean square over the moved joints at key-frame k."""
        return float(np.degrees(rms(self.errors(k))))

    def all_rms_degrees(self) -> float:
        """Root mean square over the moved joints at all key-frames."""
        return float(np.degrees(rms(np.concatenate([self.errors(k) for k in range(len(self.score.keys))]))))

    def worst(self) -> tuple[float, str, str]:
        """The largest error at a key time: degrees, joint, key-frame."""
        errors = np.abs([self.errors(k) for k in range(len(self.score.keys))])
        k, i = np.unravel_index(int(errors.argmax()), errors.shape)
        return (
            float(np.degrees(errors.max())),
            np.array(self.score.dofs)[self.score.moved][i],
            self.score.names[k],
        )

    def hands_cm(self) -> Floats:
        """The distance of the hands from where they should be (k, 2), cm."""
        trace = self._there()
        at = np.array([trace.seen[trace.at(key.time)] for key in self.score.keys])
        return np.asarray(100 * np.linalg.norm(at - self.score.hands, axis=-1))

    def arrival(self) -> Floats:
        """The time at which nine tenths of the way are done (k,), as a share of its time; NaN if too late."""
        trace, keys = self._there(), self.score.keys
        shares = np.full(len(keys), np.nan)
        for k, key in enumerate(keys):
            begin = keys[k - 1].time if k else 0.0
            inside = slice(trace.at(begin), trace.at(key.time) + 1)
            left = [rms((q - key.q)[self.score.moved]) for q in trace.q[inside]]
            near = np.flatnonzero(np.array(left) <= 0.1 * self.score.way(k))
            if len(near):
                shares[k] = near[0] / (len(left) - 1)
        return shares

    def peak_torque(self) -> float:
        """The largest torque of any joint, N m."""
        return float(np.abs(self._there().acted).max())

    def _there(self) -> Trace:
        if self.trace is None:
            raise SimulationError(self.failure)
        return self.trace


Played = Outcome[KeyFrameControl]  # whatever it is


def play(score: Score, name: str, make: Maker[C], dt: float = DT, record: bool = False) -> Outcome[C]:
    """Run a score, a sequence of key-frames with its figure, under a controller.

    `make(plant, key_frames)` returns the controller; `record` keeps states for a film.
    """
    plant = score.plant(dt)
    control = make(plant, score.keys)
    try:
        every = FRAMES if record else None
        trace = run_key_frames(control, score.end + AFTER, watch=lambda: hands_of(plant), every=every)
    except SimulationError:
        return Outcome(name, score, control, None, None, f"diverged at {plant.time:.2f} s")
    shown = tuple(key.time for key in score.keys)
    return Outcome(name, score, control, trace, plant.recording(shown, "front") if record else None)


def constant(
    omega: float, moment: Floats, ratio: float = 1.0, implicit: bool = True
) -> Maker[ConstantControl]:
    """Constant gains by which joints of these moments (n,) swing at `omega` rad/s, damped by `ratio`."""

    def make(plant: Articulated, keys: Sequence[KeyFrame]) -> ConstantControl:
        ks, kd = moment * omega**2, 2 * ratio * omega * moment
        return ConstantControl(plant, keys, ks, kd, implicit=implicit)

    return make


def key_table(title: str, outcomes: Sequence[Played], note: str = "") -> Table:
    """A table with a row for each key-frame: root mean square errors in degrees under each controller."""
    keys, names = outcomes[0].score.keys, outcomes[0].score.names
    rows: list[list[Cell]] = [
        [name, keys[k].time, *(o.rms_degrees(k) if o.trace else None for o in outcomes)]
        for k, name in enumerate(names)
    ]
    return Table(title, ("pose", "time (s)", *(f"{o.name}: error (°)" for o in outcomes)), rows, note)


def summary_table(title: str, outcomes: Sequence[Played], note: str = "") -> Table:
    """A table with a row for each controller, over all key-frames."""
    columns = (
        "controller",
        "error at the keys, rms (°)",
        "worst joint (°)",
        "which, at",
        "distance of the hands from their goals, mean (cm)",
        "distance of the hands from their goals, largest (cm)",
        "time to nine tenths of the way, mean (share of the available time)",
        "nine tenths not done in time (number of key-frames)",
        "peak torque (N m)",
    )
    return Table(title, columns, [_summary(outcome) for outcome in outcomes], note)


def _summary(outcome: Played) -> list[Cell]:
    if outcome.trace is None:
        return [outcome.name, None, None, outcome.failure, None, None, None, None, None]
    worst, joint, key = outcome.worst()
    hands, arrival = outcome.hands_cm(), outcome.arrival()
    late = int(np.isnan(arrival).sum())
    mean = float(np.nanmean(arrival)) if late < len(arrival) else None
    where = f"{joint.replace('_', ' ')}, {key}"
    return [
        outcome.name,
        outcome.all_rms_degrees(),
        worst,
        where,
        float(hands.mean()),
        float(hands.max()),
        mean,
        float(late),
        outcome.peak_torque(),
    ]


def angle_curves(title: str, joint: str, outcomes: Sequence[Played]) -> Curves:
    """A joint's angle over time under each controller, and the key-frames as points."""
    score = outcomes[0].score
    i = score.dofs.index(joint)
    lines = {o.name: (o.trace.times, np.degrees(o.trace.q[:, i])) for o in outcomes if o.trace is not None}
    marks = np.array([[key.time, np.degrees(key.q[i])] for key in score.keys]).T
    return Curves(title, "time (s)", "angle (°)", lines, marks={"key-frames": (marks[0], marks[1])})


def gain_curves(title: str, lines: Mapping[str, tuple[Played, str]]) -> Curves:
    """The stiffness of joints over time, by the lines' names."""
    drawn = {
        name: (outcome.trace.times, outcome.trace.ks[:, outcome.score.dofs.index(joint)])
        for name, (outcome, joint) in lines.items()
        if outcome.trace is not None
    }
    return Curves(title, "time (s)", "stiffness (N m/rad)", drawn, log="y")
