"""Solver for the linear systems of a body's steps: direct or iterative, by measured costs.

- "cg": conjugate gradients, `offline.full.body.conjugate_gradients`.
- "direct": the better of "cholmod" and "splu" that is installed, `offline.full.factorisation`.
- None: "cg" but for the smallest bodies; where a system needs more iterations than a factorisation would
  cost, the run continues with "direct", and a warning follows if they have not converged.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from offline.full.body.conjugate_gradients import ConjugateGradients, NotSolved, has_blocks
from offline.full.factorisation import Factor, counts_of_factor, default_backend
from reduce.protocols import Sparse
from softrein.errors import SimulationError, warn

Floats = NDArray[np.float64]

ITERATIVE, DIRECT = "cg", "direct"
BACKENDS = (ITERATIVE, DIRECT, "cholmod", "splu")
# With fewer unknowns a direct solve takes as little time (a third of a millisecond a step) and is exact.
ITERATIVE_UNKNOWNS = 300
# Cost model in nanoseconds on one core: per multiplication and per entry of a factor, and per matrix entry of
# an iteration. Thin and thick blocks of 480 to 2,880 unknowns factorise in the time of 33 to 240 iterations,
# and need 9 at 3e5 Pa and steps of 10 ms, 28 to 48 at 1e7 Pa, 32 to 284 at 1e9 Pa. Counts rather than
# measured times, so that runs are the same on all machines.
MULTIPLICATION, FACTOR_ENTRY, ITERATION_ENTRY = 0.13, 14.0, 1.07
FEW = 30  # least number of iterations that a factorisation is assumed to cost
# From here on even the symbolic analysis that counts a factorisation is too expensive. CHOLMOD takes as long
# as 600 iterations at 51,840 unknowns, 290 at 12,675, 170 at 3,600; these blocks need 24 iterations at 3e5 Pa
# and 190 at 1e9 Pa. Bodies that need more are long, thin and stiff, and are soon solved directly.
MANY_UNKNOWNS = 3000
MOST_BEFORE_DIRECT = 300
MOST_ITERATIONS = 10_000  # most iterations if the user requested conjugate gradients


class StepSolver:
    """Solver for the systems of one run.

    `pattern` is that of `Factor`, `backend` the name of the solver in use, which may change where None was
    given. Raises what `Factor` does, and SimulationError where "cg" was asked for and there are no 3 x 3
    blocks.
    """

    def __init__(self, pattern: Sparse, backend: str | None = None) -> None:
        if backend is not None and backend not in BACKENDS:
            raise SimulationError(f"backend = {backend!r}: choose one of {', '.join(BACKENDS)}, or none")
        self._pattern, self._may_change = pattern, backend is None
        # iterations that a factorisation is worth; None: not computed yet
        self._worth: float | None = math.inf if pattern.shape[0] >= MANY_UNKNOWNS else None
        self.backend = default_backend() if backend == DIRECT else backend or best_backend(pattern)
        self._engine, self._changed = self._made(), False

    def _made(self) -> ConjugateGradients | Factor:
        if self.backend != ITERATIVE:
            return Factor(self._pattern, self.backend)
        return ConjugateGradients(self._pattern, MOST_BEFORE_DIRECT if self._may_change else MOST_ITERATIONS)

    @property
    def iterations(self) -> int:
        """The iterations of the last solve; 0 where it was direct."""
        return 0 if isinstance(self._engine, Factor) else self._engine.iterations

    def solve(self, matrix: Sparse, right: Floats, guess: Floats | None = None) -> Floats:
        """Solve for one right side (n,) with a matrix of the pattern; iterations start at a guess (n,).

        Raises NotPositiveDefinite; SimulationError where iterations that were asked for do not converge.
        """
        self._engine.refactor(matrix)
        self._changed = False
        if isinstance(self._engine, Factor):
            return self._engine.solve(right)
        try:
            found = self._engine.solve(right, guess)
        except NotSolved as failure:
            self._give_up(failure)
            return self.solve(matrix, right)
        if self._may_change and self.iterations > FEW:
            self._worth = _worth_of_factor(matrix) if self._worth is None else self._worth
            if self.iterations > self._worth:
                self._go_direct()
        return found

    def again(self, matrix: Sparse, right: Floats) -> Floats:
        """Solve for another right side (n,) with the `matrix` that the last `solve` was given.

        It is factorised only if that `solve` used an older factor. Raises SimulationError where iterations
        that were asked for do not converge.
        """
        if self._changed:
            self._engine.refactor(matrix)
            self._changed = False
        try:
            return np.asarray(self._engine.solve(right))
        except NotSolved as failure:
            self._give_up(failure)
            return self.again(matrix, right)

    def _give_up(self, failure: NotSolved) -> None:
        """Go on with the direct solver. Raises SimulationError where iterations were asked for."""
        if not self._may_change:
            raise SimulationError(f"{failure}; take a smaller step, or a direct backend") from None
        self._go_direct()
        warn(f"{failure}; from here on the solver is {self.backend}")

    def _go_direct(self) -> None:
        """Change to the direct solver for good."""
        self.backend = default_backend()
        self._engine, self._changed = self._made(), True


def best_backend(pattern: Sparse) -> str:
    """Return the name of the solver to begin with for matrices of a pattern."""
    iterative = pattern.shape[0] >= ITERATIVE_UNKNOWNS and has_blocks(pattern)
    return ITERATIVE if iterative else default_backend()


def _worth_of_factor(matrix: Sparse) -> float:
    """Return how many iterations take as long as a factorisation; infinite where CHOLMOD is missing."""
    if default_backend() != "cholmod":
        return math.inf
    entries, multiplications = counts_of_factor(matrix)
    return (MULTIPLICATION * multiplications + FACTOR_ENTRY * entries) / (ITERATION_ENTRY * matrix.nnz)
