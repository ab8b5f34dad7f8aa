"""The chart of a steered body: the path of one of its points seen from above, and how far off it is.

All that is drawn is in the data of `offline.body_study`, so that a chart can be drawn again at any time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from softrein import look
from softrein.chart_frame import halo, make_figure, save, write_title

ACROSS = [0, 2]  # x to the right and z downwards on the page: y is up
MARGIN = 0.08  # around the paths, of their size
ARROW = 0.22  # the strongest push, of the panel's width
LEAST_ARROW = 0.05  # of the strongest push: one that points so nearly up or down has no arrow
DEEPEST, SHALLOWEST = 1e-4, 0.03  # of the largest distance: between these the axis ends
ROOM = 2.0  # above and below the distances, as a factor
ALWAYS = 0.9  # of the motion: a push that lasts so long is not marked
REFERENCE = {"color": look.REFERENCE, "ls": "-", "lw": 6.0}  # what is followed: others are read on it
STYLES: dict[tuple[str, str | None], dict[str, Any]] = {  # from below to above: dashes let lines through
    ("none", None): {"color": look.colour_of("none"), "ls": look.line_of("none")},
    ("lqr", None): {"color": look.colour_of("lqr"), "ls": look.line_of("lqr")},
    ("pd", "equal_error"): {"color": look.colour_of("pd"), "ls": "--"},
    ("pd", "equal_effort"): {"color": look.paler(look.colour_of("pd"), 0.4), "ls": "-."},
}
ROLES = {  # of a rival: where it is LQR's equal, and where none is
    ("equal_error", True): "LQR’s error",
    ("equal_error", False): "nearest error",
    ("equal_effort", True): "LQR’s effort",
    ("equal_effort", False): "least effort",
}


@dataclass(frozen=True, eq=False)
class Curve:
    """A line in both panels: its name and style, the point's path (T + 1, 3) m."""

    name: str
    style: dict[str, Any]
    path: np.ndarray


def draw_equal(data: Mapping[str, Any], path: str | Path) -> None:
    """LQR beside PD of equal error and PD of equal effort, seen from above; [002], figure 6.

    Paths begin with the first push: until then all lie on the reference.
    `data` are what `offline.body_study.equal` gives. Runs that left the finite numbers are left out.
    """
    figure, axes = make_figure((11.5, 5.4), (1.0,))
    left, right = axes[0]
    reference = Curve("reference", REFERENCE, np.array(data["reference"], dtype=float))
    curves = _curves(data)
    first, _ = _first_push(data)
    write_title(left, "Seen from above")
    _draw_paths(left, [reference, *curves], data["pushes"], first)
    write_title(right, "Distance from the reference")
    _draw_distances(right, curves, reference.path, data)
    _explain(figure, left)
    save(figure, path)


def name_of_run(run: Mapping[str, Any]) -> str:
    """A run of `offline.body_study.equal` in words, as in "PD, LQR’s error"."""
    name = "PD with kd = 0" if run["parameters"].get("kd") == 0 else look.name_of(run["controller"])
    return name if run["role"] is None else f"{name}, {ROLES[run['role'], run['matched']]}"


def _curves(data: Mapping[str, Any]) -> list[Curve]:
    """The runs that stayed finite, LQR on top."""
    found = {(run["controller"], run["role"]): run for run in data["runs"] if run["path"] is not None}
    return [
        Curve(name_of_run(found[key]), style, np.array(found[key]["path"], dtype=float))
        for key, style in STYLES.items()
        if key in found
    ]


def _first_push(data: Mapping[str, Any]) -> tuple[int, int]:
    """The steps at which the first push begins and ends."""
    push = min(data["pushes"], key=lambda push: push["time"])
    begins, ends = (
        round(time / data["time_step"]) for time in (push["time"], push["time"] + push["duration"])
    )
    last = len(data["reference"]) - 2
    return min(max(begins, 0), last), min(max(ends, 0), last)


def _draw_paths(ax: Any, curves: Sequence[Curve], pushes: Sequence[Mapping[str, Any]], first: int) -> None:
    """Paths from a step on, a dot at each end, and an arrow for each push."""
    for curve in curves:
        style = {"lw": 2.0, **curve.style}
        across = curve.path[first:, ACROSS].T
        ax.plot(*across, zorder=3, solid_capstyle="round", label=curve.name, **style)
        ax.plot(*across[:, -1], "o", ms=4 + 1.5 * style["lw"], color=style["color"], mew=0, zorder=4)
    goal = {"mfc": look.REFERENCE, "mec": look.INK, "mew": 1.5}
    ax.plot(*curves[0].path[-1, ACROSS], "o", ms=14, zorder=3.5, **goal)
    ax.plot(*curves[0].path[first, ACROSS], "o", ms=10, mfc=look.PAPER, mec=look.INK, mew=2, zorder=5)
    half = _window(ax, [curve.path[first:, ACROSS] for curve in curves])
    _draw_pushes(ax, pushes, 2 * ARROW * half)


