"""Regions where a format has no names for them, only an integer a vertex or a cell (Medit, TetGen, Gmsh).

Tag 0 means none. Tag 3 becomes the region "point_3", "curve_3", "surface_3" or "volume_3", after the kind of
cell that carries it: a region of vertices, and for volumes one of elements. A region of everything is left
out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from meshes.tetmesh import Indices, TetMesh, listed

KINDS = ("point", "curve", "surface", "volume")  # index: dimension
POINT, VOLUME = KINDS[0], KINDS[3]


def vertex_regions(tags: npt.ArrayLike) -> dict[str, Indices]:
    """Make regions of one tag for each vertex (n,); tags that are not whole numbers are ignored."""
    values = np.asarray(tags)
    return cell_regions(np.arange(len(values))[:, None], values, dimension=0, vertices=len(values))


def element_regions(tags: npt.ArrayLike) -> dict[str, Indices]:
    """Make regions of one tag for each element (m,), likewise."""
    count = np.size(tags)
    found = rows_by_tag(tags)
    return {f"{VOLUME}_{tag}": rows for tag, rows in found.items() if tag and len(rows) < count}


def cell_regions(cells: Indices, tags: npt.ArrayLike, dimension: int, vertices: int) -> dict[str, Indices]:
    """Make regions of the vertices of cells (count, corners) that share a tag (count,); see the module."""
    found = {tag: np.unique(cells[rows]) for tag, rows in rows_by_tag(tags).items() if tag}
    kind = KINDS[dimension]
    return {f"{kind}_{tag}": members for tag, members in found.items() if len(members) < vertices}


def rows_by_tag(tags: npt.ArrayLike) -> dict[int, Indices]:
    """Return the rows of each tag, sorting only once: a file may have as many tags as rows."""
    values = _whole(tags).ravel()
    order = np.argsort(values, kind="stable")
    there, starts = np.unique(values[order], return_index=True)
    return dict(zip(there.tolist(), np.split(order, starts[1:]), strict=True)) if len(values) else {}


def number_regions(regions: Mapping[str, Indices], count: int, kind: str) -> tuple[Indices, dict[str, int]]:
    """Number the regions: return a tag for each vertex or element (count,), and {name: tag}.

    A region that overlaps an earlier one cannot be tagged and is missing in the names. A name such as
    "point_3", with `kind` "point", keeps its 3.
    """
    own = re.compile(rf"{kind}_([1-9]\d{{0,8}})")
    tags = np.zeros(count, dtype=np.int64)
    names: dict[str, int] = {}
    reserved = {int(match[1]) for match in map(own.fullmatch, regions) if match}
    free = iter(tag for tag in range(1, len(regions) + len(reserved) + 1) if tag not in reserved)
    for name, indices in regions.items():
        if len(indices) and not tags[indices].any():
            match = own.fullmatch(name)
            names[name] = int(match[1]) if match else next(free)
            tags[indices] = names[name]
    return tags, names


def tags_of(path: Path, mesh: TetMesh) -> tuple[Indices, Indices, str]:
    """Return tags for a mesh's regions, of vertices (n,) and of elements (m,), and in words what was lost."""
    tags, names = number_regions(mesh.regions, len(mesh.vertices), POINT)
    volumes, solid = number_regions(mesh.element_regions, len(mesh.tets), VOLUME)
    return tags, volumes, _lost(path, (POINT, mesh.regions, names), (VOLUME, mesh.element_regions, solid))


def _lost(path: Path, *kinds: tuple[str, Mapping[str, Indices], Mapping[str, int]]) -> str:
    """Say which regions, of each (kind, regions, names), are renamed or left out; empty where none is."""
    pairs = [(f"{kind}_{tag}", name) for kind, _, names in kinds for name, tag in names.items()]
    renamed = [f"{name} is {tag}" for tag, name in pairs if name != tag]
    lost = [name for _, regions, names in kinds for name in regions if name not in names]
    parts = [f"{path}: this format numbers its regions"] if renamed or lost else []
    parts += [listed(renamed)] if renamed else []
    parts += [f"left out for overlapping an earlier one: {listed(lost)}"] if lost else []
    return "; ".join(parts)


def _whole(tags: npt.ArrayLike) -> Indices:
    values = np.asarray(tags)
    if values.dtype.kind in "iu":
        return values.astype(np.int64)
    whole = np.isfinite(values) & (values == np.floor(values)) & (np.abs(values) < 2.0**31)
    return np.where(whole, values, 0).astype(np.int64)
