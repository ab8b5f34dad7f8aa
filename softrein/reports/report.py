"""A comparison as one HTML page that needs nothing else, and as a table for the terminal.

Pictures are embedded in the page, and it loads nothing. It follows the reader's choice of a light or a dark
background. Each figure has its unit and a line on its meaning; a ratio is given at several places
along the fronts, including those where LQR does worse.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from rich.table import Table
from rich.text import Text

from runtime.control.registry import LQR
from softrein.base import theme
from softrein.base.kinds import of_kind
from softrein.facts.bundles import bundle_facts, tuned_words
from softrein.facts.compared import KINDS
from softrein.reports.page_parts import (
    CONTENTS,
    facts,
    heading,
    number,
    paragraph,
    picture,
    table,
    text,
    write_page,
)
from softrein.reports.planned import planned_part
from softrein.reports.robustness import robustness_part
from softrein.reports.summary import summary
from softrein.reports.verdicts import ALIKE, LESS, MORE, compared, counted
from softrein.reports.verified import verified_part

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle
    from softrein.base.theme import Hit
    from softrein.facts.compared import Compared, LongerStep, Reading

Cell = TypeVar("Cell")  # type of a table's cell
Section = tuple["Bundle", "Compared", Mapping[str, Path]]

Figure = Literal["error", "effort", "largest deviation"]  # figure of a run
FIGURES: tuple[Figure, ...] = ("error", "effort", "largest deviation")
RATIOS = ("effort_ratio", "error_ratio")  # keys of a reading
LONGER = {LQR.name: "LQR, gains of the scene’s step", "lqr made anew": "LQR, gains made anew"}
MEMORY = ("memory before", "memory", "memory of a worker")  # keys of a stage
CAPTIONS = {
    "motion": "The motion. “Pushed” panels meet the scene’s own {push}, in green; {motion}.",
    "fronts": "Fronts: for each effort, the least error that any member of a family of controllers "
    "reaches. Lower and farther left is better. Left, the search was made on the scene’s own "
    "{push} itself: every family is fitted to it, the one with most parameters most. Right, no "
    "search has seen the random pushes. Dots are all members that were run; bands are quartiles "
    "over the random pushes. Re-planning controllers were run on the first of these only, as "
    "many as the legend says, so their medians are over other pushes than the rest.",
    "over_time": "One run of each controller, with the gains that the bundle ships, on the scene’s own "
    "{push}, on which they were tuned among others. {tuned}",
    "followed": "Where the middle of the region should be, and is, on the scene’s own {push}, and how far "
    "off its path it is over time.",
    "driven": "What drives each cable and chamber on the scene’s own {push}, the feed-forward and the "
    "feedback together.",
    "equal": "A point of the body on the scene’s own {push}, under LQR and under PD controllers that are its "
    "equals in error or in effort, as in figure 6 of Barbič and Popović 2008: how far it is off its "
    "reference along the push, and in all. (The figure there has the point’s path seen from above; of a "
    "motion that swings to and fro these paths lie on each other.)",
    "tunnel": "The runs from which the basis is made, as in figure 3 of Barbič and Popović 2008: the full "
    "simulation’s own run (thick) and its randomly perturbed ones, from the circle to the dots.",
    "paths": "Paths of one steered particle, as in figure 5 of Barbič and Popović 2008: from the circle to "
    "the dots. Arrows are the pushes, squares where the reference has the particle then. Below, how far the "
    "reduced velocities z are from the reference’s, relative to the reference’s largest, since the air may "
    "be at rest at first.",
    "equal_effort": "The same particle on the scene’s own {push} under controllers of equal effort, as in "
    "figure 7 of Barbič and Popović 2008, and how far it is from its reference. They were searched on "
    "this very {push}. {final}",
    "verified": "Paths of the watched points under the scene’s own {push}, seen along each axis: true "
    "positions; those of the full model are not projected.",
    "curves": "Median errors of the full model, and below how many of the runs were lost, against each "
    "way in which it may differ from the model of the bundle. Bands are quartiles over the "
    "random pushes; dotted lines are each controller’s error on the bundle’s own model. A cross "
    "stands where half of the runs were lost, or more.",
    "survival": "How large a push is survived. Bands are 95 % intervals (Wilson) of the share that returns; "
    "the green stretch is how strong the random pushes of the comparison are.",
}
ABOUT_SUMMARY = (
    "<p>LQR, which weighs deviation against effort over the rest of the motion, is compared with controllers "
    "that pull back with gains found by a systematic search. <b>Error</b> is how far a motion is from its "
    "reference, as the scene weighs it; <b>effort</b> is the integral of the squared feedback force.</p>"
)
QUICKLY = (
    "<b>A quick comparison:</b> every family that the bundle has was searched from the same grid as by "
    "default, but to first order about LQR's run (corrected by runs where that is far off), for few rounds "
    "and on few pushes; the best of each were run, and measured on 20 at most, and its behaviour at a longer "
    "time step is left out. Figures may move when it is made without <i>--quick</i>, on as many pushes as "
    "the scene says."
)
FINAL = "The scene also weighs the end of the motion (a final cost), which the paper’s figure does not."
ABOUT_EFFORT = (
    "<b>Effort</b> is ∫ wᵀw dt in {unit}, where w is the feedback force that the controller adds; the forces "
    "that make the reference motion are not counted."
)
ABOUT_ERROR = (
    "<b>Error</b> is the root of the cost’s own weighted sum of squared deviations from the reference, over "
    "the motion, at single instants and at its end (Barbič and Popović 2008, equation 5). Its scale follows "
    "from the scene’s weights: compare it between controllers, not between scenes."
)
ABOUT_GAINS = "{gains}; control_cost is the weight of effort in the cost that LQR minimises."
ABOUT_READINGS = (
    "Readings are evenly spaced, in logarithms, along the range that both fronts share. Left: both "
    "controllers tuned to the same error. Right: both tuned to the same effort, where either leaves less "
    "than 95 % of the error without control. A ratio above 1 means that LQR does better there, one below "
    "1 that it does worse; within 5 % the two are alike."
)
ABOUT_LONGER = (
    "The members of each family’s front on the scene’s own push are run once more at a time step of {step}, "
    "with the parameters that they have. A member keeps the motion if it ends at less than ten times the "
    "error without control; of these, the factor by which the error grows, in the median and at most. The "
    "last columns set each family’s best at this step beside LQR with gains made anew for it: above 1, LQR "
    "does better."
)


def write_report(path: str | Path, sections: Sequence[Section], opening: str = "") -> None:
    """Write a page with one section for each bundle, its comparison's data and its pictures by name.

    The data are those of `softrein compare --json`; the pictures that `CAPTIONS` has words for are shown
    where they are there. `opening` is HTML that comes before the sections. The file appears under its name
    only when whole.
    """
    names = text(", ".join(bundle.title for bundle, _, _ in sections))
    summaries = heading("Summary", _summaries(sections))
    head = f"<h1>LQR and its rivals: {names}</h1>{summaries}{CONTENTS}{opening}"
    write_page(path, names, head, *(_section(*section) for section in sections))


def check_section(bundle: Bundle, data: Compared) -> None:
    """Raise the errors of a page of these figures, any of which may be missing or invalid."""
    _summaries([(bundle, data, {})])
    _section(bundle, data, {})


def _summaries(sections: Sequence[Section]) -> str:
    """Return the summaries of the sections."""
    parts = []
    for bundle, data, _ in sections:
        about = text(bundle.description)
        found = "".join(f"<li>{text(sentence)}</li>" for sentence in summary(data))
        parts.append(f"<p><b>{text(bundle.title)}.</b> {about}</p><ul>{found}</ul>")
    return ABOUT_SUMMARY + "".join(parts)


def comparison_table(comparison_data: Compared) -> Table:
    """P and PD relative to LQR, at places along their fronts, for the terminal."""
    table = Table(
        title="Rivals beside LQR: above 1x LQR does better, below 1x worse, within 5 % they are alike",
        title_justify="left",
        caption="effort: integral of squared feedback; error: as weighted in the cost. Each front holds the "
        "best of a systematic search; the scene's own push was part of that search, the random ones here "
        "were not.",
        caption_justify="left",
    )
    for column in ("pushes", "rival"):
        table.add_column(column)
    for column in ("at error", "LQR effort", "rival effort", "", "at effort", "LQR error", "rival error", ""):
        table.add_column(column, justify="right")
    grid = comparison_data.get("grid", {})
    for kind in KINDS:
        for other in theme.RIVALS:
            # controllers that plan are run on fewer fresh pushes
            first = grid.get(other, {}).get("fresh_pushes")
            what = "own" if kind == "one_push" else f"first {first}" if first else "random"
            readings = comparison_data["readings"].get(f"{kind} {other}")
            if readings is None:
                continue
            if not readings:
                table.add_row(what, theme.name_of(other), "no overlap", *[""] * 7)
            for reading in readings:
                table.add_row(what, theme.name_of(other), *_reading_cells(reading, _coloured))
            table.add_section()
    return table


def _section(bundle: Bundle, data: Compared, pictures: Mapping[str, Path]) -> str:
    unit, own = data.get("effort_unit", bundle.units.effort), of_kind(bundle, "reports")
    words = own.WORDS | {
        "push": "push" if len(bundle.pushes) == 1 else "pushes",
        "tuned": tuned_words(bundle),
        "final": FINAL if _weighs_end(bundle) else "",
    }

    def figure(name: str) -> str:
        return _figure(name, pictures, words)

    return "".join(
        [
            f"<h1>{text(bundle.title)}</h1>",
            paragraph(text(bundle.description)),
            paragraph(QUICKLY if data.get("quick") else ""),
            figure("motion"),
            heading(
                f"After the scene’s {words['push']}",
                _outcomes(data, unit, bundle.units.deviation),
                ABOUT_ERROR,
                ABOUT_EFFORT.format(unit=text(unit)),
            ),
            figure("over_time"),
            own.before_fronts(data, figure, unit),
            heading("Error against effort", figure("fronts")),
            paragraph(ABOUT_READINGS),
            _readings(data, words["push"]),
            planned_part(data),
            own.after_fronts(data, figure, unit),
            verified_part(data.get("verified"), figure),
            robustness_part(data.get("robustness"), figure),
            heading("At a longer time step", *_longer_step(data["longer_step"]))
            if "longer_step" in data
            else "",
            heading("What was searched", _grid(data.get("grid", {}), words)),
            heading(words["model"], facts(bundle_facts(bundle))),
            heading("How it was made", _stages(bundle.stages)),
            heading("The machine", facts(data.get("machine", {}))),
        ]
    )


def _weighs_end(bundle: Bundle) -> bool:
    """Whether its cost has a weight on the last state by itself."""
    return bool(bundle.costs.instants[bundle.costs.steps == bundle.steps].any())


def _outcomes(data: Compared, unit: str, deviation_unit: str) -> str:
    """Make the table of hits, errors and efforts."""
    runs, hits = data.get("runs", {}), data.get("hits", {})
    targets = list(dict.fromkeys(target for found in hits.values() for target in found))
    rows = []
    for name in dict.fromkeys([*runs, *hits]):
        run = runs.get(name, {})
        verdicts = [_verdict(hits.get(name, {}).get(target)) for target in targets]
        figures = [theme.number(run[key]) if key in run else "" for key in FIGURES]
        rows.append([text(theme.name_of(name)), *verdicts, *figures])
    headings = [*targets, "error", f"effort [{unit}]", f"largest deviation [{deviation_unit}]"]
    return table(["controller", *headings], rows)


def _verdict(found: Hit | None) -> str:
    if found is None:
        return ""
    mark, style = ("✓", "hit") if found["hit"] else ("✗", "miss")
    return f"<span class='{style}'>{mark} {text(theme.verdict_of(found))}</span>"


def _readings(data: Compared, push: str) -> str:
    """A table for each rival and kind of push."""
    parts = []
    for kind in KINDS:
        for other in theme.RIVALS:
            readings = data.get("readings", {}).get(f"{kind} {other}")
            if readings is None:
                continue
            name, what = theme.name_of(other), _pushes_met(data, other, kind, push)
            parts.append(
                f"<h3>{text(name)} beside LQR: {text(what)}</h3>{paragraph(_summary(name, readings))}"
            )
            headings = ["at error", "LQR effort", f"{name} effort", f"{name} / LQR"]
            headings += ["at effort", "LQR error", f"{name} error", f"{name} / LQR"]
            parts.append(
                table(headings, [_reading_cells(reading, _emphasised) for reading in readings], "split")
            )
    return "".join(parts)


def _pushes_met(data: Compared, other: str, kind: str, push: str) -> str:
    """Say in words under which pushes a row compares a rival with LQR.

    Controllers that plan are slow: they are compared under the first few random pushes, and at only as many
    of LQR's control costs.
    """
    grid, planned = data.get("grid", {}), bool(data.get("equal_cost", {}).get(other))
    every, own = grid.get("fresh_pushes", ""), grid.get(other, {})
    costs = f"; of LQR the same {own.get('members', '')} control costs alone" if planned else ""
    if kind == "one_push":
        return f"the scene’s own {push}{costs}"
    met = f"the first {own.get('fresh_pushes', '')} of the {every}" if planned else f"all {every}"
    return f"medians over {met} random pushes{costs}"


def _summary(name: str, readings: Sequence[Reading]) -> str:
    """The readings of one rival in a few sentences."""
    if not readings:
        return (
            "The two fronts have neither an error nor an effort in common, so there is nothing to read off."
        )
    efforts, errors = _known(readings, "effort_ratio"), _known(readings, "error_ratio")
    shares = [1 / ratio for ratio in efforts]
    words = [
        f"At equal error {text(name)} spends {_span(efforts)} times the effort of LQR, which needs "
        f"{_percents(shares)} of its."
        if efforts
        else "The errors of the two fronts do not overlap, so none is read off at equal error.",
        f"At equal effort its error is {_span(errors)} times that of LQR."
        if errors
        else "The efforts of the two fronts do not overlap, so none is read off at equal effort.",
    ]
    return " ".join([*words, f"LQR is the better of the two in {counted([*efforts, *errors])}."])


def _known(readings: Sequence[Reading], name: str) -> list[float]:
    """Return the readings; none where fronts do not overlap."""
    return [value for reading in readings if (value := reading[name]) is not None]


def _percents(shares: Sequence[float]) -> str:
    low, high = (theme.number(100 * share, 2 if share < 1 else 3) for share in (min(shares), max(shares)))
    return f"{low} %" if low == high else f"{low} to {high} %"


def _span(ratios: Sequence[float]) -> str:
    low, high = (f"{value:.2g}" if value < 99.5 else f"{value:.0f}" for value in (min(ratios), max(ratios)))
    return low if low == high else f"{low} to {high}"


def _reading_cells(reading: Reading, show_ratio: Callable[[float], Cell]) -> list[str | Cell]:
    cells: list[str | Cell] = []
    for at, of in (("error", "effort"), ("effort", "error")):
        figures = [reading[key] for key in (at, f"{of}_lqr", f"{of}_other", f"{of}_ratio")]
        there = [each for each in figures if each is not None]
        if len(there) < len(figures):
            cells += [f"no {at} in common", "", "", ""]
        else:
            cells += [*map(theme.number, there[:-1]), show_ratio(there[-1])]
    return cells


def _ratio(value: float) -> str:
    return f"{value:.2f}" if value < 10 else theme.number(value)


def _coloured(value: float) -> Text:
    return Text(f"{_ratio(value)}x", style={MORE: "green", ALIKE: "", LESS: "red"}[compared(value)])


def _emphasised(value: float) -> str:
    words = {MORE: "", ALIKE: " alike", LESS: " <span class='miss'>LQR worse</span>"}[compared(value)]
    return f"<b>{_ratio(value)}×</b>{words}"


def _longer_step(data: LongerStep) -> tuple[str, ...]:
    """Make the table of each family's front at a longer time step."""
    step = f"{number(1000 * data['step'])} ms, {data['factor']} times the scene’s own"
    if "families" not in data:
        return "", f"Not tried at a step of {step}: {text(data['reason'])}."
    rows = []
    for name, found in data["families"].items():
        readings = data["readings"].get(name, [])
        ratios = [_span(known) if (known := _known(readings, key)) else "" for key in RATIOS]
        kept = f"{found['kept']} of {found['members']}"
        title = text(LONGER.get(name, theme.name_of(name)))
        rows.append([title, kept, number(found["growth"]), number(found["worst"]), *ratios])
    headings = ["family", "keep the motion", "error grows by", "at most by"]
    headings += ["effort at equal error / LQR’s", "error at equal effort / LQR’s"]
    return table(headings, rows), ABOUT_LONGER.format(step=step)


