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

INPUTS = 12  # of a tool: t [m], q [rad], V [m/s], W [rad/s]
POSE = 12  # numbers: where a shape's middle is [m], and its rotation row by row
BODYS, NOBODYS = -1, -2  # whose a sample is, where no free thing touches with it
CARRIERS = {SPHERE: 2, CAPSULE: 4, BOX: 4}  # samples by which a free thing moves: kinds that can be free
BALLS = 5  # along a capsule's axis


def touching_places(kind: int, size: Array) -> Array:
    """The samples (k, 3) m with which a free thing of a size (3,) touches, in its frame; none of a ball."""
    if kind == BOX:
        return np.array([each for each in product((-1.0, 0.0, 1.0), repeat=3) if any(each)]) * size
    if kind == CAPSULE:
        return np.linspace(-1, 1, BALLS)[:, None] * np.array([0.0, 0.0, size[1]])
    return np.zeros((0, 3))


class ContactArrays(NamedTuple):
    """The arrays of contact in a bundle: m samples, and o shapes, see `runtime.body.contact.shapes`."""

    points: Array  # (m, 3) m, X
    point_modes: Array  # (m, 3, r) kg^-1/2, D
    areas: Array  # (m,) m^2, a
    kinds: Array  # (o,) int64
    sizes: Array  # (o, 3)
    poses: Array  # (o, 12) at rest
    moving: Array  # (o,) int64: which tool it is; -1: an obstacle; -2 - i: free, i being its middle's sample
    friction: Array  # (o,) mu
    stiffness: Array  # (o,) Pa/m, k
    law: Array  # (4,) delta [m], v_s [m/s], c [s/m], b [s]
    grid_shapes: Array  # (g, 4) int64
    grid_frames: Array  # (g, 5)
    grid_slopes: Array  # (g,) the largest length of a grid's gradient
    coefficients: Array  # (k,)


class Work(NamedTuple):
    """Working memory of the contact kernels."""

    poses: Array  # (3, o, 12) at the start of a part of a step, in its middle, at its end
    speeds: Array  # (o, 6) V and W of tools and balls; of what has axes zeros, for it is met in its frame
    spins: Array  # (o, 9) of free things: the gradient of their velocity, row by row, 1/s
    rates: Array  # (o, 3, 3) how fast the axes change, 1/s
    kept: Array  # (o, 12) the poses at which forces were asked for last
    bound: Array  # (o, 3, 3) the force on the axes that keeps them so, J
    turned: Array  # (1,) how far the fastest of what has axes turns in the part, sqrt(2) rad; -1: nothing has
    hurry: Array  # (o,) how far it goes in the part, over what it may at most
    half: Array  # (1,) of the part, s
    start: Array  # (r,) p where it begins
    seen: Array  # (r,) p where all samples were looked at; NaN: nowhere yet
    seen_poses: Array  # (o, 12)
    seen_far: Array  # (o,) the distance of the farthest sample from a shape's middle then
    gaps: Array  # (o, m) phi then
    vain: Array  # (1,) how many were looked at in vain since
    at: Array  # (pairs, 2) int64: shapes and samples that are in contact
    active: Array  # (1,) int64, how many
    pulls: Array  # (pairs, 3) N, the force on each of these
    points: Array  # (pairs, 5) int64: what each acts on: the sample, the shape's middle, its spin and that of
    # the sample's thing, or from there on the three axes of either; -1: nothing
    acting: Array  # (pairs, 5, 3) N, N m: how
    arms: Array  # (pairs, 6) m, from the shape's middle and from the sample to where they touch
    within: Array  # (pairs, 3) N, the force in the frame of a shape that has axes
    from_start: Array  # (pairs, 3) m, from such a shape's middle to the sample at the start
    held: Array  # (pairs, 5) F, C and n of each
    part: Array  # (1,) int64, how many parts of steps there were
    turning: Array  # (2,) whether its matrix is not symmetric; whether phi'' is in it
    known: Array  # (o, m) int64: of which of them there is
    begun: Array  # (o, m, 10) s, grad phi and x at the start, and x in the shape's frame
    blocks: Array  # (pairs, 54): of their stiffness the part of g g^T, phi'' and R_uu; what is not symmetric;
    # and by x_0, for a given v_mid, the first and the fourth
    turns: Array  # (pairs, 9) s dn / dx
    force: Array  # (r,) of all
    left: Array  # (rows, r) N of the contacts, three rows each
    right: Array  # (rows, r) blocks times E and N
    apart: Array  # (3, r) E
    product: Array  # (r, r)
    y: Array  # (3,) in a shape's frame
    straight: Array  # (12,) the pose of what is not moved
    room: Array  # (ROOM,)
    found: Array  # (FOUND,)
    x: Array  # (3,)
    u: Array  # (3,)
    last: Array  # (3,) grad phi at the end
    means: Array  # (6,) of the law
    factors: Array  # (6,)


class Data(NamedTuple):
    """Contact as kernels take it."""

    first: int  # of the tools' inputs among the plant's
    rest: Array  # (m, 3)
    modes: Array  # (3 m, r); no columns where p is the samples' own coordinates (3 m,)
    areas: Array  # (m,)
    reach: Array  # (m,) |D|, the largest singular value
    steep: Array  # (o,) the largest length of a shape's gradient
    stride: Array  # (o,) m, that a shape may go at most in a part of a step
    extent: Array  # (o,) m, how far it reaches from its middle
    shapes: Shapes
    poses: Array  # (o, 12) at rest
    moving: Array  # (o,)
    own: Array  # (m,) int64: which free shape touches with a sample; -1: the body, -2: none
    meets: Array  # (o, m) int64: whether a sample may touch a shape
    rigidity: Array  # (o,) J, of free shapes that have axes; 0: it has none
    radii: Array  # (m,) m, of what is about a sample
    friction: Array  # (o,)
    stiffness: Array  # (o,)
    law: Array  # (4,)
    work: Work
