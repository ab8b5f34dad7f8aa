"""Differences of a full model, and of a controller's knowledge of it, from those of a bundle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from runtime.base.arguments import flag, number, whole
from runtime.observing.observer import Observer
from softrein.errors import ControllerError, SceneError

Array = np.ndarray
LEAST_FACTOR, MOST_FACTOR = 1e-6, 1e6
MOST_SUBSTEPS = 1000
MOST_NEWTON = 50  # most Newton iterations, as in scenes


class Mismatch(NamedTuple):
    """Factors of the full model's stiffness and mass, and the delay and noise of its measured state.

    The controller takes a delayed state for the present one; before there is one as old it gets the first.
    Noise is new at each step and only in displacements or places: velocities are exact. It is isotropic and
    normal: for a body its root mean square displacement over the mass is `noise` (each of its own
    reduced coordinates has the standard deviation noise sqrt(m / r), m being the mass that can move and r
    their number); for a particle in smoke, each coordinate has this standard deviation.

    With `sensors` an observer estimates the state from what the bundle's sensors measure of the full model.
    Then the noise is that of each coordinate of markers, by default the sensors' own, and the delay that of
    measurements, which the observer knows.

    With `substeps` the full model takes so many steps of equal length for each of the bundle's, while the
    control, pushes, loads, winds and the handle's motion are held; with `newton` each has up to so many
    iterations of Newton's method. Both show how much of a figure is the scheme's own error.
    """

    young: float = 1.0  # factor on Young's modulus everywhere
    density: float = 1.0  # factor on the density everywhere
    delay: int = 0  # steps between measuring a state and applying its control
    noise: float | None = None  # m, measurement noise; None: none, or the sensors' own
    sensors: bool = False  # whether the state is estimated from sensors
    markers: int = 0  # with sensors: number of the most useful markers to use; 0: those of the scene
    substeps: int = 1  # full model steps per step of the bundle
    newton: int = 0  # most Newton iterations of a full step; 0: the scene's own

    def check(self) -> None:
        """Raise ControllerError for impossible values."""
        for name in ("young", "density"):
            wanted = f"a factor from {LEAST_FACTOR:g} to {MOST_FACTOR:g}"
            number(name, getattr(self, name), wanted, least=LEAST_FACTOR, most=MOST_FACTOR)
        whole("delay", self.delay, "a whole number of steps from 0 up")
        whole("markers", self.markers, "a whole number from 0 up")
        flag("sensors", self.sensors)
        whole("substeps", self.substeps, f"a whole number from 1 to {MOST_SUBSTEPS}", 1, MOST_SUBSTEPS)
        whole(
            "newton", self.newton, f"a whole number from 0 (the scene's own) to {MOST_NEWTON}", 0, MOST_NEWTON
        )
        if self.markers and not self.sensors:
            raise ControllerError(f"markers: {self.markers} of them measure nothing without sensors=True")
        if self.noise is not None:
            number("noise", self.noise, "a finite number of metres, not negative", least=0)

    def check_within(self, differs: Sequence[str], scene: str, steps: int) -> None:
        """Raise SceneError for a difference in something that the scene's full model lacks."""
        if self.delay >= steps:
            raise SceneError(f"{scene}: a delay of {self.delay} steps: the motion has {steps}")
        if not {name for name in ("young", "density") if getattr(self, name) != 1} <= set(differs):
            raise SceneError(
                f"{scene}: smoke has no material whose young or density could differ: leave both at 1"
            )
        if self.newton and "young" not in differs:
            raise SceneError(f"{scene}: smoke takes its steps without Newton's method: leave newton out")


AS_MADE = Mismatch()


class Late:
    """Measurements that are delivered some steps later."""

    def __init__(self, delay: int, noise: Array, random: np.random.Generator) -> None:
        """Take the delay and the standard deviations of measurements, `noise`."""
        self._delay, self._noise, self._random = delay, noise, random
        self._seen: list[Array] = []

    def told(self, truth: Array) -> Array:
        """Take the present truth, and return the measurement of some steps ago."""
        seen = truth.copy()
        if self._noise.any():
            seen += self._noise * self._random.standard_normal(seen.size)
        self._seen = [*self._seen[-self._delay :], seen] if self._delay else [seen]
        return self._seen[0].copy()


class Measured:
    """The measured states of one run, one after the other."""

    def __init__(self, mismatch: Mismatch, scale: Array, random: np.random.Generator) -> None:
        """Take `scale` (n,): the standard deviations of a state's entries under noise of one metre."""
        self._late = Late(mismatch.delay, (mismatch.noise or 0.0) * scale, random)

    def told(self, state: Array, places: Array, pushed: Array) -> tuple[Array, Array]:
        """Return the measured state (n,) in this state (n,), and the known part of the push's force (r,)."""
        return self._late.told(state), pushed

    def acted(self, index: int, control: Array) -> None:
        """Do nothing: a measured state does not depend on earlier controls."""


class Observed:
    """The states of one run as an observer estimates them from sensors."""

    def __init__(self, mismatch: Mismatch, observer: Observer, random: np.random.Generator) -> None:
        """Take an `observer` in a known initial state; its delay is the measurements'."""
        own = observer.measurement.own
        noise = own
        if mismatch.noise is not None:
            if not observer.measurement.of_places.any():
                raise ControllerError("noise: it is that of markers, and the scene has none; leave it out")
            noise = np.where(observer.measurement.of_places, float(mismatch.noise), own)
        self._late, self._observer = Late(mismatch.delay, noise, random), observer
        self._last: tuple[int, Array] | None = None

    def told(self, state: Array, places: Array, pushed: Array) -> tuple[Array, Array]:
        """Return the estimate of state and unknown force after the sensors' measurements, `places` (m,)."""
        measured = self._late.told(places)
        if self._last is not None:
            self._observer.update(*self._last, measured)
        return self._observer.state.copy(), self._observer.disturbance.copy()

    def acted(self, index: int, control: Array) -> None:
        """Keep the control (s,) that acted in a step, by which the observer predicts the next state."""
        self._last = index, control.copy()
