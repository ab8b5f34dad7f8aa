"""The sections of a page on bodies with cables and chambers that follow paths, from plain data.

followed   goals and places of the middles of regions, under the scene's own pushes, and their distances
driven     the control of each cable and chamber meanwhile, and its limits

Both are for the reduced model, under LQR and planning controllers; `softrein verify` measures the same on the
full model, in the same folder (`softrein.reports.verified`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from offline.figures import known, plain
from offline.studies.shown import pushed
from runtime.base.progress import Progress
from runtime.bundle.body import BodyBundle
from runtime.control.paths import misses_of_places, off_paths, places_along
from runtime.control.registry import LQR, planners
from runtime.run import Run
from softrein.base import theme
from softrein.base.shown_actuators import ShownActuators
from softrein.errors import SimulationError
from softrein.reports.page_parts import heading, table, text

if TYPE_CHECKING:
    from softrein.facts.compared import Compared, Driven, Followed

AT_LIMIT = 1e-3  # fraction of the range: a control closer to its limit counts as at it
ABOUT_FOLLOWED = (
    "Distances of true positions in space: the root of the mean square over time and the largest "
    "distance, both from half a second on, or from the middle of a shorter motion. All are on the "
    "bundle’s own reduced model, under the scene’s own pushes."
)
ABOUT_DRIVEN = (
    "What the reference asks for and what feedback adds to it, together; dashed are the limits. LQR does "
    "not know them: its commands beyond them are cut off. The table has the least and the most of each, "
    "and for how much of the time it was at a limit."
)

Array = np.ndarray


def study(bundle: BodyBundle, progress: Progress) -> dict[str, object]:
    """Return both, as far as the bundle has paths, and cables or chambers."""
    if not (bundle.paths or bundle.muscles):
        return {}
    names = [name for name in (LQR.name, *(each.name for each in planners())) if name in _ways(bundle)]
    runs: dict[str, Run] = {}
    for done, name in enumerate(names):
        progress("paths and actuators", done, len(names))
        try:
            runs[name] = bundle.run(controller=name)
        except SimulationError:  # already reported in the page's table of outcomes
            continue
    progress("paths and actuators", len(names), len(names))
    pushes = [{key: pushed(bundle, push)[1][key] for key in ("time", "duration")} for push in bundle.pushes]
    shared = {"time_step": bundle.dt, "pushes": pushes}
    found: dict[str, object] = {}
    if bundle.paths:
        found["followed"] = shared | _followed(bundle, runs)
    if bundle.muscles:
        found["driven"] = shared | _driven(bundle, runs)
    return found


def _ways(bundle: BodyBundle) -> Sequence[str]:
    return [*bundle.gains, *(each.name for each in planners())]


def _followed(bundle: BodyBundle, runs: Mapping[str, Run]) -> dict[str, object]:
    """Return the goals and places of each path's region, (T + 1, 3) m."""
    wanted = np.stack(places_along(bundle.shape, bundle.track, bundle.costs, bundle.paths), axis=1)
    regions = [bundle.regions[path.region] for path in bundle.paths]
    told = []
    for name, run in runs.items():
        states = bundle.in_space(run.states)
        places = np.stack([bundle.shape.positions(states, each).mean(axis=1) for each in regions], axis=1)
        missed = misses_of_places(bundle.paths, wanted, places)
        off = off_paths(missed, bundle.dt)
        told.append(
            {
                "controller": name,
                "places": plain(places),
                "missed": plain(missed),
                **{key: known(value) for key, value in off.items()},
            }
        )
    paths = [{"region": path.region, "axes": path.axes} for path in bundle.paths]
    return {"paths": paths, "wanted": plain(wanted), "runs": told}


def _driven(bundle: BodyBundle, runs: Mapping[str, Run]) -> dict[str, object]:
    """Return the control of each, (T,) in a suitable unit."""
    shown = ShownActuators(bundle)
    factors = np.array([each.factor for each in shown.drawings])
    muscles = [
        {"name": name, "unit": drawn.unit, "limits": [known(drawn.factor * each) for each in limits]}
        for name, drawn, limits in zip(shown.names, shown.drawings, shown.limits, strict=True)
    ]
    low, high = shown.limits.T
    near = AT_LIMIT * np.ptp(shown.ranges, axis=1)
    still, told = np.zeros((bundle.steps, len(bundle.limits))), []
    for name, run in runs.items():
        values = shown.driven(bundle.track_of(name).feedforward, run.controls)
        at = ((values <= low + near) | (values >= high - near)).mean(axis=0)
        told.append({"controller": name, "values": plain(factors * values), "at_limit": plain(at)})
    reference = factors * shown.driven(bundle.track.feedforward, still)
    return {"muscles": muscles, "reference": plain(reference), "runs": told}


def followed_section(data: Followed, figure: str) -> str:
    """The paths, and how far each controller is off them."""
    rows = [
        [text(theme.name_of(run["controller"])), _length(run["path rms"]), _length(run["path max"])]
        for run in data["runs"]
    ]
    shown = table(["controller", "off its path, rms", "at most"], rows)
    return heading("Along its path", figure + shown, ABOUT_FOLLOWED)


def driven_section(data: Driven, figure: str) -> str:
    """Return the section on the control of each cable and chamber."""
    rows = []
    for k, actuator in enumerate(data["muscles"]):
        cells = [text(actuator["name"]), " to ".join(_limit(each) for each in actuator["limits"])]
        for run in data["runs"]:
            values = np.array(run["values"], dtype=float)[:, k]
            span = f"{theme.number(values.min(), 2)} to {theme.number(values.max(), 2)}"
            cells.append(f"{span} {text(actuator['unit'])}, {100 * run['at_limit'][k]:.0f} %")
        rows.append(cells)
    names = [f"{text(theme.name_of(run['controller']))}, and at a limit" for run in data["runs"]]
    return heading("Cables and chambers", figure + table(["", "limits", *names], rows), ABOUT_DRIVEN)


def sections(data: Compared, figure: Callable[[str], str]) -> str:
    """Return those of the two sections that there are."""
    followed = followed_section(data["followed"], figure("followed")) if "followed" in data else ""
    return followed + (driven_section(data["driven"], figure("driven")) if "driven" in data else "")


def _length(value: float | None) -> str:
    return "lost" if value is None else theme.length(value)


def _limit(value: float | None) -> str:
    return "none" if value is None else theme.number(value, 2)
