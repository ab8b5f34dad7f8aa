"""The velocity modes of a reduced fluid between the faces of their grid ([002], section 4.4, equation 12).

A fluid with reduced velocities z (r,) has at a point x the velocity `Psi(x) z`; the matrix Psi(x) (2, r)
holds each mode interpolated bilinearly on its own faces, as `runtime.smoke.interpolation` does for one field.
A face's modes lie side by side in memory, so that one point needs eight short contiguous products.

Limits: the modes are meant to be continued into solid cells; nothing here does that.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from softrein.errors import SimulationError

ROUND_OFF = 1e-12  # of the box: so much farther out, a place still counts as inside


class VelocityModes(NamedTuple):
    """Modes on a MAC grid, as kernels take them."""

    u: np.ndarray  # (nx + 1, ny, r) 1/m, x components (basis vectors: orthonormal under the cell's area)
    v: np.ndarray  # (nx, ny + 1, r) 1/m, y components
    fluid: np.ndarray  # (nx, ny) bool, false where a cell is solid
    hx: float  # m
    hy: float  # m

    @property
    def rank(self) -> int:
        """The number r of modes."""
        return int(self.u.shape[2])

    @property
    def extent(self) -> tuple[float, float]:
        """(lx, ly) m, the box."""
        return self.fluid.shape[0] * self.hx, self.fluid.shape[1] * self.hy

    def field(self, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The velocities u (nx + 1, ny) and v (nx, ny + 1) m/s at the faces, for z (r,)."""
        return self.u @ z, self.v @ z


def reached(modes: VelocityModes) -> tuple[float, float]:
    """(x, y) m, up to which places lie in the box: cells times size may round to just below a wall."""
    lx, ly = modes.extent
    return lx * (1 + ROUND_OFF), ly * (1 + ROUND_OFF)


def checked_points(points: ArrayLike) -> np.ndarray:
    """Points (count, 2) [m] as kernels take them; SimulationError for other shapes, or what is not finite."""
    points = np.ascontiguousarray(points, dtype=np.float64)
    if points.ndim != 2 or points.shape[1] != 2:
        raise SimulationError(f"points of shape {points.shape} do not fit; expected (count, 2)")
    wrong = np.flatnonzero(~np.isfinite(points).all(axis=1))
    if wrong.size:
        raise SimulationError(f"particle {wrong[0]} is at {points[wrong[0]]} m, which is not finite")
    return points


def check_particles(modes: VelocityModes, points: ArrayLike) -> None:
    """Raise SimulationError where one of `points` (N, 2) [m] is outside the box or in a solid cell.

    The text names the first such particle, counted from 0.
    """
    points, (lx, ly) = checked_points(points), modes.extent
    inside = np.all((points >= 0) & (points <= reached(modes)), axis=1)
    cells = np.clip((points / (modes.hx, modes.hy)).astype(np.int64), 0, np.subtract(modes.fluid.shape, 1))
    wrong = np.flatnonzero(~inside | ~modes.fluid[cells[:, 0], cells[:, 1]])
    if wrong.size:
        first, (x, y) = wrong[0], points[wrong[0]]
        where = "in a solid cell" if inside[first] else f"outside the box of {lx:g} x {ly:g} m"
        raise SimulationError(f"particle {first} at ({x:g}, {y:g}) m is {where}")


def velocity_modes(
    vectors: np.ndarray, cells: tuple[int, int], extent: tuple[float, float], solid: np.ndarray | None = None
) -> VelocityModes:
    """Views into `vectors` (faces, r), whose rows are in the order of a MAC grid's velocity state.

    `solid` (nx, ny) bool; no cell is solid without it. Raises SimulationError where shapes do not fit.
    """
    nx, ny = cells
    first = (nx + 1) * ny
    if vectors.ndim != 2 or len(vectors) != first + nx * (ny + 1):
        raise SimulationError(
            f"velocity modes of shape {vectors.shape} do not fit {nx} x {ny} cells, which have "
            f"{first + nx * (ny + 1)} faces"
        )
    fluid = np.ones((nx, ny), dtype=np.bool_) if solid is None else ~np.asarray(solid, dtype=np.bool_)
    if fluid.shape != (nx, ny):
        raise SimulationError(f"solid cells of shape {fluid.shape} do not fit {nx} x {ny} cells")
    vectors = np.ascontiguousarray(vectors, dtype=float)
    u, v = vectors[:first].reshape(nx + 1, ny, -1), vectors[first:].reshape(nx, ny + 1, -1)
    return VelocityModes(u, v, fluid, extent[0] / nx, extent[1] / ny)
