"""Distances of a bundle's motion from its scene's goals, in the reduced body and in the full one.

There are no pushes and no feedback: the full body moves under the motion's own control, see `driven`.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from offline.animation.bound import Lost, lost
from offline.figures import plain
from offline.full.body.full_body import FullBody, simulate
from offline.keyframes.waypoints import Waypoint, waypoints_of
from offline.steering.as_loads import as_found
from offline.steering.body import other_body
from offline.steering.mismatch import Mismatch
from runtime.bundle.body import BodyBundle
from softrein.errors import SimulationError

Array = np.ndarray


def misses(full: FullBody, bundle: BodyBundle, mismatch: Mismatch) -> dict[str, object]:
    """Return distances in m, under "keyframes" from each, under "animation" the "rms" and the "max".

    Both are of the "reduced" and the "full" body; None where the full body's run fails. It is empty for a
    scene with neither.
    """
    scene = full.scene
    every = waypoints_of(scene, bundle.vertices, bundle.regions, full.poses)
    waypoints = [each for each in every if not each.fast]
    if not scene.reference.is_found:
        return {}
    meant = [bundle.vectors @ part for part in np.split(bundle.track.states.T, 2)]
    runs = {"reduced": np.array(meant), "full": _moved(full, bundle, mismatch)}
    found: dict[str, object] = {}
    if waypoints:
        found["keyframes"] = {
            name: run if run is None else [plain(_far(point, full, run)) for point in waypoints]
            for name, run in runs.items()
        }
    animated = full.animated
    if animated is not None:
        found["animation"] = {
            name: run if run is None else _words(lost(animated.bound, run[0], animated.places))
            for name, run in runs.items()
        }
    return found


def _moved(full: FullBody, bundle: BodyBundle, mismatch: Mismatch) -> Array | None:
    """Return the states (2, n, T + 1) of the full body, with the stiffness and mass of `mismatch`."""
    moved = as_found(full, bundle)
    body = replace(other_body(full, mismatch), loads=moved.loads, moving=moved.moving)
    try:
        return np.array([np.array(state) for state in simulate(body)]).transpose(1, 2, 0)
    except SimulationError:
        return None


def _far(point: Waypoint, full: FullBody, run: Array) -> float:
    return float(np.linalg.norm(point.middle(full.body, *run) - point.goal))


def _words(found: Lost) -> dict[str, float]:
    return {"rms": plain(found.rms), "max": plain(found.most)}
