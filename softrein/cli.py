"""The command line: from a scene to a bundle, and from a bundle to runs, comparisons and pictures.

Figures go to standard output (as JSON with --json), progress and messages to standard error. Exit code 0
is success, 2 means that the request or a file was at fault and one line says how, 1 is a fault of softrein.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from softrein.errors import SceneError, SoftreinError

app = typer.Typer(
    name="softrein",
    help="Reduced-order simulations on a gentle rein: precompute a scene, run it, push it, compare.",
    no_args_is_help=True,
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

_WARNED: set[str] = set()  # texts shown

MeshScale = Annotated[
    float | None,
    typer.Option("--scale", help="Metres per unit of the mesh's file: 0.001 for millimetres; 1 by default."),
]
BundleFile = Annotated[Path, typer.Argument(help="A bundle made by `softrein precompute`.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the figures as JSON on standard output.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Override an entry of the scene, e.g. basis.rank=30."),
]


@app.command()
def scenes(
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON schema of scene files.")] = False,
    show: Annotated[
        str | None, typer.Option("--show", help="Print one scene's file, to copy and change.")
    ] = None,
    template: Annotated[
        Path | None,
        typer.Option("--template", metavar="MESH", help="Print a first scene for a mesh, to change."),
    ] = None,
    scale: MeshScale = None,
    as_json: AsJson = False,
) -> None:
    """List the scenes that come with softrein, print one, or draft one for a mesh of your own."""
    from offline.scene import read_scene, scene_names, scene_schema, scene_text

    if scale is not None and template is None:
        raise SceneError("--scale belongs to --template")
    if template is not None:
        from offline.draft import draft_scene

        sys.stdout.write(draft_scene(template, 1.0 if scale is None else scale))
    elif schema:
        _print_json(scene_schema())
    elif show is not None:
        sys.stdout.write(scene_text(show))
    elif as_json:
        _print_json({name: read_scene(name).description for name in scene_names()})
    else:
        for name in scene_names():
            typer.echo(f"{name:12}  {read_scene(name).description}")


@app.command()
def mesh(
    surface: Annotated[Path, typer.Argument(help="A closed surface: .stl, .obj or .ply.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="The mesh (.vtu .msh .vtk .mesh .veg .node); NAME.vtu by default."
        ),
    ] = None,
    edge: Annotated[
        float | None, typer.Option(help="How long edges should be, in metres; else see --vertices.")
    ] = None,
    vertices: Annotated[
        int | None, typer.Option(min=20, max=300_000, help="About how many vertices; 2000 by default.")
    ] = None,
    scale: MeshScale = None,
    as_json: AsJson = False,
) -> None:
    """Make a tetrahedral mesh, in metres, from a closed surface."""
    from softrein.meshing import mesh_surface, mesh_table

    path = output or Path(f"{surface.stem}.vtu")
    _check_writable(path)
    made = mesh_surface(surface, path, edge, vertices, 1.0 if scale is None else scale)
    if as_json:
        _print_json(made)
        return
    _print(mesh_table(made))
    typer.echo(f"\nwrote {path}; next: softrein precompute --mesh {path}")


@app.command()
def precompute(
    scene: Annotated[
        str | None,
        typer.Argument(help="A scene of the package (see `softrein scenes`) or a .toml file."),
    ] = None,
    mesh: Annotated[
        Path | None,
        typer.Option("--mesh", help="Tetrahedra to take the place of the scene's body; or without SCENE."),
    ] = None,
    scale: MeshScale = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The bundle; NAME.softrein by default.")
    ] = None,
    settings: Settings = None,
    runs_folder: Annotated[
        Path | None, typer.Option("--runs", help="Where full runs are kept; OUTPUT.runs by default.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes for full runs; one a core by default.")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(help="Address of a running Dask scheduler to use instead of own workers.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a bundle from a scene, or from a mesh: with --mesh alone a first scene is drafted for it.

    Full simulations, basis, reduced model, reference motion, gains, and comparators tuned to LQR's effort.

    Full runs are kept on disk, so that an interrupted command goes on where it stopped.
    """
    from offline.pipeline import Places, precompute_scene
    from runtime.bundle_file import save

    parsed = _wanted_scene(scene, settings or [], mesh, scale)
    path = output or Path(f"{parsed.name}.softrein")
    _check_writable(path)
    with _progress() as progress, _naming(scene or parsed.name):
        places = Places(runs_folder or path.with_name(path.name + ".runs"), workers, scheduler)
        bundle = precompute_scene(parsed, places, progress)
    save(bundle, path)
    if as_json:
        _print_json({"bundle": str(path), "stages": bundle.stages})
        return
    from softrein.tables import paper_table, stage_table

    _print(stage_table(bundle, path), paper_table(bundle))
    typer.echo(f"\nwrote {path}")


