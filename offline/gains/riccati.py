"""The discrete Riccati recursion, run on square roots.

The least cost from step i on is 1/2 z' P_i z, and the control that reaches it is w = K_i z with

    K_i = -(R_i + G' P G)^-1 (M_i' + G' P F),    P_i = Q_i + F' P F + (M_i + F' P G) K_i,    P = P_{i+1},

for z_{i+1} = F z_i + G w_i and the step's cost 1/2 [w, z]' [[R_i, M_i'], [M_i, Q_i]] [w, z]
[002, eqs. 19 and 20]. With S' S = P and C' C the step's cost, both are one QR factorisation:

    [ S G  S F ]       [ X  Y   ]
    [    C     ]  =  q [ 0  S_i ],        K_i = -X^-1 Y,        P_i = S_i' S_i.

A known drift, z_{i+1} = F z_i + G w_i + d_i, is one more state, which is always 1: its column is the last of
F (there d_i), of C and of S, and it gives the offset k of w = K z + k.

P is symmetric and positive semi-definite by construction, and no difference of large numbers is formed.
This matters where control is cheap: for R = 1e-14, Q = 0 and fewer controls than states, gains by Joseph's
form had errors of 1e-3 against 60-digit arithmetic, and of 1e-11 here. Rows enter the factorisation
by the size of their part in w, largest first. A small row above large ones would lose its digits; and where
control is expensive, its rows, which have no part in z, keep K small without a cancellation: with R up to
1e12 gains had errors of at most 3e-12, and of 1e-8 with the rows ordered by their whole size.

Memory layout: a step's cost is C (m, s + n), over [w, z]; m differs from step to step. With a drift F is
(n, n + 1), C (m, s + n + 1), over [w, z, 1], and S (m, n + 1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import lapack

from softrein.errors import CostError

Array = NDArray[np.float64]

# Change of P in a round, relative to its diagonal, at which the periodic solution counts as settled. The
# remaining error shrinks in each round by the square of the closed loop's slowest factor.
SETTLED = 1e-11
MOST_ROUNDS = 100  # most backward rounds; more for short motions, up to the next number of steps in total
MOST_STEPS = 100_000  # takes ten to twenty seconds for 48 states and 24 controls

# columns of a panel in the QR factorisation; LAPACK's default takes 1.4 times as long at this size
QR_PANEL = 4


class Steps(NamedTuple):
    """A discrete plant and its costs, as square factors: L stands for the weight L' L."""

    F: Array  # (T, n, n), or with a drift as last column (T, n, n + 1)
    G: Array  # (T, n, s)
    # T factors (m, s + n or n + 1) of the costs over [w, z], including the control's own
    costs: Sequence[Array]
    instants: Mapping[int, Array]  # step -> factor (m, n) of an additional weight there


class Gains(NamedTuple):
    """Feedback along a motion of T steps: w = K_i dz + k_i from time i dt to time (i + 1) dt."""

    K: Array  # (T, s, n)  feedback gains, with the minus sign included
    P: Array | None  # (T + 1, n, n)  Hessian of the optimal cost from step i on, if requested, see `p`
    k: Array  # (T, s)  control that counteracts the drift; zero without drift
    # (T + 1, n)  slope: the optimal cost from step i on is 1/2 dz' P_i dz + p_i' dz + a constant
    p: Array | None


def finite_horizon(steps: Steps, final: Array, cost_to_go: bool) -> Gains:
    """Return the gains that minimise the cost up to the end, whose weight's factor is `final` (m, n)."""
    end = np.pad(final, ((0, 0), (0, _is_drifting(steps))))
    gains, _ = _backwards(steps, _with_instant(steps, len(steps.F), end), cost_to_go)
    return gains


def periodic(steps: Steps, cost_to_go: bool) -> Gains:
    """Return the gains of a motion that repeats for ever: periods are swept until P no longer changes.

    Step T is step 0 of the next period. The first sweep starts from a positive definite P, so that the
    solution is the stabilising one, where there is one. A drift has no part in that: p follows from P in one
    more sweep. Raises `CostError` when P does not converge.
    """
    gains, S = _settled(_without_drift(steps), cost_to_go)
    return _drifting_for_ever(steps, gains, S, cost_to_go) if _is_drifting(steps) else gains


def _is_drifting(steps: Steps) -> int:
    return steps.F.shape[2] - steps.F.shape[1]


def _without_drift(steps: Steps) -> Steps:
    """Return the same plant and costs without a drift."""
    if not _is_drifting(steps):
        return steps
    return steps._replace(F=steps.F[:, :, :-1], costs=[cost[:, :-1] for cost in steps.costs])


