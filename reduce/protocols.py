"""Protocols: a basis for reductions, and a full elastic body for steppers, eigensolvers and reductions."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import numpy as np

from meshes.tetmesh import TetMesh
from runtime.base.arguments import all_finite, array, refused
from softrein.errors import BasisError

Array = np.ndarray
Sparse: TypeAlias = Any  # a sparse matrix of SciPy, which declares no types


class Vectors(Protocol):
    """The part of a basis that a reduction needs; `reduce.Basis` has it."""

    @property
    def vectors(self) -> Array: ...  # noqa: D102 - (n, r)


def checked_vectors(basis: Vectors, count: int, rows: str) -> Array:
    """The basis (count, r), a row for each of `rows`; BasisError where it does not fit or is not finite."""
    if not hasattr(basis, "vectors"):
        raise refused("basis", basis, "what has `vectors` (n, r), as reduce.pod returns it", BasisError)
    vectors = array("basis.vectors", basis.vectors, finite=False, error=BasisError)
    if vectors.ndim != 2 or len(vectors) != count or vectors.shape[1] == 0:
        raise BasisError(f"the basis is {vectors.shape}; for {count} {rows} it is ({count}, r)")
    if not all_finite(vectors):
        raise BasisError("the basis holds numbers that are not finite")
    return vectors


class Stepped(Protocol):
    """A body with n free degrees of freedom, and what acts on it, for time steppers and static solvers.

    `lower_matrix` makes, and the two methods after it fill, the lower triangle of a symmetric csc matrix.
    """

    @property
    def mesh(self) -> TetMesh: ...  # noqa: D102
    @property
    def free(self) -> Array: ...  # noqa: D102 - (n,) indices 3 * vertex + axis
    @property
    def mass(self) -> Array: ...  # noqa: D102 - (n,) kg
    @property
    def weighing(self) -> Array: ...  # noqa: D102 - (n,) kg, by which a uniform acceleration acts
    @property
    def projects(self) -> bool: ...  # noqa: D102 - whether steps take the projected stiffness for an indefinite

    def lower_matrix(self) -> Sparse:
        """Return a new matrix of zeros with the stiffness's pattern."""

    def energy(self, u: Array) -> float:
        """Return the strain energy at u (n,) [J]."""

    def force_and_stiffness(self, u: Array) -> tuple[Array, Sparse]:
        """Return f(u) (n,) [N] and the exact tangent df/du, a symmetric csc matrix (n, n) [N/m]."""

    def fill_system(
        self, u: Array, lower: Sparse, stiffness_factor: float, mass_factor: float, projected: bool = False
    ) -> Array:
        """Set `lower` to stiffness_factor K(u) + mass_factor M and return f(u) (n,) [N].

        `projected`: K is made of the elements' nearest positive semidefinite ones.
        """

    def add_hessian(self, u: Array, v: Array, factor: float, lower: Sparse) -> None:
        """Add factor d(K(u) v)/du, which is symmetric, to `lower`."""


class Body(Stepped, Protocol):
    """An elastic body; `offline.ElasticBody` is one."""

    @property
    def total_mass(self) -> float: ...  # noqa: D102 - kg, of what is free of the body
    @property
    def lame(self) -> Array: ...  # noqa: D102 - (m, 2) lambda and mu of each element, Pa
    @property
    def laws(self) -> Array: ...  # noqa: D102 - (m,) place of its law in `runtime.body.laws.names.NAMES`
    @property
    def patches(self) -> Any: ...  # noqa: D102 - elements that share their mean volume: starts, elements

    def stiffness(self, u: Array) -> Sparse:
        """Return the tangent (n, n) alone."""


class Embedded(Protocol):
    """Points that go along with a body: x = X + D u."""

    @property
    def rest(self) -> Array: ...  # noqa: D102 - (k, 3) m, X

    def matrix(self, body: Body) -> Sparse:
        """Return the matrix D (3 k, n)."""
