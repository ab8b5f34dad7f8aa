"""Charts: fronts of error against effort, and both over time.

A front is the best that a family of controllers can do: for each effort, the least error of any of its
members. Planning controllers were run at a few control costs: their front has a dot at each. Where they had
only the first of the random pushes, the name says how many. Names are below, in the lines' own colours and
dashes, as fronts of rivals often lie on each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from runtime.control.registry import LQR, NONE
from softrein.base import theme
from softrein.charts.frame import make_figure, save, shade_pushes
from softrein.charts.labels import explain, mark_times, write_title
from softrein.facts.compared import KINDS

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

    from runtime.bundle.record import Bundle
    from runtime.run import Run
    from softrein.facts.compared import Compared, Front, Kind, Reading

FAMILIES = (*reversed(theme.RIVALS), LQR.name)  # in drawing order; the most important comes last
ROOM = 3.0  # factor by which the axes extend beyond the fronts; searched members farther out are left out
BEYOND = 1e6  # factor of the error within which a band is drawn, where its end is infinite or zero
DEEPEST = 1e-5  # lower end of the axis as a fraction of the error without control
FEW, FAINT = 30, (0.22, 0.8)  # dots are the fainter the more there are: opacity FEW / dots, within bounds
HEADROOM = 1.05  # factor of room above the curves
EFFORT = "effort, ∫ $w^{{\\mathsf{{T}}}} w$ dt  [{}]"
ERROR = "error, weighted as in the cost"
DEVIATION = "$|p-p_\\mathsf{{ref}}|$  [{}]"
DOTS, BANDS = "each that was run", "half of the pushes (quartiles)"
# suffix of names of controllers that were run on fewer pushes, in the right chart
FIRST = ", right on the first "
ARROW = {"arrowstyle": "<->", "color": theme.INK, "lw": 1.3, "shrinkA": 0, "shrinkB": 0, "mutation_scale": 8}
# whether controllers are told of pushes, in words
TOLD: dict[object, str] = {True: ", announced", False: ", unannounced"}


def draw_fronts(comparison_data: Compared, path: str | Path) -> None:
    """Draw error against effort, for the scene's own push and as medians over the ensemble of random ones.

    `comparison_data` is that of `offline.studies.comparison.Comparison.as_data`.
    """
    figure, (axes,) = make_figure((11.5, 5.0))
    unit = comparison_data.get("effort_unit", theme.EFFORT_UNIT)
    grid = comparison_data.get("grid", {})
    fresh = grid.get("fresh_pushes")
    told = TOLD.get(grid.get("foresees"), "")
    titles = (
        f"The scene’s own push{told}: all tuned on it",
        f"{fresh} random pushes{told}; medians" if fresh else "Random pushes, medians",
    )
    lines: dict[str, Artist] = {}
    for ax, kind, title in zip(axes, KINDS, titles, strict=True):
        ax.set(xscale="log", yscale="log", xlabel=EFFORT.format(unit))
        write_title(ax, title)
        lines |= _front_panel(ax, comparison_data, kind)
    axes[0].set_ylabel(ERROR)
    explain(figure, [(words, lines[words]) for words in _in_order(lines)])
    save(figure, path)


def _in_order(lines: Iterable[str]) -> list[str]:
    """Order the entries of the legend: LQR first, explanations last."""
    names = [theme.name_of(name) for name in (*reversed(FAMILIES), NONE.name)]
    own = {words: words.partition(FIRST)[0] for words in lines}
    return sorted(lines, key=lambda words: names.index(own[words]) if own[words] in names else len(names))


def _name(data: Compared, name: str) -> str:
    """Return a family's name, and the number of random pushes of its front where these are not all."""
    grid = data.get("grid", {})
    met = grid.get(name, {}).get("fresh_pushes")
    fewer = met is not None and met != grid.get("fresh_pushes")
    return f"{theme.name_of(name)}{FIRST}{met} of the pushes" if fewer else theme.name_of(name)


def draw_over_time(bundle: Bundle, runs: Mapping[str, Run], path: str | Path) -> None:
    """Draw each run's distance from the reference, and its effort so far, over time.

    `runs` are by controller. The time of the pushes is shaded, the moments of the targets are marked.
    """
    figure, (axes,) = make_figure((11.5, 4.2))
    time = bundle.dt * np.arange(bundle.steps + 1)
    ordered = [name for name in (NONE.name, *FAMILIES) if name in runs]
    ordered += [name for name in runs if name not in ordered]
    for ax, title, unit in (
        (axes[0], "Deviation from the reference", DEVIATION.format(bundle.units.deviation)),
        (axes[1], "Effort spent so far", EFFORT.format(bundle.units.effort)),
    ):
        write_title(ax, title)
        ax.set(xlabel="time  [s]", ylabel=unit, xlim=(0, time[-1]))
        _mark_events(ax, bundle)
    drawn = {theme.name_of(name): _line(axes[0], time, runs[name].deviation, name) for name in ordered}
    for name in ordered:
        if runs[name].effort > 0:
            _line(axes[1], time, runs[name].cumulative_effort, name)
    axes[0].set_ylim(0, HEADROOM * axes[0].get_ylim()[1])
    _effort_axis(axes[1], [runs[name].cumulative_effort for name in ordered])
    explain(figure, [(words, drawn[words]) for words in _in_order(drawn)])
    save(figure, path)


