"""Reading and writing meshes: the suffix gives the format, content is checked, files are written whole.

    suffix          program     regions of vertices             regions of elements
    .veg            VegaFEM     "fixed", a .bou list beside it  sets; and materials
    .node, .ele     TetGen      markers: numbers for names      the first attribute: numbers for names
    .msh            Gmsh        physical groups                 physical volumes
    .vtk, .vtu      VTK         "region:NAME" over the points   "region:NAME" over the cells, whole numbers
    .mesh           Medit       reference numbers for names     reference numbers for names
    .inp, .bdf ...  others      only read, as far as meshio does; `meshes.formats.exchange.READ_ONLY` has all

Reading repairs only what has one possible meaning, and warns when it does: vertices that no element uses
are dropped, and where all elements are inverted their corners are reordered (programs differ in their order
of corners).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from uuid import uuid4

import numpy as np

from meshes.formats.exchange import FORMATS, READ_ONLY, read_exchange, write_exchange
from meshes.formats.parsing import RawMesh
from meshes.formats.tetgen import read_tetgen, tetgen_files
from meshes.formats.vega import FIXED, read_veg, veg_files
from meshes.memory import sizes_unchecked
from meshes.tetmesh import Indices, TetMesh, all_inverted, listed
from softrein.errors import MeshError, shown, warn

READERS: dict[str, Callable[[Path], RawMesh]] = {
    ".veg": read_veg,
    ".node": read_tetgen,
    ".ele": read_tetgen,
    **dict.fromkeys([*FORMATS, *READ_ONLY], read_exchange),
}
WRITABLE = tuple(sorted(set(READERS) - set(READ_ONLY)))
LISTS = (".xdmf", ".xmf", ".pvtu", ".pvd")  # formats that list other files to read
SURFACES = (".obj", ".ply", ".stl")  # read by `meshes.formats.surfaces`
TEXT_WRITERS: dict[str, Callable[[Path, TetMesh], dict[Path, str]]] = {
    ".veg": veg_files,
    ".node": tetgen_files,
    ".ele": tetgen_files,
}


def read_mesh(
    path: str | os.PathLike[str], scale: float = 1.0, any_size: bool = False, fixed: Indices | None = None
) -> TetMesh:
    """Read the tetrahedra of a file, with their regions; see the module for the formats.

    `scale` is the length of the file's unit in metres: 0.001 for a file in millimetres. Files that do not
    fit into the memory that is left are refused, unless `any_size`. `fixed` are vertices of the file, counted
    from 0, for a region of that name. Warns about what it repaired and about unconnected parts. Raises
    `MeshError`, with the file's name and where possible the line, for a missing or malformed file, an unknown
    suffix, a file without tetrahedra, and everything that `TetMesh` refuses.
    """
    path, scale = Path(path), _checked_scale(scale)
    reader = READERS[_known_suffix(path, READERS)]
    with sizes_unchecked(any_size):
        raw = reader(path)
    if fixed is not None:
        if len(fixed) and fixed.max() >= len(raw.vertices):
            raise MeshError(
                f"{path}: the list of its fixed vertices names {int(fixed.max()) + 1}, but it has "
                f"{len(raw.vertices)} vertices, counted from 1; is the list of another mesh?"
            )
        raw = raw._replace(regions={**raw.regions, FIXED: fixed})
    try:
        mesh = _assembled(path, raw, scale)
    except MeshError as error:
        raise MeshError(f"{path}: {error} (counted from 0)") from None
    if mesh.parts[0] > 1:
        warn(f"{path}: the mesh falls into {mesh.parts[0]} unconnected parts")
    return mesh


def write_mesh(path: str | os.PathLike[str], mesh: TetMesh) -> None:
    """Write a mesh in metres; the suffix chooses the format, and the module says what becomes of regions.

    Files appear under their names only when whole; what was there before is replaced. Warns about regions
    and materials that the format cannot hold. Raises `MeshError` for an unknown suffix or a place that cannot
    be written.
    """
    path = Path(path)
    suffix = _known_suffix(path, WRITABLE)
    if mesh.materials and suffix != ".veg":
        warn(
            f"{path}: left out the materials {listed(mesh.materials)}, which only .veg holds: say them in "
            "a scene's [materials], by regions of elements"
        )
    if mesh.quadratic:
        warn(f"{path}: quadratic elements are written as linear ones, eight for each; write the linear mesh")
    if suffix in TEXT_WRITERS:
        texts = TEXT_WRITERS[suffix](path, mesh)
        _replace({target: _text_writer(text) for target, text in texts.items()})
    else:
        _replace({path: lambda partial: write_exchange(path, partial, mesh)})


def _known_suffix(path: Path, known: Iterable[str]) -> str:
    suffix = path.suffix.lower()
    if suffix not in known:
        others = " and others that meshio reads" if known is READERS else ""
        hint = f"; `softrein mesh {path}` fills a closed surface" if suffix in SURFACES else ""
        if suffix in LISTS:
            hint = "; such files name others to be read, which a mesh must not: make a .vtu or .msh of it"
        raise MeshError(
            f"{path}: unknown suffix {path.suffix!r}, known are {', '.join(WRITABLE)}{others}{hint}"
        )
    return suffix


def _checked_scale(scale: float) -> float:
    if not isinstance(scale, (int, float, np.floating, np.integer)) or not 0 < scale < np.inf:
        raise MeshError(f"scale must be a positive finite number of metres per unit, not {scale!r}")
    return float(scale)


def _assembled(path: Path, raw: RawMesh, scale: float) -> TetMesh:
    """Make a mesh of a file's content: in metres, without unused vertices, elements of positive volume."""
    count = len(raw.vertices)
    if ((raw.tets < 0) | (raw.tets >= count)).any() or not np.isfinite(raw.vertices).all():
        return TetMesh(raw.vertices, raw.tets)  # raises an error that says what is wrong
    with np.errstate(over="ignore", invalid="ignore"):  # an overflow is reported likewise
        tidy = _turned_round(path, _without_unused(path, raw))
        vertices = tidy.vertices * scale
    return TetMesh(vertices, tidy.tets, tidy.regions, tidy.element_regions, tidy.materials)


