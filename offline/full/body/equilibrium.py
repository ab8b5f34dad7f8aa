"""The shape that a body takes under a standing load: f(u) = load, by Newton's method with load steps.

Each iteration solves with the stiffness K(u), or, where that is not positive definite, with the elements'
nearest positive semidefinite ones, and is shortened until the potential W(u) - load^T u falls enough
(Armijo's line search, by halving); so it ends at a minimum, a stable shape. A full iteration that makes the
residual smaller is taken without a search. They end where the residual is small, or the energy that the next
one could gain: in fine, slender bodies rounding keeps the residual above any tolerance, because stresses are
many times a vertex's weight.
"""

from __future__ import annotations

import numpy as np

from offline.full.body.terms.sum import Sum, size_of_pull, work_of_pull
from offline.full.factorisation import Factor, NotPositiveDefinite
from reduce.protocols import Sparse, Stepped
from softrein.errors import SimulationError

LOAD_STEPS = 8
ITERATIONS = 60
# relative to the load's norm (or squared, to its work); Newton's last digits are almost free
TOLERANCE = 1e-10
SUFFICIENT = 1e-4  # Armijo constant: share of the predicted decrease
# most halvings of an iteration's length; if rounding hides the decrease, the full step is taken
MOST_CUTS = 30
TOO_SOFT = (
    "no equilibrium of the body under its constant load was found: it is too soft for gravity{}; raise "
    "`young`, or set start = 'rest'"
)
PULLED = ", or for its cables and chambers"


def equilibrium(
    body: Stepped, load: np.ndarray, control: np.ndarray | None = None, steps: int = LOAD_STEPS
) -> np.ndarray:
    """Return the displacement (n_free,) in m under `load` (n_free,) in N and the `control` of its terms.

    Both are applied in `steps` increments; tools, whose inputs follow the controls, have their final poses
    throughout.

    Raises SimulationError where Newton's method does not converge: the body is too soft for its load, or free
    to move as a whole.
    """
    u = np.zeros_like(load)
    lower = body.lower_matrix()
    factor = Factor(lower)
    for share in np.linspace(0, 1, steps + 1)[1:]:
        if control is not None and isinstance(body, Sum):
            body.control[:] = control
            body.control[: body.terms.actuated] *= share
        if isinstance(body, Sum):
            body.begin(None)
        u = _settle(body, u, share * load, lower, factor)
    return u


def _settle(body: Stepped, u: np.ndarray, load: np.ndarray, lower: Sparse, factor: Factor) -> np.ndarray:
    residual = load - body.fill_system(u, lower, 1.0, 0.0)
    for _ in range(ITERATIONS):
        if np.linalg.norm(residual) <= TOLERANCE * (np.linalg.norm(load) + size_of_pull(body)):
            return u
        change = _descent(body, u, residual, lower, factor)
        if residual @ change <= TOLERANCE**2 * (abs(load @ u) + work_of_pull(body, u)):
            return u + change
        before, u = u, u + change
        if not np.isfinite(u).all():
            break
        previous, residual = residual, load - body.fill_system(u, lower, 1.0, 0.0)
        if not np.linalg.norm(residual) < np.linalg.norm(previous):
            u = before + _searched(body, before, change, load, previous @ change) * change
            residual = load - body.fill_system(u, lower, 1.0, 0.0)
    raise SimulationError(TOO_SOFT.format(PULLED if size_of_pull(body) else ""))


def _descent(body: Stepped, u: np.ndarray, residual: np.ndarray, lower: Sparse, factor: Factor) -> np.ndarray:
    """Return Newton's change of u, for the K(u) in `lower` or the projected one."""
    try:
        factor.refactor(lower)
    except NotPositiveDefinite:
        body.fill_system(u, lower, 1.0, 0.0, True)
        try:
            factor.refactor(lower)
        except NotPositiveDefinite:
            raise SimulationError("no equilibrium: the body is free to move; fix a region of it") from None
    return factor.solve(residual)


def _searched(body: Stepped, u: np.ndarray, change: np.ndarray, load: np.ndarray, fall: float) -> float:
    """Halve the length of a change of u until the potential falls enough; return 1 where none is found.

    Enough is a share of the slope `fall` (Armijo).
    """
    start, work = body.energy(u), load @ change
    length = 1.0
    for _ in range(MOST_CUTS):
        if body.energy(u + length * change) - start - length * work <= -SUFFICIENT * length * fall:
            return length
        length /= 2
    return 1.0
