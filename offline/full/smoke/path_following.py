"""A wind that brings a particle of the full simulation along a curve, found by a search.

The curve is the cubic spline through given points, run through by arc length: over the first fifth of the
time the speed rises smoothly from zero, then it is even. The wind blows around the curve's point of each
step. Its strength is linear in time between knots, zero at the first and outside the time of the curve.

The strengths a_k (2,) [m/s^2] are found knot by knot (receding horizon): from the state at the knot k the
next two, a_(k + 1) and a_(k + 2), minimise over two intervals of length tau, n steps,

    1/n sum |p - c|^2 + w^2 sum |tau^2 / 2 (a_(j + 1) - a_j)|^2

with the particle p and the curve's point c [m] at each step; only a_(k + 1) is kept. A change of strength
thus counts as a small part of the distance over which it alone would blow a particle in an interval. This is
Gauss-Newton in the full simulation, with one Jacobian by finite differences a knot and a few steps with it;
in all it costs as much as 13 full runs. Nothing in it is random. It does what [002], section 5, leaves to
trial and error: to make a leaf follow an S (figure 2).

Limits: a search, not a guarantee; it raises where the particle strays by more than a tenth of the curve's
size.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from meshes.macgrid import MacGrid
from offline.full.smoke.full_smoke import FullSmoke
from offline.full.smoke.wind import Guided
from softrein.errors import MeshError, SceneError, SimulationError

Array = np.ndarray

FARTHEST = 0.1  # of the curve's size: where the particle has strayed too far
EASE = 0.2  # of the curve's time, over which its point picks up speed
SMOOTHNESS = 0.05  # w: what a change of strength costs, against the distance that it blows
CORRECTIONS = 3  # steps with one Jacobian; each costs one run over two intervals
HALVINGS = 3  # of a step that does not lower the cost
ENOUGH = 0.01  # a step that lowers the cost by less than this share is the last
PIECES = 2000  # chords by which arc lengths are measured; their error is far below a cell


class Distance(NamedTuple):
    """How far a particle was from its curve, over all steps of a motion."""

    largest: float  # m
    root_mean_square: float  # m


class Curve:
    """The spline through points (count, 2) m, run through from `start` to `end` s."""

    def __init__(self, points: Array, start: float, end: float) -> None:
        """Raises SceneError where two points in a row are the same."""
        from scipy.interpolate import CubicSpline

        chords = np.linalg.norm(np.diff(points, axis=0), axis=1)
        if not chords.all():
            raise SceneError(f"guide.path: point {int(np.argmin(chords)) + 1} repeats the one before it")
        knots = np.append(0, np.cumsum(chords))
        self._places = CubicSpline(knots, points)(np.linspace(0, knots[-1], PIECES + 1))  # (PIECES + 1, 2)
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
        """Its points (count, 2) m at times (count,) s; it waits before its start and after its end."""
        share = np.clip((times - self.start) / (self.end - self.start), 0, 1)
        ramp = np.minimum(share / EASE, 1)
        # The speed rises as 3 r^2 - 2 r^3 and covers half of what even speed would, then it is even.
        covered = EASE * (ramp**3 - 0.5 * ramp**4) + np.maximum(share - EASE, 0)
        along = covered / (1 - 0.5 * EASE) * self.length
        return np.column_stack([np.interp(along, self._lengths, axis) for axis in self._places.T])


def guide_curve(full: FullSmoke) -> Curve:
    """The curve of a scene's guide. Raises SceneError where it has none, or it makes no sense."""
    part, time = full.scene.guide, full.scene.time
    if part is None:
        raise SceneError("guide: the scene has none")
    end = time.step * time.steps if part.end is None else part.end
    if end - part.start < (part.knots - 1) * time.step:
        raise SceneError(
            f"guide.knots: {part.knots} from {part.start:g} s to {end:g} s are less than a step of "
            f"{time.step:g} s apart; give fewer, or more time"
        )
    start = np.array(full.scene.particles[part.particle])
    if np.abs(start - part.path[0]).max() > 1e-9 * max(full.grid.extent):
        raise SceneError(
            f"guide.path: starts at {part.path[0]} m, but the particle at {tuple(start.tolist())} m"
        )
    curve = Curve(np.array(part.path, dtype=float), part.start, end)
    _require_fluid(full.grid, curve.at(np.linspace(part.start, end, PIECES)))
    return curve


def distance_from_curve(full: FullSmoke, particles: Array) -> Distance:
    """How far the guided particle was, in a run's particles (T + 1, N, 2) m.

    Raises SceneError as `guide_curve` does.
    """
    curve, part, time = guide_curve(full), full.scene.guide, full.scene.time
    assert part is not None
    aims = curve.at(time.step * np.arange(len(particles)))
    apart = np.linalg.norm(particles[:, part.particle] - aims, axis=1)
    return Distance(float(apart.max()), float(np.sqrt(np.mean(apart**2))))


def search_winds(full: FullSmoke, progress: Callable[[int, int], None] = lambda done, total: None) -> Guided:
    """The wind of a scene's guide, found in the full simulation with the scene's own winds.

    `progress` is called with the intervals done, and how many there are. Raises SceneError as `guide_curve`
    does, and SimulationError where the particle cannot be brought along.
    """
    search = _Search(full)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # of trials; the run with what was found warns itself
        for knot in range(search.intervals):
            progress(knot, search.intervals)
            search.advance(knot)
    progress(search.intervals, search.intervals)
    return search.guided()


class _Moment(NamedTuple):
    """The air, and the guided particle."""

    q: Array  # (faces,) m/s
    particle: Array  # (1, 2) m


