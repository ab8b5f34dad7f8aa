"""Users' actions on the motion: hands that hold or blow, flicks, and a scene's own pushes.

The part for all kinds of bundle is here; `softrein.viewer.body.interaction` has hands on a body,
`softrein.viewer.smoke.interaction` winds in smoke.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Protocol, cast

import numpy as np

from runtime.plant.push import Push
from softrein.base.kinds import of_kind
from softrein.viewer.scene import Place, Scene

HELD_BY = 0.25  # fraction of the size: a hand this far from its vertex applies the largest force
MOST_FLICKS = 8  # most flicks at a time; the oldest is dropped


class Acting(Protocol):
    """Something that acts for a while."""

    applied: np.ndarray  # (axes,) force of the last step, N or m/s^2
    at: np.ndarray  # (axes,) m, where it acts


class Hand(Acting, Protocol):
    """A force that a user exerts from one browser page: by holding, by blowing, or by a flick."""

    steps: float  # remaining number of steps

    def act(self, state: np.ndarray, out: np.ndarray) -> None:
        """Add the reduced force (r,) on a state (n,) to `out`."""


class Shove:
    """A force that stays the same: a flick at a body, or wind."""

    def __init__(
        self, pattern: np.ndarray, force: np.ndarray, at: np.ndarray, steps: float, follow: np.ndarray | None
    ) -> None:
        """`pattern` (axes, r) of unit forces; `follow` (3, r), if any, moves `at` with the body."""
        self.applied, self.at, self.steps = force, at, steps
        self._rest, self._follow, self._reduced = at, follow, force @ pattern

    def act(self, state: np.ndarray, out: np.ndarray) -> None:
        """Push."""
        if self._follow is not None:
            self.at = self._rest + self._follow @ state[: self._reduced.size]
        out[: self._reduced.size] += self._reduced


class Planned:
    """One of the scene's own pushes: the forces of `runtime.loop.run`, at the same steps of the reference."""

    def __init__(self, scene: Scene, push: Push) -> None:
        bundle = scene.bundle
        self._events, self._push, self._dt = bundle.events([push]), push, bundle.dt
        self._scene, self._place = scene, scene.place(push)
        self.applied, self.at = np.zeros(bundle.axes), np.zeros(bundle.axes)

    def acts(self, index: int) -> bool:
        """Whether it acts at that step."""
        first, last = self._events.first, self._events.last
        return bool(first.size) and bool(first[0] <= index < last[-1])

    def act(self, state: np.ndarray, out: np.ndarray, index: int) -> None:
        """Push."""
        first, last, force = self._events
        for event in np.flatnonzero((first <= index) & (index < last)):
            out += force[event]
        self.applied = self._scene.own(self._scene.turn @ self._push.held(index - first[0], self._dt))
        self.at = self._scene.where(self._place, state)


class Interaction(ABC):
    """All that acts on a motion: a hand for each page, flicks, and the scene's own pushes when asked for."""

    def __init__(self, scene: Scene) -> None:
        self._scene, self._dt = scene, scene.bundle.dt
        self._held: dict[int, Hand] = {}
        self._flicks: list[Shove] = []
        # next step at which the scene's own pushes may act, and those that act now
        self._next, self._acting = math.inf, list[Planned]()
        self.learn_script()
        self.touched = False  # whether a hand or a flick acted in the last step

    @abstractmethod
    def prepare(self) -> None:
        """Prepare what the first hand would otherwise wait for."""

    @abstractmethod
    def pull(self, page: int, place: Place, to: np.ndarray) -> None:
        """Pull, for the page with this number, at a place towards a point (axes,) m: hold a body, or blow."""

    @abstractmethod
    def push(self, at: Place, force: tuple[float, ...], duration: float, radius: float) -> None:
        """A force for some seconds, around a place."""

    @property
    def holding(self) -> bool:
        """Whether a page holds something."""
        return bool(self._held)

    @property
    def script_acts(self) -> bool:
        """Whether one of the scene's own pushes acted in the last step."""
        return bool(self._acting)

    def act(self, state: np.ndarray, out: np.ndarray, index: int) -> None:
        """Write the reduced force (r,) of all on a state, at step `index`, into `out`; ends what is over."""
        out[:] = 0.0
        self._acting = [push for push in self._script if push.acts(index)] if self._next <= index else []
        self._next = max(self._next, index + 1)
        self.touched = bool(self._held or self._flicks)
        for push in self._acting:
            push.act(state, out, index)
        if not self._held and not self._flicks:
            return
        for hand in (*self._held.values(), *self._flicks):
            hand.act(state, out)
            hand.steps -= 1
        self._flicks = [flick for flick in self._flicks if flick.steps > 0]
        for page in [page for page, hand in self._held.items() if hand.steps <= 0]:
            del self._held[page]

    def strongest(self) -> Acting | None:
        """Return the acting hand or push with the largest force."""
        hands: tuple[Acting, ...] = (*self._held.values(), *self._flicks, *self._acting)
        return max(hands, key=lambda hand: float(hand.applied @ hand.applied), default=None)

    def release(self, page: int) -> None:
        """A page's hand lets go."""
        self._held.pop(page, None)

    def learn_script(self) -> None:
        """The scene's own pushes, of the motion that is followed now."""
        self._script = [Planned(self._scene, push) for push in self._scene.bundle.pushes]

    def play_script(self, on: bool) -> None:
        """Let the scene's own pushes act from the motion's beginning, once at each step, or stop them."""
        self._next, self._acting = 0 if on else math.inf, []

    def release_all(self) -> None:
        """End all forces."""
        self._held.clear()
        self._flicks.clear()
        self.play_script(False)

    def _add(self, flick: Shove) -> None:
        self._flicks = [*self._flicks[-(MOST_FLICKS - 1) :], flick]

    def _clamped(self, force: tuple[float, ...]) -> np.ndarray:
        return held_within(np.array(force), self._scene.largest_force)


def interaction_on(scene: Scene) -> Interaction:
    """Make the interaction of a scene of any kind."""
    return cast("Interaction", of_kind(scene.bundle, "viewer", "interaction").Interaction(scene))


def held_within(vector: np.ndarray, largest: float) -> np.ndarray:
    """A vector, shortened to a length if it is longer."""
    length = float(np.sqrt(vector @ vector))
    return vector * (largest / length) if length > largest else vector
