"""The Jacobians of a soft body's time step by its state and by the force, for compiled loops.

A part of a step, of length h, leads from (p, v) to p' = p + h m, v' = 2 m - v with m = v_mid of
`runtime.body.midpoint`. The derivative of m follows from its equation (the implicit function theorem):

    S dm = N dp + dv + h/2 dw,  X = S^-1,  F = [[1 + h X N, h X], [2 X N, 2 X - 1]],  G = [[h^2/2 X], [h X]]

    one iteration:  S of Newton's first iteration,   N = -h/2 K(p) - (h/2 beta + h^2/4) H
    several:        S at the solution p_mid,         N = -h/2 K(p_mid) - h/2 beta H

This holds for theta = 1/2; in general theta h stands for h/2, 1/theta for 2, and (1 - theta)/theta for 1.

Terms (`runtime.body.terms`) add their stiffness to S and N, for one iteration also its derivative along m,
and to G a column for each of their inputs. With a base that moves S and N are not symmetric.

H = d(C m)/dp, where C is the stiffness in the damping: for one iteration that of S; where Phi is minimised
that of the step's start; else K(p_mid). Where C is projected H is the derivative of the projected matrix, and
not symmetric; K in N, the derivative of f, is always exact. The Jacobian of a halved step is the product of
those of its parts.

Memory: matrices are padded with zeros to a multiple of eight rows and columns, and BLAS takes them whole.

Limits: for several iterations S is that of the converged equation; where it is indefinite, on a ridge of Phi,
the elimination still does not pivot. A `BodyData` is for one thread; shapes are not checked.
"""

from __future__ import annotations

import numpy as np

from runtime.base.kernels import FASTMATH, Array, all_finite, invert, mirror, njit, padded, plain
from runtime.body.elastic import add_hessian, add_projected_hessian, force_and_stiffness
from runtime.body.midpoint import (
    DONE,
    FAILED,
    FINEST,
    BodyData,
    attempt,
    form_tangent,
    next_part,
    shares_of,
    solve_tangent,
)
from runtime.body.terms.term import add_all_columns, vary_terms, vary_turnings

# scratch matrices (r, r) of `runtime.body.curvature`; one row (r,) for each input of force terms follows them
CURVED = 10
BLOCKS = 3  # scratch matrices X, N, X N; the next ones hold how m moves in a later part of a step


