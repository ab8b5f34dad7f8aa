"""Charts of the studies of characters: the lines and points of a `characters.study.Curves`.

Names are at the ends of the lines where there is room for them, and otherwise in a list beside the axes,
in the order in which the lines end. Paths, with lengths on both axes, are drawn to scale.

A line that diverges does not set the range of the axis: it ends where it leaves the chart, and its name
says how far it went. A line counts as diverging if it ends near its largest value and that is more than
`GROWTH` times its median, or if it goes beyond `ENORMOUS`.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from softrein.base import theme
from softrein.charts.frame import make_figure, save
from softrein.charts.labels import label_ends, write_title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from characters.study import Curves

SIZE = (11.5, 4.8)  # inches
GROWTH = 1e3
ENORMOUS = 1e9
HEADROOM = 0.06  # room above and below the curves, as a fraction of their range
BEYOND = 0.5  # the same where a diverging curve leaves the axis
# lower end of a logarithmic axis as a fraction of the largest value: smaller values are rounding
DEEPEST = 1e-14
LONGEST_NAME = 30  # most characters of a name on one line
FEW_DECADES = 2.0
NAME_HEIGHT = 0.19  # inches between the baselines of two names
Points = tuple[np.ndarray, np.ndarray]


class _Series(NamedTuple):
    """One line or set of points as it is drawn."""

    name: str
    x: np.ndarray
    y: np.ndarray
    colour: str
    style: theme.Dash | None  # dash pattern; None for points


def draw_curves(curves: Curves, path: str | Path) -> None:
    """Draw a chart as PNG: lines, and points over them; NaN interrupts a line.

    Infinities are drawn as NaN, and so are numbers that are not positive on a logarithmic axis.
    """
    figure, ((ax,),) = make_figure(SIZE, columns=1)
    write_title(ax, curves.title)
    ax.set(xlabel=curves.x, ylabel=curves.y)
    _lines(ax, curves)
    _tidy_ticks(ax, curves.log)
    save(figure, path)


def limits_of(lines: Sequence[np.ndarray], log: bool = False) -> tuple[float, float] | None:
    """Return the least and largest value to show of lines (k,) that do not diverge; None without values."""
    known = [np.abs(line[np.isfinite(line)]) for line in lines]
    calm = [line for line in lines if np.isfinite(line).any() and not diverges(line)]
    if calm:
        shown = np.concatenate(calm)
    elif any(line.size for line in known):
        start = np.concatenate([line[: max(line.size // 2, 1)] for line in known])
        most = min(GROWTH * max(float(np.quantile(start, 0.1)), 1e-300), float(start.max()))
        both = np.concatenate(list(lines))
        shown = both[np.abs(both) <= most]
    else:
        return None
    shown = shown[np.isfinite(shown)]
    low, high = float(shown.min()), float(shown.max())
    if log:
        low = max(low, DEEPEST * high)
        room = (high / low) ** (BEYOND if len(calm) < len(lines) else HEADROOM) * 1.15
        return low / (high / low) ** HEADROOM / 1.15, high * room
    span = high - low or abs(high) or 1.0
    up, down = (_leaves(lines, calm, way) for way in (1, -1))
    return low - (BEYOND if down else HEADROOM) * span, high + (BEYOND if up else HEADROOM) * span


def diverges(line: np.ndarray) -> bool:
    """Whether a line (k,) diverges, up to its end."""
    sizes = np.abs(line[np.isfinite(line)])
    if not sizes.size or sizes.max() == 0:
        return False
    grows = np.median(sizes) < sizes.max() / GROWTH and sizes[-1] > 0.1 * sizes.max()
    return bool(sizes.max() > ENORMOUS or (grows and sizes.size > 8))


def _leaves(lines: Sequence[np.ndarray], calm: Sequence[np.ndarray], way: int) -> bool:
    """Whether a diverging line goes farther up (`way` = 1), or down (-1), than the calm ones."""
    wild = [line for line in lines if np.isfinite(line).any() and diverges(line)]
    most = max((np.nanmax(way * line[np.isfinite(line)]) for line in calm), default=0.0)
    return any(np.nanmax(way * line[np.isfinite(line)]) > most for line in wild)


def _lines(ax: Axes, curves: Curves) -> None:
    """Draw lines, then points over them."""
    if "x" in curves.log:
        ax.set_xscale("log")
    if "y" in curves.log:
        ax.set_yscale("log")
    series = _series_of(curves)
    span = _limits(ax, series, "y" in curves.log)
    for each in series:
        y = each.y if span is None else _until_it_leaves(each.y, *span)
        if each.style is None:
            ax.plot(each.x, y, "o", ms=6.5, color=each.colour, mec=theme.PAPER, mew=0.8, zorder=4)
        else:
            alone = np.isfinite(y).sum() <= 1  # a line with a single point would be invisible
            marker = "o" if alone else ""
            ax.plot(each.x, y, marker=marker, ls=each.style, color=each.colour, lw=2.2, zorder=3)
    if _are_places(curves):
        ax.set_aspect("equal", adjustable="datalim")
        ax.set(xlim=(None, None), ylim=(None, None))
    _name(ax, series)


def _are_places(curves: Curves) -> bool:
    """Whether both axes show lengths in one unit: a path, to be drawn to scale."""
    units = [re.search(r"[(\[](mm|cm|m)[)\]]$", label) for label in (curves.x, curves.y)]
    return not curves.log and all(units) and units[0][1] == units[1][1]  # type: ignore[index]


def _tidy_ticks(ax: Axes, log: str) -> None:
    """Write plain numbers at 1, 2 and 5 on a logarithmic axis of few decades."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    for name, axis in (("x", ax.xaxis), ("y", ax.yaxis)):
        if name not in log:
            continue
        low, high = axis.get_view_interval()
        axis.set_minor_formatter(NullFormatter())
        if high < 10**FEW_DECADES * low:
            axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
            axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def _series_of(curves: Curves) -> list[_Series]:
    """Return the lines and points with colours; points named like a line have its colour."""
    drawn: list[_Series] = []
    for name, (x, y) in curves.lines.items():
        colour, style = theme.series(len(drawn))
        drawn.append(_Series(name, *_clean(x, y, curves.log), colour, style))
    for name, (x, y) in curves.marks.items():
        own = [each.colour for each in drawn if each.name == name]
        colour = own[0] if own else theme.series(len(drawn))[0]
        drawn.append(_Series(name, *_clean(x, y, curves.log), colour, None))
    return drawn


