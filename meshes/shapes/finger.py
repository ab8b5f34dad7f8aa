"""A bellows finger made by code: two chambers side by side behind a folded back, as soft grippers have them.

Seen along its length the finger is half a disc: a flat sole, and a round back that is folded like a
bellows. Air pushes the folds apart, the sole keeps its length, and so the finger bends towards the sole; more
air in one chamber than in the other bends it sideways as well.
"""

from __future__ import annotations

import numpy as np

from meshes.shapes.procedural import Corners, fill, positive_integers, positive_lengths, rounded
from meshes.tetmesh import TetMesh

LENGTH = 0.1  # m
RADIUS = 0.012  # m, half the width
TALL = 1.3  # ratio of height to half the width
FOLDS = 7
VALLEY = 0.35  # depth of a fold as a fraction of the radius
PER_FOLD = 4  # layers of cells per fold
# rounding of the cross-section, less than a trunk's: folds flatten the elements at its corners further
ROUND = 0.6
END = 2  # layers of cells at each end; the outermost contain no chamber
# Grid lines of the cross-section, a half disc mapped to a rectangle: across and up. Walls are thin, chambers
# lie between them.
ACROSS = np.array([-1.0, -0.75, -0.08, 0.0, 0.08, 0.75, 1.0])
UP = np.array([0.0, 0.16, 0.5, 0.75, 1.0])
SPINE = 0.08  # half width of the region "spine", as a fraction of half the width
# columns of cells that each chamber spans; upwards it spans all but sole and roof
CHAMBERS = {"left": (1, 2), "right": (4, 5)}


def finger(length: float = LENGTH, radius: float = RADIUS, folds: int = FOLDS) -> TetMesh:
    """Make a finger of `length` [m] that hangs down from z = 0, its sole at x = 0 and its back towards +x.

    Regions of vertices: "base" (z = 0), "tip" (the other end), "spine" (amid the sole), and "left" and
    "right", the inner surfaces of the chambers towards -y and +y. Raises MeshError for numbers that are not
    positive.
    """
    _, _, folds = positive_integers((1, 1, folds))
    length, radius = positive_lengths([length, radius], 2)
    along = PER_FOLD * folds + 2 * END
    grid, tets = fill(_walls(along))
    across, up, depth = ACROSS[grid[:, 0]], UP[grid[:, 1]], grid[:, 2] / along
    flat = rounded(np.column_stack([across, up]), ROUND)
    fold = 0.5 - 0.5 * np.cos(2 * np.pi * (np.clip(grid[:, 2], END, along - END) - END) / PER_FOLD)
    back = np.clip((up - UP[1]) / (1 - UP[1]), 0, 1)  # there are no folds at the sole
    size = radius * (1 - VALLEY * back * fold)
    vertices = np.column_stack([TALL * size * flat[:, 1], size * flat[:, 0], -length * depth])
    regions = {
        "base": grid[:, 2] == 0,
        "tip": grid[:, 2] == along,
        "spine": (grid[:, 1] <= 1) & (np.abs(across) <= SPINE),
    }
    for name, (first, last) in CHAMBERS.items():
        within = (grid[:, 0] >= first) & (grid[:, 0] <= last) & (grid[:, 1] >= 1) & (grid[:, 1] < len(UP) - 1)
        regions[name] = within & (grid[:, 2] >= 1) & (grid[:, 2] <= along - 1)
    return TetMesh(vertices, tets, {name: np.flatnonzero(where) for name, where in regions.items()})


def _walls(along: int) -> Corners:
    """Return the cells (k, 3), by their indices across, up and along, that are not in a chamber."""
    shape = (len(ACROSS) - 1, len(UP) - 1, along)
    solid = np.ones(shape, dtype=bool)
    for first, last in CHAMBERS.values():
        solid[first:last, 1 : shape[1] - 1, 1 : along - 1] = False
    return np.argwhere(solid)
