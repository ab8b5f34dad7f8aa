"""An arm that blocks four balls in time, with weights dropping onto it or without.

The study of [Allen, Neff, Faloutsos, "Pose Control in Dynamic Conditions", section 4, figures 4 to 6]. A
character stands in the plane y = 0 and turns one joint, the shoulder of its stretched arm, in that plane.
Four balls fly at it, each crosses the plane at a place that the arm can cover, and at a time: a key. Angles
are 0 with the arm level and positive upwards. The shoulder's torque is that of equation (1) and what carries
the arm's weight,

    tau = k (rest - theta) - gamma omega + c,      gamma^2 = 4 k m                                     (1, 2)

with c the bias (gravity, which the paper's equations leave out) and m the moment of the arm about the
shoulder. The two ways to the gains:

- timed: k and gamma by Lambert's W [eq. 6] for the next key, computed again at each step from the present
  angle, velocity and the time that is left. `rest` is beyond the wanted angle by a ninth of the way
  (`rest_beyond`), stays there as long as a gain exists, and is placed anew when a push has spoilt that. The
  time constant 2 m / gamma is bounded below by `SHORTEST_CONSTANT`, which explicit steps need.
- constant: `rest` is the wanted angle. The gains are "hand-tuned" by a rule: the smallest that bring the hand
  to within `MET` of the first key in time.

A ball is blocked if it has touched the arm and is in front of the plane yet when it would be `BEHIND` past
it. Balls and weights are objects of the simulation: they push the arm, a ball from before its key on, when
its surface arrives. Weights are dropped at random times from 1.5 m above the shoulder, over random places
along the arm; what has not started hangs in the air.

Limits: one joint, no limit to its torque (as in the paper); the controller knows a ball's flight (free fall,
to the time step), not the weights'.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from characters.articulated import Articulated
from characters.blocking_scene import (
    DT,
    REACH,
    SPEED,
    WEIGHT_MASS,
    WEIGHTS,
    Ball,
    Key,
    Weight,
    crossing,
    model,
    random_weights,
    thrown,
)
from characters.study import Curves, Recording, Study, Table
from characters.timed_gains import rest_beyond, time_constants, timed_gain
from softrein.errors import ControllerError

START = -1.2  # rad: the arm hangs
SHORTEST_CONSTANT = 2 * DT  # s; explicit steps diverge below 1.21 dt
MET = 0.02  # m at the hand, about a fifth of the ball's radius: what "meets the ball" means for tuning
BEHIND = 0.5  # m past the plane, where a ball that was not blocked is
AFTER = 0.4  # s, simulated after the last key
STIFF = "stiff constant gains"  # its name in tables
HOLD = 0.3  # s: after the last key, gains to be back within this time
DRAWS = 10  # of weights, in the full study
LATE = 0.1  # s: a weight that hits within this time before a ball comes leaves little time to make up for it
# What the balls are thrown at: time s, angle rad, distance from the shoulder m. After the first, the arm has
# half the time or less.
AIMS = ((0.8, 0.35, 0.55), (1.12, -0.65, 0.6), (1.42, 0.65, 0.5), (1.8, -0.2, 0.6))


@dataclass
class Run:
    """One run: what was measured in it. Times in s, angles in rad."""

    keys: Sequence[Key]
    times: np.ndarray  # (steps + 1,)
    angles: np.ndarray  # (steps + 1,)
    errors: np.ndarray  # (keys,) angle minus the wanted one at each key time
    blocked: np.ndarray  # (keys,) bool
    touched: np.ndarray  # (keys,) bool
    damping: np.ndarray  # (steps,) N m s/rad, as used
    torque: np.ndarray  # (steps,) N m
    bounded: int  # steps at the bound of the gains
    hits: np.ndarray  # (weights,) s, when each first touched the arm; NaN: never
    recording: Recording | None = field(default=None, repr=False)

    @property
    def met(self) -> np.ndarray:
        """(keys,) whether the hand was within `MET` of where it should be."""
        return np.abs(self.errors) * REACH <= MET


class _Gains(NamedTuple):
    """What the shoulder does in a step: rad, N m s/rad, and whether the gains are at their bound."""

    rest: float
    damping: float
    bounded: bool


Law = Callable[[float, float, float, float, "Key"], _Gains]  # of time, angle, velocity, moment, the next key


class TimedLaw:
    """Gains by Lambert's W, computed again at each step; keeps the rest position as long as a gain exists."""

    def __init__(self) -> None:
        self._key: Key | None = None
        self._rest = 0.0
        self.placed = 0  # how often the rest position was placed

    def __call__(self, time: float, angle: float, velocity: float, moment: float, key: Key) -> _Gains:
        """The gains of this step."""
        if time >= key.time:  # the last key is past
            return _Gains(key.angle, 2 * moment * time_constants().item() / HOLD, False)
        left = max(key.time - time, DT)
        if key is not self._key:
            self._key = key
            self._place(angle, velocity, key, left)
        gain = timed_gain(angle, velocity, key.angle, left, moment, self._rest)
        if not gain.found:
            self._place(angle, velocity, key, left)
            gain = timed_gain(angle, velocity, key.angle, left, moment, self._rest)
        largest = 2 * moment / SHORTEST_CONSTANT
        damping = gain.damping.item() if gain.found else largest
        return _Gains(self._rest, min(damping, largest), bool(damping >= largest))

    def _place(self, angle: float, velocity: float, key: Key, left: float) -> None:
        self._rest = rest_beyond(angle, velocity, key.angle, left).item()
        self.placed += 1


