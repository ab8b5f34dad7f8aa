"""A checked tetrahedral mesh and the geometry that linear elements need.

The barycentric functions of a tetrahedron with corners x_0 .. x_3 and edges e_k = x_k - x_0 have constant
gradients

    grad b_1 = (e_2 x e_3) / 6V,   grad b_2 = (e_3 x e_1) / 6V,   grad b_3 = (e_1 x e_2) / 6V,
    grad b_0 = -(grad b_1 + grad b_2 + grad b_3),   6V = e_1 . (e_2 x e_3),

and V is positive when the corners 1, 2, 3 turn counter-clockwise as seen from the side away from corner 0:
the order of VTK, Gmsh and Medit. Any finite element text has these; they follow from b_k(x_j) = delta_kj.

Memory layout: vertices (n, 3) and tets (m, 4) in C order, one row for each vertex or element. All arrays are
read-only, because everything derived from them is cached.

Limits: elements of ten nodes are eight linear ones here (`meshes.quadratic`). Faces shared by more than two
elements are not looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from softrein.errors import MeshError, shown

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]
A = TypeVar("A", bound=np.ndarray)

# Smallest volume of an element relative to the cube of its longest edge (0.12 for a regular one); smaller
# ones count as degenerate. The poorest elements of usable meshes have about 1e-5; rounding of coordinates a
# million edge lengths away from the origin changes the volume by 1e-10.
SMALLEST_RELATIVE_VOLUME = 1e-9

# fraction of an element's size: tolerated distance of a mid-edge node from the middle of its edge
ROUND_OFF = 1e-9

# m: beyond these lengths the squares of areas and volumes underflow or overflow
SHORTEST, LONGEST = 1e-30, 1e30

MATERIAL_RANGE = "needs density > 0, Young's modulus > 0, -1 < Poisson's ratio < 0.5"

_NAMED = 5  # most offending vertices or elements named in a message
_LISTED, _LONGEST_NAME = 8, 40  # most names in a message, and most characters of each
EDGES = np.array([[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]])
# vertices of the faces, ordered outwards if the volume is positive
_FACES = np.array([[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]])

# The eight tetrahedra that an element of ten nodes is split into: corners 0 to 3, middles of `EDGES` 4 to 9.
PARTS = np.array(
    [
        [0, 4, 5, 6],
        [4, 1, 7, 8],
        [5, 7, 2, 9],
        [6, 8, 9, 3],
        [4, 9, 7, 5],
        [4, 9, 8, 7],
        [4, 9, 6, 8],
        [4, 9, 5, 6],
    ]
)
# position of each node among the corners of the first four of these tetrahedra
_NODES = (0, 5, 10, 15, 1, 2, 3, 6, 7, 11)


class MeshMaterial(NamedTuple):
    """An isotropic material that a mesh's file gives to some of its elements."""

    density: float  # [kg/m^3], above 0
    young: float  # [Pa], above 0
    poisson: float  # above -1, below 0.5
    elements: Indices  # (count,) element indices
    law: str = "stvk"  # name of the elastic law; mesh formats do not store it


