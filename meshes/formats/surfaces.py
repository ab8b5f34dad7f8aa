"""Surfaces of triangles from files: .stl (both forms), .obj, .ply.

Programs export a corner once for each triangle (.stl always) or once for each side of a seam in a texture;
corners in exactly the same place are merged, and triangles without three different corners are dropped.
Polygons are cut into fans. Colours, normals, textures and materials are ignored.

meshio reads .ply, in a process of its own; the other two are read here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from meshes.formats.other_files import only_this
from meshes.formats.parsing import (
    LONGEST_TOKEN,
    Line,
    check_file,
    line_error,
    no_text,
    read_bytes,
    read_text,
)
from meshes.formats.reader_process import Arrays, malformed, read_apart
from meshes.memory import check_fits, sizes_unchecked
from meshes.tetmesh import LONGEST, Floats, Indices
from softrein.errors import MeshError, shown

_STL_HEADER, _STL_RECORD = 84, 50  # bytes of an STL file's header and of a triangle
_STL_CORNER = re.compile(rb"vertex\s+(\S+)\s+(\S+)\s+(\S+)")
_PER_CORNER = 320  # bytes of memory per triangle corner of a text file
_PLY_COUNT = re.compile(rb"element\s+\w+\s+(\d+)")


class Surface(NamedTuple):
    """`vertices` (n, 3) [m] and `triangles` (k, 3)."""

    vertices: Floats
    triangles: Indices


def read_surface(path: str | os.PathLike[str], scale: float = 1.0, any_size: bool = False) -> Surface:
    """Read the triangles of a file; `scale` is the length of the file's unit in metres.

    Files that do not fit into the memory that is left are refused, unless `any_size`. Raises `MeshError`,
    naming the file, where it is missing, malformed, of an unknown suffix or without triangles. Whether
    the surface is closed is not asked here, see `meshes.shapes.solids`.
    """
    path = Path(path)
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise MeshError(f"{path}: unknown suffix {path.suffix!r}; surfaces are {', '.join(sorted(READERS))}")
    if not 0 < scale < np.inf:
        raise MeshError(f"scale must be a positive finite number of metres per unit, not {scale!r}")
    check_file(path)
    with sizes_unchecked(any_size), np.errstate(over="ignore", invalid="ignore"):
        try:
            vertices, triangles = reader(path)
        except (ValueError, LookupError, TypeError, OverflowError) as error:
            raise malformed(path, error) from error
        vertices = vertices * scale
    if triangles.size and not 0 <= triangles.min() <= triangles.max() < len(vertices):
        raise MeshError(f"{path}: a triangle names a vertex that is not there; there are {len(vertices)}")
    if not (np.abs(vertices) < LONGEST).all():
        raise MeshError(f"{path}: coordinates must be finite numbers, below {LONGEST:g} m")
    surface = welded(vertices, triangles)
    if not len(surface.triangles):
        raise MeshError(f"{path}: holds no triangles")
    return surface


def welded(vertices: Floats, triangles: Indices) -> Surface:
    """Merge vertices in the same place; drop unused ones and triangles without three different corners."""
    places, numbers = np.unique(vertices, axis=0, return_inverse=True)
    corners = numbers.ravel()[triangles]
    a, b, c = corners.T
    used, packed = np.unique(corners[(a != b) & (b != c) & (c != a)], return_inverse=True)
    return Surface(places[used], packed.reshape(-1, 3).astype(np.int64))


def _read_stl(path: Path) -> tuple[Floats, Indices]:
    content = read_bytes(path, head=_wrong_stl)
    if len(content) == _stl_length(content):
        records = np.frombuffer(content, np.uint8, offset=_STL_HEADER).reshape(-1, _STL_RECORD)
        corners = np.ascontiguousarray(records[:, 12:48]).view("<f4").reshape(-1, 3).astype(np.float64)
    else:
        check_fits(path, _PER_CORNER * content.count(b"vertex"))
        corners = _places(path, _STL_CORNER.findall(content))
    if len(corners) % 3:
        raise MeshError(f"{path}: {len(corners)} corners are no whole number of triangles")
    return corners, np.arange(len(corners)).reshape(-1, 3)


def _wrong_stl(first: bytes, size: int) -> str | None:
    if size == _stl_length(first) or (first.lstrip()[:5].lower() == b"solid" and not no_text(first)):
        return None
    return "neither text that begins with 'solid' nor as long as its number of triangles says"


def _stl_length(content: bytes) -> int:
    """Return the length of a binary .stl file that its number of triangles implies."""
    return _STL_HEADER + _STL_RECORD * int.from_bytes(content[80:_STL_HEADER], "little")


def _read_obj(path: Path) -> tuple[Floats, Indices]:
    places: list[list[bytes]] = []
    triangles: list[tuple[int, int, int]] = []
    for number, line in enumerate(read_text(path).replace(b"\\\n", b" ").splitlines(), start=1):
        words = line.split()
        if not words:
            continue
        if words[0] == b"v":
            places.append(words[1:4])
        elif words[0] == b"f":
            try:
                corners = [_obj_index(word, len(places)) for word in words[1:]]
            except ValueError as error:
                raise line_error(path, Line(number, ""), str(error)) from None
            triangles += [(corners[0], b, c) for b, c in pairwise(corners[1:])]
    return _places(path, places), np.array(triangles, dtype=np.int64).reshape(-1, 3)


def _places(path: Path, rows: Sequence[Sequence[bytes]]) -> Floats:
    """Parse the coordinates (n, 3) of rows of text."""
    try:
        return np.array(rows, dtype=np.float64).reshape(-1, 3)
    except ValueError:
        wrong = next((k for k, row in enumerate(rows, start=1) if not _are_numbers(row)), 0)
        raise MeshError(f"{path}: vertex {wrong}, from 1, is not three numbers: malformed") from None


def _are_numbers(row: Sequence[bytes]) -> bool:
    try:
        return len([float(word) for word in row]) == 3
    except ValueError:
        return False


def _obj_index(word: bytes, count: int) -> int:
    """Return a vertex's index from 0.

    Files count from 1, or backwards from the last vertex so far; what follows a slash is texture and normal.
    """
    own = word.partition(b"/")[0]
    try:
        number = int(own)
    except ValueError:
        said = shown(own.decode(errors="replace"), LONGEST_TOKEN)
        raise ValueError(f"{said} is not a whole number") from None
    if number == 0:
        raise ValueError("a face names vertex 0, but they count from 1")
    return number - 1 if number > 0 else count + number


def _read_ply(path: Path) -> tuple[Floats, Indices]:
    arrays = read_apart(path, f"{__name__}:parse_ply")
    return arrays["vertices"], arrays["triangles"]


def parse_ply(path: Path) -> Arrays:
    """Read vertices and triangles, in the process that reads foreign files."""
    content = read_bytes(path)
    head, end, _ = content.partition(b"end_header")
    if not end:
        raise MeshError(f"{path}: malformed, its header has no end")
    for match in _PLY_COUNT.finditer(head):
        # meshio would allocate memory for the stated number first
        if len(match[1]) > 18 or int(match[1]) > len(content):
            raise MeshError(f"{path}: announces {match[1][:20].decode()} items in {len(content)} bytes")
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        reader = import_module("meshio.ply._ply")
        with only_this(path):
            found = reader.read(str(path))
    pieces = [_fan(np.asarray(block.data)) for block in found.cells if np.ndim(block.data) == 2]
    triangles = np.concatenate([np.empty((0, 3), dtype=np.int64), *pieces]).astype(np.int64)
    return {"vertices": np.asarray(found.points, dtype=np.float64).reshape(-1, 3), "triangles": triangles}


def _fan(polygons: Indices) -> Indices:
    """Cut polygons (k, c) into triangles (k (c - 2), 3)."""
    width = polygons.shape[1]
    corners = [polygons[:, [0, i, i + 1]] for i in range(1, width - 1)]
    return np.concatenate(corners) if corners else np.empty((0, 3), dtype=np.int64)


READERS: dict[str, Callable[[Path], tuple[Floats, Indices]]] = {
    ".stl": _read_stl,
    ".obj": _read_obj,
    ".ply": _read_ply,
}
