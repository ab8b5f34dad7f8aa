"""Full motions that repeat: a round of the full body that ends where it begins.

The reduced motion that was found is closed, z_T = z_0. The full body under its controls, begun at U z_0,
comes to another end. Round after round it does come to a motion that repeats, but of a body that is hardly
damped this may be far from the one that was meant: on the scene `beam` it missed key-frames by 12 mm. So the
body is held to the motion by the motion's feedback, round after round, each from the end of the last one,
until one ends where it began (14 rounds on that beam, each a fifth as far off as the last; 0.7 mm). What
acted in that round, feedback included, is then a control that repeats, and under it alone the full body goes
that way.

Limits: rounds come nearer to each other by as much as controls can do within their limits. Where they do not
the one with the smallest gap is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from offline.full.body.full_body import FullBody
from offline.steering.driven import CLOSED, LAPS

Array = np.ndarray

LEFT = 1e-3  # a gap that is warned of


class Lap(NamedTuple):
    """A round of a full body that is held to a motion."""

    run: Array  # (2, n, T + 1) m and m/s
    acted: Array  # (T, s) the controls, feedback included
    gap: float


def closed(full: FullBody, lap: Callable[[FullBody], Lap | None]) -> Lap | None:
    """Of laps, each begun at the end of the one before, that with the smallest gap; None: none is whole.

    `lap` makes that of a body that begins somewhere; None where it fails. The first that is closed ends it.
    """
    best: Lap | None = None
    for _ in range(LAPS):
        now = lap(full)
        if now is None:
            break
        best = now if best is None or now.gap < best.gap else best
        if best.gap <= CLOSED:
            break
        full = replace(full, moving=now.run[:, :, -1].copy())
    return best


def gap_of(full: FullBody, run: Array) -> float:
    """How far the end of a run (2, n, T + 1) is from its start, of its largest displacement or velocity."""
    mass = full.body.mass
    ways, sizes = (
        np.sqrt(np.einsum("n,cnk->ck", mass, each**2)).max(axis=1)
        for each in (run[:, :, -1:] - run[:, :, :1], run)
    )
    return float(max((way / size for way, size in zip(ways, sizes, strict=True) if size > 0), default=0.0))
