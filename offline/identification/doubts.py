"""Doubts about a fit, in words: what it does not follow, leaves out, or cannot determine."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from offline.identification.fitting import FAR_OFF, LOSS, Fit, Problem, correlated
from offline.identification.parameters import Parameter
from softrein.errors import SceneError

Array = np.ndarray

UNFOLLOWED = 0.3  # unexplained fraction of the recorded motion that is reported
UNMOVED = 0.9  # unexplained fraction that suggests that the model hardly moves
LEFT_OUT = 0.25  # fraction of the frames after the scene's end that is reported
CORRELATED = 0.9  # correlation of two estimates that is reported
# standard deviation of a parameter's logarithm above which it counts as not found: a factor of 1.6 at 95 %;
# of a delay, in the motion's duration
VAGUE = 0.25
ALIKE = 1e-7  # relative curvature below which a parameter combination hardly changes the paths
LEAST_FAR = 1e-5  # m, below it no place is far off: a recording by a model has next to no noise
SHARED = 0.2  # component of a unit vector from which on a parameter takes part in a combination


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
    cure = (
        "the model does not follow the recording; check labels, units, axes and loads, and fit what else is "
        "not known, such as the damping"
    )
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

    A parameter is not determined if it would be vague although all others were known. Parameters cannot be
    told apart if one of them is vague, and together they change the paths much less than each one does
    alone. Each is measured by its own effect for that, because the logarithm of a damping has the less
    effect, the smaller the damping is: an axis in logarithms then seems to be that of the damping alone.
    """
    effects = np.diag(fit.curvature)
    at_first = effects * np.square([_growth(p, x) for p, x in zip(parameters, fit.x, strict=True)])
    tiny = np.finfo(float).tiny
    wide = np.array([p.wide for p in parameters])
    alone = np.sqrt(correlated(fit.residuals) / np.maximum(at_first, tiny)) / wide
    shares = at_first * wide**2
    nothing = (shares <= ALIKE * shares.max()) | (alone >= VAGUE)
    why = "cannot be found: it hardly changes the recorded paths, and stays as the scene has it"
    lost = {p.name: f"{p.name} {why}" for p, without in zip(parameters, nothing, strict=True) if without}
    kept = np.flatnonzero(~nothing)
    scale = np.sqrt(np.maximum(effects[kept], tiny))
    values, axes = np.linalg.eigh(fit.curvature[np.ix_(kept, kept)] / np.outer(scale, scale))
    vague = (np.sqrt(np.diag(fit.covariance)) / wide)[kept] >= VAGUE
    notes = []
    for value, axis in zip(values, axes.T, strict=True):
        order = np.argsort(-np.abs(axis))
        named = np.sort(order[: max(2, int((np.abs(axis) > SHARED).sum()))])
        if value > ALIKE and not (value < 1 - CORRELATED and vague[named].any()):
            continue
        together = np.ptp(np.sign(axis[named])) == 0
        way = "growing together" if together else "one growing while another one falls"
        names = " and ".join(parameters[kept[i]].name for i in named)
        notes.append(
            f"{names} cannot be told apart: {way}, they leave the recorded paths as they are; keep one of "
            "them as it is known, or record a motion under known loads"
        )
    return lost, notes


def _growth(parameter: Parameter, x: float) -> float:
    """Return how many times as much effect a damping's logarithm has at the scene's value as at `x`.

    It is 1 at least, and for other parameters, whose effect does not vanish with their value.
    """
    if parameter.kind != "damping":
        return 1.0
    return max(1.0, parameter.value / parameter.outside(x))


def far_off(residuals: Array, sigma: float) -> Array:
    """Return which places (T, m) are far off, and count little in a fit, by residuals (T, m, 3) m."""
    return np.asarray(np.linalg.norm(residuals, axis=2) > max(FAR_OFF * sigma, LEAST_FAR))


def outliers(residuals: Array, sigma: float) -> list[str]:
    """Say how many places are far off, if any, and how far."""
    far, count = far_off(residuals, sigma), int(np.isfinite(residuals).all(axis=2).sum())
    if not far.any():
        return []
    verb, most = "is" if far.sum() == 1 else "are", float(np.linalg.norm(residuals[far], axis=1).max())
    rest = "it counts little, and is" if far.sum() == 1 else "they count little, and are"
    return [
        f"{far.sum():,} of {count:,} recorded places {verb} far off, by up to {1e3 * most:.3g} mm: {rest} "
        "not in the distance (rms)"
    ]


def rms(values: Array) -> float:
    """Return the root mean square length of vectors (..., 3), NaN where there is none."""
    return float(np.sqrt(np.nanmean(np.square(values).sum(axis=-1))))
