"""A campaign's job of full runs, and the moments at which training runs are perturbed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from offline.campaign.campaign import random_of_run
from offline.campaign.enrichment import stratified_times
from offline.campaign.snapshots import SnapshotWriter
from offline.scenes.base.scene import Scene


@dataclass(frozen=True)
class Runs:
    """A `Job`: the fingerprint of each run, and the function `run(index, write)` that computes one."""

    prints: Sequence[str]
    run: Callable[[int, SnapshotWriter], None]

    @property
    def count(self) -> int:
        """How many runs there are."""
        return len(self.prints)

    def fingerprint(self, index: int) -> str:
        """Return the fingerprint of a run's inputs."""
        return self.prints[index]


def draw_moment(scene: Scene, index: int) -> tuple[np.random.Generator, int]:
    """Return a training run's generator, and the step at which it is perturbed, in its own stratum."""
    count = scene.enrichment.runs
    times = stratified_times(count, scene.time.steps, random_of_run(scene.seed, count))
    return random_of_run(scene.seed, index), int(times[index])
