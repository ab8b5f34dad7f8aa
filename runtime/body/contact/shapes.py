"""Signed distances of rigid shapes, with gradient and Hessian, as compiled kernels take them.

A shape has a frame of its own, x = c + R y with its middle c, in which it is one of

    plane     y_z = 0, solid below                       no size
    sphere    around the middle                          radius
    capsule   a cylinder along z with round caps         radius, half the cylinder's length
    cylinder  along z, with flat ends                    radius, half its length
    box       along the axes                             half its sides
    grid      values at the nodes of a regular grid, of which cubic B-splines make a function that is twice
              continuously differentiable                number of the grid

The signed distance phi is negative inside. It is exact outside and inside for all shapes but grids; inside a
box and a cylinder its gradient jumps where two faces are equally near. Beyond the nodes between which the
spline of a grid is known, phi is the distance from them plus the least phi on their border, which is too
little, and its gradient means nothing.

Limits: kernels check nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.base.kernels import FASTMATH, Array, Internal, njit

PLANE, SPHERE, CAPSULE, CYLINDER, BOX, GRID = range(6)
# names in scenes; a kind's number is its index
KINDS = ("plane", "sphere", "capsule", "cylinder", "box", "mesh")
FOUND = 13  # length of a distance's record: phi [m], its gradient (3) and its Hessian (9) [1/m], in space


class Shapes(NamedTuple):
    """The data of o shapes, and the grids of those that are given by one."""

    kinds: Array  # (o,) int64, index in `KINDS`
    sizes: Array  # (o, 3) m, dimensions; for a grid, its number first
    grid_shapes: (
        # (g, 4) int64, nodes along each axis, and the index of the grid's first value in `coefficients`
        Array
    )
    # (g, 5) m, position of the first node (3), node spacing, and phi at the nearest border
    grid_frames: Array
    coefficients: Array  # (k,) m, B-spline coefficients, z varies fastest


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _put_round(y: Array, z: float, radius: float, flat: bool, found: Array) -> None:
    """Write the distance to a ball about (0, 0, z), or, if `flat`, to an endless cylinder around z.

    `found` takes the distance in entry 0, its gradient in 1 to 3, and in 4 to 12, row by row, its Hessian, of
    which only the upper triangle is written.
    """
    a, b, c = y[0], y[1], 0.0 if flat else y[2] - z
    length = max(np.sqrt(a * a + b * b + c * c), 1e-300)
    a, b, c = a / length, b / length, c / length
    found[0], found[1], found[2], found[3] = length - radius, a, b, c
    found[4], found[5], found[6] = (1.0 - a * a) / length, -a * b / length, -a * c / length
    found[8], found[9] = (1.0 - b * b) / length, -b * c / length
    found[12] = 0.0 if flat else (1.0 - c * c) / length


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _put_cylinder(y: Array, radius: float, half: float, found: Array) -> None:
    away = max(np.sqrt(y[0] * y[0] + y[1] * y[1]), 1e-300)
    side, sign = away - radius, 1.0 if y[2] > 0.0 else -1.0
    end = sign * y[2] - half
    if (end <= 0.0 and side >= end) or (end > 0.0 and side > 0.0):
        _put_round(y, 0.0, radius, True, found)
    if end > 0.0 and side > 0.0:  # beyond the edge: distance to a circle
        x, z, t = y[0] / away, y[1] / away, np.sqrt(side * side + end * end)
        s, e = side / t, end / t
        found[0], found[1], found[2], found[3] = t, s * x, s * z, e * sign
        along, about = (1.0 - s * s) / t, s / away
        found[4] = along * x * x + about * z * z
        found[5] = (along - about) * x * z
        found[8] = along * z * z + about * x * x
        found[6], found[9], found[12] = -s * e * sign * x / t, -s * e * sign * z / t, (1.0 - e * e) / t
    elif end > side or end > 0.0:
        found[0], found[3] = end, sign


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _put_box(y: Array, sides: Array, found: Array) -> None:
    outside, nearest, least = 0.0, 0, -np.inf
    for a in range(3):
        away = abs(y[a]) - sides[a]
        if away > 0.0:
            outside += away * away
        if away > least:
            nearest, least = a, away
    if least <= 0.0:
        found[0], found[1 + nearest] = least, 1.0 if y[nearest] > 0.0 else -1.0
        return
    found[0] = np.sqrt(outside)
    for a in range(3):
        away = abs(y[a]) - sides[a]
        if away > 0.0:
            found[1 + a] = (away if y[a] > 0.0 else -away) / found[0]
    for a in range(3):
        for b in range(a, 3):
            if found[1 + a] != 0.0 and found[1 + b] != 0.0:
                one = 1.0 if a == b else 0.0
                found[4 + 3 * a + b] = (one - found[1 + a] * found[1 + b]) / found[0]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _weigh(t: float, count: int, weights: Array) -> int:
    """Write the four B-splines at t and their first two derivatives into `weights` (3, 4).

    t is counted in nodes, of which there are `count`. Returns the first of the four nodes.
    """
    first = min(int(np.floor(t)), count - 3) - 1
    u = t - first - 1.0
    v = 1.0 - u
    weights[0, 0], weights[0, 3] = v * v * v / 6.0, u * u * u / 6.0
    weights[0, 1] = (4.0 - 6.0 * u * u + 3.0 * u * u * u) / 6.0
    weights[0, 2] = (4.0 - 6.0 * v * v + 3.0 * v * v * v) / 6.0
    weights[1, 0], weights[1, 3] = -0.5 * v * v, 0.5 * u * u
    weights[1, 1], weights[1, 2] = u * (1.5 * u - 2.0), -v * (1.5 * v - 2.0)
    weights[2, 0], weights[2, 1], weights[2, 2], weights[2, 3] = v, 3.0 * u - 2.0, 3.0 * v - 2.0, u
    return first


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _put_grid(shapes: Shapes, number: int, y: Array, weights: Array, found: Array) -> None:
    frame, counts = shapes.grid_frames[number], shapes.grid_shapes[number]
    spacing, beyond = frame[3], 0.0
    for a in range(3):
        t = (y[a] - frame[a]) / spacing
        over = max(1.0 - t, t - (counts[a] - 2), 0.0) * spacing
        beyond += over * over
    if not beyond <= 0.0:  # true for NaN as well
        found[0], found[1] = frame[4] + np.sqrt(beyond), 1.0  # no caller needs the gradient far away
        return
    i = _weigh((y[0] - frame[0]) / spacing, counts[0], weights[0])
    j = _weigh((y[1] - frame[1]) / spacing, counts[1], weights[1])
    k = _weigh((y[2] - frame[2]) / spacing, counts[2], weights[2])
    one, two = 1.0 / spacing, 1.0 / (spacing * spacing)
    for a in range(4):
        for b in range(4):
            start = counts[3] + ((i + a) * counts[1] + j + b) * counts[2] + k
            zero = first = second = 0.0
            for c in range(4):
                value = shapes.coefficients[start + c]
                zero += weights[2, 0, c] * value
                first += weights[2, 1, c] * value
                second += weights[2, 2, c] * value
            x0, x1, x2 = weights[0, 0, a], weights[0, 1, a], weights[0, 2, a]
            y0, y1, y2 = weights[1, 0, b], weights[1, 1, b], weights[1, 2, b]
            found[0] += x0 * y0 * zero
            found[1] += one * x1 * y0 * zero
            found[2] += one * x0 * y1 * zero
            found[3] += one * x0 * y0 * first
            found[4] += two * x2 * y0 * zero
            found[5] += two * x1 * y1 * zero
            found[6] += two * x1 * y0 * first
            found[8] += two * x0 * y2 * zero
            found[9] += two * x0 * y1 * first
            found[12] += two * x0 * y0 * second


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def put_distance(shapes: Shapes, which: int, pose: Array, x: Array, room: Array, found: Array) -> float:
    """The distance phi of a shape at x (3,), written with its gradient and Hessian into `found` (13,).

    `pose` (12,) is the place of the shape's middle, and its rotation row by row; `room` (64,) is working
    memory.
    """
    kind, size = shapes.kinds[which], shapes.sizes[which]
    y, own, turned, weights = room[:3], room[3:16], room[16:25], room[25:61].reshape(3, 3, 4)
    for a in range(3):
        y[a] = 0.0
        for b in range(3):
            y[a] += pose[3 + 3 * b + a] * (x[b] - pose[b])
    for at in range(FOUND):
        own[at] = 0.0
    if kind == PLANE:
        own[0], own[3] = y[2], 1.0
    elif kind == SPHERE:
        _put_round(y, 0.0, size[0], False, own)
    elif kind == CAPSULE:
        past = abs(y[2]) > size[1]
        _put_round(y, size[1] if y[2] > 0.0 else -size[1], size[0], not past, own)
    elif kind == CYLINDER:
        _put_cylinder(y, size[0], size[1], own)
    elif kind == BOX:
        _put_box(y, size, own)
    else:
        _put_grid(shapes, int(size[0]), y, weights, own)
    own[7], own[10], own[11] = own[5], own[6], own[9]
    found[0] = own[0]
    for at in range(4, FOUND if kind == PLANE else 4):
        found[at] = 0.0
    for a in range(3):
        found[1 + a] = 0.0
        for b in range(3):
            found[1 + a] += pose[3 + 3 * a + b] * own[1 + b]
            turned[3 * a + b] = 0.0
            for c in range(3):
                turned[3 * a + b] += pose[3 + 3 * a + c] * own[4 + 3 * c + b]
    for a in range(0 if kind == PLANE else 3):
        for b in range(3):
            found[4 + 3 * a + b] = 0.0
            for c in range(3):
                found[4 + 3 * a + b] += turned[3 * a + c] * pose[3 + 3 * b + c]
    return found[0]


ROOM = 64


@njit(cache=True)
def _each(shapes: Shapes, which: int, pose: Array, points: Array, found: Array) -> None:
    room = np.zeros(ROOM)
    for i in range(points.shape[0]):
        put_distance(shapes, which, pose, points[i], room, found[i])


def distances(shapes: Shapes, which: int, pose: Array, points: Array) -> Array:
    """The distances of points (k, 3) m in space: (k, 13), a row for each as `put_distance` writes it."""
    found: Internal = np.zeros((len(points), FOUND))
    _each(shapes, which, np.ascontiguousarray(pose), np.ascontiguousarray(points, dtype=float), found)
    return np.asarray(found)
