"""One step of an articulated plant under PD control: stable PD, and plain PD to compare it with.

    stable   tau = -Kp (q + dt v - target) - Kd (v + dt q'' - target velocity)      [Tan 2011, eqs. 10, 11]
    plain    tau = -Kp (q - target) - Kd (v - target velocity)

with the targets of the next step in the one and of the present one in the other. The acceleration q'' in
stable PD is the step's own: Kd dt is mass that the plant adds for this step (`Articulated.step`), so that
contacts are solved for together with the controller.

Memory: everything is (n,), in the order of the plant's controlled joints. Which gains are stable is what
`characters.laws.stability` says; `gain_watch` looks at those in use.
"""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import ArrayLike

from characters.laws.stability import StabilityWarning
from characters.laws.stable_pd import pd_force
from characters.plants.articulated import Articulated
from characters.plants.gain_watch import new_fault
from characters.study import Floats
from softrein.errors import ControllerError


def track_stable(
    plant: Articulated,
    kp: ArrayLike,
    kd: ArrayLike,
    target_next: ArrayLike,
    target_velocity_next: ArrayLike | None = None,
    check: bool = True,
) -> Floats:
    """One step of stable PD [Tan 2011, eqs. 10, 11] towards the targets (n,) of the *next* time step.

    Gains and targets (n,), or one for all: N m/rad and N m s/rad, or N/m and N s/m. Contacts are solved for
    together with the controller's forces. Returns the torques (n,) that acted: tau = -Kp (q + dt v - target)
    - Kd (v + dt q'' - target velocity).

    Warns (StabilityWarning) of gains that semi-implicit Euler cannot bear at the present pose, unless `check`
    is false: once for the same gains, see `gain_watch`. Raises ControllerError for negative gains, and what
    `Articulated.step` does.
    """
    return _track(plant, kp, kd, target_next, target_velocity_next, check, stable=True)


def track_pd(
    plant: Articulated,
    kp: ArrayLike,
    kd: ArrayLike,
    target: ArrayLike,
    target_velocity: ArrayLike | None = None,
    check: bool = True,
) -> Floats:
    """One step under plain PD, forces from the present state: what stable PD is compared with.

    Arguments, warnings and errors as in `track_stable`, but the targets are of the present time. Returns the
    torques (n,).
    """
    return _track(plant, kp, kd, target, target_velocity, check, stable=False)


def _track(
    plant: Articulated,
    kp: ArrayLike,
    kd: ArrayLike,
    target: ArrayLike,
    target_velocity: ArrayLike | None,
    check: bool,
    stable: bool,
) -> Floats:
    stiffness, damping = _gain(plant, kp, "kp"), _gain(plant, kd, "kd")
    if check and (fault := new_fault(plant, stiffness, damping, "stable" if stable else "plain")):
        warnings.warn(fault, StabilityWarning, stacklevel=3)  # at the caller's caller
    v, goal = plant.v, plant.per_joint(target, "target")
    rate = plant.per_joint(0.0 if target_velocity is None else target_velocity, "target velocity")
    torque = pd_force(plant.q, v, goal, rate, stiffness, damping, plant.dt if stable else 0.0)
    plant.step(torque, damping * plant.dt if stable else None)
    return torque - damping * (plant.v - v) if stable else torque


def _gain(plant: Articulated, values: ArrayLike, what: str) -> Floats:
    """Gains (n,) that make sense."""
    gain = plant.per_joint(values, what)
    if not (gain >= 0).all():  # NaN as well
        where = plant.dofs[int(np.flatnonzero(~(gain >= 0))[0])]
        raise ControllerError(f"{what} must be finite and not negative; that of joint {where!r} is not")
    return gain
