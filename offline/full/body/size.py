"""Checks by a body's size: of its unit, and of the distances and speeds that a scene asks for."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from meshes.tetmesh import TetMesh
from offline.scenes.body.scene import BodyScene
from runtime.control.paths import axes_of
from softrein.errors import SceneError, warn

Array = np.ndarray
FARTHEST = 100.0  # in body sizes: farther displacements are refused, since a held body does not get there
FASTEST = 10.0  # in body sizes per step: faster motion is refused
# m: sizes outside this range suggest another unit: parts of 50 mm are common, bodies of 50 m are not
SIZES = (0.005, 50.0)
# m: larger bodies under gravity are warned of. Rubber (1000 kg/m^3, 0.3 MPa) of this length shrinks by a
# third under its own weight, rho g L / E, and cannot be steered; of 10 mm it shrinks by one in three
# thousand.
LARGEST_WITH_GRAVITY = 10.0


def warn_of_size(name: str, sides: np.ndarray, gravity: bool = False, made: bool = False) -> None:
    """Warn where the sides (3,) m of the body that `name` says look like a mistaken unit.

    `made`: the sides come from the scene, not from a file.
    """
    longest = float(sides.max())
    if SIZES[0] <= longest <= (LARGEST_WITH_GRAVITY if gravity else SIZES[1]):
        return
    large = longest > 1
    if made:
        remedy = 'millimetres are written "100 mm"' if large else "numbers are metres"
    elif large:
        remedy = "if its unit is millimetres, say --scale 0.001, or mesh.scale = 0.001 in a scene"
    else:
        remedy = "if it is larger, see to its unit: --scale, or mesh.scale in a scene"
    warn(f"{name}: the body is {longest:.3g} m long; {remedy}")


def check_reach(scene: BodyScene, mesh: TetMesh) -> None:
    """Raise SceneError for a place or a velocity, of key-frames or paths, that is out of all proportion."""
    size = float(mesh.sides.max())
    for entry, way in _ways(scene, mesh.vertices.mean(axis=0)):
        if np.linalg.norm(way) > FARTHEST * size:
            raise SceneError(
                f"{entry}: {np.linalg.norm(way):.3g} m away, for a body of {size:.3g} m: give {FARTHEST:g} "
                "times its size at most"
            )
    for i, frame in enumerate(scene.keyframes):
        speed = float(np.linalg.norm(frame.velocity or 0.0))
        if speed * scene.time.step > FASTEST * size:
            raise SceneError(
                f"keyframes.{i}.velocity: {speed:.3g} m/s, for a body of {size:.3g} m: give at most "
                f"{FASTEST:g} times its size in a step, {FASTEST * size / scene.time.step:.3g} m/s"
            )


def _ways(scene: BodyScene, middle: Array) -> Iterator[tuple[str, Array]]:
    """Yield each entry and the distance that it asks for, in m, from rest or from the body's middle."""
    for i, frame in enumerate(scene.keyframes):
        if frame.position is not None:
            yield f"keyframes.{i}.position", np.array(frame.position) - middle * frame.absolute
    for i, path in enumerate(scene.control.paths):
        start = middle[axes_of("axes", path.axes)] * path.absolute
        for k, point in enumerate(path.points):
            yield f"control.paths.{i}.points.{k}", np.array(point) - start