@dataclass(frozen=True, eq=False, repr=False)
class TetMesh:
    """Tetrahedra with named regions of vertices and of elements, valid by construction.

    Parameters
    ----------
    vertices : (n, 3) float [m]. Every one must belong to an element, but for the last `loose` ones.
    tets : (m, 4) int, vertex indices from 0, every element of positive volume (see the module's formula).
    regions : name -> vertex indices, in any order; kept sorted and without repeats. Regions may overlap.
    element_regions : name -> element indices, likewise. A name may be in both: the two need not agree.
    materials : name -> a material that the file gives to elements; no element has two.
    loose : how many vertices at the end belong to no element, but to things that move freely beside the body.
    quadratic : every eight consecutive elements are the parts of one with ten nodes (`meshes.quadratic`).

    Raises `MeshError`, naming the first offenders: wrong shapes, coordinates that are not finite, indices out
    of range, inverted or degenerate or repeated elements, unused vertices, bad regions, bad materials.
    """

    vertices: Floats
    tets: Indices
    regions: Mapping[str, Indices] = field(default_factory=dict)
    element_regions: Mapping[str, Indices] = field(default_factory=dict)
    materials: Mapping[str, MeshMaterial] = field(default_factory=dict)
    loose: int = 0
    quadratic: bool = False

    def __post_init__(self) -> None:
        vertices, tets = _checked_vertices(self.vertices), _integers(self.tets, "tets")
        _check_tets(tets, len(vertices) - self.loose)
        _check_volumes(vertices, tets)
        if self.quadratic:
            _check_parts(vertices, tets)
        self._keep("vertices", _frozen(vertices))
        self._keep("tets", _frozen(tets))
        self._keep("regions", _checked_regions(self.regions, "vertex", len(vertices)))
        self._keep("element_regions", _checked_regions(self.element_regions, "element", len(tets)))
        self._keep("materials", _checked_materials(self.materials, len(tets)))

    def _keep(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild through the constructor: a mesh from another process is checked and read-only as well."""
        return TetMesh, (
            self.vertices,
            self.tets,
            dict(self.regions),
            dict(self.element_regions),
            dict(self.materials),
            self.loose,
            self.quadratic,
        )

    def __repr__(self) -> str:
        names = _sizes(self.regions) or "none"
        more = f", regions of elements: {_sizes(self.element_regions)}" if self.element_regions else ""
        more += f", materials: {', '.join(self.materials)}" if self.materials else ""
        return f"TetMesh({len(self.vertices)} vertices, {len(self.tets)} tets, regions: {names}{more})"

    @cached_property
    def volumes(self) -> Floats:
        """The volumes of the elements (m,) [m^3], all positive."""
        return _frozen(signed_volumes(self.vertices, self.tets))

    @cached_property
    def surface(self) -> Indices:
        """Vertex indices (k, 3) of the boundary triangles: faces of one element only, turned outward."""
        faces = self.tets[:, _FACES].reshape(-1, 3)
        order, starts = _grouped(np.sort(faces, axis=1))
        single = starts & np.append(starts[1:], True)
        return _frozen(faces[np.sort(order[single])])

    @cached_property
    def shape_gradients(self) -> Floats:
        """The gradients (m, 4, 3) [1/m] of the four barycentric functions of each element."""
        return _frozen(barycentric_gradients(self.vertices, self.tets))

    @cached_property
    def edges(self) -> Indices:
        """Vertex indices (e, 2) of all edges, smaller index first, sorted, each once."""
        n = len(self.vertices)
        pairs = np.sort(self.tets[:, EDGES].reshape(-1, 2), axis=1)
        keys = np.unique(pairs[:, 0] * n + pairs[:, 1])
        return _frozen(np.stack([keys // n, keys % n], axis=1))

    def vertices_of(self, elements: Indices) -> Indices:
        """Return the vertices (count,) of elements, ascending, each once."""
        return np.unique(self.tets[elements])

    @property
    def sides(self) -> Floats:
        """The sides (3,) [m] of the box around all elements."""
        return np.asarray(np.ptp(self.vertices[: len(self.vertices) - self.loose], axis=0))

    @cached_property
    def parts(self) -> tuple[int, Indices]:
        """The unconnected parts: (count, labels (n - loose,)), the label is the part of a vertex."""
        count, labels = connected(self.edges, len(self.vertices) - self.loose)
        return count, _frozen(labels)


def listed(names: Iterable[object]) -> str:
    """List names from a file in a message: at most `_LISTED` of them, each of a bounded length."""
    found = [shown(name, _LONGEST_NAME)[1:-1] for name in names]
    more = f" and {len(found) - _LISTED} more" if len(found) > _LISTED else ""
    return ", ".join(found[:_LISTED]) + more


def connected(pairs: Indices, size: int) -> tuple[int, Indices]:
    """Return the number of groups into which `pairs` (k, 2) connect `size` things, and labels (size,)."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    graph = coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(size, size))
    count, labels = connected_components(graph, directed=False)
    return int(count), labels.astype(np.int64)


def boundary_volume(vertices: Floats, triangles: Indices) -> float:
    """Return the volume [m^3] in a closed surface of outward triangles (k, 3): a third of the flux of x."""
    a, b, c = (vertices[triangles[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6.0)


def barycentric_gradients(vertices: Floats, tets: Indices) -> Floats:
    """Return the gradients (m, 4, 3) [1/m] that the module's formula gives."""
    e1, e2, e3 = _edge_vectors(vertices, tets)
    last = np.stack([np.cross(e2, e3), np.cross(e3, e1), np.cross(e1, e2)], axis=1)
    last /= 6.0 * signed_volumes(vertices, tets)[:, None, None]
    return np.concatenate([-last.sum(axis=1, keepdims=True), last], axis=1)


def signed_volumes(vertices: Floats, tets: Indices) -> Floats:
    """Return the volumes (m,) [m^3], negative where the corners are in the inverted order."""
    e1, e2, e3 = _edge_vectors(vertices, tets)
    volumes: Floats = np.einsum("ij,ij->i", e1, np.cross(e2, e3)) / 6.0
    return volumes


def _edge_vectors(vertices: Floats, tets: Indices) -> tuple[Floats, Floats, Floats]:
    origin = vertices[tets[:, 0]]
    e1, e2, e3 = (vertices[tets[:, k]] - origin for k in (1, 2, 3))
    return e1, e2, e3


def _frozen(array: A) -> A:
    array.setflags(write=False)
    return array


def _grouped(rows: Indices) -> tuple[Indices, npt.NDArray[np.bool_]]:
    """Return a stable order that brings equal rows together, and whether each row in it starts a group."""
    order = np.lexsort(rows.T)
    ordered = rows[order]
    return order, np.append(True, (ordered[1:] != ordered[:-1]).any(axis=1))


def _first(offenders: Indices) -> str:
    """List offenders as '3, 7, 9' or '3, 7, 9, 12, 15 and 120 more'."""
    named = ", ".join(str(i) for i in offenders[:_NAMED])
    return named if len(offenders) <= _NAMED else f"{named} and {len(offenders) - _NAMED} more"


def _refuse(bad: npt.ArrayLike, what: str, remedy: str) -> None:
    offenders = np.flatnonzero(bad)
    if len(offenders):
        raise MeshError(f"{what} {_first(offenders)}: {remedy}")


def _shaped(given: object, name: str, width: int, convert: Callable[[object], A]) -> A:
    try:
        array = convert(given)
    except (TypeError, ValueError, OverflowError) as error:
        raise MeshError(f"{name} cannot be read as an array with {width} columns: {error}") from None
    if array.ndim != 2 or array.shape[1] != width or len(array) == 0:
        raise MeshError(f"{name} must have the shape (count, {width}) and a row at least, not {array.shape}")
    return array


def _checked_vertices(given: object) -> Floats:
    vertices = _shaped(given, "vertices", 3, lambda values: np.array(values, dtype=np.float64, order="C"))
    _refuse(~np.isfinite(vertices).all(axis=1), "vertices", "coordinates must be finite numbers")
    return vertices


def _integers(given: object, name: str) -> Indices:
    return _shaped(given, name, 4, _as_indices)


def _as_indices(given: object) -> Indices:
    """Return a fresh int64 array; it may be empty, anything that is not of integer type is refused."""
    array = np.asarray(given)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"indices must be integers, not {array.dtype}")
    if array.dtype == np.uint64 and array.size and array.max() > np.iinfo(np.int64).max:
        raise OverflowError("an index does not fit into 64 bits")
    return np.array(array, dtype=np.int64, order="C")


def _check_tets(tets: Indices, count: int) -> None:
    bad = ((tets < 0) | (tets >= count)).any(axis=1)
    _refuse(bad, "elements", f"vertex index out of range, there are {count} vertices numbered from 0")
    used = np.zeros(count, dtype=bool)
    used[tets] = True
    _refuse(~used, "vertices", "not used by any element; drop them")
    _check_repeats(tets)


def nodes_of_parts(tets: Indices) -> Indices:
    """Return the nodes (m / 8, 10) of quadratic elements, from the consecutive parts of each."""
    return np.asarray(tets.reshape(-1, len(PARTS), 4)[:, :4].reshape(-1, 16)[:, _NODES])


def _check_parts(vertices: Floats, tets: Indices) -> None:
    how = "meshes.quadratic.quadratic makes them"
    if len(tets) % len(PARTS) or (nodes_of_parts(tets)[:, PARTS].reshape(-1, 4) != tets).any():
        raise MeshError(f"tets are not the parts of quadratic elements: {how}")
    places = vertices[nodes_of_parts(tets)]
    off = np.abs(places[:, 4:] - places[:, EDGES].mean(axis=2)).max(axis=(1, 2))
    size = np.ptp(places, axis=1).max(axis=1)
    _refuse(off > ROUND_OFF * size, "quadratic elements", f"an edge's middle is not in the middle; {how}")


def _check_repeats(tets: Indices) -> None:
    order, starts = _grouped(np.sort(tets, axis=1))
    repeat = np.zeros(len(tets), dtype=bool)
    repeat[order] = ~starts
    _refuse(repeat, "elements", "same four vertices as an earlier element; drop them")


def all_inverted(vertices: Floats, tets: Indices) -> bool:
    """Whether all elements that have a volume are inverted."""
    volumes = signed_volumes(vertices, tets)
    limit = SMALLEST_RELATIVE_VOLUME * np.sqrt(_longest_edge_squared(vertices, tets)) ** 3
    return bool((volumes <= limit).all() and (volumes < -limit).any())


def _check_volumes(vertices: Floats, tets: Indices) -> None:
    # absurd coordinates are reported as degenerate elements below
    with np.errstate(over="ignore", invalid="ignore"):
        volumes = signed_volumes(vertices, tets)
        longest = np.sqrt(_longest_edge_squared(vertices, tets))
        limit = SMALLEST_RELATIVE_VOLUME * longest**3
        _refuse(volumes < -limit, "elements", "inverted (negative volume); swap two vertices of each")
        fair = (volumes > limit) & (longest > SHORTEST) & (longest < LONGEST)
        _refuse(~fair, "elements", "degenerate (no volume); repair or remesh")


def _longest_edge_squared(vertices: Floats, tets: Indices) -> Floats:
    longest = np.zeros(len(tets))
    for a, b in EDGES:
        edge = vertices[tets[:, a]] - vertices[tets[:, b]]
        np.maximum(longest, np.einsum("ij,ij->i", edge, edge), out=longest)
    return longest


def _sizes(regions: Mapping[str, Indices]) -> str:
    return ", ".join(f"{name} {len(indices)}" for name, indices in regions.items())


def _checked_regions(given: object, of: str, count: int) -> Mapping[str, Indices]:
    """Check regions of vertices or of elements, whichever `of` says, of which there are `count`."""
    if not isinstance(given, Mapping):
        raise MeshError(f"regions must map names to {of} indices, as in {{'foot': [0, 1, 2]}}")
    return MappingProxyType({name: _checked_region(name, part, of, count) for name, part in given.items()})


def _checked_region(name: object, given: object, of: str, count: int) -> Indices:
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise MeshError(f"region {shown(name)}: a region's name must be printable text and not empty")
    try:
        indices = np.unique(_as_indices(given))
    except (TypeError, ValueError, OverflowError) as error:
        raise MeshError(f"region {shown(name)} must be a list of {of} indices: {error}") from None
    bad = indices[(indices < 0) | (indices >= count)]
    if len(bad):
        kind = {"vertex": "vertices", "element": "elements"}[of]
        raise MeshError(f"region {shown(name)}: {kind} {_first(bad)} out of range, there are {count} from 0")
    return _frozen(indices)


def _checked_materials(given: object, count: int) -> Mapping[str, MeshMaterial]:
    if not isinstance(given, Mapping) or not all(isinstance(each, MeshMaterial) for each in given.values()):
        raise MeshError("materials must map names to MeshMaterial(density, young, poisson, elements)")
    taken = np.zeros(count, dtype=bool)
    found = {}
    for name, (density, young, poisson, elements, law) in given.items():
        if not (0 < density < np.inf and 0 < young < np.inf and -1 < poisson < 0.5):
            raise MeshError(f"material {shown(name)}: {MATERIAL_RANGE}")
        kept = _checked_region(name, elements, "element", count)
        _refuse(np.isin(np.arange(count), kept[taken[kept]]), "elements", "made of two materials")
        taken[kept] = True
        found[name] = MeshMaterial(float(density), float(young), float(poisson), kept, law)
    return MappingProxyType(found)
