"""Chambers of a full body: the law of `runtime.body.terms.chamber` on its own vertices.

Their surfaces' vertices are embedded in elements, x = X + D u; force and stiffness are the derivatives of the
volume, an exact cubic in x, transformed by D.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from meshes import chamber
from meshes.embedding import SPECK
from meshes.formats.surfaces import Surface, read_surface, welded
from meshes.tetmesh import TetMesh
from offline.full.body.terms.placing import Named, embedded
from offline.full.body.terms.term import Points, block_pairs, through
from offline.scenes.body.actuators import BodyActuatorPart
from offline.scenes.body.scene import BodyScene
from reduce.protocols import Body
from softrein.errors import MeshError, SceneError

Array = np.ndarray


class Chamber(NamedTuple):
    """A closed surface, counter-clockwise seen from outside."""

    points: Points
    triangles: Array  # (t, 3) indices of points


class FullChambers:
    """Chambers, and the pressures in them."""

    def __init__(self, chambers: Sequence[Chamber], body: Body) -> None:
        self.chambers = list(chambers)
        self._size = body.free.size
        self._maps = [each.points.matrix(body) for each in self.chambers]
        self.pieces = []
        for D, each in zip(self._maps, self.chambers, strict=True):
            corner, next_one, _ = chamber.volume_hessian(each.points.rest, each.triangles)
            self.pieces.append(through(D, *block_pairs(corner, next_one)))

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.chambers)

    def acts(self, control: Array) -> bool:
        """See `FullTerm`."""
        return bool(control.any())

    def measures(self, u: Array) -> Array:
        """Return minus their volumes (count,) m^3."""
        volumes = [chamber.volume(self._at(k, u), each.triangles) for k, each in enumerate(self.chambers)]
        return -np.array(volumes, dtype=float)

    def gradient(self, u: Array) -> Array:
        """Return the measures' derivatives (count, n_free)."""
        rows = [np.zeros((0, self._size))]
        for k, each in enumerate(self.chambers):
            slope = chamber.volume_gradient(self._at(k, u), each.triangles)
            rows.append(-(self._maps[k].T @ slope.ravel())[None])
        return np.concatenate(rows)

    def unit_forces(self) -> Array:
        """See `FullTerm`."""
        return -self.gradient(np.zeros(self._size))

    def energy(self, u: Array, control: Array) -> float:
        """See `FullTerm`."""
        return float(control @ self.measures(u))

    def force_and_stiffness(self, u: Array, control: Array, whole: bool) -> tuple[Array, Array]:
        """See `FullTerm`; no part of the stiffness is known to be semidefinite."""
        values = [np.zeros(0)]
        for k, each in enumerate(self.chambers):
            if whole:
                blocks = chamber.volume_hessian(self._at(k, u), each.triangles)[2]
                values.append(-control[k] * blocks.ravel())
            else:
                values.append(np.zeros(self.pieces[k].values))
        return -(self.gradient(u).T @ control), np.concatenate(values)

    def arrays(self) -> list[Array]:
        """See `FullTerm`."""
        return [array for each in self.chambers for array in (*each.points, each.triangles)]

    def _at(self, k: int, u: Array) -> Array:
        """Return the positions of a chamber's vertices (m, 3) m."""
        return self.chambers[k].points.rest + (self._maps[k] @ u).reshape(-1, 3)


def build_chambers(parts: Sequence[Named], scene: BodyScene, mesh: TetMesh, body: Body) -> FullChambers:
    """Build the chambers of a scene. Raises SceneError naming the actuator."""
    return FullChambers([_chamber(each, scene, mesh) for each in parts], body)


def _chamber(named: Named, scene: BodyScene, mesh: TetMesh) -> Chamber:
    """Build a chamber from a surface file, or from a region of the mesh's surface."""
    part, field = named
    if part.surface is not None:
        surface = read_surface(part.surface, part.surface_scale or scene.mesh.scale)
        field = f"{field}.surface: {part.surface.name}"
    else:
        surface = inner_surface(part, mesh, field)
        field = f"{field}.region"
    try:
        chamber.check_closed(surface.vertices, surface.triangles)
    except MeshError as error:
        raise SceneError(f"{field}: {error}") from error
    across, size = float(np.ptp(surface.vertices, axis=0).max()), float(mesh.sides.max())
    if across < SPECK * size:
        raise SceneError(
            f"{field}: a chamber {across:.2g} m across, in a body of {size:.2g} m: give its surface in "
            "the unit of the mesh, or set surface_scale"
        )
    return Chamber(embedded(surface.vertices, mesh, field), surface.triangles)


def inner_surface(part: BodyActuatorPart, mesh: TetMesh, field: str) -> Surface:
    """Return the mesh's triangles with all corners in a region, oriented outward from the chamber."""
    vertices = mesh.regions.get(part.region or "")
    if vertices is None:
        known = ", ".join(sorted(mesh.regions)) or "none"
        raise SceneError(f"{field}.region: the mesh has no region {part.region!r}; its regions: {known}")
    inside = np.isin(mesh.surface, vertices).all(axis=1)
    if not inside.any():
        raise SceneError(
            f"{field}.region: no triangle of the body's surface has all corners in {part.region!r}"
        )
    return welded(np.array(mesh.vertices, dtype=float), mesh.surface[inside][:, ::-1])


def walls_of(chambers: object) -> dict[str, Array]:
    """Return the surfaces of all chambers as a bundle keeps them; empty where `chambers` is None."""
    if not isinstance(chambers, FullChambers):
        return {}
    points = [each.points for each in chambers.chambers]
    first = np.cumsum([0, *(len(each.rest) for each in points)])
    triangles = [at + each.triangles for at, each in zip(first, chambers.chambers, strict=False)]
    return {
        "corners": np.concatenate([each.corners for each in points]),
        "weights": np.concatenate([each.weights for each in points]),
        "triangles": np.concatenate(triangles).astype(np.int64),
        "chambers": np.cumsum([0, *(len(each) for each in triangles)]),
    }
