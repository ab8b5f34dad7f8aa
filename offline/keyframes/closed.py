"""Full motions that repeat: a period of the full body that ends where it begins.

The reduced motion that was found is closed, z_T = z_0. The full body under its controls, begun at U z_0,
comes to another end. Period after period it does converge to a motion that repeats, but for a lightly
damped body this may be far from the intended one: on the scene `beam` it missed key-frames by 12 mm. So the
body is held to the motion by the motion's feedback, period after period, each from the end of the last one,
until one ends where it began (14 periods on that beam, each with a fifth of the last one's gap; 0.7 mm). The
control of that period, feedback included, is then periodic, and under it alone the full body repeats that
motion.

Limits: periods converge only as far as controls within their limits allow. Where they do not
the one with the smallest gap is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from offline.full.body.full_body import FullBody
from offline.steering.as_loads import CLOSED, LAPS

Array = np.ndarray

LEFT = 1e-3  # relative gap between end and start that is warned of


class Lap(NamedTuple):
    """One period of the full body under a periodic motion's controls and feedback.

    `closed` runs laps, each from the end of the one before, until one ends where it began.
    """

    run: Array  # (2, n, T + 1) displacements [m] and velocities [m/s]
    acted: Array  # (T, s) controls, including the feedback
    gap: float  # relative distance of the period's end from its start, see `gap_of`


def closed(full: FullBody, lap: Callable[[FullBody], Lap | None]) -> Lap | None:
    """Run laps, each from the end of the one before, and return that with the smallest gap, or None.

    `lap` runs one for a body that begins somewhere; None where it fails. The first closed lap is the last.
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
    """Return the gap between end and start of a run (2, n, T + 1), relative to its largest state.

    It is the larger of those of displacement and velocity.
    """
    mass = full.body.mass
    ways, sizes = (
        np.sqrt(np.einsum("n,cnk->ck", mass, each**2)).max(axis=1)
        for each in (run[:, :, -1:] - run[:, :, :1], run)
    )
    return float(max((way / size for way, size in zip(ways, sizes, strict=True) if size > 0), default=0.0))
