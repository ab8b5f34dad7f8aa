"""The points of one shape from a file of a surface or of a mesh, in the file's order.

Nothing is welded or repaired, since points of several files correspond by their numbers; only those of a
mesh that no tetrahedron uses are left out, as `meshes.formats.files` leaves them out of the mesh itself.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from meshes.formats.exchange import FORMATS, READ_ONLY, foreign
from meshes.formats.files import READERS
from meshes.formats.parsing import check_file
from meshes.formats.reader_process import Arrays, malformed, read_apart
from meshes.formats.surfaces import READERS as SURFACES
from meshes.tetmesh import Floats, Indices
from softrein.errors import MeshError, shown


def shape_points(path: Path) -> Floats:
    """Read the points (n, 3) in the file's unit. Raises MeshError.

    The file may be missing, malformed or of an unknown suffix.
    """
    suffix = path.suffix.lower()
    check_file(path)
    if suffix in SURFACES:
        try:
            return np.asarray(SURFACES[suffix](path)[0], dtype=np.float64)
        except (ValueError, LookupError, TypeError, OverflowError) as error:
            raise malformed(path, error) from error
    if suffix in FORMATS or suffix in READ_ONLY:
        return read_apart(path, f"{__name__}:parse_points")["points"]
    if suffix not in READERS:
        known = ", ".join(sorted({*SURFACES, *READERS}))
        raise MeshError(f"{path}: unknown suffix {shown(path.suffix, 20)}; a shape is one of {known}")
    raw = READERS[suffix](path)
    return _used(path, raw.vertices, raw.tets)


def parse_points(path: Path) -> Arrays:
    """Read the points of a file through meshio, in the process that reads foreign files."""
    found, points = foreign(path)
    tets = [np.asarray(block.data)[:, :4] for block in found.cells if block.type in ("tetra", "tetra10")]
    return {"points": _used(path, points, np.concatenate([np.empty((0, 4), dtype=np.int64), *tets]))}


def _used(path: Path, points: Floats, tets: Indices) -> Floats:
    """Return the points that tetrahedra use, or all where there are no tetrahedra."""
    used = np.unique(tets).astype(np.int64)
    if used.size and not 0 <= used[0] <= used[-1] < len(points):
        raise MeshError(f"{path}: an element names a vertex that is not there; there are {len(points)}")
    return np.asarray(points[used] if used.size else points, dtype=np.float64)
