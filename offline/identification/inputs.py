"""Inputs of a recorded body: what drove it over time, from columns of a file.

actuator's name         tension (N), the length wound up (m) or pressure (Pa), instead of all loads on it
load's name             the load, along its own direction (N), or as on its actuator, instead of its course
handle_x, _y, _z        translation of the handle (m) from its place at rest
handle_rx, _ry, _rz     rotation vector of the handle (rad), about its pivot

All are over `time`, in seconds of the scene. Actuators and loads are linear in between, of which each step
takes the mean, and zero before and after. The handle's path replaces the scene's as a whole: a cubic spline
through the frames, at rest before the first and after the last one, of which the scene gets the poses at its
steps.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping
from warnings import catch_warnings, simplefilter

import numpy as np
from pydantic import ValidationError

from offline.identification.recording import AXIS, Recording, TimeSeries, coordinates
from offline.scenes.body.actuators import LoadPart
from offline.scenes.body.paths import HandlePart
from offline.scenes.body.scene import BodyScene
from offline.scenes.plain_words import in_words
from runtime.control.paths import MOST
from softrein.errors import SceneError, shown, warn

Array = np.ndarray

DRIVES = {"N": "tension", "Pa": "pressure", "m": "wound"}
HANDLE = {
    "translation": ("handle_x", "handle_y", "handle_z"),
    "rotation": ("handle_rx", "handle_ry", "handle_rz"),
}
OF_HANDLE = [name for axes in HANDLE.values() for name in axes]
FARTHEST = 1e4  # m and rad: a handle goes no farther
MOST_NAMED = 5  # columns in a warning


def driven(scene: BodyScene, series: TimeSeries) -> BodyScene:
    """Return the scene driven by a file's columns; of those that drive nothing and are no marker's it warns.

    Raises SceneError, naming the file, for a bad column.
    """
    names = driving(scene, series)
    others = [each for each in series.values if each not in {*names, *coordinates(series.values)}]
    if others:
        told = ", ".join(shown(each, 30) for each in others[:MOST_NAMED])
        warn(f"{series.name}: columns that drive nothing of the scene: {told}")
    if not series.times[0] >= 0:
        raise SceneError(f"{series.name}: its times count from the motion's start; leave those below 0 out")
    if series.times[0] >= scene.time.step * scene.time.steps:
        raise SceneError(
            f"{series.name}: its times begin at {series.times[0]:g} s, when the scene's motion is over: they "
            "count from the motion's start"
        )
    own = {part.name: {"actuator": part.name, DRIVES[part.unit]: 1.0} for part in scene.internal_actuators}
    loads = [
        _load(series, load.name, _unit_load(series, load)) if load.name in names else load
        for load in scene.loads
        if load.actuator not in names
    ]
    loads += [_load(series, name, own[name]) for name in names if name in own]
    changed = scene.model_copy(update={"loads": loads})
    return _carried(changed, series) if set(OF_HANDLE) & set(names) else changed


def driving(scene: BodyScene, series: TimeSeries) -> list[str]:
    """Return the names of those columns that drive something of the scene.

    Raises SceneError where there is none, and for a column whose meaning is not clear.
    """
    internal = [part.name for part in scene.internal_actuators]
    loads = [load.name for load in scene.loads if load.name]
    known = [*internal, *loads, *([] if scene.handle is None else OF_HANDLE)]
    meanings = Counter(known)
    names, of_markers = [name for name in series.values if name in meanings], coordinates(series.values)
    for name in series.values:
        if name not in {*internal, *loads}:
            _check_handles(scene, series, name, name in of_markers)
        if meanings[name] > 1:
            raise SceneError(
                f"{series.name}: {shown(name)} may be more than one of an actuator, a load and the handle: "
                "rename one in the scene"
            )
    for load in scene.loads:
        if load.name in names and load.actuator in names:
            raise SceneError(
                f"{series.name}: {shown(load.name)} and {shown(load.actuator)} both say what drives "
                f"{shown(load.actuator)}: leave one of these columns out"
            )
    if not names:
        raise SceneError(
            f"{series.name}: no column has the name of a cable or chamber of the scene, a named load or a "
            f"handle's axis ({', '.join(known) or 'none'})"
        )
    return names


def without_inputs(recording: Recording, scene: BodyScene, names: Collection[str]) -> Recording:
    """Return a table's recording without those markers whose coordinates are inputs by these names.

    Raises SceneError where the scene has a marker of that label.
    """
    taken = {match[1] for name in names if (match := AXIS.fullmatch(name))}
    labels = {each.casefold() for part in scene.sensors for each in part.labels or []}
    for label in taken.intersection(recording.labels):
        if label.casefold() in labels:
            raise SceneError(
                f"{recording.name}: columns of the marker {shown(label)} are inputs, too: rename the marker, "
                "or put what drove the body into a file of its own"
            )
    kept = [i for i, label in enumerate(recording.labels) if label not in taken]
    return recording._replace(labels=[recording.labels[i] for i in kept], points=recording.points[:, kept])


def _check_handles(scene: BodyScene, series: TimeSeries, name: str, of_marker: bool) -> None:
    """Raise SceneError for a column that looks like a handle's and is not, or lacks its other axes."""
    axes = next((each for each in HANDLE.values() if name in each), ())
    missing = [axis for axis in axes if axis not in series.values]
    looks_so = name.casefold() in OF_HANDLE or (name.casefold().startswith("handle_") and not of_marker)
    if scene.handle is None:
        wrong = "moves a handle, and the scene has none: add an empty table [handle] to it" if axes else ""
        wrong = "" if any("handle" in (part.labels or []) for part in scene.sensors) else wrong
    elif missing:
        wrong = f"needs {missing[0]!r} beside it: give all three axes, zeros where the handle does not move"
    else:
        wrong = "" if axes or not looks_so else f"is none of the handle's columns, {', '.join(OF_HANDLE)}"
    if wrong:
        raise SceneError(f"{series.name}: {shown(name, 30)} {wrong}, or rename the column")


