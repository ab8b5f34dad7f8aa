"""Conversion of a file of a closed surface, or of a mesh, to a file of tetrahedra, with their figures."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.table import Table

from softrein.commands.tables import plain
from softrein.errors import MeshError, SoftreinError, warn

if TYPE_CHECKING:
    from meshes.tetmesh import TetMesh

# degrees, smallest dihedral angle below which a mesh is warned of: such elements are stiff and inaccurate
POOR_ANGLE = 5.0
MOVED = 0.03  # relative change of the volume that is warned of
# fraction of elements without a vertex in the interior that is warned of: a bar two elements thick has 0.04,
# a sheet of one has 1
THIN = 0.5
MOST_SHOWN = 6  # most parts listed in a line


def make_mesh(
    source: Path,
    output: Path,
    edge: float | None = None,
    vertices: int | None = None,
    scale: float = 1.0,
    largest: bool = False,
) -> dict[str, object]:
    """Write the tetrahedra inside a surface, or those of another file, in metres, and return their figures.

    `edge` [m] or `vertices` set how finely a surface is filled; with `largest` only the part of the largest
    volume is written. Raises MeshError naming the file at fault, and MissingPackageError without the mesher.
    Warns where the mesh is poor or its size implausible.
    """
    from meshes.formats.files import SURFACES, WRITABLE, read_mesh, write_mesh
    from meshes.parts import largest_part, parts_of
    from meshes.shapes.solids import dihedral_angles
    from offline.full.body.size import warn_of_size

    if edge is not None and (vertices is not None or not edge > 0):
        raise MeshError("give either --edge, above 0 m, or --vertices")
    if output.suffix.lower() not in WRITABLE:
        raise MeshError(f"{output}: a mesh's name ends in {', '.join(WRITABLE)}")
    facts: dict[str, object] = {"mesh": str(output)}
    if source.suffix.lower() in SURFACES:
        mesh, more = _filled(source, edge, vertices, scale)
    else:
        if edge is not None or vertices is not None:
            raise MeshError(f"{source}: is no surface, and --edge and --vertices are for filling one")
        both = [(new, old) for new in _files_of(output) for old in _files_of(source)]
        if any(new.exists() and old.exists() and new.samefile(old) for new, old in both):
            raise MeshError(f"{source}: would be replaced by the output; give another name with -o")
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".* unconnected parts")  # it is reported below
            mesh, more = read_mesh(source, scale), {}
    parts = parts_of(mesh)
    mesh = largest_part(mesh) if largest else mesh
    write_mesh(output, mesh)
    warn_of_size(source.name, np.ptp(mesh.vertices, axis=0))
    volume, edges = float(mesh.volumes.sum()), np.diff(mesh.vertices[mesh.edges], axis=1)
    facts |= more | {
        "vertices": len(mesh.vertices),
        "tetrahedra": len(mesh.tets),
        "size [m]": np.ptp(mesh.vertices, axis=0).tolist(),
        "volume [m^3]": volume,
        "median edge [m]": float(np.median(np.linalg.norm(edges, axis=2))),
        "least dihedral angle [degrees]": float(dihedral_angles(mesh).min()),
        "elements without a corner inside": float(np.isin(mesh.tets, mesh.surface).all(axis=1).mean()),
        "unconnected parts": len(parts.volumes),
    }
    if len(parts.volumes) > 1:
        facts["volumes of the parts [m^3]"] = parts.volumes.tolist()
        facts["vertices of the parts"] = parts.vertices.tolist()
        facts["kept"] = "the largest part" if largest else "all parts"
    _warn_of_faults(facts, largest)
    return facts


def _files_of(mesh: Path) -> list[Path]:
    """Return the files of a mesh: TetGen's are two."""
    pair = (".node", ".ele")
    return [mesh.with_suffix(each) for each in pair] if mesh.suffix.lower() in pair else [mesh]


def _filled(
    surface: Path, edge: float | None, vertices: int | None, scale: float
) -> tuple[TetMesh, dict[str, object]]:
    """Return the tetrahedra inside a surface, and figures of the surface."""
    from meshes.formats.surfaces import read_surface
    from meshes.shapes.solids import VERTICES, closed, solid
    from meshes.tetmesh import boundary_volume

    read = read_surface(surface, scale)
    try:
        read = closed(read)
        mesh = solid(read, edge, vertices or VERTICES)
    except MeshError as error:
        raise MeshError(f"{surface}: {error}") from error
    return mesh, {
        "surface": f"{len(read.vertices)} vertices, {len(read.triangles)} triangles",
        "volume / volume in the surface": float(mesh.volumes.sum()) / boundary_volume(*read),
    }


def why_not(mesh: Path) -> str | None:
    """Say why `softrein precompute --mesh` cannot draft a scene for a mesh in metres, if it cannot."""
    from offline.drafting.template import check_template

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they were shown before
        try:
            check_template(mesh)
        except SoftreinError as error:
            return str(error)
    return None


def mesh_table(facts: dict[str, object]) -> Table:
    """Make the table of figures for the terminal."""
    rows = []
    for name, value in facts.items():
        if isinstance(value, list):
            between = " x " if name == "size [m]" else ", "
            shown = between.join(f"{each:.4g}" for each in value[:MOST_SHOWN])
            shown += f" and {len(value) - MOST_SHOWN} more" if len(value) > MOST_SHOWN else ""
        else:
            shown = f"{value:.4g}" if isinstance(value, float) else str(value)
        rows.append((name, shown))
    return plain(rows)


def _warn_of_faults(facts: Mapping[str, Any], largest: bool) -> None:
    angle, parts = facts["least dihedral angle [degrees]"], facts["unconnected parts"]
    faults = {
        f"the flattest element has an angle of {angle:.2g} degrees; another --edge may do better": (
            angle < POOR_ANGLE
        ),
        "the mesh encloses another volume than the surface: take more vertices, or shorter edges; or "
        "the surface cuts itself": abs(facts.get("volume / volume in the surface", 1) - 1) > MOVED,
        "most of the body is one element thick, and linear tetrahedra bend too stiffly then: take more "
        "vertices, or shorter edges, or `order = 2` in the scene's [mesh]": (
            facts["elements without a corner inside"] > THIN
        ),
        f"the mesh has {parts} unconnected parts; --largest keeps one of them": (parts > 1 and not largest),
    }
    for words, found in faults.items():
        if found:
            warn(words)
