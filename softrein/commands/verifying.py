"""The command verify, and what it leaves behind: figures as JSON and as a table, and pictures."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from runtime.control.registry import LQR
from softrein.commands.parts import (
    AsJson,
    BundleFile,
    Workers,
    check_folder,
    print_json,
    progress_bars,
    say,
    show,
)  # fmt: skip
from softrein.commands.running import NAMES
from softrein.errors import BundleError, ControllerError, MeshError, SceneError
from softrein.whole_file import whole_file

if TYPE_CHECKING:
    from rich.table import Table

    from runtime.bundle.record import Bundle

FIGURES, CURVES = "verify.json", "curves.json"
PATHS_PICTURE, CURVES_PICTURE = "paths.png", "curves.png"
DEFAULT_RUNS = 20


def verify(
    file: BundleFile,
    controller: Annotated[str, Option("-c", "--controller", help=NAMES)] = LQR.name,
    young: Annotated[float, Option(help="How many times as stiff the full body is.")] = 1.0,
    density: Annotated[float, Option(help="How many times as dense it is.")] = 1.0,
    delay: Annotated[
        int, Option(min=0, help="Steps from a state of the full model to the control decided by it.")
    ] = 0,
    noise: Annotated[
        str, Option(help="Of the positions that the controller is told: metres, or with a unit, as 1mm.")
    ] = "0",
    runs: Annotated[int, Option(min=1, help="Random pushes.")] = DEFAULT_RUNS,
    curves: Annotated[
        bool,
        Option(
            "--curves",
            help="Also measure LQR, MPC and the controller over stiffness, density, delay and noise, "
            "one at a time, and draw the errors: some fifty times as long.",
        ),
    ] = False,
    output: Annotated[
        Path | None,
        Option("-o", "--output", help="Folder for pictures and figures; FILE.verify with --curves."),
    ] = None,
    workers: Workers = None,
    as_json: AsJson = False,
) -> None:
    """Steer the full model with a bundle's controller, and see how much of what the bundle promises holds.

    Prints error and effort of the full model without control, of the reduced model under the controller, as
    `softrein run` has it, and of the full model under the controller: for the scene's own pushes, and as
    medians over random ones.

    The full model may differ from what the bundle was made of (--young 0.8 --density 1.1), and the
    controller may learn of its state late (--delay 2) and with noise (--noise 1mm).

    A run of the full model takes its time: seconds for the T, minutes for the dinosaur. How long all take is
    said before they begin.
    """
    from offline.campaign.pool import processes
    from offline.verification import curves as all_curves
    from offline.verification.mismatch import Mismatch
    from offline.verification.study import Case
    from offline.verification.study import verify as verified
    from runtime.bundle.file import load
    from softrein.charts.verification import draw_curves, draw_paths

    mismatch = Mismatch(young, density, delay, metres(noise, "--noise"))
    mismatch.check()
    bundle = load(file)
    bundle.law(controller)  # which says what controllers there are
    full = full_model_of(file)
    folder = output or (file.with_name(file.name + ".verify") if curves else None)
    if folder is not None:
        check_folder(folder)
    with progress_bars() as progress, processes(workers) as each:
        say_time(bundle, 2 * (1 + (runs if bundle.ensemble else 0)), workers)
        found = verified(full, bundle, Case(controller, mismatch), runs, each, progress)
        if folder is not None:
            write(found.figures, folder / FIGURES)
            draw_paths(found.places, controller, folder / PATHS_PICTURE)
        if curves and folder is not None:
            names = list(dict.fromkeys([*all_curves.CONTROLLERS, controller]))
            data = all_curves.curves(full, bundle, names, mismatch, runs, each, progress)
            write({"scene": bundle.name} | data, folder / CURVES)
            draw_curves(data, folder / CURVES_PICTURE)
    if as_json:
        print_json(found.figures)
        return
    show(figures_table(bundle, found.figures, controller))
    for sentence in sentences(found.figures):
        say(f"- {sentence}")
    if folder is not None:
        say(f"wrote {folder}/")


def full_model_of(file: Path) -> Any:
    """The full model that a bundle was made from. Raises BundleError where it cannot be made any more."""
    from offline.pipeline.stages import Places
    from offline.scenes.reading import read_scene
    from offline.verification.study import full_model
    from runtime.bundle.file import SUFFIX

    if file.suffix != SUFFIX:
        raise SceneError(f"{file}: give a bundle, made by `softrein precompute`")
    try:
        with progress_bars() as progress:
            return full_model(read_scene(file), Places(file.with_name(file.name + ".runs"), 0), progress)
    except (SceneError, MeshError) as error:
        raise BundleError(
            f"{file}: the full model that it was made from cannot be made again: {error}; put back what it "
            "names, or precompute the scene anew"
        ) from error


def metres(text: str, option: str) -> float:
    """A length as it is written: metres, or a number with a unit."""
    from offline.scenes.quantity import Unit

    try:
        return float(Unit("m").convert(text))
    except ValueError as error:
        raise ControllerError(f"{option}: {error}") from error


def say_time(bundle: Bundle, runs: int, workers: int | None) -> None:
    """How long so many runs of the full model take, about, on standard error; from what the pipeline saw."""
    from softrein.commands.tables import measured_figures

    milliseconds = measured_figures(bundle).get("full step [ms]")
    cores = max(1, min(runs, os.cpu_count() or 1) if workers is None else workers)
    words = f"{runs} runs of the full model, {bundle.steps} steps each"
    if milliseconds:
        seconds = 1e-3 * milliseconds * runs * bundle.steps / cores
        took = f"{seconds / 60:.0f} min" if seconds > 90 else f"{seconds:.0f} s"
        words += f": about {took} on {cores} core{'s' if cores > 1 else ''}"
    say(words, err=True)


def figures_table(bundle: Bundle, figures: Mapping[str, Any], controller: str) -> Table:
    """The three for the terminal."""
    from rich.table import Table

    from softrein.theme import figure, length, name_of

    words = {
        "uncontrolled": "full model, no control",
        "reduced": f"reduced model, {name_of(controller)}",
        "full": f"full model, {name_of(controller)}",
    }
    table = Table(title=f"{bundle.name}: the full model under control", title_justify="left")
    ensemble = list(ensembles(figures).values())
    off = [key for key in ("path rms", "path max") if key in figures["full"]]
    headings = ["", "error", f"effort [{bundle.units.effort}]", *off]
    if ensemble:
        headings += [f"error, {ensemble[0]['runs']} pushes", "effort", *off, "lost"]
    for heading in headings:
        table.add_column(heading, justify="right" if heading else "left")

    def cells(found: Mapping[str, Any]) -> list[str]:
        own = [given(found[key], figure) for key in ("error", "effort")]
        return own + [given(found[key], length) for key in off]

    for name, row in words.items():
        many = figures[name].get("ensemble")
        last = [] if many is None else [*cells(many), figure(many["lost"])]
        table.add_row(row, *cells(figures[name]), *last)
    return table


def given(value: float | None, figure: Any) -> str:
    """A figure, or that there is none."""
    return "given up" if value is None else str(figure(value))


def sentences(figures: Mapping[str, Any]) -> list[str]:
    """How the full model's error compares, for the scene's pushes and over the random ones."""
    from softrein.theme import number

    found = []
    for what, part in (("Scene’s pushes", figures), ("Random pushes, medians", ensembles(figures))):
        if not part:
            continue
        free, reduced, full = (part[name]["error"] for name in ("uncontrolled", "reduced", "full"))
        if full and free:
            words = f"{what}: the full model’s error is {number(full / free, 2)} of that without control"
            times = f", and {number(full / reduced, 2)} times the reduced model’s" if reduced else ""
            found.append(words + times)
    return found


def ensembles(figures: Mapping[str, Any]) -> dict[str, Any]:
    """The ensemble's part of each, if there is one."""
    return {name: each["ensemble"] for name, each in figures.items() if "ensemble" in each}


def write(data: Mapping[str, Any], path: Path) -> None:
    """Figures as JSON; under its name only when whole."""
    with whole_file(path) as temporary:
        temporary.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
