"""Bodies made by code: a bar and the T-shape, filled with cubic cells of five tetrahedra each.

A cube falls into one regular tetrahedron on four alternate corners and four corner pieces; which four
corners alternates from cell to cell like a chessboard, so that neighbours share their face diagonals.
Measured against the six-tetrahedra (Kuhn) division on a cantilever of 12 x 2 x 2 cells, the tip deflection
comes to 0.73 of beam theory's instead of 0.56 (0.65 instead of 0.33 at a Poisson ratio of 0.45), with fewer
elements; and the mesh is as symmetric as such a mesh can be:

- mirror symmetric along every axis with an even number of cells,
- unchanged by half a turn about any axis when the numbers of cells along the other two are both odd.

An odd row of cells can have no mirror symmetry without further vertices: the diagonal of a face that the
mirror plane cuts in two is not its own image. The half turn is what keeps left and right of the T alike.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from meshes.tetmesh import Floats, TetMesh, signed_volumes
from softrein.errors import MeshError

Corners = npt.NDArray[np.int64]

# Five tetrahedra of a unit cube, by their corners; the other kind of cell is the mirror image in x.
_FIVE_TETS = np.array(
    [
        [[0, 0, 0], [1, 1, 0], [1, 0, 1], [0, 1, 1]],
        [[1, 0, 0], [0, 0, 0], [1, 1, 0], [1, 0, 1]],
        [[0, 1, 0], [0, 0, 0], [1, 1, 0], [0, 1, 1]],
        [[0, 0, 1], [0, 0, 0], [1, 0, 1], [0, 1, 1]],
        [[1, 1, 1], [1, 1, 0], [1, 0, 1], [0, 1, 1]],
    ]
)

# how far the cross-section is rounded from a square (0) to a circle (1); at 1 corner elements would be nearly
# flat
ROUND = 0.8
SQUARE = 0.85  # size of the inner square of the cross-section relative to the rim

# most cells: 50 million elements, several gigabytes; larger numbers are probably a mistake
MOST_CELLS = 10_000_000

# The T-shape in cells: 14 x 3 vertices of the bar and 4 x 11 more of the stem, in 4 layers, make 344.
T_BAR = (13, 2)  # cells along x and y
T_STEM = (3, 11)
T_DEPTH = 3
T_HEIGHT = 0.39  # [m], made of cells of 3 cm


def block(cells: Sequence[int] = (8, 2, 2), size: Sequence[float] = (0.4, 0.1, 0.1)) -> TetMesh:
    """A bar from the origin to `size` (lx, ly, lz) [m], of `cells` (nx, ny, nz) cells of five elements.

    Regions: the vertices of the six faces "xmin", "xmax", "ymin", "ymax", "zmin", "zmax", and the two ends
    once more as "left" (xmin) and "right" (xmax). Raises `MeshError` for numbers that are not positive.
    """
    count = positive_integers(cells)
    extent = positive_lengths(size, 3)
    present = np.stack(np.meshgrid(*(np.arange(n) for n in count), indexing="ij"), axis=-1).reshape(-1, 3)
    grid, tets = fill(present)
    regions = _face_regions(grid, count)
    return TetMesh(grid * (extent / np.array(count)), tets, regions)


def tshape(height: float = T_HEIGHT) -> TetMesh:
    """The T: 344 vertices, 885 elements, `height` [m] tall and wide and 3/13 of it thick.

    y points up and the foot stands at y = 0, x runs along the bar, z through the depth; x = z = 0 is the
    middle of the stem. Half a turn about the y axis maps the mesh onto itself.

    Regions: "foot" (the lowest layer of vertices), "left" and "right" (end faces of the bar at smallest and
    largest x), "bar", and "stem" with the vertices that it shares with the bar.
    """
    (edge,) = positive_lengths([height], 1) / (T_BAR[1] + T_STEM[1])
    grid, tets = fill(_t_cells())
    x, y = grid[:, 0], grid[:, 1]
    regions = {
        "foot": y == 0,
        "left": x == 0,
        "right": x == T_BAR[0],
        "bar": y >= T_STEM[1],
        "stem": (y <= T_STEM[1]) & (np.abs(2 * x - T_BAR[0]) <= T_STEM[0]),
    }
    middle = np.array([T_BAR[0] / 2, 0, T_DEPTH / 2])
    vertices = (grid - middle) * edge
    return TetMesh(vertices, tets, {name: np.flatnonzero(where) for name, where in regions.items()})


def _t_cells() -> Corners:
    """Return the integer positions (cells, 3) of the T's cells, the stem first."""
    margin = (T_BAR[0] - T_STEM[0]) // 2
    stem = _box(range(margin, margin + T_STEM[0]), range(T_STEM[1]))
    bar = _box(range(T_BAR[0]), range(T_STEM[1], T_STEM[1] + T_BAR[1]))
    return np.concatenate([stem, bar])


