"""A humanoid tracks a kick, a volley and a catch at 33 ms steps while balls hit it [000, 4.1, table 3].

Each input motion is made without a ball. All joints track it by stable PD with one gain, which follows the
row's schedule (`gain_schedule`) from the moment when the ball touches the figure; the pelvis, which also has
six joints, is held by a large constant gain of its own:

    tau = -k (q + dt v - target) - k_d (v + dt q'' - target velocity),   k_d = c k 0.033 s   [000, eq. 5]

target and velocity are those one step ahead, and contacts are solved for together with the forces. In the
volley the elbows cannot bend backwards: where a step would take one beyond straight, a second stable PD with
a gain of 1e3 holds it there (two controllers on one joint are equal to one with the sum of their gains,
towards the mean weighted by gain).

The paper leaves some points open, for which these choices are made: the motions are made by code (`motions`),
not captured; for the balls see `characters.scenes.impacts`; the root's gain is ROOT_GAIN. The reference
velocity is the difference of two targets: as semi-implicit Euler computes positions from velocities, the
motion then fits its own velocities, while the derivative at the end of a step leaves the kick 10 degrees off.
Without a reference velocity the leg would be 3.2 s late, which is k_d / k_p for the heavy ball. The figure's
weight is compensated: in 0.6 s under 1 to 5 N m/rad the trunk would fold up, as the study shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from characters.laws.gain_schedule import TABLE_3, GainSchedule
from characters.plants.articulated import Articulated
from characters.plants.tracking import track_pd, track_stable
from characters.scenes.humanoid import joint_names
from characters.scenes.impacts import BALL, DT, SCENES, Scene, Throw, build, grip, struck
from characters.study import Curves, Floats, Recording, Study, Table
from softrein.errors import SimulationError

ROOT_GAIN = 1e6  # N/m and N m/rad, of the six joints of the pelvis
LIMIT_GAIN = 1e3  # N m/rad, of the elbows' limit [000, 4.1]
TOLERANCE = 5.0  # degrees; within it the limb counts as back on its motion
OUT_OF_SIGHT = (0.0, 0.0, 100.0)  # m, where a ball is that a picture is not to show
GONE = 10.0  # rad off its target; a motion that far out does not come back


class Run(NamedTuple):
    """The run of a scene: at `times` (t,) s the joints (t, n), and the places of tip and ball (t, 3) m."""

    times: Floats
    q: Floats
    target: Floats
    tip: Floats
    ball: Floats
    ball_velocity: Floats
    impact: float | None  # s
    lost: float | None  # s, when it diverged
    recording: Recording

    def deviation(self, columns: Sequence[int]) -> Floats:
        """The largest deviation (t,) of some joints from the motion, degrees."""
        return np.asarray(np.degrees(np.abs(self.q - self.target)[:, list(columns)].max(axis=1)))

    def speed(self) -> Floats:
        """The speed of the tip (t,), m/s, averaged over the 33 ms from each moment on."""
        span = round(DT / (self.times[1] - self.times[0]))
        way = np.linalg.norm(self.tip[span:] - self.tip[:-span], axis=1) / DT
        return np.concatenate([way, np.full(span, way[-1])])

    def step_at(self, time: float) -> int:
        """The step at a time (s)."""
        return int(np.argmin(np.abs(self.times - time)))


class Servo:
    """The controller of a scene: the scheduled gain, the root's gain, and the elbows' limit."""

    def __init__(self, plant: Articulated, schedule: GainSchedule, elbows: bool) -> None:
        self.plant, self.schedule = plant, schedule
        self.root = is_root(plant.dofs)
        self.elbows = np.array([elbows and name.endswith("elbow_bend") for name in plant.dofs])

    def gains(self, since_impact: float) -> tuple[Floats, Floats]:
        """The gains k and k_d (n,); k_d is for the paper's time step, whatever the plant's."""
        gain = np.where(self.root, ROOT_GAIN, self.schedule.gain(since_impact))
        return gain, self.schedule.damping_gain(gain, DT)

    def stable(self, target: Floats, after: Floats, since_impact: float) -> None:
        """Take a step of stable PD from one target (n,) to the next; elbows do not bend backwards."""
        plant = self.plant
        gain, damping = self.gains(since_impact)
        velocity = (after - target) / plant.dt
        limit = np.where(self.elbows & (plant.q + plant.dt * plant.v < 0), LIMIT_GAIN, 0.0)
        both, damp = gain + limit, damping + self.schedule.damping_gain(limit, DT)
        track_stable(plant, both, damp, gain / both * after, damping / damp * velocity)

    def plain(self, target: Floats, after: Floats, since_impact: float) -> None:
        """Take a step of plain PD towards the present target."""
        velocity = (after - target) / self.plant.dt
        track_pd(self.plant, *self.gains(since_impact), target, velocity, check=False)  # it fails on purpose


def is_root(dofs: Sequence[str]) -> NDArray[np.bool_]:
    """Whether each joint (n,) is one of the pelvis."""
    return np.array([name.startswith("root_") for name in dofs])


def simulate(
    scene: Scene,
    schedule: GainSchedule,
    seconds: float,
    *,
    dt: float = DT,
    ball: bool = True,
    stable: bool = True,
    weight: bool = False,
) -> Run:
    """Run a scene for so many seconds in steps of `dt` s, with or without the ball, by stable or plain PD.

    With `weight` the figure's own weight acts. A run that diverges ends early, which is not an error here.
    """
    plant = build(scene, dt, ball, weight)
    motion = scene.motion(plant.dofs)
    servo = Servo(plant, schedule, scene.elbows)
    throw = Throw.at(plant, scene, motion) if ball else None
    plant.set_state(motion.at(0.0)[0])
    impact = lost = None
    after = motion.at(0.0)[0]
    rows = []
    for step in range(round(seconds / dt) + 1):
        time = step * dt
        if throw:
            throw.hold(plant, step)
            if impact is None and struck(plant):
                impact = time
                if scene.grips:
                    grip(plant)
        target, after = after, motion.at(time + dt)[0]
        rows.append((time, plant.q, target, *places(plant, scene, ball)))
        plant.record()
        try:
            since = -1.0 if impact is None else time - impact
            (servo.stable if stable else servo.plain)(target, after, since)
        except SimulationError:
            lost = time + dt
        if lost or np.abs(plant.q - after).max() > GONE:
            lost = time + dt
            break
    times, q, targets, tips, balls, velocities = (np.array(column) for column in zip(*rows, strict=True))
    recording = plant.recording((), scene.camera)
    return Run(times, q, targets, tips, balls, velocities, impact, lost, recording)


def places(plant: Articulated, scene: Scene, ball: bool) -> tuple[Floats, Floats, Floats]:
    """The places of tip and ball, and the ball's velocity, (3,) each; NaN for a ball that is not there."""
    tip = np.array(plant.data.body(scene.tip).xpos)
    if not ball:
        return tip, np.full(3, np.nan), np.full(3, np.nan)
    dof = int(plant.model.body(BALL).dofadr[0])
    return tip, np.array(plant.data.body(BALL).xpos), np.array(plant.data.qvel[dof : dof + 3])


