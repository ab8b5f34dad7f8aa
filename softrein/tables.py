"""Figures of bundles and runs, as plain data and as tables for the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.markup import escape
from rich.table import Table

from runtime.target import gaps, hit, skin_of
from softrein.look import verdict_of

if TYPE_CHECKING:
    import numpy as np

    from runtime.bundle import Bundle
    from runtime.realtime import Pacing
    from runtime.run import Run
    from runtime.target import Target

# [002], tables 1 and 2: the T-shape on a laptop of 2006 (2.33 GHz Core 2 Duo).
PAPER = {
    "reduced coordinates r": 24,
    "steps T": 501,
    "degrees of freedom n": 1032,
    "gains, computation [s]": 17.5,
    "gains, size [MB]": 4.4,
    "reduced step without control [ms]": 0.8,
    "control [ms]": 0.02,
    "full step [ms]": 95.0,
}


def skin_positions(bundle: Bundle, target: Target, states: np.ndarray) -> np.ndarray:
    """The skin (steps, k, 3, 3) m of a target's region while the body goes through `states` (steps, n)."""
    triangles = skin_of(bundle.surface, bundle.regions[target.region])
    rank = bundle.vectors.shape[1]
    return bundle.shape.positions(states[:, :rank], triangles.ravel()).reshape(len(states), -1, 3, 3)


def hits(bundle: Bundle, states: np.ndarray) -> dict[str, dict[str, Any]]:
    """For each target, whether a motion hits it and the closest approach about then (m; negative inside)."""
    found = {}
    for target in bundle.targets:
        skin = skin_positions(bundle, target, states)
        near = slice(max(target.step - target.window, 0), target.step + target.window + 1)
        found[target.name] = {"hit": hit(target, skin), "gap": float(gaps(target, skin[near]).min())}
    return found


def run_facts(bundle: Bundle, record: Run, controller: str) -> dict[str, Any]:
    """The figures of one run."""
    return {
        "controller": controller,
        "error": record.error,
        "effort": float(record.effort[-1]),
        "final deviation": float(record.deviation[-1]),
        "largest deviation": float(record.deviation.max()),
        **record.counts,
        "targets": hits(bundle, record.states),
    }


def pacing_facts(pacing: Pacing, controller: str, effort: float) -> dict[str, Any]:
    """The figures of a run on the wall clock."""
    return {
        "controller": controller,
        "steps": pacing.steps,
        "steps a second": 1 / pacing.period,
        "deadlines missed": pacing.missed,
        "effort": effort,
        **{f"latency, {name} [us]": value * 1e6 for name, value in pacing.latency.items()},
        **{f"step, {name} [us]": value * 1e6 for name, value in pacing.compute.items()},
    }


def bundle_facts(bundle: Bundle) -> dict[str, Any]:
    """What a bundle holds."""
    return {
        "name": bundle.name,
        "vertices": len(bundle.vertices),
        "tetrahedra": len(bundle.tets),
        "degrees of freedom n": len(bundle.free),
        "reduced coordinates r": bundle.vectors.shape[1],
        "controls s": bundle.actuators.shape[1],
        "steps T": bundle.steps,
        "time step [s]": bundle.dt,
        "duration [s]": bundle.dt * bundle.steps,
        "Newton iterations": bundle.newton_iterations,
        "endless": bundle.rewind,
        "controllers": ", ".join(bundle.controllers),
        "discretisation of LQR": bundle.discretisation,
        "regions": ", ".join(sorted(bundle.regions)),
        "pushes": len(bundle.pushes),
        "targets": ", ".join(target.name for target in bundle.targets) or "none",
    }


def facts_table(bundle: Bundle) -> Table:
    """`bundle_facts` for the terminal."""
    return _two_columns(bundle_facts(bundle), bundle.scene.get("description", ""))


def record_table(facts: dict[str, Any]) -> Table:
    """Figures of a run for the terminal, targets last."""
    rows = {name: value for name, value in facts.items() if name != "targets"}
    for name, found in facts.get("targets", {}).items():
        rows[f"target {name}"] = verdict_of(found)
    return _two_columns(rows, "")


def stage_table(bundle: Bundle, path: Path) -> Table:
    """What each stage of the pipeline took and made."""
    table = Table(title=f"{bundle.name}: stages", title_justify="left")
    for heading, justify in (("stage", "left"), ("time", "right"), ("size", "right"), ("result", "left")):
        table.add_column(heading, justify=justify)  # type: ignore[arg-type]
    for stage in bundle.stages:
        table.add_row(
            stage["stage"], f"{stage['seconds']:.2f} s", _bytes(stage.get("bytes")), stage["result"]
        )
    if path.is_file():
        table.add_row("bundle", "", _bytes(path.stat().st_size), path.name)
    return table


def paper_table(bundle: Bundle) -> Table | None:
    """Our figures beside tables 1 and 2 of the paper, for the scene that the paper has too."""
    measured = next((stage["figures"] for stage in bundle.stages if "figures" in stage), None)
    if bundle.name != "tshape" or measured is None:
        return None
    table = Table(
        title="beside Barbic and Popovic 2008, tables 1 and 2 (a laptop of 2006)", title_justify="left"
    )
    for heading in ("", "paper", "here", "paper / here"):
        table.add_column(heading, justify="left" if not heading else "right")
    for name, theirs in PAPER.items():
        ours = measured[name]
        ratio = f"{theirs / ours:.0f}" if "[s]" in name or "[ms]" in name else ""
        table.add_row(
            escape(name), f"{theirs:g}", f"{ours:.3g}" if isinstance(ours, float) else str(ours), ratio
        )
    return table


def hits_table(data: dict[str, Any]) -> Table | None:
    """Who hits what after the scene's own push."""
    outcomes = data.get("hits", {})
    if not any(outcomes.values()):
        return None
    table = Table(title="the scene's push: who still hits the targets", title_justify="left")
    table.add_column("controller")
    for name in next(iter(outcomes.values())):
        table.add_column(name)
    for controller, found in outcomes.items():
        table.add_row(controller, *(verdict_of(each) for each in found.values()))
    return table


def _two_columns(rows: dict[str, Any], title: str) -> Table:
    table = Table(title=title or None, title_justify="left", show_header=False)
    table.add_column()
    table.add_column()
    for name, value in rows.items():
        table.add_row(escape(name), f"{value:.4g}" if isinstance(value, float) else escape(str(value)))
    return table


def _bytes(count: int | None) -> str:
    if count is None:
        return ""
    for unit in ("B", "kB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000  # type: ignore[assignment]
    return f"{count:.2f} GB"
