"""Pressure around solids by conjugate gradients, preconditioned by a solver for the box.

    G^T G phi = source,     z = P r for each residual r

P leaves out the solid cells and the mean of z. It is one of two:

- with few faces between fluid and solid, the capacitance matrix (`offline.full.smoke.capacitance`), which is
  exact but for rounding: one iteration suffices, and checks the result;
- with more faces than this matrix may have, the box's transform in single precision, as if no cell were
  solid. Flexible conjugate gradients tolerate that rounding changes P each time. The number of iterations
  depends on the solids' shapes more than on the grid: to a residual of 1e-11 a ball, a slab and many blocks
  took 14 to 20 at 32^3 and 15 to 28 at 64^3. For the ball there algebraic multigrid (pyamg) took 11
  iterations of 80 ms each, where one of the transform takes 2.6 ms.

Memory: seven fields at cells, beside those of P.

Limits: the divergence that remains is RESIDUAL of the largest at the start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from meshes.macgrid import MacGrid
from runtime.base.kernels import Internal, njit
from runtime.smoke.interpolation import FASTMATH, compiled, stepped, unravelled
from softrein.errors import SimulationError

Floats = NDArray[np.float64]
Real = TypeVar("Real", np.float64, np.float32)

RESIDUAL = 1e-11  # residual relative to the largest source at which iterations end
MOST = 500  # most iterations; a slab across nearly the whole box took 28


class ByIteration(Generic[Real]):
    """An iterative solver of pressure for any solids; see `offline.full.smoke.pressure.Projection`."""

    backend = "iteration"

    def __init__(
        self, grid: MacGrid, nearly: Callable[[NDArray[Real]], NDArray[Real]], number: type[Real]
    ) -> None:
        """Take a rough solver `nearly`, up to constants; it may overwrite its sources, of type `number`."""
        self._grid = grid
        self._nearly: Callable[[NDArray[Real]], NDArray[Real]] = nearly
        self._number: type[Real] = number
        self._open, self._product = grid.split(grid.open), np.empty(grid.cells)
        self._labels = (grid.parts[1] + 1).ravel()
        self._counts = np.bincount(self._labels)

    def solve(self, source: Floats) -> Floats:
        """Return phi (cells), zero in solid cells. Raises SimulationError if it does not converge."""
        residual = self._levelled(source)
        phi, along, before = (np.zeros_like(source) for _ in range(3))
        largest, last = largest_of(residual), np.inf
        if largest == 0:
            return phi
        residual /= largest  # scaled, since single precision spans only 1e-45 to 1e38
        for _ in range(MOST):
            if largest_of(residual) <= RESIDUAL:
                phi *= largest
                return phi
            better = self._nearly(residual.astype(self._number))
            now, changed = products(self._grid.fluid, better, residual, before, better.mean())
            go_on(better, changed / last, along)
            apply_laplacian(self._open, self._grid.spacing, along, self._product)
            step = now / float(np.vdot(along, self._product))
            advance(step, along, self._product, phi, residual, before)
            last = now
        raise SimulationError(
            f"pressure does not converge: after {MOST} iterations {largest_of(residual):.2g} of "
            "the divergence is left; use backend = 'cholmod' or 'splu', or solids without narrow gaps"
        )

    def _levelled(self, source: Floats) -> Floats:
        """Return the source without the sum over each part of the fluid that rounding left."""
        means = np.bincount(self._labels, source.ravel()) / self._counts.clip(1)
        means[0] = 0.0  # the zeroth label belongs to solid cells
        return source - means[self._labels].reshape(source.shape)


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def products(fluid, better, residual, before, mean):
    """Subtract the mean from `better` outside solids; return its products with two vectors.

    They are better . residual and better . (residual - before).
    """
    better, residual, before, fluid = better.ravel(), residual.ravel(), before.ravel(), fluid.ravel()
    now = changed = 0.0
    for i in range(better.size):
        better[i] = better[i] - mean if fluid[i] else 0.0
        now += better[i] * residual[i]
        changed += better[i] * (residual[i] - before[i])
    return now, changed


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def go_on(better, share, along):
    """Set along = better + share * along."""
    better, along = better.ravel(), along.ravel()
    for i in range(along.size):
        along[i] = better[i] + share * along[i]


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def advance(step, along, product, phi, residual, before):
    """Step along a direction, whose `product` with the matrix is known; `before` keeps the last residual."""
    along, product, phi = along.ravel(), product.ravel(), phi.ravel()
    residual, before = residual.ravel(), before.ravel()
    for i in range(along.size):
        phi[i] += step * along[i]
        before[i] = residual[i]
        residual[i] -= step * product[i]


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def largest_of(values):
    """Return the largest magnitude."""
    found = 0.0
    for value in values.ravel():
        found = max(found, abs(value))
    return found


@njit(cache=True, error_model="numpy")
def apply_laplacian(is_open, spacing, phi, out):
    """Set out = G^T G phi."""
    count = out.shape[-1]
    for row in range(out.size // count):
        lead = unravelled(row, out.shape[:-1])
        for i in range(count):
            index = (*lead, i)
            out[index] = differences(is_open, spacing, phi, index, ())


@compiled
def differences(
    is_open: Internal, spacing: Internal, phi: Internal, index: Internal, axis: Internal
) -> Internal:
    """Return G^T G phi in one cell, for the axes from `axis` on."""
    if not len(is_open):
        return lambda is_open, spacing, phi, index, axis: 0.0

    def sum_of(
        is_open: Internal, spacing: Internal, phi: Internal, index: Internal, axis: Internal
    ) -> Internal:
        beyond, total = stepped(index, axis, 1), 0.0
        if is_open[0][index]:
            total += phi[index] - phi[stepped(index, axis, -1)]
        if is_open[0][beyond]:
            total += phi[index] - phi[beyond]
        return total / spacing[0] ** 2 + differences(is_open[1:], spacing[1:], phi, index, (*axis, 0))

    return sum_of
