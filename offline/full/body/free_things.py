"""Free things of a scene: rigid bodies that the soft one meets, as unknowns beside its own.

Each has a few vertices of no element at the mesh's end. The first is its middle, which is a region of its own
by its name: goals, paths and pictures know it like any other. A ball has one more, which moves by how far it
has turned about each axis [rad]; its mass is the ball's inertia [kg m^2]. A box or a capsule has three, which
move by how its axes change; their masses are its second moments along these (`runtime.body.contact.rigid`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from meshes.tetmesh import TetMesh
from offline.full.body.terms.free_things import axes_of, vertices_of
from offline.scenes.contact import ToolPart
from runtime.body.contact.shapes import BOX, KINDS, SPHERE
from softrein.errors import SceneError

Array = np.ndarray


def with_things(mesh: TetMesh, things: Sequence[ToolPart]) -> TetMesh:
    """The mesh with the vertices and regions of things. Raises SceneError for a name that is taken."""
    if not things:
        return mesh
    count, regions = len(mesh.vertices), dict(mesh.regions)
    for part in things:
        if part.name in regions or part.name in mesh.element_regions:
            raise SceneError(
                f"tools: {part.name!r} is free, and the mesh has a region of its name: rename it"
            )
        regions[part.name] = np.array([count])
        count += vertices_of(part)
    places = np.repeat([part.position for part in things], [vertices_of(part) for part in things], axis=0)
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


def unknowns_of(things: Sequence[ToolPart]) -> int:
    """How many unknowns they all have."""
    return 3 * sum(vertices_of(part) for part in things)


def second_moments(kind: int, size: Array, mass: float) -> Array:
    """Those of a box or a capsule of a size (3,) m about its middle, along each of its axes (3,) kg m^2.

    A capsule is a cylinder and two half balls, whose middles are 3/8 of the radius beyond its ends.
    """
    if kind == BOX:
        return np.asarray(mass * size**2 / 3)
    r, h = float(size[0]), float(size[1])
    tube, ball = 2 * h, 4 / 3 * r  # volumes over pi r^2
    across = tube * r**2 / 4 + ball * r**2 / 5
    along = tube * h**2 / 3 + ball * (h**2 + 0.75 * h * r + r**2 / 5)
    return mass / (tube + ball) * np.array([across, across, along])


def masses_of(things: Sequence[ToolPart]) -> Array:
    """What each of their vertices weighs, kg, and kg m^2."""
    found = [np.zeros(0)]
    for part in things:
        mass, kind, size = part.mass or 0.0, KINDS.index(part.shape), np.array(part.halves)
        turning = [0.4 * mass * size[0] ** 2] if kind == SPHERE else second_moments(kind, size, mass)
        found.append(np.array([mass, *turning]))
    return np.concatenate(found)


def weights_of(things: Sequence[ToolPart], gravity: Sequence[float]) -> Array:
    """Their weight (unknowns,) N, on their middles alone."""
    found = [np.zeros(0)]
    for part in things:
        found.append(np.zeros(3 * vertices_of(part)))
        found[-1][:3] = (part.mass or 0.0) * np.array(gravity)
    return np.concatenate(found)


def thrown(things: Sequence[ToolPart]) -> Array:
    """The velocities (unknowns,) m/s, and rad/s or 1/s, with which they begin."""
    found = [np.zeros(0)]
    for part in things:
        axes, spin = axes_of(part), np.array(part.spin)
        turning = spin if axes is None else np.cross(spin, axes).ravel()
        found += [np.array(part.velocity), turning]
    return np.concatenate(found)
