"""Chambers in a body under pressure, in reduced coordinates.

The measure m of a chamber (`runtime.body.terms.measured`) is minus its volume, and its tension is the
pressure, which is its control, t = c [Pa]: the force is c dV/dp and the energy -c V. The volume is a cubic
polynomial, V = V_0 + s p + 1/2 p^T C p + 1/6 T[p, p, p]. The stiffness -c d^2V/dp^2 is indefinite: where a
projected stiffness replaces the material's, chambers leave theirs out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple

import numpy as np

from runtime.base.addresses import InMemory
from runtime.base.fields import Stored
from runtime.base.kernels import FASTMATH, Array, aligned, aligned_copy, mirror, njit, plain
from runtime.body.terms import measured
from runtime.body.terms.drawn import Drawn, Surface
from runtime.body.terms.term import Kernels, Slopes

WORDS = "hollows in it: chambers, the yellower the more they press"
SYMMETRIC = 1e-6  # fraction of the largest entry: tolerated asymmetry of a volume's derivatives


class ChamberArrays(NamedTuple):
    """The chambers of a reduced body as a bundle stores them."""

    volumes: Array  # (chambers,) m^3 at rest
    volume_slopes: Array  # (chambers, r) dV/dp at rest
    volume_curvatures: Array  # (chambers, r, r) d^2V/dp^2 at rest
    volume_cubics: Array  # (chambers, r, r r) d^3V/dp^3, constant


class Work(NamedTuple):
    """Working memory, with what the kernels computed last."""

    control: Array  # (a,) Pa, pressures
    measure: Array  # (a,) m^3, minus the volumes
    gradient: Array  # (a, r) dm/dp, minus the gradients of the volumes
    force: Array  # (r,) reduced force of all chambers
    bulges: Array  # (a, r, r) C + T p, second derivatives of the volumes at p
    square: Array  # (r r,) products p_i p_j
    curved: Array  # (a, r) d^2m/dp^2 times a velocity, m being minus the volume
    columns: Array  # (a, r) derivative of a step's equation by each control


class Data(NamedTuple):
    """The data of chambers for their kernels."""

    first: int  # index of the chambers' first control among the plant's inputs
    volumes: Array  # (a,) m^3, volumes at rest
    slopes: Array  # (a, r) dV/dp at rest
    curvatures: Array  # (a, r, r) d^2V/dp^2 at rest
    cubics: Array  # (a, r r, r) d^3V/dp^3
    work: Work


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _evaluate(data: Data, p: Array) -> None:
    """Compute measures and their gradients at p; d^2V/dp^2 of each chamber is left in `bulges`."""
    work, r = data.work, p.size
    for k in range(data.volumes.size):
        row, bulge, volume = work.gradient[k], work.bulges[k], data.volumes[k]
        np.dot(data.cubics[k], p, bulge.reshape(-1))
        for i in range(r):
            slope = data.slopes[k, i]
            volume += slope * p[i]
            for j in range(r):
                curvature = data.curvatures[k, i, j]
                bulge[i, j] += curvature
                slope += 0.5 * (curvature + bulge[i, j]) * p[j]
                volume += (curvature / 3.0 + bulge[i, j] / 6.0) * p[i] * p[j]
            row[i] = -slope
        work.measure[k] = -volume


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _add_force(data: Data, p: Array, v: Array, half: float, residual: Array) -> float:
    _evaluate(data, p)
    return float(measured.pull(data.work.control, data.work.gradient, half, data.work.force, residual))


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _add_stiffness(data: Data, scale: float, whole: bool, target: Array) -> None:
    work, r = data.work, data.work.force.size
    for k in range(data.volumes.size):
        pressure = work.control[k]
        if whole and pressure != 0.0:
            for i in range(r):
                for j in range(i, r):
                    target[i, j] -= scale * pressure * work.bulges[k, i, j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _energy(data: Data, p: Array) -> float:
    _evaluate(data, p)
    return float(measured.along(data.work.control, data.work.measure))


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _bend(data: Data, velocity: Array) -> None:
    """Write d^2m/dp^2 times a velocity, for every chamber, into `curved`."""
    work, r = data.work, velocity.size
    work.curved[:] = 0.0
    for k in range(data.volumes.size):
        row, bulge = work.curved[k], work.bulges[k]
        for i in range(r):
            for j in range(r):
                row[i] -= bulge[i, j] * velocity[j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _add_hessian(data: Data, scale: float, velocity: Array, target: Array) -> None:
    """Add scale d(K v)/dp, K the stiffness, to the upper triangle of `target`."""
    work, r = data.work, velocity.size
    third = work.square.reshape(r, r)
    for k in range(data.volumes.size):
        np.dot(data.cubics[k], velocity, work.square)
        for i in range(r):
            for j in range(i, r):
                target[i, j] -= scale * work.control[k] * third[i, j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _vary(data: Data, half: float, once: bool, projected: bool, velocity: Array, target: Array) -> None:
    work, bends = data.work, once and not projected
    _add_stiffness(data, -half, plain(True), target)
    if bends:
        _bend(data, velocity)
        _add_hessian(data, -half * half, velocity, target)
    for j in range(work.control.size):
        for i in range(velocity.size):
            work.columns[j, i] = -half * (work.gradient[j, i] + (half * work.curved[j, i] if bends else 0.0))


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _curve(data: Data, p: Array, mu: Array, scale: float, target: Array, by_input: Array) -> None:
    _evaluate(data, p)
    _bend(data, mu)
    _add_hessian(data, scale, mu, target)
    for j in range(data.work.control.size):
        row = by_input[data.first - mu.size + j]
        for i in range(mu.size):
            row[i] += scale * data.work.curved[j, i]


class Chambers(ChamberArrays):
    """The term of chambers: their arrays, with methods for callers outside a loop."""

    actuated: ClassVar[bool] = True
    kernels: ClassVar[Kernels] = measured.kernels(_add_force, _add_stiffness, _energy, _vary, _curve)
    stored: ClassVar[dict[str, Stored]] = {
        "volumes": Stored(("chambers",), unit="m³", meaning="V: of each chamber at rest"),
        "volume_slopes": Stored(("chambers", "rank"), meaning="dV/dp there"),
        "volume_curvatures": Stored(("chambers", "rank", "rank"), meaning="d²V/dp² there"),
        "volume_cubics": Stored(("chambers", "rank", "squares"), meaning="T = d³V/dp³"),
    }
    in_newtons: ClassVar[bool] = False

    @classmethod
    def none(cls, rank: int) -> Chambers:
        """No chambers."""
        return cls(*(np.zeros((0, *shape)) for shape in ((), (rank,), (rank, rank), (rank, rank**2))))

    @property
    def inputs(self) -> int:
        """The number of inputs: one for each chamber."""
        return len(self.volumes)

    def force(self, p: Array, v: Array, inputs: Array) -> Array:
        """See `Term`."""
        return -self._at(p, inputs)[0].work.gradient.T @ inputs

    def slopes(self, p: Array, v: Array, inputs: Array) -> Slopes:
        """See `Term`."""
        (data, there), found = self._at(p, inputs), np.zeros((p.size, p.size))
        _add_stiffness(there, -1.0, True, found)
        mirror(found)
        return Slopes(found, np.zeros_like(found), -data.work.gradient.T)

    def energy(self, p: Array, inputs: Array) -> float:
        """The energy whose gradient is minus the force, J."""
        return float(self._at(p, inputs)[0].work.measure @ inputs)

    def measures(self, p: Array) -> Array:
        """Minus the chambers' volumes [m^3] at p (r,)."""
        return self._at(p, np.zeros(self.inputs))[0].work.measure

    def drawn(self, surfaces: Sequence[Surface]) -> list[Drawn]:
        """See `ActuatorTerm`; chambers are not drawn for old bundles, which store no surfaces of chambers."""
        none = [Surface(np.zeros((0, 3)), np.zeros((0, 3, 0)), np.zeros((0, 3), dtype=np.int64))]
        return [Drawn(WORDS, "kPa", 1e-3, *each) for each in surfaces or self.inputs * none]

    def check(self, rank: int) -> None:
        """Raise ValueError unless the second and third derivatives of volumes are symmetric."""
        curvatures = self.volume_curvatures
        cubics = self.volume_cubics.reshape(-1, *3 * (rank,))
        turned = [cubics.transpose(0, *order) for order in ((2, 1, 3), (1, 3, 2))]
        pairs = [(curvatures, curvatures.transpose(0, 2, 1)), *((cubics, each) for each in turned)]
        apart = [(np.abs(one - other).max(initial=0), np.abs(one).max(initial=0)) for one, other in pairs]
        if any(far > SYMMETRIC * size for far, size in apart):
            raise ValueError("muscles/volume_curvatures and volume_cubics must be symmetric")

    def data(self, first: int) -> Data:
        """See `Term`."""
        a, r = self.volume_slopes.shape
        work = Work(
            control=aligned(a), measure=aligned(a), force=aligned(r), square=aligned(r * r),
            bulges=aligned(a, r, r), **{name: aligned(a, r) for name in ("gradient", "curved", "columns")},
        )  # fmt: skip
        return Data(first=first, **self._arrays, work=work)

    @cached_property
    def _arrays(self) -> dict[str, Array]:
        """The constant arrays of `Data`."""
        r = self.volume_slopes.shape[1]
        found = {
            "volumes": self.volumes, "slopes": self.volume_slopes, "curvatures": self.volume_curvatures,
            "cubics": self.volume_cubics.reshape(-1, r * r, r),
        }  # fmt: skip
        return {name: aligned_copy(array) for name, array in found.items()}

    def _at(self, p: Array, inputs: Array) -> tuple[Data, InMemory]:
        """Return the data after an evaluation at p, and the same as kernels take it."""
        data = self.data(0)
        data.work.control[:] = inputs
        there = InMemory(data)
        _evaluate(there, np.ascontiguousarray(p, dtype=float))
        return data, there
