"""Points that move with a body, and their distances from where they should be.

A point s is the weighted sum of a tetrahedron's corners, as a skin's vertices are (`meshes.embedding`), so
that all of them are linear in the body's displacement u of its free degrees of freedom,

    x = x_0 + W u.

In a basis U the coordinates p whose points come nearest to places y, in the mean square over the points, are

    min_p 1/s |W U p - (y - x_0)|^2 = min_p |R p - g|^2 + a rest that no p changes,

W U / sqrt(s) = Q R, g = Q^T (y - x_0) / sqrt(s): as many rows as p has entries replace all points.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy import sparse

from meshes.embedding import check_extent, embed
from meshes.tetmesh import TetMesh
from offline.full.factorisation import Restricted
from reduce.protocols import Body, Sparse
from softrein.errors import MeshError

Array = np.ndarray

AT_ONCE = 64  # states processed together
ROUND_OFF = 1e-9  # vertices whose weight for a point is below this do not move it
RANK = 1e-9  # relative singular value below which a direction moves no point
# stiffness of the points' constraint relative to the body's, when its other vertices follow elastically
FIRMLY = 1e6


class Bound(NamedTuple):
    """Points that move with a body."""

    rest: Array  # (3 s,) m, x_0, points at rest
    moves: Sparse  # (3 s, n) W, displacement of the points by the body's vertices

    @property
    def points(self) -> int:
        """How many points there are."""
        return len(self.rest) // 3

    def apart(self, u: Array, places: Array) -> Array:
        """Return the distances (k, s) m of the points at u (n, k) from places (k, 3 s) m."""
        ways = (self.moves @ u).T + self.rest - places
        return np.asarray(np.linalg.norm(ways.reshape(len(ways), -1, 3), axis=2))


class Lost(NamedTuple):
    """Distances of points from where they should be, over all points and steps."""

    rms: float  # m, root mean square distance
    most: float  # m, largest distance

    @property
    def words(self) -> str:
        """Both distances for a message."""
        return f"{length(self.rms)} ({length(self.most)} at most)"


def length(metres: float) -> str:
    """Write a length in mm, or from 1 cm on in cm."""
    return f"{1e3 * metres:.2g} mm" if metres < 0.01 else f"{1e2 * metres:.3g} cm"


class Fit(NamedTuple):
    """The motion in a basis that comes nearest to places over time."""

    # (q, r) R of a QR factorisation: |R p - g| is the rms distance of the points, up to a constant
    rows: Array
    goals: Array  # (k, q) g, goals at each instant
    coordinates: Array  # (k, r) p, coordinates closest to the animation
    lost: Lost  # distances that the basis cannot reduce

    def distance(self, coordinates: Array) -> float:
        """Return the distance, m rms over points and instants, of another motion (k, r) from this one."""
        return float(np.sqrt(np.mean(np.sum((coordinates @ self.rows.T - self.goals) ** 2, axis=1))))


def own_vertices(mesh: TetMesh, free: Array) -> Bound:
    """Return the body's own vertices, in its order."""
    return Bound(np.array(mesh.vertices).ravel(), sparse.eye_array(mesh.vertices.size, format="csr")[:, free])


def bind(points: Array, mesh: TetMesh, free: Array, vertices: Array | None = None) -> Bound:
    """Bind points (s, 3) m to a body at rest, or where its `vertices` (v, 3) m are.

    Raises MeshError where a point lies too far from the body, all are in one spot, or on what is held.
    """
    where = mesh if vertices is None else TetMesh(vertices, mesh.tets)
    check_extent(points, where)
    corners, weights = embed(points, where)
    weights = np.where(np.abs(weights) < ROUND_OFF, 0.0, weights)
    rows = np.repeat(np.arange(len(points)), 4)
    size = (len(points), len(mesh.vertices))
    each = sparse.csr_array((weights.ravel(), (rows, corners.ravel())), shape=size)
    moves = sparse.kron(each, sparse.eye_array(3), format="csr")[:, free]
    if not np.abs(moves).max() > 0:
        raise MeshError("all of its points lie on the held part of the body: none of them can move")
    return Bound((each @ mesh.vertices).ravel(), sparse.csr_array(moves))


def lost(bound: Bound, u: Array, places: Array) -> Lost:
    """Return the distances of the points of states u (n, k) m from places (k, 3 s) m."""
    return _over_time(lambda part: bound.apart(u[:, part], places[part]), len(places))


def lost_between(bound: Bound, u: Array, other: Array) -> Lost:
    """Return the distances of the points of states u (n, k) m from those of others (n, k)."""

    def apart(part: slice) -> Array:
        ways = (bound.moves @ (u[:, part] - other[:, part])).T
        return np.asarray(np.linalg.norm(ways.reshape(len(ways), -1, 3), axis=2))

    return _over_time(apart, u.shape[1])


def _over_time(apart: Callable[[slice], Array], count: int) -> Lost:
    """Return the rms and the largest of distances `apart` (frames, points) over `count` frames."""
    square, most, each = 0.0, 0.0, 1
    for first in range(0, count, AT_ONCE):
        found = apart(slice(first, first + AT_ONCE))
        square, most, each = square + float(np.sum(found**2)), max(most, float(found.max())), found.shape[1]
    return Lost(float(np.sqrt(square / (count * each))), most)


def fit(bound: Bound, vectors: Array, places: Array) -> Fit:
    """Return the motion in a basis `vectors` (n, r) that comes nearest to places (k, 3 s) m."""
    size = np.sqrt(bound.points)
    onto, rows = np.linalg.qr((bound.moves @ vectors) / size)
    goals = ((places - bound.rest) @ onto) / size
    p = np.linalg.lstsq(rows, goals.T, rcond=RANK)[0]
    return Fit(rows, goals, p.T, lost(bound, vectors @ p, places))


def on_vertices(body: Body, bound: Bound, places: Array) -> Array:
    """Return displacements (n, k) m of a body whose points are at places (k, 3 s) m.

    Other vertices follow elastically, by the stiffness at rest. Where the points cover a whole surface, its
    rotations and stretches continue inside.
    """
    stiffness, held = body.stiffness(np.zeros(body.mass.size)), bound.moves.T @ bound.moves
    on_points = held.diagonal()
    firm = FIRMLY * stiffness.diagonal().mean() / on_points[on_points > 0].mean()
    solver = Restricted(sparse.csc_matrix(stiffness + firm * held), np.arange(body.mass.size))
    right = firm * (bound.moves.T @ (places - bound.rest).T)
    return np.column_stack([solver.solve(each) for each in right.T])
