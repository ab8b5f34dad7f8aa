"""The page of a picture: panels side by side, and the words above, on and below them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, Literal

import numpy as np

from softrein.base import theme
from softrein.base.whole_file import whole_file
from softrein.pictures.offscreen import View
from softrein.pictures.panels import Ball, Panel

if TYPE_CHECKING:
    from matplotlib.patheffects import AbstractPathEffect
    from matplotlib.text import Text

DPI = 100
POINTS = 72 / DPI  # typographic points per pixel
# Font sizes in pixels for a panel 500 wide, legible when shown at half size; they scale with the panel.
TITLE, NOTE, LABEL, LEGEND = 33, 25, 24, 22
BAND, LINE = 124, 30  # pixels: height of the band above the panels, and of a line of the legend
PANEL = 500
LETTER = 0.55  # average width of a letter as a fraction of its height
ABOVE, SPACING = 14, 1.3  # in font sizes: distance from an anchor to the words above it, and line spacing
BETWEEN = "   ·   "  # separator between entries of a legend


class Paper:
    """A picture in the making, measured in pixels from the top left."""

    def __init__(self, size: tuple[float, float], unit: float) -> None:
        """Make an empty picture; `unit` is the scale of pixels relative to a panel `PANEL` wide."""
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        self.size, self.unit = size, unit
        self._spacing = 1.1  # line spacing
        self._rim: list[AbstractPathEffect] = []  # outline of letters
        self.figure = Figure(figsize=(size[0] / DPI, size[1] / DPI), dpi=DPI, facecolor=theme.PAPER)
        self.canvas = FigureCanvasAgg(self.figure)

    def write(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        colour: str,
        bold: bool = False,
        ha: Literal["left", "center", "right"] = "center",
    ) -> Text:
        """Write words centred, or as `ha` says, at pixel x, their last line on y from the top."""
        width, height = self.size
        written = self.figure.text(x / width, 1 - y / height, words, ha=ha, va="baseline", color=colour)
        written.set(fontsize=size * self.unit * POINTS, fontweight="bold" if bold else "normal")
        written.set(linespacing=self._spacing, path_effects=self._rim)
        return written

    def write_title(self, middle: float, title: str, outcome: str, verdict: str, figures: str) -> None:
        """Write up to three lines: title, outcome in the colour of the verdict, and figures."""
        self.write(middle, 46 * self.unit, title, TITLE, theme.INK, bold=True)
        notes = [note for note in ((outcome, verdict), (figures, theme.FAINT_INK)) if note[0]]
        for down, (words, colour) in zip((84, 118), notes, strict=False):
            self.write(middle, down * self.unit, words, NOTE, colour)

    def save(self, path: str | Path) -> None:
        """Write it as PNG; the file appears under its name only when whole."""
        with whole_file(path) as temporary:
            self.figure.savefig(temporary, dpi=DPI, format="png")


class Page(Paper):
    """A picture with panels of one view."""

    def __init__(self, panels: Sequence[Panel], view: View, dt: float) -> None:
        """An empty page; `dt` is the length of a step, s."""
        self._view, self._dt = view, dt
        from matplotlib.patheffects import withStroke

        unit, width = view.size[0] / PANEL, len(panels) * view.size[0]
        legend = legend_of(panels, width / unit)
        told = max((len(panel.arrows) for panel in panels), default=0)  # lines about pushes under the panels
        self._foot = round(unit * (LEGEND + LINE * (told + legend.count("\n") + 1)))
        self._band = round(unit * BAND + self._beyond(panels, unit))
        super().__init__((width, view.size[1] + self._band + self._foot), unit)
        self._spacing, self._rim = SPACING, [withStroke(linewidth=4 * unit, foreground=theme.PAPER)]
        self.write(width / 2, self.size[1] - unit * LEGEND, legend, LEGEND, theme.FAINT_INK)

    def _beyond(self, panels: Sequence[Panel], unit: float) -> float:
        """Return by how many pixels words above balls would reach into those above the panels."""
        most = 0.0
        for ball in (ball for panel in panels for ball in panel.balls):
            lines = _words_of(ball, self._dt)[0].count("\n") + 1
            _, y = self._view.project(ball.target.anchor)
            most = max(most, unit * (ABOVE + lines * LABEL * SPACING) - y)
        return most

    def place(self, index: int, panel: Panel, image: np.ndarray) -> None:
        """Put a panel's image and words in its place, counted from the left."""
        left = index * self._view.size[0]
        self.figure.figimage(image, left, self._foot, origin="upper")
        self._title(panel, ascii_lowercase[index], left)
        self._labels(panel, left)

    def _title(self, panel: Panel, letter: str, left: float) -> None:
        verdict = theme.INK
        if panel.balls and panel.balls[0].found is not None:
            verdict = (
                theme.HIT if all(ball.found and ball.found["hit"] for ball in panel.balls) else theme.MISS
            )
        title = f"({letter}) {panel.title}"
        self.write_title(left + self._view.size[0] / 2, title, panel.outcome, verdict, panel.figures)

    def _labels(self, panel: Panel, left: float) -> None:
        """Write words above the balls, kept inside the panel, and about the pushes under it."""
        width, height = self._view.size
        top, unit = self._band, self.unit
        for ball in panel.balls:
            words, colour = _words_of(ball, self._dt)
            x, y = self._view.project(ball.target.anchor)
            label = self.write(left + x, top + y - ABOVE * unit, words, LABEL, colour, bold=True)
            box = label.get_window_extent(self.canvas.get_renderer())
            inwards = max(left + 6 - box.x0, 0) + min(left + width - 6 - box.x1, 0)
            label.set_x(label.get_position()[0] + inwards / self.figure.bbox.width)
        words = "\n".join(words for _, _, words in panel.arrows)
        below = top + height + unit * LINE * len(panel.arrows) - 4 * unit
        self.write(left + width / 2, below, words, LABEL, theme.PUSH, bold=True)


