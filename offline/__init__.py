"""Full simulations, enrichment, reference, gains, scenes, and the pipeline that joins them."""

from importlib import import_module
from typing import Any

_EXPORTS = {
    "Contact": "offline.full.body.terms.contact",
    "ElasticBody": "offline.full.body.elastic_body",
    "FullStepper": "offline.full.body.newmark",
    "Gains": "offline.gains.tvlqr",
    "Material": "offline.full.body.material",
    "Smoke": "offline.full.smoke.stepper",
    "Snapshots": "offline.campaign.snapshots",
    "StVK": "offline.full.body.elastic_body",
    "Wind": "offline.full.smoke.wind",
    "at_step": "offline.studies.other_step",
    "natural_modes": "offline.full.body.modes",
    "read_scene": "offline.scenes.reading",
    "run_campaign": "offline.campaign.campaign",
    "scene_names": "offline.scenes.reading",
    "tvlqr": "offline.gains.tvlqr",
    "tvlqr_step": "offline.gains.tvlqr",
}
__all__ = sorted(_EXPORTS)  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    if name in _EXPORTS:
        return getattr(import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
