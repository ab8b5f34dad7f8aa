"""Tetrahedra of an implicit shape: first the surface where its function vanishes, then what this encloses.

The surface comes from VTK's contour filter (flying edges, a form of marching cubes), the tetrahedra from
fTetWild (Hu, Schneider, Wang, Zorin and Panozzo, "Fast tetrahedral meshing in the wild", 2020) by way of
pytetwild, an optional package that is needed only to make a mesh anew.

Element edges are `Fineness.skin` long at the surface and longer by `growth` times the depth below it.

Limits: edges that are sharper than a cell of the grid come out bevelled; fTetWild moves the surface by up to
`Fineness.envelope`. It never makes the same mesh twice: the number of vertices varies by some per cent.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from meshes.shapes.implicit import Floats, Shape, above_ground, blend
from meshes.tetmesh import Indices, TetMesh, boundary_volume
from softrein.errors import MeshError, missing_extra

if TYPE_CHECKING:
    from pyvista import DataSet, ImageData

STOP_ENERGY = 8.0  # conformal AMIPS energy of the worst element at which fTetWild stops; 3 is ideal
# fTetWild meshes a whole box and then discards what is outside, where coarse elements are sufficient (24 s
# instead of minutes for the flower). It starts with one edge length everywhere, given here in units of the
# skin's, and refines it.
COARSEST = 4.0
GROWTH_OUTSIDE = 0.5  # m of edge length per m of distance from the surface
TETRAHEDRON = 10  # VTK's number of this cell type

SLACK = 0.0005  # m: vertices of the skin up to this height belong to the sole, but its bevelled rim does not
# ratio of spacings of a first, coarse grid to the fine one
COARSER = 4
NEAR = 1.5  # in coarse cells: the fine grid is evaluated only where the surface is nearer than this


@dataclass(frozen=True)
class Fineness:
    """The fineness of a mesh; lengths in m."""

    grid: float  # m, spacing of the grid in which the surface is found
    skin: float  # m, edge length at the surface
    # m, how far the surface may move; where it is curved, little freedom makes small elements
    envelope: float
    growth: float = 0.0  # increase of the edge length per metre of depth


def solid_mesh(shape: Shape, box: Floats, fineness: Fineness) -> TetMesh:
    """Make tetrahedra of the shape within a box, without regions.

    `box` (2, 3) [m] are its lowest and highest corner. Vertices that are neighbours have numbers close to
    each other, which makes files and matrices small; coordinates are rounded to single precision. Raises
    MissingPackageError without pytetwild, and MeshError as `iso_surface` and `TetMesh` do.
    """
    vertices, triangles = iso_surface(shape, box, fineness.grid)
    sizes = _sizes(shape, box, fineness)
    points, tets = tetrahedralise(vertices, triangles, COARSEST * fineness.skin, fineness.envelope, sizes)
    points, tets = _in_order(points, tets)
    return TetMesh(points.astype(np.float32), tets)


def standing_body(
    parts: Mapping[str, Shape], crease: float, box: Floats, fineness: Fineness
) -> tuple[TetMesh, dict[str, Indices], Indices]:
    """Make a body on the ground y = 0 whose parts blend over `crease` [m]. Raises as `solid_mesh`.

    Returns the mesh, the vertices of each part, and those of the sole.
    """
    whole = solid_mesh(above_ground(blend(list(parts.values()), crease)), box, fineness)
    mesh, sole = standing(whole, SLACK)
    return mesh, nearest_parts(parts, mesh.vertices), sole


def iso_surface(shape: Shape, box: Floats, spacing: float) -> tuple[Floats, Indices]:
    """Return vertices (n, 3) [m] and outward triangles (k, 3) where the shape vanishes, in a box (2, 3) [m].

    Raises MeshError where the surface is not closed: the box cuts it, or it is finer than `spacing` [m].
    """
    grid, coarse = _grid(box, spacing), _grid(box, COARSER * spacing)
    coarse["value"] = shape(_points(coarse))
    values = np.array(grid.sample(coarse)["value"], dtype=np.float64)
    near = np.abs(values) < NEAR * COARSER * spacing
    values[near] = shape(_points(grid)[near])
    grid["value"] = values
    surface = grid.contour([0.0], "value", method="flying_edges").clean().triangulate()
    if surface.n_cells == 0 or not surface.is_manifold:
        raise MeshError("the surface is not closed: the box cuts it, or parts are thinner than the spacing")
    vertices, triangles = _points(surface), surface.regular_faces.astype(np.int64)
    inward = boundary_volume(vertices, triangles) < 0
    return vertices, triangles[:, ::-1] if inward else triangles


def tetrahedralise(
    vertices: Floats,
    triangles: Indices,
    edge: float,
    envelope: float,
    sizes: Mapping[str, np.ndarray] | None = None,
) -> tuple[Floats, Indices]:
    """Return points (n, 3) [m] and tets (m, 4) inside a closed surface, with edges of about `edge` [m].

    The surface moves by up to `envelope` [m].
    `sizes`, bg_vertices, bg_tets and bg_values as pytetwild takes them, are smaller edge lengths wanted over
    a mesh of the box. Raises MissingPackageError without pytetwild.
    """
    with _elsewhere():
        points, tets = _load_pytetwild().tetrahedralize(
            vertices,
            triangles.astype(np.int32),
            edge_length_abs=edge,
            # given in units of the diagonal
            epsilon=envelope / float(np.linalg.norm(np.ptp(vertices, axis=0))),
            stop_energy=STOP_ENERGY,
            num_threads=1,
            vtk_ordering=True,
            **(sizes or {}),
        )
    used, numbers = np.unique(tets, return_inverse=True)
    return points[used], numbers.reshape(-1, 4).astype(np.int64)


@contextmanager
def _elsewhere() -> Iterator[None]:
    """Work in a temporary folder within the `with` block: the mesher leaves a file where it runs."""
    here = Path.cwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(here)


def nearest_parts(parts: Mapping[str, Shape], vertices: Floats) -> dict[str, Indices]:
    """Assign the vertices (n, 3) to the parts of a body: each to the one in which it is deepest."""
    deepest = np.argmin([shape(vertices) for shape in parts.values()], axis=0)
    return {name: np.flatnonzero(deepest == k) for k, name in enumerate(parts)}


def standing(mesh: TetMesh, slack: float) -> tuple[TetMesh, Indices]:
    """Return the mesh with its sole, the skin below y = `slack` [m], put at y = 0, and the sole."""
    skin = np.unique(mesh.surface)
    sole = skin[mesh.vertices[skin, 1] < slack]
    vertices = mesh.vertices.copy()
    vertices[sole, 1] = 0.0
    return TetMesh(vertices, mesh.tets), sole


def skin_near(mesh: TetMesh, place: Floats, radius: float) -> Indices:
    """Return the vertices of the surface within a radius [m] of a place (3,) [m]."""
    skin = np.unique(mesh.surface)
    return skin[np.linalg.norm(mesh.vertices[skin] - place, axis=1) < radius]


def _in_order(points: Floats, tets: Indices) -> tuple[Floats, Indices]:
    """Reorder the vertices by reverse Cuthill-McKee, and the elements by their lowest vertex."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import reverse_cuthill_mckee

    rows, columns = np.repeat(tets, 4, axis=1).ravel(), np.tile(tets, 4).ravel()
    graph = coo_array((np.ones(len(rows)), (rows, columns)), shape=(len(points), len(points)))
    order = reverse_cuthill_mckee(graph.tocsr(), symmetric_mode=True)
    numbers = np.empty_like(order)
    numbers[order] = np.arange(len(order))
    renumbered = numbers[tets].astype(np.int64)
    return points[order], renumbered[np.lexsort(np.sort(renumbered, axis=1).T[::-1])]


