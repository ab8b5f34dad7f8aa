"""Disturbances at run time: a push at a place, for a while, and what it means over the steps of a motion.

A push on a soft body is a force in N on a patch of its skin. A push on smoke is wind: a force per mass in
m/s^2 around a point. Its strength is constant, or coherent noise in time (`runtime.smoke.noise`), each
component by itself: then `force` is the largest magnitude of each.

Over each of its steps a push is held, whether it is planned (`events_of`) or comes while a simulator runs:
both ask an `ActivePush`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime.bundle.fields import stored
from runtime.clock import step_at, steps_within
from runtime.loop import Events, no_events
from runtime.smoke.noise import gradient_noise
from softrein.errors import ControllerError


@dataclass(frozen=True)
class Push:
    """A disturbance: `force` (3,) N or (2,) m/s^2 for `duration` s from `time` s, on a patch of `radius` m.

    `at` is a vertex of a body or a particle in smoke, or a point in space (for a body, the nearest vertex at
    rest is meant). With `noise` > 0, the seconds between its knots, the strength varies, as `seed` says.
    """

    at: int | Sequence[float] = stored(meaning="a vertex of a body, a particle in smoke, or a point in m")
    force: Sequence[float] = stored(meaning="N on a body; m/s² of wind in smoke")
    time: float = stored(default=0.0, least=0, unit="s", meaning="when it begins")
    duration: float = stored(default=0.05, least=0, unit="s", meaning="how long it lasts")
    radius: float = stored(default=0.0, least=0, unit="m", meaning="of the patch, or the width of the wind")
    noise: float = stored(
        default=0.0,
        least=0,
        unit="s",
        meaning="0: constant strength; else the time between the knots of noise",
    )
    seed: int = stored(default=0, least=0, most=2**128 - 1, meaning="of this noise")

    def strength(self, since: float) -> np.ndarray:
        """The force at a time in s since its start, whatever its duration."""
        force = np.asarray(self.force, dtype=float)
        return force * gradient_noise(since / self.noise, self.seed, force.size) if self.noise else force

    def held(self, step: int, dt: float) -> np.ndarray:
        """The force over a step of dt s, counted from its first.

        It is that of the step's middle: with a knot each step, it would be zero at either end.
        """
        return self.strength((step + 0.5) * dt)


class ActivePush:
    """A push that acts, from its first step on; `release()` ends it."""

    def __init__(self, push: Push, pattern: np.ndarray, dt: float) -> None:
        """A push whose unit forces are `pattern` (axes, r)."""
        self._push, self._pattern, self._dt = push, pattern, dt
        self._steps = 0
        self.steps_left = steps_within(push.duration, dt)

    def take_force(self) -> np.ndarray:
        """The reduced force (r,) of the next step."""
        force = self._push.held(self._steps, self._dt) @ self._pattern
        self._steps += 1
        self.steps_left -= 1
        return np.asarray(force)

    def release(self) -> None:
        """Let go."""
        self.steps_left = 0


@dataclass(frozen=True)
class Ensemble:
    """Random pushes: strengths of `force` (least, largest) N or m/s^2, starts of `time` (earliest, latest) s.

    `runs` of them measure controllers; on `tuning_runs` others controllers are tuned. Raises ControllerError
    for what cannot be.
    """

    force: tuple[float, float] = stored(
        least=0, meaning="the least and the largest strength, in the unit of a push's"
    )
    duration: float = stored(least=0, unit="s")
    radius: float = stored(least=0, unit="m")
    time: tuple[float, float] = stored(least=0, unit="s", meaning="the earliest and the latest start")
    runs: int = stored(default=200, least=1, most=10**6, meaning="how many pushes measure controllers")
    tuning_runs: int = stored(default=32, least=1, most=10**6, meaning="how many others they are tuned on")

    def __post_init__(self) -> None:
        parts = numbers(self.force, 2), numbers(self.time, 2), numbers((self.duration, self.radius), 2)
        if any(part is None or not (np.isfinite(part).all() and (part >= 0).all()) for part in parts):
            raise ControllerError(
                "random pushes need two forces, two times, a duration and a radius, finite and not negative"
            )
        counts = self.runs, self.tuning_runs
        if not all(isinstance(count, int) and count > 0 for count in counts):
            raise ControllerError(f"random pushes need whole numbers of runs, from 1 up, not {counts}")


def check_push(push: Push, axes: int) -> None:
    """Raise ControllerError unless a push has a finite force of so many components, and times that can be."""
    force = numbers(push.force, axes)
    sizes = numbers((push.time, push.duration, push.radius, push.noise), 4)
    if force is None or not np.isfinite(force).all():
        count = {2: "two", 3: "three"}[axes]
        raise ControllerError(f"a push needs a finite force of {count} components, not {push.force}")
    if sizes is None or not (np.isfinite(sizes[[0, 2, 3]]).all() and (sizes >= 0).all()):
        raise ControllerError("a push needs a finite time and radius, and a duration, none of them negative")
    if push.noise and not (isinstance(push.seed, int | np.integer) and push.seed >= 0):
        raise ControllerError(f"a push with noise needs a seed, a whole number from 0 up, not {push.seed!r}")


def events_of(
    pushes: Sequence[Push], patterns: Sequence[np.ndarray], dt: float, steps: int, forces: int
) -> Events:
    """Pushes as reduced forces over steps; `patterns` (axes, forces) are those of unit pushes.

    A push that varies becomes one event a step.
    """
    first: list[int] = []
    last: list[int] = []
    force: list[np.ndarray] = []
    for push, pattern in zip(pushes, patterns, strict=True):
        start, acting = step_at(push.time, dt, steps), ActivePush(push, pattern, dt)
        end = start + min(acting.steps_left, steps)
        for step in range(start, min(end, steps)) if push.noise else [start]:
            first.append(step)
            last.append(step + 1 if push.noise else end)
            force.append(acting.take_force())
    if not force:
        return no_events(forces)
    return Events(np.array(first), np.array(last), np.array(force))


def numbers(values: Any, count: int) -> np.ndarray | None:
    """`values` as `count` numbers, or None where it is something else."""
    try:
        array = np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        return None
    return array if array.shape == (count,) else None