def _column(series: TimeSeries, name: str) -> Array:
    """Return a column (T,). Raises SceneError where it has no number."""
    values = series.values[name]
    if not np.isfinite(values).all():
        row = int(np.flatnonzero(~np.isfinite(values))[0])
        raise SceneError(f"{series.name}: {name!r} has no number at {series.times[row]:g} s: fill it in")
    return values


def _unit_load(series: TimeSeries, load: LoadPart) -> dict[str, object]:
    """Return the entries of a load of one N, m or Pa where, and along which, another one acts."""
    if load.drives is not None:
        return {"name": load.name, "actuator": load.actuator, DRIVES[load.drives[0]]: 1.0}
    force = np.array(load.impulse if load.force is None else load.force)
    if not (size := np.linalg.norm(force)) > 0:
        raise SceneError(
            f"{series.name}: {load.name!r}: the scene's load of that name is zero along all axes: give it "
            "the direction that the column is along"
        )
    return {"name": load.name, "region": load.region, "force": (force / size).tolist()}


def _load(series: TimeSeries, name: str | None, one: Mapping[str, object]) -> LoadPart:
    """Return the load with the entries `one`, of unit strength, scaled over time by a column."""
    values = _column(series, str(name))
    begin, end = float(series.times[0]), float(series.times[-1])
    factors = list(zip(series.times.tolist(), values.tolist(), strict=True))
    given = {**one, "start": begin, "duration": end - begin, "factors": factors}
    try:
        return LoadPart.model_validate(given)
    except ValidationError as error:
        raise SceneError(f"{series.name}: {name!r}: {in_words(error, LoadPart, {})}") from error


def _carried(scene: BodyScene, series: TimeSeries) -> BodyScene:
    """Return the scene whose handle moves as the columns say, with its own pivot."""
    from scipy.interpolate import CubicSpline

    dt, steps = scene.time.step, scene.time.steps
    last = min(steps, math.ceil(series.times[-1] / dt))
    poses = np.append(np.arange(0, last, -(-steps // (MOST - 1))), last) * dt  # a step apart or more
    given: dict[str, object] = {"times": poses.tolist()}
    for entry, axes in HANDLE.items():
        if axes[0] not in series.values:
            continue
        values = np.stack([_column(series, axis) for axis in axes], axis=1)
        if (far := np.abs(values).max(axis=0)).max() > FARTHEST:
            axis = axes[int(np.argmax(far))]
            raise SceneError(f"{series.name}: {axis!r} is above {FARTHEST:g}: it must be in m, or in rad")
        values = _on_from_before(series, values) if entry == "rotation" else values
        curve = CubicSpline(series.times, values, bc_type="clamped")
        given[entry] = curve(np.clip(poses, series.times[0], series.times[-1])).tolist()
    pivot = None if scene.handle is None else scene.handle.pivot
    with catch_warnings():
        simplefilter("ignore")  # what is odd about the scene was said when it was read
        try:
            changed = scene.model_copy(
                update={"handle": HandlePart.model_validate({**given, "pivot": pivot})}
            )
            BodyScene.model_validate(changed.model_dump(mode="json", exclude_defaults=True))
        except ValidationError as error:
            raise SceneError(f"{series.name}: the handle: {in_words(error, BodyScene, {})}") from error
    return changed


def _on_from_before(series: TimeSeries, vectors: Array) -> Array:
    """Return rotation vectors (T, 3) of the same rotations, each by whole turns nearest to the one before.

    Raises SceneError where they turn by more than half a turn from one frame to the next.
    """
    found = vectors.copy()
    for k in range(1, len(found)):
        angle = np.linalg.norm(found[k])
        along = found[k] if angle > 0 else found[k - 1]  # no turn at all is any whole turn
        axis = along / max(np.linalg.norm(along), np.finfo(float).tiny)
        found[k] += 2 * np.pi * np.round((found[k - 1] @ axis - angle) / (2 * np.pi)) * axis
        if np.linalg.norm(found[k] - found[k - 1]) > np.pi:
            raise SceneError(
                f"{series.name}: 'handle_rx', 'handle_ry', 'handle_rz' jump at {series.times[k]:g} s by more "
                "than half a turn: they must be a rotation vector in rad, without leaps"
            )
    return found
