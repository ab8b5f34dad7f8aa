"""Stable proportional-derivative control [000] as formulas on arrays, without checks.

Plain PD evaluates spring and damper at the present state. Stable PD evaluates them one time step later,

    tau = -Kp (q + dt v - q_next) - Kd (v + dt a - v_next)                                 [000, eqs. 5, 10]

and the acceleration a in it is solved for together with the motion M a + C = tau + tau_ext:

    (M + Kd dt) a = -C - Kp (q + dt v - q_next) - Kd (v - v_next) + tau_ext                    [000, eq. 11]

so that tau is the part that is known before the step, `pd_force`, less Kd dt a. `q_next`, `v_next` are the
target of the *next* step. With dt = 0 this is plain PD.

Memory layout: everything is batched over leading axes; degrees of freedom are the last axis.
"""

from __future__ import annotations

import numpy as np

from softrein.errors import ControllerError

Numbers = float | np.ndarray  # a number for all degrees of freedom, or one for each


def pd_force(
    q: Numbers, v: Numbers, target: Numbers, rate: Numbers, kp: Numbers, kd: Numbers, ahead: Numbers = 0.0
) -> np.ndarray:
    """The force of spring and damper -kp (q + ahead v - target) - kd (v - rate), N m or N.

    `target` and its `rate` are those of the time `ahead` (s) from now: a step for stable PD, 0 for plain PD.
    """
    return np.asarray(-kp * (q + ahead * v - target) - kd * (v - rate))


def implicit_acceleration(mass: np.ndarray, force: np.ndarray, kd: Numbers, dt: Numbers) -> np.ndarray:
    """The acceleration a (..., n) of (M + Kd dt) a = force [000, eq. 11].

    mass (..., n, n); force (..., n): `pd_force` plus all other forces. Raises ControllerError where the
    matrix is singular.
    """
    added = np.broadcast_to(kd * dt, force.shape)[..., None] * np.eye(mass.shape[-1])
    try:
        return np.asarray(np.linalg.solve(mass + added, force[..., None])[..., 0])
    except np.linalg.LinAlgError:
        raise ControllerError(
            "stable PD: the mass matrix, with kd dt on its diagonal, is singular; give every degree of "
            "freedom a mass or a damper"
        ) from None