def largest_plain_step(plant: Articulated, schedule: GainSchedule) -> float:
    """The largest stable step (s) of plain PD with the row's gains, near rest at the plant's present pose.

    Semi-implicit Euler on q'' = -mu (q + b q'), mu an eigenvalue of M^-1 K and b = c 0.033 s, is stable
    while mu h^2 + 2 b mu h < 4.
    """
    gain = np.where(is_root(plant.dofs), ROOT_GAIN, schedule.tracking)
    mu = float(np.abs(np.linalg.eigvals(np.linalg.solve(plant.mass_matrix(), np.diag(gain)))).max())
    b = schedule.damping * DT
    return float(4 / (mu * b + np.sqrt((mu * b) ** 2 + 4 * mu)))


class Row(NamedTuple):
    """The runs of a row of table 3: with and without ball, fine steps, ten times the gain, plain PD."""

    name: str
    scene: Scene
    schedule: GainSchedule
    run: Run
    free: Run
    fine: Run
    fine_free: Run
    stiff: Run
    plain: Run
    plain_step: float  # s, the largest that plain PD bears

    @property
    def columns(self) -> list[int]:
        """The columns of the limb's joints."""
        dofs = joint_names()
        return [dofs.index(joint) for joint in self.scene.limb]

    @property
    def impact(self) -> float:
        """The time at which the ball touches the figure, s."""
        return float("nan") if self.run.impact is None else self.run.impact


def do_row(name: str, seconds: float, fine: float, fine_seconds: float) -> Row:
    """Do all runs of a row; `fine` and `fine_seconds` are the step and the duration of the reference."""
    scene, schedule = SCENES[name], TABLE_3[name]
    stiff = replace(schedule, tracking=10 * schedule.tracking)
    plant = build(scene, DT, ball=False)
    plant.set_state(scene.motion(plant.dofs).at(scene.meet)[0])
    return Row(
        name,
        scene,
        schedule,
        simulate(scene, schedule, seconds),
        simulate(scene, schedule, seconds, ball=False),
        simulate(scene, schedule, fine_seconds, dt=fine),
        simulate(scene, schedule, fine_seconds, dt=fine, ball=False),
        simulate(scene, stiff, seconds),
        simulate(scene, schedule, seconds, stable=False),
        largest_plain_step(plant, schedule),
    )