def _clean(x: np.ndarray, y: np.ndarray, log: str) -> Points:
    """Return numbers that can be drawn, NaN for others."""
    found = [np.atleast_1d(np.array(values, dtype=float)) for values in (x, y)]
    for values, axis in zip(found, "xy", strict=True):
        values[~np.isfinite(values)] = np.nan
        if axis in log:
            values[~(values > 0)] = np.nan
    return found[0], found[1]


def _limits(ax: Axes, series: Sequence[_Series], log: bool) -> tuple[float, float] | None:
    """Set the axes' limits, and return the range to which y is cut: an axis' length beyond them."""
    xs = np.concatenate([each.x[np.isfinite(each.x)] for each in series] or [np.zeros(0)])
    if xs.size and np.ptp(xs) > 0 and not any(each.style is None for each in series):
        ax.set_xlim(xs.min(), xs.max())
    found = limits_of([each.y for each in series], log)
    if found is None:
        return None
    low, high = found
    ax.set_ylim(low, high)
    return (low * low / high, high * high / low) if log else (2 * low - high, 2 * high - low)


def _until_it_leaves(y: np.ndarray, low: float, high: float) -> np.ndarray:
    """Return a line; of one that diverges only the part up to where it goes far beyond the axis."""
    cut = np.clip(y, low, high)
    beyond = np.flatnonzero((y < low) | (y > high))
    if diverges(y) and beyond.size:
        cut[beyond[0] + 1 :] = np.nan
    return cut


def _name(ax: Axes, series: Sequence[_Series]) -> None:
    """Write names at the ends of the lines if there is room, else in a list to the right of the axes."""
    named = list({each.name: each for each in reversed(series)}.values())[::-1]
    if len(named) < 2:
        return
    if all(each.style is not None for each in series) and _room_at_ends(ax, series):
        ends = [(_words(ax, each), each.colour, _last(each)) for each in series]
        label_ends(ax, ax.get_xlim()[1], ends)
        return
    named.sort(key=lambda each: -_last(each) if _ends_at_edge(ax, each) else np.inf)
    drawn = {each.name for each in series if np.isfinite(each.y).any()}
    points = {each.name for each in series if each.style is None} & drawn
    _list_of(ax, [(each, each.name in drawn, each.name in points) for each in named])


def _list_of(ax: Axes, entries: Sequence[tuple[_Series, bool, bool]]) -> None:
    """Draw a legend outside of the axes, which shows lines and points, and names of those not drawn."""
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], color=each.colour, ls=(each.style if there else None) or "", lw=2.4)
        for each, there, _ in entries
    ]
    for handle, (each, _, point) in zip(handles, entries, strict=True):
        handle.set(marker="o" if point else "", label=_words(ax, each))
    spaces = {"fontsize": 11.5, "handlelength": 2.6, "labelspacing": 0.7}
    legend = ax.figure.legend(handles=handles, loc="outside right center", labelcolor="linecolor", **spaces)
    legend.set_frame_on(False)


def _room_at_ends(ax: Axes, series: Sequence[_Series]) -> bool:
    """Whether all lines end inside the axes, at the right edge, far enough from each other."""
    if not all(_ends_at_edge(ax, each) for each in series):
        return False
    to_axes = ax.transData + ax.transAxes.inverted()
    heights = np.sort([to_axes.transform((ax.get_xlim()[1], _last(each)))[1] for each in series])
    return bool(
        np.diff(heights).min() > 1.2 * NAME_HEIGHT / SIZE[1] and all(len(s.name) < 20 for s in series)
    )


def _ends_at_edge(ax: Axes, each: _Series) -> bool:
    """Whether a line ends inside the axes, at their right edge."""
    low, high = ax.get_xlim()
    known = np.isfinite(each.y)
    if each.style is None or diverges(each.y) or not known.any():
        return False
    return bool(abs(each.x[known][-1] - high) < 0.02 * (high - low))


def _last(each: _Series) -> float:
    """Return the last value of a line that is a number."""
    known = each.y[np.isfinite(each.y)]
    return float(known[-1]) if known.size else np.nan


def _words(ax: Axes, each: _Series) -> str:
    """Return a name, broken into lines, and how far a line goes that leaves the axes for good."""
    words = textwrap.fill(each.name, LONGEST_NAME)
    if not np.isfinite(each.y).any():
        words += "\n(no value to show)"
    low, high = ax.get_ylim()
    if (
        each.style is not None
        and diverges(each.y)
        and not (low <= np.nanmin(each.y) <= np.nanmax(each.y) <= high)
    ):
        words += f"\n(goes on to {each.y[np.nanargmax(np.abs(each.y))]:.0e})"
    return words