def _words_of(ball: Ball, dt: float) -> tuple[str, str]:
    """Return the words above a ball, and their colour."""
    if ball.found is None:
        return f"at {ball.target.step * dt:.3g} s", theme.FAINT_INK
    mark, colour = ("✓ ", theme.HIT) if ball.found["hit"] else ("✗ ", theme.MISS)
    return mark + theme.verdict_of(ball.found).replace(" ", "\n", 1), colour


def legend_of(panels: Sequence[Panel], width: float) -> str:
    """Return the legend of the things in the panels, in lines that fit."""
    met = [ball.target for panel in panels for ball in panel.balls]
    flying = any(target.flight for target in met)
    wanted = any(panel.wanted for panel in panels)
    what = "what should be met" if met else "what follows it" if wanted else "the point that is followed"
    moved = [each.drawn for panel in panels for acting in panel.actuators for each in acting]
    end = "when the reference is farthest from its start" if moved else "the end"
    moment = ("when it should land" if flying else "when the balls should be hit") if met else end
    entries = {
        f"solid: {moment}": True,
        "pale: earlier": any(panel.ghosts for panel in panels),
        "violet: the path that is wanted": wanted,
        f"dark curves: {'ways' if wanted else 'paths'} of {what}": any(panel.paths for panel in panels),
        "outline: the reference at that time": any(panel.outlines for panel in panels),
        "arrow: the push": any(panel.arrows for panel in panels),
        "magenta: where it touches, and the force": any(
            len(touch.points) for panel in panels for touch in panel.touches
        ),
        **{each.words: True for each in moved if len(each.rest)},
    }
    return in_lines([words for words, there in entries.items() if there], width)


def in_lines(entries: Sequence[str], width: float) -> str:
    """Arrange entries side by side in as few and as even lines as fit.

    `width` is in pixels where a panel is `PANEL` wide.
    """
    for count in range(1, len(entries)):
        cuts = combinations(range(1, len(entries)), count - 1)
        splits = [
            [BETWEEN.join(entries[start:stop]) for start, stop in pairwise((0, *cut, len(entries)))]
            for cut in cuts
        ]
        lines = min(splits, key=lambda split: max(map(len, split)))
        if max(map(len, lines)) * LEGEND * LETTER < width:
            return "\n".join(lines)
    return "\n".join(entries)
