"""The data of a motion that plans use, step by step: stage costs, cost-to-go, and LQR's gains.

The cost is the one for which gains are made (`offline.gains.tvlqr`, `tvlqr_step`): the step from instant k
costs

    dt/4 (dz_k^T Q_k dz_k + dz_k+1^T Q_k dz_k+1) + dt/2 c_k^T R c_k

and the weights at single instants are added. Places that are to follow paths (`runtime.control.base.costs`)
add C^T q C to Q_k, and at each instant a linear term with l_k = C^T q g_k towards their goals, by which
1/2 dz^T Q_k dz becomes 1/2 dz^T Q_k dz - l_k^T dz; constants are left out. The cost-to-go from instant k is
1/2 dz^T P_k dz + p_k^T dz under LQR without limits, the instant's own weight included; p is not zero where
the reference has defects, or goals differ from it.

After the last instant of a motion of T steps there is only that instant's weight. A motion that repeats goes
on, and every array here is continued for as many steps as a plan looks ahead. Its last state is near its
first one, but not the same: plans take the gap between them into account, and LQR does not. Where such a
motion is run once the gap is never crossed: a plan then lets the next round begin where this one ends
(`residuals`).

A plan may take blocks of several steps, called strides (`runtime.control.planning.blocks`).

Without defects and goals, P and p give the whole cost-to-go, which is a lower bound of the cost of any run of
a linear plant; with them, constants are left out, and it is no bound.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from runtime.base.addresses import InMemory
from runtime.base.kernels import add_matrix, copy_rows, copy_to, njit, quadratic
from runtime.control.base.costs import Costs, follows
from runtime.control.planning.box import FAST
from runtime.control.planning.stage import StageWork, stage_work, step_back
from runtime.plant.actuation import Actuation
from runtime.plant.plant import Plant
from runtime.plant.track import Jacobians, Track
from softrein.errors import ControllerError

# for motions that repeat: change of P and p in a round, relative to P's diagonal, at which iteration ends
SETTLED = 1e-11
ROUNDED = 1e-8  # relative change that counts as rounding, if it grows from one round to the next
MOST_ROUNDS = 1000
TINY = 1e-300  # avoids division by zero

Array = np.ndarray


class CostToGo(NamedTuple):
    """Cost-to-go and gains of LQR, by the steps' own Jacobians, along a motion of T steps without limits."""

    value: Array  # (T + 1, n, n)  P, Hessian of the cost-to-go
    slope: Array  # (T + 1, n)     p, its slope
    gains: Array  # (T, s, n)      K of the optimal control w_fb = K dz + k
    offset: Array  # (T, s)        k, its constant part


class ControlProblem(NamedTuple):
    """A motion with stage stage costs, and its cost-to-go. L is T, or more for a motion that repeats."""

    period: int  # T of a motion that repeats, otherwise 0
    states: Array  # (L + 1, n) reference states
    feedforward: Array  # (L, forces) reference forces
    own: Array  # (L, s) part of each control's range that the reference itself uses
    running: Array  # (n, n) Q, with the weights of places that follow paths
    linear: Array  # (L + 1, n) l, linear cost; (0, n) if nothing follows a path
    share: Array  # (L,)     dt/2 times the running weight's factor in each step
    instant: Array  # (L + 1,) index in `instants` of the single instant there; -1: none
    instants: Array  # (i, n, n) weights of single instants
    control: Array  # (s, s) dt R, weight of the control in a step
    residuals: Array  # (L, n) e, known error of each step, added to its end; or (0, n)
    to_go: CostToGo  # LQR's cost-to-go
    # (L + 1, n, forces) change of p per unit of a known force (`base.fading`), or (0, n, forces)
    by_force: Array
    # (L, s, n) K of LQR with controls constant over a block, from which plans begin; with blocks of one step
    # that of `to_go`
    gains: Array
    offset: Array  # (L, s) k of the same
    within: Array  # (L + 1,) index as in `instant`, for instants inside the block that ends there
    bounds: bool  # whether P is a lower bound of the cost-to-go
    block: int  # steps in a block


