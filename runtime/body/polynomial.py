"""The elastic operator of a St. Venant-Kirchhoff body: its force and stiffness are polynomials of p.

In r mass-orthonormal coordinates p (docs/theory.md, section "The reduced polynomial"):

    K(p) = K1 + K2[p] + K3[p p^T],        f(p) = (K1 + 1/2 K2[p] + 1/3 K3[p p^T]) p

Both follow from one product of a symmetric matrix and a vector of monomials (i <= j, in the order of
`numpy.triu_indices(r)`):

        [ 0    0    k1^T ] [ 1       ]   [ .         ]
    y = [ 0   4 K1  K2^T ] [ p       ] = [ y_force   ]     y_stiffness = w K(p)
        [ k1   K2    K3  ] [ p_i p_j ]   [ y_stiffness ]   f(p) = (2 K(p) p + y_force) / 6

where the rows and columns of pairs are weighted by w = 2 off the diagonal (i < j) and 1 on it, so that the
matrix is symmetric and the products need no weight. With [0, v, p_i v_j + v_i p_j] in place of the monomials
the same product gives w d(K(p) v)/dp, the Hessian term of [002, appendix B].

Memory: `panels` holds the lower triangle of that matrix, padded with zeros to a multiple of 8, eight rows at
a time: panel b is the C-ordered block of rows 8b to 8b+7 and columns 0 to 8b+7. Eight rows with an
accumulator each vectorise, where loops over the packed triangle do not (11 to 45 us against 4.6 at r = 24).
For many states at once NumPy does one matrix product with a tile's monomials, with the matrix's rows in the
tile's order.

Limits: nothing here checks shapes. Arrays should start at multiples of 64 bytes
(`runtime.base.kernels.aligned`): unaligned rows cost 20 %. The fast-math flags leave NaN and infinity alone:
both are seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from runtime.base.kernels import (
    BLOCK,
    FASTMATH,
    Array,
    aligned,
    aligned_copy,
    copy_rows,
    copy_to,
    njit,
    padded,
)
from runtime.body.tile import LANES, ROWS, Tile, entry


class Polynomial(NamedTuple):
    """The elastic operator of polynomials, see `runtime.body.elastic`; the package `reduce` makes it."""

    panels: np.ndarray  # (L (L + 8) / 2,) coefficients in panels, see above; L = `monomial_length(r)`

    def shapes(self, rank: int) -> dict[str, tuple[int, ...]]:
        """The shape that each array must have for `rank` coordinates."""
        return {"panels": (panels_size(rank),)}

    def work_size(self, rank: int) -> int:
        """How many numbers of working memory its kernels need: the monomials and their product."""
        return 2 * monomial_length(rank)

    def stiffness_at_rest(self, rank: int) -> Array:
        """K(0) (r, r), read off the coefficients."""
        rows = 1 + rank + np.arange(rank * (rank + 1) // 2)
        b = rows // BLOCK  # its panel; the first column belongs to the constant monomial
        pairs = self.panels[BLOCK * (b + 1) * (BLOCK * b // 2 + rows % BLOCK)]
        stiffness = np.zeros((rank, rank))
        stiffness[np.triu_indices(rank)] = pairs / 2
        return stiffness + stiffness.T  # off-diagonal pairs count twice

    def batch(self, rank: int) -> Callable[[Tile, int], None]:
        """A function that fills a tile's `system` with [K | f] at its positions."""
        length = monomial_length(rank)
        rows = system_rows(unpack_panels(self.panels, length), rank)
        monomials = aligned(length, LANES)

        def evaluate(tile: Tile, used: int) -> None:
            fill_monomials(tile.position, monomials)
            multiply(rows, monomials, tile.system, used)
            add_stiffness_force(tile.position, tile.system)

        return evaluate

    def batch_of_hessians(self, rank: int) -> Callable[[Tile, int], None]:
        """A function that fills a tile's `start` with d(K v_mid)/dp at its positions."""
        length = monomial_length(rank)
        rows = system_rows(unpack_panels(self.panels, length), rank)
        monomials = aligned(length, LANES)

        def evaluate(tile: Tile, used: int) -> None:
            mix_monomials(tile.position, tile.middle, monomials)
            multiply(rows, monomials, tile.start, used)

        return evaluate


