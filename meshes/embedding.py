"""A fine surface that moves with a coarse mesh of tetrahedra.

Each vertex s of the surface is the weighted sum of the four corners of one tetrahedron, with its barycentric
coordinates in the rest shape as weights:

    x_s = sum_k w_k x_(corner k),   sum_k w_k = 1.

A vertex inside the mesh has the tetrahedron that holds it, any other the nearest one; some of
the latter's weights are negative, so that it lies exactly where it should, and follows every stretch and
rotation. VTK's locators find the tetrahedra: 164,000 vertices in 4 s, whatever the mesh. They count a point
as inside a tetrahedron up to a weight of -0.001.

Limits: a vertex `FARTHEST` mesh diagonals from the mesh is refused, since its weights would magnify errors.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from meshes.tetmesh import Floats, Indices, TetMesh
from softrein.errors import MeshError

SPECK = 1 / 600  # of the body's size: what lies within it is of another unit
FARTHEST = 0.05  # fraction of the mesh's diagonal: points farther outside the mesh are refused


class Embedding(NamedTuple):
    """Positions of the surface are `einsum('skx,sk->sx', x[corners], weights)`."""

    corners: Indices  # (s, 4) indices of the vertices of the element that contains each point
    weights: Floats  # (s, 4) barycentric coordinates, rows sum to 1


def embed(points: Floats, mesh: TetMesh) -> Embedding:
    """Bind the `points` (s, 3) [m] to the tetrahedra that they move with.

    Raises MeshError naming the farthest point, where it lies farther than `FARTHEST` from the mesh.
    """
    import pyvista

    cells = np.insert(mesh.tets, 0, 4, axis=1).ravel()
    grid = pyvista.UnstructuredGrid(cells, np.full(len(mesh.tets), pyvista.CellType.TETRA), mesh.vertices)
    holders = np.atleast_1d(grid.find_containing_cell(points)).astype(np.int64)
    outside = np.flatnonzero(holders < 0)
    if outside.size:
        nearest, places = grid.find_closest_cell(points[outside], return_closest_point=True)
        _refuse_far(points, outside, np.linalg.norm(points[outside] - places, axis=-1), mesh)
        holders[outside] = nearest
    return Embedding(mesh.tets[holders], barycentric(points, mesh, holders))


def check_extent(points: Floats, mesh: TetMesh) -> None:
    """Raise MeshError where several points lie so close together that their unit must be another one."""
    if len(points) < 2:
        return
    across, size = float(np.ptp(points, axis=0).max()), float(mesh.sides.max())
    if across < SPECK * size:
        raise MeshError(
            f"its {len(points)} points lie within {across:.2g} m, in a body of {size:.2g} m: they are of "
            "another unit"
        )


def barycentric(points: Floats, mesh: TetMesh, tets: Indices) -> Floats:
    """Return barycentric coordinates (s, 4) of `points` (s, 3) in the elements `tets` (s,)."""
    from_first = points - mesh.vertices[mesh.tets[tets, 0]]
    weights = np.einsum("skx,sx->sk", mesh.shape_gradients[tets], from_first)
    weights[:, 0] += 1.0
    return np.asarray(weights)


def _refuse_far(points: Floats, outside: Indices, distances: Floats, mesh: TetMesh) -> None:
    limit = FARTHEST * float(np.linalg.norm(mesh.sides))
    far = np.flatnonzero(distances > limit)
    if far.size:
        worst = far[np.argmax(distances[far])]
        raise MeshError(
            f"{far.size} of {len(points)} points lie too far from the tetrahedra, point {outside[worst]} "
            f"{distances[worst]:.3g} m (at most {limit:.3g} m): they lie in {_box(points)}, the body in "
            f"{_box(mesh.vertices[: len(mesh.vertices) - mesh.loose])}; bring both to the same place and unit"
        )


def _box(points: Floats) -> str:
    sides = zip(points.min(axis=0), points.max(axis=0), strict=True)
    return " x ".join(f"[{low:.3g}, {high:.3g}]" for low, high in sides) + " m"