def constant_law(damping: float) -> Law:
    """The same gains at all times, towards the wanted angle itself."""
    return lambda time, angle, velocity, moment, key: _Gains(key.angle, damping, False)


def simulate(
    law: Law,
    balls: Sequence[Ball],
    weights: Sequence[Weight] = (),
    until: float | None = None,
    record: bool = False,
) -> Run:
    """Run the arm under a law until `until` s, or `AFTER` the last key."""
    keys = [crossing(ball) for ball in balls]
    plant = Articulated(model(keys, len(weights)), DT)
    plant.set_state([START])
    moment = plant.joint_moments()[0]  # at any angle: the arm is stretched
    starts = [(f"ball{i}", ball.launch, ball.position, ball.velocity) for i, ball in enumerate(balls)]
    starts += [
        (f"weight{i}", weight.release, weight.position, np.zeros(3)) for i, weight in enumerate(weights)
    ]
    for name, _, place, _ in starts:
        plant.place(name, place)  # and there it waits, weightless
    watch = _Watch(plant, keys, len(weights))
    angles, dampings, torques, bounded = [START], [], [], 0
    steps = round((keys[-1].time + AFTER if until is None else until) / DT)
    for step in range(steps):
        time = step * DT
        for name, start, place, velocity in starts:
            if abs(time - start) < DT / 2:
                plant.model.body_gravcomp[plant.model.body(name).id] = 0.0
                plant.place(name, place, velocity)
        key = next((key for key in keys if key.time > time), keys[-1])
        angle, velocity = plant.q[0], plant.v[0]
        rest, damping, at_bound = law(time, angle, velocity, moment, key)
        torque = damping**2 / (4 * moment) * (rest - angle) - damping * velocity + plant.bias()[0]
        if record:
            plant.record()
        plant.step([torque])
        watch.look((step + 1) * DT)
        angles.append(plant.q[0])
        dampings.append(damping)
        torques.append(torque)
        bounded += int(at_bound)
    if record:
        plant.record()
    times = DT * np.arange(steps + 1)
    return Run(
        keys,
        times,
        np.array(angles),
        np.array([np.interp(key.time, times, angles) - key.angle for key in keys]),
        watch.stopped & watch.touched,
        watch.touched,
        np.array(dampings),
        np.array(torques),
        bounded,
        watch.hits,
        plant.recording([key.time for key in keys], "front") if record else None,
    )


