"""Positions of a soft body, and the reduced forces of pushes on its skin.

Positions are `x = X + U p` ([002], section 4.3). A force on vertices acts through the transpose, `U^T f`.
A push may cover a patch: the vertices within `radius` of the chosen one, in the rest shape, with weights
`(1 - (d / radius)^2)^2` that fall off smoothly and sum to one, so that the total force is the one given.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from runtime.base.arguments import LARGEST_WHOLE, array, number, whole
from runtime.plant.push import Push, check_push, place_of
from softrein.errors import ControllerError, shown

POSE = 12  # length of a pose: translation of the origin (3) [m], then a rotation matrix row by row (9)


def smooth_patch(vertices: np.ndarray, centre: np.ndarray, radius: float) -> tuple[np.ndarray, np.ndarray]:
    """Indices (k,) of the `vertices` (v, 3) within `radius` of `centre` (3,), and their weights (k,).

    Weights fall smoothly from 1 at the centre to 0 at the radius.
    """
    distance = np.linalg.norm(vertices - centre, axis=1)
    inside = np.flatnonzero((distance < radius) | (distance == 0))
    return inside, (1 - (distance[inside] / max(radius, np.finfo(float).tiny)) ** 2) ** 2


class Shape:
    """A body's rest shape and modes. Of a state only its first r entries, p, are used."""

    def __init__(
        self,
        vertices: np.ndarray,
        surface: np.ndarray,
        free: np.ndarray,
        vectors: np.ndarray,
        regions: dict[str, np.ndarray],
        forces: int | None = None,
        loose: int = 0,
    ) -> None:
        """Rest `vertices` (v, 3) m, `surface` triangles (k, 3), modes `vectors` (n, r) of the `free` dofs.

        `forces` is the number of the plant's inputs, by default r; it is larger where the body has muscles,
        on which pushes do not act. The last `loose` vertices are those of free things, not of the body.
        """
        self.own = len(vertices) - loose  # the number of the body's own vertices
        self.vertices, self.surface, self.free, self.regions = vertices, surface, free, regions
        modes = np.zeros((vertices.size, vectors.shape[1]))
        modes[free] = vectors
        self.modes = modes.reshape(len(vertices), 3, -1)
        self.forces = forces or vectors.shape[1]

    @property
    def count(self) -> int:
        """The number of vertices."""
        return len(self.vertices)

    def positions(self, state: np.ndarray, vertices: np.ndarray | None = None) -> np.ndarray:
        """Positions (..., k, 3) m in states (..., r or more), of all or of chosen vertices (k,).

        They are in space where states have twelve more entries behind 2r, which `BodyBundle.in_space` adds.
        """
        chosen, rank = slice(None) if vertices is None else vertices, self.modes.shape[2]
        found = self.vertices[chosen] + np.einsum("vxr,...r->...vx", self.modes[chosen], state[..., :rank])
        return self.in_space(found, state)

    def in_space(self, points: np.ndarray, state: np.ndarray) -> np.ndarray:
        """Points (..., k, 3) m of the handle's frame, in space if states (..., n) end with its pose."""
        pose = state[..., 2 * self.modes.shape[2] :]
        if pose.shape[-1] != POSE:
            return np.asarray(points)
        turn = pose[..., 3:].reshape(*pose.shape[:-1], 3, 3)
        return np.asarray(np.einsum("...ab,...vb->...va", turn, points) + pose[..., None, :3])

    def nearest(self, point: np.ndarray, state: np.ndarray | None = None) -> int:
        """The vertex closest to a point in space, of the body at rest or in a state."""
        here = (self.vertices if state is None else self.positions(state))[: self.own]
        away = here - array("point", point, (3,), "a finite point of three coordinates in metres")
        # hypot: the squares of far points would overflow
        return int(np.argmin(np.hypot.reduce(away, axis=1)))

    def patch(self, vertex: int, radius: float) -> tuple[np.ndarray, np.ndarray]:
        """Vertices (k,) within `radius` metres of `vertex` and their weights (k,), which sum to one."""
        if not 0 <= whole("vertex", vertex, least=-LARGEST_WHOLE) < self.own:
            own = f"vertex {vertex} is none of the body's own"
            raise ControllerError(f"{own}: give one from 0 to {self.own - 1}")
        radius = number("radius", radius, "a finite number of metres, not negative", least=0)
        inside, weights = smooth_patch(self.vertices[: self.own], self.vertices[vertex], radius)
        return inside, weights / weights.sum()

    def patch_of(self, push: Push, state: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """The vertices (k,) on which a push acts, and the share (k,) of its force on each of them.

        A push at a point acts about the nearest vertex of the body in a state, or at rest. Raises
        ControllerError for anything that is not a push on this body.
        """
        check_push(push, 3)
        return self.patch(self.vertex_of(push.at, state), push.radius)

    def patterns(self, push: Push, state: np.ndarray | None = None) -> np.ndarray:
        """Return the reduced forces (3, forces) of unit forces along x, y and z on the patch of a push."""
        vertices, weights = self.patch_of(push, state)
        found = np.zeros((3, self.forces))
        found[:, : self.modes.shape[2]] = np.einsum("vxr,v->xr", self.modes[vertices], weights)
        return found

    def random_places(self, rng: np.random.Generator, states: np.ndarray) -> list[int | tuple[float, ...]]:
        """Random free vertices of the skin, one for each of `states` (count, n)."""
        skin = np.intersect1d(np.unique(self.surface), self.free // 3)
        return [int(vertex) for vertex in rng.choice(skin, size=len(states))]

    def vertex_of(self, at: int | str | Sequence[float], state: np.ndarray | None = None) -> int:
        """The vertex that `at` means: its index, or the nearest one to a point, in a state or at rest.

        For the name of a region it is the vertex nearest to the region's middle at rest. Raises
        ControllerError for anything else.
        """
        if isinstance(at, str):
            if at not in self.regions:
                known = ", ".join(map(shown, self.regions)) or "none"
                raise ControllerError(f"there is no region {shown(at)}; the body's are {known}")
            if (self.regions[at] >= self.own).any():
                raise ControllerError(f"{shown(at)} moves freely: a push acts on the body, not on it")
            return self.nearest(self.vertices[self.regions[at]].mean(axis=0))
        place = place_of(at, 3, ", or a region's name")
        return place if isinstance(place, int) else self.nearest(place, state)