@app.command()
def inspect(file: BundleFile, as_json: AsJson = False) -> None:
    """Say what a bundle holds."""
    from runtime.bundle_file import load
    from softrein.tables import bundle_facts, facts_table, stage_table

    bundle = load(file)
    if as_json:
        _print_json(bundle_facts(bundle) | {"stages": bundle.stages})
    else:
        _print(facts_table(bundle), stage_table(bundle, file))


@app.command()
def run(
    file: BundleFile,
    controller: Annotated[str, typer.Option(help="lqr, p, pd or none.")] = "lqr",
    undisturbed: Annotated[bool, typer.Option("--undisturbed", help="Leave the scene's pushes out.")] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Of pushes that are noise: another run for each number.")
    ] = None,
    realtime: Annotated[
        bool, typer.Option("--realtime", help="Pace the run on the wall clock and report the latency.")
    ] = False,
    rate: Annotated[
        float | None, typer.Option(help="Steps a second with --realtime; the scene's own rate by default.")
    ] = None,
    dt: Annotated[
        str | None,
        typer.Option(help="Another time step than the scene's: seconds, or with a unit, as 5ms."),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="Go round so often, and say how far off each round ends.")
    ] = None,
    picture: Annotated[Path | None, typer.Option(help="Write a picture (.png) of the run.")] = None,
    movie: Annotated[Path | None, typer.Option(help="Write a movie (.mp4 or .gif) of the run.")] = None,
    as_json: AsJson = False,
) -> None:
    """Run a motion once, with its pushes.

    Prints error, effort and hits; with --realtime, how well the loop kept up with the clock.
    """
    from runtime.bundle_file import load
    from softrein.tables import record_table, run_facts

    _check_pictures(realtime, rate, picture, movie)
    bundle = _reseeded(load(file), seed)
    if dt is not None:
        bundle = bundle.at_step(_seconds(dt))
    pushes = [] if undisturbed else bundle.pushes
    if realtime:
        facts = _paced(bundle, controller, pushes, rate)
    else:
        record = bundle.run(pushes, controller)
        facts = run_facts(bundle, record, controller)
        if rounds is not None:
            from runtime.rounds import seam_deviations

            ends = seam_deviations(bundle, rounds, controller, pushes)
            facts |= {f"off at the end of round {i}": float(end) for i, end in enumerate(ends, 1)}
        if picture is not None:
            from softrein.pictures import render_run

            render_run(bundle, record, picture, pushed=bool(pushes), controller=controller)
        if movie is not None:
            from softrein.pictures import render_movie

            with _progress() as progress:
                render_movie(
                    bundle, record, movie, pushed=bool(pushes), controller=controller, progress=progress
                )
    if as_json:
        _print_json(facts)
    else:
        _print(record_table(facts))


