"""The results of `softrein verify`: its rows in words, and its chapter on the page of a comparison."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from runtime.control.registry import LQR
from softrein.base import theme
from softrein.facts.figures import read_figures
from softrein.reports.page_parts import heading, table, text
from softrein.reports.robustness import given_of
from softrein.reports.verdicts import Figures, given, sentences

FIGURES, PICTURE = "verify.json", "paths.png"
ROWS = {
    "uncontrolled": "full, no control",
    "reduced": "reduced, {}",
    "full": "full, {}",
    "fine uncontrolled": "full, finer clock, no control",
    "fine": "full, finer clock, {}",
}
LENGTHS = {"path rms": "off its path, rms", "path max": "at most"}
ABOUT = (
    "The bundle’s controller steers the full model that it was made from, with all its unknowns, beside "
    "the reduced one. Positions are true ones, not projected."
)


def rows_of(figures: Figures, controller: str) -> Iterator[tuple[str, str, Figures]]:
    """Each row's key, what it is called and its figures: of `controller`, then of those beside it."""
    groups = [(controller, figures), *figures.get("beside", {}).items()]
    for name, found in groups:
        for key, words in ROWS.items():
            if key in found:
                yield key, words.format(theme.name_of(name)), found[key]


def spread(found: Figures, entry: str) -> str:
    """A median with its quartiles, as far as there are any, in brackets."""
    median, quartiles = given(found[entry], theme.number), quartiles_of(found, entry)
    return f"{median} ({quartiles})" if quartiles else median


def quartiles_of(found: Figures, entry: str) -> str:
    """The lower and the upper quartile, with two digits; nothing where there are none."""
    quartiles = found.get(f"{entry} quartiles")
    if quartiles is None or found[entry] is None:
        return ""
    low, high = (given(value, lambda value: theme.number(value, 2)) for value in quartiles)
    return f"{low} to {high}"


def read_verified(path: Path) -> Figures | None:
    """The figures in a file; None where there is none. Raises BundleError where it holds something else."""
    if not os.path.lexists(path):
        return None
    what = "no figures of `softrein verify` ({}); remove it"
    return read_figures(path, partial(verified_part, figure=lambda name: ""), what)


def verified_part(data: Figures | None, figure: Callable[[str], str]) -> str:
    """Return the chapter: a table, sentences on it, and the paths of recorded points; or nothing."""
    if data is None:
        return ""
    lengths = [key for key in LENGTHS if key in data["full"]]
    runs = data["full"].get("ensemble", {}).get("runs")
    headings = ["", "error", "effort", *(LENGTHS[key] for key in lengths)]
    if runs is not None:
        many = f"error, {int(runs)} random pushes: median and quartiles"
        headings += [many, *headings[2:], "lost"]
    rows, controller = [], data.get("controller", LQR.name)
    for _, words, found in rows_of(data, controller):
        cells = [text(words), *(given(found[key], theme.number) for key in ("error", "effort"))]
        cells += [given(found[key], theme.length) for key in lengths]
        if runs is not None:
            many = found["ensemble"]
            cells += [spread(many, entry) for entry in ("error", "effort")]
            cells += [given(many[key], theme.length) for key in lengths]
            cells.append(theme.figure(many["lost"]))
        rows.append(cells)
    about = ABOUT + text(given_of(data.get("given", {})) + clock_of(data))
    said = "".join(f"<li>{text(sentence)}.</li>" for sentence in sentences(data, controller))
    return heading("On the full model", f"{figure('verified')}<ul>{said}</ul>{table(headings, rows)}", about)


def clock_of(data: Figures) -> str:
    """Describe the finer time integration in a sentence; empty where there is none."""
    clock = data.get("clock", {})
    substeps, newton = int(clock.get("substeps", 1)), int(clock.get("newton", 0))
    if substeps == 1 and newton == 0:
        return ""
    iterations = f", of at most {newton} iterations each" if newton else ""
    steps = f"{substeps} steps for one" if substeps > 1 else "the same steps"
    return f" The finer clock takes {steps}{iterations}; controls, pushes and loads are held over them."
