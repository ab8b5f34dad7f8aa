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
from characters.plants.articulated import Articulated
from characters.plants.composite_inertia import Floats
from characters.plants.gain_watch import new_fault
from softrein.errors import ControllerError


def _per_joint(plant: Articulated, values: ArrayLike | None, what: str) -> Floats:
    """Values (n,), one for each joint, from as many, one for all, or None for zeros."""
    given = np.asarray(0.0 if values is None else values, dtype=float)
    if given.shape not in ((), (len(plant.dofs),)):
        raise ControllerError(f"{what} has shape {given.shape}; the plant has {len(plant.dofs)} joints")
    return np.broadcast_to(given, len(plant.dofs))


def _gain(plant: Articulated, values: ArrayLike, what: str) -> Floats:
    """Gains (n,) that make sense."""
    gain = _per_joint(plant, values, what)
    if not (gain >= 0).all():  # NaN as well
        where = plant.dofs[int(np.flatnonzero(~(gain >= 0))[0])]
        raise ControllerError(f"{what} must be finite and not negative; that of joint {where!r} is not")
    return gain


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
    stiffness, damping = _gain(plant, kp, "kp"), _gain(plant, kd, "kd")
    if check and (fault := new_fault(plant, stiffness, damping, "stable")):
        warnings.warn(fault, StabilityWarning, stacklevel=2)
    q, v = plant.q, plant.v
    error = q + plant.dt * v - _per_joint(plant, target_next, "target")
    velocity_error = v - _per_joint(plant, target_velocity_next, "target velocity")
    torque = -stiffness * error - damping * velocity_error
    plant.step(torque, damping * plant.dt)
    return torque - damping * (plant.v - v)


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
    stiffness, damping = _gain(plant, kp, "kp"), _gain(plant, kd, "kd")
    if check and (fault := new_fault(plant, stiffness, damping, "pd")):
        warnings.warn(fault, StabilityWarning, stacklevel=2)
    error = plant.q - _per_joint(plant, target, "target")
    velocity_error = plant.v - _per_joint(plant, target_velocity, "target velocity")
    torque = -stiffness * error - damping * velocity_error
    plant.step(torque)
    return torque
