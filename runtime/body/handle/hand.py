"""The hand that carries a body by its handle in a simulator: along the scene's way, or where it is told.

    hand = simulator.handle
    hand.move(translation=(0.1, 0, 0), rotation=(0, 0, 0.5), over=0.4)
    ...
    hand.release()

Without being told it goes along the way that the reference has, at rest where the scene's handle rests. A
move goes from where the handle is, with the velocity and acceleration that it has, to where it shall stay;
what is left of the way fades (`runtime.body.handle.pose`).

Limits: `over` decides how strong the forces of inertia are, nothing else bounds them. Controllers that
foresee no push foresee no move either; an observer takes what a move does for an unknown force.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from runtime.base.arguments import array, number, refused
from runtime.body.handle.pose import Motion, Offset, apart, exponential, logarithm, matrices, moved, rest
from runtime.body.terms.base_motion import INPUTS, HandleArrays
from runtime.plant.frame import Frame
from runtime.plant.push import place_of
from runtime.plant.track import Track

Array = np.ndarray

BLEND = 0.3  # s: to another reference's way, or to the beginning of one that is open
LONGEST = 1e6  # s that a move may last
SAME = 1e-9  # m, rad and their rates: two ways so near are one
FARTHEST = 1e6  # m and rad


class Pose(NamedTuple):
    """Where a handle is."""

    translation: Array  # (3,) m, of its pivot, from where that is at rest
    rotation: Array  # (3,) rad, the rotation vector about the pivot, of at most half a turn


class Way(NamedTuple):
    """How a reference's handle moves, at each of its states."""

    translation: Array  # (T + 1, 3) m
    velocity: Array  # (T + 1, 3) m/s
    rotation: Array  # (T + 1, 4) unit quaternions w, x, y, z
    spin: Array  # (T + 1, 3) rad/s, in the frame's axes

    @property
    def turns(self) -> Array:
        """The rotations (T, 3, 3) in the middle of each step."""
        here, there = self.rotation[:-1], self.rotation[1:]
        nearer = np.where((here * there).sum(axis=1) < 0, -1.0, 1.0)
        mean = here + nearer[:, None] * there
        return matrices(mean / np.linalg.norm(mean, axis=1)[:, None])

    def poses(self, pivot: Array) -> Array:
        """Of each state (T + 1, 12): where the frame's origin is, and its rotation row by row."""
        turns = matrices(self.rotation)
        return np.hstack([self.translation + pivot - turns @ pivot, turns.reshape(-1, 9)])


def still_way(steps: int) -> dict[str, Array]:
    """The arrays of a way of so many steps at rest."""
    none = np.zeros((steps + 1, 3))
    return Way(none, none.copy(), np.tile(np.eye(1, 4), (steps + 1, 1)), none.copy())._asdict()


class _Move(NamedTuple):
    base: Motion | None  # where it shall stay; None: along the way
    offset: Offset  # from there, when it began
    over: float  # s
    taken: int  # steps since


