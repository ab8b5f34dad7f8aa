"""Commands that run a bundle: run, export, and view."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypedDict, cast

from typer import Argument, Option

from runtime.bundle.endless import MOST_ROUNDS
from runtime.control.registry import CONTROLLERS, LQR, MPC, NONE
from softrein.base.progress import progress_bars
from softrein.base.whole_file import check_writable
from softrein.commands.parts import AsJson, BundleFile, Motion, grouped, print_json, say, show, told_with
from softrein.errors import ControllerError, SimulationError, SoftreinError, warn

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle
    from runtime.plant.push import Push
    from runtime.simulator import Simulator
    from softrein.export.c.gains import Loss
    from softrein.facts.plans import Facts
    from softrein.viewer.viewing import Listening

FEWEST_STEPS = 20  # a motion of fewer steps is warned of
NAMES = f"{', '.join(sorted({*CONTROLLERS} - {NONE.name}))} or none; spd is stable PD, timed is timed PD."
DIGITS = ", ".join(f"{digit} {each.words}" for digit, each in enumerate(CONTROLLERS.values(), 1))


class RunOptions(NamedTuple):
    """Options for which run of a bundle is made."""

    controller: Annotated[str, Option("-c", "--controller", help=NAMES)] = LQR.name
    motion: Motion = None
    undisturbed: Annotated[bool, Option("--undisturbed", help="Leave out the scene's pushes.")] = False
    seed: Annotated[
        int | None, Option(min=0, help="Random seed for pushes with noise; by default the scene's.")
    ] = None
    dt: Annotated[
        str | None, Option(help="Time step, instead of the scene's: in seconds, or with a unit, as 5ms.")
    ] = None

    def loaded(self, file: Path) -> Bundle:
        """Return the bundle in a file, with controller and noise, but not yet at another step."""
        if self.undisturbed and self.seed is not None:
            raise SoftreinError("--undisturbed leaves out the pushes whose noise --seed draws: leave one out")
        from softrein.api.tuning import load_with

        return reseeded(load_with(file, [self.controller], self.motion), self.seed)

    def bundle(self, file: Path) -> Bundle:
        """Return that bundle, at the given step."""
        return self.at_its_step(self.loaded(file))

    def at_its_step(self, own: Bundle) -> Bundle:
        """Return a loaded bundle at the given step; warn where that is long for the pushes or the motion."""
        found = at_another_step(own, self.dt)
        if found.dt > own.dt:
            self._warn_of_long_steps(own, found)
        return found

    def _warn_of_long_steps(self, own: Bundle, found: Bundle) -> None:
        """Warn where a longer step is too long for the pushes or the motion."""
        lasting = [] if self.undisturbed else [push.duration for push in own.pushes]
        brief = [duration for duration in lasting if own.dt <= duration < found.dt]
        if brief or found.steps < FEWEST_STEPS <= own.steps:
            why = f"a push of {min(brief):g} s is over within one" if brief else "little can be seen of it"
            warn(
                f"--dt: the motion has {found.steps} steps of {found.dt:g} s, and {why}: take a shorter step"
            )


class PaceOptions(NamedTuple):
    """Options of a run on the wall clock."""

    realtime: Annotated[
        bool, Option("--realtime", help="Pace the run by the wall clock, and report latencies.")
    ] = False
    rate: Annotated[
        float | None,
        Option(help="Steps per second, with --realtime; by default one over the time step."),
    ] = None
    lasting: Annotated[
        float | None,
        Option(help="Repeat the motion for this number of seconds, with --realtime."),
    ] = None


class PictureOptions(NamedTuple):
    """Options for pictures of a run."""

    picture: Annotated[
        Path | None, Option(help="Write a picture (.png) of the run, beside the run without control.")
    ] = None
    movie: Annotated[Path | None, Option(help="Write a movie (.mp4, .webp, .gif) of the run, 5 s long.")] = (
        None
    )
    # a former option without effect: the page does what it did
    window: Annotated[bool, Option("--window", hidden=True)] = False


class AddressOptions(NamedTuple):
    """Options for where a page is served."""

    port: Annotated[int, Option(min=0, max=65535, help="Port to listen on; 0: any that is free.")] = 0
    host: Annotated[
        str,
        Option(
            metavar="ADDRESS", help="Address to listen on; the default can be reached from this machine only."
        ),
    ] = "127.0.0.1"
    certificate: Annotated[
        Path | None, Option(metavar="FILE", help="Serve over https, with this certificate (PEM).")
    ] = None
    key: Annotated[
        Path | None,
        Option(metavar="FILE", help="The certificate's private key (PEM), if it is in another file."),
    ] = None

    def listening(self) -> Listening:
        """Return that; SoftreinError for a key without its certificate, or files that are none."""
        from softrein.viewer.serving.security import tls_context
        from softrein.viewer.viewing import Listening

        if self.key is not None and self.certificate is None:
            raise SoftreinError(f"--key {self.key}: give its certificate too, with --certificate")
        tls = None if self.certificate is None else tls_context(self.certificate, self.key)
        return Listening(self.host, self.port, tls)


class COptions(NamedTuple):
    """Options for a model and its controller as C."""

    folder: Annotated[
        Path | None,
        Option("--c", metavar="FOLDER", help="Instead of a run: the model under control as plain C."),
    ] = None
    fmu: Annotated[
        Path | None,
        Option("--fmu", metavar="FILE", help="Instead of a run: the same as FILE.fmu, for co-simulation."),
    ] = None
    single: Annotated[bool, Option("--float", help="With --c or --fmu: in single precision.")] = False


class Plans(TypedDict, total=False):
    """The given fields of `runtime.control.planning.options.Replanning`."""

    horizon: int
    iterations: int
    every: int
    block: int
    budget: float


class PlanOptions(NamedTuple):
    """Options of re-planning that replace the scene's."""

    horizon: Annotated[
        int | None, Option(help=f"{MPC.words}: number of steps to look ahead; by default the scene's.")
    ] = None
    iterations: Annotated[
        int | None, Option(help=f"{MPC.words}: iterations per plan; by default the scene's.")
    ] = None
    every: Annotated[
        int | None,
        Option(help=f"{MPC.words}: number of steps from one plan to the next; by default the scene's."),
    ] = None
    block: Annotated[
        int | None,
        Option(
            help=f"{MPC.words}: number of steps for which a plan holds each control; by default the scene's."
        ),
    ] = None
    budget: Annotated[
        str | None,
        Option(
            help=f"{MPC.words}: time for a plan, after which the best so far is used: in seconds, or "
            "with a unit, as 2ms; by default the scene's."
        ),
    ] = None

    def given(self) -> Plans:
        """Return those that are given."""
        budget = None if self.budget is None else seconds(self.budget, "--budget")
        found = self._replace(budget=None)._asdict() | {"budget": budget}
        return cast(Plans, {name: value for name, value in found.items() if value is not None})


