"""Paths that a body's regions follow: a curve through points, and the goal on it at each step.

The curve is the cubic spline through the points, with continuous velocity and acceleration (de Boor, "A
Practical Guide to Splines", chapter IV). It is closed, with rounds of `period` seconds and equal times
between points; or open, with a time for each point in `times`, and at rest at both ends and beyond them.

With y_i the points, h_i the times between them and m_i the velocities there,

    m_i-1 / h_i-1 + 2 (1 / h_i-1 + 1 / h_i) m_i + m_i+1 / h_i
        = 3 ((y_i - y_i-1) / h_i-1^2 + (y_i+1 - y_i) / h_i^2)

round the closed curve, and with m = 0 at the ends of an open one. Limits: the system of equations is dense,
with at most `MOST` points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from runtime.base.arguments import array, number, refused
from runtime.base.clock import step_at
from runtime.base.fields import stored
from runtime.control.base.costs import Costs, misses
from runtime.control.setting import Setting
from runtime.plant.track import Track
from softrein.errors import ControllerError

Array = np.ndarray

MOST = 1000  # most points of a path
AXES = "xyz"
UNDER_WAY = (
    0.5  # s: the distances from paths that are reported leave out this time, in which motions start from rest
)
NEAREST = 1e-9  # s, least time between two points of a path
SHARE_OF_STEP = 0.01  # the same as a share of the time step
LONGEST, FARTHEST = 1e9, 1e6  # s and m: longest duration, farthest point
ROUND = 1e-9  # fraction of a path's size: points closer than this coincide


@dataclass(frozen=True)
class Path:
    """The region and axes that follow a path, as a bundle stores them; its costs have goals and weights."""

    region: str = stored(meaning="region whose middle follows the path")
    axes: str = stored(
        meaning=("axes of space, in the order of the path's rows in `costs`: one to three of x, y and z")
    )
    period: float | None = stored(
        default=None, above=0, unit="s", meaning="duration of a round; null: the path is followed once"
    )


class Curve(NamedTuple):
    """A cubic spline."""

    times: Array  # (k,) s, rising: times at the points
    points: Array  # (k, a) m, in a axes
    velocities: Array  # (k, a) m/s
    period: float  # s, of a closed path; 0: it is open

    def at(self, times: Array) -> Array:
        """The points (count, a) of the curve at times (count,) in s."""
        if self.period:
            times = np.mod(times, self.period)
        times = np.clip(times, self.times[0], self.times[-1])
        first = np.clip(np.searchsorted(self.times, times, side="right") - 1, 0, len(self.times) - 2)
        length = np.diff(self.times)[first]
        u, length = ((times - self.times[first]) / length)[:, None], length[:, None]
        ends = (1 + 2 * u) * (1 - u) ** 2 * self.points[first] + u**2 * (3 - 2 * u) * self.points[first + 1]
        rates = u * (1 - u) ** 2 * self.velocities[first] + u**2 * (u - 1) * self.velocities[first + 1]
        return np.asarray(ends + length * rates)


def axes_of(name: str, text: object) -> list[int]:
    """The axes that a text such as "xy" names. Raises ControllerError for any other."""
    if not isinstance(text, str) or not text or len(set(text)) < len(text) or not set(text) <= set(AXES):
        raise refused(name, text, "one to three of the letters x, y and z, each once")
    return [AXES.index(letter) for letter in text]


def curve_of(
    points: object, axes: int, period: object = None, times: object = None, nearest: float = NEAREST
) -> Curve:
    """The curve through points (k, axes), k >= 2, closed with a `period` in s or open with `times` (k,).

    The last point of a closed curve may repeat the first. Raises ControllerError for points that make no
    curve, or are less than `nearest` seconds apart, and for values beyond `FARTHEST` m or `LONGEST` s.
    """
    wanted = f"2 to {MOST} points of {axes} coordinates in metres each"
    found = array("points", points, (None, axes), wanted)
    if not 2 <= len(found) <= MOST:
        raise refused("points", points, wanted)
    if np.abs(found).max() > FARTHEST:
        raise refused("points", points, f"{wanted}, of magnitudes up to {FARTHEST:g}")
    if (period is None) == (times is None):
        raise ControllerError("a path is closed with a `period`, or open with `times`: give one of the two")
    return _open(found, times, nearest) if period is None else _closed(found, period, nearest)


def _closed(points: Array, period: object, nearest: float) -> Curve:
    least = nearest * len(points)
    wanted = f"seconds, from {least:g} (for {len(points)} points) to {LONGEST:g}"
    seconds = number("period", period, wanted, least=least, most=LONGEST)
    size = np.abs(points - points[0]).max()
    if np.abs(points[-1] - points[0]).max() <= ROUND * size:
        points = points[:-1]
    count = len(points)
    if count < 2 or not size > 0:
        raise ControllerError("points: a closed path needs 2 that differ")
    ahead = np.roll(np.eye(count), 1, axis=1)
    rises = np.roll(points, -1, axis=0) - np.roll(points, 1, axis=0)
    length = seconds / count
    velocities = np.linalg.solve(4 * np.eye(count) + ahead + ahead.T, 3 * rises / length)
    around = np.arange(count + 1) % count
    return Curve(length * np.arange(count + 1), points[around], velocities[around], seconds)


def _open(points: Array, times: object, nearest: float) -> Curve:
    moments = array("times", times, (len(points),), f"{len(points)} times in seconds, one a point")
    between = np.diff(moments)
    if not (moments[0] >= 0 and (between > 0).all()):
        raise refused("times", times, "times in seconds, from 0 up and each after the one before")
    if between.min() < nearest or moments[-1] > LONGEST:
        wanted = f"times in seconds, at least {nearest:g} apart and up to {LONGEST:g}"
        raise refused("times", times, wanted)
    count, pace = len(points), 1 / between
    matrix, known = np.eye(count), np.zeros_like(points)
    inner = np.arange(1, count - 1)
    matrix[inner, inner - 1], matrix[inner, inner + 1] = pace[:-1], pace[1:]
    matrix[inner, inner] = 2 * (pace[:-1] + pace[1:])
    slopes = 3 * np.diff(points, axis=0) * pace[:, None] ** 2
    known[inner] = slopes[:-1] + slopes[1:]
    return Curve(moments.copy(), points.copy(), np.linalg.solve(matrix, known), 0.0)


def goals_of(curve: Curve, dt: float, steps: int) -> Array:
    """The points (T + 1, a) m of a curve at each of `steps` steps of dt s, and at the end.

    The period of a closed curve is adjusted so that whole rounds last as long as the motion.
    """
    end = dt * steps
    if curve.period:
        end = curve.period * max(round(end / curve.period), 1)
    found = curve.at(end * np.arange(steps + 1) / steps)
    if curve.period:
        found[-1] = found[0]
    return found


def whole_rounds(steps: int, period: float, dt: float) -> int:
    """The number of rounds of a path in so many steps, to half a step; 0 where it is not a whole number."""
    rounds = round(dt * steps / period)
    return rounds if abs(rounds * period - dt * steps) <= (0.5 + ROUND) * dt else 0


def path_of_region(shape: Any, region: str, axes: Sequence[int]) -> tuple[Array, Array]:
    """The modes (a, r) of a region's middle along some axes, m a unit of p, and its place at rest (a,) m."""
    vertices = shape.regions[region]
    return shape.modes[vertices].mean(axis=0)[axes], shape.vertices[vertices].mean(axis=0)[axes]


