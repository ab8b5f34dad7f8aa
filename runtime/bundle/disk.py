"""A file for HDF5 to write into, which hides failed writes from HDF5 and raises them afterwards.

HDF5 does not recover from a write that fails, as on a full disk: it prints its own messages, once a thread,
and the file can neither be closed nor released, which has ended in a segmentation fault. So a `Disk` stores
the first failure, writes nothing from then on, and raises the failure when asked. It is written as fast as
HDF5 writes a file itself (80 MB in 0.08 to 0.15 s either way).

An exception by Ctrl-C while HDF5 calls the file is as bad as a failed write: keep all calls of HDF5 inside
`uninterrupted`.
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
    """A new file, for `h5py.File(disk, "w")` inside its `with` block; at the end that may raise OSError."""

    def __init__(self, path: str | Path) -> None:
        super().__init__(path, "w+")
        self.failure: OSError | None = None

    def check(self) -> None:
        """Raise the system's error of the first write that failed, if one did."""
        if self.failure is not None:
            raise self.failure

    def finish(self) -> None:
        """Close the file. Raises as `check` does, also for a network file system's late failures."""
        try:
            self.close()
        except OSError as error:
            self.failure = self.failure or error
        self.check()

    def write(self, data: Any) -> int:
        """Write all data, or nothing after a failure, of which HDF5 is not told."""
        left = memoryview(data).cast("B")
        whole = len(left)
        try:
            while left and self.failure is None:
                left = left[super().write(left) or 0 :]
        except OSError as error:
            self.failure = error
        return whole

    def truncate(self, size: int | None = None) -> int:
        """Set the file's length, which HDF5 does last; HDF5 is not told of a failure."""
        try:
            if self.failure is None:
                return super().truncate(size)
        except OSError as error:
            self.failure = error
        return size or 0

    def readinto(self, buffer: Any) -> int:
        """Read as other files do; zeros replace data that could not be written."""
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
    """Delay Ctrl-C until the end of the block."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield  # signals reach only Python's main thread
        return
    heard: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda *given: heard.append(given))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        before(*heard[-1])
