"""Stable PD, plain PD and the write-up's form of it, as functions of arrays that check their arguments.

The law is that of `characters.laws.stable_pd`; `characters.laws.stability` has its conditions of stability.
The write-up [001] predicts the position in the same way as stable PD, but leaves `Kd dt` out of the mass;
`linear_acceleration` has both forms for one degree of freedom.

Memory layout: everything is batched over leading axes; degrees of freedom are the last axis.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from characters.laws.checks import checked
from characters.laws.stability import Integrator, StabilityWarning, body_fault
from characters.laws.stable_pd import implicit_acceleration, pd_force
from softrein.errors import ControllerError, warn


class Control(NamedTuple):
    """The torque of a controller at one state, and the acceleration under it."""

    torque: np.ndarray  # (..., n) N m or N, of the controller alone
    acceleration: np.ndarray  # (..., n) rad/s² or m/s², of the plant under this torque, C and tau_ext


def stable_pd(
    mass: ArrayLike,
    bias: ArrayLike,
    q: ArrayLike,
    v: ArrayLike,
    target: ArrayLike,
    kp: ArrayLike,
    kd: ArrayLike,
    dt: ArrayLike,
    target_velocity: ArrayLike | None = None,
    external: ArrayLike = 0.0,
    integrator: Integrator | None = None,
) -> Control:
    """Stable PD for an articulated body [000, eqs. 5, 10 and 11].

    mass (..., n, n): mass matrix M(q); bias (..., n): centrifugal and Coriolis torque C(q, v) on the left
    side of the equation of motion; external (..., n) or scalar: tau_ext, gravity included. q, v (..., n):
    present state. target, target_velocity (..., n): those of the next step, rad and rad/s (or m, m/s);
    without a velocity it is zero. kp (N m/rad), kd (N m s/rad), dt (s): scalars, or arrays that broadcast to
    (..., n).

    A plant that steps explicitly or semi-implicitly with this mass matrix has the returned acceleration under
    the torque. With `integrator`, the plant's, there is a warning (StabilityWarning) if the gains are not
    stable with it and this mass matrix; that costs as much as the step.

    Raises ControllerError for shapes that do not fit, numbers that are not finite, negative gains, time
    steps that are not positive and a mass matrix that is singular.
    """
    matrix = np.asarray(mass, float)
    n = matrix.shape[-1] if matrix.ndim else 0
    if matrix.ndim < 2 or {matrix.shape[-2:-1], np.shape(q)[-1:], np.shape(v)[-1:]} != {(n,)}:
        raise ControllerError(
            f"mass {matrix.shape} must be (..., n, n), q {np.shape(q)} and v {np.shape(v)} (..., n)"
        )
    rate = 0.0 if target_velocity is None else target_velocity
    state = {"mass matrix": matrix.sum(axis=-1), "bias": bias, "q": q, "v": v, "external": external}
    wishes = {"target": target, "target velocity": rate, "kp": kp, "kd": kd, "dt": dt}
    _, c, q, v, force, goal, wanted, kp, kd, dt = checked("stable_pd", {**state, **wishes}, finite=True)
    if integrator is not None and (fault := body_fault(matrix, kp, kd, dt, integrator)):
        warn(fault, StabilityWarning)
    torque = pd_force(q, v, goal, wanted, kp, kd, dt)
    acceleration = implicit_acceleration(matrix, torque + force - c, kd, dt)
    return Control(torque - kd * dt * acceleration, acceleration)


def plain_pd(
    q: ArrayLike,
    v: ArrayLike,
    target: ArrayLike,
    kp: ArrayLike,
    kd: ArrayLike,
    target_velocity: ArrayLike = 0.0,
) -> np.ndarray:
    """The torque of plain PD, evaluated at the present step [000, eqs. 1, 4]; arrays broadcast.

    Raises ControllerError for shapes that do not fit and negative gains.
    """
    values = {"q": q, "v": v, "target": target, "target velocity": target_velocity, "kp": kp, "kd": kd}
    return pd_force(*checked("plain_pd", values))


def linear_acceleration(
    position: ArrayLike,
    velocity: ArrayLike,
    target: ArrayLike,
    target_velocity: ArrayLike,
    kp: ArrayLike,
    kd: ArrayLike,
    dt: ArrayLike,
    mass: ArrayLike = 1.0,
    stable: bool = True,
) -> np.ndarray:
    """Acceleration (m/s²) of one degree of freedom towards a moving target [001]; arrays that broadcast.

        a = -(kp (p + dt v - target - dt target_velocity) + kd (v - target_velocity)) / (mass + kd dt)

    target, target_velocity are those of the *present* step: the target is moved on by dt, as in [001]. kp
    (N/m) and kd (N s/m) are gains of the force; with mass = 1 they are per unit mass, as [001] has them.
    `stable=False` is the write-up's own form, which divides by the bare mass; it is not stable PD and
    diverges once kp dt² / mass is not small (under semi-implicit Euler from 4/3, under explicit Euler from
    4, whatever the damping).

    Raises ControllerError for shapes that do not fit, negative gains, and masses or time steps that are not
    positive.
    """
    state = {"position": position, "velocity": velocity, "target": target, "target velocity": target_velocity}
    values = {**state, "kp": kp, "kd": kd, "dt": dt, "mass": mass}
    p, v, goal, rate, kp, kd, dt, m = checked("linear_acceleration", values)
    return pd_force(p, v, goal + dt * rate, rate, kp, kd, dt) / (m + kd * dt if stable else m)
