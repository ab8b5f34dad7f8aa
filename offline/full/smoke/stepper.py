"""Smoke in a box: the incompressible Euler or Navier-Stokes equations on a MAC grid.

    dq/dt = -(q . grad) q + nu Laplace(q) - grad p + f,     div q = 0,     d rho/dt = -(q . grad) rho

with free slip at walls and solids ([002], sections 3 and 4.4). One step of length dt, in this order:

1. semi-Lagrangian advection (Stam 1999) of velocity and density by q: trace back by the midpoint rule, sample
   linearly (`runtime.smoke.interpolation`); velocity by MacCormack's method if asked for, which
   advects back again and subtracts half of the error, within the range of the values sampled (Selle,
   Fedkiw, Kim, Liu & Rossignac 2008, J. Sci. Comput. 35, 350-371);
2. q += dt f, and where density is buoyant dt b rho, with rho at a face the mean of its two cells;
3. viscosity, where there is any, by an implicit Euler step, stable for any dt: (1 + dt nu L) q <- q with L
   the free-slip viscous Laplacian of `meshes.mac_operators`, the term nu D z of [002, eq. 11] before its
   reduction. The result is not exactly free of divergence beside solids; the projection comes after it;
4. projection onto fields without divergence (`offline.full.smoke.pressure`).

Memory layout: velocity q (size,) and force f (size,) as in `meshes.macgrid`, in m/s and m/s^2 (force per
mass); density (cells), in any unit.

Limits: it is of first order in dt and h together, and dissipative, as linear sampling smooths; MacCormack's
method smooths far less. It is stable for any step, but a step that crosses many cells is inaccurate and may
jump over solids; that is warned of. Mass is not conserved exactly; density never leaves its initial range.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from numba import types
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from scipy.sparse.linalg import cg

from meshes.mac_operators import cell_extension, continued, face_extension, viscous_laplacian
from meshes.macgrid import MacGrid, beside
from offline.full.factorisation import Restricted
from offline.full.smoke.iteration import RESIDUAL
from offline.full.smoke.pressure import ITERATION, Projection, without_transform
from runtime.base.kernels import Internal, njit
from runtime.smoke.interpolation import (
    FASTMATH,
    Flow,
    about,
    advect_density,
    between,
    carry,
    compiled,
    follow,
    shifted,
    unravelled,
    velocity_at_face,
)
from softrein.errors import MeshError, SimulationError, warn

Floats = NDArray[np.float64]
Advection = Literal["semi-lagrangian", "maccormack"]

# Courant number above which a warning is given. The midpoint rule's straight paths cannot follow vortices a
# few cells wide beyond that, and Courant numbers up to about 5 are customary in graphics.
MOST_CELLS = 5.0


class Smoke:
    """A time stepper of smoke; it keeps the factorisations and warns once of steps that are too long.

    Kinematic viscosity [m^2/s] of 0 leaves only that of the scheme. `backend` is the pressure solver, see
    `offline.full.smoke.pressure`; errors name the step by `steps`, the number begun so far. `advection` of
    the velocity is "semi-lagrangian" or "maccormack"; `buoyancy` b (d,) [m/s^2] is the acceleration by a unit
    of density, in a plane or in space; None: no buoyancy.

    Raises SimulationError where an argument is out of range or the backend does not fit the grid, and
    MissingPackageError where the backend asked for is not installed.
    """

    def __init__(
        self,
        grid: MacGrid,
        dt: float,
        viscosity: float = 0.0,
        backend: str | None = None,
        advection: Advection = "semi-lagrangian",
        buoyancy: Sequence[float] | None = None,
    ) -> None:
        if advection not in get_args(Advection):
            raise SimulationError(f"advection = {advection!r}: there are {', '.join(get_args(Advection))}")
        buoyancy = () if buoyancy is None else buoyancy
        if len(buoyancy) not in (0, grid.axes) or not np.isfinite(buoyancy).all():
            raise SimulationError(f"buoyancy = {buoyancy!r}: give {grid.axes} finite numbers, in m/s^2")
        self.advection, self.buoyancy = advection, tuple(map(float, buoyancy))
        self.grid, self.dt = grid, _checked_number("dt", dt, dt > 0)
        self.viscosity = _checked_number("viscosity", viscosity, viscosity >= 0)
        self._projection = Projection(grid, backend)
        self.backend = self._projection.backend
        self._diffusion = diffusion(grid, self.viscosity, self.dt, backend) if self.viscosity else None
        self._faces, self._cells = face_extension(grid), cell_extension(grid)
        self._open = grid.split(grid.open)
        self._warned = False
        self.steps = 0

    def step(
        self, q: ArrayLike, density: ArrayLike | None = None, force: ArrayLike | None = None
    ) -> tuple[Floats, Floats | None]:
        """Return velocity (size,) [m/s] and density (cells) one step later; new arrays.

        `q` should be free of divergence (see `project`); `force` (size,) [m/s^2] is held over the step.
        Without a density None is returned for it; with buoyancy there must be one. Raises
        SimulationError, naming the step, where an argument is of the wrong shape or not finite, or pressure
        does not converge. Warns once of a step that crosses more than 5 cells.
        """
        number, self.steps = self.steps, self.steps + 1
        try:
            q = self._checked_field("q", q, (self.grid.size,))
            flow = self._flow(q, -self.dt)
            self._warn_if_fast(flow)
            carried = None if density is None else self._carry_density(flow, density)
            return self._next_velocity(flow, force, carried), carried
        except SimulationError as error:
            raise SimulationError(f"step {number} (t = {number * self.dt:.6g} s): {error}") from None

    def project(self, q: ArrayLike) -> Floats:
        """Return the velocity state without divergence nearest to q (size,); closed faces become zero."""
        return self._projection.project(self._checked_field("q", q, (self.grid.size,)))

    def advect(self, particles: ArrayLike, q: ArrayLike) -> Floats:
        """Return particles (count, d) [m] one step later, carried by q, by the explicit midpoint rule.

        A particle stops at walls and slips along solids. Raises SimulationError, naming the particle, where
        one lies outside the box or in a solid cell.
        """
        particles = self._checked_particles(particles)
        flow = self._flow(self._checked_field("q", q, (self.grid.size,)), self.dt)
        self._warn_if_fast(flow)
        carry(flow, self.grid.spacing, particles, particles)
        # number of cells times cell size may round to beyond the wall
        return np.minimum(particles, self.grid.extent)

    def _next_velocity(self, flow: Flow, force: ArrayLike | None, density: Floats | None) -> Floats:
        q: Floats = np.empty(self.grid.size)
        advect_velocity(flow, flow.faces, None, self._open, self.grid.split(q))
        if self.advection == "maccormack":
            self._correct(flow, q)
        if force is not None:
            q += self.dt * self._checked_field("force", force, (self.grid.size,))
        if self.buoyancy:
            self._lift(q, density)
        if self._diffusion is not None:
            q = self._diffusion.solve(q)
        self._projection.project_in_place(q)
        return q

    def _correct(self, flow: Flow, q: Floats) -> None:
        """Apply MacCormack's correction to `q`, the result of semi-Lagrangian advection."""
        way_back = flow._replace(per=tuple(-each for each in flow.per))
        reached, back = self.grid.split(continued(q, self._faces)), self.grid.split(np.empty(self.grid.size))
        advect_velocity(way_back, reached, None, self._open, back)
        advect_velocity(flow, flow.faces, back, self._open, self.grid.split(q))

    def _lift(self, q: Floats, density: Floats | None) -> None:
        """Add the effect of buoyancy in a step."""
        if density is None:
            raise SimulationError("density is missing: it is buoyant, and moves the flow")
        for axis, (part, is_open) in enumerate(zip(self.grid.split(q), self._open, strict=True)):
            inner, opened = (beside(beside(each, axis)[0], axis)[1] for each in (part, is_open))
            before, beyond = beside(density, axis)
            inner += (0.5 * self.dt * self.buoyancy[axis]) * np.where(opened, before + beyond, 0.0)

    def _carry_density(self, flow: Flow, density: ArrayLike) -> Floats:
        density = self._checked_field("density", density, self.grid.cells)
        following = np.empty_like(density)
        advect_density(flow, continued(density, self._cells), self.grid.fluid, following)
        return following

    def _flow(self, q: Floats, dt: float) -> Flow:
        fluid, per = None if self.grid.is_box else self.grid.fluid, tuple(dt / h for h in self.grid.spacing)
        return Flow(self.grid.split(continued(q, self._faces)), fluid, per)

    def _warn_if_fast(self, flow: Flow) -> None:
        crossed = max(_largest(part) * abs(per) for part, per in zip(flow.faces, flow.per, strict=True))
        if crossed > MOST_CELLS and not self._warned:
            self._warned, advised = True, self.dt * MOST_CELLS / crossed
            warn(
                f"a step of {self.dt:g} s crosses {crossed:.1f} cells; beyond {MOST_CELLS:g} the backtrace "
                f"is inaccurate and may jump over solids; take dt below {advised:.2g} s",
                RuntimeWarning,
            )

    def _checked_field(self, name: str, values: ArrayLike, shape: tuple[int, ...]) -> Floats:
        field = np.ascontiguousarray(values, dtype=np.float64)
        if field.shape != shape:
            raise SimulationError(f"{name} has shape {field.shape}; {self.grid!r} needs {shape}")
        if not math.isfinite(field.min() + field.max()):  # both are NaN if any value is
            raise SimulationError(f"{name} is not finite")
        return field

    def _checked_particles(self, particles: ArrayLike) -> Floats:
        points = np.array(particles, dtype=np.float64)
        try:
            inside = self.grid.cell_of(points)
        except MeshError as error:
            raise SimulationError(f"particles: {error}") from None
        if (solid := self.grid.solid[tuple(inside.T)]).any():
            first = int(np.flatnonzero(solid)[0])
            raise SimulationError(f"particle {first} at {points[first]} m lies in a solid cell")
        return points


