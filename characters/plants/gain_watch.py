"""Gains of an articulated plant, looked at while they are in use: once each, before their first step.

The conditions are those of `stability` for semi-implicit Euler, `Articulated`'s integrator, with the mass
matrix of the pose in which the gains are first used. Damping of the model's own joints, which the plant takes
implicitly, counts: as damping in stable PD, and as mass and damping in plain PD.

Limits: springs of the model, contacts and the way from pose to pose are left out. After `MOST_WARNED`
warnings of one plant nothing is looked at any more: gains that change at every step would say too much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from characters.laws.stability import Controller, body_fault

if TYPE_CHECKING:
    from characters.plants.articulated import Articulated

MOST_WARNED = 4
MOST_KEPT = 1024  # gains that a plant remembers; then it forgets them all


def new_fault(plant: Articulated, kp: np.ndarray, kd: np.ndarray, controller: Controller) -> str:
    """What is wrong with gains (n,) in words; empty where nothing is, or they have been looked at before."""
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
