"""How far something is, told to whoever wants to know: what is done, how much of it, and of how much."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]


def silent(what: str, done: int, total: int) -> None:
    """The `Progress` that says nothing."""