def variation_blocks(rank: int, forces: int) -> int:
    """The number of matrices (padded r, padded r) of working memory that Jacobians and curvature need."""
    block = padded(rank) ** 2
    return max(
        BLOCKS + -(-rank * max(2 * rank, forces) // block), -(-(CURVED * rank + forces) * rank // block)
    )


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def linearise_body(data: BodyData, z: Array, w: Array, out: Array, F: Array, G: Array, whole: bool) -> int:
    """Take one step as `step_body` does, into `out` (2r,), and write its Jacobians F and G.

    F is dz'/dz (2r, 2r), and G is dz'/dw (2r, forces). None of the three may overlap z or w. Unless `whole`,
    only the lower rows of F and G, those of v', are written where a midpoint step is not halved: they give
    the derivative of m. Returns how often the step was halved, or -1 where it fails or a Jacobian is not
    finite.
    """
    for i in range(z.size):
        out[i] = z[i]
    done, size, halvings, theta = 0, FINEST, 0, data.scheme.theta
    every = whole or theta != 0.5
    while done < FINEST:
        h, since = data.scheme.dt * size / FINEST, data.scheme.dt * done / FINEST
        outcome = attempt(data, out, w, h, since, plain(False), plain(True))
        if outcome == DONE:
            if not solve_variation(data, theta * h):
                return -1
            if done == 0:
                begin_jacobians(data.work.variation, h, theta, F, G, every or size < FINEST)
            else:
                continue_jacobian(data.work.variation, h, theta, 0.0, F)
                continue_jacobian(data.work.variation, h, theta, theta * h, G)
            add_all_columns(data.terms, w, out, data.work.velocity, data.work.variation[0], h, theta, G)
        elif outcome == FAILED:
            halvings += 1
        done, size = next_part(outcome, done, size)
        if size == 0:
            return -1
    first = 0 if every or halvings else z.size // 2
    return halvings if all_finite(F[first:]) and all_finite(G[first:]) else -1


@njit(cache=True, inline="always", fastmath=FASTMATH, error_model="numpy")
def solve_variation(data: BodyData, half: float) -> bool:
    """Compute X and X N of the part of a step that was just taken; returns False where S is singular.

    `half` is theta h.
    """
    work, scheme = data.work, data.scheme
    r, once = work.velocity.size, scheme.iterations == 1
    X, N, product = work.variation[0], work.variation[1], work.variation[2]
    if not once:
        form_tangent(data, half, plain(True), plain(True), plain(False))
        if not solve_tangent(data, half, plain(False)):
            return False
    if work.turning[0] > 0.0:
        invert(work.tangent, work.tangent, X)
    else:
        invert(work.tangent.T, work.tangent, X)
    projected = work.projected[1] > 0.0 and (once or scheme.minimises)
    if projected and once:  # `stiffness` holds the projected matrix
        force_and_stiffness(data.elastic, work.position, work.elastic, work.force, work.stiffness)
    for i in range(r):
        for j in range(i, r):
            N[i, j] = -half * work.stiffness[i, j]
    vary_terms(data.terms, half, once, projected, work.velocity, N[:r])
    if scheme.minimises:  # the damping matrix is that of the step's start
        for i in range(r):
            work.position[i] -= half * work.velocity[i]
    scale = -half * (scheme.beta + half) if once else -half * scheme.beta
    if not projected:
        add_hessian(data.elastic, work.position, work.velocity, scale, work.elastic, N[:r])
    mirror(N[:r])
    vary_turnings(data.terms, half, N[:r])
    if projected:
        add_projected_hessian(
            data.elastic, work.position, work.velocity, scale, work.elastic, work.tangent, N[:r]
        )
    np.dot(X, N, product)
    return True


@njit(cache=True, inline="always", fastmath=FASTMATH, error_model="numpy")
def begin_jacobians(variation: Array, h: float, theta: float, F: Array, G: Array, whole: bool) -> None:
    """Write F and G of the first part of a step, or only their lower rows unless `whole`."""
    X, product, r = variation[0], variation[2], F.shape[0] // 2
    half, onwards, back = shares_of(theta, h)
    for i in range(r):
        by_p, by_v, lower, to_v = product[i], X[i], F[r + i], G[r + i]
        for j in range(r):
            lower[j], lower[r + j], to_v[j] = onwards * by_p[j], onwards * by_v[j], h * by_v[j]
        for j in range(r, G.shape[1]):  # inputs of force terms, which write their own columns
            G[i, j], to_v[j] = 0.0, 0.0
        lower[r + i] -= back
    for i in range(r if whole else 0):
        by_p, by_v, upper, to_p = product[i], X[i], F[i], G[i]
        for j in range(r):
            upper[j], upper[r + j], to_p[j] = h * by_p[j], h * by_v[j], half * h * by_v[j]
        upper[i] += 1.0


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def continue_jacobian(variation: Array, h: float, theta: float, by_force: float, jacobian: Array) -> None:
    """Turn the Jacobian (2r, any) of the parts of a step so far into that of these and the next part.

    `by_force` X is the derivative of m by the force in that part: `by_force` is theta h for G, and 0 for F.
    """
    X, product, (rows, columns) = variation[0], variation[2], jacobian.shape
    r = rows // 2
    _, onwards, back = shares_of(theta, h)
    middle = variation[BLOCKS:].reshape(-1)[: r * columns].reshape(r, columns)  # derivative of m
    for i in range(r):
        row = middle[i]
        for j in range(columns):
            row[j] = 0.0
        for k in range(r):
            by_p, by_v, upper, lower = product[i, k], X[i, k], jacobian[k], jacobian[r + k]
            for j in range(columns):
                row[j] += by_p * upper[j] + by_v * lower[j]
        if by_force > 0.0:
            for j in range(r):
                row[j] += by_force * X[i, j]
    for i in range(r):
        row, upper, lower = middle[i], jacobian[i], jacobian[r + i]
        for j in range(columns):
            upper[j] += h * row[j]
            lower[j] = onwards * row[j] - back * lower[j]
