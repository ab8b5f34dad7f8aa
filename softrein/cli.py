"""The command line: from a scene to a bundle, and from a bundle to runs, comparisons and pictures.

Figures go to standard output (as JSON with --json), progress and messages to standard error. Exit code 0
is success, 2 means that the request or a file was at fault and one line says how, 1 is a fault of softrein.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from runtime.control.registry import CONTROLLERS, LQR, NONE
from softrein.commands.parts import (
    at_another_step,
    check_folder,
    check_pictures,
    check_writable,
    naming,
    one_line_warning,
    paced,
    print_json,
    progress_bars,
    reseeded,
    say_heads,
    say_summary,
    show,
    usage_error,
    wanted_scene,
)
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


NAMES = f"{', '.join(sorted({*CONTROLLERS} - {NONE.name}))} or none."  # of controllers
INTERRUPTED = 130  # exit code: Ctrl-C
Up = Literal["x", "y", "z"]
MeshScale = Annotated[
    float | None,
    typer.Option("--scale", help="Metres per unit of the mesh's file: 0.001 for millimetres; 1 by default."),
]
MeshUp = Annotated[
    Up | None,
    typer.Option(help="The mesh's axis that points up; y by default.", show_default=False),
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
        str | None,
        typer.Option(
            "--show",
            metavar="NAME",
            help="Print a scene's file, or the scene in a bundle (FILE.softrein), to copy and change.",
        ),
    ] = None,
    template: Annotated[
        Path | None,
        typer.Option("--template", metavar="MESH", help="Print a first scene for a mesh, to change."),
    ] = None,
    scale: MeshScale = None,
    up: MeshUp = None,
    as_json: AsJson = False,
) -> None:
    """List the scenes that come with softrein, print one, or draft one for a mesh of your own."""
    from offline.scenes.reading import read_scene, scene_names, scene_schema, scene_text

    if schema + (show is not None) + (template is not None) > 1:
        raise SceneError("--schema, --show and --template print different things: give one of them")
    if template is None and (scale is not None or up is not None):
        raise SceneError("--scale and --up belong to --template")
    if template is not None:
        from offline.scenes.draft import draft_scene

        sys.stdout.write(draft_scene(template, 1.0 if scale is None else scale, up))
    elif schema:
        print_json(scene_schema())
    elif show is not None:
        sys.stdout.write(scene_text(show))
    elif as_json:
        print_json({name: read_scene(name).description for name in scene_names()})
    else:
        for name in scene_names():
            typer.echo(f"{name:12}  {read_scene(name).description}")


@app.command()
def mesh(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="SOURCE", help="A closed surface, .stl, .obj or .ply; or tetrahedra, to write them anew."
        ),
    ],
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
    largest: Annotated[
        bool,
        typer.Option("--largest", help="Of parts that nothing joins, keep the one of the largest volume."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make a tetrahedral mesh, in metres, from a closed surface; or from a mesh, in another format.

    Says whether `softrein precompute --mesh` can draft a scene for it, and if not, what is in the way.
    """
    from shlex import quote

    from softrein.commands.meshing import make_mesh, mesh_table, why_not

    path = output or Path(f"{source.stem}.vtu")
    check_writable(path)
    made = make_mesh(source, path, edge, vertices, 1.0 if scale is None else scale, largest)
    if as_json:
        print_json(made)
        return
    show(mesh_table(made))
    refusal = why_not(path)
    if refusal is None:
        typer.echo(f"\nwrote {path}; next: softrein precompute --mesh {quote(str(path))}")
    else:
        typer.echo(f"\nwrote {path}; not yet for `softrein precompute --mesh`: {refusal}")