def _without_unused(path: Path, raw: RawMesh) -> RawMesh:
    used = np.zeros(len(raw.vertices), dtype=bool)
    used[raw.tets] = True
    for name, indices in raw.regions.items():
        if len(indices) and not 0 <= indices.min() <= indices.max() < len(used):
            raise MeshError(f"region {shown(name)}: vertex out of range, there are {len(used)} from 0")
    if used.all():
        return raw
    count = np.count_nonzero(~used)
    warn(f"{path}: dropped {count} vertices that no tetrahedron uses; numbers of vertices do not count them")
    lost = [name for name, indices in raw.regions.items() if len(indices) and not used[indices].any()]
    if lost:
        warn(f"{path}: regions {listed(lost)} are left out: no tetrahedron uses any of their vertices")
    renumbered = np.cumsum(used) - 1
    regions = {
        name: renumbered[indices[used[indices]]] for name, indices in raw.regions.items() if name not in lost
    }
    return raw._replace(vertices=raw.vertices[used], tets=renumbered[raw.tets], regions=regions)


def _turned_round(path: Path, raw: RawMesh) -> RawMesh:
    if not all_inverted(raw.vertices, raw.tets):
        return raw
    warn(f"{path}: all tetrahedra were inverted; their corners were reordered")
    return raw._replace(tets=raw.tets[:, [0, 2, 1, 3]])


def _text_writer(text: str) -> Callable[[Path], object]:
    return lambda partial: partial.write_bytes(text.encode())


def _replace(writers: dict[Path, Callable[[Path], object]]) -> None:
    """Write each file under a temporary name in its own folder; move all of them only when all are whole."""
    partials = {
        target: target.with_name(f".{target.stem}.{uuid4().hex}{target.suffix}") for target in writers
    }
    try:
        for target, write in writers.items():
            if target.is_dir():
                raise MeshError(f"{target}: is a directory")
            if (target.exists() or target.is_symlink()) and not target.is_file():
                raise MeshError(
                    f"{target}: is no regular file, and only such are replaced; give another name"
                )
            write(partials[target])
        for target, partial in partials.items():
            os.replace(partial, target)
    except OSError as error:
        place = next(iter(writers))
        raise MeshError(f"{place}: cannot be written: {error.strerror or error}") from None
    finally:
        for partial in partials.values():
            partial.unlink(missing_ok=True)
