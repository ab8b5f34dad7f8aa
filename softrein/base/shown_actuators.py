"""A body's cables and chambers for display: names, controls, limits and places.

All are in the order of the body's inputs after the reduced forces: cables, and then chambers. Their controls
are in SI units: a cable's tension in N, or the length wound up in m; a chamber's pressure in Pa.
"""

from __future__ import annotations

import numpy as np

from runtime.body.terms.drawn import Drawn
from runtime.bundle.body import BodyBundle
from runtime.plant.actuation import of_internal

ROOM = 3.0  # range of an actuator without limit, as a multiple of the reference's largest control

Array = np.ndarray


class ShownActuators:
    """The cables and chambers of a bundle that has some.

    Attributes:
        drawings: The drawing of each, and the unit in which its control is displayed.
        count: How many there are.
        controls: The number of the control that drives each.
        sizes: (count,) the size of a control of one in SI units.
        limits: (count, 2) low and high in SI units, infinite where there is none.
        ranges: (count, 2) the same, but without a limit the range of the reference, and some more.

    """

    def __init__(self, bundle: BodyBundle) -> None:
        self._bundle, actuation = bundle, bundle.actuation
        self.drawings = bundle.drawings
        self.count = len(self.drawings)
        self._inputs = slice(bundle.rank, bundle.rank + self.count)
        # one column per drive, with the one control that drives it
        own = of_internal(bundle.actuators, bundle.rank)[:, self._inputs]
        self.controls = [int(np.flatnonzero(column)[0]) for column in own.T]
        self.sizes = 1 / own[self.controls, np.arange(self.count)]
        most = np.abs(bundle.track.feedforward[:, self._inputs]).max(axis=0, initial=0.0)
        room = ROOM * np.where(most > 0, most, self.sizes)[:, None] * [-1, 1]
        self.limits = actuation.limits[self.controls] * self.sizes[:, None]
        self.ranges = np.where(np.isfinite(self.limits), self.limits, room)

    @property
    def names(self) -> list[str]:
        """Their names in the scene, or numbers."""
        names = self._bundle.actuator_names
        return [names[control] if names else f"actuator {k + 1}" for k, control in enumerate(self.controls)]

    def driven(self, feedforward: Array, control: Array) -> Array:
        """Return the controls (..., count) in SI units: the feedforward plus the scaled feedback.

        `feedforward` (..., f) are inputs of the plant, `control` (..., s) controls by feedback.
        """
        return np.asarray(feedforward[..., self._inputs] + self.sizes * control[..., self.controls])

    def shares(self, driven: Array) -> Array:
        """Return how strongly each acts (..., count), as a share of its range, from -1 to 1."""
        most = np.abs(self.ranges).max(axis=1)
        return np.clip(driven / np.where(most > 0, most, 1.0), -1.0, 1.0)

    def places(self, drawn: Drawn, state: Array) -> Array:
        """Return the points of one (k, 3) m in a state (n,), in space where that has a pose."""
        p = state[: self._bundle.rank]
        return np.asarray(self._bundle.shape.in_space(drawn.places(p), state))
