"""The reduced model of a soft body, as arrays that compiled kernels and the bundle take whole.

Formula, source and memory layout of `panels` are those of `runtime.body.kernels`; `reduce` fills them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.body.kernels import BLOCK, Array, aligned, evaluate, evaluate_hessian, monomial_length
from runtime.plant import state_vector


class BodyModel(NamedTuple):
    """A St. Venant-Kirchhoff body in r reduced coordinates p, with `u = U p`.

    Units follow from the basis: for a mass-orthonormal one p is in m kg^1/2, forces are in N kg^-1/2 and
    stiffness is in 1/s^2.
    """

    panels: np.ndarray  # the polynomial's coefficients; see runtime.body.kernels
    damping: np.ndarray  # (2,)  Rayleigh's alpha [1/s] and beta [s], tangential: D(p) = alpha M + beta K(p)
    standing: np.ndarray  # (r,)  standing load U^T w, gravity for one
    mass: np.ndarray  # (r, r) U^T M U; the dynamics want the identity

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
        """K(0) (r, r), read off the coefficients: for those who cannot wait for a kernel to be compiled."""
        rank, length = self.rank, monomial_length(self.rank)
        starts = np.cumsum([0, *(BLOCK * (row + BLOCK) for row in range(0, length, BLOCK))])
        panels = np.split(self.panels[: starts[-1]], starts[1:-1])
        pairs = np.concatenate([panel.reshape(BLOCK, -1)[:, 0] for panel in panels])[1 + rank :]
        stiffness = np.zeros((rank, rank))
        stiffness[np.triu_indices(rank)] = pairs[: rank * (rank + 1) // 2] / 2
        return stiffness + stiffness.T  # pairs have weight 2 off the diagonal

    def force_and_stiffness(self, p: Array) -> tuple[Array, Array]:
        """f(p) and K(p) for the price of one. Raises SimulationError unless p is (r,)."""
        rank = self.rank
        force, stiffness = evaluate(self.panels, state_vector(p, rank, "p"), monomial_length(rank))
        return force, stiffness

    def hessian(self, p: Array, v: Array) -> Array:
        """d(K(p) v)/dp = K2[v] + K3[p v^T + v p^T] (r, r), symmetric [002, appendix B]."""
        rank = self.rank
        p, v = state_vector(p, rank, "p"), state_vector(v, rank, "v")
        return np.asarray(evaluate_hessian(self.panels, p, v, monomial_length(rank)))


def pack_panels(matrix: Array) -> Array:
    """The lower triangle of a symmetric `matrix` (L, L), L a multiple of 8, in panels of eight rows."""
    blocks = [matrix[row : row + BLOCK, : row + BLOCK].ravel() for row in range(0, len(matrix), BLOCK)]
    return aligned_copy(np.concatenate(blocks))


def unpack_panels(panels: Array, length: int) -> Array:
    """The symmetric matrix (length, length) that `pack_panels` packed."""
    matrix = np.zeros((length, length))
    at = 0
    for row in range(0, length, BLOCK):
        width = row + BLOCK
        panel = panels[at : at + BLOCK * width].reshape(BLOCK, width)
        matrix[row:width, :width] = panel
        matrix[:width, row:width] = panel.T
        at += BLOCK * width
    return matrix


def panels_size(rank: int) -> int:
    """How many numbers the panels of `rank` coordinates hold."""
    length = monomial_length(rank)
    return length * (length + BLOCK) // 2


def aligned_copy(array: Array) -> Array:
    """A copy (float64) that starts at a multiple of 64 bytes."""
    copy = aligned(*array.shape)
    copy[...] = array
    return copy
