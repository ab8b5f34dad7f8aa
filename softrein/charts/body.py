"""The chart of a controlled body: the deviation of one of its points from the reference.

On the left is the deviation along the push; on the right the distance. (Figure 6 of [002] shows the
point's path from above; for a motion to and fro these paths lie on each other.) All that is drawn
is in the data of `offline.studies.body_study`, so that a chart can be drawn again at any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from runtime.base.clock import step_at
from runtime.control.registry import LQR, NONE, PD
from softrein.base import theme
from softrein.charts import robots
from softrein.charts.frame import Curve, make_figure, save, shade_pushes
from softrein.charts.labels import explain, mark_times, write_title

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    from softrein.facts.compared import BodyRun, Equal

STUDIES = ("followed", "driven", "equal")  # studies; each has its figures and its chart
draw_followed, draw_driven = robots.draw_followed, robots.draw_driven
DEEPEST, SHALLOWEST = 1e-4, 0.03  # range of the axis's lower end, as fractions of the largest distance
ROOM = 2.0  # factor of room above and below the distances
# drawn in this order; dashes let the lines below show through
STYLES: dict[tuple[str, str | None], theme.Style] = {
    (NONE.name, None): theme.style_of(NONE.name),
    (LQR.name, None): theme.style_of(LQR.name),
    (PD.name, "equal_error"): {"color": theme.colour_of(PD.name), "ls": "--"},
    (PD.name, "equal_effort"): {"color": theme.paler(theme.colour_of(PD.name), 0.4), "ls": "-."},
}
ROLES = {  # labels of a rival with and without LQR's error
    ("equal_error", True): "LQR’s error",
    ("equal_error", False): "nearest error",
    ("equal_effort", True): "LQR’s effort",
    ("equal_effort", False): "least effort",
}


def draw_equal(data: Equal, path: str | Path) -> None:
    """Draw the point's deviation under LQR, PD of equal error and PD of equal effort.

    `data` are those of `offline.studies.body_study.equal`. Runs that diverged are left out.
    """
    figure, axes = make_figure((11.5, 4.8))
    left, right = axes[0]
    reference = np.array(data["reference"], dtype=float)
    time = data["time_step"] * np.arange(len(reference))
    curves = _curves(data)
    write_title(left, "Off the reference, along the push")
    lines = _draw_offsets(left, curves, reference, time, data)
    write_title(right, "Distance from the reference")
    _draw_distances(right, curves, reference, time, data)
    for ax in (left, right):
        ax.set(xlabel="time  [s]", xlim=(0, time[-1]))
        pushes = [(push["time"], push["duration"]) for push in data["pushes"]]
        mark_times(ax, shade_pushes(ax, pushes, float(time[-1])))
    explain(figure, list(lines.items()))
    save(figure, path)


def name_of_run(run: BodyRun) -> str:
    """Name a run of `offline.studies.body_study.equal` in words, as in "PD, LQR’s error"."""
    name = "PD with kd = 0" if run["parameters"].get("kd") == 0 else theme.name_of(run["controller"])
    return name if run["role"] is None else f"{name}, {ROLES[run['role'], run['matched']]}"


def _curves(data: Equal) -> list[Curve]:
    """Return the runs that stayed finite, LQR on top."""
    found = {(run["controller"], run["role"]): run for run in data["runs"] if run["path"] is not None}
    return [
        Curve(name_of_run(found[key]), style, np.array(found[key]["path"], dtype=float))
        for key, style in STYLES.items()
        if key in found
    ]


def _after_push(data: Equal) -> int:
    """Return the step at which the first push ends."""
    push = min(data["pushes"], key=lambda push: push["time"])
    return step_at(push["time"] + push["duration"], data["time_step"], len(data["reference"]) - 2)


def _draw_offsets(
    ax: Axes, curves: Sequence[Curve], reference: np.ndarray, time: np.ndarray, data: Equal
) -> dict[str, Artist]:
    """Draw the deviation in the direction of the strongest push, cm; return the lines by name."""
    forces = [np.array(push["force"], dtype=float) for push in data["pushes"]]
    strongest = max(forces, key=lambda force: float(np.linalg.norm(force)))
    along = 100 * strongest / (np.linalg.norm(strongest) or 1.0)
    ax.axhline(0, color=theme.REFERENCE, lw=1.2, zorder=1)
    ax.set_ylabel("off, along the push  [cm]")
    return {
        curve.name: ax.plot(time, (curve.path - reference) @ along, lw=2.0, zorder=3, **curve.style)[0]
        for curve in curves
    }


def _draw_distances(
    ax: Axes, curves: Sequence[Curve], reference: np.ndarray, time: np.ndarray, data: Equal
) -> None:
    """Draw the point's distance from its reference in space, over time."""
    ax.set(yscale="log", ylabel="distance  [m]")
    distances = [np.linalg.norm(curve.path - reference, axis=1) for curve in curves]
    after = _after_push(data)
    largest = max((float(distance.max()) for distance in distances), default=0.0) or 1.0
    least = min((float(distance[after:].min(initial=largest)) for distance in distances), default=largest)
    floor = min(max(DEEPEST * largest, least / ROOM), SHALLOWEST * largest)
    ax.set_ylim(floor, ROOM * largest)
    for curve, distance in zip(curves, distances, strict=True):
        ax.plot(time, distance.clip(floor / 10), lw=2.0, zorder=3, **curve.style)
    ax.tick_params(which="minor", labelleft=False)
