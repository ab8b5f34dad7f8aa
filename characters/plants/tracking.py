"""One step of an articulated plant under PD control: stable PD, and plain PD for comparison.

    stable   tau = -Kp (q + dt v - target) - Kd (v + dt q'' - target velocity)      [Tan 2011, eqs. 10, 11]
    plain    tau = -Kp (q - target) - Kd (v - target velocity)

Stable PD has the targets of the next step, plain PD those of the present one. The acceleration q'' in stable
PD is the step's own: Kd dt is mass that the plant adds for this step (`Articulated.step`), so that contacts
are solved for together with the controller.

Gains are checked once, before their first step, with the conditions of `characters.laws.stability` for
semi-implicit Euler and the mass matrix of that pose. Damping of the model's own joints, which the plant
integrates implicitly, counts as damping in stable PD, and as mass and damping in plain PD. Springs of the
model, contacts and changes of the pose are left out. After `MOST_WARNED` warnings of one plant no more gains
are checked, as gains that change at every step would cause too many warnings.

Memory: everything is (n,), in the order of the plant's controlled joints.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from characters.laws.stability import Controller, StabilityWarning, body_fault
from characters.laws.stable_pd import pd_force
from characters.plants.articulated import Articulated
from characters.study import Floats
from softrein.errors import ControllerError, warn

MOST_WARNED = 4
MOST_KEPT = 1024  # gains that a plant remembers; then it forgets them all


def track_stable(
    plant: Articulated,
    kp: ArrayLike,
    kd: ArrayLike,
    target_next: ArrayLike,
    target_velocity_next: ArrayLike | None = None,
    check: bool = True,
) -> Floats:
    """Take one step of stable PD [Tan 2011, eqs. 10, 11] towards the targets (n,) of the *next* time step.

    Gains and targets (n,), or one for all: N m/rad and N m s/rad, or N/m and N s/m. Contacts are solved for
    together with the controller's forces. Returns the torques (n,) that acted: tau = -Kp (q + dt v - target)
    - Kd (v + dt q'' - target velocity).

    Warns (StabilityWarning) of gains that are not stable under semi-implicit Euler at the present pose, once
    for the same gains, unless `check` is false. Raises ControllerError for negative gains, and as
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
    """Take one step of plain PD, with forces from the present state, for comparison with stable PD.

    Arguments, warnings and errors are those of `track_stable`, but the targets are of the present time.
    Returns the torques (n,).
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
        warn(fault, StabilityWarning)
    v, goal = plant.v, plant.per_joint(target, "target")
    rate = plant.per_joint(0.0 if target_velocity is None else target_velocity, "target velocity")
    torque = pd_force(plant.q, v, goal, rate, stiffness, damping, plant.dt if stable else 0.0)
    plant.step(torque, damping * plant.dt if stable else None)
    return torque - damping * (plant.v - v) if stable else torque


def _gain(plant: Articulated, values: ArrayLike, what: str) -> Floats:
    """Check gains (n,). Raises ControllerError unless they are finite and not negative."""
    gain = plant.per_joint(values, what)
    if not (gain >= 0).all():  # NaN as well
        where = plant.dofs[int(np.flatnonzero(~(gain >= 0))[0])]
        raise ControllerError(f"{what} must be finite and not negative; that of joint {where!r} is not")
    return gain


def new_fault(plant: Articulated, kp: np.ndarray, kd: np.ndarray, controller: Controller) -> str:
    """The message about gains (n,) that are not stable; empty if they are, or were checked before."""
    key = controller.encode() + kp.tobytes() + kd.tobytes()
    if key in plant.judged or plant.warned >= MOST_WARNED:
        return ""
    if len(plant.judged) >= MOST_KEPT:
        plant.judged.clear()
    plant.judged.add(key)
    if not np.isfinite(kp + kd).all():
        return ""  # the step will refuse them
    own = plant.damping()

    def mass() -> np.ndarray:
        return plant.mass_matrix() + (plant.dt * np.diag(own) if controller == "plain" else 0.0)

    fault = body_fault(mass, kp, kd + own, plant.dt, "semi-implicit", controller, plant.dofs)
    plant.warned += bool(fault)
    return fault
