"""The command verify, and its files: figures as JSON and as a table, and pictures."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from typer import Option

from runtime.control.registry import CONTROLLERS, LQR, NONE, always_there, planners
from softrein.base.machine import describe_machine
from softrein.base.progress import progress_bars
from softrein.base.whole_file import whole_file
from softrein.commands import parts
from softrein.commands.running import NAMES
from softrein.errors import ControllerError, SceneError, shown

if TYPE_CHECKING:
    from offline.steering.mismatch import Mismatch
    from offline.verification.study import Full
    from runtime.bundle.record import Bundle

DEFAULT_RUNS = 20
ALL = "all"  # stands for all controllers


class MismatchOptions(NamedTuple):
    """Options for differences of the full model, and of the controller's knowledge of it."""

    young: Annotated[float, Option(help="Factor on Young's modulus of the full model.")] = 1.0
    density: Annotated[float, Option(help="Factor on the density of the full model.")] = 1.0
    delay: Annotated[
        int,
        Option(
            min=0,
            help="Number of time steps from a state of the full model to the control that is based on it.",
        ),
    ] = 0
    noise: Annotated[
        str | None,
        Option(
            help="Noise (rms) of the positions that the controller measures, or (standard deviation) of "
            "the markers with --sensors: in metres, or with a unit, as 1mm. By default none; with "
            "--sensors the scene's."
        ),
    ] = None
    sensors: Annotated[
        bool,
        Option(
            "--sensors",
            help="Let the controller know only what an observer estimates from the scene's sensors; "
            "the observer knows the delay.",
        ),
    ] = False

    def mismatch(self) -> Mismatch:
        """Return these options as a `Mismatch` for the closed loop."""
        from offline.steering.mismatch import Mismatch

        noise = None if self.noise is None else metres(self.noise, "--noise")
        return Mismatch(self.young, self.density, self.delay, noise, self.sensors)


class ClockOptions(NamedTuple):
    """Options for the full model's time integration."""

    substeps: Annotated[
        int,
        Option(
            min=1,
            help="Also run the full model with this number of substeps per time step, controls and "
            "loads held over them.",
        ),
    ] = 1
    newton: Annotated[
        int,
        Option(
            min=0,
            help="Also run the full model with at most this number of Newton iterations per step; 0: "
            "the scene's.",
        ),
    ] = 0


class PushOptions(NamedTuple):
    """Options for measurements besides those under the scene's own pushes."""

    runs: Annotated[
        int,
        Option(min=1, max=parts.MOST_RUNS, help="Number of random pushes, if the scene has an [ensemble]."),
    ] = DEFAULT_RUNS
    curves: Annotated[
        bool,
        Option(
            "--curves",
            help="Also vary stiffness, density, delay and noise, one at a time, for LQR, MPC and the "
            "controllers given, and draw the errors: takes some fifty times as long. With -o in the "
            "folder of a comparison, its page shows them.",
        ),
    ] = False
    over: Annotated[
        str | None,
        Option(
            "--over",
            metavar="NAME,NAME",
            help="With --curves: vary only these, of young, density, delay, noise and, with --sensors, "
            "markers.",
        ),
    ] = None


class SteeredOptions(NamedTuple):
    """Options for the motion and its controllers."""

    controller: Annotated[
        list[str] | None,
        Option(
            "-c",
            "--controller",
            metavar="NAME,NAME",
            help=f"{NAMES} Several may be given, here or by a further -c; LQR is always added; all: "
            "each that the bundle has.  [default: lqr]",
        ),
    ] = None
    motion: parts.Motion = None

    @property
    def names(self) -> list[str]:
        """The names of the given controllers, lists split at commas; LQR's if none is given."""
        return [name.strip() for words in self.controller or [LQR.name] for name in words.split(",")]

    def bundle(self, file: Path) -> Bundle:
        """Return the bundle of the motion in a file, with the gains of the controllers."""
        from softrein.api.tuning import load_with

        return load_with(file, [name for name in self.names if name != ALL], self.motion)


