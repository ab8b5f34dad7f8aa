"""The shape that a body takes under a standing load: f(u) = load, by Newton's method with load steps."""

from __future__ import annotations

import numpy as np
from scipy.sparse.linalg import splu

from reduce.protocols import Body
from softrein.errors import SimulationError

LOAD_STEPS = 8
ITERATIONS = 40
TOLERANCE = 1e-10  # of the load's norm; Newton's last iterations gain digits so fast that tighter is free


def equilibrium(body: Body, load: np.ndarray) -> np.ndarray:
    """The displacement (n_free,) in m under `load` (n_free,) in N.

    Raises SimulationError where Newton's method does not settle: the body is too soft for its load, or free
    to move as a whole.
    """
    u = np.zeros_like(load)
    for share in np.linspace(0, 1, LOAD_STEPS + 1)[1:]:
        u = _settle(body, u, share * load)
    return u


def _settle(body: Body, u: np.ndarray, load: np.ndarray) -> np.ndarray:
    for _ in range(ITERATIONS):
        force, stiffness = body.force_and_stiffness(u)
        residual = load - force
        if np.linalg.norm(residual) <= TOLERANCE * np.linalg.norm(load):
            return u
        try:
            u = u + splu(stiffness.tocsc()).solve(residual)
        except RuntimeError as error:
            raise SimulationError("no equilibrium: the body is free to move; fix a region of it") from error
        if not np.isfinite(u).all():
            break
    raise SimulationError(
        "the body found no equilibrium under its standing load: it is too soft for gravity; raise "
        "`young`, or set start = 'rest'"
    )
