"""What a simulator's sensors measure of its truth, and the observer that is told it."""

from __future__ import annotations

import numpy as np

from runtime.observing.sensors import gains_along
from runtime.plant.track import Track
from runtime.steered import Steered

NOISE = 5  # the child of a bundle's seed that measurements are drawn from


class Sensed:
    """The sensors of one simulator, along one or several references of the same model."""

    def __init__(self, bundle: Steered) -> None:
        """Those of a bundle. Raises ControllerError where it has none."""
        self._knowledge, self._seed = bundle.knowledge, bundle.seed
        self._gains = [bundle.filter]
        self.observer = bundle.observer()
        self.reset(bundle.track.states[0])

    @property
    def decay(self) -> float:
        """What is expected to be left of an unknown force a step later."""
        return self._knowledge.unknown.decay

    def reset(self, state: np.ndarray) -> None:
        """Begin anew in a state that is known, with the same noise as before."""
        self.random = np.random.default_rng(np.random.SeedSequence(self._seed, spawn_key=(NOISE,)))
        self.observer.start(state)

    def add(self, bundle: Steered) -> None:
        """Another reference, seen by the same sensors."""
        self._gains.append(gains_along(bundle.plant(), bundle.track, self._knowledge))

    def renew(self, bundle: Steered) -> None:
        """Another reference in place of all."""
        self._gains = []
        self.add(bundle)

    def follow(self, reference: int, track: Track) -> None:
        """Go on along a reference."""
        self.observer.follow(track, self._gains[reference])

    def measure(self, index: int, control: np.ndarray, state: np.ndarray, before: np.ndarray) -> None:
        """Tell the observer what is seen in a state after step `index` under a control, from that before."""
        sight = self._knowledge.sight
        noise = sight.own * self.random.standard_normal(len(sight.own))
        self.observer.update(index, control, sight.seen(state, before) + noise)
