"""Warnings that are about the line by which somebody called this project, and not about one within it."""

from __future__ import annotations

import sys
import warnings

OURS = frozenset({"softrein", "offline", "reduce", "runtime", "meshes", "characters"})
BETWEEN = frozenset({"pydantic", "contextlib", "functools"})  # by which ours call ours


def warn(message: str, kind: type[Warning] = UserWarning) -> None:
    """Warn of something; what is shown as its place is the nearest line that is not of this project."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and _package(frame.f_globals.get("__name__")) in OURS | BETWEEN:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, kind, stacklevel=level)


def _package(module: object) -> str:
    return str(module).partition(".")[0]
