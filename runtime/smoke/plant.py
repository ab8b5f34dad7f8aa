"""The plant of a reduced fluid with controlled particles: its state, its time step and its linearisations.

The state x = [p, z] (dN + r,) is the particles' places and the reduced velocities; N may be 0. A place has d
numbers, as many as the modes' grid has axes. `runtime.smoke.operator` has the equation of motion and its
source, `runtime.smoke.scheme` the two steps. The continuous plant's tangent is [002, equations 13 and 23 to
26]

    dx/dt = A dx + B dw,     A = [[Y, Psi(p)], [0, d(A(z) z)/dz + nu D]],     B = [0; 1]

with Y block diagonal: a block is the velocity's gradient at a particle, d by d.

Limits: the field between the faces is continuous, but its gradient jumps where one of the components changes
its cell; linearisations are those of the cells where the particles are. They leave out that a step keeps a
particle in the box and out of solids. A plant has working memory of its own, and is for one thread.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from runtime.base.arguments import whole
from runtime.base.kernels import Array, aligned
from runtime.plant.plant import Plant, state_vector
from runtime.plant.stepping import Entries
from runtime.smoke.batch import (
    LANES,
    Tile,
    advance_tile,
    finish_tile,
    load_tile,
    predict_tile,
    solve_tile,
    store_tile,
)
from runtime.smoke.linearisation import linearise_smoke
from runtime.smoke.model import Scheme, SmokeModel, smoke_data
from runtime.smoke.operator import gradients, modes_at
from runtime.smoke.scheme import MIDPOINT, REACHES, WEIGHTS, step_smoke
from runtime.smoke.velocity_modes import VelocityModes, checked_points, face_shapes, times
from softrein.errors import SimulationError


class SmokePlant(Plant):
    """A reduced fluid that steps in time and carries particles along.

    Its step's Jacobians are exact where no particle is stopped by a wall or a solid.

    Args:
        model: The reduced fluid.
        modes: Its velocity modes, on the grid; finite, as `velocity_modes` makes them.
        dt: Time step, s.
        particles: The number N of particles, from 0 up.
        scheme: "runge-kutta", or "midpoint", which keeps the energy exactly and is stable for any dt.
        carried: Whether an input has velocities of the particles [m/s] behind the force, by which they move
            in addition.

    Attributes:
        size: dN + r, the length of a state x = [p, z].
        forces: r, the length of a reduced force w, or r + dN of `carried` particles; w is held over a step.
        positions: The entries of a state that are places [m], the d numbers of each particle in turn.
        coordinates: The entries of a state that are the r reduced velocities.
        data: The arrays and working memory of its kernels.

    Raises:
        SimulationError: The modes do not fit the model, dt or particles is out of range, or the scheme is
            unknown.
    """

    entries = Entries(step_smoke, None, linearise_smoke, None)

    def __init__(
        self,
        model: SmokeModel,
        modes: VelocityModes,
        dt: float,
        particles: int,
        scheme: Scheme = "runge-kutta",
        carried: bool = False,
    ) -> None:
        particles = whole("number of particles", particles, "a whole number from 0 up", error=SimulationError)
        modes = _checked_modes(modes, model.rank)
        self.data = smoke_data(model, modes, particles, dt, scheme)
        # otherwise each Jacobian would copy it
        model = model._replace(advection=np.ascontiguousarray(model.advection))
        self.model, self.modes, self.dt = model, modes, float(dt)
        self.particles, self.scheme, self.carried = particles, scheme, carried
        places = modes.axes * particles
        self.positions, self.coordinates = slice(0, places), slice(places, None)
        self.forces, self.size = model.rank + places * carried, places + model.rank

    def at_step(self, dt: float) -> SmokePlant:
        """A plant of this smoke with time steps of `dt` s."""
        return SmokePlant(self.model, self.modes, dt, self.particles, self.scheme, self.carried)

    @property
    def correctable(self) -> slice:
        """See `Plant.correctable`: all inputs."""
        return slice(0, self.forces)

    def reduced_force(self, z: Array, w: Array) -> Array:
        """The reduced force, which is the first r entries of `w`."""
        return w[: self.model.rank]

    def tangent(self, x: Array, w: Array | None = None) -> tuple[Array, Array]:
        """The continuous plant's A (n, n), in 1/s etc., and B (n, inputs) at the state x (n,), n = dN + r."""
        x, n = state_vector(x, self.size, "x"), self.positions.stop
        A = np.zeros((self.size, self.size))
        A[:n, :n], A[:n, n:] = self._transport(x[:n], x[n:])
        A[n:, n:] = self.model.jacobian(x[n:])
        B = np.zeros((self.size, self.forces))
        B[n:, : self.model.rank] = np.eye(self.model.rank)
        B[:n, self.model.rank :] = np.eye(n, self.forces - self.model.rank)
        return A, B

    def responses(self, states: Array, forces: Array) -> Array:
        """The responses [h^2/2 Psi; h 1] of [000], equation 11; Psi(p) gives particles' velocities."""
        r, places = self.model.rank, states[:, self.positions]
        held = np.zeros((self.size, self.forces))
        held[self.coordinates, :r], held[self.positions, r:] = (
            np.eye(r),
            np.eye(places.shape[1], self.forces - r),
        )
        found = np.tile(self.dt * held, (len(states), 1, 1))
        modes = self.particle_modes(places.reshape(-1, self.modes.axes))
        found[:, self.positions, :r] += 0.5 * self.dt**2 * modes.reshape(*places.shape, r)
        return found

    def step_batch(self, states: Array, forces: Array, out: Array) -> Array:
        """Step many states at once: columns of `states` (dN + r, count) under those of `forces` (f, count).

        The next states go into `out` (dN + r, count), which must not overlap `states`. Returns for each
        (count,) 0, or -1 where the new state is not finite; its column is then NaN.
        """
        states, forces, count = self.check_batch(states, forces, out)
        status = np.full(count, -1)
        tile = self._batch[0]
        take = self._midpoint_tile if self.data.scheme.rule == MIDPOINT else self._runge_kutta_tile
        with np.errstate(over="ignore", invalid="ignore"):
            for first in range(0, count, LANES):
                load_tile(states, forces, first, tile)
                take()
                store_tile(self.data, forces, tile, first, out, status)
        return status

    def particle_modes(self, points: Array) -> Array:
        """The modes Psi (d count, r) [1/m] at `points` (count, d) [m], with d rows for each point.

        Raises SimulationError where points have another shape or are not finite.
        """
        points = checked_points(points, self.modes.axes)
        out = np.empty((points.size, self.model.rank))
        modes_at(self.modes, points, out)
        return out

    def particle_gradient(self, points: Array, z: Array) -> Array:
        """The gradient [1/s] of the velocity Psi z at `points` (count, d) [m]: (count, component, direction).

        It is that of the linear interpolant in the cell of a point, and zero along a direction in which the
        point lies beyond the outermost faces. Raises SimulationError where shapes do not fit, or points are
        not finite.
        """
        axes, z = self.modes.axes, state_vector(z, self.model.rank, "z")
        points = checked_points(points, axes)
        out = np.empty((len(points), axes, axes))
        gradients(self.modes, points, z, out)
        return out

    def _transport(self, places: Array, z: Array) -> tuple[Array, Array]:
        """Jacobians Y (dN, dN) and Psi (dN, r) of the particles' velocities by their places and by z."""
        axes, Y = self.modes.axes, np.zeros((len(places), len(places)))
        points = places.reshape(-1, axes)
        for k, block in enumerate(self.particle_gradient(points, z)):
            own = slice(axes * k, axes * (k + 1))
            Y[own, own] = block
        return Y, self.particle_modes(points)

    def _runge_kutta_tile(self) -> None:
        for weight, reach in zip(WEIGHTS, REACHES, strict=True):
            advance_tile(self.data, self._multiply_tile(), weight, self.dt * reach)
        finish_tile(self.data, self._batch[0])

    def _midpoint_tile(self) -> None:
        predict_tile(self.data, self._multiply_tile())
        solve_tile(self.data, self._multiply_tile())

    def _multiply_tile(self) -> Tile:
        """Compute the triangles of A(z), and nu D z, for the stages' z."""
        tile, pairs, viscous = self._batch
        z = tile.stage[:, self.coordinates]
        np.matmul(z, pairs, out=tile.turns)
        np.matmul(z, viscous, out=tile.rate[:, self.coordinates])
        return tile

    def failure(self, z: Array, w: Array) -> str:
        """See `Plant.failure`: it tells whether the state and the force were finite."""
        if not (np.isfinite(z).all() and np.isfinite(w).all()):
            return (
                "the reduced fluid's state or force is not finite; take a smaller time step or weaker forces"
            )
        return "a step of the reduced fluid overflows; take a smaller time step, or the midpoint scheme"

    @cached_property
    def _batch(self) -> tuple[Tile, Array, Array]:
        """A tile and its matrices, made at the first batch of states."""
        pairs, viscous = advection_pairs(self.model), self.model.viscosity[0] * self.model.diffusion
        force = aligned(LANES, self.model.rank)
        start, stage, rate, total = (aligned(LANES, self.size) for _ in range(4))
        return Tile(start, force, stage, rate, total, aligned(LANES, pairs.shape[1])), pairs, viscous


