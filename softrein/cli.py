"""The command line: from a scene to a bundle, and from a bundle to runs, comparisons and pictures.

Figures go to standard output (as JSON with --json), progress and messages to standard error. Exit code 0
is success, 2 means that the request or a file was at fault and one line says how, 1 is a fault of softrein.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from softrein.command_parts import (
    check_folder,
    check_pictures,
    check_writable,
    naming,
    one_line_warning,
    paced,
    print_json,
    progress_bars,
    reseeded,
    seconds,
    show,
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
    check_writable(path)
    made = mesh_surface(surface, path, edge, vertices, 1.0 if scale is None else scale)
    if as_json:
        print_json(made)
        return
    show(mesh_table(made))
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

    Full simulations, basis, reduced model, reference motion, gains, and comparators, each the best of its
    family within LQR's effort.

    Full runs are kept on disk, so that an interrupted command goes on where it stopped.
    """
    from offline.pipeline import Places, precompute_scene
    from runtime.bundle_file import save

    parsed = wanted_scene(scene, settings or [], mesh, scale)
    path = output or Path(f"{parsed.name}.softrein")
    check_writable(path)
    with progress_bars() as progress, naming(scene or parsed.name):
        places = Places(runs_folder or path.with_name(path.name + ".runs"), workers, scheduler)
        bundle = precompute_scene(parsed, places, progress)
    save(bundle, path)
    if as_json:
        print_json({"bundle": str(path), "stages": bundle.stages})
        return
    from softrein.tables import paper_table, stage_table

    show(stage_table(bundle, path), paper_table(bundle))
    typer.echo(f"\nwrote {path}")


@app.command()
def inspect(file: BundleFile, as_json: AsJson = False) -> None:
    """Say what a bundle holds."""
    from runtime.bundle_file import load
    from softrein.tables import bundle_facts, facts_table, stage_table

    bundle = load(file)
    if as_json:
        print_json(bundle_facts(bundle) | {"stages": bundle.stages})
    else:
        show(facts_table(bundle), stage_table(bundle, file))


@app.command()
def run(
    file: BundleFile,
    controller: Annotated[str, typer.Option(help="lqr, p, pd, spd, timed or none.")] = "lqr",
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
    movie: Annotated[
        Path | None, typer.Option(help="Write a movie (.mp4, .gif) of the run, 5 s long.")
    ] = None,
    window: Annotated[
        bool, typer.Option("--window", help="Show it in a window, in real time, to be pushed with the mouse.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Run a motion once, with its pushes.

    Prints error, effort and hits; with --realtime, how well the loop kept up with the clock. With --window,
    it runs on a desktop until the window is closed: drag to pull, 1 to 6 for the controllers, space to pause.
    """
    from runtime.bundle_file import load
    from softrein.tables import record_table, run_facts

    check_pictures(realtime, rate, picture, movie)
    if window and (realtime or rounds or picture or movie or as_json):
        raise SoftreinError("--window goes without --realtime, --rounds, --picture, --movie and --json")
    bundle = reseeded(load(file), seed)
    if dt is not None:
        bundle = bundle.at_step(seconds(dt))
    pushes = [] if undisturbed else bundle.pushes
    if window:
        from softrein.window import show_window

        show_window(bundle, controller, pushes)
        return
    if realtime:
        facts = paced(bundle, controller, pushes, rate)
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
    controller: Annotated[str, typer.Option(help="lqr, p, pd, spd, timed or none.")] = "lqr",
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
    from runtime.bundle_file import load
    from softrein.export import check_export, export_run, size_on_disk
    from softrein.tables import byte_words

    check_export(output)
    bundle = reseeded(load(file), seed)
    check_export(output, bundle.kind)
    if dt is not None:
        bundle = bundle.at_step(seconds(dt))
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
    file: BundleFile,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Where to listen; by default wherever it is free.")
    ] = 0,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Listen here, where others may reach it, and not locally.")
    ] = "127.0.0.1",
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
) -> None:
    """Open a page on this machine in which to grab the body, or stir the smoke, and see the motion come home.

    Prints the page's address, whose token only it has, and serves it until Ctrl-C. Needs the packages of
    pip install 'softrein[view]'.
    """
    from softrein.viewer.viewing import check_packages
    from softrein.viewer.viewing import view as serve

    check_packages()
    serve(
        file, host, port, lambda address: typer.echo(f"{file.stem}: {address}  (Ctrl-C ends it)"), open_page
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
    pictures: Annotated[bool, typer.Option(help="Draw the motion and the charts.")] = True,
    as_json: AsJson = False,
) -> None:
    """Compare LQR with P, PD, stable PD and timed PD.

    Searches all gains systematically, more and more finely about the best, and draws fronts of error
    against effort: for the scene's own push, on which the search was made, and for random pushes that it
    has not seen.
    """
    from offline.comparison import LQR_COSTS, ensemble_of
    from offline.comparison import compare as compare_controllers
    from runtime.bundle_file import load
    from softrein.comparing import write_comparison

    bundle = load(file)
    folder = output or file.with_name(file.name + ".compare")
    check_folder(folder)
    with progress_bars() as progress:
        ensemble = ensemble_of(bundle, runs, tuning)
        result = compare_controllers(bundle, ensemble, LQR_COSTS, grid, progress)
        data = write_comparison(bundle, result, folder, pictures, progress)
    if as_json:
        print_json(data)
        return
    from softrein.report import comparison_table
    from softrein.tables import hits_table, study_table

    show(comparison_table(data), hits_table(data), study_table(data))
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
        from softrein.comparing import write_page

        if quick or not (scenes is runs_folder is workers is studies is None):
            raise SceneError(
                "--scenes, --studies, --quick, --runs and --workers go without FOLDERS, which hold results"
            )
        write_page(folders, output)
        typer.echo(f"wrote {output}")
        return
    from softrein.paper_report import SCENES, Wanted, report_on_paper

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
    package mujoco: pip install 'softrein[characters]'.
    """
    from softrein import character_pages

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