def cost_to_go(jacobians: Jacobians, track: Track, costs: Costs, dt: float, repeats: bool) -> CostToGo:
    """Compute the cost-to-go of a motion under LQR from each instant on, and LQR's gains.

    Raises ControllerError where the cost-to-go of a motion that repeats does not settle, or is not finite.
    """
    steps, n, s = jacobians.G.shape
    found = CostToGo(
        np.zeros((steps + 1, n, n)), np.zeros((steps + 1, n)), np.zeros((steps, s, n)), np.zeros((steps, s))
    )
    problem = one_round(track, costs, dt, found, repeats)
    given = InMemory(problem), InMemory(stage_work(n, s)), *jacobians
    # for motions that repeat, start from a positive definite P, so that the stabilising solution is found
    if repeats:
        weights = [problem.share.sum() * problem.running, *problem.instants]
        found.value[steps] = max(float(np.trace(sum(weights))) / n, TINY) * np.eye(n)
    last = np.inf
    for _ in range(MOST_ROUNDS if repeats else 1):
        before = found.value[0].copy(), found.slope[0].copy()
        if not _backward_pass(*given) or not np.isfinite(found.value).all():
            raise ControllerError("the motion's cost-to-go is not finite; is the control cost too small?")
        moved = _moved(found, *before) if repeats else 0.0
        if moved <= SETTLED or (last <= ROUNDED and moved >= last):
            return found
        last = moved
        found.value[steps], found.slope[steps] = found.value[0], found.slope[0]
    raise ControllerError(
        "the cost-to-go of the endless motion does not settle: controls hardly act on a part of the state; "
        "give actuators that reach it, larger limits, or a larger weight on it"
    )


def _moved(found: CostToGo, value: Array, slope: Array) -> float:
    """The change of P in a round, relative to its diagonal, and of p, relative to its largest entry."""
    size = np.sqrt(np.maximum(np.diagonal(found.value[0]), TINY))
    apart = np.abs(found.value[0] - value) / np.outer(size, size)
    change = np.abs(found.slope[0] - slope).max() / max(float(np.abs(slope).max()), TINY)
    return max(float(apart.max()), float(change))


def problem_of(
    plant: Plant, track: Track, costs: Costs, to_go: CostToGo, repeats: bool, ahead: int, once: bool = False
) -> ControlProblem:
    """Make the problem of a motion for plans that look `ahead` steps ahead."""
    problem = one_round(track, costs, plant.dt, to_go, repeats)
    if not repeats:
        return problem
    steps = len(track.feedforward)
    instants = np.arange(steps + ahead + 1) % steps
    parts = {"states": instants, "instant": instants}
    parts |= {"linear": instants} if len(problem.linear) else {}
    parts |= {"feedforward": instants[:-1], "share": instants[:-1]}
    longer: dict[str, Any] = {
        name: np.ascontiguousarray(getattr(problem, name)[rows]) for name, rows in parts.items()
    }
    to_go = CostToGo(
        to_go.value[instants], to_go.slope[instants], to_go.gains[instants[:-1]], to_go.offset[instants[:-1]]
    )
    if once:
        longer["residuals"] = np.zeros_like(longer["states"][:-1])
        longer["residuals"][steps - 1 :: steps] = track.states[0] - track.states[steps]
    return problem._replace(
        to_go=to_go, gains=to_go.gains, offset=to_go.offset, within=np.full(len(instants), -1), **longer
    )


def beside_own(problem: ControlProblem, actuation: Actuation) -> ControlProblem:
    """The problem with the motion's own part of each control, from `actuation`."""
    steps = np.arange(len(problem.share)) % (problem.period or len(problem.share))
    own = actuation.own[np.minimum(steps, len(actuation.own) - 1)]
    return problem._replace(own=np.ascontiguousarray(own))


def one_round(track: Track, costs: Costs, dt: float, to_go: CostToGo, repeats: bool) -> ControlProblem:
    """Make the course of T steps: of a whole motion, or of one round of a motion that repeats."""
    steps = len(track.feedforward)
    instant: dict[int, int] = {}
    instants: list[Array] = []
    for at, weight in zip(costs.steps.tolist(), costs.instants, strict=True):
        place = at % steps if repeats else at  # the end is the next round's start
        if place in instant:
            instants[instant[place]] += weight
        else:
            instant[place] = len(instants)
            instants.append(weight.copy())
    weighted = costs.weights[:, None] * costs.places if follows(costs) else np.zeros((0, len(costs.running)))
    running = costs.running + (costs.places.T @ weighted if follows(costs) else 0.0)
    return ControlProblem(
        period=steps if repeats else 0,
        states=np.array(track.states, dtype=float, order="C"),
        feedforward=np.array(track.feedforward, dtype=float, order="C"),
        own=np.zeros((steps, len(costs.control))),
        running=np.array(running, dtype=float, order="C"),
        linear=np.array(costs.goals @ weighted if follows(costs) else weighted, dtype=float, order="C"),
        share=np.array(0.5 * dt * costs.schedule * bool(running.any()), dtype=float),
        instant=np.array([instant.get(k, -1) for k in range(steps + 1)], dtype=np.int64),
        instants=np.array(instants, dtype=float).reshape(-1, *costs.running.shape),
        control=np.array(dt * costs.control, dtype=float, order="C"),
        residuals=np.zeros((0, len(costs.running))),
        to_go=to_go,
        by_force=np.zeros((0, len(costs.running), track.feedforward.shape[1])),
        gains=to_go.gains,
        offset=to_go.offset,
        within=np.full(steps + 1, -1),
        bounds=not (follows(costs) or to_go.slope.any()),
        block=1,
    )


