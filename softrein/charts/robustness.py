"""The chart of robustness: error, and lost runs, against each difference of the full model.

Above are the median error under each controller, and a band between its quartiles; below is the number of
lost runs. Where half of them are lost, a controller has lost the body: a cross marks from which value on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from runtime.control.registry import LQR, NONE
from softrein.base import theme
from softrein.charts.frame import make_figure, save
from softrein.charts.labels import explain, write_near, write_title

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

    from softrein.facts.curves import Column, Curves

HALF = 0.5  # fraction of the runs: a value at which so many diverge is marked as lost
ROOM = 1.6  # factor of room above and below the curves
DEEPEST = 1e-6  # lower end of the axis as a fraction of the largest error
HEIGHTS = (3.4, 1.0)  # height ratio of the charts of errors and of diverged runs
BROAD, NARROW = 3.8, 1.9  # line widths: wide ones below, so that they remain visible under narrow ones
SIZE = (12.0, 5.2)  # inches, for a row of two
REDUCED, BANDS = "on the reduced model", "half of the runs (quartiles)"
CROSS, AS_MADE = "half of the runs lost, or more", "while others differ"


class Axis(NamedTuple):
    """The axis of one difference of the full model, and its words."""

    title: str
    label: str
    unit: str = ""
    factor: float = 1.0  # displayed units per SI unit
    as_made: float = 0.0
    logarithmic: bool = False

    def said(self, value: float) -> str:
        """Write a value with its unit."""
        written = f"{self.factor * value:g}"
        return f"{written}{self.unit.rstrip('s') if written == '1' else self.unit}"


AXES = {
    "young": Axis("Stiffness", "Young’s modulus, over the scene’s", "×", as_made=1.0, logarithmic=True),
    "density": Axis("Density", "density, over the scene’s", "×", as_made=1.0, logarithmic=True),
    "delay": Axis("Delay", "steps from a state to the control based on it", " steps"),
    "noise": Axis("Noise", "noise of the measured positions  [mm]", " mm", 1e3),
    "markers": Axis("Markers", "number of markers", " markers"),
}


def axis_of(data: Curves, entry: str) -> Axis:
    """Return the axis of an entry, about its value while others differ."""
    return AXES[entry]._replace(as_made=float(data.get("base", {}).get(entry, AXES[entry].as_made)))


class Region(NamedTuple):
    """Neighbouring values at which a controller has lost the body, from the nearest to the one as made on."""

    values: Sequence[float]
    upwards: bool  # whether it lies above the scene's value

    def said(self, axis: Axis, all_values: Sequence[float]) -> str:
        """Say where the region is."""
        nearest, last = self.values[0], max(all_values) if self.upwards else min(all_values)
        if len(self.values) == 1:
            return f"at {axis.said(nearest)}"
        if self.values[-1] == last:
            return f"from {axis.said(nearest)} {'up' if self.upwards else 'down'}"
        return f"from {axis.said(nearest)} to {axis.said(self.values[-1])}"


class Mark(NamedTuple):
    """The beginning of a lost region in some axes, and the side that is lost."""

    name: str
    place: np.ndarray  # (2,) coordinates in the chart
    upwards: bool


def lost_regions(values: Sequence[float], lost: Sequence[int], runs: int, as_made: float) -> Iterator[Region]:
    """Return the regions in which half of the runs are lost, or more; `values` ascend."""
    sides = (
        [k for k, value in enumerate(values) if value < as_made][::-1],
        [k for k, value in enumerate(values) if value >= as_made],
    )
    for side, upwards in zip(sides, (False, True), strict=True):
        there: list[float] = []
        for k in [*side, None]:
            if k is not None and lost[k] >= HALF * runs:
                there.append(values[k])
            elif there:
                yield Region(there, upwards)
                there = []


def draw_curves(data: Curves, path: str | Path) -> None:
    """Draw the curves of `offline.verification.curves.curves` as PNG."""
    entries = list(data["curves"])
    rows = -(-len(entries) // 2)
    figure, axes = make_figure((SIZE[0], SIZE[1] * rows), HEIGHTS * rows)
    panels = [(axes[2 * (k // 2), k % 2], axes[2 * (k // 2) + 1, k % 2]) for k in range(2 * rows)]
    limits = _limits(data)
    lines: dict[str, Artist] = {}
    for (above, below), entry in zip(panels, entries, strict=False):
        lines |= _draw_entry(above, below, data, entry, limits)
    for spare in panels[len(entries) :]:
        for ax in spare:
            ax.remove()
    lines |= _explained()
    explain(figure, list(lines.items()))
    save(figure, path)


def _draw_entry(
    above: Axes, below: Axes, data: Curves, entry: str, limits: tuple[float, float]
) -> dict[str, Artist]:
    """Draw both panels of one difference; return the lines by name."""
    axis, columns = axis_of(data, entry), dict(data["curves"][entry])
    values = columns.pop("values")
    x = axis.factor * np.array(values, dtype=float)
    write_title(above, axis.title)
    above.set(ylabel="error, weighted as in the cost", yscale="log", ylim=limits)
    below.set(xlabel=axis.label, ylabel="lost  [%]", ylim=(-6, 106), yticks=[0, 50, 100])
    for ax in (above, below):
        _scale(ax, axis, x)
        ax.axvline(axis.factor * axis.as_made, color=theme.REFERENCE, lw=1.2, zorder=1)
    above.tick_params(labelbottom=False)
    drawn: dict[str, Artist] = {}
    marks: dict[str, list[Mark]] = {}
    # without control first, as the measure of all others
    for name in sorted(columns, key=lambda name: name != NONE.name):
        found, width = columns[name], BROAD if name == LQR.name else NARROW
        drawn[theme.name_of(name)] = _draw_errors(above, x, found, name, width, limits)
        if name != NONE.name:
            share = 100 * np.array(found["lost"]) / data["runs"]
            style = theme.style_of(name) | {"lw": width, "marker": "o", "ms": 1.2 * width + 1.4}
            below.plot(x, share, zorder=3, clip_on=False, **style)
            for region in lost_regions(values, found["lost"], data["runs"], axis.as_made):
                mark = _cross(above, axis, region, values, found, name, limits)
                marks.setdefault(region.said(axis, values), []).append(mark)
    for where, each in marks.items():
        _write_lost(above, where, each)
    for name, error in data["reduced"].items():
        if error is not None:
            above.axhline(error, lw=1.4, ls=":", color=theme.paler(theme.colour_of(name), 0.35), zorder=1)
    return {
        words: drawn[words] for words in sorted(drawn, key=lambda words: words == theme.name_of(NONE.name))
    }


def _draw_errors(
    ax: Axes, x: np.ndarray, found: Column, name: str, width: float, limits: tuple[float, float]
) -> Line2D:
    """Draw a curve of medians and its band; return the line."""
    style = theme.style_of(name)
    error, low, high = (np.array(each, dtype=float) for each in (found["error"], found["low"], found["high"]))
    above = np.where(np.isnan(high), limits[1], high)
    ax.fill_between(x, low, above, color=style["color"], alpha=0.14, lw=0, zorder=1)
    (line,) = ax.plot(x, error, lw=width, marker="o", ms=1.2 * width + 1.4, zorder=3, **style)
    return line


def _cross(
    ax: Axes,
    axis: Axis,
    region: Region,
    values: Sequence[float],
    found: Column,
    name: str,
    limits: tuple[float, float],
) -> Mark:
    """Draw a cross at each value where a controller has lost the body; return the first one's place."""
    known = [found["error"][list(values).index(value)] for value in region.values]
    y = np.array([limits[1] / ROOM**0.5 if each is None else each for each in known]).clip(*limits)
    x = axis.factor * np.array(region.values, dtype=float)
    ax.plot(x, y, ls="", marker="X", ms=10, mec=theme.PAPER, mew=0.8, color=theme.colour_of(name), zorder=4)
    return Mark(name, np.array([x[0], y[0]]), region.upwards)


