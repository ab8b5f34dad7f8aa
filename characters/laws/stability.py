"""The gains and time steps for which PD control is stable, plain and stable [000, appendix].

For a mass m that a controller holds at rest, one step maps (q, dt v) linearly, and Jury's criterion for its
characteristic polynomial gives the exact conditions of stability, with kp > 0,

    controller   integrator      damping            inertia
    plain        explicit        kd > kp dt         4 m - 2 kd dt +   kp dt^2 > 0
    plain        semi-implicit   kd > 0             4 m - 2 kd dt -   kp dt^2 > 0
    predicted    explicit        kd > 0             4 m - 2 kd dt -   kp dt^2 > 0      (the write-up's form)
    predicted    semi-implicit   kd + kp dt > 0     4 m - 2 kd dt - 3 kp dt^2 > 0
    stable       explicit        kd > 0             4 m + 2 kd dt -   kp dt^2 > 0
    stable       semi-implicit   kd + kp dt > 0     4 m + 2 kd dt - 3 kp dt^2 > 0

Explicit Euler moves the position by the old velocity, semi-implicit Euler (most engines) by the new one.
Only stable PD has conditions that hold for *every* mass: kd >= kp dt / 2 under explicit and kd >= 3/2 kp dt
under semi-implicit Euler. The paper prints kd >= kp dt [000, appendix], which is more than the first needs
and too little for the second.

With several degrees of freedom, M constant and Kp, Kd diagonal, "> 0" reads "positive definite" with M in
place of m, so that the smallest eigenvalue of M, given as the mass, makes the conditions sufficient. A mass
matrix that changes on the way, limits and contacts lie outside this analysis.

Memory layout: everything is batched over leading axes; degrees of freedom are the last axis.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from characters.laws.checks import checked
from softrein.errors import ControllerError, warn

Integrator = Literal["explicit", "semi-implicit"]
Controller = Literal["plain", "predicted", "stable"]
T = TypeVar("T", float, np.ndarray)


class StabilityWarning(UserWarning):
    """The warning that gains are not stable with an integrator and time step; it tells which would be."""


class _Condition(NamedTuple):
    """A condition of stability: `kd + damping kp dt > 0` and `4 m + by_kd kd dt + by_kp kp dt² > 0`."""

    damping: float
    by_kd: float
    by_kp: float

    def damper(self, kp: T, kd: T, dt: T) -> T:
        """The term kd + damping kp dt, which must be positive."""
        return kd + self.damping * kp * dt

    def inertia(self, kp: T, kd: T, dt: T, mass: T | float = 0.0) -> T:
        """The term 4 m + by_kd kd dt + by_kp kp dt², which must be positive."""
        return 4 * mass + self.by_kd * kd * dt + self.by_kp * kp * dt**2


class _Case(NamedTuple):
    """The case that a message describes: one mass under one controller."""

    integrator: Integrator
    controller: Controller
    kp: float
    kd: float
    dt: float  # s
    mass: float  # kg; 0 means any


_CONDITIONS: dict[tuple[str, str], _Condition] = {
    ("plain", "explicit"): _Condition(-1, -2, 1),
    ("plain", "semi-implicit"): _Condition(0, -2, -1),
    ("predicted", "explicit"): _Condition(0, -2, -1),
    ("predicted", "semi-implicit"): _Condition(1, -2, -3),
    ("stable", "explicit"): _Condition(0, 2, -1),
    ("stable", "semi-implicit"): _Condition(1, 2, -3),
}
_NAMES = {"plain": "plain PD", "predicted": "PD with a predicted position", "stable": "stable PD"}
# kd = 1.5 * kp * dt, computed in another order, must count as equal.
_ROUNDING = 1e-12
UP, DOWN = 1.001, 0.999  # what a value is multiplied by before it is rounded to four digits for advice


def largest_step(
    kp: ArrayLike,
    kd: ArrayLike,
    mass: ArrayLike,
    integrator: Integrator = "semi-implicit",
    controller: Controller = "stable",
) -> np.ndarray:
    """The time step (s) below which these gains are stable: 0 if they never are, inf if they always are.

    mass (kg) may be 0 for stable PD: the bound is then the one that holds for every mass.
    Raises ControllerError for names that are not known, shapes that do not fit, and negative gains or masses.
    """
    condition = _condition(integrator, controller)
    kp, kd, m = checked("largest_step", {"kp": kp, "kd": kd, "mass": mass}, positive=())
    if np.any(m < 0):
        raise ControllerError("the mass must not be negative")
    a, b = condition.by_kp * kp, condition.by_kd * kd  # 4 m + b dt + a dt² > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        root = np.sqrt(b**2 - 16 * a * m)
        bound = 8 * m / (root - b)
        if condition.by_kp < 0:  # one positive root, written so that nothing cancels
            bound = np.where(b >= 0, (b + root) / (-2 * a), bound)
        else:  # the smaller of two positive roots, if there are any
            bound = np.where(np.isnan(root), np.inf, bound)
        if condition.damping < 0:
            bound = np.minimum(bound, kd / kp)
    bound = np.where(np.isnan(bound), np.inf, bound)  # no gains, no bound
    return np.where((condition.damping == 0) & (kd <= 0) & (kp > 0), 0.0, bound)


def check_gains(
    kp: ArrayLike,
    kd: ArrayLike,
    dt: ArrayLike,
    integrator: Integrator = "semi-implicit",
    stable: bool = True,
    mass: ArrayLike | None = None,
) -> bool:
    """Warn of gains that are not stable with an integrator; returns True if there are none.

    kp, kd, dt and mass broadcast. With a mass (kg, or kg m² about a joint) the condition is exact for one
    degree of freedom; without one it is the condition that holds for every mass, which only stable PD has.
    For an articulated body give the smallest eigenvalue of the mass matrix: then it is sufficient (at that
    configuration). Entries without a spring (kp = 0) have no target position and are judged as dampers.

    Warns with StabilityWarning, which names the condition, the first entry that breaks it, and a kd and a
    dt that are stable. Raises ControllerError for names that are not known, shapes that do not fit, negative
    gains, masses or steps that are not positive, and for plain PD without a mass.
    """
    if fault := gains_fault(kp, kd, dt, integrator, "stable" if stable else "plain", mass):
        warn(fault, StabilityWarning)
    return not fault


def gains_fault(
    kp: ArrayLike,
    kd: ArrayLike,
    dt: ArrayLike,
    integrator: Integrator = "semi-implicit",
    controller: Controller = "stable",
    mass: ArrayLike | None = None,
) -> str:
    """The message of `check_gains`, for any of the controllers; empty text where the gains are stable."""
    condition = _condition(integrator, controller)
    if mass is None and controller != "stable":
        raise ControllerError(f"check_gains: what {_NAMES[controller]} bears depends on the mass; give it")
    values = {"kp": kp, "kd": kd, "dt": dt} | ({} if mass is None else {"mass": mass})
    kp, kd, dt, *given = np.broadcast_arrays(*checked("check_gains", values))
    m = given[0] if given else np.zeros(kp.shape)
    inertia = condition.inertia(kp, kd, dt, m)
    if mass is None:
        good = inertia >= -_ROUNDING * (abs(condition.by_kd) * kd * dt + abs(condition.by_kp) * kp * dt**2)
    else:
        good = (inertia > 0) & ((condition.damper(kp, kd, dt) > 0) | (kp == 0))
    if np.all(good):
        return ""
    worst = int(np.flatnonzero(~good)[0])
    entry = [float(array.reshape(-1)[worst]) for array in (kp, kd, dt, m)]
    said = _explanation(_Case(integrator, controller, *entry))
    where = f"{int((~good).sum())} of {good.size} gains do not fit; number {worst}: " if good.size > 1 else ""
    return where + said


def body_fault(
    mass: np.ndarray | Callable[[], np.ndarray],
    kp: np.ndarray,
    kd: np.ndarray,
    dt: ArrayLike,
    integrator: Integrator = "semi-implicit",
    controller: Controller = "stable",
    names: Sequence[str] = (),
) -> str:
    """As `gains_fault`, for a body with the mass matrix (..., n, n) and gains that broadcast to (..., n).

    The cheapest test comes first: gains that are stable with stable PD for every mass need no matrix, so
    `mass` may be a function that makes it. Then the matrix of the condition is tested, 4 M + by_kd Kd dt +
    by_kp Kp dt². The message is about the smallest eigenvalue of M and, for one body, the degree of freedom
    (by its name, if there are `names`) that has the largest part in the worst motion.
    """
    condition, dt = _condition(integrator, controller), np.asarray(dt, float)
    if controller == "stable" and np.all(
        condition.by_kd * (1 + _ROUNDING) * kd + condition.by_kp * kp * dt >= 0
    ):
        return ""
    matrix = mass() if callable(mass) else mass
    n, least = matrix.shape[-1], np.linalg.eigvalsh(matrix)[..., :1]
    fault = gains_fault(kp, kd, dt, integrator, controller, least) if np.all(least > 0) else ""
    if not fault:
        return ""  # without masses that are positive the step itself will say so
    part = condition.inertia(kp, kd, dt)
    values, motions = np.linalg.eigh(
        4 * matrix + np.broadcast_to(part, np.broadcast_shapes(part.shape, (n,)))[..., None] * np.eye(n)
    )
    undamped = (condition.damper(kp, kd, dt) <= 0) & (kp > 0)
    if not (np.any(values[..., 0] <= 0) or np.any(undamped)):
        return ""
    if matrix.ndim > 2 or part.ndim > 1:
        return fault
    bad = np.broadcast_to((4 * least + part <= 0) | undamped, n)
    worst = int(np.argmax(np.where(bad, np.abs(motions[:, 0]) + 1e-9, 0.0)))
    spring, damper = (float(np.broadcast_to(gain, n)[worst]) for gain in (kp, kd))
    said = gains_fault(spring, damper, dt, integrator, controller, float(least[0]))
    where = f"joint {names[worst]!r}" if names else f"degree of freedom {worst}"
    return f"{where}, at the least eigenvalue of the mass matrix: {said}"


def _explanation(case: _Case) -> str:
    """The message for a case: the condition, the values that break it, and values that do not."""
    condition = _condition(case.integrator, case.controller)
    if case.mass:
        needs = f"4 mass{_signed(condition.by_kd, 'kd dt')}{_signed(condition.by_kp, 'kp dt²')} > 0"
        if condition.damping <= 0:
            needs += " and kd > " + ("kp dt" if condition.damping else "0")
    else:
        needs = f"kd >= {-condition.by_kp / condition.by_kd:g} kp dt, whatever the mass"
    weight = f", mass = {case.mass:.4g}" if case.mass else ""
    outcome = "it diverges or oscillates for ever" if case.mass else "it diverges where the mass is small"
    return (
        f"{_NAMES[case.controller]} under {case.integrator} Euler needs {needs}; with kp = {case.kp:.4g}, "
        f"kd = {case.kd:.4g}, dt = {case.dt:.4g} s{weight} {outcome}. {_remedy(condition, case)}"
    )


def _remedy(condition: _Condition, case: _Case) -> str:
    """The advice on a kd that is stable at this dt, and on a dt at this kd, rounded to the safe side."""
    integrator, controller, kp, kd, dt, mass = case
    bound = condition.inertia(kp, 0.0, dt, mass) / (2 * dt)
    least = max(0.0, -condition.damping * kp * dt)
    by_kd = ""
    if condition.by_kd > 0:
        enough = max(least, -bound)
        by_kd = f"kd of {_four_digits(enough * UP):.4g} or more" if enough else "kd above 0"
    elif least < bound and _four_digits(least * UP) < _four_digits(bound * DOWN):
        by_kd = f"kd between {_four_digits(least * UP):.4g} and {_four_digits(bound * DOWN):.4g}"
    step = float(largest_step(kp, kd, mass, integrator, controller))
    by_dt = f"dt of {_four_digits(step * DOWN):.4g} s or less" if 0 < step < np.inf else ""
    ways = " or ".join(filter(None, (by_kd, by_dt)))
    return f"Take a {ways}." if ways else "Nothing but other gains and a smaller step together will do."


def _signed(factor: float, of: str) -> str:
    """A term of a sum, with its sign, as text."""
    return f" {'-' if factor < 0 else '+'} {'' if abs(factor) == 1 else f'{abs(factor):g} '}{of}"


def _four_digits(value: float) -> float:
    return float(f"{value:.4g}")


def _condition(integrator: str, controller: str) -> _Condition:
    """The condition of stability of a controller under an integrator."""
    try:
        return _CONDITIONS[controller, integrator]
    except KeyError:
        known = sorted({name for pair in _CONDITIONS for name in pair})
        raise ControllerError(
            f"no controller {controller!r} under an integrator {integrator!r}; known names are {known}"
        ) from None
