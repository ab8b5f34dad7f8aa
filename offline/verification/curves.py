"""Error against each way in which the full model may differ, as data: the curves of `softrein verify`.

One entry of a `Mismatch` at a time takes its values, while the others stay as they are given. At each value
controllers have the same random pushes; "error" and "effort" are medians over them, "low" and "high" the
errors' quartiles, "lost" counts as in `offline.verification.study`. None stands for figures that are not
finite, where too many runs failed.

To add an axis, add a field to `Mismatch`, its name to `differs` of the driven model (`offline.steering`),
values to `VALUES` here, and words to `softrein.charts.robustness.AXES`. `entries_of` says which scenes have
it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from offline.figures import known, median, quartiles
from offline.gains.placement import movable_skin
from offline.scenes.base.scene import Scene
from offline.steering.mismatch import AS_MADE, Mismatch
from offline.tuning.pushes import ensemble_of
from offline.verification.study import CONTROLLED, Case, Full, Outcome, TaskMap, lost, pushes_for, run_cases
from runtime.base.progress import Progress, silent
from runtime.bundle.record import Bundle
from runtime.control.registry import LQR, MPC, NONE
from runtime.observing.kinds import MARKER

if TYPE_CHECKING:
    from offline.full.body.full_body import FullBody

VALUES: Mapping[str, Sequence[float]] = {
    "young": (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.25, 1.5, 2.0),
    "density": (0.8, 0.9, 1.0, 1.1, 1.2),
    "delay": (0, 1, 2, 3, 4, 5),
    "noise": (0.0, 0.5e-3, 1e-3, 2e-3, 3e-3, 5e-3),
    "markers": (3, 4, 6, 8, 12, 16, 20),
}
CONTROLLERS = (LQR.name, MPC.name)


def curves(
    full: Full,
    bundle: Bundle,
    controllers: Sequence[str] = CONTROLLERS,
    mismatch: Mismatch = AS_MADE,
    runs: int = 20,
    each: TaskMap = map,
    progress: Progress = silent,
    values: Mapping[str, Sequence[float]] | None = None,
) -> dict[str, object]:
    """Return the curves of controllers, and of none, over each entry of `values` that the full model has.

    They are those of `values_of` by default. Raises SceneError for a scene without random pushes.
    """
    ensemble_of(bundle)
    values = values_of(full, bundle, mismatch) if values is None else values
    cases = cases_of(full.scene, controllers, mismatch, values)
    promised = [Case(name, None) for name in controllers]
    asked, pushes = list(dict.fromkeys([*cases.values(), *promised])), pushes_for(bundle, runs)
    found = dict(zip(asked, run_cases(full, bundle, asked, pushes, each, "curves", progress), strict=True))
    drawn: dict[str, dict[str, dict[str, list[object]]]] = {}
    for (entry, value, name), case in cases.items():
        columns = drawn.setdefault(entry, {})
        free = found[cases[entry, value, NONE.name]]
        for key, figure in _point(found[case], free).items():
            columns.setdefault(name, {}).setdefault(key, []).append(figure)
    return {
        "runs": runs,
        "given": mismatch._asdict(),
        "base": base_of(bundle, mismatch),
        "reduced": {case.controller: median(found[case].error) for case in promised},
        "curves": {entry: {"values": list(values[entry]), **columns} for entry, columns in drawn.items()},
    }


def cases_of(
    scene: Scene,
    controllers: Sequence[str] = CONTROLLERS,
    mismatch: Mismatch = AS_MADE,
    values: Mapping[str, Sequence[float]] = VALUES,
) -> dict[tuple[str, float, str], Case]:
    """Return the cases for the curves of a scene, by entry, value, and the controllers' names with none."""
    return {
        (entry, value, name): Case(name, _with(mismatch, entry, value))
        for entry in entries_of(scene, mismatch)
        for value in values.get(entry, ())
        for name in dict.fromkeys([*controllers, NONE.name])
    }


def _with(mismatch: Mismatch, entry: str, value: float) -> Mismatch:
    """Return the mismatch with another value of an entry."""
    entries = mismatch._asdict()
    entries[entry] = value
    return Mismatch(**entries)


def entries_of(scene: Scene, mismatch: Mismatch = AS_MADE) -> Sequence[str]:
    """Return the entries in which the full model may differ.

    Markers only where sensors give the state; noise, which then is that of markers, only where some are.
    """
    differs = CONTROLLED[type(scene)].differs
    if not mismatch.sensors:
        return [each for each in differs if each != "markers"]
    marked = any(part.kind == MARKER for part in getattr(scene, "sensors", ()))
    return [each for each in differs if each != "noise" or marked]


def values_of(full: Full, bundle: Bundle, mismatch: Mismatch = AS_MADE) -> dict[str, Sequence[float]]:
    """Return the values of each entry, with that which it has while others differ, if it is a value.

    Delays are shorter than the motion, and of markers there are no more than the skin has places for. The
    scene's own are not where as many would be placed, and may differ in their noise.
    """
    base = base_of(bundle, mismatch)
    noises = {each.noise for each in getattr(bundle, "sensors", ()) if each.kind == MARKER}
    if not mismatch.markers:
        del base["markers"]
    if mismatch.sensors and mismatch.noise is None and len(noises) > 1:
        del base["noise"]
    values: dict[str, Sequence[float]] = {
        name: sorted({*VALUES[name], base.get(name, VALUES[name][0])})
        for name in entries_of(full.scene, mismatch)
    }
    if "delay" in values:
        values["delay"] = [each for each in values["delay"] if each < bundle.steps]
    if "markers" in values:
        marked = cast("FullBody", full)  # as only a body has markers
        most = len(movable_skin(marked.mesh.surface, marked.body.free))
        values["markers"] = [count for count in values["markers"] if count <= most]
    return values


def base_of(bundle: Bundle, mismatch: Mismatch) -> dict[str, float]:
    """Return each entry's value while others differ.

    With sensors, noise and markers are the scene's own unless the mismatch gives them.
    """
    sensors = getattr(bundle, "sensors", ()) if mismatch.sensors else ()
    own = max((each.noise for each in sensors if each.kind == MARKER), default=0.0)
    return {
        "young": mismatch.young,
        "density": mismatch.density,
        "delay": mismatch.delay,
        "noise": own if mismatch.noise is None else mismatch.noise,
        "markers": mismatch.markers or sum(len(each.vertices) for each in sensors if each.kind == MARKER),
    }


def _point(outcome: Outcome, free: Outcome) -> dict[str, object]:
    low, _, high = quartiles(outcome.error)
    return {
        "error": median(outcome.error),
        "low": known(low),
        "high": known(high),
        "effort": median(outcome.effort),
        "lost": lost(outcome.error, free.error),
    }