class _Watch:
    """Who touched the arm, and which balls did not get through."""

    def __init__(self, plant: Articulated, keys: Sequence[Key], weights: int) -> None:
        self._plant, self._keys = plant, keys
        self.touched, self.stopped = np.zeros((2, len(keys)), dtype=bool)
        self.hits = np.full(weights, np.nan)  # s, when each weight first touched the arm
        model = plant.model
        self._arm = int(model.body("arm").id)
        self._balls = [int(model.body(f"ball{i}").id) for i in range(len(keys))]
        self._weights = [int(model.body(f"weight{i}").id) for i in range(weights)]

    def look(self, time: float) -> None:
        """To be called after each step."""
        at_arm = self._at_arm()
        self.touched |= [body in at_arm for body in self._balls]
        for i, body in enumerate(self._weights):
            if body in at_arm and np.isnan(self.hits[i]):
                self.hits[i] = time
        for i, key in enumerate(self._keys):
            if abs(time - key.time - BEHIND / SPEED) <= DT / 2:
                self.stopped[i] = self._plant.data.xpos[self._balls[i]][1] > 0

    def _at_arm(self) -> set[int]:
        """Numbers of the bodies that touch the arm now."""
        geoms = np.reshape(self._plant.data.contact.geom, (-1, 2))
        bodies = self._plant.model.geom_bodyid[geoms].tolist()
        return {other for pair in bodies if self._arm in pair for other in pair}


def undisturbed_errors(law: Law, keys: Sequence[Key], moment: float) -> np.ndarray:
    """Errors (keys,) rad at the keys of the joint alone: no contacts, its weight carried by the bias.

    In the steps that the plant takes, at a thousandth of its cost.
    """
    angle, velocity, angles = START, 0.0, [START]
    steps = int(np.ceil(keys[-1].time / DT))
    for step in range(steps):
        key = next((key for key in keys if key.time > step * DT), keys[-1])
        rest, damping, _ = law(step * DT, angle, velocity, moment, key)
        velocity += DT * (damping**2 / (4 * moment) * (rest - angle) - damping * velocity) / moment
        angle += DT * velocity
        angles.append(angle)
    times = DT * np.arange(steps + 1)
    return np.array([np.interp(key.time, times, angles) - key.angle for key in keys])


def gentlest_constant(balls: Sequence[Ball]) -> float:
    """The smallest constant damping, to a fiftieth, with which the arm meets the keys of all these balls.

    That is, with its hand no more than `MET` away. First for the joint alone, then upwards from there in the
    simulation, where a ball pushes the arm before its middle is at the plane. Raises ControllerError if there
    is none below what explicit steps allow.
    """
    keys = [crossing(ball) for ball in balls]
    moment = float(Articulated(model(keys), DT).joint_moments()[0])
    damping, largest = 1.0, 2 * moment / (1.21 * DT)
    while damping < largest:
        law = constant_law(damping)
        alone = np.abs(undisturbed_errors(law, keys, moment)) * REACH <= MET
        if alone.all() and simulate(law, balls, until=keys[-1].time + DT).met.all():
            return damping
        damping *= 1.02
    raise ControllerError("no constant gains meet these balls; give the arm more time or larger steps")