@parts.grouped
def verify(
    file: parts.BundleFile,
    *,
    steered: SteeredOptions,
    differs: MismatchOptions,
    finer: ClockOptions,
    measured: PushOptions,
    output: Annotated[
        Path | None,
        Option(
            "-o",
            "--output",
            help="Folder for pictures and figures; by default none, or with --curves FILE.verify.",
        ),
    ] = None,
    workers: parts.Workers = None,
    as_json: parts.AsJson = False,
) -> None:
    """Run controllers on the full model, and compare with what the reduced model promises.

    Prints error and effort of the full model without control, of the reduced model under the controller, as
    in `softrein run`, and of the full model under it: for the scene's own pushes, and for random ones as
    medians with quartiles. Several controllers (-c pd, -c pd,mpc, -c all) are shown beside LQR.

    With --substeps 4, or --newton 20, the full model also runs with finer time steps, or with more Newton
    iterations, under the same controls, pushes and loads: the difference is the error of its time
    integration.

    The full model may differ from the scene (--young 0.8 --density 1.1), and the controller may learn of its
    state late (--delay 2), with noise (--noise 1mm), or from sensors alone (--sensors).

    A run of the full model takes seconds for the T, minutes for the dinosaur. The time for all is estimated
    before they begin.
    """
    from offline.campaign.compiling import seconds_compiling
    from offline.campaign.pool import processes
    from offline.campaign.prints import motion_print
    from offline.tuning.pushes import ensemble_of
    from offline.verification import curves as all_curves
    from offline.verification.stored_runs import KEPT, keeping, source_of
    from offline.verification.study import CONTROLLED, Case, Clock, cases_of_all, full_runs, full_steps, warm
    from offline.verification.study import verify as verified
    from softrein.api.verifying import full_model_of
    from softrein.charts.verification import draw_paths
    from softrein.commands.verified import figures_tables, sentences
    from softrein.reports import robustness
    from softrein.reports.comparing import FIGURES as COMPARED
    from softrein.reports.comparing import PAGE, write_page
    from softrein.reports.robustness import losses, write_curves
    from softrein.reports.verified import FIGURES, PICTURE

    mismatch, clock, (runs, curves, over) = differs.mismatch(), Clock(*finer), measured
    both = mismatch._replace(**clock._asdict())
    both.check()
    bundle = steered.bundle(file)
    if differs.sensors:
        _ = bundle.knowledge  # raises an error if there are none
    controller, *beside = named(steered.names, bundle)
    for name in (controller, *beside):
        bundle.law(name)  # raises an error that lists the controllers, or says why one cannot be used
    further = usable(all_curves.CONTROLLERS, bundle) if curves else []
    names = list(dict.fromkeys([*further, controller, *beside]))
    if curves:
        ensemble_of(bundle)
    ready = -time.process_time()
    with progress_bars() as progress:
        full = full_model_of(bundle, file, file.with_name(file.name + ".runs"), progress)
    ready += time.process_time()  # passed to worker processes, and not part of their own start
    values = chosen(over, curves, full, bundle, mismatch)
    both.check_within(CONTROLLED[type(full.scene)].differs, bundle.name, bundle.steps)
    own = file.with_name(f"{file.name}{parts.behind(steered.motion)}.verify")
    folder = output or (own if curves else None)
    if folder is not None:
        parts.check_folder(folder, [KEPT, FIGURES, PICTURE, PAGE, robustness.CURVES, robustness.PICTURE])
    with progress_bars() as progress, processes(workers) as apply:
        each = apply if folder is None else keeping(apply, folder / KEPT, source_of(full, bundle), say_kept)
        case = Case(controller, mismatch)
        pushes = 1 + (runs if bundle.ensemble else 0)
        asked = [(cases_of_all(case, beside, clock), pushes)]
        if curves:
            asked.append((list(all_curves.cases_of(full.scene, names, mismatch, values).values()), runs))
        count = sum(full_runs(*those) for those in asked)
        steps = sum(full_steps(*those, bundle.steps) for those in asked)
        warm(full, bundle, [each for cases, _ in asked for each in cases])
        start = (1 + curves) * max(0.0, time.process_time() - ready - seconds_compiling())
        say_time(bundle, count, steps, workers, names, start)
        found = verified(full, bundle, case, runs, each, progress, beside, clock)
        if folder is not None:
            told_of = {"controller": controller, "given": mismatch._asdict(), "clock": clock._asdict()}
            write(found.figures | told_of | {"bundle": motion_print(bundle)}, folder / FIGURES)
            axes = [path.axes for path in bundle.paths]
            draw_paths(found.places, controller, folder / PICTURE, axes)
        if curves and folder is not None:
            drawn = all_curves.curves(full, bundle, names, mismatch, runs, each, progress, values)
            about = {"scene": bundle.name, "machine": describe_machine(), "bundle": motion_print(bundle)}
            written = write_curves(about | drawn, folder)
        if folder is not None and (folder / COMPARED).is_file():
            write_page([folder], folder / PAGE)
    if as_json:
        parts.print_json(found.figures)
        return
    parts.show(*figures_tables(bundle, found.figures, controller))
    for sentence in sentences(found.figures, controller):
        parts.say(f"- {sentence}")
    if curves:
        for sentence in losses(written):
            parts.say(f"- {sentence}")
    if folder is not None:
        parts.say(f"wrote {folder}/")


