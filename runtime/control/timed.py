"""Timed PD of reduced plants: critically damped gains from the time that is left ([004], equation 4).

    K_k = -[1 / l_k^2, 2 / l_k],     l_k = min(time to the next instant, recovery) / constants

In coordinates of unit mass, as those of a body are, these gains leave (1 + n) exp(-n) of an error at rest
when the time is over, with n = `constants`: a tenth with 3.89, the paper's choice. Fewer are gentler. The
instants that count are the costs' own; where none is ahead, the `recovery` time is all that matters.
Velocities that no place depends on obey a first-order law, which leaves a tenth for the same n.

The time constant is bounded from below, or gains would grow without end towards an instant: `SHORTEST`
steps, for which PD of a unit mass, held over a step, still is stable (its eigenvalues are 0.69 and 0.18).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from runtime.control.costs import Costs
from runtime.control.law import AffineGains
from runtime.control.setting import Ranges, Setting
from softrein.errors import ControllerError

TIME_CONSTANTS = 3.889720169867429  # n of second order: (1 + n) exp(-n) = 1/10
FIRST_ORDER = 2.302585092994046  # n of first order: exp(-n) = 1/10
SHORTEST = 2.0  # time constant, in steps
CONSTANTS = (0.1, 20.0)  # time constants that it is tried with
LONGEST = 10.0  # recovery time that is tried, in durations of the motion


def make_timed_pd(setting: Setting, parameters: Mapping[str, float]) -> AffineGains:
    """Timed PD of a `recovery` time and, if given, `constants`; ControllerError for anything else."""
    if "recovery" not in parameters or not set(parameters) <= {"recovery", "constants"}:
        given = ", ".join(parameters) or "nothing"
        raise ControllerError(f"timed PD has parameters recovery and constants, not {given}")
    return AffineGains(
        timed_gains(setting.timed_terms, setting.costs, setting.steps, setting.dt, **parameters)
    )


def timed_pd_ranges(setting: Setting) -> Ranges:
    """From time constants that are hardly felt, and recovery as quick as the step allows."""
    shortest = TIME_CONSTANTS * SHORTEST * setting.dt
    return {"constants": CONSTANTS, "recovery": (shortest, LONGEST * setting.dt * setting.steps)}


def timed_gains(
    terms: Mapping[str, np.ndarray],
    costs: Costs,
    steps: int,
    dt: float,
    recovery: float,
    constants: float = TIME_CONSTANTS,
) -> np.ndarray:
    """Gains (T, s, n) of timed PD with a `recovery` time in s.

    `terms` (T or 1, s, n) are those of a unit of kp, kd and, of velocities alone, kz. Raises ControllerError
    for a time that is not positive and finite, or a number of time constants that is negative.
    """
    if not 0 < recovery < np.inf:
        raise ControllerError(f"the recovery time must be positive and finite, but it is {recovery:g} s")
    if not 0 <= constants < np.inf:
        raise ControllerError(f"the number of time constants must not be negative, but it is {constants:g}")
    rates = constants / np.minimum(time_left(costs, steps, dt), recovery)
    rates = np.minimum(rates, 1 / (SHORTEST * dt))[:, None, None]
    factors = {"kp": rates**2, "kd": 2 * rates, "kz": rates * (FIRST_ORDER / TIME_CONSTANTS)}
    return np.asarray(sum(factors[name] * term for name, term in terms.items()))


def time_left(costs: Costs, steps: int, dt: float) -> np.ndarray:
    """The time (T,) in s from each step to the next instant with a weight; inf after the last."""
    keys = np.append(np.sort(costs.steps[[weight.any() for weight in costs.instants]]), np.inf)
    now = np.arange(steps)
    return np.asarray(dt * (keys[np.searchsorted(keys, now, side="right")] - now))
