"""How a full model, and what a controller knows of it, may differ from what a bundle was made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from runtime.base.arguments import flag, number, whole
from runtime.observing.observer import Observer
from softrein.errors import SceneError

Array = np.ndarray
LEAST_FACTOR, MOST_FACTOR = 1e-6, 1e6
MOST_SUBSTEPS = 1000
MOST_NEWTON = 50  # as in a scene


class Mismatch(NamedTuple):
    """Factors of the full model's stiffness and mass, and how late and how wrong its state is told.

    A state that is told late is taken for the present one; until there is one as old, the first is told.
    Noise is new at each step and in the places alone: velocities are told as they are. It is drawn, evenly
    in all directions, from normal distributions: of a body such that the root of the mean square by which
    it is seen elsewhere, over its mass, is `noise` (each reduced coordinate has the standard deviation
    noise sqrt(m / r), m being the mass that can move); of a particle in smoke, each of its coordinates has
    this standard deviation.

    With `sensors` an observer makes the state of what the bundle's sensors measure of the full model. Then
    the noise is that of each coordinate of markers, the sensors' own unless told, and a delay that of
    measurements, which the observer knows of.

    With `substeps` the full model takes so many steps of equal length for each of the bundle's, while the
    control, pushes, loads, winds and the handle's motion are held; with `newton` each has up to so many
    iterations of Newton's method. Both say how much of a figure is the scheme's own error.
    """

    young: float = 1.0  # Young's modulus over that of the scene, everywhere
    density: float = 1.0  # likewise
    delay: int = 0  # steps from a state to the control that is decided by it
    noise: float | None = None  # m; none, or the sensors' own, unless told
    sensors: bool = False  # whether sensors and an observer tell the state
    markers: int = 0  # with sensors: so many of the most useful ones instead of the scene's, unless 0
    substeps: int = 1  # of the full model to a step of the bundle
    newton: int = 0  # the most iterations of one of them; the scene's own, unless told

    def check(self) -> None:
        """Raise ControllerError for what cannot be."""
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
        if self.noise is not None:
            number("noise", self.noise, "a finite number of metres, not negative", least=0)

    def check_within(self, differs: Sequence[str], scene: str, steps: int) -> None:
        """Raise SceneError where a scene's full model is told to differ in what it has not."""
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
    """What is seen at one instant after the other, as it is told some steps later."""

    def __init__(self, delay: int, noise: Array, random: np.random.Generator) -> None:
        """`noise`: the standard deviations of what is seen."""
        self._delay, self._noise, self._random = delay, noise, random
        self._seen: list[Array] = []

    def told(self, truth: Array) -> Array:
        """What is told now: what there was to be seen some steps ago, as it was seen then."""
        seen = truth.copy()
        if self._noise.any():
            seen += self._noise * self._random.standard_normal(seen.size)
        self._seen = [*self._seen[-self._delay :], seen] if self._delay else [seen]
        return self._seen[0].copy()


class Measured:
    """The states of one run as they are told, one after the other."""

    def __init__(self, mismatch: Mismatch, scale: Array, random: np.random.Generator) -> None:
        """`scale` (n,): the standard deviations of a state's entries under noise of one metre."""
        self._late = Late(mismatch.delay, (mismatch.noise or 0.0) * scale, random)

    def told(self, state: Array, places: Array, pushed: Array) -> tuple[Array, Array]:
        """What is told (n,) in this state (n,), and what of the force that is `pushed` with (r,)."""
        return self._late.told(state), pushed

    def acted(self, index: int, control: Array) -> None:
        """Do nothing: what is told of a state does not depend on the controls before."""


class Observed:
    """The states of one run as an observer makes them of what sensors see."""

    def __init__(self, mismatch: Mismatch, observer: Observer, random: np.random.Generator) -> None:
        """`observer` starts where it is, in a state that is known; its delay is the measurements'."""
        own = observer.sight.own
        noise = own
        if mismatch.noise is not None:
            noise = np.where(observer.sight.of_places, float(mismatch.noise), own)
        self._late, self._observer = Late(mismatch.delay, noise, random), observer
        self._last: tuple[int, Array] | None = None

    def told(self, state: Array, places: Array, pushed: Array) -> tuple[Array, Array]:
        """The estimate, of the state and of the unknown force, after what sensors measure, `places` (m,)."""
        measured = self._late.told(places)
        if self._last is not None:
            self._observer.update(*self._last, measured)
        return self._observer.state.copy(), self._observer.disturbance.copy()

    def acted(self, index: int, control: Array) -> None:
        """Keep the control (s,) that acted in a step, by which the observer predicts the next state."""
        self._last = index, control.copy()
