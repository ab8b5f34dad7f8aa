"""The arrays of contact: those that a bundle stores, and those that kernels take.

The term is `runtime.body.terms.contact`. A free thing is a shape that moves by coordinates of its own in the
plant, three for each of a few samples of zero area. The first sample is its middle. A ball has one more
sample, its spin: not a position, but the angle by which it has turned about each axis [rad]. A box or a
capsule has three more, the axes of its frame in space, which are no positions either
(`runtime.body.contact.rigid`). They are followed by the samples with which it touches obstacles, tools and
other free things: corners and the middles of edges and faces of a box, balls along the axis of a capsule. A
ball touches these with its middle.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from runtime.base.kernels import Array
from runtime.body.contact.shapes import BOX, CAPSULE, SPHERE, Shapes

# inputs of a tool: translation t [m], rotation vector q [rad], velocity V [m/s], angular velocity W [rad/s]
INPUTS = 12
POSE = 12  # length of a pose: the shape's centre (3) [m], then its rotation matrix row by row (9)
# owner of a sample that is no free thing's: the soft body, or nobody (it touches nothing)
BODYS, NOBODYS = -1, -2
# shapes that can be free -> leading samples that are coordinates: the centre, then spin (ball) or three axes
CARRIERS = {SPHERE: 2, CAPSULE: 4, BOX: 4}
BALLS = 5  # spheres along a capsule's axis with which it touches


def touching_places(kind: int, size: Array) -> Array:
    """The samples (k, 3) m with which a free thing of a size (3,) touches, in its frame; none of a ball."""
    if kind == BOX:
        return np.array([each for each in product((-1.0, 0.0, 1.0), repeat=3) if any(each)]) * size
    if kind == CAPSULE:
        return np.linspace(-1, 1, BALLS)[:, None] * np.array([0.0, 0.0, size[1]])
    return np.zeros((0, 3))


class ContactArrays(NamedTuple):
    """The arrays of contact in a bundle: m samples, and o shapes, see `runtime.body.contact.shapes`."""

    points: Array  # (m, 3) m, X, sample positions at rest
    point_modes: Array  # (m, 3, r) kg^-1/2, D, displacement of each sample per reduced coordinate
    areas: Array  # (m,) m^2, a, rest area that each sample stands for
    kinds: Array  # (o,) int64, kind of each shape, an index in `runtime.body.contact.shapes.KINDS`
    sizes: Array  # (o, 3) m, dimensions of each shape; of a grid, its number first
    poses: Array  # (o, 12) poses at rest: centre (3) [m], then the rotation matrix row by row (9)
    # (o,) int64, what moves each shape: -1: nothing (an obstacle); n >= 0: it is tool n; -2 - i: a free thing
    # whose centre is sample i
    moving: Array
    friction: Array  # (o,) mu, coefficient of friction [-]
    stiffness: Array  # (o,) Pa/m, k, stiffness of the contact layer
    law: Array  # (4,) layer thickness delta [m], slip speed v_s [m/s], damping c [s/m], damping b [s]
    # (g, 4) int64, nodes along each axis, and the index of a grid's first value in `coefficients`
    grid_shapes: Array
    # (g, 5) m, position of the first node (3), node spacing, and least distance phi on the grid's border
    grid_frames: Array
    grid_slopes: Array  # (g,) largest length of the gradient of a grid's distance
    coefficients: Array  # (k,) m, cubic B-spline coefficients of all grids' distances


class Work(NamedTuple):
    """Working memory of the contact kernels."""

    poses: Array  # (3, o, 12) poses at the start, in the middle and at the end of a part of a step
    # (o, 6) velocity V [m/s] and angular velocity W [rad/s] of tools and balls. Zero for free things with
    # axes (boxes and capsules): contact with them is computed in their own frame, in which they rest
    speeds: Array
    spins: Array  # (o, 9) 1/s, velocity gradient of each free thing, a matrix row by row
    rates: Array  # (o, 3, 3) 1/s, time derivative of each axis e_a of a free thing, one axis a row
    kept: Array  # (o, 12) poses of the last force evaluation, from which `binding_work` integrates
    bound: Array  # (o, 3, 3) J, force on each axis that keeps a free thing rigid, one axis a row
    # (1,) sqrt(2) times the largest angle [rad] by which a free thing with axes turns in the part of a step;
    # -1: there is no such thing
    turned: Array
    # (o,) distance that each shape travels in the part of a step, divided by the largest allowed one,
    # `stride`
    travel: Array
    # (1,) s, half the length of the part of a step; infinite: a static evaluation, without velocities
    half: Array
    start: Array  # (r,) kg^1/2 m, coordinates p at the start of the part of a step
    alone: Array  # (o,) 1: a free thing out of the body's reach in the part of a step; 0: another shape
    idle: Array  # (r,) forces on free things that are alone, which do not act
    seen: Array  # (r,) kg^1/2 m, p at which `gaps` were computed; NaN: not yet
    seen_poses: Array  # (o, 12) poses at which `gaps` were computed
    # (o,) m, distance of the farthest sample from each shape's centre when `gaps` were computed
    seen_far: Array
    gaps: Array  # (o, m) m, distance phi of each sample from each shape, computed at `seen`
    fruitless: Array  # (1,) number of distances evaluated since then that found no contact
    at: Array  # (pairs, 2) int64, shape and sample of each active contact
    active: Array  # (1,) int64, number of active contacts
    pulls: Array  # (pairs, 3) N, force of each active contact
    # (pairs, 5) int64, samples (as coordinates) that each contact acts on: the touching sample; the shape's
    # centre; the shape's spin and that of the touching thing, or instead of these two the three axes of one
    # of them; -1: unused
    points: Array
    acting: Array  # (pairs, 5, 3) force [N] or torque [N m] of the contact on each of `points`
    # (pairs, 6) m, lever arms: from the shape's centre to the point of contact (3), from the touching thing's
    # sample to that point (3)
    arms: Array
    within: Array  # (pairs, 3) N, force in the frame of a shape that has axes
    # (pairs, 3) m, from the shape's centre to the sample at the start of the part of a step
    from_start: Array
    # (pairs, 5) friction's constants in a line search: normal force F [N], damping C [N s/m], unit normal n
    # (3)
    held: Array
    part: Array  # (1,) int64, number of parts of steps so far
    # (2,) 1 or 0: the matrix of this part of a step is not symmetric; that matrix includes the term with the
    # Hessian phi''
    turning: Array
    known: Array  # (o, m) int64, number of the part of a step for which the entry of `begun` holds
    # (o, m, 10) at the start of the part of a step: depth s [m], grad phi (3), sample position x (3) [m], and
    # that position in the shape's frame (3) [m]
    begun: Array
    # (pairs, 54) N/m or N s/m, six 3 x 3 stiffness matrices of each contact, row by row: the part with grad
    # phi grad phi^T; that with the Hessian phi''; friction's R_uu; what is not symmetric; and the first and
    # the fourth again, as derivatives by the start x_0 for a given v_mid
    blocks: Array
    turns: Array  # (pairs, 9) radius of the ball about the sample times dn/dx, row by row
    force: Array  # (r,) sum of all contact and rigidity forces, reduced
    # (rows, r) left factor of the contacts' stiffness left^T right: the matrices N, three rows a contact
    left: Array
    right: Array  # (rows, r) right factor: blocks times E and N
    apart: Array  # (3, r) E, displacement of a sample relative to a shape's centre per coordinate
    product: Array  # (r, r) left^T right
    y: Array  # (3,) m, a point in a shape's frame
    straight: Array  # (12,) the identity pose: no translation, no rotation
    room: Array  # (ROOM,) scratch memory
    found: Array  # (FOUND,) the last distance, its gradient and its Hessian
    x: Array  # (3,) m, scratch: a point
    u: Array  # (3,) scratch: a velocity, or a point
    last: Array  # (3,) grad phi at the end of the part of a step
    # (6,) mean pressure, mean stiffness and their derivatives, see `runtime.body.contact.law.mean`
    means: Array
    factors: Array  # (6,) factors of the six stiffness matrices in `blocks`


class Data(NamedTuple):
    """Contact as kernels take it."""

    first: int  # index of the tools' first input among the plant's inputs
    rest: Array  # (m, 3) m, X, sample positions at rest
    # (3 m, r) kg^-1/2, D, three rows a sample; without columns if p is the sample positions themselves (3 m,)
    modes: Array
    areas: Array  # (m,) m^2, a, rest area that each sample stands for
    reach: Array  # (m,) largest singular value of D: the most that a sample moves per unit of p
    steep: Array  # (o,) largest length of the gradient of a shape's distance
    # (o,) m, the farthest that a shape may move in a part of a step; otherwise the part is halved
    stride: Array
    extent: Array  # (o,) m, distance of a shape's farthest point from its centre
    shapes: Shapes
    poses: Array  # (o, 12) poses at rest
    moving: Array  # (o,) int64, as in `ContactArrays`
    own: Array  # (m,) int64, free thing that touches with each sample; -1: the soft body, -2: none
    loose: Array  # (r,) int64, free thing that each coordinate moves; -1: the soft body
    meets: Array  # (o, m) int64, 1 where a sample may touch a shape
    # (o,) J, stiffness kappa that keeps a free thing with axes rigid; 0: the shape has no axes
    rigidity: Array
    radii: Array  # (m,) m, radius of the sphere around a sample; 0: the sample is a point
    friction: Array  # (o,) mu, coefficient of friction [-]
    stiffness: Array  # (o,) Pa/m, k, stiffness of the contact layer
    law: Array  # (4,) delta, v_s, c, b, as in `ContactArrays`
    work: Work
