"""Free things of a scene: rigid bodies that the soft one meets, as further unknowns of the full model.

Each has a few vertices without elements at the mesh's end. The first is its middle, which is a region with
the thing's name, so that costs and pictures can use it. A ball has one more, whose displacement is its
rotation about each axis [rad]; its mass is the ball's inertia [kg m^2]. A box or a capsule has three more,
which move as its material does on each of its axes (`runtime.body.contact.rigid`), a radius of gyration from
its middle, so that they have the same mass as the middle.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from meshes.tetmesh import TetMesh
from offline.full.body.terms.free_things import axes_of, gyration, vertices_of
from offline.scenes.body.contact import ToolPart
from softrein.errors import SceneError

Array = np.ndarray


def with_things(mesh: TetMesh, things: Sequence[ToolPart]) -> TetMesh:
    """Return a new mesh with loose vertices for each free tool, and a region with its first vertex.

    The region has the tool's name. Without free tools it is the given mesh. Raises SceneError for a name that
    is taken.
    """
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
    """Return the mesh of the body alone."""
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
    """Return how many unknowns all things have."""
    return 3 * sum(vertices_of(part) for part in things)


def masses_of(things: Sequence[ToolPart]) -> Array:
    """Return the mass of each of their vertices, kg, and a ball's inertia, kg m^2."""
    found = [np.zeros(0)]
    for part in things:
        mass, radius = part.mass or 0.0, part.radius or 0.0
        alike = axes_of(part) is not None
        found.append(np.full(4, mass) if alike else np.array([mass, 0.4 * mass * radius**2]))
    return np.concatenate(found)


def weights_of(things: Sequence[ToolPart], gravity: Sequence[float]) -> Array:
    """Return their weight (unknowns,) N, which acts on their middles alone."""
    found = [np.zeros(0)]
    for part in things:
        found.append(np.zeros(3 * vertices_of(part)))
        found[-1][:3] = (part.mass or 0.0) * np.array(gravity)
    return np.concatenate(found)


def thrown(things: Sequence[ToolPart]) -> Array:
    """Return their initial velocities (unknowns,) m/s, or rad/s."""
    found = [np.zeros(0)]
    for part in things:
        axes, spin = axes_of(part), np.array(part.spin)
        turning = spin if axes is None else (gyration(part)[:, None] * np.cross(spin, axes)).ravel()
        found += [np.array(part.velocity), turning]
    return np.concatenate(found)
