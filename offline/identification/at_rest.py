"""How far a body goes under a load that stays, recorded and simulated.

An elastic body with Rayleigh damping has one stiffness; rubber and silicone are some per cent softer under a
load that stays than in swing. A fit of a motion that dies away finds the stiffness in swing, because that
sets the frequency, and where the body comes to rest says how much softer it is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

Array = np.ndarray
LAST, FIRST = 0.2, 0.02  # shares of the frames in which the body rests, and has not moved yet
STILL = 0.1  # of the way to where it rests: it may swing by so much there
OFF = 0.02  # of that way: what is worth telling


class Rest(NamedTuple):
    """Where markers have gone from the first frames to the last ones, as the root of the mean square, m."""

    recorded: float
    simulated: float  # along the recorded way


def at_rest(recorded: Array, simulated: Array) -> Rest | None:
    """Of paths (T, markers, 3) in m, nan where there is none; None where the body does not come to rest."""
    seen = np.flatnonzero(np.isfinite(recorded + simulated).all(axis=2).any(axis=1))
    first, last = max(1, int(FIRST * seen.size)), max(1, int(LAST * seen.size))
    if seen.size < first + last:
        return None
    true, model = (_way(paths[seen], first, last) for paths in (recorded, simulated))
    far = np.isfinite(true + model).all(axis=1)
    length = np.sqrt((true[far] ** 2).sum())
    swing = np.nanstd(recorded[seen[-last:]], axis=0)[far]
    if not length > 0 or np.sqrt((swing**2).sum()) > STILL * length:
        return None
    scale = 1 / np.sqrt(far.sum())
    return Rest(float(scale * length), float(scale * (true[far] * model[far]).sum() / length))


def softness(rest: Rest | None, moduli: Sequence[tuple[str, float]]) -> list[str]:
    """In words, where the simulated body rests elsewhere: what the found moduli (name, Pa) are there."""
    if rest is None or not moduli or abs(rest.simulated / rest.recorded - 1) < OFF:
        return []
    share = rest.simulated / rest.recorded
    named = ", ".join(f"{name} = {share * value:.4g} Pa" for name, value in moduli)
    way = "softer" if share < 1 else "stiffer"
    return [
        f"where the body comes to rest the recorded markers have moved by {1e3 * rest.recorded:.3g} mm, the "
        f"simulated ones by {1e3 * rest.simulated:.3g} mm: under a load that stays it is {way} than in "
        f"swing; for such loads take {named}"
    ]


def _way(paths: Array, first: int, last: int) -> Array:
    """From the mean of the first frames to that of the last (markers, 3); nan where none of them is seen."""
    return _mean(paths[-last:]) - _mean(paths[:first])


def _mean(paths: Array) -> Array:
    count = np.isfinite(paths).sum(axis=0)
    return np.asarray(np.nansum(paths, axis=0) / np.where(count, count, np.nan))
