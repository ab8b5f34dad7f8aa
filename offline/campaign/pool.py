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


@contextmanager
def processes(count: int | None) -> Iterator[Map]:
    """What applies a function to many values: in so many processes, one a core for None, or here for 0.

    What has not begun is dropped where something goes wrong, Ctrl-C for one.
    """
    if count == 0:
        yield map
        return
    with without_main(), ProcessPoolExecutor(count, get_context("spawn"), _on_one_thread) as pool:
        try:
            yield pool.map
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _on_one_thread() -> None:
    end_with_parent()
    _for_good.enter_context(one_thread())
