"""Gmsh (.msh), VTK (.vtk, .vtu) and Medit (.mesh) files, through meshio.

The regions of a `TetMesh` are stored in each of them as follows, in reading and in writing:

- .vtk, .vtu: an integer array for each region, over the points or over the cells, "region:NAME", 1 inside and
  0 outside. In .vtk the name is percent-encoded (%20 for a blank), as VTK itself does; in .vtu escaped, which
  meshio forgets. Other arrays of whole numbers over the cells are read as regions of elements, too: one of 0
  and 1 under its own name, one of more values as "NAME_7"; one that numbers the elements is not.
- .msh: a physical group for each region, of points or of tetrahedra; an element in several is listed once for
  each, as Gmsh writes it. Physical groups of every dimension are read: volumes as regions of elements,
  the others as regions of their vertices; groups without a name as `meshes.formats.tags` says. Version 2.2 is
  written, as text, which every program reads; 2.2, 4.0 and 4.1 are read.
- .mesh: reference numbers, without names; see `meshes.formats.tags`.
- Other formats that meshio reads (`READ_ONLY`): its sets of points and of elements.

meshio trusts what it reads; so it reads in a process of its own (`meshes.formats.reader_process`), after
`meshes.formats.stated_counts` and `meshes.formats.other_files` have looked at the file, and whatever it
raises becomes a `MeshError`. Its readers are called one by one, since `meshio.read` prints and exits.

Limits: linear tetrahedra; of quadratic ones (tetra10) the corners are taken; other solid elements are
refused, and flat ones only make regions.
There is no .xdmf, which is a list of other files.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote
from xml.sax.saxutils import escape

import numpy as np

from meshes.formats.meshio_mended import GroupNames, group_names, mend_sets, read_by, sets_of_blocks
from meshes.formats.other_files import only_this, refuse_links
from meshes.formats.parsing import CORNERS_ONLY, RawMesh, check_file
from meshes.formats.reader_process import Arrays, malformed, read_apart
from meshes.formats.stated_counts import check_claims
from meshes.formats.tags import (
    KINDS,
    POINT,
    VOLUME,
    cell_regions,
    element_regions,
    rows_by_tag,
    tags_of,
    vertex_regions,
)
from meshes.tetmesh import Floats, Indices, TetMesh, listed
from softrein.errors import MeshError, missing, shown, warn

if TYPE_CHECKING:
    from meshio import Mesh

FORMATS = {".msh": "gmsh", ".vtk": "vtk", ".vtu": "vtu", ".mesh": "medit"}  # file suffix -> module of meshio

READ_ONLY = {  # the same for formats that are only read
    ".avs": "avsucd", ".bdf": "nastran", ".cgns": "cgns", ".e": "exodus", ".exo": "exodus", ".ex2": "exodus",
    ".f3grid": "flac3d", ".fem": "nastran", ".h5m": "h5m", ".inp": "abaqus", ".mdpa": "mdpa", ".med": "med",
    ".meshb": "medit", ".nas": "nastran", ".post": "permas", ".su2": "su2", ".tec": "tecplot",
    ".ugrid": "ugrid", ".vol": "netgen",
}  # fmt: skip
HDF5 = {
    ".cgns": "h5py",
    ".e": "netCDF4",
    ".exo": "netCDF4",
    ".ex2": "netCDF4",
    ".h5m": "h5py",
    ".med": "h5py",
}

REGION_ARRAY = "region:"
_REGIONS, _ELEMENT_REGIONS = (
    "regions/",
    "element regions/",
)  # prefix that separates these array names from others of the reading process
PHYSICAL, REFERENCE = "gmsh:physical", "medit:ref"
MOST_VALUES = 256  # largest array of distinct integers that may be a list of materials

_QUOTABLE = re.compile(r"[^\"\\]+")  # what may stand between quotes in a .msh file


def read_exchange(path: Path) -> RawMesh:
    """Read the tetrahedra of a file, by its suffix, one of `FORMATS` or `READ_ONLY`."""
    check_file(path)
    arrays = read_apart(path, f"{__name__}:parse")

    def under(folder: str) -> dict[str, Indices]:
        return {key.removeprefix(folder): values for key, values in arrays.items() if key.startswith(folder)}

    return RawMesh(arrays["vertices"], arrays["tets"], under(_REGIONS), under(_ELEMENT_REGIONS))


def parse(path: Path) -> Arrays:
    """Read a foreign file, in the process made for that: return the fields of a `RawMesh` by name."""
    suffix = path.suffix.lower()
    found, points = foreign(path)
    tets, rows = _tetrahedra(path, found)
    decode = unquote if suffix == ".vtk" else str
    names = group_names(path, found)
    regions, volumes = _regions(found, rows, names, decode), _element_regions(found, rows, names, decode)
    return (
        {"vertices": points, "tets": tets}
        | {_REGIONS + name: members for name, members in regions.items()}
        | {_ELEMENT_REGIONS + name: members for name, members in volumes.items()}
    )


def foreign(path: Path) -> tuple[Mesh, Floats]:
    """Return the mesh that meshio reads, and its points (n, 3), in the process that reads foreign files."""
    suffix = path.suffix.lower()
    if suffix in FORMATS:
        check_claims(path)
    with _quiet(path):
        module = _module(suffix)
        if suffix in HDF5:
            _check_hdf5(path, HDF5[suffix])
        owners = sets_of_blocks(path) if suffix == ".inp" else []
        with only_this(path):
            found = read_by(module, path)
        mend_sets(found, owners)
    points = np.asarray(found.points)
    if points.ndim != 2 or points.shape[1] != 3:
        raise MeshError(f"{path}: the points must have three coordinates, not {points.shape[1:]}")
    return found, points.astype(np.float64)


def _check_hdf5(path: Path, library: str) -> None:
    """Refuse an HDF5 file that links to others; report now that the `library` which reads it is missing."""
    import h5py

    import_module(library)
    if h5py.is_hdf5(path):  # netCDF4 also reads an older format, which has no links
        refuse_links(path)


def write_exchange(path: Path, partial: Path, mesh: TetMesh) -> None:
    """Write the file `path` under its temporary name `partial`."""
    suffix = path.suffix.lower()
    module, options = _module(suffix), {}
    if suffix == ".msh":
        content, options = _with_groups(path, mesh), {"fmt_version": "2.2", "binary": False}
    elif suffix == ".mesh":
        content = _with_references(path, mesh)
    else:
        content = _with_arrays(mesh, suffix)
    with _quiet(path):
        module.write(str(partial), content, **options)


def _module(suffix: str) -> ModuleType:
    return import_module(f"meshio.{(FORMATS | READ_ONLY)[suffix]}")


@contextmanager
def _quiet(path: Path) -> Iterator[None]:
    """Run something of meshio's: any failure is a `MeshError`, and what it prints is a Python warning."""
    printed = StringIO()
    try:
        with redirect_stdout(printed), redirect_stderr(printed), warnings.catch_warnings():
            # NumPy only warns when it stops at text that is not a number; the rest of the file is for other
            # readers
            warnings.simplefilter("ignore")
            warnings.filterwarnings("error", "string or file could not be read", DeprecationWarning)
            yield
    except (MeshError, MemoryError):
        raise
    except OSError as error:
        if error.strerror:
            raise MeshError(f"{path}: {error.strerror}") from None
        raise malformed(path, error) from error
    except ModuleNotFoundError as error:
        name = error.name or "of meshio's"
        raise missing(f"the package {name}", f"reading {path}", f"pip install {name}") from error
    except (Exception, SystemExit) as error:
        raise malformed(path, error) from error
    if said := " ".join(printed.getvalue().split()):
        warn(f"{path}: meshio says {shown(said)}")


