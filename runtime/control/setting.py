"""The data from which controllers are made: plant, motion, costs, and the effect of a unit of feedback."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from runtime.control.base.costs import Costs, follows
from runtime.control.base.fading import FadingForce, fading_force
from runtime.control.base.steady_state import SteadyState, steady_on_paths
from runtime.control.planning.options import Replanning
from runtime.control.planning.problem import ControlProblem, CostToGo, cost_to_go, one_round
from runtime.control.planning.redirect import Redirection, redirection
from runtime.plant.actuation import Actuation
from runtime.plant.plant import Plant
from runtime.plant.track import Jacobians, Track, jacobians_along, linearised

Ranges = dict[str, tuple[float, float]]  # parameter -> its smallest and largest value in a search


class UnitGains(ABC):
    """Matrices for units of feedback, which depend on the meaning of a plant's state; bundles give them."""

    @abstractmethod
    def proportional_terms(self) -> dict[str, np.ndarray]:
        """The gains (T or 1, s, n) for one unit of each P or PD gain ([002], equation 14)."""

    @abstractmethod
    def timed_terms(self) -> dict[str, np.ndarray]:
        """The gains (T or 1, s, n) for one unit of kp, kd and kz in timed PD; each place has unit mass."""

    @abstractmethod
    def proportional_ranges(self) -> Ranges:
        """The range of each P or PD gain in which a search makes sense."""


@dataclass(frozen=True)
class Setting:
    """The setting for which a controller is made. Results that need linearisations are computed once.

    Attributes:
        plant: Makes a plant, with working memory of its own.
        track: The motion that is followed, of T steps.
        costs: The costs by which a motion is judged.
        actuation: The map from controls to reduced forces, with the controls' limits.
        dt: Time step, s.
        units: The gains for a unit of feedback.
        rewind: Whether the motion repeats.
        replanning: Default options of controllers that plan ahead.

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
        """See `UnitGains.proportional_terms`."""
        return self.units.proportional_terms()

    @cached_property
    def timed_terms(self) -> dict[str, np.ndarray]:
        """See `UnitGains.timed_terms`."""
        return self.units.timed_terms()

    @cached_property
    def jacobians(self) -> Jacobians:
        """The Jacobians of each step. Raises SimulationError where a step cannot be linearised."""
        return linearised(self.plant(), self.actuation, self.track)

    @cached_property
    def cost_to_go(self) -> CostToGo:
        """The cost-to-go of the motion from each instant on, under LQR of the steps' Jacobians."""
        return cost_to_go(self.jacobians, self.track, self.costs, self.dt, self.rewind)

    @cached_property
    def redirection(self) -> Redirection:
        """The data of LQR along the motion by which goals on other paths are applied."""
        return redirection(self.jacobians, self.track, self.costs, self.dt, self.cost_to_go, self.rewind)

    @cached_property
    def value_after(self) -> np.ndarray:
        """The weights (T, n, n) of the state after each step: cost-to-go, and the step's own cost there."""
        problem = self._round
        return np.asarray(problem.to_go.value[1:] + problem.share[:, None, None] * problem.running)

    @cached_property
    def _round(self) -> ControlProblem:
        return one_round(self.track, self.costs, self.dt, self.cost_to_go, self.rewind)

    @cached_property
    def _fading(self) -> dict[float, FadingForce]:
        return {}

    def fading(self, decay: float) -> FadingForce:
        """The effect on LQR of a known force, of which the share `decay` is left after each step."""
        if decay in self._fading:
            return self._fading[decay]
        _, _, by_force = jacobians_along(self.plant(), self.track.states[:-1], self.track.feedforward)
        gains, control = self.cost_to_go.gains, self._round.control
        self._fading[decay] = fading_force(
            self.jacobians, by_force, self.value_after, control, gains, decay, self.rewind
        )
        return self._fading[decay]

    @cached_property
    def countering(self) -> np.ndarray | None:
        """Controls (T, s) that cancel each step's known defect as far as possible; None without defects.

        LQR knows the defects and the goals beforehand. For a fair comparison comparators may use a share of
        this and of `held`.
        """
        _, G, defects = self.jacobians
        if not defects.any():
            return None
        return np.array([-np.linalg.lstsq(*pair, rcond=None)[0] for pair in zip(G, defects, strict=True)])

    @cached_property
    def held(self) -> SteadyState | None:
        """The controls that hold places on their paths; None where nothing follows a path."""
        if not follows(self.costs):
            return None
        F, G, _ = self.jacobians
        return steady_on_paths(F, G, self.costs, self.plant().positions, self.dt, self.rewind)
