"""What every chart is drawn with: axes in the house's look, titles, names at the ends of lines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from softrein import look
from softrein.whole_file import whole_file

DPI = 160
NAME_HEIGHT = 0.19  # inches from one name to the next


def make_figure(
    size: tuple[float, float], heights: Sequence[float] = (1.0,), columns: int = 2
) -> tuple[Any, np.ndarray]:
    """A figure of `size` inches with axes (rows, columns), rows in proportion to `heights`.

    It has nothing of pyplot's global state, so that any program can draw it.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    figure = Figure(figsize=size, dpi=DPI, facecolor=look.PAPER, layout=ConstrainedLayoutEngine(wspace=0.06))
    FigureCanvasAgg(figure)
    axes = figure.subplots(len(heights), columns, squeeze=False, height_ratios=heights)
    for ax in axes.ravel():
        ax.spines[["top", "right"]].set_visible(False)
        ax.spines[["left", "bottom"]].set_color(look.FAINT_INK)
        ax.tick_params(colors=look.FAINT_INK, labelsize=11)
        ax.grid(True, color=look.HAIRLINE, lw=0.6)
        ax.set_axisbelow(True)
        ax.xaxis.label.set(fontsize=12, color=look.INK)
        ax.yaxis.label.set(fontsize=12, color=look.INK)
    return figure, axes


def write_title(ax: Any, words: str) -> None:
    """A title above some axes."""
    ax.set_title(words, fontsize=14, fontweight="bold", color=look.INK, pad=10)


def label_ends(ax: Any, end: float, names: Sequence[tuple[str, str, float]]) -> None:
    """Names (words, colour, last value) to the right of lines that end at `end`, moved apart if need be."""
    to_axes = ax.transData + ax.transAxes.inverted()
    heights = [(to_axes.transform((end, value))[1], words, colour) for words, colour, value in names]
    room = ax.get_figure().get_size_inches()[1] * ax.get_subplotspec().get_position(ax.figure).height
    lowest = -np.inf
    for height, words, colour in sorted(heights):
        lowest = max(height, 0.0, lowest + NAME_HEIGHT / room)
        ax.annotate(
            words, (1.015, lowest), xycoords="axes fraction", va="center", color=colour, fontsize=12,
            fontweight="bold", annotation_clip=False,
        )  # fmt: skip


def halo() -> list[Any]:
    """A rim of paper around words that lie on lines."""
    from matplotlib.patheffects import withStroke

    return [withStroke(linewidth=3, foreground=look.PAPER)]


def save(figure: Any, path: str | Path) -> None:
    """Write PNG; the file appears under its name only when whole."""
    with whole_file(path) as temporary:
        figure.savefig(temporary, dpi=DPI, format="png")
