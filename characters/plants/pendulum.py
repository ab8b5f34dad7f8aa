"""The two-link pendulum on which stable PD was measured [000, 3.4], stepped by explicit Euler.

Two point masses on massless links. The first angle is counted from hanging, the second from the first link's
direction, both counter-clockwise:

    M(q) a + C(q, v) = tau + g(q)                                                               [000, eq. 9]
    M11 = (m1 + m2) l1² + m2 l2² + 2 c,   M12 = m2 l2² + c,   M22 = m2 l2²,         c = m2 l1 l2 cos q2
    C   = m2 l1 l2 sin q2 (-v2 (2 v1 + v2), v1²)
    g   = -gravity ((m1 + m2) l1 sin q1 + m2 l2 sin(q1 + q2), m2 l2 sin(q1 + q2))

The reference is q1 = cos t, q2 = cos t + 1; a run starts on it, at rest. The paper does not print masses
and lengths: the default ones were fitted to its tables. kd = kp dt, as in the paper.

Under explicit Euler, kd = kp dt puts plain PD exactly on the edge of its damping condition (`stability`):
it never damps an error, and diverges once kp dt² exceeds four times the least inertia. Stable PD is well
inside its own.

The terms of the equation of motion are written once, for arrays in NumPy and for numbers in the compiled loop
over the steps, which figure 4 runs some ten million times; the tests compare it with `stable_pd`.

Memory layout: angles are the last axis, before it time, before it runs with other gains.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from runtime.base.kernels import njit
from softrein.errors import SimulationError

# An error of half a turn, rad: whoever comes there tracks nothing any more. Unstable runs pass it within a
# few steps on their way to overflow.
LOST = np.pi
FASTMATH = {"contract", "reassoc", "nsz", "arcp"}  # nothing that assumes finite numbers: runs diverge
TABLE_STEPS = 395  # of 1/60 s; fitted, like the masses: with this number the sums of squares agree


class Pendulum(NamedTuple):
    """Masses (kg), lengths (m) and gravity (m/s²) of a two-link pendulum of point masses."""

    masses: tuple[float, float] = (0.61, 0.243)
    lengths: tuple[float, float] = (1.00, 0.97)
    gravity: float = 9.8

    def mass_matrix(self, q: ArrayLike) -> np.ndarray:
        """The mass matrix M (..., 2, 2), kg m², at the angles (..., 2)."""
        m11, m12, m22 = _inertia.py_func(self, np.asarray(q, float)[..., 1])
        M = np.empty((*np.shape(m11), 2, 2))
        M[..., 0, 0], M[..., 0, 1], M[..., 1, 0], M[..., 1, 1] = m11, m12, m12, m22
        return M

    def centrifugal(self, q: ArrayLike, v: ArrayLike) -> np.ndarray:
        """The centrifugal and Coriolis torque C (..., 2), N m, on the side of the acceleration."""
        q, v = np.asarray(q, float), np.asarray(v, float)
        return np.stack(_centrifugal.py_func(self, q[..., 1], v[..., 0], v[..., 1]), axis=-1)

    def weight(self, q: ArrayLike) -> np.ndarray:
        """The torque of gravity g (..., 2), N m, on the side of the controller's."""
        q = np.asarray(q, float)
        return np.stack(_weight.py_func(self, q[..., 0], q[..., 1]), axis=-1)

    def energy(self, q: ArrayLike, v: ArrayLike) -> np.ndarray:
        """The kinetic and potential energy (...), J, which is least when hanging at rest."""
        q, v = np.asarray(q, float), np.asarray(v, float)
        (m1, m2), (l1, l2) = self.masses, self.lengths
        kinetic = np.einsum("...i,...ij,...j", v, self.mass_matrix(q), v) / 2
        first, second = np.cos(q[..., 0]), np.cos(q[..., 0] + q[..., 1])
        return kinetic - self.gravity * ((m1 + m2) * l1 * first + m2 * l2 * second)

    def least_inertia(self) -> float:
        """The smallest eigenvalue of the mass matrix at any angle, kg m²."""
        angles = np.stack(2 * [np.linspace(0, np.pi, 361)], axis=-1)
        return float(np.linalg.eigvalsh(self.mass_matrix(angles)).min())


class Tracking(NamedTuple):
    """Runs of a pendulum along the reference."""

    times: np.ndarray  # (T,) s, before each step
    error: np.ndarray  # (runs, T, 2) rad, angle less reference; NaN once lost
    lost: np.ndarray  # (runs,) whether the error ever came to LOST

    def largest(self) -> np.ndarray:
        """The largest error (runs, 2), rad; NaN for runs that were lost."""
        return np.abs(self.error).max(axis=1)

    def norm(self) -> np.ndarray:
        """The root of the sum of squared errors over all steps (runs, 2), rad; NaN for lost runs."""
        return np.sqrt(np.sum(self.error**2, axis=1))


