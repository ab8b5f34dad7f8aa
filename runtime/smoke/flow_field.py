"""The geometry of smoke: particles in its box, and the reduced forces of wind.

States are (p, z): controlled particles p (dN,) in m, then reduced velocities z (r,). Wind of unit strength
along an axis, w metres wide around c, is the force per mass

    f(x) = exp(-|x - c|^2 / (2 w^2))

on the open faces that cross this axis, and acts through the modes' transpose, `a U^T f`, a the cell's area,
in space its volume.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import reduce

import numpy as np

from runtime.base.arguments import refused
from runtime.plant.push import Push, check_push, place_of
from runtime.smoke.velocity_modes import VelocityModes, reached, split_faces
from softrein.errors import ControllerError

MOST_WINDS = 256  # most wind patterns that are cached
REACH = 6.5  # in widths: beyond this distance a gust is below 1e-9 of its strength


def gust(
    cells: Sequence[int], spacing: Sequence[float], centre: Sequence[float], width: float
) -> tuple[np.ndarray, ...]:
    """`exp(-|x - c|^2 / (2 w^2))` at the faces across each axis."""
    whole, half = (
        [
            _bell((np.arange(count + 1 - shift) + 0.5 * shift) * size - place, width)
            for count, size, place in zip(cells, spacing, centre, strict=True)
        ]
        for shift in (0, 1)
    )
    sides = ([*half[:axis], whole[axis], *half[axis + 1 :]] for axis in range(len(whole)))
    return tuple(reduce(np.multiply.outer, each) for each in sides)


class FlowField:
    """The modes of a fluid in its box, and N particles in it."""

    def __init__(self, modes: VelocityModes, open_faces: np.ndarray, particles: int, forces: int = 0) -> None:
        """`open_faces` (faces,) bool, in the order of the modes: those that carry flow.

        `forces` is the length of the plant's input: r, unless there is more.
        """
        self.modes, self.particles = modes, particles
        self.axes, self.forces = modes.axes, forces or modes.rank
        self._open = split_faces(open_faces, modes.fluid.shape)
        # the most recent wind patterns, by their parameters
        self._winds: dict[tuple[float, ...], np.ndarray] = {}

    @property
    def count(self) -> int:
        """The number of particles."""
        return self.particles

    def positions(self, state: np.ndarray, chosen: np.ndarray | None = None) -> np.ndarray:
        """Positions (..., k, d) m in states (..., n), of all particles or of chosen ones (k,)."""
        places = state[..., : self.axes * self.particles]
        places = places.reshape(*state.shape[:-1], self.particles, self.axes)
        return places.copy() if chosen is None else places[..., chosen, :]

    def patterns(self, push: Push, state: np.ndarray | None = None) -> np.ndarray:
        """The inputs (d, forces) of wind with unit strength along each axis: reduced forces.

        Wind at a particle acts at the particle's place in `state`. Raises ControllerError for anything that
        is not wind in this box.
        """
        check_push(push, self.axes)
        if not push.radius > 0:
            raise ControllerError("a push on smoke is wind: it needs a radius, its width in metres, above 0")
        found = np.zeros((self.axes, self.forces))
        found[:, : self.modes.rank] = self.wind(self._place(push.at, state), push.radius)
        return found

    def random_places(self, rng: np.random.Generator, states: np.ndarray) -> list[int | tuple[float, ...]]:
        """A random particle's place in each of `states` (count, n); if there is none, points in the fluid."""
        if self.particles:
            chosen = rng.integers(self.particles, size=len(states))
            points = self.positions(states)[np.arange(len(states)), chosen]
        else:
            cells = np.argwhere(self.modes.fluid)
            within = cells[rng.integers(len(cells), size=len(states))] + rng.random((len(states), self.axes))
            points = within * self.modes.spacing
        return [tuple(point) for point in points.tolist()]

    def wind(self, centre: Sequence[float], width: float) -> np.ndarray:
        """The reduced forces (d, r) of wind around a point (d,) m, `width` m wide; a read-only array."""
        key = (*map(float, centre), float(width))
        found = self._winds.get(key)
        if found is None:
            if len(self._winds) >= MOST_WINDS:
                self._winds.clear()
            found = self._wind(centre, width)
            found.flags.writeable = False
            self._winds[key] = found
        return found

    def _wind(self, centre: Sequence[float], width: float) -> np.ndarray:
        cells, spacing = self.modes.fluid.shape, self.modes.spacing
        bounds = [
            (int(max((place - REACH * width) / size, 0)), int(min((place + REACH * width) / size + 2, count)))
            for place, size, count in zip(centre, spacing, cells, strict=True)
        ]
        near = [place - low * size for place, (low, _), size in zip(centre, bounds, spacing, strict=True)]
        blown, found = gust([high - low for low, high in bounds], spacing, near, width), []
        for axis, (part, is_open) in enumerate(zip(self.modes.faces, self._open, strict=True)):
            there = tuple(slice(low, high + (each == axis)) for each, (low, high) in enumerate(bounds))
            rows = (blown[axis] * is_open[there])[..., None, :] @ part[there]  # without copying modes
            found.append(rows.reshape(-1, self.modes.rank).sum(axis=0))
        return np.asarray(math.prod(spacing) * np.stack(found))

    def _place(self, at: object, state: np.ndarray | None) -> tuple[float, ...]:
        where = f", in the box {self.modes.extent} m"
        place = place_of(at, self.axes, where)
        if isinstance(place, int):
            if state is None or not 0 <= place < self.particles:
                raise ControllerError(f"particle {place} does not exist: there are {self.particles}")
            return tuple(self.positions(state)[place].tolist())
        if not ((place >= 0) & (place <= reached(self.modes))).all():
            raise refused("a push's at", at, f"a point{where}")
        return tuple(place.tolist())


def _bell(distance: np.ndarray, width: float) -> np.ndarray:
    with np.errstate(over="ignore"):  # underflow or overflow far beyond the width is harmless
        return np.asarray(np.exp(-0.5 * (distance / width) ** 2))
