"""Fronts of error against effort, and ratios of two of them.

A front holds the points that no other point beats in both. Two fronts give the effort at equal error
and the error at equal effort, at several places along the stretch that they share: the ratio depends on the
place, so that a single one is never given.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

PLACES = (0.1, 0.3, 0.5, 0.7, 0.9)  # fractions of the common range of two fronts at which ratios are read off
EQUAL = 0.9  # fraction of LQR's effort: efforts between this and 1 count as equal to LQR's
HOME = 1e-3  # fraction of the error without control below which an error counts as zero, and is not compared
AWAY = 0.95  # fraction of the error without control above which control has no effect, and is not compared
MEASURED = 12  # members of a front that are run on fresh pushes, evenly spaced


@dataclass(frozen=True)
class Front:
    """The members of a family that no other member beats, from gentle to strong."""

    parameters: list[dict[str, float]]
    effort: np.ndarray  # (k,)
    error: np.ndarray  # (k,)
    effort_quartiles: np.ndarray | None = None  # (k, 2) lower and upper quartile over pushes
    error_quartiles: np.ndarray | None = None  # (k, 2) lower and upper quartile over pushes

    def as_data(self) -> dict[str, object]:
        """Return plain data for JSON."""
        data = {"parameters": self.parameters, "effort": self.effort.tolist(), "error": self.error.tolist()}
        if self.effort_quartiles is not None and self.error_quartiles is not None:
            data["effort_quartiles"] = self.effort_quartiles.tolist()
            data["error_quartiles"] = self.error_quartiles.tolist()
        return data


def worth_comparing(uncontrolled: float) -> tuple[float, float]:
    """Return the errors between which a front is compared, by that without control; all if it diverges."""
    return (HOME * uncontrolled, AWAY * uncontrolled) if np.isfinite(uncontrolled) else (0.0, np.inf)


def pareto(points: np.ndarray) -> np.ndarray:
    """Return indices of the points (k, 2) that no other beats in both columns, by ascending first column."""
    best, kept = np.inf, []
    for index in np.lexsort((points[:, 1], points[:, 0])):
        if np.isfinite(points[index]).all() and points[index, 1] < best:
            best = points[index, 1]
            kept.append(index)
    return np.array(kept, dtype=int)


def thinned(kept: np.ndarray, points: np.ndarray, floor: float = 0.0) -> np.ndarray:
    """Return at most MEASURED of a front's indices `kept`, evenly along its arc in logarithms, with its ends.

    The front ends with its first member whose error is below `floor`.
    """
    kept = kept[: np.count_nonzero(points[kept, 1] >= floor) + 1]
    if len(kept) <= MEASURED:
        return kept
    logarithms = np.log(np.maximum(points[kept], np.finfo(float).tiny))
    steps = np.linalg.norm(
        np.diff(logarithms / np.maximum(np.ptp(logarithms, axis=0), 1e-12), axis=0), axis=1
    )
    arc = np.concatenate([[0.0], np.cumsum(steps)])
    places = np.linspace(0, arc[-1], MEASURED)
    return kept[np.unique(np.abs(arc[:, None] - places).argmin(axis=0))]


Reading = dict[str, float | None]


def read_off(lqr: Front, other: Front, between: tuple[float, float] = (0.0, np.inf)) -> list[Reading]:
    """Return ratios other / LQR at places along the common stretch of two fronts.

    `between` are the least and the largest error that count; efforts count from where either front is below
    the largest error: smaller efforts control nothing.

    Each place has the effort of both at equal error, and the error of both at equal effort, by linear
    interpolation in the logarithms. Where the fronts have no error in common the first are None, where they
    have no effort in common the second; the result is empty where they have neither.
    """
    floor, ceiling = between
    lqr, other = _above(lqr, floor), _above(other, floor)
    errors = _common(lqr.error, other.error, most=ceiling)
    least = min(_steers_from(front, ceiling) for front in (lqr, other))
    efforts = _common(lqr.effort, other.effort, least)
    if errors is None and efforts is None:
        return []
    readings = []
    for place in PLACES:
        reading: Reading = {}
        both = ("error", "effort", errors, 1 - place), ("effort", "error", efforts, place)
        for at, of, common, along in both:
            names = (at, f"{of}_lqr", f"{of}_other", f"{of}_ratio")
            if common is None:
                reading |= dict.fromkeys(names)
                continue
            value = common[0] * (common[1] / common[0]) ** along
            ours, theirs = (
                interpolate(getattr(front, at), getattr(front, of), value) for front in (lqr, other)
            )
            reading |= dict(zip(names, (value, ours, theirs, theirs / ours), strict=True))
        readings.append(reading)
    return readings


def _above(front: Front, floor: float) -> Front:
    """Return the part of a front with errors of at least `floor`, with the point where it crosses that."""
    above = front.error >= floor
    if above.all() or not above.any():
        return front if above.all() else Front([], np.zeros(0), np.zeros(0))
    crossing = interpolate(front.error, front.effort, floor)
    return Front([], np.append(front.effort[above], crossing), np.append(front.error[above], floor))


def _steers_from(front: Front, ceiling: float) -> float:
    """Return the least effort at which a front's error is below a ceiling; inf where it is nowhere."""
    below = (front.error > 0) & (front.error < ceiling) & (front.effort > 0)
    return interpolate(front.error, front.effort, ceiling) if below.any() else np.inf


def _common(
    a: np.ndarray, b: np.ndarray, least: float = 0.0, most: float = np.inf
) -> tuple[float, float] | None:
    """Return the stretch of positive numbers that two sets have in common, within bounds."""
    a, b = a[a > 0], b[b > 0]
    if not (a.size and b.size):
        return None
    low, high = max(a.min(), b.min(), least), min(a.max(), b.max(), most)
    return (float(low), float(high)) if low < high else None


def interpolate(x: np.ndarray, y: np.ndarray, at: float) -> float:
    """Return `y` at a value of `x`, linear in the logarithms of positive values."""
    order = np.argsort(x)
    positive = order[(x[order] > 0) & (y[order] > 0)]
    return float(np.exp(np.interp(np.log(at), np.log(x[positive]), np.log(y[positive]))))
