"""A staggered (MAC) grid in a plane or in space, with solid cells: checked geometry, masks and divergence.

The box [0, lx] x [0, ly] (x [0, lz]) is cut into cells of hx x hy (x hz) (Harlow and Welch 1965). Pressure,
density and divergence live at cell centres, velocities at the centres of the faces that they cross:

    u[i, j] at (i hx, (j + 1/2) hy)     v[i, j] at ((i + 1/2) hx, j hy)
    divergence[i, j] = (u[i + 1, j] - u[i, j]) / hx + (v[i, j + 1] - v[i, j]) / hy

in a plane, and in space likewise with w[i, j, k]. The number of axes d is the length of `cells`.

Memory layout: a velocity state q (size,) holds u, then v, then w, each in C order with one entry more along
its own axis than there are cells, in m/s; fields at cells are of the shape `cells`. Arrays that the grid
gives are read-only.

Walls and the faces of solid cells are closed: nothing flows through them, and along them the fluid slips
freely. A solid may cut the fluid into unconnected parts.

Limits: two or three axes, equal cells, solids made of whole cells.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from softrein.errors import MeshError

T = TypeVar("T", bound=np.generic)
Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.int64]

# number of axes -> words in an error message
LENGTHS = {2: "two positive lengths (lx, ly)", 3: "three positive lengths (lx, ly, lz)"}
FEWEST_CELLS = 2  # fewest cells along an axis, as interpolation needs two values


@dataclass(frozen=True, eq=False, repr=False)
class MacGrid:
    """A box of cells, some of them solid; valid by construction.

    Parameters
    ----------
    cells : (nx, ny) or (nx, ny, nz), at least 2 along each axis.
    extent : (lx, ly) or (lx, ly, lz) [m], positive.
    solid : (cells) bool, true where a cell is solid; None where none is.

    Raises `MeshError` where a parameter is of the wrong kind, shape or range, or every cell is solid.
    """

    cells: tuple[int, ...]
    extent: tuple[float, ...]
    solid: Any = None  # (cells) bool array after construction

    def __post_init__(self) -> None:
        cells = _checked_cells(self.cells)
        extent = _checked_extent(self.extent, len(cells))
        solid = np.zeros(cells, bool) if self.solid is None else _checked_solid(self.solid, cells)
        for name, value in (("cells", cells), ("extent", extent), ("solid", _frozen(solid))):
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild through the constructor: a grid from another process is checked and read-only as well."""
        return MacGrid, (self.cells, self.extent, self.solid)

    def __repr__(self) -> str:
        cells, size = " x ".join(map(str, self.cells)), " x ".join(f"{length:g}" for length in self.extent)
        return f"MacGrid({cells} cells, {size} m, {int(self.solid.sum())} solid)"

    @property
    def axes(self) -> int:
        """The number d of axes."""
        return len(self.cells)

    @property
    def spacing(self) -> tuple[float, ...]:
        """The size of a cell (d,) [m]."""
        return tuple(length / count for length, count in zip(self.extent, self.cells, strict=True))

    @property
    def cell_area(self) -> float:
        """Area of a cell [m^2], in space its volume [m^3]: the weight of velocity states' inner product."""
        return math.prod(self.spacing)

    @property
    def face_shapes(self) -> tuple[tuple[int, ...], ...]:
        """The shape of each component of a velocity state."""
        return face_shapes(self.cells)

    @property
    def size(self) -> int:
        """Number of faces: the length of a velocity state q."""
        return sum(map(math.prod, self.face_shapes))

    @property
    def is_box(self) -> bool:
        """Whether no cell is solid."""
        return not self.solid.any()

    @cached_property
    def fluid(self) -> Mask:
        """A mask (cells), true where a cell is not solid."""
        return _frozen(~self.solid)

    @cached_property
    def open(self) -> Mask:
        """A mask (size,), true for the faces that carry flow: those between two fluid cells."""
        return _frozen(self._faces_with(2))

    @cached_property
    def buried(self) -> Mask:
        """A mask (size,), true for faces that no fluid cell touches; the other closed ones are walls."""
        return _frozen(~self._faces_with(1))

    def _faces_with(self, fluid_cells: int) -> Mask:
        """Return a mask (size,), true for the faces that `fluid_cells` fluid cells or more touch."""
        found = []
        for axis in range(self.axes):
            padded = np.pad(
                self.fluid.astype(np.int8), [(int(each == axis),) * 2 for each in range(self.axes)]
            )
            before, beyond = beside(padded, axis)
            found.append((before + beyond).ravel())
        return np.concatenate(found) >= fluid_cells

    @cached_property
    def parts(self) -> tuple[int, Indices]:
        """The unconnected parts of the fluid: (count, labels (cells)), numbered from 0, -1 in solid cells."""
        from scipy.ndimage import label

        labels, count = label(self.fluid)  # cells connected across faces, not corners
        return int(count), _frozen(labels.astype(np.int64) - 1)

    @cached_property
    def face_centres(self) -> Floats:
        """The centres of all faces, (size, d) [m], in the order of the velocity state q."""
        points = [
            _points([np.arange(count) + 0.5 * (each != axis) for each, count in enumerate(shape)])
            for axis, shape in enumerate(self.face_shapes)
        ]
        return _frozen(np.concatenate(points) * self.spacing)

    @cached_property
    def cell_centres(self) -> Floats:
        """The centres of all cells, (number of cells, d) [m], in C order."""
        return _frozen(_points([np.arange(count) + 0.5 for count in self.cells]) * self.spacing)

    def split(self, q: npt.ArrayLike) -> tuple[np.ndarray, ...]:
        """Return views u, v (and w) of the `face_shapes` into an array (size,) with a value for each face.

        Raises MeshError where q is not (size,).
        """
        q = np.asarray(q)
        if q.shape != (self.size,):
            raise MeshError(f"the field has shape {q.shape}; {self!r} has {self.size} faces")
        return split_faces(q, self.cells)

    def divergence(self, q: npt.ArrayLike) -> Floats:
        """Return the divergence (cells) [1/s] of q, also in solid cells. Raises MeshError as `split`."""
        parts = enumerate(zip(self.split(np.asarray(q, dtype=np.float64)), self.spacing, strict=True))
        return np.asarray(sum(np.diff(part, axis=axis) / size for axis, (part, size) in parts))

    def sample(self, field: Callable[..., tuple[npt.ArrayLike, ...]]) -> Floats:
        """Return the state (size,) of a field (x, y) -> (vx, vy), or with z; closed faces are zero."""
        places = [self.split(x) for x in self.face_centres.T]
        parts = [
            np.broadcast_to(np.asarray(field(*at)[axis], np.float64), at[0].shape).ravel()
            for axis, at in enumerate(zip(*places, strict=True))
        ]
        return np.where(self.open, np.concatenate(parts), 0.0)

    def cell_of(self, points: npt.ArrayLike) -> Indices:
        """Return the indices (count, d) of the cells that hold the points (count, d) [m].

        Raises MeshError, naming the first point that lies outside the box or is not finite.
        """
        points = np.asarray(points, dtype=np.float64)
        if points.ndim != 2 or points.shape[1] != self.axes:
            raise MeshError(f"points have shape {points.shape}; expected (count, {self.axes})")
        outside = ~((points >= 0) & (points <= self.extent)).all(axis=1)
        if outside.any():
            first = int(np.flatnonzero(outside)[0])
            raise MeshError(f"point {first} at {points[first]} lies outside the box {self.extent} m")
        return np.minimum((points / self.spacing).astype(np.int64), np.subtract(self.cells, 1))


