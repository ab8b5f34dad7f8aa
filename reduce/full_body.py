"""What a full elastic body is to those who step, shake, settle and reduce it, whatever it is made of."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from meshes.tetmesh import TetMesh

Array = np.ndarray


class Body(Protocol):
    """An elastic body with n free degrees of freedom; `offline.StVK` is one.

    `lower_matrix` makes, and the two methods after it fill, the lower triangle of a symmetric csc matrix.
    """

    @property
    def mesh(self) -> TetMesh: ...  # noqa: D102
    @property
    def free(self) -> Array: ...  # noqa: D102 - (n,) indices 3 * vertex + axis
    @property
    def mass(self) -> Array: ...  # noqa: D102 - (n,) kg
    @property
    def lame(self) -> Array: ...  # noqa: D102 - (m, 2) lambda and mu of each element, Pa

    def force_and_stiffness(self, u: Array) -> tuple[Array, Any]:
        """f(u) (n,) [N] and the exact tangent df/du, a symmetric csc matrix (n, n) [N/m]."""

    def stiffness(self, u: Array) -> Any:
        """The second of them."""

    def lower_matrix(self) -> Any:
        """A new matrix of zeros with the stiffness's pattern."""

    def fill_system(self, u: Array, lower: Any, stiffness_factor: float, mass_factor: float) -> Array:
        """Set `lower` to stiffness_factor K(u) + mass_factor M and return f(u) (n,) [N]."""

    def add_hessian(self, u: Array, v: Array, factor: float, lower: Any) -> None:
        """lower += factor d(K(u) v)/du, which is symmetric."""