class _Block(NamedTuple):
    """Cells of a kind, as a file lists them."""

    cells: Indices  # (count, corners) vertex indices
    dimension: int
    # (count,) indices of these cells among the mesh's elements; None: they are not tetrahedra
    elements: Indices | None


def _tetrahedra(path: Path, found: Mesh) -> tuple[Indices, list[_Block]]:
    kinds = [block.type in ("tetra", "tetra10") and len(block.data) > 0 for block in found.cells]
    if not any(kinds):
        there = ", ".join(sorted({block.type for block in found.cells})) or "no elements at all"
        raise MeshError(f"{path}: no tetrahedra in the file, it holds {shown(there)[1:-1]}")
    others = {
        block.type: len(block.data)
        for block, kind in zip(found.cells, kinds, strict=True)
        if block.dim == 3 and len(block.data) and not kind
    }
    if others:
        said = ", ".join(f"{count} x {shown(name)[1:-1]}" for name, count in others.items())
        raise MeshError(
            f"{path}: besides tetrahedra it holds {said}; split these into tetrahedra, or leave them out"
        )
    tables = [np.asarray(block.data) for block in found.cells]
    solid = [table for table, kind in zip(tables, kinds, strict=True) if kind]
    if any(table.ndim != 2 or table.shape[1] not in (4, 10) for table in solid):
        raise MeshError(f"{path}: malformed or truncated, tetrahedra must have 4 or 10 vertices")
    if any(table.shape[1] == 10 for table in solid):
        warn(f"{path}: {CORNERS_ONLY}")
    tets = np.concatenate([table[:, :4].astype(np.int64) for table in solid])
    tets, numbers = _each_once(tets, _physical_of(found, kinds))
    pieces = iter(np.split(numbers, np.cumsum([len(table) for table in solid])[:-1]))
    return tets, [
        _Block(table, block.dim, next(pieces) if kind else None)
        for table, block, kind in zip(tables, found.cells, kinds, strict=True)
    ]


