"""Advection on a MAC grid in the energy-conserving central flux form.

The momentum of the face f, whose control volume has the area a = hx hy (in space a volume hx hy hz), under
the fluxes F out of that volume, changes by

    a dq_f/dt = - sum over neighbours g of F_fg (q_f + q_g) / 2,       F_fg = side (c_1 + c_2) / 2

where `side` is the length of the side between the two (in space its area), and c the advecting field, of
which the two values nearest to the side are taken (Harlow and Welch 1965; Morinishi et al. 1998, J. Comput.
Phys. 143, 90-124, show that the form keeps energy). The F of a control volume sum to zero where c is free of
divergence, and the rest is antisymmetric, F_gf = -F_fg:

    a dq_f/dt = - 1/2 sum_g F_fg q_g

Walls and faces of solid cells carry no flow, so there is neither flux through them nor momentum at them:
along them the fluid slips freely.

Memory layout: a `Links` holds one entry for each pair of open faces of one axis that lie side by side, along
any axis, by rising tail; the flux is positive from tail to head.

Limits: the advecting field must be zero at closed faces; the form above holds for one without divergence.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from meshes.macgrid import MacGrid, beside

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

FASTMATH = {"contract", "reassoc", "nsz", "arcp"}


class Links(NamedTuple):
    """Pairs of neighbouring open faces; see above."""

    tail: Indices  # (l,) index of the face that the flux leaves, increasing
    head: Indices  # (l,) index of the face that it enters, the next one along an axis
    carriers: Indices  # (2, l) faces whose mean velocity carries the flux
    half_width: Floats  # (l,) half the length [m] (in space, area [m^2]) of the side between both faces

    def of_tails(self, first: int, last: int) -> Links:
        """Return the links whose tails are the faces from `first` up to, and without, `last`."""
        part = slice(*np.searchsorted(self.tail, [first, last]))
        return Links(self.tail[part], self.head[part], self.carriers[:, part], self.half_width[part])

    def fluxes(self, fields: Floats) -> Floats:
        """Return the fluxes F (l, ...) [m^2/s, in space m^3/s] of velocity fields (size, ...) [m/s]."""
        sums = fields[self.carriers[0]] + fields[self.carriers[1]]
        return np.asarray((self.half_width * sums.T).T)


def flux_links(grid: MacGrid) -> Links:
    """Return all links of a grid."""
    parts, pairs = grid.split(np.arange(grid.size)), []
    for across, faces in enumerate(parts):
        for axis in sorted(range(grid.axes), key=lambda axis: axis != across):
            if axis == across:  # through a cell's centre
                four = (*beside(faces, axis), *beside(faces, axis))
            else:  # through the side between parallel faces, carried by the velocity along `axis`
                inner = beside(beside(faces, across)[0], across)[1]
                carrier = beside(beside(parts[axis], axis)[0], axis)[1]
                four = (*beside(inner, axis), *beside(carrier, across))
            pairs.append((four, grid.cell_area / grid.spacing[axis]))
    faces = np.concatenate([[part.ravel() for part in four] for four, _ in pairs], axis=1)  # (4, l)
    half_width = np.concatenate([np.full(four[0].size, side / 2) for four, side in pairs])
    kept = np.flatnonzero(grid.open[faces[0]] & grid.open[faces[1]])
    kept = kept[np.argsort(faces[0, kept], kind="stable")]
    return Links(faces[0, kept], faces[1, kept], faces[2:, kept], half_width[kept])


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def carry(tail: Any, head: Any, flux: Any, vectors: Any, first: int, out: Any) -> None:
    """Set out[f - first] to the sum of F q_head over the links of tail f, for all columns q (size, r)."""
    out[:] = 0.0
    for link in range(tail.size):
        target, source, strength = out[tail[link] - first], vectors[head[link]], flux[link]
        for k in range(source.size):
            target[k] += strength * source[k]
