"""Passive particles and smoke that a reduced fluid carries, such as leaves, dust and colour.

In a step of length h the reduced velocities z are constant, and so is the field `v(x) = Psi(x) z` of
`runtime.smoke.velocity_modes`. Particles follow it by the explicit midpoint rule, and smoke is traced back
along it and sampled linearly, both as in the full simulation ([002], section 4.4;
`runtime.smoke.interpolation`):

    x <- x + h v(x + h/2 v(x)),        rho(x) <- rho(x - h v(x - h/2 v(x)))

There are two ways to compute v(x), and `Tracers` uses the faster one for its number of particles:

    modes   Psi(x) z at each point: d 2^d products of length r, with random access to memory; in double
            precision
    field   v at all faces once a step, from a copy of the modes in single precision; linear interpolation

They agree to 1e-7 of the fastest flow. The time of the field is that of reading the modes, so that half as
many bytes take half the time; the products are still summed up in double precision.

Memory layout: points (count, d) in metres; density (cells), in any unit; z (r,).

Limits: a step that crosses many cells is inaccurate, and one longer than a solid is thick jumps over it;
nothing warns of that. Smoke is smoothed by the sampling and its mass not exactly conserved, but it never
leaves the range that it had. The copy of the modes takes 33 MB at 256 x 256 and r = 64.
"""

from __future__ import annotations

from itertools import product
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from runtime.base.arguments import instance, numbers, one_of, refused
from runtime.base.clock import checked_dt
from runtime.base.kernels import njit
from runtime.plant.plant import state_vector
from runtime.smoke.interpolation import (
    FASTMATH,
    Flow,
    advect_density,
    boxed,
    carry,
    counted,
    land,
    moved,
    velocities,
)
from runtime.smoke.operator import drift, velocity
from runtime.smoke.velocity_modes import VelocityModes, check_particles
from softrein.errors import SimulationError

Floats = NDArray[np.float64]
Way = Literal["modes", "field"]

# Two evaluations of the velocity at one point from the modes cost as much as reconstructing the field at so
# many faces: 35 to 110 measured on grids of 32 x 32 to 512 x 512 with 24 to 64 modes, about 70 at 256 x 256
# with 64.
FACES_PER_POINT = 60


class FrameField:
    """The velocities of a reduced fluid at all faces, for everything that it carries in one frame.

    Tracers and densities that share one keep a single copy of the modes, and reconstruct the field of the
    same z only once.

    Args:
        modes: The fluid's velocity modes.
    """

    def __init__(self, modes: VelocityModes) -> None:
        self.modes = _checked_modes(modes)
        self._single = [part.astype(np.float32).reshape(-1, modes.rank) for part in modes.faces]
        self._field: tuple[Floats, ...] = tuple(np.zeros(part.shape[:-1]) for part in modes.faces)
        self._z: Floats = np.zeros(modes.rank)  # coordinates of the reconstructed field

    def at(self, z: ArrayLike) -> tuple[Floats, ...]:
        """The velocities m/s at the faces across each axis for z (r,); the next z overwrites them.

        Raises SimulationError unless z is (r,) and finite.
        """
        z = _checked_z(z, self.modes.rank)
        if not np.array_equal(z, self._z):
            self._z = z.copy()
            for part, values in zip(self._single, self._field, strict=True):
                reconstruct(part, z, values.ravel())
        return self._field


class Tracers:
    """Particles that a reduced fluid carries along.

    Args:
        modes: The fluid's velocity modes, continued into solids if there are any.
        points: (count, d) m, the places of the particles.
        dt: Time step, s.
        field: A field to share with others; without it, one is made when the first field is needed.
        way: "modes" or "field"; by default the faster one for so many particles.

    Raises:
        SimulationError: An argument is of another kind, dt is not positive and finite, or a particle, the
            first of which is named, lies outside the box or in a solid cell.
    """

    def __init__(
        self,
        modes: VelocityModes,
        points: ArrayLike,
        dt: float,
        field: FrameField | None = None,
        way: Way | None = None,
    ) -> None:
        self.modes, self.dt = _checked_modes(modes), checked_dt(dt)
        self._fluid = None if modes.fluid.all() else modes.fluid
        self._field = None if field is None else _checked_field(field, modes)
        self._way = None if way is None else one_of("way", way, get_args(Way), SimulationError)
        self.points = points

    @property
    def points(self) -> Floats:
        """The places (count, d) m of the particles: a read-only view, which changes with them. May be set."""
        view = self._points.view()
        view.flags.writeable = False
        return view

    @points.setter
    def points(self, points: ArrayLike) -> None:
        check_particles(self.modes, points)
        self._points: Floats = np.array(points, dtype=np.float64, order="C")

    @property
    def way(self) -> Way:
        """The way in which velocities are computed: "modes" or "field"."""
        faces = sum(part[..., 0].size for part in self.modes.faces)
        return self._way or ("field" if FACES_PER_POINT * len(self._points) > faces else "modes")

    def velocities(self, z: ArrayLike) -> Floats:
        """The velocities (count, d) m/s of the particles, for z (r,). Raises as `advance` does."""
        out = np.empty_like(self._points)
        if self.way == "modes":
            drift(self.modes, self._points.ravel(), _checked_z(z, self.modes.rank), out.ravel())
        else:
            velocities(self._frame_field().at(z), self.modes.spacing, self._points, out)
        return out

    def advance(self, z: ArrayLike) -> None:
        """Move all particles one step along, in the field of z (r,), which is held over the step.

        A particle stops at walls and slips along solids. Raises SimulationError unless z is (r,) and finite.
        """
        spacing, per = self.modes.spacing, tuple(self.dt / size for size in self.modes.spacing)
        if self.way == "modes":
            carry_by_modes(self.modes, _checked_z(z, self.modes.rank), self._fluid, per, self._points)
        else:
            carry(Flow(self._frame_field().at(z), self._fluid, per), spacing, self._points, self._points)

    def _frame_field(self) -> FrameField:
        if self._field is None:
            self._field = FrameField(self.modes)
        return self._field


