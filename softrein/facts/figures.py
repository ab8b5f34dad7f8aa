"""Figures in files, with the types of this folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from offline.campaign import regular_file

F = TypeVar("F")


def read_figures(path: Path, check: Callable[[F], object], what: str, infinite: bool = False) -> F:
    """Read the figures in a file that `check` accepts; see `offline.campaign.regular_file.read_figures`."""
    return regular_file.read_figures(path, check, what, infinite)
