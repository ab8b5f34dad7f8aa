"""The curve of a scene's guide, and how far a particle was from it.

It is the cubic spline through given points, traversed by arc length: over the first fifth of the time the
speed rises smoothly from zero, then it is constant.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from meshes.macgrid import MacGrid
from offline.full.smoke.full_smoke import FullSmoke
from softrein.errors import MeshError, SceneError

Array = np.ndarray

EASE = 0.2  # fraction of the curve's duration in which the point accelerates
PIECES = 2000  # chords for measuring arc lengths; their error is far below a cell
SAME = 1e-9  # fraction of the box: a curve that starts closer to the particle starts at it
ROUNDING = 1e-9  # fraction of a step


class Distance(NamedTuple):
    """A particle's distance from its curve, over all steps up to the curve's end."""

    largest: float  # m, largest distance
    root_mean_square: float  # m, root mean square distance


class Curve:
    """The spline through points (count, d) m, traversed from `start` to `end` s."""

    def __init__(self, points: Array, start: float, end: float) -> None:
        """Make a smooth curve through points (n, d) m, travelled from the time `start` to `end`, both in s.

        Raises SceneError where two consecutive points are the same.
        """
        from scipy.interpolate import CubicSpline

        chords = np.linalg.norm(np.diff(points, axis=0), axis=1)
        if not chords.all():
            raise SceneError(f"guide.path: point {int(np.argmin(chords)) + 1} repeats the one before it")
        knots = np.append(0, np.cumsum(chords))
        self._places = CubicSpline(knots, points)(np.linspace(0, knots[-1], PIECES + 1))  # (PIECES + 1, d)
        self._lengths = np.append(0, np.cumsum(np.linalg.norm(np.diff(self._places, axis=0), axis=1)))
        self.start, self.end = start, end

    @property
    def length(self) -> float:
        """Arc length, m."""
        return float(self._lengths[-1])

    @property
    def size(self) -> float:
        """The diagonal of the box around it, m."""
        return float(np.linalg.norm(np.ptp(self._places, axis=0)))

    def at(self, times: Array) -> Array:
        """Return its points (count, d) m at times (count,) s; it rests before its start and after its end."""
        share = np.clip((times - self.start) / (self.end - self.start), 0, 1)
        ramp = np.minimum(share / EASE, 1)
        # The speed rises as 3 r^2 - 2 r^3, over half the distance of constant speed, then it is constant.
        covered = EASE * (ramp**3 - 0.5 * ramp**4) + np.maximum(share - EASE, 0)
        along = covered / (1 - 0.5 * EASE) * self.length
        return np.column_stack([np.interp(along, self._lengths, axis) for axis in self._places.T])

    def steps(self, dt: float) -> int:
        """Return how many steps of `dt` s it lasts; after them the particle has no goal."""
        return int(np.floor(self.end / dt + ROUNDING))


def guide_curve(full: FullSmoke) -> Curve:
    """Return the curve, over time, along which a scene's guide leads one of its particles.

    Raises SceneError where there is none, it lasts for less than a step, does not begin at the particle, or
    leaves the fluid.
    """
    part, time = full.scene.guide, full.scene.time
    if part is None:
        raise SceneError("guide: the scene has none")
    end = time.step * time.steps if part.end is None else part.end
    if end - part.start < time.step:
        raise SceneError(f"guide.end: {end:g} s is less than a step of {time.step:g} s after the start")
    start = np.array(full.scene.particles[part.particle])
    if np.abs(start - part.path[0]).max() > SAME * max(full.grid.extent):
        raise SceneError(
            f"guide.path: starts at {part.path[0]} m, but the particle at {tuple(start.tolist())} m"
        )
    curve = Curve(np.array(part.path, dtype=float), part.start, end)
    _require_fluid(full.grid, curve.at(np.linspace(part.start, end, PIECES)))
    return curve


def distance_from_curve(full: FullSmoke, particles: Array) -> Distance:
    """Return the guided particle's distance from the curve, in a run's particles (T + 1, N, d) m.

    Raises SceneError as `guide_curve` does.
    """
    curve, part, dt = guide_curve(full), full.scene.guide, full.scene.time.step
    assert part is not None
    count = curve.steps(dt) + 1
    apart = np.linalg.norm(particles[:count, part.particle] - curve.at(dt * np.arange(count)), axis=1)
    return Distance(float(apart.max()), float(np.sqrt(np.mean(apart**2))))


def _require_fluid(grid: MacGrid, points: Array) -> None:
    """Raise SceneError where the curve leaves the box or enters a solid between its points."""
    try:
        cells = grid.cell_of(points)
    except MeshError as error:
        raise SceneError(f"guide.path: the curve through its points leaves the box: {error}") from error
    solid = grid.solid[tuple(cells.T)]
    if solid.any():
        place = points[int(np.argmax(solid))]
        raise SceneError(f"guide.path: the curve through its points enters a solid cell at {place} m")
