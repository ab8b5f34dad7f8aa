"""Helpers of the commands of `softrein.cli`: checks of arguments, progress, and printing."""

from __future__ import annotations

import json
import math
import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import wraps
from inspect import Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer
from typer import Argument, Option

from runtime.bundle.file import with_suffix
from softrein.base.whole_file import check_replaceable
from softrein.errors import LONGEST, BundleError, one_line, printable

if TYPE_CHECKING:
    from rich.console import RenderableType
BundleFile = Annotated[Path, Argument(help="A bundle made by `softrein precompute`.", callback=with_suffix)]
Motion = Annotated[
    str | None,
    Option("--motion", metavar="NAME", help="Which of the bundle's motions; its first by default."),
]
AsJson = Annotated[bool, Option("--json", help="Print the result as JSON on standard output.")]
Workers = Annotated[
    int | None, Option(min=0, help="Processes for full runs; one per core by default; 0: only this one.")
]

MOST_RUNS = 100_000  # most random pushes
ENSEMBLES = "the scene's [ensemble]"  # where the default number of random pushes comes from

_WARNED: set[str] = set()  # warnings that were shown


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with an option for each field of those of its parameters that are NamedTuples.

    So options that belong together are one parameter, which several commands may have.
    """
    hints, groups, options = get_type_hints(command, include_extras=True), {}, []
    for name, own in signature(command).parameters.items():
        kind = hints[name]
        if isinstance(kind, type) and issubclass(kind, tuple):
            groups[name] = kind
            defaults = vars(kind)["_field_defaults"]
            options += [
                own.replace(name=field, default=defaults.get(field, own.empty), annotation=each)
                for field, each in get_type_hints(kind, include_extras=True).items()
            ]
        else:
            options.append(own.replace(annotation=kind))
    flat = Signature(options)

    @wraps(command)
    def called(*words: object, **given: object) -> None:
        bound = flat.bind(*words, **given)
        bound.apply_defaults()
        values = bound.arguments
        for name, kind in groups.items():
            values[name] = kind(*(values.pop(field) for field in kind._fields))  # type: ignore[attr-defined]
        command(**values)

    called.__annotations__ = {each.name: each.annotation for each in options}
    called.__signature__ = flat  # type: ignore[attr-defined]
    return called


def told_with(**words: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorate a command: in its help, which is its docstring, names in braces are replaced by words."""

    def told(command: Callable[..., None]) -> Callable[..., None]:
        command.__doc__ = (command.__doc__ or "").format(**words)
        return command

    return told


def behind(motion: str | None) -> str:
    """Return what a motion adds to the names of files: a dot and its name; "" for None, the first motion."""
    return "" if motion is None else f".{motion}"


def check_folder(folder: Path, names: Iterable[str] = ()) -> None:
    """Make a folder and check that files can be written there, and those of some names replaced.

    Raises BundleError.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
        for name in names:
            check_replaceable(folder / name)
    except OSError as error:
        raise BundleError(f"{folder}: nothing can be written there ({error}); give another folder") from error


def show(*tables: RenderableType | None) -> None:
    """Print tables; those that are None are left out."""
    from rich.console import Console
    from rich.segment import Segment, Segments

    # no markup: names may contain brackets
    console = Console(width=None if sys.stdout.isatty() else 110, markup=False)
    for table in tables:
        if table is not None:
            # Control characters from a file must not reach the terminal.
            lines = (
                Segment("\n".join(map(printable, each.text.split("\n"))), each.style, each.control)
                for each in console.render(table)
            )
            console.print(Segments(list(lines)), end="")


def print_json(data: object) -> None:
    """Print figures as JSON on standard output; numbers that are not finite are null, as JSON has none."""
    sys.stdout.write(json.dumps(_finite(data), indent=2, allow_nan=False) + "\n")


def _finite(data: object) -> object:
    if isinstance(data, dict):
        return {name: _finite(value) for name, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_finite(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


def say(text: str = "", err: bool = False) -> None:
    """Print lines on standard output or standard error, with unprintable characters escaped."""
    typer.echo("\n".join(map(printable, text.split("\n"))), err=err)


def one_line_warning(message: object, *_: object) -> None:
    """Show each text once, however many places of a command warn of it."""
    if str(message) not in _WARNED:
        _WARNED.add(str(message))
        say(f"softrein: warning: {one_line(str(message), LONGEST)}", err=True)


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
    if words.startswith("Usage"):  # the full help, if no arguments were given
        say(words)
    else:
        help_of = f" (see {context.command_path} --help)" if context is not None else ""
        say(f"softrein: {one_line(words[0].lower() + words[1:], LONGEST)}{help_of}", err=True)
    return int(error.exit_code)
