"""Reduced models, plants, the control law, the loop and the bundle: what runs in real time."""

from importlib import import_module
from typing import Any

_EXPORTS = {
    "BodyModel": "runtime.body.model",
    "BodyPlant": "runtime.body.plant",
    "Density": "runtime.smoke.tracers",
    "SmokeModel": "runtime.smoke.model",
    "SmokePlant": "runtime.smoke.plant",
    "Tracers": "runtime.smoke.tracers",
}
__all__ = sorted(_EXPORTS)  # noqa: PLE0605 - from _EXPORTS


def __getattr__(name: str) -> Any:
    """Import a name's module only when the name is asked for."""
    if name in _EXPORTS:
        return getattr(import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
