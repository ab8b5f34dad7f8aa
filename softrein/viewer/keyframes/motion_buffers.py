"""Two motions in shared memory: one is made while the other is followed, as it is with gains beside them.

Of each there are states, feed-forward, goals of paths, the running weight, and single instants of the costs,
of which the first `held` are meant. A motion that is `own` is the bundle's, as it came.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from offline.gains.forces import MOST as MOST_TOUCHED
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.plant.track import Track
from softrein.viewer.base.frames import Shared
from softrein.viewer.keyframes.editor import MOST

REST = 4  # additional instants for the goals of rest at the end


class MotionBuffer(NamedTuple):
    """One of the two; all of it looks into the shared memory."""

    own: np.ndarray  # (1,) 1 if the motion is the bundle's own; the other arrays are then unused
    held: np.ndarray  # (1,) number of valid entries of `steps` and `instants`
    # (most,) steps of single instants: the bundle's own, of key-frames, of rest, and of touched obstacles
    steps: np.ndarray
    instants: np.ndarray  # (most, n, n) weights of single instants
    states: np.ndarray  # (T + 1, n) reference states
    feedforward: np.ndarray  # (T, forces) reference inputs
    goals: np.ndarray  # (T + 1, rows) goals of places that follow paths
    running: np.ndarray  # (n, n) running weight: of an animation more than of another motion


class MotionBuffers(Shared):
    """Both of them."""

    def __init__(self, bundle: BodyBundle, name: str | None = None) -> None:
        """Allocate shared memory for two motions of a bundle, or attach to the block of that `name`.

        One process makes a motion in one half while another follows that in the other half.
        """
        n, rows = bundle.track.states.shape[1], bundle.costs.goals.shape[1]
        steps, touched = bundle.steps, MOST_TOUCHED * len(bundle.obstacles)
        most = len(bundle.costs.steps) + MOST + REST + min(touched, steps + 1)
        shapes = [
            (1,),
            (1,),
            (most,),
            (most, n, n),
            (steps + 1, n),
            (steps, bundle.forces),
            (steps + 1, rows),
            (n, n),
        ]
        sizes = [int(np.prod(shape)) for shape in shapes]
        super().__init__(2 * 8 * sum(sizes), name)
        both = np.ndarray((2, sum(sizes)), np.float64, self._memory.buf)
        ends = np.cumsum(sizes)[:-1]
        self.sets = [
            MotionBuffer(*(part.reshape(own) for part, own in zip(np.split(one, ends), shapes, strict=True)))
            for one in both
        ]


def put(buffer: MotionBuffer, bundle: Bundle, own: bool) -> None:
    """Write a bundle's motion."""
    buffer.own[0] = own
    if own:
        return
    costs, count = bundle.costs, len(bundle.costs.steps)
    buffer.held[0] = count
    buffer.steps[:count], buffer.instants[:count] = costs.steps, costs.instants
    buffer.states[:], buffer.feedforward[:] = bundle.track
    buffer.goals[:], buffer.running[:] = costs.goals, costs.running


def along(buffer: MotionBuffer, bundle: Bundle) -> Bundle:
    """Return the bundle along the motion in a buffer, copied; itself where the buffer says its own."""
    if buffer.own[0]:
        return bundle
    count = int(buffer.held[0])
    track = Track(buffer.states.copy(), buffer.feedforward.copy())
    costs = bundle.costs._replace(
        steps=buffer.steps[:count].astype(np.int64),
        instants=buffer.instants[:count].copy(),
        goals=buffer.goals.copy(),
        running=buffer.running.copy(),
    )
    return bundle.steered_along(track, costs)
