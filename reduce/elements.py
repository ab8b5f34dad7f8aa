"""A body's elements for its reduction: modes' gradients, laws, volumes, and patches that share a volume.

An element is a point of `meshes.quadratic.Quadrature` here: a linear tetrahedron, or one of the four points
of a quadratic one. A block is a number of elements, with all elements of each of its patches.
`runtime.body.sampled` evaluates chosen elements at run time; this module makes the arrays that it takes, and
computes what each element or patch contributes to the reduced force, of many states at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from meshes.quadratic import quadrature
from reduce.protocols import Body
from runtime.base.kernels import copy_to, njit
from runtime.body.laws.law import shape_stress, shape_tangent, volume, volume_gradient, volumetric
from runtime.body.sampled import ITS_OWN, NOT_COUNTED, Sampled, panels_of

Array = np.ndarray


class Block(NamedTuple):
    """A block of k elements, single ones before those of patches; patches are numbered within the block."""

    elements: Array  # (k,) element indices
    gradients: Array  # (k, 9, r) displacement gradients du_c/dx_d of the modes, row by row
    volumes: Array  # (k,) m^3
    lame: Array  # (k, 2) Pa, Lamé's constants
    laws: Array  # (k,) index of each element's law
    owners: Array  # (k,) patch of each element; -1: none
    patches: Array  # (q,) indices of the patches involved
    shares: Array  # (k,) V_e / V_q, share of each element in its patch's volume; 0 without a patch


class Elements:
    """The elements of `body` under the modes `vectors` (n, r)."""

    def __init__(self, body: Body, vectors: Array) -> None:
        self.body, self.rank = body, vectors.shape[1]
        self._modes = np.zeros((len(body.mesh.vertices), 3, self.rank))
        self._modes.reshape(-1, self.rank)[body.free] = vectors
        self._points = quadrature(body.mesh)
        self.count = len(self._points.volumes)

    @cached_property
    def owner(self) -> Array:
        """The patch of each element (m,), -1 where its volume is its own."""
        owner, (starts, members) = np.full(self.count, -1), self.body.patches
        owner[members] = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        return owner

    @cached_property
    def patch_volumes(self) -> Array:
        """The volume of each patch (patches,) m^3."""
        starts, members = self.body.patches
        return np.add.reduceat(self._points.volumes[members], starts[:-1]) if len(starts) > 1 else np.empty(0)

    def members(self, patches: Array) -> Array:
        """The elements of patches, one patch after the other."""
        starts, members = self.body.patches
        return np.concatenate([np.empty(0, int), *(members[starts[q] : starts[q + 1]] for q in patches)])

    def gradients(self, elements: Array) -> Array:
        """The modes' gradients du_c/dx_d (k, 3, 3, r) in elements."""
        modes, slopes = self._modes[self._points.nodes[elements]], self._points.gradients[elements]
        return np.asarray(np.einsum("eacr,ead->ecdr", modes, slopes, optimize=True))

    def block(self, elements: Array) -> Block:
        """Return a block of these elements, which must hold all elements of each of its patches."""
        gradients = self.gradients(elements)
        owner, volumes = self.owner[elements], self._points.volumes[elements]
        patches, places = np.unique(owner[owner >= 0], return_inverse=True)
        owners, shares = np.full(len(elements), -1), np.zeros(len(elements))
        owners[owner >= 0] = places
        shares[owner >= 0] = volumes[owner >= 0] / self.patch_volumes[patches[places]]
        return Block(
            elements, np.ascontiguousarray(gradients.reshape(len(elements), 9, self.rank)), volumes,
            self.body.lame[elements], self.body.laws[elements], owners, patches, shares,
        )  # fmt: skip

    def blocks(self, count: int) -> Iterator[Block]:
        """Yield all elements in blocks of about `count`: first the single ones, then patch after patch."""
        singles, (starts, members) = np.flatnonzero(self.owner < 0), self.body.patches
        for first in range(0, singles.size, count):
            yield self.block(singles[first : first + count])
        first = 0
        while first < len(starts) - 1:
            end = max(first + 1, int(np.searchsorted(starts, starts[first] + count, side="right")) - 1)
            yield self.block(members[starts[first] : starts[end]])
            first = end

    def operator(self, elements: Array, weights: Array, patches: Array, patch_weights: Array) -> Sampled:
        """Return the elastic operator of chosen elements (m,) and patches (q,), ascending.

        The weights (m,) and (q,) are multiples of their volumes.
        """
        block = self.block(elements)
        owner = self.owner[elements]
        places = np.searchsorted(patches, owner)
        counted = (owner >= 0) & np.isin(owner, patches)
        return Sampled(
            gradients=panels_of(block.gradients),
            weights=weights * block.volumes,
            lame=np.array(block.lame),
            laws=block.laws.astype(np.int64),
            patches=np.where(counted, places, np.where(owner < 0, ITS_OWN, NOT_COUNTED)),
            shares=np.where(counted, block.shares, 0.0),
            patch_weights=patch_weights * self.patch_volumes[patches],
            elements=np.asarray(elements, dtype=np.int64),
        )

    def whole(self) -> Sampled:
        """Return the operator of all elements, each counted once."""
        patches = np.arange(len(self.patch_volumes))
        elements = np.arange(self.count)
        return self.operator(elements, np.ones(self.count), patches, np.ones(patches.size))


