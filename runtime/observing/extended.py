"""The extended Kalman filter: its covariance is stepped with the estimate, by Jacobians about it.

    A = [[F, G], [0, phi 1]],    P' = A P A^T + Q
    Q = [[G S_q^T S_q G^T, 0], [0, (1 - phi^2) S_d^T S_d]]

with F and G the Jacobians of the plant's own step from the estimate, under all known inputs: the motion's
feed-forward, the control, and the estimated disturbance d. A measurement y = H x + noise of x = (z, d), which
has N = n + r entries, has an innovation of the covariance H P H^T + R = L L^T, and

    V = L^-1 H P,     e = L^-1 (y - H x),     x += V^T e,     P -= V^T V

(Anderson and Moore, Optimal Filtering, 8.2; the Cholesky form of its correction.) e^T e is the normalised
innovation squared; its mean is the number m of measured values. Where it is larger by more than WIDE of its
standard deviations, (2 m)^1/2, an unexpected force acts, for example a push that has begun. P is then assumed
to be too small, and is multiplied by the ratio of e^T e to that bound before the correction (a fading memory:
Jazwinski, Stochastic Processes and Filtering Theory, 8.8). P stays symmetric by construction. Where sensors
use b velocities of the step before, these are in x between z and d (`runtime.observing.kalman`), and
N = n + b + r.

Besides the linearisation, an update with m values takes n N (n + N) + m N (m + N) / 2 multiplications and
some less: with r = 24, n = 48 and 24 values 5.5 products of 48 x 48 x 48.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.base.kernels import FAST, aligned, copy_to, njit, plain
from runtime.observing.estimate import Estimate, move_on, put_expected_force
from runtime.observing.kalman import MeasurementModel, Unknown
from runtime.plant.actuation import Actuation, put_by_control
from runtime.plant.plant import Plant
from runtime.plant.stepping import linearise_plant
from runtime.plant.system import System

Array = np.ndarray

WIDE = 4.0  # standard deviations: a larger normalised innovation counts as a surprise
LOST = -1  # status: P is not positive definite, or not finite


class Covariance(NamedTuple):
    """P and working memory, for f inputs of the plant and m measured values."""

    P: Array  # (N, N) covariance of the extended state
    unknown: Array  # (r, r) S_d^T S_d, covariance of the disturbance's noise
    lacking: Array  # (r, k) S_q^T, factor of the covariance of the model's error in a step
    A: Array  # (n, N) rows of the transition matrix that belong to the state
    F: Array  # (n, n) Jacobian by the state
    G: Array  # (n, f) Jacobian by the inputs
    GB: Array  # (n, s) Jacobian by the controls
    through: Array  # (n, N) A P
    states: Array  # (n, n) A P A^T
    by_force: Array  # (n, r) the first r columns of G
    lacked: Array  # (n, k) G S_q^T, model error in the state
    fresh: Array  # (n, n) G S_q^T S_q G^T
    # (m, c) measurement matrix; the rows measured at the current instant come first, as in the following
    # arrays
    places: Array
    rows: Array  # (m,) int, indices of these rows
    HP: Array  # (m, N) H P, then V = L^-1 H P
    inner: Array  # (m, m) H P H^T + R, then its triangular factor L
    taken: Array  # (N, N) V^T V, decrease of the covariance
    wide: float  # the constant WIDE


def covariance(plant: Plant, actuation: Actuation, model: MeasurementModel, unknown: Unknown) -> Covariance:
    """Make the covariance of an estimate that has not started yet."""
    (k, r), n, m, s = unknown.lacking.shape, plant.size, len(model.noise), len(actuation.limits)
    N, S = n + model.before + r, unknown.disturbance
    return Covariance(
        P=aligned(N, N), unknown=S.T @ S, lacking=np.ascontiguousarray(unknown.lacking.T), A=aligned(n, N),
        F=aligned(n, n), G=aligned(n, plant.forces), GB=aligned(n, s), through=aligned(n, N),
        states=aligned(n, n), by_force=aligned(n, r), lacked=aligned(n, k), fresh=aligned(n, n),
        places=aligned(m, model.places.shape[1]), rows=np.zeros(m, dtype=np.int64), HP=aligned(m, N),
        inner=aligned(m, m), taken=aligned(N, N), wide=WIDE,
    )  # fmt: skip


def start_known(work: Covariance) -> None:
    """Set P for a known state and an unknown disturbance."""
    first = len(work.P) - len(work.unknown)
    work.P[:] = 0.0
    work.P[first:, first:] = work.unknown


@njit(cache=True, **FAST)
def predict(system: System, estimate: Estimate, work: Covariance, index: int, control: Array) -> int:
    """Step estimate and covariance ahead; returns the plant's status, and changes nothing if it failed."""
    state, decay, n, r = estimate.state, estimate.decay, work.F.shape[0], work.unknown.shape[0]
    b = estimate.before.size
    velocity, first = n - b, n + b  # index of the velocities in x, and of d
    force, following = system.work.force, system.work.next_state
    put_expected_force(system, estimate, index, control)
    status = linearise_plant(system.plant, state, force, following, work.F, work.G, plain(True))
    if status < 0:
        return status
    put_by_control(system.actuation, state, control, work.G, work.F, work.GB)
    P, A, through, states = work.P, work.A, work.through, work.states
    move_on(estimate, following)
    for i in range(n):
        copy_to(work.F[i], A[i, :n])
        copy_to(work.G[i, :r], A[i, first:])
        copy_to(work.G[i, :r], work.by_force[i])
    np.dot(A, P, through)
    np.dot(through, A.T, states)
    np.dot(work.by_force, work.lacking, work.lacked)
    np.dot(work.lacked, work.lacked.T, work.fresh)
    for i in range(b):  # velocities of the previous step
        for j in range(b):
            P[n + i, n + j] = P[velocity + i, velocity + j]
        for j in range(r):
            P[n + i, first + j] = decay * P[velocity + i, first + j]
            P[first + j, n + i] = P[n + i, first + j]
    for i in range(n):
        for j in range(b):
            P[i, n + j] = through[i, velocity + j]
            P[n + j, i] = P[i, n + j]
        for j in range(i + 1):
            both = 0.5 * (states[i, j] + states[j, i]) + work.fresh[i, j]
            P[i, j] = both
            P[j, i] = both
        for j in range(first, first + r):
            P[i, j] = decay * through[i, j]
            P[j, i] = P[i, j]
    fresh = 1.0 - decay * decay
    for i in range(r):
        estimate.disturbance[i] *= decay
        for j in range(r):
            P[first + i, first + j] = decay * decay * P[first + i, first + j] + fresh * work.unknown[i, j]
    return status