@grouped
def run(
    file: BundleFile,
    *,
    which: RunOptions,
    pace: PaceOptions,
    rounds: Annotated[
        int | None,
        Option(
            min=1,
            max=MOST_ROUNDS,
            help="Repeat the motion this number of times, and print the deviation at the end of each round.",
        ),
    ] = None,
    pictures: PictureOptions,
    preview: Annotated[
        bool,
        Option(
            "--preview",
            help=(
                "Let the controller preview each push from its start; by default it does not know of pushes."
            ),
        ),
    ] = False,
    plans: PlanOptions,
    as_json: AsJson = False,
) -> None:
    """Run a motion once, with the scene's pushes.

    Prints error, effort and hits; with --realtime, how well the loop kept up with the clock.
    """
    from softrein.commands.tables import record_table
    from softrein.facts.runs import run_facts

    controller, (picture, movie, window) = which.controller, pictures
    check_pictures(pace, rounds, picture, movie)
    if window:
        warn("--window is gone: `softrein view` opens instead, where a digit key chooses a controller")
        view(file)
        return
    bundle, options = which.bundle(file), plans.given()
    pushes = [] if which.undisturbed else bundle.pushes
    if pace.realtime:
        facts = paced(bundle, controller, pushes, pace, preview, options)
    else:
        record = bundle.run(pushes, controller, preview, **options)
        facts = run_facts(bundle, record, controller)
        if rounds is not None:
            from runtime.bundle.endless import seam_deviations

            with progress_bars() as progress:
                ends = seam_deviations(bundle, rounds, controller, pushes, preview, progress, **options)
            facts |= {f"off at the end of round {i}": float(end) for i, end in enumerate(ends, 1)}
        if picture is not None:
            from softrein.pictures.motion import render_run

            free = None
            if controller != NONE.name:
                with suppress(SimulationError):  # the picture is then without it
                    free = bundle.run(pushes, NONE.name)
            render_run(bundle, record, picture, bool(pushes), controller, uncontrolled=free)
        if movie is not None:
            from softrein.pictures.motion import render_movie

            with progress_bars() as progress:
                render_movie(
                    bundle, record, movie, pushed=bool(pushes), controller=controller, progress=progress
                )
    if as_json:
        print_json(facts)
        return
    show(record_table(facts, bundle))
    for path in filter(None, (picture, movie)):
        say(f"wrote {path}")


