"""Tetrahedra inside a closed surface of the user's: it is checked, then filled by `meshes.shapes.surfaces`.

A surface is closed when every edge belongs to exactly two triangles, which run through it in opposite
directions. One that encloses a volume but whose triangles disagree about outside is put in order, with a
warning; holes, and edges of three triangles or more, are refused: what is inside would be a guess.

The mesher may move the surface by `ENVELOPE` edge lengths. A tenth lost 2.6 % of a torus' volume; a fiftieth
made four times as many elements as the edge length asks for, where the surface curves.
"""

from __future__ import annotations

import numpy as np

from meshes.chamber import inverted, parts_of
from meshes.formats.surfaces import Surface
from meshes.shapes.surfaces import tetrahedralise
from meshes.tetmesh import Floats, Indices, TetMesh, boundary_volume, connected
from softrein.errors import MeshError, warn

ENVELOPE = 0.05  # largest distance of the surface from the original, in edge lengths
# default number of vertices: a few elements across most shapes, and seconds per pipeline stage
VERTICES = 2000
# most meshes generated to reach a number of vertices, and tolerated relative error of that number
TRIES, NEAR = 3, 0.15
MOST = 300_000  # most vertices: larger meshes take too long in all later stages


def solid(surface: Surface, edge: float | None = None, vertices: int = VERTICES) -> TetMesh:
    """Fill a closed surface with tetrahedra, by edges of about `edge` [m] or by about so many `vertices`.

    Raises MeshError where the surface is not closed or the mesh would be enormous, MissingPackageError
    without the mesher.
    """
    surface = closed(surface)
    volume = boundary_volume(*surface)
    if edge is not None:
        longest = float(np.ptp(surface.vertices, axis=0).max())
        if edge > longest:
            raise MeshError(
                f"edges of {edge:g} m are longer than the surface, which is {longest:.3g} m: take shorter "
                "ones, or another scale"
            )
        with np.errstate(over="ignore"):
            count = 2 * volume / np.float64(edge) / edge / edge
        if count > MOST:
            raise MeshError(f"edges of {edge:g} m would make {count:.1g} vertices: take longer ones")
        return _filled(surface, edge)
    edge = (2 * volume / vertices) ** (1 / 3)
    best = _filled(surface, edge)
    for _ in range(TRIES - 1):
        ratio = len(best.vertices) / vertices
        if abs(ratio - 1) <= NEAR:
            break
        # compromise between solids, where the count grows as edge^-3, and sheets, as edge^-2
        edge *= ratio**0.4
        mesh = _filled(surface, edge)
        if abs(np.log(len(mesh.vertices) / vertices)) >= abs(np.log(ratio)):
            break
        best = mesh
    return best


def closed(surface: Surface) -> Surface:
    """Return the surface with its triangles turned outward; those of cavities look into them.

    Raises MeshError where it is open or branches.
    """
    vertices, triangles = surface
    edges = triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
    pairs, which, counts = np.unique(np.sort(edges, axis=1), axis=0, return_inverse=True, return_counts=True)
    _refuse_branches(vertices, pairs[counts > 2])
    _refuse_holes(vertices, pairs[counts == 1])
    forward = np.bincount(which.ravel(), edges[:, 0] < edges[:, 1], len(pairs))
    if (forward != 1).any():
        triangles = _consistent(vertices, triangles)
    if boundary_volume(vertices, triangles) < 0:
        triangles = triangles[:, ::-1]
    labels, turned = inverted(vertices, triangles)
    if turned.any():
        warn(f"{np.count_nonzero(turned)} of the {len(turned)} parts of the surface were inside out")
        triangles = np.where(turned[labels][:, None], triangles[:, ::-1], triangles)
    volume = boundary_volume(vertices, triangles)
    if not volume > 1e-9 * float(np.ptp(vertices, axis=0).max()) ** 3:
        raise MeshError("the surface encloses no volume")
    return Surface(vertices, triangles)


def dihedral_angles(mesh: TetMesh) -> Floats:
    """Return the angles (m, 6) [degrees] between the faces of each element; 70.5 in a regular one."""
    normals = mesh.shape_gradients / np.linalg.norm(mesh.shape_gradients, axis=2, keepdims=True)
    i, j = np.triu_indices(4, 1)
    cosines = -np.einsum("mkx,mkx->mk", normals[:, i], normals[:, j])
    return np.asarray(np.degrees(np.arccos(np.clip(cosines, -1.0, 1.0))))


def _filled(surface: Surface, edge: float) -> TetMesh:
    points, tets = tetrahedralise(*surface, edge, ENVELOPE * edge)
    if not len(tets):
        raise MeshError(f"no tetrahedron fits into the surface with edges of {edge:g} m: take shorter ones")
    return TetMesh(points, tets)


def _refuse_branches(vertices: Floats, edges: Indices) -> None:
    if len(edges):
        raise MeshError(
            f"{len(edges)} edges belong to more than two triangles, one of them at "
            f"{_place(vertices, edges[:1])}: the surface touches or cuts itself; separate the parts"
        )


def _refuse_holes(vertices: Floats, edges: Indices) -> None:
    if not len(edges):
        return
    rims = np.unique(edges)
    local = np.searchsorted(rims, edges)
    count, labels = connected(local, len(rims))
    largest = labels[local[:, 0]] == np.bincount(labels[local[:, 0]]).argmax()
    size = f"{np.count_nonzero(largest)} edges around {_place(vertices, edges[largest])}"
    holes = f"a hole of {size}" if count == 1 else f"{count} holes, the largest of {size}"
    raise MeshError(
        f"the surface is not closed: it has {holes}; fill it in the program that made the surface"
    )


def _place(vertices: Floats, edges: Indices) -> str:
    middle = vertices[edges].mean(axis=(0, 1))
    return "(" + ", ".join(f"{x:.4g}" for x in middle) + ") m"


def _consistent(vertices: Floats, triangles: Indices) -> Indices:
    """Return the triangles, those of a part that edges connect turned alike, as most of them were."""
    import pyvista

    warn("the triangles disagree about which side is outside; they were put in order")
    after = pyvista.PolyData.from_regular_faces(vertices, triangles).compute_normals(
        cell_normals=False, split_vertices=False, consistent_normals=True, auto_orient_normals=False
    )
    turned = np.asarray(after.regular_faces, dtype=np.int64)
    edges = turned[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
    if len(np.unique(edges, axis=0)) < len(edges):
        raise MeshError("the surface has one side only (as a Klein bottle has): nothing is inside")
    labels, own, before = parts_of(turned), _by_corners(turned), _by_corners(triangles)
    kept = np.empty(len(turned), dtype=bool)
    kept[own] = _sense(turned)[own] == _sense(triangles)[before]
    most = np.bincount(labels, np.where(kept, 1, -1)) < 0  # each part looks as most of its triangles did
    return np.where(most[labels][:, None], turned[:, ::-1], turned)


def _by_corners(triangles: Indices) -> Indices:
    """Return the order of triangles by their corners, however these run."""
    return np.lexsort(np.sort(triangles, axis=1).T)


def _sense(triangles: Indices) -> np.ndarray:
    """Return in which sense each triangle's corners run, from the least one to the next."""
    order = np.argsort(triangles, axis=1)
    return np.asarray((order[:, 1] - order[:, 0]) % 3 == 1)