def _grid(grid: Mapping[str, object], words: Mapping[str, str]) -> str:
    """Make the table of each family's members; the numbers of pushes in words."""
    rows = []
    for name, axes in grid.items():
        if not isinstance(axes, Mapping):
            continue
        ranges = [
            f"{text(axis)}: {span['values']} values, {number(span['least'])} to {number(span['largest'])}"
            for axis, span in axes.items()
            if isinstance(span, Mapping)
        ]
        counts = [text(axes.get(key, "")) for key in ("members", "refined")]
        rows.append([text(theme.name_of(name)), *counts, "; ".join(ranges)])
    tuning, fresh = (text(grid.get(key, "?")) for key in ("tuning_pushes", "fresh_pushes"))
    pushes = (
        f"Members were chosen by their medians over {tuning} random pushes; the medians in the chart and "
        f"in the tables come from {fresh} others. All families, LQR included, were searched in the same "
        "way: a grid and what the bundle ships, then steps about the best in several basins, which are "
        "halved when they no longer help. P’s members count as PD’s with kd = 0. Re-planning has no gains "
        "to search: see its own table."
    )
    gains = ABOUT_GAINS.format(gains=words["gains"])
    headings = ["family", "members in the grid", "more about the best", "parameters of the grid"]
    return paragraph(pushes) + paragraph(gains) + table(headings, rows)


