"""A simulator of a soft body: carried by the region that is held, and touching what there is to touch."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from runtime.body.contact.told import Touched
from runtime.body.handle.hand import Hand
from runtime.body.handle.tool import Tool, Tools
from runtime.body.terms.contact import Feeler, Touch
from runtime.simulator import Simulator
from softrein.errors import ControllerError, shown


class Wrench(NamedTuple):
    """What a body does to an obstacle, or to a tool and whoever holds it."""

    force: np.ndarray  # (3,) N
    torque: np.ndarray  # (3,) N m, about the shape's middle


class BodySimulator(Simulator):
    """A reduced soft body under feedback control, in real time."""

    bundle: Any
    _before: np.ndarray | None = None  # the state in which the last step began

    def step(self) -> None:
        """See `Simulator.step`."""
        if self.bundle.touching is None:
            super().step()
            return
        before = self._state.copy()
        super().step()
        self._before = before

    def reset(self) -> None:
        """See `Simulator.reset`."""
        super().reset()
        self._before = None

    @property
    def handle(self) -> Hand:
        """The hand that carries the body by the region that is held: `move`, `release`, `pose`.

        Raises ControllerError where that cannot be moved.
        """
        if isinstance(self.frame, Hand):
            return self.frame
        self.bundle.in_moving_frame()  # which says why, where nothing could
        raise ControllerError(
            "the handle of this simulator cannot be moved: make it by bundle.simulator(handle=True), or "
            "add a [handle] table to the scene"
        )

    def tool(self, name: str) -> Tool:
        """A tool by its name: `move`, `release`, `pose`. Raises ControllerError where there is none such."""
        tools = self.frame if isinstance(self.frame, Tools) else Tools((), self._plant.dt, 0)
        return tools.named(name)

    @property
    def contacts(self) -> list[Touched]:
        """Where the body touched in the last step, with the forces held over it."""
        names, touch = self.bundle.obstacles, self._touch()
        if touch is None:
            return []
        places = zip(touch.points, touch.normals, touch.forces, touch.shapes, strict=True)
        return [Touched(point, normal, force, names[shape]) for point, normal, force, shape in places]

    def wrench(self, name: str) -> Wrench:
        """What the body did to an obstacle, or to a tool, in the last step: what its holder feels.

        Raises ControllerError where there is none of that name.
        """
        if name not in self.bundle.obstacles:
            known = ", ".join(map(repr, self.bundle.obstacles)) or "none: add [[obstacles]] to the scene"
            raise ControllerError(f"no obstacle is called {shown(name)}; there are {known}")
        touch = self._touch()
        assert touch is not None
        return Wrench(*self._feeler.wrench(touch, self.bundle.obstacles.index(name)))

    def _touch(self) -> Touch | None:
        bundle = self.bundle
        if bundle.touching is None:
            return None
        first = bundle.driven.forces
        inputs = self._system.work.force[first : first + bundle.touching.inputs]
        before = self._state if self._before is None else self._before
        return self._feeler.touch(before, self._state, inputs, self._plant.dt)

    @cached_property
    def _feeler(self) -> Feeler:
        return Feeler(self.bundle.touching)
