"""Stored runs of the full model: those of an interrupted verification are not made again.

They are in a text file with a line for each group of runs, in the order in which they were asked for:

    {"print": "...", "sum": "...", "error": [...], "effort": [...], "off": [[...], ...],
     "places": [[[...]]] or null}

with the entries of an `Outcome`, in enough digits to restore the numbers, a fingerprint of all inputs of the
runs: the full model, the bundle except for how long its making took, the code, the case, the pushes
and the number of the first; and a checksum over that and the outcome. A line that is incomplete, as the last
of a program that was killed may be, is skipped, and so are lines with another shape or
checksum, with an error or effort that is negative or NaN, or with one of the two alone infinite. Such runs
are made again. A link, or anything that is no file, is refused: its target is neither read nor written.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np

from offline.campaign.pool import Map
from offline.campaign.prints import made_of
from offline.campaign.regular_file import open_regular
from offline.campaign.snapshots import fingerprint
from offline.verification.study import CONTROLLED, INPUTS, Full, Outcome, Task, TaskMap
from runtime.bundle.record import Bundle
from softrein.errors import CampaignError

FORMAT = 3  # version of a line: lines of other versions are ignored
ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("runtime", "offline", "reduce", "meshes")  # packages whose code affects the runs
MOST_BYTES = 2**30  # bytes, largest file that is read
Array = np.ndarray
KEPT = "runs.jsonl"  # file name, beside the figures

Tell = Callable[[Path, int, int], None]  # (file, runs stored in it, runs in all)


class Source(NamedTuple):
    """The origin of runs: a fingerprint, and the shapes of their outcomes."""

    print: str  # fingerprint of the full model, the bundle (without the time its making took) and the code
    places: tuple[int, int, int]  # (T + 1, k, axes), shape of the positions of a run that stores them
    along: bool  # whether something follows paths


def keeping(each: Map, path: Path, source: Source, tell: Tell = lambda *words: None) -> TaskMap:
    """Return `each` with a store: outcomes in the file at `path` are read, others made and added to it.

    Raises CampaignError where the file cannot be written, is a link or no file, or is far too
    large.
    """

    def apply(function: Callable[[Task], Outcome], values: Iterable[Task]) -> Iterator[Outcome]:
        tasks = {_print_of(task, source.print): task for task in values}
        there = {
            own: made
            for own, made in _read(path, set(tasks), source).items()
            if _fits(made, tasks[own], source)
        }
        sizes = {own: len(task.pushes) for own, task in tasks.items()}
        tell(path, sum(sizes[own] for own in there), sum(sizes.values()))
        made = iter(each(function, [task for own, task in tasks.items() if own not in there]))
        for own in tasks:
            if own not in there:
                there[own] = next(made)
                _add(path, own, there[own])
            yield there[own]
        yield from made  # yields nothing: it closes the generator

    return apply


def source_of(full: Full, bundle: Bundle, root: Path = ROOT) -> Source:
    """Return the origin of runs of a full model and a bundle, with this code.

    The scene's files (meshes, surfaces) may have changed: the content of the full model counts.
    """
    model = INPUTS[type(full.scene)](full)
    own = fingerprint(code_of(PACKAGES, root), model, *made_of(bundle))
    return Source(own, (bundle.steps + 1, *CONTROLLED[type(full.scene)].followed(bundle)), bool(bundle.paths))


def code_of(packages: Sequence[str], root: Path = ROOT) -> list[list[str]]:
    """Return name and text of every module of some packages, on which figures depend besides their inputs."""
    files = sorted(path for package in packages for path in (root / package).rglob("*.py"))
    return [[path.relative_to(root).as_posix(), path.read_text("utf-8")] for path in files]


def _print_of(task: Task, source: str) -> str:
    """Return the fingerprint of some runs."""
    case, pushes = task.case, [[asdict(push) for push in run] for run in task.pushes]
    return fingerprint(FORMAT, source, case.controller, case.mismatch, pushes, task.first, task.record)


def _fits(outcome: Outcome, task: Task, source: Source) -> bool:
    """Whether an outcome can be that of a task: it has its shapes, and possible figures."""
    error, effort, places, off = outcome
    count, lost = len(task.pushes), np.isinf(error)
    along = count if source.along else 0
    if (error.shape, effort.shape, off.shape) != ((count,), (count,), (along, 2)):
        return False
    if (places is not None) != task.record or not all(map(_possible, outcome.figures)):
        return False
    nowhere = places is None or lost[0]  # the run was given up
    if places is not None and not (places.shape == source.places and (nowhere or np.isfinite(places).all())):
        return False
    return bool((np.isinf(effort) == lost).all() and (np.isinf(off) == lost[:along, None]).all())


def _possible(figures: Array) -> bool:
    """Whether all are at least 0; infinite ones are, NaN is not."""
    return bool((figures >= 0).all())


def _read(path: Path, wanted: set[str], source: Source) -> dict[str, Outcome]:
    """Read the outcomes in a file that are wanted and complete, by fingerprint."""
    found: dict[str, Outcome] = {}
    if not os.path.lexists(path):
        return found
    with _opened(path) as file:
        if os.fstat(file.fileno()).st_size > MOST_BYTES:
            raise CampaignError(f"{path}: has grown beyond {MOST_BYTES >> 30} GiB; remove it")
        file.seek(0)
        for line in file:
            try:
                read = json.loads(line)
                own = str(read["print"])
                if own not in wanted:
                    continue
                outcome = _outcome(read, source)
                whole = read["sum"] == _sum_of(own, outcome)
            except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
                continue
            if whole:
                found[own] = outcome
    return found


def _outcome(read: dict[str, object], source: Source) -> Outcome:
    """Return the outcome of a line. Raises ValueError, TypeError or KeyError."""
    error, effort = (np.array(read[name], dtype=float) for name in ("error", "effort"))
    off = np.array(read["off"], dtype=float).reshape(-1, 2)
    places = None if read["places"] is None else np.array(read["places"], dtype=float)
    if places is not None and not places.size:
        places = places.reshape(source.places)  # JSON has no shape of what is empty
    return Outcome(error, effort, places, off)


def _sum_of(own: str, outcome: Outcome) -> str:
    """Return a checksum over the runs' fingerprint and their outcome."""
    return fingerprint(FORMAT, own, *outcome)


def _add(path: Path, own: str, outcome: Outcome) -> None:
    """Append a line, after ending an incomplete one of a killed program."""
    entries = {name: each if each is None else each.tolist() for name, each in outcome._asdict().items()}
    line = json.dumps({"print": own, "sum": _sum_of(own, outcome)} | entries) + "\n"
    with _opened(path) as file:
        if file.seek(0, 2):
            file.seek(-1, 2)
            if file.read(1) != b"\n":
                file.write(b"\n")
        file.write(line.encode())


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    """Open the file for reading and appending; it is made if missing. Raises CampaignError."""
    refused = f"{path}: runs cannot be kept: "
    try:
        with os.fdopen(open_regular(path, os.O_RDWR | os.O_APPEND | os.O_CREAT), "rb+") as file:
            yield file
    except OSError as error:
        why = error.strerror or error
        raise CampaignError(f"{refused}{why}; remove it, or give another folder by -o") from error