def diffusion(
    grid: MacGrid, viscosity: float, dt: float, backend: str | None = None
) -> Restricted | DiffusionByIteration:
    """Return a solver for a velocity state one step of viscosity [m^2/s] later; closed faces are zero.

    `backend` is that of pressure; see `offline.full.smoke.pressure.without_transform`.
    """
    matrix = sparse.eye_array(grid.size) + dt * viscosity * viscous_laplacian(grid)
    solver = without_transform(grid.axes, backend)
    if solver == ITERATION:
        return DiffusionByIteration(matrix.tocsr(), grid.open)
    return Restricted(matrix, np.flatnonzero(grid.open), solver)


class DiffusionByIteration:
    """Viscosity by conjugate gradients from the old flow: the matrix is close to the identity."""

    def __init__(self, matrix: sparse.csr_array, is_open: NDArray[np.bool_]) -> None:
        self._matrix, self._open = matrix, is_open

    def solve(self, q: Floats) -> Floats:
        """Solve. Raises SimulationError where iterations do not converge."""
        start = np.where(self._open, q, 0.0)
        found, status = cg(self._matrix, start, start, rtol=RESIDUAL)
        if status:
            raise SimulationError("viscosity does not converge; take a smaller step, or backend = 'splu'")
        return np.asarray(found)


