"""Progress of work: its name, how much is done, and the total."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from time import monotonic

from runtime.base.arguments import function
from runtime.base.progress import Progress, silent
from softrein.errors import SoftreinError, printable

LONG = 20.0  # s: shorter steps are not reported on non-interactive terminals


@contextmanager
def progress_bars() -> Iterator[Progress]:
    """Yield a function (what, done, total) that shows the progress of steps on standard error.

    On a terminal it draws bars, which vanish when all is done; elsewhere, as in a file, it writes a line for
    each step that took a while, at its end.
    """
    from rich import progress
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield _Lines().update
        return
    columns = (
        progress.TextColumn("{task.description:24}", markup=False),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        progress.TimeRemainingColumn(),
    )
    with progress.Progress(*columns, console=console, transient=True) as bars:
        tasks: dict[str, progress.TaskID] = {}

        def update(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(printable(what), total=total)
            bars.update(tasks[what], completed=done, total=total)

        yield update


@contextmanager
def asked_for(progress: Progress | bool | None) -> Iterator[Progress]:
    """Yield the progress function for an argument `progress`: True for bars, a function, or nothing.

    Raises SoftreinError where it is none of these.
    """
    if progress is not None and not isinstance(progress, bool):
        function(
            "progress", progress, "a function of (what, done, total), True, False or None", SoftreinError
        )
    with progress_bars() if progress is True else nullcontext(progress or silent) as report:
        yield report


class _Lines:
    """Progress of steps by lines of text."""

    def __init__(self) -> None:
        self._last, self._begun = monotonic(), dict[str, float]()

    def update(self, what: str, done: int, total: int) -> None:
        """See `Progress`; a step that is first reported at its end began at the end of the one before."""
        begun, now = self._begun.setdefault(what, self._last), monotonic()
        if done >= total:
            del self._begun[what]
            self._last = now
            if now - begun >= LONG:
                print(f"{printable(what)}: {total} in {now - begun:.0f} s", file=sys.stderr)