def _drifting_for_ever(steps: Steps, still: Gains, S: Array, cost_to_go: bool) -> Gains:
    """Solve p_0 = c + (F_0 + G_0 K_0)' ... (F_T-1 + G_T-1 K_T-1)' p_0 for p_0, with a periodic drift.

    c is the p_0 of a period that ends with p_T = 0. The constant cost of a period adds up without bound, but
    does not depend on the control: it is left out.
    """
    n = steps.F.shape[1]
    (_, after), round_trip = _backwards(steps, np.pad(S, ((0, 0), (0, 1))), False), np.eye(n)
    for F, G, K in zip(steps.F, steps.G, still.K, strict=True):
        round_trip = (F[:, :n] + G @ K) @ round_trip
    # Least squares, as some directions may be neither controlled nor weighted; p lies in the range of P = S'
    # S.
    p = np.linalg.lstsq(np.eye(n) - round_trip.T, (after.T @ after)[:n, n], rcond=None)[0]
    column = np.linalg.lstsq(S.T, p, rcond=None)[0]
    return _backwards(steps, np.column_stack([S, column]), cost_to_go)[0]


def _settled(steps: Steps, cost_to_go: bool) -> tuple[Gains, Array]:
    """Return the periodic gains without a drift, and the factor S of P_0."""
    S = np.diag(_typical_size(steps))
    scale = np.sum(S**2, axis=0)
    for _ in range(max(MOST_ROUNDS, MOST_STEPS // len(steps.F))):
        before = S.T @ S
        gains, S = _backwards(steps, S, cost_to_go)
        P = S.T @ S
        size = np.sqrt(np.maximum(np.diagonal(P), scale))
        if (np.abs(P - before) <= SETTLED * np.outer(size, size)).all():
            return gains, S
    raise CostError(
        "the periodic solution did not converge: some motion of the plant is neither damped nor "
        "controlled, or so slowly that its cost still grows; give it a control, or make the control "
        "cheaper"
    )


def _backwards(steps: Steps, S: Array, cost_to_go: bool) -> tuple[Gains, Array]:
    """Sweep once from the factor S of P_T to that of P_0."""
    T, n, s = steps.G.shape
    width = steps.F.shape[2]
    K, upper = np.empty((T, s, width)), np.triu(np.ones((n, width)))
    both = np.concatenate([steps.G, steps.F], axis=2)
    P = np.empty((T + 1, width, width)) if cost_to_go else None
    with np.errstate(over="ignore", invalid="ignore"):  # reported below
        for i in range(T, -1, -1):
            if i < T:
                K[i], S = _one_step(both[i], steps.costs[i], S, s, upper)
                S = _with_instant(steps, i, S)
            if P is not None:
                P[i] = S.T @ S
    _check_finite(K)
    if P is not None:
        _check_finite(P)
    drifts = width > n
    return Gains(
        np.ascontiguousarray(K[:, :, :n]),
        None if P is None else np.ascontiguousarray(P[:, :n, :n]),
        K[:, :, n].copy() if drifts else np.zeros((T, s)),
        None if P is None else P[:, :n, n].copy() if drifts else np.zeros((T + 1, n)),
    ), S


def _one_step(both: Array, cost: Array, S: Array, s: int, upper: Array) -> tuple[Array, Array]:
    """Return K of this step, and the factor of P before it, from the factor of P after it.

    `both` is G and F side by side, `upper` is one where a factor is not zero.
    """
    n = len(both)
    after = S[:, :n] @ both
    if S.shape[1] > n:
        after[:, -1] += S[:, n]
    rows = np.concatenate([after, cost])
    part_in_w = np.abs(rows.T[:s], order="C")  # C order for speed
    part_in_w /= part_in_w.max(axis=1, keepdims=True)  # scaled, so that the controls' units do not matter
    size = part_in_w.max(axis=0)
    in_order = rows[np.argsort(-size, kind="stable")]
    factored, _, _ = lapack.dgeqrt(min(QR_PANEL, *rows.shape), in_order)
    K, _ = lapack.dtrtrs(factored[:s, :s], factored[:s, s:])
    below = factored[s : s + n, s:]
    return -K, below * upper[: len(below)]


def _with_instant(steps: Steps, i: int, S: Array) -> Array:
    if i not in steps.instants:
        return S
    return np.concatenate([S, np.pad(steps.instants[i], ((0, 0), (0, _is_drifting(steps))))])


def _typical_size(steps: Steps) -> Array:
    """Return the root of each state's weight over a period (n,); of the mean for one without, or one."""
    n = steps.F.shape[1]
    rows = np.concatenate([*(cost[:, -n:] for cost in steps.costs), *steps.instants.values()])
    square = np.sum(rows**2, axis=0)
    return np.sqrt(np.where(square > 0, square, square.mean() or 1.0))


def _check_finite(array: Array) -> None:
    broken = np.flatnonzero(~np.isfinite(array).all(axis=(1, 2)))
    if len(broken):
        raise CostError(f"the cost-to-go overflows at step {broken[-1]}: check the plant")
