"""Compiled kernels of the reduced soft body: force, stiffness and the implicit step.

The body is a St. Venant-Kirchhoff solid in r mass-orthonormal coordinates p (docs/theory.md, section
"The reduced polynomial"):

    K(p) = K1 + K2[p] + K3[p p^T],        f(p) = (K1 + 1/2 K2[p] + 1/3 K3[p p^T]) p

All of it is one symmetric matrix that multiplies one vector of monomials (i <= j, in the order of
`numpy.triu_indices(r)`):

        [ 0    0    k1^T ] [ 1       ]   [ .         ]
    y = [ 0   4 K1  K2^T ] [ p       ] = [ y_force   ]     y_stiffness = w K(p)
        [ k1   K2    K3  ] [ p_i p_j ]   [ y_stiffness ]   f(p) = (2 K(p) p + y_force) / 6

where the rows and columns of pairs are weighted by w = 2 off the diagonal (i < j) and 1 on it, so that the
matrix is symmetric and the products need no weight. With [0, v, p_i v_j + v_i p_j] in place of the monomials
the same product gives w d(K(p) v)/dp, the Hessian term of [002, appendix B].

Memory: `panels` holds the lower triangle of that matrix, padded with zeros to a multiple of 8, eight rows at
a time: panel b is the C-ordered block of rows 8b to 8b+7 and columns 0 to 8b+7. Eight rows, an accumulator
each, vectorise, where loops over the packed triangle do not (11 to 45 us against 4.6 at r = 24). Matrices
r x r are kept in rows padded to a multiple of 8, upper triangle only.

Time step (docs/theory.md, section "One step map"), with the identity as mass and p_mid = p + h/2 v_mid:

    v_mid - v + h/2 ((alpha + beta K(p_mid)) v_mid + f(p_mid) - load) = 0,   p += h v_mid,   v = 2 v_mid - v

solved by Newton's method from v_mid = 0, whose first iteration is the linearly implicit form. A step whose
tangent is not positive definite, or that does not converge, is taken in halves.

Limits: one thread to a `BodyData`; nothing here checks shapes. Arrays should start at multiples of 64 bytes
(`aligned`): unaligned rows cost 20 %. The fast-math flags leave NaN and infinity alone: both are seen.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

Array = np.ndarray

FASTMATH = {"contract", "reassoc", "nsz", "arcp"}
BLOCK = 8  # rows of a panel, and doubles in the widest vector register
ALIGNMENT = 64  # bytes: a cache line, and the widest vector register
TOLERANCE = 1e-9  # residual of a converged step, relative to the terms that make it up
FINEST = 64  # a step is halved at most six times
FAILED, DONE, NOT_FINITE = 0, 1, -1  # what became of one attempt at a step


class BodyData(NamedTuple):
    """A plant as its kernels take it: model, scheme and working memory; L = `monomial_length(r)`."""

    panels: np.ndarray  # see above
    standing: np.ndarray  # (r,) standing load, N
    dt: float  # s
    alpha: float  # mass-proportional damping, 1/s
    beta: float  # stiffness-proportional damping, s
    iterations: int  # Newton iterations of a step
    monomials: np.ndarray  # (L,) work
    product: np.ndarray  # (L,) work
    stiffness: np.ndarray  # (r, padded r) work: K(p_mid), upper triangle
    tangent: np.ndarray  # (r, padded r) work: Newton's matrix, then its factor
    pivots: np.ndarray  # (r,) work: reciprocal pivots of the factor
    force: np.ndarray  # (r,) work: f(p_mid)
    position: np.ndarray  # (r,) work: p_mid
    velocity: np.ndarray  # (r,) work: v_mid
    residual: np.ndarray  # (r,) work
    joined: np.ndarray  # (r, r) work: what gains that look ahead add to Newton's matrix, upper triangle
    target: np.ndarray  # (2r,) work: the reference at the end of a part of a step
    load: np.ndarray  # (r,) work: the force on a part of a step


def padded(count: int) -> int:
    """`count` rounded up to whole blocks."""
    return -(-count // BLOCK) * BLOCK


def monomial_length(rank: int) -> int:
    """Padded number of monomials [1, p, p_i p_j] of `rank` coordinates."""
    return padded(1 + rank + rank * (rank + 1) // 2)


def aligned(*shape: int) -> np.ndarray:
    """Zeros (float64) that start at a multiple of 64 bytes."""
    count = int(np.prod(shape))
    raw = np.zeros(count + ALIGNMENT // 8)
    first = (-raw.ctypes.data % ALIGNMENT) // 8
    return raw[first : first + count].reshape(shape)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def symmetric_product(panels: Array, x: Array, y: Array) -> None:
    """y = M x for the symmetric matrix in `panels`."""
    base = 0
    for b in range(0, x.size, 8):
        w = b + 8
        x0, x1, x2, x3 = x[b], x[b + 1], x[b + 2], x[b + 3]
        x4, x5, x6, x7 = x[b + 4], x[b + 5], x[b + 6], x[b + 7]
        s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = 0.0
        a0, a1 = panels[base : base + w], panels[base + w : base + 2 * w]
        a2, a3 = panels[base + 2 * w : base + 3 * w], panels[base + 3 * w : base + 4 * w]
        a4, a5 = panels[base + 4 * w : base + 5 * w], panels[base + 5 * w : base + 6 * w]
        a6, a7 = panels[base + 6 * w : base + 7 * w], panels[base + 7 * w : base + 8 * w]
        for j in range(w):  # y[b:w] gets nonsense here and its value below: cheaper than a second loop
            xj = x[j]
            s0 += a0[j] * xj
            s1 += a1[j] * xj
            s2 += a2[j] * xj
            s3 += a3[j] * xj
            s4 += a4[j] * xj
            s5 += a5[j] * xj
            s6 += a6[j] * xj
            s7 += a7[j] * xj
            low = a0[j] * x0 + a1[j] * x1 + a2[j] * x2 + a3[j] * x3
            high = a4[j] * x4 + a5[j] * x5 + a6[j] * x6 + a7[j] * x7
            y[j] += low + high
        y[b], y[b + 1], y[b + 2], y[b + 3] = s0, s1, s2, s3
        y[b + 4], y[b + 5], y[b + 6], y[b + 7] = s4, s5, s6, s7
        base += 8 * w


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def squares(p: Array, x: Array) -> None:
    """Fill `x` with the monomials [1, p, p_i p_j]."""
    r = p.size
    x[0] = 1.0
    x[1 : 1 + r] = p
    at = 1 + r
    for i in range(r):
        row, rest, first = x[at : at + r - i], p[i:], p[i]
        for j in range(r - i):
            row[j] = first * rest[j]
        at += r - i


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def mixed(p: Array, v: Array, x: Array) -> None:
    """Fill `x` with the derivative of the monomials along v: [0, v, p_i v_j + v_i p_j]."""
    r = p.size
    x[0] = 0.0
    x[1 : 1 + r] = v
    at = 1 + r
    for i in range(r):
        row, p_rest, v_rest, pi, vi = x[at : at + r - i], p[i:], v[i:], p[i], v[i]
        for j in range(r - i):
            row[j] = pi * v_rest[j] + vi * p_rest[j]
        at += r - i


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def unpack_stiffness(y: Array, p: Array, stiffness: Array, force: Array) -> None:
    """K (upper triangle) and f from the product `y`."""
    r = p.size
    for i in range(r):
        force[i] = 0.5 * y[1 + i]
    at = 1 + r
    for i in range(r):
        row, out, p_rest, f_rest = y[at : at + r - i], stiffness[i, i:], p[i:], force[i:]
        out[0] = row[0]
        along, pi = 0.0, p[i]
        for j in range(1, r - i):
            entry = 0.5 * row[j]
            out[j] = entry
            along += entry * p_rest[j]
            f_rest[j] += entry * pi
        force[i] += along + row[0] * pi
        at += r - i
    for i in range(r):
        force[i] *= 1.0 / 3.0


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def force_and_stiffness(
    panels: Array, p: Array, monomials: Array, product: Array, stiffness: Array, force: Array
) -> None:
    """f(p) and the upper triangle of K(p), into the last two arguments."""
    squares(p, monomials)
    symmetric_product(panels, monomials, product)
    unpack_stiffness(product, p, stiffness, force)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def add_unpacked(y: Array, scale: float, target: Array) -> None:
    """Add `scale` times the matrix whose weighted pairs are in `y` to the upper triangle of `target`."""
    r = target.shape[0]
    at = 1 + r
    for i in range(r):
        row, out = y[at : at + r - i], target[i, i:]
        out[0] += scale * row[0]
        for j in range(1, r - i):
            out[j] += 0.5 * scale * row[j]
        at += r - i


@njit(cache=True)
def mirror(a: Array) -> None:
    """Copy the upper triangle of `a` (r, r) below the diagonal."""
    for i in range(a.shape[0]):
        for j in range(i):
            a[i, j] = a[j, i]


@njit(cache=True)
def evaluate(panels: Array, p: Array, length: int) -> tuple[Array, Array]:
    """f (r,) and K (r, r) at p, for callers outside a loop; `length` = number of monomials, padded."""
    monomials, product = np.zeros(length), np.empty(length)
    force, stiffness = np.empty(p.size), np.empty((p.size, p.size))
    force_and_stiffness(panels, p, monomials, product, stiffness, force)
    mirror(stiffness)
    return force, stiffness


@njit(cache=True)
def evaluate_hessian(panels: Array, p: Array, v: Array, length: int) -> Array:
    """d(K(p) v)/dp (r, r), for callers outside a loop."""
    monomials, product, hessian = np.zeros(length), np.empty(length), np.zeros((p.size, p.size))
    mixed(p, v, monomials)
    symmetric_product(panels, monomials, product)
    add_unpacked(product, 1.0, hessian)
    mirror(hessian)
    return hessian


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def factor_and_solve(a: Array, pivots: Array, b: Array) -> bool:
    """Solve A x = b in place by A = U^T D^-1 U, upper triangle; False where A is not positive definite.

    Row i takes away the rows above it, four at a time, from the block that holds its diagonal onwards: whole
    vectors without a remainder, at the price of a few meaningless numbers left of the diagonal.
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
        if not a[i, i] > 0.0:  # NaN, too, ends here
            return False
        pivots[i] = 1.0 / a[i, i]
    for i in range(r):
        b[i] *= pivots[i]
    for j in range(r - 1, 0, -1):  # by columns: sums along rows would wait for each other, 0.2 us longer
        for i in range(j):
            b[i] -= a[i, j] * pivots[i] * b[j]
    return True


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def add_damping(data: BodyData, half: float) -> None:
    """residual += h/2 beta K v_mid, with the upper triangle of K."""
    r = data.velocity.size
    scale = half * data.beta
    for i in range(r):
        row, vi = data.stiffness[i], data.velocity[i]
        along = row[i] * vi
        for j in range(i + 1, r):
            along += row[j] * data.velocity[j]
            data.residual[j] += scale * vi * row[j]
        data.residual[i] += scale * along


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def form_residual(data: BodyData, z: Array, w: Array, half: float, moving: bool) -> tuple[float, float]:
    """Evaluate the body at p_mid and form the step's residual; its norm, and the scale to judge it by."""
    r = w.size
    for i in range(r):
        data.position[i] = z[i] + half * data.velocity[i]
    force_and_stiffness(data.panels, data.position, data.monomials, data.product, data.stiffness, data.force)
    for i in range(r):
        impulse = half * (data.force[i] - w[i] - data.standing[i])
        data.residual[i] = data.velocity[i] * (1.0 + half * data.alpha) - z[r + i] + impulse
    if moving:
        add_damping(data, half)
    total, v, f, load = 0.0, 0.0, 0.0, 0.0
    for i in range(r):
        total += data.residual[i] * data.residual[i]
        v += z[r + i] * z[r + i]
        f += data.force[i] * data.force[i]
        load += (w[i] + data.standing[i]) * (w[i] + data.standing[i])
    return np.sqrt(total), np.sqrt(v) + half * (np.sqrt(f) + np.sqrt(load))


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def form_tangent(data: BodyData, half: float, moving: bool) -> None:
    """tangent = (1 + h/2 alpha) 1 + (h/2 beta + h^2/4) K + h^2/4 beta d(K v_mid)/dp."""
    scale = half * data.beta + half * half
    tangent, stiffness = data.tangent.reshape(-1), data.stiffness.reshape(-1)
    for at in range(tangent.size):  # one long loop: below the diagonal there are zeros
        tangent[at] = scale * stiffness[at]
    for i in range(data.velocity.size):
        data.tangent[i, i] += 1.0 + half * data.alpha
    if moving:
        mixed(data.position, data.velocity, data.monomials)
        symmetric_product(data.panels, data.monomials, data.product)
        add_unpacked(data.product, half * half * data.beta, data.tangent)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def solve_midpoint(data: BodyData, z: Array, w: Array, half: float) -> int:
    """Newton's method for v_mid, into data.velocity."""
    data.velocity[:] = 0.0
    for iteration in range(data.iterations):
        moving = iteration > 0
        residual, scale = form_residual(data, z, w, half, moving)
        if not np.isfinite(residual):
            return NOT_FINITE
        if moving and residual <= TOLERANCE * scale:
            return DONE
        form_tangent(data, half, moving)
        if not factor_and_solve(data.tangent, data.pivots, data.residual):
            return FAILED
        for i in range(w.size):
            data.velocity[i] -= data.residual[i]
    if data.iterations == 1:
        return DONE
    residual, scale = form_residual(data, z, w, half, True)
    return DONE if residual <= TOLERANCE * scale else FAILED


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def attempt(data: BodyData, z: Array, w: Array, h: float) -> int:
    """One step of length h from z, in place unless it fails."""
    outcome = solve_midpoint(data, z, w, 0.5 * h)
    if outcome != DONE:
        return outcome
    r = w.size
    total = 0.0
    for i in range(r):
        z[i] += h * data.velocity[i]
        z[r + i] = 2.0 * data.velocity[i] - z[r + i]
        total += z[i] * z[i] + z[r + i] * z[r + i]
    return DONE if np.isfinite(total) else NOT_FINITE