@app.command()
def precompute(
    scene: Annotated[
        str | None,
        typer.Argument(
            help="A scene of the package (see `softrein scenes`), a .toml file, or a bundle's own scene."
        ),
    ] = None,
    mesh: Annotated[
        Path | None,
        typer.Option("--mesh", help="Tetrahedra to take the place of the scene's body; or without SCENE."),
    ] = None,
    scale: MeshScale = None,
    up: MeshUp = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The bundle; NAME.softrein by default.")
    ] = None,
    settings: Settings = None,
    runs_folder: Annotated[
        Path | None, typer.Option("--runs", help="Where full runs are kept; OUTPUT.runs by default.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=0, help="Processes for full runs; one a core by default.")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(help="Address of a running Dask scheduler to use instead of own workers.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a bundle from a scene, or from a mesh: with --mesh alone a first scene is drafted for it.

    Full simulations, basis, reduced model, reference motion, gains, and comparators, each the best of its
    family within LQR's effort.

    Full runs are kept on disk, so that an interrupted command goes on where it stopped.
    """
    from softrein.precomputing import precompute as run_pipeline

    parsed = wanted_scene(scene, settings or [], mesh, scale, up)
    path = output or Path(f"{parsed.name}.softrein")
    with naming(scene or parsed.name):
        bundle = run_pipeline(parsed, path, workers, True, runs=runs_folder, scheduler=scheduler)
    if as_json:
        print_json({"bundle": str(path), "stages": bundle.stages})
        return
    from softrein.commands.tables import paper_table, stage_table

    show(stage_table(bundle, path), paper_table(bundle))
    typer.echo(f"\nwrote {path}")


@app.command()
def inspect(file: BundleFile, as_json: AsJson = False) -> None:
    """Say what a bundle holds."""
    from runtime.bundle.file import load
    from softrein.commands.tables import bundle_facts, facts_table, stage_table

    bundle = load(file)
    if as_json:
        print_json(bundle_facts(bundle) | {"stages": bundle.stages})
    else:
        show(facts_table(bundle), stage_table(bundle, file))


@app.command()
def run(
    file: BundleFile,
    controller: Annotated[str, typer.Option(help=NAMES)] = LQR.name,
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
    picture: Annotated[
        Path | None, typer.Option(help="Write a picture (.png) of the run, beside one without control.")
    ] = None,
    movie: Annotated[
        Path | None, typer.Option(help="Write a movie (.mp4, .gif) of the run, 5 s long.")
    ] = None,
    window: Annotated[
        bool, typer.Option("--window", help="Show it in a window, in real time, to be pushed with the mouse.")
    ] = False,
    foresees: Annotated[
        bool,
        typer.Option(
            "--foresees", help="Tell the controller each push as it begins; otherwise it is told nothing."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Run a motion once, with its pushes.

    Prints error, effort and hits; with --realtime, how well the loop kept up with the clock. With --window,
    it runs on a desktop until the window is closed: drag to pull, 1 to 6 for the controllers, space to pause.
    """
    from runtime.bundle.file import load
    from softrein.commands.tables import record_table, run_facts

    check_pictures(realtime, rate, rounds, picture, movie)
    if window and (realtime or rounds or picture or movie or as_json or foresees):
        raise SoftreinError(
            "--window goes without --realtime, --rounds, --picture, --movie, --foresees and --json"
        )
    bundle = at_another_step(reseeded(load(file), seed), dt)
    pushes = [] if undisturbed else bundle.pushes
    if window:
        from softrein.window.window import show_window

        show_window(bundle, controller, pushes)
        return
    if realtime:
        facts = paced(bundle, controller, pushes, rate, foresees)
    else:
        record = bundle.run(pushes, controller, foresees)
        facts = run_facts(bundle, record, controller)
        if rounds is not None:
            from runtime.rounds import seam_deviations

            ends = seam_deviations(bundle, rounds, controller, pushes)
            facts |= {f"off at the end of round {i}": float(end) for i, end in enumerate(ends, 1)}
        if picture is not None:
            from softrein.pictures.motion import render_run

            free = None if controller == NONE.name else bundle.run(pushes, NONE.name)
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
    show(record_table(facts))
    for path in filter(None, (picture, movie)):
        typer.echo(f"wrote {path}")


@app.command()
def export(
    file: BundleFile,
    output: Annotated[
        Path, typer.Option("-o", "--output", help="FILE.vtkhdf, FILE.usda or FOLDER.obj-sequence.")
    ],
    controller: Annotated[str, typer.Option(help=NAMES)] = LQR.name,
    undisturbed: Annotated[bool, typer.Option("--undisturbed", help="Leave the scene's pushes out.")] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Of pushes that are noise: another run for each number.")
    ] = None,
    dt: Annotated[
        str | None,
        typer.Option(help="Another time step than the scene's: seconds, or with a unit, as 5ms."),
    ] = None,
    fps: Annotated[
        float | None,
        typer.Option(help="Frames a second; by default every step for .vtkhdf, and 30 for the others."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run a motion as `softrein run` does, and write it for ParaView, Blender or Houdini.

    FILE.vtkhdf: tetrahedra that move, for ParaView 5.12 or newer; 36 bytes a vertex and step. Smoke is a grid
    with density and velocity, 16 bytes a cell and step before compression, and FILE.particles.vtkhdf.

    FILE.usda: the skin and its targets, or particles, for Blender and Houdini; 70 bytes a vertex and
    frame. Set Blender's frame rate to the file's, 30 a second.

    FOLDER.obj-sequence: 0001.obj ... and frames.json, which says when each is; 135 bytes a vertex and frame.
    """
    from runtime.bundle.file import load
    from softrein.commands.tables import byte_words
    from softrein.export.run import check_export, export_run, size_on_disk

    check_export(output)
    bundle = reseeded(load(file), seed)
    check_export(output, bundle)
    bundle = at_another_step(bundle, dt)
    record = bundle.run([] if undisturbed else bundle.pushes, controller)
    with progress_bars() as progress:
        made = export_run(bundle, record, output, fps, controller, progress)
    if as_json:
        print_json(made.data())
        return
    for path in made.files:
        held = f"{made.frames} frames over {made.seconds:.4g} s, {byte_words(size_on_disk(path))}"
        typer.echo(f"wrote {path}: {held}")


@app.command()
def view(
    file: Annotated[
        Path | None,
        typer.Argument(
            help="A bundle made by `softrein precompute`; the T that comes with softrein by default."
        ),
    ] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Where to listen; by default wherever it is free.")
    ] = 0,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Listen here, where others may reach it, and not locally.")
    ] = "127.0.0.1",
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
) -> None:
    """Open a page on this machine in which to grab the body, or stir the smoke, and see the motion come home.

    Prints the page's address, whose token only it has, and serves it until Ctrl-C. Needs the extra `view`.
    """
    from softrein.shipped import wanted
    from softrein.viewer.viewing import check_packages
    from softrein.viewer.viewing import view as serve

    check_packages()
    shown = wanted() if file is None else file
    serve(
        shown, host, port, lambda address: typer.echo(f"{shown.stem}: {address}  (Ctrl-C ends it)"), open_page
    )


@app.command()
def compare(
    file: BundleFile,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Folder for pictures and tables.")
    ] = None,
    runs: Annotated[int | None, typer.Option(min=1, help="Fresh random pushes to measure on.")] = None,
    tuning: Annotated[
        int | None, typer.Option(min=1, help="Random pushes to search on; fewer are quicker, and coarser.")
    ] = None,
    grid: Annotated[
        int | None,
        typer.Option(
            min=3,
            max=60,
            help="Values of each parameter of the rivals in the grid that the search starts from; by default "
            "11 of two, 5 of three.",
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Search every family less finely and on fewer pushes: in seconds.")
    ] = False,
    foresees: Annotated[
        bool,
        typer.Option("--foresees", help="Tell every controller each push as it begins; else none is told."),
    ] = False,
    pictures: Annotated[bool, typer.Option(help="Draw the motion and the charts.")] = True,
    tables: Annotated[bool, typer.Option("--tables", help="Print the tables of the page, too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Compare LQR with P, PD, stable PD and timed PD.

    Searches all gains systematically, more and more finely about the best, and draws fronts of error
    against effort: for the scene's own push, on which the search was made, and for random pushes that it
    has not seen. Says in three lines what came out; its folder has pictures, and a page with all tables.
    """
    from offline.studies.comparison import FULL, QUICK, ensemble_of
    from offline.studies.comparison import compare as compare_controllers
    from runtime.bundle.file import load
    from softrein.commands.comparing import write_comparison

    bundle = replace(load(file), foresees=foresees)
    folder = output or file.with_name(file.name + ".compare")
    check_folder(folder)
    with progress_bars() as progress:
        how = QUICK if quick else FULL
        ensemble = ensemble_of(bundle, runs or how.runs, tuning or how.tuning_runs)
        result = compare_controllers(bundle, ensemble, how.lqr_costs, grid or how.grid, progress, how.rounds)
        data = write_comparison(bundle, result, folder, pictures, progress, quick)
    if as_json:
        print_json(data)
        return
    if tables:
        from softrein.commands.tables import hits_table, study_table
        from softrein.reports.report import comparison_table

        show(comparison_table(data), hits_table(data), study_table(data))
        typer.echo()
    say_summary(data, folder)


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
    studies: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME",
            help="Studies of characters for its last chapter, or none; all that can be done by default.",
        ),
    ] = None,
) -> None:
    """Write one HTML page: of comparisons in FOLDERS, or else of the paper's scenes, run from the beginning.

    Without FOLDERS every scene is precomputed and compared, and stands beside tables 1 and 2 and figures 1
    to 7 of Barbic and Popovic 2008. That takes hours, most of it for full runs of the flower and the
    dinosaur; full runs are kept, so that an interrupted command goes on where it stopped. Pictures, figures
    and bundles go into a folder for each scene, in one named as the page is.

    The last chapter holds the studies of articulated characters, as `softrein characters` does them.
    """
    if folders:
        from softrein.commands.comparing import write_page

        if quick or not (scenes is runs_folder is workers is studies is None):
            raise SceneError(
                "--scenes, --studies, --quick, --runs and --workers go without FOLDERS, which hold results"
            )
        say_heads(write_page(folders, output))
        typer.echo(f"wrote {output}")
        return
    from softrein.reports.paper import SCENES, Wanted, report_on_paper

    names = SCENES if scenes is None else listed(scenes)
    wanted = Wanted(output, names, quick, runs_folder, workers, None if studies is None else listed(studies))
    with progress_bars() as progress:
        report_on_paper(wanted, progress)
    typer.echo(f"wrote {output} and {wanted.folder}/")


@app.command()
def characters(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAMES", help="Studies to do, or all; without any, they are listed."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Folder for the page, pictures and figures.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Fewer or shorter runs: a few seconds for each study.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="Of what is random in a study.")] = 0,
    movie: Annotated[
        bool, typer.Option("--movie", help="Write films (.mp4) of what moves as well, with -o.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List the studies of articulated characters, or do some: stable PD, timed gains, and their rivals.

    Prints their tables; with -o also writes characters.html, and a folder for each study. Most need the
    extra `characters`.
    """
    from softrein.reports import characters as character_pages

    if not names:
        if output is not None or quick or movie or seed:
            raise SceneError("--output, --quick, --seed and --movie need names of studies, or all")
        if as_json:
            print_json(character_pages.listing())
        else:
            typer.echo("\n".join(character_pages.listing_lines()))
        return
    chosen = character_pages.wanted_studies(names)
    if movie and output is None:
        raise SceneError("--movie: say with -o into which folder")
    if output is not None:
        character_pages.check_pictures(chosen, movie)
        check_folder(output)
    with progress_bars() as progress:
        done = character_pages.do_studies(chosen, quick, seed, output, movie, progress)
    if as_json:
        print_json({study.name: character_pages.study_data(study) for study in done})
        return
    for study in done:
        show(*character_pages.printed(study))
    if output is not None:
        typer.echo(f"\nwrote {output / character_pages.PAGE} and {output}/")


def listed(words: str) -> list[str]:
    """The names in a list with commas."""
    return [name.strip() for name in words.split(",") if name.strip()]


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
    warnings.showwarning = one_line_warning  # type: ignore[assignment]
    try:
        code = app(prog_name="softrein", standalone_mode=False) or 0
    except SoftreinError as error:
        typer.echo(f"softrein: {error}", err=True)
        code = 2
    except KeyboardInterrupt:
        code = INTERRUPTED
    except Exception as error:
        if (code := usage_error(error)) is None:
            raise
    if code == INTERRUPTED:
        typer.echo(
            "softrein: interrupted; finished full runs are kept, so the same command goes on from them",
            err=True,
        )
    sys.exit(code)
