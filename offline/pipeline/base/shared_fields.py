"""The fields that bundles of all kinds have, from a scene and its reference."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from offline.gains.lqr import build_actuators, build_costs
from offline.pipeline.base.reference import Reference
from offline.scenes.base.parts import EnsemblePart
from runtime.control.planning.options import Replanning
from runtime.plant.frame import Place
from runtime.plant.geometry import Geometry
from runtime.plant.plant import Plant
from runtime.plant.push import Ensemble, Push

if TYPE_CHECKING:
    from offline.scenes.body.scene import BodyScene
    from offline.scenes.smoke import SmokeScene

Array = np.ndarray


def shared_fields(
    scene: BodyScene | SmokeScene,
    plant: Plant,
    reference: Reference,
    shape: Geometry,
    pattern: Callable[[int, Any], Array],
    place: Callable[[Any], Place],
    on_region: Callable[[str], Array] | None = None,
    free: int = 0,
) -> dict[str, Any]:
    """Return the fields of `Bundle`, except for the basis.

    `pattern` is that of `offline.gains.lqr.build_actuators`, `place` returns where a scene's push acts in the
    bundle's `shape`, and `on_region` the weight of a cost on a region. The last `free` coordinates are those
    of free things: no reduced force drives them, and only costs on regions weigh them.
    """
    rank = len(range(plant.size)[plant.coordinates])
    actuators, limits = build_actuators(scene.control, rank, pattern, plant.forces, free)
    places, controls = plant.size - rank, actuators.shape[1]
    costs = build_costs(scene.control, scene.time, places, rank, controls, on_region, free)
    pushes = [
        Push(place(part), part.strength, part.time, part.duration, part.radius, part.noise, part.seed)
        for part in scene.pushes
    ]
    for push in pushes:
        shape.patterns(push)  # raises an error if it cannot act there
    data = scene.model_dump(mode="json")
    return {
        "name": scene.name,
        "description": scene.description,
        "scene": data,
        "stages": [],
        "seed": scene.seed,
        "integrals": scene.control.integrals,
        "actuator_names": [part["name"] for part in data["control"]["actuators"]],
        "ensemble": None if scene.ensemble is None else _ensemble(scene.ensemble),
        "model": plant.model,
        "dt": plant.dt,
        "track": reference.track,
        "uncontrolled": reference.uncontrolled,
        "correction": reference.correction,
        "costs": costs,
        "actuators": actuators,
        "limits": limits,
        "gains": {},
        "discretisation": "",
        "rewind": scene.endless,
        "pushes": pushes,
        "replanning": Replanning(**dict(scene.control.mpc)),
    }


def _ensemble(part: EnsemblePart) -> Ensemble:
    return Ensemble(part.strengths, part.duration, part.radius, part.time, part.runs, part.tuning_runs)