def chosen(
    over: str | None, curves: bool, full: Full, bundle: Bundle, mismatch: Mismatch
) -> dict[str, Sequence[float]]:
    """Return the values of the entries for curves: all by default. Raises SceneError for unknown ones."""
    from offline.verification.curves import values_of

    there = values_of(full, bundle, mismatch)
    if over is None:
        return there
    if not curves:
        raise SceneError("--over sets the axes of the curves: it needs --curves")
    names = [name.strip() for name in over.split(",")]
    for name in names:
        if name not in there:
            raise SceneError(f"--over: there is no {shown(name)} of this model; there are {', '.join(there)}")
    return {name: there[name] for name in dict.fromkeys(names)}


def say_kept(path: Path, there: int, count: int) -> None:
    """Report on standard error how many runs are not made again, if any."""
    if there:
        parts.say(f"{there} of {count} runs are in {path} and are not made again", err=True)


def metres(text: str, option: str) -> float:
    """Parse a length: metres, or a number with a unit."""
    from offline.scenes.base.quantity import Unit

    try:
        return float(Unit("m").convert(text))
    except ValueError as error:
        raise ControllerError(f"{option}: {error}") from error


def usable(names: Sequence[str], bundle: Bundle) -> list[str]:
    """Return those controllers that the bundle can have, with a warning about each of the others."""
    from softrein.errors import SoftreinError, warn

    found = list[str]()
    for name in names:
        try:
            bundle.law(name)
            found.append(name)
        except SoftreinError as error:
            warn(f"{name} has no curve: {error}")
    return found


def named(names: Sequence[str], bundle: Bundle) -> list[str]:
    """Return the named controllers, without repetition, and LQR; the first is the one that is verified.

    `ALL` stands for all controllers.
    """
    there = {*always_there(), *bundle.gains} - {NONE.name}
    everyone = [name for name in CONTROLLERS if name in there]
    found = [name for each in names for name in (everyone if each == ALL else [each])]
    return list(dict.fromkeys([*found, LQR.name]))


def say_time(
    bundle: Bundle,
    runs: int,
    steps: int,
    workers: int | None,
    controllers: Sequence[str],
    start: float,
) -> None:
    """Estimate on standard error the time for so many full `runs`, from the pipeline's measurements.

    They have so many `steps` in all. A worker process takes `start` s of a core until it is ready: the time
    that this one has spent on the same, reading packages and kernels, and a few steps of the full model.
    """
    from softrein.facts.bundles import measured_figures

    milliseconds = measured_figures(bundle).get("full step [ms]")
    there = os.cpu_count() or 1
    cores = max(1, min(runs, there if workers is None else workers, there))
    words = f"{runs} runs of the full model, {steps / max(runs, 1):,.0f} steps each"
    planning = any(each.name in controllers for each in planners())
    if milliseconds:
        starts = 0.0 if workers == 0 else start * max(1.0, min(runs, workers or there) / there)
        seconds = starts + 1e-3 * milliseconds * steps / cores
        took = f"{seconds / 60:.0f} min" if seconds > 90 else f"{seconds:.0f} s"
        words += f": about {took} on {cores} core{'s' if cores > 1 else ''}{', without planning' * planning}"
    parts.say(words, err=True)


def write(data: Mapping[str, object], path: Path) -> None:
    """Write figures as JSON; the file appears under its name only when complete."""
    with whole_file(path) as temporary:
        temporary.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
