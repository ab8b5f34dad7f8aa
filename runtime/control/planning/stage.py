"""One step of the backward pass: the cost-to-go before a step, from the cost-to-go after it.

After step k the cost-to-go is 1/2 dz^T V dz + v^T dz in the deviation dz from the planned states. With
the step's Jacobians F (n, n) and G (n, s) by state and control, and c^T R c / 2 the control's own cost,

    Q_cc = R + G^T V G,     Q_cz = G^T V F,     Q_zz = F^T V F,     q_c = R c + G^T v,     q_z = F^T v

the change d of the control minimises 1/2 d^T Q_cc d + q_c^T d within its limits (`box`), where a damping may
be added to the diagonal of Q_cc (Levenberg, Marquardt) to make changes small. For the entries that no limit
holds, the feedback is K = -Q_cc^-1 Q_cz. The cost-to-go before the step has

    V <- Q_zz - Q_zc Q_cc^-1 Q_cz,     v <- q_z + Q_zc d

with the free entries alone in the first. V stays symmetric by construction. The term that is subtracted is
L^T L, with H = R^T R of the free entries and L = R^-T Q_cz, and V before the step is one product,
[F; L]^T [V F; -L].

A step takes 2 n^3 + 3 n^2 s + 2 n s^2 multiplications, the first term being V F and F^T (V F), nearly all by
BLAS. With n = 48 that is 2.5 products of 48 x 48 x 48 for 6 controls, and 4 for 24.

The step of a body, if it is not taken in parts, leads through a velocity m in its middle, p' = p + h m and
v' = 2 m - v (`runtime.body.midpoint`), so that with the Jacobians M (r, n) and N (r, s) of m by state and
control

    F = E M + D,     G = E N,     E = [h; 2],     D = [[1, 0], [0, -1]]

of which only 2 M and 2 N, the lower rows of F - D and of G, are read. With A = E^T V E and B = E^T V D

    Q_zz = M^T (A M + 2 B) + D^T V D, its symmetric part,     Q_cz = N^T (A M + B),     Q_cc = R + N^T A N

which is one product of that size instead of 2.5, and 2 instead of 4.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.base.kernels import add_matrix, aligned, copy_rows, copy_to, njit
from runtime.control.planning.box import FAST, BoxWork, box_work, feedback_of, solve_box

Array = np.ndarray


class StageWork(NamedTuple):
    """The cost-to-go of a stage, and working memory."""

    value: Array  # (n, n)          V, Hessian of the cost-to-go
    slope: Array  # (n,)            v, its slope
    low: Array  # (s,)              largest decrease of each control
    high: Array  # (s,)             largest increase of each control
    damping: Array  # (1,)          additional weight on changes of each control
    # (2,)           share of the step's second derivatives that is requested, and that is available
    curved: Array
    curvature: Array  # (n, n)      second derivative of v^T z' by the state
    cross_curvature: Array  # (s, n) second derivative of v^T z' by control and state
    midpoint: Array  # (1,)         h of a step through its midpoint, otherwise 0
    # (2,)         sums of q_c^T d and d^T Q_cc d over all steps: the predicted change of cost
    expected: Array
    left: Array  # (n + s, n)       F or M; then the reduction of V by control, as L with L^T L
    right: Array  # (n + s, n)      V F or A M + 2 B, then -L, see below
    value_by_control: Array  # (n, s)  V times the Jacobian by the control
    middle_by_control: Array  # (r, s)  N, see above
    middle_value: Array  # (r, r)   A
    middle_slope: Array  # (r,)     E^T v
    crossed: Array  # (r, n)        B
    middle_product: Array  # (r, s)  A N
    states: Array  # (n, n)   product of `left` and `right`; V before the step is its symmetric part
    cross: Array  # (s, n)    Q_cz, of the quadratic model of a step's cost
    controls: Array  # (s, s) Q_cc
    state_slope: Array  # (n,)   q_z
    control_slope: Array  # (s,) q_c
    box: BoxWork


def stage_work(size: int, controls: int) -> StageWork:
    """Working memory for states and controls of these sizes."""
    n, s, r = size, controls, size // 2
    return StageWork(
        aligned(n, n), aligned(n),
        low=np.full(s, -np.inf), high=np.full(s, np.inf), damping=np.zeros(1),
        curved=np.zeros(2), curvature=aligned(n, n), cross_curvature=aligned(s, n),
        midpoint=np.zeros(1), expected=np.zeros(2),
        left=aligned(n + s, n), right=aligned(n + s, n), value_by_control=aligned(n, s),
        middle_by_control=aligned(r, s), middle_value=aligned(r, r),
        middle_slope=aligned(r), crossed=aligned(r, n), middle_product=aligned(r, s),
        states=aligned(n, n), cross=aligned(s, n), controls=aligned(s, s),
        state_slope=aligned(n), control_slope=aligned(s), box=box_work(s),
    )  # fmt: skip


@njit(cache=True, **FAST)
def step_back(
    work: StageWork, F: Array, G: Array, weight: Array, control: Array, change: Array, gains: Array
) -> bool:
    """Do one step of the backward pass of differential dynamic programming with bounded controls.

    V (`work.value`) and v (`work.slope`) after the step are replaced by those before it, and the control's
    change (s,) and the feedback's gains (s, n) are written. `F` and `G` are the step's Jacobians, `weight`
    (s, s) is R, and `control` (s,) is the planned control, whose change `work.low` and `work.high` bound.
    Second derivatives of the step count with the share `work.curved[1]`. Returns False where Q_cc is not
    positive definite. Loops go along rows, one array written in each, so that they vectorise.
    """
    v, n, s = work.slope, F.shape[0], G.shape[1]
    rows = _through_middle(work, F, G) if work.midpoint[0] > 0.0 else _through(work, F, G)
    share = work.curved[1]
    if share > 0.0:
        for i in range(s):
            for j in range(n):
                work.cross[i, j] += share * work.cross_curvature[i, j]
    for i in range(s):
        row, own, along = work.controls[i], weight[i], 0.0
        for j in range(s):
            along += own[j] * control[j]
        work.control_slope[i] += along
        for j in range(s):
            row[j] += own[j]
        row[i] += work.damping[0]
    if not solve_box(work.controls, work.control_slope, work.low, work.high, work.box, change):
        return False
    root = work.left[rows : rows + s]
    feedback_of(work.box, work.cross, root, gains)
    copy_to(work.state_slope, v)
    for i in range(s):
        row, cross, change_i, along = work.controls[i], work.cross[i], change[i], 0.0
        for j in range(s):
            along += row[j] * change[j]
        for j in range(n):
            v[j] += change_i * cross[j]
        work.expected[0] += work.control_slope[i] * change[i]
        work.expected[1] += along * change[i]
    for i in range(s):
        row, taken = root[i], work.right[rows + i]
        for j in range(n):
            taken[j] = -row[j]
    np.dot(work.left[: rows + s].T, work.right[: rows + s], work.states)
    if share > 0.0:
        add_matrix(share, work.curvature, work.states)
    _put_value(work)
    return True


@njit(cache=True, **FAST)
def _put_value(work: StageWork) -> None:
    """Write V before the step: the symmetric part of `states`, plus D^T V D for a step through its middle."""
    V, states, n = work.value, work.states, work.slope.size
    kept, r = (1.0 if work.midpoint[0] > 0.0 else 0.0), n // 2
    for i in range(n):
        beside = kept if i < r else -kept
        for j in range(min(i + 1, r)):
            both = 0.5 * (states[i, j] + states[j, i]) + beside * V[i, j]
            V[i, j] = both
            V[j, i] = both
        for j in range(r, i + 1):
            both = 0.5 * (states[i, j] + states[j, i]) + kept * V[i, j]
            V[i, j] = both
            V[j, i] = both


@njit(cache=True, **FAST)
def _through(work: StageWork, F: Array, G: Array) -> int:
    """Compute Q_cz, q_z, and Q_cc and q_c without R, from the cost-to-go at a step's end.

    Q_zz is left as the factors `left` and `right`; returns the number of their rows.
    """
    rows = F.shape[0]
    copy_rows(F, work.left[:rows])
    np.dot(work.value, F, work.right[:rows])
    np.dot(work.value, G, work.value_by_control)
    np.dot(G.T, work.right[:rows], work.cross)
    np.dot(G.T, work.value_by_control, work.controls)
    np.dot(F.T, work.slope, work.state_slope)
    np.dot(G.T, work.slope, work.control_slope)
    return rows


@njit(cache=True, **FAST)
def _through_middle(work: StageWork, F: Array, G: Array) -> int:
    """As `_through`, for a step through its middle; D^T V D is left out of Q_zz, see the module."""
    V, v, h, r = work.value, work.slope, work.midpoint[0], F.shape[0] // 2
    M, N, A, B = work.left[:r], work.middle_by_control, work.middle_value, work.crossed
    for i in range(r):
        upper, lower, crossed = V[i], V[r + i], B[i]
        for j in range(2 * r):
            crossed[j] = h * upper[j] + 2.0 * lower[j]
    for i in range(r):
        value, by_place, by_speed = A[i], B[i, :r], B[i, r:]
        for j in range(r):
            value[j] = h * by_place[j] + 2.0 * by_speed[j]
        for j in range(r):
            by_speed[j] = -by_speed[j]
        work.middle_slope[i] = h * v[i] + 2.0 * v[r + i]
    for i in range(r):
        own, end = M[i], F[r + i]
        for j in range(2 * r):
            own[j] = 0.5 * end[j]
        own[r + i] += 0.5
    for i in range(r):
        pushed, to = N[i], G[r + i]
        for j in range(pushed.size):
            pushed[j] = 0.5 * to[j]
    sums = work.right[:r]
    np.dot(A, N, work.middle_product)
    np.dot(N.T, work.middle_product, work.controls)
    np.dot(N.T, work.middle_slope, work.control_slope)
    np.dot(A, M, sums)
    add_matrix(1.0, B, sums)
    np.dot(N.T, sums, work.cross)
    add_matrix(1.0, B, sums)
    np.dot(M.T, work.middle_slope, work.state_slope)
    for i in range(r):
        work.state_slope[i] += v[i]
        work.state_slope[r + i] -= v[r + i]
    return r
