"""Charts: fronts of error against effort, and both over time.

A front is what a family of controllers can do at best: for each effort, the least error of any of its
members. Lines are labelled where they are drawn, so that nobody has to go back and forth to a legend.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from softrein import look
from softrein.chart_frame import halo, label_ends, make_figure, save, write_title

if TYPE_CHECKING:
    from runtime.bundle import Bundle
    from runtime.run import Run

FAMILIES = ("p", "timed", "spd", "pd", "lqr")  # drawn in this order: what matters most, last
ROOM = 3.0  # a factor: how far beyond the fronts the axes go; searched members farther out are left out
DEEPEST = 1e-5  # of the error without control: farther down, nobody sees a difference
HEADROOM = 1.15  # above the curves, for the names of events
EFFORT = "effort, ∫ $w^{{\\mathsf{{T}}}} w$ dt  [{}]"
ERROR = "error, weighted as in the cost"
DEVIATION = "$|p-p_\\mathsf{{ref}}|$  [{}]"
ALWAYS = 0.9  # of the motion: a push that lasts so long is not marked


def draw_fronts(comparison_data: Mapping[str, Any], path: str | Path) -> None:
    """Error against effort, for the scene's own push and as medians over the ensemble of random ones.

    `comparison_data` is what `offline.comparison.Comparison.as_data` gives.
    """
    figure, (axes,) = make_figure((11.5, 5.0))
    unit = comparison_data.get("effort_unit", look.EFFORT_UNIT)
    grid = comparison_data.get("grid", {})
    fresh = grid.get("fresh_pushes")
    titles = (
        "The scene’s own push, on which all were tuned",
        f"{fresh} random pushes, medians" if fresh else "Random pushes, medians",
    )
    for ax, kind, title in zip(axes, ("one_push", "ensemble"), titles, strict=True):
        ax.set(xscale="log", yscale="log", xlabel=EFFORT.format(unit))
        write_title(ax, title)
        _front_panel(ax, comparison_data, kind)
    axes[0].set_ylabel(ERROR)
    save(figure, path)


def draw_over_time(bundle: Bundle, runs: Mapping[str, Run], path: str | Path) -> None:
    """How far each run is from the reference, and the effort spent so far, over time.

    `runs` are by controller. The time of the pushes is shaded, the moments of the targets are marked.
    """
    figure, (axes,) = make_figure((11.5, 4.2))
    time = bundle.dt * np.arange(bundle.steps + 1)
    ordered = [name for name in ("none", *FAMILIES) if name in runs]
    ordered += [name for name in runs if name not in ordered]
    for ax, title, unit in (
        (axes[0], "Deviation from the reference", DEVIATION.format(bundle.deviation_unit)),
        (axes[1], "Effort spent so far", EFFORT.format(bundle.effort_unit)),
    ):
        write_title(ax, title)
        ax.set(xlabel="time  [s]", ylabel=unit, xlim=(0, time[-1]))
        _mark_events(ax, bundle)
    for name in ordered:
        _line(axes[0], time, runs[name].deviation, name)
        if np.any(runs[name].effort > 0):
            _line(axes[1], time, runs[name].effort, name)
    axes[0].set_ylim(0, HEADROOM * axes[0].get_ylim()[1])
    _effort_axis(axes[1], [runs[name].effort for name in ordered])
    for ax, values in ((axes[0], "deviation"), (axes[1], "effort")):
        shown = [name for name in ordered if values == "deviation" or np.any(runs[name].effort > 0)]
        ends = [(look.name_of(name), look.colour_of(name), getattr(runs[name], values)[-1]) for name in shown]
        label_ends(ax, time[-1], ends)
    save(figure, path)


def _front_panel(ax: Any, data: Mapping[str, Any], kind: str) -> None:
    fronts = {name: _positive(data[kind][name]) for name in FAMILIES if name in data[kind]}
    baseline = data["uncontrolled"][kind]
    _limits(ax, fronts.values(), baseline)
    if kind == "one_push":
        for name in fronts:
            cloud = _positive(data.get("searched", {}).get(name, {}))
            ax.plot(*cloud[:2], ".", ms=3.2, color=look.colour_of(name), alpha=0.22, mew=0, zorder=1)
    ax.axhline(baseline, color=look.colour_of("none"), ls=":", lw=1.6, zorder=1)
    ax.annotate(
        "no control", (0.985, baseline), xycoords=("axes fraction", "data"), xytext=(0, 4),
        textcoords="offset points", ha="right", color=look.colour_of("none"), fontsize=11,
    )  # fmt: skip
    for name, (effort, error, *bands) in fronts.items():
        colour = look.colour_of(name)
        if bands:
            ax.fill_between(effort, *bands, color=colour, alpha=0.13, lw=0, zorder=2)
        ax.plot(effort, error, ls=look.line_of(name), color=colour, lw=2.4, zorder=3)
    _label_fronts(ax, fronts, baseline)
    _ratio(ax, data.get("readings", {}).get(f"{kind} pd", []))


def _positive(front: Mapping[str, Any]) -> list[np.ndarray]:
    """Effort, error and, where known, the lower and upper quartile of the error, where all are positive."""
    columns = [np.array(front.get("effort", []), dtype=float), np.array(front.get("error", []), dtype=float)]
    if "error_quartiles" in front:
        columns += list(np.array(front["error_quartiles"], dtype=float).reshape(-1, 2).T)
    stacked = np.array(columns)
    stacked = stacked[:, (np.isfinite(stacked) & (stacked > 0)).all(axis=0)]
    return list(stacked[:, np.argsort(stacked[0])])


def _limits(ax: Any, fronts: Iterable[list[np.ndarray]], baseline: float) -> None:
    """Axes that show where the fronts differ: not the decades of effort in which none does anything."""
    known = [front for front in fronts if front[0].size]
    if not known:
        return
    useful = [front[0][front[1] < 0.97 * baseline] for front in known]
    efforts = np.concatenate(
        [each if each.size else front[0] for each, front in zip(useful, known, strict=True)]
    )
    errors = np.concatenate([front[1] for front in known]).clip(DEEPEST * baseline)
    ax.set_xlim(efforts.min() / ROOM, efforts.max() * ROOM)
    ax.set_ylim(errors.min() / 1.5, max(errors.max(), baseline) * 2.5)


def _label_fronts(ax: Any, fronts: Mapping[str, list[np.ndarray]], baseline: float) -> None:
    """Each name at the place of its front that is farthest from all other lines."""
    low, high = np.log(ax.get_xlim()), np.log(ax.get_ylim())

    def on_screen(front: list[np.ndarray]) -> np.ndarray:
        x, y = np.log(front[0]), np.log(front[1])
        dense = np.linspace(x[0], x[-1], 200) if x.size else x
        return np.stack(
            [(dense - low[0]) / np.ptp(low), (np.interp(dense, x, y) - high[0]) / np.ptp(high)], axis=1
        )

    level = np.stack(
        [np.linspace(0, 1, 100), np.full(100, (np.log(baseline) - high[0]) / np.ptp(high))], axis=1
    )
    curves = {name: on_screen(front) for name, front in fronts.items() if front[0].size}
    for name, curve in curves.items():
        others = [level, *(other for key, other in curves.items() if key != name)]
        inside = curve[((curve > 0.08) & (curve < [0.92, 0.97])).all(axis=1)]
        if not inside.size:
            continue
        distances = [np.linalg.norm(inside[:, None] - other, axis=2).min(axis=1) for other in others]
        x, y = inside[int(np.argmax(np.min(distances, axis=0)))]
        below = name == "lqr" or _more_room_below(x, y, others)
        left = name == "lqr"
        ax.annotate(
            look.name_of(name), (x, y), xycoords="axes fraction", textcoords="offset points",
            xytext=(-4 if left else 4, -8 if below else 8), ha="right" if left else "left",
            va="top" if below else "bottom", color=look.colour_of(name), fontsize=14, fontweight="bold",
            zorder=6, path_effects=halo(),
        )  # fmt: skip


def _more_room_below(x: float, y: float, others: Sequence[np.ndarray]) -> bool:
    """Whether, on screen, the next of the other lines is farther below a point than above it."""
    heights = np.array([0.0, 1.0, *(np.interp(x, other[:, 0], other[:, 1]) for other in others)])
    return bool(y - heights[heights < y].max(initial=0.0) > heights[heights >= y].min(initial=1.0) - y)


def _ratio(ax: Any, readings: list[dict[str, float]]) -> None:
    """An arrow from LQR's effort to PD's at one error, halfway along what both can reach, if anything."""
    if not readings or readings[0]["error"] is None:
        return
    reading = readings[len(readings) // 2]
    ends = (reading["effort_lqr"], reading["error"]), (reading["effort_other"], reading["error"])
    arrow = {"arrowstyle": "<->", "color": look.INK, "lw": 1.3, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", ends[1], ends[0], arrowprops=arrow, zorder=5)
    left, right = sorted(ends)
    beyond = ax.transAxes.inverted().transform(ax.transData.transform(right))[0] < 0.55
    ax.annotate(
        f"PD: {_times(reading['effort_ratio'])} the effort", right if beyond else left,
        xytext=(7 if beyond else -7, 0), textcoords="offset points", va="center",
        ha="left" if beyond else "right",        color=look.INK, fontsize=11, zorder=6, path_effects=halo(),
    )  # fmt: skip


def _times(ratio: float) -> str:
    return f"{ratio:.2g}×" if ratio < 100 else f"{ratio:.0f}×"


def _line(ax: Any, time: np.ndarray, values: np.ndarray, name: str) -> None:
    ax.plot(time, values, ls=look.line_of(name), color=look.colour_of(name), lw=2.2, zorder=3)


def _effort_axis(ax: Any, efforts: list[np.ndarray]) -> None:
    """Linear, unless controllers spend so differently that some would lie on the axis."""
    last = np.array([effort[-1] for effort in efforts if effort[-1] > 0])
    if last.size and last.max() > 30 * last.min():
        ax.set(yscale="log", ylim=(last.min() / 30, last.max() * 8))
    else:
        ax.set_ylim(0, HEADROOM * ax.get_ylim()[1])


def _mark_events(ax: Any, bundle: Bundle) -> None:
    end = bundle.dt * bundle.steps
    for push in bundle.pushes:
        stop = min(push.time + push.duration, end)
        if stop - push.time >= ALWAYS * end:  # wind that never ceases marks nothing
            continue
        ax.axvspan(push.time, stop, color=look.PUSH, alpha=0.25, lw=0, zorder=0)
        _note(ax, push.time, "push", look.PUSH)
    for target in bundle.targets:
        ax.axvline(target.step * bundle.dt, color=look.FAINT_INK, lw=1, ls=(0, (2, 2)), zorder=0)
        _note(ax, target.step * bundle.dt, target.name, look.FAINT_INK)


def _note(ax: Any, time: float, words: str, colour: str) -> None:
    ax.annotate(
        words, (time, 0.985), xycoords=("data", "axes fraction"), xytext=(3, 0), textcoords="offset points",
        rotation=90, va="top", ha="left", color=colour, fontsize=10,
    )  # fmt: skip
