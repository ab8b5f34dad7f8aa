"""Viscosity on a MAC grid, one implicit Euler step at a time.

    (1 + dt nu L) q_next = q

with L the free-slip viscous Laplacian of `meshes.mac_operators` (minus the Laplacian) and nu in m^2/s: the
term nu D z of [002, eq. 11] before its reduction. First order in dt, stable for any dt. The matrix is
constant and factorised once.

Limits: the result is not exactly free of divergence beside solids; the projection comes after it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meshes.mac_operators import viscous_laplacian
from meshes.macgrid import MacGrid
from offline.full.factor import Factor, factorised

Floats = NDArray[np.float64]


class Diffusion:
    """Diffuses velocity states over one step; `viscosity` is positive, `backend` as `Factor` has it."""

    def __init__(self, grid: MacGrid, viscosity: float, dt: float, backend: str | None = None) -> None:
        self._open = np.flatnonzero(grid.open)
        self._factor: Factor | None = None  # no unknowns where each fluid cell is alone
        if self._open.size:
            L = viscous_laplacian(grid)[self._open][:, self._open]
            self._factor = factorised(sparse.eye_array(self._open.size) + dt * viscosity * L, backend)

    def step(self, q: Floats) -> Floats:
        """The velocity state (size,) [m/s] one step later; closed faces are zero."""
        following = np.zeros(q.size)
        if self._factor is not None:
            following[self._open] = self._factor.solve(q[self._open])
        return following
