"""The second derivatives of a soft body's time step, which Newton's method on a whole motion needs.

A step leads from (p, v) to (p', v') with p' = p + h m, and y is the gradient of a cost by the step's end. The
multiplier of the step's equation is then the gradient by the force, mu = G_w^T y = h/2 (F_v^T y + y_v), with
F_v the Jacobian's columns by v. With E[mu] = d(K mu)/dp of the elastic operator, which is symmetric since K
is a potential's second derivative,

    y^T d2z' = -sym (dq^T (E[mu] dq + k E_0[mu] (dp' - dp))),     dp' = F_p dz + G_p dc

    one iteration:  q = p,       k = 1 + 2 beta/h,     E at p + (h/2 + beta) m,     E_0 at p
    several:        q = p_mid,   k = 2 beta/h,         E at p_mid + beta m,         E_0 at p_mid

This holds for theta = 1/2; in general mu = h (theta F_v^T y + (1 - theta) y_v), k = 2 theta + 2 beta/h for
one iteration, E at p + (theta h + beta) m, and theta dp' + (1 - theta) dp for the mean of both.

Terms are not damped: their E is at p_mid, and k = 1 or, for several iterations, 0. Each input of a term adds

    -(d(mu^T f_c)/dp) (dp + dp') / 2,     f_c minus the force of a unit of it, at p_mid

Left out are the second derivatives by the input twice, which are of the order of h^4, the effect of halving a
step, and the part of a material's force that is no polynomial. So an iteration with these derivatives is
nearly Newton's. Where a term does not give its second derivatives none are used: Newton's method then becomes
Gauss-Newton's.
"""

from __future__ import annotations

import numpy as np

from runtime.base.kernels import FASTMATH, Array, mirror, njit
from runtime.body.elastic import add_hessian
from runtime.body.midpoint import BodyData
from runtime.body.terms.term import all_curve, begin_terms, curve_terms
from runtime.plant.stepping import Pair


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def curve_body(data: BodyData, ends: Pair, slopes: Pair, inputs: Pair, jacobians: Pair, found: Pair) -> bool:
    """Write y^T d2z' by the state twice into `states` (2r, 2r), by control and state into `cross` (s, 2r).

    `ends` are the state before the step (2r,) and after it, `slopes` are y and F^T y, `jacobians` are F and
    G (2r, s), which is by the control, and `found` is (states, cross). `inputs` are those of the step, w
    (forces,), and `effects` (s, forces), the inputs that a unit of each control makes. Returns False where a
    term does not give its second derivatives.
    """
    if not all_curve(data.terms):
        return False
    z, end = ends
    y, drawn = slopes
    w, effects = inputs
    F, G = jacobians
    states, cross = found
    r, h, beta = z.size // 2, data.scheme.dt, data.scheme.beta
    n, once, acting = 2 * r, data.scheme.iterations == 1, data.terms.data.size > 0
    theta = data.scheme.theta
    ahead, damped = (0.0 if once else theta), (2.0 * theta if once else 0.0) + 2.0 * beta / h
    room, place, slope = data.work.variation.reshape(-1), data.work.position, data.work.force
    E, E_0 = room[: r * r].reshape(r, r), room[r * r : n * r].reshape(r, r)
    four = room[n * r : 5 * n * r].reshape(4, r, n)
    moves, gains, pulls, held = four[0], four[1], four[2], four[3]
    by_input = room[5 * n * r : (5 * n + w.size - r) * r].reshape(w.size - r, r)
    for i in range(r):
        slope[i] = h * (theta * drawn[r + i] + (1.0 - theta) * y[r + i])
        for j in range(n):
            moves[i, j] = ahead * F[i, j] + (1.0 - ahead if i == j else 0.0)
            gains[i, j] = F[i, j] - (1.0 if i == j else 0.0)
    if acting:
        begin_terms(data.terms, z, w, 0.0, theta * h)
    by_terms = 2.0 * theta / damped if once else 0.0  # part of E_0 that comes from the force terms
    for at, share, matrix in ((ahead, by_terms, E_0), (theta + beta / h, 1.0, E)):
        matrix[:] = 0.0
        put_between(z, end, at, place)
        add_hessian(data.elastic, place, slope, -1.0, data.work.elastic, matrix)
        if acting and share > 0.0:
            by_input[:] = 0.0
            put_between(z, end, min(at, theta), place)
            curve_terms(data.terms, place, slope, -share, matrix, by_input)
        mirror(matrix)
    np.dot(E, moves, pulls)
    np.dot(E_0, gains, held)
    for i in range(r):
        for j in range(n):
            pulls[i, j] += damped * held[i, j]
    np.dot(moves.T, pulls, states)
    for i in range(n):
        for j in range(i + 1):
            both = 0.5 * (states[i, j] + states[j, i])
            states[i, j] = both
            states[j, i] = both
    np.dot(E_0, moves, gains)
    for i in range(r):
        for j in range(n):
            pulls[i, j] = ahead * (pulls[i, j] - 0.5 * damped * held[i, j]) + 0.5 * damped * gains[i, j]
    np.dot(G[:r].T, pulls, cross)
    for k in range(cross.shape[0]):
        for m in range(w.size - r):
            effect = effects[k, r + m]
            for i in range(r if effect != 0.0 else 0):
                factor = effect * by_input[m, i]
                cross[k, i] += (1.0 - theta) * factor
                for j in range(n):
                    cross[k, j] += theta * factor * F[i, j]
    return True


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def put_between(z: Array, end: Array, at: float, place: Array) -> None:
    """Write the displacement at the share `at` of the way between two states into `place`."""
    for i in range(place.size):
        place[i] = z[i] + at * (end[i] - z[i])
