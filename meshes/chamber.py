"""Closed surfaces of triangles: a check that they are closed and look outwards, and the volume within.

    V = 1/6 sum over triangles of det(a, b, c)

for corners a, b, c counter-clockwise as seen from outside; for a closed surface the place of the origin does
not matter. V is a cubic of the corners: its gradient at a is (b x c) / 6, its second derivative between a and
b is minus the cross product with c, over 6.
"""

from __future__ import annotations

import numpy as np

from meshes.tetmesh import Floats, Indices, connected
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
    labels, turned = inverted(vertices, triangles)
    if turned.any():
        x, y, z = vertices[triangles[labels == np.flatnonzero(turned)[0]]].mean(axis=(0, 1))
        raise MeshError(
            f"{np.count_nonzero(turned)} of its {len(turned)} parts are inside out, one of them around "
            f"({x:.4g}, {y:.4g}, {z:.4g}) m: triangles must be counter-clockwise seen from outside, and of a "
            "cavity seen from within it"
        )


def inverted(vertices: Floats, triangles: Indices) -> tuple[Indices, np.ndarray]:
    """Return the number of each triangle's connected part (t,), and which parts (k,) look the wrong way.

    The surface is closed, and each part's triangles agree. One that lies within an odd number of others is a
    cavity, and looks into it.
    """
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]]])
    of_vertex = connected(edges, len(vertices))[1]
    used, labels = np.unique(of_vertex[triangles[:, 0]], return_inverse=True)
    count, labels = len(used), labels.reshape(-1)
    corners = vertices[triangles]
    cones = np.einsum("tx,tx->t", corners[:, 0], np.cross(corners[:, 1], corners[:, 2]))
    volumes = np.bincount(labels, cones)
    if count == 1:
        return labels, volumes < 0
    firsts = triangles[np.unique(labels, return_index=True)[1], 0]
    around = [_around(vertices[at], corners, labels, own) for own, at in enumerate(firsts)]
    depth = (np.array(around) > 0.5).sum(axis=1)
    return labels, (volumes < 0) != (depth % 2 == 1)


def _around(point: Floats, corners: Floats, labels: Indices, own: int) -> Floats:
    """Return how often each part but its `own` winds around a point (k,), whichever way.

    By solid angles: Van Oosterom and Strackee 1983.
    """
    a, b, c = (corners - point).transpose(1, 0, 2)
    x, y, z = (np.linalg.norm(each, axis=1) for each in (a, b, c))
    across = np.einsum("tx,tx->t", a, np.cross(b, c))
    along = x * y * z
    for one, other, far in ((a, b, z), (b, c, x), (c, a, y)):
        along = along + np.einsum("tx,tx->t", one, other) * far
    found = np.abs(np.bincount(labels, np.arctan2(across, along))) / (2 * np.pi)
    found[own] = 0.0
    return np.asarray(found)


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