def multiply(rows: Array, monomials: Array, out: Array, used: int) -> None:
    """Write rows times monomials (L, LANES) into the first `used` lanes of `out`, a tile's system."""
    width = padded(used)
    np.matmul(rows, monomials[:, :width], out=out.reshape(-1, ROWS, LANES)[..., :width])


def monomial_length(rank: int) -> int:
    """The padded number of monomials [1, p, p_i p_j] of `rank` coordinates."""
    return padded(1 + rank + rank * (rank + 1) // 2)


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


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def force_and_stiffness(elastic: Polynomial, p: Array, work: Array, force: Array, stiffness: Array) -> None:
    """Write f(p) and the upper triangle of K(p) into the last two arguments."""
    monomials, product = work[: work.size // 2], work[work.size // 2 :]
    squares(p, monomials)
    symmetric_product(elastic.panels, monomials, product)
    unpack_stiffness(product, p, stiffness, force)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def energy(elastic: Polynomial, p: Array, work: Array) -> float:
    """The energy E(p), a twelfth of the monomials times their product with the matrix."""
    monomials, product, total = work[: work.size // 2], work[work.size // 2 :], 0.0
    squares(p, monomials)
    symmetric_product(elastic.panels, monomials, product)
    for i in range(monomials.size):
        total += monomials[i] * product[i]
    return total / 12.0


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def add_hessian(elastic: Polynomial, p: Array, v: Array, scale: float, work: Array, target: Array) -> None:
    """Add scale d(K(p) v)/dp to `target`, upper triangle."""
    monomials, product = work[: work.size // 2], work[work.size // 2 :]
    mixed(p, v, monomials)
    symmetric_product(elastic.panels, monomials, product)
    add_unpacked(product, scale, target)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def symmetric_product(panels: Array, x: Array, y: Array) -> None:
    """Compute y = M x for the symmetric matrix M in `panels`."""
    base = 0
    for b in range(0, x.size, 8):
        w = b + 8
        x0, x1, x2, x3 = x[b], x[b + 1], x[b + 2], x[b + 3]
        x4, x5, x6, x7 = x[b + 4], x[b + 5], x[b + 6], x[b + 7]
        s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = 0.0
        a0, a1 = panels[base : base + w], panels[base + w : base + 2 * w]
        a2, a3 = panels[base + 2 * w : base + 3 * w], panels[base + 3 * w : base + 4 * w]
        a4, a5 = panels[base + 4 * w : base + 5 * w], panels[base + 5 * w : base + 6 * w]
        a6, a7 = panels[base + 6 * w : base + 7 * w], panels[base + 7 * w : base + 8 * w]
        for j in range(w):  # y[b:w] is invalid here and is overwritten below: cheaper than a second loop
            xj = x[j]
            s0 += a0[j] * xj
            s1 += a1[j] * xj
            s2 += a2[j] * xj
            s3 += a3[j] * xj
            s4 += a4[j] * xj
            s5 += a5[j] * xj
            s6 += a6[j] * xj
            s7 += a7[j] * xj
            low = a0[j] * x0 + a1[j] * x1 + a2[j] * x2 + a3[j] * x3
            high = a4[j] * x4 + a5[j] * x5 + a6[j] * x6 + a7[j] * x7
            y[j] += low + high
        y[b], y[b + 1], y[b + 2], y[b + 3] = s0, s1, s2, s3
        y[b + 4], y[b + 5], y[b + 6], y[b + 7] = s4, s5, s6, s7
        base += 8 * w


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def squares(p: Array, x: Array) -> None:
    """Fill `x` with the monomials [1, p, p_i p_j]."""
    r = p.size
    x[0] = 1.0
    copy_to(p, x[1 : 1 + r])
    at = 1 + r
    for i in range(r):
        row, rest, first = x[at : at + r - i], p[i:], p[i]
        for j in range(r - i):
            row[j] = first * rest[j]
        at += r - i


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def mixed(p: Array, v: Array, x: Array) -> None:
    """Fill `x` with the derivative of the monomials along v: [0, v, p_i v_j + v_i p_j]."""
    r = p.size
    x[0] = 0.0
    copy_to(v, x[1 : 1 + r])
    at = 1 + r
    for i in range(r):
        row, p_rest, v_rest, pi, vi = x[at : at + r - i], p[i:], v[i:], p[i], v[i]
        for j in range(r - i):
            row[j] = pi * v_rest[j] + vi * p_rest[j]
        at += r - i


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def unpack_stiffness(y: Array, p: Array, stiffness: Array, force: Array) -> None:
    """Write K (upper triangle) and f from the product `y`."""
    r = p.size
    for i in range(r):
        force[i] = 0.5 * y[1 + i]
    at = 1 + r
    for i in range(r):
        row, out, p_rest, f_rest = y[at : at + r - i], stiffness[i, i:], p[i:], force[i:]
        out[0] = row[0]
        along, pi = 0.0, p[i]
        for j in range(1, r - i):
            entry = 0.5 * row[j]
            out[j] = entry
            along += entry * p_rest[j]
            f_rest[j] += entry * pi
        force[i] += along + row[0] * pi
        at += r - i
    for i in range(r):
        force[i] *= 1.0 / 3.0


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def add_unpacked(y: Array, scale: float, target: Array) -> None:
    """Add `scale` times the matrix whose weighted pairs are in `y` to the upper triangle of `target`."""
    r = target.shape[0]
    at = 1 + r
    for i in range(r):
        row, out = y[at : at + r - i], target[i, i:]
        out[0] += scale * row[0]
        for j in range(1, r - i):
            out[j] += 0.5 * scale * row[j]
        at += r - i


def system_rows(matrix: Array, rank: int) -> Array:
    """The rows that give [K | f]: the symmetric `matrix` (L, L) reordered, as blocks (blocks, ROWS, L).

    Weights and factors are included in the rows, so that the product is K itself, and f without K p / 3.
    """
    rows = np.zeros((rank * (rank + 3) // 2, len(matrix)))
    upper = np.triu_indices(rank)
    weights = np.where(upper[0] == upper[1], 1.0, 0.5)
    pairs = matrix[1 + rank : 1 + rank + weights.size]
    rows[entry.py_func(rank, *upper)] = weights[:, None] * pairs
    rows[entry.py_func(rank, np.arange(rank), rank)] = matrix[1 : 1 + rank] / 6
    blocks = aligned(-(-len(rows) // ROWS), ROWS, len(matrix))
    blocks.reshape(-1, len(matrix))[: len(rows)] = rows
    return blocks


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def fill_monomials(position: Array, monomials: Array) -> None:
    """Write the monomials (L, LANES) of the positions (r, LANES)."""
    r = position.shape[0]
    monomials[0] = 1.0
    copy_rows(position, monomials[1 : 1 + r])
    at = 1 + r
    for i in range(r):
        for j in range(i, r):
            p, q, row = position[i], position[j], monomials[at]
            for lane in range(LANES):
                row[lane] = p[lane] * q[lane]
            at += 1


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def mix_monomials(position: Array, velocity: Array, monomials: Array) -> None:
    """Write the derivative of the monomials (L, LANES) along velocities (r, LANES)."""
    r = position.shape[0]
    monomials[0] = 0.0
    copy_rows(velocity, monomials[1 : 1 + r])
    at = 1 + r
    for i in range(r):
        for j in range(i, r):
            p, q, v, u, row = position[i], position[j], velocity[i], velocity[j], monomials[at]
            for lane in range(LANES):
                row[lane] = p[lane] * u[lane] + v[lane] * q[lane]
            at += 1


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def add_stiffness_force(position: Array, system: Array) -> None:
    """Add K p / 3 to the force: of the cubic polynomial's, the share that is not in `system` yet.

    `position` is (r, LANES), `system` the upper triangle of K with the force as its last column.
    """
    r = position.shape[0]
    for i in range(r):
        p, f = position[i], system[entry(r, i, r)]
        for j in range(i, r):
            stiffness, q, g = system[entry(r, i, j)], position[j], system[entry(r, j, r)]
            for lane in range(LANES):
                f[lane] += (1.0 / 3.0) * stiffness[lane] * q[lane]
            if j > i:
                for lane in range(LANES):
                    g[lane] += (1.0 / 3.0) * stiffness[lane] * p[lane]
