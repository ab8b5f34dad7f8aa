"""The hand that moves a body by its handle in a simulator: along the scene's way, or to poses that are set.

    hand = simulator.handle
    hand.move(translation=(0.1, 0, 0), rotation=(0, 0, 0.5), over=0.4)
    ...
    hand.release()

Without such a call the handle follows its way in the reference, and rests where the scene's handle rests;
`runtime.body.handle.carrier` describes the moves between that way and a pose that is set.

Limits: only `over` bounds the forces of inertia. Controllers that do not know pushes beforehand do not know
moves either; an observer estimates the effect of a move as an unknown force.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from runtime.base.arguments import array, refused
from runtime.body.handle.carrier import Carrier
from runtime.body.handle.pose import Motion, matrices
from runtime.body.terms.base_motion import HandleArrays
from runtime.plant.frame import Frame, Place
from runtime.plant.push import place_of
from runtime.plant.track import Track
from softrein.errors import ControllerError

Array = np.ndarray


class Way(NamedTuple):
    """The motion of a reference's handle, at each of its states."""

    translation: Array  # (T + 1, 3) m, of the handle at each instant
    velocity: Array  # (T + 1, 3) m/s
    rotation: Array  # (T + 1, 4) unit quaternions w, x, y, z
    spin: Array  # (T + 1, 3) rad/s, angular velocity in the handle's axes

    @property
    def turns(self) -> Array:
        """The rotations (T, 3, 3) in the middle of each step."""
        here, there = self.rotation[:-1], self.rotation[1:]
        nearer = np.where((here * there).sum(axis=1) < 0, -1.0, 1.0)
        mean = here + nearer[:, None] * there
        return matrices(mean / np.linalg.norm(mean, axis=1)[:, None])

    def poses(self, pivot: Array) -> Array:
        """The pose of the frame at each state (T + 1, 12): its origin, and its rotation row by row."""
        turns = matrices(self.rotation)
        return np.hstack([self.translation + pivot - turns @ pivot, turns.reshape(-1, 9)])


def still_way(steps: int) -> dict[str, Array]:
    """The arrays of a `Way` of `steps` steps at rest."""
    none = np.zeros((steps + 1, 3))
    return Way(none, none.copy(), np.tile(np.eye(1, 4), (steps + 1, 1)), none.copy())._asdict()


class Hand(Carrier, Frame):
    """The hand at a body's handle; translations are those of the pivot from rest, rotations about it."""

    def __init__(self, handle: HandleArrays, dt: float, slots: slice) -> None:
        """A hand for a plant of whose inputs those at `slots` are the handle's."""
        super().__init__(dt)
        self.pivot, self.gravity = handle.pivot, handle.gravity
        self._slots = slots
        self._way: Way | None = None  # the path that is followed; None before `follow`
        self._inputs: Array  # (T, 9) inputs of `runtime.body.terms.base_motion` along that path

    def follow(self, way: Mapping[str, Array], track: Track, index: int) -> None:
        """Follow a reference's way from a step on; a change from another way takes `BLEND` seconds."""
        before = None if self._way is None else self._present()
        self._way, self._inputs, self._index = Way(**way), track.feedforward[:, self._slots], index
        if before is not None:
            self._blend(before)

    def drive(self, disturbance: Array) -> None:
        """Write the coming step's inputs less the reference's own into a disturbance (forces,)."""
        disturbance[self._slots] = 0.0
        if self._move is not None:
            own = self._inputs[self._index]
            disturbance[self._slots] = self._midway().inputs(self.gravity) - own

    @property
    def placement(self) -> Array:
        """The present pose of the frame (12,): its origin, and its rotation row by row."""
        motion = self._present()
        origin = motion.translation + self.pivot - motion.rotation @ self.pivot
        return np.concatenate([origin, motion.rotation.ravel()])

    @property
    def turn(self) -> Array:
        """The rotation (3, 3) from the handle's frame into space in the middle of the coming step."""
        return self._midway().rotation

    def placed(self, positions: Array) -> Array:
        """Positions (..., 3) m in space of points that are given in the handle's frame."""
        positions = array("positions", positions)
        if positions.shape[-1:] != (3,):
            raise refused("positions", positions, "points of three coordinates each, in metres")
        motion = self._present()
        return np.asarray((positions - self.pivot) @ motion.rotation.T + self.pivot + motion.translation)

    def seen(self, at: Place) -> Place:
        """The place of a push in the handle's frame: an index, a region, or a point (3,) m given in space."""
        if isinstance(at, str):
            return at
        place = place_of(at, 3, ", or a region's name")
        if isinstance(place, int):
            return place
        motion = self._present()
        return tuple((place - self.pivot - motion.translation) @ motion.rotation + self.pivot)

    def _midway(self) -> Motion:
        """The motion in the middle of the coming step."""
        return self._after(0.5, self._between())

    def _along(self) -> Motion:
        """The present motion on the way."""
        k, way = self._index, self._followed()
        return self._motion(
            way.translation[k],
            way.velocity[k],
            matrices(way.rotation[k]),
            way.spin[k],
            self._inputs[min(k, len(self._inputs) - 1)],
        )

    def _between(self) -> Motion:
        """The motion on the way in the middle of the coming step."""
        k, way, dt = min(self._index, len(self._inputs) - 1), self._followed(), self._dt
        (here, there), (before, after) = way.translation[k : k + 2], way.velocity[k : k + 2]
        place, speed = (here + there) / 2 + dt / 8 * (before - after), 1.5 * (there - here) / dt
        turn = Way(*(each[k : k + 2] for each in way)).turns[0]
        inputs = self._inputs[k]
        return self._motion(place, speed - (before + after) / 4, turn, inputs[3:6], inputs)

    def _followed(self) -> Way:
        """The handle's way in the reference. Raises ControllerError before there is one."""
        if self._way is None:
            raise ControllerError("this frame follows no motion yet: use `simulator.handle`")
        return self._way

    def _motion(self, place: Array, speed: Array, turn: Array, spin: Array, inputs: Array) -> Motion:
        gain = turn @ (inputs[:3] - self.gravity) + self.gravity
        return Motion(place, speed, gain, turn, spin, inputs[6:9])
