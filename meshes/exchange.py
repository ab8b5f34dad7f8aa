"""Gmsh (.msh), VTK (.vtk, .vtu) and Medit (.mesh) files, through meshio.

How the regions of a `TetMesh` live in each, both ways:

- .vtk, .vtu: an integer array a region over the points, "region:NAME", 1 inside and 0 outside. In .vtk the
  name is percent-encoded (%20 for a blank), as VTK itself does; in .vtu escaped, which meshio forgets.
- .msh: a physical group of points a region. Read are the physical groups of every dimension, as the regions
  of their vertices; groups without a name as `meshes.tags` says. Written is version 2.2 as text, which every
  program reads; read are 2.2, 4.0 and 4.1.
- .mesh: reference numbers, without names; see `meshes.tags`.
- What else meshio reads (`READ_ONLY`): its sets of points and of elements.

meshio trusts what it reads: `meshes.claims` looks at a file first, and whatever meshio raises becomes a
`MeshError`. Its readers are called one by one, since `meshio.read` prints and exits.

Limits: `READ_ONLY` files are taken at their word, see `meshes.claims`. Linear tetrahedra; of quadratic ones
(tetra10) the four corners are taken; other elements are ignored.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote
from xml.sax.saxutils import escape

import numpy as np

from meshes.claims import check_claims
from meshes.parsing import RawMesh, read_bytes
from meshes.tags import KINDS, cell_regions, report_tags, vertex_regions, vertex_tags
from meshes.tetmesh import Indices, TetMesh
from softrein.errors import MeshError, MissingPackageError

FORMATS = {".msh": "gmsh", ".vtk": "vtk", ".vtu": "vtu", ".mesh": "medit"}  # suffix -> module of meshio

READ_ONLY = {  # likewise; for what other programs exchange, and only to get in
    ".avs": "avsucd", ".bdf": "nastran", ".cgns": "cgns", ".e": "exodus", ".exo": "exodus", ".ex2": "exodus",
    ".f3grid": "flac3d", ".fem": "nastran", ".h5m": "h5m", ".inp": "abaqus", ".mdpa": "mdpa", ".med": "med",
    ".meshb": "medit", ".nas": "nastran", ".post": "permas", ".su2": "su2", ".tec": "tecplot",
    ".ugrid": "ugrid", ".vol": "netgen", ".xdmf": "xdmf", ".xmf": "xdmf",
}  # fmt: skip

REGION_ARRAY = "region:"
PHYSICAL = "gmsh:physical"

_QUOTABLE = re.compile(r"[^\"\\]+")  # what stands between quotes in a .msh file


def read_exchange(path: Path) -> RawMesh:
    """Read the tetrahedra of a file, by its suffix, one of `FORMATS` or `READ_ONLY`."""
    suffix = path.suffix.lower()
    if suffix in FORMATS:
        check_claims(path)
    else:
        read_bytes(path)  # or whatever it raises
    found = _guarded(path, lambda: _module(suffix).read(str(path)))
    points = np.asarray(found.points)
    if points.ndim != 2 or points.shape[1] != 3:
        raise MeshError(f"{path}: the points must have three coordinates, not {points.shape[1:]}")
    tets = _tetrahedra(path, found)
    regions = _guarded(path, lambda: _regions(found, unquote if suffix == ".vtk" else str))
    return RawMesh(points.astype(np.float64), tets, regions)


def write_exchange(path: Path, partial: Path, mesh: TetMesh) -> None:
    """Write to `partial` what belongs into `path`."""
    suffix = path.suffix.lower()
    module, options = _module(suffix), {}
    if suffix == ".msh":
        content, options = _with_groups(path, mesh), {"fmt_version": "2.2", "binary": False}
    elif suffix == ".mesh":
        content = _with_references(path, mesh)
    else:
        content = _with_arrays(mesh, _percent_encoded if suffix == ".vtk" else _escaped)
    _guarded(path, lambda: module.write(str(partial), content, **options))


def _module(suffix: str) -> Any:
    return import_module(f"meshio.{(FORMATS | READ_ONLY)[suffix]}")


def _guarded(path: Path, action: Callable[[], Any]) -> Any:
    """Run something of meshio's: any failure is a `MeshError`, and what it prints is a Python warning."""
    printed = StringIO()
    try:
        with redirect_stdout(printed), redirect_stderr(printed), warnings.catch_warnings():
            # numpy's reader stops at text that is no number, and only warns about it
            warnings.filterwarnings("error", "string or file could not be read", DeprecationWarning)
            result = action()
    except OSError as error:
        raise MeshError(f"{path}: {error.strerror or error}") from None
    except ModuleNotFoundError as error:
        raise MissingPackageError(
            f"{path}: meshio reads such files with {error.name}: pip install it"
        ) from error
    except (Exception, SystemExit) as error:
        what = " ".join(f"{type(error).__name__} {error}".split())
        raise MeshError(f"{path}: malformed, truncated or unsupported {path.suffix} file ({what})") from error
    if printed.getvalue().strip():
        warnings.warn(f"{path}: {' '.join(printed.getvalue().split())}", stacklevel=4)
    return result


