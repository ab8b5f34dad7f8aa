"""The table of stages: how long each took, what it made, how large that is, and how much memory it took."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, ParamSpec, Protocol, TypeVar

from offline.campaign.campaign import Job, run_campaign
from offline.campaign.memory import largest_child_peak, peak, reset_peak

T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True)
class Made(Generic[T]):
    """What a stage made, in words as well; `about` are further entries of its row, such as "bytes"."""

    value: T
    result: str
    about: Mapping[str, object] = field(default_factory=dict)


def of_motion(name: str) -> str:
    """What stands behind a stage's name where it is of one of several motions."""
    return f", {name}" if name else ""


class Staged(Protocol):
    """Whatever takes stages: a table, or one motion's part in it."""

    def stage(self, name: str, make: Callable[P, Made[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        """See `Table.stage`."""


class Table:
    """The rows so far."""

    def __init__(self) -> None:
        self.rows: list[dict[str, object]] = []

    def of(self, motion: str) -> list[dict[str, object]]:
        """The rows of one of several motions, as if there were no other, and those that are of all."""
        behind = of_motion(motion)
        named = [(str(row["stage"]), row) for row in self.rows]
        return [
            row | {"stage": name.removesuffix(behind)}
            for name, row in named
            if name.endswith(behind) or ", " not in name
        ]

    def stage(self, name: str, make: Callable[P, Made[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a stage makes of its arguments, timed.

        "memory" is the peak of this process in the meantime and "memory before" what it held at the start,
        bytes; both are left out where nobody knows them.
        """
        before = peak() if reset_peak() else None
        start = time.perf_counter()
        made = make(*args, **kwargs)
        row = {"stage": name, "seconds": time.perf_counter() - start, "result": made.result, **made.about}
        if before is not None:
            row |= {"memory before": before, "memory": max(peak() or 0, before)}  # Linux rounds its marks
        self.rows.append(row)
        return made.value


class FullRuns:
    """What a campaign tells about itself as it goes on: its `Progress`."""

    def __init__(
        self, report: Callable[[int, int], None] = lambda done, total: None, own: bool = True
    ) -> None:
        """Hand everything on to `report` as well; `own`: the workers are processes of this one."""
        self._report, self._own = report, own
        self._there: int | None = None
        self._memory: int | None = None

    def __call__(self, done: int, total: int) -> None:
        """Take note; the workers live until the last run is reported."""
        if self._there is None:
            self._there = done
        if self._own and done > self._there:
            self._memory = max(self._memory or 0, largest_child_peak() or 0) or None
        self._report(done, total)

    def figures(self) -> dict[str, int]:
        """How many runs an earlier call left, and the largest worker's memory, as far as there are any."""
        found = {"taken up": self._there, "memory of a worker": self._memory}
        return {name: value for name, value in found.items() if value}


def full_runs(
    job: Job, folder: Path, workers: int | None, scheduler: str | None, report: Callable[[int, int], None]
) -> tuple[list[Path], dict[str, int]]:
    """The files of a job's runs, as `run_campaign` gives them, and what a stage's row says of them."""
    watch = FullRuns(report, own=workers != 0 and scheduler is None)
    paths = run_campaign(job, folder, workers=workers, scheduler=scheduler, progress=watch)
    return paths, {"bytes": sum(path.stat().st_size for path in paths), **watch.figures()}
