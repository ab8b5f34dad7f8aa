"""A trunk made by code: round, tapering, hanging from its base, as soft robots have them."""

from __future__ import annotations

import numpy as np

from meshes.shapes.procedural import fill, positive_integers, positive_lengths, rounded
from meshes.tetmesh import TetMesh

LENGTH = 0.195  # m
RADII = (0.021, 0.010)  # m, at the base and the tip
CELLS = (4, 4, 22)  # cells across, across and along: 575 vertices, 1,760 elements


def trunk(
    length: float = LENGTH, radii: tuple[float, float] = RADII, cells: tuple[int, int, int] = CELLS
) -> TetMesh:
    """Make a trunk of `length` [m] that hangs down from z = 0 and tapers from radii[0] to radii[1] [m].

    `cells` (across, across, along) of five elements each are bent to a round cross-section. Regions of
    vertices: "base" (z = 0), "tip" (the other end), "middle" (the layer nearest to half its length). Raises
    MeshError for numbers that are not positive.
    """
    first, second, along = positive_integers(cells)
    (length,), (base, tip) = positive_lengths([length], 1), positive_lengths(radii, 2)
    corners = np.stack(np.meshgrid(*map(np.arange, (first, second, along)), indexing="ij"), axis=-1)
    grid, tets = fill(corners.reshape(-1, 3))
    depth = grid[:, 2] / along
    across = rounded(2 * grid[:, :2] / (first, second) - 1.0) * (base + (tip - base) * depth)[:, None]
    middle = round(along / 2)
    regions = {"base": 0, "middle": middle, "tip": along}
    vertices = np.column_stack([across, -length * depth])
    tets = tets[:, [0, 2, 1, 3]]  # z points down
    return TetMesh(
        vertices, tets, {name: np.flatnonzero(grid[:, 2] == layer) for name, layer in regions.items()}
    )
