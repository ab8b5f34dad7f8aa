"""Surfaces for drawing the shapes that a body may touch, and those that smoke flows around.

Obstacles and tools are each about their own middle. A plane is a square beneath the body; a shape
from a file is the surface where its distance is zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from runtime.body.contact.shapes import BOX, CAPSULE, CYLINDER, GRID, PLANE, SPHERE

if TYPE_CHECKING:
    from pyvista import PolyData

    from runtime.bundle.body import BodyBundle

WIDE = 1.5  # half width at which a plane is drawn, in body sizes
ROUND = 32  # sides of polygons that stand for circles
SHARP = 40.0  # degrees: edges sharper than this have separate vertices (and normals) for each face
# iterations and pass band of the volume-preserving smoothing of solid cells (Taubin 1995)
ROUNDS, PASS_BAND = 20, 0.1


class Surface(NamedTuple):
    """The surface of one shape."""

    vertices: np.ndarray  # (n, 3) m, in the obstacle's frame
    triangles: np.ndarray  # (k, 3) vertex indices, counter-clockwise seen from outside


def surfaces(bundle: BodyBundle) -> list[Surface]:
    """Return the surfaces of all shapes, in their order."""
    size = float(bundle.sides.max())
    return [_surface(bundle, which, size) for which in range(len(bundle.obstacles))]


def placed(surface: Surface, pose: np.ndarray) -> np.ndarray:
    """Return its vertices (n, 3) m in a pose (12,)."""
    return np.asarray(surface.vertices @ pose[3:].reshape(3, 3).T + pose[:3])


def _surface(bundle: BodyBundle, which: int, size: float) -> Surface:
    import pyvista

    kind, (a, b, c) = int(bundle.contact["kinds"][which]), bundle.contact["sizes"][which].tolist()
    if kind == PLANE:
        pose = bundle.contact["poses"][which]
        middle = (bundle.own_vertices.mean(axis=0) - pose[:3]) @ pose[3:].reshape(3, 3)
        x, y, w = middle[0], middle[1], WIDE * size
        square = [[x - w, y - w, 0.0], [x + w, y - w, 0.0], [x + w, y + w, 0.0], [x - w, y + w, 0.0]]
        return Surface(np.array(square), np.array([[0, 1, 2], [0, 2, 3]]))
    made = {
        SPHERE: lambda: pyvista.Sphere(radius=a, theta_resolution=ROUND, phi_resolution=ROUND),
        CAPSULE: lambda: pyvista.Capsule(
            radius=a, cylinder_length=2 * b, direction=(0, 0, 1), resolution=ROUND // 2
        ),
        CYLINDER: lambda: pyvista.Cylinder(radius=a, height=2 * b, direction=(0, 0, 1), resolution=ROUND),
        BOX: lambda: pyvista.Box(bounds=(-a, a, -b, b, -c, c)),
        GRID: lambda: _contour(bundle, int(a)),
    }[kind]()
    mesh = made.triangulate().clean().compute_normals(split_vertices=True, feature_angle=SHARP)
    return Surface(np.array(mesh.points, dtype=float), np.array(mesh.regular_faces))


def _contour(bundle: BodyBundle, number: int) -> object:
    """Return the surface of a shape that is stored as a grid."""
    import pyvista
    from scipy.ndimage import map_coordinates

    *counts, first = bundle.contact["grid_shapes"][number].tolist()
    x, y, z, spacing, _ = bundle.contact["grid_frames"][number]
    coefficients = bundle.contact["coefficients"][first:][: np.prod(counts)].reshape(counts)
    nodes = np.stack(np.meshgrid(*map(np.arange, counts), indexing="ij"))
    values = map_coordinates(coefficients, nodes, prefilter=False, mode="mirror")
    grid = pyvista.ImageData(dimensions=counts, spacing=[spacing] * 3, origin=(x, y, z))
    return grid.contour([0.0], values.ravel(order="F"))


def solid_surface(solid: np.ndarray, spacing: Sequence[float]) -> PolyData:
    """Return the smoothed surface of solid cells (nx, ny, nz), closed where the box ends, in m."""
    import pyvista

    padded = np.pad(solid.astype(np.float32), 1)
    grid = pyvista.ImageData(dimensions=padded.shape, spacing=spacing, origin=[-size / 2 for size in spacing])
    grid.point_data["solid"] = padded.ravel(order="F")
    return grid.contour([0.5], "solid").smooth_taubin(n_iter=ROUNDS, pass_band=PASS_BAND)
