"""Commands up to a bundle: scenes, mesh, precompute, and inspect."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from typer import Argument, Option

from runtime.control.registry import MPC
from softrein.base.whole_file import check_writable
from softrein.commands.parts import AsJson, BundleFile, Motion, Workers, grouped, print_json, say, show
from softrein.errors import SceneError, SoftreinError

if TYPE_CHECKING:
    from offline.scenes.base.scene import Scene

Up = Literal["x", "y", "z"]
MeshScale = Annotated[
    float | None,
    Option(
        "--scale", help="Metres per unit of the mesh's file, such as 0.001 for millimetres; 1 by default."
    ),
]
MeshUp = Annotated[
    Up | None, Option(help="The mesh's axis that points up; y by default.", show_default=False)
]
Settings = Annotated[
    list[str] | None,
    Option("--set", metavar="NAME=VALUE", help="Override an entry of the scene, e.g. basis.rank=30."),
]


def scenes(
    schema: Annotated[bool, Option("--schema", help="Print the JSON schema of scene files.")] = False,
    show: Annotated[
        str | None,
        Option(
            "--show",
            metavar="NAME",
            help="Print a scene, or that of a bundle (FILE.softrein), to copy and change.",
        ),
    ] = None,
    template: Annotated[
        Path | None,
        Option("--template", metavar="MESH", help="Print a draft of a scene for this mesh, to change."),
    ] = None,
    scale: MeshScale = None,
    up: MeshUp = None,
    as_json: AsJson = False,
) -> None:
    """List the scenes that come with softrein, print one, or draft one for a mesh."""
    from offline.scenes.reading import (
        entries_of,
        read_scene,
        scene_entries,
        scene_names,
        scene_schema,
        scene_text,
    )
    from offline.scenes.toml_text import visible

    if schema + (show is not None) + (template is not None) > 1:
        raise SceneError("--schema, --show and --template print different things: give one of them")
    if template is None and (scale is not None or up is not None):
        raise SceneError("--scale and --up belong to --template")
    if template is not None:
        from offline.drafting.template import scene_template

        text = scene_template(template, 1.0 if scale is None else scale, up)
        if as_json:
            print_json(entries_of(text))
        else:
            sys.stdout.write(text)
    elif schema:
        print_json(scene_schema())
    elif show is not None:
        if as_json:
            print_json(scene_entries(show))
        else:
            sys.stdout.write(visible(scene_text(show)))
    elif as_json:
        print_json({name: read_scene(name).description for name in scene_names()})
    else:
        width = max(map(len, scene_names()))
        for name in scene_names():
            say(f"{name:{width}}  {read_scene(name).description}")


def mesh(
    source: Annotated[
        Path,
        Argument(metavar="SOURCE", help="A closed surface (.stl, .obj, .ply); or tetrahedra, to convert."),
    ],
    output: Annotated[
        Path | None,
        Option(
            "-o",
            "--output",
            help="The mesh to write (.vtu .msh .vtk .mesh .veg .node); by default SOURCE's name with "
            ".vtu, in this folder.",
        ),
    ] = None,
    edge: Annotated[
        float | None, Option(help="Target edge length in metres, to fill a surface; or give --vertices.")
    ] = None,
    vertices: Annotated[
        int | None,
        Option(min=20, max=300_000, help="Target number of vertices, to fill a surface; 2000 by default."),
    ] = None,
    scale: MeshScale = None,
    largest: Annotated[
        bool,
        Option("--largest", help="If the mesh has unconnected parts, keep the one of the largest volume."),
    ] = False,
    any_size: Annotated[
        bool, Option("--any-size", help="Read the file even if it may take more memory than is free.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Fill a closed surface with tetrahedra, or convert a file of tetrahedra; the result is in metres.

    Reports whether `softrein precompute --mesh FILE` can draft a scene for the result, and if not, why.
    """
    from shlex import quote

    from meshes.memory import sizes_unchecked
    from softrein.commands.meshing import make_mesh, mesh_table, why_not

    path = output or Path(f"{source.stem}.vtu")
    check_writable(path)
    with sizes_unchecked(any_size):
        made = make_mesh(source, path, edge, vertices, 1.0 if scale is None else scale, largest)
    if as_json:
        print_json(made)
        return
    show(mesh_table(made))
    with sizes_unchecked(any_size):
        refusal = why_not(path)
    if refusal is None:
        say(f"\nwrote {path}; next: softrein precompute --mesh {quote(str(path))}")
    else:
        say(f"\nwrote {path}; not yet for `softrein precompute --mesh`: {refusal}")


class MeshOptions(NamedTuple):
    """Options for tetrahedra from a file."""

    mesh: Annotated[
        Path | None,
        Option(
            "--mesh",
            help="Tetrahedra that replace the body in SCENE, whose scale and up are then the defaults; or "
            "without SCENE.",
        ),
    ] = None
    scale: MeshScale = None
    up: MeshUp = None


