"""Articulated plants, and controllers for them: stable PD and timed PD."""

from importlib import import_module
from typing import Any

_EXPORTS: dict[str, str] = {
    "Articulated": "characters.plants.articulated",
    "Recording": "characters.study",
    "STUDIES": "characters.studies",
    "Study": "characters.study",
    "check_gains": "characters.laws.stability",
    "rotation_control": "characters.laws.rotation_control",
    "stable_pd": "characters.laws.pd",
    "timed_gain": "characters.laws.timed_gains",
}
__all__ = sorted(_EXPORTS)  # noqa: PLE0605 - from _EXPORTS


def __getattr__(name: str) -> Any:
    """Import a name's module only when the name is asked for."""
    if name in _EXPORTS:
        return getattr(import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
