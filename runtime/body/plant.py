"""The plant of a reduced soft body: its state, its time step, and their linearisations.

The state z = [p, v] is the reduced displacement and velocity. `runtime.body.midpoint` has the step's formula
and its source. With H = d(K(p) v)/dp, the Hessian term of the damping, the continuous plant's tangent is
[002, equation 22 and appendix B]

    dz/dt = A dz + B dw,     A = [[0, 1], [-(K + beta H), -(alpha 1 + beta K)]],     B = [0; 1]

and the step's own Jacobian is `runtime.body.linearisation`'s.

Limits: the reduced mass must be the identity. A plant has working memory of its own, and is for one thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from runtime.base.arguments import whole
from runtime.base.clock import checked_dt
from runtime.base.kernels import Array, aligned, aligned_copy, padded
from runtime.body.batch import Tiled, step_columns
from runtime.body.curvature import curve_body
from runtime.body.elastic import OPERATORS, elastic_behind, minimises
from runtime.body.linearisation import linearise_body, variation_blocks
from runtime.body.midpoint import (
    FINEST,
    SCHEMES,
    BodyData,
    Scheme,
    StepWork,
    shares_of,
    step_body,
    step_joined,
)
from runtime.body.model import BodyModel
from runtime.body.terms.term import Acting, Term, put_terms
from runtime.body.tile import make_lane, make_tile
from runtime.plant.plant import Plant, state_vector
from runtime.plant.stepping import WITH_GAINS, Entries, step_with_gains
from softrein.errors import BasisError, SimulationError, shown

__all__ = ["BodyPlant", "step_body"]

FALL = 0.5  # `Scheme.fall` where a force term needs line searches
CATCHES_UP = 0.5  # share of a displacement error that the next step's velocity corrects
NO_EFFECT = 1e-10  # fraction of the largest effect of an input on a step that counts as none
ORTHONORMAL = 1e-8  # largest entry of U^T M U - 1 that counts as round-off


class BodyPlant(Plant):
    """A reduced body that steps in time.

    Its step's Jacobians are exact for one iteration; for more they are those of the converged step. They
    include steps that were halved. Where a projected stiffness replaced K, its derivative is used.

    Args:
        model: The reduced model; its basis must be mass-orthonormal.
        dt: Time step, s.
        newton_iterations: The most iterations of a step; 1 is the linearly implicit step, which tests no
        residual.
        terms: What acts on the body besides its material: cables, chambers, a base that moves.
        scheme: "midpoint" or "euler", see `runtime.body.midpoint`.

    Attributes:
        size: 2r, the length of a state z = [p, v].
        forces: The length of an input w, held over a step: a reduced force (r,), and then the inputs of
            each of its terms.
        acting: Its terms, and the inputs of each.
        positions: The entries of a state that are positions; a run's deviation is measured by these.
        coordinates: The entries of a state that are the r coordinates of the basis.
        data: The arrays and working memory of its kernels.

    Raises:
        BasisError: The reduced mass is not the identity, or the model's arrays do not fit each other.
        SimulationError: dt or newton_iterations is out of range, or the scheme unknown.
    """

    entries = Entries(step_body, step_joined, linearise_body, curve_body)

    def __init__(
        self, model: BodyModel, dt: float, newton_iterations: int = 1, terms: Sequence[Term] = (),
        scheme: str = "midpoint",
    ) -> None:  # fmt: skip
        _check_model(model)
        self.model, self.dt = model, checked_dt(dt)
        if scheme not in SCHEMES:
            raise SimulationError(f"unknown scheme {shown(scheme)}; there are {', '.join(SCHEMES)}")
        self.scheme = scheme
        self.midpoint = self.dt if scheme == "midpoint" else 0.0
        self.acting: Acting[Term] = Acting(model.rank, tuple(terms))
        wanted = "a whole number from 1 up"
        most = whole("newton_iterations", newton_iterations, wanted, least=1, error=SimulationError)
        self.newton_iterations = most
        self.forces, self.size = self.acting.forces, 2 * model.rank
        self.joins_gains = not any(term.actuated for term in self.acting.terms)
        still, busy = (each((self.forces, 1)) for each in (np.zeros, np.ones))
        pays = OPERATORS[model.operator].tiles or not self.acting.busy(busy)
        self.tiles = pays and not self.acting.untiled(still)
        self.positions = self.coordinates = slice(0, model.rank)

    @cached_property
    def data(self) -> BodyData:
        """The data of its kernels; the first access compiles those of its operator and its terms."""
        return _make_data(self.model, self.dt, (self.newton_iterations, SCHEMES[self.scheme]), self.acting)

    @property
    def uncurved(self) -> list[str]:
        """See `Plant.uncurved`: the names of its terms without second derivatives."""
        return [type(term).__name__.lower() for term in self.acting.terms if term.kernels.curve is None]

    @property
    def steered(self) -> slice:
        """See `Plant.steered`."""
        return slice(0, self.model.rank + sum(term.inputs for term in self.acting.terms if term.actuated))

    @property
    def poses(self) -> list[int]:
        """See `Plant.poses`: those of tools."""
        return self.acting.poses

    def at_step(self, dt: float) -> BodyPlant:
        """A plant of this body with time steps of `dt` s."""
        return BodyPlant(self.model, dt, self.newton_iterations, self.acting.terms, self.scheme)

    @property
    def projected(self) -> int:
        """How often, in all the plant's steps, a projected stiffness replaced an indefinite one."""
        return int(self.data.work.projected[0])

    def tangent(self, z: Array, w: Array | None = None) -> tuple[Array, Array]:
        """The continuous plant's tangents A (2r, 2r) and B (2r, forces) at z under w, in SI units."""
        r = self.model.rank
        z = state_vector(z, self.size, "z")
        K = self.model.stiffness(z[:r])
        alpha, beta = self.model.damping
        A, B = np.zeros((2 * r, 2 * r)), np.eye(2 * r, self.forces, -r)
        A[:r, r:] = np.eye(r)
        A[r:, :r] = -K - beta * self.model.hessian(z[:r], z[r:])
        A[r:, r:] = -alpha * np.eye(r) - beta * K
        slopes = self.acting.slopes(z[:r], z[r:], np.zeros(self.forces) if w is None else w)
        A[r:, :r] += slopes.by_place
        A[r:, r:] += slopes.by_speed
        B[r:] = slopes.by_input
        return A, B

    def reduced_force(self, z: Array, w: Array) -> Array:
        """The force (r,) on the coordinates: the first r of `w`, plus the forces of terms at z."""
        r = self.model.rank
        return np.asarray(w[:r] + self.acting.force(z[:r], z[r:], w))

    def correcting(self, z: Array) -> Array:
        """See `Plant.correcting`: all forces, but of what terms keep rigid only those that turn it."""
        r, rigid = self.model.rank, self.acting.rigid
        free = np.delete(np.eye(self.forces, r), rigid, axis=1)
        turns = np.zeros((self.forces, 0)) if not rigid else self.acting.turns(z[:r]).T
        return np.hstack([free, np.pad(turns, ((0, self.forces - len(turns)), (0, 0)))])

    @property
    def by_themselves(self) -> Array:
        """See `Plant.by_themselves`: coordinates of free things."""
        return np.array(self.acting.loose, dtype=np.int64)

    def reachable(self, z: Array, following: Array) -> Array:
        """A state (2r,) that one step can reach from z, with velocities near those of `following`.

        Displacements are p' = p + h ((1 - theta) v + theta v'). v' is the velocity of `following` with a
        correction for a part of the error that p' would have, so that errors fade.
        """
        r, theta = self.model.rank, SCHEMES[self.scheme]
        before, after = self.dt * (1.0 - theta), self.dt * theta
        off = following[:r] - z[:r] - (before * z[r:] + after * following[r:])
        velocity = following[r:] + CATCHES_UP * off / self.dt
        return np.concatenate([z[:r] + before * z[r:] + after * velocity, velocity])

    def _reaching_guess(self, z: Array, following: Array, w: Array) -> Array:
        """The force with which a converged step's equation holds for v_mid = (1 - theta) v + theta v'."""
        r, theta, model = self.model.rank, SCHEMES[self.scheme], self.model
        half = theta * self.dt
        middle, (alpha, beta) = (1.0 - theta) * z[r:] + theta * following[r:], model.damping
        place = z[:r] + half * middle
        force, stiffness = model.force_and_stiffness(place)
        if self.data.scheme.minimises:
            stiffness = model.stiffness(z[:r])
        found = np.array(w)
        others = self.reduced_force(np.concatenate([place, middle]), w) - w[:r]
        found[:r] = (middle - z[r:]) / half + alpha * middle + beta * stiffness @ middle + force
        found[:r] -= model.standing + others
        rigid = self.acting.rigid  # whether force terms act differently at an instant than during a step
        found[rigid] = w[rigid]
        if self.acting.loose:
            effects = np.abs(self.linearise(z, found)[1]).max(axis=0)
            idle = effects <= NO_EFFECT * effects.max()
            found[idle] = w[idle]
        return found

    def step_batch(self, states: Array, forces: Array, out: Array) -> Array:
        """Step many states at once: columns of `states` (2r, count) under those of `forces` (forces, count).

        The next states go into `out` (2r, count), which must not overlap `states`. Returns for each (count,)
        how often its step was halved, or -1 where it failed; its column is then NaN. Where a base moves, or a
        model of sampled elements has terms, states are stepped one after the other.
        """
        states, forces, count = self.check_batch(states, forces, out)
        status = np.full(count, -1)
        rank = self.model.rank
        if self._may_tile(forces):
            self._step_tiles(states, forces, out, status, np.zeros((0, rank, rank)))
        for column in np.flatnonzero(status < 0):
            status[column] = self._step_column(states, forces, int(column), out)
        return status

    def step_batch_with_gains(
        self, acting: Array, states: Array, forces: Array, around: Array, ends: Array, mean: Array
    ) -> Array:
        """Step states under gains that act on the step's end; `acting` (k, r, 2r) are actuators times gains.

        With `w_fb = -Kp (p' - p'_ref) - Kd (v' - v'_ref)` at the end of the step, `p' = p + h v_mid` and
        `v' = 2 v_mid - v`, the step's equation becomes

            (S + h^2/2 Kp + h Kd) v_mid = v + h/2 (w - f - Kp (p - p'_ref) + Kd (v + v'_ref))

        or its form for another theta. With several Newton iterations all of them include the gains.
        """
        states, forces, count = self.check_batch(states, forces, ends)
        r, (first, last) = self.model.rank, np.ascontiguousarray(around)
        status = np.full(count, -1)
        if self._may_tile(forces):
            held = states - last[:, None]
            held[r:] = -shares_of(SCHEMES[self.scheme], self.dt)[2] * states[r:] - last[r:, None]
            apart = held.reshape(2 * r, len(acting), -1).transpose(1, 0, 2)
            pull = np.matmul(acting[:, :r], apart).transpose(1, 0, 2).reshape(r, count)
            loads = np.concatenate([forces[:r] + pull, forces[r:]])
            self._step_tiles(states, loads, ends, status, self.joining(acting))
            np.subtract(ends, last[:, None], out=mean)
        end, deviation = np.empty(self.size), np.empty(self.size)
        plant = self.calls(WITH_GAINS) if (status < 0).any() else self.calls()
        for column in np.flatnonzero(status < 0):
            state, load = states[:, column].copy(), forces[:, column].copy()
            own = np.ascontiguousarray(acting[column * len(acting) // count])
            status[column] = step_with_gains(plant, own, first, last, state, load, end, deviation)
            ends[:, column], mean[:, column] = end, deviation
        return status

    def joining(self, acting: Array) -> Array:
        """The matrix (..., r, r) that gains `acting` (..., r, 2r) on the end of a step add to its matrix."""
        r = self.model.rank
        spring, damper = acting[..., :r, :r], acting[..., :r, r:]
        half, onwards, _ = shares_of(SCHEMES[self.scheme], self.dt)
        return np.asarray(-half * (self.dt * spring + onwards * damper))

    def _may_tile(self, forces: Array) -> bool:
        """Whether states under inputs (forces, count) can be stepped a tile at a time."""
        pays = not self.acting.busy(forces) or OPERATORS[self.model.operator].tiles
        return pays and not self.acting.untiled(forces)

    def _step_tiles(self, states: Array, forces: Array, out: Array, status: Array, added: Array) -> None:
        tiled = self._batch if self.acting.busy(forces) else self._batch_at_rest
        step_columns(self.data.scheme, states, forces, tiled, out, status, added)

    def _step_column(self, states: Array, forces: Array, column: int, out: Array) -> int:
        """Step one state of a batch by itself."""
        following = np.empty(self.size)
        status = self._take_step(self._calls, states[:, column].copy(), forces[:, column].copy(), following)
        out[:, column] = following if status >= 0 else np.nan
        return int(status)

    def failure(self, z: Array, w: Array) -> str:
        """See `Plant.failure`: it tells whether the state and the force were finite."""
        if not (np.isfinite(z).all() and np.isfinite(w).all()):
            return "the reduced state or force is not finite; take a smaller time step or weaker forces"
        why = f"does not converge, or overflows, even in {FINEST} parts"
        return f"a reduced step {why}; take a smaller time step"

    @cached_property
    def _batch_at_rest(self) -> Tiled:
        """The tile and its functions for steps in which no term acts."""
        return self._batch._replace(terms=put_terms((), self.model.rank))

    @cached_property
    def _batch(self) -> Tiled:
        """A tile and the functions that evaluate the operator on it; made at the first batch of states."""
        rank, elastic = self.model.rank, self.model.elastic
        curve = getattr(elastic, "batch_of_hessians", None)
        terms, lane = self.data.terms, make_lane(rank, self.forces)
        return Tiled(make_tile(rank), elastic.batch(rank), curve and curve(rank), terms, lane)


def _make_data(model: BodyModel, dt: float, taken: tuple[int, float], acting: Acting[Term]) -> BodyData:
    """The model and working memory in aligned arrays; `taken` are the most iterations, and theta."""
    iterations, theta = taken
    r, (alpha, beta) = model.rank, map(float, model.damping)
    elastic = type(model.elastic)(*map(aligned_copy, model.elastic))
    scheme = Scheme(
        dt=dt, alpha=alpha, beta=beta, iterations=iterations, standing=aligned_copy(model.standing),
        minimises=iterations > 1 and (minimises(model.elastic) or acting.searched),
        fall=FALL if acting.searched else 1.0, theta=theta, rigid=bool(acting.rigid),
    )  # fmt: skip
    matrices = {name: aligned(r, padded(r)) for name in ("stiffness", "tangent", "start")}
    names = ("pivots", "force", "position", "velocity", "residual", "direction", "curved")
    vectors = {name: aligned(r) for name in names}
    own, forces = aligned(model.elastic.work_size(r)), acting.forces
    blocks = variation_blocks(r, forces)
    work = StepWork(
        elastic=own, projected=aligned(2), turning=aligned(1), joined=aligned(r, r), target=aligned(2 * r),
        load=aligned(forces), variation=aligned(blocks, padded(r), padded(r)), **matrices, **vectors,
    )  # fmt: skip
    return BodyData(
        elastic=elastic_behind(elastic), scheme=scheme, work=work, terms=put_terms(acting.terms, r)
    )


def _check_model(model: BodyModel) -> None:
    """Raise BasisError where a model's arrays do not fit each other, or its mass is not the identity."""
    r = model.rank
    arrays, shapes = model.arrays(), {**model.elastic.shapes(r), "damping": (2,), "mass": (r, r)}
    for name, shape in shapes.items():
        if arrays[name].shape != shape:
            raise BasisError(
                f"reduced model of rank {r}: {name} {arrays[name].shape} do not fit; expected {shape}"
            )
    try:
        OPERATORS[model.operator].check(model.elastic)
    except ValueError as error:
        raise BasisError(f"reduced model of rank {r}: {error}") from error
    distance = float(np.abs(model.mass - np.eye(r)).max(initial=0.0))
    if not distance <= ORTHONORMAL:
        raise BasisError(
            f"the basis is not mass-orthonormal: U^T M U differs from the identity by {distance:.2g}; "
            "make it with pod(snapshots, rank, mass=body.mass)"
        )
