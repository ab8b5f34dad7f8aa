"""Endless motion: many rounds under every controller, after hard pushes in the first.

Every state is finite, or the step would have failed. Said is how far the later rounds end off the motion in
the worst case, against what they do without any push. A million steps: `./dev bench endless --steps 1000000`.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from benchmarks.harness import Row
from offline.pipeline.stages import Places, precompute_scene
from offline.scenes.reading import read_scene
from runtime.bundle.record import Bundle
from runtime.endless import seam_deviations

SCENES = ("beam", "smoke-small")


def rows(steps: int = 20_000) -> list[Row]:
    """Two bars a scene: back to the undisturbed level after the pushes, and no drift of that level."""
    with tempfile.TemporaryDirectory() as folder:
        return [
            row
            for name in SCENES
            for row in _rows_of(
                precompute_scene(read_scene(name), Places(Path(folder) / name, workers=0)), steps
            )
        ]


def _rows_of(bundle: Bundle, steps: int) -> list[Row]:
    count = max(8, steps // bundle.steps)
    settled, drifted = {}, {}
    for controller in bundle.gains:
        pushed, quiet = (seam_deviations(bundle, count, controller, each) for each in (bundle.pushes, []))
        level = np.median(quiet[-2:]) + 1e-6 * np.ptp(bundle.track.states)
        settled[controller] = float(np.median(pushed[-2:]) / level)
        early, late = (quiet[1 : count // 2], quiet[count // 2 :])
        drifted[controller] = float(late.max() / max(early.max(), 1e-9 * np.ptp(bundle.track.states)))
    return [
        _worst_row(f"{bundle.name}: after pushes : undisturbed, {count} rounds", settled),
        _worst_row(f"{bundle.name}: undisturbed, later rounds : earlier ones", drifted),
    ]


def _worst_row(what: str, of: dict[str, float]) -> Row:
    said = ", ".join(f"{name} {each:.4g}" for name, each in of.items())
    return Row(what, max(of.values()), 1.01, "at most", detail=said)
