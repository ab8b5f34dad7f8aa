"""Full simulations, enrichment, reference, gains, scenes, and the pipeline that joins them."""

from importlib import import_module
from typing import Any

_EXPORTS = {
    "FullStepper": "offline.newmark",
    "Gains": "offline.gains",
    "Material": "offline.material",
    "Smoke": "offline.smoke",
    "Snapshots": "offline.snapshots",
    "StVK": "offline.stvk",
    "Wind": "offline.wind",
    "at_step": "offline.other_step",
    "natural_modes": "offline.modes",
    "run_campaign": "offline.campaign",
    "tvlqr": "offline.gains",
    "tvlqr_step": "offline.gains",
}
__all__ = sorted(_EXPORTS)  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    if name in _EXPORTS:
        return getattr(import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
