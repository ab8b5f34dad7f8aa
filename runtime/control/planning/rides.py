"""The forward and the backward pass of a plan.

In the forward pass the plant runs under controls with feedback, within the limits, and its steps are
linearised on the way if so asked. In the backward pass (`stage`, step by step) steps that are not linearised
yet are; it is Gauss-Newton's: costs are quadratic, and the steps' curvature is left out unless it is asked
for.
"""

from __future__ import annotations

import numpy as np

from runtime.base.kernels import add_matrix, copy_rows, njit, plain, quadratic
from runtime.control.planning.box import FAST
from runtime.control.planning.clock import now
from runtime.control.planning.course import (
    add_product,
    add_pull,
    add_slope,
    add_weight,
    cost_at,
    running_cost,
    single_cost,
)
from runtime.control.planning.planner import Affine, Planner, Request, Trajectory, add_feedback, put_about
from runtime.control.planning.stage import step_back
from runtime.plant.actuation import Actuation, add_force, clamp, put_by_control
from runtime.plant.stepping import curve_plant, linearise_plant, step_plant

Array = np.ndarray

TRIALS = 6  # lengths that a search along a line tries, each half of the one before
SUFFICIENT = 1e-4  # of the decrease that the slope lets expect
ROUND_OFF = 1e-9  # of the cost: where no more is to be gained, the whole step is tried and no other
DONE, OVER_TIME, FAILED = range(3)  # how a way back ended


@njit(cache=True, **FAST)
def follow(
    planner: Planner, request: Request, policy: Affine, start: int, stop: int, into: Trajectory,
    linearises: bool, most: float,
) -> float:  # fmt: skip
    """Do the forward pass over strides `start` to `stop` of a plan; returns their cost.

    The plant runs under an affine `policy`, which begins at `start`, within the limits; with `linearises`,
    Jacobians are computed, too. The cost is infinite where a step fails or the time is over, or where it
    would be more than `most` even if LQR continued without limits, by its cost-to-go.
    """
    course, work, total, stride = planner.course, planner.work, 0.0, planner.course.stride
    actuation, states = request.actuation, into.states
    for i in range(start, stop):
        if request.deadline < np.inf and now(work.time) > request.deadline:
            return np.inf
        control, k, last = into.controls[i], request.first + i * stride, i + 1 == request.strides
        end, at = k + stride, policy.begun + (i - start) * stride
        row = at // policy.pace
        put_about(course, k, policy.about, at, policy.pace, work.about)
        for j in range(control.size):
            control[j] = policy.base[row, j]
            if policy.length > 0.0:
                control[j] += policy.length * work.change[i, j]
        add_feedback(policy.gains[row], states[i], work.about, control)
        clamp(actuation.limits, course.own[k], control)
        put_force(planner, request, i, k, states[i], control)
        stepped = False
        if linearises:
            stepped = linearise(planner, actuation, i, states[i], control, states[i + 1], plain(False))
            work.known[i] = stepped
        if not stepped and step_plant(planner.plant, states[i], work.force, states[i + 1]) < 0:
            return np.inf
        if course.shortfall.shape[0]:
            for j in range(work.deviation.size):
                states[i + 1, j] += course.shortfall[k, j]
        for j in range(work.deviation.size):
            work.deviation[j] = states[i + 1, j] - course.states[end, j]
        total += 0.5 * quadratic(course.control, control)
        if last or most < np.inf:
            ahead = running_cost(course, end, course.share[k], work.deviation)
            ahead += 0.5 * quadratic(course.to_go.value[end], work.deviation)
            for j in range(work.deviation.size):
                ahead += (course.to_go.slope[end, j] + work.ending[j]) * work.deviation[j]
            if last:
                total += ahead + single_cost(course, course.within[end], work.deviation)
            elif total + ahead > most:
                return np.inf
        if not last:
            total += cost_at(course, end, course.share[k] + course.share[end], work.deviation)
    return total if total < np.inf else np.inf


