"""Functions over many values, on processes of one thread each; they end with the one that started them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from meshes.memory import available_memory, gigabytes
from offline.campaign.compiling import tell_as_worker
from offline.campaign.memory import held
from offline.campaign.processes import end_with_parent, unheard, without_main
from offline.campaign.threads import one_thread
from softrein.errors import warn

S = TypeVar("S")
T = TypeVar("T")

MOST = 61  # most processes of a pool on Windows

_for_good = ExitStack()  # contexts that a worker process entered and never leaves
_taken: dict[str, Callable[..., object]] = {}  # in a worker process: the function that it was started for


class Map(Protocol):
    """The type of `map`, and of its counterpart on processes."""

    def __call__(self, function: Callable[[S], T], values: Iterable[S], /) -> Iterable[T]:
        """Return the function's result for each value, in their order."""


@contextmanager
def processes(count: int | None) -> Iterator[Map]:
    """Yield a `map` that works in `count` processes, one a core for None, or in this process for 0.

    Each call starts its own processes, and sends them the function once: it may hold large data, and keep
    what it has computed from one value to the next. There are fewer, with a warning, where memory does not
    suffice. On an error or Ctrl-C values that have not begun are dropped.
    """
    if count == 0:
        yield map
        return

    def each(function: Callable[[S], T], values: Iterable[S]) -> Iterator[T]:
        all_values = list(values)
        fits = _within_memory(min(count or os.cpu_count() or 1, len(all_values), MOST))
        if fits == 0:
            yield from map(function, all_values)
            return
        pool = ProcessPoolExecutor(fits, get_context("spawn"), _take, (function,))
        at_end.callback(pool.shutdown, cancel_futures=True)
        with unheard():
            found = pool.map(_apply_taken, all_values)
        yield from found
        pool.shutdown()

    with ExitStack() as at_end, without_main():
        yield each


def _within_memory(count: int) -> int:
    """Return how many of `count` processes fit into memory, if each takes as much as this one does now."""
    own, left = held(), available_memory()
    fits = count if own is None or left is None else min(count, int(left / own))
    if fits < count:
        found = f"{fits or 'none'} of {count} processes{'' if fits else ', so this one does it all'}"
        takes = f"each takes about {gigabytes(own or 0)}, and {gigabytes(left or 0)} are free"
        warn(f"memory is enough for {found}: {takes}", RuntimeWarning)
    return fits


@contextmanager
def meanwhile(function: Callable[[], T], own: bool = True) -> Iterator[Callable[[], T]]:
    """Yield a function that returns `function()`, which a process of its own computes during the block.

    Without `own` it is computed here, when it is asked for.
    """
    if not own:
        yield function
        return
    with ExitStack() as at_end, without_main():
        pool = ProcessPoolExecutor(1, get_context("spawn"), _take, (function,))
        at_end.callback(pool.shutdown, cancel_futures=True)
        with unheard():
            found = pool.submit(_taken_value)
        yield found.result


def _take(function: Callable[..., object]) -> None:
    end_with_parent()
    tell_as_worker()
    _for_good.enter_context(one_thread())
    _taken["function"] = function


def _apply_taken(value: object) -> Any:
    return _taken["function"](value)


def _taken_value() -> Any:
    return _taken["function"]()