def _checked_number(name: str, value: float, in_range: bool) -> float:
    if not (in_range and math.isfinite(value)):
        least = "positive" if name == "dt" else "0 or larger"
        raise SimulationError(f"{name} = {value!r}: must be finite and {least}")
    return float(value)


def _largest(values: Floats) -> float:
    return float(max(values.max(), -values.min()))


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def advect_velocity(flow, values, back, is_open, out):
    """Give each open face the value at the point from which it comes; closed faces are zero.

    If `back` is given, the values after advection there and back, `out` holds those after advection, and is
    corrected.
    """
    advect_faces(flow, values, back, is_open, out, ())


@compiled
def advect_faces(
    flow: Internal, values: Internal, back: Internal, is_open: Internal, out: Internal, axis: Internal
) -> Internal:
    """Advect the faces' values into `out`, for the axes from len(axis) on.

    Each open face is traced back along `flow`, closed ones get zero. `back` has the values after a step forth
    and back, for MacCormack's correction, or nothing.
    """
    if not len(out):
        return lambda flow, values, back, is_open, out, axis: None

    def advect(
        flow: Internal, values: Internal, back: Internal, is_open: Internal, out: Internal, axis: Internal
    ) -> Internal:
        there, is_open_there = values[0], is_open[0]
        faces, count = out[0], out[0].shape[-1]
        for row in range(faces.size // count):
            lead = unravelled(row, faces.shape[:-1])
            for i in range(count):
                index, found = (*lead, i), 0.0
                if is_open_there[index]:  # false at the walls of the box
                    velocity = velocity_at_face(flow.faces, index, axis, ())
                    end = follow(flow, shifted(index, axis, 0.5), velocity)
                    found = advanced(there, back, index, shifted(end, axis, -0.5), faces[index])
                faces[index] = found
        advect_faces(flow, values[1:], others(back), is_open[1:], out[1:], (*axis, 0))

    return advect


@compiled
def others(back: Internal) -> Internal:
    """Return the components from the next axis on, if there are any."""
    if isinstance(back, types.NoneType):
        return lambda back: None
    return lambda back: back[1:]


@compiled
def advanced(
    values: Internal, back: Internal, index: Internal, place: Internal, reached: Internal
) -> Internal:
    """Return the value at a place, or `reached`, corrected within the range of values around the place."""
    if isinstance(back, types.NoneType):
        return lambda values, back, index, place, reached: between(values, place)

    def corrected(
        values: Internal, back: Internal, index: Internal, place: Internal, reached: Internal
    ) -> Internal:
        least, most = extremes(values, about(values.shape, place), ())
        return min(max(reached + 0.5 * (values[index] - back[0][index]), least), most)

    return corrected


@compiled
def extremes(values: Internal, places: Internal, at: Internal) -> Internal:
    """Return the least and the largest of the values at the corners that `about` found."""
    if not len(places):
        return lambda values, places, at: (values[at], values[at])

    def both(values: Internal, places: Internal, at: Internal) -> Internal:
        i, _ = places[0]
        low = extremes(values, places[1:], (*at, i))
        high = extremes(values, places[1:], (*at, i + np.uint64(1)))
        return min(low[0], high[0]), max(low[1], high[1])

    return both
