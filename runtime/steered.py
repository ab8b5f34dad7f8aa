"""The interface of a bundle for simulators, references and resampling; see `runtime.bundle.record.Bundle`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field
from typing import ClassVar, Protocol

import numpy as np

from runtime.base.arguments import flag
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
from runtime.plant.push import Push
from runtime.plant.track import Track
from softrein.errors import ControllerError, shown

Array = np.ndarray


class Steered(Protocol):
    """A plant with a motion to follow, and the controllers for it."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]
    kind: ClassVar[str]

    @property
    def name(self) -> str:
        """The name of the scene."""

    @property
    def controllers(self) -> list[str]:
        """The names of the controllers for the motion."""

    @property
    def motion_name(self) -> str:
        """The name of the motion among several ones of a model, or empty text."""

    @property
    def rank(self) -> int:
        """r, the number of entries of a reduced force; other inputs come behind them."""

    @property
    def dt(self) -> float:
        """The time step, s."""

    @property
    def steps(self) -> int:
        """T, the number of steps of the motion."""

    @property
    def track(self) -> Track:
        """The motion that is followed."""

    @property
    def uncontrolled(self) -> Array:
        """The inputs (T, forces) of a run without control."""

    @property
    def correction(self) -> Array:
        """The part of the inputs that is the model's correction (T, forces), or an empty array."""

    def pattern_of(self, push: Push) -> Array:
        """The reduced forces (axes, r) of a unit push along each axis; ControllerError for a wrong one."""

    @property
    def paths(self) -> list[Path]:
        """The regions that follow paths."""

    @property
    def costs(self) -> Costs:
        """The costs by which a motion is judged, with the goals on paths."""

    @property
    def setting(self) -> Setting:
        """The setting for which controllers are made."""

    @property
    def shape(self) -> Geometry:
        """The geometry: the places of its points, and of pushes."""

    def plant(self) -> Plant:
        """A plant with working memory of its own, for one thread."""

    @property
    def actuation(self) -> Actuation:
        """The map from controls to reduced forces."""

    @property
    def seed(self) -> int:
        """The seed of random numbers."""

    @property
    def rewind(self) -> bool:
        """Whether the motion begins anew at its end."""

    @property
    def never_returns(self) -> str:
        """What cannot return to where it began, as an endless motion must, by its name; '' if all can."""

    @property
    def knowledge(self) -> Knowledge:
        """An observer's model of sensors and noise. Raises ControllerError where there are no sensors."""

    @property
    def filter(self) -> KalmanGains | None:
        """The observer's gains along the motion; None for an extended observer, which computes its own."""

    def _known_inputs(self, moments: Array, dt: float) -> tuple[slice, Array]:
        """The inputs that are poses and not forces, resampled for a clock with instants at `moments`."""

    def in_moving_frame(self) -> Steered:
        """The same plant in a frame that can be moved. Raises ControllerError where it has no handle."""

    def frame(self) -> Frame:
        """The frame in which its states are given, for one simulator."""

    @property
    def frame_way(self) -> Mapping[str, Array]:
        """The motion of that frame along the reference; empty where it rests."""

    def observer(self) -> Observer:
        """Make an observer along the motion."""

    def law(self, controller: Choice, preview: bool = False, once: bool = False) -> Policy:
        """Make the policy of a controller along the motion; `once` is for a run that ends with the motion."""

    def track_of(self, controller: Choice) -> Track:
        """The motion that a controller follows."""


def rewinds(bundle: Steered, rewind: bool | None) -> bool:
    """Whether a bundle's motion begins anew at its end: as said, or as in the scene where nothing is said.

    Raises ControllerError where that is asked for, but something moves freely.
    """
    found = bundle.rewind if rewind is None else flag("rewind", rewind)
    if found and bundle.never_returns:
        raise ControllerError(
            f"{shown(bundle.name)} has no endless motion: {shown(bundle.never_returns)} moves freely and "
            "does not return to where it began; leave out `rewind` (--rounds, --lasting), and call reset()"
        )
    return found
