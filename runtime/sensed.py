"""What a simulator's sensors measure of its truth, and the observer that is told it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import numpy as np

from runtime.control.base.fading import FadingForce
from runtime.observing.kalman import KalmanGains
from runtime.observing.sensors import gains_along
from runtime.plant.track import Track
from runtime.steered import Steered

NOISE = 5  # the child of a bundle's seed that measurements are drawn from


class Sensed:
    """The sensors of one simulator, along one or several references of the same model."""

    def __init__(self, bundle: Steered) -> None:
        """Those of a bundle. Raises ControllerError where it has none."""
        self._knowledge, self._seed = bundle.knowledge, bundle.seed
        self._gains: list[KalmanGains | None] = [bundle.filter]
        self._fading = [self._fading_along(bundle)]
        self.observer = bundle.observer()
        self.reset(bundle.track.states[0])

    def _fading_along(self, bundle: Steered) -> Callable[[], FadingForce]:
        return cache(partial(bundle.setting.fading, self._knowledge.unknown.decay))

    def fading(self, reference: int) -> FadingForce:
        """What an unknown force changes along a reference; worked out once, when it is asked for."""
        return self._fading[reference]()

    def reset(self, state: np.ndarray) -> None:
        """Begin anew in a state that is known, with the same noise as before."""
        self.random = np.random.default_rng(np.random.SeedSequence(self._seed, spawn_key=(NOISE,)))
        self.observer.start(state)

    def add(self, bundle: Steered) -> None:
        """Another reference, seen by the same sensors."""
        self._gains.append(gains_along(bundle.plant(), bundle.track, self._knowledge))
        self._fading.append(self._fading_along(bundle))

    def renew(self, bundle: Steered) -> None:
        """Another reference in place of all."""
        self._gains, self._fading = [], []
        self.add(bundle)

    def follow(self, reference: int, track: Track) -> None:
        """Go on along a reference."""
        self.observer.follow(track, self._gains[reference])

    def measure(self, index: int, control: np.ndarray, state: np.ndarray, before: np.ndarray) -> None:
        """Tell the observer what is seen in a state after step `index` under a control, from that before."""
        sight = self._knowledge.sight
        noise = sight.own * self.random.standard_normal(len(sight.own))
        self.observer.update(index, control, sight.seen(state, before) + noise)
