"""The matrices that contacts add, the sums of N^T block N, with the stiffness that keeps free things rigid.

Limits: kernels check no shapes; working memory is for one thread.
"""

from __future__ import annotations

import numpy as np

from runtime.base.kernels import FASTMATH, Array, njit
from runtime.body.contact.data import Data
from runtime.body.contact.rigid import put_binding_rows, put_framed_rows, put_rolling_rows


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _put_rows(data: Data, k: int, factors: Array, left: Array, right: Array) -> None:
    """Write three rows of a contact without free things: N into `left`, its block times N into `right`."""
    blocks, first, r = data.work.blocks[k], 3 * data.work.at[k, 1], data.modes.shape[1]
    for a in range(3):
        x = y = z = 0.0
        for which in range(6):
            at = 9 * which + 3 * a
            x += factors[which] * blocks[at]
            y += factors[which] * blocks[at + 1]
            z += factors[which] * blocks[at + 2]
        own, product = left[a], right[a]
        for j in range(r):
            own[j] = data.modes[first + a, j]
            product[j] = (
                x * data.modes[first, j] + y * data.modes[first + 1, j] + z * data.modes[first + 2, j]
            )


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _put_free_rows(data: Data, k: int, factors: Array, left: Array, right: Array) -> int:
    """Write the rows of a contact with a free thing into `left` and `right`; returns how many they are.

    Their product left^T right is the contact's share of what `add_products` adds. E (3, r) maps coordinates
    to the sample's displacement beside the thing's centre, N (3, r) to that of the touching point, which also
    moves as free things spin. The block that belongs to the velocity (18 to 26) multiplies N, the others
    multiply E. Each free thing that spins adds three rows: on the left its modes of rotation, on the right
    how the torque of the contact's force changes with its lever arm.
    """
    work, modes, r, rows = data.work, data.modes, data.modes.shape[1], 3
    points, pull, blocks, apart, arms = (
        work.points[k],
        work.pulls[k],
        work.blocks[k],
        work.apart,
        work.arms[k],
    )
    for a in range(3):
        b, d, x = (a + 1) % 3, (a + 2) % 3, 3 * points[0] + a
        for j in range(r):
            apart[a, j] = modes[x, j] - (modes[3 * points[1] + a, j] if points[1] >= 0 else 0.0)
            left[a, j] = apart[a, j]
            for which in range(2, 4):
                if points[which] >= 0:
                    arm, spin = arms[3 * (which - 2) :], 3 * points[which]
                    turned = arm[b] * modes[spin + d, j] - arm[d] * modes[spin + b, j]
                    left[a, j] += turned if which == 2 else -turned
    for a in range(3):
        for j in range(r):
            total = 0.0
            for b in range(3):
                by_x, at = 0.0, 3 * a + b
                for which in range(6):
                    by_x += factors[which] * blocks[9 * which + at] if which != 2 else 0.0
                total += by_x * apart[b, j] + factors[2] * blocks[18 + at] * left[b, j]
            right[a, j] = total
    for which in range(2, 4):
        if points[which] < 0:
            continue
        for a in range(3):
            b, d = (a + 1) % 3, (a + 2) % 3
            for j in range(r):
                one = other = 0.0  # how the arm's end moves along the two other axes
                for c in range(3):
                    one += work.turns[k, 3 * b + c] * apart[c, j]
                    other += work.turns[k, 3 * d + c] * apart[c, j]
                if which == 2:
                    one, other = apart[b, j] - one, apart[d, j] - other
                left[rows + a, j] = modes[3 * points[which] + a, j]
                right[rows + a, j] = -factors[1] * (pull[b] * other - pull[d] * one)
        rows += 3
    return rows


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def add_products(data: Data, factors: Array, whole: bool, free: int, target: Array) -> None:
    """Add the sum of N^T block N to `target`: its upper triangle or, where it is not symmetric, the `whole`.

    A contact's block is the sum of its six blocks times `factors` (6,). The sum is over the contacts in which
    no free thing takes part where `free` is 0, over all others and rigidity where it is 1, and over all where
    it is 2.
    """
    work, rows, modes = data.work, 0, data.modes
    for o in range(data.moving.size if free > 0 else 0):
        if data.rigidity[o] > 0.0:
            first = -1 - data.moving[o]
            put_binding_rows(data, o, first, modes, factors, work.left[rows:], work.right[rows:])
            rows += 9
    for k in range(work.active[0]):
        takes_part = work.points[k, 1] >= 0 or work.points[k, 3] >= 0
        if work.points[k, 4] >= 0 and free > 0:
            left, right = work.left[rows:], work.right[rows:]
            if data.rigidity[work.at[k, 0]] > 0.0:
                rows += put_framed_rows(data, k, work.points[k], modes, factors, left, right)
            else:
                rows += put_rolling_rows(data, k, work.points[k], modes, factors, left, right)
        elif takes_part and free > 0:
            rows += _put_free_rows(data, k, factors, work.left[rows:], work.right[rows:])
        elif not takes_part and free != 1:
            _put_rows(data, k, factors, work.left[rows:], work.right[rows:])
            rows += 3
    if rows == 0:
        return
    np.dot(work.left[:rows].T, work.right[:rows], work.product)
    r = data.modes.shape[1]
    for i in range(r):
        for j in range(0 if whole else i, r):
            target[i, j] += work.product[i, j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def put_factors(
    data: Data, x: float, curved: float, u: float, turned: float, start: float, by: float
) -> Array:
    """The factors (6,) of a contact's six blocks, in the order of the blocks."""
    found = data.work.factors
    found[0], found[1], found[2], found[3], found[4], found[5] = x, curved, u, turned, start, by
    return found
