"""Timed PD, the law itself: critically damped gains from the time that is left ([004], equation 4).

    kp = m / l^2,     kd = 2 m / l,     kz = 0.592 m / l,     l = max(T / n, shortest)

n time constants l fit into the time T, and these gains leave (1 + n) exp(-n) of an error at rest when it is
over: a tenth with n = `TIME_CONSTANTS`, the paper's choice. Fewer are gentler. Velocities that no place
depends on obey a first-order law, of rate kz / m, which leaves a tenth for the same n: 0.592 is `FIRST_ORDER`
over `TIME_CONSTANTS`.

Towards the instant l would go to 0 and gains to infinity; l is bounded below by `shortest`, which steps of dt
must allow.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

TIME_CONSTANTS = 3.889720169867429  # n of second order: (1 + n) exp(-n) = 1/10
FIRST_ORDER = 2.302585092994046  # n of first order: exp(-n) = 1/10


class TimedGains(NamedTuple):
    """Gains, arrays of one shape."""

    kp: np.ndarray  # of a deviation, 1/s^2 a unit of mass
    kd: np.ndarray  # of its velocity, 1/s a unit of mass
    kz: np.ndarray  # of velocities alone, 1/s a unit of mass


def timed_pd(
    time: float | np.ndarray, shortest: float | np.ndarray, constants: float | np.ndarray = TIME_CONSTANTS,
    mass: float | np.ndarray = 1.0,
) -> TimedGains:  # fmt: skip
    """Gains for the time (s) that is left, be it past, or inf; the time constant is `shortest` (s) at least.

    Arguments broadcast. `mass`: kg, or the moment about a hinge, kg m^2; of unit mass by default.
    """
    with np.errstate(divide="ignore"):
        rate = np.minimum(constants / np.maximum(time, 0.0), 1 / shortest)  # 1 / l
    return TimedGains(mass * rate**2, 2 * mass * rate, mass * rate * (FIRST_ORDER / TIME_CONSTANTS))
