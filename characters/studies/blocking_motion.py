"""An arm that blocks balls in time, with or without falling weights: two laws, simulation, measurements.

After [Allen, Neff, Faloutsos, "Pose Control in Dynamic Conditions", section 4, figures 4 to 6]; the runs that
are compared are in `characters.studies.blocking`, the scene in `characters.scenes.blocking`. A character
stands in the plane y = 0 and turns one joint, the shoulder of its stretched arm, in that plane. Balls fly at
it; each crosses the plane at a place that the arm can reach, and at a time: a key. Angles are 0 with the arm
level and positive upwards. The shoulder's torque is that of equation (1) plus the torque against gravity,

    tau = k (rest - theta) - gamma omega + c,      gamma^2 = 4 k m                                     (1, 2)

with c the bias (gravity, which the paper's equations leave out) and m the moment of the arm about the
shoulder. The gains are found in two ways:

- timed: k and gamma by Lambert's W [eq. 6] for the next key, computed again at each step from the present
  angle, velocity and the time that is left. `rest` is beyond the wanted angle by a ninth of the way
  (`rest_beyond`), stays there as long as a gain exists, and is placed anew when a push has spoilt that. The
  time constant 2 m / gamma is bounded below by `SHORTEST_CONSTANT`, as explicit steps need it.
- constant: `rest` is the wanted angle. The gains are "hand-tuned" by a rule: the smallest that bring the hand
  to within `MET` of the first key in time.

A ball is blocked if it has touched the arm and is still in front of the plane when it would be `BEHIND` past
it. Balls and weights are objects of the simulation: they push the arm, a ball already before its key, when
its surface arrives. Weights are dropped at random times from 1.5 m above the shoulder, over random places
along the arm; objects that have not started hang in the air.

Limits: one joint, no limit to its torque (as in the paper); the controller knows a ball's flight (free fall,
to the time step), not the weights'.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from characters.laws.timed_gains import rest_beyond, time_constants, timed_gain
from characters.plants.articulated import Articulated
from characters.scenes.blocking import DT, REACH, SPEED, Ball, Key, Weight, crossing, model
from characters.study import Recording
from softrein.errors import ControllerError

START = -1.2  # rad: the arm hangs
SHORTEST_CONSTANT = 2 * DT  # s; explicit steps diverge below 1.21 dt
MET = 0.02  # m at the hand, about a fifth of the ball's radius: what "meets the ball" means for tuning
BEHIND = 0.5  # m past the plane, where a ball that was not blocked is
AFTER = 0.4  # s, simulated after the last key
HOLD = 0.3  # s: after the last key, gains to be back within this time


@dataclass
class Run:
    """The measurements of one run. Times are in s, angles in rad."""

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
        """Whether the hand was within `MET` of its goal at each key (keys,)."""
        return np.abs(self.errors) * REACH <= MET


class _Gains(NamedTuple):
    """The shoulder's rest position, rad, and damping, N m s/rad, in a step, and whether it is bounded."""

    rest: float
    damping: float
    bounded: bool


Law = Callable[[float, float, float, float, Key], _Gains]  # of time, angle, velocity, moment, the next key


class TimedLaw:
    """Gains by Lambert's W, computed again at each step; the rest position is kept while a gain exists."""

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
    """Records which balls and weights touched the arm, and which balls were stopped."""

    def __init__(self, plant: Articulated, keys: Sequence[Key], weights: int) -> None:
        self._plant, self._keys = plant, keys
        self.touched, self.stopped = np.zeros((2, len(keys)), dtype=bool)
        self.hits = np.full(weights, np.nan)  # s, when each weight first touched the arm
        model = plant.model
        self._arm = int(model.body("arm").id)
        self._balls = [int(model.body(f"ball{i}").id) for i in range(len(keys))]
        self._weights = [int(model.body(f"weight{i}").id) for i in range(weights)]

    def look(self, time: float) -> None:
        """Record which balls and weights touch the arm after a step that ended at `time` [s].

        A ball that nothing stops crosses the plane y = 0 at its key's time. It counts as stopped if it is
        still in front of the plane (y > 0) when it would be the distance BEHIND past it.
        """
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
    """Errors (keys,) rad at the keys for the joint alone: without contacts, its weight compensated.

    They are computed with the plant's time steps, at a thousandth of its cost.
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

    A key is met if the hand is no more than `MET` away. The damping is searched for the joint alone first,
    then upwards from there in the simulation, where a ball pushes the arm before its middle is at the plane.
    Raises ControllerError if there is none that is stable in explicit steps.
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
