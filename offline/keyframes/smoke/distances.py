"""Distances of a bundle's smoke from its scene's key-frames, in the reduced flow and in the full one.

There are no pushes. The full flow moves only under the wind that was found. The reduced flow would not follow
the full run by itself: the bundle's LQR brings it through the key-frames along that run.
"""

from __future__ import annotations

import numpy as np

from offline.figures import plain
from offline.full.smoke.full_smoke import FullSmoke, simulate
from offline.keyframes.smoke.request import ask
from offline.steering.mismatch import Mismatch
from runtime.bundle.smoke import SmokeBundle
from runtime.control.registry import LQR


def misses_of_smoke(full: FullSmoke, bundle: SmokeBundle, mismatch: Mismatch) -> dict[str, object]:
    """Return under "keyframes" the distance in m from each of them, of "reduced" and "full" particles."""
    run = bundle.run([], LQR.name)
    reduced = bundle.shape.positions(run.states)
    there = np.array([frame.particles for frame in simulate(full, full.simulation())])
    found = {
        name: [plain(waypoint.distance(particles)) for waypoint in ask(full).waypoints]
        for name, particles in (("reduced", reduced), ("full", there))
    }
    return {"keyframes": found}
