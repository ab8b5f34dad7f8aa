"""Axes in the common style of all charts, and their file. `softrein.charts.labels` places words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from softrein.base import theme
from softrein.base.whole_file import whole_file
from softrein.charts.labels import arrange

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from softrein.charts.chart import Chart

DPI = 160
ALWAYS = 0.9  # fraction of the motion: longer pushes are not marked


@dataclass(frozen=True, eq=False)
class Curve:
    """A line in the charts: its name and style, a point's path (T + 1, d) m; how far a flow is off."""

    name: str
    style: theme.Style
    path: np.ndarray
    flow_off: Sequence[float] = ()


def make_figure(
    size: tuple[float, float], heights: Sequence[float] = (1.0,), columns: int = 2
) -> tuple[Chart, np.ndarray]:
    """Make a figure of `size` inches with axes (rows, columns), rows in proportion to `heights`."""
    from softrein.charts.chart import Chart

    figure = Chart(size, DPI)
    axes = figure.subplots(len(heights), columns, squeeze=False, height_ratios=heights)
    for ax in axes.ravel():
        ax.spines[["top", "right"]].set_visible(False)
        ax.spines[["left", "bottom"]].set_color(theme.FAINT_INK)
        ax.tick_params(colors=theme.FAINT_INK, labelsize=11)
        ax.grid(True, color=theme.HAIRLINE, lw=0.6)
        ax.set_axisbelow(True)
        ax.xaxis.label.set(fontsize=12, color=theme.INK)
        ax.yaxis.label.set(fontsize=12, color=theme.INK)
    return figure, axes


def shade_pushes(ax: Axes, pushes: Iterable[tuple[float, float]], end: float) -> list[tuple[float, str, str]]:
    """Shade the times of pushes (time, duration) s in a motion until `end`; return marks for `mark_times`.

    Wind that hardly ever ceases is not shaded.
    """
    marks = []
    for start, duration in pushes:
        stop = min(start + duration, end)
        if stop - start < ALWAYS * end:
            ax.axvspan(start, stop, color=theme.PUSH, alpha=0.25, lw=0, zorder=0)
            marks.append(((start + stop) / 2, "push", theme.PUSH))
    return marks


def save(figure: Chart, path: str | Path) -> None:
    """Put the words in their places and write PNG; the file appears under its name only when complete."""
    arrange(figure)
    with whole_file(path) as temporary:
        figure.savefig(temporary, dpi=DPI, format="png")
