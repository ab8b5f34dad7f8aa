"""Figures of bundles and runs as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from runtime.base.clock import step_at
from runtime.bundle.record import Bundle
from runtime.control.paths import UNDER_WAY
from runtime.control.registry import LQR, NONE
from softrein.base.theme import byte_words, figure, length, verdict_of
from softrein.errors import LONGEST, one_line
from softrein.facts.bundles import bundle_facts, measured_figures
from softrein.facts.compared import under
from softrein.facts.plans import Facts
from softrein.facts.published import FIGURES, ONE_ITERATION, PAPER, REDUCED
from softrein.facts.runs import touch_words

if TYPE_CHECKING:
    from softrein.facts.compared import Compared, Equal, Shares


OFF_PATHS = ("path rms", "path max")


def facts_table(bundle: Bundle, measured: Facts | None = None) -> Table:
    """Make the table of `bundle_facts`, and of further measurements, for the terminal."""
    return _two_columns(bundle_facts(bundle) | dict(measured or {}), bundle.description)


def record_table(facts: Mapping[str, Any], bundle: Bundle) -> Table:
    """Make the table of a run's figures for the terminal, in the bundle's units, targets last."""
    rows, units = dict[str, object](), bundle.units
    late = bundle.dt * min(step_at(UNDER_WAY, bundle.dt), bundle.steps // 2)
    for name, value in facts.items():
        if name in OFF_PATHS:
            rows[f"{name}, from {late:g} s on"] = length(value)
        elif name == "effort":
            rows[f"effort [{units.effort}]"] = value
        elif name.endswith(" deviation"):
            rows[f"{name} from the reference [{units.deviation}]"] = value
        elif name.startswith("off at the end"):
            rows[f"off the reference{name.removeprefix('off')} [{units.deviation}]"] = value
        elif name not in {"targets", "particles", "touches"}:
            rows[name] = value
    for name, found in facts.get("targets", {}).items():
        rows[f"target {name}"] = verdict_of(found)
    for number, apart in enumerate(facts.get("particles", [])):
        end, largest = length(apart["end"]), length(apart["largest"])
        rows[f"particle {number}"] = f"{end} off at the end, {largest} at most"
    rows |= {f"presses on {name}": touch_words(found) for name, found in facts.get("touches", {}).items()}
    return _two_columns(rows, "")


def stage_table(bundle: Bundle, path: Path) -> Table:
    """Make the table of each stage's time, memory and result."""
    table = Table(title=f"{bundle.name}: stages", title_justify="left")
    for heading in ("stage", "time", "memory", "size", "result"):
        table.add_column(heading, justify="left" if heading in {"stage", "result"} else "right")
    for stage in bundle.stages:
        table.add_row(
            stage["stage"],
            f"{stage['seconds']:.2f} s",
            _memory(stage),
            byte_words(stage.get("bytes")),
            stage["result"] + _taken_up(stage),
        )
    if path.is_file():
        table.add_row("bundle", "", "", byte_words(path.stat().st_size), path.name)
    return table


def paper_table(bundle: Bundle) -> Table | None:
    """Make a table of our figures and those of the paper's tables 1 and 2, for a scene of the paper."""
    measured = measured_figures(bundle)
    if bundle.name not in PAPER or not measured:
        return None
    table = Table(
        title="beside Barbic and Popovic 2008, tables 1 and 2 (a laptop of 2006)", title_justify="left"
    )
    for heading in ("", "paper", "here", "paper / here"):
        table.add_column(heading, justify="left" if not heading else "right")
    for name, theirs in zip(FIGURES, PAPER[bundle.name], strict=True):
        ours = measured[name]
        ratio = figure(theirs / ours, 2) if "[s]" in name or "[ms]" in name else ""
        table.add_row(name, figure(theirs if theirs % 1 else int(theirs)), figure(ours), ratio)
        if name == REDUCED and ONE_ITERATION in measured:
            once = measured[ONE_ITERATION]
            table.add_row(
                "the same of one iteration, as the paper's", "", figure(once), figure(theirs / once, 2)
            )
    return table


def hits_table(data: Compared) -> Table | None:
    """Make a table of which controller hits which target after the scene's own push."""
    outcomes = data.get("hits", {})
    if not any(outcomes.values()):
        return None
    title = "the scene's push: which controllers still meet the targets"
    table = Table("controller", *next(iter(outcomes.values())), title=title, title_justify="left")
    for controller, found in outcomes.items():
        table.add_row(controller, *(verdict_of(each) for each in found.values()))
    return table


def study_table(data: Compared) -> Table | None:
    """Make a table of the results of a comparison besides its fronts."""
    if "survival" in data:
        title, rows = "steered particles", _smoke_rows(data)
    elif "equal" in data:
        title, rows = "LQR's equals", _body_rows(data["equal"])
    else:
        return None
    return plain(rows, title)


def _body_rows(data: Equal) -> Iterator[tuple[str, str]]:
    ways = {"equal_error": "PD at LQR's error, own pushes", "equal_effort": "PD at LQR's effort, own pushes"}
    for run in data["runs"]:
        if run["role"] in ways and run["error_ratio"] is not None:
            words = f"{run['error_ratio']:.3g}x LQR's error at {run['effort_ratio']:.3g}x its effort"
            yield ways[run["role"]], words if run["matched"] else f"none; the nearest has {words}"
    left = data["own_cost"]["left"]
    if left is not None:
        yield "LQR as shipped leaves of the error without control", f"{100 * left:.3g} %"


def _smoke_rows(data: Compared) -> Iterator[tuple[str, str]]:
    for rival in data["equal_effort"]["rivals"]:
        if rival["role"] == "best" and rival["error_ratio"] is not None:
            words = f"{rival['error_ratio']:.3g}x LQR's error at {rival['effort_ratio']:.2f}x its effort"
            words += " (with kd = 0)" if rival["parameters"].get("kd") == 0 else ""
            yield f"best {rival['controller'].upper()} within LQR's effort, own pushes", words
    survival = data["survival"]
    for name, controller in (("LQR", LQR), ("no control", NONE)):
        found: Shares = under(survival, controller.name)
        half = found["half"]
        words = "none was found" if half is None else f"{half:.3g} {survival['unit']}"
        yield f"push of {survival['duration']:g} s from which half return, {name}", words


def _two_columns(rows: Mapping[str, object], title: str) -> Table:
    return plain(((name, figure(value, 4)) for name, value in rows.items()), title)


def plain(rows: Iterable[tuple[str, str]], title: str = "") -> Table:
    """Make a table of two columns without a heading; each entry is one line, however long."""
    table = Table("", "", title=one_line(title, LONGEST) or None, title_justify="left", show_header=False)
    for row in rows:
        table.add_row(*(one_line(entry, LONGEST) for entry in row))
    return table


def _memory(stage: Mapping[str, float]) -> str:
    """Write the peak memory of a stage, and below it that of one of its worker processes."""
    worker = stage.get("memory of a worker")
    own = byte_words(stage.get("memory"))
    return own if worker is None else f"{own}\n{byte_words(worker)} a worker"


def _taken_up(stage: Mapping[str, object]) -> str:
    """Say how many full runs were taken from before, which the time of the stage does not include."""
    count = stage.get("taken up", 0)
    return f"; {count} kept from before" if count else ""
