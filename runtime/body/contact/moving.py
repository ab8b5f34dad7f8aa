"""The places of a body's samples, of tools and of free things in a part of a step, and which may be near.

The samples that may touch are found without evaluating most of them: when all were evaluated last, at p_0,
each had a distance phi_0, and since a distance changes by no more than its point is moved, phi > phi_0 - |D|
|p - p_0|. All are evaluated anew once enough samples were evaluated that did not touch. The result does not
depend on this bound.

Limits: kernels check no shapes; working memory is for one thread.
"""

from __future__ import annotations

import numpy as np

from runtime.base.kernels import FASTMATH, Array, njit
from runtime.body.contact.data import INPUTS, POSE, Data, Work
from runtime.body.contact.shapes import GRID, put_distance


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _rotate(q: Array, at: int, scale: float, turn: Array, out: Array) -> None:
    """Write the rotation exp([scale q]x) R into the pose `out` (12,); R is that of the pose `turn` (12,).

    The vector q is at the index `at` of the argument `q`.
    """
    x, y, z = scale * q[at], scale * q[at + 1], scale * q[at + 2]
    angle = np.sqrt(x * x + y * y + z * z)
    sine = 1.0 if angle == 0.0 else np.sin(angle) / angle
    versine = 0.5 if angle == 0.0 else 2.0 * (np.sin(0.5 * angle) / angle) ** 2
    for column in range(3):
        a, b, c = turn[3 + column], turn[6 + column], turn[9 + column]
        dot, square = x * a + y * b + z * c, angle * angle
        out[3 + column] = a + sine * (y * c - z * b) + versine * (x * dot - square * a)
        out[6 + column] = b + sine * (z * a - x * c) + versine * (y * dot - square * b)
        out[9 + column] = c + sine * (x * b - y * a) + versine * (z * dot - square * c)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def place_tools(data: Data, w: Array, since: float, half: float) -> float:
    """Place the tools in a part of a step; returns the speed of the fastest one's middle, m/s."""
    work, fastest = data.work, 0.0
    for o in range(data.moving.size):
        if data.moving[o] < 0:
            continue
        own, speed, turning = w[data.first + INPUTS * data.moving[o] :], 0.0, 0.0
        for a in range(6):
            work.speeds[o, a] = own[6 + a]
        _rotate(own, 3, 1.0, data.poses[o], work.room)
        for when in range(3):
            after, pose = since + when * half if half < np.inf else 0.0, work.poses[when, o]
            _rotate(own, 9, after, work.room, pose)
            for a in range(3):
                pose[a] = data.poses[o, a] + own[a] + after * own[6 + a]
        for a in range(3):
            speed += own[6 + a] * own[6 + a]
            turning += own[9 + a] * own[9 + a]
        speed = np.sqrt(speed)
        fastest = max(fastest, speed)
        if half < np.inf:
            work.travel[o] = 2.0 * half * (speed + np.sqrt(turning) * data.extent[o]) / data.stride[o]
    return fastest


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def put_point(data: Data, i: int, p: Array, x: Array) -> None:
    """Write the place of a sample into x (3,) m."""
    for a in range(3):
        row, total = data.modes[3 * i + a], data.rest[i, a]
        for j in range(row.size):
            total += row[j] * p[j]
        x[a] = total if row.size > 0 else p[3 * i + a]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def put_change(data: Data, i: int, v: Array, u: Array) -> None:
    """Write D v of a sample into u (3,)."""
    for a in range(3):
        row, total = data.modes[3 * i + a], 0.0
        for j in range(row.size):
            total += row[j] * v[j]
        u[a] = total if row.size > 0 else v[3 * i + a]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def speed_of(data: Data, i: int, v: Array) -> float:
    """The speed of a sample, m/s."""
    u = data.work.u
    put_change(data, i, v, u)
    return float(np.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]))


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def carry_things(data: Data, p: Array) -> None:
    """Place the free things in a part of a step whose middle is at p."""
    work, still = data.work, not data.work.half[0] < np.inf
    for o in range(data.moving.size):
        axes = data.rigidity[o] > 0.0
        for which in range((4 if axes else 2) if data.moving[o] <= -2 else 0):
            i = which - 2 - data.moving[o]
            put_point(data, i, p, work.x)
            put_point(data, i, p if still else work.start, work.u)
            for a in range(3):
                x, start = work.x[a], work.u[a]
                at = a if which == 0 else 2 + 3 * a + which
                rate = 0.0 if still else (x - start) / work.half[0]
                if which == 0 or axes:
                    work.poses[0, o, at], work.poses[1, o, at] = start, x
                    work.poses[2, o, at] = 2.0 * x - start
                if not axes:
                    work.speeds[o, 3 * which + a] = rate
                elif which > 0:
                    work.rates[o, which - 1, a] = rate
        if data.moving[o] <= -2:
            _put_spin(work, o, axes)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _put_spin(work: Work, o: int, axes: bool) -> None:
    """Write the gradient of a free thing's velocity: sum of e_c' e_c^T over its axes, or [W]x of a ball."""
    spin, turning = work.spins[o], work.speeds[o, 3:]
    for a in range(3):
        for b in range(3):
            spin[3 * a + b] = 0.0
            for c in range(3 if axes else 0):
                spin[3 * a + b] += work.rates[o, c, a] * work.poses[1, o, 3 + 3 * b + c]
        if not axes:
            spin[3 * a + (a + 2) % 3], spin[3 * a + (a + 1) % 3] = turning[(a + 1) % 3], -turning[(a + 2) % 3]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def put_within(pose: Array, x: Array, y: Array) -> None:
    """Write the point x (3,) m in the frame of a pose (12,) into y: y_a = e_a (x - c)."""
    for a in range(3):
        y[a] = 0.0
        for b in range(3):
            y[a] += pose[3 + 3 * b + a] * (x[b] - pose[b])


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def travel_of_things(data: Data, v: Array, half: float) -> float:
    """The speed of the fastest free thing's middle, m/s.

    It also writes how far each of them goes in the part, relative to what it may, into `travel`.
    """
    work, fastest = data.work, 0.0
    work.turned[0] = -1.0
    for o in range(data.moving.size):
        if data.moving[o] <= -2:
            speed, turning = speed_of(data, -2 - data.moving[o], v), 0.0
            for axis in range(3 if data.rigidity[o] > 0.0 else 0):
                turning += speed_of(data, axis - 1 - data.moving[o], v) ** 2
            turning = np.sqrt(turning)
            fastest = max(fastest, speed)
            if half < np.inf:
                work.travel[o] = 2.0 * half * (speed + turning * data.extent[o]) / data.stride[o]
                if data.rigidity[o] > 0.0:
                    work.turned[0] = max(work.turned[0], 2.0 * half * turning)
    return fastest


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def look_at_all(data: Data, p: Array, poses: Array) -> None:
    """Evaluate the distances of all samples from shapes in the given `poses`, and keep them as bounds."""
    work = data.work
    for o in range(data.moving.size):
        work.seen_far[o] = 0.0
        for a in range(POSE):
            work.seen_poses[o, a] = poses[o, a]
    for i in range(data.areas.size):
        put_point(data, i, p, work.x)
        for o in range(data.moving.size):
            if data.meets[o, i] == 0:
                work.gaps[o, i] = np.inf
                continue
            distance = put_distance(data.shapes, o, poses[o], work.x, work.room, work.found)
            if data.shapes.kinds[o] == GRID:  # beyond it the distance is a bound, from the least on its rim
                distance = min(distance, data.shapes.grid_frames[int(data.shapes.sizes[o, 0]), 4])
            work.gaps[o, i] = distance - data.radii[i]
            far = 0.0
            for a in range(3):
                far += (work.x[a] - poses[o, a]) ** 2
            work.seen_far[o] = max(work.seen_far[o], far)
    for o in range(data.moving.size):
        work.seen_far[o] = np.sqrt(work.seen_far[o])
    for j in range(p.size):
        work.seen[j] = p[j]
    work.fruitless[0] = 0.0


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def moved_since(data: Data, p: Array) -> float:
    """How far p has moved since all samples were evaluated: the larger distance of the part's two ends.

    The middle of the part is at p.
    """
    work, start, end = data.work, 0.0, 0.0
    for j in range(p.size):
        start += (work.start[j] - work.seen[j]) ** 2
        end += (2.0 * p[j] - work.start[j] - work.seen[j]) ** 2
    return np.sqrt(max(start, end))


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def shifted_since(data: Data, o: int, moved: float, most: float) -> float:
    """The most by which a shape's motion since that evaluation has changed the distance of any sample, m."""
    if data.moving[o] == -1:
        return 0.0
    work, shifted, turned = data.work, 0.0, 0.0
    for when in range(0, 3, 2):
        shift, turn, pose = 0.0, 0.0, work.poses[when, o]
        for a in range(3):
            shift += (pose[a] - work.seen_poses[o, a]) ** 2
        for a in range(3, POSE):
            turn += (pose[a] - work.seen_poses[o, a]) ** 2
        shifted, turned = max(shifted, np.sqrt(shift)), max(turned, np.sqrt(turn))
    return float(shifted + turned * (work.seen_far[o] + most * moved + shifted))


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def does_rub(data: Data, o: int) -> bool:
    """Whether a shape's contact depends on velocity: whether it has friction or damping."""
    return data.friction[o] > 0.0 or data.law[2] > 0.0 or data.law[3] > 0.0
