"""Wind: smooth patches of force per mass on a MAC grid, each with its own course in time.

A push (`runtime.push.Push`) blows around a centre c with a width s, its radius, and in time with a strength
a(t) (2,) [m/s^2]:

    f(x, t) = a(t) exp(-|x - c|^2 / (2 s^2))

([002], sections 5.2 to 5.4: wind fields of random magnitude and width, impulses and stochastic wind):
constant or coherent noise from its start on for as long as it lasts, and zero otherwise.

Limits: a uniform wind does nothing in a closed box (pressure takes it up), so widths are finite.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meshes.macgrid import MacGrid
from runtime.push import Push, check_push
from runtime.smoke.flow_field import gust
from softrein.errors import SimulationError

Floats = NDArray[np.float64]


class Wind:
    """The force of several pushes together, on the open faces of a grid.

    Raises ControllerError for what is no push, SimulationError for one without a radius or outside the box.
    """

    def __init__(self, grid: MacGrid, pushes: Iterable[Push]) -> None:
        self.grid, self._patches = grid, []
        for number, push in enumerate(pushes):
            check_push(push, 2)
            x, y = np.asarray(push.at, dtype=float).tolist()
            if not (push.radius > 0 and 0 <= x <= grid.extent[0] and 0 <= y <= grid.extent[1]):
                raise SimulationError(
                    f"wind {number}: needs a radius above 0, not {push.radius}, around a point in the box "
                    f"{grid.extent} m, not {push.at}"
                )
            self._patches.append((push, patch(grid, (x, y), push.radius)))

    def force(self, time: float) -> Floats:
        """f (size,) [m/s^2] at the faces at a time [s]; zero at closed faces."""
        total = np.zeros(self.grid.size)
        for push, shape in self._patches:
            if push.time <= time < push.time + push.duration:
                total += blown(self.grid, push.strength(time - push.time), shape)
        return total


@dataclass(frozen=True)
class Guided:
    """The wind that was found for a guide, which goes with the curve's point."""

    centres: Floats  # (T, 2) m, the curve's point in each step
    accelerations: Floats  # (T, 2) m/s^2
    width: float  # m

    def force(self, grid: MacGrid, step: int) -> Floats:
        """The force per mass (size,) m/s^2 over a step."""
        (x, y), strength = self.centres[step], self.accelerations[step]
        if not strength.any():
            return np.zeros(grid.size)
        return blown(grid, strength, patch(grid, (x, y), self.width))


def blown(grid: MacGrid, strength: Floats, shape: Floats) -> Floats:
    """(size,) the force per mass of wind of a strength (2,) whose shape (size,) is given."""
    u, v = grid.split(shape)
    return np.concatenate([strength[0] * u.ravel(), strength[1] * v.ravel()])


def patch(grid: MacGrid, centre: tuple[float, float], width: float) -> Floats:
    """(size,) exp(-|x - c|^2 / (2 s^2)) at the open faces, zero at closed ones."""
    parts = gust(grid.cells, grid.spacing, centre, width)
    return np.where(grid.open, np.concatenate([part.ravel() for part in parts]), 0.0)