class FullRunOptions(NamedTuple):
    """Options for the place and the processes of full runs."""

    runs_folder: Annotated[
        Path | None, Option("--runs", help="Folder for full runs; OUTPUT.runs by default.")
    ] = None
    workers: Workers = None
    scheduler: Annotated[
        str | None, Option(help="Address of a running Dask scheduler, to use instead of local processes.")
    ] = None
    memory: Annotated[
        str | None,
        Option(
            metavar="SIZE",
            help='Memory to use at most, such as "6 GB", as estimated beforehand; by default what is '
            "free. With less memory fewer processes run, and a basis is made from fewer columns of "
            "states.",
        ),
    ] = None
    any_size: Annotated[
        bool,
        Option("--any-size", help="Try a scene even if this machine has too little memory or disk for it."),
    ] = False


@grouped
def precompute(
    scene: Annotated[
        str | None,
        Argument(
            help="A scene of the package (see `softrein scenes`), a .toml file, or a bundle, for its scene."
        ),
    ] = None,
    *,
    body: MeshOptions,
    output: Annotated[
        Path | None,
        Option("-o", "--output", help="The bundle to write; by default the scene's name with .softrein."),
    ] = None,
    settings: Settings = None,
    full_runs: FullRunOptions,
    rivals: Annotated[
        bool,
        Option(
            "--rivals",
            help="Also tune P, stable PD and timed PD now; otherwise each is tuned when it is first used.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make a bundle from a scene, or from a mesh.

    For --mesh without SCENE, a scene is drafted.

    Runs full simulations, and makes basis, reduced model, reference motion and LQR gains; tunes PD to
    the least error at no more than LQR's effort.

    Full runs are kept on disk, so that an interrupted command continues where it stopped.
    """
    from offline.campaign.machine import size_of
    from softrein.api.precomputing import precompute as run_pipeline

    memory = None if full_runs.memory is None else size_of("--memory", full_runs.memory)
    parsed = wanted_scene(scene, settings or [], *body)
    path = output or Path(f"{parsed.name}.softrein")
    try:
        bundle = run_pipeline(
            parsed,
            path,
            full_runs.workers,
            True,
            runs=full_runs.runs_folder,
            scheduler=full_runs.scheduler,
            memory=memory,
            any_size=full_runs.any_size,
            rivals=rivals,
        )
    except SoftreinError as error:
        raise type(error)(f"{scene or parsed.name}: {error}") from error
    if as_json:
        print_json({"bundle": str(path), "stages": bundle.stages})
        return
    from softrein.commands.tables import paper_table, stage_table

    show(stage_table(bundle, path), paper_table(bundle))
    say(f"\nwrote {path}")


def inspect(
    file: BundleFile,
    motion: Motion = None,
    measure: Annotated[
        bool,
        Option(
            "--measure",
            help=f"Measure the time that {MPC.words} takes on this machine; the first time it is "
            "compiled, which takes a minute.",
        ),
    ] = False,
    markers: Annotated[
        int | None,
        Option(min=1, max=200, help="Propose places for this number of markers, the most useful first."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what a bundle holds, and propose places for markers.

    Shows MPC's settings as well; with --measure also its time per step on this machine, and its cost compared
    with LQR's.
    """
    from runtime.bundle.file import load
    from softrein.commands.tables import facts_table, stage_table
    from softrein.facts.bundles import bundle_facts, markers_of
    from softrein.facts.plans import measured_plans

    bundle = load(file)
    bundle = bundle if motion is None else bundle.motion(motion)
    proposed = {} if markers is None else {"markers": markers_of(bundle, markers)}
    measured = measured_plans(bundle) if measure else {}
    if as_json:
        print_json(bundle_facts(bundle) | measured | proposed | {"stages": bundle.stages})
        return
    show(facts_table(bundle, measured), stage_table(bundle, file))
    if markers is not None:
        say("as one of the scene's [[sensors]]:")
        say(f"vertices = {[marker['vertex'] for marker in proposed['markers']]}")


def wanted_scene(
    scene: str | None, settings: list[str], mesh: Path | None, scale: float | None, up: str | None
) -> Scene:
    """Return the scene, with another mesh in it, or one drafted for the mesh."""
    from offline.drafting.template import scene_of_mesh
    from offline.scenes.reading import read_scene

    if scene is not None and (mesh is not None or (scale is None and up is None)):
        return read_scene(scene, settings, mesh, scale, up)
    if mesh is not None:
        return scene_of_mesh(mesh, settings, scale, up)
    if scene is None:
        raise SceneError("give a scene (see `softrein scenes`), or a mesh with --mesh, or both")
    raise SceneError("--scale and --up belong to --mesh; in a scene set mesh.scale and up")