@njit(cache=True)
def next_part(outcome: int, done: int, size: int) -> tuple[int, int]:
    """How much of a step is done after a part of `size`, and the next part's size, 0 where there is no hope.

    Both count in 64ths of the step. A part that fails is halved; after one that is done comes the other half
    of whatever was halved last, whose size is the lowest set bit of `done`.
    """
    if outcome == DONE:
        return done + size, (done + size) & -(done + size)
    return done, (size // 2 if outcome == FAILED else 0)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def step_body(data: BodyData, z: Array, w: Array, out: Array) -> int:
    """One step of a plant from the state `z` (2r,) under the reduced force `w` (r,), into `out` (may be z).

    Returns how often the step was halved, or -1 where the state is not finite or the step does not converge.
    """
    for i in range(z.size):  # out[:] = z would allocate where the two are the same
        out[i] = z[i]
    done, size, halvings = 0, FINEST, 0
    while done < FINEST:
        outcome = attempt(data, out, w, data.dt * size / FINEST)
        if outcome == FAILED:
            halvings += 1
        done, size = next_part(outcome, done, size)
        if size == 0:
            return -1
    return halvings


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def join(data: BodyData) -> float:
    """tangent += `joined`, residual += `joined` v_mid (upper triangle); the residual's norm."""
    r = data.velocity.size
    total = 0.0
    for i in range(r):
        along = data.joined[i, i] * data.velocity[i]
        data.tangent[i, i] += data.joined[i, i]
        for j in range(i + 1, r):
            data.tangent[i, j] += data.joined[i, j]
            along += data.joined[i, j] * data.velocity[j]
            data.residual[j] += data.joined[i, j] * data.velocity[i]
        data.residual[i] += along
    for i in range(r):
        total += data.residual[i] * data.residual[i]
    return np.sqrt(total)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def solve_joined(data: BodyData, z: Array, w: Array, half: float) -> int:
    """Newton's method for v_mid with `joined` in the step's matrix, into data.velocity."""
    data.velocity[:] = 0.0
    stiff = 0.0  # what the gains add to the terms that make up the residual
    for iteration in range(data.iterations + (data.iterations > 1)):
        moving = iteration > 0
        residual, scale = form_residual(data, z, w, half, moving)
        if not np.isfinite(residual):
            return NOT_FINITE
        form_tangent(data, half, moving)
        residual = join(data)
        if moving and residual <= TOLERANCE * (scale + stiff):
            return DONE
        if iteration == data.iterations or not factor_and_solve(data.tangent, data.pivots, data.residual):
            return FAILED
        stiff = 0.0
        for i in range(w.size):
            data.velocity[i] -= data.residual[i]
            stiff = max(stiff, abs(data.joined[i, i] * data.velocity[i]))
    return DONE


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def aim(data: BodyData, first: Array, last: Array, share: float) -> None:
    """The reference at a share of the step between two of its states, as the trapezoidal rule has it."""
    r = first.size // 2
    for i in range(r):
        gain = last[r + i] - first[r + i]
        data.target[i] = first[i] + share * data.dt * (first[r + i] + 0.5 * share * gain)
        data.target[r + i] = first[r + i] + share * gain
    if share == 1.0:
        data.target[:] = last


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def set_gains(data: BodyData, acting: Array, z: Array, w: Array, h: float) -> None:
    """`joined` and `load` for a part of length h from z: the gains' matrix, and their force for v_mid = 0."""
    r = w.size
    for i in range(r):
        pull = w[i]
        for j in range(r):
            spring, damper = acting[i, j], acting[i, r + j]
            pull += spring * (z[j] - data.target[j]) - damper * (z[r + j] + data.target[r + j])
            data.joined[i, j] = -0.5 * h * (h * spring + 2.0 * damper)
        data.load[i] = pull


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def step_joined(
    data: BodyData, acting: Array, first: Array, last: Array, z: Array, w: Array, out: Array, mean: Array
) -> int:
    """One step under `w` and under gains that look ahead, into `out` (2r,): see `BodyPlant`.

    `acting` (r, 2r) is actuators times gains; `first` and `last` are the reference's states before and after
    the step. `mean` (2r,) gets the deviation that the gains have acted on: that of the end, or where the step
    had to be halved the mean over its parts. Returns how often it was halved, or -1 as `step_body` does.
    """
    r = w.size
    for i in range(z.size):
        out[i], mean[i] = z[i], 0.0
    done, size, halvings = 0, FINEST, 0
    while done < FINEST:
        h, total = data.dt * size / FINEST, 0.0
        aim(data, first, last, (done + size) / FINEST)
        set_gains(data, acting, out, w, h)
        outcome = solve_joined(data, out, data.load, 0.5 * h)
        if outcome == DONE:
            for i in range(r):
                out[i] += h * data.velocity[i]
                out[r + i] = 2.0 * data.velocity[i] - out[r + i]
            for i in range(z.size):
                mean[i] += size / FINEST * (out[i] - data.target[i])
                total += out[i] * out[i]
            if not np.isfinite(total):
                return -1
        elif outcome == FAILED:
            halvings += 1
        done, size = next_part(outcome, done, size)
        if size == 0:
            return -1
    return halvings
