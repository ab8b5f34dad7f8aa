"""What the server says on standard error: a line for each message, and few lines, whatever it is sent.

The server's packages and asyncio log what strangers send them, with tracebacks and as often as it comes. Here
a message is one line of bounded length, LINES of them come at once and then one in EVERY seconds; how many
were left out in between is said with the next line, and at the end.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import traceback
from collections.abc import Iterator
from pathlib import PurePath

from softrein.errors import shown
from softrein.viewer.wire import Allowance

LINES = 5  # at once
EVERY = 10.0  # s for one more
LONGEST = 200  # characters of a message
TALKATIVE = ("softrein.viewer", "uvicorn", "asyncio")  # loggers that come out here


class BoundedLog(logging.Handler):
    """Prints few of the records that it gets."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._lines, self._left_out = Allowance(1 / EVERY, LINES), 0

    def emit(self, record: logging.LogRecord) -> None:
        """Print a record, or count it."""
        if not self._lines.take():
            self._left_out += 1
            return
        self.summarise()
        _print(line_of(record))

    def summarise(self) -> None:
        """Say how many records were left out since the last that was printed, if any were."""
        if self._left_out:
            _print(f"{self._left_out} messages were left out")
            self._left_out = 0


def line_of(record: logging.LogRecord) -> str:
    """A record on one line: its message, and of an exception its type, what it says and where it arose."""
    try:
        said = record.getMessage()
    except (TypeError, ValueError):
        said = str(record.msg)
    text = shown(" ".join(said.split()), LONGEST)[1:-1]
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return text
    places = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f" ({PurePath(place.filename).name}:{place.lineno})" for place in places)
    return f"{text} {type(error).__name__}: {shown(error)[1:-1]}{where}"


@contextlib.contextmanager
def bounded_log() -> Iterator[None]:
    """While it lasts, loggers of the server come out on standard error, bounded."""
    handler, loggers = BoundedLog(), [logging.getLogger(name) for name in TALKATIVE]
    before = [logger.propagate for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.propagate = False
    try:
        yield
    finally:
        for logger, propagate in zip(loggers, before, strict=True):
            logger.removeHandler(handler)
            logger.propagate = propagate
        handler.summarise()


def _print(text: str) -> None:
    with contextlib.suppress(OSError, ValueError):  # nobody reads standard error any more
        print(f"softrein: viewer: {text}", file=sys.stderr, flush=True)