def advection_pairs(model: SmokeModel) -> Array:
    """The matrix (r, r (r - 1) / 2) [1/m^2] that takes z to the upper triangle of A(z), row by row.

    With s_ijk the symmetrised coefficients of z_j z_k, A_ij(z) = 2/3 sum_k (s_ijk - s_jik) z_k: see the
    Jacobian in `runtime.smoke.operator`.
    """
    r = model.rank
    first, second = np.triu_indices(r)
    s = np.zeros((r, r, r))
    s[:, first, second] = s[:, second, first] = model.advection * np.where(first == second, 1.0, 0.5)
    above = np.triu_indices(r, 1)
    return np.ascontiguousarray((2 / 3) * (s[above] - s.transpose(1, 0, 2)[above]).T)


def _checked_modes(modes: VelocityModes, rank: int) -> VelocityModes:
    """The modes in contiguous arrays. Raises SimulationError where they do not fit the model."""
    cells = modes.fluid.shape
    if modes.rank != rank:
        raise SimulationError(
            f"velocity modes of rank {modes.rank} do not fit a reduced fluid of rank {rank}"
        )
    wanted = tuple((*shape, rank) for shape in face_shapes(cells))
    if tuple(part.shape for part in modes.faces) != wanted:
        there = ", ".join(str(part.shape) for part in modes.faces)
        raise SimulationError(
            f"velocity modes {there} do not fit {times(cells)} cells; expected {', '.join(map(str, wanted))}"
        )
    if not all(0 < size < np.inf for size in modes.spacing):
        raise SimulationError(f"cells of {times(modes.spacing)} m: all must be positive and finite")
    faces = tuple(np.ascontiguousarray(part, dtype=np.float64) for part in modes.faces)
    fluid = np.ascontiguousarray(modes.fluid, dtype=np.bool_)
    return VelocityModes(faces, fluid, tuple(map(float, modes.spacing)))
