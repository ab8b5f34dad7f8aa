"""Another motion of a body that a bundle holds: through other key-frames, with gains about it.

The goals are those of a scene with these key-frames (`offline.keyframes.request`), for the reduced body as
it is: no full run is made, so it is not known whether the full body follows. `softrein precompute` of
such a scene checks that, and renews the basis. The bundle's own loads are no part of a motion that is found;
all else stays: model, actuators, costs, pushes, and targets in their places.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, cast

import numpy as np

from offline.animation.bound import length
from offline.gains.forces import with_forces
from offline.gains.lqr import build_costs, region_weight
from offline.gains.paths import with_paths
from offline.keyframes.request import ACCURACY, ask, find, half_period, with_keyframes
from offline.pipeline.base.gains import add_comparators, add_gains
from offline.pipeline.base.table import Made, Table, rows_of
from offline.scenes.base.keyframes import KEYFRAMES
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import scene_of, scene_of_bundle
from runtime.base.progress import silent
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.control.base.costs import Costs
from runtime.control.planning.motion import Motion
from runtime.plant.track import Track
from softrein.errors import ControllerError, SceneError, SimulationError

Array = np.ndarray

MADE_ANEW = ("gains", "comparators")  # stages of a bundle that are computed anew
ITERATIONS, STILL = 50, 1e-12  # most iterations of the search for the static shape, and its relative accuracy


class Edited(NamedTuple):
    """The bundle along another motion, still without gains for it, and the motion."""

    bundle: BodyBundle
    motion: Motion


def scene_through(
    bundle: BodyBundle,
    name: str,
    frames: Sequence[Mapping[str, object]],
    points: Mapping[str, Sequence[int]] | None = None,
) -> BodyScene:
    """Return the scene of the bundle `name` with other key-frames, each as a table of a scene file.

    `points` are further regions of vertices, by name. Loads, poses and an animation are left out. Raises
    SceneError.
    """
    scene = cast(BodyScene, scene_of_bundle(bundle, name))
    if not frames:  # an empty list in a scene file would be an error, as a motion is to be found
        time = scene.time.model_copy(update={"step": bundle.dt, "steps": bundle.steps})
        return scene.model_copy(update={"keyframes": [], "loads": [], "time": time})
    data = scene.model_dump(mode="json", exclude_defaults=True)
    data.pop("loads", None)
    data["reference"] = {"source": KEYFRAMES, "rewind": scene.reference.rewind}
    data["time"] |= {"step": bundle.dt, "steps": bundle.steps}
    # at another step the motion may end up to half a step earlier
    end, control = bundle.dt * bundle.steps, data.get("control", {})
    _end_by([*control.get("instants", ()), *data.get("targets", ())], end)
    _end_by(data.get("pushes", ()), end - bundle.dt)
    if data.get("ensemble"):
        data["ensemble"]["time"] = [min(each, end - bundle.dt) for each in data["ensemble"]["time"]]
    for part in (*control.get("paths", ()), *data.get("tools", ()), data.get("handle", {})):
        if part.get("times"):
            part["times"][-1] = min(part["times"][-1], end)
    data["keyframes"] = [dict(frame) for frame in frames]
    if points:
        regions = data["mesh"].get("regions", {})
        data["mesh"]["regions"] = regions | {key: {"vertices": list(each)} for key, each in points.items()}
    return cast(BodyScene, scene_of(data, name))


def _end_by(parts: Iterable[dict[str, float]], end: float) -> None:
    """Put the times of a scene's entries that come after an `end` there."""
    for part in parts:
        part["time"] = min(part["time"], end)


def with_points(bundle: BodyBundle, points: Mapping[str, Sequence[int]]) -> BodyBundle:
    """Return the bundle with further regions of vertices."""
    more = {name: np.array(each, dtype=np.int64) for name, each in points.items()}
    return replace(bundle, regions=bundle.regions | more)