def face_shapes(cells: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the shape of the faces across each axis of a grid of such cells."""
    return tuple(
        tuple(count + (each == axis) for each, count in enumerate(cells)) for axis in range(len(cells))
    )


def split_faces(values: np.ndarray, cells: tuple[int, ...]) -> tuple[np.ndarray, ...]:
    """Return views into values (faces, ...) of a grid of such cells, one an axis, of its `face_shapes`."""
    shapes = face_shapes(cells)
    bounds = np.cumsum([math.prod(shape) for shape in shapes[:-1]])
    parts = zip(np.split(values, bounds), shapes, strict=True)
    return tuple(part.reshape(*shape, *values.shape[1:]) for part, shape in parts)


def beside(values: npt.NDArray[T], axis: int) -> tuple[npt.NDArray[T], npt.NDArray[T]]:
    """Return views of neighbours along an axis: all entries but the last, and all but the first."""
    rest = (slice(None),) * axis
    return values[(*rest, slice(None, -1))], values[(*rest, slice(1, None))]


def _checked_cells(cells: object) -> tuple[int, ...]:
    given = np.asarray(cells)
    if (
        given.ndim != 1
        or given.size not in LENGTHS
        or given.dtype.kind not in "iu"
        or (given < FEWEST_CELLS).any()
    ):
        raise MeshError(
            f"cells = {cells!r}: give two whole numbers (nx, ny), or three (nx, ny, nz), each at least "
            f"{FEWEST_CELLS}"
        )
    return tuple(given.tolist())


def _checked_extent(extent: object, axes: int) -> tuple[float, ...]:
    given = np.asarray(extent)
    if (
        given.shape != (axes,)
        or given.dtype.kind not in "iuf"
        or not (np.isfinite(given) & (given > 0)).all()
    ):
        raise MeshError(f"extent = {extent!r}: give {LENGTHS[axes]} in metres")
    return tuple(given.astype(float).tolist())


def _checked_solid(solid: object, cells: tuple[int, ...]) -> Mask:
    given = np.asarray(solid)
    if given.dtype != np.bool_ or given.shape != cells:
        raise MeshError(f"solid is {given.dtype} of shape {given.shape}; expected bool of shape {cells}")
    if given.all():
        raise MeshError("every cell is solid: no room is left for the fluid")
    return given.copy()


def _points(places: Sequence[npt.ArrayLike]) -> Floats:
    """Return the points (count, d) of a grid, the last axis running fastest."""
    return np.stack(np.meshgrid(*places, indexing="ij"), axis=-1).reshape(-1, len(places)).astype(np.float64)


def _frozen(values: npt.NDArray[T]) -> npt.NDArray[T]:
    values.flags.writeable = False
    return values
