"""A full body as the sum of its material and its terms, for time steps and equilibria."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from scipy import sparse
from scipy.sparse import diags

from meshes.tetmesh import TetMesh
from offline.full.body.elements.pattern import spread
from offline.full.body.terms.term import FullTerm, Part, Piece, Rubbing, Start
from reduce.protocols import Sparse, Stepped
from runtime.body.terms.kinds import ACTUATOR_TERMS

Array = np.ndarray


class Terms:
    """Terms by kind, in the order of their controls, and the pattern of the matrices of body and terms.

    Matrices are lower triangles like the body's (`offline.full.body.elements.pattern`), with further
    blocks for vertices that a term couples.

    Attributes:
        by_kind: The terms.
        places: Positions of the body's entries in the wider matrices.
        count: How many inputs the terms have.
        rounding: A size of forces (N); rounding keeps residuals above 1e-9 of it.
        actuated: How many of the inputs are controls; the others, behind them, are motions of tools.

    """

    def __init__(self, by_kind: Mapping[str, FullTerm], body: Stepped) -> None:
        self.by_kind = dict(by_kind)
        ends = np.cumsum([0, *(term.count for term in self.by_kind.values())])
        self._own = [slice(a, b) for a, b in pairwise(ends)]
        self.count = int(ends[-1])
        self._rubbing = [(term, own) for term, own in self._each() if isinstance(term, Rubbing)]
        self.rounding = sum(term.rounding for term, _ in self._rubbing)
        self.actuated = sum(term.count for kind, term in self.by_kind.items() if kind in ACTUATOR_TERMS)
        if self.by_kind:
            self._couple(body)

    @property
    def searched(self) -> bool:
        """Whether any term makes the iterations of a step use a line search."""
        return bool(self._rubbing)

    @property
    def rigid(self) -> bool:
        """Whether any term keeps something rigid."""
        return any(term.rigid for term, _ in self._rubbing)

    def lower_matrix(self) -> Sparse:
        """Return a new lower triangular csc matrix of zeros, with all entries of the body and its terms."""
        size = self._pointers.size - 1
        data = np.zeros(self._rows.size)
        found = sparse.csc_matrix((data, self._rows.copy(), self._pointers.copy()), shape=(size, size))
        found.has_canonical_format = True
        return found

    def acts(self, control: Array) -> bool:
        """Whether any term acts under a control (count,)."""
        return any(term.acts(control[own]) for term, own in self._each())

    def begin(self, start: Start | None, control: Array) -> bool:
        """Begin a part of a step under a control (count,); with None a static evaluation.

        Later calls refer to it. It returns False where the part is too long for a term.
        """
        bearable = True
        for term, own in self._rubbing:
            bearable = term.begin(start, control[own]) and bearable
        return bearable

    def energy(self, u: Array, control: Array) -> float:
        """Return the energy, J, whose derivative is minus the force."""
        return sum(term.energy(u, control[own]) for term, own in self._each())

    def force_and_stiffness(self, u: Array, control: Array, whole: bool = True) -> tuple[Array, Array]:
        """Return the force (n_free,) N, and the data of its stiffness in `lower_matrix`'s pattern.

        Unless `whole` this is only the part that is positive semidefinite.
        """
        force, values = np.zeros(u.size), [np.zeros(0)]
        for term, own in self._each():
            pull, each = term.force_and_stiffness(u, control[own], whole)
            force += pull
            values.append(each)
        return force, self._entries @ np.concatenate(values)

    def work(self, part: Part, control: Array) -> float:
        """Return the terms' work over a part of a step, J, from energies where they have any."""
        start, end, theta = part
        self.begin(start, control)
        total, way = 0.0, end - start.u
        for term, own in self._each():
            if isinstance(term, Rubbing):
                force, _ = term.force_and_stiffness(start.u + theta * way, control[own], True)
                total += float(force @ way)
            else:
                total += term.energy(start.u, control[own]) - term.energy(end, control[own])
        return total

    def turned(self, change: Array) -> Array | None:
        """Return the unsymmetric part of their stiffness, times a change of u (n_free,), or None."""
        return _sum([term.turned(change) for term, _ in self._rubbing])

    def unit_forces(self) -> Array:
        """Return the force of a unit of each control at rest (count, n_free) N."""
        return np.concatenate([term.unit_forces() for term in self.by_kind.values()])

    def arrays(self) -> list[Array]:
        """Return the arrays that define the terms."""
        return [array for term in self.by_kind.values() for array in term.arrays()]

    def _each(self) -> zip[tuple[FullTerm, slice]]:
        return zip(self.by_kind.values(), self._own, strict=True)

    def _couple(self, body: Stepped) -> None:
        """Set the wider pattern, and the position in it of each entry of the terms' stiffness."""
        none = np.zeros(0, dtype=np.int64)
        pieces = [Piece(0, none, none, none, np.zeros(0))]
        pieces += [piece for term in self.by_kind.values() for piece in term.pieces]
        firsts = np.cumsum([0, *(piece.values for piece in pieces)])
        value = np.concatenate([first + piece.value for first, piece in zip(firsts, pieces, strict=False)])
        i, j, share = (np.concatenate([piece[k] for piece in pieces]) for k in (2, 3, 4))
        below = i >= j
        value, i, j, share = value[below], i[below], j[below], share[below]
        own, n = body.lower_matrix(), body.free.size
        own_columns = np.repeat(np.arange(n), np.diff(own.indptr))
        vertices = n // 3
        blocks = np.unique(
            np.concatenate([own_columns // 3 * vertices + own.indices // 3, j // 3 * vertices + i // 3])
        )
        starts = np.searchsorted(blocks, np.arange(vertices + 1) * vertices)
        self._pointers, self._rows = spread(starts, np.asarray(blocks % vertices, dtype=np.int64))
        keys = np.repeat(np.arange(n), np.diff(self._pointers)) * n + self._rows
        self.places = np.searchsorted(keys, own_columns * n + own.indices)
        at = np.searchsorted(keys, j * n + i)
        self._entries = sparse.csr_matrix((share, (at, value)), shape=(keys.size, int(firsts[-1])))


class Sum:
    """A body with its terms under controls, for time steppers and static solvers.

    Attributes:
        control: (count,) inputs of its terms, held until they are set anew.
        pull: (n_free,) N, the terms' force at the last `fill_system`.

    """

    def __init__(self, body: Stepped, terms: Terms) -> None:
        self.body, self.terms = body, terms
        self.control = np.zeros(terms.count)
        self.pull = np.zeros(body.mass.size)
        self._own = body.lower_matrix()
        self._stiffness: Array | None = None  # the stiffness added last

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
    def weighing(self) -> Array:  # noqa: D102
        return self.body.weighing

    @property
    def projects(self) -> bool:
        """Whether the material projects, or a term needs line searches."""
        return self.body.projects or self.terms.searched

    def force_and_stiffness(self, u: Array) -> tuple[Array, Sparse]:
        """Return force and stiffness of body and terms; the stiffness is the whole symmetric matrix."""
        lower = self.lower_matrix()
        force = self.fill_system(u, lower, 1.0, 0.0)
        return force, (lower + lower.T - diags(lower.diagonal())).tocsc()

    def lower_matrix(self) -> Sparse:
        """Return a new matrix of zeros with all entries of body and terms."""
        return self.terms.lower_matrix()

    def energy(self, u: Array) -> float:
        """Return the energy of strain and terms, J."""
        acts = self.terms.acts(self.control)
        return self.body.energy(u) + (self.terms.energy(u, self.control) if acts else 0.0)

    def begin(self, start: Start | None) -> bool:
        """Begin a part of a step; None: a static evaluation. Return False where the part is too long."""
        return self.terms.begin(start, self.control)

    def hold(self, u: Array) -> None:
        """Let later energies be those whose derivative at u (n_free,) m is minus the terms' force there."""
        if self.terms.acts(self.control):
            self.terms.force_and_stiffness(u, self.control, False)

    def fill_system(
        self,
        u: Array,
        lower: Sparse,
        stiffness_factor: float,
        mass_factor: float,
        projected: bool = False,
        pulls: float | None = None,
    ) -> Array:
        """Set `lower` to stiffness_factor K(u) + mass_factor M; return f, on the left of M a + f = load.

        The terms' own stiffness has the factor `pulls`; None: the same as the body's.
        """
        force = self.body.fill_system(u, self._own, stiffness_factor, mass_factor, projected)
        lower.data[:] = 0.0
        lower.data[self.terms.places] = self._own.data
        self.pull, self._stiffness = np.zeros(u.size), None
        if self.terms.acts(self.control):
            self.pull, stiffness = self.terms.force_and_stiffness(u, self.control, not projected)
            self._stiffness = (stiffness_factor if pulls is None else pulls) * stiffness
            lower.data += self._stiffness
        return force - self.pull

    def without_pulls(self, lower: Sparse) -> Sparse:
        """Return the matrix of the last `fill_system` without the stiffness of terms."""
        if self._stiffness is None:
            return lower
        found = lower.copy()
        found.data -= self._stiffness
        return found

    def add_hessian(self, u: Array, v: Array, factor: float, lower: Sparse) -> None:
        """Add factor d(K(u) v)/du of the body's own K to `lower`: only the body is damped."""
        self._own.data[:] = 0.0
        self.body.add_hessian(u, v, factor, self._own)
        lower.data[self.terms.places] += self._own.data


def _sum(parts: list[Array | None]) -> Array | None:
    there = [part for part in parts if part is not None]
    return np.sum(there, axis=0) if there else None


def work_of_pull(body: Stepped, u: Array) -> float:
    """Return the magnitude of the work along u of the terms' force at the last `fill_system`, J."""
    return abs(float(body.pull @ u)) if isinstance(body, Sum) else 0.0


def size_of_pull(body: Stepped) -> float:
    """Return the norm of the terms' force at the last `fill_system`, N; 0 for a body without terms.

    It includes the terms' `rounding`, for the forces that keep something rigid.
    """
    return float(np.hypot(np.linalg.norm(body.pull), body.terms.rounding)) if isinstance(body, Sum) else 0.0