def edited(
    bundle: BodyBundle, scene: BodyScene, mass: float, begin: Motion | None = None, accuracy: float = ACCURACY
) -> Edited:
    """Return the bundle along the motion through a scene's key-frames; `mass` in kg is that of free vertices.

    `begin` is a motion to begin the search with. Raises ControllerError and SimulationError where no motion
    is found, SceneError where a key-frame's region cannot move.
    """
    plant, shape, start = bundle.plant(), bundle.shape, beginning(bundle, scene)
    for i, frame in enumerate(scene.keyframes):
        if frame.region is None:
            raise SceneError(
                f"keyframes.{i}.pose: only a scene that is precomputed goes through poses; give a region and "
                "a position"
            )
        region = shape.regions.get(frame.region)
        if region is None:
            named = ", ".join(sorted(shape.regions)) or "none"
            raise SceneError(f"keyframes.{i}.region: there is no {frame.region!r}; there are {named}")
        if not shape.modes[region].any():
            raise SceneError(f"keyframes.{i}.region: nothing of {frame.region!r} is free to move")
    request = ask(scene, shape, start, bundle.limits, mass, half_period(plant.model, start))

    known = np.array(bundle.track.feedforward)
    known[:, : bundle.inputs["tools"].start] = 0.0
    given = request._replace(known=known), plant, bundle.actuation, start, bundle.rewind
    try:
        motion = find(*given, begin, accuracy)
    except (ControllerError, SimulationError):
        if begin is None:
            raise
        motion = find(*given, None, accuracy)
    track = Track(motion.states, motion.controls @ bundle.actuators.T + known)
    costs = with_keyframes(_costs(bundle, scene, track), request, motion)
    moved = bundle.steered_along(track, costs)
    moved = replace(moved, costs=with_forces(moved, scene.control.forces))
    return Edited(replace(moved, discretisation="step"), motion)


def beginning(bundle: BodyBundle, scene: BodyScene) -> Array:
    """Return the motion's initial state (2r,); one that repeats is searched from standing still."""
    if not bundle.rewind:
        return bundle.track.states[0].copy()
    p = np.zeros(bundle.rank) if scene.start == "rest" else _settled(bundle)
    return np.concatenate([p, np.zeros(bundle.rank)])


def _settled(bundle: BodyBundle) -> Array:
    """Return the shape (r,) under the standing load. Raises SimulationError where there is none."""
    p, model = np.zeros(bundle.rank), bundle.model
    for _ in range(ITERATIONS):
        force, stiffness = model.force_and_stiffness(p)
        way = np.linalg.solve(stiffness, model.standing - force)
        p = p + way
        if np.abs(way).max() <= STILL * np.abs(p).max():
            return p
    raise SimulationError("the reduced body has no equilibrium under its constant load")


def _costs(bundle: BodyBundle, scene: BodyScene, track: Track) -> Costs:
    """Return the scene's costs of deviations from a motion, without those of key-frames."""
    r, shape = bundle.rank, bundle.shape
    costs = build_costs(
        scene.control,
        scene.time,
        r,
        r,
        len(bundle.limits),
        lambda region: region_weight(shape, region),
        bundle.free_coordinates,
    )
    costs = costs._replace(control=bundle.costs.control)
    return with_paths(costs, scene.control.paths, shape, track, bundle.dt)


def finished(bundle: BodyBundle, scene: BodyScene, motion: Motion) -> Bundle:
    """Return an edited bundle under a scene's name, with gains as `softrein precompute` makes them.

    It is of this motion alone.
    """
    table = Table()
    count = len(scene.keyframes)
    near = f"within {length(max(motion.distances[:count]))}" if count else "none"
    words = f"{count} key-frames, {near}; {motion.iterations} iterations; not checked on the full body"
    table.stage("motion by hand", lambda: Made(None, words))
    alone = replace(bundle, others={}, motion_name="")
    named = replace(
        alone, name=scene.name, description=scene.description, scene=scene.model_dump(mode="json")
    )
    steered, _ = table.stage("gains", add_gains, named, scene.control, silent)
    steered = table.stage("comparators", add_comparators, steered, silent)
    kept = [row for row in rows_of(bundle.stages, bundle.motion_name) if row["stage"] not in MADE_ANEW]
    return replace(steered, stages=[*kept, *table.rows])
