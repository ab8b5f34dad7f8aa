"""What whoever makes a controller may see: plant, motion, costs, and what a unit of feedback does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from runtime.control.base.costs import Costs, follows
from runtime.control.base.fading import FadingForce, fading_force
from runtime.control.base.holding import Held, held_on_paths
from runtime.control.planning.course import CostToGo, cost_to_go, one_round
from runtime.control.planning.options import Replanning
from runtime.control.planning.redirect import Redirection, redirection
from runtime.plant.actuation import Actuation
from runtime.plant.plant import Plant
from runtime.plant.track import Jacobians, Track, jacobians_along, linearised

Ranges = dict[str, tuple[float, float]]  # parameter -> its least and largest value worth a search


class UnitGains(ABC):
    """Feedback in units, which follows from what a plant's state means: a bundle of each kind knows it."""

    @abstractmethod
    def proportional_terms(self) -> dict[str, np.ndarray]:
        """The gains (T or 1, s, n) that one unit of each P or PD gain stands for ([002], equation 14)."""

    @abstractmethod
    def timed_terms(self) -> dict[str, np.ndarray]:
        """What a unit of kp, kd and kz stands for in timed PD: with each place of unit mass."""

    @abstractmethod
    def proportional_ranges(self) -> Ranges:
        """The least and the largest value of each P or PD gain that is worth a search."""


@dataclass(frozen=True)
class Setting:
    """What a controller is made for. What takes a linearisation a step is worked out once, when asked for.

    Attributes:
        plant: Makes one, with working memory of its own.
        track: The motion that is followed, of T steps.
        costs: What a motion is judged by.
        actuation: From controls to reduced forces, and the controls' limits.
        dt: Time step, s.
        units: What a unit of feedback does.
        rewind: Whether the motion repeats.
        replanning: How controllers that plan ahead do so, unless told otherwise.

    """

    plant: Callable[[], Plant]
    track: Track
    costs: Costs
    actuation: Actuation
    dt: float
    units: UnitGains
    rewind: bool = False
    replanning: Replanning = field(default_factory=Replanning)

    @property
    def steps(self) -> int:
        """T, the number of steps of the motion."""
        return len(self.track.feedforward)

    @cached_property
    def proportional_terms(self) -> dict[str, np.ndarray]:
        """Those of the units."""
        return self.units.proportional_terms()

    @cached_property
    def timed_terms(self) -> dict[str, np.ndarray]:
        """Those of the units."""
        return self.units.timed_terms()

    @cached_property
    def jacobians(self) -> Jacobians:
        """Of each step; SimulationError where one cannot be linearised."""
        return linearised(self.plant(), self.actuation, self.track)

    @cached_property
    def cost_to_go(self) -> CostToGo:
        """What the motion costs from each instant on, under LQR of the step's own Jacobians."""
        return cost_to_go(self.jacobians, self.track, self.costs, self.dt, self.rewind)

    @cached_property
    def redirection(self) -> Redirection:
        """The motion under LQR, made ready for other paths than its own."""
        return redirection(self.jacobians, self.track, self.costs, self.dt, self.cost_to_go, self.rewind)

    @cached_property
    def _fading(self) -> dict[float, FadingForce]:
        return {}

    def fading(self, decay: float) -> FadingForce:
        """What a force that is known changes of LQR, if so much of it is left a step later."""
        if decay in self._fading:
            return self._fading[decay]
        _, _, by_force = jacobians_along(self.plant(), self.track.states[:-1], self.track.feedforward)
        course = one_round(self.track, self.costs, self.dt, self.cost_to_go, self.rewind)
        weights = course.to_go.value[1:] + course.share[:, None, None] * course.running
        self._fading[decay] = fading_force(
            self.jacobians, by_force, weights, course.control, course.to_go.gains, decay, self.rewind
        )
        return self._fading[decay]

    @cached_property
    def countering(self) -> np.ndarray | None:
        """Controls (T, s) that come closest to undoing each step's known defect; None where there is none.

        With `held` it is all that LQR is told beforehand, and so comparators may have of both what they want.
        """
        _, G, missed = self.jacobians
        if not missed.any():
            return None
        return np.array([-np.linalg.lstsq(*pair, rcond=None)[0] for pair in zip(G, missed, strict=True)])

    @cached_property
    def held(self) -> Held | None:
        """What holds places on their paths; None where nothing follows any."""
        if not follows(self.costs):
            return None
        F, G, _ = self.jacobians
        return held_on_paths(F, G, self.costs, self.plant().positions, self.dt, self.rewind)
