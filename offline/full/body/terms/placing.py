"""Places of a scene's regions and actuators in its body."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from meshes.embedding import embed
from meshes.tetmesh import TetMesh
from offline.full.body.terms.term import Points
from offline.scenes.body.actuators import BodyActuatorPart
from offline.scenes.body.contact import ShapePart
from offline.scenes.toml_text import key
from runtime.body.handle.pose import exponential
from runtime.plant.up_axis import UP, axis_of, upward
from softrein.errors import MeshError, SceneError, warn

Array = np.ndarray
OUTSIDE = 1.0  # largest negative barycentric coordinate: a point may be one element height outside
UNSAID = 0.1  # up to this much there is no warning


class Named(NamedTuple):
    """An actuator of a scene, and its entry in the scene for messages."""

    part: BodyActuatorPart
    field: str


def region_of(mesh: TetMesh, name: str, field: str) -> Array:
    """Return the vertices of a region that a scene names. Raises SceneError listing the known ones."""
    if name not in mesh.regions:
        known = ", ".join(sorted(mesh.regions)) or "none"
        raise SceneError(
            f"{field}: the mesh has no region {name!r}; its regions: {known}; define it in the scene, "
            f"[mesh.regions] {key(name)} = {{ lowest = 0.1 }}, or by `box`"
        )
    return mesh.regions[name]


def embedded(points: Array, mesh: TetMesh, field: str) -> Points:
    """Bind points to the elements that hold them; points just outside of the body to the nearest one.

    Raises SceneError for a point farther outside than `OUTSIDE`, and warns of one farther than `UNSAID`.
    """
    try:
        corners, weights = embed(points, mesh)
    except MeshError as error:
        raise SceneError(f"{field}: outside the body: {error}") from error
    least = weights.min(axis=1)
    outside = np.flatnonzero(least < -OUTSIDE)
    if outside.size:
        place = ", ".join(f"{x:.4g}" for x in points[outside[0]])
        more = f", as are {outside.size - 1} more" if outside.size > 1 else ""
        raise SceneError(
            f"{field}.{outside[0]}: ({place}) m is outside the body{more}; points are of the body at rest, "
            "in metres unless they have a unit"
        )
    if (beside := np.flatnonzero(least < -UNSAID)).size:
        place = ", ".join(f"{x:.4g}" for x in points[beside[0]])
        more = f", and {beside.size - 1} more do" if beside.size > 1 else ""
        warn(f"{field}.{beside[0]}: ({place}) m lies just outside the body, and goes with it{more}")
    return Points(points, corners, weights)


def turn_of(part: ShapePart, up: str = UP) -> Array:
    """Return the rotation from the frame of a shape to the scene's, at rest (3, 3)."""
    return np.asarray(exponential(np.array(part.at_rest)) @ _own_turn(part, up))


def _own_turn(part: ShapePart, up: str) -> Array:
    """Return the rotation (3, 3) from shapes along z to the scene, before the part's own rotation."""
    if part.shape == "plane":
        normal = upward(up) if part.normal is None else np.array(part.normal) / np.linalg.norm(part.normal)
    elif part.length is not None:
        normal = np.eye(3)[axis_of(part.axis)]
    else:
        return np.eye(3)
    beside = np.cross(normal, np.eye(3)[int(np.argmin(np.abs(normal)))])
    beside /= np.linalg.norm(beside)
    return np.column_stack([beside, np.cross(normal, beside), normal])