def _front_panel(ax: Axes, data: Compared, kind: Kind) -> dict[str, Artist]:
    """Draw one panel, and return its lines by name."""
    fronts = {name: _positive(data[kind][name]) for name in FAMILIES if name in data[kind]}
    baseline = data["uncontrolled"][kind]
    _limits(ax, fronts.values(), baseline)
    drawn: dict[str, Artist] = {}
    if np.isfinite(baseline):
        line = ax.axhline(baseline, lw=1.8, zorder=1, **theme.style_of(NONE.name))
        drawn[theme.name_of(NONE.name)] = line
    else:
        drawn[f"{theme.name_of(NONE.name)}, which diverges"] = _sample(theme.style_of(NONE.name))
    for name, (effort, error, *bands) in fronts.items():
        colour = theme.colour_of(name)
        if not effort.size:
            continue
        if kind == "one_push":
            cloud = _positive(data.get("searched", {}).get(name, {}))
            faint = float(np.clip(FEW / max(cloud[0].size, 1), *FAINT))
            ax.plot(*cloud[:2], ".", ms=3.2, color=colour, alpha=faint, mew=0, zorder=1)
            if cloud[0].size:
                drawn[DOTS] = _sample({"marker": ".", "ls": "", "ms": 8})
        style, alone = theme.style_of(name), name in data.get("equal_cost", {})
        if alone:  # points without a line, as nothing was run between them
            style |= {"marker": "o", "ms": 7, "ls": "none"}
        if bands:
            low, high = bands
            drawn[BANDS] = _sample({"lw": 8, "alpha": 0.5})
            if alone:
                ax.vlines(effort, low, high, color=colour, alpha=0.3, lw=8, zorder=2)
            else:
                ax.fill_between(effort, low, high, color=colour, alpha=0.13, lw=0, zorder=2)
        (drawn[_name(data, name)],) = ax.plot(effort, error, lw=2.4, zorder=3, **style)
    _ratio(ax, data.get("readings", {}).get(f"{kind} pd", []))
    return drawn


def _sample(style: theme.Style) -> Line2D:
    """Return a sample for an entry of any colour in the legend."""
    from matplotlib.lines import Line2D

    return Line2D([], [], **style | {"color": theme.REFERENCE})


def _positive(front: Front) -> list[np.ndarray]:
    """Return effort, error and, if known, the error's quartiles, where effort and error are positive.

    A quartile that is infinite, or zero, lies far beyond the axes.
    """
    columns = [np.array(front.get("effort", []), dtype=float), np.array(front.get("error", []), dtype=float)]
    if "error_quartiles" in front:
        columns += list(np.array(front["error_quartiles"], dtype=float).reshape(-1, 2).T)
    stacked = np.array(columns)
    stacked = stacked[:, (np.isfinite(stacked[:2]) & (stacked[:2] > 0)).all(axis=0)]
    stacked[2:] = np.clip(stacked[2:], BEYOND**-1 * stacked[1], BEYOND * stacked[1])
    return list(stacked[:, np.argsort(stacked[0])])


def _limits(ax: Axes, fronts: Iterable[list[np.ndarray]], baseline: float) -> None:
    """Set axes that show where the fronts differ, without the decades of effort that have no effect.

    The `baseline` is the error without control; infinite where that diverges, and then it is left out.
    """
    known = [front for front in fronts if front[0].size]
    if not known:
        return
    useful = [front[0][front[1] < 0.97 * baseline] for front in known]
    efforts = np.concatenate(
        [each if each.size else front[0] for each, front in zip(useful, known, strict=True)]
    )
    errors = np.concatenate([front[1] for front in known])
    if np.isfinite(baseline):
        errors = np.append(errors.clip(DEEPEST * baseline), baseline)
    ax.set_xlim(efforts.min() / ROOM, efforts.max() * ROOM)
    ax.set_ylim(errors.min() / 1.5, errors.max() * 2.5)


def _ratio(ax: Axes, readings: list[Reading]) -> None:
    """Draw an arrow from LQR's effort to PD's at one error, halfway along their common range, with words."""
    known = [reading for reading in readings if reading.get("effort_ratio")]
    if not known:
        return
    reading = {name: value for name, value in known[len(known) // 2].items() if value is not None}
    ends = (reading["effort_lqr"], reading["error"]), (reading["effort_other"], reading["error"])
    ax.annotate("", ends[1], ends[0], arrowprops=ARROW, zorder=5)
    middle = float(np.sqrt(reading["effort_lqr"] * reading["effort_other"]))
    words = f"↔ at this error PD spends {theme.ratio(reading['effort_ratio'])} LQR’s effort"
    mark_times(ax, [(middle, words, theme.INK)])


def _line(ax: Axes, time: np.ndarray, values: np.ndarray, name: str) -> Line2D:
    return ax.plot(time, values, lw=2.2, zorder=3, **theme.style_of(name))[0]


def _effort_axis(ax: Axes, efforts: list[np.ndarray]) -> None:
    """Make the axis linear, unless efforts differ so much that some would lie on the axis."""
    last = np.array([effort[-1] for effort in efforts if effort[-1] > 0])
    if last.size and last.max() > 30 * last.min():
        ax.set(yscale="log", ylim=(last.min() / 30, last.max() * 8))
    else:
        ax.set_ylim(0, HEADROOM * ax.get_ylim()[1])


def _mark_events(ax: Axes, bundle: Bundle) -> None:
    """Mark when pushes act and targets should be met: in the panel, and in words above it."""
    pushes = ((push.time, push.duration) for push in bundle.pushes)
    marks = shade_pushes(ax, pushes, bundle.dt * bundle.steps)
    for target in bundle.targets:
        ax.axvline(target.step * bundle.dt, color=theme.FAINT_INK, lw=1, ls=(0, (2, 2)), zorder=0)
        marks.append((target.step * bundle.dt, target.name, theme.FAINT_INK))
    mark_times(ax, marks)