def _window(ax: Any, paths: Sequence[np.ndarray]) -> float:
    """Show a square that holds all paths (k, 2), to scale, and what is beside it; half its side, m."""
    points = np.concatenate(paths)
    low, high = points.min(axis=0), points.max(axis=0)
    half = (0.5 + MARGIN) * max(float((high - low).max()), 1e-6)
    (x, z) = (low + high) / 2
    ax.set(xlabel="x  [m]", ylabel="z  [m]")
    ax.set_aspect("equal", adjustable="datalim")  # as high as the panel beside it
    ax.set_xlim(x - half, x + half, auto=True)  # free to be wider
    ax.set_ylim(z + half, z - half, auto=True)
    ax.locator_params(nbins=6)
    return half


def _draw_pushes(ax: Any, pushes: Sequence[Mapping[str, Any]], length: float) -> None:
    """Arrows from where the reference has the point when a push begins; the strongest is `length` m long."""
    forces = [np.array(push["force"]) for push in pushes]
    strongest = max((float(np.linalg.norm(force)) for force in forces), default=0.0) or 1.0
    for push, force in zip(pushes, forces, strict=True):
        along = force[ACROSS] / strongest
        if np.linalg.norm(along) < LEAST_ARROW:
            continue
        tail = np.array(push["reference"])[ACROSS]
        tip = tail + length * along
        ax.annotate(
            "", tip, tail, zorder=7,
            arrowprops={"arrowstyle": "-|>", "color": look.PUSH, "lw": 2.6, "mutation_scale": 18,
                        "shrinkA": 7, "shrinkB": 0},
        )  # fmt: skip
        side = np.sign(along) * (1, -1)  # z grows downwards on the page
        ax.annotate(
            "push", tip, xytext=tuple(6 * side), textcoords="offset points",
            ha="left" if side[0] >= 0 else "right", va="bottom" if side[1] >= 0 else "top", zorder=8,
            color=look.PUSH, fontsize=12, fontweight="bold", path_effects=halo(),
        )  # fmt: skip


def _explain(figure: Any, ax: Any) -> None:
    """The names below both panels: paths lie on each other, so that none fits beside them."""
    lines, names = ax.get_legend_handles_labels()
    legend = figure.legend(
        lines, names, loc="outside lower center", ncols=len(names), fontsize=12, labelcolor="linecolor",
        handlelength=2.8, frameon=False,
    )  # fmt: skip
    for words in legend.get_texts():
        words.set_fontweight("bold")
        if words.get_color() == look.REFERENCE:
            words.set_color(look.FAINT_INK)


def _draw_distances(ax: Any, curves: Sequence[Curve], reference: np.ndarray, data: Mapping[str, Any]) -> None:
    """How far the point is from its reference in space, over time."""
    time = data["time_step"] * np.arange(len(reference))
    ax.set(xlabel="time  [s]", xlim=(0, time[-1]), yscale="log", ylabel="distance  [m]")
    distances = [np.linalg.norm(curve.path - reference, axis=1) for curve in curves]
    _, after = _first_push(data)
    largest = max((float(distance.max()) for distance in distances), default=0.0) or 1.0
    least = min((float(distance[after:].min(initial=largest)) for distance in distances), default=largest)
    floor = min(max(DEEPEST * largest, least / ROOM), SHALLOWEST * largest)
    ax.set_ylim(floor, ROOM * largest)
    for curve, distance in zip(curves, distances, strict=True):
        ax.plot(time, distance.clip(floor / 10), lw=2.0, zorder=3, **curve.style)
    ax.tick_params(which="minor", labelleft=False)
    _shade_pushes(ax, data["pushes"], float(time[-1]))


def _shade_pushes(ax: Any, pushes: Sequence[Mapping[str, Any]], end: float) -> None:
    """The times of the pushes."""
    for push in pushes:
        if push["duration"] < ALWAYS * end:
            ax.axvspan(
                push["time"], push["time"] + push["duration"], color=look.PUSH, alpha=0.25, lw=0, zorder=0
            )
            ax.annotate(
                "push", (push["time"], 0.985), xycoords=("data", "axes fraction"), xytext=(3, 0),
                textcoords="offset points", va="top", color=look.PUSH, fontsize=11, zorder=4,
            )  # fmt: skip
