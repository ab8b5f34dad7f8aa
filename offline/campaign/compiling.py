"""Progress of numba's compilation, in this process and its workers: announced, and timed for the next time.

A kernel is compiled when it is first called, which takes from a second to a minute, once on a machine; a
command that does not report this seems to hang. Numba reports each compilation (`numba.core.event`); one
within another counts as a part of it, and reading from its cache is no compilation. A file holds how long
each took, so that the time can be announced when kernels are compiled again after a change of the code.

Worker processes write to the same standard error. Only the first of them that compiles a kernel reports it:
it makes a file named by the kernel in a folder that all know.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import stat
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from zlib import crc32

from numba.core import event as events

from offline.campaign.regular_file import UNREADABLE, read_object

# environment variable: folder in which worker processes record what they compile; without it nothing is shown
FOLDER = "SOFTREIN_COMPILING"
KNOWN = "known.json"  # file in that folder: compile times of kernels in earlier runs
LONG = 3.0  # s: quicker compilations are not shown
AGAIN = 30.0  # s, least time between two lines
SHOWN = 3  # argument types shown in a kernel's name
MOST = 5000  # most kernels in the file of compile times
COMPILE = "numba:compile"

Say = Callable[[str], None]


def times_file() -> Path:
    """Return the file of compile times: beside the caches of a checkout, or in the user's cache."""
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").exists():
        return checkout / ".cache" / "compiling.json"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "softrein" / "compiling.json"


def read_times(path: Path) -> dict[str, float]:
    """Read the last compile times in seconds by kernel; empty where the file cannot be read."""
    try:
        found = read_object(path)
        return {name: float(value) for name, value in found.items() if 0 <= float(value) < 1e6}
    except UNREADABLE:
        return {}


def write_times(path: Path, times: dict[str, float]) -> None:
    """Add times to the file; where it cannot be written nothing happens."""
    kept = dict(list((read_times(path) | times).items())[-MOST:])
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(kept, file, indent=0)
            if not os.path.lexists(path) or stat.S_ISREG(path.lstat().st_mode):
                os.replace(name, path)
        finally:
            with suppress(OSError):
                os.unlink(name)


def name_of(happened: events.Event) -> str:
    """Name a kernel by its module and the types that it is compiled for, as far as these have names."""
    kernel = happened.data["dispatcher"].py_func
    types = [getattr(each, "instance_class", None) for each in happened.data["args"]]
    named = ", ".join([each.__name__ for each in types if each is not None][:SHOWN])
    return f"{kernel.__module__}.{kernel.__qualname__}{named and f' for {named}'}"


class Compiling(events.Listener):
    """Listener to compilations in this process; it reports after `LONG` seconds, later after `AGAIN`.

    Attributes:
        times: Seconds of each kernel so far; kernels that were compiled for another one count with it.

    """

    def __init__(self, say: Say, before: dict[str, float], marks: Path) -> None:
        """Take the kernels' last times, `before`, and `marks`, the folder in which processes mark kernels."""
        self.times: dict[str, float] = {}
        self._say, self._before, self._marks = say, before, marks
        self._depth, self._began, self._silent, self._told = 0, 0.0, 0.0, False
        self._timer = threading.Timer(0.0, str)

    @property
    def seconds(self) -> float:
        """How long all compilations took."""
        return sum(self.times.values())

    def on_start(self, event: events.Event) -> None:
        """One begins; the compiler's lock lets no other thread in."""
        self._depth += 1
        if self._depth > 1:
            return
        self._began, name = time.perf_counter(), name_of(event)
        last = self._before.get(name, 0.0)
        patience = AGAIN if self._told else LONG
        delay = 0.0 if last >= patience else max(0.0, patience - self._silent)
        self._timer = threading.Timer(delay, self._tell, (name, last))
        self._timer.daemon = True
        self._timer.start()

    def on_end(self, event: events.Event) -> None:
        """One has ended, or was given up."""
        self._depth -= 1
        if self._depth == 0:
            self._timer.cancel()
            name, took = name_of(event), time.perf_counter() - self._began
            self.times[name] = self.times.get(name, 0.0) + took
            self._silent += took

    def _tell(self, name: str, last: float) -> None:
        self._silent, self._told = 0.0, True
        try:
            (self._marks / f"{crc32(name.encode()):08x}").touch(exist_ok=False)
        except OSError:  # another process has reported it, or the reader has ended
            return
        words = "" if self.times else ", once on this machine"
        self._say(f"compiling {name}{words}{f'; {last:.0f} s last time' if last >= 0.5 else ''}")


class _Worker(Compiling):
    """Workers end without notice: what is worth it stands in a file of each at once."""

    def on_end(self, event: events.Event) -> None:
        """One has ended, or was given up."""
        super().on_end(event)
        if self._depth == 0 and self.times[name_of(event)] >= LONG:
            write_times(self._marks / f"{os.getpid()}.json", self.times)


_heard: list[Compiling] = []  # the latest report of this process


@contextmanager
def telling(say: Say | None = None) -> Iterator[None]:
    """Say what is compiled inside the block, here and in worker processes; by default on standard error.

    At the end it says how long all took here. A block within another has nothing to say.
    """
    if os.environ.get(FOLDER):
        yield
        return
    path, say = times_file(), say or say_on_stderr
    with tempfile.TemporaryDirectory(prefix="softrein-compiling-", ignore_cleanup_errors=True) as folder:
        os.environ[FOLDER] = folder
        before = read_times(path)
        write_times(Path(folder) / KNOWN, before)
        heard = Compiling(say, before, Path(folder))
        _heard[:] = [heard]
        try:
            with events.install_listener(COMPILE, heard):
                yield
        finally:
            del os.environ[FOLDER]
            # those of worker processes as well
            found = [read_times(each) for each in sorted(Path(folder).glob("*.json"))]
            times = {name: took for each in found for name, took in each.items()} | heard.times
            if times != before:
                write_times(path, times)
            if heard.seconds >= LONG:
                count = len(heard.times)
                say(f"{count} kernels were compiled in {heard.seconds:.0f} s; they are cached now")


def seconds_compiling() -> float:
    """Return how long this process has compiled so far, in the block of `telling`, or in the last one."""
    return sum(each.seconds for each in _heard)


@cache
def tell_as_worker() -> None:
    """Say what this worker process compiles from now on, where the one that started it does so."""
    if (folder := os.environ.get(FOLDER)) and multiprocessing.parent_process() is not None:
        events.register(COMPILE, _Worker(say_on_stderr, read_times(Path(folder) / KNOWN), Path(folder)))


def say_on_stderr(words: str) -> None:
    """One line."""
    sys.stderr.write(f"softrein: {words}\n")
    sys.stderr.flush()
