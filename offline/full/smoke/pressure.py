"""Projection of velocities on a MAC grid onto those without divergence.

    q <- q - G phi,     G^T G phi = G^T q = -divergence(q)

with G the gradient across open faces of `meshes.mac_operators` ([002], section 4.4: a direct sparse solver;
phi is the pressure times dt over density, m^2/s). The matrix is constant, and so is its factorisation.

There are three solvers, which give the same velocities:

- by factorisation (`offline.full.factorisation`), for any solids. Pressure is determined up to a constant in
  each connected part of the fluid, so one cell of each is pinned and the matrix is positive definite.
- by transform, in a box without solids: a cosine transform along y (and z) turns G^T G into tridiagonal
  systems along x, with 2/hx^2 + (2 - 2 cos(pi k / ny)) / hy^2 on the diagonal, plus the same term for z.
  They are eliminated together. That of k = 0 is singular; its last unknown is zero.
- by iteration (`offline.full.smoke.iteration`), for any solids in space, where factors would fill up.

Memory layout: as in `meshes.macgrid`. In transformed fields y is replaced by k.

Limits: the divergence that remains is round-off of phi, about 1e-16 max(nx, ny, nz) |q| / h; for iteration
see its module.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.fft import dct, idct

from meshes.mac_operators import gradient
from meshes.macgrid import MacGrid
from offline.full.factorisation import Restricted, default_backend
from offline.full.smoke.capacitance import AroundSolids, faces_beside_solids, most_faces
from offline.full.smoke.iteration import ByIteration
from runtime.base.kernels import Internal, njit
from runtime.smoke.interpolation import compiled, stepped, unravelled
from softrein.errors import SimulationError

Real = TypeVar("Real", np.float64, np.float32)
Floats = NDArray[np.float64]

TRANSFORM, ITERATION = "transform", "iteration"
PLANE = 2  # number of axes; factors of grids with more have much fill-in


class Projection:
    """The projection that makes velocity states free of divergence, and closed faces zero.

    `backend` is the solver in use: "transform", "iteration", "cholmod", "splu"; None takes the transform
    in a box, otherwise the iteration in space and the better installed factorisation in a plane. Raises
    what `Factor` does, and SimulationError where the transform was asked for with solid cells.
    """

    def __init__(self, grid: MacGrid, backend: str | None = None) -> None:
        self.grid, self._solver = grid, _solver(grid, backend)
        self.backend = self._solver.backend
        self._open = grid.split(grid.open)

    def project(self, q: Floats) -> Floats:
        """Return the velocity state (size,) [m/s] without divergence nearest to q, which is not changed."""
        result = np.array(q, dtype=np.float64)
        self.project_in_place(result)
        return result

    def project_in_place(self, q: Floats) -> None:
        """Make a velocity state (size,), a contiguous array, free of divergence in its place."""
        faces, spacing = self.grid.split(q), self.grid.spacing
        source = np.empty(self.grid.cells)
        close(q, self.grid.open)
        inflow(faces, spacing, source)
        subtract_gradient(faces, self._open, spacing, self.solve(source))

    def solve(self, source: Floats) -> Floats:
        """Return phi (cells) with G^T G phi = source (cells).

        The source's sum over each part of the fluid must be zero. `source` may be overwritten. phi has any
        constant in each part; it is zero in solid cells.
        """
        return self._solver.solve(source)


def backend_of(grid: MacGrid, backend: str | None) -> str:
    """Return the name of the solver that `Projection` takes for the argument `backend`.

    Raises SimulationError where the transform was asked for with solid cells.
    """
    if backend == TRANSFORM and not grid.is_box:
        raise SimulationError(
            f"backend = 'transform' needs a box without solid cells, and {grid!r} has some; "
            "use 'iteration', 'cholmod' or 'splu'"
        )
    if grid.is_box and backend in (None, TRANSFORM):
        return TRANSFORM
    return without_transform(grid.axes, backend)


def without_transform(axes: int, backend: str | None) -> str:
    """Return the name of a solver where no transform works: pressure around solids, and viscosity.

    It is `backend`; for None or the transform it is iteration in space, where factors would fill up, and a
    factorisation in a plane.
    """
    if backend in (None, TRANSFORM):
        return ITERATION if axes > PLANE else default_backend()
    return backend


def _solver(grid: MacGrid, backend: str | None) -> _ByTransform | _ByFactor | ByIteration[Any]:
    taken = backend_of(grid, backend)
    if taken == TRANSFORM:
        return _ByTransform(grid)
    if taken != ITERATION:
        return _ByFactor(grid, backend)
    if 0 < faces_beside_solids(grid) <= most_faces(grid.solid.size):
        return ByIteration(grid, AroundSolids(grid, _ByTransform(grid).solve).solve, np.float64)
    return ByIteration(grid, _ByTransform(grid, np.float32).solve, np.float32)


class _ByFactor:
    def __init__(self, grid: MacGrid, backend: str | None) -> None:
        self._cells = grid.cells
        self._pinned, unknown = _pinned_and_unknown(grid)
        self._labels = grid.parts[1].ravel()
        G = gradient(grid)
        whole = (G.T @ G).tocsr()
        self._pinned_rows = whole[self._pinned]
        # The matrix without the rows and columns of pinned cells; empty if each cell is isolated.
        self._others = Restricted(whole, unknown, backend)
        self.backend = self._others.backend
        self._spread = self._others.solve(-1.0 / np.bincount(self._labels + 1)[self._labels + 1])

    def solve(self, source: Floats) -> Floats:
        """Solve; rounding errors, all in the pinned cells' equations, are spread over their parts.

        In one cell of 256 x 256 they made 2e-11 |q| / h; spread they are negligible.
        """
        source = source.ravel()
        phi = self._others.solve(source)
        missing = source[self._pinned] - self._pinned_rows @ phi
        # label -1 (solid) selects the appended zero
        phi += np.append(missing, 0.0)[self._labels] * self._spread
        return phi.reshape(self._cells)


def _pinned_and_unknown(grid: MacGrid) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return flat indices of the first cell of each part, and of the other fluid cells."""
    _, labels = grid.parts
    found, first = np.unique(labels.ravel(), return_index=True)
    pinned = first[found >= 0]
    unknown = grid.fluid.ravel().copy()
    unknown[pinned] = False
    return pinned, np.flatnonzero(unknown)


