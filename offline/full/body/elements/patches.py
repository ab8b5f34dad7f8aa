"""Disjoint patches of elements that share their mean volume, so that linear tetrahedra do not lock.

Linear tetrahedra that keep their volume can hardly move: a mesh has 5 to 6 of them, and so as many
constraints, for the three unknowns of each vertex. One constraint for a patch of about six elements leaves
about one for each vertex, the ratio that eight-node bricks with one pressure have.
`offline.full.body.elements.law` describes a patch's forces and stiffness.

A patch is at first the elements around one edge, which are as compact as six elements can be: edges are taken
in rounds, those with the most elements outside of patches first. Remaining elements join the smallest patch
with which they share a face. A patch has one material; elements without such a neighbour stay alone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meshes.quadratic import POINTS
from meshes.tetmesh import EDGES, PARTS, TetMesh

Integers = NDArray[np.int64]

FACES = np.array([(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)])
MOST = 8  # most elements of an initial patch; vertices rarely have more
FEWEST = 3  # fewest elements of an initial patch; smaller ones are merged with others


class Patches(NamedTuple):
    """Disjoint patches of two elements or more."""

    starts: Integers  # (patches + 1,) index in `elements` of each patch's first element
    elements: Integers  # (count,) element indices, patch by patch


def patches_of(mesh: TetMesh, kinds: Integers) -> Patches:
    """Make patches of the tetrahedra of a mesh whose kind (m,) is not negative.

    Members are points of `meshes.quadratic.Quadrature`: in a quadratic mesh a patch is the four of one
    element.
    """
    if not mesh.quadratic:
        return find_patches(mesh.tets, kinds)
    chosen = np.flatnonzero(kinds[:: len(PARTS)] >= 0)
    points = (POINTS * chosen[:, None] + np.arange(POINTS)).ravel()
    return Patches(np.arange(0, points.size + 1, POINTS), points)


def find_patches(tets: Integers, kinds: Integers) -> Patches:
    """Make patches, each of one kind, of the elements (m, 4) whose kind (m,) is not negative."""
    owner = np.full(len(tets), -1)
    count = 0 if (kinds < 0).all() else _take_edges(tets, kinds, owner)
    _join_rest(tets, kinds, owner, count)
    order = np.argsort(owner, kind="stable")
    order = order[owner[order] >= 0].astype(np.int64)
    starts = np.searchsorted(owner[order], np.arange(count + 1)).astype(np.int64)
    return Patches(starts, order)


def _take_edges(tets: Integers, kinds: Integers, owner: Integers) -> int:
    """Make patches of elements of one law around edges, those around the most elements first.

    Sets `owner` (m,), the number of each element's patch, which is negative where it has none yet, and
    returns the number of patches.
    """
    stars, count = _stars(tets, kinds), 0
    for wanted in range(MOST, FEWEST - 1, -1):
        kept = []
        for star in stars:
            free = [element for element in star if owner[element] < 0]
            if len(free) >= wanted:
                owner[free] = count
                count += 1
            elif len(free) >= FEWEST:
                kept.append(free)
        stars = kept
    return count


def _stars(tets: Integers, kinds: Integers) -> list[list[int]]:
    """Return the elements of one kind around each edge."""
    chosen = np.flatnonzero(kinds >= 0)
    ends = np.sort(tets[chosen][:, EDGES].reshape(-1, 2), axis=1)
    elements = np.repeat(chosen, len(EDGES))
    keys = np.column_stack([ends, kinds[elements]])
    order = np.lexsort((elements, *keys.T[::-1]))
    new = np.flatnonzero((np.diff(keys[order], axis=0) != 0).any(axis=1)) + 1
    return [part.tolist() for part in np.split(elements[order], new)]


def _join_rest(tets: Integers, kinds: Integers, owner: Integers, count: int) -> None:
    """Let elements without patch (`owner` -1) join the smallest patch of their kind across a face."""
    neighbours = _neighbours(tets, kinds)
    sizes = np.bincount(owner[owner >= 0], minlength=count)
    rest = [int(element) for element in np.flatnonzero((owner < 0) & (kinds >= 0))]
    while rest:
        left = []
        for element in rest:
            around = [owner[other] for other in neighbours.get(element, ()) if owner[other] >= 0]
            if around:
                owner[element] = min(around, key=lambda patch: (sizes[patch], patch))
                sizes[owner[element]] += 1
            else:
                left.append(element)
        if len(left) == len(rest):
            return
        rest = left


def _neighbours(tets: Integers, kinds: Integers) -> dict[int, list[int]]:
    """Return, for each element, the elements of its kind with which it shares a face."""
    chosen = np.flatnonzero(kinds >= 0)
    corners = np.sort(tets[chosen][:, FACES].reshape(-1, 3), axis=1)
    elements = np.repeat(chosen, len(FACES))
    order = np.lexsort(corners.T[::-1])
    same = np.flatnonzero((corners[order][1:] == corners[order][:-1]).all(axis=1))
    found: dict[int, list[int]] = {}
    for one, other in zip(elements[order[same]].tolist(), elements[order[same + 1]].tolist(), strict=True):
        if kinds[one] == kinds[other]:
            found.setdefault(one, []).append(other)
            found.setdefault(other, []).append(one)
    return found
