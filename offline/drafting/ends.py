"""The regions where a drafted scene holds and pushes a body: regions of its file, or ends chosen here.

A region that the file calls "fixed", "held" and the like is held, and one called "tip", "end" and the like is
pushed, where that works: at least three held vertices must span a triangle, or the body would swing about
them, and at least half of the pushed ones must be free to move. Otherwise an end of the body is held, under a
name that the file does not use: the lower one, unless the other is clearly thicker, as that of a tapering
tentacle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import ceil
from typing import NamedTuple

import numpy as np

from meshes.tetmesh import TetMesh
from offline.full.body.full_body import build_mesh
from offline.scenes.base.names import free_name
from offline.scenes.body.mesh import MeshPart, RegionPart
from softrein.errors import MeshError

Array = np.ndarray
Region = dict[str, object]  # a region's table as scene files have it

# names of regions that are held, in any case of letters
HELD = ("fixed", "held", "clamped", "clamp", "anchor", "support", "ground", "base", "foot")
PUSHED = ("tip", "end", "loaded", "load", "pushed")
END = 0.1  # fraction of the length that is held at one end and pushed at the other
MOST_HELD = 0.3  # largest fraction of the length that may be held if another axis would hold less
THICKER = 1.5  # ratio of volumes: an end this many times bulkier than the other one is held
# a body lower than this fraction of its longest side is lying, and is held at an end of that side
FLAT = 1 / 3
LOWEST, HIGHEST = "lowest", "highest"  # names of ends in a scene's regions
SIGNS = {LOWEST: 1, HIGHEST: -1}  # sign of the direction away from each end
FINE = 6  # pieces into which a tetrahedron's edges are divided for sample points
PIECES = [(i, j, k) for i, j, k in product(range(FINE), repeat=3) if i + j + k < FINE]
# barycentric coordinates of the sample points
SAMPLES = (np.array([(*each, FINE - 1 - sum(each)) for each in PIECES]) + 0.25) / FINE
# fraction of the extent: vertices whose spread across their longest line is less lie on that line
LINE = 1e-6


class Ends(NamedTuple):
    """Names of the held and the pushed region, and those of them that the file does not have."""

    held: str
    pushed: str
    added: dict[str, Region]


def find_ends(part: MeshPart, mesh: TetMesh, up: int) -> Ends:
    """Find what to hold and what to push of the `mesh` of a scene's `part`; `up` is the upright axis.

    Raises MeshError where nothing could move.
    """
    added: dict[str, Region] = {}
    held = next((name for name in _called(mesh, HELD) if _holds(mesh, mesh.regions[name])), None)
    if held is None:
        held = free_name("fixed", {*mesh.regions, *mesh.element_regions})
        added[held] = _held_end(mesh, up)
        mesh = with_regions(part, added)
    fixed = mesh.regions[held]
    pushed = next((name for name in _called(mesh, PUSHED) if _moves(mesh, mesh.regions[name], fixed)), None)
    if pushed is None:
        pushed = free_name("tip", {*mesh.regions, *mesh.element_regions})
        added[pushed] = _pushed_end(mesh, fixed)
    return Ends(held, pushed, added)


def with_regions(part: MeshPart, added: dict[str, Region]) -> TetMesh:
    """Build the mesh with further regions."""
    regions = {name: RegionPart.model_validate(region) for name, region in added.items()}
    return build_mesh(part.model_copy(update={"regions": regions}))


def _called(mesh: TetMesh, names: Sequence[str]) -> Iterator[str]:
    """Yield the mesh's regions with one of these names, in the order of the names."""
    for name in names:
        yield from (region for region in mesh.regions if region.casefold() == name)


def _holds(mesh: TetMesh, vertices: Array) -> bool:
    return 3 <= len(vertices) < len(mesh.vertices) and _span_a_triangle(mesh.vertices[vertices])


def _moves(mesh: TetMesh, vertices: Array, fixed: Array) -> bool:
    """Whether a region is a part of the body of which at least half is free."""
    free = np.setdiff1d(vertices, fixed)
    return len(vertices) < len(mesh.vertices) and 0 < len(vertices) <= 2 * len(free)


