"""The forces that keep free boxes and capsules rigid, and contact in the frames of their axes.

Affine body dynamics [Lan et al. 2022]: a free thing that has axes has twelve coordinates, its middle c and
the columns e_a of a matrix A, which is a rotation at rest. A material point X of its frame is at c + sum X_a
e_a. Its mass is constant: m for c, and J_a for e_a, the second moment of mass along the axis a. An energy of
the strain C_ab = e_a e_b - delta_ab keeps it nearly rigid,

    V = kappa/2 sum C_ab^2,     force on e_a = -2 kappa sum_b C_ab(end) e_b(mid)

with C at the end of a part of a step and e in its middle. [Simo, Tarnow 1992] take the mean of C at start and
end instead: as C_ab changes by e_a(mid) de_b + de_a e_b(mid), their forces do the work V(start) - V(end);
the forces here do less, by kappa/2 times the square of that change. So momentum and angular momentum are
conserved to round-off, energy never grows, and a step neither shrinks a thing that spins nor lets it ring:
whatever the stiffness, the strain at the step's end is that of the forces on the thing.

Contact with such a shape is computed in its frame, in which it is at rest: the sample is at y = A^T (x - c),
with the velocity u = (y_1 - y_0) / h. As y_a is bilinear, u = N q' exactly, with

    N dq = A^T (dx - dc) + sum_a (x - c) de_a     (rows a, in the middle of the part)

and the forces N^T f, f being the force in the frame, change neither momentum nor angular momentum. A ball of
radius rho about a material point of the thing, as those along the axis of a capsule, touches shapes without
axes at the end of its arm d = -rho n, which moves by the sum of (e_a d) de_a.

A stiffness is written as rows of `left` and of `right`: it is the product left^T right. The columns may be
any coordinates, of which `modes` has three rows for each of the `points`.

Limits: the strain is not zero, but of the order of 1e-4 under the load that the layer of contact bears
(`runtime.body.contact.prepared`). The friction of a ball or a capsule on a shape with axes acts on its
middle, and does not make it spin.
"""

from __future__ import annotations

import numpy as np

from runtime.base.kernels import FASTMATH, Array, njit
from runtime.body.contact.data import Data

