"""The bundle: all that the runtime and a viewer need, in one checked file.

A bundle holds the reduced model, the reference motion, the gains of every controller, the costs that the
gains were made for, and the shape. `runtime.bundle_file` reads and writes it; nothing here touches disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from runtime import loop
from runtime.body import DeformablePlant
from runtime.costs import Costs
from runtime.deformable import DeformableModel
from runtime.law import Controller, Law, make_law
from runtime.loop import Events, Track
from runtime.rollouts import Rollouts, roll
from runtime.run import Run, recorded_run
from runtime.shape import Push, Shape
from runtime.simulator import Simulator
from runtime.target import Target
from softrein.errors import ControllerError


@dataclass(frozen=True)
class Bundle:
    """One steered body. Shapes: r reduced coordinates, n = 2r state entries, s controls, T steps."""

    name: str
    scene: dict[str, Any]  # the scene it was made from, as plain data
    stages: list[dict[str, Any]]  # how long each stage of its making took and what it made
    vertices: np.ndarray  # (v, 3) m
    tets: np.ndarray  # (m, 4)
    surface: np.ndarray  # (k, 3)
    regions: dict[str, np.ndarray]
    free: np.ndarray  # (dofs,)
    vectors: np.ndarray  # (dofs, r)
    model: DeformableModel
    dt: float  # s
    newton_iterations: int
    track: Track
    costs: Costs
    actuators: np.ndarray  # (r, s)
    limits: np.ndarray  # (s,)
    gains: dict[str, np.ndarray]  # controller -> (T or 1, s, n)
    discretisation: str  # of the LQR gains: "step" or "exponential"
    rewind: bool = False  # whether the motion is meant to be endless
    pushes: list[Push] = field(default_factory=list)  # the scene's own
    targets: list[Target] = field(default_factory=list)

    @cached_property
    def shape(self) -> Shape:
        """The body's geometry."""
        return Shape(self.vertices, self.surface, self.free, self.vectors, self.regions)

    @property
    def steps(self) -> int:
        """T, the number of steps of the reference motion."""
        return len(self.track.feedforward)

    @property
    def controllers(self) -> list[str]:
        """The controllers that this bundle has gains for."""
        return [*self.gains, "none"]

    def plant(self) -> DeformablePlant:
        """A plant with working memory of its own, for one thread."""
        return DeformablePlant(self.model, self.dt, self.newton_iterations)

    def law(self, controller: str | np.ndarray = "lqr") -> Law:
        """The control law of a controller of this bundle, or of gains (T or 1, s, n) given as an array."""
        gains = self._gains_of(controller) if isinstance(controller, str) else controller
        law = make_law(gains, self.steps, self.actuators, self.limits)
        if law.gains.shape[2] != self.track.states.shape[1]:
            raise ControllerError(
                f"gains for {law.gains.shape[2]} state entries, {self.track.states.shape[1]} wanted"
            )
        return law

    def simulator(
        self, controller: str | np.ndarray | Controller = "lqr", rewind: bool | None = None
    ) -> Simulator:
        """A simulator under "lqr", "p", "pd" or "none", gains (T or 1, s, n), or a controller in Python.

        It rewinds if the scene does, unless told.
        """
        rewind = self.rewind if rewind is None else rewind
        if isinstance(controller, str | np.ndarray):
            return Simulator(self, self.law(controller), rewind)
        if not callable(getattr(controller, "control", None)):
            raise ControllerError(
                "a controller is a name, an array of gains, or an object with control(step, deviation)"
            )
        return Simulator(self, self.law("none"), rewind, controller)

    def rollouts(
        self,
        pushes: Sequence[Push | Sequence[Push]],
        controller: str | np.ndarray = "lqr",
        record: bool = False,
    ) -> Rollouts:
        """Runs of the whole motion, one for each entry of `pushes`, all at once.

        An entry is a push or a sequence of pushes; an empty sequence is an undisturbed run.
        """
        return self.rollouts_under([controller], pushes, record)[0]

    def rollouts_under(
        self,
        controllers: Sequence[str | np.ndarray],
        pushes: Sequence[Push | Sequence[Push]],
        record: bool = False,
    ) -> list[Rollouts]:
        """`rollouts` under each of several controllers, in one batch."""
        runs: list[Sequence[Push]] = [[entry] if isinstance(entry, Push) else entry for entry in pushes]
        events = self.events([push for run in runs for push in run])
        owners = np.repeat(np.arange(len(runs)), [len(run) for run in runs])
        laws = [self.law(controller) for controller in controllers]
        return roll(self.plant(), laws, self.track, self.costs, events, owners, len(runs), record)

    def run(self, pushes: Sequence[Push] | None = None, controller: str | np.ndarray = "lqr") -> Run:
        """One recorded run of the whole motion, with the scene's own pushes unless others are given."""
        events = self.events(self.pushes if pushes is None else pushes)
        return recorded_run(self.plant(), self.law(controller), self.track, self.costs, events)

    def events(self, pushes: Sequence[Push]) -> Events:
        """Pushes as reduced forces over steps."""
        if not pushes:
            return loop.no_events(self.actuators.shape[0])
        first = np.array([round(push.time / self.dt) for push in pushes])
        length = [max(1, min(self.steps, round(min(push.duration, 1e9) / self.dt))) for push in pushes]
        force = np.array([self.shape.reduced_force(push) for push in pushes])
        return Events(first, first + np.array(length), force)

    def _gains_of(self, controller: str) -> np.ndarray:
        if controller == "none":
            return np.zeros((1, self.actuators.shape[1], self.track.states.shape[1]))
        if controller not in self.gains:
            raise ControllerError(
                f"this bundle has no controller {controller!r}; it has {', '.join(self.controllers)}"
            )
        return self.gains[controller]
