"""What the command verify prints: its table, and sentences on it, those of `softrein.reports.verdicts`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from softrein.reports.verdicts import Figures, given, sentences
from softrein.reports.verified import quartiles_of, rows_of

if TYPE_CHECKING:
    from rich.table import Table

    from runtime.bundle.record import Bundle

__all__ = ["figures_table", "sentences"]


def figures_table(bundle: Bundle, figures: Figures, controller: str) -> Table:
    """All rows for the terminal."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from softrein.base.theme import figure, length

    title = f"{bundle.name}: the full model under control"
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD)
    ensemble = figures["full"].get("ensemble")
    off = [key for key in ("path rms", "path max") if key in figures["full"]]
    headings = ["", "error", f"effort [{bundle.units.effort}]", *off]
    if ensemble:
        headings += [f"error, {ensemble['runs']} pushes", "quartiles", "effort", "quartiles", *off, "lost"]
    for heading in headings:
        table.add_column(heading, justify="right" if heading else "left", no_wrap=not heading)
    for _, words, found in rows_of(figures, controller):
        cells = [given(found[key], figure) for key in ("error", "effort")]
        cells += [given(found[key], length) for key in off]
        if ensemble:
            many = found["ensemble"]
            for key in ("error", "effort"):
                cells += [given(many[key], figure), quartiles_of(many, key)]
            cells += [given(many[key], length) for key in off] + [figure(many["lost"])]
        table.add_row(words, *cells)
    return table
