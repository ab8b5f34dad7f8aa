"""Time-varying LQR gains along a reference motion [002, appendix A].

Around the reference the plant is dz/dt = A_i z + B w in step i, or z_{i+1} = F_i z_i + G_i w_i, with w held
over each step. The gains w = K_i z minimise

    1/2 z_T' Q_final z_T + 1/2 integral (z' Q z + w' R w) dt + sum over instants of 1/2 z_i' Q_i z_i

[002, eq. 5], with running weights as densities in time, and the instants added. `tvlqr` takes the
continuous plant and integrates it and the cost over each step; `tvlqr_step` takes a stepper's own Jacobian.
Both end in one recursion, in `offline.gains.riccati`.

A reference that the plant does not follow by itself has a known defect d_i in each step, the difference
between the end of a step that begins on the reference and the next reference state. With z_{i+1} = F_i z_i +
G_i w_i + d_i the best control is w = K_i z + k_i, with the same K. The same holds where places C z of the
state are to follow a path: with goals g_i for them, 1/2 (C z_i - g_i)' q (C z_i - g_i) is one more running
weight, whose rows have a column for the state that is always 1.

Limits: A is constant within a step, dense, and the same B serves all steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from offline.campaign.threads import one_blas_thread
from offline.gains import riccati
from offline.gains.quadratic_cost import (
    checked_control_weight,
    checked_instants,
    checked_weight,
    half,
    number_array,
)
from offline.gains.riccati import Gains, Steps
from offline.gains.step_integrals import exact_integrals, simpson_integrals
from runtime.base.arguments import flag, refused, said
from softrein.errors import CostError

__all__ = ["Gains", "tvlqr", "tvlqr_step"]

Array = NDArray[np.float64]

_INTEGRALS = {"exact": exact_integrals, "simpson": simpson_integrals}


class _Weights(NamedTuple):
    """The checked cost."""

    Q: Array  # (n, n) or (T, n, n) weight of the state, a density in time
    R: Array  # (s, s) or (T, s, s) weight of the control, a density in time
    final: Array  # (m, n) factor L of the final weight L' L
    instants: dict[int, Array]  # step -> factor (m, n) of an additional weight there


class Path(NamedTuple):
    """Paths that places of the state are to follow; see the module."""

    places: Array  # (m, n) C, maps the state to the places that follow paths
    goals: Array  # (T + 1, m) m, g, goals of the places at the beginning of each step, and at the end
    weights: Array  # (T, m) q, weights of the places, densities in time, not negative


def tvlqr(
    A: ArrayLike,
    B: ArrayLike,
    Q: ArrayLike,
    R: ArrayLike,
    Q_final: ArrayLike | None,
    dt: float,
    integrals: Literal["exact", "simpson"] = "exact",
    instants: Mapping[int, ArrayLike] | None = None,
    cost_to_go: bool = False,
    periodic: bool = False,
    defects: ArrayLike | None = None,
) -> Gains:
    """Return gains for the continuous plant dz/dt = A_i z + B w, i = 0 ... T - 1.

    A (T, n, n) [1/s], a matrix a step; B (n, s), one for all steps; dt [s], the length of a step. Densities
    in time: Q (n, n) or (T, n, n), positive semi-definite, and R (s, s) or (T, s, s), positive definite.
    Weights of the state at a single time: Q_final (n, n) at the end, and instants, a mapping from a step in
    0 ... T to the weight (n, n) at its beginning; that of T adds to Q_final. A number for a weight is that
    multiple of the identity.

    integrals: "exact" to rounding, and the quicker one; "simpson" the paper's rule, which warns when poor.
    cost_to_go: also return P (T + 1, n, n); the least cost from step i on is 1/2 z' P_i z, with i's instant.
    periodic: the motion repeats for ever, and step T is step 0 again; Q_final is not used and may be None.
    defects: (T, n), the end of a step that begins on the reference minus the next reference state;
    each is added at the end of its step. None: the plant follows the reference.

    Raises `CostError` for shapes that do not fit, numbers that are not finite, weights that are not definite
    as above, a plant that grows beyond all numbers, and a periodic solution that does not converge.
    Source: [002, eqs. 15-20]; see `offline.gains.step_integrals` and `offline.gains.riccati` for the
    arithmetic.
    """
    A, B = number_array("A", A), number_array("B", B)
    _check_state("A", A)
    if B.ndim != 2 or B.shape[0] != A.shape[1] or not B.size:
        raise CostError(f"B has shape {B.shape}, expected ({A.shape[1]}, s) with s at least 1, for all steps")
    if not (isinstance(integrals, str) and integrals in _INTEGRALS):
        raise CostError(f"integrals = {said(integrals)} is not known: choose 'exact' or 'simpson'")
    dt = _checked_step(dt)
    weights = _checked_weights(Q, R, Q_final, instants, (len(A), *B.shape), periodic)
    drift = _checked_defects(defects, A.shape[:2])
    with one_blas_thread():  # two threads take ten times as long for matrices this small
        F, G, J = _INTEGRALS[integrals](A, B, weights.Q, dt)
        costs = [np.pad(half(j), ((0, 0), (0, drift.shape[2]))) for j in J]
        return _solve(np.concatenate([F, drift], axis=2), G, costs, weights, dt, cost_to_go, periodic)


def tvlqr_step(
    F: ArrayLike,
    G: ArrayLike,
    Q: ArrayLike,
    R: ArrayLike,
    Q_final: ArrayLike | None,
    dt: float,
    instants: Mapping[int, ArrayLike] | None = None,
    cost_to_go: bool = False,
    periodic: bool = False,
    defects: ArrayLike | None = None,
    path: Path | None = None,
) -> Gains:
    """Return gains for a discrete plant z_{i+1} = F_i z_i + G_i w_i, such as the runtime's linearised step.

    F (T, n, n), G (T, n, s). Q and R are the same densities in time as in `tvlqr`; a step costs

        dt/4 (z_i' Q_i z_i + z_{i+1}' Q_i z_{i+1}) + dt/2 w_i' R_i w_i,

    by the trapezoidal rule, which also holds for places that follow a `path`. The other arguments, the result
    and the errors are those of `tvlqr`.
    """
    F, G = number_array("F", F), number_array("G", G)
    _check_state("F", F)
    if G.ndim != 3 or G.shape[:2] != F.shape[:2] or not G.size:
        raise CostError(f"G has shape {G.shape}, expected ({len(F)}, {F.shape[1]}, s) with s at least 1")
    dt = _checked_step(dt)
    weights = _checked_weights(Q, R, Q_final, instants, G.shape, periodic)
    drift = _checked_defects(defects, F.shape[:2])
    followed = None if path is None else _checked_path(path, F.shape[:2])
    if followed is not None and not drift.size:
        drift = np.zeros((*F.shape[:2], 1))
    F = np.concatenate([F, drift], axis=2) if drift.size else F
    with one_blas_thread():
        states = _halves(weights.Q * (dt / 2), len(F))
        costs = [_trapezoid(f, g, q) for f, g, q in zip(F, G, states, strict=True)]
        if followed is not None:
            costs = [
                np.concatenate([own, _on_path(f, g, followed, i, dt)])
                for i, (own, f, g) in enumerate(zip(costs, F, G, strict=True))
            ]
        return _solve(F, G, costs, weights, dt, cost_to_go, periodic)


def _check_state(name: str, matrices: Array) -> None:
    if matrices.ndim != 3 or matrices.shape[1] != matrices.shape[2] or not matrices.size:
        raise CostError(
            f"{name} has shape {matrices.shape}, expected (T, n, n), a matrix a step, with T and n at least 1"
        )


def _checked_step(dt: float) -> float:
    step = number_array("dt", dt)
    if step.ndim or not step > 0:
        raise CostError(f"dt = {said(dt)} s: the length of a step has to be a positive number")
    return float(step)


def _checked_defects(defects: ArrayLike | None, shape: tuple[int, ...]) -> Array:
    """Return a column (T, n, 1) to put beside F, or (T, n, 0) where nothing drifts."""
    if defects is None:
        return np.zeros((*shape, 0))
    column = number_array("defects", defects)
    if column.shape != shape:
        raise CostError(f"defects has shape {column.shape}, expected {shape}, a row a step")
    return column[:, :, None] if column.any() else np.zeros((*shape, 0))


def _checked_path(path: Path, shape: tuple[int, ...]) -> Path:
    if not isinstance(path, Path):
        raise refused("path", path, "a Path: places, goals and weights", CostError)
    steps, n = shape
    places = number_array("path.places", path.places)
    count = len(places) if places.ndim else 0
    found = Path(places, number_array("path.goals", path.goals), number_array("path.weights", path.weights))
    for name, wanted in (("places", (count, n)), ("goals", (steps + 1, count)), ("weights", (steps, count))):
        if getattr(found, name).shape != wanted:
            raise CostError(f"path.{name} has shape {getattr(found, name).shape}, expected {wanted}")
    if (found.weights < 0).any():
        raise CostError("path.weights: a weight is negative")
    return found


def _checked_weights(
    Q: ArrayLike,
    R: ArrayLike,
    Q_final: ArrayLike | None,
    instants: Mapping[int, ArrayLike] | None,
    shape: tuple[int, ...],
    periodic: bool,
) -> _Weights:
    steps, n, s = shape
    periodic = flag("periodic", periodic, CostError)
    if Q_final is None and not periodic:
        raise CostError("Q_final is missing; only a periodic motion has no end")
    at = checked_instants(instants, n, steps)
    if periodic and steps in at:  # the end is the next round's start
        at[0] = at.get(0, 0.0) + at.pop(steps)
    return _Weights(
        checked_weight("Q", Q, n, steps),
        checked_control_weight(R, s, steps),
        half(checked_weight("Q_final", 0.0 if Q_final is None else Q_final, n)),
        {step: half(weight) for step, weight in at.items()},
    )


def _solve(
    F: Array, G: Array, costs: list[Array], weights: _Weights, dt: float, cost_to_go: bool, repeats: bool
) -> Gains:
    """Add the control's own cost to the rows of the state's, and run the recursion."""
    cost_to_go = flag("cost_to_go", cost_to_go, CostError)
    control = _halves(weights.R * dt, len(F), F.shape[2])
    if any(len(rows) < G.shape[2] for rows in control):
        raise CostError("R is so small that it vanishes in the cost of a step")
    costs = [np.concatenate(both) if len(both[0]) else both[1] for both in zip(costs, control, strict=True)]
    steps = Steps(F, G, costs, weights.instants)
    if repeats:
        return riccati.periodic(steps, cost_to_go)
    return riccati.finite_horizon(steps, weights.final, cost_to_go)


def _halves(weight: Array, steps: int, beside: int = 0) -> list[Array]:
    """Return the factor of each step's weight, with `beside` columns of zeros appended."""
    found = [np.pad(half(w), ((0, 0), (0, beside))) for w in (weight if weight.ndim == 3 else weight[None])]
    return found if weight.ndim == 3 else found * steps


def _trapezoid(F: Array, G: Array, half_weight: Array) -> Array:
    """Return the rows R for which |R [w, z]|^2 is the state's cost in a step z+ = F z + G w, by its two ends.

    `half_weight` is a square root of the weight times half a step. With a drift they are over [w, z, 1].
    """
    if not len(half_weight):
        return np.zeros((0, G.shape[1] + F.shape[1]))
    after = half_weight @ np.hstack([G, F])
    before = np.zeros_like(after)
    n, s = G.shape
    before[:, s : s + n] = half_weight
    return np.concatenate([before, after])


def _on_path(F: Array, G: Array, path: Path, i: int, dt: float) -> Array:
    """Return rows over [w, z, 1] of the places' distances from their goals at both ends of step `i`."""
    root = np.sqrt(dt / 2 * path.weights[i])
    rows = _trapezoid(F, G, root[:, None] * path.places)
    rows[:, -1] -= (root * path.goals[i : i + 2]).ravel()
    return rows
