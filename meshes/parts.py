"""The unconnected parts of a mesh, and a mesh of the largest of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from meshes.tetmesh import Floats, Indices, TetMesh, listed
from softrein.errors import warn

Flags = npt.NDArray[np.bool_]


class Parts(NamedTuple):
    """`volumes` (count,) [m^3] and numbers of `vertices` (count,), the largest volume first."""

    volumes: Floats
    vertices: Indices
    labels: Indices  # (n,) index of each vertex's connected part; 0 is the largest


def parts_of(mesh: TetMesh) -> Parts:
    """Find the unconnected parts of a mesh; parts that touch in a vertex are one."""
    count, labels = mesh.parts
    volumes = np.bincount(labels[mesh.tets[:, 0]], mesh.volumes, count).astype(np.float64)
    order = np.argsort(-volumes, kind="stable")
    rank = np.empty(count, dtype=np.int64)
    rank[order] = np.arange(count)
    return Parts(volumes[order], np.bincount(labels, minlength=count)[order], rank[labels])


def largest_part(mesh: TetMesh) -> TetMesh:
    """Return the part of the largest volume, with its share of the regions and materials.

    Warns about regions and materials that have no share in it.
    """
    labels = parts_of(mesh).labels
    kept = labels == 0
    solid = kept[mesh.tets[:, 0]]
    regions = _among(mesh.regions, kept, "regions of vertices")
    element_regions = _among(mesh.element_regions, solid, "regions of elements")
    made_of = _among({name: each.elements for name, each in mesh.materials.items()}, solid, "materials")
    materials = {name: mesh.materials[name]._replace(elements=elements) for name, elements in made_of.items()}
    numbers = np.cumsum(kept) - 1
    return TetMesh(mesh.vertices[kept], numbers[mesh.tets[solid]], regions, element_regions, materials)


def _among(members: Mapping[str, Indices], kept: Flags, what: str) -> dict[str, Indices]:
    """Keep each name's members that `kept` marks, renumbered; names left empty go, with a warning."""
    numbers = np.cumsum(kept) - 1
    found = {name: numbers[each[kept[each]]] for name, each in members.items()}
    gone = [name for name, each in found.items() if len(members[name]) and not len(each)]
    if gone:
        warn(f"nothing of the {what} {listed(gone)} is in the largest part")
    return {name: each for name, each in found.items() if name not in gone}
