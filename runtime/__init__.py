"""Reduced models, plants, the control law, the loop and the bundle: what runs in real time."""

from importlib import import_module
from typing import Any

_EXPORTS = {
    "DeformableModel": "runtime.deformable",
    "DeformablePlant": "runtime.body",
    "Density": "runtime.tracers",
    "FluidModel": "runtime.fluid",
    "FluidPlant": "runtime.immersed",
    "Tracers": "runtime.tracers",
}
__all__ = sorted(_EXPORTS)  # noqa: PLE0605 - from _EXPORTS


def __getattr__(name: str) -> Any:
    """Import a name's module only when the name is asked for."""
    if name in _EXPORTS:
        return getattr(import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
