"""Comparison of planning controllers with LQR at the same control costs: for page, terminal and summary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.table import Table

from offline.studies.planned import AS_LOW
from runtime.control.registry import LQR
from softrein.base import theme
from softrein.reports.page_parts import paragraph, table, text

if TYPE_CHECKING:
    from softrein.facts.compared import BesideFront, Compared

ABOUT = (
    "{name} plans ahead: it minimises, within the limits, what LQR minimises without them. It has no "
    "gains to search: each row is a control cost of LQR’s front, at which both are run on the same {runs} "
    "random pushes, the first of those that all others are measured on. Figures are medians; the cost is "
    "½ (error² + control cost × effort), and its ratio the median of the ratios push by push: below 1, "
    "{name} does better. It was run at these costs alone, a dot each in the chart; the readings above "
    "interpolate between them, along LQR’s front at the same costs as along its own."
)
ABOUT_FRONTS = (
    "Here {name} is read at the control costs at which it was run, and the others’ fronts where they have "
    "the same effort: its error over theirs, on the same {runs} random pushes and on the scene’s own, to "
    "which the others were fitted. On or below: at most 2 % above, or the band reaches down to 1: from 5 to "
    "95 % of what comes out when pushes are drawn again from these (bootstrap); of few pushes it is wide."
)
BESIDE = ("pushes", "front", "readings", "on or below", "least", "largest", "its band", "at control cost")
PUSHES = {"one_push": "own", "ensemble": "random"}
COLUMNS = ("control cost", "LQR error", "error", "LQR effort", "effort", "LQR cost", "cost", "cost / LQR’s")
BOTH = (f"{what}_{who}" for what in ("error", "effort", "total") for who in (LQR.name, "other"))
FIGURES = ("control_cost", *BOTH, "total_ratio")  # keys of a row's figures, in the order of `COLUMNS`


def planned_part(data: Compared) -> str:
    """A table for each controller that plans, with words, as HTML; nothing where there is none."""
    parts = []
    for name, rows in data.get("equal_cost", {}).items():
        words = theme.name_of(name)
        parts.append(f"<h3>{text(words)} beside LQR at the same control cost</h3>")
        parts.append(paragraph(ABOUT.format(name=text(words), runs=_runs(data, name))))
        parts.append(table(COLUMNS, [[_shown(row[key]) for key in FIGURES] for row in rows]))
        if readings := data.get("beside_fronts", {}).get(name):
            parts.append(f"<h3>{text(words)} beside all fronts</h3>")
            parts.append(paragraph(ABOUT_FRONTS.format(name=text(words), runs=_runs(data, name))))
            parts.append(table(BESIDE, list(_beside(readings))))
    for name, about in data.get("grid", {}).items():
        for why in about.get("unmade", []) if isinstance(about, Mapping) else []:
            parts.append(paragraph(f"{text(theme.name_of(name))} was not run at {text(why)}."))
    return "".join(parts)


def planned_tables(data: Compared) -> Iterator[Table]:
    """The tables of `planned_part` for the terminal."""
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
    for name, readings in data.get("beside_fronts", {}).items():
        shown = Table(
            title=f"Error of {theme.name_of(name)} over that of each front at the same effort",
            title_justify="left",
            caption="On or below: at most 2 % above, or the band (bootstrap over the pushes) reaches to 1.",
            caption_justify="left",
        )
        for column in BESIDE:
            shown.add_column(column, justify="left" if column in BESIDE[:2] else "right")
        for cells in _beside(readings):
            shown.add_row(*cells)
        yield shown


def _beside(readings: Sequence[BesideFront]) -> Iterator[list[str]]:
    """A row for each kind of push and each front."""
    for kind, rival in dict.fromkeys((each["kind"], each["rival"]) for each in readings):
        these = [each for each in readings if (each["kind"], each["rival"]) == (kind, rival)]
        least, most = (which(these, key=lambda each: each["ratio"]) for which in (min, max))
        yield [
            PUSHES[kind],
            theme.name_of(rival),
            str(len(these)),
            str(sum(each["on_or_below"] for each in these)),
            theme.number(least["ratio"], 3),
            theme.number(most["ratio"], 3),
            _band(most),
            theme.number(most["control_cost"]),
        ]


def _band(reading: BesideFront) -> str:
    band = reading["band"]
    return "" if band is None else " to ".join(theme.number(end, 3) for end in band)


def planned_sentences(data: Compared) -> Iterator[str]:
    """Say each planning controller's cost relative to LQR's, over all control costs."""
    for name, rows in data.get("equal_cost", {}).items():
        ratios = [row["total_ratio"] for row in rows if row["total_ratio"] is not None]
        if ratios:
            least, most = (theme.number(ratio, 3) for ratio in (min(ratios), max(ratios)))
            yield (
                f"At the same control cost {theme.name_of(name)} has {least} to {most} times LQR’s cost, at "
                f"{len(ratios)} control costs on the first {_runs(data, name)} of these pushes."
            )
    for name, readings in data.get("beside_fronts", {}).items():
        if readings:
            yield _read_beside(theme.name_of(name), readings)


def _read_beside(name: str, readings: Sequence[BesideFront]) -> str:
    """Say where it lies relative to all fronts, and where it is farthest above one."""
    good = sum(each["on_or_below"] for each in readings)
    below = sum(each["ratio"] <= AS_LOW for each in readings)
    words = (
        f"At its own efforts {name} lies on or below the others’ fronts, within 2 %, in {below} of "
        f"{len(readings)} readings"
    )
    words += f", and within the band of a bootstrap in {good - below} more" if good > below else ""
    if good == len(readings):
        return f"{words}."
    worst = max((each for each in readings if not each["on_or_below"]), key=lambda each: each["ratio"])
    where = "the scene’s own push" if worst["kind"] == "one_push" else "random pushes"
    band = f", {_band(worst)} by a bootstrap" if worst["band"] else ""
    return (
        f"{words}; it does worst beside {theme.name_of(worst['rival'])} on {where}, with "
        f"{theme.ratio(worst['ratio'])} its error at the same effort{band}."
    )


def _runs(data: Compared, name: str) -> str:
    return str(data.get("grid", {}).get(name, {}).get("fresh_pushes", "?"))


def _shown(value: float | None) -> str:
    return "lost" if value is None else theme.number(value)
