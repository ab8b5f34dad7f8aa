"""The linear systems of a body's steps: solved directly or by iteration, whichever measures best.

- "cg": conjugate gradients, `offline.full.body.conjugate_gradients`.
- "direct": the better of "cholmod" and "splu" that is installed, `offline.full.factorisation`.
- None: by size; and a run whose systems turn out too hard for iterations goes on directly, and says so.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offline.full.body.conjugate_gradients import ConjugateGradients, NotSolved, has_blocks
from offline.full.factorisation import Factor, default_backend
from softrein.errors import SimulationError

Floats = NDArray[np.float64]

ITERATIVE, DIRECT = "cg", "direct"
BACKENDS = (ITERATIVE, DIRECT, "cholmod", "splu")
# Milliseconds of processor time of a step of 10 ms by iterations and by CHOLMOD, blocks of 3e5 Pa (1e7 Pa):
# 0.4 (1.2) and 0.5 at 576 unknowns, 1.6 (2.1) and 2.2 at 1,200, 3.3 (6.2) and 16 at 3,600, 13 (32) and 99 at
# 12,675, 55 and 800 at 51,840. Bars of 3 x 3 cells factorise with little fill: 2.4 (8.2) and 4.4 at 2,880,
# 4.8 (23) and 9 at 5,760. Below, either is quick, and the direct one leaves rounding errors alone.
ITERATIVE_UNKNOWNS = 3000
# CHOLMOD takes as long as 600 iterations at 51,840 unknowns, 290 at 12,675, 170 at 3,600. Those blocks need
# 24 at 3e5 Pa and 190 at 1e9 Pa: what needs more is long, thin and stiff, and soon quicker directly.
MOST_BEFORE_DIRECT = 300
MOST_ITERATIONS = 10_000  # where conjugate gradients were asked for


class StepSolver:
    """Solver for the systems of one run.

    `pattern` is as `Factor` has it, `backend` the name of the solver in use, which may change where None was
    given. Raises what `Factor` does, and SimulationError where "cg" was asked for and there are no 3 x 3
    blocks.
    """

    def __init__(self, pattern: Any, backend: str | None = None) -> None:
        if backend is not None and backend not in BACKENDS:
            raise SimulationError(f"backend = {backend!r}: choose one of {', '.join(BACKENDS)}, or none")
        self._pattern, self._may_change = pattern, backend is None
        self.backend = default_backend() if backend == DIRECT else backend or best_backend(pattern)
        self._engine = self._made()

    def _made(self) -> ConjugateGradients | Factor:
        if self.backend != ITERATIVE:
            return Factor(self._pattern, self.backend)
        return ConjugateGradients(self._pattern, MOST_BEFORE_DIRECT if self._may_change else MOST_ITERATIONS)

    @property
    def iterations(self) -> int:
        """Of the last solve; 0 where it was direct."""
        return 0 if isinstance(self._engine, Factor) else self._engine.iterations

    def solve(self, matrix: Any, right: Floats, guess: Floats | None = None) -> Floats:
        """Solve for one right side (n,) with a matrix of the pattern; iterations start at a guess (n,).

        Raises NotPositiveDefinite; SimulationError where iterations that were asked for do not converge.
        """
        self._engine.refactor(matrix)
        if isinstance(self._engine, Factor):
            return self._engine.solve(right)
        try:
            return self._engine.solve(right, guess)
        except NotSolved as failure:
            self._go_direct(failure)
            return self.solve(matrix, right)

    def _go_direct(self, failure: NotSolved) -> None:
        """Leave the iterations for good, unless they were asked for."""
        if not self._may_change:
            raise SimulationError(f"{failure}; take a smaller step, or a direct backend") from None
        self.backend = default_backend()
        self._engine = self._made()
        warnings.warn(f"{failure}; from here on the solver is {self.backend}", stacklevel=3)


def best_backend(pattern: Any) -> str:
    """The solver that measures best for matrices of a pattern."""
    iterative = pattern.shape[0] >= ITERATIVE_UNKNOWNS and has_blocks(pattern)
    return ITERATIVE if iterative else default_backend()