def _box(x: range, y: range) -> Corners:
    return np.stack(np.meshgrid(x, y, range(T_DEPTH), indexing="ij"), axis=-1).reshape(-1, 3)


def fill(cells: Corners) -> tuple[Corners, Corners]:
    """Return integer vertices (n, 3), in lexicographic order, and tets (m, 4) that fill the given cells."""
    odd = cells.sum(axis=1) % 2
    pieces = np.broadcast_to(_FIVE_TETS, (len(cells), *_FIVE_TETS.shape)).copy()
    pieces[..., 0] ^= odd[:, None, None]
    corners = (pieces + cells[:, None, None, :]).reshape(-1, 3)
    shape = corners.max(axis=0) + 1
    used, tets = np.unique(np.ravel_multi_index(tuple(corners.T), tuple(shape)), return_inverse=True)
    grid = np.stack(np.unravel_index(used, tuple(shape)), axis=1)
    return grid, _turned_positive(grid, tets.reshape(-1, 4))


def rounded(square: Floats, most: float = ROUND) -> Floats:
    """Map points (n, 2) of the square [-1, 1]^2 to a shape that is round at the rim and square inside."""
    reach = np.abs(square).max(axis=1, keepdims=True)
    distance = np.linalg.norm(square, axis=1, keepdims=True)
    rim = square * np.divide(reach, distance, out=np.zeros_like(reach), where=distance > 0)
    share = most * reach
    return np.asarray((1 - share) * SQUARE * square + share * rim)


def _turned_positive(grid: Corners, tets: Corners) -> Corners:
    inverted = signed_volumes(grid.astype(np.float64), tets) < 0
    tets[inverted] = tets[inverted][:, [0, 2, 1, 3]]
    return tets


def _face_regions(grid: Corners, count: Sequence[int]) -> dict[str, Corners]:
    regions = {}
    for axis, name in enumerate("xyz"):
        regions[f"{name}min"] = np.flatnonzero(grid[:, axis] == 0)
        regions[f"{name}max"] = np.flatnonzero(grid[:, axis] == count[axis])
    return {**regions, "left": regions["xmin"], "right": regions["xmax"]}


def positive_integers(cells: Sequence[int]) -> list[int]:
    """Return `cells` as three positive whole numbers. Raises MeshError, also for too many cells."""
    count = np.asarray(cells)
    if count.shape != (3,) or count.dtype.kind not in "iu" or (count < 1).any():
        raise MeshError(f"cells must be three whole numbers above 0, not {cells!r}")
    numbers = [int(n) for n in count]
    if numbers[0] * numbers[1] * numbers[2] > MOST_CELLS:
        raise MeshError(f"cells {tuple(numbers)} make more than {MOST_CELLS} cells")
    return numbers


def positive_lengths(lengths: Sequence[float], count: int) -> npt.NDArray[np.float64]:
    """Return positive lengths (count,) [m]. Raises MeshError for any others."""
    try:
        values = np.asarray(lengths, dtype=np.float64)
    except (TypeError, ValueError):
        values = np.array([])
    if values.shape != (count,) or not np.isfinite(values).all() or (values <= 0).any():
        raise MeshError(f"need {count} positive finite number(s) in metres, not {lengths!r}")
    return values
