"""The moments that an export shows: the steps, or moments `1 / fps` seconds apart, blended from those."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from runtime.base.arguments import number
from runtime.base.progress import Progress
from softrein.errors import SoftreinError

FASTEST = 1e6  # most frames a second
MOST_FRAMES = 100_000
SNAP = 1e-6  # fraction of a step: a frame closer to a step is taken at it


@dataclass(frozen=True)
class Frames:
    """Moments of a motion of T steps: frame f lies a `share` of the way from step `before` to the next."""

    times: np.ndarray  # (frames,) s
    before: np.ndarray  # (frames,) index of the step before each frame, from 0 to T - 1, rising
    share: np.ndarray  # (frames,) position between that step and the next, from 0 to 1
    rate: float  # frames a second

    def __len__(self) -> int:
        return len(self.times)

    def blended(self, stream: Iterable[Sequence[np.ndarray]]) -> Iterator[list[np.ndarray]]:
        """Yield the arrays of each frame, from those of each of the T + 1 steps, one after the other."""
        frame = 0
        for step, (here, following) in enumerate(pairwise(stream)):
            while frame < len(self) and self.before[frame] == step:
                yield [_blend(a, b, self.share[frame]) for a, b in zip(here, following, strict=True)]
                frame += 1

    def states(self, states: np.ndarray) -> np.ndarray:
        """Return states (frames, n) from those (T + 1, n) of the steps."""
        return np.array([each[0] for each in self.blended([state] for state in states)])


def frames_of(steps: int, dt: float, fps: float | None) -> Frames:
    """Return all steps, or moments `1 / fps` s apart from the first step on, as long as the motion lasts.

    Raises SoftreinError for an invalid rate, or one that makes only one frame, or more than a hundred
    thousand.
    """
    at = np.arange(steps + 1, dtype=float)
    if fps is not None:
        fps = number("fps", fps, "frames a second, above 0 and up to a million", above=0, most=FASTEST)
        count = int(steps * dt * fps * (1 + 1e-9)) + 1
        if count < 2:
            raise SoftreinError(f"fps: {fps:g} makes one frame of {steps * dt:g} s; ask for more")
        if count > MOST_FRAMES:
            raise SoftreinError(f"fps: {fps:g} makes {count} frames of {steps * dt:g} s; ask for fewer")
        at = np.arange(count) / fps / dt
        whole = np.rint(at)
        at = np.where(np.abs(at - whole) < SNAP, whole, at)
    before = np.minimum(at.astype(int), steps - 1)
    return Frames(at * dt, before, np.minimum(at - before, 1.0), 1 / dt if fps is None else fps)


def _blend(here: np.ndarray, following: np.ndarray, share: float) -> np.ndarray:
    """Interpolate between two steps; at a step the result is exact."""
    if share == 0:
        return here
    return following if share == 1 else (1 - share) * here + share * following


def told(places: Iterable[np.ndarray], total: int, progress: Progress) -> Iterator[np.ndarray]:
    """Yield the array of each frame, and report progress."""
    for done, here in enumerate(places):
        progress("frames", done, total)
        yield here
