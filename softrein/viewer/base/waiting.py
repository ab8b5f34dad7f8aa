"""A bounded queue of commands from pages that are not executed yet.

Of a page's `grab`, `blow`, `release`, `path`, `drive` and `seek` only the newest of each is kept, as it
replaces older ones; when there is no room, other commands of pages are dropped. The server's own commands are
always kept.
"""

from __future__ import annotations

import asyncio
import select
from collections import deque
from multiprocessing.connection import Connection

from softrein.viewer.base.messages import Command

ROOM = 256  # most waiting commands
RETRY = 5e-3  # s until a full pipe is tried again
NEWEST_ONLY = ("grab", "blow", "release", "path", "drive", "seek", "jump", "motion")
OWN = ("release", "start", "swap", "take", "tell")  # commands from the server itself, which are rare


class Waiting:
    """A queue of (page, command)."""

    def __init__(self) -> None:
        self._queue: deque[tuple[int, Command]] = deque()

    def __len__(self) -> int:
        return len(self._queue)

    @property
    def is_full(self) -> bool:
        """Whether a page's commands are dropped."""
        return len(self._queue) >= ROOM

    def add(self, page: int, command: Command) -> None:
        """Append a command, or drop it."""
        do = command.do
        if do in NEWEST_ONLY:
            same = (page, do, command.values.get("which"))
            self._queue = deque(
                each for each in self._queue if (each[0], each[1].do, each[1].values.get("which")) != same
            )
        if not self.is_full or do in OWN:
            self._queue.append((page, command))

    def take(self) -> tuple[int, Command]:
        """Remove and return the first."""
        return self._queue.popleft()


def has_room(pipe: Connection) -> bool:
    """Whether a pipe takes what is sent at once; on Linux then 100 kB and more."""
    return bool(select.select((), (pipe,), (), 0)[1])


class Outbox:
    """The end of a pipe into which an asyncio loop puts commands, and never waits.

    A pipe that has room takes a command of below 1 kB whole, on Linux and macOS.
    """

    def __init__(self, pipe: Connection) -> None:
        self._pipe, self._waiting, self._is_due = pipe, Waiting(), False

    def send(self, page: int, command: Command) -> None:
        """Send a command, now or as soon as there is room; do nothing where the reader has gone."""
        self._waiting.add(page, command)
        if not self._is_due:
            self._flush()

    def _flush(self) -> None:
        self._is_due = False
        try:
            while self._waiting:
                if not has_room(self._pipe):
                    asyncio.get_running_loop().call_later(RETRY, self._flush)
                    self._is_due = True
                    return
                self._pipe.send(self._waiting.take())
        except (OSError, ValueError):
            self._waiting = Waiting()  # the reader has ended