@grouped
def export(
    file: BundleFile,
    *,
    output: Annotated[
        Path | None,
        Option(
            "-o",
            "--output",
            help="The run to write: FILE.vtkhdf, FILE.usda or FOLDER.obj-sequence; or a page, PAGE.html.",
        ),
    ] = None,
    gains: Annotated[
        Path | None,
        Option(
            help="Instead of a run: FILE.npz or FILE.mat with gains, Jacobians, cost-to-go and reference. "
            "With --c or --fmu: keyed or stationary."
        ),
    ] = None,
    c: COptions,
    which: RunOptions,
    fps: Annotated[
        float | None,
        Option(help="Frames per second; by default every step for .vtkhdf, and 30 for the others."),
    ] = None,
    plans: PlanOptions,
    as_json: AsJson = False,
) -> None:
    """Write a run for ParaView, Blender or Houdini; or what runs without Python: a page, C, gains.

    The run is that of `softrein run`; the ending of its name says in which format it is written.

    FILE.vtkhdf: moving tetrahedra, for ParaView 5.12 or newer; 36 bytes per vertex and step. Smoke is a grid
    with density and velocity, 16 bytes per cell and step before compression, and FILE.particles.vtkhdf.

    FILE.usda: surface and targets, or particles and 4,000 points of smoke, for Blender and Houdini; 70 bytes
    per vertex and frame. Set Blender's frame rate to the file's, 30 per second by default.

    FOLDER.obj-sequence: 0001.obj ... and frames.json with their times; 135 bytes per vertex and frame. Not
    for smoke.

    PAGE.html: a body in the page of `softrein view`, in one file that needs no server, with all controllers
    of fixed gains, -c in charge at first (docs/page.md).

    --gains FILE.npz (NumPy) or FILE.mat (MATLAB): A, B, K and P of each step, places and goals of paths, the
    reference and its feed-forward. docs/tutorials/5-a-silicone-finger.md lists them.

    --c FOLDER: NAME.c and NAME.h, a body or smoke under LQR (-c) in C99 with no library but libm. Gains are
    those of every step; with --gains keyed those at key instants, with --gains stationary one matrix. With
    -c mpc it re-plans, by --horizon, --iterations and --every (docs/c.md).

    --fmu FILE.fmu: the same for co-simulation by FMI 3.0, with its sources, and a library for this platform
    where there is a C compiler.
    """
    from runtime.control.mpc import Replanner
    from softrein.base.theme import byte_words
    from softrein.export.gains import check_affine, check_gains_file
    from softrein.export.page.write import SUFFIX as PAGE
    from softrein.export.run import check_export, export_run, size_on_disk

    check_plans(plans.given(), which.controller, c)
    if c.folder is not None or c.fmu is not None:
        if output is not None or which.undisturbed or which.seed is not None or fps is not None:
            raise SoftreinError("--c and --fmu write no run: leave -o, --undisturbed, --seed and --fps out")
        if c.folder is not None and c.fmu is not None:
            raise SoftreinError("give --c FOLDER or --fmu FILE.fmu, one of them")
        check_affine(which.controller, Replanner)
        bundle = which.bundle(file)
        bundle = replace(bundle, replanning=replace(bundle.replanning, **plans.given()))
        write_c(bundle, c, which.controller, gains, as_json)
        return
    if c.single:
        raise SoftreinError("--float is for --c FOLDER and --fmu FILE.fmu")
    if (output is None) == (gains is None):
        raise SoftreinError(
            "give -o (a run), --gains (what controls it), --c (both as C) or --fmu (for co-simulation), "
            "one of them"
        )
    if gains is not None:
        if which.undisturbed or which.seed is not None or fps is not None:
            raise SoftreinError("--gains writes no run: leave --undisturbed, --seed and --fps out")
        check_gains_file(gains)
        check_affine(which.controller)
        write_gains(which.bundle(file), gains, which.controller, as_json)
        return
    assert output is not None
    if output.suffix == PAGE:
        if which.undisturbed or which.seed is not None or fps is not None:
            raise SoftreinError(f"{output}: a page is no run: leave --undisturbed, --seed and --fps out")
        check_affine(which.controller)
        write_page(which.bundle(file), output, which.controller, as_json)
        return
    check_export(output)
    own = which.loaded(file)
    check_export(output, own)
    bundle = which.at_its_step(own)
    pushes = [] if which.undisturbed else bundle.pushes
    record = bundle.run(pushes, which.controller, **plans.given())
    with progress_bars() as progress:
        made = export_run(bundle, record, output, fps, which.controller, progress)
    if as_json:
        print_json(made.data())
        return
    for path in made.files:
        held = f"{made.frames} frames over {made.seconds:.4g} s, {byte_words(size_on_disk(path))}"
        say(f"wrote {path}: {held}")