def _sizes(shape: Shape, box: Floats, fineness: Fineness) -> dict[str, np.ndarray]:
    """Return the wanted edge lengths over a coarse mesh of the box, as pytetwild takes them."""
    cells = _grid(box, 2.0 * fineness.skin).to_tetrahedra()
    points = _points(cells)
    values = shape(points)
    lengths = fineness.skin + np.where(values < 0.0, -fineness.growth * values, GROWTH_OUTSIDE * values)
    return {
        "bg_vertices": points,
        "bg_tets": cells.cells_dict[TETRAHEDRON].astype(np.int32),
        "bg_values": np.minimum(lengths, COARSEST * fineness.skin),
    }


def _grid(box: Floats, spacing: float) -> ImageData:
    """Return points `spacing` apart that cover a box (2, 3) [m], from its lowest corner."""
    import pyvista

    count = np.ceil((box[1] - box[0]) / spacing).astype(int) + 2
    return pyvista.ImageData(dimensions=count, spacing=[spacing] * 3, origin=box[0])


def _points(mesh: DataSet) -> Floats:
    return np.asarray(mesh.points, dtype=np.float64)


def _load_pytetwild() -> ModuleType:
    try:
        import pytetwild
    except ImportError as error:
        raise missing_extra("mesh", "making tetrahedra", "pytetwild") from error
    return pytetwild
