"""The time step of a reduced soft body of any material: implicit midpoint rule, or backward Euler.

Elasticity is an operator of `runtime.body.elastic`, which gives f(p), K(p) and d(K(p) v)/dp. All other forces
on the body are a sum of terms (`runtime.body.terms`). They are part of f, and of K except where beta
multiplies it: only the material is damped. Their inputs c follow the force w in a plant's input (w, c), and
are held over a step as w is. A step of length h (docs/theory.md, section "One step map"), with the identity
as mass and p_mid = p + h/2 v_mid, solves

    v_mid - v + h/2 ((alpha + beta K(p_mid)) v_mid + f(p_mid) - load) = 0,   p += h v_mid,   v = 2 v_mid - v

With theta = 1 instead of 1/2 it is the backward Euler rule, as in many simulators: p_mid = p + theta h v_mid,
theta h for h/2 everywhere, and v = (v_mid - (1 - theta) v) / theta. What follows holds for both.

The equation is solved by Newton's method until it converges, from v_mid = v and, where that fails, from 0; or
by a single iteration from 0, which is the linearly implicit form. The first iteration leaves d(K v_mid)/dp
out, which would cost a fifth of a step and gain nothing that far from the solution; the last one, where that
suffices, reuses the factor of the one before. Gains that act on the step's end become part of the equation
(`runtime.control.stable_pd`): `joined` v_mid is added to it, and no iteration leaves anything out, because
such gains may have any stiffness. A step whose tangent is not positive definite, or that does not converge,
is taken in halves.

If the operator has a projected stiffness, that replaces K where Newton's matrix S is not positive definite,
without the Hessian term (counted in `projected`). If the operator `minimises`, or a term needs it, several
iterations minimise the step's own potential from v_mid = 0, with damping by the stiffness at the step's
start, as the full stepper does,

    Phi(v_mid) = 1/2 v_mid^T ((1 + h/2 alpha) 1 + h/2 beta K(p)) v_mid - v_mid^T (v + h/2 load) + E(p_mid)

whose gradient is the equation above with K(p) for K(p_mid). An iteration after which the residual is not
smaller backtracks to a half, a quarter, ... of its length, until Phi falls enough for its slope (Armijo).

Memory: matrices r x r are kept in rows padded to a multiple of 8, upper triangle only.

Limits: a `BodyData` is for one thread; nothing here checks shapes. Arrays should start at multiples of 64
bytes (`runtime.base.kernels.aligned`): unaligned rows cost 20 %. The fast-math flags leave NaN and infinity
alone: both are seen.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.base.addresses import Behind, Several
from runtime.base.kernels import FASTMATH, Array, copy_rows, copy_to, mirror, njit, plain
from runtime.body.elastic import add_hessian, energy, force_and_stiffness, project
from runtime.body.terms.term import (
    add_forces,
    add_stiffnesses,
    add_turnings,
    begin_terms,
    energies,
    powers,
)

TOLERANCE = 1e-9  # relative residual of a converged step: over the size of the terms that make it up
SCHEMES = {"midpoint": 0.5, "euler": 1.0}  # theta, by a scheme's name in scenes
FINEST = 64  # smallest part of a step is 1/64 of it: at most six halvings
FAILED, DONE, NOT_FINITE = 0, 1, -1  # result of one attempt at a step
SQUARING = 1e-2  # ratio of successive residuals below which Newton's method converges quadratically
SUFFICIENT = 1e-4  # Armijo constant: share of the predicted decrease that the potential Phi must reach
MOST_CUTS = 20  # most halvings of an iteration's length in a line search


class Scheme(NamedTuple):
    """The parameters that all steps of a plant have in common."""

    dt: float  # s, time step
    alpha: float  # 1/s, mass-proportional Rayleigh damping
    beta: float  # s, stiffness-proportional Rayleigh damping
    iterations: int  # most Newton iterations of a step
    standing: np.ndarray  # (r,) reduced static load, such as gravity
    minimises: bool = False  # whether iterations minimise the potential Phi by line search
    # ratio by which an iteration must reduce the residual; otherwise a line search sets its length
    fall: float = 1.0
    # fraction of the step at which the equation of motion holds: 1/2 midpoint, 1 backward Euler
    theta: float = 0.5
    # whether a force term keeps something rigid; the next residual is then not predicted but always computed
    rigid: bool = False


class StepWork(NamedTuple):
    """Working memory of a step."""

    elastic: np.ndarray  # the elastic operator's scratch, see `Elastic.work_size`
    stiffness: np.ndarray  # (r, padded r) K(p_mid), upper triangle
    tangent: np.ndarray  # (r, padded r) Newton's matrix, then its triangular factor
    pivots: np.ndarray  # (r,) reciprocal pivots of the factor
    force: np.ndarray  # (r,) f(p_mid), elastic force
    position: np.ndarray  # (r,) p_mid
    velocity: np.ndarray  # (r,) v_mid
    residual: np.ndarray  # (r,) residual of Newton's equation
    joined: np.ndarray  # (r, r) upper triangle of what implicit feedback (stable PD) adds to Newton's matrix
    target: np.ndarray  # (2r,) reference state at the end of the part of a step
    load: np.ndarray  # (forces,) plant inputs of the part of a step, with the feedback's force
    direction: np.ndarray  # (r,) right-hand side of Newton's equation, then its solution
    curved: np.ndarray  # (r,) Hessian of Phi without the elastic energy E, times `direction`
    start: np.ndarray  # (r, padded r) K at a step's start, exact or projected, upper triangle
    projected: np.ndarray  # (2,) number of steps that used a projected K; 1 if the last step's start did
    turning: np.ndarray  # (1,) 1 if the last step's matrix is not symmetric
    variation: np.ndarray  # (blocks, padded r, padded r) scratch for its linearisation and curvature


class BodyData(NamedTuple):
    """The data of a plant's kernels; its type is the same for all materials and terms."""

    elastic: Behind
    scheme: Scheme
    work: StepWork
    terms: Several


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def form_residual(
    data: BodyData, z: Array, w: Array, half: float, moving: bool, joins: bool
) -> tuple[float, float]:
    """Evaluate the body at p_mid, and form the step's residual; its norm, and the scale to judge it by."""
    r, alpha, standing = data.work.velocity.size, data.scheme.alpha, data.scheme.standing
    position, velocity, force = data.work.position, data.work.velocity, data.work.force
    stiffness, residual = data.work.stiffness, data.work.residual
    for i in range(r):
        position[i] = z[i] + half * velocity[i]
    force_and_stiffness(data.elastic, position, data.work.elastic, force, stiffness)
    for i in range(r):
        impulse = half * (force[i] - w[i] - standing[i])
        residual[i] = velocity[i] * (1.0 + half * alpha) - z[r + i] + impulse
    pull = add_forces(data.terms, position, velocity, half, residual)
    if moving:
        damping = data.work.start if data.scheme.minimises else stiffness
        add_product(half * data.scheme.beta, damping, velocity, residual)
        if joins:
            add_product(1.0, data.work.joined, velocity, residual)
    total, v, f, load = 0.0, 0.0, 0.0, 0.0
    for i in range(r):
        total += residual[i] * residual[i]
        v += z[r + i] * z[r + i]
        f += force[i] * force[i]
        load += (w[i] + standing[i]) * (w[i] + standing[i])
    return np.sqrt(total), np.sqrt(v) + half * (np.sqrt(f) + np.sqrt(load) + pull)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def add_product(scale: float, matrix: Array, x: Array, y: Array) -> None:
    """Compute y += scale A x, with the upper triangle of the symmetric A."""
    r = x.size
    for i in range(r):
        row, xi = matrix[i], x[i]
        along = row[i] * xi
        for j in range(i + 1, r):
            along += row[j] * x[j]
            y[j] += scale * xi * row[j]
        y[i] += scale * along


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def form_tangent(data: BodyData, half: float, moving: bool, curves: bool, joins: bool) -> None:
    """Form S = (1 + h/2 alpha) 1 + (h/2 beta + h^2/4) K + h^2/4 beta d(K v_mid)/dp + `joined`.

    Where Phi is minimised, beta multiplies the K of the step's start, which has no derivative. All other
    parts of the equation add their derivatives here, and nowhere else.
    """
    scale, inertia = half * data.scheme.beta + half * half, 1.0 + half * data.scheme.alpha
    tangent, velocity = data.work.tangent, data.work.velocity
    flat, stiffness = tangent.reshape(-1), data.work.stiffness.reshape(-1)
    if moving and data.scheme.minimises:
        damping, start = half * data.scheme.beta, data.work.start.reshape(-1)
        for at in range(flat.size):
            flat[at] = damping * start[at] + half * half * stiffness[at]
    else:
        for at in range(flat.size):  # one long loop; entries below the diagonal are zero
            flat[at] = scale * stiffness[at]
    for i in range(velocity.size):
        tangent[i, i] += inertia
    if moving and curves and not data.scheme.minimises:
        curvature = half * half * data.scheme.beta
        add_hessian(data.elastic, data.work.position, velocity, curvature, data.work.elastic, tangent)
    add_stiffnesses(data.terms, half * half, curves, tangent)
    if joins:
        joined = data.work.joined
        for i in range(velocity.size):
            for j in range(i, velocity.size):
                tangent[i, j] += joined[i, j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def factor_and_solve(a: Array, pivots: Array, b: Array, definite: bool = True) -> bool:
    """Solve A x = b in place by A = U^T D^-1 U, upper triangle; False where A is not positive definite.

    If A need not be `definite`, the result is False only where a pivot is zero. The rows above row i are
    subtracted from it, four at a time, from the block of its diagonal onwards: whole vectors without a
    remainder, at the price of a few meaningless numbers left of the diagonal.
    """
    r = b.size
    width = a.shape[1]
    for i in range(r):
        first = i & -8
        row = a[i, first:]
        count = width - first
        for k in range(0, i - 3, 4):
            m0, m1 = a[k, i] * pivots[k], a[k + 1, i] * pivots[k + 1]
            m2, m3 = a[k + 2, i] * pivots[k + 2], a[k + 3, i] * pivots[k + 3]
            r0, r1, r2, r3 = a[k, first:], a[k + 1, first:], a[k + 2, first:], a[k + 3, first:]
            b[i] -= m0 * b[k] + m1 * b[k + 1] + m2 * b[k + 2] + m3 * b[k + 3]
            for j in range(count):
                row[j] -= m0 * r0[j] + m1 * r1[j] + m2 * r2[j] + m3 * r3[j]
        for k in range(i & -4, i):
            m0, r0 = a[k, i] * pivots[k], a[k, first:]
            b[i] -= m0 * b[k]
            for j in range(count):
                row[j] -= m0 * r0[j]
        if not (a[i, i] > 0.0 or (a[i, i] < 0.0 and not definite)):  # NaN fails this test as well
            return False
        pivots[i] = 1.0 / a[i, i]
    substitute_back(a, pivots, b)
    return True


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def substitute_back(a: Array, pivots: Array, b: Array) -> None:
    """Apply D^-1 and then U^-1 of `factor_and_solve` to b, in place."""
    for i in range(b.size):
        b[i] *= pivots[i]
    for j in range(b.size - 1, 0, -1):  # by columns: row sums form a dependency chain, 0.2 us longer
        for i in range(j):
            b[i] -= a[i, j] * pivots[i] * b[j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def solve_factored(a: Array, pivots: Array, b: Array) -> None:
    """Solve A x = b in place by the factor of A that `factor_and_solve` has left in `a`."""
    for k in range(b.size):
        scaled, row = b[k] * pivots[k], a[k]
        for i in range(k + 1, b.size):
            b[i] -= row[i] * scaled
    substitute_back(a, pivots, b)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def eliminate(a: Array, pivots: Array, b: Array, definite: bool) -> bool:
    """As `factor_and_solve`, for an A that is not symmetric.

    U is left above the diagonal, and L, its columns times the pivots, below.
    """
    r = b.size
    for k in range(r):
        if not (a[k, k] > 0.0 or (a[k, k] < 0.0 and not definite)):
            return False
        pivots[k] = 1.0 / a[k, k]
        above = a[k]
        for i in range(k + 1, r):
            row, factor = a[i], a[i, k] * pivots[k]
            for j in range(k + 1, r):
                row[j] -= factor * above[j]
            b[i] -= factor * b[k]
    for i in range(r - 1, -1, -1):
        row, total = a[i], b[i]
        for j in range(i + 1, r):
            total -= row[j] * b[j]
        b[i] = total * pivots[i]
    return True


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def solve_tangent(data: BodyData, half: float, definite: bool) -> bool:
    """Solve Newton's equation for the right side in `direction`, with the unsymmetric parts of terms.

    The matrix of rigid things that turn is far from symmetric: pivots may be negative there although no
    eigenvalue is.
    """
    tangent, pivots, direction = data.work.tangent, data.work.pivots, data.work.direction
    if data.work.turning[0] > 0.0:
        mirror(tangent)
        add_turnings(data.terms, half, tangent)
        return eliminate(tangent, pivots, direction, definite and not data.scheme.rigid)
    return factor_and_solve(tangent, pivots, direction, definite)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def solve_midpoint(
    data: BodyData, z: Array, w: Array, half: float, since: float, joins: bool, evaluated: bool, ahead: bool
) -> int:
    """Solve for v_mid by Newton's method, into work.velocity; with `joins`, `joined` is in the equation.

    The part begins `since` seconds after the step does. Iterations start at v if `ahead` is set, else at 0.
    With `evaluated`, force and stiffness at the solution of several iterations are left in `work`.
    """
    iterations, velocity, residual = data.scheme.iterations, data.work.velocity, data.work.residual
    direction, projected, minimises = data.work.direction, data.work.projected, data.scheme.minimises
    for i in range(velocity.size):
        velocity[i] = z[velocity.size + i] if ahead else 0.0
    projected[1] = 0.0
    begun = begin_terms(data.terms, z, w, since, half)
    if (
        not begun < np.inf and half * FINEST > 1.5 * data.scheme.theta * data.scheme.dt
    ):  # the smallest part is not halved any further
        return FAILED
    turning = begun > 0.0
    data.work.turning[0] = 1.0 if turning else 0.0
    reuses = not (minimises or joins or turning)
    stiff = 0.0  # size of the feedback's share of the residual's terms
    before, line = np.inf, (0.0, 0.0, 0.0)
    for iteration in range(iterations + (iterations > 1)):
        moving, last = ahead or iteration > 0, iteration == iterations
        norm, scale = form_residual(data, z, w, half, moving, joins)
        if minimises and iteration > 1 and not norm < data.scheme.fall * before:
            backtrack(data, z, half, line)
            norm, scale = form_residual(data, z, w, half, moving, joins)
        if not np.isfinite(norm):
            return FAILED if last or (minimises and moving) else NOT_FINITE
        least = TOLERANCE * (scale + stiff)
        if iteration > 0 and norm <= least:
            return DONE
        if last:
            return FAILED
        # If the last matrix's factor is kept, the residual falls by at least the ratio of the last iteration.
        if iteration > 1 and reuses and norm * (norm / before) <= least:
            copy_to(residual, direction)
            solve_factored(data.work.tangent, data.work.pivots, direction)
            for i in range(velocity.size):
                velocity[i] -= direction[i]
            if evaluated:
                form_residual(data, z, w, half, plain(True), joins)
            return DONE
        if minimises and not moving:
            copy_rows(data.work.stiffness, data.work.start)
        for curves in (True, False):
            copy_to(residual, direction)
            form_tangent(data, half, moving and (joins or iteration > 0), curves, joins)
            if solve_tangent(data, half, plain(True)):
                break
            stiffness = data.work.stiffness
            if not (curves and project(data.elastic, data.work.position, data.work.elastic, stiffness)):
                return FAILED
            projected[0] += 1.0
            if not moving:
                projected[1] = 1.0
                copy_rows(data.work.stiffness, data.work.start)
        if minimises:
            line = along(data, half, joins)
        stiff = 0.0
        for i in range(velocity.size):
            velocity[i] -= direction[i]
            if joins:
                stiff = max(stiff, abs(data.work.joined[i, i] * velocity[i]))
        # Newton's method squares the residual: if the predicted next one is small enough, it is not computed.
        foretold = norm * (norm / before) * (norm / before) if iteration > 0 else np.inf
        sure = not data.scheme.rigid and (not minimises or data.scheme.fall < 1.0)
        if sure and norm < SQUARING * before and foretold <= least:
            if evaluated:
                form_residual(data, z, w, half, plain(True), joins)
            return DONE
        before = norm
    return DONE


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def along(data: BodyData, half: float, joins: bool) -> tuple[float, float, float]:
    """The slope of Phi along Newton's direction, and the slope and curvature of Phi without E."""
    direction, product = data.work.direction, data.work.curved
    slope, pull, curvature = 0.0, 0.0, 0.0
    for i in range(direction.size):
        slope -= direction[i] * data.work.residual[i]
        pull -= direction[i] * data.work.force[i]
        product[i] = (1.0 + half * data.scheme.alpha) * direction[i]
    add_product(half * data.scheme.beta, data.work.start, direction, product)
    pull += powers(data.terms, direction)
    if joins:
        add_product(1.0, data.work.joined, direction, product)
    for i in range(direction.size):
        curvature += direction[i] * product[i]
    return slope, slope - half * pull, curvature


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def backtrack(data: BodyData, z: Array, half: float, line: tuple[float, float, float]) -> None:
    """Backtrack the last iteration until Phi falls; if it never does, the length stays as it was."""
    velocity, direction, position = data.work.velocity, data.work.direction, data.work.position
    slope, linear, curvature = line
    for i in range(direction.size):
        position[i] = z[i] + half * (velocity[i] + direction[i])
        data.work.curved[i] = velocity[i] + direction[i]
    add_forces(
        data.terms, position, data.work.curved, half, data.work.residual
    )  # contribution of quantities that force terms hold constant
    start, length = energy(data.elastic, position, data.work.elastic), 1.0
    start += energies(data.terms, position)
    for _ in range(MOST_CUTS):
        for i in range(direction.size):
            position[i] = z[i] + half * (velocity[i] + (1.0 - length) * direction[i])
        change = energy(data.elastic, position, data.work.elastic) + energies(data.terms, position)
        change -= start
        if change + length * linear + 0.5 * length * length * curvature <= SUFFICIENT * length * slope:
            for i in range(direction.size):
                velocity[i] += (1.0 - length) * direction[i]
            return
        length *= 0.5


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def shares_of(theta: float, h: float) -> tuple[float, float, float]:
    """theta h, and the factors of v_mid and -v in v' = (v_mid - (1 - theta) v) / theta."""
    return theta * h, 1.0 / theta, 1.0 / theta - 1.0


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def attempt(data: BodyData, z: Array, w: Array, h: float, since: float, joins: bool, evaluated: bool) -> int:
    """Take a part of a step, of length h, from z, in place unless it fails; see `solve_midpoint`."""
    ahead = data.scheme.iterations > 1 and not data.scheme.minimises
    half, onwards, back = shares_of(data.scheme.theta, h)
    outcome = solve_midpoint(data, z, w, half, since, joins, evaluated, ahead)
    if ahead and outcome == FAILED:
        outcome = solve_midpoint(data, z, w, half, since, joins, evaluated, plain(False))
    if outcome != DONE:
        return outcome
    velocity, r, total = data.work.velocity, z.size // 2, 0.0
    for i in range(r):
        z[i] += h * velocity[i]
        z[r + i] = onwards * velocity[i] - back * z[r + i]
        total += z[i] * z[i] + z[r + i] * z[r + i]
    return DONE if np.isfinite(total) else NOT_FINITE


@njit(cache=True)
def next_part(outcome: int, done: int, size: int) -> tuple[int, int]:
    """How much of a step is done after a part of `size`, and the next part's size, 0 if the step fails.

    Both are counted in 64ths of the step. A part that fails is halved; a part that succeeds is followed by
    the other half of the part that was halved last, whose size is the lowest set bit of `done`.
    """
    if outcome == DONE:
        return done + size, (done + size) & -(done + size)
    return done, (size // 2 if outcome == FAILED else 0)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def step_body(data: BodyData, z: Array, w: Array, out: Array) -> int:
    """Take one step from the state `z` (2r,) under the inputs `w` (forces,), into `out` (may be z).

    Returns how often the step was halved, or -1 where the state is not finite or the step does not converge.
    """
    for i in range(z.size):  # out[:] = z would allocate where both are the same array
        out[i] = z[i]
    done, size, halvings = 0, FINEST, 0
    while done < FINEST:
        h, since = data.scheme.dt * size / FINEST, data.scheme.dt * done / FINEST
        outcome = attempt(data, out, w, h, since, plain(False), plain(False))
        if outcome == FAILED:
            halvings += 1
        done, size = next_part(outcome, done, size)
        if size == 0:
            return -1
    return halvings


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def aim(data: BodyData, first: Array, last: Array, share: float) -> None:
    """Write the reference at a share of the step between two of its states, by the trapezoidal rule."""
    target, dt, r = data.work.target, data.scheme.dt, first.size // 2
    for i in range(r):
        gain = last[r + i] - first[r + i]
        target[i] = first[i] + share * dt * (first[r + i] + 0.5 * share * gain)
        target[r + i] = first[r + i] + share * gain
    if share == 1.0:
        copy_to(last, target)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def set_gains(data: BodyData, acting: Array, z: Array, w: Array, h: float) -> None:
    """Set `joined`, the gains' matrix, and `load`, their force for v_mid = 0, for a part of length h."""
    target, joined, load = data.work.target, data.work.joined, data.work.load
    r = joined.shape[0]
    half, onwards, back = shares_of(data.scheme.theta, h)
    for i in range(r, w.size):  # inputs of force terms
        load[i] = w[i]
    for i in range(r):
        pull = w[i]
        for j in range(r):
            spring, damper = acting[i, j], acting[i, r + j]
            pull += spring * (z[j] - target[j]) - damper * (back * z[r + j] + target[r + j])
            joined[i, j] = -half * (h * spring + onwards * damper)
        load[i] = pull


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def step_joined(
    data: BodyData, acting: Array, first: Array, last: Array, z: Array, w: Array, out: Array, mean: Array
) -> int:
    """Take one step under `w` and under gains that act on its end, into `out` (2r,).

    See `runtime.control.stable_pd`. `acting` (r, 2r) is actuators times gains; `first` and `last` are the
    reference's states before and after the step. `mean` (2r,) gets the deviation on which the gains have
    acted: that of the end or, where the step had to be halved, the mean over its parts. Returns how often it
    was halved, or -1 as `step_body` does.
    """
    target, load = data.work.target, data.work.load
    for i in range(z.size):
        out[i], mean[i] = z[i], 0.0
    done, size, halvings = 0, FINEST, 0
    while done < FINEST:
        h, since = data.scheme.dt * size / FINEST, data.scheme.dt * done / FINEST
        aim(data, first, last, (done + size) / FINEST)
        set_gains(data, acting, out, w, h)
        outcome = attempt(data, out, load, h, since, plain(True), plain(False))
        if outcome == DONE:
            for i in range(z.size):
                mean[i] += size / FINEST * (out[i] - target[i])
        elif outcome == FAILED:
            halvings += 1
        done, size = next_part(outcome, done, size)
        if size == 0:
            return -1
    return halvings
