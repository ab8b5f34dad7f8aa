"""Output of `softrein robots`: tables, figures as JSON, and a page with pictures."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from softrein.base.machine import describe_machine
from softrein.base.whole_file import whole_file
from softrein.charts.suite import draw_log, draw_task, name_shown
from softrein.reports.page_parts import heading, paragraph, picture, table, text, write_page

if TYPE_CHECKING:
    from offline.robots.study import Facts, Figures, StudyResult

PAGE, FIGURES = "robots.html", "robots.json"
COLUMNS = ("rms [mm]", "largest [mm]", "rms from the start [mm]", "effort", "plan [ms]", "plan 99 % [ms]")
LOGGED = ("equilibrium rms [mm]", "full rms [mm]", "reduced rms [mm]")
ABOUT = (
    "Each controller measures the position of the followed point of the <em>full</em> model, every 10 ms "
    "and without noise, and nothing else; it commands cables and chambers within their limits. Distances "
    "are from the wanted path, after the first half second and from the very start; effort is the "
    "integral of the squared commands; plan is the time of one control, its median and its 99th "
    "percentile."
)


def tables(facts: Mapping[str, Facts]) -> Iterator[Table]:
    """Make the tables for the terminal: robots under controllers, and logs."""
    found = Table(title="Robots, on their full models", title_justify="left")
    for name in ("robot", "controller", *COLUMNS):
        found.add_column(name, justify="left" if name in {"robot", "controller"} else "right")
    for name, own in facts.items():
        for index, (controller, row) in enumerate(own["controllers"].items()):
            found.add_row("" if index else name, name_shown(controller), *_cells(row))
    yield found
    logs = {name: own["log"] for name, own in facts.items() if "log" in own}
    if logs:
        beside = Table(title="Beside what others logged", title_justify="left")
        for name in ("robot", *LOGGED):
            beside.add_column(name, justify="left" if name == "robot" else "right")
        for name, log in logs.items():
            beside.add_row(name, *_cells(log, LOGGED))
        yield beside


def write_suite(judged: StudyResult, axes: Mapping[str, str], folder: Path) -> None:
    """Write `robots.json` and `robots.html`; `axes` are those that count, by robot."""
    with whole_file(folder / FIGURES) as temporary:
        data = {"machine": describe_machine(), "robots": judged.facts}
        temporary.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    with tempfile.TemporaryDirectory() as room:
        parts = [_chapter(name, judged, axes[name], Path(room)) for name in judged.facts]
    write_page(folder / PAGE, "robots", "<h1>Robots</h1>", paragraph(ABOUT), *parts)


def _chapter(name: str, judged: StudyResult, axes: str, room: Path) -> str:
    own, places = judged.facts[name], judged.places[name]
    rows = [[name_shown(who), *_cells(row)] for who, row in own["controllers"].items()]
    rows = [[text(cell) for cell in row] for row in rows]
    content = table(("controller", *COLUMNS), rows)
    if "wanted" in places:
        draw_task(places, axes, room / f"{name}.png")
        content += picture(room / f"{name}.png", f"{name}: where it went, and how far off")
    if "log" in own:
        cells = [text(cell) for cell in _cells(own["log"], LOGGED)]
        content += "<h3>Beside a log</h3>" + table(LOGGED, [cells])
    if "logged" in places:
        draw_log(places, room / f"{name}-log.png")
        content += picture(room / f"{name}-log.png", f"{name}: a log beside both models")
    words = (
        f"{own['words'][:1].upper()}{own['words'][1:]}; {own['vertices']} vertices, reduced to {own['rank']}."
    )
    return heading(name, content, text(words))


def _cells(row: Figures, columns: Sequence[str] = COLUMNS) -> list[str]:
    """Return a row's figures as text; where there are none, the reason in the first cell."""
    if "error" in row:
        return [str(row["error"]), *[""] * (len(columns) - 1)]
    return ["-" if row[name] is None else f"{row[name]:.3g}" for name in columns]
