"""A bundle of a body whose handle moves in circles, and turns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from offline.full.body.handle.way import carried_by
from offline.scenes.base.parts import TimePart
from offline.scenes.body.paths import HandlePart
from runtime.body.terms.base_motion import INPUTS
from runtime.bundle.body import BodyBundle

PLACES = [(0.0, 0.0, 0.0), (0.02, 0.0, 0.01), (-0.02, 0.01, 0.0)]  # m
TURNS = [(0.0, 0.0, 0.0), (0.1, 0.4, -0.2), (-0.3, 0.1, 0.5)]  # rad


def carried(bundle: BodyBundle, seconds: float = 0.4) -> BodyBundle:
    """The bundle with a handle that makes rounds of `seconds`; its states stay, so that feedback acts."""
    found = bundle.in_moving_frame()
    part = HandlePart(period=seconds, translation=PLACES, rotation=TURNS)
    x, y, z = map(float, found.handle["gravity"])
    time = TimePart(step=bundle.dt, steps=bundle.steps)
    moved = carried_by(part, found.handle["pivot"], (x, y, z), time)
    assert moved is not None

    def shaken(forces: np.ndarray) -> np.ndarray:
        return np.hstack([forces[:, :-INPUTS], moved.inputs])

    track = found.track._replace(feedforward=shaken(found.track.feedforward))
    return replace(found, way=moved.way, track=track, uncontrolled=shaken(found.uncontrolled))
