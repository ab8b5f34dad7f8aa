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


# share of its cones' volumes below which a part's is round-off; points at which it is asked whether others
# contain it, and how often these may wind around one that is outside: 1/2 where it touches
ROUND_OFF, PROBES, OUTSIDE = 1e-12, 8, 0.25


def check_closed(vertices: Floats, triangles: Indices) -> None:
    """Raise MeshError unless each edge belongs to two triangles that pass it in opposite directions.

    It raises as well where the volume is not positive, as a whole or of a part that lies outside all others.
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
        x, y, z = vertices[triangles[turned[labels]]].mean(axis=(0, 1))
        raise MeshError(
            f"{np.count_nonzero(turned)} of its {len(turned)} parts are inside out, around "
            f"({x:.4g}, {y:.4g}, {z:.4g}) m: triangles must be counter-clockwise, seen from outside"
        )


def inverted(vertices: Floats, triangles: Indices) -> tuple[Indices, np.ndarray]:
    """Return the number of each triangle's part (t,), and whether each part (k,) is inside out.

    The surface is closed, and triangles of a part, which edges connect, agree. A part is inside out where its
    volume is negative and it lies outside all others. Within another it is a cavity; where two parts touch or
    intersect, nothing is said.
    """
    labels = parts_of(triangles)
    count = int(labels.max(initial=-1)) + 1
    corners = vertices[triangles] - vertices.mean(axis=0)
    cones = np.einsum("tx,tx->t", corners[:, 0], np.cross(corners[:, 1], corners[:, 2]))
    volumes, sizes = np.bincount(labels, cones), np.bincount(labels, np.abs(cones))
    low, high = np.full((2, count, 3), np.inf) * np.array([1.0, -1.0])[:, None, None]
    np.minimum.at(low, labels, corners.min(axis=1))
    np.maximum.at(high, labels, corners.max(axis=1))
    turned = volumes < -ROUND_OFF * sizes
    for part in np.flatnonzero(turned):
        own = corners[labels == part, 0]
        for point in own[np.unique(np.linspace(0, len(own) - 1, PROBES).astype(int))]:
            near = ((low <= point) & (point <= high)).all(axis=1)
            near[part] = False
            others = [_winding(point, corners[labels == each]) for each in np.flatnonzero(near)]
            if max(map(abs, others), default=0.0) > OUTSIDE:
                turned[part] = False
                break
    return labels, turned


def parts_of(triangles: Indices) -> Indices:
    """Return the number of the part (t,) of each triangle of a closed surface; edges connect a part."""
    edges = np.sort(triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    order = np.lexsort(edges.T)
    pairs = (order // 3)[: len(order) // 2 * 2].reshape(-1, 2)  # each edge belongs to two triangles
    return connected(pairs, len(triangles))[1]


def _winding(point: Floats, corners: Floats) -> float:
    """Return how often a closed surface (t, 3, 3) winds around a point (Van Oosterom and Strackee 1983)."""
    a, b, c = (corners - point).transpose(1, 0, 2)
    x, y, z = (np.linalg.norm(each, axis=1) for each in (a, b, c))
    across, along = np.einsum("tx,tx->t", a, np.cross(b, c)), x * y * z
    for one, other, far in ((a, b, z), (b, c, x), (c, a, y)):
        along = along + np.einsum("tx,tx->t", one, other) * far
    return float(np.arctan2(across, along).sum() / (2 * np.pi))


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