@app.command()
def compare(
    file: BundleFile,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Folder for pictures and tables.")
    ] = None,
    runs: Annotated[int | None, typer.Option(min=1, help="Fresh random pushes to measure on.")] = None,
    grid: Annotated[
        int | None,
        typer.Option(min=3, max=60, help="Values of each PD gain; by default 20 of two gains, 7 of three."),
    ] = None,
    pictures: Annotated[bool, typer.Option(help="Draw the motion and the charts.")] = True,
    as_json: AsJson = False,
) -> None:
    """Compare LQR with P and PD.

    Searches all gains systematically, and draws fronts of error against effort for the scene's own push
    and for random pushes that the search has not seen.
    """
    from offline.comparison import compare as compare_controllers
    from offline.comparison import ensemble_of
    from runtime.bundle_file import load
    from softrein.comparing import write_comparison

    bundle = load(file)
    folder = output or file.with_name(file.name + ".compare")
    _check_folder(folder)
    with _progress() as progress:
        ensemble = ensemble_of(bundle, runs)
        result = compare_controllers(bundle, ensemble, 31, grid, progress)
        data = write_comparison(bundle, result, folder, pictures, progress)
    if as_json:
        _print_json(data)
        return
    from softrein.report import comparison_table
    from softrein.tables import hits_table, study_table

    _print(comparison_table(data), hits_table(data), study_table(data))
    typer.echo(f"\nwrote {folder}/")


@app.command()
def report(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(help="Folders written by `softrein compare`; without any, scenes are run now."),
    ] = None,
    output: Annotated[Path, typer.Option("-o", "--output", help="The page.")] = Path("report.html"),
    scenes: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME", help="Scenes to run; tshape,flower,dinosaur,fluid,leaves by default."
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Scenes cut down to try everything in a minute or two.")
    ] = False,
    runs_folder: Annotated[
        Path | None, typer.Option("--runs", help="Where full runs are kept; OUTPUT/runs by default.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=0, help="Processes for full runs; one a core by default.")
    ] = None,
) -> None:
    """Write one HTML page: of comparisons in FOLDERS, or else of the paper's scenes, run from the beginning.

    Without FOLDERS every scene is precomputed and compared, and stands beside tables 1 and 2 and figures 1
    to 7 of Barbic and Popovic 2008. That takes hours, most of it for full runs of the flower and the
    dinosaur; full runs are kept, so that an interrupted command goes on where it stopped. Pictures, figures
    and bundles go into a folder for each scene, in one named as the page is.
    """
    if folders:
        from softrein.comparing import write_page

        if quick or not (scenes is runs_folder is workers is None):
            raise SceneError("--scenes, --quick, --runs and --workers go without FOLDERS, which hold results")
        write_page(folders, output)
        typer.echo(f"wrote {output}")
        return
    from softrein.paper_report import SCENES, Wanted, report_on_paper

    names = SCENES if scenes is None else [name.strip() for name in scenes.split(",") if name.strip()]
    wanted = Wanted(output, names, quick, runs_folder, workers)
    with _progress() as progress:
        report_on_paper(wanted, progress)
    typer.echo(f"wrote {output} and {wanted.folder}/")


