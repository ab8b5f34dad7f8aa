"""What contact is stored as, and what its kernels take: see `runtime.body.terms.contact`.

A free thing is a shape that moves by six coordinates of the plant's own. Two samples of no area say how: the
one is its middle, and the other, its spin, is no place but how far it has turned about each axis [rad].
"""

from __future__ import annotations

from typing import NamedTuple

from runtime.base.kernels import Array
from runtime.body.contact.shapes import Shapes

INPUTS = 12  # of a tool: t [m], q [rad], V [m/s], W [rad/s]
POSE = 12  # numbers: where a shape's middle is [m], and its rotation row by row
BODYS, SPIN = -1, -2  # whose a sample is, where it is no middle of a free thing


class ContactArrays(NamedTuple):
    """What a bundle stores of it: m samples, and o shapes as `runtime.body.contact.shapes` has them."""

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
    """Working memory."""

    poses: Array  # (3, o, 12) at the start of a part of a step, in its middle, at its end
    speeds: Array  # (o, 6) V and W
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
    points: Array  # (pairs, 4) int64: what each acts on: the sample, and of free things middle and spins; -1
    acting: Array  # (pairs, 4, 3) N, N m: how
    arms: Array  # (pairs, 6) m, from the shape's middle and from the sample to where they touch
    held: Array  # (pairs, 5) F, C and n of each
    part: Array  # (1,) int64, how many parts of steps there were
    turning: Array  # (2,) whether its matrix is not symmetric; whether phi'' is in it
    known: Array  # (o, m) int64: of which of them there is
    begun: Array  # (o, m, 7) s, grad phi and x at the start
    blocks: Array  # (pairs, 54): of their stiffness the part of g g^T, phi'' and R_uu; what is not symmetric;
    # and by x_0, for a given v_mid, the first and the fourth
    turns: Array  # (pairs, 9) s dn / dx
    force: Array  # (r,) of all
    left: Array  # (rows, r) N of the contacts, three rows each
    right: Array  # (rows, r) blocks times E and N
    apart: Array  # (3, r) E
    product: Array  # (r, r)
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
    own: Array  # (m,) int64: which free shape's middle a sample is; -1: the body's, -2: a spin
    radii: Array  # (m,) m, of what is about a sample
    friction: Array  # (o,)
    stiffness: Array  # (o,)
    law: Array  # (4,)
    work: Work
