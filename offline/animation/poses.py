"""Shapes of the whole body that key-frames ask for: from a file of points, or from another bundle at a time.

A file's points are the body's own vertices in its order, or those of any surface or mesh near it; then they
are bound to the body at rest where `rest` has them. A bundle gives its reference at a time, on its own mesh,
which is bound at rest; if both meshes are the same these are the same vertices.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, cast

import numpy as np

from meshes.animations.animation import Manner, read_shape
from meshes.tetmesh import TetMesh
from offline.animation.animated import check_held, is_own
from offline.animation.bound import Bound, bind, own_vertices
from offline.scenes.base.keyframes import KeyframePart
from offline.scenes.body.scene import BodyScene
from runtime.base.clock import step_at
from runtime.bundle.body import BodyBundle
from runtime.bundle.file import SUFFIX, load
from softrein.errors import BundleError, MeshError, SceneError

Array = np.ndarray


class Pose(NamedTuple):
    """The goals of points of the body."""

    bound: Bound
    places: Array  # (3 s,) m, positions of the points


def read_pose(scene: BodyScene, index: int, mesh: TetMesh, free: Array) -> Pose | None:
    """Read the pose of a key-frame of the scene, by its number; None where it asks for no pose.

    Raises SceneError, with the entry.
    """
    part, entry = scene.keyframes[index], f"keyframes.{index}.pose"
    if part.pose is None:
        return None
    try:
        points, rest = _of_bundle(part.pose, part) if part.pose.suffix == SUFFIX else _of_file(scene, part)
        if rest is not None:
            return Pose(bind(rest, mesh, free), points.ravel())
    except (MeshError, BundleError) as error:
        raise SceneError(f"{entry}: {error}") from error
    if not is_own(points, mesh):
        raise SceneError(
            f"{entry}: the {len(points)} points of {part.pose.name} are not the body's {len(mesh.vertices)} "
            "vertices in their order; `rest`, a file with the same points as they lie on the body at rest, "
            "says what they are"
        )
    try:
        check_held(points, mesh, free)
    except MeshError as error:
        raise SceneError(f"{entry}: {part.pose.name}: {error}") from error
    return Pose(own_vertices(mesh, free), points.ravel())


def _of_file(scene: BodyScene, part: KeyframePart) -> tuple[Array, Array | None]:
    """Return the points of a pose's file, and those of its rest shape, if it names one."""
    assert part.pose is not None
    manner = Manner(scene.mesh.scale, scene.up)
    points = read_shape(part.pose, manner)
    rest = None if part.rest is None else read_shape(part.rest, manner)
    if rest is not None and len(rest) != len(points):
        raise MeshError(
            f"{part.pose}: {len(points)} points, and {part.rest} has {len(rest)}: both must have as many"
        )
    return points, rest


def _of_bundle(path: Path, part: KeyframePart) -> tuple[Array, Array]:
    found = load(path)
    if not hasattr(found, "tets"):
        raise BundleError(f"{path}: is not a soft body's bundle")
    bundle = cast(BodyBundle, found)
    assert part.at is not None
    end = bundle.dt * bundle.steps
    if part.at > end * (1 + 1e-9):
        raise BundleError(f"{path}: its motion ends at {end:g} s, before at = {part.at:g} s")
    state = bundle.track.states[step_at(part.at, bundle.dt, bundle.steps)]
    own = len(bundle.own_vertices)  # those of free things come behind
    return bundle.shape.positions(state)[:own], bundle.vertices[:own]
