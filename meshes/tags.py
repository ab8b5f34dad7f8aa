"""Regions where a format has no names for them, only an integer a vertex or a cell (Medit, TetGen, Gmsh).

Tag 0 means none. Tag 3 becomes the region "point_3", "curve_3", "surface_3" or "volume_3", after what
carries it. A region of all vertices says nothing and is left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from meshes.tetmesh import Indices

KINDS = ("point", "curve", "surface", "volume")  # by dimension

_POINT_NAME = re.compile(r"point_([1-9]\d{0,8})")


def vertex_regions(tags: npt.ArrayLike) -> dict[str, Indices]:
    """Regions from one tag a vertex (n,); tags that are not whole numbers are no tags."""
    values = np.asarray(tags)
    return cell_regions(np.arange(len(values))[:, None], values, dimension=0, vertices=len(values))


def cell_regions(cells: Indices, tags: npt.ArrayLike, dimension: int, vertices: int) -> dict[str, Indices]:
    """Regions of the vertices of cells (count, corners) that share a tag (count,); see the module."""
    values = _whole(tags)
    regions = {}
    for tag in np.unique(values[values != 0]).tolist():
        members = np.unique(cells[values == tag])
        if len(members) < vertices:
            regions[f"{KINDS[dimension]}_{tag}"] = members
    return regions


def vertex_tags(regions: Mapping[str, Indices], vertices: int) -> tuple[Indices, dict[str, int]]:
    """One tag a vertex (n,) for the regions in their order, and {name: tag}.

    A region that overlaps an earlier one cannot be tagged and is missing in the names. "point_3" keeps its 3.
    """
    tags = np.zeros(vertices, dtype=np.int64)
    names: dict[str, int] = {}
    reserved = {int(match[1]) for match in map(_POINT_NAME.fullmatch, regions) if match}
    free = iter(tag for tag in range(1, len(regions) + len(reserved) + 1) if tag not in reserved)
    for name, indices in regions.items():
        if len(indices) and not tags[indices].any():
            match = _POINT_NAME.fullmatch(name)
            names[name] = int(match[1]) if match else next(free)
            tags[indices] = names[name]
    return tags, names


def report_tags(path: Any, regions: Mapping[str, Indices], names: Mapping[str, int]) -> str:
    """What became of the regions, in words; empty where nothing was lost."""
    renamed = [f"{name} is point_{tag}" for name, tag in names.items() if name != f"point_{tag}"]
    lost = [name for name in regions if name not in names]
    parts = [f"{path}: this format numbers its regions"] if renamed or lost else []
    parts += [", ".join(renamed)] if renamed else []
    parts += [f"left out for overlapping an earlier one: {', '.join(lost)}"] if lost else []
    return "; ".join(parts)


def _whole(tags: npt.ArrayLike) -> Indices:
    values = np.asarray(tags)
    if values.dtype.kind in "iu":
        return values.astype(np.int64)
    whole = np.isfinite(values) & (values == np.floor(values)) & (np.abs(values) < 2.0**31)
    return np.where(whole, values, 0).astype(np.int64)
