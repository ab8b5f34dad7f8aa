"""Figures of bundles and runs, as plain data and as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import singledispatch
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from rich.table import Table

from offline.targets import gaps, hit, landing_gap, skin_positions, spots_of
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.control.paths import off_paths
from runtime.control.registry import LQR, NONE
from softrein.commands.planning import plan_facts
from softrein.errors import LONGEST, BundleError, one_line
from softrein.theme import figure, length, name_of, verdict_of

if TYPE_CHECKING:
    from runtime.body.shape import Shape
    from runtime.realtime import Pacing
    from runtime.run import Run

# [002], tables 1 and 2, on a laptop of 2006 (2.33 GHz Core 2 Duo).
FIGURES = (
    "reduced coordinates r", "steps T", "degrees of freedom n", "gains, computation [s]", "gains, size [MB]",
    "reduced step without control [ms]", "control [ms]", "full step [ms]",
)  # fmt: skip
GAINS_TIME, GAINS_SIZE, REDUCED, CONTROL, FULL = FIGURES[3:]
ONE_ITERATION = "reduced step of one iteration [ms]"  # beside FIGURES: the paper's steps are of one
PAPER = {
    "tshape": (24, 501, 1032, 17.5, 4.4, 0.8, 0.02, 95.0),
    "flower": (24, 1281, 12_705, 46.9, 11.2, 0.8, 0.02, 2300.0),
    "dinosaur": (30, 181, 53_178, 12.5, 2.5, 1.4, 0.03, 22_000.0),
    "fluid": (64, 90, 131_584, 8.4, 3.1, 3.0, 0.07, 78.0),
    "leaves": (64, 200, 131_584, 15.2, 6.5, 3.0, 0.07, 78.0),
}


def hits(bundle: Bundle, states: np.ndarray) -> dict[str, dict[str, Any]]:
    """For each target, whether a motion hits it and the closest approach about then (m; negative inside).

    Of who comes flying, whether it lands, and how far beyond its radius the spot is.
    """
    found: dict[str, dict[str, Any]] = {}
    shape = cast("Shape", bundle.shape)  # targets are bodies'
    for target in bundle.targets:
        if target.flight:
            gap = landing_gap(target, spots_of(shape, target, states[target.step]))
            found[target.name] = {"hit": gap <= 0, "gap": gap, "landing": True}
            continue
        skin = skin_positions(shape, target, states)
        near = slice(max(target.step - target.window, 0), target.step + target.window + 1)
        found[target.name] = {"hit": hit(target, skin), "gap": float(gaps(target, skin[near]).min())}
    return found


def distances(bundle: Bundle, states: np.ndarray) -> list[dict[str, float]]:
    """For each steered particle in smoke, how far from its reference it is at the end and at most (m)."""
    if not getattr(bundle, "particles", 0):
        return []
    ours, reference = (bundle.shape.positions(motion) for motion in (states, bundle.track.states))
    apart = np.linalg.norm(ours - reference, axis=2)
    return [{"end": float(path[-1]), "largest": float(path.max())} for path in apart.T]


def along_paths(bundle: Bundle, states: np.ndarray) -> dict[str, float]:
    """How far places are off the paths that they follow (m), see `off_paths`; of no path, nothing."""
    return off_paths(bundle.path_misses(states), bundle.dt) if bundle.paths else {}


def run_facts(bundle: Bundle, record: Run, controller: str) -> dict[str, Any]:
    """The figures of one run."""
    return {
        "controller": controller, "error": record.error, "effort": float(record.effort),
        "final deviation": float(record.deviation[-1]), "largest deviation": float(record.deviation.max()),
        **along_paths(bundle, record.states), **record.counts,
        "targets": hits(bundle, record.states), "particles": distances(bundle, record.states),
    }  # fmt: skip


def pacing_facts(pacing: Pacing, controller: str, effort: float) -> dict[str, Any]:
    """The figures of a run on the wall clock."""
    return {
        "controller": controller, "steps": pacing.steps, "steps a second": 1 / pacing.period,
        "deadlines missed": pacing.missed, "effort": effort,
        **{f"latency, {name} [us]": value * 1e6 for name, value in pacing.latency.items()},
        **{f"step, {name} [us]": value * 1e6 for name, value in pacing.compute.items()},
    }  # fmt: skip


def bundle_facts(bundle: Bundle) -> dict[str, Any]:
    """What a bundle holds."""
    return {
        "name": bundle.name, "kind": bundle.kind, **about(bundle),
        "reduced coordinates r": bundle.rank, "controls s": bundle.actuators.shape[1],
        "steps T": bundle.steps, "time step [s]": bundle.dt, "duration [s]": bundle.dt * bundle.steps,
        "endless": bundle.rewind, "controllers": ", ".join(bundle.controllers),
        "discretisation of LQR": bundle.discretisation, "pushes": len(bundle.pushes), **plan_facts(bundle),
    }  # fmt: skip


@singledispatch
def about(bundle: Bundle) -> dict[str, Any]:
    """What is particular to a kind of bundle; of any kind that is not told more of: nothing."""
    return {}


@about.register
def _about_body(bundle: BodyBundle) -> dict[str, Any]:
    return {
        "vertices": len(bundle.vertices), "tetrahedra": len(bundle.tets),
        "skin": f"{len(bundle.skin['weights'])} vertices" if bundle.skin else "none",
        "degrees of freedom n": len(bundle.free), "Newton iterations": bundle.newton_iterations,
        "up": bundle.up, "regions": ", ".join(sorted(bundle.regions)),
        "targets": ", ".join(target.name for target in bundle.targets) or "none",
        "paths": ", ".join(f"{path.region} ({path.axes})" for path in bundle.paths) or "none",
        "markers": sum(len(sensor.vertices) for sensor in bundle.sensors),
    }  # fmt: skip


@singledispatch
def markers_of(bundle: Bundle, count: int) -> list[dict[str, Any]]:
    """Proposed places of markers, the most useful first; of the noise that the bundle's sensors have."""
    raise BundleError(f"{bundle.name}: only soft bodies have markers; leave out --markers")


