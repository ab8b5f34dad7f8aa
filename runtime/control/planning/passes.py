"""The forward and the backward pass of a plan.

In the forward pass the plant runs under controls with feedback, within the limits, and its steps are
linearised on the way if the caller asks for it. The backward pass (`stage`, step by step) linearises the
steps that are not linearised yet. It is Gauss-Newton's: costs are quadratic, and the curvature of the steps
is left out unless the caller asks for it.
"""

from __future__ import annotations

import numpy as np

from runtime.base.kernels import add_matrix, copy_rows, njit, plain, quadratic
from runtime.control.planning.box import FAST
from runtime.control.planning.clock import now
from runtime.control.planning.planner import Affine, Planner, Request, Trajectory, add_feedback, put_about
from runtime.control.planning.problem import (
    add_linear,
    add_product,
    add_slope,
    add_weight,
    cost_at,
    running_cost,
    single_cost,
)
from runtime.control.planning.stage import step_back
from runtime.plant.actuation import Actuation, add_force, clamp, put_by_control
from runtime.plant.stepping import curve_plant, linearise_plant, step_plant

Array = np.ndarray

TRIALS = 6  # step lengths tried in a line search, each half of the one before
SUFFICIENT = 1e-4  # Armijo constant: share of the predicted decrease
ROUND_OFF = 1e-9  # fraction of the cost: if less is to be gained, only the full step is tried
DONE, OVER_TIME, FAILED = range(3)  # how a backward pass ended


@njit(cache=True, **FAST)
def forward_pass(
    planner: Planner, request: Request, policy: Affine, start: int, stop: int, into: Trajectory,
    linearises: bool, most: float,
) -> float:  # fmt: skip
    """Do the forward pass over blocks `start` to `stop` of a plan; returns their cost.

    The plant runs under an affine `policy`, which begins at `start`, within the limits; with `linearises`,
    Jacobians are computed, too. The cost is infinite where a step fails or the time is over, or where it
    would be more than `most` even if LQR continued without limits, by its cost-to-go.
    """
    problem, work, total, block = planner.problem, planner.work, 0.0, planner.problem.block
    actuation, states = request.actuation, into.states
    for i in range(start, stop):
        if request.deadline < np.inf and now(work.time) > request.deadline:
            return np.inf
        control, k, last = into.controls[i], request.first + i * block, i + 1 == request.blocks
        end, at = k + block, policy.begun + (i - start) * block
        row = at // policy.pace
        put_about(problem, k, policy.about, at, policy.pace, work.about)
        for j in range(control.size):
            control[j] = policy.base[row, j]
            if policy.length > 0.0:
                control[j] += policy.length * work.change[i, j]
        add_feedback(policy.gains[row], states[i], work.about, control)
        clamp(actuation.limits, problem.own[k], control)
        put_force(planner, request, i, k, states[i], control)
        stepped = False
        if linearises:
            stepped = linearise(planner, actuation, i, states[i], control, states[i + 1], plain(False))
            work.known[i] = stepped
        if not stepped and step_plant(planner.plant, states[i], work.force, states[i + 1]) < 0:
            return np.inf
        if problem.residuals.shape[0]:
            for j in range(work.deviation.size):
                states[i + 1, j] += problem.residuals[k, j]
        for j in range(work.deviation.size):
            work.deviation[j] = states[i + 1, j] - problem.states[end, j]
        total += 0.5 * quadratic(problem.control, control)
        if last or most < np.inf:
            ahead = running_cost(problem, end, problem.share[k], work.deviation)
            ahead += 0.5 * quadratic(problem.to_go.value[end], work.deviation)
            for j in range(work.deviation.size):
                ahead += (problem.to_go.slope[end, j] + work.ending[j]) * work.deviation[j]
            if last:
                total += ahead + single_cost(problem, problem.within[end], work.deviation)
            elif total + ahead > most:
                return np.inf
        if not last:
            total += cost_at(problem, end, problem.share[k] + problem.share[end], work.deviation)
    return total if total < np.inf else np.inf


@njit(cache=True, **FAST)
def put_force(planner: Planner, request: Request, i: int, k: int, state: Array, control: Array) -> None:
    """Write what acts in block `i` of a plan, which begins with step `k` of the motion, into `force`.

    It is the feed-forward, the disturbance by the share of the block in which it lasts, and the actuators'
    force by `control` on a state.
    """
    force, lasting = planner.work.force, planner.work.lasting[i]
    for j in range(force.size):
        force[j] = planner.problem.feedforward[k, j] + lasting * request.disturbance[j]
    add_force(request.actuation, state, control, force)


