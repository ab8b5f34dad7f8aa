"""Make the table of docs/verify.md, of every scene on its full model, by one command.

    python -m benchmarks.verified_table out/*.softrein -c lqr,pd,mpc --runs 20 --substeps 4 --newton 20

prints Markdown: the date, version, commit, cores and command by which it was made, and a line for each scene,
controller and model. All lines of a bundle have the same pushes as `softrein verify` of it, so that they can
be compared. Finished runs are kept in FILE.verify, as by `softrein verify FILE -o FILE.verify`: a command
that was interrupted goes on from there.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from softrein.base.kernel_cache import use_checkout_cache

use_checkout_cache()  # before anything imports numba

from offline.campaign.pool import processes  # noqa: E402
from offline.pipeline.stages import Places  # noqa: E402
from offline.scenes.reading import scene_of_bundle  # noqa: E402
from offline.verification.stored_runs import KEPT, keeping, source_of  # noqa: E402
from offline.verification.study import CONTROLLED, RUNS, Case, Clock, full_model, verify  # noqa: E402
from runtime.bundle.file import load  # noqa: E402
from runtime.control.registry import LQR  # noqa: E402
from softrein import __version__  # noqa: E402
from softrein.base.machine import describe_machine  # noqa: E402
from softrein.base.theme import number  # noqa: E402
from softrein.commands.verifying import named  # noqa: E402
from softrein.errors import SoftreinError  # noqa: E402
from softrein.reports.verdicts import given  # noqa: E402
from softrein.reports.verified import rows_of, spread  # noqa: E402

Figures = Mapping[str, Any]
ROOT = Path(__file__).resolve().parent.parent
OWN = ("scene", "what runs", "scene's push: error", "effort")
RANDOM = ("random pushes: error (quartiles)", "effort (quartiles)", "lost")
HEADINGS = OWN + RANDOM


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table of the bundles named. Returns the exit code."""
    options = _options(arguments)
    clock = Clock(options.substeps, options.newton)
    try:
        found = [_verified(file, options, clock) for file in options.files]
    except SoftreinError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{made(sys.argv[1:] if arguments is None else arguments)}\n\n{markdown(found)}")
    return 0


def made(arguments: Sequence[str]) -> str:
    """When and how the table is made: date, version and commit, cores, and the command itself."""
    command = shlex.join(["python", "-m", "benchmarks.verified_table", *arguments])
    cores = describe_machine()["processor"].rpartition(", ")[2]
    date = datetime.now(timezone.utc).date().isoformat()
    return f"{date}, softrein {__version__} ({commit()}), {cores}: `{command}`"


def commit() -> str:
    """The checkout's commit, and whether it was changed since."""
    words = ["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        told = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "no commit known"
    return f"commit {told.stdout.strip()}"


def markdown(found: Sequence[tuple[str, str, Figures]]) -> str:
    """The table in Markdown, of (scene, first controller, figures) each."""
    head = [f"| {' | '.join(HEADINGS)} |", f"|{'---|' * len(HEADINGS)}"]
    return "\n".join([*head, *(line for each in found for line in _lines(*each))])


def _lines(scene: str, controller: str, figures: Figures) -> Iterator[str]:
    for _, words, row in rows_of(figures, controller):
        cells = [scene, words, *(given(row[key], number) for key in ("error", "effort"))]
        many = row.get("ensemble")
        cells += ["", "", ""] if many is None else [spread(many, "error"), spread(many, "effort")]
        cells += [] if many is None else [f"{many['lost']} of {many['runs']}"]
        yield f"| {' | '.join(cells)} |"
        scene = ""  # said once


def _verified(file: Path, options: argparse.Namespace, clock: Clock) -> tuple[str, str, Figures]:
    """A bundle's name, its first controller and its figures."""
    bundle = load(file)
    controller, *beside = named(options.controller.split(","), bundle)
    for name in (controller, *beside):
        bundle.law(name)  # which says what hinders one
    places = Places(file.with_name(file.name + ".runs"), 0).of(bundle.motion_name)
    full = full_model(scene_of_bundle(bundle, file), places)
    own = clock if "young" in CONTROLLED[type(full.scene)].differs else clock._replace(newton=0)
    folder = file.with_name(file.name + ".verify")
    folder.mkdir(exist_ok=True)
    with processes(options.workers) as apply:
        each = keeping(apply, folder / KEPT, source_of(full, bundle))
        found = verify(full, bundle, Case(controller), options.runs, each, beside=beside, clock=own)
    return bundle.name, controller, found.figures


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.verified_table", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="bundles")
    parser.add_argument("-c", "--controller", default=LQR.name, help="as softrein verify takes them")
    parser.add_argument("--runs", type=int, default=RUNS, help="random pushes")
    parser.add_argument("--substeps", type=int, default=1, help="steps of the finer clock for one; of all")
    parser.add_argument("--newton", type=int, default=0, help="its iterations at most; of bodies alone")
    parser.add_argument("--workers", type=int, help="processes; one a core by default, 0: this one")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
