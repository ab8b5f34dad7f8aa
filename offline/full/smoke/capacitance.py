"""Pressure around solids by two solutions in the box, as if no cell were solid.

Let B be the matrix G^T G of the box and D (cells, m) the differences across the m faces between fluid and
solid. With these faces closed the matrix is B - D D^T, and

    (B - D D^T) phi = source,    phi = B^+ (source + D u),    (1 - D^T B^+ D) u = D^T B^+ source

which is the capacitance matrix method (Buzbee, Dorr, George & Golub 1971, SIAM J. Numer. Anal. 8, 722-736).
Solids have a pressure of their own, which the fluid does not see. In each part of fluid and solid any
constant may be added, which changes u, but no velocity.

The matrix is dense, but B^+ needs no solutions: its entry for two cells i and j is the sum of a table's
values at the distances from i to j and to the images of j behind the walls (i - j and i + j + 1 along each
axis),

    B^+_ij = 2^-d sum_images table,    table_s = sum_k cos(pi k s / n) 2 / (n lambda_k)  along each axis

with half the term of k = 0 (and no term where all k are zero), which is a cosine transform.

Memory: the factor, 8 m^2 bytes. Beyond `most_faces` making it takes longer than it saves in a run.

Limits: rounding leaves about 1e-13 of the largest divergence.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.fft import dctn
from scipy.linalg import cho_factor, cho_solve
from scipy.ndimage import label

from meshes.macgrid import MacGrid, beside
from runtime.base.kernels import njit

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

FEW_FACES = 1000  # most faces whose matrix is always formed: 8 MB
CELL_BYTES = 512  # largest memory of a bigger factor, in bytes per cell: 4,096 faces on a grid of 64^3


class AroundSolids:
    """A direct solver for the pressure of a grid with solids."""

    def __init__(self, grid: MacGrid, in_box: Callable[[Floats], Floats]) -> None:
        """Factorise; `in_box` solves without solids, up to a constant, and may overwrite its source."""
        self._in_box = in_box
        self._sides, axes = _closed(grid)
        self._per = 1 / np.array(grid.spacing)[axes]
        places = np.stack(np.unravel_index(self._sides, grid.cells), axis=-1)
        matrix = np.empty((axes.size, axes.size))
        capacitance(green(grid), places, _parts(grid)[self._sides], self._per, matrix)
        # overwrites the matrix
        self._factor = cho_factor(matrix.T, lower=True, overwrite_a=True, check_finite=False)

    def solve(self, source: Floats) -> Floats:
        """Return phi (cells), up to a constant in each part of fluid and solid; `source` may be overwritten.

        The source must be zero in solids, and its sum over each part of the fluid must be zero.
        """
        before, beyond = self._sides
        alone = self._in_box(source.copy()).ravel()
        jumps = self._per * (alone[beyond] - alone[before])
        u = self._per * cho_solve(self._factor, jumps, overwrite_b=True, check_finite=False)
        np.add.at(source.reshape(-1), self._sides, [-u, u])
        return self._in_box(source)


def most_faces(cells: int) -> int:
    """Return for how many faces between fluid and solid the factor pays, on so many cells."""
    return max(FEW_FACES, math.isqrt(CELL_BYTES * cells // 8))


def faces_beside_solids(grid: MacGrid) -> int:
    """Return the number m of faces between fluid and solid."""
    return sum(int(np.logical_xor(*beside(grid.solid, axis)).sum()) for axis in range(grid.axes))


def _closed(grid: MacGrid) -> tuple[Indices, Indices]:
    """Return the flat cells before and beyond each face between fluid and solid (2, m), and its axis (m,)."""
    numbers, sides, axes = np.arange(grid.solid.size).reshape(grid.cells), [], []
    for axis in range(grid.axes):
        differ = np.logical_xor(*beside(grid.solid, axis))
        sides.append([each[differ] for each in beside(numbers, axis)])
        axes.append(np.full(np.count_nonzero(differ), axis))
    return np.concatenate(sides, axis=1), np.concatenate(axes)


def _parts(grid: MacGrid) -> Indices:
    """Return for each cell the number of its connected part of fluid or solid, from 0 (cells)."""
    count, fluid = grid.parts
    return np.where(grid.solid, label(grid.solid)[0] + (count - 1), fluid).ravel()


def green(grid: MacGrid) -> Floats:
    """Return the table of B^+ (n + 1 along each axis) by distances in cells, with the factor 2^-d."""
    eigenvalues = np.zeros(grid.cells)
    for n, h, wave in zip(grid.cells, grid.spacing, np.ix_(*map(np.arange, grid.cells)), strict=True):
        eigenvalues += (2 - 2 * np.cos(np.pi * wave / n)) / h**2
    eigenvalues.flat[0] = np.inf
    padded = np.pad(1 / (eigenvalues * eigenvalues.size), [(0, 1)] * grid.axes)
    return np.asarray(dctn(padded, type=1)) / 2**grid.axes


@njit(cache=True, error_model="numpy")
def capacitance(table, places, parts, per, out):
    """Write 1 - D^T B^+ D, made regular, into `out` (m, m).

    `places` (2, m, d) are the cells before and beyond each face, `parts` (2, m) the parts to which these
    belong. The addition to B^+ is constant in each part, which changes `u` but no velocity.
    """
    shape, flat, added = np.array(table.shape), table.ravel(), 1 / per.max() ** 2
    for a in range(out.shape[0]):
        for b in range(a + 1):
            found = 0.0
            for side in range(2):
                for other in range(2):
                    entry = of_images(flat, shape, places[side, a], places[other, b])
                    if parts[side, a] == parts[other, b] > 0:
                        entry -= added
                    found += entry if side == other else -entry
            out[a, b] = (1.0 if a == b else 0.0) - found * per[a] * per[b]
            out[b, a] = out[a, b]


@njit(cache=True, error_model="numpy")
def of_images(flat, shape, i, j):
    """Return the entry of B^+ for two cells, by the table as one row."""
    found = 0.0
    for image in range(1 << shape.size):  # one bit per axis
        at = 0
        for axis in range(shape.size):
            last = shape[axis] - 1
            apart = abs(i[axis] - j[axis])
            if (image >> axis) & 1:
                apart = min(i[axis] + j[axis] + 1, 2 * last - i[axis] - j[axis] - 1)
            at = at * shape[axis] + apart
        found += flat[at]
    return found