def reference(t: ArrayLike) -> np.ndarray:
    """The angles (..., 2) to follow at times (...), rad."""
    return np.cos(np.asarray(t, float))[..., None] + (0.0, 1.0)


def reference_velocity(t: ArrayLike) -> np.ndarray:
    """The rates (..., 2) of these angles, rad/s."""
    return -np.sin(np.asarray(t, float))[..., None] * (1.0, 1.0)


def track(
    kp: ArrayLike,
    dt: float,
    steps: int,
    stable: bool,
    with_velocity: bool,
    pendulum: Pendulum = Pendulum(),  # noqa: B008 - a tuple of numbers, nothing that could be changed
) -> Tracking:
    """Follow the reference with gains kp (runs,), N m/rad, and kd = kp dt, in steps of dt (s).

    `stable` chooses stable or plain PD, `with_velocity` whether it aims at the reference's velocity or at
    rest. The first of the `steps` errors is that at the start, 0.
    """
    gains = np.atleast_1d(np.asarray(kp, float))
    error = np.full((len(gains), steps, 2), np.nan)
    lasted = [
        _follow(pendulum, gain, dt, steps, stable, with_velocity, e)
        for gain, e in zip(gains, error, strict=True)
    ]
    return Tracking(dt * np.arange(steps), error, np.array(lasted) < steps)


def largest_stable_step(kp: float, stable: bool, duration: float, limit: float) -> float:
    """The largest time step (s), up to `limit`, in which a gain keeps to the reference for `duration` (s).

    It is found by bisection of the logarithm, to 0.01 %, between a step that is lost and one that is not: the
    latter is the first such step when `limit` is halved again and again. The controller aims at the
    reference's velocity. Raises SimulationError if twelve halvings find none.
    """

    def lasts(dt: float) -> bool:
        steps = max(round(duration / dt), 1)
        return bool(_follow(Pendulum(), kp, dt, steps, stable, True, np.empty((0, 2))) == steps)

    low = limit
    while not lasts(low):
        low /= 2
        if low < limit / 2**12:
            raise SimulationError(f"with kp = {kp:g} the pendulum is lost even in steps of {low:.3g} s")
    high = min(2 * low, limit)
    while high > 1.0001 * low:
        middle = np.sqrt(low * high)
        low, high = (middle, high) if lasts(middle) else (low, middle)
    return float(low)


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _inertia(pendulum, q2):
    """The entries M11, M12 and M22, for numbers or for arrays."""
    (m1, m2), (l1, l2) = pendulum.masses, pendulum.lengths
    far, c = m2 * l2**2, m2 * l1 * l2 * np.cos(q2)
    return (m1 + m2) * l1**2 + far + 2 * c, far + c, far + 0 * c


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _centrifugal(pendulum, q2, v1, v2):
    h = pendulum.masses[1] * pendulum.lengths[0] * pendulum.lengths[1] * np.sin(q2)
    return -h * v2 * (2 * v1 + v2), h * v1**2


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _weight(pendulum, q1, q2):
    (m1, m2), (l1, l2) = pendulum.masses, pendulum.lengths
    second = -m2 * l2 * pendulum.gravity * np.sin(q1 + q2)
    return second - (m1 + m2) * l1 * pendulum.gravity * np.sin(q1), second


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def _follow(pendulum, kp, dt, steps, stable, with_velocity, error):
    """Simulate a double pendulum under PD control, `stable` or not, towards angles cos t and cos t + 1.

    Returns the number of steps until it is lost; the first errors are written into `error`.
    """
    kd = kp * dt
    ahead = dt if stable else 0.0
    added = kd * dt if stable else 0.0
    q1, q2, v1, v2 = 1.0, 2.0, 0.0, 0.0
    for n in range(steps):
        e1, e2 = q1 - np.cos(n * dt), q2 - np.cos(n * dt) - 1.0
        if not (abs(e1) < LOST and abs(e2) < LOST):
            return n
        if n < len(error):
            error[n, 0], error[n, 1] = e1, e2
        aim = np.cos(n * dt + ahead)
        rate = -np.sin(n * dt + ahead) if with_velocity else 0.0
        (c1, c2), (g1, g2) = _centrifugal(pendulum, q2, v1, v2), _weight(pendulum, q1, q2)
        f1 = g1 - c1 - kp * (q1 + ahead * v1 - aim) - kd * (v1 - rate)
        f2 = g2 - c2 - kp * (q2 + ahead * v2 - aim - 1.0) - kd * (v2 - rate)
        m11, m12, m22 = _inertia(pendulum, q2)
        m11, m22 = m11 + added, m22 + added
        determinant = m11 * m22 - m12**2
        q1, q2 = q1 + dt * v1, q2 + dt * v2  # explicit Euler: by the old velocities
        v1, v2 = (
            v1 + dt * (m22 * f1 - m12 * f2) / determinant,
            v2 + dt * (m11 * f2 - m12 * f1) / determinant,
        )
    return steps