def _stages(stages: Sequence[Mapping[str, object]]) -> str:
    """Every entry of every stage; those that are tables themselves follow below."""
    plain = {key for stage in stages for key, value in stage.items() if not isinstance(value, Mapping)}
    order = ("stage", "seconds", *MEMORY, "bytes", "taken up", *(key for stage in stages for key in stage))
    keys = [key for key in dict.fromkeys(order) if key in plain]
    rows = [[_stage_cell(key, stage.get(key)) for key in keys] for stage in stages]
    names = {
        "seconds": "time",
        "memory before": "memory at its start",
        "memory": "memory at most",
        "bytes": "size",
        "taken up": "runs from before",
    }
    below = [facts(value) for stage in stages for value in stage.values() if isinstance(value, Mapping)]
    return table([names.get(key, key) for key in keys], rows) + "".join(below)


def _stage_cell(key: str, value: object) -> str:
    if value is None:
        return ""
    if key == "seconds":
        return f"{value:.2f}&nbsp;s"
    if key in {"bytes", *MEMORY} and isinstance(value, int | float):
        return f"{value / 1e6:.2f}&nbsp;MB"
    return number(value)


def _figure(name: str, pictures: Mapping[str, Path], words: Mapping[str, str]) -> str:
    if name not in pictures:
        return ""
    caption = f"<figcaption>{text(CAPTIONS.get(name, '').format(**words))}</figcaption>"
    return picture(pictures[name], name.replace("_", " "), caption)
