"""The table of stages: for each its time, its result, the result's size, and the memory that it took."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, ParamSpec, Protocol, TypeVar

from offline.campaign.campaign import Job, run_campaign
from offline.campaign.memory import largest_child_peak, peak, reset_peak
from softrein.errors import warn

T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True)
class Made(Generic[T]):
    """The result of a stage, with a text; `about` are further entries of its row, such as "bytes"."""

    value: T
    result: str
    about: Mapping[str, object] = field(default_factory=dict)


def of_motion(name: str) -> str:
    """Return the suffix of a stage's name for one of several motions."""
    return f", {name}" if name else ""


def rows_of(rows: Iterable[Mapping[str, object]], motion: str) -> list[dict[str, object]]:
    """Return the rows of one of several motions, without its suffix, and those of all motions."""
    behind, named = of_motion(motion), ((str(row.get("stage", "")), row) for row in rows)
    own = [(name, row) for name, row in named if name.endswith(behind) or ", " not in name]
    return [{**row, "stage": name.removesuffix(behind)} for name, row in own]


class Staged(Protocol):
    """An object that records stages: a table, or one motion's part in it."""

    def stage(self, name: str, make: Callable[P, Made[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        """See `Table.stage`."""


@contextmanager
def warnings_of(name: str) -> Iterator[None]:
    """Let warnings within the block begin with a name, unless it is empty; they come at the block's end."""
    if not name:
        yield
        return
    told: list[warnings.WarningMessage] = []
    try:
        with warnings.catch_warnings(record=True) as told:
            yield
    finally:
        for each in told:
            warn(f"{name}: {each.message}", each.category)


class Table:
    """The table with its rows so far."""

    def __init__(self) -> None:
        self.rows: list[dict[str, object]] = []

    def of(self, motion: str, figures: Mapping[str, float]) -> list[dict[str, object]]:
        """Return the rows of one of several motions, without its suffix, and those of all motions.

        Where these have figures, the motion's own `figures` replace those of the first one.
        """
        found = rows_of(self.rows, motion)
        for row in found:
            if isinstance(measured := row.get("figures"), dict):
                row["figures"] = {**measured, **figures}
        return found

    def stage(self, name: str, make: Callable[P, Made[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a stage with its arguments, record its row, and return its result.

        "memory" is the peak of this process meanwhile and "memory before" its memory at the start,
        bytes; both are left out where they are unknown.
        """
        before = peak() if reset_peak() else None
        start = time.perf_counter()
        made = make(*args, **kwargs)
        row = {"stage": name, "seconds": time.perf_counter() - start, "result": made.result, **made.about}
        if before is not None:
            row |= {"memory before": before, "memory": max(peak() or 0, before)}  # Linux rounds peak values
        self.rows.append(row)
        return made.value


class FullRuns:
    """The `Progress` of a campaign, which keeps figures for the table."""

    def __init__(
        self, report: Callable[[int, int], None] = lambda done, total: None, own: bool = True
    ) -> None:
        """Pass everything on to `report` as well; `own`: the workers are children of this process."""
        self._report, self._own = report, own
        self._there: int | None = None
        self._memory: int | None = None

    def __call__(self, done: int, total: int) -> None:
        """Record the progress; the workers live until the last run is reported."""
        if self._there is None:
            self._there = done
        if self._own and done > self._there:
            self._memory = max(self._memory or 0, largest_child_peak() or 0) or None
        self._report(done, total)

    def figures(self) -> dict[str, int]:
        """Return how many runs existed already, and the largest worker's memory, if there are any."""
        found = {"taken up": self._there, "memory of a worker": self._memory}
        return {name: value for name, value in found.items() if value}


def full_runs(
    job: Job, folder: Path, workers: int | None, scheduler: str | None, report: Callable[[int, int], None]
) -> tuple[list[Path], dict[str, int]]:
    """Return the files of a job's runs from `run_campaign`, and the figures for a stage's row."""
    watch = FullRuns(report, own=workers != 0 and scheduler is None)
    paths = run_campaign(job, folder, workers=workers, scheduler=scheduler, progress=watch)
    return paths, {"bytes": sum(path.stat().st_size for path in paths), **watch.figures()}