@app.callback()
def version(
    show: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    """Reduced-order simulations on a gentle rein: precompute a scene, run it, push it, compare."""
    if show:
        from softrein import __version__

        typer.echo(f"softrein {__version__}")
        raise typer.Exit


def main() -> None:
    """Run the command line; a user's error is one line and exit code 2."""
    import warnings

    from softrein.kernel_cache import use_checkout_cache

    use_checkout_cache()
    warnings.showwarning = _one_line_warning  # type: ignore[assignment]
    try:
        app()
    except SoftreinError as error:
        typer.echo(f"softrein: {error}", err=True)
        sys.exit(2)
    except KeyboardInterrupt:
        typer.echo(
            "softrein: interrupted; finished full runs are kept, so the same command goes on from them",
            err=True,
        )
        sys.exit(130)


def _wanted_scene(scene: str | None, settings: list[str], mesh: Path | None, scale: float | None) -> Any:
    """The scene, with another mesh in it, or one drafted for the mesh."""
    from offline.scene import read_scene, scene_of_mesh

    if mesh is None and scene is None:
        raise SceneError("give a scene (see `softrein scenes`), or a mesh with --mesh, or both")
    if mesh is None and scale is not None:
        raise SceneError("--scale belongs to --mesh; a scene says mesh.scale")
    if scene is None:
        assert mesh is not None
        return scene_of_mesh(mesh, settings, scale)
    return read_scene(scene, settings, mesh, scale)


def _paced(bundle: Any, controller: str, pushes: list[Any], rate: float | None) -> dict[str, Any]:
    from runtime.realtime import pace
    from runtime.rounds import start_pushes
    from softrein.errors import ControllerError
    from softrein.tables import pacing_facts

    if rate is not None and not 0 < rate < 1e6:
        raise ControllerError(f"--rate {rate:g}: give steps a second, above 0 and below a million")
    simulator = bundle.simulator(controller)

    def push_now(running: Any) -> None:
        start_pushes(running, pushes, running.index)

    pacing = pace(simulator, None if rate is None else 1 / rate, push_now)
    return pacing_facts(pacing, controller, simulator.effort)


def _seconds(text: str) -> float:
    """A time step as it is written: seconds, or a number with a unit."""
    from offline.quantity import Unit
    from softrein.errors import SimulationError

    try:
        return float(text)
    except ValueError:
        pass
    try:
        return float(Unit("s").convert(text))
    except ValueError as error:
        raise SimulationError(f"--dt {text}: {error}") from error


def _reseeded(bundle: Any, seed: int | None) -> Any:
    """The bundle with other noise in its pushes, if a seed is given: one for each, all different."""
    from dataclasses import replace

    from softrein.errors import ControllerError

    if seed is None:
        return bundle
    if not any(push.noise for push in bundle.pushes):
        raise ControllerError("--seed: none of the scene's pushes is noise; leave it out")
    first = seed * len(bundle.pushes)
    return replace(bundle, pushes=[replace(push, seed=first + i) for i, push in enumerate(bundle.pushes)])


@contextmanager
def _naming(what: str) -> Iterator[None]:
    """Put what was asked for in front of an error's message."""
    try:
        yield
    except SoftreinError as error:
        raise type(error)(f"{what}: {error}") from error


def _check_folder(folder: Path) -> None:
    from softrein.errors import BundleError

    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise BundleError(f"{folder}: nothing can be written there ({error}); give another folder") from error


def _check_pictures(realtime: bool, rate: float | None, picture: Path | None, movie: Path | None) -> None:
    from softrein.errors import ControllerError

    if realtime and (picture or movie):
        raise ControllerError("--realtime draws nothing: leave --picture and --movie out, or run without it")
    if rate is not None and not realtime:
        raise ControllerError("--rate belongs to --realtime")
    for path, endings in ((picture, (".png",)), (movie, (".mp4", ".gif"))):
        if path is not None and path.suffix not in endings:
            raise ControllerError(f"{path}: its name must end in {' or '.join(endings)}")


def _check_writable(path: Path) -> None:
    from softrein.errors import BundleError

    if path.is_dir() or not path.absolute().parent.is_dir():
        raise BundleError(f"{path}: cannot be written; give a file in a folder that exists")


@contextmanager
def _progress() -> Iterator[Any]:
    """A function (what, done, total) that draws progress bars on standard error."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description:24}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bars:
        tasks: dict[str, Any] = {}

        def update(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total)
            bars.update(tasks[what], completed=done, total=total)

        yield update


def _print(*tables: Any) -> None:
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 110)
    for table in tables:
        if table is not None:
            console.print(table)


def _print_json(data: Any) -> None:
    sys.stdout.write(json.dumps(data, indent=2) + "\n")


def _one_line_warning(message: Any, *_: Any) -> None:
    """Each text once, however many places of a command come upon it."""
    if str(message) not in _WARNED:
        _WARNED.add(str(message))
        typer.echo(f"softrein: warning: {message}", err=True)