def _physical_of(found: Mesh, kinds: list[bool]) -> Indices | None:
    """Return Gmsh's physical group of each tetrahedron in the listed order, or None where there are none."""
    tags = found.cell_data.get(PHYSICAL)
    if tags is None or len(tags) != len(kinds):
        return None
    return np.concatenate([np.asarray(tag).ravel() for tag, kind in zip(tags, kinds, strict=True) if kind])


def _each_once(tets: Indices, groups: Indices | None) -> tuple[Indices, Indices]:
    """Return the elements without Gmsh's copies for further groups, and each listed one's number among them.

    Where an element is listed twice for the same group, or without groups, all stay: a later check refuses
    them.
    """
    as_listed = tets, np.arange(len(tets))
    if groups is None or len(groups) != len(tets):
        return as_listed
    _, first, which = np.unique(np.sort(tets, axis=1), axis=0, return_index=True, return_inverse=True)
    if len(first) == len(tets):
        return as_listed
    listed = first[which.ravel()]
    if len(np.unique(np.stack([listed, groups]), axis=1).T) < len(tets):
        return as_listed
    kept = np.sort(first)
    return tets[kept], np.searchsorted(kept, listed)


def _regions(
    found: Mesh, blocks: list[_Block], given: GroupNames, decode: Callable[[str], str]
) -> dict[str, Indices]:
    """Return the regions of vertices."""
    sets = {name: np.asarray(members, dtype=np.int64) for name, members in found.point_sets.items()}
    pieces = [_point_arrays(found, decode), sets]
    flat = [block.elements is None for block in blocks]
    pieces += [{name: blocks[k].cells[members].ravel()} for k, name, members in _cell_sets(found) if flat[k]]
    for k, tags, names in _physical_groups(found, given):
        if flat[k]:
            cells, dimension = blocks[k].cells, blocks[k].dimension
            rows = rows_by_tag(tags)
            pieces += [{name: cells[rows[tag]].ravel()} for tag, name in names.items()]
            unnamed = np.where(np.isin(tags, list(names)), 0, tags)
            pieces.append(cell_regions(cells, unnamed, dimension, len(found.points)))
    if REFERENCE in found.point_data:
        pieces.append(vertex_regions(found.point_data[REFERENCE]))
    for block, tags in zip(blocks, found.cell_data.get(REFERENCE, []), strict=False):
        if block.elements is None:
            pieces.append(cell_regions(block.cells, tags, block.dimension, len(found.points)))
    return _joined(pieces)


