"""Moves of something rigid in a simulator: along the reference's own way, or to a pose that a user sets.

A move starts at the present pose, with the present velocity and acceleration, and ends at its goal; the
offset from the goal fades smoothly (`runtime.body.handle.pose`). `Carrier` is the base class of the hand at a
body's handle (`runtime.body.handle.hand`) and of tools (`runtime.body.handle.tool`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from runtime.base.arguments import array, number, refused
from runtime.body.handle.pose import Motion, Offset, apart, exponential, logarithm, moved, rest

Array = np.ndarray

BLEND = 0.3  # s, duration of the transition to another reference's path, or back to the start of an open one
LONGEST = 1e6  # s, longest duration of a move
SAME = 1e-9  # m, rad and their rates: two paths this close count as equal, whatever their accelerations
FARTHEST = 1e6  # largest translation and rotation, m and rad


class Pose(NamedTuple):
    """The pose of something rigid."""

    translation: Array  # (3,) m, from the rest position
    rotation: Array  # (3,) rad, rotation vector of at most half a turn


class Move(NamedTuple):
    """A move that is under way: to a pose that was set, or back to the carrier's own way."""

    # the motion in which the offset is measured and the handle shall end; None: the reference's own path
    base: Motion | None
    offset: Offset  # offset from `base` when the move began
    over: float  # s, duration of the move
    taken: int  # steps taken since it began


class Carrier(ABC):
    """Something rigid that moves along its own way in the reference, or to a pose that it is told."""

    def __init__(self, dt: float) -> None:
        self._dt = dt
        self._move: Move | None = None
        self._index = 0

    @abstractmethod
    def _along(self) -> Motion:
        """The present pose on its own way, and the motion there."""

    def move(
        self,
        translation: Sequence[float] | None = None,
        rotation: Sequence[float] | None = None,
        over: float = 0.5,
    ) -> None:
        """Move smoothly to a pose, which is reached in `over` seconds and then kept.

        `translation` (3,) m and the rotation vector `rotation` (3,) rad are from the pose at rest; None
        leaves each at its present goal. Raises ControllerError where one is not three numbers up to 1e6.
        """
        goal = self._present() if self._move is None or self._move.base is None else self._move.base
        place, turned = goal.translation, goal.rotation
        if translation is not None:
            place = _told("translation", translation, "three numbers of metres, of magnitudes up to 1e6")
        if rotation is not None:
            wanted = "a rotation vector of three numbers of radians, of magnitudes up to 1e6"
            turned = exponential(_told("rotation", rotation, wanted))
        self._begin(rest(place, turned), self._seconds(over))

    def release(self, over: float = 0.5) -> None:
        """Go back to the reference's own way within `over` seconds."""
        over = self._seconds(over)
        if self._move is not None:
            self._begin(None, over)

    @property
    def pose(self) -> Pose:
        """The present pose."""
        motion = self._present()
        return Pose(motion.translation.copy(), logarithm(motion.rotation))

    @property
    def moving(self) -> bool:
        """Whether it has left its own way."""
        return self._move is not None

    def seek(self, index: int) -> None:
        """Go to a step of the way."""
        self._index = index

    def reset(self) -> None:
        """Go back to the way at once."""
        self._move = None

    def stepped(self) -> None:
        """Count a step that was taken."""
        self._index += 1
        if self._move is not None:
            self._move = self._move._replace(taken=self._move.taken + 1)
            if self._move.base is None and self._move.taken * self._dt >= self._move.over:
                self._move = None

    @property
    def kept(self) -> tuple[Move | None, int]:
        """The present state of the move, for `restore`."""
        return self._move, self._index

    def restore(self, kept: tuple[Move | None, int]) -> None:
        """Return to a state of `kept`."""
        self._move, self._index = kept

    def _seconds(self, over: float) -> float:
        wanted = f"seconds, a time step of {self._dt:g} s at least and {LONGEST:g} s at most"
        return number("over", over, wanted, least=self._dt, most=LONGEST)

    def _begin(self, base: Motion | None, over: float) -> None:
        goal = self._along() if base is None else base
        self._move = Move(base, apart(self._present(), goal), over, 0)

    def _blend(self, before: Motion) -> None:
        """Let the offset from a new way fade, unless a pose was set that it keeps."""
        if self._move is None or self._move.base is None:
            offset = apart(before, self._along())
            leaves = any(np.abs(part[:2]).max() > SAME for part in offset)
            self._move = Move(None, offset, BLEND, 0) if leaves else None

    def _present(self) -> Motion:
        return self._after(0.0, self._along())

    def _after(self, steps: float, along: Motion) -> Motion:
        """The motion `steps` steps from now, when its own way has the motion `along`."""
        if self._move is None:
            return along
        base, offset, over, taken = self._move
        return moved(along if base is None else base, offset.at((taken + steps) * self._dt / over, over))


def _told(name: str, given: object, wanted: str) -> Array:
    found = array(name, given, (3,), wanted)
    if np.abs(found).max() > FARTHEST:
        raise refused(name, given, wanted)
    return found.copy()  # a caller may go on with its array
