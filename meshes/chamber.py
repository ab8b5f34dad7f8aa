"""Closed surfaces of triangles: a check that they are closed and look outwards, and the volume within.

    V = 1/6 sum over triangles of det(a, b, c)

for corners a, b, c counter-clockwise as seen from outside; for a closed surface the place of the origin does
not matter. V is a cubic of the corners: its gradient at a is (b x c) / 6, its second derivative between a and
b is minus the cross product with c, over 6.
"""

from __future__ import annotations

import numpy as np

from meshes.tetmesh import Floats, Indices
from softrein.errors import MeshError

CROSS = np.zeros((3, 3, 3))  # Levi-Civita tensor: CROSS @ x is the matrix of the cross product with x
for _i, _j, _k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
    CROSS[_i, _j, _k], CROSS[_j, _i, _k] = -1.0, 1.0


def check_closed(vertices: Floats, triangles: Indices) -> None:
    """Raise MeshError unless each edge belongs to two triangles that pass it in opposite directions.

    It raises as well where the volume is not positive.
    """
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    size = int(triangles.max(initial=0)) + 1
    along, against = edges @ [size, 1], edges[:, ::-1] @ [size, 1]
    open_ones = np.flatnonzero(~np.isin(against, along))
    if not len(triangles):
        raise MeshError("it holds no triangle")
    if np.unique(along).size < along.size:
        raise MeshError("neighbours among its triangles look to opposite sides, or it touches itself")
    if open_ones.size:
        x, y, z = vertices[edges[open_ones[0]]].mean(axis=0)
        raise MeshError(
            f"it is not closed: {open_ones.size} edges have a triangle on one side alone, one of them at "
            f"({x:.4g}, {y:.4g}, {z:.4g}) m; close it"
        )
    if volume(vertices, triangles) <= 0:
        raise MeshError("it is inside out: its triangles must be counter-clockwise, seen from outside")


def volume(vertices: Floats, triangles: Indices) -> float:
    """Return the volume that a closed surface encloses, m^3."""
    a, b, c = vertices[triangles].transpose(1, 0, 2)
    return float(np.einsum("tx,tx->", a, np.cross(b, c)) / 6)


def volume_gradient(vertices: Floats, triangles: Indices) -> Floats:
    """Return the volume's derivative by the vertices (s, 3), m^2."""
    corners, found = vertices[triangles], np.zeros_like(vertices)
    for i in range(3):
        np.add.at(found, triangles[:, i], np.cross(corners[:, (i + 1) % 3], corners[:, (i + 2) % 3]) / 6)
    return found


def volume_hessian(vertices: Floats, triangles: Indices) -> tuple[Indices, Indices, Floats]:
    """Return the second derivative: vertices of rows and columns (k,), and blocks (k, 3, 3) to be summed.

    The blocks are linear in the vertices.
    """
    rows, columns, blocks = [], [], []
    for i in range(3):
        third = vertices[triangles[:, (i + 2) % 3]]
        block = -np.einsum("ijk,tk->tij", CROSS, third) / 6
        one, other = triangles[:, i], triangles[:, (i + 1) % 3]
        rows += [one, other]
        columns += [other, one]
        blocks += [block, block.transpose(0, 2, 1)]
    return np.concatenate(rows), np.concatenate(columns), np.concatenate(blocks)