def study(quick: bool = False, seed: int = 0) -> Study:
    """Four runs, timed and constant gains, without and with weights; and more draws of weights unless quick.

    `seed` is for the weights. Raises MissingPackageError without the package mujoco.
    """
    balls = [thrown(*aim) for aim in AIMS]
    tuned = gentlest_constant(balls[:1])
    laws: dict[str, Callable[[], Law]] = {
        "timed gains": TimedLaw,
        "constant gains": lambda: constant_law(tuned),
    }
    weights = random_weights(seed, crossing(balls[-1]).time)
    runs = {
        name + words: simulate(make(), balls, drops, record=True)
        for words, drops in (("", []), (", weights", weights))
        for name, make in laws.items()
    }
    stiff = None if quick else gentlest_constant(balls)
    more: dict[str, Run] = {}
    if stiff is not None:
        more = {
            STIFF: simulate(constant_law(stiff), balls),
            f"{STIFF}, weights": simulate(constant_law(stiff), balls, weights),
        }
        laws[STIFF] = lambda: constant_law(stiff)
    draws = {} if quick else {name: _draws(make, balls, seed) for name, make in laws.items()}
    tables = [_key_table(runs), _run_table(runs | more)] + ([_draw_table(draws)] if draws else [])
    recordings = {name: run.recording for name, run in runs.items() if run.recording is not None}
    return Study(
        "blocking",
        "An arm that blocks four balls in time",
        "Allen, Neff, Faloutsos, Pose Control in Dynamic Conditions, figures 4 to 6",
        _text(runs, tuned, stiff, more, draws),
        tables,
        [*_charts(runs), _gain_chart(runs)],
        recordings,
    )


def _draws(make: Callable[[], Law], balls: Sequence[Ball], seed: int) -> list[Run]:
    """Runs under a law with several draws of weights, the same for each law."""
    last = crossing(balls[-1]).time
    return [simulate(make(), balls, random_weights(seed + i, last)) for i in range(DRAWS)]


def _fate(run: Run, ball: int) -> str:
    if run.blocked[ball]:
        return "blocked"
    return "grazed" if run.touched[ball] else "missed"


def _key_table(runs: dict[str, Run]) -> Table:
    rows = [
        (
            name,
            i + 1,
            float(key.time),
            float(np.degrees(key.angle)),
            float(np.degrees(run.errors[i])),
            float(100 * REACH * run.errors[i]),
            _fate(run, i),
        )
        for name, run in runs.items()
        for i, key in enumerate(run.keys)
    ]
    columns = (
        "run",
        "ball",
        "time (s)",
        "wanted (degrees)",
        "error (degrees)",
        "at the hand (cm)",
        "the ball is",
    )
    return Table("The arm at each ball's time", columns, rows, "Grazed: touched, but it got through.")


def _run_table(runs: dict[str, Run]) -> Table:
    rows = [
        (
            name,
            int(run.blocked.sum()),
            int(run.met.sum()),
            float(run.damping.min()),
            float(run.damping.max()),
            float(np.abs(run.torque).max()),
            run.bounded,
            int(np.isfinite(run.hits).sum()),
        )
        for name, run in runs.items()
    ]
    columns = (
        "run",
        "balls blocked",
        f"poses met to {100 * MET:g} cm",
        "least damping (N m s/rad)",
        "greatest damping (N m s/rad)",
        "greatest torque (N m)",
        "steps at the bound of the gains",
        "weights that hit",
    )
    note = (
        "The torque has no limit, as in the paper. With timed gains it is greatest in the last step or two "
        "before a ball, if something pushes the arm then, be it the ball itself."
    )
    return Table("Gains and torques", columns, rows, note)


def _draw_table(draws: dict[str, list[Run]]) -> Table:
    rows = []
    for name, runs in draws.items():
        hand = 100 * REACH * np.abs(np.concatenate([run.errors for run in runs]))
        blocked = 100 * np.mean([run.blocked for run in runs])
        peak = np.median([np.abs(run.torque).max() for run in runs])
        middle, most = (float(np.percentile(hand, share)) for share in (50, 90))
        rows.append((name, float(runs[0].damping.min()), float(blocked), middle, most, float(peak)))
    columns = (
        "gains",
        "least damping (N m s/rad)",
        "balls blocked (%)",
        "error at the hand, median (cm)",
        "90 % below (cm)",
        "greatest torque, median (N m)",
    )
    note = "Stiff: the smallest constant gains that meet all four poses where no weights fall."
    return Table(f"{DRAWS} draws of {WEIGHTS} weights, {DRAWS * len(AIMS)} balls", columns, rows, note)


