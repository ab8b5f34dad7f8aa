"""The velocity modes of a reduced fluid, interpolated on their grid ([002], section 4.4, equation 12).

A fluid with reduced velocities z (r,) has at a point x the velocity `Psi(x) z`; the matrix Psi(x) (d, r)
holds each mode interpolated linearly between its own faces, as `runtime.smoke.interpolation` does for one
field. A face's modes lie side by side in memory, so that one point needs d 2^d short contiguous products.

Limits: the modes should be continued into solid cells, which is not done here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from runtime.base.arguments import all_finite, numbers, refused
from softrein.errors import SimulationError

FEWEST_CELLS = 2  # fewest cells along an axis, as interpolation needs two values

ROUND_OFF = 1e-12  # fraction of the box: a place this far outside still counts as inside


class VelocityModes(NamedTuple):
    """Velocity modes on a MAC grid."""

    # Modes on a staggered grid, 1/m in a plane and m^-3/2 in space (orthonormal with the cell's area or
    # volume): the components along each axis, in a plane (nx + 1, ny, r) and (nx, ny + 1, r).
    faces: tuple[np.ndarray, ...]
    fluid: np.ndarray  # (cells) bool, false where a cell is solid
    spacing: tuple[float, ...]  # (d,) m, edge lengths of a cell

    @property
    def rank(self) -> int:
        """The number r of modes."""
        return int(self.faces[0].shape[-1])

    @property
    def axes(self) -> int:
        """The number d of axes."""
        return len(self.faces)

    @property
    def extent(self) -> tuple[float, ...]:
        """The sides (d,) m of the box."""
        return tuple(count * size for count, size in zip(self.fluid.shape, self.spacing, strict=True))

    def field(self, z: np.ndarray) -> tuple[np.ndarray, ...]:
        """The velocities m/s at the faces across each axis, for z (r,)."""
        return tuple(part @ z for part in self.faces)


def face_shapes(cells: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The shape of the array of faces across each axis, for a grid of so many cells."""
    return tuple(
        tuple(count + (each == axis) for each, count in enumerate(cells)) for axis in range(len(cells))
    )


def split_faces(values: np.ndarray, cells: Sequence[int]) -> tuple[np.ndarray, ...]:
    """Views into values (faces, ...), in the order of a MAC grid's velocity state, one for each axis."""
    shapes = face_shapes(cells)
    bounds = np.cumsum([math.prod(shape) for shape in shapes[:-1]])
    parts = zip(np.split(values, bounds), shapes, strict=True)
    return tuple(part.reshape(*shape, *values.shape[1:]) for part, shape in parts)


def times(numbers: Sequence[float]) -> str:
    """Sizes along each axis in the form of messages, such as 3 x 4."""
    return " x ".join(f"{number:g}" for number in numbers)


def reached(modes: VelocityModes) -> tuple[float, ...]:
    """The largest coordinates (d,) m in the box, a little enlarged against rounding at the walls."""
    return tuple(length * (1 + ROUND_OFF) for length in modes.extent)


def checked_points(points: ArrayLike, axes: int) -> np.ndarray:
    """Return points (count, d) [m] as a contiguous array, for kernels.

    Raises SimulationError for other shapes, or what is not finite.
    """
    found = numbers(points)
    if found is None:
        wanted = f"points of {axes} coordinates in metres each, an array of shape (count, {axes})"
        raise refused("points", points, wanted, SimulationError)
    if found.ndim != 2 or found.shape[1] != axes:
        raise SimulationError(f"points of shape {found.shape} do not fit; expected (count, {axes})")
    wrong = np.flatnonzero(~np.isfinite(found).all(axis=1))
    if wrong.size:
        raise SimulationError(f"particle {wrong[0]} is at {found[wrong[0]]} m, which is not finite")
    return np.ascontiguousarray(found)


def check_particles(modes: VelocityModes, points: ArrayLike) -> None:
    """Raise SimulationError where one of `points` (N, d) [m] is outside the box or in a solid cell.

    The message names the first such particle, counted from 0.
    """
    points = checked_points(points, modes.axes)
    inside = np.all((points >= 0) & (points <= reached(modes)), axis=1)
    cells = np.clip((points / modes.spacing).astype(np.int64), 0, np.subtract(modes.fluid.shape, 1))
    wrong = np.flatnonzero(~inside | ~modes.fluid[tuple(cells.T)])
    if wrong.size:
        first, place = wrong[0], ", ".join(f"{x:g}" for x in points[wrong[0]])
        where = "in a solid cell" if inside[first] else f"outside the box of {times(modes.extent)} m"
        raise SimulationError(f"particle {first} at ({place}) m is {where}")


def velocity_modes(
    vectors: np.ndarray, cells: Sequence[int], extent: Sequence[float], solid: np.ndarray | None = None
) -> VelocityModes:
    """Make velocity modes of `vectors` (faces, r), with rows in the order of a MAC grid's velocity state.

    They are views into `vectors`. `solid` (cells) bool says which cells are solid, by default none. Raises
    SimulationError where shapes do not fit, or a number is not finite.
    """
    cells, faces = tuple(cells), sum(map(math.prod, face_shapes(cells)))
    if vectors.ndim != 2 or len(vectors) != faces:
        raise SimulationError(
            f"velocity modes of shape {vectors.shape} do not fit {times(cells)} cells, which have "
            f"{faces} faces"
        )
    if min(cells, default=0) < FEWEST_CELLS:
        raise SimulationError(f"{times(cells)} cells: interpolation needs {FEWEST_CELLS} along each axis")
    fluid = np.ones(cells, dtype=np.bool_) if solid is None else ~np.asarray(solid, dtype=np.bool_)
    if fluid.shape != cells:
        raise SimulationError(f"solid cells of shape {fluid.shape} do not fit {times(cells)} cells")
    if not all_finite(vectors):
        raise SimulationError("the velocity modes hold numbers that are not finite")
    spacing = tuple(length / count for length, count in zip(extent, cells, strict=True))
    return VelocityModes(split_faces(np.ascontiguousarray(vectors, dtype=float), cells), fluid, spacing)
