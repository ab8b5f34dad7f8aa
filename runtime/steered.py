"""What is steered, as simulators, references and resampling see it; `runtime.bundle.record.Bundle` is it."""

from __future__ import annotations

from dataclasses import Field
from typing import Any, ClassVar, Protocol

import numpy as np

from runtime.bundle.target import Target
from runtime.control.costs import Costs
from runtime.control.law import Choice, Law
from runtime.loop import Track
from runtime.plant import Plant
from runtime.push import Push


class Geometry(Protocol):
    """Where things are in a state, and what acts on them there."""

    @property
    def count(self) -> int:
        """How many vertices or particles there are."""

    def positions(self, state: np.ndarray, chosen: np.ndarray | None = None, /) -> np.ndarray:
        """Positions (..., k, axes) m in states (..., n), of all or of chosen ones (k,)."""

    def patterns(self, push: Push, state: np.ndarray | None = None) -> np.ndarray:
        """The reduced forces (axes, r) of a push of unit strength along each axis."""

    def random_places(self, rng: np.random.Generator, states: np.ndarray) -> list[int | tuple[float, ...]]:
        """Where random pushes act, one in each of the reference's `states` (count, n)."""


class Steered(Protocol):
    """A plant with a motion to follow, and the laws that it may follow it under."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    kind: ClassVar[str]

    @property
    def name(self) -> str:
        """The name of the scene."""

    @property
    def dt(self) -> float:
        """The time step, s."""

    @property
    def steps(self) -> int:
        """T, the number of steps of the motion."""

    @property
    def track(self) -> Track:
        """The motion."""

    @property
    def costs(self) -> Costs:
        """What it is judged by."""

    @property
    def targets(self) -> list[Target]:
        """What a body is meant to meet."""

    @property
    def shape(self) -> Geometry:
        """The geometry."""

    def plant(self) -> Plant:
        """A plant with working memory of its own, for one thread."""

    def law(self, controller: Choice = "lqr", foresees: bool = False) -> Law:
        """The law of a controller."""

    def track_of(self, controller: Choice) -> Track:
        """The motion that a controller follows."""
