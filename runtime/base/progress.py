"""Reports of progress: a `Progress` is called with a text that says what is done, and `done` of `total`."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]


def silent(what: str, done: int, total: int) -> None:
    """Report nothing: the `Progress` of callers that want no reports."""
