"""Endless motion: many rounds under every controller, after hard pushes in the first.

The motions close: the beam's, and that of smoke which is to stay at rest. Every state is finite, or the step
would have failed. One row compares how far the later rounds end from the motion, in the worst case, with the
same rounds without any push; the other compares the latter with the rounds of the first half. A million
steps: `./dev bench endless --steps 1000000`.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import cast

from benchmarks.harness import Row
from offline.pipeline.stages import Places, precompute_scene
from offline.scenes.reading import read_scene
from runtime.bundle.endless import seam_deviations
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from tests.made_up import at_rest

SCENES = ("beam", "smoke-small")
HOME = 1e-6  # of the largest deviation: nearer than that, a motion has come home
SWAY = 1.1  # P control damps nothing: the beam's rounds under it go on differing by a few per cent


def rows(steps: int = 20_000) -> list[Row]:
    """Two bars a scene: the return to the undisturbed level after the pushes, and the drift of that level."""
    with tempfile.TemporaryDirectory() as folder:
        beam, smoke = (
            precompute_scene(read_scene(name), Places(Path(folder) / name, workers=0)) for name in SCENES
        )
    return [*_rows_of(beam, steps), *_rows_of(at_rest(cast(SmokeBundle, smoke)), steps)]


def _rows_of(bundle: Bundle, steps: int) -> list[Row]:
    count = max(40, steps // bundle.steps)
    settled, drifted = {}, {}
    for controller in bundle.gains:
        pushed, quiet = (seam_deviations(bundle, count, controller, each) for each in (bundle.pushes, []))
        home, half = HOME * pushed.max(), count // 2
        settled[controller] = float(pushed[half:].max() / (quiet[half:].max() + home))
        drifted[controller] = float(quiet[half:].max() / (quiet[1:half].max() + home))
    return [
        _worst_row(f"{bundle.name}: after pushes : undisturbed, {count} rounds", settled),
        _worst_row(f"{bundle.name}: undisturbed, later rounds : earlier ones", drifted),
    ]


def _worst_row(what: str, of: dict[str, float]) -> Row:
    said = ", ".join(f"{name} {each:.4g}" for name, each in of.items())
    return Row(what, max(of.values()), SWAY, "at most", detail=said)
