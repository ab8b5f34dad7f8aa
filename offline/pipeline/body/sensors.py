"""A bundle's sensors and observer, from its scene: markers on vertices, and the size of unknown pushes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from offline.full.body.full_body import FullBody
from offline.gains.placement import place_markers
from offline.pipeline.body.unmodelled import unmodelled
from offline.scenes.base.values import Point
from offline.scenes.body.measuring import SensorPart
from offline.scenes.body.scene import BodyScene
from runtime.body.shape import Shape
from runtime.bundle.body import BodyBundle
from runtime.observing.sensors import MOST_MARKERS, Observing, Sensor
from softrein.errors import ControllerError, SceneError, shown

# Standard deviation of an expected constant disturbance, as a fraction of the pushes'; a push that does act
# is recognised by its innovation. On scene `tshape`, with pushes of 26 N on average, eight markers with 1 mm
# of noise left 1.6 times the error of full state feedback at 1.15 times the effort; ten times as much left
# 1.8 times the error at 1.5 times.
SHARE = 0.01
FAR = 0.25  # fraction of the body's diagonal: a place farther from all vertices is not on the body


def with_sensors(bundle: BodyBundle, scene: BodyScene, full: FullBody | None = None) -> BodyBundle:
    """Return the bundle with the scene's sensors; those without a place come last and are placed.

    The `full` model is steered by LQR under pushes, so that the observer knows the reduced one's
    errors. Raises SceneError for a place that does not exist, or where nothing can move.
    """
    bundle = replace(bundle, observing=observing_of(scene))
    if scene.sensors and full is not None:
        bundle = replace(bundle, unmodelled=unmodelled(full, bundle))
    placed = told_markers(scene, bundle.shape)
    for k, part in enumerate(scene.sensors):
        if part.count is not None:
            present = list(placed.values())
            try:
                found = place_markers(bundle, part.count, part.noise, part.every, present)
            except ControllerError as error:
                raise SceneError(f"sensors.{k}.count: {error}") from error
            placed[k] = Sensor(found.vertices, part.noise, part.every)
    return replace(bundle, sensors=[placed[k] for k in range(len(scene.sensors))])


def told_markers(scene: BodyScene, shape: Shape) -> dict[int, Sensor]:
    """Return the sensors with places in the scene, by number. Raises SceneError for impossible places."""
    placed = {k: _placed(part, k, shape) for k, part in enumerate(scene.sensors) if part.count is None}
    count = sum(len(each.vertices) for each in placed.values())
    count += sum(part.count or 0 for part in scene.sensors)
    if count > MOST_MARKERS:
        raise SceneError(f"sensors: they have {count} markers together, expected {MOST_MARKERS} at most")
    taken = [vertex for each in placed.values() for vertex in each.vertices]
    free = len(np.setdiff1d(np.intersect1d(shape.surface, shape.free // 3), taken))
    for k, part in enumerate(scene.sensors):
        free -= part.count or 0
        if part.count is not None and free < 0:
            raise SceneError(
                f"sensors.{k}.count: {part.count} markers: the skin has {free + part.count} more vertices "
                "that can move"
            )
    return placed


def _placed(part: SensorPart, k: int, shape: Shape) -> Sensor:
    """Return a sensor with a place in the scene; its region has been checked."""
    movable = np.unique(shape.free // 3)
    if part.region is not None:
        vertices = np.intersect1d(shape.regions[part.region], movable).tolist()
        if not vertices:
            raise SceneError(f"sensors.{k}.region: {shown(part.region)} has no vertex that can move")
        return Sensor([int(each) for each in vertices], part.noise, part.every, part.kind)
    entry = f"sensors.{k}.{'at' if part.vertices is None else 'vertices'}"
    places: Sequence[int | Point]
    if part.vertices is not None:
        places = part.vertices
    else:
        assert part.at is not None  # the scene's validation guarantees it
        places = part.at if isinstance(part.at, list) else [part.at]
    vertices = [each if isinstance(each, int) else _nearest(each, k, shape) for each in places]
    for vertex in vertices:
        if vertices.count(vertex) > 1:
            raise SceneError(f"{entry}: vertex {vertex} is there more than once; leave the others out")
        if not 0 <= vertex < shape.own:
            raise SceneError(f"{entry}: no vertex {vertex}; the mesh has {shape.own}")
        if vertex not in movable:
            raise SceneError(
                f"{entry}: vertex {vertex} cannot move: nothing could be learnt from it; leave it out"
            )
    return Sensor(vertices, part.noise, part.every, part.kind)


def _nearest(point: Point, k: int, shape: Shape) -> int:
    """Return the vertex nearest to a point. Raises SceneError where it is far from the body."""
    vertex = shape.nearest(np.array(point))
    away = float(np.linalg.norm(shape.vertices[vertex] - point))
    if away > FAR * float(np.linalg.norm(np.ptp(shape.vertices[: shape.own], axis=0))):
        raise SceneError(
            f"sensors.{k}.at: {list(point)} is {away:.3g} m from the nearest vertex: bring it to the body's "
            "place and unit; numbers of vertices are given as `vertices = [...]`"
        )
    return vertex


def observing_of(scene: BodyScene) -> Observing:
    """Return the size of unknown pushes: the scene's, or a share of its own pushes, which are rare."""
    part, ensemble = scene.observer, scene.ensemble
    if ensemble is not None:
        low, high = ensemble.force
        own, radius = np.sqrt((low**2 + low * high + high**2) / 3), ensemble.radius
    elif scene.pushes:
        own = max(float(np.linalg.norm(push.force)) for push in scene.pushes)
        radius = max(push.radius for push in scene.pushes)
    else:
        own, radius = 1.0, 0.0
    force = part.force if part.force is not None else float(SHARE * own) or 1.0
    radius = part.radius if part.radius is not None else radius
    return Observing(part.time_constant, force, radius, part.extended)
