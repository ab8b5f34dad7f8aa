"""Composite inertia: each link of a tree of rigid bodies taken together with all that hangs from it.

A child's inertia tensor D about the origin of its frame, in its axes, is in its parent's frame
[Allen 2007, eq. 5]

    D' = R D R^T - M ([p][Rc] + [Rc][p] + [p][p])

with R and p the child's axes and origin in the parent's frame, M its mass, c its centre of mass, and [u] the
matrix of u x. Summed from the tips to the root, each link once, in O(number of links). The moment about the
axis s through d of the joint that carries a link is [eq. 7]

    m = s . D s + M |(c - d) x s|^2

where D is about the centre of mass, so the sum of (5), which is about the frame's origin, is moved there.

Memory: links parents first, tensors (links, 3, 3), each in its own link's frame.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]

FASTMATH = {"contract", "reassoc", "nsz", "arcp"}  # all that leaves NaN and infinity alone


class Links(NamedTuple):
    """A tree of b rigid links, parents first; link 0 is the world, its own parent."""

    parent: NDArray[np.int64]  # (b,)
    mass: Floats  # (b,) kg
    centre: Floats  # (b, 3) m, centre of mass in the link's own frame
    inertia: Floats  # (b, 3, 3) kg m^2, about the origin of the link's frame, in its axes
    position: Floats  # (b, 3) m, the frame's origin in the world
    rotation: Floats  # (b, 3, 3), the link's axes in the world, as columns


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _accumulate(parent, position, rotation, mass, moment, inertia):
    # Eq. (5), D' = R D R^T - M ([p][Rc] + [Rc][p] + [p][p]), with [a][b] = b a^T - (a . b) 1, added to the
    # parent's; `moment` is M c.
    R, p, h, turned = np.empty((3, 3)), np.empty(3), np.empty(3), np.empty((3, 3))
    for child in range(len(parent) - 1, 0, -1):
        up = parent[child]
        for i in range(3):
            p[i] = 0.0
            for k in range(3):
                p[i] += rotation[up, k, i] * (position[child, k] - position[up, k])
            for j in range(3):
                R[i, j] = 0.0
                for k in range(3):
                    R[i, j] += rotation[up, k, i] * rotation[child, k, j]
        for i in range(3):
            h[i] = 0.0
            for k in range(3):
                h[i] += R[i, k] * moment[child, k]
            for j in range(3):
                turned[i, j] = 0.0
                for k in range(3):
                    turned[i, j] += inertia[child, i, k] * R[j, k]
        M = mass[child]
        trace = 0.0
        for k in range(3):
            trace += 2.0 * p[k] * h[k] + M * p[k] * p[k]
        mass[up] += M
        for i in range(3):
            moment[up, i] += h[i] + M * p[i]
            inertia[up, i, i] += trace
            for j in range(3):
                inertia[up, i, j] -= p[i] * h[j] + h[i] * p[j] + M * p[i] * p[j]
                for k in range(3):
                    inertia[up, i, j] += R[i, k] * turned[k, j]


def composite_inertia(links: Links) -> tuple[Floats, Floats, Floats]:
    """Each link taken together with all that hangs from it [Allen 2007, eq. 5].

    Returns the masses (b,) kg, the centres of mass (b, 3) m and the inertia tensors (b, 3, 3) kg m^2, both in
    the link's own frame, the tensors about its origin.
    """
    mass, inertia = links.mass.copy(), links.inertia.copy()
    moment = links.mass[:, None] * links.centre
    _accumulate(links.parent, links.position, links.rotation, mass, moment, inertia)
    centre = moment / np.where(mass > 0, mass, 1.0)[:, None]  # nothing weighs nothing, wherever it is
    return mass, centre, inertia


def moments_about(mass: Floats, centre: Floats, inertia: Floats, axis: Floats, through: Floats) -> Floats:
    """Moments of inertia (n,) kg m^2 of n links about n axes [Allen 2007, eq. 7].

    Equation (7) takes the tensor about the centre of mass; `inertia` (n, 3, 3) is about the origin, as (5)
    leaves it, and is moved here. `axis` (n, 3) unit vectors; `through` (n, 3) m, a point on each axis.
    """
    about_origin = np.einsum("ni,nij,nj->n", axis, inertia, axis)
    about_centre = about_origin - mass * np.sum(np.cross(centre, axis) ** 2, axis=1)
    return about_centre + mass * np.sum(np.cross(centre - through, axis) ** 2, axis=1)
