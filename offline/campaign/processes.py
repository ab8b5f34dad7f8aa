"""Worker processes of this machine that do not run the caller's script again.

A process that Python starts afresh ("spawn") first imports the main module of the one that started it, so
that a script without `if __name__ == "__main__":` would begin again in each worker. Our workers need nothing
from it: their functions are in modules, and Dask sends what a script defines by value. So the main module's
file and name are hidden while workers may start.

Workers do not outlive the process that started them either: one that waits for work on a pipe which its
siblings hold open as well would never notice that this process was killed. Ctrl-C reaches all processes of a
terminal, but workers do not hear it: the process that started them ends them.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import wait

_lock = threading.Lock()
_inside: list[dict[str, object]] = []  # saved attributes of the main module, one entry per open block


@contextmanager
def without_main() -> Iterator[None]:
    """Let processes that are started inside the block not import the main module. Blocks may nest.

    Ctrl-C ends them.
    """
    others = multiprocessing.active_children()
    main = vars(sys.modules["__main__"])
    with _lock:
        if not _inside:
            _inside.append({name: main[name] for name in ("__file__", "__spec__") if name in main})
            main.pop("__file__", None)
            main["__spec__"] = None
        else:
            _inside.append(_inside[0])
    try:
        yield
    except KeyboardInterrupt:
        for each in multiprocessing.active_children():
            if each not in others:
                each.terminate()
        raise
    finally:
        with _lock:
            had = _inside.pop()
            if not _inside:
                main.update(had)


@contextmanager
def unheard() -> Iterator[None]:
    """Let processes that are started inside the block never hear Ctrl-C; this one does after it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # otherwise its start would let signals through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # new processes inherit it
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent() -> None:
    """Let this process end as soon as the one that started it has ended, for whatever reason."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
