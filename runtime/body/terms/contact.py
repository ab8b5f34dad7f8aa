"""Contact of a body with rigid shapes, in reduced coordinates: fixed obstacles, and tools that move.

The body touches by samples x = X + D p of its surface, each with a rest area, by the law of
`runtime.body.contact.law`; shapes are those of `runtime.body.contact.shapes`. A tool has twelve inputs, which
give its motion during a step: its translation t [m] and rotation vector q [rad] from its pose at rest, when
the step begins, and its velocity V [m/s] and angular velocity W [rad/s], all in space. It moves on with these
velocities, and contact is evaluated with its pose in the middle of a part of a step.

    force     f = sum D^T (F g - R_u),     F = a P(s_0, s_1),     g = grad phi(x_mid)
    stiffness   = sum D^T (2 a P_1 g grad phi(x_1)^T - F phi'' + R_uu / (h/2) + R_ux) D

for a part of a step of length h that goes from x_0 to x_1. The part -F phi'', of curved shapes, is not
semidefinite; R_ux, and the difference of grad phi(x_1) from g, are not symmetric. Where a tool near the body
would move farther in such a part than half of its own least thickness, or a sample farther than half of that
of a shape nearby, they might pass through each other: the part is then halved, down to the 64th of a step.

The plant's forces on coordinates of free things stand for what a reduced body's touch lacks of a full one's
(docs/theory.md, "The reference"). They act only in parts of a step in which the body could reach the thing,
as it is then and as fast as both go; elsewhere they are `idle`.

Limits: a step of one iteration uses contact as it is where the step begins, and is linearised as if it did
not change. There are no second derivatives, so that whole motions are found by Gauss-Newton. The step's
Jacobian has no columns for the inputs of tools, which are no controls. A `Data` is for one thread; kernels
check no shapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple

import numpy as np

from runtime.base.addresses import InMemory
from runtime.base.kernels import FASTMATH, Array, mirror, njit
from runtime.body.contact.contacts import Contacts
from runtime.body.contact.data import BODYS, INPUTS, POSE, ContactArrays, Data
from runtime.body.contact.meeting import depth_of, touch_all
from runtime.body.contact.moving import (
    carry_things,
    does_rub,
    look_at_all,
    moved_since,
    place_tools,
    put_point,
    shifted_since,
    speed_of,
    travel_of_things,
)
from runtime.body.contact.prepared import (
    axes_coordinates,
    check_arrays,
    data_of,
    loose_coordinates,
    turning_directions,
)
from runtime.body.contact.products import add_products, put_factors
from runtime.body.contact.rigid import add_binding, binding_work
from runtime.body.contact.shapes import PLANE, put_distance
from runtime.body.terms.term import Kernels, Manner, Slopes

INSTANT = 1e-6  # s, half length of the very short step by which forces at an instant are evaluated
# safety factor: a body is assumed to move at most this many times as far in a step as its velocity says
AHEAD = 4.0
# as a fraction of a free thing's size: the body reaches it from this far, even if nothing moves
BESIDE = 0.1
# largest `turned` (sqrt(2) times an angle [rad]) in a part of a step; beyond it iterations may not converge
MOST_TURNED = 1.0
# fruitless distance evaluations, as a fraction of all samples, after which evaluating all anew is cheaper
MOST_FRUITLESS = 1.0


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _begins_within(data: Data, o: int, i: int, way: float) -> bool:
    """Whether a sample is within `way` of a shape's layer where the part of a step begins."""
    put_point(data, i, data.work.start, data.work.x)
    return bool(depth_of(data, o, i, 0, data.work.x) > -way)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _may_meet(data: Data, o: int, i: int, ahead: float, near: float) -> bool:
    """Whether a sample may be within `near` of a shape in a part of a step in which p goes at most `ahead`.

    It depends on the part alone, and not on when all samples were evaluated last.
    """
    work, start, end = data.work, data.work.poses[0, o], data.work.poses[2, o]
    put_point(data, i, work.start, work.x)
    shift, turn, arm = 0.0, 0.0, 0.0
    for a in range(3):
        shift += (end[a] - start[a]) ** 2
        arm += (work.x[a] - start[a]) ** 2
    for a in range(3, POSE):
        turn += (end[a] - start[a]) ** 2
    way = data.reach[i] * ahead + np.sqrt(shift) + np.sqrt(turn * arm)
    return bool(data.law[0] - depth_of(data, o, i, 0, work.x) - data.steep[o] * way < near)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _in_reach(data: Data, o: int, v: Array, half: float, moved: float, most: float) -> bool:
    """Whether the body is about as close to a free thing as both go in two such parts of a step."""
    work, shift, speed = data.work, shifted_since(data, o, moved, most), 0.0
    for j in range(v.size):
        speed += v[j] * v[j]
    near = data.law[0] + BESIDE * data.extent[o] + 0.5 * AHEAD * work.travel[o] * data.stride[o]
    ahead = AHEAD * half * np.sqrt(speed)
    for i in range(data.areas.size):
        if data.own[i] != BODYS:
            continue
        if work.gaps[o, i] - data.steep[o] * (data.reach[i] * moved + shift) >= near + data.reach[i] * ahead:
            continue
        put_point(data, i, work.start, work.x)
        if data.law[0] - depth_of(data, o, i, 0, work.x) < near + AHEAD * half * speed_of(data, i, v):
            return True
        work.fruitless[0] += 1.0
    return False


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _put_idle(data: Data, w: Array, v: Array, half: float, moved: float, most: float) -> None:
    """Write which forces on free things do not act in this part of a step."""
    work = data.work
    for o in range(data.moving.size):
        if data.moving[o] > -2:
            continue
        work.alone[o] = 0.0 if _in_reach(data, o, v, half, moved, most) else 1.0
        for j in range(data.loose.size):
            if data.loose[j] == o:
                work.idle[j] = work.alone[o] * w[j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def begin(data: Data, z: Array, w: Array, since: float, half: float) -> float:
    """See `Kernels`; the matrix is not symmetric where friction may act, or a shape is curved."""
    work, p, v = data.work, z[: z.size // 2], z[z.size // 2 :]
    fastest, speed, most = max(place_tools(data, w, since, half), travel_of_things(data, v, half)), 0.0, 0.0
    work.half[0] = half
    work.turning[0] = 0.0
    work.part[0] += 1
    for j in range(p.size):
        work.start[j] = p[j]
        speed += v[j] * v[j]
    carry_things(data, work.start)
    moved = moved_since(data, p)
    if not (moved < np.inf and work.fruitless[0] <= MOST_FRUITLESS * data.areas.size):
        look_at_all(data, p, work.poses[0])
        moved = 0.0
    for i in range(data.areas.size):
        most = max(most, data.reach[i])
    work.idle[:] = 0.0
    if not half < np.inf:
        return 0.0
    if data.first >= data.loose.size > 0:
        _put_idle(data, w, v, half, moved, most)
    work.turning[0] = 1.0 if work.turned[0] >= 0.0 else 0.0
    if work.turned[0] > MOST_TURNED:
        return np.inf
    ahead = AHEAD * half * np.sqrt(speed)
    for o in range(data.moving.size):
        # how far its surface goes in the part; that of a free box or capsule also turns
        own = max(2.0 * half * fastest, work.travel[o] * data.stride[o] if data.moving[o] <= -2 else 0.0)
        near = data.law[0] + 0.5 * AHEAD * own
        if not does_rub(data, o) and data.shapes.kinds[o] == PLANE and data.moving[o] < 0:
            continue
        shift, hasty = (
            shifted_since(data, o, moved, most),
            2.0 * half * most * np.sqrt(speed) > data.stride[o],
        )
        if data.moving[o] >= 0:
            shift *= 3.0  # as much again from the part's start to its end, at most twice
        for i in range(data.areas.size):
            if work.gaps[o, i] - data.steep[o] * (data.reach[i] * (moved + ahead) + shift) >= near:
                continue
            if not _may_meet(data, o, i, ahead, near):
                work.fruitless[0] += 1.0
                continue
            work.turning[0] = 1.0
            if work.travel[o] > 1.0:
                return np.inf
            if not hasty:
                break
            way = 2.0 * half * speed_of(data, i, v)
            if way > data.stride[o] and _begins_within(data, o, i, data.steep[o] * way + own):
                return np.inf
    return float(work.turning[0])


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def add_force(data: Data, p: Array, v: Array, half: float, residual: Array) -> float:
    """See `Kernels`."""
    work, total = data.work, 0.0
    touch_all(data, p, True)
    work.force[:] = 0.0
    for k in range(work.active[0]):
        for which in range(work.points.shape[1]):
            if work.points[k, which] < 0:
                continue
            first, pull = 3 * work.points[k, which], work.acting[k, which]
            one, two, three = data.modes[first], data.modes[first + 1], data.modes[first + 2]
            for j in range(work.force.size):
                work.force[j] += one[j] * pull[0] + two[j] * pull[1] + three[j] * pull[2]
    total += add_binding(data)
    for j in range(work.force.size):
        residual[j] -= half * (work.force[j] - work.idle[j])
        total += work.force[j] * work.force[j]
    return np.sqrt(total)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _add_stiffness(data: Data, scale: float, whole: bool, target: Array) -> None:
    """See `Kernels`. If the matrix is not symmetric, this adds nothing, and `_add_turning` adds all."""
    data.work.turning[1] = 1.0 if whole else 0.0
    if data.work.turning[0] > 0.0:
        return
    by_u = scale / data.work.half[0] if data.work.half[0] < np.inf else 0.0
    factors = put_factors(data, scale, scale if whole else 0.0, by_u, 0.0, 0.0, 0.0)
    add_products(data, factors, False, 2, target)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _add_rubbing(data: Data, target: Array) -> None:
    """Add the derivative of the force by the velocity to `target`, upper triangle."""
    add_products(data, put_factors(data, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0), False, 2, target)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def energy_at(data: Data, p: Array) -> float:
    """See `Kernels`."""
    return float(touch_all(data, p, False) + binding_work(data))


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
        add_products(
            data, put_factors(data, scale, scale * turning[1], half, scale, 0.0, 0.0), True, 2, tangent
        )


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _vary(data: Data, half: float, once: bool, projected: bool, v: Array, target: Array) -> None:
    """See `Kernels`: the derivative by the start of the part of a step, for a given v_mid."""
    add_products(data, put_factors(data, 0.0, -half, 0.0, 0.0, -half, 0.0), False, 0, target)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _vary_turning(data: Data, half: float, target: Array) -> None:
    add_products(data, put_factors(data, 0.0, 0.0, 0.0, 0.0, 0.0, -half), True, 0, target)
    add_products(data, put_factors(data, 0.0, -half, 0.0, 0.0, -half, -half), True, 1, target)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _add_columns(
    data: Data, w: Array, end: Array, v: Array, X: Array, h: float, theta: float, G: Array
) -> None:
    """See `Kernels`: it takes those of idle forces away."""
    r = data.loose.size
    for j in range(r):
        if data.loose[j] >= 0 and data.work.alone[data.loose[j]] > 0.0:
            for i in range(r):
                G[i, j] -= theta * h * h * X[i, j]
                G[r + i, j] -= h * X[i, j]


class Touch(NamedTuple):
    """The contacts of a body in a step: k samples, each with one shape."""

    samples: Array  # (k,) index of the sample
    shapes: Array  # (k,) index of the shape
    points: Array  # (k, 3) m, points of contact
    normals: Array  # (k, 3) unit normals that point out of the shape
    forces: Array  # (k, 3) N, forces on the body


class Contact(ContactArrays):
    """The term of contact: its arrays, with methods for callers outside a loop."""

    actuated: ClassVar[bool] = False
    kernels: ClassVar[Kernels] = Kernels(
        begin,
        add_force,
        _add_stiffness,
        _add_turning,
        energy_at,
        _power,
        _vary,
        _vary_turning,
        add_columns=_add_columns,
    )

    @cached_property
    def manner(self) -> Manner:
        """See `Manner`; axes are rigid, as turning strains them by its square, whatever the residual was."""
        rigid, loose = axes_coordinates(self), np.flatnonzero(loose_coordinates(self) != BODYS)
        turns = self._turns if rigid else None
        poses = np.flatnonzero(np.arange(self.inputs) % INPUTS < INPUTS // 2)  # velocities come behind
        return Manner(
            tiled=False,
            searched=True,
            rigid=rigid,
            loose=tuple(loose.tolist()),
            turns=turns,
            poses=tuple(poses.tolist()),
        )

    def _turns(self, p: Array) -> Array:
        """The directions (3 things, r) in which free boxes and capsules turn about the axes of space at p."""
        return turning_directions(self, p)

    @property
    def inputs(self) -> int:
        """The number of inputs: twelve for each tool."""
        return INPUTS * int(self.moving.max(initial=-1) + 1)

    def force(self, p: Array, v: Array, inputs: Array) -> Array:
        """See `Term`; friction is computed with the normal force at p."""
        return np.array(self._moment(p, v, inputs).data.work.force)

    def slopes(self, p: Array, v: Array, inputs: Array) -> Slopes:
        """See `Term`; the derivatives by the inputs of tools are zero."""
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
        """The energy (J) of the layer compressed in rest at p (r,); `inputs` are the tools' (12 each)."""
        found, p = Feeler(self), np.ascontiguousarray(p, dtype=float)
        found.look(np.concatenate([p, np.zeros_like(p)]), p, inputs, np.inf)
        return float(energy_at(found.there, p))

    def check(self) -> None:
        """Raise ValueError where its arrays describe no valid shapes, or kernels would read beyond them."""
        check_arrays(self)

    def data(self, first: int) -> Data:
        """See `Term`."""
        return data_of(self, first)

    def _moment(self, p: Array, v: Array, inputs: Array) -> Feeler:
        """The contacts at p and v, evaluated in a very short part of a step that begins there."""
        found = Feeler(self)
        found.look(np.concatenate([p, v]), p + INSTANT * v, inputs, INSTANT)
        return found


class Feeler:
    """Evaluates contact outside a loop, in memory of its own; it is for one thread.

    `theta` is where in a step its equation holds (`runtime.body.midpoint`).
    """

    def __init__(self, contact: Contact, theta: float = 0.5) -> None:
        self._contact, self._theta = contact, theta
        self.data = contact.data(0)
        self.there = InMemory(self.data)  # the data's address, by which compiled code reads it

    def look(self, z: Array, middle: Array, inputs: Array, half: float) -> None:
        """Evaluate contact in a part of a step from the state z (2r,); its middle is at p = `middle` (r,)."""
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
        """The force (3,) N on a shape, and torque (3,) N m about its middle, in the step evaluated last."""
        own = touch.shapes == which
        arms = touch.points[own] - self.data.work.poses[1, which, :3]
        return -touch.forces[own].sum(axis=0), -np.cross(arms, touch.forces[own]).sum(axis=0)
