"""Sampled elements: few of a body's elements, with weights, that stand for all of them in a reduced model.

With g_e(p) the reduced force of element e, weights w_e >= 0 are sought with

    sum_e w_e g_e(p_k) = sum_e g_e(p_k)       over training states p_k, row by row

[An, Kim, James, Optimizing Cubature for Efficient Integration of Subspace Deformations, ACM TOG 27 (2008) 5;
Farhat, Avery, Chapman, Cortial, IJNME 98 (2014) 9], and the same of products K(p_k) d with random directions
d: forces alone leave the tangent, on which gains rest, several times worse. Both sides are multiplied by
K(0)^-1/2, so that an error counts by the energy of the displacement that it causes: a force that is wrong
along a soft mode moves the body far, and one of the same size along a stiff mode does not. Rows are then
normalised state by state. Half of the directions are white, half are K(0)^-1/2 times white ones, so that soft
modes count as stiff ones do. With weights >= 0 the stiffness stays symmetric, and as definite as the
elements' own.

The rows are many and say little that is new, so they are compressed before the search (`reduce.nonnegative`):
the stress fields of all states to their leading combinations, by the eigenvectors of their Gram matrix, and
their rows once more, by a randomised range finder [Halko, Martinsson, Tropp, SIAM Review 53 (2011) 2].
Elements are visited block by block, two or three times. The weights of the elements found are then solved for
on all rows, and the error that is reported is that of all rows.

Where elements share their mean volume (`runtime.body.sampled`), the search is over shapes by element and
volumes by patch; all elements of a patch must then be evaluated, and `most` counts elements that are.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.linalg import qr

from reduce.elements import Block, Elements, forces
from reduce.nonnegative import NonNegative
from reduce.protocols import Body, Vectors, checked_vectors
from runtime.base.arguments import instance
from runtime.body.sampled import Sampled
from softrein.errors import BasisError

Array = np.ndarray

MOST_STATES = 600  # most states used; larger sets are thinned out
TANGENTS = 24  # states, including rest, whose stiffness is used
DIRECTIONS = 4  # random directions in which each stiffness is used
RIGID = 1e-9  # fraction of the stiffest mode's stiffness below which a mode counts as rigid
STILL = 1e-6  # fraction of the largest force below which a force is ignored
FINER = 0.01  # relative error of the compressed fields, as a fraction of the tolerance
MOST_ROWS = 5000  # rows that are gathered before the second compression
ROWS_A_MODE = 30  # rows per mode after it
BLOCK_BYTES = 64e6  # bytes of the fields of a block of elements
KEPT_BYTES = 4e8  # bytes up to which rows are kept rather than computed twice
# factor by which the number of elements and the tolerance are overshot, before the least useful elements are
# removed
AHEAD = 1.5
STRICTER = (
    # safety factor on the tolerance for compressed rows in another round, after scaling by the ratio of both
    # errors
    0.95
)


@dataclass(frozen=True)
class Sampling:
    """Elements that stand for all, as `sample_elements` chose them.

    Attributes:
        elements: (m,) those that are evaluated, ascending.
        weights: (m,) how many times each counts, not negative; 0 where only its patch's volume counts.
        error: The relative error of forces and products over all rows, |G w - b| / |b|, by energy.
        patches: (q,) the patches of the body whose volume counts.
        patch_weights: (q,) how many times each counts.
    """

    elements: Array
    weights: Array
    error: float
    patches: Array
    patch_weights: Array


def sample_elements(
    body: Body, basis: Vectors, states: Array, tolerance: float = 0.01, most: int | None = None
) -> Sampling:
    """Choose elements of `body` for its reduced model on `basis`.

    Args:
        body: The full body; n free degrees of freedom, m elements.
        basis: Its `vectors` (n, r).
        states: Displacements (n, count) [m] at which the model is to be right, such as those of a run.
        tolerance: The search ends when the error, see `Sampling`, is at most this ...
        most: ... or when this many elements are evaluated, whichever comes first; None: no limit.

    Raises BasisError where an argument does not fit, or no state strains the body.
    """
    vectors = checked_vectors(basis, len(body.free), "free degrees of freedom")
    states = _checked_states(states, len(vectors))
    tolerance, most = _checked_ends(tolerance, most, len(body.lame))
    rows = _Rows(Elements(body, vectors), _coordinates(vectors, body.mass, states), tolerance)
    return _search(rows, tolerance, most)


def energy_scaling(stiffness: Array) -> Array:
    """K^-1/2 (r, r) of a stiffness (r, r): times a force its square is the energy of the displacement caused.

    Modes without stiffness, those of a body that nothing holds, count as the softest of the others do.
    """
    values, axes = np.linalg.eigh((stiffness + stiffness.T) / 2)
    stiff = values[values > RIGID * values[-1]]
    return np.asarray((axes / np.sqrt(np.maximum(values, stiff.min(initial=values[-1])))) @ axes.T)


def operator_of(body: Body, vectors: Array, sampling: Sampling | None) -> Sampled:
    """Return the elastic operator of sampled elements, or of all.

    Raises BasisError where the sampling is not of this body.
    """
    elements = Elements(body, vectors)
    if sampling is None:
        return elements.whole()
    instance("sampling", sampling, Sampling, "what reduce.sample_elements returns, or None", BasisError)
    chosen, patches = np.asarray(sampling.elements), np.asarray(sampling.patches)
    if (wrong := chosen[(chosen < 0) | (chosen >= elements.count)]).size:
        raise BasisError(f"sampling: it names element {wrong[0]}, but the body has {elements.count}")
    missing = np.setdiff1d(elements.members(patches), chosen)
    if missing.size:
        raise BasisError(f"sampling: a patch's element {missing[0]} is not among those evaluated")
    return elements.operator(chosen, sampling.weights, patches, sampling.patch_weights)


class _Rows:
    """The rows of the least squares problem, G (fields r, columns): columns of elements, then of patches."""

    def __init__(self, elements: Elements, positions: Array, tolerance: float) -> None:
        self.elements, self.rank = elements, positions.shape[1]
        rng = np.random.default_rng(0)
        self.positions = np.vstack([np.zeros((1, self.rank)), positions])
        picked = np.unique(np.linspace(0, len(self.positions) - 1, TANGENTS).astype(int))
        self.states = np.repeat(picked, DIRECTIONS)
        self.directions = rng.standard_normal((len(self.states), self.rank))
        self.directions[::2] @= self._compliance
        self.fields = len(self.positions) + len(self.states)
        self._weigh((FINER * max(tolerance, FINER**2)) ** 2)

    @cached_property
    def _compliance(self) -> Array:
        """The inverse root of the stiffness at rest, K(0)^-1/2 (r, r)."""
        at_rest = np.zeros((1, self.rank))
        stiffness = np.zeros((self.rank, self.rank))
        for block in self._blocks(self.rank):
            own, shared = forces(block, at_rest, np.eye(self.rank), np.zeros(self.rank, int))
            fields = own + shared if block.patches.size else own
            weighted = fields[1:] * block.volumes[:, None]
            stiffness += weighted.reshape(self.rank, -1) @ block.gradients.reshape(-1, self.rank)
        return energy_scaling(stiffness)

    def _scaled(self, block: Block) -> Array:
        """The modes' gradients (k, 9, r) of a block times K(0)^-1/2: stresses times these are rows."""
        return np.asarray(block.gradients @ self._compliance)

    def _blocks(self, fields: int) -> Iterator[Block]:
        each = 8 * 9 * (3 * fields + self.rank)
        return self.elements.blocks(max(1, int(BLOCK_BYTES // each)))

    def _weigh(self, share: float) -> None:
        """Compute each field's sum, by which it is normalised, and the fields' leading combinations.

        These leave out at most `share` of the fields' squares, as far as MOST_ROWS allows.
        """
        sums, gram = np.zeros((self.fields, self.rank)), np.zeros((self.fields, self.fields))
        for block in self._blocks(self.fields):
            own, shared = forces(block, self.positions, self.directions, self.states)
            fields = own + shared if block.patches.size else own
            flat = fields.reshape(self.fields, -1)
            weighted = flat * np.repeat(block.volumes, 9)
            sums += weighted @ self._scaled(block).reshape(-1, self.rank)
            for part in (own, shared) if block.patches.size else (own,):
                roots = part.reshape(self.fields, -1) * np.sqrt(np.repeat(block.volumes, 9))
                gram += roots @ roots.T
        sizes = np.linalg.norm(sums, axis=1)
        count = len(self.positions)
        if not (sizes[:count] > 0).any():
            raise BasisError("sample_elements: the states do not strain the body: give states of a run")
        still = np.concatenate([sizes[:count] <= STILL * sizes[:count].max(), sizes[count:] == 0])
        self.scale = np.where(still, 0.0, 1 / np.where(still, 1.0, sizes))
        self.sums, self.target = sums, (sums * self.scale[:, None]).ravel()
        values, axes = np.linalg.eigh(gram * np.outer(self.scale, self.scale))
        left = np.cumsum(np.maximum(values, 0))
        kept = max(1, int((left > share * left[-1]).sum()))
        kept = min(kept, max(1, MOST_ROWS // self.rank))
        # (kept, fields) the leading combinations of fields
        self.combinations = axes[:, -kept:].T * self.scale

    def columns(self, block: Block, combinations: Array) -> tuple[Array, Array]:
        """Return a block's columns, those of elements (s r, k) and those of patches (s r, q).

        Their rows are `combinations` (s, fields) of the fields, r rows each.
        """
        parts, gradients = [], self._scaled(block)
        for part in forces(block, self.positions, self.directions, self.states):
            if not part.size:
                parts.append(np.empty((len(combinations) * self.rank, 0)))
                continue
            mixed = (combinations @ part.reshape(self.fields, -1)).reshape(len(combinations), -1, 9)
            mixed *= block.volumes[:, None]
            made = np.matmul(mixed.transpose(1, 0, 2), gradients)  # (k, s, r)
            parts.append(made.reshape(len(made), -1).T)
        if block.patches.size:
            by_patch = np.zeros((parts[1].shape[0], block.patches.size))
            np.add.at(by_patch.T, block.owners[block.owners >= 0], parts[1].T[block.owners >= 0])
            parts[1] = by_patch
        return parts[0], parts[1]

    def compressed(self) -> tuple[Array, Array]:
        """Return the compressed rows (q, m + patches) that the search uses, and their target (q,)."""
        target: Array = (self.combinations @ self.sums).ravel()
        rows = len(target)
        total = self.elements.count + len(self.elements.patch_volumes)
        kept: list[tuple[Block, Array, Array]] = []
        fewer = ROWS_A_MODE * self.rank
        keeps, project = 8.0 * rows * total <= KEPT_BYTES, min(rows, total) > fewer

        def parts() -> Iterator[tuple[Block, Array, Array]]:
            if kept:
                yield from kept
                return
            for block in self._blocks(self.fields):
                made = block, *self.columns(block, self.combinations)
                if keeps:
                    kept.append(made)
                yield made

        basis = None
        if project:
            rng, sketch = np.random.default_rng(1), np.zeros((rows, fewer))
            for _, own, shared in parts():
                for part in (own, shared):
                    sketch += part @ rng.standard_normal((part.shape[1], fewer))
            basis = np.linalg.qr(sketch)[0].T
            del sketch
        matrix = np.empty((fewer if project else rows, total))
        for block, own, shared in parts():
            matrix[:, block.elements] = own if basis is None else basis @ own
            matrix[:, self.elements.count + block.patches] = shared if basis is None else basis @ shared
        return matrix, target if basis is None else basis @ target

    def exact(self, chosen: Array) -> Array:
        """Return the chosen columns with all rows, (fields r, len(chosen))."""
        count = self.elements.count
        patches = chosen[chosen >= count] - count
        every = np.diag(self.scale)
        own = np.union1d(chosen[chosen < count], self.elements.members(patches)).astype(int)
        block = self.elements.block(own)
        by_element, by_patch = self.columns(block, every)
        places = {int(e): i for i, e in enumerate(block.elements)}
        of_patch = {int(q): i for i, q in enumerate(block.patches)}
        made = [
            by_element[:, places[int(c)]] if c < count else by_patch[:, of_patch[int(c) - count]]
            for c in chosen
        ]
        return np.column_stack(made)


def _search(rows: _Rows, tolerance: float, most: int) -> Sampling:
    """Search on the compressed rows, then solve on all; repeat more strictly until the tolerance is met."""
    elements = rows.elements
    starts, members = elements.body.patches
    search = NonNegative(*rows.compressed(), np.concatenate([np.ones(elements.count), np.diff(starts)]))
    begun, ahead, wanted = copy(search), int(AHEAD * most), tolerance

    def open_to(chosen: list[int]) -> Array:
        missing = np.ones(elements.count, dtype=int)
        missing[_evaluated(elements, np.array(chosen, dtype=np.int64))] = 0
        of_patches = np.add.reduceat(missing[members], starts[:-1]) if members.size else np.empty(0, int)
        return np.concatenate([missing, of_patches]) <= ahead - (elements.count - missing.sum())

    def few(chosen: list[int]) -> bool:
        return len(_evaluated(elements, np.array(chosen, dtype=np.int64))) <= most

    while True:
        going = search.grow(wanted / AHEAD, open_to)
        back = copy(search)
        back.shrink(wanted, few)
        chosen = np.array(back.chosen, dtype=np.int64)
        if not chosen.size and ahead > most:  # all were patches of more than `most` elements
            search, ahead = begun, most
            continue
        weights, error = _solved(rows, chosen)
        # the last case: `most` elements ended the search
        if error <= tolerance or not going or back.error > wanted:
            kept = weights > 0
            return _sampling(elements, chosen[kept], weights[kept], error)
        wanted *= STRICTER * min(1.0, tolerance / error)


def _solved(rows: _Rows, chosen: Array) -> tuple[Array, float]:
    """Return the weights (columns,) >= 0 that are optimal on all rows, and their error."""
    triangle = qr(np.column_stack([rows.exact(chosen), rows.target]), mode="r")[0][: chosen.size + 1]
    solver = NonNegative(triangle[:, :-1], triangle[:, -1])
    solver.grow(0.0)
    weights = np.zeros(chosen.size)
    weights[solver.chosen] = solver.weights
    return weights, solver.error


def _evaluated(elements: Elements, chosen: Array) -> Array:
    """Return the elements, ascending, that must be evaluated for the chosen columns."""
    of_patch = chosen >= elements.count
    members = elements.members(chosen[of_patch] - elements.count)
    return np.union1d(chosen[~of_patch], members).astype(np.int64)


def _sampling(elements: Elements, chosen: Array, weights: Array, error: float) -> Sampling:
    of_patch = chosen >= elements.count
    patches, patch_weights = chosen[of_patch] - elements.count, weights[of_patch]
    order = np.argsort(patches)
    evaluated = _evaluated(elements, chosen)
    own = np.zeros(elements.count)
    own[chosen[~of_patch]] = weights[~of_patch]
    return Sampling(evaluated, own[evaluated], error, patches[order], patch_weights[order])


def _coordinates(vectors: Array, mass: Array, states: Array) -> Array:
    """Return the mass-weighted least-squares coordinates (count, r) of states."""
    weighted = vectors * mass[:, None]
    return np.asarray(np.linalg.solve(weighted.T @ vectors, weighted.T @ states).T)


def _checked_states(states: Array, count: int) -> Array:
    values = np.asarray(states, dtype=float)
    if values.ndim != 2 or len(values) != count or values.shape[1] == 0:
        raise BasisError(
            f"sample_elements: states are {values.shape}; give columns of displacements, ({count}, count)"
        )
    if not np.isfinite(values).all():
        raise BasisError("sample_elements: the states hold numbers that are not finite")
    return values[:, :: -(-values.shape[1] // MOST_STATES)]


def _checked_ends(tolerance: float, most: int | None, elements: int) -> tuple[float, int]:
    if not (isinstance(tolerance, (int, float, np.number)) and 0 <= tolerance < 1):
        raise BasisError(f"sample_elements: tolerance = {tolerance!r}; give a share from 0 up to below 1")
    if most is None:
        return float(tolerance), elements
    if not (isinstance(most, (int, np.integer)) and not isinstance(most, bool) and most >= 1):
        raise BasisError(f"sample_elements: most = {most!r}; give a whole number from 1 up, or None")
    return float(tolerance), min(int(most), elements)
