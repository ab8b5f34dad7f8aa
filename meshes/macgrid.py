"""A two-dimensional staggered (MAC) grid with solid cells: checked geometry, masks and divergence.

The box [0, lx] x [0, ly] is cut into nx x ny cells of hx x hy (Harlow and Welch 1965). Pressure, density and
divergence live at cell centres, velocities at the centres of the faces that they cross:

    u[i, j] at (i hx, (j + 1/2) hy)     v[i, j] at ((i + 1/2) hx, j hy)
    divergence[i, j] = (u[i + 1, j] - u[i, j]) / hx + (v[i, j + 1] - v[i, j]) / hy

Memory layout: a velocity state q (size,) holds u (nx + 1, ny), then v (nx, ny + 1), both in C order, in m/s;
fields at cells are (nx, ny). Arrays that the grid gives are read-only.

Walls and the faces of solid cells are closed: nothing flows through them, and along them it slips freely. A
solid may cut the fluid into unconnected parts.

Limits: two dimensions, equal cells, solids made of whole cells.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from softrein.errors import MeshError

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.int64]

FEWEST_CELLS = 2  # along an axis; bilinear interpolation needs two values


@dataclass(frozen=True, eq=False, repr=False)
class MacGrid:
    """A box of cells, some of them solid; valid by construction.

    Parameters
    ----------
    cells : (nx, ny), at least 2 along each axis.
    extent : (lx, ly) [m], positive.
    solid : (nx, ny) bool, true where a cell is solid; None where none is.

    Raises `MeshError` where a parameter is of the wrong kind, shape or range, or every cell is solid.
    """

    cells: tuple[int, int]
    extent: tuple[float, float]
    solid: Any = None  # (nx, ny) bool once constructed

    def __post_init__(self) -> None:
        cells, extent = _checked_cells(self.cells), _checked_extent(self.extent)
        solid = np.zeros(cells, bool) if self.solid is None else _checked_solid(self.solid, cells)
        for name, value in (("cells", cells), ("extent", extent), ("solid", _frozen(solid))):
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        """Rebuild through the constructor: a grid from another process is checked and read-only as well."""
        return MacGrid, (self.cells, self.extent, self.solid)

    def __repr__(self) -> str:
        (nx, ny), (lx, ly) = self.cells, self.extent
        return f"MacGrid({nx} x {ny} cells, {lx:g} x {ly:g} m, {int(self.solid.sum())} solid)"

    @property
    def spacing(self) -> tuple[float, float]:
        """(hx, hy) [m], the size of a cell."""
        return self.extent[0] / self.cells[0], self.extent[1] / self.cells[1]

    @property
    def cell_area(self) -> float:
        """Area of a cell [m^2], by which the inner product of velocity states is weighted."""
        return self.spacing[0] * self.spacing[1]

    @property
    def size(self) -> int:
        """Number of faces: the length of a velocity state q."""
        nx, ny = self.cells
        return (nx + 1) * ny + nx * (ny + 1)

    @property
    def is_box(self) -> bool:
        """Whether no cell is solid."""
        return not self.solid.any()

    @cached_property
    def fluid(self) -> Mask:
        """(nx, ny), true where a cell is not solid."""
        return _frozen(~self.solid)

    @cached_property
    def open(self) -> Mask:
        """(size,), true for the faces that carry flow: those between two fluid cells."""
        return _frozen(self._faces_with(2))

    @cached_property
    def buried(self) -> Mask:
        """(size,), true for the faces that no fluid cell touches; the rest of the closed ones are walls."""
        return _frozen(~self._faces_with(1))

    def _faces_with(self, fluid_cells: int) -> Mask:
        """(size,), true for the faces beside so many fluid cells or more; outside the box there are none."""
        padded = np.pad(self.fluid, 1).astype(np.int8)
        across_x = padded[:-1, 1:-1] + padded[1:, 1:-1]
        across_y = padded[1:-1, :-1] + padded[1:-1, 1:]
        return np.concatenate([across_x.ravel(), across_y.ravel()]) >= fluid_cells

    @cached_property
    def parts(self) -> tuple[int, Indices]:
        """(count, labels (nx, ny)): the unconnected parts of the fluid from 0, and -1 where it is solid."""
        from scipy.ndimage import label

        labels, count = label(self.fluid)  # across faces, not corners
        return int(count), _frozen(labels.astype(np.int64) - 1)

    @cached_property
    def face_centres(self) -> Floats:
        """(size, 2) [m], in the order of q."""
        (nx, ny), whole, half = self.cells, np.arange, lambda n: np.arange(n) + 0.5
        points = [_points(whole(nx + 1), half(ny)), _points(half(nx), whole(ny + 1))]
        return _frozen(np.concatenate(points) * self.spacing)

    @cached_property
    def cell_centres(self) -> Floats:
        """(nx ny, 2) [m], in C order."""
        nx, ny = self.cells
        return _frozen(_points(np.arange(nx) + 0.5, np.arange(ny) + 0.5) * self.spacing)

    def split(self, q: Any) -> tuple[Any, Any]:
        """Views u (nx + 1, ny) and v (nx, ny + 1) into anything (size,) that has a value a face.

        Raises MeshError where q is not (size,).
        """
        (nx, ny), q = self.cells, np.asarray(q)
        if q.shape != (self.size,):
            raise MeshError(f"the field has shape {q.shape}; {self!r} has {self.size} faces")
        faces = (nx + 1) * ny
        return q[:faces].reshape(nx + 1, ny), q[faces:].reshape(nx, ny + 1)

    def divergence(self, q: npt.ArrayLike) -> Floats:
        """(nx, ny) [1/s] of the velocity state q, solid cells included. Raises MeshError as `split` does."""
        u, v = self.split(np.asarray(q, dtype=np.float64))
        return np.asarray(np.diff(u, axis=0) / self.spacing[0] + np.diff(v, axis=1) / self.spacing[1])

    def sample(self, field: Callable[[Floats, Floats], tuple[Any, Any]]) -> Floats:
        """The velocity state (size,) of a field (x, y) -> (vx, vy), closed faces set to zero."""
        x, y = self.face_centres.T
        faces = (self.cells[0] + 1) * self.cells[1]
        vx, vy = (np.broadcast_to(np.asarray(part, np.float64), x.shape) for part in field(x, y))
        return np.where(self.open, np.append(vx[:faces], vy[faces:]), 0.0)

    def cell_of(self, points: npt.ArrayLike) -> Indices:
        """(count, 2) indices of the cells that hold the points (count, 2) [m].

        Raises MeshError, naming the first point that lies outside the box or is not finite.
        """
        points = np.asarray(points, dtype=np.float64)
        if points.ndim != 2 or points.shape[1] != 2:
            raise MeshError(f"points have shape {points.shape}; expected (count, 2)")
        outside = ~((points >= 0) & (points <= self.extent)).all(axis=1)
        if outside.any():
            first = int(np.flatnonzero(outside)[0])
            raise MeshError(f"point {first} at {points[first]} lies outside the box {self.extent} m")
        return np.minimum((points / self.spacing).astype(np.int64), np.subtract(self.cells, 1))


def _checked_cells(cells: Any) -> tuple[int, int]:
    given = np.asarray(cells)
    if given.shape != (2,) or given.dtype.kind not in "iu" or (given < FEWEST_CELLS).any():
        raise MeshError(f"cells = {cells!r}: give two whole numbers (nx, ny), each at least {FEWEST_CELLS}")
    return int(given[0]), int(given[1])


def _checked_extent(extent: Any) -> tuple[float, float]:
    given = np.asarray(extent)
    if given.shape != (2,) or given.dtype.kind not in "iuf" or not (np.isfinite(given) & (given > 0)).all():
        raise MeshError(f"extent = {extent!r}: give two positive lengths (lx, ly) in metres")
    return float(given[0]), float(given[1])


def _checked_solid(solid: Any, cells: tuple[int, int]) -> Mask:
    given = np.asarray(solid)
    if given.dtype != np.bool_ or given.shape != cells:
        raise MeshError(f"solid is {given.dtype} of shape {given.shape}; expected bool of shape {cells}")
    if given.all():
        raise MeshError("every cell is solid: no room is left for the fluid")
    return given.copy()


def _points(x: Any, y: Any) -> Floats:
    """(x.size y.size, 2), y running fastest."""
    return np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1).reshape(-1, 2).astype(np.float64)


def _frozen(values: Any) -> Any:
    values.flags.writeable = False
    return values
