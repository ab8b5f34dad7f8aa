"""Free things of a scene: rigid bodies that the soft one meets, as unknowns beside its own.

Each has two vertices of no element at the mesh's end. The first is its middle, which is a region of its own
by its name: goals, paths and pictures know it like any other. The second moves by how far the thing has
turned about each axis [rad], and its mass is the thing's inertia [kg m^2].
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from meshes.tetmesh import TetMesh
from offline.full.body.terms.free_things import VERTICES
from offline.scenes.contact import ToolPart
from softrein.errors import SceneError

Array = np.ndarray
UNKNOWNS = 3 * VERTICES


def with_things(mesh: TetMesh, things: Sequence[ToolPart]) -> TetMesh:
    """The mesh with the vertices and regions of things. Raises SceneError for a name that is taken."""
    if not things:
        return mesh
    count, regions = len(mesh.vertices), dict(mesh.regions)
    for k, part in enumerate(things):
        if part.name in regions or part.name in mesh.element_regions:
            raise SceneError(
                f"tools: {part.name!r} is free, and the mesh has a region of its name: rename it"
            )
        regions[part.name] = np.array([count + VERTICES * k])
    places = np.repeat([part.position for part in things], VERTICES, axis=0)
    return TetMesh(
        np.vstack([mesh.vertices, places]),
        mesh.tets,
        regions,
        mesh.element_regions,
        mesh.materials,
        loose=len(places),
        quadratic=mesh.quadratic,
    )


def without_things(mesh: TetMesh) -> TetMesh:
    """The mesh of the body alone."""
    own = len(mesh.vertices) - mesh.loose
    regions = {name: each for name, each in mesh.regions.items() if each.max(initial=0) < own}
    return TetMesh(
        mesh.vertices[:own],
        mesh.tets,
        regions,
        mesh.element_regions,
        mesh.materials,
        quadratic=mesh.quadratic,
    )


def masses_of(things: Sequence[ToolPart]) -> Array:
    """What each of their vertices weighs, kg, and kg m^2."""
    return np.array([each for part in things for each in (part.mass or 0.0, part.inertia)])


def weights_of(things: Sequence[ToolPart], gravity: Sequence[float]) -> Array:
    """Their weight (6 each,) N, on their middles alone."""
    found = [np.concatenate([(part.mass or 0.0) * np.array(gravity), np.zeros(3)]) for part in things]
    return np.concatenate([np.zeros(0), *found])


def thrown(things: Sequence[ToolPart]) -> Array:
    """The velocities (6 each,) m/s and rad/s with which they begin."""
    return np.concatenate([np.zeros(0), *([*part.velocity, *part.spin] for part in things)])
