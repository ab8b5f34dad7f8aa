"""The sensors of a simulator, which measure its true state, and the observer that gets the measurements."""

from __future__ import annotations

import numpy as np

from runtime.observing.sensors import gains_along
from runtime.plant.track import Track
from runtime.steered import Steered

NOISE = 5  # index of the child of a bundle's seed for measurement noise


class Sensed:
    """The sensors and the observer of one simulator, along one or several references of the same model."""

    def __init__(self, bundle: Steered) -> None:
        """Use the sensors of a bundle. Raises ControllerError where it has none."""
        self._knowledge, self._seed = bundle.knowledge, bundle.seed
        self._gains = [(bundle.filter, self._knowledge.repeats)]
        self.observer = bundle.observer()
        self.reset(bundle.track.states[0])

    @property
    def decay(self) -> float:
        """The share of an unknown force that is expected to be left a step later."""
        return self._knowledge.unknown.decay

    def reset(self, state: np.ndarray) -> None:
        """Begin anew in a known state, with the same noise as before."""
        self.random = np.random.default_rng(np.random.SeedSequence(self._seed, spawn_key=(NOISE,)))
        self.observer.start(state)

    def add(self, bundle: Steered) -> None:
        """Add another reference, which is measured by the same sensors."""
        knowledge = self._knowledge._replace(repeats=bundle.rewind)
        self._gains.append((gains_along(bundle.plant(), bundle.track, knowledge), bundle.rewind))

    def renew(self, bundle: Steered) -> None:
        """Replace all references by another one."""
        self._gains = []
        self.add(bundle)

    def follow(self, reference: int, track: Track) -> None:
        """Go on along a reference."""
        self.observer.follow(track, *self._gains[reference])

    def measure(self, index: int, control: np.ndarray, state: np.ndarray, before: np.ndarray) -> None:
        """Measure the state after step `index` from the state `before`, and tell the observer."""
        measurement = self._knowledge.measurement
        noise = measurement.own * self.random.standard_normal(len(measurement.own))
        self.observer.update(index, control, measurement.measured(state, before) + noise)
