"""Another motion of a bundle's body, in one call: through key-frames, as on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from runtime.base.arguments import instance, several
from softrein.errors import SceneError, warn

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle


def through_keyframes(bundle: BodyBundle, keyframes: Sequence[Mapping[str, object]]) -> BodyBundle:
    """Return the same body along the motion of least control through key-frames, with LQR's gains about it.

    `keyframes` are tables as in a scene's `[[keyframes]]`, at least one: with {"region": "tip",
    "time": 0.5, "position": (0, 0, 0.05)} the middle of a region is 5 cm along z from its place at rest,
    after half a second. The other controllers keep their gains. It is the reduced body's motion: no full run
    is made. Of several motions only this one is in it. Warns of key-frames that the motion misses.

    Raises ControllerError for smoke, SceneError for invalid key-frames or poses, SimulationError where no
    motion is found.
    """
    from offline.gains.lqr import remade_lqr
    from offline.keyframes.edited import edited, scene_through
    from offline.keyframes.waypoints import hindrance, unmet, waypoints_of
    from offline.pipeline.base.table import rows_of
    from runtime.bundle.body import BodyBundle
    from runtime.control.registry import LQR

    wanted = "tables as [[keyframes]] of a scene has them, one or more"
    frames = several("keyframes", keyframes, wanted)
    instance("bundle", bundle, BodyBundle, "a body's bundle: smoke has no regions to go through key-frames")
    if not frames or not all(isinstance(each, Mapping) for each in frames):
        raise SceneError(f"keyframes: expected {wanted}")
    scene = scene_through(bundle, bundle.name, [{key: _plain(each[key]) for key in each} for each in frames])
    mass = float(bundle.masses[np.unique(bundle.free // 3)].sum())
    other, motion = edited(bundle, scene, mass)
    none = [None] * len(scene.keyframes)
    for words in unmet(waypoints_of(scene, bundle.vertices, bundle.regions, none), motion):
        warn(f"{words}: {hindrance(motion, bundle.limits)}")
    # other controllers keep gains that were tuned to LQR's effort along another motion
    own = rows_of(other.stages, bundle.motion_name)
    rows = [{key: value for key, value in row.items() if key != "tuned"} for row in own]
    # the scene is of this motion alone, and so is the bundle
    alone = replace(other, others={}, motion_name="")
    found = replace(alone, scene=scene.model_dump(mode="json"), stages=rows)
    return found.with_controllers({LQR.name: remade_lqr(found)})


def _plain(value: object) -> object:
    """Return a value as in a scene's file, from arrays and from lists."""
    return np.asarray(value).tolist() if isinstance(value, list | tuple | np.ndarray) else value
