"""Wind: smooth patches of force per mass on a MAC grid, each with its own course in time.

A source blows around a centre c with a width s, and in time with a strength a(t) (2,) [m/s^2]:

    f(x, t) = a(t) exp(-|x - c|^2 / (2 s^2))

([002], sections 5.2 to 5.4: wind fields of random magnitude and width, impulses and stochastic wind).
Courses: an impulse is constant over a while and zero outside it; a continuous wind is constant; noise is
coherent gradient noise in time, each component by itself (`runtime.smoke.noise`).

Limits: a uniform wind does nothing in a closed box (pressure takes it up), so widths are finite.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meshes.macgrid import MacGrid
from runtime.smoke.flow_field import gust
from runtime.smoke.noise import gradient_noise
from softrein.errors import SimulationError

Floats = NDArray[np.float64]
Course = Callable[[float], Floats]  # t [s] -> a(t) (2,) [m/s^2]


@dataclass(frozen=True)
class Impulse:
    """`acceleration` (2,) [m/s^2] from `start` [s] for `duration` [s], its end left out; else zero."""

    acceleration: tuple[float, float]
    start: float
    duration: float

    def __post_init__(self) -> None:
        _require_finite("acceleration", self.acceleration)
        _require_finite("start", (self.start,))
        _require_positive("duration", self.duration)

    def __call__(self, time: float) -> Floats:
        """a(t) (2,) [m/s^2]."""
        blows = self.start <= time < self.start + self.duration
        return np.asarray(self.acceleration, np.float64) * blows


@dataclass(frozen=True)
class Continuous:
    """`acceleration` (2,) [m/s^2] at all times."""

    acceleration: tuple[float, float]

    def __post_init__(self) -> None:
        _require_finite("acceleration", self.acceleration)

    def __call__(self, time: float) -> Floats:
        """a(t) (2,) [m/s^2]."""
        return np.asarray(self.acceleration, np.float64)


@dataclass(frozen=True)
class Noise:
    """Coherent noise within +-`amplitude` (2,) [m/s^2] with a knot each `period` [s], set by `seed`."""

    amplitude: tuple[float, float]
    period: float
    seed: int

    def __post_init__(self) -> None:
        _require_finite("amplitude", self.amplitude)
        _require_positive("period", self.period)
        if self.seed < 0:
            raise SimulationError(f"seed = {self.seed}: must be 0 or larger")

    def __call__(self, time: float) -> Floats:
        """a(t) (2,) [m/s^2]."""
        return np.asarray(self.amplitude, np.float64) * gradient_noise(time / self.period, self.seed, 2)


@dataclass(frozen=True)
class WindSource:
    """A patch of wind around `centre` (2,) [m], `width` [m] wide, as strong as `course` says."""

    centre: tuple[float, float]
    width: float
    course: Course

    def __post_init__(self) -> None:
        _require_finite("centre", self.centre)
        _require_positive("width", self.width)


class Wind:
    """The force of several sources together.

    Args:
        grid: The grid on whose open faces the wind blows.
        sources: The sources; their centres lie in the box.

    Raises:
        SimulationError: A source's centre lies outside the box.
    """

    def __init__(self, grid: MacGrid, sources: Iterable[WindSource]) -> None:
        self.grid, self.sources = grid, tuple(sources)
        for number, source in enumerate(self.sources):
            if not all(0 <= c <= length for c, length in zip(source.centre, grid.extent, strict=True)):
                raise SimulationError(
                    f"wind source {number}: its centre {source.centre} lies outside the box {grid.extent} m"
                )
        self._patches = [patch(grid, source.centre, source.width) for source in self.sources]

    def force(self, time: float) -> Floats:
        """f (size,) [m/s^2] at the faces at a time [s]; zero at closed faces."""
        total = np.zeros(self.grid.size)
        u, v = self.grid.split(total)
        for source, shape in zip(self.sources, self._patches, strict=True):
            strength = source.course(time)
            if strength.any():
                shape_u, shape_v = self.grid.split(shape)
                u += strength[0] * shape_u
                v += strength[1] * shape_v
        return total


@dataclass(frozen=True)
class Guided:
    """A wind that goes along a curve, as `offline.full.smoke.guide` finds it.

    Attributes:
        centres: (T, 2) m, where it blows at each step.
        accelerations: (T, 2) m/s^2.
        width: m.

    """

    centres: Floats
    accelerations: Floats
    width: float

    def force(self, grid: MacGrid, step: int) -> Floats:
        """The force per mass (faces,) m/s^2 over a step."""
        ax, ay = self.accelerations[step]
        if ax == 0 and ay == 0:
            return np.zeros(grid.size)
        u, v = grid.split(patch(grid, (self.centres[step, 0], self.centres[step, 1]), self.width))
        return np.concatenate([ax * u.ravel(), ay * v.ravel()])


def patch(grid: MacGrid, centre: tuple[float, float], width: float) -> Floats:
    """(size,) exp(-|x - c|^2 / (2 s^2)) at the open faces, zero at closed ones."""
    parts = gust(grid.cells, grid.spacing, centre, width)
    return np.where(grid.open, np.concatenate([part.ravel() for part in parts]), 0.0)


def _require_finite(name: str, values: tuple[float, ...]) -> None:
    if not np.isfinite(values).all():
        raise SimulationError(f"{name} = {values}: must be finite")


def _require_positive(name: str, value: float) -> None:
    if not (math.isfinite(value) and value > 0):
        raise SimulationError(f"{name} = {value}: must be finite and positive")
