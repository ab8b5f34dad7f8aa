"""Disjoint patches of elements that share their mean volume, so that linear tetrahedra do not lock.

A linear tetrahedron that keeps its volume can hardly move: a mesh has 5 to 6 of them a vertex, so nearly as
many constraints as unknowns, twice what it bears. One constraint for a patch of about six elements leaves the
share that eight-node bricks with one pressure have. What a patch does to forces and stiffness says
`offline.full.body.elements.law`.

A patch is at first the elements around one edge, which are as compact as six elements can be: edges are taken
in rounds, those with most elements that belong to none first. What is left over joins the smallest patch that
it shares a face with. Patches are of one material each; elements that find no neighbour stay by themselves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meshes.quadratic import POINTS
from meshes.tetmesh import EDGES, PARTS, TetMesh

Integers = NDArray[np.int64]

FACES = np.array([(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)])
MOST = 8  # elements that a round begins with; stars of more are rare
FEWEST = 3  # elements of a patch at first; fewer join others


class Patches(NamedTuple):
    """Patches of two elements and more; no element is in two."""

    starts: Integers  # (patches + 1,) where in `elements` a patch begins
    elements: Integers  # (count,)


def patches_of(mesh: TetMesh, kinds: Integers) -> Patches:
    """Patches of the tetrahedra (m,) of a mesh whose kind is not negative.

    By number of the point of `meshes.quadratic.Quadrature`: the four of a quadratic element are one.
    """
    if not mesh.quadratic:
        return find_patches(mesh.tets, kinds)
    chosen = np.flatnonzero(kinds[:: len(PARTS)] >= 0)
    points = (POINTS * chosen[:, None] + np.arange(POINTS)).ravel()
    return Patches(np.arange(0, points.size + 1, POINTS), points)


def find_patches(tets: Integers, kinds: Integers) -> Patches:
    """Patches of the elements (m, 4) whose kind (m,) is not negative, each of one kind."""
    owner = np.full(len(tets), -1)
    count = 0 if (kinds < 0).all() else _take_edges(tets, kinds, owner)
    _join_rest(tets, kinds, owner, count)
    order = np.argsort(owner, kind="stable")
    order = order[owner[order] >= 0].astype(np.int64)
    starts = np.searchsorted(owner[order], np.arange(count + 1)).astype(np.int64)
    return Patches(starts, order)


def _take_edges(tets: Integers, kinds: Integers, owner: Integers) -> int:
    """Give `owner` (m,) the elements around edges; return the number of patches."""
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
    """The elements around each edge, of one kind."""
    chosen = np.flatnonzero(kinds >= 0)
    ends = np.sort(tets[chosen][:, EDGES].reshape(-1, 2), axis=1)
    elements = np.repeat(chosen, len(EDGES))
    keys = np.column_stack([ends, kinds[elements]])
    order = np.lexsort((elements, *keys.T[::-1]))
    new = np.flatnonzero((np.diff(keys[order], axis=0) != 0).any(axis=1)) + 1
    return [part.tolist() for part in np.split(elements[order], new)]


def _join_rest(tets: Integers, kinds: Integers, owner: Integers, count: int) -> None:
    """Elements of `owner` -1 join the smallest patch of their kind that they share a face with."""
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
    """The elements of its kind that each element shares a face with."""
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
