"""Stable proportional-derivative control.

Plain PD evaluates spring and damper at the present state. Stable PD [000] evaluates them one time step later,

    tau = -Kp (q + dt v - q_next) - Kd (v + dt a - v_next)                                 [000, eqs. 5, 10]

and the acceleration a in it is solved for together with the motion M a + C = tau + tau_ext:

    (M + Kd dt) a = -C - Kp (q + dt v - q_next) - Kd (v - v_next) + tau_ext                    [000, eq. 11]

`q_next`, `v_next` are the target of the *next* step. The write-up [001] predicts the position in the same
way, but leaves `Kd dt` out of the mass; `linear_acceleration` has both forms for one degree of freedom.

When it is stable is what `characters.laws.stability` says.

Memory layout: everything is batched over leading axes; degrees of freedom are the last axis.
"""

from __future__ import annotations

import warnings
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from characters.laws.fitting import fitting
from characters.laws.stability import Integrator, StabilityWarning, body_fault, checked_gains, positive
from softrein.errors import ControllerError


class Control(NamedTuple):
    """A controller's answer at one state."""

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
    present state. target, target_velocity (..., n): wanted at the next step, rad and rad/s (or m, m/s);
    without a velocity, rest. kp (N m/rad), kd (N m s/rad), dt (s): scalars, or whatever broadcasts to
    (..., n).

    The torque, given to a plant that steps explicitly or semi-implicitly with this same mass matrix, makes
    the acceleration that is returned. With an `integrator` that plant's is meant, and gains that it cannot
    bear with this mass matrix are warned of (StabilityWarning); that costs as much as the step.

    Raises ControllerError for shapes that do not fit, numbers that are not finite, negative gains, time
    steps that are not positive and a mass matrix that is singular.
    """
    mass, q, v = np.asarray(mass, float), np.asarray(q, float), np.asarray(v, float)
    kp, kd, dt = checked_gains(kp, kd, dt)
    n = mass.shape[-1] if mass.ndim else 0
    if mass.ndim < 2 or mass.shape[-2] != n or q.shape[-1:] != (n,) or v.shape[-1:] != (n,):
        raise ControllerError(
            f"stable_pd: mass {mass.shape} must be (..., n, n), and q {q.shape} and v {v.shape} (..., n)"
        )
    goal, force, c = np.asarray(target, float), np.asarray(external, float), np.asarray(bias, float)
    wanted = np.asarray(0.0 if target_velocity is None else target_velocity, float)
    state = {"mass": mass.sum(axis=-1), "bias": c, "q": q, "v": v, "external": force}
    wishes = {"target": goal, "target velocity": wanted, "kp": kp, "kd": kd, "dt": dt}
    fitting("stable_pd", {**state, **wishes}, finite=True)
    if integrator is not None and (fault := body_fault(mass, kp, kd, dt, integrator)):
        warnings.warn(fault, StabilityWarning, stacklevel=2)
    torque = -kp * (q + dt * v - goal) - kd * (v - wanted)
    forces = torque + force - c
    added = np.broadcast_to(kd * dt, forces.shape)[..., None] * np.eye(n)
    try:
        acceleration = np.linalg.solve(mass + added, forces[..., None])[..., 0]
    except np.linalg.LinAlgError:
        raise ControllerError(
            "stable_pd: the mass matrix, with kd dt on its diagonal, is singular; give every degree of "
            "freedom a mass or a damper"
        ) from None
    return Control(torque - kd * dt * acceleration, acceleration)


def plain_pd(
    q: ArrayLike,
    v: ArrayLike,
    target: ArrayLike,
    kp: ArrayLike,
    kd: ArrayLike,
    target_velocity: ArrayLike = 0.0,
) -> np.ndarray:
    """The torque of plain PD, all of it taken at the present step [000, eqs. 1, 4]; arrays that broadcast.

    Raises ControllerError for shapes that do not fit and negative gains.
    """
    kp, kd, _ = checked_gains(kp, kd, 1.0)
    q, v, goal, wanted = (np.asarray(x, float) for x in (q, v, target, target_velocity))
    state = {"q": q, "v": v, "target": goal, "target velocity": wanted}
    fitting("plain_pd", {**state, "kp": kp, "kd": kd})
    return -kp * (q - goal) - kd * (v - wanted)


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
    kp, kd, dt = checked_gains(kp, kd, dt)
    m = positive("mass", mass)
    p, v, p_target, v_target = (np.asarray(x, float) for x in (position, velocity, target, target_velocity))
    state = {"position": p, "velocity": v, "target": p_target, "target velocity": v_target}
    fitting("linear_acceleration", {**state, "kp": kp, "kd": kd, "dt": dt, "mass": m})
    force = -kp * (p + dt * v - p_target - dt * v_target) - kd * (v - v_target)
    return force / (m + kd * dt if stable else m)


def linear_force(
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
    """The force (N), mass times acceleration, of `linear_acceleration`; the same arguments."""
    return np.asarray(mass, float) * linear_acceleration(
        position, velocity, target, target_velocity, kp, kd, dt, mass, stable
    )
