"""Projection of velocities on a MAC grid onto those without divergence.

    q <- q - G phi,     G^T G phi = G^T q = -divergence(q)

with G the gradient across open faces of `meshes.mac_operators` ([002], section 4.4: a direct sparse solver;
phi is the pressure times dt over density, m^2/s). The matrix is constant, and so is its factorisation.

Two solvers, which give the same velocities:

- by factorisation (`offline.full.factorisation`), for any solids. Pressure is determined up to a constant in
each
  connected part of the fluid, so one cell of each is pinned and the matrix is positive definite.
- by transform, in a box without solids: a cosine transform along y turns G^T G into ny tridiagonal systems
  along x, with 2/hx^2 + (2 - 2 cos(pi k / ny)) / hy^2 on the diagonal. They are eliminated side by side. That
  of k = 0 is singular; its last unknown is zero.

Memory layout: as in `meshes.macgrid`. In transformed fields y is replaced by k.

Limits: the divergence that remains is round-off of phi, about 1e-16 max(nx, ny) |q| / h.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.fft import dct, idct

from meshes.mac_operators import gradient
from meshes.macgrid import MacGrid
from offline.full.factorisation import Restricted
from runtime.base.kernels import njit
from softrein.errors import SimulationError

Floats = NDArray[np.float64]

TRANSFORM = "transform"


class Projection:
    """Makes velocity states free of divergence, and closed faces zero.

    `backend` is the solver in use: "transform", "cholmod", "splu", or None to take the transform in a box,
    else the better factorisation that is installed. Raises what `Factor` does, and SimulationError where the
    transform was asked for with solid cells.
    """

    def __init__(self, grid: MacGrid, backend: str | None = None) -> None:
        if backend == TRANSFORM and not grid.is_box:
            raise SimulationError(
                f"backend = 'transform' needs a box without solid cells, and {grid!r} has some; "
                "use 'cholmod' or 'splu'"
            )
        by_transform = backend == TRANSFORM or (backend is None and grid.is_box)
        self.grid = grid
        self._solver = _ByTransform(grid) if by_transform else _ByFactor(grid, backend)
        self.backend = self._solver.backend
        self._open = grid.split(grid.open)

    def project(self, q: Floats) -> Floats:
        """A velocity state (size,) [m/s] without divergence, nearest to q; q is left as it is."""
        result = np.array(q, dtype=np.float64)
        self.project_in_place(result)
        return result

    def project_in_place(self, q: Floats) -> None:
        """The same, for a contiguous array that may be overwritten."""
        u, v = self.grid.split(q)
        close(u, v, *self._open)
        source = np.empty(self.grid.cells)
        inflow(u, v, *self.grid.spacing, source)
        subtract_gradient(u, v, *self._open, *self.grid.spacing, self.solve(source))

    def solve(self, source: Floats) -> Floats:
        """phi (nx, ny) with G^T G phi = source (nx, ny), whose sum over each part of the fluid must be zero.

        `source` may be overwritten. Up to a constant in each part; zero in solid cells.
        """
        return self._solver.solve(source)


class _ByFactor:
    def __init__(self, grid: MacGrid, backend: str | None) -> None:
        self._cells = grid.cells
        self._pinned, unknown = _pinned_and_unknown(grid)
        self._labels = grid.parts[1].ravel()
        G = gradient(grid)
        whole = (G.T @ G).tocsr()
        self._pinned_rows = whole[self._pinned]
        # Zero in the pinned cells, whose own equations are left out; no unknowns where each cell is alone.
        self._others = Restricted(whole, unknown, backend)
        self.backend = self._others.backend
        self._spread = self._others.solve(-1.0 / np.bincount(self._labels + 1)[self._labels + 1])

    def solve(self, source: Floats) -> Floats:
        """All rounding errors end in the equations of the pinned cells, and are spread over their parts.

        In one cell of 256 x 256 they made 2e-11 |q| / h, so spread nothing that can be seen.
        """
        source = source.ravel()
        phi = self._others.solve(source)
        missing = source[self._pinned] - self._pinned_rows @ phi
        phi += np.append(missing, 0.0)[self._labels] * self._spread  # label -1, solid, takes the zero
        return phi.reshape(self._cells)


def _pinned_and_unknown(grid: MacGrid) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Flat indices of the first cell of each part, and of the other fluid cells."""
    _, labels = grid.parts
    found, first = np.unique(labels.ravel(), return_index=True)
    pinned = first[found >= 0]
    unknown = grid.fluid.ravel().copy()
    unknown[pinned] = False
    return pinned, np.flatnonzero(unknown)


