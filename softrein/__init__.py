"""Softrein: reduced-order simulation of soft bodies and smoke under control; the names that users import."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runtime.bundle.feedback import MarkerFeedback as MarkerFeedback
    from runtime.bundle.file import load as load
    from runtime.plant.push import Push as Push
    from softrein.api.identifying import identify as identify
    from softrein.api.outcome import outcome as outcome
    from softrein.api.precomputing import precompute as precompute
    from softrein.api.through import through_keyframes as through_keyframes
    from softrein.api.tuning import tune as tune
    from softrein.api.verifying import verify as verify

__version__ = "0.1.0"

_EXPORTS = {
    "MarkerFeedback": "runtime.bundle.feedback",
    "Push": "runtime.plant.push",
    "identify": "softrein.api.identifying",
    "load": "runtime.bundle.file",
    "outcome": "softrein.api.outcome",
    "precompute": "softrein.api.precomputing",
    "through_keyframes": "softrein.api.through",
    "tune": "softrein.api.tuning",
    "verify": "softrein.api.verifying",
}
__all__ = ["__version__", *sorted(_EXPORTS)]  # noqa: PLE0604 - the names come from _EXPORTS


def __getattr__(name: str) -> object:
    """Import a name's module when the name is first used: `import softrein` alone loads nothing else."""
    if name in _EXPORTS:
        import_module("softrein.base.kernel_cache").use_checkout_cache()
        return getattr(import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
