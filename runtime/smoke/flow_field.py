"""Where smoke is carried, and what wind in its box means in reduced coordinates.

States are (p, z): controlled particles p (2N,) in m, then reduced velocities z (r,). Wind of unit strength
along an axis, w metres wide around c, is the force per mass

    f(x) = exp(-|x - c|^2 / (2 w^2))

on the open faces that cross this axis, and acts through the modes' transpose, `a U^T f`, a the cell's area.
"""

from __future__ import annotations

import numpy as np

from runtime.base.arguments import refused
from runtime.plant.push import Push, check_push, place_of
from runtime.smoke.velocity_modes import VelocityModes, reached
from softrein.errors import ControllerError

REACH = 6.5  # widths; farther out a gust is below 1e-9 of its strength


def gust(
    cells: tuple[int, int], spacing: tuple[float, float], centre: tuple[float, float], width: float
) -> tuple[np.ndarray, np.ndarray]:
    """`exp(-|x - c|^2 / (2 w^2))` at all faces: (nx + 1, ny) and (nx, ny + 1)."""
    whole, half = (
        [_bell((np.arange(count + 1 - shift) + 0.5 * shift) * size - place, width)
         for count, size, place in zip(cells, spacing, centre, strict=True)]
        for shift in (0, 1)
    )  # fmt: skip
    return np.outer(whole[0], half[1]), np.outer(half[0], whole[1])


class FlowField:
    """The modes of a fluid in its box, and N particles in it."""

    def __init__(self, modes: VelocityModes, open_faces: np.ndarray, particles: int, forces: int = 0) -> None:
        """`open_faces` (faces,) bool, in the order of the modes: those that carry flow.

        `forces` is the length of the plant's input: r, unless there is more.
        """
        self.modes, self.particles = modes, particles
        self.forces = forces or modes.u.shape[-1]
        first = modes.u.shape[0] * modes.u.shape[1]
        self._open = (
            open_faces[:first].reshape(modes.u.shape[:2]),
            open_faces[first:].reshape(modes.v.shape[:2]),
        )

    @property
    def count(self) -> int:
        """How many particles there are."""
        return self.particles

    def positions(self, state: np.ndarray, chosen: np.ndarray | None = None) -> np.ndarray:
        """Positions (..., k, 2) m in states (..., n), of all particles or of chosen ones (k,)."""
        places = state[..., : 2 * self.particles].reshape(*state.shape[:-1], self.particles, 2)
        return places.copy() if chosen is None else places[..., chosen, :]

    def patterns(self, push: Push, state: np.ndarray | None = None) -> np.ndarray:
        """The inputs (2, forces) of wind with unit strength along each axis: reduced forces.

        Wind at a particle blows where it is in `state`. Raises ControllerError for what is not wind in this
        box.
        """
        check_push(push, 2)
        if not push.radius > 0:
            raise ControllerError("a push on smoke is wind: it needs a radius, its width in metres, above 0")
        found = np.zeros((2, self.forces))
        found[:, : self.modes.u.shape[-1]] = self.wind(self._place(push.at, state), push.radius)
        return found

    def random_places(self, rng: np.random.Generator, states: np.ndarray) -> list[int | tuple[float, ...]]:
        """A random particle's place in each of `states` (count, n); if there is none, points in the fluid."""
        if self.particles:
            chosen = rng.integers(self.particles, size=len(states))
            points = self.positions(states)[np.arange(len(states)), chosen]
        else:
            cells = np.argwhere(self.modes.fluid)
            within = cells[rng.integers(len(cells), size=len(states))] + rng.random((len(states), 2))
            points = within * (self.modes.hx, self.modes.hy)
        return [(float(x), float(y)) for x, y in points]

    def wind(self, centre: tuple[float, float], width: float) -> np.ndarray:
        """The reduced forces (2, r) of wind around a point (2,) m, `width` m wide."""
        hx, hy = self.modes.hx, self.modes.hy
        nx, ny = self.modes.fluid.shape
        (x0, x1), (y0, y1) = (
            (int(max((place - REACH * width) / size, 0)), int(min((place + REACH * width) / size + 2, count)))
            for place, size, count in zip(centre, (hx, hy), (nx, ny), strict=True)
        )
        near = centre[0] - x0 * hx, centre[1] - y0 * hy
        u, v = gust((x1 - x0, y1 - y0), (hx, hy), near, width)
        across, along = np.s_[x0 : x1 + 1, y0:y1], np.s_[x0:x1, y0 : y1 + 1]
        u, v = u * self._open[0][across], v * self._open[1][along]
        reduced = np.stack(
            [np.tensordot(u, self.modes.u[across], 2), np.tensordot(v, self.modes.v[along], 2)]
        )
        return np.asarray(hx * hy * reduced)

    def _place(self, at: object, state: np.ndarray | None) -> tuple[float, float]:
        where = f", in the box {self.modes.extent} m"
        place = place_of(at, 2, where)
        if isinstance(place, int):
            if state is None or not 0 <= place < self.particles:
                raise ControllerError(f"particle {place} does not exist: there are {self.particles}")
            return float(state[2 * place]), float(state[2 * place + 1])
        if not ((place >= 0) & (place <= reached(self.modes))).all():
            raise refused("a push's at", at, f"a point{where}")
        return float(place[0]), float(place[1])


def _bell(distance: np.ndarray, width: float) -> np.ndarray:
    with np.errstate(over="ignore"):  # far beyond the width
        return np.asarray(np.exp(-0.5 * (distance / width) ** 2))
