"""The chart of `softrein verify`: paths of recorded points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from runtime.control.registry import NONE
from softrein.base import theme
from softrein.charts.frame import make_figure, save
from softrein.charts.labels import explain, write_title

if TYPE_CHECKING:
    from matplotlib.artist import Artist

AXES = "xyz"


def draw_paths(
    places: Mapping[str, np.ndarray], controller: str, path: str | Path, asked: Sequence[str] = ()
) -> None:
    """Draw the paths of recorded points, seen along each axis of space, or along those that count.

    `places` (T + 1, k, axes) m are those of `offline.verification.study.Verified`; failed runs are left
    out. `asked` has the axes that count for each path, such as "xy"; where no two are common to all, all are
    shown. Where no point is recorded, as in smoke without particles, there is no picture.
    """
    points = {name: each for name, each in places.items() if np.isfinite(each).all()}
    if not places["reference"].shape[1]:
        return
    views = list(combinations(range(points["reference"].shape[2]), 2))
    wanted = [(a, b) for a, b in views if all({AXES[a], AXES[b]} <= set(axes) for axes in asked)]
    views = wanted or views
    figure, (axes,) = make_figure((max(5.2 * len(views), 6.6), 5.4), (1.0,), len(views))
    lines: dict[str, Artist] = {}
    for ax, (one, other) in zip(axes, views, strict=True):
        write_title(ax, f"{AXES[one]} and {AXES[other]}")
        ax.set(xlabel=f"{AXES[one]}  [m]", ylabel=f"{AXES[other]}  [m]", aspect="equal", adjustable="datalim")
        ax.locator_params(nbins=6)
        for name, (words, style) in _path_styles(controller, bool(asked)).items():
            if name in points:
                drawn = ax.plot(points[name][:, :, one], points[name][:, :, other], zorder=3, **style)
                lines[words] = drawn[0]
    explain(figure, list(lines.items()))
    save(figure, path)


def _path_styles(controller: str, wanted: bool) -> dict[str, tuple[str, theme.Style]]:
    """Return name and style of each path, from below to above; the first may be `wanted`."""
    colour, free = theme.colour_of(controller), theme.style_of(NONE.name)
    name = theme.name_of(controller)
    return {
        "reference": ("wanted path" if wanted else "reference", {"color": theme.REFERENCE, "lw": 6.0}),
        "uncontrolled": ("full model, no control", free | {"lw": 1.4}),
        "reduced": (f"reduced model, {name}", {"color": theme.paler(colour, 0.5), "lw": 2.6}),
        "full": (f"full model, {name}", {"color": colour, "lw": 1.4, "ls": "--"}),
    }
