"""How a full model, and what a controller knows of it, may differ from what a bundle was made of."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.bundle.arguments import number, whole

Array = np.ndarray


class Mismatch(NamedTuple):
    """Factors of the full model's stiffness and mass, and how late and how wrong its state is told.

    A state that is told late is taken for the present one; until there is one as old, the first is told.
    Noise is new at each step and in the places alone: velocities are told as they are. It is drawn, evenly
    in all directions, from normal distributions: of a body such that the root of the mean square by which
    it is seen elsewhere, over its mass, is `noise` (each reduced coordinate has the standard deviation
    noise sqrt(m / r), m being the mass that can move); of a particle in smoke, each of its coordinates has
    this standard deviation.
    """

    young: float = 1.0  # Young's modulus over that of the scene, everywhere
    density: float = 1.0  # likewise
    delay: int = 0  # steps from a state to the control that is decided by it
    noise: float = 0.0  # m

    def check(self) -> None:
        """Raise ControllerError for what cannot be."""
        for name in ("young", "density"):
            wanted = "a factor, above 0 and at most 1000000"
            number(name, getattr(self, name), wanted, above=0, most=1e6)
        whole("delay", self.delay, "a whole number of steps from 0 up")
        number("noise", self.noise, "a finite number of metres, not negative", least=0)


AS_MADE = Mismatch()


class Measured:
    """The states of one run as they are told, one after the other."""

    def __init__(self, mismatch: Mismatch, scale: Array, random: np.random.Generator) -> None:
        """`scale` (n,): the standard deviations of a state's entries under noise of one metre."""
        self._delay, self._noise, self._random = mismatch.delay, mismatch.noise * scale, random
        self._seen: list[Array] = []

    def told(self, state: Array) -> Array:
        """What is told (n,) in this state (n,): the one of some steps ago, as it was seen then."""
        seen = state.copy()
        if self._noise.any():
            seen += self._noise * self._random.standard_normal(seen.size)
        self._seen = [*self._seen[-self._delay :], seen] if self._delay else [seen]
        return self._seen[0].copy()