def came_back(row: Row) -> float | None:
    """The time after the impact from which the limb stays within TOLERANCE of its motion, s, or None."""
    off = np.flatnonzero(row.run.deviation(row.columns) > TOLERANCE)
    if off.size and off[-1] + 1 >= len(row.run.times):
        return None
    return max(float(row.run.times[off[-1] + 1]) - row.impact, 0.0) if off.size else 0.0


def ball_speed(run: Run, since_impact: float) -> float:
    """The ball's speed (m/s) at a time (s) after it touched the figure."""
    return float(np.linalg.norm(run.ball_velocity[run.step_at((run.impact or 0.0) + since_impact)]))


def _reactions(rows: Sequence[Row]) -> Table:
    lines = []
    for row in rows:
        s, run, hit = row.schedule, row.run, row.run.step_at(row.impact)
        speed = run.speed()
        deviation = run.deviation(row.columns)[hit:]
        lines.append(
            (
                row.name, s.tracking, s.reaction, s.damping, s.react_for, s.recover_for,
                row.scene.mass, row.scene.speed, ball_speed(run, 0.1),
                float(speed[hit - 1]), float(speed[hit]),
                float(deviation.max()), float(run.times[hit + deviation.argmax()] - row.impact),
                came_back(row),
                row.plain.lost, 1e6 * row.plain_step,
            )
        )  # fmt: skip
    return Table(
        "Table 3 of the paper, and what the balls do",
        (
            "animation", "k_t", "k_r", "k_d/(k_p dt)", "t_e [s]", "t_f [s]",
            "ball [kg]", "its speed [m/s]", "0.1 s after the impact",
            "limb's end before [m/s]", "and after",
            "largest deviation [deg]", "s after the impact", f"back within {TOLERANCE:g} deg after [s]",
            "plain PD is lost after [s]", "largest step of plain PD [us]",
        ),
        lines,
        "Speeds of the foot or the right hand are means over the 33 ms before and after the impact. "
        f"Plain PD is lost when a joint is {GONE:g} rad off; its largest step is the linearised figure's.",
    )  # fmt: skip


def _steps(rows: Sequence[Row], fine: float) -> Table:
    lines = []
    for row in rows:
        columns = row.columns
        until = min(row.fine.times[-1], row.fine_free.times[-1])
        coarse, free, fine_free = (
            each.deviation(columns)[each.times <= until + 1e-9] for each in (row.run, row.free, row.fine_free)
        )
        lines.append(
            (
                row.name,
                float(free.max()), float(fine_free.max()),
                float(coarse[row.run.step_at(row.impact) :].max()),
                float(row.fine.deviation(columns)[row.fine.step_at(row.fine.impact or 0.0) :].max()),
                ball_speed(row.run, 0.1), ball_speed(row.fine, 0.1),
                float(row.stiff.deviation(columns)[: row.stiff.step_at(row.impact)].max()),
                "lost" if row.stiff.lost else "stable",
            )
        )  # fmt: skip
    return Table(
        f"Stable PD in steps of 33 ms and of {1e3 * fine:.3g} ms, and at ten times the gain",
        (
            "animation",
            "off without a ball [deg], 33 ms", "fine",
            "off after the impact [deg], 33 ms", "fine",
            "ball 0.1 s later [m/s], 33 ms", "fine",
            "off before it at 10 k_t [deg]", "at 10 k_t",
        ),
        lines,
        "The largest deviations of the limb's joints from the input motion, while the fine run lasts; k_d is "
        "the same for both steps.",
    )  # fmt: skip


def _curves(rows: Sequence[Row]) -> list[Curves]:
    away = {}
    for row in rows:
        since = row.run.times - row.impact
        shown = (since > -0.3) & (since < 3.0)
        away[row.name] = (since[shown], row.run.deviation(row.columns)[shown])
    foot = {}
    for row in rows[:2]:
        foot[row.name] = (row.run.times - row.impact, row.run.speed())
    foot["no ball"] = (rows[0].free.times - rows[0].impact, rows[0].free.speed())
    foot = {name: (x[np.abs(x) < 0.6], y[np.abs(x) < 0.6]) for name, (x, y) in foot.items()}
    return [
        Curves("Deviation of the limb that was hit", "time since the impact [s]", "largest [deg]", away),
        Curves(
            "Speed of the kicking foot", "time since the impact [s]", "speed, mean over 33 ms [m/s]", foot
        ),
    ]


SHOWN = (-0.3, -0.1, 0.0, 0.1, 0.25, 0.6)  # s from the impact, of the strips


