"""The files of `softrein verify --curves`, and the chapter of a page that shows them.

The page takes the figures from the file; without one it says how to make it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.control.registry import NONE
from softrein.base import theme
from softrein.base.whole_file import whole_file
from softrein.charts.robustness import AXES, Axis, axis_of, draw_curves, lost_regions
from softrein.facts.figures import read_figures
from softrein.reports.page_parts import heading, paragraph, table, text

if TYPE_CHECKING:
    from softrein.facts.curves import Curves

CURVES, PICTURE = "curves.json", "curves.png"
TIMES = 2.0  # factor on the error up to which a controller counts as robust
HEADINGS = (
    "what differs",
    "controller",
    "error where others differ",
    "at most",
    "at most twice that",
    "body lost",
)
ABOUT = (
    "A bundle’s controllers steer the full model that it was made from, made stiffer or softer, denser or "
    "lighter, or measured late or with noise; one change at a time. Errors are medians over the same "
    "{runs} random pushes, on which nothing was tuned. A run is lost if its simulation fails, or if it "
    "ends worse under control than without; the body is lost where half of the runs are."
)
HOW = (
    "Not measured for this page. <code>softrein verify FOLDER/bundle.softrein --curves --runs 200 -o "
    "FOLDER</code>, FOLDER being that of this comparison, measures how well LQR and MPC tolerate another "
    "stiffness, density, delay and noise of the full model; <code>softrein report</code> then shows it "
    "here."
)


def read_curves(path: Path) -> Curves | None:
    """The curves in a file; None where there is none. Raises BundleError where it holds something else."""
    if not os.path.lexists(path):
        return None
    what = "no curves of `softrein verify --curves` ({}); remove it"
    return read_figures(path, partial(robustness_part, figure=lambda name: ""), what)


def write_curves(found: Mapping[str, object], folder: Path) -> Curves:
    """The figures as JSON, and their picture; returns them as they are in the file."""
    written = json.dumps(found, indent=2)
    with whole_file(folder / CURVES) as temporary:
        temporary.write_text(written + "\n", encoding="utf-8")
    data: Curves = json.loads(written)
    draw_curves(data, folder / PICTURE)
    return data


def robustness_part(data: Curves | None, figure: Callable[[str], str]) -> str:
    """The chapter: words, the picture, and a table."""
    title = "On the full model, made differently"
    if data is None:
        return heading(title, paragraph(HOW))
    rows = [[text(cell) for cell in row] for row in rows_of(data)]
    about = ABOUT.format(runs=text(int(data["runs"]))) + text(given_of(data.get("given", {})))
    return heading(title, figure("curves") + table(HEADINGS, rows), about)


def given_of(given: Mapping[str, float | None]) -> str:
    """Say how the full model differs throughout; empty where it does not."""
    said = ["state estimated from sensors by an observer"] if given.get("sensors") else []
    noise = None if given.get("sensors") else 0  # the sensors' own noise, or none
    for entry, plain in (("young", 1), ("density", 1), ("delay", 0), ("noise", noise), ("markers", 0)):
        value = given.get(entry)
        if value not in (None, plain):
            said.append(f"{AXES[entry].title.lower()} {AXES[entry].said(float(value))}")
    return f" Throughout: {', '.join(said)}." if said else ""


def rows_of(data: Curves) -> Iterator[list[str]]:
    """Yield a table row for each varied difference and controller; `HEADINGS` are the columns' titles."""
    for entry, columns in data["curves"].items():
        axis, values = axis_of(data, entry), columns["values"]
        for name, found in columns.items():
            if name in {"values", NONE.name}:
                continue
            base, known = found["error"][_nearest(values, axis)], [e for e in found["error"] if e is not None]
            yield [
                axis.title,
                theme.name_of(name),
                _figure(base),
                _figure(max(known) if len(known) == len(values) else None),
                bears(axis, values, found["error"]),
                where_lost(axis, values, found["lost"], data["runs"]),
            ]


def bears(axis: Axis, values: Sequence[float], errors: Sequence[float | None]) -> str:
    """Say between which values, about the one as made, the error is at most twice as large."""
    here = low = high = _nearest(values, axis)
    base = errors[here]
    if base is None:
        return "nowhere"

    def bearable(k: int) -> bool:
        error = errors[k] if 0 <= k < len(values) else None
        return error is not None and error <= TIMES * base

    while bearable(low - 1):
        low -= 1
    while bearable(high + 1):
        high += 1
    if low == high:
        return f"at {axis.said(values[here])} alone"
    return f"{axis.said(values[low])} to {axis.said(values[high])}"


def where_lost(axis: Axis, values: Sequence[float], lost: Sequence[int], runs: int) -> str:
    """Say at which values half of the runs are lost, and where any is lost."""
    found = [region.said(axis, values) for region in lost_regions(values, lost, runs, axis.as_made)]
    if found:
        return ", ".join(found)
    most = max(lost)
    return f"nowhere; at most {most} of {runs} runs" if most else "nowhere, and no run"


def losses(data: Curves) -> Iterator[str]:
    """Say in sentences where controllers lose the body."""
    names = dict.fromkeys(name for columns in data["curves"].values() for name in columns)
    for name in names:
        if name in {"values", NONE.name}:
            continue
        found = [
            f"{axis.title.lower()} {region.said(axis, columns['values'])}"
            for axis, columns in ((axis_of(data, entry), each) for entry, each in data["curves"].items())
            for region in lost_regions(columns["values"], columns[name]["lost"], data["runs"], axis.as_made)
        ]
        where = f"loses half of the runs, or more, with a {', '.join(found)}" if found else "keeps most runs"
        yield f"{theme.name_of(name)} {where}"


def _nearest(values: Sequence[float], axis: Axis) -> int:
    """The place of the value that is nearest to the one as made."""
    return min(range(len(values)), key=lambda k: abs(values[k] - axis.as_made))


def _figure(value: float | None) -> str:
    return "not finite" if value is None else theme.number(value)
