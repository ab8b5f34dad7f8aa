"""Output of the command verify: its tables, with the sentences of `softrein.reports.verdicts`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from softrein.reports.verdicts import Figures, given, sentences
from softrein.reports.verified import quartiles_of, rows_of

if TYPE_CHECKING:
    from rich.table import Table

    from runtime.bundle.record import Bundle

__all__ = ["figures_tables", "sentences"]


def figures_tables(bundle: Bundle, figures: Figures, controller: str) -> list[Table]:
    """Make the tables for the terminal: under the scene's own pushes and, if any, under random ones."""
    from softrein.base.theme import figure, length

    off = [key for key in ("path rms", "path max") if key in figures["full"]]
    columns = ["error", effort := f"effort [{bundle.units.effort}]", *off]
    own = _empty(f"{bundle.name}: full model, the scene's pushes", columns)
    for _, words, found in rows_of(figures, controller):
        cells = [given(found[key], figure) for key in ("error", "effort")]
        own.add_row(words, *cells, *(given(found[key], length) for key in off))
    ensemble = figures["full"].get("ensemble")
    if not ensemble:
        return [own]
    columns = ["error", effort, *off, "lost"]
    many = _empty(f"{ensemble['runs']} random pushes, medians and quartiles", columns)
    for _, words, found in rows_of(figures, controller):
        cells = [_spread(found["ensemble"], key) for key in ("error", "effort")]
        cells += [given(found["ensemble"][key], length) for key in off]
        many.add_row(words, *cells, figure(found["ensemble"]["lost"]))
    return [own, many]


def _spread(found: Figures, key: str) -> str:
    """Write a median, and below it its quartiles."""
    from softrein.base.theme import figure

    quartiles = quartiles_of(found, key)
    return f"{given(found[key], figure)}\n({quartiles})" if quartiles else given(found[key], figure)


def _empty(title: str, headings: list[str]) -> Table:
    """Make a table without rows, whose figures are never broken."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD)
    for heading in ["", *headings]:
        table.add_column(heading, justify="right" if heading else "left", overflow="fold")
    return table
