"""The muscles that a scene names, in its body."""

from __future__ import annotations

import numpy as np

from meshes import chamber
from meshes.embedding import embed
from meshes.formats.surfaces import Surface, read_surface, welded
from meshes.tetmesh import TetMesh
from offline.full.body.muscles.law import Chamber, FullMuscles, Points
from offline.scenes.actuators import BodyActuatorPart
from offline.scenes.body import BodyScene
from reduce.protocols import Body
from softrein.errors import MeshError, SceneError

Array = np.ndarray
SMALLEST = 1e-4  # of the body's size, that a chamber must be across
OUTSIDE = 0.1  # how far below zero a weight may be: a tenth of an element's height outside of it


def build_muscles(scene: BodyScene, mesh: TetMesh, body: Body) -> FullMuscles | None:
    """Cables and chambers of a scene; None where it has none. Raises SceneError naming the actuator."""
    if not scene.muscles:
        return None
    number = {part.name: i for i, part in enumerate(scene.control.actuators)}
    cables = [part for part in scene.muscles if part.kind == "cable"]
    routes = [_route(part, mesh, f"control.actuators.{number[part.name]}") for part in cables]
    starts = np.cumsum([0, *(len(route.rest) for route in routes)])
    none = Points(np.zeros((0, 3)), np.zeros((0, 4), dtype=np.int64), np.zeros((0, 4)))
    joined = Points(
        *(
            np.concatenate([getattr(none, field), *(getattr(r, field) for r in routes)])
            for field in Points._fields
        )
    )
    springs = np.array([part.stiffness or 0.0 for part in cables])
    chambers = [
        _chamber(part, scene, mesh, f"control.actuators.{number[part.name]}")
        for part in scene.muscles if part.kind == "pressure"
    ]  # fmt: skip
    found = FullMuscles(joined, starts, springs, chambers, body)
    for part, pulls in zip(scene.muscles, found.pulls, strict=True):
        if not pulls:
            field = f"control.actuators.{number[part.name]}"
            raise SceneError(f"{field}: {part.name!r} moves nothing that is free to move")
    return found


def _route(part: BodyActuatorPart, mesh: TetMesh, field: str) -> Points:
    """Where a cable runs; its anchor is a point of space."""
    points = np.array(part.points, dtype=float).reshape(-1, 3)
    anchored = part.anchor is not None
    route = np.array([part.anchor, *part.points], dtype=float) if anchored else points
    short = np.flatnonzero(np.linalg.norm(np.diff(route, axis=0), axis=1) <= 1e-9 * np.ptp(mesh.vertices))
    if short.size:
        where = "its anchor" if anchored and short[0] == 0 else f"points.{short[0] - anchored}"
        raise SceneError(f"{field}: a cable of no length: the next point is where {where} is; leave one out")
    held = _embedded(points, mesh, f"{field}.points")
    if not anchored:
        return held
    return Points(
        route,
        np.vstack([np.zeros((1, 4), dtype=np.int64), held.corners]),
        np.vstack([np.zeros((1, 4)), held.weights]),
    )


def _embedded(points: Array, mesh: TetMesh, field: str) -> Points:
    """Points as they go along with elements. Raises SceneError for one outside of the body."""
    try:
        corners, weights = embed(points, mesh)
    except MeshError as error:
        raise SceneError(f"{field}: outside the body: {error}") from error
    outside = np.flatnonzero(weights.min(axis=1) < -OUTSIDE)
    if outside.size:
        place = ", ".join(f"{x:.4g}" for x in points[outside[0]])
        more = f", as are {outside.size - 1} more" if outside.size > 1 else ""
        raise SceneError(
            f"{field}.{outside[0]}: ({place}) m is outside the body{more}; points are of the body at rest, "
            "in metres unless they have a unit"
        )
    return Points(points, corners, weights)


def _chamber(part: BodyActuatorPart, scene: BodyScene, mesh: TetMesh, field: str) -> Chamber:
    """A chamber by a surface of its own, or of the mesh."""
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
    across, size = (float(np.ptp(each, axis=0).max()) for each in (surface.vertices, mesh.vertices))
    if across < SMALLEST * size:
        raise SceneError(
            f"{field}: a chamber {across:.2g} m across, in a body of {size:.2g} m: give its surface in the "
            "unit of the mesh, or else say surface_scale"
        )
    return Chamber(_embedded(surface.vertices, mesh, field), surface.triangles)


def inner_surface(part: BodyActuatorPart, mesh: TetMesh, field: str) -> Surface:
    """The mesh's triangles whose corners are all in a region, seen from the body: into the chamber."""
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


def walls_of(muscles: FullMuscles) -> dict[str, Array]:
    """The surfaces of all chambers as a bundle keeps them; nothing without chambers."""
    if not muscles.chambers:
        return {}
    points = [each.points for each in muscles.chambers]
    first = np.cumsum([0, *(len(each.rest) for each in points)])
    triangles = [at + each.triangles for at, each in zip(first, muscles.chambers, strict=False)]
    return {
        "corners": np.concatenate([each.corners for each in points]),
        "weights": np.concatenate([each.weights for each in points]),
        "triangles": np.concatenate(triangles).astype(np.int64),
        "chambers": np.cumsum([0, *(len(each) for each in triangles)]),
    }