@njit(cache=True, **FAST)
def choose(measurement: MeasurementModel, work: Covariance, instant: int) -> int:
    """Gather the rows of values that are measured at an instant; returns their number."""
    count = 0
    for i in range(measurement.noise.size):
        if instant % measurement.every[i] == 0:
            work.rows[count] = i
            copy_to(measurement.places[i], work.places[count])
            count += 1
    return count


@njit(cache=True, **FAST)
def decompose(inner: Array, count: int) -> bool:
    """Replace a matrix's first `count` rows by Cholesky's factor L; False unless positive definite."""
    for i in range(count):
        for j in range(i + 1):
            total = inner[i, j]
            for k in range(j):
                total -= inner[i, k] * inner[j, k]
            if i == j:
                if not 0.0 < total < np.inf:
                    return False
                inner[i, i] = np.sqrt(total)
            else:
                inner[i, j] = total / inner[j, j]
    return True


@njit(cache=True, **FAST)
def expect(estimate: Estimate, work: Covariance, count: int) -> bool:
    """Compute L L^T, the innovation's covariance, from H P, and the normalised innovation.

    Returns False where the covariance is not positive definite.
    """
    places, HP, inner, white = work.places, work.HP, work.inner, estimate.white
    for i in range(count):
        noise = estimate.measurement.noise[work.rows[i]]
        for j in range(i + 1):
            inside = 0.0
            for k in range(places.shape[1]):
                inside += HP[i, k] * places[j, k]
            inner[i, j] = inside
        inner[i, i] += noise * noise
    if not decompose(inner, count):
        return False
    for i in range(count):
        total = estimate.innovation[work.rows[i]]
        for k in range(i):
            total -= inner[i, k] * white[k]
        white[i] = total / inner[i, i]
    return True


@njit(cache=True, **FAST)
def grow(work: Covariance, factor: float, count: int) -> None:
    """Multiply P, and the rows of H P, by a factor."""
    for i in range(work.P.shape[0]):
        for j in range(work.P.shape[1]):
            work.P[i, j] *= factor
    for i in range(count):
        for j in range(work.P.shape[1]):
            work.HP[i, j] *= factor


@njit(cache=True, **FAST)
def measure(estimate: Estimate, work: Covariance, measured: Array, instant: int) -> int:
    """Correct estimate and covariance by a measurement (m,) at an instant; LOST if P is not positive."""
    known, disturbance, innovation, P = estimate.known, estimate.disturbance, estimate.innovation, work.P
    measurement = estimate.measurement
    count, n = choose(measurement, work, instant), known.size
    r, c = work.unknown.shape[0], measurement.places.shape[1]
    innovation[:] = 0.0
    estimate.nis[0] = 0.0
    if not count:
        return 0
    for i in range(count):
        row = work.rows[i]
        total = measured[row] - measurement.rest[row]
        for j in range(c):
            total -= work.places[i, j] * known[j]
        innovation[row] = total
    HP, inner, white, total = work.HP[:count], work.inner, estimate.white, 0.0
    np.dot(work.places[:count], P[:c], HP)
    if not expect(estimate, work, count):
        return LOST
    for i in range(count):
        total += white[i] * white[i]
    estimate.nis[0] = total
    most = count + work.wide * np.sqrt(2.0 * count)
    if total > most:
        grow(work, total / most, count)
        if not expect(estimate, work, count):
            return LOST
    for i in range(count):
        over = 1.0 / inner[i, i]
        for k in range(i):
            lower = inner[i, k]
            for j in range(n + r):
                HP[i, j] -= lower * HP[k, j]
        for j in range(n + r):
            HP[i, j] *= over
        for j in range(n):
            known[j] += white[i] * HP[i, j]
        for j in range(r):
            disturbance[j] += white[i] * HP[i, n + j]
    np.dot(HP.T, HP, work.taken)
    for i in range(n + r):
        for j in range(n + r):
            P[i, j] -= work.taken[i, j]
    return 0


@njit(cache=True, **FAST)
def update_extended(
    system: System,
    estimate: Estimate,
    index: int,
    control: Array,
    work: Covariance,
    measured: Array,
    instant: int,
) -> int:
    """Do `predict`, and then `measure`."""
    status = predict(system, estimate, work, index, control)
    return status if status < 0 else measure(estimate, work, measured, instant)
