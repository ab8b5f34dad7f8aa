"""Pushes: disturbances at a place for some time, and their forces over the steps of a motion.

A push on a soft body is a force in N on a patch of its skin. A push on smoke is wind: a force per mass in
m/s^2 around a point. Its strength is constant, or coherent noise in time (`runtime.base.noise`) in each
component: then `force` is the largest magnitude of each.

Scenes call the strength of wind an `acceleration`. Here it is `force` in both cases: one type of push serves
all plants, and does not depend on the kind of the plant.

The force of a push is held over each step, whether it is planned (`events_of`) or comes while a simulator
runs: both use an `ActivePush`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from runtime.base.arguments import array, instance, is_whole, number, refused, several, whole
from runtime.base.clock import LAST, checked_dt, step_at, steps_within
from runtime.base.fields import stored
from runtime.base.noise import gradient_noise
from runtime.plant.track import Events, no_events
from softrein.errors import warn

MOST_RUNS = 10**6  # most runs of an ensemble
SHORTEST_NOISE = 1e-9  # s, least time between knots of noise; less is lost in rounding
COMPONENTS = {2: "two", 3: "three"}  # number of components of a force or a point, in words


@dataclass(frozen=True)
class Push:
    """A disturbance: `force` for `duration` s from `time` s on, on a patch of `radius` m.

    `force` is (3,) N on a body, and (d,) m/s^2 on smoke with d axes, two or three.

    `at` is a vertex of a body or a particle in smoke, or a point in space (which stands for the nearest
    vertex of a body at rest), or a body's region, by its name (the vertex nearest to its middle at rest). On
    smoke `force` is a force per mass, which scenes call `acceleration`. With `noise` > 0, the seconds between
    its knots, the strength varies with the random `seed`.
    """

    at: int | str | Sequence[float] = stored(
        meaning="a vertex of a body, a particle in smoke, a point in m, or since version 15 a body's region"
    )
    force: Sequence[float] = stored(meaning="force in N on a body; acceleration of wind in m/s² in smoke")
    time: float = stored(default=0.0, least=0, unit="s", meaning="start time")
    duration: float = stored(default=0.05, least=0, unit="s", meaning="duration")
    radius: float = stored(
        default=0.0, least=0, unit="m", meaning=("radius of the patch, or width of the wind")
    )
    noise: float = stored(
        default=0.0,
        least=0,
        unit="s",
        meaning="0: constant strength; else the time between the knots of noise",
    )
    seed: int = stored(default=0, least=0, most=2**128 - 1, meaning="random seed of the noise")

    def strength(self, since: float) -> np.ndarray:
        """The force at a time in s since its start; the duration is not considered."""
        force = array("a push's force", self.force, (None,))
        since = number("since", since, "a finite number of seconds")
        if not self.noise:
            return force
        return force * gradient_noise(min(since / self.noise, LAST), self.seed, force.size)

    def held(self, step: int, dt: float) -> np.ndarray:
        """The force over a step of dt s, where steps are counted from the first step of the push.

        It is that of the step's middle: with a knot each step, it would be zero at either end.
        """
        step, dt = whole("step", step, most=LAST), checked_dt(dt)
        return self.strength((step + 0.5) * dt)


class ActivePush:
    """A push that is acting; `release()` ends it."""

    def __init__(self, push: Push, pattern: np.ndarray, dt: float) -> None:
        """`pattern` (axes, r) are the reduced forces of a unit push along each axis."""
        # a copy, as the caller may go on with its array
        force = tuple(array("a push's force", push.force, (None,)).tolist())
        self._push = replace(push, force=force)
        self._pattern, self._dt = pattern, dt
        self._constant = None if push.noise else push.held(0, dt) @ pattern
        self._steps = 0
        self.steps_left = steps_within(push.duration, dt)

    def take_force(self, turn: np.ndarray | None = None) -> np.ndarray:
        """The reduced force (r,) of the next step; `turn` (3, 3) is the rotation of the pattern's frame."""
        force = self._constant
        if turn is not None:
            force = self._push.held(self._steps, self._dt) @ turn @ self._pattern
        elif force is None:
            force = self._push.held(self._steps, self._dt) @ self._pattern
        self._steps += 1
        self.steps_left -= 1
        return np.asarray(force)

    def give_back(self) -> None:
        """Undo `take_force`: the step could not be taken."""
        self._steps -= 1
        self.steps_left += 1

    def release(self) -> None:
        """End the push."""
        self.steps_left = 0


