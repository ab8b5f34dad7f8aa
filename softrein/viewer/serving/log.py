"""The server's log on standard error: a line for each message, and few lines, whatever it is sent.

The server's packages and asyncio log what strangers send them, with tracebacks and as often as it comes. Here
a message is one line of bounded length; LINES different ones come at once and then one in EVERY seconds. What
was left out is counted, and said now and then, and at the end.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath

from softrein.errors import shown
from softrein.viewer.serving.wire import Allowance

LINES = 5  # largest burst of lines
EVERY = 10.0  # s until one more line is allowed
SUMMARY = 60.0  # s between summaries of suppressed messages
DIFFERENT = 8  # most messages that are counted separately
OTHERS = "other messages"
LONGEST = 200  # most characters of a message
TALKATIVE = ("softrein.viewer", "uvicorn", "asyncio")  # loggers whose messages are limited


class BoundedLog(logging.Handler):
    """A log handler that prints few of its records, and of the others from time to time the number."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._lines, self._due = Allowance(1 / EVERY, LINES), time.monotonic() + SUMMARY
        self._printed: set[str] = set()  # messages printed since the last summary
        self._left_out: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Print a record, or count it."""
        if record.name == "asyncio" and record.levelno < logging.ERROR:
            return  # messages about disconnected clients
        text = line_of(record)
        if text not in self._printed and self._lines.take():
            self._printed.add(text)
            _print(text)
        else:
            known = text in self._left_out or len(self._left_out) < DIFFERENT
            self._left_out[text if known else OTHERS] += 1
        if time.monotonic() >= self._due:
            self.summarise()

    def summarise(self) -> None:
        """Say what was left out."""
        for text, count in self._left_out.most_common():
            _print(f"{count} times more: {text}")
        self._printed.clear()
        self._left_out.clear()
        self._due = time.monotonic() + SUMMARY


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
    with contextlib.suppress(OSError, ValueError):  # standard error is closed
        print(f"softrein: viewer: {text}", file=sys.stderr, flush=True)