class Detour(NamedTuple):
    """Another curve for one of a motion's paths, from a step of a simulation on."""

    curve: Curve
    rows: slice  # rows of the costs' `places` that belong to the path
    rest: Array  # (a,) m, position from which points are measured
    began: int  # step of the simulation's clock at which the detour began

    def goals(self, instants: Array, setting: Setting) -> Array:
        """The goals (count, a) of its places, measured from `rest`, at instants of the clock (count,)."""
        rounds = self.rounds(setting)
        pace = rounds * self.curve.period / (setting.dt * setting.steps) if rounds else 1.0
        return self.curve.at(pace * setting.dt * (instants - self.began)) - self.rest

    def rounds(self, setting: Setting) -> int:
        """The number of rounds in a motion that repeats, to half a step; 0 where it is not a whole number."""
        if not (setting.rewind and self.curve.period):
            return 0
        return whole_rounds(setting.steps, self.curve.period, setting.dt)

    def stays(self, shift: int, since: int | None, setting: Setting) -> bool:
        """Whether its goals along the motion are the same for clocks `shift` and `since` steps ahead."""
        if since is None or shift == since:
            return since is not None
        return (shift - since) % setting.steps == 0 and self.rounds(setting) > 0


def goals_with(detours: Iterable[Detour], costs: Costs, setting: Setting, shift: int, count: int) -> Array:
    """The goals (count, m) of a motion's first instants, as in `Costs`, with detours in place of some.

    The clock is `shift` instants ahead of the motion. A motion that repeats may have any number of instants.
    """
    instants = np.arange(count)
    along = instants % setting.steps if setting.rewind else instants
    goals, states = costs.goals[along], setting.track.states[along]
    for each in detours:
        reference = states @ costs.places[each.rows].T
        goals[:, each.rows] = each.goals(instants + shift, setting) - reference
    return goals


def rows_of(paths: Sequence[Path]) -> list[slice]:
    """The rows of each path among the costs' places."""
    ends = np.cumsum([0, *(len(path.axes) for path in paths)]).tolist()
    return [slice(*pair) for pair in pairwise(ends)]


def path_misses(costs: Costs, paths: Sequence[Path], deviations: Array) -> Array:
    """The distances (T + 1, paths) m from each path, for deviations (T + 1, n) from the reference."""
    apart = misses(costs, slice(None), deviations.T)
    found = [np.linalg.norm(apart[rows], axis=0) for rows in rows_of(paths)]
    return np.reshape(found, (len(paths), len(deviations))).T


def off_paths(missed: Array, dt: float) -> dict[str, float]:
    """Root mean square and largest distance from paths, m, from `UNDER_WAY` s on; `missed` (T + 1, ...)."""
    steps = len(missed) - 1
    missed = missed[min(step_at(UNDER_WAY, dt), steps // 2) :]
    return {"path rms": float(np.sqrt(np.mean(missed**2))), "path max": float(missed.max())}


def misses_of_places(paths: Sequence[Path], wanted: Array, places: Array) -> Array:
    """The distances (..., paths) m of places (..., paths, 3) m from `wanted` ones, along the paths' axes."""
    counts = np.zeros((len(paths), 3))
    for row, path in zip(counts, paths, strict=True):
        row[axes_of("axes", path.axes)] = 1.0
    return np.asarray(np.linalg.norm(counts * (places - wanted), axis=-1))


def places_along(shape: Any, track: Track, costs: Costs, paths: Sequence[Path]) -> list[Array]:
    """The goals (T + 1, 3) m of each path; along axes that are not the path's, the motion's own places."""
    found = []
    for path, rows in zip(paths, rows_of(paths), strict=True):
        places = shape.positions(track.states, shape.regions[path.region]).mean(axis=1)
        places[:, axes_of("axes", path.axes)] += costs.goals[:, rows]
        found.append(places)
    return found
