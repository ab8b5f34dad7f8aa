"""The causes of a full run's motion, in words, and the scene's entry that weakens each."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from offline.campaign.enrichment import Excitation, Perturbation
from offline.full.body.full_body import FullBody
from offline.full.body.terms.base_motion import inertia_of
from offline.pipeline.body.limits import force_of_one

Array = np.ndarray
STRENGTH = "enrichment.strength"


class Cause(NamedTuple):
    """Why a run moves as it does."""

    load: str  # the load, and its strength
    remedy: str  # the scene entry to lower


def own_cause(full: FullBody) -> Cause:
    """Return the cause of the nominal run: loads, gravity, a handle that moves."""
    loads, largest = [(full.loads.largest_force(), "N")], np.abs(full.loads.controls).max(axis=0)
    loads += [
        (most, f"{part.unit} of {part.name!r}")
        for part, most in zip(full.scene.internal_actuators, largest, strict=True)
    ]
    acting = {
        "loads": " and ".join(f"{most:.3g} {unit}" for most, unit in loads if most),
        "gravity": _newtons(float(np.linalg.norm(full.standing[: full.bodys].reshape(-1, 3).sum(axis=0)))),
        "handle": _newtons(carrying(full)),
    }
    found = [f"{name} ({strong})" for name, strong in acting.items() if strong]
    names = [name for name, strong in acting.items() if strong]
    load = f"the scene's own {', '.join(found)}" if found else "nothing but the scene's start"
    return Cause(load, f"weaken {' or '.join(names) or 'what the scene starts from'}")


def training_cause(full: FullBody, index: int, given: Perturbation | Excitation) -> Cause:
    """Return the cause of a training run, which is `given` a push, a kick or random controls."""
    if isinstance(given, Excitation):
        return _driven_cause(full, index, given)
    size = float(np.linalg.norm(given.vector))
    if given.kind == "velocity":
        return Cause(f"the random kick of run {index}, {size:.3g} m/s at most", f"lower {STRENGTH}")
    seconds = given.duration * full.scene.time.step
    return Cause(f"the random push of run {index}, {size:.3g} N for {seconds:.3g} s", f"lower {STRENGTH}")


def pressing_cause(index: int) -> Cause:
    """Return the cause of a training run in which a ball presses."""
    return Cause(
        f"the press of run {index}", "lower enrichment.presses, or the strength of ensemble or pushes"
    )


def found_cause(full: FullBody) -> Cause:
    """Return the cause of a body that is `driven` by the controls of a motion that was found."""
    actuators, words = full.scene.control.actuators, "the controls of the motion that was found"
    if not actuators:
        strong = f"{words}, {full.loads.largest_force():.3g} N at most"
        return Cause(strong, "leave the motion more time between its goals")
    sizes = np.array([part.size for part in actuators])
    strongest, index = _strongest(full, sizes * np.abs(full.loads.factors).max(axis=1))
    return Cause(f"{words}{strongest}", f"lower control.actuators.{index}.limit, or leave it more time")


def carrying(full: FullBody) -> float:
    """Return the largest force of inertia (by lumped masses) in N on the body at rest in its handle."""
    body, inputs = full.body, () if full.carried is None else full.carried.inputs
    still, lumped = np.zeros(body.mass.size), (body.mass - body.weighing).reshape(-1, 3)
    found = ((each[:3], inertia_of(body, full.pivot, each)) for each in inputs)
    loads = (inertia.load(still, still) - (lumped * a).ravel() for a, inertia in found if inertia is not None)
    return max(map(total, loads), default=0.0)


def total(force: Array) -> float:
    """Return the magnitude in N of a whole force (n,)."""
    return float(np.linalg.norm(force.reshape(-1, 3), axis=1).sum())


def _newtons(size: float) -> str:
    return f"{size:.3g} N" if size else ""


def _driven_cause(full: FullBody, index: int, given: Excitation) -> Cause:
    """Return the cause of random controls, which are added to the loads' own."""
    forces, internal = iter(given.forces.T), iter((given.controls + full.loads.controls).T)
    peaks = [
        np.abs(next(internal if part.is_internal else forces)).max() for part in full.scene.control.actuators
    ]
    strongest, number = _strongest(full, np.array(peaks))
    return Cause(f"the random controls of run {index}{strongest}", f"lower control.actuators.{number}.limit")


def _strongest(full: FullBody, peaks: Array) -> tuple[str, int]:
    """Find the actuator with the largest force at its peak, in N, Pa or m; return words and its number."""
    parts = full.scene.control.actuators
    newtons = [total(force_of_one(full, i, part)) * peaks[i] for i, part in enumerate(parts)]
    index = int(np.argmax(newtons))
    part = parts[index]
    which = f", of which {part.name!r} is the strongest with" if len(parts) > 1 else f", {part.name!r} with"
    return f"{which} {peaks[index]:.3g} {part.unit}", index