def check_plans(options: Mapping[str, object], controller: str, c: COptions) -> None:
    """Raise SoftreinError for options of re-planning that an export would not use."""
    if options and controller != MPC.name:
        raise SoftreinError(f"--{next(iter(options))} is an option of re-planning: give -c {MPC.name}, too")
    refused = [name for name in ("budget", "block") if name in options]
    if refused and (c.folder is not None or c.fmu is not None):
        raise SoftreinError(
            f"--{refused[0]} is not possible with C, where plans have no blocks of steps and no time limit"
        )


def write_c(bundle: Bundle, c: COptions, controller: str, gains: Path | None, as_json: bool) -> None:
    """Write the files of `export --c` and `--fmu`, and report them."""
    from softrein.base.theme import byte_words
    from softrein.export.c.fmu import export_fmu
    from softrein.export.c.gains import KINDS, in_json
    from softrein.export.c.write import export_c

    if gains is not None and str(gains) not in KINDS:
        given = "--c" if c.fmu is None else "--fmu"
        raise SoftreinError(f"--gains {gains}: with {given}, give {' or '.join(KINDS)}, or leave it out")
    kind, built = None if gains is None else str(gains), True
    if c.folder is not None:
        made = export_c(bundle, c.folder, controller, c.single, kind)
    else:
        assert c.fmu is not None
        made, built = export_fmu(bundle, c.fmu, controller, c.single, kind)
    if as_json:
        print_json(
            {
                "files": list(map(str, made.files)),
                "bytes": made.constants,
                "gains": made.keys,
                "loss": in_json(made.loss),
                "steps ahead": made.ahead,
                "elastic forces in double": made.wide,
                **({} if c.fmu is None else {"library": built}),
            }
        )
        return
    words = "one matrix of gains" if made.keys == 1 else f"{made.keys} matrices"
    if made.ahead is not None:
        words = f"plans of {made.ahead} steps"
    say(f"wrote {' and '.join(map(str, made.files))}: {byte_words(made.constants)} of constants, {words}")
    if not built:
        say("there is no C compiler, so the file holds no library for this platform; set CC to a compiler")
    if made.wide:
        say("elastic forces stay in double precision: rounding them would change the motion")
    if made.loss is not None:
        say(_in_words(made.loss))


