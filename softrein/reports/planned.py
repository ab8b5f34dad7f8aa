"""Controllers that plan ahead beside LQR at the same control costs: for page, terminal and summary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table

from softrein import theme
from softrein.reports.page_parts import paragraph, table, text

ABOUT = (
    "{name} plans ahead: it minimises, within the limits, what LQR minimises without them. Nothing of it is "
    "searched: each row is a control cost of LQR’s front, at which both are run on the same {runs} random "
    "pushes, the first of those that all others are measured on. Figures are medians; the cost is ½ (error² "
    "+ control cost × effort), and its ratio the median of the ratios push by push: below 1, {name} does "
    "better. It was run at these costs alone, a dot each in the chart; the readings above interpolate "
    "between them, along LQR’s front at the same costs as along its own."
)
COLUMNS = ("control cost", "LQR error", "error", "LQR effort", "effort", "LQR cost", "cost", "cost / LQR’s")
FIGURES = (
    "control_cost", "error_lqr", "error_other", "effort_lqr", "effort_other", "total_lqr", "total_other",
    "total_ratio",
)  # fmt: skip


def planned_part(data: Mapping[str, Any]) -> str:
    """A table for each controller that plans, with words, as HTML; nothing where there is none."""
    parts = []
    for name, rows in data.get("equal_cost", {}).items():
        words = theme.name_of(name)
        parts.append(f"<h3>{text(words)} beside LQR at the same control cost</h3>")
        parts.append(paragraph(ABOUT.format(name=text(words), runs=_runs(data, name))))
        parts.append(table(COLUMNS, [[_shown(row[key]) for key in FIGURES] for row in rows]))
    for name, about in data.get("grid", {}).items():
        for why in about.get("unmade", []) if isinstance(about, Mapping) else []:
            parts.append(paragraph(f"{text(theme.name_of(name))} was not run at {text(why)}."))
    return "".join(parts)


def planned_tables(data: Mapping[str, Any]) -> Iterator[Table]:
    """The same for the terminal."""
    for name, rows in data.get("equal_cost", {}).items():
        shown = Table(
            title=f"{theme.name_of(name)} beside LQR at the same control cost: below 1 it does better",
            title_justify="left",
            caption=f"Medians over the first {_runs(data, name)} of the random pushes; cost: 1/2 (error^2 + "
            "control cost x effort).",
            caption_justify="left",
        )
        for column in COLUMNS:
            shown.add_column(column, justify="right")
        for row in rows:
            shown.add_row(*(_shown(row[key]) for key in FIGURES))
        yield shown


def planned_sentences(data: Mapping[str, Any]) -> Iterator[str]:
    """What each controller that plans leaves of LQR's cost, over all control costs."""
    for name, rows in data.get("equal_cost", {}).items():
        ratios = [row["total_ratio"] for row in rows if row["total_ratio"] is not None]
        if ratios:
            least, most = (theme.number(ratio, 3) for ratio in (min(ratios), max(ratios)))
            yield (
                f"At the same control cost {theme.name_of(name)} has {least} to {most} times LQR’s cost, at "
                f"{len(ratios)} control costs on the first {_runs(data, name)} of these pushes."
            )


def _runs(data: Mapping[str, Any], name: str) -> str:
    return str(data.get("grid", {}).get(name, {}).get("fresh_pushes", "?"))


def _shown(value: float | None) -> str:
    return "lost" if value is None else theme.number(value)