def _tetrahedra(path: Path, found: Any) -> Indices:
    blocks = [block for block in found.cells if block.type in ("tetra", "tetra10") and len(block.data)]
    if not blocks:
        kinds = ", ".join(sorted({block.type for block in found.cells})) or "no elements at all"
        raise MeshError(f"{path}: no tetrahedra in the file, it holds {kinds}")
    if any(block.type == "tetra10" for block in blocks):
        warnings.warn(f"{path}: quadratic elements, only their four corners are taken", stacklevel=4)
    tables = [np.asarray(block.data) for block in blocks]
    if any(table.ndim != 2 or table.shape[1] not in (4, 10) for table in tables):
        raise MeshError(f"{path}: malformed or truncated, tetrahedra must have 4 or 10 vertices")
    return np.concatenate([table[:, :4].astype(np.int64) for table in tables])


def _regions(found: Any, decode: Callable[[str], str]) -> dict[str, Indices]:
    sets = {name: np.asarray(members, dtype=np.int64) for name, members in found.point_sets.items()}
    pieces = [
        _named_arrays(found, decode),
        sets,
        _cell_sets(found),
        *_physical_groups(found),
        *_references(found),
    ]
    names = dict.fromkeys(name for piece in pieces for name in piece)
    return {name: np.unique(np.concatenate([p[name] for p in pieces if name in p])) for name in names}


def _named_arrays(found: Any, decode: Callable[[str], str]) -> dict[str, Indices]:
    regions = {}
    for key, values in found.point_data.items():
        if key.startswith(REGION_ARRAY):
            column = np.asarray(values).reshape(len(found.points), -1)[:, 0]
            regions[decode(key.removeprefix(REGION_ARRAY))] = np.flatnonzero(column)
    return regions


def _cell_sets(found: Any) -> dict[str, Indices]:
    """Gmsh's named groups where an element may be in several of them (version 4.1)."""
    regions = {}
    for name, members in found.cell_sets.items():
        chosen = [
            np.asarray(block.data)[rows].ravel()
            for block, rows in zip(found.cells, members, strict=True)
            if not name.startswith("gmsh:") and rows is not None and len(rows)
        ]
        if chosen:
            regions[name] = np.concatenate(chosen).astype(np.int64)
    return regions


def _physical_groups(found: Any) -> list[dict[str, Indices]]:
    """One dictionary a block of elements; groups that have a name go under it, whatever they contain."""
    names = {(int(tag), int(dimension)): name for name, (tag, dimension) in _groups(found)}
    pieces = []
    for block, values in zip(found.cells, found.cell_data.get(PHYSICAL, []), strict=False):
        cells, tags = np.asarray(block.data).astype(np.int64), np.asarray(values)
        named = {tag: names[tag, block.dim] for tag in np.unique(tags).tolist() if (tag, block.dim) in names}
        pieces.append({name: cells[tags == tag].ravel() for tag, name in named.items()})
        unnamed = np.where(np.isin(tags, list(named)), 0, tags)
        pieces.append(cell_regions(cells, unnamed, block.dim, len(found.points)))
    return pieces


def _groups(found: Any) -> list[tuple[str, Any]]:
    return [(name, value) for name, value in found.field_data.items() if np.size(value) == 2]


def _references(found: Any) -> list[dict[str, Indices]]:
    """Medit's."""
    key, count = "medit:ref", len(found.points)
    pieces = [vertex_regions(found.point_data[key])] if key in found.point_data else []
    for block, tags in zip(found.cells, found.cell_data.get(key, []), strict=False):
        pieces.append(cell_regions(np.asarray(block.data), tags, block.dim, count))
    return pieces


def _percent_encoded(name: str) -> str:
    return quote(name, safe="")


def _escaped(name: str) -> str:
    return escape(name, {'"': "&quot;"})


def _with_arrays(mesh: TetMesh, encode: Callable[[str], str]) -> Any:
    import meshio

    arrays = {}
    for name, indices in mesh.regions.items():
        # 64 bits: of the integers the only one that meshio and VTK call by the same name in .vtk
        inside = np.zeros(len(mesh.vertices), dtype=np.int64)
        inside[indices] = 1
        arrays[REGION_ARRAY + encode(name)] = inside
    return meshio.Mesh(mesh.vertices, [("tetra", mesh.tets)], point_data=arrays)


def _with_groups(path: Path, mesh: TetMesh) -> Any:
    import meshio

    kept = {name: r for name, r in mesh.regions.items() if len(r) and _QUOTABLE.fullmatch(name)}
    lost = [name for name in mesh.regions if name not in kept]
    if lost:
        warnings.warn(f"{path}: left out the empty or oddly named regions {', '.join(lost)}", stacklevel=6)
    cells = [("tetra", mesh.tets), *(("vertex", region[:, None]) for region in kept.values())]
    physical = [np.full(len(data), k) for k, (_, data) in enumerate(cells)]
    return meshio.Mesh(
        mesh.vertices,
        cells,
        cell_data={PHYSICAL: physical, "gmsh:geometrical": [tags + 1 for tags in physical]},
        field_data={name: np.array([k, KINDS.index("point")]) for k, name in enumerate(kept, start=1)},
    )


def _with_references(path: Path, mesh: TetMesh) -> Any:
    import meshio

    tags, names = vertex_tags(mesh.regions, len(mesh.vertices))
    lost = report_tags(path, mesh.regions, names)
    if lost:
        warnings.warn(lost, stacklevel=6)
    none = np.zeros(len(mesh.tets), dtype=np.int64)
    return meshio.Mesh(
        mesh.vertices, [("tetra", mesh.tets)], point_data={"medit:ref": tags}, cell_data={"medit:ref": [none]}
    )