def write_page(bundle: Bundle, output: Path, controller: str, as_json: bool) -> None:
    """Write the page of `export -o PAGE.html`, and report it."""
    from softrein.base.theme import byte_words
    from softrein.export.page.write import export_page

    made = export_page(bundle, output, controller)
    if as_json:
        print_json(made.data())
        return
    say(f"wrote {output}: {byte_words(made.bytes)}, with {', '.join(made.controllers)}")
    for name, loss in made.losses.items():
        say(f"{name}: gains at key instants; {_in_words(loss)}")


def _in_words(loss: Loss) -> str:
    """Write the increase of the cost of pushes as a share of it: 0.071 is 7.1% more."""
    part = loss.part
    if part is None:
        return f"the cost of using fewer gains is not known: {loss.why}"
    if not math.isfinite(part):
        more = "infinitely more (a run is lost) than"
    elif part > 0.9:
        more = f"{1 + part:.3g} times as much as"
    else:
        more = f"{100 * abs(part):.2g}% {'more' if part > 0 else 'less'} than"
    return f"pushes cost {more} under the gains of every step (measured on {loss.why})"


def write_gains(bundle: Bundle, output: Path, controller: str, as_json: bool) -> None:
    """Write the file of `export --gains`, and report it."""
    from softrein.base.theme import byte_words
    from softrein.export.gains import export_gains

    found = export_gains(bundle, output, controller)
    shapes = {name: array.shape for name, array in found.items()}
    if as_json:
        print_json({"file": str(output), "shapes": shapes, "bytes": output.stat().st_size})
        return
    say(f"wrote {output}: {byte_words(output.stat().st_size)}")
    say(", ".join(f"{name} {' x '.join(map(str, shape)) or 'number'}" for name, shape in shapes.items()))


@grouped
@told_with(digits=DIGITS)
def view(
    file: Annotated[
        Path | None,
        Argument(help="A bundle made by `softrein precompute`; by default the T that comes with softrein."),
    ] = None,
    *,
    address: AddressOptions,
    save_to: Annotated[
        Path | None,
        Option(
            metavar="FOLDER",
            help="Let the page save scenes and bundles made with key-frames, in this folder only, which is "
            "made if it is not there; by default it cannot save.",
        ),
    ] = None,
    sensors: Annotated[
        bool,
        Option(
            "--sensors",
            help="Let controllers know only what the scene's sensors measure; show the state estimated "
            "from it.",
        ),
    ] = False,
    motion: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="The motion with which the page begins, and whose key-frames and control cost it edits; the "
            "bundle's first by default.",
        ),
    ] = None,
    open_page: Annotated[
        bool, Option("--open/--no-open", help="Open the page in a browser, or not; by default it is opened.")
    ] = True,
) -> None:
    """Open a page in which to pull the body, or stir the smoke.

    Serves the page until Ctrl-C, and prints its address, which contains an access token. Needs the extra
    `view`. In the page ? lists the keys; a digit chooses a controller:
    {digits}.

    With --host use https. This makes a certificate of one's own for a year, about which browsers ask once:
    openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj /CN=softrein -addext subjectAltName=IP:ADDRESS
    -keyout key.pem -out certificate.pem
    """
    from softrein.api.shipped import wanted
    from softrein.viewer.viewing import check_packages
    from softrein.viewer.viewing import view as serve

    check_packages()
    listening = address.listening()
    shown = wanted() if file is None else file

    def announce(link: str) -> None:
        say(f"{shown.stem}: {link}  (Ctrl-C ends it)")

    serve(shown, listening, announce, open_page, save_to=save_to, sensors=sensors, motion=motion)