def _element_regions(
    found: Mesh, blocks: list[_Block], given: GroupNames, decode: Callable[[str], str]
) -> dict[str, Indices]:
    elements = [block.elements for block in blocks]
    count = 1 + max(int(numbers.max()) for numbers in elements if numbers is not None)
    pieces = [
        {name: numbers[members]}
        for k, name, members in _cell_sets(found)
        if (numbers := elements[k]) is not None
    ]
    unnamed = np.zeros(count, dtype=np.int64)
    for k, tags, names in _physical_groups(found, given):
        if (numbers := elements[k]) is not None:
            rows = rows_by_tag(tags)
            pieces += [{name: numbers[rows[tag]]} for tag, name in names.items()]
            rest = ~np.isin(tags, list(names))
            unnamed[numbers[rest]] = tags[rest]
    pieces.append(element_regions(unnamed))
    for key, values in _cell_arrays(found, blocks, count):
        if key.startswith(REGION_ARRAY):
            pieces.append({decode(key.removeprefix(REGION_ARRAY)): np.flatnonzero(values)})
        elif key == REFERENCE:
            pieces.append(element_regions(values))
        elif not key.startswith("gmsh:"):
            pieces.append(_by_value(decode(key), values))
    return _joined(pieces)


def _joined(pieces: list[dict[str, Indices]]) -> dict[str, Indices]:
    parts: dict[str, list[Indices]] = {}
    for piece in pieces:
        for name, members in piece.items():
            parts.setdefault(name, []).append(members)
    return {name: np.unique(np.concatenate(part).astype(np.int64)) for name, part in parts.items()}


def _point_arrays(found: Mesh, decode: Callable[[str], str]) -> dict[str, Indices]:
    regions = {}
    for key, values in found.point_data.items():
        if key.startswith(REGION_ARRAY):
            column = np.asarray(values).reshape(len(found.points), -1)[:, 0]
            regions[decode(key.removeprefix(REGION_ARRAY))] = np.flatnonzero(column)
    return regions


def _cell_arrays(found: Mesh, blocks: list[_Block], count: int) -> Iterator[tuple[str, Indices]]:
    """Yield each array of whole numbers over the tetrahedra, (count,), with its name."""
    for key, pieces in found.cell_data.items():
        values = np.zeros(count, dtype=np.int64)
        for block, piece in zip(blocks, pieces, strict=False):
            table = np.asarray(piece)
            if block.elements is None:
                continue
            if table.dtype.kind not in "iu" or table.size != len(block.cells):
                break
            values[block.elements] = table.ravel()
        else:
            yield key, values


def _by_value(name: str, values: Indices) -> dict[str, Indices]:
    there = np.unique(values)
    if not name.strip() or not name.isprintable() or not 1 < len(there) <= min(MOST_VALUES, len(values) - 1):
        return {}
    if there.tolist() == [0, 1]:
        return {name: np.flatnonzero(values)}
    return {f"{name}_{value}": np.flatnonzero(values == value) for value in there.tolist()}


def _cell_sets(found: Mesh) -> Iterator[tuple[int, str, Indices]]:
    """Yield each named set of cells as (block, name, rows); in files of Gmsh 4.1 a cell may be in several."""
    for name, members in found.cell_sets.items():
        if name.startswith("gmsh:"):
            continue
        for k, (_, rows) in enumerate(zip(found.cells, members, strict=True)):
            if rows is not None and len(rows):
                yield k, name, np.asarray(rows, dtype=np.int64)


