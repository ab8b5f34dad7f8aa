"""Lowest natural frequencies and modes of a body about its rest shape: K(0) x = omega^2 M x.

Lanczos iteration (ARPACK) on the inverse of K(0) - shift M, for which the lowest frequencies are the largest
values and come out first. The shift is a tiny negative one, so that the matrix is positive definite for a
free-floating body too, whose six rigid motions have the frequency zero.

Limits: no damping, small vibrations about the rest shape without load.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import diags_array
from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigsh

from offline.full.factorisation import Factor
from reduce.protocols import Body
from softrein.errors import SimulationError

Floats = NDArray[np.float64]

# Shift of the eigenvalue problem relative to the mean of all omega^2, trace(K) / trace(M): far below the
# lowest one of a usable mesh, yet far above rounding, which is 1e-16 of the largest.
RELATIVE_SHIFT = 1e-9


class NaturalModes(NamedTuple):
    """Result of `natural_modes`."""

    frequencies: Floats  # (count,) angular frequencies [rad/s], ascending; rigid motions are about 0
    shapes: Floats  # (n_free, count), one mode a column, shapes^T M shapes = I [kg^-1/2]


def natural_modes(body: Body, count: int, backend: str | None = None) -> NaturalModes:
    """Return the `count` lowest natural modes; divide the frequencies by 2 pi for hertz.

    Raises SimulationError when `count` is not between 1 and n_free - 1, or when ARPACK does not converge.
    """
    size = body.mass.size
    if not 1 <= count < size:
        raise SimulationError(f"{count} modes of {size} degrees of freedom: ask for 1 to {size - 1}")
    rest = np.zeros(size)
    stiffness = body.stiffness(rest)
    shift = -RELATIVE_SHIFT * stiffness.trace() / body.mass.sum()
    inverse = _shifted_inverse(body, shift, backend)
    # eigsh's own start is random; a fixed one, with parts along all modes, makes the result reproducible.
    start = np.random.default_rng(0).standard_normal(size)
    try:
        squares, shapes = eigsh(stiffness, count, diags_array(body.mass), shift, OPinv=inverse, v0=start)
    except ArpackNoConvergence as error:
        raise SimulationError(f"natural modes: {error}; ask for fewer") from None
    order = np.argsort(squares)
    return NaturalModes(np.sqrt(np.maximum(squares[order], 0.0)), shapes[:, order])


def _shifted_inverse(body: Body, shift: float, backend: str | None) -> LinearOperator:
    matrix = body.lower_matrix()
    body.fill_system(np.zeros(body.mass.size), matrix, 1.0, -shift)
    factor = Factor(matrix, backend)
    factor.refactor(matrix)
    return LinearOperator(matrix.shape, matvec=factor.solve, dtype=float)
