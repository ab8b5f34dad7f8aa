"""How far something is: what it is called, how much is done, and of how much."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from time import monotonic

from runtime.base.arguments import function
from runtime.base.progress import Progress, silent
from softrein.errors import SoftreinError, printable

LONG = 20.0  # s: a step that takes less is not told of where nobody watches


@contextmanager
def progress_bars() -> Iterator[Progress]:
    """A function (what, done, total) that tells on standard error how far steps are.

    On a terminal bars show it, which go when all is done; elsewhere, as in a file, there is a line for each
    step that took a while, at its end.
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
    """What a caller asks for by an argument `progress`: True for bars, a function, or nothing.

    Raises SoftreinError where it is none of these.
    """
    if progress is not None and not isinstance(progress, bool):
        function(
            "progress", progress, "a function of (what, done, total), True, False or None", SoftreinError
        )
    with progress_bars() if progress is True else nullcontext(progress or silent) as report:
        yield report


class _Lines:
    """Tells of steps by lines."""

    def __init__(self) -> None:
        self._last, self._begun = monotonic(), dict[str, float]()

    def update(self, what: str, done: int, total: int) -> None:
        """See `Progress`; a step that tells of itself first at its end began where the one before ended."""
        begun, now = self._begun.setdefault(what, self._last), monotonic()
        if done >= total:
            del self._begun[what]
            self._last = now
            if now - begun >= LONG:
                print(f"{printable(what)}: {total} in {now - begun:.0f} s", file=sys.stderr)
