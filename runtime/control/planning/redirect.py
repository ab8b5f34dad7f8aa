"""Changes of paths while a motion runs: the parts of LQR and of plans that depend on the goals.

The goals g that places are to follow (`runtime.control.base.costs`) are in the linear terms of the cost
alone. With other goals V, P and K stay the same, and one backward pass along the motion finds the rest from
the new linear terms l = C^T q g:

    v = p_k+1 - share_k l_k+1 + V_k+1 d_k
    k_k = -H_k^-1 G_k^T v,     p_k = (F_k + G_k K_k)^T v - share_k l_k

with V_k+1 = P_k+1 + share_k Q and H_k = R + G_k^T V_k+1 G_k, as in `problem`. A motion that repeats has other
goals in each round if the path's period does not divide it: so the backward pass begins as many rounds later
as are needed for the effect of even later ones to fade to round-off.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from runtime.base.kernels import njit
from runtime.control.base.costs import Costs
from runtime.control.planning.problem import CostToGo, one_round
from runtime.plant.track import Jacobians, Track
from softrein.errors import ControllerError

Array = np.ndarray

FADED = 1e-12  # relative size of a slope below which goals of later rounds no longer matter
MOST_STEPS = 100_000  # most steps by which the backward pass is extended


class Redirection(NamedTuple):
    """The data of LQR along a motion of T steps from which the offsets for any goals are computed."""

    period: int  # T of a motion that repeats, otherwise 0
    fades: int  # steps after which goals no longer affect the present
    share: Array  # (T,)      dt/2 times the running weight's factor
    weighted: Array  # (m, n) q C, weighted rows of the places
    closed: Array  # (T, n, n) (F + G K)^T, closed-loop Jacobians
    answer: Array  # (T, s, n) -H^-1 G^T, control per unit of the slope
    drift: Array  # (T, n)    V d, effect of the reference's defects
    gains: Array  # (T, s, n) K


class Laid(NamedTuple):
    """The linear terms and offsets of LQR for some goals along L steps."""

    linear: Array  # (L + 1, n) l, linear cost
    slope: Array  # (L + 1, n) p, slope of the cost-to-go
    offset: Array  # (L, s)  k, offsets of the controls
    gains: Array  # (T, s, n) K of the law to which the offsets belong


def redirection(
    jacobians: Jacobians, track: Track, costs: Costs, dt: float, to_go: CostToGo, repeats: bool
) -> Redirection:
    """Prepare a motion. Raises ControllerError where it repeats and the effect of goals does not fade."""
    F, G, defects = jacobians
    problem = one_round(track, costs, dt, to_go, repeats)
    V = to_go.value[1:] + problem.share[:, None, None] * problem.running
    across = G.transpose(0, 2, 1)
    H = problem.control + across @ V @ G
    closed = F + G @ to_go.gains
    fades = 0
    if repeats:
        whole = np.eye(F.shape[1])
        for each in closed:
            whole = each @ whole
        slowest = np.clip(np.abs(np.linalg.eigvals(whole)).max(), FADED, 1 - 1e-9)
        rounds = int(np.ceil(np.log(FADED) / np.log(slowest)))
        fades = rounds * len(F)
        if rounds > 1 and fades > MOST_STEPS:
            raise ControllerError(
                "goals on paths of this endless motion have effects that never fade, as controls hardly act "
                "on them"
            )
    return Redirection(
        len(F) if repeats else 0, fades, problem.share, costs.weights[:, None] * costs.places,
        np.ascontiguousarray(closed.transpose(0, 2, 1)), -np.linalg.solve(H, across),
        np.einsum("kij,kj->ki", V, defects), to_go.gains,
    )  # fmt: skip


def lay(ready: Redirection, goals: Callable[[int], Array], steps: int) -> Laid:
    """Compute LQR's linear terms and offsets for goals, for `steps` steps from the motion's beginning.

    `goals(count)` gives those (count, m) of the first instants. `steps` is T unless the motion repeats.
    """
    count = steps + ready.fades
    linear = goals(count + 1) @ ready.weighted
    slope, offset = np.zeros_like(linear), np.zeros((count, ready.answer.shape[1]))
    _backward_pass(ready, linear, slope, offset)
    return Laid(linear[: steps + 1].copy(), slope[: steps + 1].copy(), offset[:steps].copy(), ready.gains)


@njit(cache=True)
def _backward_pass(ready: Redirection, linear: Array, slope: Array, offset: Array) -> None:
    steps, count = ready.share.size, offset.shape[0]
    for k in range(count - 1, -1, -1):
        at = k % steps
        v = slope[k + 1] - ready.share[at] * linear[k + 1] + ready.drift[at]
        offset[k] = np.dot(ready.answer[at], v)
        slope[k] = np.dot(ready.closed[at], v) - ready.share[at] * linear[k]
