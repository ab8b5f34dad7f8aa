"""Charts of `softrein robots`: paths of followed places under each controller, and a log with models."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from runtime.control.registry import CONTROLLERS, LQR, NONE
from softrein.base import theme
from softrein.charts.frame import make_figure, save
from softrein.charts.labels import explain, write_title

if TYPE_CHECKING:
    from matplotlib.artist import Artist

AXES = "xyz"
OTHERS = ("#117733", "#aa4499", "#999933", "#332288")  # colours for user-defined controllers
NOT_CONTROLLERS = {"wanted", "full", "reduced", "logged"}


def draw_task(places: Mapping[str, np.ndarray], axes: str, path: str | Path) -> None:
    """Draw the wanted path and the actual ones, and to the right their distances over time.

    `places` (T + 1, paths, 3) m are by controller, and "wanted"; the first path is drawn. `axes` are those of
    it that count, such as "xy".
    """
    wanted = places["wanted"][:, 0]
    counted = [AXES.index(each) for each in axes]
    figure, ((left, right),) = make_figure((11.5, 4.8))
    steps = np.arange(len(wanted))
    flat = len(counted) > 1
    write_title(left, "Where it went")
    write_title(right, "How far off")
    left.set(
        xlabel=f"{AXES[counted[0]]}  [mm]" if flat else "step",
        ylabel=f"{AXES[counted[min(1, len(counted) - 1)]]}  [mm]",
    )
    if flat:
        left.set(aspect="equal", adjustable="datalim")
    right.set(xlabel="step", ylabel="distance  [mm]", yscale="log")
    lines: dict[str, Artist] = {}
    others = cycle(OTHERS)

    def across(place: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        there = 1e3 * place[:, counted]
        return (there[:, 0], there[:, 1]) if flat else (steps, there[:, 0])

    lines["wanted"] = left.plot(*across(wanted), color=theme.REFERENCE, lw=6.0, zorder=1)[0]
    for name, each in places.items():
        if name in NOT_CONTROLLERS:
            continue
        style = theme.style_of(name) if name in CONTROLLERS else {"color": next(others)}
        lines[name_shown(name)] = left.plot(*across(each[:, 0]), zorder=3, **style | {"lw": 1.4})[0]
        off = 1e3 * np.linalg.norm((each[:, 0] - wanted)[:, counted], axis=1)
        right.plot(steps, np.maximum(off, 1e-4), zorder=3, **style | {"lw": 1.2})
    explain(figure, list(lines.items()))
    save(figure, path)


def draw_log(places: Mapping[str, np.ndarray], path: str | Path) -> None:
    """Draw the followed vertex along each axis: "logged", by the "full" and by the "reduced" model.

    `places` (T, 1, 3) m are by these names.
    """
    figure, (axes,) = make_figure((11.5, 3.6), (1.0,), 3)
    styles: dict[str, tuple[str, theme.Style]] = {
        "logged": ("logged by others", {"color": theme.REFERENCE, "lw": 5.0}),
        "full": ("full model", {"color": theme.colour_of(NONE.name), "lw": 1.6}),
        "reduced": ("reduced model", {"color": theme.colour_of(LQR.name), "lw": 1.2, "ls": "--"}),
    }
    lines: dict[str, Artist] = {}
    for axis, ax in enumerate(axes):
        write_title(ax, AXES[axis])
        ax.set(xlabel="step", ylabel="[mm]")
        for name, (words, style) in styles.items():
            lines[words] = ax.plot(1e3 * places[name][:, 0, axis], **style)[0]
    explain(figure, list(lines.items()))
    save(figure, path)


def name_shown(name: str) -> str:
    """Return a controller's name in print; that of a user's own is unchanged."""
    return theme.name_of(name) if name in CONTROLLERS else name
