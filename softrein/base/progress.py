"""How far something is: what it is called, how much is done, and of how much."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from softrein.errors import printable

Progress = Callable[[str, int, int], None]


def no_progress(what: str, done: int, total: int) -> None:
    """Tell nobody."""


@contextmanager
def progress_bars() -> Iterator[Progress]:
    """A function (what, done, total) that draws progress bars on standard error."""
    from rich import progress
    from rich.console import Console

    columns = (
        progress.TextColumn("{task.description:24}", markup=False), progress.BarColumn(),
        progress.MofNCompleteColumn(), progress.TimeElapsedColumn(), progress.TimeRemainingColumn(),
    )  # fmt: skip
    with progress.Progress(*columns, console=Console(stderr=True)) as bars:
        tasks: dict[str, progress.TaskID] = {}

        def update(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(printable(what), total=total)
            bars.update(tasks[what], completed=done, total=total)

        yield update
