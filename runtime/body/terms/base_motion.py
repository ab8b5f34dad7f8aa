"""The reduced forces of inertia on a body whose base, the handle, moves.

The handle is the region that is held. It moves rigidly, and the body's displacements u and velocities v are
measured in the frame that moves with it,

    x = o + t(t) + R(t) (X + u - o)

with a pivot o. In that frame the body's equation is the same as for a handle at rest, with one more load: on
each vertex, of mass m,

    -m (a + A (X + u - o) + 2 [w]x v),     a = R^T t'' - (R^T - 1) g,     A = [q]x + [w]x [w]x

where w and q are angular velocity and acceleration in the frame's axes, R' = R [w]x (Landau & Lifshitz,
"Mechanics", section 39). The load is the sum of the forces by translation and by gravity in the turned frame,
and of Euler's, the centrifugal and the Coriolis force. a, w and q are the handle's nine inputs: they follow
the force and the controls of other terms in a plant's input, and are held over a step as these are. In u = U
p the load is linear in p and v, -(c + P p + V v), with

    c = S^T a + sum A_ab y_ab,     P = sum A_ab Y_ab,     V = 2 sum ([w]x)_ab Y_ab
    S_a = sum W U_a,     y_ab = sum m U_a (X - o)_b,     Y_ab = sum m U_a^T U_b

U_a being the row of U that belongs to axis a of a vertex, and W the mass by which it bears a uniform
acceleration: m, but on quadratic elements (`meshes.quadratic.SHARES`). A step evaluates it at p_mid and
v_mid, and its matrix has both derivatives: it is no longer symmetric, and is eliminated without the use of
symmetry.

Limits: the mass is lumped, so that held vertices exert no force of inertia on free ones; damping acts on
velocities in the frame; whatever a scene fixes in space (the anchors of cables) moves with the handle.
Kernels check no shapes, and their working memory is for one thread.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import numpy as np

from runtime.base.kernels import FASTMATH, Array, aligned, aligned_copy, njit
from runtime.body.terms.term import Kernels, Manner, Slopes, through_inputs

INPUTS = 9  # acceleration a [m/s^2], angular velocity w [rad/s], angular acceleration q [rad/s^2]


class HandleArrays(NamedTuple):
    """The arrays of a handle that a bundle stores."""

    pivot: Array  # (3,) m, pivot o of the rotation
    gravity: Array  # (3,) m/s^2, gravity that is part of the model's static load
    along: Array  # (3, r) kg^1/2, S, modal mass along each axis
    about: Array  # (9, r) kg^1/2 m, first moments y_ab
    between: Array  # (9, r, r) second moments Y_ab, without unit in mass-orthonormal coordinates


def cross(w: Array) -> Array:
    """The matrix [w]x (3, 3) of the cross product with w."""
    x, y, z = w
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


class Data(NamedTuple):
    """A handle's data and working memory, for its kernels."""

    first: int  # index of the handle's first input among the plant's
    along: Array  # (3, r) kg^1/2, S
    about: Array  # (9, r) kg^1/2 m, y
    between: Array  # (9, r r) Y
    moves: Array  # (1,) 1 if any input is not zero
    factors: Array  # (9,) 1/s^2, matrix A row by row
    turns: Array  # (9,) 1/s, matrix 2 [w]x row by row
    constant: Array  # (r,) c, constant part of the load
    by_place: Array  # (r, r) P, derivative of the load by p
    by_speed: Array  # (r, r) V, derivative of the load by the velocity
    columns: Array  # (9, r) derivative of a step's equation by each input


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _set_matrix(w: Array, q: Array, factors: Array, turns: Array) -> None:
    """Fill A = [q]x + [w]x [w]x and 2 [w]x, nine numbers each, row by row, into `factors` and `turns`.

    w (3,) is the angular velocity, q (3,) the angular acceleration.
    """
    square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2]
    for a in range(3):
        for b in range(3):
            factors[3 * a + b] = w[a] * w[b] - (square if a == b else 0.0)
            turns[3 * a + b] = 0.0
    for c in range(3):
        a, b = (c + 1) % 3, (c + 2) % 3  # [w]x has the entry -w_c at (a, b)
        factors[3 * a + b] -= q[c]
        factors[3 * b + a] += q[c]
        turns[3 * a + b] = -2.0 * w[c]
        turns[3 * b + a] = 2.0 * w[c]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _begin(data: Data, z: Array, w: Array, since: float, half: float) -> float:
    first, r, moves = data.first, data.constant.size, False
    for i in range(first, first + 9):
        moves = moves or w[i] != 0.0
    data.moves[0] = 1.0 if moves else 0.0
    if not moves:
        return 0.0
    _set_matrix(w[first + 3 : first + 6], w[first + 6 : first + 9], data.factors, data.turns)
    place, speed = data.by_place.reshape(-1), data.by_speed.reshape(-1)
    data.constant[:] = 0.0
    place[:] = 0.0
    speed[:] = 0.0
    for c in range(3):
        for i in range(r):
            data.constant[i] += w[first + c] * data.along[c, i]
    for k in range(9):
        factor, turn, row = data.factors[k], data.turns[k], data.between[k]
        for i in range(r):
            data.constant[i] += factor * data.about[k, i]
        for at in range(r * r):
            place[at] += factor * row[at]
            speed[at] += turn * row[at]
    return 1.0


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _add_force(data: Data, p: Array, v: Array, half: float, residual: Array) -> float:
    if data.moves[0] == 0.0:
        return 0.0
    total = 0.0
    for i in range(p.size):
        load, place, speed = data.constant[i], data.by_place[i], data.by_speed[i]
        for j in range(p.size):
            load += place[j] * p[j] + speed[j] * v[j]
        residual[i] += half * load
        total += load * load
    return np.sqrt(total)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _add_turning(data: Data, half: float, tangent: Array) -> None:
    r = data.constant.size
    for i in range(r if data.moves[0] > 0.0 else 0):
        place, speed = data.by_place[i], data.by_speed[i]
        for j in range(r):
            tangent[i, j] += half * (half * place[j] + speed[j])


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _vary(data: Data, half: float, target: Array) -> None:
    r = data.constant.size
    if data.moves[0] > 0.0:
        for i in range(r):
            for j in range(r):
                target[i, j] -= half * data.by_place[i, j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _add_columns(
    data: Data, w: Array, end: Array, v: Array, X: Array, h: float, theta: float, jacobian: Array
) -> None:
    """Add the columns of the Jacobian that belong to the nine inputs.

    The load's derivative by a is -S; by w_c it has the derivatives of A and of 2 [w]x; by q_c it has [e_c]x.
    """
    r, first, columns, half = v.size, data.first, data.columns, theta * h
    turn = w[first + 3 : first + 6]
    columns[3:] = 0.0
    for c in range(3):
        a, b = (c + 1) % 3, (c + 2) % 3
        for i in range(r):
            columns[c, i] = -half * data.along[c, i]
        for k in range(9):
            m, n = k // 3, k % 3
            spin = 0.0  # entry (m, n) of [e_c]x
            if m == a and n == b:
                spin = -1.0
            elif m == b and n == a:
                spin = 1.0
            square = (turn[n] if m == c else 0.0) + (turn[m] if n == c else 0.0)
            square -= 2.0 * turn[c] if m == n else 0.0
            if spin == 0.0 and square == 0.0:
                continue
            row, about = data.between[k], data.about[k]
            for i in range(r):
                here, speed = about[i], 0.0
                for j in range(r):
                    here += row[i * r + j] * (end[j] - (h - half) * v[j])
                    speed += row[i * r + j] * v[j]
                columns[3 + c, i] -= half * (square * here + 2.0 * spin * speed)
                columns[6 + c, i] -= half * spin * here
    through_inputs(columns, first, X, h, theta, jacobian)


@njit(cache=True)
def _curve(data: Data, p: Array, mu: Array, scale: float, target: Array, by_input: Array) -> None:
    """Add nothing: the load is linear in p and v, and the handle's inputs are no controls."""


class Handle(HandleArrays):
    """The term of a moving handle: its arrays, with methods for callers outside a loop."""

    actuated: ClassVar[bool] = False
    manner: ClassVar[Manner] = Manner(always=False, tiled=False)
    kernels: ClassVar[Kernels] = Kernels(
        _begin,
        _add_force,
        add_turning=_add_turning,
        vary_turning=_vary,
        add_columns=_add_columns,
        curve=_curve,
    )
    inputs: ClassVar[int] = INPUTS

    def parts(self, inputs: Array) -> tuple[Array, Array, Array]:
        """c (r,), P and V (r, r) of the load -(c + P p + V v), for inputs (9,)."""
        a, w, q = inputs[:3], inputs[3:6], inputs[6:9]
        A, W = (cross(q) + cross(w) @ cross(w)).ravel(), cross(w).ravel()
        constant = a @ self.along + A @ self.about
        return constant, np.tensordot(A, self.between, 1), 2 * np.tensordot(W, self.between, 1)

    def force(self, p: Array, v: Array, inputs: Array) -> Array:
        """See `Term`."""
        constant, by_place, by_speed = self.parts(inputs)
        return np.asarray(-(constant + by_place @ p + by_speed @ v))

    def slopes(self, p: Array, v: Array, inputs: Array) -> Slopes:
        """See `Term`."""
        _, by_place, by_speed = self.parts(inputs)
        w, units = inputs[3:6], np.eye(3)
        about = self.about + self.between @ p  # (9, r)
        turning = self.between @ v
        found = [*self.along]
        for e in units:
            by_spin = cross(e) @ cross(w) + cross(w) @ cross(e)
            found.append(by_spin.ravel() @ about + 2 * cross(e).ravel() @ turning)
        found += [cross(e).ravel() @ about for e in units]
        return Slopes(-by_place, -by_speed, -np.array(found).T)

    def data(self, first: int) -> Data:
        """See `Term`."""
        r = self.along.shape[1]
        return Data(
            first, aligned_copy(self.along), aligned_copy(self.about),
            aligned_copy(self.between.reshape(9, r * r)), aligned(1), aligned(9), aligned(9), aligned(r),
            aligned(r, r), aligned(r, r), aligned(9, r),
        )  # fmt: skip