@njit(cache=True, **FAST)
def put_force(planner: Planner, request: Request, i: int, k: int, state: Array, control: Array) -> None:
    """Write all known inputs in stride `i` of a plan, from step `k` of the motion on, into `force`."""
    force, lasting = planner.work.force, planner.work.lasting[i]
    for j in range(force.size):
        force[j] = planner.course.feedforward[k, j] + lasting * request.disturbance[j]
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
    F, G, by_force = work.by_state[i], work.by_control[i], work.by_force
    halvings = linearise_plant(planner.plant, state, work.force, following, F, by_force, whole)
    if halvings < 0:
        return False
    work.midpoint[i] = planner.plant.midpoint if halvings == 0 else 0.0
    first = 0 if whole or not work.midpoint[i] > 0.0 else state.size // 2
    put_by_control(actuation, state, control, by_force[first:], F[first:], G[first:])
    return True


@njit(cache=True, inline="always", **FAST)
def go_back(planner: Planner, request: Request, run: Trajectory, gains: Array) -> int:
    """Do the backward pass of a plan: the change of each control and its feedback, from last to first."""
    put_end(planner, request.first, request.strides, run.states)
    return ride_back(planner, request, run, gains)


@njit(cache=True, **FAST)
def put_end(planner: Planner, first: int, count: int, states: Array) -> None:
    """Write the cost behind the last step of a plan into V and v of its stage."""
    course, stage, deviation = planner.course, planner.work.stage, planner.work.deviation
    end = first + count * course.stride
    share, within = course.share[end - course.stride], course.within[end]
    for j in range(deviation.size):
        deviation[j] = states[count, j] - course.states[end, j]
    copy_rows(course.to_go.value[end], stage.value)
    for j in range(deviation.size):
        stage.slope[j] = course.to_go.slope[end, j] + planner.work.ending[j]
    add_product(1.0, course.to_go.value[end], deviation, stage.slope)
    if share > 0.0:
        add_product(share, course.running, deviation, stage.slope)
        add_pull(course, end, share, stage.slope)
        add_matrix(share, course.running, stage.value)
    if within >= 0:
        add_product(1.0, course.instants[within], deviation, stage.slope)
        add_matrix(1.0, course.instants[within], stage.value)


@njit(cache=True, **FAST)
def ride_back(planner: Planner, request: Request, run: Trajectory, gains: Array) -> int:
    """Do the backward pass from V and v behind the last step to those before the first.

    The steps' second derivatives are included with the share that the stage asks for, if the plant has them.
    """
    course, work, stage = planner.course, planner.work, planner.work.stage
    deviation, actuation = planner.work.deviation, request.actuation
    stage.expected[:] = 0.0
    for i in range(request.strides - 1, -1, -1):
        if request.deadline < np.inf and now(work.time) > request.deadline:
            return OVER_TIME
        state, control, k = run.states[i], run.controls[i], request.first + i * course.stride
        if not work.known[i]:
            put_force(planner, request, i, k, state, control)
            if not linearise(planner, actuation, i, state, control, work.following, plain(True)):
                return FAILED
        work.known[i] = False  # the next run is another
        for j in range(control.size):  # what the limits leave of each control
            total = control[j] + course.own[k, j]
            stage.low[j] = actuation.limits[j, 0] - total
            stage.high[j] = actuation.limits[j, 1] - total
        if stage.curved[0] > 0.0:
            F, G = work.by_state[i], work.by_control[i]
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
            stage, work.by_state[i], work.by_control[i], course.control, control, work.change[i], gains[i]
        ):  # fmt: skip
            return FAILED
        if i:
            for j in range(deviation.size):
                deviation[j] = state[j] - course.states[k, j]
            share = course.share[k - course.stride] + course.share[k]
            add_weight(course, k, share, stage.value)
            add_slope(course, k, share, deviation, stage.slope)
    return DONE