def _recordings(rows: Sequence[Row]) -> dict[str, Recording]:
    found = {}
    for row in rows:
        shown = tuple(row.impact + since for since in SHOWN)
        run, few = row.run, slice(0, row.run.step_at(4.0) + 1)
        found[f"{row.name}, input"] = pretended(row.scene, run.times[few], run.target[few], shown)
        found[row.name] = _cut(run.recording, few, shown)
    return found


def _cut(recording: Recording, few: slice, shown: Sequence[float]) -> Recording:
    """Some of a recording's frames, with the times for a strip of pictures."""
    times, coordinates = recording.times[few], recording.coordinates[few]
    return replace(recording, times=times, coordinates=coordinates, shown=shown)


def pretended(scene: Scene, times: Floats, poses: Floats, shown: Sequence[float]) -> Recording:
    """The input motion as a recording with the run's model, so that both look alike; its ball is hidden."""
    plant = build(scene, DT, ball=True)
    plant.place(BALL, OUT_OF_SIGHT)
    for pose in poses:
        plant.set_state(pose)
        plant.record()
    return replace(plant.recording(shown, scene.camera), times=times)


def bent_back(run: Run) -> float:
    """The largest backward bend of the elbows, degrees."""
    dofs = joint_names()
    elbows = [i for i, joint in enumerate(dofs) if joint.endswith("elbow_bend")]
    return float(np.degrees(-run.q[:, elbows].min()))


def trunk_off(run: Run) -> float:
    """The largest deviation of the trunk's joints, degrees."""
    dofs = joint_names()
    return float(run.deviation([dofs.index(joint) for joint in ("back_bend", "chest_bend")]).max())


def _text(rows: Sequence[Row], seconds: float) -> str:
    by_name = {row.name: row for row in rows}
    heavy, volley, catch = (by_name[n] for n in ("soccer (heavy)", "volleyball (fast)", "basketball (fast)"))
    hit = heavy.run.step_at(heavy.impact)
    foot = heavy.run.speed()
    hinged = simulate(replace(volley.scene, elbows=False), volley.schedule, 3.0)
    weighed = simulate(catch.scene, catch.schedule, 3.0, weight=True)
    nearer = float((catch.free.tip - catch.run.tip)[:, 0].max())
    elbow = joint_names().index("right_elbow_bend")
    bend = float(np.degrees((catch.run.q - catch.free.q)[:, elbow].max()))
    lost = max(row.plain.lost or seconds for row in rows)
    bears = [1e6 * row.plain_step for row in rows]
    stable = sum(row.run.lost is None and row.stiff.lost is None for row in rows)
    stay = "All" if stable == len(rows) else f"{stable} of {len(rows)}"
    return (
        f"A humanoid of {len(heavy.run.q[0])} degrees of freedom tracks six motions made by code, with one "
        "gain for all joints (table 3 of the paper), in steps of 33 ms. "
        f"{stay} remain stable under stable PD, with the gains of table 3 and with ten times k_t; plain PD "
        f"with the same gains is lost within {lost:.2g} s, and would need steps of {min(bears):.2g} to "
        f"{max(bears):.2g} microseconds. The heavy ball ({heavy.scene.mass:g} kg) slows the foot from "
        f"{foot[hit - 1]:.1f} to {foot[hit]:.1f} m/s at the impact; then it gathers speed again, to "
        f"{foot[hit + 1 : hit + 5].max():.1f} m/s, the ball before it. The fast volleyball throws the arms "
        f"off by {volley.run.deviation(volley.columns).max():.0f} degrees; its elbows bend back by "
        f"{bent_back(volley.run):.1f} degrees, and by {bent_back(hinged):.1f} without their limit. Catching "
        f"the fast basketball bends the elbows by up to {bend:.0f} degrees more than the input and brings "
        f"the hands up to {100 * nearer:.0f} cm nearer to the chest. If the figure had to bear its own "
        f"weight under the low gains of the catch, its trunk would be {trunk_off(weighed):.0f} degrees off "
        f"instead of {trunk_off(catch.run):.0f}."
    )


def study(quick: bool = False, seed: int = 0) -> Study:
    """Do the six rows of table 3; nothing in it is random, so `seed` has no effect."""
    seconds = 3.0 if quick else 12.0
    fine, fine_seconds = (DT / 3, 1.1) if quick else (DT / 33, 1.6)
    rows = [do_row(name, seconds, fine, fine_seconds) for name in TABLE_3]
    return Study(
        "impacts",
        "Tracking a kick, a volley and a catch while balls hit",
        "Tan, Liu and Turk 2011, section 4.1, table 3, figure 1",
        _text(rows, seconds),
        (_reactions(rows), _steps(rows, fine)),
        _curves(rows),
        _recordings(rows),
    )
