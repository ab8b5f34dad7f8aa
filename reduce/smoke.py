"""Projection of a fluid on a MAC grid onto a divergence-free basis, `q = U z`.

    dz/dt = A(z) z + nu D z + w        [002, equation 11]

With the modes orthonormal in the inner product that the cell's area a gives, `a U^T U = 1`, and the flux form
of `meshes.mac_advection`, a sum over pairs of neighbouring faces (f, g) with the fluxes F_j of mode j,

    A(z)_ik = sum_j c_ijk z_j,     c_ijk = (M_j,ki - M_j,ik) / 2,     M_j,ik = sum_fg F_j,fg U_fi U_gk

so that A(z) is antisymmetric to the last bit and keeps the energy `1/2 |z|^2`. Only the part of c that is
symmetric in j and k counts; it is stored packed, as `runtime.smoke.operator` wants it. Diffusion is
`D = -a U^T L U` with the viscous Laplacian of `meshes.mac_operators`, negative semidefinite. Nothing flows
through walls and solid cells, and along them the fluid slips freely.

In space the cell's volume takes the place of the area, in the inner product as well.

Memory: beside the basis, r^3 numbers and one block of faces; blocks are small enough for the processor's
cache.

Limits: 2 n r^3 multiplications and additions for n faces, in r products a block. Pressure does no work on
modes without divergence and has no part in the model; so the modes are checked.
"""

from __future__ import annotations

import numpy as np

from meshes.mac_advection import carry, flux_links
from meshes.mac_operators import viscous_laplacian
from meshes.macgrid import MacGrid
from reduce.protocols import Vectors, checked_vectors
from runtime.base.arguments import instance, number
from runtime.smoke.model import SmokeModel
from softrein.errors import BasisError, MaterialError

Array = np.ndarray

BLOCK_FACES = 512  # faces processed together: at r = 64 the modes there and what they transport take 256 KiB
ORTHONORMAL = 1e-8  # largest entry of U^T U - 1 that counts as round-off
LEAK = 1e-8  # largest divergence or flow through a wall, relative to the mode's speed over the cell's size


def reduce_fluid(grid: MacGrid, basis: Vectors, viscosity: float) -> SmokeModel:
    """Return the reduced model of a fluid on `grid`.

    Args:
        grid: n faces.
        basis: Its `vectors` (n, r) [1/m], orthonormal under the cell's area, without divergence and without
            flow through walls and solid cells.
        viscosity: Kinematic, nu [m^2/s].

    Raises:
        BasisError: The basis does not fit the grid, is not finite, not orthonormal, or leaks.
        MaterialError: The viscosity is negative or not finite.

    Source: [002, section 4.4]; docs/theory.md, section "The reduced flow".
    """
    instance("grid", grid, MacGrid, "a meshes.MacGrid", BasisError)
    vectors = _checked_vectors(grid, basis)
    _check_leaks(grid, vectors)
    wanted = "a finite number, not negative, in m^2/s"
    viscosity = number("viscosity", viscosity, wanted, least=0, error=MaterialError)
    packed = pack_pairs(advection_tensor(grid, vectors))
    return SmokeModel(packed, diffusion_matrix(grid, vectors), np.array([viscosity]))


def advection_tensor(grid: MacGrid, vectors: Array) -> Array:
    """Return c_ijk (r, r, r) [1/m^2], antisymmetric in i and k: mode j carries mode k, seen by mode i."""
    rank, links = vectors.shape[1], flux_links(grid)
    moments, product = np.zeros((rank, rank, rank)), np.empty((rank, rank))  # M_j,ik
    carried = np.empty((BLOCK_FACES, rank))
    for first in range(0, len(vectors), BLOCK_FACES):
        block = vectors[first : first + BLOCK_FACES]
        part = links.of_tails(first, first + BLOCK_FACES)
        # (r, links): the entries of a mode are contiguous
        fluxes = np.ascontiguousarray(part.fluxes(vectors).T)
        for j in range(rank):
            carry(part.tail, part.head, fluxes[j], vectors, first, carried)
            np.matmul(block.T, carried[: len(block)], out=product)
            moments[j] += product
    return np.ascontiguousarray((moments.transpose(2, 0, 1) - moments.transpose(1, 0, 2)) / 2)


def pack_pairs(tensor: Array) -> Array:
    """Return the coefficients (r, N) of the products z_j z_k (j <= k) in sum_jk c_ijk z_j z_k."""
    first, second = np.triu_indices(len(tensor))
    packed = tensor[:, first, second] + tensor[:, second, first]
    packed[:, first == second] *= 0.5
    return packed


def diffusion_matrix(grid: MacGrid, vectors: Array) -> Array:
    """Return D = -a U^T L U (r, r) [1/m^2], symmetric and negative semidefinite."""
    product = vectors.T @ (viscous_laplacian(grid) @ vectors)
    return np.asarray(-0.5 * grid.cell_area * (product + product.T))


def _checked_vectors(grid: MacGrid, basis: Vectors) -> Array:
    vectors = np.ascontiguousarray(checked_vectors(basis, grid.size, "faces"))
    distance = np.abs(grid.cell_area * (vectors.T @ vectors) - np.eye(vectors.shape[1])).max()
    if distance > ORTHONORMAL:
        raise BasisError(
            f"the basis is not orthonormal under the cell's area: a U^T U differs from the identity by "
            f"{distance:.2g}; make it with pod(..., mass=np.full(grid.size, grid.cell_area))"
        )
    return vectors


def _check_leaks(grid: MacGrid, vectors: Array) -> None:
    """Raise BasisError where a mode flows through a wall or has a divergence."""
    size = min(grid.spacing)
    for mode, field in enumerate(vectors.T):
        speed = np.abs(field).max()
        through = np.abs(field[~grid.open]).max(initial=0.0) / speed
        if through > LEAK:
            raise BasisError(
                f"mode {mode} flows through walls or solid cells, at {through:.2g} of its largest speed; "
                "set the closed faces of the snapshots to zero"
            )
        divergence = np.abs(grid.divergence(field)).max() * size / speed
        if divergence > LEAK:
            raise BasisError(
                f"mode {mode} is not free of divergence: {divergence:.2g} of its largest speed over the "
                "cell's size; project the snapshots onto fields without divergence"
            )
