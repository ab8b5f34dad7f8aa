"""A file that HDF5 writes into and that does not fail before its eyes.

HDF5 does not get over a write that fails, on a full disk for one: it prints its own account of it, once a
thread, and the file can neither be closed nor forgotten, which has ended in a segmentation fault. So a `Disk`
keeps the first failure to itself, takes nothing from then on, and raises it when asked. It is written as fast
as HDF5 writes a file itself (80 MB in 0.08 to 0.15 s either way).

HDF5 calls it while Python may have Ctrl-C to tell, and an exception then is as bad as one from the system:
keep all that HDF5 does inside `uninterrupted`.
"""

from __future__ import annotations

import io
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any


class Disk(io.FileIO):
    """A new file, for `h5py.File(disk, "w")` inside its `with` block. Raises OSError at the end of that."""

    def __init__(self, path: str | Path) -> None:
        super().__init__(path, "w+")
        self.failure: OSError | None = None

    def check(self) -> None:
        """Raise what the system said when something could not be written, if there was such a thing."""
        if self.failure is not None:
            raise self.failure

    def finish(self) -> None:
        """Close the file. Raises what `check` does, network file systems' late failures included."""
        try:
            self.close()
        except OSError as error:
            self.failure = self.failure or error
        self.check()

    def write(self, data: Any) -> int:
        """Write all of it, or nothing any more; HDF5 hears of no failure."""
        left = memoryview(data).cast("B")
        whole = len(left)
        try:
            while left and self.failure is None:
                left = left[super().write(left) or 0 :]
        except OSError as error:
            self.failure = error
        return whole

    def truncate(self, size: int | None = None) -> int:
        """Set the file's length, which HDF5 does last; it hears of no failure."""
        try:
            if self.failure is None:
                return super().truncate(size)
        except OSError as error:
            self.failure = error
        return size or 0

    def readinto(self, buffer: Any) -> int:
        """As ever; zeros stand for what could not be written."""
        into = memoryview(buffer).cast("B")
        found = super().readinto(into) or 0
        if self.failure is None:
            return found
        into[found:] = bytes(len(into) - found)
        return len(into)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.finish()
        except OSError:
            if kind is None:
                raise


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C has to wait for the block's end."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield  # Python interrupts its main thread alone
        return
    heard: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda *given: heard.append(given))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        before(*heard[-1])
