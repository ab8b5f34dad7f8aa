"""Gains that bring a joint to a pose at a given time: closed forms by the Lambert W function.

There are two laws for a critically damped joint, `gamma^2 = 4 k m` with `m` the moment of inertia about its
axis.

**From any velocity** [Allen, Neff, Faloutsos, "Pose Control in Dynamic Conditions", eqs. 2 to 8]. The joint
hangs on a spring with its rest at `rest`; positions in the formulas are measured from there. It is at theta_0
with velocity omega_0 and should be at theta_d after the time t:

    theta(t) = (theta_0 + t (omega_0 + gamma theta_0 / 2m)) exp(-gamma t / 2m)                         (4)

With `u = gamma t / 2m`, `pace = t omega_0 / theta_0` and `goal = theta_d / theta_0` this is
`goal = (1 + pace + u) exp(-u)`, and

    u = -1 - pace - W(-goal exp(-1 - pace))                                                            (6)

Mirroring everything (theta_0 < 0) changes neither pace nor goal. At theta_0 = 0 there is no pace, but a
limit, theta(t) = t omega_0 exp(-u): `u = ln(t omega_0 / theta_d)`.

*Number of gains.* W has two real branches on [-1/e, 0), W_-1 <= -1 <= W_0, and one from 0 on. So `gamma` is
real if and only if `goal <= exp(pace)` (7), and there is only one real `gamma` if `goal <= 0` (8, where the
paper leaves 0 itself out). But `gamma` has to be positive, too, or the joint runs away afterwards; the paper
does not mention this. With `s = 1 + pace + u = -W`, the positive ones among the real values are:

    pace >= 0         0 < goal < 1 + pace    one, on W_-1; otherwise none
    -1 <= pace < 0    0 < goal <= 1 + pace   one, on W_-1;     goal > 1 + pace   two
    pace < -1         1 + pace < goal <= 0   one, on W_0;      goal > 0          two

*Choice between two.* On W_-1 the joint never passes through the rest position, on W_0 it does, later than t
if theta_d lies before the rest. W_0 gives the smaller gain, the gentler force. Yet "settling", W_-1, is the
default, because the gains are to be computed again at each step: along the motion of (4), after a share x of
the time, s becomes s / (1 + (s - 1) x), which never passes 1. A motion on W_-1 (any that started from rest)
keeps its branch and with it its gain, to the end, unless disturbed. The smaller gain would not do that: in
such a motion's second half there are two gains, the smaller near 0, and the joint would coast to its target.

The paper does not tell where the rest position should be; if it is the target itself, there is no gain for a
joint that starts from rest. `rest_beyond` places it so that a gain exists.

**From a time to target** [Allen, Chu, Shapiro, Faloutsos, "On the Beat!", section 4.1]: `gains_from_time`.

All functions broadcast over arrays. Limits: one degree of freedom; the caller has to provide m and to
compensate gravity and other forces; gains are for the exact solution, not for that of a time stepping scheme.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import lambertw

from characters.laws.checks import POSITIVE, checked
from runtime.control.timed import timed_pd
from softrein.errors import ControllerError

Rule = Literal["settling", "gentle"]
SHARE_BEYOND = 1 / 9  # of the way that is left: from rest, nine tenths of the way to the spring's rest
FRACTION = 0.9  # of the error that is gone in time [On the Beat, section 4.1]
SHORTEST_TIME = 0.08  # s: a time constant of 0.02 s with that fraction, four steps of 0.005 s
_EXPONENT = 700.0  # exp of more than 709 is not finite, of less than -708 no normal number

_CLOSE = 0.01  # to the branch point, in the logarithm
_BRANCH_POINT = np.nextafter(1 / math.e, 0)  # 1 / e in double precision is more than 1 / e


class Reason(IntEnum):
    """The result of a search for a positive gain; values from 1 on mean that there is one."""

    NEGATIVE = -2  # real solutions, but none with gamma > 0
    OUTSIDE = -1  # no real solution: outside the domain (7)
    UNIQUE = 1
    TWO = 2  # two positive gains; the rule has chosen
    ANY = 3  # at the rest, at rest and wanted there: any gain does it, and 0 is returned


@dataclass(frozen=True)
class TimedGain:
    """Gains of `tau = k (rest - theta) - gamma omega`, arrays of one shape; NaN where there are none."""

    damping: np.ndarray  # gamma, N m s/rad
    stiffness: np.ndarray  # k = gamma^2 / 4m, N m/rad
    other: np.ndarray  # the damping that the rule has not chosen, where there are two; else NaN
    reason: np.ndarray  # of Reason

    @property
    def found(self) -> np.ndarray:
        """Whether there is a gain that is not negative, entry by entry."""
        return self.reason > 0


def timed_gain(
    position: ArrayLike,
    velocity: ArrayLike,
    wanted: ArrayLike,
    time: ArrayLike,
    moment: ArrayLike,
    rest: ArrayLike = 0.0,
    rule: Rule = "settling",
) -> TimedGain:
    """The critically damped gains that bring a joint to `wanted` rad in `time` s [Pose Control, eq. 6].

    `position` is in rad, `velocity` in rad/s, `moment` in kg m^2, and `rest`, the rest position of the
    spring, in rad. Where two gains are positive, `rule` chooses: "settling" the larger, "gentle" the smaller;
    see the module. Where there is none, `reason` says so. Raises ControllerError for values that are not
    finite numbers, shapes that do not fit together, a time or a moment that is not positive, and an unknown
    rule.
    """
    if rule not in get_args(Rule):
        raise ControllerError(f"rule = {rule!r} is not one of {', '.join(get_args(Rule))}")
    given = {"position": position, "velocity": velocity, "wanted": wanted}
    given |= {"time": time, "moment": moment, "rest": rest}
    theta, omega, goal, t, m, origin = _arrays("timed_gain", given)
    upper, lower, real = _solutions(theta - origin, t * omega, goal - origin)
    upper, lower = np.where(upper > 0, upper, np.nan), np.where(lower > 0, lower, np.nan)
    count = np.isfinite(upper).astype(int) + np.isfinite(lower)
    large, small = np.fmax(upper, lower), np.fmin(upper, lower)
    chosen, left = (large, small) if rule == "settling" else (small, large)
    still = (theta == origin) & (omega == 0) & (goal == origin)
    reason = np.where(count == 0, np.where(real, Reason.NEGATIVE, Reason.OUTSIDE), count)
    damping = 2 * m / t * np.where(still, 0.0, chosen)
    return TimedGain(
        damping,
        damping**2 / (4 * m),
        2 * m / t * np.where(count == 2, left, np.nan),
        np.where(still, Reason.ANY, reason),
    )


def rest_beyond(
    position: ArrayLike, velocity: ArrayLike, wanted: ArrayLike, time: ArrayLike, share: float = SHARE_BEYOND
) -> np.ndarray:
    """The rest position of the spring, in rad, with which `timed_gain` finds a gain.

    It is beyond the target by a `share` of the way that is left, or, where the joint arrives so quickly that
    there is no gain with it, the target itself. One of the two always has a gain, unless the joint is at the
    target and moves (then only an infinite one would keep it there): with the rest at the target,
    `u = -1 - pace`, which is positive if the joint would coast past it; otherwise `pace` > -1 and
    `goal = share / (1 + share)` is less than exp(pace). Raises ControllerError as `timed_gain` does, and
    unless `share` is in (0, 1/2].
    """
    if not 0 < share <= 0.5:  # at 1/2, goal = 1/3 < exp(-1 / (1 + share)) = 0.51
        raise ControllerError(f"share = {share} must be more than 0 and at most 1/2")
    given = {"position": position, "velocity": velocity, "wanted": wanted, "time": time}
    theta, omega, goal, t = _arrays("rest_beyond", given)
    beyond = goal + share * (goal - theta)
    upper, lower, _ = _solutions(theta - beyond, t * omega, goal - beyond)
    return np.where((upper > 0) | (lower > 0), beyond, goal)


def time_constants(fraction: ArrayLike = FRACTION) -> np.ndarray:
    """The number n of time constants in which a critically damped joint, from rest, loses a fraction f.

    The solution of `(1 + n) exp(-n) = 1 - f`, n = -1 - W_-1(-(1 - f) / e): 3.89 for nine tenths. (In print,
    [On the Beat, section 4.1], n = -1 / ln f, 9.49.) Raises ControllerError unless f is between 0 and 1.
    """
    (share,) = _arrays("time_constants", {"fraction": fraction})
    if not ((share > 0) & (share < 1)).all():
        raise ControllerError("fraction must be between 0 and 1, both excluded")
    return -1 - lambertw(-(1 - share) / math.e, -1).real


def gains_from_time(
    moment: ArrayLike, time: ArrayLike, fraction: ArrayLike = FRACTION, shortest: ArrayLike = SHORTEST_TIME
) -> tuple[np.ndarray, np.ndarray]:
    """Stiffness `m / lambda^2` N m/rad and damping `2 m / lambda` N m s/rad [On the Beat, eq. 4].

    A joint of this `moment` (kg m^2) that starts at rest has lost the `fraction` of its error after `time`
    s: the time constant is `lambda = time / n`, with n of `time_constants`. Towards the key time lambda would
    go to 0 and the gains to infinity, so `shortest` s replaces all smaller times, also negative ones: lambda
    is at least `shortest / n`. The default suits steps of 0.005 s: explicit PD with such gains diverges under
    semi-implicit Euler where lambda < 1.21 dt. The paper prints the condition of critical damping with the
    gains swapped; it is `k_d^2 = 4 m k_s`. Raises ControllerError for values that are not finite numbers,
    shapes that do not fit together, moments and `shortest` that are not positive, and fractions outside (0,
    1).
    """
    given = {"time": time, "moment": moment, "fraction": fraction, "shortest": shortest}
    left, m, share, bound = _arrays("gains_from_time", given, ("moment", "shortest"))
    constants = time_constants(share)
    gains = timed_pd(left, bound / constants, constants, m)
    return gains.kp, gains.kd


def _solutions(
    start: np.ndarray, drift: np.ndarray, wanted: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The values `gamma t / 2m` on W_-1 and on W_0, or NaN, and whether any is real.

    The arguments are theta_0, t omega_0 and theta_d, measured from the rest position.
    """
    with np.errstate(all="ignore"):
        pace, goal = drift / start, wanted / start
        upper, lower, real = _branches(pace, goal)
        at_rest = np.isinf(pace) | (start == 0)
        limit = np.log(drift / wanted)
        has_limit = np.isfinite(limit)
    upper = np.where(at_rest, np.nan, upper)
    lower = np.where(at_rest, np.where(has_limit, limit, np.nan), lower)
    return upper, lower, np.where(at_rest, has_limit | ((drift == 0) & (wanted == 0)), real)


