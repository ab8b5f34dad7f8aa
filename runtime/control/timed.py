"""Timed PD: critically damped gains that depend on the time that is left ([004], equation 4).

    kp = m / l^2,     kd = 2 m / l,     kz = 0.592 m / l,     l = max(T / n, shortest)

n time constants l fit into the time T, and these gains leave (1 + n) exp(-n) of an error at rest when it is
over: a tenth with n = `TIME_CONSTANTS`, the paper's choice. Fewer are gentler. Velocities that no place
depends on obey a first-order law, of rate kz / m, which leaves a tenth for the same n: 0.592 is `FIRST_ORDER`
over `TIME_CONSTANTS`.

Towards the instant l would go to 0 and gains to infinity; l is bounded below by `shortest`, for which steps
of dt must be short enough. For a reduced plant, whose coordinates have unit mass, T is the time to the costs'
next instant, or the `recovery` time if that is shorter or no instant is ahead, and `shortest` is `SHORTEST`
steps: PD of a unit mass, held over a step, is still stable with it (its eigenvalues are 0.695 and 0.18).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from runtime.base.arguments import number
from runtime.control.base.costs import Costs
from runtime.control.base.law import AffineGains
from runtime.control.setting import Ranges, Setting
from softrein.errors import ControllerError

# n of a critically damped second-order system that decays to a tenth: (1 + n) exp(-n) = 1/10
TIME_CONSTANTS = 3.889720169867429
FIRST_ORDER = 2.302585092994046  # n of a first-order system: exp(-n) = 1/10
SHORTEST = 2.0  # smallest time constant, in steps
MANY, CLOSE = 8, 8  # so many instants, each within so many steps of the one before, are a cost over time
CONSTANTS = (0.1, 20.0)  # range of time constants in a search
LONGEST = 10.0  # longest recovery time in a search, as a multiple of the motion's duration


class TimedGains(NamedTuple):
    """Gains of timed PD, arrays of one shape."""

    kp: np.ndarray  # 1/s^2, gain on the position deviation per unit of mass
    kd: np.ndarray  # 1/s, gain on the velocity deviation per unit of mass
    kz: np.ndarray  # 1/s, damping of velocities per unit of mass


def timed_pd(
    time: float | np.ndarray,
    shortest: float | np.ndarray,
    constants: float | np.ndarray = TIME_CONSTANTS,
    mass: float | np.ndarray = 1.0,
) -> TimedGains:
    """Gains for the time (s) that is left, which may be negative or inf; time constants >= `shortest` (s).

    Arguments broadcast. `mass` is in kg, or a moment of inertia about a hinge in kg m^2; by default one unit.
    """
    with np.errstate(divide="ignore"):
        rate = np.minimum(constants / np.maximum(time, 0.0), 1 / shortest)  # inverse time constants, 1/s
    return TimedGains(mass * rate**2, 2 * mass * rate, mass * rate * (FIRST_ORDER / TIME_CONSTANTS))


def make_timed_pd(setting: Setting, parameters: Mapping[str, float]) -> AffineGains:
    """Make timed PD of a `recovery` time and, if given, `constants`. Raises ControllerError for others."""
    if "recovery" not in parameters or not set(parameters) <= {"recovery", "constants"}:
        given = ", ".join(parameters) or "nothing"
        raise ControllerError(f"timed PD has parameters recovery and constants, not {given}")
    return AffineGains(
        timed_gains(setting.timed_terms, setting.costs, setting.steps, setting.dt, **parameters)
    )


def timed_pd_ranges(setting: Setting) -> Ranges:
    """The ranges of timed PD's parameters; recovery is at the shortest as quick as the step allows."""
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

    `terms` (T or 1, s, n) are the gains of a unit of kp, kd and, for velocities alone, kz. Raises
    ControllerError for a time that is not positive and finite, or a negative number of time constants.
    """
    number("the recovery time", recovery, "a number of seconds, positive and finite", above=0)
    number("constants", constants, "a number of time constants, finite and not negative", least=0)
    left = np.minimum(time_left(costs, steps, dt), recovery)
    gains = timed_pd(left[:, None, None], SHORTEST * dt, constants)._asdict()
    return np.asarray(sum(gains[name] * term for name, term in terms.items()))


def time_left(costs: Costs, steps: int, dt: float) -> np.ndarray:
    """The time (T,) in s from each step to the next instant with a weight; inf after the last.

    Where many follow each other within a few steps, as a cost on forces of contact has them, the first
    counts.
    """
    weighty = np.sort(costs.steps[[weight.any() for weight in costs.instants]])
    following = np.split(weighty, np.flatnonzero(np.diff(weighty) > CLOSE) + 1)
    keys = np.concatenate([*(some[: 1 if len(some) >= MANY else None] for some in following), [np.inf]])
    now = np.arange(steps)
    return np.asarray(dt * (keys[np.searchsorted(keys, now, side="right")] - now))
