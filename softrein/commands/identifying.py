"""The command identify, and its files: the scene with the parameters found, and a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from typer import Argument, Option

from softrein.base.progress import progress_bars
from softrein.base.whole_file import check_writable, whole_file
from softrein.commands import parts
from softrein.errors import SceneError

if TYPE_CHECKING:
    from rich.table import Table

    from offline.identification.identify import Identified

BOUNDS = (
    "the intervals cover the noise, and not the error of this mesh and its time step of {:.3g} ms; fit "
    "again with a finer mesh and half the step to see that error"
)


class FileOptions(NamedTuple):
    """Options for files beside the recording, and for units and rates that they do not state."""

    inputs: Annotated[
        Path | None,
        Option(
            help="Recorded inputs of the body: .csv, .npz or .mat, with columns named after its actuators "
            "and loads, or handle_x, handle_y, handle_z."
        ),
    ] = None
    unit: Annotated[str | None, Option(help="Unit of lengths that a file does not state, as mm.")] = None
    rate: Annotated[float | None, Option(help="Frames per second of a file without times.")] = None
    placed: Annotated[
        str, Option(help="Standard deviation of the markers' places: in metres, or with a unit.")
    ] = "1 mm"


@parts.grouped
def identify(
    scene: Annotated[
        str, Argument(help="A scene: a .toml file, one of the package by its name, or a bundle.")
    ],
    *,
    recording: Annotated[Path, Option(help="Recorded markers: .c3d, .csv, .npz or .mat.")],
    fit: Annotated[
        str,
        Option(
            metavar="NAME,NAME",
            help="Parameters to find: young, young.REGION, damping, damping.mass, damping.stiffness, "
            "density, poisson, delay, gain, gain.ACTUATOR.",
        ),
    ],
    output: Annotated[
        Path | None,
        Option(
            "-o",
            "--output",
            help=("File for the scene with the parameters that were found; a picture is written beside it."),
        ),
    ] = None,
    held_out: Annotated[
        list[Path] | None,
        Option(help=("A recording to compare with, which is not fitted; several may be given.")),
    ] = None,
    refined: Annotated[bool, Option("--refined", help="Fit once more on a finer mesh.")] = False,
    files: FileOptions,
    as_json: parts.AsJson = False,
) -> None:
    """Find stiffness, damping and more of a real body from a recording of markers on it.

    Prints each parameter with its 95 % interval, how far the simulated markers are from the recorded ones,
    and what the recording cannot tell apart.
    """
    from softrein.api.identifying import identify as identified
    from softrein.commands.verifying import metres
    from softrein.pictures.recorded import draw_recorded

    if output is not None:
        if output.suffix != ".toml":
            raise SceneError(f"-o {output}: a scene's file ends in .toml")
        check_writable(output)
        check_writable(output.with_suffix(".png"))
    unit = None if files.unit is None else metres(f"1 {files.unit}", "--unit")
    with progress_bars() as progress:
        found = identified(
            scene,
            recording,
            fit,
            held_out=held_out or (),
            refined=refined,
            placed=metres(files.placed, "--placed"),
            inputs=files.inputs,
            unit=unit,
            rate=files.rate,
            progress=progress,
        )
    if output is not None:
        with whole_file(output) as temporary:
            temporary.write_text(fitted_text(found, recording.name), encoding="utf-8")
        draw_recorded(found, output.with_suffix(".png"))
    if as_json:
        parts.print_json(found.facts)
        return
    parts.show(table_of(found))
    for sentence in sentences(found):
        parts.say(f"- {sentence}")
    if output is not None:
        parts.say(f"wrote {output} and {output.with_suffix('.png')}")


def fitted_text(found: Identified, recording: str) -> str:
    """Write a scene's file with the parameters found, and comments with their intervals."""
    from offline.scenes.reading import text_of
    from offline.scenes.toml_text import remark

    lines = [f"Found by `softrein identify` from {recording}, with 95 % intervals:"]
    lines += [f"  {e.name} = {e.value:.5g} {e.unit} ({e.low:.5g} to {e.high:.5g})" for e in found.estimates]
    lines += sentences(found)
    return "".join(f"# {remark(line)}\n" for line in lines) + "\n" + text_of(found.scene)


def table_of(found: Identified) -> Table:
    """Make a table of each parameter, as the scene had it and as it was found."""
    from rich.table import Table

    table = Table(title="found, with 95 % intervals", title_justify="left")
    for heading in ("parameter", "scene", "found", "from", "to", "unit"):
        table.add_column(heading, justify="left" if heading in {"parameter", "unit"} else "right")
    for each in found.estimates:
        numbers = (f"{value:.5g}" for value in (each.given, each.value, each.low, each.high))
        table.add_row(each.name, *numbers, each.unit)
    return table


def sentences(found: Identified) -> list[str]:
    """Write sentences on how well the recordings are matched, and the notes."""
    from offline.identification.doubts import correlated_most

    told = [
        f"the simulated markers are {1e3 * found.residual:.3g} mm (rms) from the recorded ones, which move "
        f"by {1e3 * found.motion:.3g} mm (rms); {found.full_runs} full runs"
    ]
    told += [f"{name}, held out: {1e3 * value:.3g} mm (rms)" for name, value in found.held_out.items()]
    told += correlated_most(found.names, found.covariance)
    told.append(BOUNDS.format(found.scene.time.step * 1e3))
    return told + found.notes