def _branches(pace: np.ndarray, goal: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """As `_solutions`, for pace and goal; W of `y = -goal exp(-1 - pace)` is found by log |y|."""
    log_y = np.log(np.abs(goal)) - 1 - pace  # -inf where goal = 0
    twofold = (goal > 0) & (log_y <= -1)
    inside = np.clip(log_y, -_EXPONENT, _EXPONENT)
    negative = -np.minimum(np.exp(inside), _BRANCH_POINT)
    below = lambertw(negative, -1).real
    principal = lambertw(np.where(goal > 0, negative, np.exp(inside)), 0).real
    close = twofold & (log_y > -1 - _CLOSE)
    below = np.where(close, _near_branch_point(-1 - log_y, 1), below)
    principal = np.where(close, _near_branch_point(-1 - log_y, -1), principal)
    below = np.where(log_y < -_EXPONENT, -_large_w(-log_y, 1), below)
    principal = np.where(goal == 0, 0.0, principal)
    principal = np.where((goal < 0) & (log_y > _EXPONENT), _large_w(log_y, -1), principal)
    upper, lower = _damping(below, pace, goal), _damping(principal, pace, goal)
    upper, lower = np.where(twofold, upper, np.nan), np.where(twofold | (goal <= 0), lower, np.nan)
    return upper, lower, twofold | (goal <= 0)


def _damping(W: np.ndarray, pace: np.ndarray, goal: np.ndarray) -> np.ndarray:
    """The value `u = -1 - pace - W`; where W is large it is found from `goal = -W exp(-u)`, more exactly."""
    return np.where(np.abs(W) > 1, np.log(np.abs(W / goal)), -1 - pace - W)


def _near_branch_point(excess: np.ndarray, sign: int) -> np.ndarray:
    """W of -exp(-1 - excess) by Newton's method on `h - ln(1 + h) = excess`, W = -1 - h; `sign` is that of h.

    SciPy's branch -1 is wrong by 1e-5 at an excess of 1e-10, more than rounding of its argument explains.
    """
    root = sign * np.sqrt(2 * np.clip(excess, 0, _CLOSE))
    h = root + root**2 / 3  # two terms of the series
    for _ in range(4):
        h = np.where(root == 0, 0.0, h - (h - np.log1p(h) - excess) * (1 + h) / h)
    return -1 - h


def _large_w(total: np.ndarray, sign: int) -> np.ndarray:
    """The magnitude of Lambert's W for arguments whose exponential overflows or underflows: total > 700.

    Both branches solve `x = total + sign ln x`: x = -W_-1(-exp(-total)) for the sign 1, x = W_0(exp(total))
    for -1. Fixed-point iteration gains three digits a round.
    """
    x = np.maximum(total, _EXPONENT)
    for _ in range(6):
        x = total + sign * np.log(np.maximum(x, 1.0))
    return x


def _arrays(
    where: str, values: Mapping[str, ArrayLike], positive: Collection[str] = POSITIVE
) -> list[np.ndarray]:
    """The arguments as finite arrays of one shape."""
    return list(np.broadcast_arrays(*checked(where, values, positive, finite=True)))
