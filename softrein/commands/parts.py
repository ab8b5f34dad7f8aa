"""What the commands of `softrein.cli` share: checks of what was asked for, progress, and printing."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer

from softrein.errors import SceneError, SoftreinError

_WARNED: set[str] = set()  # texts shown


def wanted_scene(
    scene: str | None, settings: list[str], mesh: Path | None, scale: float | None, up: str | None
) -> Any:
    """The scene, with another mesh in it, or one drafted for the mesh."""
    from offline.scenes.reading import read_scene, scene_of_mesh

    if mesh is None and scene is None:
        raise SceneError("give a scene (see `softrein scenes`), or a mesh with --mesh, or both")
    if mesh is None and (scale is not None or up is not None):
        raise SceneError("--scale and --up belong to --mesh; a scene says mesh.scale and up")
    if scene is None:
        assert mesh is not None
        return scene_of_mesh(mesh, settings, scale, up)
    return read_scene(scene, settings, mesh, scale, up)


def paced(
    bundle: Any, controller: str, pushes: list[Any], rate: float | None, foresees: bool = False
) -> dict[str, Any]:
    """The figures of a run on the wall clock, with its pushes."""
    from runtime.realtime import pace
    from softrein.commands.tables import pacing_facts
    from softrein.errors import ControllerError

    if rate is not None and not 0 < rate < 1e6:
        raise ControllerError(f"--rate {rate:g}: give steps a second, above 0 and below a million")
    simulator = bundle.simulator(controller, foresees=foresees)

    def push_now(running: Any) -> None:
        running.play(pushes, running.index)

    pacing = pace(simulator, None if rate is None else 1 / rate, push_now)
    return pacing_facts(pacing, controller, simulator.effort)


def at_another_step(bundle: Any, dt: str | None) -> Any:
    """The bundle at a time step as it is written, and on standard error what was done; as it is for None."""
    from offline.studies.other_step import at_step

    if dt is None:
        return bundle
    other = at_step(bundle, seconds(dt))
    typer.echo(f"time step: {other.stages[-1]['result']}", err=True)
    return other


def seconds(text: str) -> float:
    """A time step as it is written: seconds, or a number with a unit."""
    from offline.scenes.quantity import Unit
    from softrein.errors import SimulationError

    try:
        return float(text)
    except ValueError:
        pass
    try:
        return float(Unit("s").convert(text))
    except ValueError as error:
        raise SimulationError(f"--dt {text}: {error}") from error


def reseeded(bundle: Any, seed: int | None) -> Any:
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
def naming(what: str) -> Iterator[None]:
    """Put what was asked for in front of an error's message."""
    try:
        yield
    except SoftreinError as error:
        raise type(error)(f"{what}: {error}") from error


def check_folder(folder: Path) -> None:
    """Make a folder and see that files can be written there; raises BundleError."""
    from softrein.errors import BundleError

    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise BundleError(f"{folder}: nothing can be written there ({error}); give another folder") from error


def check_pictures(
    realtime: bool, rate: float | None, rounds: int | None, picture: Path | None, movie: Path | None
) -> None:
    """Raise ControllerError where the options of a run do not go together, BundleError for lost pictures."""
    from softrein.errors import ControllerError

    if realtime and (picture or movie):
        raise ControllerError("--realtime draws nothing: leave --picture and --movie out, or run without it")
    if realtime and rounds:
        raise ControllerError(
            "--realtime goes once through the motion: leave --rounds out, or run without it"
        )
    if rate is not None and not realtime:
        raise ControllerError("--rate belongs to --realtime")
    for path, endings in ((picture, (".png",)), (movie, (".mp4", ".gif"))):
        if path is None:
            continue
        if path.suffix not in endings:
            raise ControllerError(f"{path}: its name must end in {' or '.join(endings)}")
        check_writable(path)


def check_writable(path: Path) -> None:
    """Raise BundleError unless a file can be made in a folder that exists."""
    from softrein.errors import BundleError

    folder = path.absolute().parent
    if path.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise BundleError(f"{path}: cannot be written; give a file in a folder that exists and takes files")


@contextmanager
def progress_bars() -> Iterator[Any]:
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


def show(*tables: Any) -> None:
    """Print tables; those that are None are left out."""
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 110)
    for table in tables:
        if table is not None:
            console.print(table)


def say_summary(data: Mapping[str, Any], folder: Path) -> None:
    """A comparison in three sentences, and where its pictures, or else its figures, are."""
    from softrein.commands.comparing import FIGURES, PAGE, PICTURES
    from softrein.commands.summary import summary

    for sentence in summary(data):
        typer.echo(f"- {sentence}")
    if data.get("quick"):
        typer.echo("a quick search, every family's alike; without --quick it is finer, on more pushes")
    pictures = [
        folder / PICTURES[name] for name in ("motion", "fronts") if (folder / PICTURES[name]).is_file()
    ]
    if pictures:
        typer.echo(f"see {' and '.join(map(str, pictures))}; all tables: {folder / PAGE}")
    else:
        typer.echo(f"wrote {folder / FIGURES}")


def say_heads(sections: Sequence[Any]) -> None:
    """Of each comparison on a page the first sentence of its summary, and where its picture is."""
    from softrein.commands.summary import summary

    for bundle, data, pictures in sections:
        for sentence in summary(data)[:1]:
            picture = f"  ({pictures['motion']})" if "motion" in pictures else ""
            typer.echo(f"{bundle.name}: {sentence}{picture}")


def print_json(data: Any) -> None:
    """Print figures as JSON on standard output."""
    sys.stdout.write(json.dumps(data, indent=2) + "\n")


def one_line_warning(message: Any, *_: Any) -> None:
    """Each text once, however many places of a command come upon it."""
    if str(message) not in _WARNED:
        _WARNED.add(str(message))
        typer.echo(f"softrein: warning: {message}", err=True)


def usage_error(error: Any) -> int | None:
    """Say in one line what is wrong with a command's words, and return the exit code.

    None where it is another error. typer's have no base class that all its versions share; what its own
    validation finds is told as for scenes.
    """
    if not hasattr(error, "format_message") or not isinstance(error.exit_code, int):
        return None
    if hasattr(error.__cause__, "errors"):
        from offline.scenes.plain_words import in_plain

        error.message = in_plain(error.__cause__.errors()[0])
    words, context = error.format_message().strip().rstrip("."), getattr(error, "ctx", None)
    if words.startswith("Usage"):  # the whole help, for who asked for nothing
        typer.echo(words)
    else:
        help_of = f" (see {context.command_path} --help)" if context is not None else ""
        typer.echo(f"softrein: {words[0].lower()}{words[1:]}{help_of}", err=True)
    return int(error.exit_code)
