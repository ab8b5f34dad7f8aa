"""Factorisation of sparse symmetric positive definite matrices whose pattern stays the same.

A `Factor` orders and analyses the pattern once; then each matrix of a run costs one numeric factorisation.
Two backends:

- "cholmod": CHOLMOD by way of scikit-sparse, the optional extra `cholmod`. It reads the lower triangle of a
  csc matrix in place, without a copy.
- "splu": SciPy's SuperLU with diagonal pivots in a minimum degree order, always available, 5 to 20 times
  slower. It orders anew each time, because SciPy cannot keep the analysis.

The steps of large bodies are solved by iteration instead: `offline.full.body.step_solver`.

Matrices are lower triangular csc matrices with sorted rows, standing for the symmetric matrix.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.linalg import splu

from reduce.protocols import Sparse
from softrein.errors import SimulationError, install, missing

Floats = NDArray[np.float64]
Solve = Callable[[Floats], Floats]
BACKENDS = ("cholmod", "splu")

# Largest matrix that is factorised column by column ("simplicial") rather than with dense blocks
# ("supernodal"). Measured for thin and thick bodies: at 1,000 unknowns 0.6 to 2.0 ms against 1.1 to 2.8 ms,
# at 1,900 1.4 against 2.2, at 2,300 10.6 against 8.4, at 4,200 38 against 18 and at 12,300 306 against 81. If
# the matrix stays the same only the solve counts, which is faster column by column: 4.2 ms against 7.7 for
# the pressure on 256 x 256 cells.
SUPERNODAL_UNKNOWNS = 2000


class NotPositiveDefinite(ArithmeticError):
    """The matrix has a pivot that is not positive."""


class Factor:
    """Solver for matrices of one pattern.

    `pattern` is an (n, n) lower triangular csc matrix, 32-bit indices, sorted rows; its numbers are not read.
    `backend` is "cholmod", "splu", or None for the better one that is installed; `constant` says that one
    matrix is factorised once and then solved with many times.

    Raises MissingPackageError where CHOLMOD was asked for and is not installed, SimulationError where no
    backend has the name.
    """

    def __init__(self, pattern: Sparse, backend: str | None = None, constant: bool = False) -> None:
        self.backend = _checked_backend(backend)
        self._factorise = _super_lu if self.backend == "splu" else _analysed(pattern, constant)

    def refactor(self, matrix: Sparse) -> None:
        """Factorise a matrix of the pattern; after NotPositiveDefinite another matrix may follow.

        A matrix with a NaN raises NotPositiveDefinite too, or gives solutions that are not finite: dense BLAS
        blocks do not look for it.
        """
        self._solve = self._factorise(matrix)

    def solve(self, right: Floats) -> Floats:
        """Solve for one right hand side (n,) with the last matrix that was factorised."""
        return np.asarray(self._solve(right))


class Restricted:
    """Solver for some unknowns of a constant symmetric sparse matrix (n, n); the others are zero.

    `unknown` are their numbers; there may be none. Raises what `Factor` does.
    """

    def __init__(self, matrix: Sparse, unknown: NDArray[np.int64], backend: str | None = None) -> None:
        self._unknown, self.backend = unknown, backend or "none needed"
        if unknown.size:
            lower = sparse.csc_matrix(sparse.tril(matrix.tocsr()[unknown][:, unknown]))
            lower.sort_indices()
            lower.indices, lower.indptr = lower.indices.astype(np.int32), lower.indptr.astype(np.int32)
            self._factor = Factor(lower, backend, constant=True)
            self._factor.refactor(lower)
            self.backend = self._factor.backend

    def solve(self, right: Floats) -> Floats:
        """Return the solution (n,) for a right hand side (n,), of which only the unknowns' rows count."""
        found = np.zeros(right.size)
        if self._unknown.size:
            found[self._unknown] = self._factor.solve(right[self._unknown])
        return found


def default_backend() -> str:
    """Return the name of the backend that is used where none is asked for."""
    return "cholmod" if _cholmod() is not None else "splu"


def counts_of_factor(matrix: Sparse) -> tuple[int, float]:
    """Return entries and multiplications of a positive definite matrix's Cholesky factor, by CHOLMOD."""
    factor = _cholmod().analyze(matrix, mode="simplicial", ordering_method="best")
    factor.cholesky_inplace(matrix)
    heights = np.diff(factor.L_D()[0].indptr).astype(float)
    return int(heights.sum()), float(heights @ heights)


def _checked_backend(backend: str | None) -> str:
    if backend is None:
        return default_backend()
    if backend not in BACKENDS:
        raise SimulationError(f"backend = {backend!r}: choose one of {', '.join(BACKENDS)}, or none")
    if backend == "cholmod" and _cholmod() is None:
        debian = "apt-get install libsuitesparse-dev libopenblas0-pthread"
        cure = f"{debian}, and then {install('cholmod')}; or use backend = 'splu'"
        raise missing("the extra 'cholmod' (scikit-sparse)", "backend = 'cholmod'", cure)
    return backend


def _cholmod() -> Any:
    """Return scikit-sparse's module, or None."""
    try:
        return import_module("sksparse.cholmod")
    except ImportError:
        return None


def _analysed(pattern: Sparse, constant: bool) -> Callable[[Sparse], Solve]:
    """Analyse a pattern by CHOLMOD, for factorisations of its matrices."""
    module = _cholmod()
    simplicial = constant or pattern.shape[0] < SUPERNODAL_UNKNOWNS
    # "best" tries all orderings and keeps the one with the least fill: minimum degree for thin bodies,
    # nested dissection for thick ones (at 12,300 unknowns 145 ms a factorisation instead of 205). It
    # takes 7 ms at 1,000 unknowns and 140 ms at 12,300, once a run.
    factor = module.analyze(
        pattern, mode="simplicial" if simplicial else "supernodal", ordering_method="best"
    )

    def factorise(matrix: Sparse) -> Solve:
        try:
            factor.cholesky_inplace(matrix)
        except module.CholmodNotPositiveDefiniteError:
            raise NotPositiveDefinite from None
        if simplicial:  # L D L^T, which also factorises indefinite matrices without an error
            _require_positive(factor.D())
        return factor.solve_A

    return factorise


def _super_lu(matrix: Sparse) -> Solve:
    whole = (matrix + sparse.tril(matrix, -1).T).tocsc()
    try:
        factor = splu(whole, "MMD_AT_PLUS_A", 0.0, options={"SymmetricMode": True})
    except RuntimeError:  # the matrix is exactly singular
        raise NotPositiveDefinite from None
    if not np.array_equal(factor.perm_r, factor.perm_c):
        raise NotPositiveDefinite  # a zero on the diagonal caused pivoting off the diagonal
    _require_positive(factor.U.diagonal())
    return factor.solve


def _require_positive(pivots: Floats) -> None:
    if not (pivots > 0).all():
        raise NotPositiveDefinite
