"""Recovery from a push within a given time, which stands for muscular tension [004, section 5.3].

A figure with its pelvis held tracks a motion, and the controller answers a blow within delta seconds, the
only parameter of the response (`recovery_control`). The motion is a greeting, made by code in place of the
paper's captured one: the left arm is held out and moves up and down, the right one waves. A ball is thrown
so that it meets the left forearm where the undisturbed motion has it at `HIT`. Lengths in m, times in s,
angles in rad.

These are compared: delta from 0.1 to 0.8 s; stiff tracking through the blow; a key-frame that is always delta
ahead, which is equivalent to constant soft gains; and stiff tracking by plain PD at the same step. Over the
joints that the motion moves these are measured: the deviation from the motion when the response is due, the
largest one, the time of the return, and the peak torque.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from characters.plants.articulated import Articulated
from characters.plants.timed_control import Trace, run_key_frames
from characters.scenes.humanoid import ball_xml, humanoid_xml
from characters.scenes.motions import Motion
from characters.studies.beat import DT, FRAMES, MOVES, STANDING, arms, hands_of
from characters.studies.recovery_control import TrackingControl
from characters.study import Column, Curves, Floats, Recording, Study, Table
from softrein.errors import SimulationError

BACK = 1.0  # degrees, rms over the moved joints: nearer than this to the motion is back
DELTAS = (0.1, 0.2, 0.4, 0.8)  # s
RECORDED = 0.4  # s, the least delta that is drawn, and that of the harder blows
SPEEDS = (3.0, 6.0, 9.0)  # m/s of the ball
SPEED = 6.0  # m/s

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
    """The figure, the motion and the ball, with the places of hands and forearm in the motion."""

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
        """The position and velocity (3,) of the ball, `FLIGHT` s before it meets the undisturbed forearm."""
        self._plant.set_state(self.motion.at(HIT)[0])
        meet = self._plant.data.xipos[self._plant.model.body(STRUCK).id] + np.array([0.0, 0.0, ABOVE])
        fall = GRAVITY * FLIGHT
        velocity = np.array([-speed, 0.0, 0.5 * fall])
        return meet - velocity * FLIGHT + np.array([0, 0, 0.5 * fall * FLIGHT]), velocity


@dataclass(frozen=True)
class Response:
    """One run with a blow, and its figures over the joints that the motion moves."""

    name: str
    delta: float | None
    felt_at: float | None  # s, when the blow was felt
    trace: Trace | None
    off: Floats  # (t,) degrees rms from the motion
    hands: Floats  # (t,) cm, the farther hand from where it is in the motion
    recording: Recording | None
    failure: str = ""
    struck_at: float | None = None  # s, when it came

    def since_blow(self, values: Floats) -> Floats:
        """The part of values (t, ...) from the blow on; empty if there was none.

        It begins with the step in which the ball strikes, whenever that is felt: joints yield or hold in it.
        """
        if self.trace is None or self.struck_at is None:
            return values[:0]
        return np.asarray(values[self.trace.times >= self.struck_at])

    @property
    def due(self) -> tuple[float, float] | tuple[None, None]:
        """The deviation when the response is due, degrees rms and cm; None if there is no response."""
        if self.trace is None or self.felt_at is None or self.delta is None:
            return None, None
        k = self.trace.at(self.felt_at + self.delta)
        return float(self.off[k]), float(self.hands[k])

    def back_after(self) -> float | None:
        """The seconds from the blow until the deviation falls below `BACK` for good; None if it does not."""
        off = self.since_blow(self.off) >= BACK
        if self.trace is None or self.struck_at is None or not off.size or off[-1]:
            return None
        times = self.since_blow(self.trace.times)
        return float(times[np.flatnonzero(off)[-1] + 1] - self.struck_at) if off.any() else 0.0

    @property
    def outcome(self) -> str:
        """The outcome, as text."""
        if self.trace is None:
            return self.failure
        if self.felt_at is None:
            return "not felt"
        return "not back before the end" if self.back_after() is None else "back"

    def peak_torque(self) -> float:
        """The largest torque of any joint from the blow on, N m."""
        return float(np.abs(self.since_blow(self.trace.acted)).max()) if self.trace else np.nan


def respond(
    stage: Stage,
    name: str,
    delta: float | None,
    speed: float = SPEED,
    record: bool = False,
    ahead: float | None = None,
    receding: bool = False,
    implicit: bool = True,
) -> Response:
    """Run a figure that tracks, is hit by the ball at `speed` m/s (0: it is not), and responds.

    The other arguments are those of `TrackingControl`.
    """
    plant = stage.plant()
    control = TrackingControl(plant, stage.motion, delta, ahead, receding, implicit)
    touched: list[float] = []

    def throw() -> None:
        if speed and abs(plant.time - (HIT - FLIGHT)) < 0.5 * DT:
            plant.place("ball", *stage.aim(speed))
        if not touched and plant.contacts(STRUCK):
            touched.append(plant.time)

    try:
        trace = run_key_frames(control, END, lambda: hands_of(plant), throw, FRAMES if record else None)
    except SimulationError:
        nothing = np.empty(0)
        return Response(name, delta, None, None, nothing, nothing, None, f"diverged at {plant.time:.2f} s")
    away = (trace.q - np.array(stage.positions))[:, stage.moved]
    off = np.degrees(np.sqrt(np.mean(away**2, axis=1)))
    hands = 100 * np.linalg.norm(trace.seen - np.array(stage.hands), axis=2).max(axis=1)
    struck = touched[0] if touched else None
    felt = control.felt_at[0] if control.felt_at else struck
    shown = (0.0, HIT - 0.15, HIT - 0.05, HIT + 0.05, HIT + 0.2, HIT + (delta or 0.4), HIT + 0.9)
    recording = plant.recording(shown, "corner") if record else None
    return Response(name, delta, felt, trace, off, hands, recording, struck_at=struck)


def _rows(title: str, responses: Iterable[Response], note: str = "") -> Table:
    columns: dict[str, Column] = {
        "response": lambda r: r.name,
        "delta (s)": lambda r: r.delta,
        "off the motion when due, rms (°)": lambda r: r.due[0],
        "hand off when due (cm)": lambda r: r.due[1],
        "off at most, rms (°)": lambda r: _most(r.since_blow(r.off)),
        "hand off at most (cm)": lambda r: _most(r.since_blow(r.hands)),
        "peak torque (N m)": lambda r: r.peak_torque() if len(r.since_blow(r.off)) else None,
        f"back within {BACK:.0f}° after (s)": lambda r: r.back_after(),
        "outcome": lambda r: r.outcome,
    }
    return Table.of(title, ((response,) for response in responses), columns, note)


def _most(values: Floats) -> float | None:
    return float(values.max()) if len(values) else None


def study(quick: bool = False, seed: int = 0) -> Study:
    """Compare responses of a moving figure whose forearm is hit by a ball; `quick` does fewer runs."""
    del seed
    stage = Stage()
    deltas = (0.2, RECORDED) if quick else DELTAS
    calm = respond(stage, "no ball", RECORDED, speed=0.0)
    timed = [respond(stage, f"delta = {d:g} s", d, record=d >= RECORDED) for d in deltas]
    stiff = respond(stage, "tracking goes on, stiff", None, record=True)
    soft = [
        respond(stage, f"always {d:g} s ahead (constant gains)", d, receding=True)
        for d in ((RECORDED,) if quick else DELTAS[1:3])
    ]
    ahead = TrackingControl(stage.plant(), stage.motion, None).shortest
    plain = respond(stage, "tracking goes on, plain PD", None, ahead=ahead, implicit=False)
    drawn, i = [*timed, stiff, *soft[-1:]], stage.motion.dofs.index("left_shoulder_raise")
    as_drawn = next(r for r in timed if r.delta == RECORDED)
    blows = [
        replace(as_drawn, name=f"ball at {v:g} m/s")
        if v == SPEED
        else respond(stage, f"ball at {v:g} m/s", RECORDED, speed=v)
        for v in SPEEDS
        if not quick or v == SPEED
    ]
    return Study(
        "recovery",
        "A blow, and back to the motion within a given time",
        "Allen, Chu, Shapiro, Faloutsos 2007, section 5.3",
        _text(calm, timed, stiff, soft, plain, blows, ahead),
        (
            _rows(
                "A ball strikes the forearm",
                (*timed, stiff, *soft, plain),
                f"A ball of {BALL[1]:g} kg at {SPEED:g} m/s. Due: delta after the blow was felt.",
            ),
            _rows(f"Harder blows, delta = {RECORDED:g} s", blows),
        ),
        (
            Curves(
                "Off the motion",
                "time (s)",
                "rms over the moved joints (°)",
                {r.name: (r.trace.times, r.off) for r in drawn if r.trace is not None},
                marks=_due(timed),
            ),
            _joint_curves(stage, i, timed, stiff),
            Curves(
                "Stiffness of the left shoulder's raise",
                "time (s)",
                "stiffness (N m/rad)",
                {r.name: (r.trace.times, r.trace.ks[:, i]) for r in timed if r.trace is not None},
                log="y",
            ),
        ),
        {r.name: r.recording for r in (*timed, stiff) if r.recording is not None},
    )


def _due(timed: Sequence[Response]) -> dict[str, tuple[Floats, Floats]]:
    points = [(r.felt_at + r.delta, r.due[0]) for r in timed if r.felt_at is not None and r.delta is not None]
    x, y = np.array(points).T
    return {"due": (x, y)}


def _joint_curves(stage: Stage, i: int, timed: Sequence[Response], stiff: Response) -> Curves:
    lines = {
        r.name: (r.trace.times, np.degrees(r.trace.q[:, i])) for r in (*timed, stiff) if r.trace is not None
    }
    times = next(iter(lines.values()))[0]
    motion = np.degrees([stage.motion.at(t)[0][i] for t in times])
    return Curves(
        "The left upper arm's raise", "time (s)", "angle (°)", {"the motion": (times, motion), **lines}
    )


def _quickest(responses: Sequence[Response]) -> str:
    """The response that returns first, as text."""
    back = [(after, r.name) for r in responses if (after := r.back_after()) is not None]
    if not back:
        return "None is back before the end"
    return f"Quickest back is: {min(back, key=lambda each: each[0])[1]}"


def _text(
    calm: Response,
    timed: Sequence[Response],
    stiff: Response,
    soft: Sequence[Response],
    plain: Response,
    blows: Sequence[Response],
    ahead: float,
) -> str:
    def due(response: Response) -> str:
        off, hand = response.due
        return f"{off:.2g}° rms and {hand:.1f} cm"

    def back(response: Response) -> str:
        after = response.back_after()
        return "not before the end" if after is None else f"after {after:.2f} s"

    def most(response: Response) -> str:
        return f"{_most(response.since_blow(response.hands)):.0f} cm"

    false_alarms = "no push was felt" if calm.felt_at is None else f"a push was felt at {calm.felt_at:.2f} s"
    answers = "; ".join(
        f"{r.name}: {due(r)} off when due, at most {most(r)} at a hand, peak torque {r.peak_torque():.0f} N "
        f"m, back {back(r)}"
        for r in timed
    )
    harder = ", ".join(f"{due(r)} after a {r.name}" for r in blows)
    plain_says = plain.failure if plain.trace is None else "keeps to the motion as well"
    return (
        f"Undisturbed, tracking with key-frames {1000 * ahead:.0f} ms ahead stays within "
        f"{calm.off.max():.2g}° rms of the motion, and {false_alarms}. A ball of {BALL[1]:g} kg at {SPEED:g} "
        f"m/s strikes the forearm. {answers}. The key-frame is met whatever the blow: {harder}, with delta = "
        f"{RECORDED:g} s. Stiff tracking gives way by {most(stiff)} and is back {back(stiff)}, with "
        f"{stiff.peak_torque():.0f} N m; key-frames that stay ahead, as constant gains would have it, are "
        + ", ".join(f"{due(r)} off when due and back {back(r)} ({r.name})" for r in soft)
        + f". {_quickest((*timed, stiff))}; a response gives way as told, not as little as can be. "
        f"Plain PD with the gains of stiff tracking, at the same steps of {1000 * DT:.0f} ms: {plain_says}."
    )
