"""The reduced model of a soft body: the arrays that compiled kernels use and a bundle stores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from runtime.base.kernels import Array
from runtime.body.elastic import (
    OPERATORS,
    Elastic,
    evaluate,
    evaluate_hessian,
    evaluate_projected,
    kept_behind,
    operator_name,
)
from runtime.plant.plant import state_vector

OLDEST = "polynomial"  # elastic operator of files that name none


class BodyModel(NamedTuple):
    """A soft body in r reduced coordinates p, with `u = U p`.

    Units follow from the basis: for a mass-orthonormal one p is in m kg^1/2, forces are in N kg^-1/2 and
    stiffness is in 1/s^2.
    """

    elastic: Elastic  # elastic force and stiffness
    damping: np.ndarray  # (2,)  Rayleigh's alpha [1/s] and beta [s], tangential: D(p) = alpha M + beta K(p)
    standing: np.ndarray  # (r,)  static load U^T w, for instance gravity
    mass: np.ndarray  # (r, r) U^T M U; the dynamics require the identity

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Array], operator: str | None = None) -> BodyModel:
        """Make a model of its `arrays` by name; `operator` names its elastic operator.

        By default that is the oldest operator. Raises ValueError for an operator that is not known,
        LookupError or TypeError for arrays that do not fit.
        """
        operator = operator or OLDEST
        if operator not in OPERATORS:
            raise ValueError(f"its elastic operator is of an unknown kind, {operator!r}")
        kind, rest = OPERATORS[operator].arrays, dict(arrays)
        return cls(kind(**{name: rest.pop(name) for name in kind._fields}), **rest)

    def arrays(self) -> dict[str, Array]:
        """Its arrays by name, as a bundle stores them, those of the elastic operator first."""
        own = self._asdict()
        return {**own.pop("elastic")._asdict(), **own}

    @property
    def operator(self) -> str:
        """The name of its elastic operator's kind, see `runtime.body.elastic.OPERATORS`."""
        return operator_name(self.elastic)

    @property
    def rank(self) -> int:
        """The number r of reduced coordinates."""
        return len(self.standing)

    def force(self, p: Array) -> Array:
        """Elastic force f(p) (r,), the gradient of the energy."""
        return self.force_and_stiffness(p)[0]

    def stiffness(self, p: Array) -> Array:
        """Tangent stiffness K(p) = df/dp (r, r), symmetric."""
        return self.force_and_stiffness(p)[1]

    def stiffness_at_rest(self) -> Array:
        """K(0) (r, r), computed without a kernel, so that no compilation is needed."""
        return self.elastic.stiffness_at_rest(self.rank)

    def force_and_stiffness(self, p: Array) -> tuple[Array, Array]:
        """f(p) and K(p), at the cost of one of them. Raises SimulationError unless p is (r,)."""
        rank = self.rank
        force, stiffness = evaluate(
            kept_behind(self.elastic), state_vector(p, rank, "p"), self.elastic.work_size(rank)
        )
        return force, stiffness

    def projected_stiffness(self, p: Array) -> Array:
        """K(p) (r, r) with each element's part projected to positive semidefinite; zeros if there is none."""
        size = self.elastic.work_size(self.rank)
        return np.asarray(
            evaluate_projected(kept_behind(self.elastic), state_vector(p, self.rank, "p"), size)
        )

    def hessian(self, p: Array, v: Array) -> Array:
        """d(K(p) v)/dp (r, r), symmetric [002, appendix B]."""
        rank = self.rank
        p, v = state_vector(p, rank, "p"), state_vector(v, rank, "v")
        return np.asarray(evaluate_hessian(kept_behind(self.elastic), p, v, self.elastic.work_size(rank)))
