"""The command line: from a scene to a bundle, and from a bundle to runs, comparisons and pictures.

Figures go to standard output (as JSON with --json), progress and messages to standard error. Exit code 0
is success, 2 means that the request or a file was at fault and one line says how, 1 is a fault of softrein.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Annotated

import typer
from typer import Option

from runtime.base.renamed import current_name
from softrein.base.kernel_cache import use_checkout_cache

use_checkout_cache()  # before anything imports numba

from softrein.commands import identifying, judging, making, running, studying, verifying  # noqa: E402
from softrein.commands.parts import one_line_warning, say, usage_error  # noqa: E402
from softrein.errors import LONGEST, SoftreinError, one_line  # noqa: E402

INTERRUPTED = 130  # exit code: Ctrl-C
# commands without a message about compilation: they compile little, or the page reports it
QUIET = (making.scenes, making.mesh, running.view)
ALOUD = (
    making.precompute,
    making.inspect,
    running.run,
    running.export,
    studying.compare,
    verifying.verify,
    studying.judge,
    studying.report,
    studying.characters,
    identifying.identify,
    judging.robots,
)

RENAMED = {"foresees": "preview", "stride": "block"}  # options: former name -> present name


def current_option(name: str) -> str:
    """An option's name; a former one is taken with a warning that says the current one."""
    return current_name(f"--{name}", f"--{RENAMED[name]}")[2:] if name in RENAMED else name


app = typer.Typer(
    context_settings={"token_normalize_func": current_option},
    name="softrein",
    help="Reduced-order simulations on a gentle rein: precompute a scene, run it, push it, compare.",
    no_args_is_help=True,
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def aloud(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that reports on standard error what is compiled meanwhile, with --json as well."""

    @wraps(command)
    def told(**given: object) -> None:
        from offline.campaign.compiling import telling

        with telling(lambda words: say(f"softrein: {words}", err=True)):
            command(**given)

    return told


for quiet in QUIET:
    app.command()(quiet)
for loud in ALOUD:
    app.command()(aloud(loud))


@app.callback()
def version(
    show: Annotated[bool, Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    """Reduced-order simulations on a gentle rein: precompute a scene, run it, push it, compare."""
    if show:
        from softrein import __version__

        typer.echo(f"softrein {__version__}")
        raise typer.Exit


def as_option(message: str) -> str:
    """Turn a message about an argument, `dt: wanted ...`, into one about the option that set it, if any."""
    option = f"--{message.partition(':')[0]}"
    return f"--{message}" if option in {word.partition("=")[0] for word in sys.argv[1:]} else message


def keeps_runs() -> bool:
    """Whether the command of this process keeps full runs on disk, from which it continues."""
    command, options = "".join(sys.argv[1:2]), sys.argv[2:]
    where = any(each.startswith(("-o", "--output", "--curves")) for each in options)
    return command in {"precompute", "report", "judge", "robots"} or (command == "verify" and where)


def main() -> None:
    """Run the command line; a user's error is one line and exit code 2."""
    import warnings

    warnings.showwarning = one_line_warning  # type: ignore[assignment]
    try:
        code = app(prog_name="softrein", standalone_mode=False) or 0
    except SoftreinError as error:
        say(f"softrein: {as_option(str(error))}", err=True)
        code = 2
    except OSError as error:  # a path that the system does not accept, or a full disk
        say(f"softrein: {one_line(str(error), LONGEST)}", err=True)
        code = 2
    except KeyboardInterrupt:
        code = INTERRUPTED
    except Exception as error:
        if (code := usage_error(error)) is None:
            raise
    if code == INTERRUPTED:
        kept = (
            "; finished full runs are kept, and the same command continues from them" if keeps_runs() else ""
        )
        typer.echo(f"softrein: interrupted{kept}", err=True)
    sys.exit(code)
