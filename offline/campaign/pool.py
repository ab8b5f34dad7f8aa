"""Functions over many values, on processes of one thread each; they end with the one that started them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from typing import Any

from offline.campaign.campaign import one_thread
from offline.campaign.processes import end_with_parent, without_main

Map = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]  # `map`, or that of processes

_for_good = ExitStack()  # what a worker process has entered
_taken: dict[str, Callable[[Any], Any]] = {}  # of a worker process: the function that it was started for


@contextmanager
def processes(count: int | None) -> Iterator[Map]:
    """What applies a function to many values: in so many processes, one a core for None, or here for 0.

    Each call starts its own, and hands them the function once: it may hold what is large, and keep what it
    has worked out from one value to the next. What has not begun is dropped where something goes wrong,
    Ctrl-C for one.
    """
    if count == 0:
        yield map
        return

    def each(function: Callable[[Any], Any], values: Iterable[Any]) -> Iterator[Any]:
        pool = ProcessPoolExecutor(count, get_context("spawn"), _take, (function,))
        at_end.callback(pool.shutdown, cancel_futures=True)
        yield from pool.map(_apply_taken, values)
        pool.shutdown()

    with without_main(), ExitStack() as at_end:
        yield each


def _take(function: Callable[[Any], Any]) -> None:
    end_with_parent()
    _for_good.enter_context(one_thread())
    _taken["function"] = function


def _apply_taken(value: Any) -> Any:
    return _taken["function"](value)
