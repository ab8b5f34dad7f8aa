"""Tools in a simulator: rigid shapes that a body may touch, moved along the scene's way or by a user.

    ball = simulator.tool("ball")
    ball.move(translation=(0, -0.05, 0), over=0.3)
    ...
    ball.release()

Translations are from where the scene has a tool at rest, rotations about its middle. A step takes a tool from
pose to pose, evenly: its inputs are those of `runtime.body.terms.contact`.

Limits: nothing bounds how hard a tool presses. It may jump over a part of the body that is thinner than the
tool's way in the 64th part of a step, or in a whole step if it is a plane. Controllers do not know
moves beforehand; an observer estimates their effect as an unknown force.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from runtime.base.arguments import said
from runtime.body.contact.data import INPUTS
from runtime.body.handle.carrier import SAME, Carrier, Move
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
    """The place (3,) and rotation (3, 3) of a tool `dt` s after a step with these inputs (12,) began."""
    return inputs[:3] + dt * inputs[6:9], exponential(dt * inputs[9:]) @ exponential(inputs[3:6])


def standing(inputs: Array, dt: float) -> Array:
    """The inputs (12 for each tool,) of tools at rest where a step with the given inputs has left them."""
    found = []
    for own in inputs.reshape(-1, INPUTS):
        place, turn = after(own, dt)
        found.append(np.concatenate([place, logarithm(turn), np.zeros(6)]))
    return np.concatenate([np.zeros(0), *found])


class Tool(Carrier):
    """A tool of a simulator, which follows its way or goes to a pose that is set."""

    def __init__(self, dt: float, slots: slice, rest: Array = AT_REST) -> None:
        """`slots` are the places of its inputs among the plant's; `rest` (12,) is its pose at rest."""
        super().__init__(dt)
        self.slots, self._rest = slots, rest
        # (T, 12) inputs of the tool along its path, see `runtime.body.contact.data.INPUTS`
        self._inputs: Array

    def follow(self, inputs: Array, index: int) -> None:
        """Follow a way that has these inputs (T, 12), from one of its steps."""
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
        """The present pose (12,): its middle, m, and its rotation row by row."""
        now, own = self._present(), self._rest
        turn = now.rotation @ own[3:].reshape(3, 3)
        return np.concatenate([own[:3] + now.translation, turn.ravel()])

    def at(self, moment: float) -> tuple[Array, Array]:
        """The place (3,) m and rotation (3, 3) on its way at a moment, which is counted in steps."""
        step = min(int(moment), len(self._inputs) - 1)
        return after(self._inputs[step], (moment - step) * self._dt)

    def _along(self) -> Motion:
        return self._way_at(self._index)

    def _way_at(self, index: int) -> Motion:
        """The motion on its way at a step; after the way's end it is that at the end.

        Where the way ends in the pose in which it begins, its end is its beginning.
        """
        steps, none = len(self._inputs), np.zeros(3)
        place, turn = self.at(min(index, steps))
        if index >= steps:
            first, facing = self.at(0)
            closed = np.abs(place - first).max() <= SAME and np.abs(turn - facing).max() <= SAME
            index = 0 if closed else steps - 1
        own = self._inputs[index]
        return Motion(place, own[6:9], none, turn, turn.T @ own[9:], none)


class Tools(Frame):
    """All tools of a simulator, by name, with the interface of a frame; the frame is space itself."""

    def __init__(self, names: Sequence[str], dt: float, slots: slice, rests: Array = AT_REST[:0]) -> None:
        """Tools whose inputs are those of the plant at `slots`; `rests` (k, 12) are their poses at rest."""
        starts = slots.start + INPUTS * np.arange(len(names))
        self.tools = {
            name: Tool(dt, slice(int(start), int(start) + INPUTS), rest)
            for name, start, rest in zip(names, starts, rests, strict=True)
        }

    def named(self, name: str) -> Tool:
        """The tool of a name. Raises ControllerError where there is none of that name."""
        if not isinstance(name, str) or name not in self.tools:
            known = ", ".join(map(repr, self.tools)) or "none: add [[tools]] to the scene"
            raise ControllerError(f"no tool is called {said(name)}; there are {known}")
        return self.tools[name]

    @property
    def moving(self) -> bool:
        """Whether any tool has left its way."""
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