def _physical_groups(found: Mesh, names: GroupNames) -> Iterator[tuple[int, Indices, dict[int, str]]]:
    """Yield of each block its number, the group of each cell, and the names of the groups that have one."""
    for k, (block, values) in enumerate(zip(found.cells, found.cell_data.get(PHYSICAL, []), strict=False)):
        tags = np.asarray(values).ravel().astype(np.int64)
        there = np.unique(tags).tolist()
        yield k, tags, {tag: names[tag, block.dim] for tag in there if (tag, block.dim) in names}


def _with_arrays(mesh: TetMesh, suffix: str) -> Mesh:
    import meshio

    def encode(name: str) -> str:
        return quote(name, safe="") if suffix == ".vtk" else escape(name, {'"': "&quot;"})

    def arrays(regions: Mapping[str, Indices], count: int) -> dict[str, Indices]:
        return {REGION_ARRAY + encode(name): _inside(indices, count) for name, indices in regions.items()}

    cells = arrays(mesh.element_regions, len(mesh.tets))
    return meshio.Mesh(
        mesh.vertices,
        [("tetra", mesh.tets)],
        point_data=arrays(mesh.regions, len(mesh.vertices)),
        cell_data={name: [values] for name, values in cells.items()},
    )


def _inside(indices: Indices, count: int) -> Indices:
    # 64 bits: the only integers that meshio and VTK name alike in .vtk
    inside = np.zeros(count, dtype=np.int64)
    inside[indices] = 1
    return inside


def _with_groups(path: Path, mesh: TetMesh) -> Mesh:
    import meshio

    solid = {name: e for name, e in mesh.element_regions.items() if _has_group(name, e)}
    # meshio keeps one group per name
    kept = {name: r for name, r in mesh.regions.items() if _has_group(name, r) and name not in solid}
    lost = [name for name in mesh.regions if name not in kept and not _same(mesh, name)]
    lost += [name for name in mesh.element_regions if name not in solid]
    if lost:
        which = listed(lost)
        warn(f"{path}: left out the empty, doubly or oddly named regions {which}")
    first, copies = np.zeros(len(mesh.tets), dtype=np.int64), []
    for k, elements in enumerate(solid.values(), start=1):
        copies.append((mesh.tets[elements[first[elements] > 0]], k))
        first[elements] = np.where(first[elements] > 0, first[elements], k)
    blocks = [("tetra", mesh.tets, first)]
    blocks += [("tetra", tets, np.full(len(tets), k)) for tets, k in copies if len(tets)]
    for k, region in enumerate(kept.values(), start=len(solid) + 1):
        blocks.append(("vertex", region[:, None], np.full(len(region), k)))
    numbered = [*((name, VOLUME) for name in solid), *((name, POINT) for name in kept)]
    return meshio.Mesh(
        mesh.vertices,
        [(kind, cells) for kind, cells, _ in blocks],
        cell_data={
            PHYSICAL: [tags for _, _, tags in blocks],
            "gmsh:geometrical": [tags + 1 for _, _, tags in blocks],
        },
        field_data={
            name: np.array([k, KINDS.index(kind)]) for k, (name, kind) in enumerate(numbered, start=1)
        },
    )


def _same(mesh: TetMesh, name: str) -> bool:
    """Whether the region of elements says all that the region of vertices of the same name does."""
    elements = mesh.element_regions.get(name)
    return elements is not None and np.array_equal(mesh.vertices_of(elements), mesh.regions[name])


def _has_group(name: str, members: Indices) -> bool:
    return len(members) > 0 and _QUOTABLE.fullmatch(name) is not None


def _with_references(path: Path, mesh: TetMesh) -> Mesh:
    import meshio

    tags, volumes, lost = tags_of(path, mesh)
    if lost:
        warn(lost)
    return meshio.Mesh(
        mesh.vertices,
        [("tetra", mesh.tets)],
        point_data={REFERENCE: tags},
        cell_data={REFERENCE: [volumes]},
    )