class Density:
    """Smoke that a reduced fluid carries along.

    Args:
        modes: The fluid's velocity modes, continued into solids if there are any.
        density: (cells) in any unit, at the centres of the cells; taken as zero in solids.
        dt: Time step, s.
        field: A field to share with others; without it, one is made.

    Raises:
        SimulationError: An argument is of another kind, dt is not positive and finite, or the density is not
            finite or of another shape.
    """

    def __init__(
        self, modes: VelocityModes, density: ArrayLike, dt: float, field: FrameField | None = None
    ) -> None:
        self.modes, self.dt = _checked_modes(modes), checked_dt(dt)
        self._field = FrameField(modes) if field is None else _checked_field(field, modes)
        self._solid_cells, self._neighbours, self._weights = _extension(modes.fluid)
        self.values = density

    @property
    def values(self) -> Floats:
        """The density (cells), zero in solids; a new array each step. May be set."""
        return self._values

    @values.setter
    def values(self, density: ArrayLike) -> None:
        values, fluid = numbers(density), self.modes.fluid
        if values is None:
            raise refused("density", density, f"numbers of shape {fluid.shape}, one a cell", SimulationError)
        if values.shape != fluid.shape:
            raise SimulationError(f"density has the shape {values.shape}; the grid has {fluid.shape} cells")
        if not np.isfinite(values).all():
            raise SimulationError("density is not finite")
        self._values: Floats = np.where(fluid, values, 0.0)

    def advance(self, z: ArrayLike) -> None:
        """Move the smoke one step along, in the field of z (r,), which is held over the step.

        Raises SimulationError unless z is (r,) and finite.
        """
        fluid, per = self.modes.fluid, tuple(-self.dt / size for size in self.modes.spacing)
        flow = Flow(self._field.at(z), fluid if self._solid_cells.size else None, per)
        following = np.empty_like(self._values)
        advect_density(flow, self._continued(), fluid, following)
        self._values = following

    def _continued(self) -> Floats:
        """The values continued into solids, for the interpolation next to them."""
        if not self._solid_cells.size:
            return self._values
        continued = self._values.flatten()
        continued[self._solid_cells] = (self._weights * continued[self._neighbours]).sum(axis=1)
        return continued.reshape(self._values.shape)


def _extension(fluid: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
    """Solid cells (g,) that touch fluid, their neighbours (g, 3^d - 1), and weights for the fluid's mean.

    Cells are numbered in C order; cells with a common corner touch, too. Solid neighbours, and those outside
    the box, have the weight zero.
    """
    shifts = [each for each in product((-1, 0, 1), repeat=fluid.ndim) if any(each)]
    touched = fluid.copy()
    # one neighbour cell along each axis in turn, which also covers the corners
    for axis in range(fluid.ndim):
        before, along = np.moveaxis(touched.copy(), axis, 0), np.moveaxis(touched, axis, 0)
        along[1:] |= before[:-1]
        along[:-1] |= before[1:]
    solid = touched & ~fluid
    neighbours = np.argwhere(solid)[:, None] + np.array(shifts)  # (g, 3^d - 1, d)
    inside = ((neighbours >= 0) & (neighbours < fluid.shape)).all(axis=2)
    neighbours[~inside] = 0
    numbers = np.ravel_multi_index(tuple(np.moveaxis(neighbours, -1, 0)), fluid.shape)
    seen = inside & fluid.ravel()[numbers]
    cells = np.flatnonzero(solid).astype(np.int64)
    return cells, numbers, seen / seen.sum(axis=1, keepdims=True)


def _checked_modes(modes: VelocityModes) -> VelocityModes:
    return instance("modes", modes, VelocityModes, "velocity modes, such as bundle.modes", SimulationError)


def _checked_field(field: FrameField, modes: VelocityModes) -> FrameField:
    instance("field", field, FrameField, "a FrameField, or None to make one", SimulationError)
    own, other = ((each.fluid.shape, each.spacing, each.rank) for each in (modes, field.modes))
    if own != other:
        raise SimulationError("field: it is of other modes than those that carry; make it of these")
    return field


def _checked_z(z: ArrayLike, rank: int) -> Floats:
    vector = state_vector(z, rank, "z")
    if not np.isfinite(vector).all():
        raise SimulationError("z is not finite")
    return vector


# Kernels


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def reconstruct(modes, z, out):
    """Write the velocities (faces,) m/s of modes (faces, r) in single precision into `out`."""
    for face in range(modes.shape[0]):
        total = 0.0
        for k in range(modes.shape[1]):
            total += modes[face, k] * z[k]
        out[face] = total


@njit(cache=True, error_model="numpy")
def carry_by_modes(modes, z, fluid, per, points):
    """Move `points` (count, d) [m] one step along in the flow z (r,); `fluid` is None in an open box."""
    faces, spacing = modes.faces, modes.spacing
    for k in range(points.shape[0]):
        place = counted(points[k], 0, spacing)
        half = moved(place, per, velocity(faces, place, z, ()), 0.5)
        end = land(fluid, place, moved(place, per, velocity(faces, half, z, ()), 1.0))
        inside = boxed(faces, end, ())
        for axis in range(len(spacing)):
            points[k, axis] = inside[axis] * spacing[axis]