class Hand(Frame):
    """See the module. Translations are those of the pivot from its place at rest, rotations about it."""

    def __init__(self, handle: HandleArrays, dt: float, first: int) -> None:
        """A hand for a plant whose inputs from `first` on are the handle's."""
        self.pivot, self.gravity, self._dt = handle.pivot, handle.gravity, dt
        self._slots = slice(first, first + INPUTS)
        self._move: _Move | None = None
        self._index = 0
        self._way: Any = None  # a `Way`, from `follow` on
        self._inputs: Array  # (T, 9) of that way

    def follow(self, way: Mapping[str, Array], track: Track, index: int) -> None:
        """Go along a reference's way from one of its steps; from another way in `BLEND` seconds."""
        before = None if self._way is None else self._present()
        self._way, self._inputs, self._index = Way(**way), track.feedforward[:, self._slots], index
        if before is not None and (self._move is None or self._move.base is None):
            offset = apart(before, self._along())
            if any(np.abs(part).max() > SAME for part in offset):
                self._move = _Move(None, offset, BLEND, 0)

    def seek(self, index: int) -> None:
        """Be at a step of the way."""
        self._index = index

    def reset(self) -> None:
        """Back to the way."""
        self._move = None

    def drive(self, disturbance: Array) -> None:
        """Put what the coming step's inputs are, beyond the reference's own, into a disturbance (forces,)."""
        disturbance[self._slots] = 0.0
        if self._move is not None:
            own = self._inputs[self._index]
            disturbance[self._slots] = self._midway().inputs(self.gravity) - own

    def stepped(self) -> None:
        """A step was taken."""
        self._index += 1
        if self._move is not None:
            self._move = self._move._replace(taken=self._move.taken + 1)
            if self._move.base is None and self._move.taken * self._dt >= self._move.over:
                self._move = None

    def move(
        self, translation: Sequence[float] | None = None, rotation: Sequence[float] | None = None,
        over: float = 0.5,
    ) -> None:  # fmt: skip
        """Carry the handle to a place within `over` seconds, where it stays until it is told otherwise.

        `translation` (3,) m is that of the pivot, from where it is at rest, `rotation` (3,) rad the rotation
        vector about it; None leaves each at its present goal. Raises ControllerError for what is no place.
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
        """Go back onto the reference's own way within `over` seconds."""
        over = self._seconds(over)
        if self._move is not None:
            self._begin(None, over)

    @property
    def pose(self) -> Pose:
        """Where it is now."""
        motion = self._present()
        return Pose(motion.translation.copy(), logarithm(motion.rotation))

    @property
    def placement(self) -> Array:
        """Where the frame's origin is now, and its rotation row by row (12,)."""
        motion = self._present()
        origin = motion.translation + self.pivot - motion.rotation @ self.pivot
        return np.concatenate([origin, motion.rotation.ravel()])

    @property
    def turn(self) -> Array:
        """The rotation (3, 3) from the handle's frame into space in the middle of the coming step."""
        return self._midway().rotation

    @property
    def moving(self) -> bool:
        """Whether it has left its way."""
        return self._move is not None

    def placed(self, positions: Array) -> Array:
        """Positions (..., 3) m in space, of those in the handle's frame."""
        positions = array("positions", positions)
        if positions.shape[-1:] != (3,):
            raise refused("positions", positions, "points of three coordinates each, in metres")
        motion = self._present()
        return np.asarray((positions - self.pivot) @ motion.rotation.T + self.pivot + motion.translation)

    def seen(self, at: Any) -> Any:
        """Where a push acts, as the handle's frame has it: an index, or a point that is (3,) m in space."""
        place = place_of(at, 3)
        if isinstance(place, int):
            return place
        motion = self._present()
        return tuple((place - self.pivot - motion.translation) @ motion.rotation + self.pivot)

    @property
    def kept(self) -> tuple[_Move | None, int]:
        """What `restore` takes back."""
        return self._move, self._index

    def restore(self, kept: tuple[_Move | None, int]) -> None:
        """Be as it was."""
        self._move, self._index = kept

    def _seconds(self, over: float) -> float:
        wanted = f"seconds, a time step of {self._dt:g} s at least and {LONGEST:g} s at most"
        return number("over", over, wanted, least=self._dt, most=LONGEST)

    def _begin(self, base: Motion | None, over: float) -> None:
        goal = self._along() if base is None else base
        self._move = _Move(base, apart(self._present(), goal), over, 0)

    def _present(self) -> Motion:
        if self._move is None:
            return self._along()
        base, offset, over, taken = self._move
        return moved(self._along() if base is None else base, offset.at(taken * self._dt / over, over))

    def _midway(self) -> Motion:
        """In the middle of the coming step."""
        if self._move is None:
            return self._between()
        base, offset, over, taken = self._move
        share = (taken + 0.5) * self._dt / over
        return moved(self._between() if base is None else base, offset.at(share, over))

    def _along(self) -> Motion:
        """Along the way, now."""
        k, way = self._index, self._way
        return self._motion(
            way.translation[k], way.velocity[k], matrices(way.rotation[k]), way.spin[k],
            self._inputs[min(k, len(self._inputs) - 1)],
        )  # fmt: skip

    def _between(self) -> Motion:
        """Along the way, in the middle of the coming step."""
        k, way, dt = min(self._index, len(self._inputs) - 1), self._way, self._dt
        (here, there), (before, after) = way.translation[k : k + 2], way.velocity[k : k + 2]
        place, speed = (here + there) / 2 + dt / 8 * (before - after), 1.5 * (there - here) / dt
        turn = Way(*(each[k : k + 2] for each in way)).turns[0]
        inputs = self._inputs[k]
        return self._motion(place, speed - (before + after) / 4, turn, inputs[3:6], inputs)

    def _motion(self, place: Array, speed: Array, turn: Array, spin: Array, inputs: Array) -> Motion:
        gain = turn @ (inputs[:3] - self.gravity) + self.gravity
        return Motion(place, speed, gain, turn, spin, inputs[6:9])


def _told(name: str, given: Any, wanted: str) -> Array:
    found = array(name, given, (3,), wanted)
    if np.abs(found).max() > FARTHEST:
        raise refused(name, given, wanted)
    return found
