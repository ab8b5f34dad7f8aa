"""A picture of recorded and simulated markers over time, as written by `softrein identify`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from softrein.base import theme
from softrein.base.whole_file import whole_file

if TYPE_CHECKING:
    from offline.identification.identify import Identified

MOST = 6  # most markers drawn: those that move most


def draw_recorded(found: Identified, path: Path) -> None:
    """A row a marker: x, y and z from its first place over time, recorded as dots, simulated as a line."""
    import numpy as np
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    def reach(each: tuple[str, np.ndarray, np.ndarray, np.ndarray]) -> float:
        return float(np.nanmax(np.nanmax(each[2], axis=0) - np.nanmin(each[2], axis=0)))

    drawn = sorted(found.paths, key=reach, reverse=True)[:MOST]
    figure = Figure(figsize=(9, 1.2 + 1.6 * len(drawn)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(len(drawn), 3, squeeze=False, sharex=True)
    for row, (label, times, recorded, simulated) in zip(axes, drawn, strict=True):
        first = recorded[np.isfinite(recorded).all(axis=1)][0]
        for axis, name, a, b in zip(row, "xyz", (recorded - first).T, (simulated - first).T, strict=True):
            axis.plot(times - found.shift, 1e3 * a, ".", markersize=2, color=theme.REFERENCE)
            axis.plot(times - found.shift, 1e3 * b, linewidth=1, color="black")
            axis.set_title(f"{label}, {name} [mm]", fontsize=8)
    for axis in axes[-1]:
        axis.set_xlabel("time [s]")
    figure.suptitle("recorded (dots) and simulated (lines)", fontsize=9)
    with whole_file(path) as temporary:
        figure.savefig(temporary, dpi=120, format="png")
