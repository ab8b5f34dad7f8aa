"""Proper orthogonal decomposition: the few directions that hold most of a full simulation's snapshots.

For snapshots `A (n, count)` and the inner product `(x, y) = x^T M y`, `M = diag(mass)`, the basis holds the
first r left singular vectors of the weighted snapshots, weighted back:

    M^1/2 A = W S V^T,        U = M^-1/2 W_r,        U^T M U = I

This is the PCA of [002], section 5.1, with mass weighting and without centring: zero displacement must
stay representable, as the origin of the reduced coordinates.

Memory layout: snapshots are columns; `vectors (n, r)` in C order.

An array is decomposed as it stands, blocks are compressed as they come: see `reduce.compression`.

Limits: an array is copied twice. A rank cannot exceed the number of directions that the snapshots hold in
double precision.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from reduce.compression import (
    GRAM_TOLERANCE,
    Piece,
    batches,
    compressed,
    join,
    merge,
    orthonormal,
    right_vectors,
    sliced,
    square,
    streamed,
)
from runtime.base.arguments import all_finite, array, number, refused, said, whole
from softrein.errors import BasisError, warn

Array = np.ndarray

# tolerance of compressing a block: far below any mode that a basis needs (1e-5), far above round-off
BLOCK_TOLERANCE = 1e-10
GRAM_RESOLUTION = 1e-6  # relative singular value down to which a Gram matrix gives directions to 1e-4
BATCH_BYTES = 2**28  # bytes up to which narrow blocks are gathered before they are compressed
ROUND_OFF = 1e-12  # fraction of the energy within the rounding error of a sum of squares
WANTED = 0.1  # fraction of the basis's own error that may be lost to save memory without a warning
# entries above this fraction of the largest count as equally large when signs are chosen, despite round-off
SIGN_TIE = 0.999


@dataclass(frozen=True)
class Basis:
    """A reduced basis, orthonormal in the inner product that `mass` gives.

    Attributes:
        vectors: (n, r) the modes U, with `U^T diag(mass) U = I`. Of a mode's largest entries the first is
            positive.
        singular_values: (k,), k >= r, falling; all those of the weighted snapshots that stand above
            round-off and, of snapshots that came in blocks, have not been dropped. In m kg^1/2 for
            displacements weighted by mass.
        mass: (n,) the diagonal of the inner product; ones where none was given.
        spare: (n, s) the modes that follow, as many as were asked for and exist.
        local: How many of the last of `vectors` are no modes, but functions for dents at single places.
        free: How many of `vectors` behind these are coordinates of free things.
        energy: The sum of the squares of all weighted snapshots, including what was dropped of them.

    """

    vectors: Array
    singular_values: Array
    mass: Array
    spare: Array | None = None
    local: int = 0
    free: int = 0
    energy: float = np.nan

    def __post_init__(self) -> None:
        if self.vectors.ndim != 2 or self.mass.shape != self.vectors.shape[:1]:
            raise BasisError(
                f"basis: vectors {self.vectors.shape} and mass {self.mass.shape} do not fit; "
                "they are (n, r) and (n,)"
            )

    @property
    def rank(self) -> int:
        """How many vectors there are."""
        return self.vectors.shape[1]

    @property
    def modes(self) -> int:
        """How many of them are modes of the snapshots."""
        return self.rank - self.local - self.free

    def project(self, states: Array) -> Array:
        """The reduced coordinates `U^T M x` of states (n,) or (n, count), nearest in the inner product."""
        return self.vectors.T @ (states.T * self.mass).T

    def lift(self, coordinates: Array) -> Array:
        """The full states `U p` of reduced coordinates (r,) or (r, count)."""
        return self.vectors @ coordinates


def pod(
    snapshots: Array | Iterable[Array],
    rank: int | float,
    mass: Array | None = None,
    tolerance: float = BLOCK_TOLERANCE,
    spare: int = 0,
    columns: int | None = None,
) -> Basis:
    """Return the basis of given rank, or of given energy, that lies closest to all the snapshots.

    Args:
        snapshots: (n, count), one column a state; or an iterable of such blocks (`offline.Snapshots`, a
            list, a generator), read once and never held together.
        rank: how many modes; or a float below 1, the share of the squared singular values to be kept by as
            few modes as can do it.
        mass: (n,) the positive diagonal of the inner product; ones without it.
        tolerance: how much of the snapshots' norm a compression of blocks may drop (see the module; an
            array is never compressed). A loose one saves time and memory: 1e-3 does for a basis that itself
            keeps 99.9 % of the energy.
        spare: how many of the modes after these to give as well, at most, beside the basis.
        columns: the most columns to keep while blocks are read; a warning follows where this bound
            drops more than a tenth of what the basis leaves out. None: as many as the tolerance wants.

    Raises BasisError: a rank below 1, above `columns`, above the number of snapshots or above the number of
    directions that they hold; an energy outside (0, 1); a NaN, naming the column; a mass that is not positive
    or does not fit; no snapshots; blocks of unequal height.

    Source: [002], section 5.1.
    """
    _check_rank(rank)
    _check_tolerance(tolerance)
    spare = whole("spare", spare, error=BasisError)
    if columns is not None:
        whole("columns", columns, least=1, error=BasisError)
        if rank > columns:
            raise BasisError(
                f"rank {rank} is above the {columns} columns that may be kept: allow more memory"
            )
    intake = _Intake(mass)
    if isinstance(snapshots, np.ndarray):
        pieces = [intake.weigh(snapshots)]
    else:
        blocks = _blocks("snapshots", snapshots)
        if columns is None:
            pieces = merge(batches((intake.weigh(block) for block in blocks), BATCH_BYTES), tolerance)
        else:
            pieces = streamed((intake.weigh(block) for block in sliced(blocks, columns)), tolerance, columns)
    if intake.count == 0:
        raise BasisError("there are no snapshots: a basis needs at least one column")
    found = join(pieces)
    basis = _leading(found, rank, intake, tolerance, spare, columns)
    _warn_of_cut(found, basis)
    return basis


def compress(columns: Array | Iterable[Array], tolerance: float, mass: Array | None = None) -> Array:
    """Compress `columns` (n, count), or blocks of such, to fewer (n, k) that replace them in a later `pod`.

    They have the same left singular vectors and singular values, but for directions whose squares sum to at
    most `tolerance^2` of all (of blocks larger than BATCH_BYTES together see the module). A run of a
    campaign keeps these when it finishes. Raises BasisError as `pod` does.
    """
    _check_tolerance(tolerance)
    intake = _Intake(mass)
    blocks = [columns] if isinstance(columns, np.ndarray) else _blocks("columns", columns)
    pieces = merge(batches((intake.weigh(block) for block in blocks), BATCH_BYTES), tolerance)
    if intake.count == 0:
        raise BasisError("there are no snapshots: a run has at least one state")
    kept = pieces[0] if len(pieces) == 1 else compressed(join(pieces), tolerance)
    found = kept.columns / intake.root[:, None]
    return found if found.shape[1] else np.zeros((len(intake.root), 1))


def _leading(
    whole: Piece, rank: int | float, intake: _Intake, tolerance: float, spare: int, columns: int | None
) -> Basis:
    """The basis of what the snapshots have been compressed to."""
    few = square(whole.columns)
    tolerance = 0.0 if whole.exact else tolerance
    values, right = right_vectors(few, tolerance)
    round_off = np.finfo(float).eps * max(few.shape[0], intake.count)
    resolution = GRAM_RESOLUTION if tolerance >= GRAM_TOLERANCE else round_off
    held = int(np.sum(values > resolution * values.max(initial=0.0)))
    chosen = _choose(rank, values[:held], whole.energy, intake.count, columns)
    given = min(held, chosen + spare)
    modes = orthonormal(few @ right[:, :given] / values[:given])
    vectors = modes / intake.root[:, None]
    vectors *= _signs(vectors)
    kept, more = (np.ascontiguousarray(part) for part in np.split(vectors, [chosen], axis=1))
    energy = whole.energy
    return Basis(kept, values[:held].copy(), intake.mass, more if spare else None, energy=energy)


def _warn_of_cut(whole: Piece, basis: Basis) -> None:
    """Warn of what a bound on memory has dropped, where that matters beside what the basis leaves out."""
    left_out = whole.energy - float(np.sum(basis.singular_values[: basis.rank] ** 2))
    if whole.cut > max(WANTED * left_out, ROUND_OFF * whole.energy):
        warn(
            f"basis: for want of memory {whole.cut / whole.energy:.2g} of the snapshots' energy was dropped "
            f"unseen, where the basis leaves out {left_out / whole.energy:.2g} in all; allow more (--memory, "
            "memory= in Python), or take fewer modes"
        )


# Checks of the requested rank and tolerance


def _blocks(name: str, given: object) -> Iterable[Array]:
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise refused(name, given, "an array (n, count), or blocks of columns", BasisError)
    return given


def _check_tolerance(tolerance: float) -> None:
    wanted = "a number of at least 0 and below 1"
    if number("tolerance", tolerance, wanted, least=0, most=1, error=BasisError) == 1:
        raise refused("tolerance", tolerance, wanted, BasisError)


def _check_rank(rank: int | float) -> None:
    """Raise BasisError for a rank or an energy that is wrong whatever the snapshots are."""
    if isinstance(rank, (bool, np.bool_)) or not isinstance(rank, (int, float, np.integer, np.floating)):
        raise BasisError(f"rank must be an integer, or an energy between 0 and 1, got {said(rank)}")
    if isinstance(rank, (int, np.integer)):
        if rank < 1:
            raise BasisError(f"rank must be at least 1, got {rank}")
    elif not 0 < rank < 1:
        raise BasisError(f"an energy lies between 0 and 1 (give a rank as an integer), got {rank!r}")


def _choose(rank: int | float, values: Array, energy: float, count: int, columns: int | None = None) -> int:
    """Return how many modes to keep, given the singular values of the snapshots and their total energy."""
    held = len(values)
    if held == 0:
        raise BasisError("all snapshots are zero: they hold no direction")
    if isinstance(rank, (int, np.integer)):
        if rank > count:
            raise BasisError(
                f"rank {rank} is above the number of snapshots, {count}: ask for less, or add runs"
            )
        if rank > held:
            raise BasisError(
                f"rank {rank} is too high: the {count} snapshots hold {held} independent directions; "
                f"ask for {held} at most, or add runs that move differently (of blocks, a lower `tolerance` "
                "keeps more)"
            )
        return int(rank)
    share = np.cumsum(values**2) / energy
    enough = int(np.searchsorted(share, rank)) + 1
    if enough <= held:
        return enough
    if 1 - rank < np.finfo(float).eps * count:
        return held  # all directions that double precision resolves
    if columns is not None and held == columns:
        raise BasisError(
            f"energy {rank!r} cannot be reached: the {columns} columns that memory allows hold "
            f"{share[-1]:.6g}; allow more (--memory, memory= in Python), or ask for less"
        )
    raise BasisError(
        f"energy {rank!r} cannot be reached: compressing the blocks kept {share[-1]!r}; lower `tolerance`"
    )


# Snapshots, validated and weighted


class _Intake:
    """Checks blocks and brings them into the Euclidean inner product: `M^1/2 A`."""

    def __init__(self, mass: Array | None) -> None:
        self.count = 0  # number of columns so far
        self.given = mass
        self.mass = np.empty(0)  # (n,) mass, known from the first block on
        self.root = np.empty(0)  # (n,), M^1/2, square root of the mass

    def weigh(self, given: Array) -> Piece:
        block = array("snapshots", given, finite=False, error=BasisError)
        if block.ndim != 2:
            raise BasisError(f"snapshots must be (n, count), one column a state; got the shape {block.shape}")
        if self.root.size == 0:
            self._set_mass(block.shape[0])
        if block.shape[0] != len(self.root):
            raise BasisError(
                f"snapshot {self.count} has {block.shape[0]} rows, those before it have {len(self.root)}"
            )
        self._check_finite(block)
        self.count += block.shape[1]
        # Single precision is converted: `block` is then a new array, which may be overwritten.
        own = isinstance(given, np.ndarray) and not np.may_share_memory(block, given)
        columns = np.multiply(block, self.root[:, None], out=block if own else None)
        return Piece(columns, float(np.vdot(columns, columns)), True)

    def _set_mass(self, size: int) -> None:
        if size == 0:
            raise BasisError("snapshots must be (n, count) with n of at least 1")
        mass: Array = np.ones(size)
        if self.given is not None:
            mass = array("mass", self.given, finite=False, error=BasisError).copy()
        if mass.shape != (size,):
            raise BasisError(f"mass has the shape {mass.shape}, the snapshots need ({size},)")
        wrong = np.flatnonzero(~((mass > 0) & np.isfinite(mass)))
        if wrong.size:
            raise BasisError(f"mass must be positive and finite; entry {wrong[0]} is {mass[wrong[0]]}")
        self.mass, self.root = mass, np.sqrt(mass)

    def _check_finite(self, block: Array) -> None:
        if all_finite(block):
            return
        wrong = np.flatnonzero(~np.isfinite(block).all(axis=0))
        if wrong.size:
            row = np.flatnonzero(~np.isfinite(block[:, wrong[0]]))[0]
            raise BasisError(
                f"snapshot {self.count + wrong[0]} (column, counted from 0) is not finite: "
                f"{block[row, wrong[0]]} in row {row}"
            )


# Modes


def _signs(vectors: Array) -> Array:
    """The factors +-1 (r,) that make the first of each mode's largest entries positive."""
    size = np.abs(vectors)
    first = np.argmax(size >= SIGN_TIE * size.max(axis=0), axis=0)
    return np.sign(vectors[first, np.arange(vectors.shape[1])])
