"""Where a body is, and what a push on its skin means in reduced coordinates.

Positions are `x = X + U p` ([002], section 4.3). A force on vertices acts through the transpose, `U^T f`.
A push may cover a patch: the vertices within `radius` of the chosen one, in the rest shape, with weights
`(1 - (d / radius)^2)^2` that fall off smoothly and sum to one, so that the total force is the one given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softrein.errors import ControllerError


@dataclass(frozen=True)
class Push:
    """A disturbance: `force` (3,) N for `duration` s from `time` s, on a patch of `radius` m.

    `at` is a vertex index, or a point in space (the nearest vertex of the body at rest is meant).
    """

    at: int | Sequence[float]
    force: Sequence[float]
    time: float = 0.0
    duration: float = 0.05
    radius: float = 0.0


def smooth_patch(vertices: np.ndarray, centre: np.ndarray, radius: float) -> tuple[np.ndarray, np.ndarray]:
    """Indices (k,) of `vertices` (v, 3) within `radius` of `centre` (3,), and weights (k,), 1 there."""
    distance = np.linalg.norm(vertices - centre, axis=1)
    inside = np.flatnonzero((distance < radius) | (distance == 0))
    return inside, (1 - (distance[inside] / max(radius, np.finfo(float).tiny)) ** 2) ** 2


class Shape:
    """A body's rest shape and modes."""

    def __init__(
        self,
        vertices: np.ndarray,
        surface: np.ndarray,
        free: np.ndarray,
        vectors: np.ndarray,
        regions: dict[str, np.ndarray],
    ) -> None:
        """Rest `vertices` (v, 3) m, `surface` triangles (k, 3), modes `vectors` (n, r) of the `free` dofs."""
        self.vertices, self.surface, self.regions = vertices, surface, regions
        modes = np.zeros((vertices.size, vectors.shape[1]))
        modes[free] = vectors
        self.modes = modes.reshape(len(vertices), 3, -1)

    def positions(self, p: np.ndarray, vertices: np.ndarray | None = None) -> np.ndarray:
        """Positions (..., k, 3) m at reduced coordinates `p` (..., r), of all or of chosen vertices (k,)."""
        chosen = slice(None) if vertices is None else vertices
        return self.vertices[chosen] + np.einsum("vxr,...r->...vx", self.modes[chosen], p)

    def nearest(self, point: np.ndarray, p: np.ndarray | None = None) -> int:
        """The vertex closest to a point in space, of the body at rest or deformed by `p` (r,)."""
        here = self.vertices if p is None else self.positions(p)
        return int(np.argmin(np.linalg.norm(here - point, axis=1)))

    def patch(self, vertex: int, radius: float) -> tuple[np.ndarray, np.ndarray]:
        """Vertices (k,) within `radius` metres of `vertex` and their weights (k,), which sum to one."""
        if not 0 <= vertex < len(self.vertices):
            raise ControllerError(
                f"vertex {vertex} does not exist: the body has {len(self.vertices)} vertices"
            )
        inside, weights = smooth_patch(self.vertices, self.vertices[vertex], radius)
        return inside, weights / weights.sum()

    def reduced_force(self, push: Push, p: np.ndarray | None = None) -> np.ndarray:
        """`U^T f` (r,) of a push; a push at a point finds the nearest vertex of the body deformed by `p`."""
        try:
            force = np.asarray(push.force, dtype=float)
        except (TypeError, ValueError):
            force = np.zeros(0)
        sizes = np.array([push.time, push.duration, push.radius], dtype=float)
        if force.shape != (3,) or not np.isfinite(force).all():
            raise ControllerError(f"a push needs a finite force of three components, not {push.force}")
        if not (np.isfinite(sizes[[0, 2]]).all() and (sizes >= 0).all()):
            raise ControllerError(
                "a push needs a finite time and radius, and a duration, none of them negative"
            )
        vertices, weights = self.patch(self._vertex(push.at, p), push.radius)
        return np.einsum("vxr,v,x->r", self.modes[vertices], weights, force)

    def _vertex(self, at: int | Sequence[float], p: np.ndarray | None) -> int:
        if isinstance(at, int | np.integer):
            return int(at)
        try:
            point = np.asarray(at, dtype=float)
        except (TypeError, ValueError):
            point = np.zeros(0)
        if point.shape != (3,) or not np.isfinite(point).all():
            raise ControllerError(
                f"a push acts at a vertex index or at a point of three coordinates, not at {at}"
            )
        return self.nearest(point, p)
