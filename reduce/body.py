"""Projection of a St. Venant-Kirchhoff body on tetrahedra onto a basis, `u = U p`.

Green strain is quadratic in the reduced coordinates. With G_i the gradient of mode i in an element,

    E(p) = sum_i p_i sym(G_i) + 1/2 sum_ij p_i p_j sym(G_i^T G_j)

so with the monomials phi = [p, p_i p_j (i <= j)] the energy of the whole body is

    1/2 phi^T H phi,     H = sum over elements of V S^T C S

where the columns of S are the strains of the monomials and C is the elasticity: one Gram matrix of strain
features, which is one large matrix product. The third derivative of the energy, and half of its fourth, are
its cubic and quartic blocks, fully symmetrised:

    K1 = H_pp,     C_ijk = 2 (h_i,jk + h_j,ik + h_k,ij),     Q_ijkl = 2 (h_ij,kl + h_ik,jl + h_il,jk)

with h the blocks of H divided by the weight (2 off the diagonal) of their pairs. They give K2 and K3 of
`runtime.body.polynomial`, whose memory layout the result has.

The elasticity enters by its square root: with E split into its trace and five deviatoric parts along an
orthonormal basis B_q of the symmetric matrices, C is diagonal, 3 lambda + 2 mu for the trace and 2 mu for the
rest, and both are positive for a negative Poisson's ratio, too. Elements that share their mean volume keep
2 mu for the trace, and their patch has one more feature, the mean trace, with 3 lambda (positive there).

Limits: 3/4 m r^4 multiplications for m elements; a few arrays of r^4 / 4 numbers, and a block of features.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from meshes.quadratic import quadrature
from reduce.elements import Elements
from reduce.protocols import Body, Vectors, checked_vectors
from reduce.sampling import Sampling, operator_of
from runtime.base.arguments import array, refused
from runtime.body.elastic import Elastic
from runtime.body.laws.names import NAMES
from runtime.body.model import BodyModel
from runtime.body.polynomial import Polynomial, monomial_length, pack_panels
from softrein.errors import BasisError, MaterialError

Array = np.ndarray

BLOCK_BYTES = 32e6  # bytes of features held at once: enough rows for BLAS
NORMS = np.sqrt([3, 2, 6, 2, 2, 2])  # Frobenius norms of the unscaled directions below


def reduce_deformable(
    body: Body,
    basis: Vectors,
    damping: tuple[float, float] = (0.0, 0.0),
    standing: Array | None = None,
    sampling: Sampling | None = None,
) -> BodyModel:
    """Return the reduced model of `body` on `basis`: its polynomial, or a sum over elements.

    Args:
        body: The full body; n free degrees of freedom.
        basis: Its `vectors` (n, r); forces are right for any, the dynamics need them mass-orthonormal.
        damping: Rayleigh's alpha [1/s] and beta [s], tangential: D(p) = alpha M + beta K(p).
        standing: Load (n,) [N] that always acts, as gravity does.
        sampling: The elements that stand for all, from `reduce.sample_elements`. None: the polynomial is used
            where all elements follow St. Venant-Kirchhoff's law, and otherwise all elements, exact and slow.

    Raises:
        BasisError: The basis, the load or the sampling does not fit the body, or is not finite.
        MaterialError: Damping is negative, or an element's elasticity is not positive.

    Source: docs/theory.md, section "The reduced polynomial"; [002, section 4.3] introduces it.
    """
    if not all(hasattr(body, name) for name in ("mesh", "free", "mass", "lame")):
        raise refused("body", body, "a full body, as offline.StVK", BasisError)
    vectors = checked_vectors(basis, len(body.free), "free degrees of freedom")
    load = _checked_load(standing, len(vectors))
    weighted = np.sqrt(body.mass)[:, None] * vectors
    mass = weighted.T @ weighted
    if sampling is None and (body.laws == NAMES.index("stvk")).all():
        matrix = polynomial_matrix(gram_matrix(body, vectors), vectors.shape[1])
        elastic: Elastic = Polynomial(pack_panels(matrix))
    else:
        elastic = operator_of(body, vectors, sampling)
    return BodyModel(
        elastic=elastic,
        damping=_checked_damping(damping),
        standing=vectors.T @ load,
        mass=mass,
    )


def gram_matrix(body: Body, vectors: Array) -> Array:
    """The matrix H (r + N, r + N) for the N = r (r + 1) / 2 pairs; energy = 1/2 phi^T H phi."""
    rank = vectors.shape[1]
    size = rank * (rank + 3) // 2
    gram = np.zeros((size, size))
    for features in strain_features(body, vectors):
        gram += features.T @ features  # NumPy recognises the symmetry and does half the work
    return gram


def strain_features(body: Body, vectors: Array) -> Iterator[Array]:
    """Yield the columns C^1/2 V^1/2 S of all monomials, six rows an element, block by block of elements."""
    rank = vectors.shape[1]
    first, second = np.triu_indices(rank)
    halves = np.where(first == second, 0.5, 1.0)
    directions, weights = strain_directions(), _feature_weights(body)
    elements = Elements(body, vectors)
    owner, totals = elements.owner, elements.patch_volumes
    # of each patch, times its volume; the last row is for elements without a patch
    traces = np.zeros((totals.size + 1, rank * (rank + 3) // 2))
    count = max(1, int(BLOCK_BYTES // (8 * 6 * rank * (rank + 3) // 2)))
    volumes = quadrature(body.mesh).volumes
    for start in range(0, elements.count, count):
        part = slice(start, start + count)
        gradients = elements.gradients(np.arange(elements.count)[part])
        along = np.einsum("ecdr,qdb->eqcbr", gradients, directions, optimize=True)  # G_i B_q
        linear = np.einsum("eqccr->eqr", along)  # B_q : sym(G_i)
        flat = gradients.reshape(-1, 1, 9, rank)
        products = flat.transpose(0, 1, 3, 2) @ along.reshape(-1, 6, 9, rank)  # B_q : sym(G_i^T G_j)
        pairs = products[:, :, first, second] * halves
        features = np.concatenate([linear, pairs], axis=2)
        if totals.size:
            np.add.at(traces, owner[part], volumes[part, None] * features[:, 0])
        features *= weights[part, :, None]
        yield features.reshape(-1, features.shape[2])
    if totals.size:
        # all elements of a patch have the same constants
        first = body.patches.elements[body.patches.starts[:-1]]
        yield np.sqrt(3 * body.lame[first, 0] / totals)[:, None] * traces[:-1]


def strain_directions() -> Array:
    """An orthonormal basis B_q (6, 3, 3) of the symmetric matrices: the trace and five deviators."""
    x, y, z = np.eye(3)
    normal = [np.ones(3), x - y, x + y - 2 * z]
    shear = [np.outer(a, b) + np.outer(b, a) for a, b in ((y, z), (x, z), (x, y))]
    return np.array([np.diag(v) for v in normal] + shear) / NORMS[:, None, None]


def polynomial_matrix(gram: Array, rank: int) -> Array:
    """The symmetric matrix of `runtime.body.polynomial` (L, L) from the Gram matrix."""
    upper = np.triu_indices(rank)
    weight = np.where(upper[0] == upper[1], 1.0, 2.0)  # a pair i < j stands for two equal entries
    stiffness = gram[:rank, :rank]
    cubic = third_derivative(gram[:rank, rank:] / weight, rank)
    quartic = fourth_derivative(gram[rank:, rank:] / np.outer(weight, weight), rank)
    length, end = monomial_length(rank), 1 + rank + weight.size
    matrix = np.zeros((length, length))
    matrix[0, 1 + rank : end] = weight * stiffness[upper]
    matrix[1 : 1 + rank, 1 : 1 + rank] = 4 * stiffness
    matrix[1 : 1 + rank, 1 + rank : end] = weight * cubic
    matrix[1 + rank : end, : 1 + rank] = matrix[: 1 + rank, 1 + rank : end].T
    matrix[1 + rank : end, 1 + rank : end] = np.outer(weight, weight) * quartic
    return matrix


def third_derivative(h: Array, rank: int) -> Array:
    """Return C_i,jk (r, N) from the coefficients h_i,jk (r, N) of p_i p_j p_k; pairs are packed."""
    first, second = np.triu_indices(rank)
    place = _places(rank)
    rows = np.arange(rank)[:, None]
    return 2 * (h + h[first, place[rows, second]] + h[second, place[rows, first]])


def fourth_derivative(h: Array, rank: int) -> Array:
    """Return half of it, Q_ij,kl (N, N), from the coefficients h_ij,kl of 1/2 p_i p_j p_k p_l, packed."""
    first, second = np.triu_indices(rank)
    place = _places(rank)
    i, j, k, l = first[:, None], second[:, None], first, second  # noqa: E741 - the formula's own letters
    total = 2 * (h + h[place[i, k], place[j, l]] + h[place[i, l], place[j, k]])
    return (total + total.T) / 2


def _places(rank: int) -> Array:
    """The index of the pair i, j among the packed pairs i <= j; (r, r), symmetric."""
    upper = np.triu_indices(rank)
    places = np.zeros((rank, rank), dtype=np.intp)
    places[upper] = places.T[upper] = np.arange(len(upper[0]))
    return places


def _feature_weights(body: Body) -> Array:
    """Square roots of volume times elasticity (m, 6). Raises MaterialError where that is not positive."""
    volumes, mu = quadrature(body.mesh).volumes, body.lame[:, 1]
    lam = np.array(body.lame[:, 0])
    lam[body.patches.elements] = 0.0
    stiffness = volumes[:, None] * np.stack([3 * lam + 2 * mu] + 5 * [2 * mu], axis=1)
    bad = np.flatnonzero(~(stiffness > 0).all(axis=1))
    if bad.size:
        raise MaterialError(
            f"element {bad[0]}: lambda {lam[bad[0]]:g} Pa and mu {mu[bad[0]]:g} Pa are no elastic material; "
            "give a positive Young's modulus and a Poisson's ratio between -1 and 0.5"
        )
    return np.sqrt(stiffness)


def _checked_load(standing: Array | None, count: int) -> Array:
    wanted = f"{count} finite numbers, in N, one a free degree of freedom"
    if standing is None:
        return np.zeros(count)
    return array("the standing load", standing, (count,), wanted, error=BasisError)


def _checked_damping(damping: tuple[float, float]) -> Array:
    wanted = "alpha [1/s] and beta [s], finite and neither negative"
    values = array("damping", damping, (2,), wanted, error=MaterialError)
    if not (values >= 0).all():
        raise refused("damping", damping, wanted, MaterialError)
    return values
