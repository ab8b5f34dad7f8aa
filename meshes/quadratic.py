"""Tetrahedra of ten nodes, and the points at which integrals over a mesh's elements are taken.

A quadratic tetrahedron has its four corners and the middles of its six edges as nodes. With the barycentric
functions b_k of the corners, its shape functions and their gradients are

    N_k = b_k (2 b_k - 1),    grad N_k = (4 b_k - 1) grad b_k             (corners)
    N_kl = 4 b_k b_l,         grad N_kl = 4 (b_k grad b_l + b_l grad b_k)  (middles)

Edges are straight, so the b_k have constant gradients. Integrals over an element are sums over four points,
each with a quarter of the volume: b is 0.5854 at one corner and 0.1382 at the others, exact for polynomials
of degree two. Shape functions and points are in any finite element text, as [Zienkiewicz and Taylor, The
Finite Element Method, 5th ed., sections 8.8 and 9.11]. Quadratic elements bend without the stiffness that
linear ones have; where the four points share their mean volume, one pressure an element (P2/P0), they bear
Poisson's ratios near 0.5 as well.

In a `TetMesh` a quadratic element is stored as eight consecutive linear ones, its `PARTS`: the four at its
corners and the four around the middle. So surfaces, places within elements, volumes and lumped masses are
computed as for any mesh; the lumped mass of a corner is 1/32 of the element's, that of a middle 1/8, or 3/16
for the two middles that the inner edge joins. A uniform load, such as weight, acts on the nodes by the
integrals of their shape functions, -1/20 of the element's for a corner and 1/5 for a middle (`SHARES`): a bar
that hangs along gravity would move sideways by shares that are all positive. Only code that integrates over
elements calls `quadrature`, whose points have nodes of their own.

Limits: straight edges; a file's own middles of edges are not read, they are computed here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from meshes.tetmesh import EDGES, PARTS, MeshMaterial, TetMesh, barycentric_gradients, nodes_of_parts

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

POINTS = 4
# share of each node of an element, by their number, in a uniform load on it
SHARES = {4: np.full(4, 0.25), 10: np.array([-0.05] * 4 + [0.2] * 6)}
FAR, NEAR = (5.0 - 5.0**0.5) / 20, (5.0 + 3 * 5.0**0.5) / 20


class Quadrature(NamedTuple):
    """The p points at which integrals over the elements of a mesh are taken, with k nodes each."""

    nodes: Indices  # (p, k) vertex indices of each integration point's element
    gradients: Floats  # (p, k, 3) [1/m], gradients of the shape functions of these nodes
    volumes: Floats  # (p,) [m^3], volume that each point represents
    tets: Indices  # (p,) index of a tetrahedron of the element, which has its material


def quadratic(mesh: TetMesh) -> TetMesh:
    """Return the mesh with quadratic elements; vertices keep their numbers, the middles of edges follow.

    The middle of an edge is in a region that has both its ends, if the edge is on the surface or the region
    has all of an element around it. A mesh that is quadratic is returned as it is.
    """
    if mesh.quadratic:
        return mesh
    count, edges = len(mesh.vertices), mesh.edges
    keys = edges[:, 0] * count + edges[:, 1]
    ends = np.sort(mesh.tets[:, EDGES], axis=2)
    middles = count + np.searchsorted(keys, ends[:, :, 0] * count + ends[:, :, 1])
    nodes = np.concatenate([mesh.tets, middles], axis=1)
    sides = np.sort(mesh.surface[:, [[0, 1], [1, 2], [0, 2]]].reshape(-1, 2), axis=1)
    outer = np.isin(keys, sides[:, 0] * count + sides[:, 1])
    return TetMesh(
        np.concatenate([mesh.vertices, mesh.vertices[edges].mean(axis=1)]),
        nodes[:, PARTS].reshape(-1, 4),
        {name: _with_middles(mesh, region, outer, middles) for name, region in mesh.regions.items()},
        {name: _parts_of(elements) for name, elements in mesh.element_regions.items()},
        {name: _made_of_parts(material) for name, material in mesh.materials.items()},
        quadratic=True,
    )


def layers(mesh: TetMesh) -> int:
    """Estimate how many elements lie across a linear mesh at its thickest.

    It is twice the number of edges from the surface to the deepest vertex, and at least one.
    """
    depth, reached, edges = 0, np.zeros(len(mesh.vertices), dtype=bool), mesh.edges
    reached[mesh.surface] = True
    while not reached[edges].all():
        reached[edges[reached[edges].any(axis=1)]] = True
        depth += 1
    return max(1, 2 * depth)


def quadrature(mesh: TetMesh) -> Quadrature:
    """Return the points of integration of a mesh: one for a linear element, four for a quadratic one."""
    if not mesh.quadratic:
        return Quadrature(mesh.tets, mesh.shape_gradients, mesh.volumes, np.arange(len(mesh.tets)))
    nodes = nodes_of_parts(mesh.tets)
    corners = barycentric_gradients(mesh.vertices, nodes[:, :4])
    b = np.full((POINTS, 4), FAR)
    np.fill_diagonal(b, NEAR)
    first, second = EDGES.T
    at_corners = (4 * b - 1)[None, :, :, None] * corners[:, None]
    crossed = np.einsum("qe,med->mqed", b[:, first], corners[:, second])
    at_middles = 4 * (crossed + np.einsum("qe,med->mqed", b[:, second], corners[:, first]))
    gradients = np.concatenate([at_corners, at_middles], axis=2)  # (elements, points, nodes, 3)
    volumes = mesh.volumes.reshape(-1, len(PARTS)).sum(axis=1) / POINTS
    return Quadrature(
        np.repeat(nodes, POINTS, axis=0),
        np.ascontiguousarray(gradients.reshape(-1, nodes.shape[1], 3)),
        np.repeat(volumes, POINTS),
        np.repeat(len(PARTS) * np.arange(len(nodes)), POINTS),
    )


def _with_middles(mesh: TetMesh, region: Indices, outer: npt.NDArray[np.bool_], middles: Indices) -> Indices:
    """Return a region of vertices with the middles of edges that belong to it.

    They are those of its `outer` edges (in the mesh's order), and all of its whole elements; `middles` (m,
    6).
    """
    count, inside = len(mesh.vertices), np.zeros(len(mesh.vertices), dtype=bool)
    inside[region] = True
    whole = middles[inside[mesh.tets].all(axis=1)]
    held = count + np.flatnonzero(outer & inside[mesh.edges].all(axis=1))
    return np.concatenate([region, held, whole.ravel()])


def _parts_of(elements: Indices) -> Indices:
    """Return the linear parts of quadratic elements, which follow each other."""
    return np.asarray((len(PARTS) * elements[:, None] + np.arange(len(PARTS))).ravel())


def _made_of_parts(material: MeshMaterial) -> MeshMaterial:
    return material._replace(elements=_parts_of(material.elements))
