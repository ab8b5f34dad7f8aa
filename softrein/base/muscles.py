"""Cables and chambers of a body for whoever shows them: their names, what they do and may do, where they are.

All are in the order of the body's inputs behind the reduced forces: cables, and then chambers. What drives
them is in SI units: a cable's tension in N, or what is wound up of it in m; a chamber's pressure in Pa.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from runtime.bundle.body import BodyBundle
from runtime.plant.actuation import of_muscles

UNITS = {"cable": ("N", 1.0), "length": ("mm", 1e3), "pressure": ("kPa", 1e-3)}  # and how many to an SI unit
ROOM = 3.0  # of the most that the reference asks for: how far a range goes where there is no limit

Array = np.ndarray


class ShownMuscles:
    """Those of a bundle that has some.

    Attributes:
        count: How many there are.
        controls: Which control drives each.
        sizes: (count,) how much of an SI unit a control of one is, of each.
        kinds: Of each, one of `UNITS`.
        limits: (count, 2) low and high in SI units, infinite where there is none.
        ranges: (count, 2) the same, but for what has no limit as far as the reference goes, and some more.

    """

    def __init__(self, bundle: BodyBundle) -> None:
        self._bundle, actuation = bundle, bundle.actuation
        springs, chambers = bundle.muscles["springs"], bundle.muscles["volumes"]
        self.kinds = [*("length" if each else "cable" for each in springs), *("pressure" for _ in chambers)]
        self.count = len(self.kinds)
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

    @property
    def routes(self) -> list[tuple[int, int]]:
        """Of each cable, which points of all of them it runs through: from, and up to below."""
        return [(int(first), int(end)) for first, end in pairwise(self._bundle.muscles["cables"])]

    def cables(self, state: Array) -> list[Array]:
        """Where each cable runs (k, 3) m, in a state (n,); in space where that says how the handle lies."""
        muscles, p = self._bundle.muscles, state[: self._bundle.rank]
        places = self._bundle.shape.in_space(muscles["points"] + muscles["point_modes"] @ p, state)
        return [places[first:end] for first, end in self.routes]

    def chambers(self, positions: Array) -> list[tuple[Array, Array]]:
        """Of each chamber the vertices (w, 3) m and triangles (k, 3) of its wall, of a mesh at (v, 3) m."""
        places, walls = self._bundle.chamber_walls(positions)
        return [(places, triangles) for triangles in walls]