def _write_lost(ax: Axes, where: str, marks: Sequence[Mark]) -> None:
    """Write beside the first cross which controllers have lost the body there."""
    names = " and ".join(theme.name_of(mark.name) for mark in marks)
    colour = theme.colour_of(marks[0].name) if len(marks) == 1 else theme.INK
    sideways = -1.0 if marks[0].upwards else 1.0
    write_near(ax, f"{names} lost {where}", marks[0].place, colour, np.array([sideways, 0.4]))


def _scale(ax: Axes, axis: Axis, x: np.ndarray) -> None:
    """Scale the axis of the difference, with room at its ends; few of its values are written."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    if axis.logarithmic:
        ax.set_xscale("log")
        room = (x[-1] / x[0]) ** 0.03
        ax.set_xlim(x[0] / room, x[-1] * room)
    else:
        room = 0.03 * (x[-1] - x[0])
        ax.set_xlim(x[0] - room, x[-1] + room)
    ax.xaxis.set_major_locator(FixedLocator(_apart(np.log(x) if axis.logarithmic else x, x)))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def _apart(places: np.ndarray, x: np.ndarray) -> list[float]:
    """Return those of the values that lie far enough from the one written before."""
    kept: list[int] = []
    for k in range(len(x)):
        if not kept or places[k] - places[kept[-1]] > 0.06 * np.ptp(places):
            kept.append(k)
    return [float(x[k]) for k in kept]


def _explained() -> dict[str, Artist]:
    """Return the entries of the legend for things of any colour."""
    from matplotlib.lines import Line2D

    grey = theme.REFERENCE
    return {
        REDUCED: Line2D([], [], ls=":", lw=1.8, color=grey),
        BANDS: Line2D([], [], lw=8, alpha=0.5, color=grey),
        AS_MADE: Line2D([], [], ls="", marker="|", ms=14, mew=1.4, color=grey),
        CROSS: Line2D([], [], ls="", marker="X", ms=9, color=grey),
    }


def _limits(data: Curves) -> tuple[float, float]:
    """Return one range for all panels, with some room; bands may leave it, as a lost body's has no end."""
    found = [
        value
        for columns in data["curves"].values()
        for name, each in columns.items()
        if name != "values"
        for value in (*each["error"], *each["low"], *(each["high"] if name == NONE.name else ()))
        if value
    ]
    found += [value for value in data["reduced"].values() if value]
    highest = max(found, default=1.0) * ROOM
    return max(min(found, default=1.0) / ROOM, highest * DEEPEST), highest