@njit(cache=True, **FAST)
def put_effects(actuation: Actuation, state: Array, control: Array, effects: Array) -> None:
    """Write the inputs by a unit of each control into `effects` (s, m); `control` is overwritten."""
    effects[:] = 0.0
    for k in range(control.size):
        control[:] = 0.0
        control[k] = 1.0
        add_force(actuation, state, control, effects[k])


@njit(cache=True, **FAST)
def linearise(
    planner: Planner,
    actuation: Actuation,
    i: int,
    state: Array,
    control: Array,
    following: Array,
    whole: bool,
) -> bool:
    """Compute the Jacobians and the end of step `i` of a plan under `force`; returns False if it fails.

    Unless `whole`, only the parts that a `stage` reads are written: for a step through its middle the lower
    halves.
    """
    work = planner.work
    F, G, by_force = work.F[i], work.G[i], work.by_force
    halvings = linearise_plant(planner.plant, state, work.force, following, F, by_force, whole)
    if halvings < 0:
        return False
    work.midpoint[i] = planner.plant.midpoint if halvings == 0 else 0.0
    first = 0 if whole or not work.midpoint[i] > 0.0 else state.size // 2
    put_by_control(actuation, state, control, by_force[first:], F[first:], G[first:])
    return True


@njit(cache=True, inline="always", **FAST)
def backward_pass(planner: Planner, request: Request, run: Trajectory, gains: Array) -> int:
    """Do the backward pass of a plan: the change of each control and its feedback, from last to first."""
    put_end(planner, request.first, request.blocks, run.states)
    return backward_steps(planner, request, run, gains)


@njit(cache=True, **FAST)
def put_end(planner: Planner, first: int, count: int, states: Array) -> None:
    """Write the cost behind the last step of a plan into V and v of its stage."""
    problem, stage, deviation = planner.problem, planner.work.stage, planner.work.deviation
    end = first + count * problem.block
    share, within = problem.share[end - problem.block], problem.within[end]
    for j in range(deviation.size):
        deviation[j] = states[count, j] - problem.states[end, j]
    copy_rows(problem.to_go.value[end], stage.value)
    for j in range(deviation.size):
        stage.slope[j] = problem.to_go.slope[end, j] + planner.work.ending[j]
    add_product(1.0, problem.to_go.value[end], deviation, stage.slope)
    if share > 0.0:
        add_product(share, problem.running, deviation, stage.slope)
        add_linear(problem, end, share, stage.slope)
        add_matrix(share, problem.running, stage.value)
    if within >= 0:
        add_product(1.0, problem.instants[within], deviation, stage.slope)
        add_matrix(1.0, problem.instants[within], stage.value)


@njit(cache=True, **FAST)
def backward_steps(planner: Planner, request: Request, run: Trajectory, gains: Array) -> int:
    """Do the backward pass from V and v behind the last step to those before the first.

    The steps' second derivatives are included with the share that the stage asks for, if the plant has them.
    """
    problem, work, stage = planner.problem, planner.work, planner.work.stage
    deviation, actuation = planner.work.deviation, request.actuation
    stage.expected[:] = 0.0
    for i in range(request.blocks - 1, -1, -1):
        if request.deadline < np.inf and now(work.time) > request.deadline:
            return OVER_TIME
        state, control, k = run.states[i], run.controls[i], request.first + i * problem.block
        if not work.known[i]:
            put_force(planner, request, i, k, state, control)
            if not linearise(planner, actuation, i, state, control, work.following, plain(True)):
                return FAILED
        work.known[i] = False  # the next run has other states
        for j in range(control.size):  # remaining range of each control within its limits
            total = control[j] + problem.own[k, j]
            stage.low[j] = actuation.limits[j, 0] - total
            stage.high[j] = actuation.limits[j, 1] - total
        if stage.curved[0] > 0.0:
            F, G = work.F[i], work.G[i]
            np.dot(F.T, stage.slope, stage.state_slope)
            put_force(planner, request, i, k, state, control)
            put_effects(actuation, state, stage.control_slope, work.effects)
            known = curve_plant(
                planner.plant, (state, run.states[i + 1]), (stage.slope, stage.state_slope),
                (work.force, work.effects), (F, G), (stage.curvature, stage.cross_curvature),
            )  # fmt: skip
            stage.curved[1] = stage.curved[0] if known else 0.0
        stage.midpoint[0] = work.midpoint[i]
        if not step_back(
            stage, work.F[i], work.G[i], problem.control, control, work.change[i], gains[i]
        ):  # fmt: skip
            return FAILED
        if i:
            for j in range(deviation.size):
                deviation[j] = state[j] - problem.states[k, j]
            share = problem.share[k - problem.block] + problem.share[k]
            add_weight(problem, k, share, stage.value)
            add_slope(problem, k, share, deviation, stage.slope)
    return DONE
