"""Wind: smooth patches of force per mass on a MAC grid, each with its own strength over time.

A push (`runtime.plant.push.Push`) blows around a centre c with a width s, its radius, and in time with a
strength a(t) (d,) [m/s^2], d the grid's number of axes:

    f(x, t) = a(t) exp(-|x - c|^2 / (2 s^2))

([002], sections 5.2 to 5.4: wind fields of random magnitude and width, impulses and stochastic wind). The
strength is constant or coherent noise for the wind's duration, and zero before and after.

Limits: a uniform wind does nothing in a closed box (pressure balances it), so widths are finite.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, reduce
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meshes.macgrid import MacGrid
from runtime.plant.push import Push, check_push
from runtime.smoke.flow_field import gust
from softrein.errors import SimulationError

Floats = NDArray[np.float64]


class Wind:
    """The force of several pushes together, on the open faces of a grid.

    Raises ControllerError for anything but pushes, SimulationError for one without a radius or outside the
    box.
    """

    def __init__(self, grid: MacGrid, pushes: Iterable[Push]) -> None:
        self.grid, self._patches = grid, []
        for number, push in enumerate(pushes):
            check_push(push, grid.axes)
            try:
                at = np.asarray(push.at, dtype=float)
            except ValueError:  # a name
                at = np.zeros(0)
            if not (push.radius > 0 and at.shape == (grid.axes,) and ((at >= 0) & (at <= grid.extent)).all()):
                raise SimulationError(
                    f"wind {number}: needs a radius above 0, not {push.radius}, around a point in the box "
                    f"{grid.extent} m, not {push.at}"
                )
            self._patches.append((push, patch(grid, at.tolist(), push.radius)))

    def force(self, time: float) -> Floats:
        """Return f (size,) [m/s^2] at the faces at a time [s]; zero at closed faces."""
        total = np.zeros(self.grid.size)
        for push, shape in self._patches:
            if push.time <= time < push.time + push.duration:
                total += blown(self.grid, push.strength(time - push.time), shape)
        return total


class Gusts(NamedTuple):
    """Winds of unit strength, each around its own place."""

    centres: Floats  # (s, d) m, centres of the gusts
    widths: Floats  # (s,) m, their widths
    directions: Floats  # (s, d), unit vectors of their directions

    def on(self, grid: MacGrid) -> GustField:
        """Return their force on a grid."""
        return GustField(grid, self)


class GustField:
    """The force of several gusts together. Each bell shape is a product of bells along the axes."""

    def __init__(self, grid: MacGrid, gusts: Gusts) -> None:
        self.grid, self._directions, self._parts = grid, gusts.directions, []
        # faces lie at whole cells along their own axis, at half cells along the others
        for across, shape in enumerate(grid.face_shapes):
            places = [
                (np.arange(count) + 0.5 * (axis != across)) * size
                for axis, (count, size) in enumerate(zip(shape, grid.spacing, strict=True))
            ]
            first, *others = (
                np.exp(-0.5 * ((place[:, None] - centre) / gusts.widths) ** 2).T
                for place, centre in zip(places, gusts.centres.T, strict=True)
            )
            rest = reduce(
                lambda one, other: np.einsum("sa,sb->sab", one, other).reshape(len(one), -1), others
            )
            self._parts.append((np.ascontiguousarray(first.T), np.ascontiguousarray(rest)))

    def force(self, strengths: Floats) -> Floats:
        """Return the force per mass (size,) m/s^2 at the open faces, for `strengths` (s,) m/s^2."""
        if not strengths.any():
            return np.zeros(self.grid.size)
        weighted = strengths[:, None] * self._directions
        parts = [((x * each) @ rest).ravel() for (x, rest), each in zip(self._parts, weighted.T, strict=True)]
        return np.where(self.grid.open, np.concatenate(parts), 0.0)

    @cached_property
    def fields(self) -> Floats:
        """Return the force per mass (size, s) of each alone."""
        return np.column_stack([self.force(each) for each in np.eye(len(self._directions))])


class Found(NamedTuple):
    """The wind that was found for a scene's key-frames or guide of particles."""

    gusts: Gusts
    strengths: Floats  # (T, s) m/s^2, strength of each gust, constant over each step

    @property
    def strongest(self) -> float:
        """The largest strength at any gust's centre, m/s^2."""
        centres, widths = self.gusts.centres, self.gusts.widths
        near = np.exp(-0.5 * np.sum((centres[:, None] - centres) ** 2, axis=2) / widths**2)
        total = np.einsum("js,ts,sa->tja", near, self.strengths, self.gusts.directions)
        return float(np.linalg.norm(total, axis=2).max(initial=0.0))


def blown(grid: MacGrid, strength: Floats, shape: Floats) -> Floats:
    """Return the force per mass (size,) of a wind of strength (d,) and shape (size,)."""
    parts = zip(strength, grid.split(shape), strict=True)
    return np.concatenate([along * part.ravel() for along, part in parts])


def patch(grid: MacGrid, centre: Sequence[float], width: float) -> Floats:
    """Return exp(-|x - c|^2 / (2 s^2)) (size,) at the open faces, zero at closed ones."""
    parts = gust(grid.cells, grid.spacing, centre, width)
    return np.where(grid.open, np.concatenate([part.ravel() for part in parts]), 0.0)
