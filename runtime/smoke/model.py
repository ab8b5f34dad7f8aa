"""The reduced model of a fluid: the arrays that kernels use and a bundle stores.

The equation of motion, its source and the order of the packed pairs are those of `runtime.smoke.operator`,
the two steps those of `runtime.smoke.scheme`; the package `reduce` computes the arrays.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from runtime.base.clock import checked_dt
from runtime.base.kernels import Array, aligned, padded
from runtime.plant.plant import state_vector
from runtime.smoke.operator import SmokeOperator, SmokeWork, advection_jacobian, products
from runtime.smoke.scheme import MIDPOINT, RUNGE_KUTTA, SmokeData, SmokeScheme
from runtime.smoke.velocity_modes import VelocityModes
from softrein.errors import SimulationError

Scheme = Literal["runge-kutta", "midpoint"]
SCHEMES: dict[str, int] = {"runge-kutta": RUNGE_KUTTA, "midpoint": MIDPOINT}


class SmokeModel(NamedTuple):
    """A fluid in r reduced velocity coordinates z [m^2/s], with `q = U z` and `dz/dt = A(z) z + nu D z + w`.

    Units are those of a plane. In space z is in m^(5/2)/s, w in m^(5/2)/s^2, the energy in m^5/s^2, and the
    advection in m^(-5/2).

    The basis is orthonormal under the cell's area, in space its volume, so that `1/2 |z|^2` [m^4/s^2] is the
    kinetic energy of a fluid of unit density, and w is in m^2/s^2.
    """

    # (r, r (r + 1) / 2) 1/m^2, coefficients of z_j z_k, j <= k, in the quadratic advection term A(z) z
    advection: np.ndarray
    diffusion: np.ndarray  # (r, r) 1/m^2, D, diffusion, symmetric and negative semidefinite
    viscosity: np.ndarray  # (1,) m^2/s, nu, kinematic viscosity

    @property
    def rank(self) -> int:
        """The number r of reduced coordinates."""
        return len(self.diffusion)

    def acceleration(self, z: Array) -> Array:
        """dz/dt (r,) at z without a force. Raises SimulationError unless z is (r,)."""
        z = state_vector(z, self.rank, "z")
        pairs = np.empty(self.advection.shape[1] + self.rank)
        products(z, pairs)
        return np.asarray(self.advection @ pairs[: -self.rank] + self.viscosity[0] * (self.diffusion @ z))

    def jacobian(self, z: Array) -> Array:
        """d(dz/dt)/dz (r, r) at z [002, equation 23]. Raises SimulationError unless z is (r,)."""
        return self._quadratic(z) + self._viscous()

    def advection_matrix(self, z: Array) -> Array:
        """The antisymmetric matrix A(z) (r, r)."""
        quadratic = self._quadratic(z)
        return (quadratic - quadratic.T) / 3

    def _quadratic(self, z: Array) -> Array:
        """The Jacobian of A(z) z."""
        out = np.empty((self.rank, self.rank))
        advection_jacobian(np.ascontiguousarray(self.advection), state_vector(z, self.rank, "z"), out)
        return out

    def _viscous(self) -> Array:
        return np.asarray(self.viscosity[0] * self.diffusion)


def smoke_data(
    model: SmokeModel, modes: VelocityModes, particles: int, dt: float, scheme: Scheme = "runge-kutta"
) -> SmokeData:
    """The data of kernels: the model in aligned arrays, and working memory for so many particles.

    Raises SimulationError where dt is not positive and finite, the scheme is unknown, or the model's arrays
    do not fit each other.
    """
    _check(model, scheme)
    r, count = model.rank, model.advection.shape[1]
    rows, size = aligned(padded(r), padded(count + r)), modes.axes * particles + r
    rows[:r, :count] = model.advection
    rows[:r, count : count + r] = model.viscosity[0] * model.diffusion
    work = SmokeWork(
        aligned(rows.shape[1]), aligned(len(rows)), aligned(size), aligned(size), aligned(size),
        aligned(4, r), aligned(r), aligned(r), aligned(r, r), aligned(r, r),
        aligned(6, r, r), aligned(6, modes.axes * particles, r),
        aligned(4, particles, modes.axes, modes.axes),
    )  # fmt: skip
    return SmokeData(SmokeOperator(rows, modes), SmokeScheme(checked_dt(dt), SCHEMES[scheme]), work)


def _check(model: SmokeModel, scheme: str) -> None:
    r = model.rank
    if model.advection.shape != (r, r * (r + 1) // 2) or model.diffusion.shape != (r, r):
        raise SimulationError(
            f"reduced fluid of rank {r}: advection {model.advection.shape} and diffusion "
            f"{model.diffusion.shape} do not fit; expected ({r}, {r * (r + 1) // 2}) and ({r}, {r})"
        )
    if scheme not in SCHEMES:
        raise SimulationError(f"unknown scheme {scheme!r}; there are {', '.join(SCHEMES)}")
