"""The search for the samples that are in contact in a part of a step, and their forces and stiffness.

For shapes that have axes, contact is found in their own frame (`runtime.body.contact.rigid`), for others in
space.

Limits: kernels check no shapes; working memory is for one thread.
"""

from __future__ import annotations

import numpy as np

from runtime.base.kernels import FASTMATH, Array, njit
from runtime.body.contact.data import Data
from runtime.body.contact.law import mean, press, rub, rubbed, stored
from runtime.body.contact.moving import (
    carry_things,
    does_rub,
    moved_since,
    put_point,
    put_within,
    shifted_since,
)
from runtime.body.contact.shapes import PLANE, put_distance


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _put_velocity(data: Data, o: int, i: int, p: Array, x: Array, n: Array, u: Array) -> None:
    """Write the velocity of a sample at x relative to its shape into `u`; the middle of the part is at p.

    A sample may be a ball about a point of a free thing: then it is the velocity of the point of the ball
    that touches, n (3,) being the normal.
    """
    work, V, c, radius = data.work, data.work.speeds[o], data.work.poses[1, o], data.radii[i]
    if data.rigidity[o] > 0.0:
        begun = work.begun[o, i]
        for a in range(3):
            u[a] = 2.0 * x[a] - begun[4 + a]
        put_within(work.poses[2, o], u, work.y)
        for a in range(3):
            u[a] = (work.y[a] - begun[7 + a]) / (2.0 * work.half[0])
        return
    spin = work.spins[max(data.own[i], 0)]
    for a in range(3):
        row, total, b, d = data.modes[3 * i + a], 0.0, (a + 1) % 3, (a + 2) % 3
        for j in range(row.size):
            total += row[j] * (p[j] - work.start[j])
        if row.size == 0:
            total = p[3 * i + a] - work.start[3 * i + a]
        u[a] = total / work.half[0] - V[a]
        u[a] -= V[3 + b] * (x[d] - radius * n[d] - c[d]) - V[3 + d] * (x[b] - radius * n[b] - c[b])
        if radius > 0.0:
            u[a] -= radius * (spin[3 * a] * n[0] + spin[3 * a + 1] * n[1] + spin[3 * a + 2] * n[2])


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def depth_of(data: Data, o: int, i: int, when: int, x: Array) -> float:
    """The depth s at x, at one of the three moments of a part of a step; the distance is left in `found`.

    For a shape that has axes the distance is in its frame, and the place of x in that frame is left in `y`.
    """
    work, pose, place = data.work, data.work.poses[when, o], x
    if data.rigidity[o] > 0.0:
        put_within(pose, x, work.y)
        pose, place = work.straight, work.y
    distance = put_distance(data.shapes, o, pose, place, work.room, work.found)
    return data.law[0] + data.radii[i] - distance


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _begun(data: Data, o: int, i: int) -> Array:
    """The depth s, grad phi and the place of a sample at the start of a part of a step, computed once."""
    work, own = data.work, data.work.begun[o, i]
    if work.known[o, i] != work.part[0]:
        work.known[o, i] = work.part[0]
        put_point(data, i, work.start, work.x)
        own[0] = depth_of(data, o, i, 0, work.x)
        for a in range(3):
            own[1 + a], own[4 + a], own[7 + a] = work.found[1 + a], work.x[a], work.y[a]
    return own


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def touch_all(data: Data, p: Array, keeps: bool) -> float:
    """The energy of contact at p; with `keeps`, the contacts at p are kept, and no energy is computed.

    The energy of friction is that of the contacts that were kept last.
    """
    work, delta, total, count, most = data.work, data.law[0], 0.0, 0, 0.0
    for i in range(data.areas.size):
        most = max(most, data.reach[i])
    moved, still = moved_since(data, p), not work.half[0] < np.inf
    carry_things(data, p)
    for o in range(data.moving.size):
        shift, k = shifted_since(data, o, moved, most), data.stiffness[o]
        for i in range(data.areas.size):
            if work.gaps[o, i] - data.steep[o] * (data.reach[i] * moved + shift) >= delta:
                continue
            if still:
                put_point(data, i, p, work.x)
                start = end = depth_of(data, o, i, 1, work.x)
            else:
                begun = _begun(data, o, i)
                start = begun[0]
                put_point(data, i, p, work.x)
                for a in range(3):
                    work.u[a] = 2.0 * work.x[a] - begun[4 + a]
                end = depth_of(data, o, i, 2, work.u)
            if not max(start, end) > 0.0:
                work.fruitless[0] += 1.0
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
            put_point(data, i, p, work.x)
            _put_velocity(data, o, i, p, work.x, work.held[c, 2:], work.u)
            sliding, closing = data.friction[o] * F, work.held[c, 1]
            total += work.half[0] * rubbed(work.u, work.held[c, 2:], sliding, closing, data.law[1])
    return total


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _keep(data: Data, k: int, p: Array, start: float, end: float) -> None:
    """Keep the force and the stiffness of contact number k, whose depth goes from `start` to `end`.

    When it is called, `x` of the working memory is the sample's place in the middle of the part, `found` the
    distance at the part's end, and, for a shape that has axes, `y` the place at the part's end in the frame
    of the shape. `found` and `y` are overwritten.
    """
    work, o, i, area = data.work, data.work.at[k, 0], data.work.at[k, 1], data.areas[data.work.at[k, 1]]
    framed = data.rigidity[o] > 0.0
    pull, blocks, first, last = work.pulls[k], work.blocks[k], work.begun[o, i], work.last
    means = work.means
    mean(start, end, data.law[0], data.stiffness[o], means)
    for at in range(6):
        means[at] *= area
    still = not work.half[0] < np.inf
    for a in range(3):
        last[a] = work.found[1 + a]
    if framed and not still:
        for a in range(3):
            work.y[a] = 0.5 * (work.y[a] + first[7 + a])
        put_distance(data.shapes, o, work.straight, work.y, work.room, work.found)
    elif not still and (
        data.shapes.kinds[o] != PLANE or data.moving[o] >= 0
    ):  # a plane at rest has the same normal everywhere, and the last distance still holds
        depth_of(data, o, i, 1, work.x)
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
    for a in range(3):
        work.arms[k, a] = work.x[a] - work.poses[1, o, a]
        work.from_start[k, a] = work.arms[k, a] if still else first[4 + a] - work.poses[0, o, a]
    if still or force <= 0.0 or not does_rub(data, o):
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
    radius, bent, spin = 0.0 if framed else data.radii[i], work.room[36:45], work.spins[max(data.own[i], 0)]
    for a in range(3):
        work.arms[k, 3 + a] = -radius * n[a]
        work.arms[k, a] -= radius * n[a]
        b, d = (a + 1) % 3, (a + 2) % 3
        for c in range(3):  # derivative of the relative velocity by the position, where a free thing touches
            work.turns[k, 3 * a + c] = radius * by_x[3 * a + c]
            one, other = radius * by_x[3 * b + c], radius * by_x[3 * d + c]
            bent[3 * a + c] = V[3 + b] * other - V[3 + d] * one
            for e in range(3):
                bent[3 * a + c] -= radius * spin[3 * a + e] * by_x[3 * e + c]
    law[0], law[1], law[2] = (
        data.friction[o] * force,
        data.law[2] * force + data.law[3] * means[3],
        data.law[1],
    )
    work.held[k, 0], work.held[k, 1] = force, law[1]
    damped = rub(work.u, n, law, by_x, found)
    closing = min(work.u[0] * n[0] + work.u[1] * n[1] + work.u[2] * n[2], 0.0)
    by_start = data.law[2] * means[1] + data.law[3] * means[4]  # derivative of C by the depth at the start
    by_end = data.law[2] * means[2] + data.law[3] * means[5]
    for a in range(3):
        b, d = (a + 1) % 3, (a + 2) % 3
        # by n (for turning shapes also by the shape's velocity at the contact), then by F and by C
        for c in range(3):
            at, row, rubs = 3 * c + a, found[3 + 3 * c :], (found[c] - damped * n[c]) / force
            turned = found[12 + at] - row[b] * V[3 + d] + row[d] * V[3 + b]
            turned += row[0] * bent[a] + row[1] * bent[3 + a] + row[2] * bent[6 + a]
            ends = (rubs * means[2] + closing * n[c] * by_end) * last[a]
            stiffens = closing * by_end * length * n[a] * n[c]  # the symmetric part
            blocks[18 + at] = found[3 + at]
            blocks[at] -= 2.0 * stiffens
            blocks[27 + at] += turned - 2.0 * (ends - stiffens)
            blocks[45 + at] += turned - ends - (rubs * means[1] + closing * n[c] * by_start) * first[1 + a]
    for a in range(3):
        pull[a] -= found[a]
    _act(data, k, True)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _act(data: Data, k: int, spins: bool) -> None:
    """Keep the samples on which contact number k acts, and the forces and torques on them.

    With `spins`, its force along the surface turns free things. The force on a shape that has axes is given
    in its frame, and is turned into space here.
    """
    work, o, i = data.work, data.work.at[k, 0], data.work.at[k, 1]
    points, acting, pull, arms = work.points[k], work.acting[k], work.pulls[k], work.arms[k]
    middle, own, framed = -2 - data.moving[o], data.own[i], data.rigidity[o] > 0.0
    rolls = own >= 0 and spins and not framed and data.radii[i] > 0.0
    axes = rolls and data.rigidity[own] > 0.0
    points[0], points[1] = i, middle if middle >= 0 else -1
    points[2] = middle + 1 if middle >= 0 and (spins or framed) else -1
    points[3] = i + 1 if rolls else -1
    points[4] = -1
    if framed or axes:
        pose, first = work.poses[1, o if framed else own], middle if framed else -2 - data.moving[own]
        for a in range(3):
            points[2 + a], work.within[k, a] = first + 1 + a, pull[a]
        for a in range(3):
            share = pose[3 + a] * arms[3] + pose[6 + a] * arms[4] + pose[9 + a] * arms[5]
            if framed:
                pull[a] = 0.0
            for b in range(3):
                if framed:
                    pull[a] += pose[3 + 3 * a + b] * work.within[k, b]
                    acting[2 + a, b] = work.within[k, a] * arms[b]
                else:
                    acting[2 + a, b] = share * pull[b]
    for a in range(3):
        b, d = (a + 1) % 3, (a + 2) % 3
        acting[0, a], acting[1, a] = pull[a], -pull[a]
        if not framed and not axes:
            acting[2, a] = arms[d] * pull[b] - arms[b] * pull[d]
            acting[3, a] = arms[3 + b] * pull[d] - arms[3 + d] * pull[b]