def _charts(runs: dict[str, Run]) -> list[Curves]:
    charts = []
    for title, words in (("Angle of the arm", ""), ("Angle of the arm, with weights", ", weights")):
        own = {name: run for name, run in runs.items() if name.endswith(", weights") == bool(words)}
        first = next(iter(own.values()))
        lines = {name: (run.times, np.degrees(run.angles)) for name, run in own.items()}
        wanted = np.array([(key.time, np.degrees(key.angle)) for key in first.keys])
        marks = {"balls": (wanted[:, 0], wanted[:, 1])}
        if words:
            for name, run in own.items():
                hits = np.sort(run.hits[np.isfinite(run.hits)])
                at = np.degrees(np.interp(hits, run.times, run.angles))
                marks[f"weights hit, {name.removesuffix(words)}"] = (hits, at)
        charts.append(Curves(title, "time (s)", "angle (degrees)", lines, marks=marks))
    return charts


def _gain_chart(runs: dict[str, Run]) -> Curves:
    lines = {
        name: (run.times[:-1], run.damping) for name, run in runs.items() if name != "constant gains, weights"
    }
    return Curves(
        "Damping; stiffness is its square over 4 m", "time (s)", "damping (N m s/rad)", lines, log="y"
    )


def _text(
    runs: dict[str, Run], tuned: float, stiff: float | None, more: dict[str, Run], draws: dict[str, list[Run]]
) -> str:
    count = len(AIMS)
    timed, constant, timed_hit, constant_hit = runs.values()
    hand = 100 * REACH * np.abs(timed.errors)
    sentences = [
        f"One shoulder, {count} balls. Constant gains, tuned to meet the first ball, meet "
        f"{constant.met.sum()} of {count} poses to {100 * MET:g} cm and block {constant.blocked.sum()}; "
        f"gains from Lambert's W, computed again at each step, meet {timed.met.sum()} and block "
        f"{timed.blocked.sum()}, with the hand within {hand.max():.2g} cm of where it should be.",
        f"With {len(timed_hit.hits)} weights of {WEIGHT_MASS:g} kg falling on the arm, constant gains block "
        f"{constant_hit.blocked.sum()} and timed ones {timed_hit.blocked.sum()}, at torques of up to "
        f"{np.abs(timed_hit.torque).max():.0f} N m: they have no limit, as in the paper.",
    ]
    if stiff is not None:
        sentences.append(
            f"Where nothing falls, constant gains can meet all {count} as well, with {stiff / tuned:.2g} "
            f"times the damping and {(stiff / tuned) ** 2:.2g} times the stiffness; under the weights, they "
            f"block {more[STIFF + ', weights'].blocked.sum()}."
        )
    if draws:
        shares = {name: 100 * np.mean([run.blocked for run in of]) for name, of in draws.items()}
        told = ", ".join(f"{name} {share:.0f} %" for name, share in shares.items())
        sentences.append(f"Over {DRAWS} draws of weights, of all balls were blocked: {told}.")
        sentences.append(_late_hits(draws["timed gains"]))
    return " ".join(sentences)


def _late_hits(runs: Sequence[Run]) -> str:
    """How the timed gains did with and without a weight that hit shortly before the ball came."""
    late, blocked = [], []
    for run in runs:
        for i, key in enumerate(run.keys):
            late.append(bool(((run.hits > key.time - LATE) & (run.hits <= key.time)).any()))
            blocked.append(bool(run.blocked[i]))
    groups = [[b for b, hit in zip(blocked, late, strict=True) if hit == which] for which in (True, False)]
    return (
        f"Timed gains blocked {sum(groups[1])} of {len(groups[1])} where no weight hit within the last "
        f"{1000 * LATE:.0f} ms before the ball, and {sum(groups[0])} of {len(groups[0])} where one did."
    )
