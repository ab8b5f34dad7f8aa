"""Tools in a simulator: rigid shapes that a body meets, along the scene's way or where a hand moves them.

    ball = simulator.tool("ball")
    ball.move(translation=(0, -0.05, 0), over=0.3)
    ...
    ball.release()

Translations are from where the scene has a tool at rest, rotations about its middle. A step takes a tool from
pose to pose, evenly: its inputs are those of `runtime.body.terms.contact`.

Limits: nothing bounds how hard a tool presses, nor that it jumps over what is thinner than its way in the
64th part of a step, or in a whole step if it is a plane or a mesh.
Controllers foresee no move; an observer takes what it does for an unknown force.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from runtime.base.arguments import said
from runtime.body.contact.data import INPUTS
from runtime.body.handle.carrier import Carrier, Move
from runtime.body.handle.pose import Motion, exponential, logarithm
from runtime.plant.frame import Frame
from runtime.plant.track import Track
from softrein.errors import ControllerError

Array = np.ndarray
AT_REST = np.concatenate([np.zeros(3), np.eye(3).ravel()])


def tool_inputs(places: Array, turns: Array, dt: float) -> Array:
    """The inputs (T, 12) of a tool that is at `places` (T + 1, 3) m, turned by `turns` (T + 1, 3, 3)."""
    vectors = np.array([logarithm(turn) for turn in turns[:-1]]).reshape(-1, 3)
    steps = np.array([logarithm(b @ a.T) for a, b in pairwise(turns)]).reshape(-1, 3)
    return np.hstack([places[:-1], vectors, np.diff(places, axis=0) / dt, steps / dt])


def after(inputs: Array, dt: float) -> tuple[Array, Array]:
    """Where a tool is `dt` s after a step with these inputs (12,) began: place (3,), rotation (3, 3)."""
    return inputs[:3] + dt * inputs[6:9], exponential(dt * inputs[9:]) @ exponential(inputs[3:6])


def standing(inputs: Array, dt: float) -> Array:
    """The inputs (12 each,) of tools that stay where a step with these inputs has left them."""
    found = []
    for own in inputs.reshape(-1, INPUTS):
        place, turn = after(own, dt)
        found.append(np.concatenate([place, logarithm(turn), np.zeros(6)]))
    return np.concatenate([np.zeros(0), *found])


class Tool(Carrier):
    """One of them; see the module."""

    def __init__(self, dt: float, slots: slice, rest: Array = AT_REST) -> None:
        """`slots` are those of its inputs among the plant's; `rest` (12,) is where it is at rest."""
        super().__init__(dt)
        self.slots, self._rest = slots, rest
        self._inputs: Array  # (T, 12) of its way

    def follow(self, inputs: Array, index: int) -> None:
        """Go along a way of these inputs (T, 12), from one of its steps."""
        before = self._present() if hasattr(self, "_inputs") else None
        self._inputs, self._index = inputs, index
        if before is not None:
            self._blend(before)

    @property
    def own(self) -> Array:
        """The way's inputs (12,) of the coming step."""
        return self._inputs[min(self._index, len(self._inputs) - 1)]

    @property
    def coming(self) -> Array:
        """The inputs (12,) of the coming step."""
        if self._move is None:
            return self.own
        ends = self._present(), self._after(1.0, self._way_at(self._index + 1))
        places, turns = (np.array([each[k] for each in ends]) for k in (0, 3))
        return np.asarray(tool_inputs(places, turns, self._dt)[0])

    @property
    def placement(self) -> Array:
        """Where its middle is now, m, and its rotation row by row (12,)."""
        now, own = self._present(), self._rest
        turn = now.rotation @ own[3:].reshape(3, 3)
        return np.concatenate([own[:3] + now.translation, turn.ravel()])

    def at(self, moment: float) -> tuple[Array, Array]:
        """Where its way has it at a moment, in steps: place (3,) m and rotation (3, 3)."""
        step = min(int(moment), len(self._inputs) - 1)
        return after(self._inputs[step], (moment - step) * self._dt)

    def _along(self) -> Motion:
        return self._way_at(self._index)

    def _way_at(self, index: int) -> Motion:
        """Along the way, at a step of it; at its end as it is left."""
        own, none = self._inputs[min(index, len(self._inputs) - 1)], np.zeros(3)
        place, turn = self.at(min(index, len(self._inputs)))
        return Motion(place, own[6:9], none, turn, turn.T @ own[9:], none)


class Tools(Frame):
    """All of a simulator's, by name, as it asks a frame: space itself, in which they move."""

    def __init__(self, names: Sequence[str], dt: float, first: int, rests: Array = AT_REST[:0]) -> None:
        """Tools whose inputs among the plant's are those from `first` on; `rests` (k, 12) are at rest."""
        starts = first + INPUTS * np.arange(len(names))
        self.tools = {
            name: Tool(dt, slice(int(start), int(start) + INPUTS), rest)
            for name, start, rest in zip(names, starts, rests, strict=True)
        }

    def named(self, name: str) -> Tool:
        """One of them. Raises ControllerError where there is none of that name."""
        if not isinstance(name, str) or name not in self.tools:
            known = ", ".join(map(repr, self.tools)) or "none: add [[tools]] to the scene"
            raise ControllerError(f"no tool is called {said(name)}; there are {known}")
        return self.tools[name]

    @property
    def moving(self) -> bool:
        """Whether any has left its way."""
        return any(tool.moving for tool in self.tools.values())

    @property
    def kept(self) -> list[tuple[Move | None, int]]:
        """See `Frame`."""
        return [tool.kept for tool in self.tools.values()]

    def restore(self, kept: list[tuple[Move | None, int]]) -> None:
        """See `Frame`."""
        for tool, each in zip(self.tools.values(), kept, strict=True):
            tool.restore(each)

    def follow(self, way: Mapping[str, Array], track: Track, index: int) -> None:
        """See `Frame`; the way is among the motion's inputs."""
        for tool in self.tools.values():
            tool.follow(track.feedforward[:, tool.slots], index)

    def seek(self, index: int) -> None:
        """See `Frame`."""
        for tool in self.tools.values():
            tool.seek(index)

    def reset(self) -> None:
        """See `Frame`."""
        for tool in self.tools.values():
            tool.reset()

    def drive(self, disturbance: Array) -> None:
        """See `Frame`."""
        for tool in self.tools.values():
            disturbance[tool.slots] = tool.coming - tool.own

    def stepped(self) -> None:
        """See `Frame`."""
        for tool in self.tools.values():
            tool.stepped()