@markers_of.register
def _markers_of_body(bundle: BodyBundle, count: int) -> list[dict[str, Any]]:
    from offline.gains.placement import NOISE, place_markers

    noise = min((sensor.noise for sensor in bundle.sensors), default=NOISE)
    found = place_markers(bundle, count, noise)
    return [
        {"vertex": vertex, "position": bundle.vertices[vertex].tolist(), "cost": cost}
        for vertex, cost in zip(found.vertices, found.costs[1:], strict=True)
    ]


@about.register
def _about_smoke(bundle: SmokeBundle) -> dict[str, Any]:
    return {
        "cells": " x ".join(map(str, bundle.solid.shape)),
        "box [m]": f"{bundle.extent[0]:g} x {bundle.extent[1]:g}",
        "degrees of freedom n": len(bundle.vectors), "solid cells": int(bundle.solid.sum()),
        "steered particles": bundle.particles, "particles only carried": len(bundle.carried),
        "viscosity [m^2/s]": float(bundle.model.viscosity[0]), "time step's scheme": bundle.scheme,
    }  # fmt: skip


def facts_table(bundle: Bundle, measured: Mapping[str, Any] | None = None) -> Table:
    """`bundle_facts`, and what was measured besides, for the terminal."""
    return _two_columns(bundle_facts(bundle) | dict(measured or {}), bundle.description)


def record_table(facts: dict[str, Any]) -> Table:
    """Figures of a run for the terminal, targets last."""
    rows = {name: value for name, value in facts.items() if name not in {"targets", "particles"}}
    rows |= {name: length(rows[name]) for name in ("path rms", "path max") if name in rows}
    for name, found in facts.get("targets", {}).items():
        rows[f"target {name}"] = verdict_of(found)
    for number, apart in enumerate(facts.get("particles", [])):
        end, largest = length(apart["end"]), length(apart["largest"])
        rows[f"particle {number}"] = f"{end} off at the end, {largest} at most"
    return _two_columns(rows, "")


def stage_table(bundle: Bundle, path: Path) -> Table:
    """What each stage of the pipeline took and made."""
    table = Table(title=f"{bundle.name}: stages", title_justify="left")
    for heading in ("stage", "time", "memory", "size", "result"):
        table.add_column(heading, justify="left" if heading in {"stage", "result"} else "right")
    for stage in bundle.stages:
        table.add_row(
            stage["stage"], f"{stage['seconds']:.2f} s", _memory(stage), byte_words(stage.get("bytes")),
            stage["result"] + _taken_up(stage),
        )  # fmt: skip
    if path.is_file():
        table.add_row("bundle", "", "", byte_words(path.stat().st_size), path.name)
    return table


def measured_figures(bundle: Bundle) -> dict[str, Any]:
    """What the pipeline measured for tables 1 and 2 of the paper, by the names in `FIGURES`; or nothing."""
    return next((stage["figures"] for stage in bundle.stages if "figures" in stage), {})


