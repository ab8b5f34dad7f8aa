"""The winds that may bring particles to their goals, and their costs.

If the scene has key-frames and actuators, they are its actuators, each within its limits; otherwise gusts
along each axis around places that lie a width apart along each way (`offline.keyframes.smoke.request`).
Actuators cost dt/2 rho c^T c, as in LQR, with rho the scene's control cost; gusts cost about what their force
would: with g_i (faces,) the gusts without their gradients, which pressure balances, and a the cell's area (in
space its volume),

    dt/2 rho (mean of a g_i^T g_i) c^T c

as if they were far apart. The exact cost of the force, c^T a G^T G c, is small for neighbouring gusts that
oppose each other: winds were then ten times as strong, and the full particles twice as far off.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from offline.full.smoke.full_smoke import FullSmoke
from offline.full.smoke.wind import Gusts
from offline.gains.lqr import limits_of
from offline.keyframes.smoke.request import Request

Array = np.ndarray

# most gust positions, so that a reduced flow with as many modes per axis is computed in seconds
MOST_PLACES = 24
WIDER = 1.25  # factor by which their spacing grows if there would be more
CLOSE = 0.5  # fraction of the spacing: a gust closer to another is left out


class Winds(NamedTuple):
    """The winds that act, and those that are used along the ways."""

    acting: Gusts  # s gusts that act
    limits: Array  # (s, 2) m/s^2, lower and upper limits of their strengths
    along: Gusts  # gusts along the desired paths: the acting ones, or additional ones for the basis

    def cost(self, fields: Array, area: float, rho: float) -> Array:
        """Return R (s, s) of the acting winds, by their `fields` (faces, s) without divergence."""
        size = area * float(np.mean(np.sum(fields**2, axis=0))) if self.acting is self.along else 1.0
        return rho * size * np.eye(fields.shape[1])


def winds_of(full: FullSmoke, request: Request) -> Winds:
    """Return the winds of a scene."""
    along, actuators = _along(full, request), full.scene.control.actuators
    if not (actuators and request.waypoints):
        return Winds(along, np.tile([-np.inf, np.inf], (len(along.widths), 1)), along)
    directions = np.array([part.direction for part in actuators], dtype=float)
    acting = Gusts(
        np.array([part.at for part in actuators], dtype=float),
        np.array([part.radius for part in actuators]),
        directions / np.linalg.norm(directions, axis=1)[:, None],
    )
    return Winds(acting, np.array([limits_of(part) for part in actuators]), along)


def _along(full: FullSmoke, request: Request) -> Gusts:
    wider = 1.0
    while len(found := list(_places(full, request, wider))) > MOST_PLACES:
        wider *= WIDER
    centres, widths = np.array([place for place, _ in found]), np.array([width for _, width in found])
    axes = full.grid.axes
    directions = np.tile(np.eye(axes), (len(found), 1))
    return Gusts(np.repeat(centres, axes, axis=0), np.repeat(widths, axes), directions)


def _places(full: FullSmoke, request: Request, wider: float) -> Iterator[tuple[Array, float]]:
    """Return places (d,) m and widths m of gusts along the ways."""
    kept: list[Array] = []
    for particle, way in request.ways.items():
        width = _width(full, request, particle)
        lengths = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(way, axis=0), axis=1)))
        at = np.linspace(0.0, lengths[-1], int(np.ceil(lengths[-1] / (wider * width))) + 1)
        for place in np.column_stack([np.interp(at, lengths, axis) for axis in way.T]):
            if all(np.linalg.norm(place - other) > CLOSE * wider * width for other in kept):
                kept.append(place)
                yield place, width


def _width(full: FullSmoke, request: Request, particle: int) -> float:
    """Return the width of the gusts along a particle's way, m."""
    guide = full.scene.guide
    if request.path is not None and request.path.particle == particle and guide is not None:
        return guide.radius
    return float(np.mean(full.scene.enrichment.radius))