# times kappa is the scale of a residual; 1e-9 of it is the rounding error (18 units in the last place of 1)
ROUNDING = 4e-6
# offset of the two Gauss points on [0, 1] from 1/2; they are exact for cubic polynomials
OFF_MIDDLE = 0.28867513459481287


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _strain(pose: Array, a: int, b: int) -> float:
    """The strain C_ab of a pose (12,)."""
    product = pose[3 + a] * pose[3 + b] + pose[6 + a] * pose[6 + b] + pose[9 + a] * pose[9 + b]
    return product - 1.0 if a == b else product


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _put_binding(kappa: float, middle: Array, end: Array, force: Array) -> None:
    """Write the force (3, 3) J on each axis, from the poses (12,) in the middle and at the end of a part."""
    for a in range(3):
        force[a] = 0.0
        for b in range(3):
            stress = -2.0 * kappa * _strain(end, a, b)
            for x in range(3):
                force[a, x] += stress * middle[3 + 3 * x + b]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def add_binding(data: Data) -> float:
    """Add the forces that keep things rigid to the force; `binding_work` is told of these and of the poses.

    Returns the square of a scale by which residuals are judged: 1e-9 times the scale is the rounding error of
    these forces, below which no residual can fall.
    """
    work, total = data.work, 0.0
    for o in range(data.moving.size):
        if not data.rigidity[o] > 0.0:
            continue
        _put_binding(data.rigidity[o], work.poses[1, o], work.poses[2, o], work.bound[o])
        for at in range(work.kept.shape[1]):
            work.kept[o, at] = work.poses[1, o, at]
        for row in range(9):
            mode = data.modes[3 * (-1 - data.moving[o]) + row]
            for j in range(work.force.size):
                work.force[j] += work.bound[o, row // 3, row % 3] * mode[j]
                total += (ROUNDING * data.rigidity[o] * mode[j]) ** 2
    return total


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def binding_work(data: Data) -> float:
    """The work against these forces, J, from the poses that `add_binding` kept to the present ones."""
    work, total = data.work, 0.0
    still, middle, end = not work.half[0] < np.inf, work.room[:12], work.room[12:24]
    force = work.room[24:33].reshape(3, 3)
    for o in range(data.moving.size):
        if not data.rigidity[o] > 0.0:
            continue
        for side in range(2):
            share = 0.5 + OFF_MIDDLE * (1.0 if side == 0 else -1.0)
            for at in range(3, 12):
                middle[at] = work.kept[o, at] + share * (work.poses[1, o, at] - work.kept[o, at])
                end[at] = middle[at] if still else 2.0 * middle[at] - work.poses[0, o, at]
            _put_binding(data.rigidity[o], middle, end, force)
            for a in range(3):
                for x in range(3):
                    at = 3 + 3 * x + a
                    total -= 0.5 * force[a, x] * (work.poses[1, o, at] - work.kept[o, at])
    return total


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def put_binding_rows(
    data: Data, o: int, first: int, modes: Array, factors: Array, left: Array, right: Array
) -> None:
    """Write the nine rows of a thing's rigidity; its axes are the samples from `first` on.

    Of the factors of a contact's blocks, the first multiplies the semidefinite part, the second the stress,
    the fourth the rest, and the fifth the derivative by the start of a part of a step for a given v_mid.
    """
    work, kappa, ends = data.work, data.rigidity[o], 2.0 if data.work.half[0] < np.inf else 1.0
    middle, start, end = work.poses[1, o], work.poses[0, o], work.poses[2, o]
    room = work.room[:9]
    for row in range(9):
        for j in range(modes.shape[1]):
            left[row, j], right[row, j] = modes[3 * first + row, j], 0.0
    for a in range(3):
        for c in range(3):
            stress = 2.0 * factors[1] * kappa * _strain(end, a, c)
            for x in range(3):
                for y in range(3):
                    room[3 * x + y] = stress if x == y else 0.0
                    for b in range(3):  # derivative of e_b(mid) dC_ab by e_c
                        if b == c:
                            other = a
                        elif a == c:
                            other = b
                        else:
                            continue
                        at = 3 + 3 * y + other
                        slope = ends * (factors[0] * middle[at] + factors[3] * (middle[at] - start[at]))
                        slope += factors[4] * end[at]
                        twice = 2.0 if a == b == c else 1.0
                        room[3 * x + y] += 2.0 * kappa * twice * slope * middle[3 + 3 * x + b]
            for x in range(3):
                for y in range(3):
                    mode = modes[3 * (first + c) + y]
                    for j in range(modes.shape[1]):
                        right[3 * a + x, j] += room[3 * x + y] * mode[j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _put_moves(data: Data, k: int, when: int, points: Array, modes: Array, out: Array) -> None:
    """Write N (3, r) of a contact with a shape that has axes, at one of the three moments of a part."""
    work, o = data.work, data.work.at[k, 0]
    pose, still = work.poses[when, o], not work.half[0] < np.inf
    for a in range(3):
        for j in range(modes.shape[1]):
            out[a, j] = 0.0
        for b in range(3):
            away = work.arms[k, b]
            if when != 1 and not still:
                away = work.from_start[k, b] if when == 0 else 2.0 * away - work.from_start[k, b]
            x, c, e = modes[3 * points[0] + b], modes[3 * points[1] + b], modes[3 * points[2 + a] + b]
            for j in range(modes.shape[1]):
                out[a, j] += pose[3 + 3 * b + a] * (x[j] - c[j]) + away * e[j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def put_framed_rows(
    data: Data, k: int, points: Array, modes: Array, factors: Array, left: Array, right: Array
) -> int:
    """Write the nine rows of a contact with a shape that has axes, in the frame of that shape.

    Its force there depends on y_0 and y_1. Its derivative by y_1 alone is in the blocks 0 to 3, and that by
    both of them, moved by the same, in the blocks 1, 4 and 5. N itself changes by dA^T (dx - dc), which takes
    the last six rows.
    """
    work, r = data.work, modes.shape[1]
    blocks, force, apart = work.blocks[k], work.within[k], work.apart
    by_start = factors[4] != 0.0
    _put_moves(data, k, 1, points, modes, left)
    for a in range(3):
        for j in range(r):
            right[a, j], left[3 + a, j] = 0.0, modes[3 * points[0] + a, j] - modes[3 * points[1] + a, j]
            left[6 + a, j] = 0.0
            for axis in range(3):
                left[6 + a, j] += force[axis] * modes[3 * points[2 + axis] + a, j]
    for a in range(3):
        for j in range(r):
            right[3 + a, j] = -factors[1] * left[6 + a, j]
            right[6 + a, j] = -factors[1] * left[3 + a, j]
    last = 2 if by_start or factors[3] != 0.0 else 1
    for when in range(0 if by_start else last, last + 1, 2):
        _put_moves(data, k, when, points, modes, apart)
        for a in range(3):
            for b in range(3):
                at, block = 3 * a + b, 0.0
                if by_start:
                    at_end = blocks[at] + blocks[9 + at] + blocks[27 + at]
                    at_end += blocks[18 + at] / work.half[0] if work.half[0] < np.inf else 0.0
                    block = (0.5 if when == 2 else -0.5) * factors[4] * at_end
                if when == 0 or not by_start:
                    for which in range(6):
                        block += factors[which] * blocks[9 * which + at]
                for j in range(r):
                    right[a, j] += block * apart[b, j]
    return 9


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def put_rolling_rows(
    data: Data, k: int, points: Array, modes: Array, factors: Array, left: Array, right: Array
) -> int:
    """Write the six rows of a ball about a material point, which touches a shape without axes.

    It touches at the end of its arm. Returns the number of rows.
    """
    work, r = data.work, modes.shape[1]
    own, blocks, arm, turns = data.own[work.at[k, 1]], work.blocks[k], work.arms[k, 3:], work.turns[k]
    pose, by_axes = work.poses[1, own], factors[3] + factors[5]
    for a in range(3):
        for j in range(r):
            left[a, j], left[3 + a, j] = modes[3 * points[0] + a, j], 0.0
            right[a, j], right[3 + a, j] = 0.0, 0.0
    for c in range(3):
        share = pose[3 + c] * arm[0] + pose[6 + c] * arm[1] + pose[9 + c] * arm[2]
        for b in range(3):
            axis = modes[3 * (points[2] + c) + b]
            bent = pose[3 + c] * turns[b] + pose[6 + c] * turns[3 + b] + pose[9 + c] * turns[6 + b]
            place, pull = modes[3 * points[0] + b], work.pulls[k, b]
            for j in range(r):
                left[b, j] += share * axis[j]
                left[3 + c, j] += pull * axis[j]
                right[3 + c, j] += arm[b] * axis[j] - bent * place[j]  # how this thing's share changes
        for a in range(3):
            speed = 0.0
            for b in range(3):
                speed += blocks[18 + 3 * a + b] * work.rates[own, c, b]
            for j in range(r):
                for b in range(3):
                    right[a, j] += by_axes * speed * arm[b] * modes[3 * (points[2] + c) + b, j]
        for j in range(r):
            right[3 + c, j] *= -factors[1]
    for a in range(3):
        for b in range(3):
            at, by_x = 3 * a + b, 0.0
            for which in range(6):
                by_x += factors[which] * blocks[9 * which + at] if which != 2 else 0.0
            place = modes[3 * points[0] + b]
            for j in range(r):
                right[a, j] += by_x * place[j] + factors[2] * blocks[18 + at] * left[b, j]
    return 6