class _ByTransform:
    backend = TRANSFORM

    def __init__(self, grid: MacGrid) -> None:
        self._along_x = 1 / grid.spacing[0] ** 2
        self._reciprocal = _eliminated(grid)

    def solve(self, source: Floats) -> Floats:
        hat = dct(source, axis=1, norm="ortho", overwrite_x=True)
        solve_tridiagonal(self._reciprocal, self._along_x, hat)
        return np.asarray(idct(hat, axis=1, norm="ortho", overwrite_x=True))


def _eliminated(grid: MacGrid) -> Floats:
    """(nx, ny) reciprocal pivots of the tridiagonal systems."""
    (nx, ny), (hx, hy) = grid.cells, grid.spacing
    along_x = 1 / hx**2
    along_y = (2 - 2 * np.cos(np.pi * np.arange(ny) / ny)) / hy**2
    reciprocal = np.zeros((nx, ny))
    for i in range(nx):
        diagonal = along_y + along_x * (2 if 0 < i < nx - 1 else 1)
        pivot = diagonal - (along_x**2 * reciprocal[i - 1] if i else 0)
        reciprocal[i, 1:] = 1 / pivot[1:]
        # For k = 0 every pivot is 1/hx^2 and the last is zero: there the unknown is pinned.
        reciprocal[i, 0] = hx**2 if i < nx - 1 else 0.0
    return reciprocal


@njit(cache=True, error_model="numpy")
def solve_tridiagonal(reciprocal, coupling, x):
    """All columns of x (nx, ny) at once: pivots 1 / `reciprocal`, off-diagonals -`coupling`."""
    nx, ny = x.shape
    for k in range(ny):
        x[0, k] *= reciprocal[0, k]
    for i in range(1, nx):
        for k in range(ny):
            x[i, k] = (x[i, k] + coupling * x[i - 1, k]) * reciprocal[i, k]
    for i in range(nx - 2, -1, -1):
        for k in range(ny):
            x[i, k] += coupling * reciprocal[i, k] * x[i + 1, k]


@njit(cache=True, error_model="numpy")
def close(u, v, open_u, open_v):
    """Set the closed faces to zero."""
    for i in range(u.shape[0]):
        for j in range(u.shape[1]):
            u[i, j] = u[i, j] if open_u[i, j] else 0.0
    for i in range(v.shape[0]):
        for j in range(v.shape[1]):
            v[i, j] = v[i, j] if open_v[i, j] else 0.0


@njit(cache=True, error_model="numpy")
def inflow(u, v, hx, hy, out):
    """Minus the divergence of (u, v) into `out` (nx, ny)."""
    nx, ny = out.shape
    per_x, per_y = 1 / hx, 1 / hy
    for i in range(nx):
        for j in range(ny):
            out[i, j] = (u[i, j] - u[i + 1, j]) * per_x + (v[i, j] - v[i, j + 1]) * per_y


@njit(cache=True, error_model="numpy")
def subtract_gradient(u, v, open_u, open_v, hx, hy, phi):
    """(u, v) -= G phi."""
    nx, ny = phi.shape
    per_x, per_y = 1 / hx, 1 / hy
    for i in range(1, nx):
        for j in range(ny):
            u[i, j] -= (phi[i, j] - phi[i - 1, j]) * per_x if open_u[i, j] else 0.0
    for i in range(nx):
        for j in range(1, ny):
            v[i, j] -= (phi[i, j] - phi[i, j - 1]) * per_y if open_v[i, j] else 0.0
