"""Words in charts, placed so that none lies on another, on a line, or outside of the figure.

Words are placed where there is room by construction: beside the ends of lines (`label_ends`), above the axes
(`mark_times`), below the figure (`explain`); only words for a place in the axes go to the free
spot nearest to it (`write_near`). The size of words is known only after the layout, so each function
registers an arrangement with the figure, which `arrange` carries out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from softrein.base import theme

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.legend import Legend
    from matplotlib.text import Text
    from matplotlib.transforms import Bbox

    from softrein.charts.chart import Chart

PASSES = 2  # placements; the first may change the space that is available to the second
GAP = 3.0  # points, distance between labels, and between labels and lines
ROW = 15.0  # points between rows of labels above the axes
# points, distances from the anchor at which a label is tried
RINGS = np.array([9.0, 14.0, 20.0, 28.0, 38.0, 50.0, 66.0, 86.0, 110.0, 150.0, 200.0, 260.0])
DIRECTIONS = 24
FAR = 40.0  # points; labels farther from their anchor get a leader line


def arrange(figure: Chart) -> None:
    """Lay a figure out and put its words where they have room."""
    for _ in range(PASSES):
        figure.draw_without_rendering()
        for act in figure.arrangements:
            act()


def _once_laid_out(ax: Axes, act: Callable[[], None]) -> None:
    """Register an arrangement with the chart of these axes."""
    from softrein.charts.chart import Chart

    assert isinstance(ax.figure, Chart)
    ax.figure.arrangements.append(act)


def write_title(ax: Axes, words: str, rows: int = 0) -> None:
    """Write a title above some axes, and above `rows` rows of other words."""
    ax.set_title(words, fontsize=14, fontweight="bold", color=theme.INK, pad=10 + ROW * rows)


def label_ends(ax: Axes, end: float, names: Sequence[tuple[str, str, float]]) -> None:
    """Write names (words, colour, last value) right of lines that end at `end`, moved apart if need be."""
    ordered = sorted(names, key=lambda name: name[2])
    labels = [
        ax.annotate(words, (1.015, 0.5), xycoords="axes fraction", color=colour, annotation_clip=False)
        for words, colour, _ in ordered
    ]
    for label in labels:
        label.set(va="center", fontsize=12, fontweight="bold")

    def act() -> None:
        box = ax.get_window_extent()
        wanted = np.array([ax.transData.transform((end, value))[1] for *_, value in ordered])
        heights = np.array([box_of(label).height for label in labels])
        places = apart(wanted, heights + _pixels(ax, 1.0), box.y0, box.y1)
        for label, place in zip(labels, places, strict=True):
            label.xyann = (1.015, (place - box.y0) / box.height)

    _once_laid_out(ax, act)


def apart(wanted: np.ndarray, heights: np.ndarray, low: float, high: float) -> np.ndarray:
    """Return middles (k,) of boxes of some heights, in order, without overlap, nearest to the wanted ones.

    They lie between `low` and `high` as far as there is room; otherwise they exceed both sides equally.
    """
    if not len(wanted):
        return wanted
    below = np.concatenate([[0.0], np.cumsum((heights[1:] + heights[:-1]) / 2)])
    blocks: list[list[float]] = []  # merged neighbours: sum and number of the values
    for value in wanted - below:
        blocks.append([value, 1.0])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] >= blocks[-1][0] / blocks[-1][1]:
            total, count = blocks.pop()
            blocks[-1] = [blocks[-1][0] + total, blocks[-1][1] + count]
    shifts = np.concatenate([np.full(int(count), total / count) for total, count in blocks])
    lowest, highest = low + heights[0] / 2, high - heights[-1] / 2 - below[-1]
    if lowest > highest:
        lowest = highest = (lowest + highest) / 2
    return below + shifts.clip(lowest, highest)


def mark_times(ax: Axes, marks: Iterable[tuple[float, str, str]]) -> None:
    """Write words (x, words, colour) above the axes at some x, in as many rows as needed, below the title."""
    ordered = sorted(set(marks))
    if not ordered:
        return
    labels = [
        ax.annotate(words, (x, 1.0), (0, GAP), ("data", "axes fraction"), "offset points", color=colour)
        for x, words, colour in ordered
    ]
    for label in labels:
        label.set(ha="center", va="bottom", fontsize=11, annotation_clip=False)

    def act() -> None:
        axes = ax.get_window_extent()
        ends: list[float] = []  # right end of each row
        for label in labels:
            label.set_position((0.0, GAP))
            box = box_of(label)
            inwards = max(axes.x0 - box.x0, 0.0) - max(box.x1 - axes.x1, 0.0)
            left = box.x0 + inwards
            row = next((row for row, stop in enumerate(ends) if stop < left), len(ends))
            ends[row : row + 1] = [left + box.width + _pixels(ax, 2 * GAP)]
            label.set_position((inwards / _pixels(ax, 1.0), GAP + ROW * row))
        write_title(ax, ax.get_title(), len(ends))

    _once_laid_out(ax, act)


def explain(figure: Chart, entries: Sequence[tuple[str, Artist]]) -> None:
    """Draw a legend of (words, sample) under all axes, in as few and as even rows as fit.

    Words have the colour of the sample; grey ones are darkened, to be legible.
    """
    for rows in range(1, len(entries) + 1):
        legend = _write_legend(figure, entries, -(-len(entries) // rows))
        width = legend.get_window_extent(figure.canvas.get_renderer()).width
        if rows == len(entries) or width <= figure.bbox.width:
            return
        legend.remove()


def _write_legend(figure: Chart, entries: Sequence[tuple[str, Artist]], columns: int) -> Legend:
    names, handles = zip(*entries, strict=True)
    spaces = {"handlelength": 2.8, "columnspacing": 1.6, "labelspacing": 0.6}
    legend = figure.legend(handles, names, loc="outside lower center", ncols=columns, fontsize=12, **spaces)
    legend.set_frame_on(False)
    for words, handle in zip(legend.get_texts(), handles, strict=True):
        colour = handle.get_color() if hasattr(handle, "get_color") else theme.FAINT_INK
        words.set(color=theme.FAINT_INK if colour == theme.REFERENCE else colour, fontweight="bold")
    return legend


def write_near(ax: Axes, words: str, place: np.ndarray, colour: str, along: np.ndarray) -> None:
    """Write words at the free spot nearest to a place in the axes, if possible in the direction `along` (2,).

    If the spot is far off a thin line leads to the place.
    """
    thin = {"arrowstyle": "-", "color": colour, "lw": 0.8, "shrinkA": 0, "shrinkB": 2}
    label = ax.annotate(words, tuple(place), (0, 0), textcoords="offset points", arrowprops=thin)
    label.set(ha="center", va="center", color=colour, fontsize=12, fontweight="bold", zorder=8)
    label.set_annotation_clip(False)

    def act() -> None:
        box, inner = box_of(label), ax.get_window_extent()
        label.set_visible(False)  # a label does not obstruct itself
        here = ax.transData.transform(place)
        half = np.array([box.width, box.height]) / 2
        offsets = _offsets(ax, half, np.asarray(along, dtype=float))
        # (k, 2, 2) corners of the candidate boxes
        corners = np.stack([here + offsets - half, here + offsets + half], axis=1)
        inside = ((corners >= inner.min) & (corners <= inner.max)).all(axis=(1, 2))
        margin = _pixels(ax, GAP)
        clutter = np.zeros(len(corners))
        for line in drawn_lines(ax):
            clutter += touches(line, corners[:, 0] - margin, corners[:, 1] + margin)
        for other in words_in(ax):
            clutter += overlaps(corners, other)
        # candidates are sorted by distance, so the nearest of the best is taken
        best = offsets[int(np.argmin(clutter + 1e6 * ~inside))]
        label.set_position(tuple(best / _pixels(ax, 1.0)))
        assert label.arrow_patch is not None
        label.arrow_patch.set_visible(bool(np.linalg.norm(best) - half.min() > _pixels(ax, FAR)))
        label.set_visible(True)

    _once_laid_out(ax, act)


def _offsets(ax: Axes, half: np.ndarray, along: np.ndarray) -> np.ndarray:
    """Return offsets of words' middle from their place (k, 2), in pixels, from near to far."""
    angles = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    ways = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    ways = ways[np.argsort(-(ways @ along), kind="stable")]
    rings = _pixels(ax, 1.0) * RINGS[:, None, None] * ways
    return (rings + ways * half).reshape(-1, 2)