def tuned_words(bundle: Bundle) -> str:
    """Whether the comparators that a bundle ships spend LQR's effort, or why not; empty if not known."""
    from offline.tuning.fronts import EQUAL

    found: dict[str, float] = next((stage["tuned"] for stage in bundle.stages if "tuned" in stage), {})
    efforts = {name: found.get(f"{name}, effort over LQR's") for name in bundle.gains}
    known = {name: effort for name, effort in efforts.items() if effort is not None}
    alike = [name_of(name) for name, effort in known.items() if EQUAL <= effort <= 1]
    words = [f"Tuned to LQR’s effort: {', '.join(alike)}."] if alike else []
    for name, effort in known.items():
        if effort < EQUAL:
            why = f"spends {effort:.2g} times LQR’s effort, as spending more takes it farther off"
        elif effort > 1:
            why = f"spends {effort:.2g} times LQR’s effort, the least that any of its family spends"
        else:
            continue
        words.append(f"{name_of(name)[:1].upper()}{name_of(name)[1:]} {why}.")
    return " ".join(words)


def paper_table(bundle: Bundle) -> Table | None:
    """Our figures beside tables 1 and 2 of the paper, for the scene that the paper has too."""
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
        ratio = f"{theirs / ours:.0f}" if "[s]" in name or "[ms]" in name else ""
        table.add_row(name, figure(theirs if theirs % 1 else int(theirs)), figure(ours), ratio)
        if name == REDUCED and ONE_ITERATION in measured:
            once = measured[ONE_ITERATION]
            table.add_row(
                "the same of one iteration, as the paper's", "", figure(once), f"{theirs / once:.0f}"
            )
    return table


def hits_table(data: dict[str, Any]) -> Table | None:
    """Who hits what after the scene's own push."""
    outcomes = data.get("hits", {})
    if not any(outcomes.values()):
        return None
    title = "the scene's push: who still meets the targets"
    table = Table("controller", *next(iter(outcomes.values())), title=title, title_justify="left")
    for controller, found in outcomes.items():
        table.add_row(controller, *(verdict_of(each) for each in found.values()))
    return table


def study_table(data: dict[str, Any]) -> Table | None:
    """What a comparison found besides its fronts."""
    if "survival" in data:
        title, rows = "steered particles", _smoke_rows(data)
    elif "equal" in data:
        title, rows = "LQR's equals", _body_rows(data["equal"])
    else:
        return None
    return plain(rows, title)


def _body_rows(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    ways = {"equal_error": "PD at LQR's error, own pushes", "equal_effort": "PD at LQR's effort, own pushes"}
    for run in data["runs"]:
        if run["role"] in ways and run["error_ratio"] is not None:
            words = f"{run['error_ratio']:.3g}x LQR's error at {run['effort_ratio']:.3g}x its effort"
            yield ways[run["role"]], words if run["matched"] else f"none; the nearest has {words}"
    left = data["own_cost"]["left"]
    if left is not None:
        yield "LQR as shipped leaves of the error without control", f"{100 * left:.3g} %"


def _smoke_rows(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for rival in data["equal_effort"]["rivals"]:
        if rival["role"] == "best" and rival["error_ratio"] is not None:
            words = f"{rival['error_ratio']:.3g}x LQR's error at {rival['effort_ratio']:.2f}x its effort"
            words += " (with kd = 0)" if rival["parameters"].get("kd") == 0 else ""
            yield f"best {rival['controller'].upper()} within LQR's effort, own pushes", words
    survival = data["survival"]
    for name, found in (("LQR", survival[LQR.name]), ("no control", survival[NONE.name])):
        half = found["half"]
        words = "none was found" if half is None else f"{half:.3g} {survival['unit']}"
        yield f"push of {survival['duration']:g} s from which half return, {name}", words


def _two_columns(rows: dict[str, Any], title: str) -> Table:
    return plain(((name, figure(value, 4)) for name, value in rows.items()), title)


def plain(rows: Iterable[tuple[str, str]], title: str = "") -> Table:
    """A table of two columns without a heading; each entry is one line, however long."""
    table = Table("", "", title=one_line(title, LONGEST) or None, title_justify="left", show_header=False)
    for row in rows:
        table.add_row(*(one_line(entry, LONGEST) for entry in row))
    return table


def _memory(stage: dict[str, Any]) -> str:
    """What a stage took at most, and below it what one of its worker processes did."""
    worker = stage.get("memory of a worker")
    own = byte_words(stage.get("memory"))
    return own if worker is None else f"{own}\n{byte_words(worker)} a worker"


def _taken_up(stage: dict[str, Any]) -> str:
    """That full runs are older than the time of the stage."""
    count = stage.get("taken up", 0)
    return f"; {count} taken up from before" if count else ""


def byte_words(count: float | None) -> str:
    """A number of bytes in the unit that suits it; nothing of None."""
    if count is None:
        return ""
    for unit in ("B", "kB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.2f} GB"
