"""The signed distance of a closed surface, on a regular grid: negative inside.

VTK measures the distance to the nearest triangle at each node, with the sign from that triangle's normals.
Between nodes it is the cubic B-spline through them, twice continuously differentiable: edges and corners of
the surface become round, with a radius of about the distance between nodes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from meshes.chamber import check_closed
from meshes.tetmesh import Floats, Indices
from softrein.errors import MeshError

CELLS = 48  # default number of cells along the longest side
LEAST_CELLS = 8  # fewest cells that scenes may request
MOST_NODES = 4_000_000  # most nodes: 32 MB, and as much again in a bundle
# depths, in cells, of the points behind each triangle that are tested for being inside
BEHIND = (0.1, 0.2, 0.4, 0.7, 1.0)
INSIDE = 0.15  # least depth inside a shape in cells, so that it counts as having an inside
BORDER = 3  # additional nodes around the requested region, which the spline needs


@dataclass(frozen=True)
class SignedDistance:
    """A grid of distances.

    Attributes:
        origin: (3,) m, where its first node is.
        spacing: m, from node to node, the same along all axes.
        values: (nx, ny, nz) m, at the nodes.

    """

    origin: Floats
    spacing: float
    values: Floats

    @classmethod
    def of(cls, vertices: Floats, triangles: Indices, margin: float = 0.0, cells: int = CELLS) -> Self:
        """Make that of a closed surface, (n, 3) m and (k, 3), known up to `margin` m away from it.

        `cells` is the number of nodes along the longest side. Raises MeshError where the surface is not
        closed, looks inwards, or the grid would be too large.
        """
        import pyvista

        vertices = np.asarray(vertices, dtype=float)
        check_closed(vertices, triangles)
        low, sides = vertices.min(axis=0), np.ptp(vertices, axis=0)
        spacing, around, counts = _grid_of(sides, margin, cells)
        if counts.prod() > MOST_NODES:
            raise MeshError(_too_many(sides, margin, cells))
        counts = counts.astype(int)
        surface = pyvista.PolyData.from_regular_faces(vertices, np.asarray(triangles))
        grid = pyvista.ImageData(dimensions=counts, spacing=[spacing] * 3, origin=low - around)
        found = grid.compute_implicit_distance(surface)["implicit_distance"]
        return cls(low - around, spacing, np.asarray(found, dtype=float).reshape(counts, order="F"))

    @cached_property
    def coefficients(self) -> Floats:
        """The coefficients of the B-splines (nx, ny, nz), m."""
        from scipy.ndimage import spline_filter

        return np.asarray(spline_filter(self.values, 3, mode="mirror"))

    @cached_property
    def steepest(self) -> float:
        """A bound on the gradient's norm, 1 or more: the spline overshoots at edges."""
        slopes = np.gradient(self.coefficients, self.spacing)
        return max(1.0, 1.1 * float(np.sqrt(sum(each**2 for each in slopes)).max()))

    def lost(self, vertices: Floats, triangles: Indices) -> float:
        """Return the share of the surface, (n, 3) m and (k, 3), behind which the grid has hardly an inside.

        That is the share of parts that are too thin for the grid.
        """
        corners = np.asarray(vertices, dtype=float)[np.asarray(triangles)]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        areas = np.linalg.norm(normals, axis=1)
        outwards = normals / np.maximum(areas, np.finfo(float).tiny)[:, None]
        middles, seen = corners.mean(axis=1), np.zeros(len(areas), dtype=bool)
        for depth in BEHIND:
            seen |= self(middles - depth * self.spacing * outwards) < -INSIDE * self.spacing
        return float(areas[~seen].sum() / areas.sum())

    @cached_property
    def border(self) -> float:
        """The least distance, m, at nodes on the border of the box within which the spline is known.

        The box ends one node inside the grid, as the spline needs a node beyond each cell.
        """
        inner = self.values[1:-1, 1:-1, 1:-1]
        return float(min(each.min() for axis in range(3) for each in np.take(inner, [0, -1], axis)))

    def __call__(self, points: Floats) -> Floats:
        """Return distances (k,) m at points (k, 3) m; outside of the grid those of its border.

        These are too small.
        """
        from scipy.ndimage import map_coordinates

        places = (np.asarray(points, dtype=float) - self.origin) / self.spacing
        return np.asarray(map_coordinates(self.coefficients, places.T, prefilter=False, mode="nearest"))


def exact_distances(vertices: Floats, triangles: Indices, points: Floats) -> Floats:
    """Return the signed distances (k,) m of points (k, 3) m from a closed surface, without a grid.

    Raises MeshError where the surface is not closed, or looks inwards.
    """
    import pyvista

    check_closed(np.asarray(vertices, dtype=float), triangles)
    surface = pyvista.PolyData.from_regular_faces(np.asarray(vertices, dtype=float), np.asarray(triangles))
    found = pyvista.PolyData(np.asarray(points, dtype=float)).compute_implicit_distance(surface)
    return np.asarray(found["implicit_distance"], dtype=float)


def _grid_of(sides: Floats, margin: float, cells: int) -> tuple[float, float, Floats]:
    """Return the distance between nodes and the grid's margin, m, and the number of nodes (3,).

    The numbers are floats: for a surface much smaller than the margin they are too large for integers.
    """
    spacing = float(sides.max()) / cells
    around = margin + BORDER * spacing
    return spacing, around, np.ceil((sides + 2 * around) / spacing) + 1


def _too_many(sides: Floats, margin: float, cells: int) -> str:
    """Say what to do about a grid that would have too many nodes."""
    fewer = range(cells - 1, LEAST_CELLS - 1, -1)
    fit = next((n for n in fewer if _grid_of(sides, margin, n)[2].prod() <= MOST_NODES), None)
    if fit is None:
        return (
            f"it is {sides.max():.3g} m long, and its distance is needed up to {margin:.3g} m around it: "
            "check `scale`, the metres per unit of the file; if it is right, take a smaller "
            "contact.distance"
        )
    nodes = _grid_of(sides, margin, cells)[2].prod()
    return (
        f"its distance would be kept at {nodes:.3g} nodes, more than {MOST_NODES}: `cells` are too many "
        f"beside {margin:.3g} m around the surface; {fit} would do"
    )