@njit(cache=True)
def _backward_pass(problem: ControlProblem, work: StageWork, F: Array, G: Array, defects: Array) -> bool:
    """Do the backward pass along the reference: P, p and LQR; False where a matrix is not definite."""
    steps, to_go, none = len(F), problem.to_go, np.zeros(G.shape[2])
    if problem.period == 0:
        to_go.value[steps] = 0.0
        add_weight(problem, steps, 0.0, to_go.value[steps])
    for k in range(steps - 1, -1, -1):
        copy_rows(to_go.value[k + 1], work.value)
        if problem.share[k] > 0.0:
            add_matrix(problem.share[k], problem.running, work.value)
        copy_to(to_go.slope[k + 1], work.slope)
        add_linear(problem, k + 1, problem.share[k], work.slope)
        add_product(1.0, work.value, defects[k], work.slope)
        if not step_back(
            work, F[k], G[k], problem.control, none, to_go.offset[k], to_go.gains[k]
        ):  # fmt: skip
            return False
        copy_rows(work.value, to_go.value[k])
        copy_to(work.slope, to_go.slope[k])
        add_weight(problem, k, problem.share[k], to_go.value[k])
        add_linear(problem, k, problem.share[k], to_go.slope[k])
    return True


@njit(cache=True, **FAST)
def add_weight(problem: ControlProblem, instant: int, share: float, value: Array) -> None:
    """Add an instant's weight to `value` (n, n): `share` times the running weight, and its own weight."""
    if share > 0.0:
        add_matrix(share, problem.running, value)
    own = problem.instant[instant]
    if own >= 0:
        add_matrix(1.0, problem.instants[own], value)


@njit(cache=True, **FAST)
def add_linear(problem: ControlProblem, instant: int, share: float, slope: Array) -> None:
    """Add the gradient of the linear term of an instant's goals, -l times `share`, to `slope` (n,)."""
    if problem.linear.shape[0] and share > 0.0:
        for j in range(slope.size):
            slope[j] -= share * problem.linear[instant, j]


@njit(cache=True, **FAST)
def add_slope(problem: ControlProblem, instant: int, share: float, deviation: Array, slope: Array) -> None:
    """Add the gradient of an instant's cost at a deviation to `slope` (n,)."""
    if share > 0.0:
        add_product(share, problem.running, deviation, slope)
        add_linear(problem, instant, share, slope)
    own = problem.instant[instant]
    if own >= 0:
        add_product(1.0, problem.instants[own], deviation, slope)


@njit(cache=True, **FAST)
def running_cost(problem: ControlProblem, instant: int, share: float, deviation: Array) -> float:
    """The running cost of a deviation at an instant, times `share`.

    It may be negative, as constants are left out, see the module.
    """
    total = 0.0
    if share > 0.0:
        total += 0.5 * share * quadratic(problem.running, deviation)
        if problem.linear.shape[0]:
            for j in range(deviation.size):
                total -= share * problem.linear[instant, j] * deviation[j]
    return total


@njit(cache=True, **FAST)
def cost_at(problem: ControlProblem, instant: int, share: float, deviation: Array) -> float:
    """The cost of a deviation at an instant, with `share` times the running weight."""
    own = single_cost(problem, problem.instant[instant], deviation)
    return running_cost(problem, instant, share, deviation) + own


@njit(cache=True, **FAST)
def single_cost(problem: ControlProblem, which: int, deviation: Array) -> float:
    """The cost of a deviation by the weight of a single instant; zero if `which` is -1."""
    return 0.5 * quadratic(problem.instants[which], deviation) if which >= 0 else 0.0


@njit(cache=True, **FAST)
def add_product(share: float, matrix: Array, x: Array, y: Array) -> None:
    """Add share A x to y."""
    for i in range(y.size):
        total = 0.0
        for j in range(x.size):
            total += matrix[i, j] * x[j]
        y[i] += share * total
