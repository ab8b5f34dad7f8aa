"""The displacement of a body under a constant load, recorded and simulated.

An elastic body with Rayleigh damping has one stiffness; rubber and silicone are some per cent softer under a
constant load than in oscillation. A fit of a decaying motion finds the stiffness in oscillation, because that
sets the frequency; the place where the body comes to rest shows how much softer it is at rest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

Array = np.ndarray
# fractions of the frames in which the body is assumed to rest at the end, and not to have moved at the start
LAST, FIRST = 0.2, 0.02
STILL = 0.1  # fraction of its displacement by which the body may still swing at the end
# least displacement at the end, as a fraction of the largest; a body that was pulled and released ends about
# where it began
FAR = 0.2
# relative error of the displacement that is reported, and that suggests another body
OFF, MOST_OFF = 0.02, 0.5


class Rest(NamedTuple):
    """The displacement of markers from the first frames to the last ones, root mean square, m."""

    recorded: float
    simulated: float  # m, simulated displacement along the recorded direction


def at_rest(recorded: Array, simulated: Array) -> Rest | None:
    """Return it for paths (T, markers, 3) in m, nan where unseen; None without a rest at the end."""
    seen = np.flatnonzero(np.isfinite(recorded + simulated).all(axis=2).any(axis=1))
    first, last = max(1, int(FIRST * seen.size)), max(1, int(LAST * seen.size))
    if seen.size < first + last:
        return None
    true, model = (_way(paths[seen], first, last) for paths in (recorded, simulated))
    far = np.isfinite(true + model).all(axis=1)
    if not far.any():
        return None
    length, course = _size(true[far]), recorded[seen][:, far]
    swing, moved = (
        np.nanstd(course[-last:], axis=0),
        np.nanmax(np.abs(course - _mean(course[:first])), axis=0),
    )
    if not length > FAR * _size(moved) or _size(swing) > STILL * length:
        return None
    scale = 1 / np.sqrt(far.sum())
    return Rest(float(scale * length), float(scale * (true[far] * model[far]).sum() / length))


def softness(rest: Rest | None, name: str, modulus: float) -> list[str]:
    """Say, where the simulated body rests elsewhere, which modulus, in Pa, it has at rest."""
    share = 1.0 if rest is None else rest.simulated / rest.recorded
    if rest is None or not OFF <= abs(share - 1) <= MOST_OFF:
        return []
    way = "softer" if share < 1 else "stiffer"
    return [
        f"where the body comes to rest the recorded markers have moved by {1e3 * rest.recorded:.3g} mm, "
        f"the simulated ones by {1e3 * rest.simulated:.3g} mm: under a constant load the body is {way} "
        f"than in oscillation; for constant loads take {name} = {share * modulus:.4g} Pa"
    ]


def _way(paths: Array, first: int, last: int) -> Array:
    """Return the way from the mean of the first frames to that of the last (markers, 3); nan where unseen."""
    return _mean(paths[-last:]) - _mean(paths[:first])


def _mean(paths: Array) -> Array:
    count = np.isfinite(paths).sum(axis=0)
    return np.asarray(np.nansum(paths, axis=0) / np.where(count, count, np.nan))


def _size(ways: Array) -> float:
    return float(np.sqrt((ways**2).sum()))
