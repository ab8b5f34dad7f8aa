"""A comparison as one HTML page that needs nothing else, and as a table for the terminal.

Pictures are in the page itself, and it fetches nothing. It follows the reader's choice of a light or a dark
ground. Each figure stands beside its unit and a line on what it means; a ratio is given at several places
along the fronts, those where LQR does worse included.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from softrein import __version__, look
from softrein.page_style import STYLE
from softrein.tables import bundle_facts
from softrein.whole_file import whole_file

if TYPE_CHECKING:
    from runtime.bundle import Bundle

Section = tuple["Bundle", Mapping[str, Any], Mapping[str, Path]]

KINDS = {"one_push": "the scene’s own push", "ensemble": "random pushes, medians"}
OTHERS = ("pd", "p")
FIGURES = ("error", "effort", "largest deviation")  # of a run
CAPTIONS = {
    "motion": "The motion. “Pushed” panels meet the scene’s own push, in green; the body is solid at the "
    "moments when it should hit, and the thin outline is where the reference is then.",
    "fronts": "Fronts: for each effort, the least error that any member of a family of controllers reaches. "
    "Lower and farther left is better. Dots are all members that were searched; bands are quartiles over the "
    "random pushes.",
    "over_time": "One run of each controller, with the gains that the bundle ships, on the scene’s own push.",
}
ABOUT_EFFORT = (
    "<b>Effort</b> is ∫ wᵀw dt in {unit}, where w is the feedback force that the controller adds; the forces "
    "that make the reference motion are not counted."
)
ABOUT_ERROR = (
    "<b>Error</b> is the root of the cost’s own weighted sum of squared deviations from the reference, over "
    "the motion, at single instants and at its end (Barbič and Popović 2008, equation 5). Its scale follows "
    "from the scene’s weights: compare it between controllers, not between scenes."
)
ABOUT_GAINS = (
    "kp multiplies the deviation of the reduced coordinates and kd that of their velocities (in 1/s² and 1/s "
    "where every coordinate is driven); control_cost is the weight of effort in the cost that LQR minimises."
)
ABOUT_READINGS = (
    "Places lie evenly, in logarithms, along the stretch that both fronts share. Left: both controllers "
    "tuned to the same error. Right: both tuned to the same effort. A ratio above 1 means that LQR does "
    "better there, one below 1 that it does worse."
)


def write_report(path: str | Path, sections: Sequence[Section]) -> None:
    """Write a page with one section for each bundle, its comparison's data and its pictures by name.

    The data are those of `softrein compare --json`; of the pictures, "motion", "fronts" and "over_time" are
    shown where they are there. The file appears under its name only when whole.
    """
    page = "".join(
        [
            "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>",
            "<meta name='viewport' content='width=device-width, initial-scale=1'>",
            f"<title>softrein: {_text(', '.join(bundle.name for bundle, _, _ in sections))}</title>",
            f"<style>{STYLE}</style></head><body><main>",
            *(_section(*section) for section in sections),
            f"<footer>softrein {_text(__version__)}</footer></main></body></html>\n",
        ]
    )
    with whole_file(path) as temporary:
        temporary.write_text(page, encoding="utf-8")


def comparison_table(comparison_data: Mapping[str, Any]) -> Table:
    """P and PD relative to LQR, at places along their fronts, for the terminal."""
    table = Table(
        title="PD and P beside LQR: above 1x LQR does better, below 1x worse",
        title_justify="left",
        caption="effort: integral of squared feedback; error: as weighted in the cost. Each front holds the "
        "best of a systematic search.",
        caption_justify="left",
    )
    for heading in ("pushes", "rival", "at error", "LQR effort", "rival effort", "", "at effort", "LQR error",
                    "rival error", ""):  # fmt: skip
        table.add_column(heading, justify="left" if heading in {"pushes", "rival"} else "right")
    for kind, what in (("one_push", "own"), ("ensemble", "random")):
        for other in OTHERS:
            readings = comparison_data["readings"].get(f"{kind} {other}")
            if readings is None:
                continue
            if not readings:
                table.add_row(what, look.name_of(other), "no overlap", *[""] * 7)
            for reading in readings:
                table.add_row(what, look.name_of(other), *_reading_cells(reading, _coloured))
            table.add_section()
    return table


def _section(bundle: Bundle, data: Mapping[str, Any], pictures: Mapping[str, Path]) -> str:
    unit = data.get("effort_unit", look.effort_unit(bundle))
    return "".join(
        [
            f"<h1>{_text(bundle.name)}</h1>",
            _paragraph(_text(bundle.scene.get("description", ""))),
            _figure("motion", pictures),
            _heading(
                "After the scene’s push",
                _outcomes(data, unit),
                ABOUT_ERROR,
                ABOUT_EFFORT.format(unit=_text(unit)),
            ),
            _figure("over_time", pictures),
            _heading("Error against effort", _figure("fronts", pictures)),
            _paragraph(ABOUT_READINGS),
            _readings(data),
            _heading("What was searched", _grid(data.get("grid", {}))),
            _heading("The body and its model", _facts(bundle_facts(bundle))),
            _heading("How it was made", _stages(bundle.stages)),
            _heading("The machine", _facts(data.get("machine", {}))),
        ]
    )


def _outcomes(data: Mapping[str, Any], unit: str) -> str:
    """Who hits what, and at which error and effort."""
    runs, hits = data.get("runs", {}), data.get("hits", {})
    targets = list(dict.fromkeys(target for found in hits.values() for target in found))
    rows = []
    for name in dict.fromkeys([*runs, *hits]):
        run = runs.get(name, {})
        verdicts = [_verdict(hits.get(name, {}).get(target)) for target in targets]
        figures = [look.number(run[key]) if key in run else "" for key in FIGURES]
        rows.append([_text(look.name_of(name)), *verdicts, *figures])
    headings = [*targets, "error", f"effort [{unit}]", "largest deviation [m √kg]"]
    return _table(["controller", *headings], rows)


def _verdict(found: Mapping[str, Any] | None) -> str:
    if found is None:
        return ""
    mark, style = ("✓", "hit") if found["hit"] else ("✗", "miss")
    return f"<span class='{style}'>{mark} {_text(look.verdict_of(dict(found)))}</span>"


def _readings(data: Mapping[str, Any]) -> str:
    """A table for each rival and kind of push."""
    parts = []
    for kind, what in KINDS.items():
        for other in OTHERS:
            readings = data.get("readings", {}).get(f"{kind} {other}")
            if readings is None:
                continue
            name = look.name_of(other)
            parts.append(
                f"<h3>{_text(name)} beside LQR: {_text(what)}</h3>{_paragraph(_summary(name, readings))}"
            )
            headings = ["at error", "LQR effort", f"{name} effort", f"{name} / LQR"]
            headings += ["at effort", "LQR error", f"{name} error", f"{name} / LQR"]
            parts.append(
                _table(headings, [_reading_cells(reading, _emphasised) for reading in readings], "split")
            )
    return "".join(parts)


def _summary(name: str, readings: Sequence[Mapping[str, float]]) -> str:
    """The readings of one rival in a sentence."""
    if not readings:
        return "The two fronts have no error, or no effort, in common, so there is nothing to read off."
    efforts = [reading["effort_ratio"] for reading in readings]
    errors = [reading["error_ratio"] for reading in readings]
    better = sum(ratio > 1 for ratio in (*efforts, *errors))
    return (
        f"At equal error {_text(name)} spends {_span(efforts)} times the effort of LQR; at equal effort its "
        f"error is {_span(errors)} times that of LQR. LQR is the better of the two in {better} of "
        f"{2 * len(readings)} readings."
    )


def _span(ratios: Sequence[float]) -> str:
    low, high = (f"{value:.2g}" if value < 100 else f"{value:.0f}" for value in (min(ratios), max(ratios)))
    return low if low == high else f"{low} to {high}"


def _reading_cells(reading: Mapping[str, float], show_ratio: Any) -> list[str]:
    return [
        *(look.number(reading[key]) for key in ("error", "effort_lqr", "effort_other")),
        show_ratio(reading["effort_ratio"]),
        *(look.number(reading[key]) for key in ("effort", "error_lqr", "error_other")),
        show_ratio(reading["error_ratio"]),
    ]


def _ratio(value: float) -> str:
    return f"{value:.2f}" if value < 10 else look.number(value)


def _coloured(value: float) -> str:
    return f"[{'green' if value > 1 else 'red'}]{_ratio(value)}x[/]"


def _emphasised(value: float) -> str:
    worse = " <span class='miss'>LQR worse</span>" if value < 1 else ""
    return f"<b>{_ratio(value)}×</b>{worse}"


def _grid(grid: Mapping[str, Any]) -> str:
    """Which members each family had; the numbers of pushes in words."""
    rows = []
    for name, axes in grid.items():
        if not isinstance(axes, Mapping):
            continue
        ranges = [
            f"{_text(axis)}: {span['values']} values, {_number(span['least'])} to {_number(span['largest'])}"
            for axis, span in axes.items()
            if isinstance(span, Mapping)
        ]
        rows.append([_text(look.name_of(name)), _text(axes.get("members", "")), "; ".join(ranges)])
    tuning, fresh = (_text(grid.get(key, "?")) for key in ("tuning_pushes", "fresh_pushes"))
    pushes = (
        f"Members were chosen by their medians over {tuning} random pushes; the medians in the chart and in "
        f"the tables come from {fresh} others."
    )
    return _paragraph(pushes) + _paragraph(ABOUT_GAINS) + _table(["family", "members", "parameters"], rows)


def _stages(stages: Sequence[Mapping[str, Any]]) -> str:
    """Every entry of every stage; those that are tables themselves follow below."""
    keys = list(
        dict.fromkeys(
            key for stage in stages for key, value in stage.items() if not isinstance(value, Mapping)
        )
    )
    first = [key for key in ("stage", "seconds", "bytes") if key in keys]
    keys = first + [key for key in keys if key not in first]
    rows = [[_stage_cell(key, stage.get(key)) for key in keys] for stage in stages]
    names = {"seconds": "time", "bytes": "size"}
    below = [_facts(value) for stage in stages for value in stage.values() if isinstance(value, Mapping)]
    return _table([names.get(key, key) for key in keys], rows) + "".join(below)


def _stage_cell(key: str, value: Any) -> str:
    if value is None:
        return ""
    if key == "seconds":
        return f"{value:.2f} s"
    return f"{value / 1e6:.2f} MB" if key == "bytes" else _number(value)


def _figure(name: str, pictures: Mapping[str, Path]) -> str:
    if name not in pictures:
        return ""
    data = base64.b64encode(Path(pictures[name]).read_bytes()).decode()
    return (
        f"<figure><img src='data:image/png;base64,{data}' alt='{_text(name.replace('_', ' '))}'>"
        f"<figcaption>{_text(CAPTIONS.get(name, ''))}</figcaption></figure>"
    )


def _heading(words: str, content: str, *explanations: str) -> str:
    return f"<h2>{_text(words)}</h2>{''.join(map(_paragraph, explanations))}{content}"


def _facts(facts: Mapping[str, Any]) -> str:
    rows = "".join(
        f"<tr><th>{_text(name)}</th><td>{_number(value)}</td></tr>" for name, value in facts.items()
    )
    return f"<div class='wide'><table class='facts'>{rows}</table></div>"


def _table(headings: Iterable[str], rows: Iterable[Sequence[str]], style: str = "") -> str:
    """A table; the cells are HTML already, the headings are not."""
    head = "".join(f"<th>{_text(heading)}</th>" for heading in headings)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f"<div class='wide'><table class='{style}'><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def _paragraph(html: str) -> str:
    return f"<p>{html}</p>" if html else ""


def _number(value: Any) -> str:
    """A number with three digits; anything else as text, escaped."""
    if isinstance(value, float):
        return f"{value:.3g}"
    return "" if value is None else _text(value)


def _text(value: Any) -> str:
    return escape(str(value), quote=True)