class _ByTransform:
    backend = TRANSFORM

    def __init__(self, grid: MacGrid, number: type[np.floating[Any]] = np.float64) -> None:
        """Prepare for sources of the type `number`."""
        self._along_x = number(1 / grid.spacing[0] ** 2)
        self._reciprocal = _eliminated(grid).astype(number)

    def solve(self, source: NDArray[Real]) -> NDArray[Real]:
        """Return phi (cells), up to a constant; `source` may be overwritten."""
        for axis in range(1, source.ndim):
            source = dct(source, axis=axis, norm="ortho", overwrite_x=True)
        solve_tridiagonal(self._reciprocal, self._along_x, source.reshape(len(source), -1))
        for axis in range(1, source.ndim):
            source = idct(source, axis=axis, norm="ortho", overwrite_x=True)
        return source


def _eliminated(grid: MacGrid) -> Floats:
    """Return the reciprocal pivots (nx, ny nz) of the tridiagonal systems."""
    (nx, *counts), (hx, *sizes) = grid.cells, grid.spacing
    along_x, across = 1 / hx**2, np.zeros(1)
    for n, h in zip(counts, sizes, strict=True):
        across = np.add.outer(across, (2 - 2 * np.cos(np.pi * np.arange(n) / n)) / h**2).ravel()
    reciprocal = np.zeros((nx, across.size))
    for i in range(nx):
        diagonal = across + along_x * (2 if 0 < i < nx - 1 else 1)
        pivot = diagonal - (along_x**2 * reciprocal[i - 1] if i else 0)
        reciprocal[i, 1:] = 1 / pivot[1:]
        # For k = 0 every pivot is 1/hx^2 and the last is zero, where the unknown is pinned.
        reciprocal[i, 0] = hx**2 if i < nx - 1 else 0.0
    return reciprocal


@njit(cache=True, error_model="numpy")
def solve_tridiagonal(reciprocal, coupling, x):
    """Solve for all columns of x (nx, columns): pivots 1 / `reciprocal`, off-diagonals -`coupling`."""
    nx, columns = x.shape
    for k in range(columns):
        x[0, k] *= reciprocal[0, k]
    for i in range(1, nx):
        for k in range(columns):
            x[i, k] = (x[i, k] + coupling * x[i - 1, k]) * reciprocal[i, k]
    for i in range(nx - 2, -1, -1):
        for k in range(columns):
            x[i, k] += coupling * reciprocal[i, k] * x[i + 1, k]


@njit(cache=True, error_model="numpy")
def close(q, is_open):
    """Set the closed faces to zero."""
    for face in range(q.size):
        q[face] = q[face] if is_open[face] else 0.0


@njit(cache=True, error_model="numpy")
def inflow(faces, spacing, out):
    """Write minus the divergence into `out` (cells)."""
    count = out.shape[-1]
    for row in range(out.size // count):
        lead = unravelled(row, out.shape[:-1])
        for i in range(count):
            index = (*lead, i)
            out[index] = gathered(faces, spacing, index, ())


@compiled
def gathered(faces: Internal, spacing: Internal, index: Internal, axis: Internal) -> Internal:
    """Return the flow into a cell, per volume, through faces across the axes from `axis` on."""
    if not len(faces):
        return lambda faces, spacing, index, axis: 0.0
    return lambda faces, spacing, index, axis: (
        (faces[0][index] - faces[0][stepped(index, axis, 1)]) * (1 / spacing[0])
        + gathered(faces[1:], spacing[1:], index, (*axis, 0))
    )


@njit(cache=True, error_model="numpy")
def subtract_gradient(faces, is_open, spacing, phi):
    """Subtract G phi from the velocities."""
    subtract_slopes(faces, is_open, spacing, phi, ())


@compiled
def subtract_slopes(
    faces: Internal, is_open: Internal, spacing: Internal, phi: Internal, axis: Internal
) -> Internal:
    """Subtract G phi from the faces across the axes from `axis` on."""
    if not len(faces):
        return lambda faces, is_open, spacing, phi, axis: None

    def subtract(
        faces: Internal, is_open: Internal, spacing: Internal, phi: Internal, axis: Internal
    ) -> Internal:
        across, is_open_there, per, count = faces[0], is_open[0], 1 / spacing[0], faces[0].shape[-1]
        for row in range(across.size // count):
            lead = unravelled(row, across.shape[:-1])
            for i in range(count):
                index = (*lead, i)
                if is_open_there[index]:  # false at the walls of the box
                    across[index] -= (phi[index] - phi[stepped(index, axis, -1)]) * per
        subtract_slopes(faces[1:], is_open[1:], spacing[1:], phi, (*axis, 0))

    return subtract
