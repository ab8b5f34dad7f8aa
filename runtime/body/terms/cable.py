"""Cables that pull at a body, in reduced coordinates.

A cable runs straight between points x_j = X_j + D_j p of the body, or of space, where D_j = 0. Its measure m
(`runtime.body.terms.measured`) is its length, and its tension t is its control, t = c [N]; the energy is t m.
A cable that is driven by its length, as by a motor, has the stiffness k instead and t = k max(0, m - m_0 +
c), c [m] being the length that is wound up: dt/dm = dt/dc = k where it is taut, and the energy is t^2 / (2
k). A stretch of zero, as at rest, counts as taut but for round-off, and has the derivative of the taut side.

With the unit vectors n and lengths l of the segments, whose ends are E p apart from rest,

    dm = E^T n,    d^2m = E^T W E,    W = P / l,    P = 1 - n n^T
    d(W a)/de = -((n a) P + n (P a)^T + (P a) n^T) / l^2

The stiffness of a cable that pulls, t >= 0, is positive semidefinite.

Limits: a segment of zero length gives NaN, and the step fails. A cable that is slack along a reference has a
zero derivative there, so that no gain winds it up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, NamedTuple

import numpy as np

from runtime.base.addresses import InMemory
from runtime.base.fields import Stored
from runtime.base.kernels import FASTMATH, Array, aligned, aligned_copy, mirror, njit, plain
from runtime.body.terms import measured
from runtime.body.terms.drawn import Drawn, Surface
from runtime.body.terms.term import Kernels, Slopes

WORDS = "lines in it: cables, the yellower the more they pull"
SLACK = 1e-9  # fraction of a cable's length: slack up to this is round-off, and the cable counts as taut


class CableArrays(NamedTuple):
    """The cables of a reduced body as a bundle stores them."""

    points: Array  # (k, 3) m, points of all cables at rest, one cable after the other
    # (k, 3, r) kg^-1/2, displacement of each point per reduced coordinate; zero for points fixed in space
    point_modes: Array
    cables: Array  # (cables + 1,) index in `points` of each cable's first point, and their number at the end
    springs: Array  # (cables,) N/m, stiffness of cables driven by length; 0 for those driven by tension


class Work(NamedTuple):
    """Working memory, with what the kernels computed last."""

    control: Array  # (a,) controls c: N of tension, or m of length
    tension: Array  # (a,) N, tensions t
    by_measure: Array  # (a,) dt/dm, N/m
    by_control: Array  # (a,) dt/dc, 1 or N/m
    measure: Array  # (a,) m, lengths
    gradient: Array  # (a, r) dm/dp, gradients of the lengths
    force: Array  # (r,) reduced force of all cables
    edges: Array  # (3 s,) m, segment vectors e
    units: Array  # (3 s,) unit vectors n of the segments
    blocks: Array  # (s, 3, 3) N/m, stiffness of each segment between its ends: the matrix between E^T and E
    products: Array  # (3 s, r) those matrices times E
    stiffness: Array  # (r, r) the whole reduced stiffness
    third: Array  # (r, r) third derivatives of the energy, contracted with a velocity
    along: Array  # (3 s,) E times a velocity
    curved: Array  # (a, r) d^2m/dp^2 times a velocity
    columns: Array  # (a, r) derivative of a step's equation by each control


class Data(NamedTuple):
    """The data of cables for their kernels, with s segments."""

    first: int  # index of the cables' first control among the plant's inputs
    rest: Array  # (3 s,) m, segment vectors e at rest
    modes: Array  # (3 s, r) kg^-1/2, E, change of the segment vectors per coordinate
    starts: Array  # (cables + 1,) index of each cable's first segment
    springs: Array  # (cables,) N/m, as in `CableArrays`
    lengths: Array  # (cables,) m, lengths at rest
    work: Work


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _evaluate(data: Data, p: Array) -> None:
    """Compute measures, gradients, tensions and segments' unit vectors at p, under the stored controls."""
    work, r = data.work, p.size
    np.dot(data.modes, p, work.edges)
    for at in range(work.edges.size):
        work.edges[at] += data.rest[at]
    for j in range(data.springs.size):
        row, total = work.gradient[j], 0.0
        row[:] = 0.0
        for s in range(data.starts[j], data.starts[j + 1]):
            x, y, z = work.edges[3 * s], work.edges[3 * s + 1], work.edges[3 * s + 2]
            length = np.sqrt(x * x + y * y + z * z)
            total += length
            x, y, z = x / length, y / length, z / length
            work.units[3 * s], work.units[3 * s + 1], work.units[3 * s + 2] = x, y, z
            one, two, three = data.modes[3 * s], data.modes[3 * s + 1], data.modes[3 * s + 2]
            for i in range(r):
                row[i] += x * one[i] + y * two[i] + z * three[i]
        work.measure[j] = total
        work.tension[j], work.by_measure[j], work.by_control[j] = work.control[j], 0.0, 1.0
        if data.springs[j] > 0.0:
            stretch = total - data.lengths[j] + work.control[j]
            taut = data.springs[j] if stretch >= -SLACK * data.lengths[j] else 0.0
            work.tension[j], work.by_measure[j], work.by_control[j] = taut * max(stretch, 0.0), taut, taut


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _fold(data: Data, target: Array) -> None:
    """Write the sum of E^T block E into `target` (r, r)."""
    work, r = data.work, target.shape[0]
    for s in range(work.blocks.shape[0]):
        one, two, three = data.modes[3 * s], data.modes[3 * s + 1], data.modes[3 * s + 2]
        for a in range(3):
            x, y, z = work.blocks[s, a, 0], work.blocks[s, a, 1], work.blocks[s, a, 2]
            row = work.products[3 * s + a]
            for i in range(r):
                row[i] = x * one[i] + y * two[i] + z * three[i]
    np.dot(data.modes.T, work.products, target)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _set_blocks(data: Data, along: Array, third: bool) -> None:
    """Set the block between E^T and E of each segment: t W or, if `third`, d(t W a)/de + dt/dm m' W.

    a = E v is `along`, and m' is the rate of the cable's length.
    """
    work = data.work
    for j in range(data.springs.size):
        speed = 0.0  # rate of change m' of the length
        if third:
            for at in range(3 * data.starts[j], 3 * data.starts[j + 1]):
                speed += work.units[at] * along[at]
        for s in range(data.starts[j], data.starts[j + 1]):
            x, y, z = work.edges[3 * s], work.edges[3 * s + 1], work.edges[3 * s + 2]
            n, a = work.units[3 * s : 3 * s + 3], along[3 * s : 3 * s + 3]
            length = np.sqrt(x * x + y * y + z * z)
            inner = n[0] * a[0] + n[1] * a[1] + n[2] * a[2] if third else 0.0
            turning = work.tension[j] / (length * length)
            scale = work.by_measure[j] * speed / length - turning * inner if third else turning * length
            for c in range(3):
                for d in range(3):
                    entry = scale * ((1.0 if c == d else 0.0) - n[c] * n[d])
                    if third:
                        entry -= turning * (n[c] * (a[d] - inner * n[d]) + (a[c] - inner * n[c]) * n[d])
                    work.blocks[s, c, d] = entry


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _stiffen(data: Data) -> None:
    """Write the stiffness where the cables were evaluated into `stiffness`."""
    work, r = data.work, data.work.force.size
    _set_blocks(data, work.edges, plain(False))
    _fold(data, work.stiffness)
    for j in range(data.springs.size):
        if work.by_measure[j] > 0.0:
            row = work.gradient[j]
            for i in range(r):
                for k in range(r):
                    work.stiffness[i, k] += work.by_measure[j] * row[i] * row[k]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _add_force(data: Data, p: Array, v: Array, half: float, residual: Array) -> float:
    _evaluate(data, p)
    _stiffen(data)
    return float(measured.pull(data.work.tension, data.work.gradient, half, data.work.force, residual))


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _add_stiffness(data: Data, scale: float, whole: bool, target: Array) -> None:
    stiffness, r = data.work.stiffness, data.work.force.size
    for i in range(r):
        for j in range(i, r):
            target[i, j] += scale * stiffness[i, j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _held_energy(data: Data) -> float:
    """The cables' potential energy, J, at the state and controls of their last evaluation."""
    work, total = data.work, 0.0
    for j in range(work.control.size):
        if data.springs[j] > 0.0:
            total += 0.5 * work.tension[j] ** 2 / data.springs[j]
        else:
            total += work.tension[j] * work.measure[j]
    return total


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _energy(data: Data, p: Array) -> float:
    _evaluate(data, p)
    return float(_held_energy(data))


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _bend(data: Data, velocity: Array) -> None:
    """Write d^2m/dp^2 times a velocity, for every cable, into `curved`, and E times it into `along`."""
    work, r = data.work, velocity.size
    work.curved[:] = 0.0
    np.dot(data.modes, velocity, work.along)
    for j in range(data.springs.size):
        row = work.curved[j]
        for s in range(data.starts[j], data.starts[j + 1]):
            e, n = work.edges[3 * s : 3 * s + 3], work.units[3 * s : 3 * s + 3]
            a = work.along[3 * s : 3 * s + 3]
            length = np.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2])
            inner = n[0] * a[0] + n[1] * a[1] + n[2] * a[2]
            for c in range(3):
                factor, modes = (a[c] - n[c] * inner) / length, data.modes[3 * s + c]
                for i in range(r):
                    row[i] += factor * modes[i]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _add_hessian(data: Data, scale: float, target: Array) -> None:
    """Add scale d(stiffness v)/dp to `target`, upper triangle, for the velocity v that `_bend` had."""
    work, r, third = data.work, data.work.force.size, data.work.third
    _set_blocks(data, work.along, plain(True))
    _fold(data, third)
    for j in range(data.springs.size):
        if work.by_measure[j] > 0.0:
            one, other = work.gradient[j], work.curved[j]
            for i in range(r):
                for k in range(r):
                    third[i, k] += work.by_measure[j] * (one[i] * other[k] + other[i] * one[k])
    for i in range(r):
        for k in range(i, r):
            target[i, k] += scale * third[i, k]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _vary(data: Data, half: float, once: bool, projected: bool, velocity: Array, target: Array) -> None:
    work = data.work
    _add_stiffness(data, -half, plain(True), target)
    if once:
        _bend(data, velocity)
        _add_hessian(data, -half * half, target)
    for j in range(work.control.size):
        for i in range(velocity.size):
            slope = work.gradient[j, i] + (half * work.curved[j, i] if once else 0.0)
            work.columns[j, i] = -half * work.by_control[j] * slope


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _curve(data: Data, p: Array, mu: Array, scale: float, target: Array, by_input: Array) -> None:
    _evaluate(data, p)
    _bend(data, mu)
    _add_hessian(data, scale, target)
    for j in range(data.work.control.size):
        row = by_input[data.first - mu.size + j]
        for i in range(mu.size):
            row[i] += scale * data.work.by_control[j] * data.work.curved[j, i]


