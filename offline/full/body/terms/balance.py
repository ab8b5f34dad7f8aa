"""The energy that a step of a full body creates by its error.

With the strain energy W, the load w held over the step, and the work of the body's terms,

    made = 1/2 (v' - v)^T M (v' + v) + W(u') - W(u) - w^T (u' - u) - work

which is minus the energy that damping takes, plus the rule's error. The midpoint rule's error is of third
order in the step's strain, with T the third derivative of W in the middle and d = u' - u,

    W(u') - W(u) - f((u + u') / 2)^T d = 1/24 T[d, d, d] + ...

and has either sign: a mode that is stiff for the step changes sign with every step, and can gain energy
without end [Simo, Tarnow, Z. Angew. Math. Phys. 43 (1992) 757-792].

Limits: contact has no energy here, so bodies with contact are not checked.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from offline.full.body.terms.sum import Sum
from offline.full.body.terms.term import Part
from reduce.protocols import Stepped

Floats = NDArray[np.float64]


class StepBalance:
    """The energy balance of a body's steps, one after another; it remembers the last W."""

    def __init__(self, body: Stepped) -> None:
        self._sum = body if isinstance(body, Sum) else None
        self._material, self._mass = (body.body if isinstance(body, Sum) else body), body.mass
        self._u, self._strain = np.empty(0), 0.0  # displacement and energy of the last evaluation of W

    def made(self, part: Part, v: Floats, speed: Floats, load: Floats) -> float:
        """Return the energy that a part of a step creates, in which the velocity goes from v to `speed`.

        It is relative to the sum of the energies at both ends. `load` (n_free,) [N] acts on the body besides
        its terms. It is 0 with contact, and for a state that is not finite.
        """
        if self._sum is not None and self._sum.terms.searched:
            return 0.0
        start, u, _ = part
        before, after = self._strained(start.u), self._strained(u)
        made = 0.5 * (speed - v) @ (self._mass * (speed + v)) + (after - before) - load @ (u - start.u)
        if self._sum is not None and self._sum.terms.acts(self._sum.control):
            made -= self._sum.terms.work(part, self._sum.control)
        there = 0.5 * (v @ (self._mass * v) + speed @ (self._mass * speed)) + before + after
        return float(made / there) if there > 0.0 else 0.0

    def _strained(self, u: Floats) -> float:
        """Return W(u) [J], which is remembered, as a step begins where the last one has ended."""
        if not np.array_equal(u, self._u):
            self._u, self._strain = u.copy(), self._material.energy(u) if np.isfinite(u).all() else np.nan
        return self._strain