@dataclass(frozen=True)
class Ensemble:
    """Random pushes: strengths of `force` (least, largest) N or m/s^2, starts of `time` (earliest, latest) s.

    `runs` is the number of pushes by which controllers are measured; they are tuned on `tuning_runs` others.
    Raises ControllerError for values out of range.
    """

    force: tuple[float, float] = stored(
        least=0, meaning="least and largest strength, in the unit of a push's force"
    )
    duration: float = stored(least=0, unit="s")
    radius: float = stored(least=0, unit="m")
    time: tuple[float, float] = stored(least=0, unit="s", meaning="the earliest and the latest start")
    runs: int = stored(
        default=200, least=1, most=MOST_RUNS, meaning=("number of pushes on which controllers are measured")
    )
    tuning_runs: int = stored(
        default=32, least=1, most=MOST_RUNS, meaning="number of other pushes on which controllers are tuned"
    )

    def __post_init__(self) -> None:
        for name in ("force", "time"):
            wanted = "two finite numbers, not negative, the smaller one first"
            least, largest = array(f"random pushes' {name}", getattr(self, name), (2,), wanted)
            if not 0 <= least <= largest:
                raise refused(f"random pushes' {name}", getattr(self, name), wanted)
        for name in ("duration", "radius"):
            wanted = "a finite number, not negative"
            number(f"random pushes' {name}", getattr(self, name), wanted, least=0)
        for name in ("runs", "tuning_runs"):
            wanted = f"a whole number from 1 to {MOST_RUNS}"
            whole(f"random pushes' {name}", getattr(self, name), wanted, least=1, most=MOST_RUNS)


def check_push(push: Push, axes: int) -> None:
    """Raise ControllerError unless a push has a finite force of `axes` components, and valid times.

    Its place is checked by the geometry.
    """
    instance("a push", push, Push, "a softrein.Push")
    array("a push's force", push.force, (axes,), f"a finite force of {COMPONENTS[axes]} components")
    start_of(push)
    number("a push's radius", push.radius, "a finite number of metres, not negative", least=0)
    wanted = f"0, or seconds between its knots, not negative and from {SHORTEST_NOISE:g} up"
    if 0 < number("a push's noise", push.noise, wanted, least=0) < SHORTEST_NOISE:
        raise refused("a push's noise", push.noise, wanted)
    wanted = "a number of seconds, not negative, or inf to push until release()"
    number("a push's duration", push.duration, wanted, least=0, finite=False)
    whole("a push's seed", push.seed, "a whole number from 0 up", most=np.inf)


def start_of(push: Push) -> float:
    """The start of a push, in s. Raises ControllerError for a bad time."""
    return number("a push's time", push.time, "a finite time in seconds, not negative", least=0)


def warn_of_late(runs: Sequence[Sequence[Push]], dt: float, steps: int) -> None:
    """Warn of the first push that begins with no step of a motion, as it has no effect then."""
    starts = (start_of(push) for run in runs for push in run)
    late = next((start for start in starts if step_at(start, dt) >= steps), None)
    if late is not None:
        warn(
            f"a push's time: no step of the motion begins at {late:g} s or later, as it ends at "
            f"{dt * steps:g} s, so the push has no effect; give an earlier time"
        )


def place_of(at: object, axes: int, where: str = "") -> int | np.ndarray:
    """The place of a push: an index, which is not checked, or a finite point (axes,) m.

    Raises ControllerError for anything else.
    """
    if is_whole(at):
        return int(at)
    return array(
        "a push's at", at, (axes,), f"an index, or a point of {COMPONENTS[axes]} coordinates in metres{where}"
    )


def pushes_in(given: object, name: str = "pushes") -> list[Push]:
    """The pushes of one run, given as a push or a sequence of them. Raises ControllerError for others."""
    wanted = "a softrein.Push, or a sequence of them"
    if isinstance(given, Push):
        return [given]
    return [instance(name, each, Push, wanted) for each in several(name, given, wanted)]


def runs_in(given: object, name: str = "pushes") -> list[list[Push]]:
    """The pushes of several runs: a sequence with an entry for each run, in a form for `pushes_in`."""
    wanted = "a sequence with a push, or a sequence of pushes, for each run"
    entries = several(name, [given] if isinstance(given, Push) else given, wanted)
    return [pushes_in(each, f"{name}[{number}]") for number, each in enumerate(entries)]


def events_of(
    pushes: Sequence[Push],
    patterns: Sequence[np.ndarray],
    dt: float,
    steps: int,
    forces: int,
    turns: np.ndarray | None = None,
) -> Events:
    """Pushes as reduced forces over steps; `patterns` (axes, forces) are those of unit pushes.

    A push that varies becomes one event for each step; so does every push if the frame of the patterns turns
    by `turns` (T, 3, 3).
    """
    first: list[int] = []
    last: list[int] = []
    force: list[np.ndarray] = []
    for push, pattern in zip(pushes, patterns, strict=True):
        start, acting = step_at(push.time, dt, steps), ActivePush(push, pattern, dt)
        end = start + min(acting.steps_left, steps)
        varies = push.noise or turns is not None
        for step in range(start, min(end, steps)) if varies else [start]:
            first.append(step)
            last.append(step + 1 if varies else end)
            force.append(acting.take_force(None if turns is None else turns[step]))
    if not force:
        return no_events(forces)
    return Events(np.array(first), np.array(last), np.array(force))
