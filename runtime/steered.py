"""What is steered, as simulators, references and resampling see it; `runtime.bundle.record.Bundle` is it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field
from typing import ClassVar, Protocol

import numpy as np

from runtime.control.base.choice import Choice
from runtime.control.base.costs import Costs
from runtime.control.base.policy import Policy
from runtime.control.paths import Path
from runtime.control.setting import Setting
from runtime.observing.kalman import KalmanGains
from runtime.observing.observer import Observer
from runtime.observing.sensors import Knowledge
from runtime.plant.actuation import Actuation
from runtime.plant.frame import Frame
from runtime.plant.geometry import Geometry
from runtime.plant.plant import Plant
from runtime.plant.track import Track

Array = np.ndarray


class Steered(Protocol):
    """A plant with a motion to follow, and the laws that it may follow it under."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]
    kind: ClassVar[str]

    @property
    def name(self) -> str:
        """The name of the scene."""

    @property
    def controllers(self) -> list[str]:
        """The names of the laws that it may follow it under."""

    @property
    def motion_name(self) -> str:
        """Its own among several motions of a model, or nothing."""

    @property
    def rank(self) -> int:
        """r, the entries of a reduced force; inputs behind them drive muscles."""

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
    def uncontrolled(self) -> Array:
        """The inputs (T, forces) of a run without control."""

    @property
    def correction(self) -> Array:
        """What of inputs is the model's own (T, forces), or nothing."""

    @property
    def paths(self) -> list[Path]:
        """What follows paths."""

    @property
    def costs(self) -> Costs:
        """What a motion is judged by, goals on paths among it."""

    @property
    def setting(self) -> Setting:
        """What controllers are made for."""

    @property
    def shape(self) -> Geometry:
        """Where its points are, and where pushes act."""

    def plant(self) -> Plant:
        """A plant with working memory of its own, for one thread."""

    @property
    def actuation(self) -> Actuation:
        """From controls to reduced forces."""

    @property
    def seed(self) -> int:
        """Of random numbers."""

    @property
    def rewind(self) -> bool:
        """Whether the motion begins anew at its end."""

    @property
    def knowledge(self) -> Knowledge:
        """What an observer is told beforehand. Raises ControllerError where there are no sensors."""

    @property
    def filter(self) -> KalmanGains | None:
        """The observer's gains along the motion; None where it makes them as it runs."""

    def _known_inputs(self, moments: Array, dt: float) -> tuple[slice, Array]:
        """Inputs that say where something is, made anew for another clock, at moments of the motion."""

    def in_moving_frame(self) -> Steered:
        """The same plant in a frame that can be moved. Raises ControllerError where nothing carries it."""

    def frame(self) -> Frame:
        """The frame that its states are in, for one simulator."""

    @property
    def frame_way(self) -> Mapping[str, Array]:
        """How that moves along the motion; nothing where it rests."""

    def observer(self) -> Observer:
        """An observer along the motion."""

    def law(self, controller: Choice, foresees: bool = False, once: bool = False) -> Policy:
        """The policy of a controller along the motion; `once` for a run that ends with it."""

    def track_of(self, controller: Choice) -> Track:
        """The motion that a controller follows."""
