"""The schedule of gains for a character that tracks a motion and is hit [000, section 4.1 and table 3].

All degrees of freedom have the same gain. It is k_t until the impact, falls to k_r at once, stays there for
the reaction time t_e and returns to k_t during the recovery time t_f:

    k(s) = k_t                                     s < 0, or s >= t_e + t_f
           k_r                                     0 <= s < t_e
           k_r + (k_t - k_r) (s - t_e) / t_f       in between               s = time since the impact

and the damping follows it, k_d = c k dt, with the column k_d / (k_p dt) of table 3 for c. The paper takes the
schedule from Zordan and Hodgins 2002 and prints its parameters only. The linear return of the gain is this
module's interpretation: with a constant ratio from step to step (k_r = 1, k_t = 25000, t_f = 50 s) the gain
would still be below 3 five seconds after the catch, and the character would hang limp.

The paper prints no units. Here angles are in rad and gains in N m/rad (N/m for slides), dt in s.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from softrein.errors import ControllerError

# Of k_d / (k_p dt): what semi-implicit Euler needs where the plant is light, not the paper's 1.
LEAST_DAMPING = 1.5

Gain = TypeVar("Gain", float, NDArray[np.float64])


@dataclass(frozen=True)
class GainSchedule:
    """A row of table 3: gains k_t and k_r (N m/rad), k_d / (k_p dt), and the durations t_e and t_f (s).

    Raises ControllerError where a gain or a duration is not positive, or the damping is below LEAST_DAMPING.
    """

    tracking: float
    reaction: float
    damping: float
    react_for: float
    recover_for: float

    def __post_init__(self) -> None:
        if not min(self.tracking, self.reaction, self.react_for, self.recover_for) > 0:
            raise ControllerError(f"{self}: every gain and duration must be above 0")
        if not self.damping >= LEAST_DAMPING:
            raise ControllerError(
                f"k_d / (k_p dt) = {self.damping}: semi-implicit Euler needs {LEAST_DAMPING} or more"
            )

    def gain(self, since_impact: float) -> float:
        """The gain k (N m/rad) at a time in s since the impact, which is negative before it."""
        if since_impact < 0:
            return self.tracking
        share = (since_impact - self.react_for) / self.recover_for
        return self.reaction + (self.tracking - self.reaction) * min(max(share, 0.0), 1.0)

    def damping_gain(self, gain: Gain, dt: float) -> Gain:
        """The damping k_d (N m s/rad) for a gain, or an array of gains, at steps of `dt` s."""
        return self.damping * gain * dt


# Table 3 of [000], as printed.
TABLE_3 = {
    "soccer (light)": GainSchedule(25000.0, 5.0, 8.0, 0.1, 0.5),
    "soccer (heavy)": GainSchedule(25000.0, 5.0, 96.0, 0.1, 0.5),
    "volleyball (slow)": GainSchedule(25000.0, 5.0, 8.0, 0.1, 0.5),
    "volleyball (fast)": GainSchedule(25000.0, 5.0, 16.0, 0.1, 0.5),
    "basketball (slow)": GainSchedule(25000.0, 5.0, 16.0, 0.6, 50.0),
    "basketball (fast)": GainSchedule(25000.0, 1.0, 16.0, 0.6, 50.0),
}
