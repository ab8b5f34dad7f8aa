"""Reduced models, plants, the control law, the loop and the bundle: what runs in real time."""

import warnings
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runtime.body.model import BodyModel as BodyModel
    from runtime.body.plant import BodyPlant as BodyPlant
    from runtime.smoke.model import SmokeModel as SmokeModel
    from runtime.smoke.plant import SmokePlant as SmokePlant
    from runtime.smoke.tracers import Density as Density
    from runtime.smoke.tracers import Tracers as Tracers

_EXPORTS = {
    "BodyModel": "runtime.body.model",
    "BodyPlant": "runtime.body.plant",
    "Density": "runtime.smoke.tracers",
    "SmokeModel": "runtime.smoke.model",
    "SmokePlant": "runtime.smoke.plant",
    "Tracers": "runtime.smoke.tracers",
}
_OLDER = {"DeformableModel": "BodyModel", "DeformablePlant": "BodyPlant"}
_OLDER |= {"FluidModel": "SmokeModel", "FluidPlant": "SmokePlant"}
__all__ = sorted(_EXPORTS)  # noqa: PLE0605 - from _EXPORTS


def __getattr__(name: str) -> object:
    """Import a name's module only when the name is asked for."""
    if name in _OLDER:
        warnings.warn(f"runtime.{name} is called {_OLDER[name]} now", DeprecationWarning, stacklevel=2)
        name = _OLDER[name]
    if name in _EXPORTS:
        return getattr(import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
