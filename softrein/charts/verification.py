"""Charts of `softrein verify`: paths of what is watched, and error against each way of being different."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from runtime.control.registry import NONE
from softrein import theme
from softrein.charts.frame import make_figure, save
from softrein.charts.labels import explain, write_near, write_title

AXES = "xyz"
LABELS = {  # of what differs: in words, and how many of its unit are one
    "young": ("Young’s modulus, over the scene’s", 1.0),
    "density": ("density, over the scene’s", 1.0),
    "delay": ("delay  [steps]", 1.0),
    "noise": ("noise of positions  [mm]", 1e3),
}
ROOM = 1.6  # above and below the curves, as a factor
MOST_SPREAD = 1e4  # of an axis: what lies farther below is cut off


def draw_paths(places: Mapping[str, np.ndarray], controller: str, path: str | Path) -> None:
    """Where what is watched went, seen along each axis of space.

    `places` (T + 1, k, axes) m are those of `offline.verification.study.Verified`; what was given up is left
    out.
    """
    points = {name: each for name, each in places.items() if np.isfinite(each).all()}
    views = list(combinations(range(points["reference"].shape[2]), 2))
    figure, (axes,) = make_figure((5.2 * len(views), 5.4), (1.0,), len(views))
    lines: dict[str, Any] = {}
    for ax, (one, other) in zip(axes, views, strict=True):
        write_title(ax, f"{AXES[one]} and {AXES[other]}")
        ax.set(xlabel=f"{AXES[one]}  [m]", ylabel=f"{AXES[other]}  [m]", aspect="equal", adjustable="datalim")
        for name, (words, style) in _path_styles(controller).items():
            if name in points:
                drawn = ax.plot(points[name][:, :, one], points[name][:, :, other], zorder=3, **style)
                lines[words] = drawn[0]
    explain(figure, list(lines.items()))
    save(figure, path)


def draw_curves(data: Mapping[str, Any], path: str | Path) -> None:
    """The error of each controller over each way of being different, with its quartiles.

    `data` are what `offline.verification.curves.curves` gives. Crosses stand where runs are lost.
    """
    entries = list(data["curves"])
    figure, axes = make_figure((11.5, 4.6 * -(-len(entries) // 2)), (1.0,) * -(-len(entries) // 2))
    low, high = _limits(data)
    lines: dict[str, Any] = {}
    for spare in axes.ravel()[len(entries) :]:
        spare.remove()
    for ax, entry in zip(axes.ravel(), entries, strict=False):
        words, unit = LABELS[entry]
        write_title(ax, words.partition(",")[0].partition("  [")[0])
        ax.set(xlabel=words, ylabel="error, median", yscale="log", ylim=(low, high))
        columns = dict(data["curves"][entry])
        values = unit * np.array(columns.pop("values"), dtype=float)
        for name, found in columns.items():
            lines[theme.name_of(name)] = _draw_curve(ax, values, found, name, data["runs"], (low, high))
        for name, error in data["reduced"].items():
            if error is not None:
                style = {"color": theme.paler(theme.colour_of(name), 0.45), "ls": ":"}
                lines[f"{theme.name_of(name)}, reduced model"] = ax.axhline(error, lw=1.6, zorder=1, **style)
    explain(figure, list(lines.items()))
    save(figure, path)


def _path_styles(controller: str) -> dict[str, tuple[str, dict[str, Any]]]:
    """How each of the paths is called and drawn, from below to above."""
    colour, free = theme.colour_of(controller), theme.style_of(NONE.name)
    name = theme.name_of(controller)
    return {
        "reference": ("reference", {"color": theme.REFERENCE, "lw": 6.0}),
        "uncontrolled": ("full model, no control", free | {"lw": 1.4}),
        "reduced": (f"reduced model, {name}", {"color": theme.paler(colour, 0.5), "lw": 2.6}),
        "full": (f"full model, {name}", {"color": colour, "lw": 1.4, "ls": "--"}),
    }


def _draw_curve(
    ax: Any, values: np.ndarray, found: Mapping[str, Sequence[Any]], name: str, runs: int,
    limits: tuple[float, float],
) -> Any:  # fmt: skip
    """A curve with its band and, where runs are lost, crosses and how many; returns the line."""
    style = theme.style_of(name)
    error, low, high = (np.array(found[each], dtype=float) for each in ("error", "low", "high"))
    above = np.where(np.isnan(high), limits[1], high)
    ax.fill_between(values, low, above, color=style["color"], alpha=0.13, lw=0, zorder=1)
    (line,) = ax.plot(values, error, lw=2.2, zorder=3, **style)
    lost = np.array(found["lost"])
    if not lost.any():
        return line
    there = np.flatnonzero(lost)
    heights = np.where(np.isnan(error), limits[1] / ROOM**0.5, error).clip(*limits)
    ax.plot(values[there], heights[there], "x", color=style["color"], ms=7, mew=2.0, zorder=4)
    for k in {there[0], there[-1], int(np.argmax(lost))}:
        words = f"lost: {lost[k]} of {runs}"
        write_near(ax, words, np.array([values[k], heights[k]]), style["color"], np.array([0.0, 1.0]))
    return line


def _limits(data: Mapping[str, Any]) -> tuple[float, float]:
    """The same axis for all panels: whatever is a number, with some room."""
    found = [
        value
        for columns in data["curves"].values()
        for name, each in columns.items()
        if name != "values"
        for value in (*each["error"], *each["low"], *each["high"])
        if value
    ]
    found += [value for value in data["reduced"].values() if value]
    highest = max(found, default=1.0) * ROOM
    return max(min(found, default=1.0) / ROOM, highest / MOST_SPREAD), highest