class Cables(CableArrays):
    """The term of cables: their arrays, with methods for callers outside a loop."""

    actuated: ClassVar[bool] = True
    kernels: ClassVar[Kernels] = measured.kernels(_add_force, _add_stiffness, _energy, _vary, _curve)

    stored: ClassVar[dict[str, Stored]] = {
        "points": Stored(("route", 3), unit="m", meaning="of all cables, at rest"),
        "point_modes": Stored(
            ("route", 3, "rank"), unit="kg^-1/2", meaning="what each coordinate moves them by"
        ),
        "cables": Stored(("begins",), "i8", least=0, meaning="where in `points` each cable begins, and ends"),
        "springs": Stored(
            ("cables",), least=0, unit="N/m", meaning="k: of cables driven by their length; 0 of others"
        ),
    }

    @classmethod
    def none(cls, rank: int) -> Cables:
        """No cables."""
        return cls(np.zeros((0, 3)), np.zeros((0, 3, rank)), np.zeros(1, dtype=np.int64), np.zeros(0))

    @property
    def inputs(self) -> int:
        """The number of inputs: one for each cable."""
        return len(self.springs)

    @property
    def in_newtons(self) -> bool:
        """Whether all controls are forces."""
        return not self.springs.any()

    def force(self, p: Array, v: Array, inputs: Array) -> Array:
        """See `Term`."""
        work = self._at(p, inputs)[0].work
        return -work.gradient.T @ work.tension

    def slopes(self, p: Array, v: Array, inputs: Array) -> Slopes:
        """See `Term`."""
        (data, there), found = self._at(p, inputs), np.zeros((p.size, p.size))
        _stiffen(there)
        _add_stiffness(there, -1.0, True, found)
        mirror(found)
        return Slopes(found, np.zeros_like(found), -(data.work.gradient.T * data.work.by_control))

    def energy(self, p: Array, inputs: Array) -> float:
        """The energy whose gradient is minus the force; in J where controls are in N and m."""
        return float(_held_energy(self._at(p, inputs)[1]))

    def measures(self, p: Array) -> Array:
        """The cables' lengths [m] at p (r,)."""
        return self._at(p, np.zeros(self.inputs))[0].work.measure

    def drawn(self, surfaces: Sequence[Surface]) -> list[Drawn]:
        """A line for each cable, see `ActuatorTerm`; controls of length are shown in mm, others in N."""
        found = []
        for (first, end), spring in zip(pairwise(self.cables), self.springs, strict=True):
            unit = ("mm", 1e3) if spring else ("N", 1.0)
            found.append(Drawn(WORDS, *unit, self.points[first:end], self.point_modes[first:end]))
        return found

    def check(self, rank: int) -> None:
        """Raise ValueError unless each cable has two or more points of its own."""
        count = len(self.points)
        if self.cables[0] != 0 or self.cables[-1] != count or (np.diff(self.cables) < 2).any():
            raise ValueError(f"muscles/cables must rise by 2 or more from 0 to {count}")

    def data(self, first: int) -> Data:
        """The data of the cables for their kernels, with working memory of its own.

        Their controls are the plant's inputs from `first` on.
        """
        (edges, r), a = self._arrays["modes"].shape, self.inputs
        each = ("control", "tension", "by_measure", "by_control", "measure")
        work = Work(
            **{name: aligned(a) for name in each},
            **{name: aligned(a, r) for name in ("gradient", "curved", "columns")},
            **{name: aligned(edges) for name in ("edges", "units", "along")},
            **{name: aligned(r, r) for name in ("stiffness", "third")},
            force=aligned(r), blocks=aligned(edges // 3, 3, 3), products=aligned(edges, r),
        )  # fmt: skip
        return Data(first=first, **self._arrays, work=work)

    @cached_property
    def _arrays(self) -> dict[str, Array]:
        """The constant arrays of `Data`."""
        inner = np.setdiff1d(np.arange(len(self.points) - 1), self.cables[1:-1] - 1)
        rest, r = np.diff(self.points, axis=0)[inner], self.point_modes.shape[2]
        starts = self.cables - np.arange(len(self.cables))
        lengths = [np.linalg.norm(rest[a:b], axis=1).sum() for a, b in pairwise(starts)]
        found = {
            "rest": rest.reshape(-1), "starts": starts, "springs": self.springs,
            "modes": np.diff(self.point_modes, axis=0)[inner].reshape(-1, r),
            "lengths": np.array(lengths, dtype=float),
        }  # fmt: skip
        return {name: aligned_copy(array) for name, array in found.items()}

    def _at(self, p: Array, inputs: Array) -> tuple[Data, InMemory]:
        """The data after evaluation at p, without the stiffness, and the same laid out for kernels."""
        data = self.data(0)
        data.work.control[:] = inputs
        there = InMemory(data)
        _evaluate(there, np.ascontiguousarray(p, dtype=float))
        return data, there
