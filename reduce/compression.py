"""Compression of snapshots into fewer columns with the same left singular vectors and singular values.

Snapshots come all at once or in blocks. An array is decomposed as it stands: a triangular factor first, then
the SVD of that small square, so that no digit is lost to a squared condition (the Gram matrix of the
snapshots, the usual "method of snapshots", sees nothing below 1e-8 of the largest singular value). Blocks of
columns are compressed as they come, each to the columns `W S` of its own decomposition, and merged pairwise
like the digits of a binary counter, always by a fresh orthogonal decomposition: updates in place lose
orthogonality. At most about log2(N) + 1 pieces are held for N batches of 256 MiB. Each compression drops
directions whose squared singular values sum to at most `tolerance^2` of the squares of all the snapshots that
it stands for; a snapshot passes through at most log2(N) + 1 of them. Hence, with `F` the root of the sum of
all squares,

    |sigma_i - sigma_i of the whole| <= (log2(N) + 1) tolerance F

and likewise for the basis's projection error. What is kept are combinations of the snapshots themselves, so
even a mode below that bound is a direction of the data, if not in its exact order.

Within a bound on memory (`columns` of `reduce.pod.pod`) blocks go into one piece one by one. Each compression
keeps at most so many of its columns, the strongest, whatever that drops: an incremental POD, in which a
snapshot passes through up to N compressions. What was dropped for the bound's sake is summed up, and is
warned of where a basis would want it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

Array = np.ndarray

# from this tolerance on a Gram matrix suffices: its error is 1e-16, and the square of this is 1e-10
GRAM_TOLERANCE = 1e-5
ORTHONORMAL = 1e-14  # largest entry of U^T U - I that needs no reorthogonalisation
NEARLY = 0.5  # largest norm of U^T U - I that a Cholesky factor repairs, which is far quicker than QR
# rows of a triangular factorisation processed together: a panel of 90 columns fits in the cache
PANEL_ROWS = 1024


class Piece(NamedTuple):
    """Columns that stand for many snapshots: left singular vectors and singular values are the same."""

    columns: Array  # (n, k) columns, weighted by the square root of the mass
    energy: float  # sum of squares of all snapshots that it stands for
    exact: bool  # whether nothing has been dropped
    cut: float = 0.0  # sum of squares of what was dropped only to save memory


def join(pieces: Sequence[Piece]) -> Piece:
    """Return one piece with the columns of all, side by side; nothing is compressed."""
    if len(pieces) == 1:
        return pieces[0]
    columns = np.concatenate([piece.columns for piece in pieces], axis=1)
    energy = sum(piece.energy for piece in pieces)
    exact, cut = all(piece.exact for piece in pieces), sum(piece.cut for piece in pieces)
    return Piece(columns, energy, exact, cut)


def batches(pieces: Iterable[Piece], size: float) -> Iterator[Piece]:
    """Yield the same columns in larger pieces: small ones are joined until they have `size` bytes."""
    waiting: list[Piece] = []
    held = 0
    for piece in pieces:
        waiting.append(piece)
        held += piece.columns.nbytes
        if held >= size:
            yield join(waiting)
            waiting, held = [], 0
    if waiting:
        yield join(waiting)


def merge(pieces: Iterable[Piece], tolerance: float) -> list[Piece]:
    """Merge pieces into a few; only equal levels are merged, so that a column is compressed few times."""
    held: list[tuple[int, Piece]] = []  # (level, piece), with decreasing levels
    for piece in pieces:
        level, merged = 0, compressed(piece, tolerance)
        while held and held[-1][0] == level:
            level, merged = level + 1, compressed(join([held.pop()[1], merged]), tolerance)
        held.append((level, merged))
    return [piece for _, piece in held]


def sliced(blocks: Iterable[Array], most: int) -> Iterator[Array]:
    """Yield the same columns in blocks of at most `most`.

    What is no matrix is passed on as it is; a later check refuses it.
    """
    for block in blocks:
        try:
            columns = np.asarray(block)  # of nested lists as well
        except ValueError:  # ragged, which a later check refuses
            columns = np.zeros(0)
        if columns.ndim != 2:
            yield block
            continue
        for start in range(0, columns.shape[1], most):
            yield columns[:, start : start + most]


def streamed(pieces: Iterable[Piece], tolerance: float, most: int) -> list[Piece]:
    """Compress all pieces, of at most `most` columns each, into one of at most `most` columns.

    At most five times as many columns are in memory.
    """
    held: list[Piece] = []
    for piece in pieces:
        if sum(each.columns.shape[1] for each in [*held, piece]) > 2 * most:
            held = [compressed(join(held), tolerance, most)]
        held.append(piece)
    return [compressed(join(held), tolerance, most)] if held else []


def compressed(piece: Piece, tolerance: float, most: int | None = None) -> Piece:
    """Return the same piece in fewer columns, at most `most`.

    Where there are more columns than rows the result is exact and takes no SVD, which would cost ten times as
    much.
    """
    size, count = piece.columns.shape
    if count >= size and (most is None or size <= most):
        return piece._replace(columns=square(piece.columns))
    values, right = right_vectors(piece.columns, tolerance)
    tail = np.sqrt(np.cumsum(values[::-1] ** 2))[::-1]  # tail[i]: norm that is lost if i columns are kept
    keep = int(np.sum(tail > tolerance * np.sqrt(piece.energy)))
    cut = piece.cut
    if most is not None and keep > most:
        cut += float(np.sum(values[most:keep] ** 2))
        keep = most
    few = (right[:, :keep].T @ piece.columns.T).T  # column-major, so that columns are joined quickly
    return Piece(few, piece.energy, piece.exact and keep == count, cut)


# Linear algebra


def square(columns: Array) -> Array:
    """Reduce wide columns (n, k > n) to n columns with the same left singular vectors and values."""
    size, count = columns.shape
    return _triangle(columns.T).T if count > size else columns


def _triangle(rows: Array) -> Array:
    """The triangular factor R (k, k) of a QR factorisation of (m, k), panel by panel."""
    count = rows.shape[1]
    height = max(PANEL_ROWS, 4 * count)
    panels = [_factor(rows[i : i + height]) for i in range(0, len(rows), height)]
    return panels[0] if len(panels) == 1 else _factor(np.concatenate(panels))


def _factor(rows: Array) -> Array:
    return np.asarray(np.linalg.qr(rows, mode="r"))


def right_vectors(columns: Array, tolerance: float) -> tuple[Array, Array]:
    """Return singular values (k,), falling, and right singular vectors (count, k), to a relative tolerance.

    They come from the Gram matrix, five times faster, where that is exact enough, else from a triangular
    factor.
    """
    if tolerance >= GRAM_TOLERANCE:
        squares, right = np.linalg.eigh(columns.T @ columns)
        # Contiguous, as BLAS does not handle negative strides.
        return np.sqrt(np.maximum(squares[::-1], 0.0)), np.ascontiguousarray(right[:, ::-1])
    _, values, right = np.linalg.svd(_triangle(columns), full_matrices=False)
    return values, right.T


def orthonormal(modes: Array) -> Array:
    """Orthonormalise nearly orthonormal columns (n, k); each is changed by those before and keeps its sign.

    Weak modes, which round-off has spoilt, come last, and so cannot spoil a strong one.
    """
    for _ in range(2):  # twice, as rounding remains after a large correction
        products = modes.T @ modes
        off = products - np.eye(len(products))
        if np.max(np.abs(off)) <= ORTHONORMAL:
            break
        if not np.linalg.norm(off, 2) <= NEARLY:  # also true for NaN
            found, triangle = np.linalg.qr(modes)
            return found * np.where(np.diag(triangle) < 0, -1.0, 1.0)
        modes = modes @ np.linalg.inv(np.linalg.cholesky(products)).T
    return modes
