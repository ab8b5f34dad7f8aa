"""Inputs of a recorded body: the controls of its cables and chambers over time, from columns of a file.

A column has the name of the scene's actuator, and is its tension (N), the length by which it is wound up (m)
or its pressure (Pa), at `time`, in seconds of the scene; it is linear in between, and zero before and after.
It replaces the scene's own loads on that actuator. Columns of other names are ignored.
"""

from __future__ import annotations

import numpy as np
from pydantic import ValidationError

from offline.identification.recording import TimeSeries
from offline.scenes.actuators import LoadPart
from offline.scenes.body import BodyScene
from offline.scenes.plain_words import in_words
from softrein.errors import SceneError

DRIVES = {"N": "tension", "Pa": "pressure", "m": "wound"}


def driven(scene: BodyScene, series: TimeSeries) -> BodyScene:
    """Return the scene with actuators driven so. Raises SceneError, naming the file, for a bad column."""
    internal = {part.name: part.unit for part in scene.internal_actuators}
    names = [name for name in series.values if name in internal]
    if not names:
        known = ", ".join(internal) or "none"
        raise SceneError(f"{series.name}: no column is called as a cable or chamber of the scene ({known})")
    if not series.times[0] >= 0:
        raise SceneError(f"{series.name}: its times count from the motion's start; leave those below 0 out")
    if series.times[0] >= scene.time.step * scene.time.steps:
        raise SceneError(
            f"{series.name}: its times begin at {series.times[0]:g} s, when the scene's motion is over: they "
            "count from the motion's start"
        )
    loads = [load for load in scene.loads if load.actuator not in names]
    return scene.model_copy(update={"loads": loads + [_load(series, name, internal[name]) for name in names]})


def _load(series: TimeSeries, name: str, unit: str) -> LoadPart:
    values = series.values[name]
    if not np.isfinite(values).all():
        row = int(np.flatnonzero(~np.isfinite(values))[0])
        raise SceneError(f"{series.name}: {name!r} has no number at {series.times[row]:g} s: fill it in")
    begin, end = float(series.times[0]), float(series.times[-1])
    factors = list(zip(series.times.tolist(), values.tolist(), strict=True))
    given = {"actuator": name, DRIVES[unit]: 1.0, "start": begin, "duration": end - begin, "factors": factors}
    try:
        return LoadPart.model_validate(given)
    except ValidationError as error:
        raise SceneError(f"{series.name}: {name!r}: {in_words(error, LoadPart, {})}") from error