def paced(
    bundle: Bundle,
    controller: str,
    pushes: list[Push],
    pace: PaceOptions,
    preview: bool,
    options: Plans,
) -> Facts:
    """Return the figures of a run on the wall clock, with its pushes; in each period of a longer one."""
    from runtime.base.arguments import number
    from runtime.realtime import LONGEST, MOST_STEPS
    from runtime.realtime import pace as pace_run
    from softrein.facts.runs import motion_named, pacing_facts

    _, rate, lasting = pace
    if rate is not None:
        number(
            "--rate", rate, f"steps a second, from 1/{LONGEST:g} up to a million", least=1 / LONGEST, most=1e6
        )
    period = bundle.dt if rate is None else 1 / rate
    steps, rewinds = None, None
    if lasting is not None:
        longest = MOST_STEPS * period
        number("--lasting", lasting, f"seconds, above 0 and up to {longest:g}", above=0, most=longest)
        steps = max(1, round(lasting / period))
        rewinds = True if steps > bundle.steps else None
    simulator = bundle.simulator(controller, rewinds, preview, **options)

    def push_now(running: Simulator) -> None:
        running.play(pushes, running.index % bundle.steps)

    pacing = pace_run(simulator, period, push_now, steps)
    return motion_named(bundle) | pacing_facts(pacing, controller, simulator.effort) | simulator.counts


def at_another_step(bundle: Bundle, dt: str | None) -> Bundle:
    """Return the bundle at a time step given as text, unchanged for None; report it on standard error."""
    from offline.studies.other_step import at_step

    if dt is None:
        return bundle
    other = at_step(replace(bundle, others={}), seconds(dt))  # of the chosen motion alone
    say(f"time step: {other.stages[-1]['result']}", err=True)
    return other


def seconds(text: str, option: str = "--dt") -> float:
    """Parse a time: seconds, or a number with a unit."""
    from offline.scenes.base.quantity import Unit

    try:
        return float(Unit("s").convert(text))
    except ValueError as error:
        raise SimulationError(f"{option}: {error}") from error


def reseeded(bundle: Bundle, seed: int | None) -> Bundle:
    """Return the bundle with other noise in its pushes, if a seed is given: one for each, all different."""
    if seed is None:
        return bundle
    if not any(push.noise for push in bundle.pushes):
        raise ControllerError("--seed: none of the scene's pushes is noise; leave it out")
    first = seed * len(bundle.pushes)
    return replace(bundle, pushes=[replace(push, seed=first + i) for i, push in enumerate(bundle.pushes)])


def check_pictures(pace: PaceOptions, rounds: int | None, picture: Path | None, movie: Path | None) -> None:
    """Raise ControllerError where options of a run exclude each other, BundleError for bad picture paths."""
    realtime, rate, lasting = pace
    if realtime and (picture or movie):
        raise ControllerError("--realtime draws nothing: leave --picture and --movie out, or run without it")
    if realtime and rounds:
        raise ControllerError(
            "--realtime runs by the clock: give --lasting SECONDS instead of --rounds, or run without it"
        )
    if rate is not None and not realtime:
        raise ControllerError("--rate belongs to --realtime")
    if lasting is not None and not realtime:
        raise ControllerError("--lasting belongs to --realtime")
    for path, endings in ((picture, (".png",)), (movie, (".mp4", ".webp", ".gif"))):
        if path is None:
            continue
        if path.suffix not in endings:
            raise ControllerError(f"{path}: its name must end in {' or '.join(endings)}")
        check_writable(path)