def _span_a_triangle(points: Array) -> bool:
    spread = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
    return bool(len(spread) > 1 and spread[1] > LINE * spread[0])


def _held_end(mesh: TetMesh, up: int) -> Region:
    """Choose the thick end along the first axis on which a small share suffices, or else list vertices."""
    sides = np.ptp(mesh.vertices, axis=0)
    longest = int(np.argmax(sides))
    first = up if sides[up] >= FLAT * sides[longest] else longest
    ends = {axis: _thick_end(mesh, axis) for axis in (first, *np.argsort(-sides).tolist())}
    shares = {axis: _least_share(mesh, axis, end) for axis, end in ends.items()}
    axis = next((axis for axis, share in shares.items() if share <= MOST_HELD), min(shares, key=shares.get))  # type: ignore[arg-type]
    if shares[axis] < 1:
        return {ends[axis]: shares[axis], "axis": "xyz"[axis]}
    order = np.argsort(SIGNS[ends[first]] * mesh.vertices[:, first], kind="stable")
    count = _enough(mesh.vertices[order])
    if count == len(order):
        raise MeshError("every vertex would have to be held: the mesh is too coarse to move")
    return {"vertices": np.sort(order[:count]).tolist()}


def _thick_end(mesh: TetMesh, axis: int) -> str:
    """Return the thicker end along an axis: the lower one, unless the other is `THICKER` times as thick."""
    along = mesh.vertices[:, axis]
    low, side = float(along.min()), float(np.ptp(along))
    corners, volumes = along[mesh.tets], np.abs(mesh.volumes)
    inside = {LOWEST: 0.0, HIGHEST: 0.0}
    # several points per tetrahedron, since a coarse one would be either inside or outside
    for weights in SAMPLES:
        at = (corners @ weights - low) / side if side > 0 else np.zeros(len(corners))
        inside[LOWEST] += float(volumes[at <= END].sum())
        inside[HIGHEST] += float(volumes[at >= 1 - END].sum())
    return HIGHEST if inside[HIGHEST] > THICKER * inside[LOWEST] else LOWEST


def _least_share(mesh: TetMesh, axis: int, end: str) -> float:
    """Return the least share of the body's extent along an axis, from an end, that can hold the body.

    It is 1 where nothing would be left free.
    """
    along = SIGNS[end] * mesh.vertices[:, axis]
    order = np.argsort(along, kind="stable")
    side = float(np.ptp(along))
    last = along[order[_enough(mesh.vertices[order]) - 1]]
    needed = ceil(1000 * float(last - along.min()) / side) / 1000 if side > 0 else 1.0
    share = max(END, needed)
    return share if (along > along.min() + share * side).any() else 1.0


def _enough(points: Array) -> int:
    """Return how many of the points (k, 3), from the first on, span a triangle; all where none do."""
    return next((count for count in range(3, len(points)) if _span_a_triangle(points[:count])), len(points))


def _pushed_end(mesh: TetMesh, fixed: Array) -> Region:
    """Choose the end furthest from the held vertices that is free enough, or else the furthest vertex."""
    middle = mesh.vertices[fixed].mean(axis=0)
    away = mesh.vertices.mean(axis=0) - middle
    for axis in np.argsort(-np.abs(away), kind="stable").tolist():
        for side in ("highest", "lowest") if away[axis] >= 0 else ("lowest", "highest"):
            along = mesh.vertices[:, axis] * (1 if side == "highest" else -1)
            inside = np.flatnonzero(along >= along.max() - END * np.ptp(along))
            if _moves(mesh, inside, fixed):
                return {side: END, "axis": "xyz"[axis]}
    free = np.setdiff1d(np.arange(len(mesh.vertices)), fixed)
    far = np.linalg.norm(mesh.vertices[free] - middle, axis=1)
    return {"vertices": [int(free[np.argmax(far)])]}
