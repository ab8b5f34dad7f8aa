"""Runs of the full model that stay: those of a verification that was cut short are not made again.

A file of text, a line for each share of runs, in the order in which they were asked for:

    {"print": "...", "error": [...], "effort": [...], "off": [[...], ...], "places": [[[...]]] or null}

with the entries of an `Outcome`, in digits that give the same numbers back, and a fingerprint of all that the
runs depend on: the full model, the bundle but for how long its making took, the code, the case, the pushes
and the number of the first. A line that is not whole, as the last of a program that was killed may be, is
passed over, and so is what else does not belong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from offline.campaign.pool import Map
from offline.campaign.snapshots import fingerprint
from offline.verification.study import INPUTS, Full, Outcome, Task
from runtime.bundle.fields import header_of, stored_arrays
from runtime.bundle.record import Bundle
from softrein.errors import CampaignError

FORMAT = 2  # of a line: those of another one count as nothing
ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("runtime", "offline", "reduce", "meshes")  # whose code runs depend on
MOST_BYTES = 2**30  # of a file that is read back
KEPT = "runs.jsonl"  # what it is called, beside the figures

Tell = Callable[[Path, int, int], None]  # the file, how many runs are in it, and of how many


def keeping(each: Map, path: Path, source: str, tell: Tell = lambda *words: None) -> Map:
    """`each`, but for tasks of verification whose outcomes stand in the file at `path`; others join them.

    `source` tells one bundle from another, and one version of the code. Raises CampaignError where nothing
    can be written, or the file is far too large.
    """

    def apply(function: Callable[[Any], Any], values: Iterable[Any]) -> Iterator[Any]:
        tasks = {_print_of(task, source): task for task in values}
        there = {own: made for own, made in _read(path, set(tasks)).items() if _fits(made, tasks[own])}
        sizes = {own: len(task.pushes) for own, task in tasks.items()}
        tell(path, sum(sizes[own] for own in there), sum(sizes.values()))
        made = iter(each(function, [task for own, task in tasks.items() if own not in there]))
        for own in tasks:
            if own not in there:
                there[own] = next(made)
                _add(path, own, there[own])
            yield there[own]
        yield from made  # nothing: it ends, and what it holds with it

    return apply


def source_of(full: Full, bundle: Bundle, root: Path = ROOT) -> str:
    """What tells a full model, a bundle (however long its making took) and this code from others.

    The scene names files (meshes, surfaces), which may be other ones now: what the full model is counts.
    """
    header = {name: value for name, value in header_of(bundle).items() if name != "stages"}
    arrays = {name: array for name, _, array in stored_arrays(bundle)}
    files = sorted(path for package in PACKAGES for path in (root / package).rglob("*.py"))
    code = [[path.relative_to(root).as_posix(), path.read_text("utf-8")] for path in files]
    model = INPUTS[type(full.scene)](full)
    return fingerprint(code, model, json.dumps(header, sort_keys=True), arrays)


def _print_of(task: Task, source: str) -> str:
    """What identifies some runs."""
    case, pushes = task.case, [[asdict(push) for push in run] for run in task.pushes]
    return fingerprint(FORMAT, source, case.controller, case.mismatch, pushes, task.first, task.record)


def _fits(outcome: Outcome, task: Task) -> bool:
    return len(outcome.error) == len(task.pushes) and (outcome.places is not None) >= task.record


def _read(path: Path, wanted: set[str]) -> dict[str, Outcome]:
    """The outcomes in a file that are wanted, by fingerprint."""
    found: dict[str, Outcome] = {}
    if not path.is_file():
        return found
    if path.stat().st_size > MOST_BYTES:
        raise CampaignError(f"{path}: has grown beyond {MOST_BYTES >> 30} GiB; remove it")
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            try:
                read = json.loads(line)
                own = str(read["print"])
                if own not in wanted:
                    continue
                outcome = _outcome(read)
            except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
                continue
            found[own] = outcome
    return found


def _outcome(read: dict[str, Any]) -> Outcome:
    """That of a line. Raises ValueError, TypeError or KeyError."""
    error, effort = (np.array(read[name], dtype=float) for name in ("error", "effort"))
    off = np.array(read["off"], dtype=float).reshape(-1, 2)
    places = None if read["places"] is None else np.array(read["places"], dtype=float)
    if error.ndim != 1 or effort.shape != error.shape or len(off) not in (0, len(error)):
        raise ValueError("figures of different lengths")
    if places is not None and places.ndim != 3:
        raise ValueError("places are (T + 1, k, axes)")
    return Outcome(error, effort, places, off)


def _add(path: Path, own: str, outcome: Outcome) -> None:
    """A line more. What a killed program left of one is ended first."""
    entries = {name: each if each is None else each.tolist() for name, each in outcome._asdict().items()}
    try:
        with path.open("ab+") as file:
            if file.tell():
                file.seek(-1, 2)
                if file.read(1) != b"\n":
                    file.write(b"\n")
            file.write((json.dumps({"print": own} | entries) + "\n").encode())
    except OSError as error:
        raise CampaignError(f"{path}: runs cannot be kept: {error}; give another folder by -o") from error
