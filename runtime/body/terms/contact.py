"""Contact of a body with rigid shapes, in reduced coordinates: fixed obstacles, and tools that move.

The body touches by samples x = X + D p of its surface, each with a rest area, by the law of
`runtime.body.contact.law`; shapes are those of `runtime.body.contact.shapes`. A tool has twelve inputs, which
say how it moves during a step: its translation t [m] and rotation vector q [rad], when the step begins, from
where the scene has it at rest, and its velocity V [m/s] and angular velocity W [rad/s], all in space. It goes
on as these have it, and is met where it is in the middle of a part of a step.

Which samples may touch is found without looking at most of them: where all were looked at last, at p_0, each
had a distance phi_0, and since a distance changes by no more than its point is moved, phi > phi_0 - |D| |p -
p_0|. All are looked at anew once that was in vain often enough. What is found does not depend on it.

    force     f = sum D^T (F g - R_u),     F = a P(s_0, s_1),     g = grad phi(x_mid)
    stiffness   = sum D^T (2 a P_1 g grad phi(x_1)^T - F phi'' + R_uu / (h/2) + R_ux) D

of a part of a step of length h that goes from x_0 to x_1. Of it -F phi'', of shapes that are curved, is not
semidefinite, and R_ux and what grad phi(x_1) is other than g not symmetric. Where a tool near the body would
go farther in such a part than half of its own least thickness, or a sample than half of that of a shape
nearby, they might pass through each other: the part is halved, down to the 64th of a step.

Limits: a step of one iteration takes contact as it is where the step begins, and is linearised as if it
stayed so. No second derivatives: whole motions are found by Gauss-Newton. The step's Jacobian has no columns
for the inputs of tools: nobody steers by them. One thread to a `Data`; kernels check no shapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple

import numpy as np

from runtime.base.addresses import InMemory
from runtime.base.kernels import FASTMATH, Array, aligned, aligned_copy, mirror, njit
from runtime.body.contact.data import BODYS, SPIN, ContactArrays, Data, Work
from runtime.body.contact.law import mean, press, rub, rubbed, stored
from runtime.body.contact.shapes import (
    BOX,
    CAPSULE,
    CYLINDER,
    FOUND,
    GRID,
    PLANE,
    ROOM,
    SPHERE,
    Shapes,
    put_distance,
)
from runtime.body.contact.told import Contacts
from runtime.body.terms.term import Kernels, Manner, Slopes

INPUTS = 12  # of a tool: t [m], q [rad], V [m/s], W [rad/s]
POSE = 12  # numbers: where a shape's middle is [m], and its rotation row by row
INSTANT = 1e-6  # s, half of a part of a step that stands for a moment
ORTHOGONAL = 1e-6  # entries of a rotation times its transpose, less one
LEAST_NODES, MOST_NODES = 5, 10_000  # of a grid along an axis
AHEAD = 4.0  # times as far as it comes by its velocity a body may get in a step, for all that is known before
MOST_IN_VAIN = 1.0  # so many samples looked at in vain, as a share of them all, cost what looking at all does


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _rotate(q: Array, at: int, scale: float, turn: Array, out: Array) -> None:
    """exp([scale q]x) of the vector q at `at`, times a rotation `turn` (12,) of a pose, into another's."""
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
def _place(data: Data, w: Array, since: float, half: float) -> float:
    """Where tools are in a part of a step; how fast the fastest goes, but for turning."""
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
            work.hurry[o] = 2.0 * half * (speed + np.sqrt(turning) * data.extent[o]) / data.stride[o]
    return fastest


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _put_point(data: Data, i: int, p: Array, x: Array) -> None:
    """Where a sample is, x (3,) m."""
    for a in range(3):
        row, total = data.modes[3 * i + a], data.rest[i, a]
        for j in range(row.size):
            total += row[j] * p[j]
        x[a] = total if row.size > 0 else p[3 * i + a]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _put_change(data: Data, i: int, v: Array, u: Array) -> None:
    """D v of a sample, into u (3,)."""
    for a in range(3):
        row, total = data.modes[3 * i + a], 0.0
        for j in range(row.size):
            total += row[j] * v[j]
        u[a] = total if row.size > 0 else v[3 * i + a]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _speed(data: Data, i: int, v: Array) -> float:
    """That of a sample, m/s."""
    u = data.work.u
    _put_change(data, i, v, u)
    return float(np.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]))


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _carry(data: Data, p: Array) -> None:
    """Free things to where a part of a step whose middle is at p has them."""
    work, still = data.work, not data.work.half[0] < np.inf
    for o in range(data.moving.size):
        for which in range(2 if data.moving[o] <= -2 else 0):
            i = which - 2 - data.moving[o]
            _put_point(data, i, p, work.x)
            _put_point(data, i, p if still else work.start, work.u)
            for a in range(3):
                x, start = work.x[a], work.u[a]
                work.speeds[o, 3 * which + a] = 0.0 if still else (x - start) / work.half[0]
                if which == 0:
                    work.poses[0, o, a], work.poses[1, o, a], work.poses[2, o, a] = start, x, 2.0 * x - start


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _hurry(data: Data, v: Array, half: float) -> float:
    """How fast the fastest free thing goes; how far each of them may."""
    work, fastest = data.work, 0.0
    for o in range(data.moving.size):
        if data.moving[o] <= -2:
            speed = _speed(data, -2 - data.moving[o], v)
            fastest = max(fastest, speed)
            if half < np.inf:
                work.hurry[o] = 2.0 * half * speed / data.stride[o]
    return fastest


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _meets(data: Data, o: int, i: int) -> bool:
    """Whether a sample may touch a shape: of two free things the later one does, by its middle."""
    own = data.own[i]
    return own == BODYS or (own >= 0 and (data.moving[o] > -2 or o < own))


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _look(data: Data, p: Array, poses: Array) -> None:
    """At all samples, with shapes where `poses` has them."""
    work = data.work
    for o in range(data.moving.size):
        work.seen_far[o] = 0.0
        for a in range(POSE):
            work.seen_poses[o, a] = poses[o, a]
    for i in range(data.areas.size):
        _put_point(data, i, p, work.x)
        for o in range(data.moving.size):
            if not _meets(data, o, i):
                work.gaps[o, i] = np.inf
                continue
            distance = put_distance(data.shapes, o, poses[o], work.x, work.room, work.found)
            work.gaps[o, i] = distance - data.radii[i]
            far = 0.0
            for a in range(3):
                far += (work.x[a] - poses[o, a]) ** 2
            work.seen_far[o] = max(work.seen_far[o], far)
    for o in range(data.moving.size):
        work.seen_far[o] = np.sqrt(work.seen_far[o])
    for j in range(p.size):
        work.seen[j] = p[j]
    work.vain[0] = 0.0


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _moved(data: Data, p: Array) -> float:
    """How far the ends of a part of a step, its middle at p, are from where samples were looked at."""
    work, start, end = data.work, 0.0, 0.0
    for j in range(p.size):
        start += (work.start[j] - work.seen[j]) ** 2
        end += (2.0 * p[j] - work.start[j] - work.seen[j]) ** 2
    return np.sqrt(max(start, end))


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _shifted(data: Data, o: int, moved: float, most: float) -> float:
    """By how much at most a shape's motion since then has changed the distance of any sample."""
    if data.moving[o] == -1:
        return 0.0
    work, largest = data.work, 0.0
    for when in range(0, 3, 2):
        shift, turn, pose = 0.0, 0.0, work.poses[when, o]
        for a in range(3):
            shift += (pose[a] - work.seen_poses[o, a]) ** 2
        for a in range(3, POSE):
            turn += (pose[a] - work.seen_poses[o, a]) ** 2
        shift = np.sqrt(shift)
        largest = max(largest, shift + np.sqrt(turn) * (work.seen_far[o] + most * moved + shift))
    return largest


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _rubs(data: Data, o: int) -> bool:
    """Whether a shape does anything by its velocity."""
    return data.friction[o] > 0.0 or data.law[2] > 0.0 or data.law[3] > 0.0


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _begins_within(data: Data, o: int, i: int, way: float) -> bool:
    """Whether a sample is so near a shape's layer where the part of a step begins."""
    _put_point(data, i, data.work.start, data.work.x)
    return bool(_inside(data, o, i, 0, data.work.x) > -way)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def begin(data: Data, z: Array, w: Array, since: float, half: float) -> float:
    """See `Kernels`; the matrix is not symmetric where friction may act, or a shape is curved."""
    work, p, v = data.work, z[: z.size // 2], z[z.size // 2 :]
    fastest, speed, most = max(_place(data, w, since, half), _hurry(data, v, half)), 0.0, 0.0
    work.half[0] = half
    work.turning[0] = 0.0
    work.part[0] += 1
    for j in range(p.size):
        work.start[j] = p[j]
        speed += v[j] * v[j]
    _carry(data, work.start)
    moved = _moved(data, p)
    if not (moved < np.inf and work.vain[0] <= MOST_IN_VAIN * data.areas.size):
        _look(data, p, work.poses[0])
        moved = 0.0
    if not half < np.inf:
        return 0.0
    for i in range(data.areas.size):
        most = max(most, data.reach[i])
    ahead, near = AHEAD * half * np.sqrt(speed), data.law[0] + AHEAD * half * fastest
    for o in range(data.moving.size):
        if not _rubs(data, o) and data.shapes.kinds[o] == PLANE:
            continue
        shift, hasty = _shifted(data, o, moved, most), 2.0 * half * most * np.sqrt(speed) > data.stride[o]
        for i in range(data.areas.size):
            if work.gaps[o, i] - data.steep[o] * (data.reach[i] * (moved + ahead) + shift) < near:
                work.turning[0] = 1.0
                if work.hurry[o] > 1.0:
                    return np.inf
                if not hasty:
                    break
                way = 2.0 * half * _speed(data, i, v)
                if way > data.stride[o] and _begins_within(
                    data, o, i, data.steep[o] * way + 2.0 * half * fastest
                ):
                    return np.inf
    return float(work.turning[0])


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _put_velocity(data: Data, o: int, i: int, p: Array, x: Array, n: Array, u: Array) -> None:
    """That of a sample that is at x beside its shape's, in a part of a step whose middle is at p.

    Of a free thing that has its middle there it is that of the place where it touches, n (3,) being the
    normal.
    """
    work, V, c, radius = data.work, data.work.speeds[o], data.work.poses[1, o], data.radii[i]
    for a in range(3):
        row, total, b, d = data.modes[3 * i + a], 0.0, (a + 1) % 3, (a + 2) % 3
        for j in range(row.size):
            total += row[j] * (p[j] - work.start[j])
        if row.size == 0:
            total = p[3 * i + a] - work.start[3 * i + a]
        u[a] = total / work.half[0] - V[a]
        u[a] -= V[3 + b] * (x[d] - radius * n[d] - c[d]) - V[3 + d] * (x[b] - radius * n[b] - c[b])
        if data.own[i] >= 0:
            spin = work.speeds[data.own[i], 3:]
            u[a] -= radius * (spin[b] * n[d] - spin[d] * n[b])


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _inside(data: Data, o: int, i: int, when: int, x: Array) -> float:
    """s at x, at one of the three moments of a part of a step; the distance is in `found`."""
    work = data.work
    distance = put_distance(data.shapes, o, work.poses[when, o], x, work.room, work.found)
    return data.law[0] + data.radii[i] - distance


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _begun(data: Data, o: int, i: int) -> Array:
    """s and grad phi of a sample where the part of a step begins."""
    work, own = data.work, data.work.begun[o, i]
    if work.known[o, i] != work.part[0]:
        work.known[o, i] = work.part[0]
        _put_point(data, i, work.start, work.x)
        own[0] = _inside(data, o, i, 0, work.x)
        for a in range(3):
            own[1 + a], own[4 + a] = work.found[1 + a], work.x[a]
    return own


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _touch(data: Data, p: Array, keeps: bool) -> float:
    """The energy at p, that of friction by the contacts that were kept last; `keeps`: these are kept now."""
    work, delta, total, count, most = data.work, data.law[0], 0.0, 0, 0.0
    for i in range(data.areas.size):
        most = max(most, data.reach[i])
    moved, still = _moved(data, p), not work.half[0] < np.inf
    _carry(data, p)
    for o in range(data.moving.size):
        shift, k = _shifted(data, o, moved, most), data.stiffness[o]
        for i in range(data.areas.size):
            if work.gaps[o, i] - data.steep[o] * (data.reach[i] * moved + shift) >= delta:
                continue
            if still:
                _put_point(data, i, p, work.x)
                start = end = _inside(data, o, i, 1, work.x)
            else:
                begun = _begun(data, o, i)
                start = begun[0]
                _put_point(data, i, p, work.x)
                for a in range(3):
                    work.u[a] = 2.0 * work.x[a] - begun[4 + a]
                end = _inside(data, o, i, 2, work.u)
            if not max(start, end) > 0.0:
                work.vain[0] += 1.0
                continue
            if keeps:
                work.at[count, 0], work.at[count, 1] = o, i
                _keep(data, count, p, start, end)
                count += 1
            elif still:
                total += data.areas[i] * press(end, delta, k)[0]
            else:
                total += data.areas[i] * stored(start, end, delta, k, work.means)
    if keeps:
        work.active[0] = count
    for c in range(0 if keeps or still else work.active[0]):
        o, i, F = work.at[c, 0], work.at[c, 1], work.held[c, 0]
        if F > 0.0:
            _put_point(data, i, p, work.x)
            _put_velocity(data, o, i, p, work.x, work.held[c, 2:], work.u)
            sliding, closing = data.friction[o] * F, work.held[c, 1]
            total += work.half[0] * rubbed(work.u, work.held[c, 2:], sliding, closing, data.law[1])
    return total


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _keep(data: Data, k: int, p: Array, start: float, end: float) -> None:
    """Force and stiffness of a contact between two depths; `x` is its middle, phi at its end in `found`."""
    work, o, i, area = data.work, data.work.at[k, 0], data.work.at[k, 1], data.areas[data.work.at[k, 1]]
    pull, blocks, first, last = work.pulls[k], work.blocks[k], work.begun[o, i], work.last
    means = work.means
    mean(start, end, data.law[0], data.stiffness[o], means)
    for at in range(6):
        means[at] *= area
    still = not work.half[0] < np.inf
    for a in range(3):
        last[a] = work.found[1 + a]
    if not still and (
        data.shapes.kinds[o] != PLANE or data.moving[o] >= 0
    ):  # one that turns not bends nowhere
        _inside(data, o, i, 1, work.x)
    force, slope = means[0], work.found[1:4]
    for a in range(3):
        pull[a] = force * slope[a]
        for b in range(3):
            at, both = 3 * a + b, slope[a] * slope[b]
            begun = 0.0 if still else slope[a] * (first[1 + b] - slope[b])
            ended = 0.0 if still else slope[a] * (last[b] - slope[b])
            blocks[at], blocks[36 + at] = (means[3] if still else 2.0 * means[2]) * both, means[3] * both
            blocks[9 + at] = -force * work.found[4 + at]
            blocks[18 + at] = 0.0
            blocks[27 + at], blocks[45 + at] = 2.0 * means[2] * ended, means[1] * begun + means[2] * ended
    work.held[k, 0] = 0.0
    if still or force <= 0.0 or not _rubs(data, o):
        _act(data, k, False)
        return
    n, by_x, law, found, V = (
        work.room[:3],
        work.room[3:12],
        work.room[12:15],
        work.room[15:36],
        work.speeds[o],
    )
    length = np.sqrt(slope[0] * slope[0] + slope[1] * slope[1] + slope[2] * slope[2])
    for a in range(3):
        n[a] = work.held[k, 2 + a] = slope[a] / length
    for b in range(3):
        along = 0.0
        for a in range(3):
            along += n[a] * work.found[4 + 3 * a + b]
        for a in range(3):
            by_x[3 * a + b] = (work.found[4 + 3 * a + b] - n[a] * along) / length
    _put_velocity(data, o, i, p, work.x, n, work.u)
    radius, bent, spin = data.radii[i], work.room[36:45], work.speeds[max(data.own[i], 0), 3:]
    for a in range(3):
        work.arms[k, 3 + a] = -radius * n[a]
        work.arms[k, a] = work.x[a] - work.poses[1, o, a] - radius * n[a]
        b, d = (a + 1) % 3, (a + 2) % 3
        for c in range(3):  # how the velocity changes as the place moves, where a free thing touches
            work.turns[k, 3 * a + c] = radius * by_x[3 * a + c]
            one, other = radius * by_x[3 * b + c], radius * by_x[3 * d + c]
            bent[3 * a + c] = (spin[d] - V[3 + d]) * one - (spin[b] - V[3 + b]) * other
    law[0], law[1], law[2] = (
        data.friction[o] * force,
        data.law[2] * force + data.law[3] * means[3],
        data.law[1],
    )
    work.held[k, 0], work.held[k, 1] = force, law[1]
    damped = rub(work.u, n, law, by_x, found)
    closing = min(work.u[0] * n[0] + work.u[1] * n[1] + work.u[2] * n[2], 0.0)
    by_start = data.law[2] * means[1] + data.law[3] * means[4]  # of C
    by_end = data.law[2] * means[2] + data.law[3] * means[5]
    for a in range(3):
        b, d = (a + 1) % 3, (a + 2) % 3
        for c in range(3):  # by n and, of what turns, by the shape's own velocity there; then by F and by C
            at, row, rubs = 3 * c + a, found[3 + 3 * c :], (found[c] - damped * n[c]) / force
            turned = found[12 + at] - row[b] * V[3 + d] + row[d] * V[3 + b]
            turned += row[0] * bent[a] + row[1] * bent[3 + a] + row[2] * bent[6 + a]
            ends = (rubs * means[2] + closing * n[c] * by_end) * last[a]
            stiffens = closing * by_end * length * n[a] * n[c]  # what of it is symmetric
            blocks[18 + at] = found[3 + at]
            blocks[at] -= 2.0 * stiffens
            blocks[27 + at] += turned - 2.0 * (ends - stiffens)
            blocks[45 + at] += turned - ends - (rubs * means[1] + closing * n[c] * by_start) * first[1 + a]
    for a in range(3):
        pull[a] -= found[a]
    _act(data, k, True)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _act(data: Data, k: int, spins: bool) -> None:
    """What a contact acts on, and how; it `spins` free things where it pulls along their surface."""
    work, o, i = data.work, data.work.at[k, 0], data.work.at[k, 1]
    points, acting, pull, arms = work.points[k], work.acting[k], work.pulls[k], work.arms[k]
    middle, own = -2 - data.moving[o], data.own[i]
    points[0], points[1] = i, middle if middle >= 0 else -1
    points[2] = middle + 1 if middle >= 0 and spins else -1
    points[3] = i + 1 if own >= 0 and spins else -1
    for a in range(3):
        b, d = (a + 1) % 3, (a + 2) % 3
        acting[0, a], acting[1, a] = pull[a], -pull[a]
        acting[2, a] = arms[d] * pull[b] - arms[b] * pull[d]
        acting[3, a] = arms[3 + b] * pull[d] - arms[3 + d] * pull[b]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def add_force(data: Data, p: Array, v: Array, half: float, residual: Array) -> float:
    """See `Kernels`."""
    work, total = data.work, 0.0
    _touch(data, p, True)
    work.force[:] = 0.0
    for k in range(work.active[0]):
        for which in range(4):
            if work.points[k, which] < 0:
                continue
            first, pull = 3 * work.points[k, which], work.acting[k, which]
            one, two, three = data.modes[first], data.modes[first + 1], data.modes[first + 2]
            for j in range(work.force.size):
                work.force[j] += one[j] * pull[0] + two[j] * pull[1] + three[j] * pull[2]
    for j in range(work.force.size):
        residual[j] -= half * work.force[j]
        total += work.force[j] * work.force[j]
    return np.sqrt(total)


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

    Their product left^T right is the contact's share of what `_add_products` adds. E (3, r) maps coordinates
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
                one = other = 0.0  # along two axes, how the arm's end moves
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
def _add_products(data: Data, factors: Array, whole: bool, free: int, target: Array) -> None:
    """target += sum of N^T block N, its upper triangle, or the `whole` of what is not symmetric.

    A contact's block is the sum of its six, times `factors` (6,). Of contacts in which no free thing takes
    part where `free` is 0, of all others where it is 1, of all where it is 2.
    """
    work, rows = data.work, 0
    for k in range(work.active[0]):
        takes_part = work.points[k, 1] >= 0 or work.points[k, 3] >= 0
        if takes_part and free > 0:
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
def _put_factors(
    data: Data, x: float, curved: float, u: float, turned: float, start: float, by: float
) -> Array:
    """Of a contact's six blocks, as they come."""
    found = data.work.factors
    found[0], found[1], found[2], found[3], found[4], found[5] = x, curved, u, turned, start, by
    return found


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _add_stiffness(data: Data, scale: float, whole: bool, target: Array) -> None:
    """See `Kernels`; where what is not symmetric is asked for as well, that adds both, by one product."""
    data.work.turning[1] = 1.0 if whole else 0.0
    if data.work.turning[0] > 0.0:
        return
    by_u = scale / data.work.half[0] if data.work.half[0] < np.inf else 0.0
    factors = _put_factors(data, scale, scale if whole else 0.0, by_u, 0.0, 0.0, 0.0)
    _add_products(data, factors, False, 2, target)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _add_rubbing(data: Data, target: Array) -> None:
    """How the force changes with the velocity, its upper triangle."""
    _add_products(data, _put_factors(data, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0), False, 2, target)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def energy_at(data: Data, p: Array) -> float:
    """See `Kernels`."""
    return float(_touch(data, p, False))


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _power(data: Data, direction: Array) -> float:
    total = 0.0
    for j in range(direction.size):
        total += direction[j] * data.work.force[j]
    return total


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _add_turning(data: Data, half: float, tangent: Array) -> None:
    scale, turning = half * half, data.work.turning
    if turning[0] > 0.0:
        _add_products(
            data, _put_factors(data, scale, scale * turning[1], half, scale, 0.0, 0.0), True, 2, tangent
        )


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _vary(data: Data, half: float, once: bool, projected: bool, v: Array, target: Array) -> None:
    """By where the part of a step begins, for a given v_mid."""
    _add_products(data, _put_factors(data, 0.0, -half, 0.0, 0.0, -half, 0.0), False, 0, target)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _vary_turning(data: Data, half: float, target: Array) -> None:
    _add_products(data, _put_factors(data, 0.0, 0.0, 0.0, 0.0, 0.0, -half), True, 0, target)
    _add_products(data, _put_factors(data, 0.0, -half, 0.0, 0.0, -half, -half), True, 1, target)


class Touch(NamedTuple):
    """Where a body touches, and how: k samples, each with one shape."""

    samples: Array  # (k,)
    shapes: Array  # (k,)
    points: Array  # (k, 3) m
    normals: Array  # (k, 3) out of the shape
    forces: Array  # (k, 3) N on the body


class Contact(ContactArrays):
    """What it does, for callers outside a loop."""

    driven: ClassVar[bool] = False
    manner: ClassVar[Manner] = Manner(tiled=False, searched=True)
    kernels: ClassVar[Kernels] = Kernels(
        begin,
        add_force,
        _add_stiffness,
        _add_turning,
        energy_at,
        _power,
        _vary,
        _vary_turning,
    )

    @property
    def inputs(self) -> int:
        """Twelve of each tool."""
        return INPUTS * int(self.moving.max(initial=-1) + 1)

    def force(self, p: Array, v: Array, inputs: Array) -> Array:
        """See `Term`; friction is by the normal force at p."""
        return np.array(self._moment(p, v, inputs).data.work.force)

    def slopes(self, p: Array, v: Array, inputs: Array) -> Slopes:
        """See `Term`; by the inputs of tools nothing."""
        there = self._moment(p, v, inputs).there
        r = p.size
        by_speed, by_place = np.zeros((r, r)), np.zeros((r, r))
        _add_rubbing(there, by_speed)
        _vary(there, 1.0, False, False, v, by_place)
        mirror(by_place)
        mirror(by_speed)
        _vary_turning(there, 1.0, by_place)
        return Slopes(by_place, by_speed, np.zeros((r, self.inputs)))

    def energy(self, p: Array, inputs: Array) -> float:
        """Of what is pressed together, J."""
        return float(energy_at(self._moment(p, np.zeros_like(p), inputs).there, np.ascontiguousarray(p)))

    def check(self) -> None:
        """Raise ValueError where its arrays are no shapes, or kernels would read beyond them."""
        turns = self.poses[:, 3:].reshape(-1, 3, 3)
        if np.abs(turns @ turns.transpose(0, 2, 1) - np.eye(3)).max() > ORTHOGONAL:
            raise ValueError("contact/poses: their last nine numbers are no rotations")
        self._check_free()
        tools = self.moving[self.moving >= 0]
        if (
            not np.array_equal(tools, np.arange(len(tools)))
            or (self.moving[len(self.moving) - len(tools) :] < 0).any()
        ):
            raise ValueError(
                "contact/moving: expected less than 0 of what is no tool, and then 0, 1, ... of tools"
            )
        if not (self.law[:2] > 0).all():
            raise ValueError("contact/law: its first two numbers must be above 0")
        needed = np.array([0, 1, 2, 2, 3, 0])[self.kinds]
        if not all((size[:count] > 0).all() for size, count in zip(self.sizes, needed, strict=True)):
            raise ValueError("contact/sizes: a shape has no size")
        numbers = self.sizes[self.kinds == GRID, 0]
        if not np.isin(numbers, np.arange(len(self.grid_shapes))).all():
            raise ValueError("contact/sizes: of a grid that is not there")
        counts, starts = self.grid_shapes[:, :3], self.grid_shapes[:, 3]
        if (counts < LEAST_NODES).any() or (counts > MOST_NODES).any():
            raise ValueError(
                f"contact/grid_shapes: expected {LEAST_NODES} to {MOST_NODES} nodes along each axis"
            )
        if (starts + counts.prod(axis=1) > len(self.coefficients)).any():
            raise ValueError("contact/grid_shapes: a grid has more nodes than there are coefficients")
        if (self.grid_frames[:, 3] <= 0).any():
            raise ValueError("contact/grid_frames: no distance between nodes")

    def _check_free(self) -> None:
        """Each free thing is a sphere, and has two samples of its own: its middle, and how it has turned."""
        free = self.moving <= -2
        if (self.kinds[free] != SPHERE).any():
            raise ValueError("contact/kinds: only a sphere can be free")
        own = np.concatenate([-2 - self.moving[free], -1 - self.moving[free]])
        if (own >= len(self.areas)).any() or len(np.unique(own)) < len(own):
            raise ValueError("contact/moving: of free things expected -2 less the sample of their middle")

    @property
    def whose(self) -> Array:
        """Of each sample which free thing's middle it is (m,); `BODYS`, or `SPIN` of what is no place."""
        found = np.full(len(self.areas), BODYS)
        for shape in np.flatnonzero(self.moving <= -2):
            found[-2 - self.moving[shape]], found[-1 - self.moving[shape]] = shape, SPIN
        return found

    def data(self, first: int) -> Data:
        """See `Term`."""
        (m, _, r), o = self.point_modes.shape, len(self.kinds)
        whose = self.whose
        pairs, rows = m * o, (9 if (whose >= 0).any() else 3) * m * o
        steep = np.ones(o)
        grids = self.sizes[self.kinds == GRID, 0].astype(int)
        steep[self.kinds == GRID] = self.grid_slopes[grids]
        coordinates = r or 3 * m
        numbers = {
            "speeds": (o, 6),
            "hurry": (o,),
            "half": (1,),
            "start": (coordinates,),
            "seen_poses": (o, POSE),
            "seen_far": (o,),
            "gaps": (o, m),
            "vain": (1,),
            "pulls": (pairs, 3),
            "held": (pairs, 5),
            "blocks": (pairs, 54),
            "force": (r,),
            "acting": (pairs, 4, 3),
            "arms": (pairs, 6),
            "turns": (pairs, 9),
            "left": (rows, r),
            "right": (rows, r),
            "apart": (3, r),
            "product": (r, r),
            "room": (ROOM,),
            "found": (FOUND,),
            "x": (3,),
            "u": (3,),
            "last": (3,),
            "means": (6,),
            "factors": (6,),
            "begun": (o, m, 7),
        }
        work = Work(
            **{name: aligned(*shape) for name, shape in numbers.items()},
            at=np.zeros((pairs, 2), dtype=np.int64),
            points=np.zeros((pairs, 4), dtype=np.int64),
            active=np.zeros(1, dtype=np.int64),
            poses=aligned_copy(np.tile(self.poses, (3, 1, 1))),
            seen=np.full(coordinates, np.nan),
            turning=np.zeros(2),
            part=np.zeros(1, dtype=np.int64),
            known=np.zeros((o, m), dtype=np.int64),
        )
        shapes = Shapes(
            *map(
                aligned_copy, (self.kinds, self.sizes, self.grid_shapes, self.grid_frames, self.coefficients)
            )
        )
        return Data(
            first,
            aligned_copy(self.points),
            aligned_copy(self.point_modes.reshape(3 * m, r)),
            aligned_copy(self.areas),
            np.where(whose == SPIN, 0.0, self._reach),
            steep,
            *self._pace,
            shapes,
            aligned_copy(self.poses),
            aligned_copy(self.moving),
            whose,
            np.where(whose >= 0, self.sizes[np.maximum(whose, 0), 0], 0.0),
            aligned_copy(self.friction),
            aligned_copy(self.stiffness),
            aligned_copy(self.law),
            work,
        )

    @cached_property
    def _pace(self) -> tuple[Array, Array]:
        """How far each shape may go in a part of a step, and how far it reaches (o,) m."""
        a, b, c = self.sizes.T
        thin, far = np.full(len(self.kinds), np.inf), np.zeros(len(self.kinds))
        for kind, thinnest, extent in (
            (SPHERE, a, a),
            (CAPSULE, a, a + b),
            (CYLINDER, np.minimum(a, b), np.hypot(a, b)),
            (BOX, np.minimum(np.minimum(a, b), c), np.sqrt(a**2 + b**2 + c**2)),
        ):
            own = self.kinds == kind
            thin[own], far[own] = thinnest[own], extent[own]
        for shape in np.flatnonzero(self.kinds == GRID):
            thin[shape], far[shape] = self._grid_size(int(a[shape]))
        return np.maximum(thin, self.law[0]), far

    def _grid_size(self, grid: int) -> tuple[float, float]:
        """How deep the deepest place inside a closed surface is, and how far its grid reaches, m."""
        *counts, start = self.grid_shapes[grid].tolist()
        low, spacing = self.grid_frames[grid, :3], self.grid_frames[grid, 3]
        corner = np.maximum(np.abs(low), np.abs(low + spacing * (np.array(counts) - 1)))
        there = self.coefficients[start : start + int(np.prod(counts))].reshape(counts)
        for axis in range(3):  # from coefficients to values at nodes
            row = np.moveaxis(there, axis, 0)
            there = np.moveaxis((row[:-2] + 4.0 * row[1:-1] + row[2:]) / 6.0, 0, axis)
        return max(float(-there.min()), 0.0), float(np.linalg.norm(corner))

    @property
    def _reach(self) -> Array:
        """How far a unit of p moves each sample at most (m,)."""
        m, _, r = self.point_modes.shape
        return np.linalg.norm(self.point_modes, 2, axis=(1, 2)) if m and r else np.ones(m)

    def _moment(self, p: Array, v: Array, inputs: Array) -> Feeler:
        """What is found at p and v, as if a part of a step of an instant began there."""
        found = Feeler(self)
        found.look(np.concatenate([p, v]), p + INSTANT * v, inputs, INSTANT)
        return found


class Feeler:
    """What is found of contact outside of a loop, in memory of its own: for one thread.

    `theta` is where in a step its equation holds (`runtime.body.midpoint`).
    """

    def __init__(self, contact: Contact, theta: float = 0.5) -> None:
        self._contact, self._theta = contact, theta
        self.data = contact.data(0)
        self.there = InMemory(self.data)  # as kernels take it

    def look(self, z: Array, middle: Array, inputs: Array, half: float) -> None:
        """At a part of a step from the state z (2r,), whose middle is at p = `middle` (r,)."""
        given = np.ascontiguousarray(inputs, dtype=float)
        begin(self.there, np.ascontiguousarray(z, dtype=float), given, 0.0, half)
        add_force(
            self.there, np.ascontiguousarray(middle), np.zeros_like(middle), half, np.zeros_like(middle)
        )

    def pressing(self, p: Array, inputs: Array, which: int) -> Array:
        """The force (3,) N of a shape on the body in rest at p (r,)."""
        self.look(np.concatenate([p, np.zeros_like(p)]), p, inputs, np.inf)
        work, found = self.data.work, np.zeros(3)
        for (shape, sample), pull in zip(work.at[: int(work.active[0])], work.pulls, strict=False):
            if shape == which and self.data.own[sample] == BODYS:
                found += pull
        return found

    def touch(self, start: Array, end: Array, inputs: Array, dt: float) -> Touch:
        """The body's contacts in a step of `dt` s from the state `start` (2r or more,) to the state `end`.

        They are evaluated where the step's equation holds, under the tools' `inputs`. A step that was halved
        is evaluated as if it had been taken in one piece.
        """
        contact, work = self._contact, self.data.work
        r = contact.point_modes.shape[2]
        p, theta = np.array(start[:r], float), self._theta
        middle = np.asarray((1.0 - theta) * start[:r] + theta * end[:r], dtype=float)
        self.look(np.concatenate([p, np.zeros(r)]), middle, inputs, theta * dt)
        count = int(work.active[0])
        bodys = self.data.own[work.at[:count, 1]] == BODYS
        shapes, samples = work.at[:count][bodys].T
        points = contact.points[samples] + contact.point_modes[samples] @ middle
        normals = np.zeros_like(points)
        for normal, o, x in zip(normals, shapes, points, strict=True):
            put_distance(self.data.shapes, o, work.poses[1, o], x, work.room, work.found)
            normal[:] = work.found[1:4] / np.linalg.norm(work.found[1:4])
        return Touch(samples.copy(), shapes.copy(), points, normals, work.pulls[:count][bodys])

    def along(self, states: Array, inputs: Array, dt: float, names: Sequence[str]) -> Contacts:
        """All contacts of a run with states (T + 1, 2r or more), under the tools' inputs (T, k)."""
        found = [self.touch(*each, dt) for each in zip(states, states[1:], inputs, strict=False)]
        steps = np.repeat(np.arange(len(found)), [len(touch.shapes) for touch in found])
        none = np.zeros((0, 3))
        parts = zip(*found, strict=True) if found else [[]] * len(Touch._fields)
        _, shapes, *vectors = ([each for each in part if len(each)] for part in parts)
        told = (np.concatenate([none, *each]) for each in vectors)
        return Contacts(names, steps, np.concatenate([np.zeros(0, int), *shapes]), *told)

    def wrench(self, touch: Touch, which: int) -> tuple[Array, Array]:
        """Force (3,) N on a shape, and torque (3,) N m about its middle, in the step last asked of."""
        own = touch.shapes == which
        arms = touch.points[own] - self.data.work.poses[1, which, :3]
        return -touch.forces[own].sum(axis=0), -np.cross(arms, touch.forces[own]).sum(axis=0)