def drawn_lines(ax: Axes) -> list[np.ndarray]:
    """Return all lines, points and arrows in some axes, in pixels (k, 2)."""
    from matplotlib.text import Annotation

    lines = [line for line in ax.lines if line.get_visible()]
    found = [line.get_transform().transform(np.column_stack(line.get_data(orig=False))) for line in lines]
    for words in ax.texts:
        if isinstance(words, Annotation) and words.arrow_patch is not None and not words.get_text():
            found.append(np.array([ax.transData.transform(each) for each in (words.xy, words.xyann)]))
    return found


def words_in(ax: Axes) -> list[Bbox]:
    """Return the boxes of the words in some axes, in pixels."""
    return [box_of(words) for words in ax.texts if words.get_text() and words.get_visible()]


def box_of(words: Text) -> Bbox:
    """Return the box of words in pixels, without an arrow that they may have."""
    from matplotlib.text import Text

    return Text.get_window_extent(words)


def touches(line: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Return how many segments of a line (k, 2), or whether a point, enter each box with corners (n, 2).

    A segment is clipped by the two sides of each axis in turn (Liang and Barsky 1984).
    """
    line = np.asarray(line, dtype=float)
    start, step = (line, np.zeros_like(line)) if len(line) < 2 else (line[:-1], np.diff(line, axis=0))
    enter, leave = np.zeros((len(low), len(start))), np.ones((len(low), len(start)))
    for axis in (0, 1):
        from_low = low[:, None, axis] - start[:, axis]
        from_high = high[:, None, axis] - start[:, axis]
        with np.errstate(divide="ignore", invalid="ignore"):
            ends = np.sort([from_low / step[:, axis], from_high / step[:, axis]], axis=0)
        still = step[:, axis] == 0
        ends[0][:, still] = np.where((from_low <= 0) & (from_high >= 0), -np.inf, np.inf)[:, still]
        ends[1][:, still] = np.inf
        enter, leave = np.maximum(enter, ends[0]), np.minimum(leave, ends[1])
    return (enter <= leave).sum(axis=1)


def overlaps(corners: np.ndarray, box: Bbox) -> np.ndarray:
    """Whether boxes with corners (k, 2, 2) lie on another box."""
    return np.all((corners[:, 0] < box.max) & (corners[:, 1] > box.min), axis=1)


def _pixels(ax: Axes, points: float) -> float:
    return float(points * ax.figure.dpi / 72)