class _Search:
    """The strengths found so far, and the full simulation up to the last of them."""

    def __init__(self, full: FullSmoke) -> None:
        part = full.scene.guide
        self.curve = guide_curve(full)
        assert part is not None
        self.full, self.dt = replace(full, guided=None), full.scene.time.step
        self.simulation = full.simulation()
        self.width, self.intervals = part.radius, part.knots - 1
        self.knots = np.linspace(self.curve.start, self.curve.end, part.knots)  # s
        self.tau = self.knots[1] - self.knots[0]
        self.strengths = np.zeros((part.knots, 2))
        middles = self.dt * (np.arange(full.scene.time.steps) + 0.5)
        self.middles, self.centres = middles, self.curve.at(middles)
        self.aims = self.curve.at(self.dt * np.arange(full.scene.time.steps + 1))
        # The first step of each interval, and the end of the last: a step belongs where its middle lies.
        self.first = np.searchsorted(middles, self.knots)
        start = full.start()
        self.now = _Moment(start.q, start.particles[[part.particle]])
        self.now = self._run(self.now, 0, self.first[0], self.strengths)[0]

    def guided(self) -> Guided:
        """The wind of the strengths found."""
        return Guided(self.centres, self._accelerations(self.strengths), self.width)

    def advance(self, knot: int) -> None:
        """Find the strength at the end of interval `knot`, and go there."""
        ends = range(knot + 1, min(knot + 3, len(self.strengths)))
        trial = self.strengths.copy()
        trial[ends] = trial[knot + 1]  # the forecast of the knot before
        best = self._try(knot, trial)
        jacobian = self._jacobian(best, knot, ends)
        for _ in range(CORRECTIONS):
            step = np.linalg.lstsq(jacobian, -best.residual, rcond=None)[0].reshape(-1, 2)
            better = self._descend(best, knot, ends, step)
            if better is None:
                break
            gained, best = 1 - better.cost / best.cost, better
            if gained < ENOUGH:
                break
        self.strengths, self.now = best.strengths, best.middle
        self._require_near(knot, best)

    def _descend(self, best: _Trial, knot: int, ends: range, step: Array) -> _Trial | None:
        """The first of the step and its halves that lowers the cost."""
        for halving in range(HALVINGS + 1):
            trial = best.strengths.copy()
            trial[ends] += step / 2**halving
            found = self._try(knot, trial)
            if found.cost < best.cost:
                return found
        return None

    def _jacobian(self, best: _Trial, knot: int, ends: range) -> Array:
        """d residual / d strengths, by differences as large as blow a particle half a cell in an interval."""
        change = min(self.full.grid.spacing) / self.tau**2
        columns = []
        for end in ends:
            for axis in range(2):
                trial = best.strengths.copy()
                trial[end, axis] += change
                # The second strength acts in the second interval only.
                found = self._try(knot, trial, best if end > knot + 1 else None)
                columns.append((found.residual - best.residual) / change)
        return np.column_stack(columns)

    def _try(self, knot: int, strengths: Array, same_start: _Trial | None = None) -> _Trial:
        """Run over the next two intervals; the first is taken from `same_start` where it is the same."""
        last = min(knot + 2, self.intervals)
        first, between, end = self.first[[knot, min(knot + 1, self.intervals), last]]
        if same_start is None:
            middle, near = self._run(self.now, first, between, strengths)
        else:
            middle, near = same_start.middle, same_start.places[: between - first]
        far = self._run(middle, between, end, strengths)[1]
        places = np.concatenate([near, far])  # (n, 2) m
        apart = (places - self.aims[first + 1 : end + 1]) / np.sqrt(max(len(places), 1))
        change = SMOOTHNESS * 0.5 * self.tau**2 * np.diff(strengths[knot : last + 1], axis=0)
        return _Trial(strengths, middle, places, np.concatenate([apart.ravel(), change.ravel()]))

    def _run(self, moment: _Moment, first: int, end: int, strengths: Array) -> tuple[_Moment, Array]:
        """The moment after the steps from `first` to `end`, and the places (end - first, 2) m after each."""
        guided = Guided(self.centres, self._accelerations(strengths), self.width)
        places = np.empty((end - first, 2))
        for step in range(first, end):
            force = self.full.force(step) + guided.force(self.full.grid, step)
            q, _ = self.simulation.step(moment.q, force=force)
            moment = _Moment(q, self.simulation.advect(moment.particle, 0.5 * (moment.q + q)))
            places[step - first] = moment.particle[0]
        return moment, places

    def _accelerations(self, strengths: Array) -> Array:
        """(T, 2) m/s^2 at the middles of the steps; zero outside the curve's time."""
        return np.column_stack([np.interp(self.middles, self.knots, axis, 0, 0) for axis in strengths.T])

    def _require_near(self, knot: int, found: _Trial) -> None:
        first, end = self.first[knot], self.first[knot + 1]
        apart = np.linalg.norm(found.places[: end - first] - self.aims[first + 1 : end + 1], axis=1)
        if apart.size and (farthest := apart.max()) > FARTHEST * self.curve.size:
            time = self.dt * (first + 1 + int(np.argmax(apart)))
            raise SimulationError(
                f"guide: no wind was found that keeps the particle on its path: at {time:.4g} s it is "
                f"{farthest:.3g} m off, more than {FARTHEST:g} of the path's size, {self.curve.size:.3g} m; "
                "give more time, a smoother path, a larger radius or more knots"
            )


@dataclass(frozen=True)
class _Trial:
    """A run over two intervals."""

    strengths: Array  # (knots, 2) m/s^2
    middle: _Moment  # at the end of the first interval
    places: Array  # (n, 2) m
    residual: Array  # (2 n + 2 or 4,) m

    @cached_property
    def cost(self) -> float:
        """m^2"""
        return float(self.residual @ self.residual)


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
