"""Charts of bodies with cables and chambers that follow paths: see `softrein.reports.robots`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from softrein.base import theme
from softrein.charts.frame import make_figure, save, shade_pushes
from softrein.charts.labels import explain, mark_times, write_title

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    from softrein.facts.compared import Driven, Followed

AXES = "xyz"
COLUMNS = 4  # charts of cables and chambers in a row
MOST = 24  # most charts of cables and chambers; the table has the rest
ROOM = 0.08  # fraction of the range above and below limits


def draw_followed(data: Followed, path: str | Path) -> None:
    """Draw the goals and places of regions, in the plane of their largest motion, and their distances."""
    figure, ((left, right),) = make_figure((11.5, 5.0))
    wanted = np.array(data["wanted"], dtype=float)  # (T + 1, paths, 3) m
    one, other = sorted(np.argsort(np.ptp(wanted, axis=0).max(axis=0))[1:])
    time = data["time_step"] * np.arange(len(wanted))
    write_title(left, "Its path")
    left.set(xlabel=f"{AXES[one]}  [mm]", ylabel=f"{AXES[other]}  [mm]", aspect="equal", adjustable="datalim")
    lines: dict[str, Artist] = {}
    for k in range(wanted.shape[1]):
        drawn = left.plot(*1e3 * wanted[:, k, [one, other]].T, color=theme.REFERENCE, lw=6.0, zorder=1)
        lines["wanted"] = drawn[0]
    for run in data["runs"]:
        name, style = theme.name_of(run["controller"]), theme.style_of(run["controller"])
        places, missed = (np.array(run[key], dtype=float) for key in ("places", "missed"))
        for k in range(wanted.shape[1]):
            lines[name] = left.plot(*1e3 * places[:, k, [one, other]].T, lw=1.6, zorder=3, **style)[0]
            right.plot(time, 1e3 * missed[:, k], lw=1.8, zorder=3, **style)
    write_title(right, "Off its path")
    right.set(xlabel="time  [s]", ylabel="distance  [mm]", xlim=(0, time[-1]))
    right.set_ylim(bottom=0)
    _mark(right, data, time[-1])
    explain(figure, list(lines.items()))
    save(figure, path)


def draw_driven(data: Driven, path: str | Path) -> None:
    """Draw the control of each cable and chamber, and its limits."""
    actuators = data["muscles"][:MOST]
    columns = min(COLUMNS, len(actuators))
    rows = -(-len(actuators) // columns)
    figure, axes = make_figure((11.5, 1.2 + 2.2 * rows), (1.0,) * rows, columns)
    reference = np.array(data["reference"], dtype=float)
    time = data["time_step"] * np.arange(len(reference))
    lines: dict[str, Artist] = {}
    for k, ax in enumerate(axes.ravel()):
        if k >= len(actuators):
            ax.set_visible(False)
            continue
        actuator = actuators[k]
        ax.set_title(actuator["name"], fontsize=12, color=theme.INK)
        ax.set(xlim=(0, time[-1]), ylabel=f"[{actuator['unit']}]" if k % columns == 0 else "")
        if k + columns >= len(actuators):
            ax.set_xlabel("time  [s]")
        lines["the reference"] = ax.plot(time, reference[:, k], color=theme.REFERENCE, lw=3.0, zorder=1)[0]
        for run in data["runs"]:
            values = np.array(run["values"], dtype=float)[:, k]
            style = theme.style_of(run["controller"])
            lines[theme.name_of(run["controller"])] = ax.plot(time, values, lw=1.5, zorder=3, **style)[0]
        for limit in actuator["limits"]:
            if limit is not None:
                lines["limits"] = ax.axhline(limit, color=theme.MISS, lw=1.2, ls=(0, (4, 3)), zorder=2)
        _leave_room(ax, actuator["limits"])
        shade_pushes(ax, _pushes(data), float(time[-1]))
    explain(figure, list(lines.items()))
    save(figure, path)


def _leave_room(ax: Axes, limits: list[float | None]) -> None:
    """Extend the axes so that a limit does not lie on the frame."""
    low, high = ax.get_ylim()
    ends = [low, high, *(each for each in limits if each is not None)]
    room = ROOM * (max(ends) - min(ends))
    ax.set_ylim(min(ends) - room, max(ends) + room)


def _mark(ax: Axes, data: Followed, end: float) -> None:
    mark_times(ax, shade_pushes(ax, _pushes(data), float(end)))


def _pushes(data: Followed | Driven) -> list[tuple[float, float]]:
    return [(push["time"], push["duration"]) for push in data["pushes"]]
