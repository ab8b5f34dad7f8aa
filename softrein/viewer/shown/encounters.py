"""The results for a body's targets, decided at each of the simulation's steps by their geometry.

A ball is hit if the skin of its region first touches it, where it hangs at rest, within `window` steps of the
intended moment; a bee lands if the spot is near enough at its moment. The result is the same as that of
`softrein run` for the same states, however often pages draw.
"""

from __future__ import annotations

import numpy as np

from offline.targets import fly, gaps, landing_gap, skin_of, swing_on
from runtime.base.kernels import njit
from runtime.bundle.body import BodyBundle
from runtime.target import Target

OPEN, HIT, MISSED = 0, 1, 2  # state of a target in frames


class Encounter:
    """One target and the body: its result, the time of that, and its place now."""

    def __init__(self, target: Target, dt: float) -> None:
        self.target, self.place = target, np.array(target.centre)
        self.outcome, self.time = OPEN, 0.0  # and the time of the outcome, s of the motion
        self._dt, self._passed_over = dt, False

    def begin(self, step: int) -> None:
        """Continue from a step; a target whose time has passed keeps its state, any other is open again."""
        # a flight's window is before its step, at which alone is decided
        late = -1 if self.target.flight else self.target.window
        self._passed_over = step > self.target.step + late
        if not self._passed_over:
            self.outcome, self.time, self.place = OPEN, 0.0, np.array(self.target.centre)

    def settle(self, hit: bool, step: int) -> None:
        """Set the result at a step, unless there is one already or its time was skipped."""
        if self.outcome == OPEN and not self._passed_over:
            self.outcome, self.time = HIT if hit else MISSED, step * self._dt

    def prepare(self) -> None:
        """Compile what a step needs."""

    def follow(self, step: int, p: np.ndarray) -> None:
        """The body has come to reduced coordinates p (r,) at a step."""
        raise NotImplementedError


class Hanging(Encounter):
    """A ball on a string."""

    def __init__(self, bundle: BodyBundle, target: Target) -> None:
        super().__init__(target, bundle.dt)
        triangles = skin_of(bundle.surface, bundle.regions[target.region])
        vertices, numbered = np.unique(triangles, return_inverse=True)
        self._triangles = np.ascontiguousarray(numbered.reshape(-1, 3))
        self._found, self._rest = np.empty_like(self._triangles), bundle.vertices[vertices]
        self._modes = np.ascontiguousarray(bundle.shape.modes[vertices].reshape(-1, bundle.rank))
        self._velocity, self._before, self._centre = np.zeros(3), np.zeros((0, 3)), self.place

    def begin(self, step: int) -> None:
        """See `Encounter.begin`; a ball that is to be hit again hangs still."""
        super().begin(step)
        self._before = self._rest[:0]  # the skin's previous position is not valid after a jump
        if self.outcome == OPEN:
            self._velocity = np.zeros(3)

    def prepare(self) -> None:
        """A ball that is met."""
        skin = self._rest[self._near(self._rest, self._rest[0], np.inf)]
        gaps(self.target, skin[None])
        swing_on(self.target, self.place, self._velocity, skin, skin, self._dt)

    def follow(self, step: int, p: np.ndarray) -> None:
        """Look whether it is touched, and let it swing."""
        target, skin = self.target, self._rest + (self._modes @ p).reshape(-1, 3)
        before, self._before = self._before if len(self._before) else skin, skin
        if self.outcome == OPEN:
            near = self._near(skin, self._centre, target.radius)
            if len(near) and gaps(target, skin[near][None])[0] <= 0:
                self.settle(abs(step - target.step) <= target.window, step)
            elif step >= target.step + target.window:
                self.settle(False, step)
        reach = 2 * target.radius + self._dt * float(np.abs(self._velocity).sum())
        near = self._near(skin, self.place, reach)
        if len(near) or self._velocity.any():
            self.place, self._velocity = swing_on(
                target, self.place, self._velocity, before[near], skin[near], self._dt
            )

    def _near(self, skin: np.ndarray, place: np.ndarray, reach: float) -> np.ndarray:
        """The triangles (k, 3), by vertices of `skin`, whose boxes come within reach of a place."""
        return self._found[: _near(skin, self._triangles, place, reach, self._found)]


@njit(cache=True)
def _near(skin: np.ndarray, triangles: np.ndarray, place: np.ndarray, reach: float, found: np.ndarray) -> int:
    """Write the near triangles to the beginning of `found`; return how many there are."""
    count = 0
    for k in range(len(triangles)):
        is_near = True
        for axis in range(3):
            first, second, third = triangles[k]
            a, b, c = skin[first, axis], skin[second, axis], skin[third, axis]
            is_near &= min(a, b, c) <= place[axis] + reach and max(a, b, c) >= place[axis] - reach
        if is_near:
            found[count] = triangles[k]
            count += 1
    return count


class Flying(Encounter):
    """A bee, which lands or hovers."""

    def __init__(self, bundle: BodyBundle, target: Target) -> None:
        super().__init__(target, bundle.dt)
        region = bundle.regions[target.region]
        self._rest = bundle.vertices[region].mean(axis=0)
        self._modes = bundle.shape.modes[region].mean(axis=0)
        # infinitely far away: there is nothing to land on
        self._path = fly(target, np.full((bundle.steps + 1, 3), np.inf))
        self.place = self._path[0]

    def begin(self, step: int) -> None:
        """See `Encounter.begin`; the bee is at its place of that step."""
        super().begin(step)
        self.place = self._path[step]

    def follow(self, step: int, p: np.ndarray) -> None:
        """Come, land, and ride on the spot, or hover."""
        spot = self._rest + self._modes @ p
        if step == self.target.step:
            self.settle(landing_gap(self.target, spot) <= 0, step)
        self.place = spot if self.outcome == HIT else self._path[step]


def encounters_of(bundle: BodyBundle) -> list[Encounter]:
    """Return the encounters of a body's targets."""
    return [(Flying if target.flight else Hanging)(bundle, target) for target in bundle.targets]
