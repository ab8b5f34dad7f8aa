"""The results of a run, as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from offline.targets import gaps, hit, landing_gap, skin_positions, spots_of
from runtime.bundle.record import Bundle
from runtime.control.paths import off_paths
from softrein.base.theme import Hit, figure
from softrein.facts.plans import Facts

if TYPE_CHECKING:
    from runtime.body.shape import Shape
    from runtime.bundle.body import BodyBundle
    from runtime.realtime import Pacing
    from runtime.run import Run


def hits(bundle: Bundle, states: np.ndarray) -> dict[str, Hit]:
    """Return for each target whether a motion hits it and the least gap about then (m; negative inside).

    For a bee it is whether it lands, and how far beyond its radius the spot is.
    """
    found: dict[str, Hit] = {}
    shape = cast("Shape", bundle.shape)  # only bodies have targets
    for target in bundle.targets:
        if target.flight:
            gap = landing_gap(target, spots_of(shape, target, states[target.step]))
            found[target.name] = {"hit": gap <= 0, "gap": gap, "landing": True}
            continue
        skin = skin_positions(shape, target, states)
        near = slice(max(target.step - target.window, 0), target.step + target.window + 1)
        found[target.name] = {"hit": hit(target, skin), "gap": float(gaps(target, skin[near]).min())}
    return found


def distances(bundle: Bundle, states: np.ndarray) -> list[dict[str, float]]:
    """Return each steered particle's distance from its reference, at the end and at most (m)."""
    if not getattr(bundle, "particles", 0):
        return []
    ours, reference = (bundle.shape.positions(motion) for motion in (states, bundle.track.states))
    apart = np.linalg.norm(ours - reference, axis=2)
    return [{"end": float(path[-1]), "largest": float(path.max())} for path in apart.T]


def along_paths(bundle: Bundle, states: np.ndarray) -> dict[str, float]:
    """Return the distances of places from the paths that they follow (m), see `off_paths`; else nothing."""
    return off_paths(bundle.path_misses(states), bundle.dt) if bundle.paths else {}


def touched(bundle: Bundle, states: np.ndarray) -> dict[str, dict[str, float]]:
    """Return the times and forces of a run's contact with obstacles and tools, by their names.

    They are the seconds of contact, and the mean and largest force (N) in them.
    """
    if not getattr(bundle, "obstacles", []):
        return {}
    found = cast("BodyBundle", bundle).contacts(states)
    sizes = np.linalg.norm(found.pressed(bundle.steps)[0], axis=2).T
    return {
        name: {
            "seconds": float(bundle.dt * np.count_nonzero(size)),
            "mean": float(size[size > 0].mean()),
            "largest": float(size.max()),
        }
        for name, size in zip(found.names, sizes, strict=True)
        if size.any()
    }


def touch_words(found: dict[str, float]) -> str:
    """Describe one of these contacts in words."""
    mean, most = (f"{figure(found[key])} N" for key in ("mean", "largest"))
    return f"{figure(found['seconds'])} s, {mean} in the mean, {most} at most"


def motion_named(bundle: Bundle) -> Facts:
    """Return the name of the motion, where it is one of several."""
    return {"motion": bundle.motion_name} if bundle.motion_name else {}


def run_facts(bundle: Bundle, record: Run, controller: str) -> Facts:
    """Return the figures of one run."""
    return {
        **motion_named(bundle),
        "controller": controller,
        "error": record.error,
        "effort": float(record.effort),
        "final deviation": float(record.deviation[-1]),
        "largest deviation": float(record.deviation.max()),
        **along_paths(bundle, record.states),
        **record.counts,
        **met(bundle, record.states),
    }


def met(bundle: Bundle, states: np.ndarray) -> Facts:
    """Return a motion's (T + 1, n) results on targets, contacts, and steered particles."""
    return {
        "targets": hits(bundle, states),
        "particles": distances(bundle, states),
        "touches": touched(bundle, states),
    }


def pacing_facts(pacing: Pacing, controller: str, effort: float) -> Facts:
    """Return the figures of a run on the wall clock."""
    return {
        "controller": controller,
        "steps": pacing.steps,
        "steps a second": 1 / pacing.period,
        "deadlines missed": pacing.missed,
        "effort": effort,
        **{f"latency, {name} [us]": value * 1e6 for name, value in pacing.latency.items()},
        **{f"step, {name} [us]": value * 1e6 for name, value in pacing.compute.items()},
    }
