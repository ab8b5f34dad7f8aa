"""Stable PD: PD gains that act on the state at the end of the step ([000], equation 5)."""

from __future__ import annotations

from collections.abc import Mapping

from runtime.control.law import StablePD
from runtime.control.proportional import weighted_gains
from runtime.control.setting import Ranges, Setting

STRONGER = {"kz": 1e2, "kp": 1e4, "kd": 1e2}  # it is tried with gains so much beyond those of PD


def make_stable_pd(setting: Setting, parameters: Mapping[str, float]) -> StablePD:
    """Stable PD of PD's gains; ControllerError for one that this plant has not, or that is negative."""
    return StablePD(weighted_gains(setting.proportional_terms, parameters))


def stable_pd_ranges(setting: Setting) -> Ranges:
    """Those of PD, and far beyond."""
    ranges = setting.units.proportional_ranges()
    return {name: (least, STRONGER[name] * largest) for name, (least, largest) in ranges.items()}
