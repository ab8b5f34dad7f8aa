"""The simulator of a soft body, with its handle, its tools and its contacts."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np

from runtime.base.arguments import said
from runtime.base.kernels import Array
from runtime.body.contact.contacts import Contacts, Touched
from runtime.body.handle.hand import Hand
from runtime.body.handle.tool import Tool, Tools
from runtime.body.midpoint import SCHEMES
from runtime.body.terms.contact import Contact, Feeler, Touch
from runtime.plant.inputs import Inputs
from runtime.simulator import Simulator
from runtime.steered import Steered
from softrein.errors import ControllerError, shown


class Wrench(NamedTuple):
    """The force and the torque of a body on an obstacle or a tool."""

    force: np.ndarray  # (3,) N
    torque: np.ndarray  # (3,) N m, about the shape's centre


class Touchable(Steered, Protocol):
    """The part of a body's bundle that its simulator uses; `runtime.bundle.body.BodyBundle` has it."""

    @property
    def scheme(self) -> str:
        """The name of its time scheme, one of `SCHEMES`."""

    @property
    def obstacles(self) -> list[str]:
        """The names of the shapes that it may touch."""

    @property
    def things(self) -> list[str]:
        """The names of those that move freely."""

    @property
    def touching(self) -> Contact | None:
        """The law and the samples of its contact; None if it touches nothing."""

    @property
    def inputs(self) -> Inputs:
        """The plant's inputs by name; those of tools are "tools"."""


class Touching:
    """Finds the contacts of a body step by step; it is for one thread."""

    def __init__(self, bundle: Touchable) -> None:
        """`bundle` is that of a body with contact."""
        contact = bundle.touching
        assert contact is not None
        self.feeler, self._dt, self._names = (
            Feeler(contact, SCHEMES[bundle.scheme]),
            bundle.dt,
            bundle.obstacles,
        )
        self._tools = bundle.inputs["tools"]

    def between(self, before: np.ndarray, after: np.ndarray, force: np.ndarray) -> Touch:
        """The contacts in a step from one state (n,) to another, under the plant's inputs `force`."""
        return self.feeler.touch(before, after, force[self._tools], self._dt)

    def pressed(self, before: np.ndarray, after: np.ndarray, force: np.ndarray) -> tuple[Array, Array]:
        """The force (o, 3) N on the body by each shape in such a step, and its place: `Contacts.pressed`."""
        touch = self.between(before, after, force)
        steps = np.zeros(len(touch.shapes), dtype=int)
        forces, places = Contacts(self._names, steps, *touch[1:]).pressed(1)
        return forces[0], places[0]


class BodySimulator(Simulator):
    """A reduced soft body under feedback control, in real time."""

    bundle: Touchable
    _RESTORED = (*Simulator._RESTORED, "_last")
    # the states at the two ends of the last step that was taken, and the plant's inputs in it
    _last: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None

    def step(self) -> None:
        """See `Simulator.step`."""
        if self.bundle.touching is None:
            super().step()
            return
        before = self._state.copy()
        super().step()
        self._last = before, self._state.copy(), self._system.work.force.copy()

    @property
    def handle(self) -> Hand:
        """The hand at the region that is held, by which the body is moved: `move`, `release`, `pose`.

        Raises ControllerError where the region cannot be moved.
        """
        if isinstance(self.frame, Hand):
            return self.frame
        self.bundle.in_moving_frame()  # raises an error that says why, if nothing can
        raise ControllerError(
            "the handle of this simulator cannot be moved: make it by bundle.simulator(handle=True), or "
            "add a [handle] table to the scene"
        )

    def tool(self, name: str) -> Tool:
        """A tool by its name: `move`, `release`, `pose`. Raises ControllerError for an unknown name."""
        if name in self.bundle.things:
            raise ControllerError(f"{shown(name)} moves freely, by what touches it: no hand leads it")
        tools = self.frame if isinstance(self.frame, Tools) else Tools((), self._plant.dt, slice(0, 0))
        return tools.named(name)

    @property
    def contacts(self) -> list[Touched]:
        """The places where the body touched in the last step, with the forces over that step."""
        names, touch = self.bundle.obstacles, self._touch()
        if touch is None:
            return []
        places = zip(touch.points, touch.normals, touch.forces, touch.shapes, strict=True)
        return [Touched(point, normal, force, names[shape]) for point, normal, force, shape in places]

    def wrench(self, name: str) -> Wrench:
        """The force and torque of the body on an obstacle or a tool in the last step, which its holder feels.

        Raises ControllerError where there is none of that name.
        """
        if not isinstance(name, str) or name not in self.bundle.obstacles:
            known = ", ".join(map(repr, self.bundle.obstacles)) or "none: add [[obstacles]] to the scene"
            raise ControllerError(f"no obstacle is called {said(name)}; there are {known}")
        touch = self._touch()
        if touch is None or self._touching is None:
            return Wrench(np.zeros(3), np.zeros(3))
        return Wrench(*self._touching.feeler.wrench(touch, self.bundle.obstacles.index(name)))

    def _touch(self) -> Touch | None:
        """The contacts of the last step; None before the first one."""
        if self._touching is None or self._last is None:
            return None
        return self._touching.between(*self._last)

    def reset(self) -> None:
        """See `Simulator.reset`."""
        super().reset()
        self._last = None

    @cached_property
    def _touching(self) -> Touching | None:
        return None if self.bundle.touching is None else Touching(self.bundle)
