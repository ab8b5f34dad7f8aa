"""From a closed surface in a file to tetrahedra in another, and what there is to say about them."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from warnings import warn

import numpy as np
from rich.table import Table

from softrein.errors import MeshError

POOR_ANGLE = 5.0  # degrees; flatter elements make steps stiff and the solution poor
MOVED = 0.03  # of the volume
THIN = 0.5  # of the elements have no corner inside: a bar two elements thick has 0.04, a sheet of one has 1


def mesh_surface(
    surface: Path, output: Path, edge: float | None, vertices: int | None, scale: float
) -> dict[str, Any]:
    """Write the mesh and return its figures.

    Raises MeshError naming the file at fault, and MissingPackageError without the mesher. Warns where the
    mesh is poor or its size odd.
    """
    from meshes.files import WRITABLE, write_mesh
    from meshes.solids import VERTICES, closed, dihedral_angles, solid
    from meshes.surface_files import read_surface
    from meshes.tetmesh import boundary_volume
    from offline.body_size import warn_of_size

    if edge is not None and (vertices is not None or not edge > 0):
        raise MeshError("give either --edge, above 0 m, or --vertices")
    if output.suffix.lower() not in WRITABLE:
        raise MeshError(f"{output}: a mesh's name ends in {', '.join(WRITABLE)}")
    read = read_surface(surface, scale)
    try:
        read = closed(read)
        mesh = solid(read, edge, vertices or VERTICES)
    except MeshError as error:
        raise MeshError(f"{surface}: {error}") from error
    write_mesh(output, mesh)
    warn_of_size(surface.name, np.ptp(read.vertices, axis=0))
    volume, edges = float(mesh.volumes.sum()), np.diff(mesh.vertices[mesh.edges], axis=1)
    facts = {
        "mesh": str(output),
        "surface": f"{len(read.vertices)} vertices, {len(read.triangles)} triangles",
        "vertices": len(mesh.vertices),
        "tetrahedra": len(mesh.tets),
        "size [m]": np.ptp(mesh.vertices, axis=0).tolist(),
        "volume [m^3]": volume,
        "volume / volume in the surface": volume / boundary_volume(*read),
        "median edge [m]": float(np.median(np.linalg.norm(edges, axis=2))),
        "least dihedral angle [degrees]": float(dihedral_angles(mesh).min()),
        "elements without a corner inside": float(np.isin(mesh.tets, mesh.surface).all(axis=1).mean()),
        "unconnected parts": mesh.parts[0],
    }  # fmt: skip
    _warn_of_faults(facts)
    return facts


def mesh_table(facts: dict[str, Any]) -> Table:
    """The figures for the terminal."""
    table = Table(show_header=False)
    table.add_column()
    table.add_column()
    for name, value in facts.items():
        if isinstance(value, list):
            shown = " x ".join(f"{side:.4g}" for side in value)
        else:
            shown = f"{value:.4g}" if isinstance(value, float) else str(value)
        table.add_row(name.replace("[", r"\["), shown)
    return table


def _warn_of_faults(facts: dict[str, Any]) -> None:
    if facts["least dihedral angle [degrees]"] < POOR_ANGLE:
        warn(f"the flattest element has an angle of {facts['least dihedral angle [degrees]']:.2g} degrees; "
             "another --edge may do better", stacklevel=3)  # fmt: skip
    if abs(facts["volume / volume in the surface"] - 1) > MOVED:
        warn("the mesh encloses another volume than the surface: take more vertices, or shorter edges; or "
             "the surface cuts itself", stacklevel=3)  # fmt: skip
    if facts["elements without a corner inside"] > THIN:
        warn("most of the body is one element thick, and linear tetrahedra bend too stiffly then: take more "
             "vertices, or shorter edges", stacklevel=3)  # fmt: skip
    if facts["unconnected parts"] > 1:
        warn(f"the mesh falls into {facts['unconnected parts']} parts that nothing joins", stacklevel=3)
