"""Doubts about a fit, in words: what it does not follow, leaves out, or cannot determine."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from offline.identification.fitting import LOSS, Fit, Problem
from offline.identification.parameters import Parameter
from softrein.errors import SceneError

Array = np.ndarray

UNFOLLOWED = 0.3  # unexplained fraction of the recorded motion that is reported
UNMOVED = 0.9  # unexplained fraction that suggests that the model hardly moves
LEFT_OUT = 0.25  # fraction of the frames after the scene's end that is reported
CORRELATED = 0.9  # correlation of two estimates that is reported
# standard deviation of a parameter's logarithm above which it counts as not found: a factor of 1.6 at 95 %
VAGUE = 0.25
ALIKE = 1e-7  # relative curvature below which a parameter combination hardly changes the paths


def unfollowed(residuals: Array, still: Array, sigma: float) -> list[str]:
    """Say where much of the recorded motion is not followed. Raises SceneError where none of it is.

    Both arrays are (T, m, 3) m, NaN where nothing was recorded: `residuals`, and `still`, the distances of
    markers from their means. The sums of products of each vector with that of the next frame are compared,
    because noise in different frames is not correlated. Residuals far beyond `LOSS` times `sigma` m, and the
    motion recorded there, are reduced by the same factor.
    """
    factors = 1 / np.sqrt(1 + np.square(residuals).sum(axis=2) / (LOSS * sigma) ** 2)
    left, whole = (factors[..., None] * each for each in (residuals, still))
    # consecutive residuals of bodies that move too fast for the frame rate are not correlated
    lag = int(np.nansum(whole[1:] * whole[:-1]) > 0)
    shared = [float(np.nansum(each[lag:] * each[: len(each) - lag])) for each in (left, whole)]
    share = np.sqrt(max(shared[0], 0.0) / shared[1]) if shared[1] > 0 else np.inf
    if share <= UNFOLLOWED:
        return []
    amount = (
        f"the simulated markers are {1e3 * rms(residuals):.3g} mm (rms) from the recorded ones, which move"
    )
    cure = "the model does not follow the recording; check labels, units, axes and loads"
    if share >= UNMOVED:
        raise SceneError(f"{amount} by {1e3 * rms(still):.3g} mm: {cure}")
    return [f"{share:.0%} of the recorded motion is left over: {cure}"]


def left_out(problem: Problem, shift: float) -> list[str]:
    """Say where many frames come after the scene's end, at a time shift in s."""
    share = float(problem.late(shift).mean())
    if share < LEFT_OUT:
        return []
    return [
        f"{share:.0%} of the recorded frames come after the scene's {problem.dt * problem.steps:.3g} s and "
        "are left out: if the body still moves in them, set a larger time.steps"
    ]


def correlated_most(names: Sequence[str], covariance: Array) -> list[str]:
    """Say which two parameters' estimates are correlated most, where that is much."""
    deviations = np.sqrt(np.diag(covariance))
    shares = np.triu(covariance / np.outer(deviations, deviations), 1)
    i, j = divmod(int(np.argmax(np.abs(shares))), len(shares))
    if not abs(shares[i, j]) > CORRELATED:
        return []
    both = f"{names[i]} and {names[j]}"
    return [f"the estimates of {both} are correlated by {shares[i, j]:.2f}: if one is off, so is the other"]


def indistinct(parameters: Sequence[Parameter], fit: Fit) -> tuple[dict[str, str], list[str]]:
    """Say which parameters the recording does not determine, and which it cannot tell apart, by name.

    These are directions of the coordinates that change the paths too little.
    """
    values, axes = np.linalg.eigh(fit.curvature)
    deviations = np.sqrt(np.einsum("ij,ik,kj->j", axes, fit.covariance, axes))
    lost: dict[str, str] = {}
    notes = []
    for value, axis, deviation in zip(values, axes.T, deviations, strict=True):
        if value > ALIKE * values[-1] and deviation < VAGUE:
            continue
        named = [(p.name, w) for p, w in zip(parameters, axis, strict=True) if abs(w) > 0.2]
        if len(named) == 1:
            why = "cannot be found: it hardly changes the recorded paths, and stays as the scene has it"
            lost[named[0][0]] = f"{named[0][0]} {why}"
            continue
        signs = {w * named[0][1] > 0 for _, w in named}
        way = "growing together" if signs == {True} else "one growing while another one falls"
        names = " and ".join(name for name, _ in named)
        notes.append(
            f"{names} cannot be told apart: {way}, they leave the recorded paths as they are; keep one of "
            "them as it is known, or record a motion under known loads"
        )
    return lost, notes


def rms(values: Array) -> float:
    """Return the root mean square length of vectors (..., 3), NaN where there is none."""
    return float(np.sqrt(np.nanmean(np.square(values).sum(axis=-1))))