def forces(block: Block, positions: Array, directions: Array, states: Array) -> tuple[Array, Array]:
    """Stress fields of a block: of elements (fields, k, 9), and of the patches' volume terms likewise.

    The first `count` fields are the stresses at `positions` (count, r); the t others are their derivatives
    along `directions` (t, r) at positions[states], `states` (t,): fields = count + t. Times a volume and
    B_e^T they are reduced forces and products of reduced stiffnesses with directions; a patch's are summed
    over its elements.
    """
    count = len(positions)
    strains = np.ascontiguousarray((block.gradients @ positions.T).transpose(2, 0, 1)).reshape(
        count, -1, 3, 3
    )
    rates = (block.gradients @ directions.T).transpose(2, 0, 1)
    rates = np.ascontiguousarray(rates).reshape(len(directions), -1, 3, 3)
    fields, shared = count + len(directions), block.patches.size
    own = np.zeros((fields, len(block.elements), 9))
    volumes = np.zeros((fields, len(block.elements) if shared else 0, 9))
    given = strains, rates, np.asarray(states, dtype=np.int64)
    made_of = block.lame, np.asarray(block.laws, dtype=np.int64), block.owners, block.shares
    _fill(given, made_of, shared, own, volumes)
    return own, volumes


@njit(cache=True)
def _fill(
    given: tuple[Array, Array, Array], made_of: tuple[Array, Array, Array, Array], shared: int, own: Array,
    volumes: Array,
) -> None:  # fmt: skip
    strains, rates, states = given
    lame, laws, owners, shares = made_of
    count, k = strains.shape[0], strains.shape[1]
    mean, slope, D, T = np.zeros(max(shared, 1)), np.zeros(max(shared, 1)), np.empty((9, 9)), np.empty((3, 3))
    for field in range(count + rates.shape[0]):
        along = field >= count
        state = states[field - count] if along else field
        if shared:
            mean[:] = 0.0
            slope[:] = 0.0
            for e in range(k):
                if owners[e] >= 0:
                    mean[owners[e]] += shares[e] * volume(laws[e], strains[state, e])
                    if along:
                        volume_gradient(laws[e], strains[state, e], shares[e], T)
                        for i in range(3):
                            for j in range(3):
                                slope[owners[e]] += T[i, j] * rates[field - count, e, i, j]
        for e in range(k):
            G, number, lam, mu, q = strains[state, e], laws[e], lame[e, 0], lame[e, 1], owners[e]
            theta = volume(number, G) if q < 0 else mean[q]
            _, pressure, modulus = volumetric(number, theta, lam, mu)
            if not along:
                shape_stress(number, G, lam, mu, pressure if q < 0 else 0.0, T)
                copy_to(T.reshape(-1), own[field, e])
                if q >= 0:
                    volume_gradient(number, G, pressure, T)
                    copy_to(T.reshape(-1), volumes[field, e])
                continue
            rate = rates[field - count, e].reshape(-1)
            if q < 0:
                shape_tangent(number, G, lam, mu, pressure, modulus, False, D)
                np.dot(D, rate, own[field, e])
            else:
                shape_tangent(number, G, lam, mu, 0.0, 0.0, False, D)
                np.dot(D, rate, own[field, e])
                shape_tangent(number, G, 0.0, 0.0, pressure, 0.0, False, D)
                volume_gradient(number, G, modulus * slope[q], T)
                found, slopes = volumes[field, e], T.reshape(-1)
                np.dot(D, rate, found)
                for i in range(9):
                    found[i] += slopes[i]
