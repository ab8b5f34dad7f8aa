"""A bundle at another time step, with new gains: `softrein run --dt` uses it.

`Bundle.at_step` resamples states, forces and gains for the new step, and makes a reference anew that is the
plant's own run. Gains that are optimal for one step are not for another; here LQR's are made anew around the
new reference, with the offsets that compensate its defects.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TypeVar

from offline.gains.lqr import remade_lqr
from runtime.base.arguments import instance
from runtime.bundle.record import Bundle
from runtime.bundle.resample import follows_by_itself
from runtime.control.registry import LQR
from softrein.errors import BundleError

B = TypeVar("B", bound=Bundle)

STAGE = "time step"  # row of a bundle's stages that describes the change


def at_step(bundle: B, dt: float) -> B:
    """Return the bundle at a time step of `dt` s, with new gains for LQR; its last stage says what was done.

    Raises BundleError for anything but a bundle, SimulationError as `Bundle.at_step` does, and CostError
    where no gains are found.
    """
    instance("bundle", bundle, Bundle, "a bundle, as softrein.load returns it", BundleError)
    start = time.perf_counter()
    other = bundle.at_step(dt).each_motion(_with_own_gains)
    row = {"stage": STAGE, "seconds": time.perf_counter() - start, "result": _words(bundle, other)}
    return replace(other, stages=[*other.stages, row])


def _with_own_gains(bundle: B) -> B:
    """Return a bundle, or one of its motions, with LQR's gains made for its time step."""
    return bundle.with_controllers({LQR.name: remade_lqr(bundle)}) if LQR.name in bundle.gains else bundle


def _words(before: Bundle, after: Bundle) -> str:
    motion = "run again" if follows_by_itself(after) else "resampled"
    gains = ", LQR's gains made anew" if LQR.name in after.gains else ""
    others = [name for name in after.gains if name != LQR.name]
    kept = f", those of {', '.join(others)} resampled" if others else ""
    return f"{after.dt:g} s instead of {before.dt:g} s: the reference was {motion}{gains}{kept}"
