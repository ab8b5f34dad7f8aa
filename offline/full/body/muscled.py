"""A body with its muscles under tension: what its steps and equilibria see of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import diags

from meshes.tetmesh import TetMesh
from offline.full.body.elastic_body import ElasticBody
from offline.full.body.muscles.law import FullMuscles

Array = np.ndarray


class Muscled:
    """A `reduce.protocols.Body` whose force and stiffness are its own and those of its muscles.

    Attributes:
        control: (count,) what they are driven by, held until it is set anew.
        pull: (n_free,) N, the muscles' force at the last `fill_system`.

    """

    def __init__(self, body: ElasticBody, muscles: FullMuscles) -> None:
        self.body, self.muscles = body, muscles
        self.control = np.zeros(muscles.count)
        self.pull = np.zeros(body.mass.size)
        self._own = body.lower_matrix()
        self._stiffness: Array | None = None  # as it was added last

    @property
    def mesh(self) -> TetMesh:  # noqa: D102
        return self.body.mesh

    @property
    def free(self) -> Array:  # noqa: D102
        return self.body.free

    @property
    def mass(self) -> Array:  # noqa: D102
        return self.body.mass

    @property
    def projects(self) -> bool:  # noqa: D102
        return self.body.projects

    @property
    def lame(self) -> Array:  # noqa: D102
        return self.body.lame

    @property
    def laws(self) -> Array:  # noqa: D102
        return self.body.laws

    @property
    def patches(self) -> Any:  # noqa: D102
        return self.body.patches

    def force_and_stiffness(self, u: Array) -> tuple[Array, Any]:
        """Both with the muscles' own; the whole symmetric matrix."""
        lower = self.lower_matrix()
        force = self.fill_system(u, lower, 1.0, 0.0)
        return force, (lower + lower.T - diags(lower.diagonal())).tocsc()

    def stiffness(self, u: Array) -> Any:
        """The second of them."""
        return self.force_and_stiffness(u)[1]

    def lower_matrix(self) -> Any:
        """A new matrix of zeros with what the body and its muscles couple."""
        return self.muscles.lower_matrix()

    def energy(self, u: Array) -> float:
        """Of strain and of the muscles, J."""
        return self.body.energy(u) + (self.muscles.energy(u, self.control) if self._acts else 0.0)

    def fill_system(
        self, u: Array, lower: Any, stiffness_factor: float, mass_factor: float, projected: bool = False,
        pulls: float | None = None,
    ) -> Array:  # fmt: skip
        """Set `lower` to stiffness_factor K(u) + mass_factor M; f, on the left of M a + f = load.

        The muscles' own stiffness comes in `pulls` times, as often as the body's unless told.
        """
        force = self.body.fill_system(u, self._own, stiffness_factor, mass_factor, projected)
        lower.data[:] = 0.0
        lower.data[self.muscles.places] = self._own.data
        self.pull, self._stiffness = np.zeros(u.size), None
        if self._acts:
            self.pull, stiffness = self.muscles.force_and_stiffness(u, self.control, not projected)
            self._stiffness = (stiffness_factor if pulls is None else pulls) * stiffness
            lower.data += self._stiffness
        return force - self.pull

    def without_pulls(self, lower: Any) -> Any:
        """The matrix as `fill_system` left it, without the stiffness of the muscles."""
        if self._stiffness is None:
            return lower
        found = lower.copy()
        found.data -= self._stiffness
        return found

    def add_hessian(self, u: Array, v: Array, factor: float, lower: Any) -> None:
        """lower += factor d(K(u) v)/du of the body's own K: damping is its alone."""
        self._own.data[:] = 0.0
        self.body.add_hessian(u, v, factor, self._own)
        lower.data[self.muscles.places] += self._own.data

    @property
    def _acts(self) -> bool:
        return bool(self.control.any() or self.muscles.springs.any())


def work_of_pull(body: Any, u: Array) -> float:
    """The size of that force's work along u, J."""
    return abs(float(body.pull @ u)) if isinstance(body, Muscled) else 0.0


def size_of_pull(body: Any) -> float:
    """The norm of the muscles' force at the last `fill_system` of a body, N; 0 of one that has none."""
    return float(np.linalg.norm(body.pull)) if isinstance(body, Muscled) else 0.0
