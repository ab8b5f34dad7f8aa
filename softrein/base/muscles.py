"""What a body moves itself by, for whoever shows it: names, what it does and may do, where it is.

All are in the order of the body's inputs behind the reduced forces: cables, and then chambers. What drives
them is in SI units: a cable's tension in N, or what is wound up of it in m; a chamber's pressure in Pa.
"""

from __future__ import annotations

import numpy as np

from runtime.body.terms.drawn import Drawn
from runtime.bundle.body import BodyBundle
from runtime.plant.actuation import of_muscles

ROOM = 3.0  # of the most that the reference asks for: how far a range goes where there is no limit

Array = np.ndarray


class ShownMuscles:
    """Those of a bundle that has some.

    Attributes:
        drawings: What is to be seen of each, and the unit in which it is read.
        count: How many there are.
        controls: Which control drives each.
        sizes: (count,) how much of an SI unit a control of one is, of each.
        limits: (count, 2) low and high in SI units, infinite where there is none.
        ranges: (count, 2) the same, but for what has no limit as far as the reference goes, and some more.

    """

    def __init__(self, bundle: BodyBundle) -> None:
        self._bundle, actuation = bundle, bundle.actuation
        self.drawings = bundle.drawings
        self.count = len(self.drawings)
        self._inputs = slice(bundle.rank, bundle.rank + self.count)
        own = of_muscles(bundle.actuators, bundle.rank)[:, self._inputs]  # of each control, by each of them
        self.controls = [int(np.flatnonzero(column)[0]) for column in own.T]
        self.sizes = 1 / own[self.controls, np.arange(self.count)]
        most = np.abs(bundle.track.feedforward[:, self._inputs]).max(axis=0, initial=0.0)
        room = ROOM * np.where(most > 0, most, self.sizes)[:, None] * [-1, 1]
        self.limits = actuation.limits[self.controls] * self.sizes[:, None]
        self.ranges = np.where(np.isfinite(self.limits), self.limits, room)

    @property
    def names(self) -> list[str]:
        """As the scene calls them, or by number."""
        names = self._bundle.actuator_names
        return [names[control] if names else f"muscle {k + 1}" for k, control in enumerate(self.controls)]

    def driven(self, feedforward: Array, control: Array) -> Array:
        """What drives each (..., count), of inputs (..., f) and controls (..., s) of the feedback."""
        return np.asarray(feedforward[..., self._inputs] + self.sizes * control[..., self.controls])

    def shares(self, driven: Array) -> Array:
        """How strongly each acts (..., count) of the most in its range, from -1 to 1."""
        most = np.abs(self.ranges).max(axis=1)
        return np.clip(driven / np.where(most > 0, most, 1.0), -1.0, 1.0)

    def places(self, drawn: Drawn, state: Array) -> Array:
        """Where the points of one are (k, 3) m in a state (n,); in space where that has a pose."""
        p = state[: self._bundle.rank]
        return np.asarray(self._bundle.shape.in_space(drawn.places(p), state))
